"""Find the part of a document that the content says in other words: a section, a block, or a piece of a block.

A model often returns less than it was asked to change: one paragraph of a section, one sentence of a paragraph, one row
of a table. If this replaced the whole section, paragraph or table, the rest would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from backend.document.order_words import is_a, words_in
from backend.document.sentences import sentences
from backend.placement.carrying_out.resolve import items, rows
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import DESTROYING, Placement
from backend.placement.request.replacement import GUESS
from backend.ranking.terms import language_of, stop_terms, terms

#: Minimum share (0 to 1) of the content's terms that a text must contain, and of the text's terms that the content must
#: contain, so that the content says the same in other words; and minimum number of terms of each. Of 337 hand-written
#: restatements of passages (tests/bench/support_pairs*.json), 93 % reach both shares; of 3,191 blocks of papers
#: compared with the other blocks of their sections, 6 % do.
_OF_CONTENT, _OF_TEXT, _FEWEST_TERMS = 0.6, 0.35, 5
#: Number of first characters by which terms are compared at first. This is quick and finds too many matches, which are
#: then checked.
_BEGINNING = 4
_ACCENT = re.compile("[\u0300-\u036f]")
#: The share of the common terms of a whole and the content that one of its parts must have to be all that the content
#: rewords.
_NEARLY_ALL = 0.9
#: Minimum number of sentences of a paragraph of which a single sentence may be changed; a version of two sentences is
#: often one sentence. Not tuned.
_SENTENCES = 3
#: The share (0 to 1) of the length of a replaced text below which the content is much shorter. Not tuned: a third.
_MUCH_SHORTER = 0.35
#: Minimum number of words of a row or list item that is compared. Not tuned: its number or name, and its value.
_FEWEST_OF_ROW = 2
#: Phrases such as "with this" and "by the following": the message gives the whole new text ("rewrite X with this").
_GIVEN = re.compile(
    r"\b(?:with|by|mit|durch|par|avec|con|por|com|met|door)\s+(?:this|these|the following|the text|dies\w*"
    r"|folgende\w*|ce\w*|est[aeo]|quest[aeo]|ist[oa]|dit|deze)\b",
    re.IGNORECASE,
)
#: Phrases such as "with fewer rows", "half as long", "and keep it short", which say how much less text is wanted.
_FEWER = re.compile(
    r"\bfewer\b|\bconcisely\b|\bbriefly\b|\b(?:by|in|to) half\b|\bhalf (?:as|the (?:length|size))\b|\bauf die hälfte\b"
    r"|\b(?:short|brief|concise|kurz|knapp)\b(?=\s*(?:[.,;!?]|$|and\b|please\b|und\b|bitte\b))"
    r"|\b(?:de|à) (?:la )?moitié\b|\ba la mitad\b|\b(?:alla|della) metà\b|\bpela metade\b|\btot de helft\b|半分に|一半"
    r"|\b\d+ (?:words|characters|wörtern?|zeichen|mots|palabras|parole|palavras|woorden)\b",
    re.IGNORECASE,
)
#: Positions of a replacement that replaces a section, in whole or in part.
_SECTIONS = ("section body", "section", "section contents", "whole section")

#: A part of the document: the index of its first block, and the index after its last one.
Part = tuple[int, int]
_Span = tuple[int, int]


def reworded(builder: PlacementBuilder, parts: Sequence[Part]) -> Part | None:
    """Return the one part, or the one block of a part, that the content says in other words; None if there is none.

    A part is a pair: the index of its first block, and the index after its last. A block is returned instead of its
    part if the part's other blocks have hardly any words of the content.
    """
    blocks = [(index, index + 1) for start, stop in parts for index in range(start, stop)]
    content = _terms(builder, builder.content.text)
    every = [part for part in dict.fromkeys((*parts, *blocks)) if _may_agree(builder, part, content)]
    return _best({part: _terms(builder, source_of(builder, part)) for part in every}, content)


def narrower(builder: PlacementBuilder, found: Placement, message: str) -> list[Placement]:
    """Return a replacement of less text than `found` replaces, if the content rewords only this text: one block or
    sentence of a section, or one sentence, item or row of a block. Returns [] if the content rewords more, or if the
    message says that the content replaces all of the text.
    """
    if found.operation != "replace" or found.anchor is None:
        return []
    if _GIVEN.search(message) or any(is_a(word, "replacing") for word in words_in(message)):
        return []
    if found.place == "block":
        return _piece(builder, found.anchor.block, message)
    if found.place not in _SECTIONS:
        return []
    whole = replaced_part(builder, found, found.anchor.block)
    if builder.content.level or sum(b.kind != "heading" for b in builder.view.blocks[slice(*whole)]) < 2:
        return []
    best = reworded(builder, [whole])
    if best == whole:
        return []
    if best is not None:
        reason = "The content rewords the text that it replaces, and no other text of the section."
        return [builder.make("replace", best[0], "block", reason, GUESS)]
    return reworded_sentence_of(builder, [whole], message)


def reworded_sentence_of(builder: PlacementBuilder, parts: Sequence[Part], message: str) -> list[Placement]:
    """Return the replacement of the one sentence in `parts` that the content says in other words; [] if there is none,
    or more than one. A part is a pair: the index of its first block, and the index after its last.
    """
    indexes = dict.fromkeys(index for part in parts for index in range(*part))
    content = _terms(builder, builder.content.text)
    paragraphs = [index for index in indexes if builder.view.blocks[index].kind == "paragraph"]
    pieces = [
        _piece(builder, index, message) for index in paragraphs if _may_agree(builder, (index, index + 1), content)
    ]
    found = [each for each in pieces if each]
    return found[0] if len(found) == 1 else []


def removes_most(builder: PlacementBuilder, found: Placement, message: str) -> bool:
    """Return True if the replacement `found` makes the text much shorter, although the message does not ask to shorten,
    remove or replace it. The content may then be a version of only a part of the text. Returns False if the message
    itself contains the content.
    """
    if found.operation != "replace" or found.anchor is None or found.place not in ("block", *_SECTIONS):
        return False
    if _FEWER.search(message) or any(is_a(word, "shortening", "removing", "replacing") for word in words_in(message)):
        return False
    old = source_of(builder, replaced_part(builder, found, found.anchor.block))
    text = " ".join(builder.content.text.casefold().split())
    return len(text) < _MUCH_SHORTER * len(old) and text not in " ".join(message.casefold().split())


def repeats_more(builder: PlacementBuilder, found: Placement) -> bool:
    """Return True if the replacement `found` would leave text twice in the document: besides the block or sentence that
    the content replaces, it also repeats text of the section or paragraph around it.
    """
    if found.anchor is None:
        return False
    index, section = found.anchor.block, builder.view.section_of(found.anchor.block)
    block = source_of(builder, (index, index + 1))
    if found.place.startswith("characters"):
        start, stop = (int(number) for number in found.place.removeprefix("characters ").split("-"))
        own, around = block[start:stop], block
    elif found.place == "block":
        own, around = block, source_of(builder, (section.first, section.own_stop))
    else:
        return False
    content = _terms(builder, builder.content.text)
    common, more = _terms(builder, own) & content, _terms(builder, around) & content
    return len(common) < _NEARLY_ALL * len(more) and len(more - common) > 1  # one word may be a new one


def source_of(builder: PlacementBuilder, part: Part) -> str:
    """Return the source of a part of the document: the text of the blocks from index `part[0]` to `part[1]` - 1."""
    blocks = builder.view.document.blocks
    return builder.view.document.text[blocks[part[0]].start : blocks[part[1] - 1].end]


def replaced_part(builder: PlacementBuilder, found: Placement, anchor: int) -> Part:
    """Return the blocks that the replacement `found` replaces, as (index of the first, index after the last). `anchor`
    is the index of the block that `found` names: the replaced block, or the heading of the replaced section.
    """
    if found.place == "block":
        return anchor, anchor + 1
    section = builder.view.section_of(anchor)
    return section.first, section.own_stop if found.place in ("section body", "section") else section.stop


def _piece(builder: PlacementBuilder, index: int, message: str) -> list[Placement]:
    """Return the replacement of the only row, list item or sentence of block `index` that the content rewords; [] if
    there is none. Returns [] also if the message asks to shorten, because one sentence may then be the new version of
    the whole paragraph.
    """
    block = builder.view.blocks[index]
    source, content = builder.view.document.source(block), builder.content
    if any(is_a(word, "shortening") for word in words_in(message)):
        return []
    if block.kind == "table" and content.row and "\n" not in content.text:
        return _numbered(builder, index, "row", rows(source))
    if block.kind == "list" and content.fits_item:
        return _numbered(builder, index, "item", items(source))
    if block.kind != "paragraph" or content.kinds != ("paragraph",) or len(sentences(content.text)) != 1:
        return []
    spans = {span: _terms(builder, source[slice(*span)]) for span in sentences(source)}
    best = _best({(0, len(source)): _terms(builder, source), **spans}, _terms(builder, content.text))
    if best is None or best == (0, len(source)) or len(spans) < _SENTENCES:
        return []
    reason = "The content rewords the sentence that it replaces, and no other sentence of the paragraph."
    return [builder.make("replace", index, f"characters {best[0]}-{best[1]}", reason, GUESS)]


def version_of_item(builder: PlacementBuilder, found: Placement) -> list[Placement]:
    """Return the replacement of the only list item that the content says in other words, if `found` inserts the content
    into this list or the list's section; else [].
    """
    if found.operation in DESTROYING or found.anchor is None or not builder.content.fits_item:
        return []
    block = builder.view.blocks[found.anchor.block]
    near = builder.view.own(builder.view.section_of(block.index)) if block.kind != "list" else [block]
    lists = [each.index for each in near if each.kind == "list"]
    if len(lists) != 1:
        return []
    source = builder.view.document.source(builder.view.blocks[lists[0]])
    return _numbered(builder, lists[0], "item", items(source))


def _numbered(builder: PlacementBuilder, index: int, unit: str, pieces: Sequence[_Span]) -> list[Placement]:
    """Return the replacement of the row or list item of block `index` that shares the most words with the content.
    Returns [] if several share as many, or if the content also has words that only the others have.

    `unit` is "row" or "item", and `pieces` are the character ranges of all rows or items.
    """
    source = builder.view.document.source(builder.view.blocks[index])
    content = frozenset(terms(builder.content.text))
    said = [content & frozenset(terms(source[slice(*each)])) for each in pieces]
    common = [len(each) for each in said]
    if len(pieces) < 2 or max(common) < min(_FEWEST_OF_ROW, len(content)) or common.count(max(common)) > 1:
        return []
    if max(common) < _NEARLY_ALL * len(frozenset().union(*said)):
        return []  # the content says the other items, too
    reason = f"The content is another version of the {unit} that it replaces."
    return [builder.make("replace", index, f"{unit} {common.index(max(common)) + 1}", reason, GUESS)]


def _best(found: dict[Part, frozenset[str]], content: frozenset[str]) -> Part | None:
    """Return the part whose words agree best with those of the content; None if none agrees well enough. `found` maps
    each part to the stems of its words. A part is left out if it clearly has fewer of the content's words than all
    parts together.
    """
    most = len(frozenset().union(*found.values()) & content)
    near = {part: each for part, each in found.items() if len(each & content) >= _NEARLY_ALL * most}
    shares = {part: _agreement(each, content) for part, each in near.items()}
    best = max(shares, key=lambda part: shares[part], default=None)
    return best if best is not None and shares[best] > 0 else None


def _may_agree(builder: PlacementBuilder, part: Part, content: frozenset[str]) -> bool:
    """Return True if a part may be a version of the content. A part cannot be one if it is only a heading, or has too
    few of the terms in `content`.
    """
    if part[1] - part[0] == 1 and builder.view.document.blocks[part[0]].kind == "heading":
        return False
    source = source_of(builder, part).casefold()
    if not source.isascii():  # the terms have no accents
        source = normalize("NFC", _ACCENT.sub("", normalize("NFD", source)))
    # half of what a version has: with another part together, it may be what the content rewords
    return sum(term[:_BEGINNING] in source for term in content) >= _OF_CONTENT / 2 * len(content)


def _agreement(text: frozenset[str], content: frozenset[str]) -> float:
    """Return how well the terms of a text and of the content agree. This is the smaller of two shares (0 to 1): of the
    content's terms that are in the text, and of the text's terms that are in the content. Returns 0 if the content is
    not a version of the text.
    """
    common = len(text & content)
    if min(len(text), len(content)) < _FEWEST_TERMS:
        return 0.0
    of_content, of_text = common / len(content), common / len(text)
    return min(of_content, of_text) if of_content >= _OF_CONTENT and of_text >= _OF_TEXT else 0.0


def _terms(builder: PlacementBuilder, text: str) -> frozenset[str]:
    """Return the stems of a text's words without function words. The language is that of the content."""
    language = language_of(builder.content.text)
    return frozenset(terms(text, language)) - stop_terms(language)
