"""Find text of the document that the content repeats, so that the document does not get the same text twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document, read
from backend.document.order_words import asks_for_text, is_a, words_in
from backend.document.sentences import sentences
from backend.document.similar_text import shared_pairs
from backend.mentions.document_view import view_of
from backend.mentions.headings import fold
from backend.mentions.referents import Target
from backend.mentions.resolver import resolve
from backend.placement.captions import with_captions
from backend.placement.confidence import SURE
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.ordered_edits.earlier_edit import starts_of, texts_of
from backend.placement.partial_answer import VERSION as LIKE
from backend.placement.partial_answer import likeness
from backend.placement.plan import DESTROYING, Placement
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.replacement import GUESS
from backend.placement.versions.reworded_part import Part, reworded, reworded_sentence_of, source_of

#: Minimum share (0 to 1) of common pairs of neighboring words with which content is a version of an element
#: (drafting/intent.py measures it).
VERSION = 0.3
#: Minimum share (0 to 1) of common pairs of neighboring words with which content nearly repeats a text, and minimum
#: number of different words of both. Not tuned: a reader would see the same text twice, and it is no coincidence.
REPEATED, _FEWEST_REPEATED = 0.8, 8
_UNORDERED = (
    "The content is another version of a {} of the document, but it is not certain that the message asks to replace the"
    " old version."
)
#: How many times as long as the content a text may be of which it is another version, if the message asks to add it.
_LONGER = 2


def repeated_block(builder: PlacementBuilder, found: Placement) -> list[Placement]:
    """Return the two possible places for content that nearly repeats a block near the place `found`: in place of that
    block, or after it. Returns [] if the content repeats no block, or several.
    """
    if found.operation in DESTROYING or found.anchor is None or len(builder.content.kinds) != 1:
        return []
    text, kind = builder.content.text.strip(), builder.content.kinds[0]
    own = [each for each in builder.view.own(builder.view.section_of(found.anchor.block)) if each.kind == kind]
    texts = {each.index: builder.view.document.source(each).strip() for each in own if _is_long(text)}
    alike = (at for at, old in texts.items() if old != text and _is_long(old) and shared_pairs(old, text) >= REPEATED)
    if len(near := list(alike)) != 1:
        return []
    reason = "The content nearly repeats a text of the document, but no message says whether to replace that text."
    return [builder.make(way, near[0], "block", reason, GUESS) for way in ("replace", "insert_after")]


def version_of_part(
    builder: PlacementBuilder, message: str, asked: PlacementRequest | None, found: Placement
) -> list[Placement]:
    """Return the replacement of a part that the message names, if the content is another version of this part. If the
    part is a block, return also the place after it. Otherwise the document would contain the text twice.

    No message orders this replacement, so it is a guess, and the user is asked. If the message does not order to add
    something, the part may also be a block of a named section. `asked` is the place that the message asks for (or
    None). Returns [] for other content, and if `found`, the place chosen so far, replaces text.
    """
    if found.operation in DESTROYING:
        return []
    adds = any(is_a(word, "placing", "writing") for word in words_in(message))
    if adds and asked is not None and asked.relation in ("start", "end"):
        return []  # "add this sentence to the end of X" says that it is added
    parts = _named_parts(builder, message)
    if not _is_long(builder.content.text):
        return [] if adds else _changed_sentence(builder, parts)
    # "add it to X" may say that it is added, too, and sections of a kind share many words
    least = REPEATED if asked is not None and asked.placing else VERSION
    alike = [part for part in parts if shared_pairs(source_of(builder, part), builder.content.text) >= least]
    if adds:  # "add a sentence" does not ask for a shorter version of a whole section
        most = _LONGER * len(builder.content.text.split())
        alike = [part for part in alike if len(source_of(builder, part).split()) <= most]
    if not adds and (best := reworded(builder, parts or _around(builder, found))) is not None:
        alike = [best]
    if not alike:
        return [] if adds else (reworded_sentence_of(builder, parts, message) or _changed_sentence(builder, parts))
    start, stop = min(alike, key=lambda part: part[1] - part[0])
    titles = builder.view.section_of(start).path
    if found.confidence >= SURE and found.section and found.section[-1] not in titles:
        return []  # "a recap of the methods at the end of the discussion"
    if not all(first <= start and stop <= last for first, last in alike):
        return []  # versions of two parts
    reason = _UNORDERED.format("text")
    if builder.view.document.blocks[start].kind == "heading":
        return [replace(each, reason=reason) for each in replacement_of_section(builder, start, GUESS)]
    if stop - start > 1:
        return []
    return [builder.make(way, start, "block", reason, GUESS) for way in ("replace", "insert_after")]


def longer_versions(builder: PlacementBuilder, messages: Sequence[str], found: Placement) -> list[Placement]:
    """Return the replacements that need no order if they keep all words of the replaced text; the caller checks this.
    The content may replace:
    - the text that the place `found` replaces;
    - the sentence near `found` of which the content is a version;
    - the blocks of the content's kind that the last message names.

    The last two are left out if the last message asks for a text ("add a sentence").
    """
    given = [found] if found.operation == "replace" else []
    words = words_in(messages[-1]) if messages else []
    if not words or asks_for_text(words) or any(is_a(word, "writing") for word in words):
        return given
    given += sentence_version(builder, found)[:1]
    kinds = builder.content.kinds
    blocks = builder.view.blocks
    named = [start for start, stop in _named_parts(builder, messages[-1]) if stop - start == 1]
    reason = _UNORDERED.format("text")
    same = [each for each in named if kinds == (blocks[each].kind,)]
    return [*given, *(builder.make("replace", each, "block", reason, GUESS) for each in same)]


def sentence_version(builder: PlacementBuilder, found: Placement) -> list[Placement]:
    """Return two possible places for content that is a version of exactly one sentence near the place `found` (in its
    section): instead of this sentence, or after its paragraph. Returns [] for other content, and if `found` replaces
    text.
    """
    return [] if found.operation in DESTROYING else _changed_sentence(builder, _around(builder, found))


def _is_long(text: str) -> bool:
    return len(set(text.split())) >= _FEWEST_REPEATED


def _changed_sentence(builder: PlacementBuilder, parts: Sequence[Part]) -> list[Placement]:
    """Return two possible places for content that is a version of exactly one sentence in these parts: instead of this
    sentence, or after its paragraph. Returns [] for other content.
    """
    document, content = builder.view.document, builder.content
    if content.kinds != ("paragraph",) or len(sentences(content.text)) != 1:
        return []
    paragraphs = {index for part in parts for index in range(*part) if document.blocks[index].kind == "paragraph"}
    found = [
        (index, start, stop)
        for index in sorted(paragraphs)
        for start, stop in sentences(document.source(document.blocks[index]))
        if likeness(document.source(document.blocks[index])[start:stop], content.text) >= LIKE
    ]
    if len(found) != 1:
        return []
    index, start, stop = found[0]
    replaced = builder.make("replace", index, f"characters {start}-{stop}", _UNORDERED.format("sentence"), GUESS)
    return [replaced, builder.make("insert_after", index, "block", _UNORDERED.format("sentence"), GUESS)]


def _named_parts(builder: PlacementBuilder, message: str) -> list[Part]:
    """Return the parts that a message names, and those that it may mean instead."""
    parts = [
        (start, stop)
        for each in resolve(builder.view.document, message)
        if each.kind not in ("document", "quotation", "sentence", "item")
        for start, stop in ((each.start, each.stop), *each.rivals)
    ]
    return list(dict.fromkeys(parts))


def _around(builder: PlacementBuilder, found: Placement) -> list[Part]:
    """Return the blocks of the section in which the place `found` is, each as a part."""
    if found.anchor is None:
        return []
    return [(b.index, b.index + 1) for b in builder.view.own(builder.view.section_of(found.anchor.block))]


def at_the_named(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return two placements if a message names one block, but does not say whether the content replaces it: in place of
    the block, and after it. Returns [] for any other message.

    There are two exceptions:
    - the content has the heading of the section that contains the block: the result is the replacement of this section;
    - the content is another version of one paragraph, and the message certainly names no part that contains this
      paragraph: the result is the replacement of the paragraph.
    """
    named = [each for each in resolve(builder.view.document, message) if each.kind != "document"]
    certain = [each for each in named if not each.guessed]
    reason = (
        "The message is about a text of the document, but does not say whether the content should replace that text."
    )
    paragraphs = [(each.index, each.index + 1) for each in builder.view.document.of_kind("paragraph")]
    similar = reworded(builder, paragraphs) if builder.content.kinds == ("paragraph",) else None
    if similar is not None and not any(each.start <= similar[0] < each.stop for each in certain):
        return [builder.make("replace", similar[0], "block", reason, GUESS)]
    if len(named) != 1 or not named[0].sure or named[0].kind in ("section", "quotation", "sentence", "item"):
        return []
    section = builder.view.section_of(named[0].start)
    if section.heading is not None and builder.content.level and fold(builder.content.title) == fold(section.title):
        return replacement_of_section(builder, section.heading, GUESS)
    return [builder.make(way, named[0].start, "block", reason, GUESS) for way in ("replace", "insert_after")]


def replacement_of_section(builder: PlacementBuilder, heading: int, strength: float) -> list[Placement]:
    """Return the placements, best first, that replace a section by the content. `heading` is the index of the section's
    heading block, and `strength` (0 to 1) is how clearly the message asks for the replacement.
    """
    index = next(i for i, s in enumerate(builder.view.sections) if s.heading == heading)
    return builder.of(PlacementRequest("replace", Target("section", 1.0, 0, sections=(index,)), strength=strength))


def replacement_of_text(document: Document, content: str, text: str) -> Placement | None:
    """Return the placement in which the content, another version of `text`, replaces this text. Returns None unless
    `text` is one block or several neighboring blocks, or occurs exactly once in the paragraphs. A heading of `text`
    stays if the content has none.

    No message orders this replacement, so its confidence is low.
    """
    builder = PlacementBuilder(view_of(document), Content.of(content))
    reason = "The content is another version of a text that was approved earlier."
    old = read(text if builder.content.level else Content.of(text).body)
    texts = texts_of(old, 0, len(old.blocks))
    same = starts_of(document, texts) if texts else []
    if len(same) == 1 and (builder.content.level or all(each.kind != "heading" for each in old.blocks)):
        place = "block" if len(texts) == 1 else f"blocks {len(texts)}"
        return with_captions(builder, [builder.make("replace", same[0], place, reason, GUESS)], ())[0]
    inside = [each for each in document.of_kind("paragraph") if text in document.source(each)]
    if same or len(inside) != 1 or builder.content.kinds != ("paragraph",):
        return None
    source = document.source(inside[0])
    start = source.index(text)
    if source.count(text) > 1:
        return None
    return builder.make("replace", inside[0].index, f"characters {start}-{start + len(text)}", reason, GUESS)
