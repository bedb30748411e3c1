"""Find the title of a work in a reference, and decide whether other words continue the title there. The title may be
complete, cut off, or without its subtitle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from backend.verification.claims import Claim
from backend.verification.record_comparison.people import NOISE, People
from backend.verification.record_comparison.title_alignment import (
    Alignment,
    align,
    align_beginnings,
    is_likely,
    is_misspelled,
)
from backend.verification.word_normalization import LIGHT, Token, plain, tokens, words
from backend.verification.works import Work

#: How a reference's title fits a work's. `same`: the whole title; `cut`: its beginning, followed by dots; `head`: the
#: title without its subtitle; `longer`: the title is part of a longer one; `other`: the reference has another title;
#: `unsaid`: it has no title.
TitleFit = Literal["same", "cut", "head", "longer", "other", "unsaid"]

#: Maximum number of titles whose words are kept.
_KEPT = 4_000
#: Minimum number of letters of a cut-off title, and of a title without its subtitle, that do not match by chance. Next
#: to an identifier, the second number is enough for both.
_CUT_LETTERS, _HEAD_LETTERS = 25, 12
#: A title may have one misspelled word, and one more for every `_SLIPS` words. A title with at least
#: `_LOST` words may lack one word.
_SLIPS, _LOST = 3, 7
#: Minimum number of unexplained words of a reference that are taken as another title.
LEFT_OVER = 3
#: Minimum number of words of a work's subtitle that must follow its main title, so that they are recognized as this
#: subtitle.
_SHARED = 2
#: Minimum share of a title's words, as a fraction, with which a reference has the whole title, perhaps altered.
_GIVEN = (2, 3)
_HEAD = re.compile(r"[:?!—]| [–-] |\. ")
#: The number of a chapter before its title. In a reference it is mistaken for the number of a list item.
_LISTED = re.compile(r"^\d{1,3}\.\s+(?=\D)")
_JOINT = re.compile(r"^[\s\"”’')*]*(?::|–|—|-|‐)\s*$")
_STOP = re.compile(r"[.…|,;()\[\]\"”]|\s[–—]\s")
#: The signs between a title and further words that make it the title of another work: “Title II”, “Title, part 2”.
_ADDED = re.compile(r"[?!]?(?:\s+|\s*(?:[,:]|[–—-])\s*)")
_DOTS = re.compile(r"[)\]\"”’,;:]{0,2}\s*(?:\.\.\.|…|\[…\]|\[\.\.\.\])")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
#: Words that a later work adds to the title of the work that it continues or discusses.
_FURTHER = frozenset(
    "ii iii iv v vi vii viii ix x part reappraisal reassessment reconsidered reexamined revisited update replication "
    "reply response comment commentary rejoinder erratum corrigendum correction addendum continued later".split()
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the title is in a reference (`at`), and how well it agrees (`fit`). `letters` counts the letters of the
    title that were found.
    """

    fit: TitleFit
    at: Alignment
    letters: int


@lru_cache(_KEPT)
def _whole_and_head(title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the normalized words of a title, and the normalized words of the title without its subtitle. Results are
    cached, because a check compares a title with several references.
    """
    text = plain(title)
    head = _HEAD.split(text, maxsplit=1)[0]
    return tuple(each.text for each in tokens(text)), tuple(each.text for each in tokens(head))


def places(claim: Claim, title: str) -> Iterator[Place]:
    wanted, head = _whole_and_head(_LISTED.sub("", plain(title)))
    whole = align(wanted, claim.words)
    if whole and _is_whole(whole, wanted, claim.words):
        yield Place("same", whole, sum(map(len, wanted)) - whole.slips)
        return
    if whole and _is_altered(whole, wanted, claim.words) and not _is_cut(claim, whole):
        return
    if head != wanted and sum(map(len, head)) >= _HEAD_LETTERS and len(head) > 1:
        brief = align(head, claim.words)
        if brief and _is_whole(brief, head, claim.words) and _is_bounded(claim, brief):
            yield Place("head", brief, sum(map(len, head)) - brief.slips)
            return
    if claim.ids and (beginning := _beginning(claim, wanted)):
        yield beginning
        return
    ends = [
        n + 1
        for n, each in enumerate(claim.words)
        if (found := _DOTS.match(claim.prose, each.end)) and "et al" not in claim.prose[each.end - 5 : found.end()]
    ]
    cut = align_beginnings(wanted, claim.words, ends) if ends else None
    least = _HEAD_LETTERS if claim.ids else _CUT_LETTERS
    if cut and sum(map(len, wanted[: cut.length])) >= least:
        yield Place("cut", cut, sum(map(len, wanted[: cut.length])))


def _beginning(claim: Claim, wanted: Sequence[str]) -> Place | None:
    """Return the place of a title that is cut off without dots; None if there is none. `wanted` are the words of the
    work's title, which must begin with all words of the reference's title.

    This is only possible if the reference marks its title (`claim.title`); otherwise the end of the title is unknown.
    """
    title = [each.text for each in tokens(claim.title)]
    letters = sum(map(len, title))
    behind = [each for each in wanted[len(title) :] if each not in LIGHT]
    if letters < _CUT_LETTERS or [*wanted[: len(title)]] != title or not _FURTHER.isdisjoint(behind[:3]):
        return None
    found = align(title, claim.words)
    return Place("cut", found, letters) if found and not found.errors else None


def may_name(claim: Claim, titles: Sequence[str]) -> bool:
    """Return True if a reference has enough words of these titles that it may name one of the works, perhaps with a
    title that is cut off.
    """
    if _DOTS.search(claim.prose):
        return True
    said = {each.text for each in claim.words}
    return any(is_likely(part, said) for title in titles for part in _whole_and_head(title))


@dataclass(frozen=True, slots=True)
class Neighbors:
    """What is next to a title in a reference: whether the names there are those of the authors, and the positions of
    the words of the journal's name.
    """

    people: People
    journal: Collection[int]


def fit_of(claim: Claim, work: Work, place: Place, beside: Neighbors) -> TitleFit:
    """Return how well the title found at `place` in the reference (`claim`) fits the title of `work`. `beside`
    describes what is next to it: the names and the journal.
    """
    if place.fit == "same" and _goes_on(claim, work, place.at, beside.people):
        return "longer"
    if place.fit == "cut" and beside.people != "same" and not _DOTS.search(claim.prose):
        return "other"  # without its authors, a beginning may be the whole title of another work
    strange = _ends_a_title(claim, work, place.at) or _has_other_subtitle(claim, work, place.at, beside.journal)
    return "other" if place.fit == "head" and strange else place.fit


def is_name(claim: Claim, work: Work, found: Alignment) -> bool:
    """Return True if the words that were found as the title of a work are also the name of one of its authors. (An
    author may be a group, such as "Cochrane Collaboration".)
    """
    said = tuple(each.text for each in claim.words[found.first : found.last])
    return any(words(each.family) == said for each in work.people)


def until_stop(claim: Claim, at: int) -> Iterator[Token]:
    for n in range(at, len(claim.words)):
        if n > at and _STOP.search(_gap(claim, n)):
            return
        yield claim.words[n]


def known_words(work: Work) -> frozenset[str]:
    """Return the words of a work's data, such as its journal. They may be beside its title in a reference without
    making it another title.
    """
    told = [*work.containers, *(f"{each.given} {each.family}" for each in work.people[:50])]
    return frozenset(word for part in told for word in words(part))


def is_known(token: Token, known: frozenset[str]) -> bool:
    number = any(each.isdigit() for each in token.text)
    initial = len(token.text) == 1 and token.capital
    return number or initial or token.text in known or token.text in NOISE or token.text in ("al", "et")


def is_among(token: Token, own: Iterable[str]) -> bool:
    return any(token.text == each or is_misspelled(token.text, each) for each in own)


def _is_whole(found: Alignment, title: Sequence[str], said: Sequence[Token]) -> bool:
    """Return True if the whole title was found, perhaps misspelled. A long title may lack a word."""
    if not found.errors:
        return found.slips <= 1 + len(title) // _SLIPS
    told = sum(each not in LIGHT for each in title)
    ends = said[found.first].text == title[0] and said[found.last - 1].text == title[-1]
    return ends and found.missing == 1 and not found.extra and not found.slips and told >= _LOST


def _is_altered(found: Alignment, title: Sequence[str], said: Sequence[Token]) -> bool:
    """Return True if the reference has the title up to its last word, but with further words inside it."""
    told = sum(each not in LIGHT for each in title)
    last = said[found.last - 1].text
    ends = last == title[-1] or is_misspelled(last, title[-1])
    return ends and found.extra > 0 and (told - found.missing) * _GIVEN[1] >= told * _GIVEN[0]


def _is_cut(claim: Claim, found: Alignment) -> bool:
    """Return True if dots within the words that were found show that the title is cut off."""
    return _DOTS.search(claim.prose, claim.words[found.first].start, claim.words[found.last - 1].start) is not None


def _is_bounded(claim: Claim, found: Alignment) -> bool:
    """Return True if the title in the reference ends with the words that were found. They are then not the beginning of
    a longer title.
    """
    gap = _gap(claim, found.last)
    if gap in ("-", "–", "‐", "‑"):  # inside a hyphenated word
        return False
    return gap.strip(" \"'”’*") != "" or found.last == len(claim.words) or bool(re.search(r"[\"”’*]", gap))


def _gap(claim: Claim, at: int) -> str:
    """Return the text between the word with the index `at` and the word before it."""
    start = claim.words[at - 1].end if at else 0
    return claim.prose[start : claim.words[at].start if at < len(claim.words) else len(claim.prose)]


def _goes_on(claim: Claim, work: Work, found: Alignment, who: People) -> bool:
    """Return True if the title in the reference has more words than the work's title, before or after it. `who` says
    how the names beside the title agree with the authors.
    """
    known = known_words(work)
    in_front = claim.words[found.first - 1] if found.first else None
    gap = _gap(claim, found.first)
    if in_front and not re.search(r"[^\s\w\"“„«'‘*]", gap) and not is_known(in_front, known):
        quoted = re.search(r"[\"“„«'‘*]", gap) is not None
        if not quoted or in_front.text in LIGHT:
            begins = found.first == 1 or bool(_STOP.search(_gap(claim, found.first - 1)))
            return who != "same" or in_front.text in LIGHT or begins
    behind = claim.words[found.last] if found.last < len(claim.words) else None
    if behind is None:
        return False
    gap = _gap(claim, found.last)
    if behind.text in LIGHT and not behind.capital and not gap.strip():
        return any(not (each.capital or is_known(each, known)) for each in until_stop(claim, found.last + 1))
    part = [each for each in until_stop(claim, found.last) if each.text not in LIGHT]
    if _ADDED.fullmatch(gap) and any(each.text in _FURTHER for each in part[:3]):
        return True
    if is_known(behind, known):
        return False
    if not re.search(r"[^\s\w]", gap) or (gap == "-"):
        return who != "same" or not behind.capital
    if who == "same" or not _JOINT.match(gap):
        return False
    subtitle = list(until_stop(claim, found.last))
    site = not gap.strip().startswith(":") and len(subtitle) <= 3 and behind.capital
    return not site and sum(not is_known(each, known) for each in subtitle) > 0


def _ends_a_title(claim: Claim, work: Work, found: Alignment) -> bool:
    """Return True if the words found for the beginning of the work's title are in fact the end of another title."""
    in_front = claim.words[found.first - 1] if found.first else None
    if in_front is None or in_front.text in LIGHT or is_known(in_front, known_words(work)):
        return False
    return not _gap(claim, found.first).strip()


def _has_other_subtitle(claim: Claim, work: Work, found: Alignment, named: Collection[int]) -> bool:
    """Return True if the reference has the work's main title, followed by a subtitle that the work does not have.
    `named` are the positions of the words of the journal's name, which are no subtitle.
    """
    if not _JOINT.match(_gap(claim, found.last)):
        return False
    known = known_words(work)
    own = frozenset(word for title in work.titles for word in words(title))
    behind = [each for each in until_stop(claim, found.last) if claim.words.index(each) not in named]
    telling = [each for each in behind if each.text not in LIGHT and not (each.text in known and each.text not in own)]
    shared = [each for each in telling if each.text in own or is_among(each, own)]
    strange = [each for each in telling if each not in shared]
    subtitles = [words(_HEAD.split(plain(each), maxsplit=1)[-1]) for each in work.titles]
    least = min(_SHARED, *(len([word for word in each if word not in LIGHT]) // 2 for each in subtitles))
    if shared and len(shared) >= least:  # the work's own subtitle, each of whose words must agree
        return any(not _YEAR.fullmatch(each.text) and len(each.text) > 1 for each in strange)
    return sum(not is_known(each, known) for each in strange) >= LEFT_OVER
