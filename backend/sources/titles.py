"""Decide whether a string names a work: whether it contains the whole title, and nothing that contradicts the work.

A title in a string proves little, and the shorter the title is, the less it proves: “Review” is part of many titles. So
the string must have nothing that may belong to a longer title. Authors and year in the string must be those of the
work. If the title is short, everything else in the string must belong to the work, too.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice

from backend.kernel.works import Source
from backend.sources.family_names import family_name
from backend.sources.identifiers import canonical_title
from backend.sources.withdrawn_titles import bare

#: Minimum number of words (or pairs of Chinese characters) of a title that identifies a work alone.
TELLING_WORDS = 4
#: Maximum characters of a string that are compared, and maximum number of positions of the title in it.
_MOST, _PLACES = 3_000, 20
#: Maximum number of letters of initials, and minimum number of letters of a title without its subtitle.
_INITIALS, _BRIEF = 2, 8
#: Words that may stand beside a title and say nothing about the work.
_NOISE = frozenset(
    "a al an and available by cited doc document docx ed eds et file from html in library local md my n no of others "
    "paper passage pdf see source sources the txt und user users uploaded work y your".split()
)
#: Fields of a work's metadata that a string may contain besides title, authors and year.
_TOLD = ("journal", "booktitle", "publisher", "volume", "number", "pages", "type", "kind")
_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(1[5-9]\d\d|20\d\d)[a-z]?")
#: A list's number or bullet before a string.
_BULLET = re.compile(r"^(?:[-*•]|\[\d{1,3}\]|\d{1,3}[.)]) ")
_RANGE = r"\d{1,5}(?: ?(?:--|[-–—&]|and|to) ?\d{1,5})*"
#: Page numbers: “pp. 3, 7–9”, “page 3”, “p. 3”; a capital P before a year is an initial.
_PAGES = re.compile(
    rf"(?<![^\W\d_])(?:(?:[Pp]p|[Pp]ages)\.? ?{_RANGE}(?:(?:, ?| (?:and|&) )\d{{1,3}}(?!\d))*"
    rf"|(?:p|P(?!\.? ?(?:1[5-9]|20)\d\d\b)|pgs?|[Pp]age)\.? ?{_RANGE})(?:ff?\b)?(?!\d)"
)
#: Words that give the date on which an address was visited. This date is not the year of the work.
_LOOKED_AT = re.compile(r"\b(?:accessed|retrieved)\b[^.;)\]]{0,60}", re.IGNORECASE)
#: Signs between the parts of one word, and signs that may separate a title from its subtitle.
_JOINTS, _SUBTITLE = frozenset("-'’._/"), frozenset(":?!-–—‐")
#: Authors after the title: “by Smith”, “Smith et al.”, “(Smith, 2001)”.
_BEHIND_TITLE = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        r"(?<!published )\bby ([^,.;()]{1,80})",
        r"([^,.;()]{1,80}?),? et al\b",
        r"\(([^()]{1,80}?),? ?\d{4}[a-z]?\)",
    )
)
_HEAD = re.compile(r"[:?!–—]| - ")
#: The signs between the parts of a reference: between authors, title and journal.
_PARTS = re.compile(r"[.,;:?!()\[\]\"“”„«»|–—\n]| - ")
#: Words between the names of authors, and the maximum number of words in two or three names that they join.
_AND, _MOST_NAMES = frozenset("and et und y e i en och".split()), 6
#: Two titles are the same if they share at least this part of their words (0 to 1), or if their letters are at least
#: this similar. A cut or misspelled title keeps most of its words, while two titles on one subject share about half.
_SHARED, _SPELLED_ALIKE = 0.5, 0.75
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a string names a work: the number of letters in the title, and whether the string names an author and
    the year.
    """

    letters: int
    author: bool = False
    year: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """The title, the authors and the year of a work, as normalized words. `title` is written without spaces. `telling`
    is True if the title is long.

    `head` is the part of the title before its subtitle.
    """

    title: str
    head: str
    telling: bool
    surnames: frozenset[str]
    #: `people` are the words of the authors' names, and `words` the words of the other metadata of the work
    people: frozenset[str]
    words: frozenset[str]
    year: int | None

    def states(self, word: str) -> bool:
        """Return True if the word is in an author's name or is the year."""
        year = _YEAR.fullmatch(word)
        return word in self.people or (year is not None and int(year[1]) == self.year)

    def explains(self, word: str) -> bool:
        """Return True if a word beside the title belongs to the work's metadata, or is a common word such as “and”."""
        initial = len(word) == 1 and any(each.startswith(word) for each in self.people)
        undated = self.year is None and _YEAR.fullmatch(word) is not None
        return self.states(word) or word in self.words or word in _NOISE or initial or undated


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int
    #: begins with a capital letter, as names do
    capital: bool


@dataclass(frozen=True, slots=True)
class _Around:
    """A string in which the title is found from `start` to `end`, with the words before and after the title."""

    text: str
    start: int
    end: int
    before: tuple[_Word, ...]
    after: tuple[_Word, ...]


def of(work: Source) -> Name:
    """Return the normalized title, authors and year of a work."""
    written = bare(work.title).replace("_", " ")
    title = canonical_title(written)
    authors = [*work.authors, *(each.translate(_UMLAUTS) for each in work.authors)]
    told = [str(work.metadata[each]) for each in _TOLD if work.metadata.get(each)]
    ideographs = sum(each >= "\u2e80" for each in title)
    return Name(
        title=title.replace(" ", ""),
        head=canonical_title(_HEAD.split(written, maxsplit=1)[0]).replace(" ", ""),
        telling=len(title.split()) + ideographs // 2 >= TELLING_WORDS,
        surnames=frozenset(map(_surname, authors)) - {""},
        people=frozenset(word for each in authors for word in canonical_title(each).split()),
        words=frozenset(word for each in told for word in canonical_title(each).split()),
        year=work.year,
    )


def fit(text: str, name: Name) -> Fit | None:
    """Return how well `text` names the work. Returns None if it does not name the work, or names another one."""
    text = bare(_spaced(text))
    if not name.title:
        return None
    if canonical_title(text.replace("_", " ")).replace(" ", "") == name.title:
        return Fit(len(name.title))
    found = _best(text, name)
    if found is None and len(name.head) >= _BRIEF and name.head != name.title:
        found = _best(text, replace(name, title=name.head, telling=False), brief=True)
    return found


def names_people(text: str, name: Name) -> bool:
    """Return True if a string has a family name of the work's authors, and nothing else that does not belong to the
    work: “Rossi”, “Rossi & Bianchi, 2019, p. 3”.
    """
    words = [each.text for each in _words(_PAGES.sub(_blank, without_accents(_BULLET.sub("", _spaced(text)))))]
    return any(each in name.surnames for each in words) and all(map(name.explains, words))


def _best(text: str, name: Name, brief: bool = False) -> Fit | None:
    """Return the best match among all places where the title occurs; None if there is none. If `brief`, the title is
    without its subtitle, so that an author and the year must be named, too.
    """
    plain = without_accents(_BULLET.sub("", text))
    paged = _PAGES.sub(_blank, plain)
    fits = (_judged(_around(paged, *place), name, brief) for place in islice(_places(plain, name.title), _PLACES))
    return max((each for each in fits if each), key=lambda each: (each.author, each.year), default=None)


def pages(text: str, name: Name) -> tuple[int, ...]:
    """Return the page numbers in a string, in order; of a range, only the first and the last page. `name` has the title
    of the work that the string may name; numbers in this title are left out.
    """
    plain = without_accents(_spaced(text))
    for start, end in islice(_places(plain, name.title), _PLACES):
        plain = plain[:start] + "|" * (end - start) + plain[end:]
    found = (number for each in _PAGES.finditer(plain) for number in re.findall(r"\d+", each[0]))
    return tuple(dict.fromkeys(map(int, found)))


def contradicts(text: str, name: Name, title: str) -> bool:
    """Return True if `text`, in which the identifier of a work was found, has the title of another work. `name` and
    `title` are those of the identified work.

    A part of the text counts as a title if it has enough words and is not a list of names. It counts as `title` if it
    is spelled almost alike, or if the two share more than half of the words of the shorter one, because a title may be
    cut, extended or misspelled.
    """
    own = canonical_title(title)
    words = _weighty(own)
    if not words or " " not in title.strip() or fit(text, name):
        return False
    parts = [each for each in _PARTS.split(without_accents(_spaced(text))) if _says_title(each, name)]
    return bool(parts) and not any(_is_like(canonical_title(each), words, own) for each in parts)


def _says_title(part: str, name: Name) -> bool:
    found = [each for each in _words(part) if len(each.text) > 1 and not each.text.isdigit()]
    unexplained = [each for each in found if not (name.states(each.text) or each.text in name.words)]
    if len(found) < TELLING_WORDS or len(unexplained) < TELLING_WORDS:
        return False
    named = [each for each in found if each.text not in _AND]
    joined = len(named) < len(found) <= _MOST_NAMES
    return not (joined and all(each.capital for each in named))


def _is_like(said: str, words: frozenset[str], own: str) -> bool:
    others = _weighty(said)
    shared = len(words & others) / max(1, min(len(words), len(others)))
    return shared > _SHARED or SequenceMatcher(None, said, own, autojunk=False).ratio() > _SPELLED_ALIKE


def _weighty(title: str) -> frozenset[str]:
    """Return the words of a title without short words such as “the”."""
    return frozenset(each for each in title.split() if len(each) > 3 or not each.isascii())


def _judged(seen: _Around, name: Name, brief: bool) -> Fit | None:
    beside = (*seen.before, *seen.after)
    author = any(each.text in name.surnames for each in beside)
    rest = _LOOKED_AT.sub(_blank, seen.text[: seen.start]), _LOOKED_AT.sub(_blank, seen.text[seen.end :])
    years = {int(found[1]) for part in rest for each in _words(part) if (found := _YEAR.fullmatch(each.text))}
    year = name.year in years
    if (name.year and years and not year) or (name.surnames and not author and _names_others(seen, name)):
        return None
    if not name.telling and not _beyond_doubt(seen, name, author):
        return None
    sure = author and (year or name.year is None)
    if brief and not sure:
        return None
    sure = sure and not brief  # a title without its subtitle may have another one
    before, after = _Side(seen.before, -1, seen.start), _Side(seen.after, 0, seen.end)
    whole = all(_bounded(side, seen.text, name, sure) for side in (before, after))
    return (
        Fit(len(name.title) - brief, author, year) if whole else None
    )  # a whole title is preferred to one without its subtitle


def _beyond_doubt(seen: _Around, name: Name, author: bool) -> bool:
    """Return True if a string certainly contains a short title, and not by chance. There are two such cases:

    - All other words of the string belong to the work.
    - The string names an author (`author`), and the title is at its beginning or after a word that belongs to the work.
      For a title of one or two letters, this is not enough, because it may be an initial.
    """
    if all(name.explains(each.text) for each in (*seen.before, *seen.after)):
        return True
    return author and len(name.title) > _INITIALS and (not seen.before or name.explains(seen.before[-1].text))


def _names_others(seen: _Around, name: Name) -> bool:
    """Return True if the string names people who are not authors of the work. They are recognized before the title, and
    after it in forms such as “by Ann Lee”.
    """
    behind = (found[1] for pattern in _BEHIND_TITLE for found in pattern.finditer(seen.text, seen.end))
    named = (*seen.before, *(word for part in behind for word in _words(part)))
    return any(each.capital and len(each.text) > 1 and not name.explains(each.text) for each in named)


@dataclass(frozen=True, slots=True)
class _Side:
    """The words on one side of a title. `nearest` is the index of the word next to the title, and `edge` the position
    in the string at which the title ends on this side.
    """

    words: tuple[_Word, ...]
    nearest: int
    edge: int


def _bounded(side: _Side, text: str, name: Name, sure: bool) -> bool:
    """Return True if the title ends on this side of the text. It ends if the next word is an author or the year, if all
    words on this side belong to the work, or if punctuation separates them from the title.

    A colon or a dash counts only if `sure`, which is True if the string certainly means the work: a subtitle may
    follow, and a title with another subtitle belongs to another work.
    """
    if not side.words:
        return True
    word = side.words[side.nearest]
    if name.states(word.text) or all(name.explains(each.text) for each in side.words):
        return True
    gap = text[side.edge : word.start] if word.start >= side.edge else text[word.end : side.edge]
    marks = {each for each in gap if unicodedata.category(each)[0] in "PS"}
    joined = marks <= _JOINTS and " " not in gap
    return bool(marks) and not joined and (sure or not marks <= _SUBTITLE)


def _places(plain: str, title: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each place where the title occurs in a text. Spaces and hyphens within words make no
    difference.
    """
    words = _words(plain) if title else []
    for first, word in enumerate(words):
        read = ""
        for each in words[first:]:
            read += each.text
            if not title.startswith(read):
                break
            if read == title:
                yield word.start, each.end
                break


def _around(text: str, start: int, end: int) -> _Around:
    words = _words(text)
    before = tuple(each for each in words if each.end <= start)
    return _Around(text, start, end, before, tuple(each for each in words if each.start >= end))


def _surname(author: str) -> str:
    """Return the longest word of an author's family name."""
    return max(canonical_title(family_name(author)).split(), key=len, default="")


def _spaced(text: str) -> str:
    """Return the beginning of the string (3,000 characters), which is all that is compared. It has single spaces, and
    characters instead of HTML entities.
    """
    return " ".join(html.unescape(text[: 2 * _MOST]).split())[:_MOST]


def without_accents(text: str) -> str:
    """Return the text without accents. Capitals are kept, because they help to recognize names."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def _words(text: str) -> list[_Word]:
    found = ((each, each[0][0]) for each in _WORD.finditer(text))
    return [_Word(each[0].casefold(), *each.span(), not (c.islower() or c.isdigit())) for each, c in found]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
