"""Place a sentence inside a paragraph: before, after or in place of a sentence that the message names, or at the start
or end of a paragraph that it names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.given_citation import is_citation
from backend.document.insertion_orders import PLACE_HOLDER
from backend.document.order_classes import AFTER, BEFORE
from backend.document.sentences import sentences
from backend.document.similar_text import shared_pairs
from backend.document.word_occurrences import occurrences
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention, resolve
from backend.mentions.sentence_orders import ordered_sentence, with_quoted_sentences
from backend.placement.carrying_out.resolve import items, rows
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Operation, Placement
from backend.placement.repeated_text import VERSION, sentence_version
from backend.placement.request.replacement import ORDERED
from backend.placement.versions.kept_text import keeps_text

#: Confidence (0 to 1) of such a place. It is high, because only known words name it.
_CLEAR = 0.95
#: Maximum number of words of a fragment of a sentence, and the signs that end a sentence.
_FRAGMENT, _SENTENCE_ENDS = 12, (".", "!", "?", "。", "！", "？")
#: Signs at the end of a sentence that announces the text after it.
_LEADING_IN = (":", "：")
#: Articles that may stand between a relation such as "after" and the name of a part.
_ARTICLE = (
    r"(?:th(?:e|at|is)|its|diese[mnr]|cet?|est[ea]|quel|der|des|dem|den|die|das|le|la|l['’]|el|los|il|lo|o|a|de|het)?"
    r"\s*\Z"
)
#: Words for "of" after such a relation: "ahead of", "después de".
_OF = r"(?:(?:of|de|del|di|d[ao]|del\w+)\s+)?"
_AFTER = re.compile(rf"\b(?:{'|'.join(AFTER)})\s+{_OF}{_ARTICLE}", re.IGNORECASE)
_BEFORE = re.compile(  # "über" is also "about"
    rf"\b(?:{'|'.join(BEFORE - {'über'})}|in front)\s+{_OF}{_ARTICLE}", re.IGNORECASE
)
_WITH = re.compile(
    r"\b(?:with|beside|near|next\s+to|bei|neben|zu|avec|près\s+de|con|junto\s+a|accanto\s+a|com|bij|met)\s+"
    r"(?:the|that|de[rmn]|das|die|la|cette|el|esa|quella|de)\s*\Z",
    re.IGNORECASE,
)
#: Phrases such as "at the end of" and, after a verb of adding, "to", directly before the name of a paragraph.
_END = re.compile(
    r"\b(?:(?:at|to|onto)\s+the\s+(?:very\s+)?end\s+of|(?:am|ans)\s+ende|à\s+la\s+fin\s+d[eu]|al\s+final\s+d(?:e|el)"
    r"|alla\s+fine\s+de\w*|(?:ao|no)\s+final\s+d[eo]|aan\s+het\s+eind(?:e)?\s+van"
    r"|(?:add|append|attach|tack)\b[^.;]*\s(?<!next )(?:to|onto)|(?:füg|ergänz)\w*(?=\s+dem\b)"
    rf"|ajout\w*\b[^.;]*\s(?<!suite )(?:à|au)|añad\w*\b[^.;]*\s(?<!junto )(?<!frente )(?:a|al))\s+{_ARTICLE}",
    re.IGNORECASE,
)
_START = re.compile(
    r"\b(?:(?:at|to)\s+the\s+(?:very\s+)?(?:start|beginning)\s+of|(?:am|an\s+den)\s+anfang|au\s+début\s+d[eu]"
    r"|al\s+(?:principio|comienzo)\s+d(?:e|el)|all['’]inizio\s+de\w*|no\s+in[íi]cio\s+d[eo]|aan\s+het\s+begin\s+van)\s+"
    rf"{_ARTICLE}",
    re.IGNORECASE,
)

#: The opening mark before a quoted part.
_OPENING = re.compile(r"[“\"„«]\s*\Z")
_QUOTED = re.compile(r"[“\"„«]\s?([^“”\"„«»\n]+?)\s?[”\"“»]")


def within_paragraph(builder: PlacementBuilder, message: str) -> tuple[Placement, ...]:
    """Return two places for a text that belongs inside a paragraph: the place next to the sentence that a message names
    ("after the sentence on ice"), and the place beside the whole paragraph.

    If the content repeats all words of a sentence in this section and has more words, the replacement of that sentence
    comes first. Returns () if the message names no place in a paragraph, or asks for a separate paragraph. Returns ()
    also if the content is not one paragraph of prose.
    """
    if builder.content.kinds != ("paragraph",):
        return ()
    document = builder.view.document
    cites = is_citation(builder.content.text)
    kinds = ("sentence", "paragraph", "quotation") if _is_fragment(builder.content.text) else ("sentence", "paragraph")
    named = [each for each in _named(builder, message) if each.kind in kinds]
    if cites and not named:
        return _behind_words(builder, message)
    if len(named) > 1:  # "the sentence on gulls goes after the one on ducks": the draft, and its place
        named = [each for each in named if each.kind == "sentence" and _relation_to(message, each)]
    if len(named) != 1 or not named[0].sure or document.blocks[named[0].start].kind != "paragraph":
        return ()
    part = named[0]
    side = _side(message, part) or ("after" if cites and _END.search(_before(message, part)) else "")
    if part.stop - part.start != 1 or not side or _asks_for_paragraph(message, part):
        return ()
    block = document.blocks[part.start]
    if side == "after" and document.text[slice(*part.span)].rstrip().endswith(_LEADING_IN):
        return ()  # the text that it announces follows: nothing comes between them in the same paragraph
    quoted = part.kind == "sentence" and part.how == "quotation"  # then one sentence is no version of the paragraph
    if not quoted and shared_pairs(document.source(block), builder.content.text) >= VERSION:
        return ()
    first, stop = part.span[0] - block.start, part.span[1] - block.start
    stop = first + len(document.text[slice(*part.span)].rstrip())
    if part.kind == "paragraph":
        first, stop = 0, len(document.source(block).rstrip())
    if cites and side == "after" and document.source(block)[:stop].endswith(_SENTENCE_ENDS):
        stop -= 1  # a citation belongs to the sentence before it
    operation: Operation = "insert_after" if side == "after" else "insert_before"
    reason = "The place is inside a paragraph, at the position that the message names."
    inside = builder.make(operation, block.index, f"characters {first}-{stop}", reason, _CLEAR)
    beside = builder.make(operation, block.index, "block", "The content becomes a separate paragraph.", 0.3)
    longer = sentence_version(builder, inside)[:1]
    if longer and keeps_text(document, builder.content.text, longer[0], ()):
        return longer[0], inside, beside
    return inside, beside


def is_beside_a_sentence(message: str) -> bool:
    """Return True if a message asks for the place beside a sentence: "after the sentence on rain", "with that
    sentence".
    """
    words = tokens(message)
    starts = [word.start for at, word in enumerate(words) if "sentence" in noun(words, at)[0]]
    return any(side.search(message[:start]) for start in starts for side in (_AFTER, _BEFORE, _WITH))


def _named(builder: PlacementBuilder, message: str) -> Sequence[Mention]:
    """Return the mentions of the parts that a message names, with two exceptions:
    - for "as the first sentence of Methods" (or "last"), a mention of the section's first (or last) block;
    - for a content of one sentence, only the sentences that the message quotes, if the content goes into the paragraphs
      of all of them.
    """
    document = builder.view.document
    named = resolve(document, message)
    if (number := ordered_sentence(message)) in (1, -1) and len(named) == 1 and named[0].kind == "section":
        return [_edge_of(document, named[0], number)]
    content = builder.content.text.strip()
    if len(sentences(content)) != 1 or not content.endswith(_SENTENCE_ENDS):
        return named
    quoted = [each for each in with_quoted_sentences(document, message, named) if each.how == "quotation"]
    inner = [each for each in quoted if each.kind == "sentence" and _goes_inside(document, message, each)]
    return inner if len(inner) == len(quoted) and inner else named


def _edge_of(document: Document, section: Mention, number: int) -> Mention:
    """Return a mention of a section's first block (`number` 1) or last block (`number` -1). It is treated as a single
    sentence, so that content before it goes to the start of the block, and content after it to the end.
    """
    inside = [each for each in document.blocks[section.start + 1 : section.stop] if each.kind != "comment"]
    block = inside[0 if number > 0 else -1] if inside else document.blocks[section.start]
    return replace(section, kind="sentence", start=block.index, stop=block.index + 1, span=(block.start, block.end))


def _behind_words(builder: PlacementBuilder, message: str) -> tuple[Placement, ...]:
    """Return the place after the words that the message quotes ("after “…”"), if they occur exactly once in the
    paragraphs; else ().
    """
    document = builder.view.document
    quoted = [each[1] for each in _QUOTED.finditer(message) if _AFTER.search(message[: each.start()])]
    found = [
        (block.index, span[1])
        for block in document.blocks
        if len(quoted) == 1 and block.kind == "paragraph"
        for span in occurrences(document.source(block), quoted[0])
    ]
    if len(found) != 1:
        return ()
    reason = "The place is inside a paragraph, at the position that the message names."
    return (builder.make("insert_after", found[0][0], f"characters 0-{found[0][1]}", reason, _CLEAR),)


def _goes_inside(document: Document, message: str, sentence: Mention) -> bool:
    """Return True if a text next to a quoted sentence goes into the paragraph of this sentence. This is so if the
    quotation includes the sentence's period, or if the paragraph has other sentences on that side.
    """
    block, side = document.blocks[sentence.start], _side(message, sentence)
    ahead, rest = document.text[block.start : sentence.span[0]], document.text[sentence.span[1] : block.end]
    ended = message[: sentence.at[1]].rstrip('”“"» ').endswith(_SENTENCE_ENDS)
    return bool(side and (ended or (rest if side == "after" else ahead).strip()))


def _is_fragment(content: str) -> bool:
    """Return True if the content is only a few words, such as a citation, and not a sentence. Such content goes inside
    a sentence.
    """
    text = content.strip()
    return "\n" not in text and len(text.split()) <= _FRAGMENT and text[-1:] not in _SENTENCE_ENDS


def _side(message: str, part: Mention) -> str:
    """Return "after" or "before", the side of the named part on which the content goes; "" if the message does not say
    it.
    """
    if part.kind in ("sentence", "quotation"):
        number = 0 if (beside := _relation_to(message, part)) else ordered_sentence(message)
        return beside or ("after" if number < 0 else "before" if number else "")
    before = _before(message, part)
    return "after" if _END.search(before) else "before" if _START.search(before) else ""


def _relation_to(message: str, part: Mention) -> str:
    """Return "after" or "before" if this relation is directly before the part's name; else ""."""
    ahead = (_OPENING.sub("", message[: part.at[0]]), _before(message, part))
    return "after" if any(map(_AFTER.search, ahead)) else "before" if any(map(_BEFORE.search, ahead)) else ""


def _before(message: str, part: Mention) -> str:
    """Return the words before a part's name. If the message quotes a paragraph, return the words before the noun
    "paragraph": "after the" for "after the paragraph that starts with “…”".
    """
    words = message[: part.at[0]]
    ahead = tokens(words) if part.how == "quotation" and part.kind != "quotation" else []
    nouns = [each.start for at, each in enumerate(ahead) if "paragraph" in noun(ahead, at)[0]]
    return words[: nouns[-1]] if nouns else _OPENING.sub("", words) if part.how == "quotation" else words


def _asks_for_paragraph(message: str, part: Mention) -> bool:
    """Return True if words outside the part's name mention a paragraph. The content should then be a separate
    paragraph.
    """
    ahead = _OPENING.sub("", message[: part.at[0]]) if part.kind == "sentence" else _before(message, part)
    words = tokens(ahead.replace(PLACE_HOLDER, " ")) + tokens(message[part.at[1] :])
    return any("paragraph" in noun(words, at)[0] for at in range(len(words)) if not words[at].quote)


def reworded_sentence(builder: PlacementBuilder, sentence: Mention) -> list[Placement]:
    """Return the replacement of the named sentence. If the content also repeats the rest of the paragraph unchanged,
    return the replacement of the whole paragraph.

    If the content repeats some words of the rest, and not more of the sentence, it is unclear what it replaces, and the
    result is [].
    """
    document = builder.view.document
    block, (start, stop) = document.blocks[sentence.start], sentence.span
    source = document.text[block.start : block.end]
    rest = [" ".join(each.split()) for each in (source[: start - block.start], source[stop - block.start :])]
    brought = " ".join(builder.content.text.split())
    what = "the quoted sentence" if sentence.how == "quotation" else " ".join(sentence.said.split())
    reason = f"The message asks for another version of {what}."
    if any(rest) and brought.startswith(rest[0]) and brought.endswith(rest[1]):
        return [builder.make("replace", block.index, "block", reason, ORDERED)]
    others, own = (shared_pairs(each, brought) for each in (" ".join(rest), document.text[start:stop]))
    if others >= max(VERSION, own) or builder.content.kinds != ("paragraph",):
        return []
    place = f"characters {start - block.start}-{stop - block.start}"
    return [builder.make("replace", block.index, place, reason, ORDERED)]


def reworded_item(builder: PlacementBuilder, item: Mention) -> list[Placement]:
    """Return the replacement of the named list item or table row. If the content is a whole table, return the
    replacement of the table. Returns [] if the content is not a single item or row.
    """
    block, (start, stop) = builder.view.blocks[item.start], item.span
    source = builder.view.document.source(block)
    spans = items(source) if item.kind == "item" else rows(source)
    fits = builder.content.fits_item if item.kind == "item" else builder.content.kinds == ("table",)
    meant = [n for n, (a, _) in enumerate(spans, 1) if start <= block.start + a < stop]
    one = item.kind == "row" or builder.content.kinds == ("paragraph",) or len(items(builder.content.text)) == 1
    if not fits or not one or len(meant) != 1:
        return []
    reason = f"The message asks for another version of {' '.join(item.said.split())}."
    if item.kind == "row" and not builder.content.row:
        return [builder.make("replace", block.index, "block", reason, ORDERED)]
    return [builder.make("replace", block.index, f"{item.kind} {meant[0]}", reason, ORDERED)]
