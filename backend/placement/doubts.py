"""Find reasons to doubt the place that the rules or the model chose. Two examples: several sections have the title that
the message names, or the document lacks the part that the message names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.order_classes import INDEFINITE
from backend.document.order_words import is_a, words_in
from backend.errors import Unplaceable
from backend.mentions import closed_words
from backend.mentions.closed_words import noun
from backend.mentions.described_blocks import Found
from backend.mentions.document_view import DocumentView, view_of
from backend.mentions.inner_places import BECOMING
from backend.mentions.lexicon import ordinals, tokens
from backend.mentions.referents import Target
from backend.mentions.resolver import Mention, resolve
from backend.mentions.section_names import title_words
from backend.mentions.section_references import SectionReferences
from backend.placement.carrying_out.resolve import resolve as splices
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import DESTROYING, Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.replacement import GUESS
from backend.placement.request.unmet_relations import gives_neighbor
from backend.placement.request.unmet_words import Surroundings, has_unmet_words
from backend.placement.request.usual_part import last_part
from backend.placement.versions.named_titles import title_stems
from backend.ranking.function_words import EVERY_WORD

_QUOTED = re.compile(r"[“„«\"‘‚][^“”„«»\"]{1,200}[”“»\"’‘]")
_PARTING = re.compile(r"[,:;—–]|\s-\s")
#: Two blocks fit a description equally well if their scores differ by less than this.
_TIE = 0.021
#: Kinds of parts that are whole sections or the whole document.
_WHOLES = frozenset({"section", "document", "heading"})


def doubts(
    builder: PlacementBuilder, message: str, asked: PlacementRequest | None, reworks: bool
) -> tuple[bool, list[Placement]]:
    """Return whether the place is in doubt ("in Methods", and two sections are called Methods), and a list of the other
    places that the message may mean; the list may be empty.

    `asked` is the place that the messages ask for, or None. `reworks` is True if the message asks to rewrite a text of
    the document.
    """
    document = builder.view.document
    named = [each for each in resolve(document, message) if each.kind != "document"]
    twofold = next((each for each in named if each.rivals and each.kind not in ("section", "quotation")), None)
    if twofold is not None:  # "the first paragraph of Methods", and two sections are called Methods
        places = (twofold.start, *(start for start, _ in twofold.rivals))
        reason = f"The document has several parts that “{' '.join(twofold.said.split())}” may mean."
        return True, [builder.make("replace", at, "block", reason, GUESS) for at in places] if reworks else []
    if any(_lacks_its_part(builder, message, each, asked) for each in named):
        return True, []
    if any(_is_shorter(builder.view, message, first) for first in _synonyms(message, named, asked)):
        return True, []
    if asked is None:
        return names_what_is_not_there(document, message, named), []
    if asked.new_section and (builder.content.level or asked.title):
        return False, []
    starts = {start for each in named for start, _ in each.rivals if each.how in ("exact", "part")}
    others = [i for i, section in enumerate(builder.view.sections) if section.heading in starts] if starts else []
    others = others or _of_like_title(builder, asked)
    target = asked.target
    if others and target is not None and target.kind == "section":
        found = [builder.of(replace(asked, target=Target("section", target.score, 0, sections=(i,)))) for i in others]
        return True, [each[0] for each in found if each]
    if _resolves_to_another(builder, message, asked, named):
        return True, []
    if target is not None and target.kind == "block":
        several = next((each for each in named if _is_one_of_several(each, target)), None)
        if several is not None:  # "after paragraphs 2 to 4", which are no single block
            reason = "The place is after the last of the blocks that the message names."
            last = builder.make("insert_after", several.stop - 1, "block", reason, GUESS)
            return True, [last] if asked.relation == "after" else []
        tied = _tied(target) if asked.relation != "replace" else []  # replacements have a margin of their own
        if tied:
            return True, [
                each for found in tied for each in builder.of(replace(asked, target=_only(target, found)))[:1]
            ]
        doubtful = asked.subsection and target.noun == "paragraph"  # "before the first subsection" is no paragraph
        return doubtful or bool(others) or names_what_is_not_there(document, message, named), []
    return bool(others) or names_what_is_not_there(document, message, named), []


def _resolves_to_another(
    builder: PlacementBuilder, message: str, asked: PlacementRequest, named: Sequence[Mention]
) -> bool:
    """Return True if two ways of reading a section's name find different sections: that of `mentions.resolver`, and
    that of the request `asked`.

    For example, two parts of the paper have a subsection "Challenge 2", and each way chooses another one of them.
    Returns True also if `asked` found its section only by a synonym or by some words of its title, and the message
    certainly names other sections. `named` are the parts that the message names.
    """
    target, reading = asked.target, parsed(builder.view, message)
    mention = target.mention if target is not None else None
    if target is None or mention is None or reading is None:
        return False
    if (
        mention.how in ("part", "synonym")
        and asked.relation != "between"
        and _names_only_others(builder, target, named)
    ):
        return True
    if len(target.sections) <= 1:
        return False
    start = reading.tokens[mention.first].start if mention.first < len(reading.tokens) else -1
    chosen = builder.sections(target, asked)[0]
    same = [each for each in named if each.kind == "section" and each.at[0] <= start < each.at[1]]
    return bool(same) and same[0].start != chosen.first


def _names_only_others(builder: PlacementBuilder, target: Target, named: Sequence[Mention]) -> bool:
    """Return True if the message certainly names sections, such as Results, but no section that `target` may mean is
    one of them or inside one of them. `named` are the parts that the message names.
    """
    certain = [each for each in named if each.kind == "section" and each.sure]
    starts = [builder.view.sections[index].first for index in target.sections]
    return bool(certain) and not any(each.start <= at < each.stop for each in certain for at in starts)


def _of_like_title(builder: PlacementBuilder, asked: PlacementRequest) -> list[int]:
    """Return the indices of sections that the message may mean instead of the chosen one: their titles have the same
    words, in any form, and they are at a higher level. If the "Conclusion" of a subsection was chosen, the main section
    "Conclusions" is such a section.
    """
    sections = builder.view.sections
    meant = asked.target.sections[:1] if asked.target is not None and asked.target.mention is not None else ()
    found: list[int] = []
    for chosen in meant:
        words, level = title_stems(sections[chosen].title), sections[chosen].level
        above = (index for index, each in enumerate(sections) if words and each.level < level)
        found += (index for index in above if title_stems(sections[index].title) == words)
    return found


def _tied(target: Target) -> list[Found]:
    """Return the blocks besides the best one that the description of `target` ("about ice") fits nearly as well."""
    return [each for each in target.blocks[1:] if each.score >= target.blocks[0].score - _TIE]


def _only(target: Target, found: Found) -> Target:
    return replace(target, blocks=(found,))


def leaves_words_unmet(
    builder: PlacementBuilder, asking: Sequence[str], asked: PlacementRequest | None, found: Placement
) -> bool:
    """Return True if some words of the latest message that asks for a place do not fit the place `found`. For example,
    the message says "after the second table", and no table is before the place.

    `asking` are the messages that ask for a place, oldest first.
    """
    if not asking or asked is None or found.operation in DESTROYING or not builder.content.text.strip():
        return False
    if _misses_item(builder, asking[-1], asked, found):
        return True
    if found.operation == "prepend_to_document" and _has_word_of_a_title(builder, asking[-1]):
        return True
    try:
        splice = splices(found, builder.view.document, builder.content.text)[0]
    except Unplaceable:
        return True
    inserts = splice.start == splice.stop
    return inserts and has_unmet_words(asking[-1], asked, Surroundings.of(builder.view, splice.start))


def _has_word_of_a_title(builder: PlacementBuilder, message: str) -> bool:
    """Return True if a message has a word of a section's title, apart from words for places and orders. "As the first
    publication" may mean the start of the document, but also the first item of the section "Selected publications". The
    titles of the document's first two sections are not compared.
    """
    said = {
        word.stem
        for word in tokens(message)
        if word.word and not (word.quote or is_a(word.norm, "edge", "place", *_ORDERING) or word.norm in EVERY_WORD)
    }
    return any(word.stem in said for section in builder.view.sections[2:] for word in title_words(section.title))


_ORDERING = ("placing", "writing", "element", "piece")


#: Nouns that can only mean a list item. "Point" is left out, because it may mean anything.
_ITEM = re.compile(
    r"\b(?:bullets?(?: points?)?|list items?|items?|(?:listen|aufzählungs)punkt\w*|puces?|viñetas?|lijstpunt\w*)\b",
    re.I,
)


def _misses_item(builder: PlacementBuilder, message: str, asked: PlacementRequest, found: Placement) -> bool:
    """Return True if a message asks for a place in a list, but the place `found` does not fit these words.

    It does not fit if it is next to a whole block ("add a bullet on rain", but the place is after the list). It does
    not fit either if it is the end of the list, but the message names another place in the list: by a number ("as the
    second item"), or by "before" or "after" an item.
    """
    beside = asked.relation in ("after", "before", "between")
    reading = parsed(builder.view, message)
    if found.place.startswith("item") and (beside or (reading is not None and gives_neighbor(reading))):
        return True  # beside_items.py has not found the item
    said = _QUOTED.sub(" “” ", message)
    if _ITEM.search(said) is None:
        return False
    words = tokens(said)
    counts = any(closed_words.ordinal(words, at)[0] for at in range(len(words)))
    return not found.place.startswith("item") or counts or beside


def names_a_sentence(document: Document, message: str) -> bool:
    """Return True if a message names a single sentence, so that replacing its whole paragraph would be wrong."""
    return any(each.kind == "sentence" for each in resolve(document, message))


def counts_what_is_not_found(document: Document, message: str, found: Placement) -> bool:
    """Return True if a message names the text to replace by a number ("the first paragraph of X"), but the block that
    the place `found` replaces is in no part that the message names. The number was then probably misunderstood.
    """
    if found.operation != "replace" or found.anchor is None:
        return False
    words = [word for word in tokens(message) if word.word]
    counted = any((one.stem,) in ordinals() and noun([two], 0)[0] for one, two in pairwise(words))
    named = [each for each in resolve(document, message) if each.kind not in ("section", "document")]
    return counted and not any(each.start <= found.anchor.block < each.stop for each in named)


def orders_other_words(message: str) -> bool:
    """Return True if a message asks to reword an existing text, and asks for no new text: "simplify …", "shorten …"."""
    words = words_in(message)
    new = any(is_a(word, "placing", "writing") for word in words)
    return not new and any(is_a(word, "shortening", "rewording") for word in words)


def means_a_block(document: Document, message: str, asked: PlacementRequest | None) -> bool:
    """Return True if the rules understood the place as a section (`asked`: in it, or at its start or end), but the
    message also names a block by a number: "the first paragraph of X".
    """
    if asked is None or asked.relation not in ("in", "start", "end") or asked.target is None:
        return False
    if asked.target.kind != "section":
        return False
    return any(
        each.how == "ordinal" and each.sure and is_definite(message, each.at[0]) for each in resolve(document, message)
    )


def is_definite(message: str, at: int) -> bool:
    """Return True if the words at character `at` of the message name an existing part: "the first paragraph".

    Returns False for words that name a part to be written: "a first paragraph", "as the first paragraph". Returns False
    also for words without an article after a punctuation mark, because they name a place: "Methods, last paragraph".
    """
    before = [each for each in tokens(message) if each.end <= at and each.word]
    article = before.pop() if before and closed_words.is_a(before[-1], "articles") else None
    if article is not None and article.norm in INDEFINITE:
        return False
    if article is None and before and _PARTING.search(message[before[-1].end : at]):
        return False
    last = before[-1].text.casefold() if before else ""
    return last not in BECOMING and not is_a(last, "pronoun") and last not in INDEFINITE


def _lacks_its_part(builder: PlacementBuilder, message: str, section: Mention, asked: PlacementRequest | None) -> bool:
    """Return True if a message names a part that `section` lacks: "the eighth paragraph of Methods", which has two."""
    target = asked.target if asked is not None else None
    if section.kind != "section" or not section.guessed or target is None or target.kind != "section":
        return False
    headings = {builder.view.sections[index].heading for index in target.sections}
    return section.start in headings and speaks_of_a_part(message, section)


def _is_shorter(view: DocumentView, message: str, first: int) -> bool:
    """Return True if the word at token `first`, a synonym of a section's title, has an unknown word directly before it.
    It is then only the end of a longer name: "protocol" in "Beekeeping protocol" does not mean the section "Methods".
    """
    words, reading = tokens(message), parsed(view, message)
    if not 0 < first < len(words) or (reading is not None and reading.known(first - 1)):
        return False
    before = words[first - 1]
    if not before.word or message[before.end : words[first].start].strip(" -") or noun(words, first - 1)[0]:
        return False
    return before.norm not in EVERY_WORD


def _synonyms(message: str, named: Sequence[Mention], asked: PlacementRequest | None) -> Iterator[int]:
    """Yield the index of each token with which a message names a section by a synonym of its title. `named` are the
    parts that the message names, and `asked` is the place that it asks for.
    """
    said = asked.target.mention if asked is not None and asked.target is not None else None
    if said is not None and said.how == "synonym":
        yield said.first
    for each in named:
        if each.kind == "section" and each.how == "synonym":
            yield next((at for at, word in enumerate(tokens(message)) if word.start >= each.at[0]), 0)


def _is_one_of_several(mention: Mention, target: Target) -> bool:
    """Return True if `mention` names several blocks together ("after paragraphs 2 to 4"), and `target` is only one of
    them.
    """
    together = mention.kind not in ("section", "quotation") and mention.stop - mention.start > 1
    return together and any(mention.start <= found.block.index < mention.stop for found in target.blocks[:1])


def names_what_is_not_there(document: Document, message: str, named: Sequence[Mention]) -> bool:
    """Return True if a message names a section that the document lacks, in quotation marks or next to the word
    "section". `named` are the parts of the document that were found for other words of the message.
    """
    if _quotes_what_is_not_there(document, message, named):
        return True
    spans = [each.at for each in named]
    words = tokens(message)
    sections = SectionReferences(view_of(document), message, words)
    if any(each.kind == "section" for each in named):
        return False
    numbered = {at for each in sections.numbered() for at in range(each.first, each.stop)}
    numbered |= {at for each in sections.read() if each.how == "exact" for at in range(each.first - 1, each.stop + 2)}
    loose = [
        at
        for at, word in enumerate(words)
        if at not in numbered
        and not any(start <= word.start and not message[end : word.start].strip() for start, end in spans)
    ]  # "the table in the Methods section": the word after a name belongs to the name
    says = any("section" in noun(words, at)[0] and words[max(0, at - 1)].norm not in INDEFINITE for at in loose)
    return says and not any(each.kind == "document" or each.how == "number" for each in named)


def _quotes_what_is_not_there(document: Document, message: str, named: Sequence[Mention]) -> bool:
    spans = [each.at for each in named]
    for quoted in _QUOTED.finditer(message):
        if not any(sign.isalnum() for sign in quoted[0]):  # “…” stands for the text in the message
            continue
        known = any(start < quoted.end() and quoted.start() < end for start, end in spans)
        if not known and quoted[0][1:-1].strip() not in document.text:
            return True
    return False


def missing_part(document: Document, messages: Sequence[str]) -> tuple[str, ...]:
    """Return a warning if the messages ask for text in a usual part of a paper, such as "Conclusion", that the document
    lacks. Returns () if there is nothing to warn of, and for an empty document.

    Returns () also if the last message certainly names a part that the document has. The missing part is then only a
    topic: "limitations" in "a sentence on limitations at the end of Results".
    """
    part = last_part(document, messages) if document.text.strip() else None
    if part is None or part.sections:
        return ()
    if any(each.sure and each.kind not in ("document", "quotation") for each in resolve(document, messages[-1])):
        return ()
    return (
        f"The document has no section “{part.name}”. Check in the preview where the draft would go before you approve "
        "it.",
    )


def names_counted_part(message: str) -> bool:
    """Return True if a message has a noun for parts that can be counted in a document, such as "figure"."""
    words = tokens(message)
    return any(_COUNTED.intersection(noun(words, at)[0]) for at in range(len(words)))


_COUNTED = frozenset({"paragraph", "sentence", "table", "figure", "list", "equation", "item", "row"})


def speaks_of_a_part(message: str, section: Mention) -> bool:
    """Return True if a message is about something inside the section that it names: "the paragraph on wombats in
    Methods".
    """
    words = tokens(message)
    for at, word in enumerate(words):
        kinds, _ = noun(words, at)
        inside = section.at[0] <= word.start < section.at[1]
        if kinds and not inside and not _WHOLES.issuperset(kinds):
            return True
    return False
