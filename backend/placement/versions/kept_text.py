"""Decide whether a replacement keeps every word of the old text, except words that the messages name, replace or order
to remove.

Such a replacement is carried out without a question, whatever the messages order. It only inserts text, or it changes
exactly what a person named: words ("the 3.7 is wrong"), or numbers of a table ("the row North should have 4.2").
Numbers may change in this way only in tables: in prose, "the same for 2021" may order another text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from backend.document.blocks import Document
from backend.document.order_words import is_a, words_in
from backend.errors import Unplaceable
from backend.mentions.closed_words import is_article
from backend.mentions.document_view import view_of
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.place import carry_out
from backend.placement.plan import Placement
from backend.placement.versions.reworded_part import repeats_more

#: Maximum number of words and signs of both texts that are compared: about six pages together.
_MOST_WORDS = 3_000
#: Punctuation that may be missing although no word is missing.
_PUNCTUATION = frozenset(",.;:!?–—-’'\"“”")
#: In "[4,5]" there are two numbers.
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|(?<=[\[,;])\d+(?=[,;\]])|\d+(?:[.,]\d+)*|\w+|[^\w\s]")
#: Minimum number of different words of a text that content does not repeat by chance. Not tuned: a table of two
#: columns and one row.
_FEWEST = 4
#: Maximum share (0 to 1) of the words that may be missing because the messages name them. Not tuned: a text that loses
#: more is another text.
_NAMED = 0.25


def keeps_text(document: Document, content: str, placement: Placement, messages: Sequence[str]) -> bool:
    """Return True if a placement that replaces text loses none of its words: the content has all of them, in their
    order. Two kinds of words may be missing: words that the messages name, and sentences or items that they order to
    remove. The content may have more words, but must not repeat text beside the replaced text.
    """
    builder = PlacementBuilder(view_of(document), Content.of(content))
    if builder.content.kinds != ("table",) and repeats_more(builder, placement):
        return False  # the cells of a table may have words of the text around it
    try:
        placed = carry_out(document, content, placement)
    except Unplaceable:
        return False
    if placed.text == document.text:
        return False  # content that changes nothing answers another order
    named = {word for message in messages for word in _TOKEN.findall(message.casefold()) if word[0].isalnum()}
    removed = [span for message in messages for span in _removed(document, message)]
    for splice in placed.splices:
        start, end = document.blocks[splice.start].start, document.blocks[splice.stop - 1].end
        old = document.text[start:end]
        for first, stop in sorted(removed, reverse=True):
            if start <= first and stop <= end:
                old = f"{old[: first - start]}{old[stop - start :]}"
        words = _TOKEN.findall(old.casefold())
        kinds = {each.kind for each in document.blocks[splice.start : splice.stop]}
        different = {word for word in words if word[0].isalnum()}
        if len(different) < _FEWEST or kinds in (set(), {"heading"}):
            return False
        if not _are_in_order(words, splice.text, named, table=kinds == {"table"}):
            return False
    return True


def _removed(document: Document, message: str) -> set[tuple[int, int]]:
    """Return the positions (start, end) of the sentences and items that a message orders to remove: "drop the last
    sentence".
    """
    parts = [each for each in resolve(document, message) if each.kind in ("sentence", "item") and not each.guessed]
    return {each.span for each in parts if not each.rivals and _is_removed(message, each.at)}


def _is_removed(message: str, at: tuple[int, int]) -> bool:
    """Return True if a verb of removal is just before or just after the name of a part, whose position is `at`."""
    before = [each for each in tokens(message[: at[0]]) if not is_article(each.norm)]
    behind = words_in(message[at[1] :])
    return any(is_a(each, "removing") for each in (*(word.norm for word in before[-1:]), *behind[:1]))


def _are_in_order(words: Sequence[str], text: str, named: set[str], table: bool) -> bool:
    """Return True if the text has all of `words` in their order. Words in `named`, and punctuation, may be missing. If
    `table` is True, a number may be replaced by a number in `named`.
    """
    rest = _TOKEN.findall(text.casefold())
    if len(words) + len(rest) > _MOST_WORDS:
        return False
    missing = 0
    for change, start, stop, first, last in SequenceMatcher(None, words, rest, autojunk=False).get_opcodes():
        lost = [each for each in words[start:stop] if each not in _PUNCTUATION]
        if change in ("equal", "insert") or not lost:
            continue
        brought = [each for each in rest[first:last] if each[0].isalnum()]
        numbers = table and all(each[0].isdecimal() for each in (*lost, *brought))
        exchanged = numbers and len(lost) <= len(brought) and named.issuperset(brought)
        if not exchanged and not named.issuperset(lost):
            return False
        missing += len(lost)
    return missing <= _NAMED * len(words)
