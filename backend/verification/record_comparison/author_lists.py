"""Parse the list of authors at the beginning of a reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.verification import reference_formats
from backend.verification.claims import Claim
from backend.verification.record_comparison.people import initial

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_FAMILY = rf"{_CAPITAL}[\w'’‐-]*[^\W\d_A-Z](?:[ -]{_CAPITAL}[\w'’‐-]*[^\W\d_A-Z])?"
_POINTED = rf"(?:{_CAPITAL}\.[ -]?){{1,4}}"
#: Initials after the names, and initials before the names. After initials that precede a name, the next name must
#: follow a punctuation mark.
_BEHIND = re.compile(
    rf"({_FAMILY}),? ({_POINTED}|{_CAPITAL}{{1,3}}(?:-{_CAPITAL})?(?=[,;.\s(]|$))"
    r"(?=\s*(?:[,;.:(&|\"“]|and |und |y |et |$))"
)
_BEFORE = re.compile(rf"({_POINTED}) ?({_FAMILY})")
#: Complete names separated by semicolons, as in “Coase, Ronald H.; Wang, Ning”; and one such name alone.
_DIVIDED = re.compile(r"([^,;]{2,60}), ([^,;|\d(]{2,60})(?=;|\.|$)")
_SINGLE = re.compile(rf"({_CAPITAL}[\w'’‐-]+), ({_CAPITAL}[\w'’‐-]+(?: {_CAPITAL}\.?)*)\W*(?:\d{{4}}\W*)?$")
#: One complete name, given names first: “Ludwig van Beethoven”, “Mary J. Smith”, “P.-A. Absil”.
_FULL_NAME = re.compile(
    rf"((?:{_CAPITAL}[\w'’‐-]+|{_CAPITAL}\.(?:[ ‐-]?{_CAPITAL}\.)*)(?: (?:{_CAPITAL}\.?|{_CAPITAL}[\w'’‐-]+)){{0,3}}?) "
    rf"((?:(?:van|von|der|den|de|del|la|le|du|di|da|dos|ter|ten) )*{_FAMILY})"
)
_BETWEEN = re.compile(r"[,;]? (?:and|und|y|et|&) |[,;] ")
#: Signs that may follow the last name before the title.
_SIGNS = " .,;:“‘\"'()[]*_–—-"
_START = re.compile(r"\W*(?:and |und |y |et |& )?")
_GIVEN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Author:
    """An author in a reference: family name and given names. `initials` are normalized, so that different forms of the
    same initials are equal.
    """

    family: str
    given: str
    initials: frozenset[str]


def authors(claim: Claim, start: int) -> list[Author]:
    """Return the authors of a reference. `start` is the position in `claim.prose` at which the title begins.

    A name without initials or given names is left out, because it may be another word. The result may also contain two
    capitalized words that are no name. So a caller should ignore it if none of the work's authors is in it.
    """
    fields = reference_formats.read(claim.text)
    if fields is not None:
        pairs = (each.partition(",") for each in fields.people)
        return [_author(family.strip(), given.strip()) for family, _, given in pairs if given.strip()]
    return [_author(family, given) for family, given in _pairs(claim.prose[:start])]


def initials_of(given: str) -> frozenset[str]:
    """Return the normalized first letters of given names. “JR” and “J. R.” have the same initials."""
    return frozenset(
        initial(letter)
        for part in _GIVEN.findall(given)
        for letter in (part if part.isupper() and len(part) < 4 else part[0])
    )


def _author(family: str, given: str) -> Author:
    return Author(family, given, initials_of(given))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    if "=" in text or "{" in text:  # a damaged entry of BibTeX
        return
    begin = _START.match(text)
    at = begin.end() if begin else 0
    if single := _SINGLE.match(text, at):
        yield single[1], single[2]
    elif ";" in text and _DIVIDED.match(text, at):
        for found in _DIVIDED.finditer(text, at):
            yield found[1].strip(" ;."), found[2].strip()
    elif full := _full_names(text[at:]):
        yield from full
    elif _BEHIND.match(text, at):
        for found in _BEHIND.finditer(text, at):
            yield found[1], found[2].strip()
    elif _BEFORE.match(text, at):
        for found in _BEFORE.finditer(text, at):
            yield found[2], found[1].strip()


def _full_names(text: str) -> list[tuple[str, str]]:
    """Return (family name, given names) of each author, if the text has only complete names, as footnotes often have;
    else an empty list.
    """
    bare = text.rstrip(_SIGNS)
    bare = bare[:-4].rstrip(_SIGNS) if bare[-4:].isdecimal() else bare
    bare = bare.removesuffix(" et al").rstrip(_SIGNS)
    found = [_FULL_NAME.fullmatch(each) for each in _BETWEEN.split(bare)]
    if found[0] is None or found[0][1][1] == ".":  # initials before the names
        return []
    return [(each[2], each[1]) for each in found if each] if all(found) else []
