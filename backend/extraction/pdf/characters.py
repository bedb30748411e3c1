"""Normalize the characters and words in PDFs: hyphens, ligatures and control characters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

#: Marks the end of a line that breaks a word. pdfium writes one of `_BROKEN` there, depending on call and version.
MARK = "\u00ad"
_BROKEN = re.compile("[\u0002\u00ad\ufffe]")
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\ufeff\ufff0-\uffff\ud800-\udfff]")
_SPACES = re.compile("[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
#: First parts of compounds that keep their hyphen unless the document itself shows otherwise.
_HEADS = frozenset(
    "well self state high low long short large small half quasi semi ill all cross ex so non-linear"
    " one two three four five six seven eight nine ten first second third open end real full free fine data".split()
)


def cleaned(text: str) -> str:
    """Return a line with letters instead of ligatures, single spaces, and no invisible characters. If a word at the
    end of the line is broken, the line ends with MARK, a soft hyphen.
    """
    text = _BROKEN.sub(MARK, text).translate(_LIGATURES)
    text = _SPACES.sub(" ", _CONTROL.sub("", text)).strip()
    return text[:-1].replace(MARK, "") + text[-1:]


def spaced(before: str, after: str) -> str:
    """Join the lines `before` and `after` with a space. Chinese and Japanese lines are joined without a space."""
    if not before or not after:
        return before + after
    bare = _CJK.match(before[-1]) and _CJK.match(after[0])
    return before + ("" if bare else " ") + after


class Vocabulary:
    """The words of a document, and how often each occurs. These numbers show whether a hyphen at a line's end belongs
    to the word ("well-known") or only divides it.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._counts: Counter[str] = Counter()
        for line in lines:
            for word in _WORD.findall(line.casefold())[1 : -1 if line.endswith(MARK) else None]:
                self._counts[word] += 1
                if "-" in word:
                    self._counts.update(word.split("-"))

    def __getitem__(self, word: str) -> int:
        return self._counts[word.casefold()]


def rejoined(before: str, after: str, vocabulary: Vocabulary) -> str:
    """Join two parts of a broken word: "exam" and "ple" to "example", but "well" and "known" to "well-known". `before`
    ends with MARK.

    The hyphen is kept if the rest of the document writes the word more often with it than without it. If the word
    occurs nowhere else, the hyphen is kept before a capital or digit, after a digit, and after words such as "well". A
    compound with a capital after its hyphen, such as "non-Gaussian", is rare. So one such spelling elsewhere is enough
    to keep the hyphen.
    """
    before = before.removesuffix(MARK)
    head = re.search(r"[\w-]*$", before)
    tail = re.match(r"[\w-]*", after)
    assert head is not None and tail is not None
    whole, compound = vocabulary[head[0] + tail[0]], vocabulary[f"{head[0]}-{tail[0]}"]
    if "-" in head[0] and not compound:
        last, first = head[0].rpartition("-")[2], tail[0].partition("-")[0]
        keeps = not vocabulary[last + first] or bool(vocabulary[f"{last}-{first}"])
    elif compound and after[:1].isupper() and head[0][-1:].islower():
        keeps = True
    elif whole or compound:
        keeps = compound > whole
    else:
        keeps = not after[:1].islower() or head[0].casefold() in _HEADS or head[0][-1:].isdigit()
    return before + ("-" if keeps else "") + after
