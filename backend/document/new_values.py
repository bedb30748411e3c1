"""Find the end of a new value that a message gives without quotation marks: "2.6" in "change 2.4 to 2.6 in row B"."""

from __future__ import annotations

import re

#: Words after a value that say where the old value is.
_WHERE = frozenset(
    """
    in at on for under of within from inside
    im am auf für unter bei von vom aus
    dans à pour sous de du des
    en para por bajo del
    nel nella per sotto di della
    no na para sob da do
    bij voor onder van uit
    """.split()
)
#: Words that begin a reason.
_REASON = frozenset(
    "because since as so weil da denn car puisque parce porque pues perché poiché siccome pois omdat want".split()
)
#: Words that begin another order.
_FURTHER = frozenset("and or but then und oder aber et ou puis y o pero e ma mas en of".split()) - _WHERE
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"\S+")


def end_of_value(old: str, new: str) -> tuple[str, str] | None:
    """Divide `new`, the words after "to" in "change 2.4 to 2.6 in row B", into the new value ("2.6") and the words that
    say where the old value is ("in row B").

    All of `new` is the value unless it replaces the number `old` by another number without quotation marks. Returns
    None if another order follows, or if the words begin with a place.
    """
    words = list(_WORD.finditer(new))
    if words and words[0][0].casefold() in _WHERE and len(words) > 1 and _DIGIT.search(words[1][0]):
        return None  # "change n of A from 10 to 11"
    valued = bool(words) and len(old.split()) == 1 and _DIGIT.search(old) is not None
    if not valued or len(words) == 1 or not _DIGIT.search(words[0][0]):
        return new, ""
    behind = words[1][0].casefold().strip(",;.")
    if behind in _FURTHER:
        return None
    value = words[0][0].rstrip(",;")
    if behind in _REASON:
        return value, ""
    return (value, new[words[1].start() :]) if behind in _WHERE else (new, "")


def stands_near(where: str, lines: str) -> bool:
    """Return True if each name in the words `where` occurs in `lines`. A name is a word with a capital letter or a
    digit. If there are no names, the result is True.
    """
    names = [word for word in re.findall(r"\w+", where) if word[0].isupper() or word[0].isdigit()]
    said = set(re.findall(r"\w+", lines))
    return all(name in said for name in names)


def is_key(source: str, start: int) -> bool:
    """Return True if character `start` of a table's `source` is in the first cell of a row. This cell usually names the
    row.
    """
    ahead = source[source.rfind("\n", 0, start) + 1 : start].lstrip()
    return "|" not in ahead.removeprefix("|")


def is_landmark_value(message: str, old: str) -> bool:
    """Return True if a message uses the value `old` only to say where to change another value: 2019 in "n for 2019
    should be 7".
    """
    ahead, found, _ = message.partition(old)
    words = ahead.split()
    return bool(found) and len(words) > 1 and words[-1].casefold() in _WHERE
