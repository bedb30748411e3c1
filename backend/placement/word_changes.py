"""Plan and carry out an edit that replaces words of the document by other words, or deletes words.

Such an edit is a `Placement` with operation `rename`, or `delete` if the words are deleted. Its position is `“old” to
“new” at B:S-E, …`: in block B, the characters S to E become the new words. For a deletion the new words are empty, and
one space beside the words is also removed. No other characters change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from backend.document.blocks import Block, Document, read
from backend.document.new_values import is_key, is_landmark_value, stands_near
from backend.document.order_words import is_a, read_sentence
from backend.document.outline import outline
from backend.document.word_occurrences import as_written, occurrences, put, word_places
from backend.document.word_orders import WordOrder, is_near
from backend.errors import Unplaceable
from backend.mentions.antecedents import points_within
from backend.mentions.cell_corrections import read_cell_correction
from backend.mentions.closed_words import noun
from backend.mentions.corrections import read_correction
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention, resolve
from backend.mentions.scoped_orders import UNCLEAR_PART, ScopedOrder, read_scoped_order
from backend.mentions.value_places import sentence_at, which_place
from backend.placement.ordered_edits.emptied_parts import empties_more, past_end_mark, without_empty_part
from backend.placement.plan import Placement, anchor_at
from backend.placement.planned_edit import CERTAIN, DOUBTFUL

#: Maximum number of occurrences that one edit changes, so that its position stays readable.
_MOST = 300
#: Maximum number of words of a sentence that may be a title: "Why now?"
_IN_TITLE = 2
#: Kinds of blocks in which words are names for a computer.
_TECHNICAL = frozenset({"front_matter", "code", "math", "latex", "html", "comment", "definition"})
#: Parts of a line in which words are names for a computer: inline code and formulas, link targets, addresses, HTML
#: tags, attributes, citation keys, LaTeX commands with their arguments.
_NAMES = re.compile(
    r"(`+)[^`\n](?:[^`]|(?<!`)`(?!`))*?\1|(?<!\\)\$[^$\n]+\$|\]\([^()\s]*\)|(?:https?://|www\.)[^\s<>)\]]+|<[^<>\n]*>"
    r"|\{[#.=][^{}\n]*\}|(?<![\w@])@\{?[\w:.#$%&+?~/-]+|\\(?:auto|page|eq|c)?ref\{[^{}]*\}|\\label\{[^{}]*\}"
    r"|\\cite\w*\*?(?:\[[^\]]*\])*\{[^{}]*\}"
)
_POSITION = re.compile(r"“(.*)” to “(.*)” at (\d+:\d+-\d+(?:, \d+:\d+-\d+)*)", re.DOTALL)
#: The number of a section after words without quotation marks.
_IN_NUMBER = re.compile(r"\s(?:in|dans|en|em)\s+\d+(?:\.\d+)+$", re.IGNORECASE)
_Found = tuple[int, int, int]
#: Ranges of the text, as start and end (excluded) in characters; None for the whole document.
_Where = tuple[tuple[int, int], ...] | None


def read_word_change(
    document: Document, message: str, draft: str = "", it: tuple[int, int] | None = None
) -> Placement | None:
    """Return the change of words in the document that a message orders; None if it orders none.

    `draft` is the text of the open draft. If it contains the words, and the message names no part of the document, the
    message means the draft, and the result is None. `it` is the range of blocks [first, stop) that the message calls
    "it", as in "replace “X” by “Y” in it".
    """
    scoped = _read(document, message, draft)
    if scoped.order is None:
        return _correction(document, message, draft)
    where = _where(scoped)
    if scoped.unclear or _is_in_draft(scoped.order, where, draft):
        return None
    if where is None and points_within(message):
        if draft or it is None:
            return None
        where = ((document.blocks[it[0]].start, document.blocks[it[1] - 1].end),)
    return _planned(document, scoped, where)


def _correction(document: Document, message: str, draft: str) -> Placement | None:
    """Return the change of one value: "travel is 54, not 45". Returns None if the open draft has this value, if the
    message corrects nothing, or if several values may be meant.
    """
    if draft and read_correction(read(draft), message) is not None:
        return None
    found = read_cell_correction(document, message) or read_correction(document, message)
    if found is None or (len(found.places) != 1 and not found.every):
        return None
    block, start, _ = found.places[0]
    table = document.blocks[block].kind == "table" and is_key(document.source(document.blocks[block]), start)
    if table and is_landmark_value(message, found.old):
        return None
    one = f"“{sentence_at(document, found.places[0])}”"
    where = one if len(found.places) == 1 else f"{len(found.places)} places"
    kept = [each for each in _everywhere(document, found.old, None) if found.every and each not in found.places]
    return Placement(
        "rename",
        section=outline(document).section_of(block).path or None,
        anchor=anchor_at(document, block),
        position=f"“{found.old}” to “{found.new}” at {', '.join(f'{b}:{a}-{z}' for b, a, z in found.places)}",
        reason=f"The edit changes “{found.old}” to “{found.new}” in {where}.{_staying(document, found.old, kept)}",
        confidence=CERTAIN if found.sure else DOUBTFUL,
    )


def which_words(document: Document, message: str, edit: Placement) -> str:
    """Return a question that asks which occurrence is meant, if the message orders to change words only "once" and the
    edit would change several occurrences. Return "" otherwise.
    """
    order = _read(document, message, "").order
    found = _POSITION.fullmatch(edit.position or "")
    if order is None or order.nth != 0 or found is None or edit.operation not in ("rename", "delete"):
        return ""
    block_spans = [tuple(map(int, re.split(r"[:-]", each))) for each in found[3].split(", ")]
    places = [(block, start, end) for block, start, end in block_spans]
    return which_place(document, order.old, places) if len(places) > 1 else ""


def which_part(document: Document, message: str) -> str:
    """Return a question that asks in which part to change words, if the message describes a place that is no part of
    the document. Return "" if the place is clear, or if the message orders no change of words.
    """
    scoped = _read(document, message, "")
    return UNCLEAR_PART.format(scoped.unclear) if scoped.order is not None and scoped.unclear else ""


def words_not_found(document: Document, message: str) -> str:
    """Return the words that a message orders to change, if the document, or the part that the message names, does not
    contain them. Otherwise return "".
    """
    scoped = _read(document, message, "")
    if scoped.order is None or any(each.how == "quotation" for each in resolve(document, message)):
        return ""  # "delete “The first words …”" quotes a paragraph
    return "" if _everywhere(document, scoped.order.old, _where(scoped), bool(scoped.order.new)) else scoped.order.old


@lru_cache(maxsize=4)  # decisions about one message need it for the document and for the draft that waits
def _read(document: Document, message: str, draft: str) -> ScopedOrder:
    """Return the order of a message to replace or delete words, and the parts of the document in which this is to be
    done. The order is None if the message gives no such order. `draft` is the text of the open draft.
    """
    scoped = read_scoped_order(document, message, draft)
    order, named = scoped.order, scoped.named
    if order is not None and not order.new and (_begins_otherwise(message) or _means_part(message, order, named)):
        return ScopedOrder(None, ())
    if order is not None and message[slice(*order.at[-1])] == order.new and _IN_NUMBER.search(order.new):
        return ScopedOrder(None, ())  # "… with 213 in 4.1", and no section has this number
    return replace(scoped, named=tuple(each for each in named if order is not None and not _overlaps(each, order)))


def _where(scoped: ScopedOrder) -> tuple[tuple[int, int], ...] | None:
    """Return the ranges of the text in which words are to be replaced, as the message says (`scoped`); None for the
    whole document.
    """
    named = tuple(each.span for each in scoped.named)
    return scoped.spans if scoped.spans is not None else named or None


def _begins_otherwise(message: str) -> bool:
    """Return True if a message begins with an order to rename, change, move or join: "rename X to “Y” and delete Z"."""
    return any(is_a(word, "renaming", "changing", "moving", "joining") for word in read_sentence(message).words[:1])


def _means_part(message: str, order: WordOrder, named: Sequence[Mention]) -> bool:
    """Return True if an order to delete words means a part of the document: the words are a whole block, or they follow
    a noun for a part, as in "delete row “2020”". `named` are the parts that the message names.
    """
    ahead = [each for each in tokens(message[: order.at[0][0]]) if each.word][-1:]
    whole = any(each.how == "quotation" and _overlaps(each, order) for each in named)
    return whole or bool(noun(ahead, 0)[0])


def _is_in_draft(order: WordOrder, where: _Where, draft: str) -> bool:
    return where is None and next(occurrences(draft, order.old), None) is not None


def is_word_change(edit: Placement) -> bool:
    """Return True if an edit changes or deletes words, and not whole blocks or a heading."""
    return edit.operation in ("rename", "delete") and _POSITION.fullmatch(edit.position or "") is not None


def changed_blocks(document: Document, edit: Placement) -> list[tuple[Block, str]]:
    """Return the blocks that the edit changes, each with its new text. Raises Unplaceable if the words are no longer
    there.
    """
    found = _POSITION.fullmatch(edit.position or "")
    assert found is not None
    old, new = found[1], found[2]
    changed: dict[int, str] = {}
    for each in reversed(found[3].split(", ")):
        block, start, end = (int(number) for number in re.split(r"[:-]", each))
        source = changed.get(block) or (document.source(document.blocks[block]) if block < len(document.blocks) else "")
        if (start, end) not in word_places(source, old):
            raise Unplaceable([f"“{old}” is no longer where this edit changes it. Reject this draft, and ask again."])
        left = put(source, (start, end), as_written(new, source[start:end], old))
        at = start if left[:start] == source[:start] else start - 1
        changed[block] = left if new else without_empty_part(document.blocks[block].kind, left, at)
    return [(document.blocks[at], source) for at, source in sorted(changed.items())]


def _overlaps(mention: Mention, order: WordOrder) -> bool:
    return any(mention.at[0] < end and start < mention.at[1] for start, end in order.at)


def _planned(document: Document, scoped: ScopedOrder, where: _Where) -> Placement | None:
    order = scoped.order
    assert order is not None
    every = list(_everywhere(document, order.old, where, begins=bool(order.new)))
    prose = [each for each in every if not _is_technical(document, each, order.code)]
    found = prose or every
    if order.near:
        found = [each for each in every if is_near(order.near, document.source(document.blocks[each[0]]))]
    beside = [each for each in found if stands_near(order.beside, _line_with_head(document, each))]
    unclear = bool(order.beside) and len(beside or found) > 1
    found = beside or found
    if order.nth:
        place = order.nth - (order.nth > 0)
        found = found[place:][:1] if place != -1 else found[-1:]
    if not found or len(found) > _MOST or (_is_sentence(order.new) and _is_in_heading(document, found)):
        return None
    if not order.new and (mark := _end_mark(document, found)):
        order, found = replace(order, old=order.old + mark), [(block, start, end + 1) for block, start, end in found]
    places = ", ".join(f"{block}:{start}-{end}" for block, start, end in found)
    first = found[0][0]
    return Placement(
        "rename" if order.new else "delete",
        section=outline(document).section_of(first).path or None,
        anchor=anchor_at(document, first),
        position=f"“{order.old}” to “{order.new}” at {places}",
        reason=_reason(order, len(found), len(every) - len(prose) if prose and order.nth is None else 0)
        + _capitals(document, order, where, found),
        confidence=CERTAIN
        if beside
        and not unclear
        and all(each.sure for each in scoped.named)
        and not _leaves_a_part(document, order, found)
        else DOUBTFUL,
    )


def _end_mark(document: Document, found: Sequence[_Found]) -> str:
    """Return the punctuation mark after the words at the places `found`, if the words are a whole sentence without it
    at each place: "." for "Nobody knows why" before a period. Returns "" if they are not, or if the marks differ.
    """
    sources = [(document.source(document.blocks[block]), start, end) for block, start, end in found]
    marks = {source[end : past_end_mark(source, start, end)] for source, start, end in sources}
    return marks.pop() if len(marks) == 1 else ""


def _is_in_heading(document: Document, found: Sequence[_Found]) -> bool:
    return any(document.blocks[block].kind == "heading" for block, _, _ in found)


def _is_sentence(words: str) -> bool:
    """Return True if `words` are a whole sentence. Then they cannot be a part of a heading: "replace WP3 by “Two trials
    will run.”" means the section and not the words "WP3".
    """
    return len(words.split()) > _IN_TITLE and words[:1].isupper() and words.rstrip()[-1:] in ".!?。！？"


def _line_with_head(document: Document, found: _Found) -> str:
    """Return two lines as context for an occurrence of the words: the first line of its block, such as the header of a
    table, and the line that contains the words.
    """
    block, start, _ = found
    source = document.source(document.blocks[block])
    head = source.split("\n", 1)[0]
    return f"{head}\n{source[source.rfind(chr(10), 0, start) + 1 :].split(chr(10), 1)[0]}"


def _leaves_a_part(document: Document, order: WordOrder, found: Sequence[_Found]) -> bool:
    """Return True if deleting the words at the places `found` would leave an empty table cell, or an empty list item
    with nested items.
    """
    blocks = document.blocks
    return not order.new and any(
        empties_more(blocks[block].kind, document.source(blocks[block]), (start, end)) for block, start, end in found
    )


def _everywhere(document: Document, words: str, where: _Where, begins: bool = False) -> list[_Found]:
    """Return each occurrence of the words in the ranges `where` of the text (None: in the whole document). An
    occurrence is the index of its block, and its start and end in characters of the block. With `begins`, a word that
    begins a sentence may have a capital letter.
    """
    find = word_places if begins else occurrences
    spans = where if where is not None else ((0, len(document.text)),)
    return [
        (block.index, start, end)
        for block in document.blocks
        for start, end in find(document.source(block), words)
        if any(a <= block.start + start and block.start + end <= b for a, b in spans)
    ]


def _is_technical(document: Document, found: _Found, code: bool) -> bool:
    """Return True if the words found are read by a computer, such as a URL or a citation key. If `code` is True, words
    in inline code are not regarded as technical.
    """
    block, start, end = found
    if document.blocks[block].kind in _TECHNICAL:
        return True
    names = _NAMES.finditer(document.source(document.blocks[block]))
    return any(each.start() < end and start < each.end() and not (code and each[1]) for each in names)


def _capitals(document: Document, order: WordOrder, where: _Where, found: Sequence[_Found]) -> str:
    """Return a sentence for the user if the words stay unchanged where they have a capital letter: “Ice” when the order
    replaces “ice”. Returns "" if there is no such place in the ranges `where` of the text. `found` are the places that
    the edit changes.
    """
    capital = order.old[:1].upper() + order.old[1:]
    if capital == order.old or order.nth is not None:
        return ""
    kept = [each for each in _everywhere(document, capital, where) if each not in found]
    return _staying(document, capital, kept, code=order.code)


def _staying(document: Document, words: str, kept: Sequence[_Found], *, code: bool = False) -> str:
    """Return a sentence for the user that says in how many places these words stay as they are: “Ice” stays in 2
    places. `kept` are these places; those in code, formulas and the like are not counted. Returns "" if there are none.
    """
    count = sum(not _is_technical(document, each, code) for each in kept)
    stays = "stays in one place" if count == 1 else f"stays in {count} places"
    return f" “{words}” {stays}." if count else ""


def _reason(order: WordOrder, count: int, kept: int) -> str:
    where = "in one place" if count == 1 else f"in {count} places"
    rest = " Code, formulas, addresses and citation keys stay as they are." if kept else ""
    change = (
        f"The edit changes “{order.old}” to “{order.new}”" if order.new else f"The edit deletes the words “{order.old}”"
    )
    return f"{change} {where}.{rest}"
