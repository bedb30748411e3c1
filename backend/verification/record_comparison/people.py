"""Compare the names in a reference with the authors of a work."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.kernel.records import Person
from backend.verification.word_normalization import LIGHT, Token, fold, is_slip, skeleton, words

People = Literal["same", "other", "unsaid"]

#: Maximum number of a work's authors that are compared; a reference names the first ones.
_MOST = 300
#: Minimum number of letters of a family name that is recognized although it is misspelled; and of a name that does not
#: match by chance.
_MISSPELLED, _TELLING = 7, 3
#: Words that references contain besides names, titles and journals.
NOISE = frozenset(
    "accessed article articles author authors available book chapter cited conference dataset doi editor editors "
    "ed eds epub eprint from full html http https in information issue journal last link no note number online "
    "open org paper papers pdf pmid pp preprint press print proceedings pub published publisher pubmed read "
    "reference references researchgate retrieved scholar see semantic source sources study text the title titled "
    "trans transactions url via vol volume web website work www year arxiv biorxiv medrxiv zenodo jan feb mar apr "
    "may jun jul aug sep sept oct nov dec january february march april june july august september october "
    "november december".split()
)
#: Words between the names of people, and lowercase parts of names.
_BETWEEN = frozenset(
    "and und et y e i och en al de da del della den der di dos du el la le van von zu ter ten bin".split()
)
#: The end of the part of a reference that directly follows the title.
_PART = re.compile(r"[|(\[;:]|\. |\.$|,? \d|$")
_FAMILY = r"[^\W\d_][\w'’-]+"
#: Forms in which a reference certainly names people, even if a name is also an ordinary word such as “Link”, “Page” or
#: “Das”.
_SURE = (
    re.compile(rf"({_FAMILY}),? (?:et al\b|and colleagues|and others|u\. ?a\.)"),
    re.compile(rf"\A\W*({_FAMILY}),? [A-Z]\."),
)
#: A family name after a dash and before a comma, as in “Title — Le, Journal 2010”. Elsewhere such a word may be an
#: article or a preposition.
_DASHED = re.compile(rf"[–—] ({_FAMILY}), ")
#: Names with initials after or before them.
_WITH_INITIALS = tuple(
    re.compile(each)
    for each in (
        rf"({_FAMILY}),? (?:[A-Z]\.[ -]?){{1,3}}",
        rf"({_FAMILY}),? [A-Z]{{1,3}}(?=[,;.]| and\b)",
        rf"\b(?:[A-Z]\. ?-?){{1,3}}({_FAMILY})",
    )
)
#: Words that introduce the editors of a collection.
_EDITORS = re.compile(r"[.,;]\s+In:?\s|\(?\b[Ee]ds?\b")
#: All forms in which a reference names people.
_NAMED = (
    *_SURE,
    *_WITH_INITIALS,
    *(
        re.compile(each)
        for each in (
            rf"\((?:[^()]{{0,80}}(?:\band|&) )?({_FAMILY}),? ?(?:et al\.?,? ?)?(?:1[5-9]|20)\d\d[a-z]?\)",
            rf"({_FAMILY}),? \(?(?:1[5-9]|20)\d\d[a-z]?\)",
            rf"\bby ({_FAMILY})",
        )
    ),
)


_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
#: Initials directly before a family name. The next pattern finds initials after a family name, unless a lowercase word
#: follows, as in “Smith, A study”.
_INITIALS_BEFORE = re.compile(rf"(?:^|[\s,;(&|])((?:{_CAPITAL}\.[ -]?){{1,4}}|{_CAPITAL}{{1,3}} )$")
_INITIALS_AFTER = re.compile(
    rf",? ?((?:{_CAPITAL}\.[ -]?){{1,4}}|{_CAPITAL}{{1,3}}(?:-{_CAPITAL})?(?![^\W\d_]))"
    r"(?! ?(?!and\b|et\b|und\b|y\b)[a-z])"
)
#: The text before the first name of a reference: empty, or only a number and punctuation.
_BEGINNING = re.compile(r"[\W\d_]*\Z")
_NAME_BEFORE = re.compile(r"([^\W\d_][\w'’-]*[a-zß-öø-ÿ][\w'’-]*),? $")
#: A given name and a family name at the beginning of a reference.
_FULL_NAME = re.compile(
    rf"[\W\d_]*({_CAPITAL}[a-zß-öø-ÿ]{{2,}}) (?:{_CAPITAL}\. ?)?({_CAPITAL}[\w'’-]*[a-zß-öø-ÿ])(?=,)"
)
_GIVEN = re.compile(r"[^\W\d_]+")
#: Maps first letters of given names to one letter if transliterations and languages exchange them: Yury, Iurii and
#: Juri; Carl and Karl.
_EXCHANGED = {letter: group[0] for group in ("ijye", "kcq", "vw", "pf") for letter in group}


@dataclass(frozen=True, slots=True)
class Around:
    """The text around a title: the reference with `|` in place of its title, identifiers and journal. `journal` is True
    if the reference names the work's journal.
    """

    text: str
    journal: bool = False


def agreement(people: Sequence[Person], beside: Sequence[Token], before: int, around: Around) -> People:
    """Return how the names beside a reference's title agree with the authors of the work (`people`): "same"; "other" if
    the reference names other people; "unsaid" if it names nobody, or only names in another script.

    `beside` are the words beside the title; the first `before` of them precede it. `around` is the text around the
    title.
    """
    known = people[:_MOST]
    if not known:
        return "unsaid"
    initials = [(each, name) for each in beside if (name := _name_of_initials(each, around))]
    named = [each for each in known if _is_named(each, _without(initials, beside, each))]
    if any(_fits_initials(each, beside, around.text) and not _is_namesake(each, known, around.text) for each in named):
        is_other = _adds_strangers(known, len({each.family for each in named}), beside[:before] or beside, around)
        return "other" if is_other or _is_chance(known, named, beside, around) else "same"
    if named:  # somebody of the same family name, with other given names
        return "other"
    strangers = _strangers(known, beside, around)
    in_front = [each for each in beside[:before] if each in strangers]
    if in_front:
        return "other"
    told, behind = _spans(_NAMED, around), _behind_title(beside[before:], around)
    return "other" if any(each.start in behind or _is_in(each, told) for each in strangers) else "unsaid"


def _strangers(people: Sequence[Person], beside: Sequence[Token], around: Around) -> list[Token]:
    """Return the words beside the title that may be names of people who are not authors of the work."""
    latin = any(_is_latin(each.family) for each in people)
    own = {word for each in people for word in words(f"{each.given} {each.family}")}
    sure = _spans(_SURE, around)
    sure += [span for span in _spans((_DASHED,), around) if fold(around.text[slice(*span)]) in LIGHT]
    return [
        each
        for each in beside
        if _may_be_name(each, latin, _is_in(each, sure))
        and (each.text not in own or _is_other(each, people, around.text))
    ]


def _is_chance(people: Sequence[Person], named: Sequence[Person], beside: Sequence[Token], around: Around) -> bool:
    """Return True if the names in a reference resemble those of the authors in `named` only by chance. They are spelled
    otherwise, and a person who is not an author is next to them: “(Jansen & Held, 2015)” does not cite Janssen and de
    Jong.
    """
    names = {name for each in named for name in _wanted(_telling(words(each.family)))}
    if any(each.text in names or skeleton(each.text) in map(skeleton, names) for each in beside):
        return False
    told = _spans(_NAMED, around)
    return any(
        _is_in(each, told) and not any(_is_same(name, each) for name in names)
        for each in _strangers(people, beside, around)
    )


def _is_other(token: Token, people: Sequence[Person], text: str) -> bool:
    """Return True if a family name in the reference is not the family name but a given name of an author. It then
    belongs to another person: “Louis, D. N.” is not Jean-Louis Reymond. `text` is the reference without its title.
    """
    if any(token.text in words(each.family) for each in people):
        return False
    initials = _initials_beside(token, text)
    named = [each for each in people if token.text in words(each.given)]
    return bool(initials) and not any(initial(word) in initials for each in named for word in words(each.family))


def _adds_strangers(people: Sequence[Person], named: int, beside: Sequence[Token], around: Around) -> bool:
    """Return True if most people whom the reference names with initials are not authors of the work. `named` is the
    number of authors that the reference names.

    If the record has only one author, this proves nothing: old records of publishers often have only the first one.
    """
    if len(people) < 2:
        return False
    editors = _EDITORS.search(around.text)
    end = editors.start() if editors else len(around.text)
    own = {word for each in people for word in words(f"{each.given} {each.family}")}
    latin = any(_is_latin(each.family) for each in people)
    told = _spans(_WITH_INITIALS, around)
    strangers = {
        each.text
        for each in beside
        if each.start < end
        and len(each.text) > _TELLING - 1
        and each.capital
        and _is_in(each, told)
        and _may_be_name(each, latin, True)
        and not any(each.text == name or is_slip(each.text, name) for name in own)
    }
    return len(strangers) > max(1, named)


def _spans(patterns: Sequence[re.Pattern[str]], around: Around) -> list[tuple[int, int]]:
    """Return (start, end) of each name that one of the patterns finds. The parts of a name with a hyphen are returned
    separately.
    """
    return [found.span(1) for pattern in patterns for found in pattern.finditer(around.text)]


def _is_in(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= token.start < end for start, end in spans)


def _behind_title(behind: Sequence[Token], around: Around) -> set[int]:
    """Return the positions (in characters) of names directly after the title, as in “Title — Smith and Jones, Journal
    2020”. `behind` are the words after the title.

    Capitalized words count as names if a dash or “by” precedes them and more text follows, or if the reference names
    the work's journal.
    """
    if not behind:
        return set()
    start = behind[0].start
    found = _PART.search(around.text, start)
    end = found.start() if found else len(around.text)
    part = [each for each in behind if start <= each.start < end]
    led = re.search(r"(?:[–—/]|\s-|\bby)\s*$", around.text[max(0, start - 4) : start]) is not None
    comma = around.text.find(",", start, end)
    if led and comma > 0 and not around.journal:
        part = [each for each in part if each.start < comma]
    more = end < len(around.text.rstrip(" .|)")) or comma > 0
    names = part and all(each.capital or each.text in _BETWEEN for each in part)
    return {each.start for each in part} if names and ((led and more) or around.journal) else set()


def _is_named(person: Person, beside: Sequence[Token]) -> bool:
    names = _telling(words(person.family))
    if not names:
        return False
    if person.whole and len(names) > 1:
        telling = [each for each in names if each not in LIGHT]
        said = {each.text for each in beside}
        if len(telling) > 2 and sum(each in said for each in telling) * 5 >= len(telling) * 3:
            return True
        names = names[-1:]
    wanted = _wanted(names)
    if all(len(each) <= _TELLING for each in names) and len(names) > 1:
        first = names[0]
        places = [n for n, each in enumerate(beside) if each.text == first]
        if any(tuple(each.text for each in beside[at : at + len(names)]) == names for at in places):
            return True
        bare = [each for each in names if each not in _BETWEEN]  # “Dam” at the beginning, for “van Dam”
        return len(bare) == 1 and bool(beside) and beside[0].capital and beside[0].text == bare[0]
    return any(_is_same(each, token) for each in wanted for token in beside)


def _telling(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a family name without initials, because some records have initials in the family name:
    “Kumar” for “Kumar D”.
    """
    return tuple(each for each in names if len(each) > 1) or names


def _wanted(names: tuple[str, ...]) -> set[str]:
    """Return the words of a family name that a reference may use for the person: both words of “Martins Santos”, and
    the last word of “de la Cruz”.
    """
    return {each for each in names if len(each) > _TELLING} | {names[-1]}


def _is_same(name: str, token: Token) -> bool:
    if len(name) < _TELLING and name.isascii():
        return token.text == name and token.capital
    if token.text == name or skeleton(token.text) == skeleton(name):
        return token.capital or len(name) > _TELLING or not name.isascii()
    near = abs(len(name) - len(token.text)) < 2  # “Stephanie” is not “Stephan”
    return token.capital and len(name) >= _MISSPELLED <= len(token.text) + 2 and near and is_slip(name, token.text)


def _name_of_initials(token: Token, around: Around) -> str:
    """Return the family name before a short word in capitals, if this word is initials: “manoochehri” for the “HE” of
    “Manoochehri HE”. Returns "" otherwise.
    """
    if token.end - token.start >= _TELLING or not token.capital:
        return ""
    if not around.text[token.start : token.end].isupper():
        return ""
    name = _NAME_BEFORE.search(around.text, max(0, token.start - 60), token.start)
    return fold(name[1]) if name else ""


def _without(initials: Sequence[tuple[Token, str]], beside: Sequence[Token], person: Person) -> Sequence[Token]:
    """Return the words `beside` the title without initials, such as "HE" in "Manoochehri HE". `initials` pairs each
    short word in capitals with the family name before it.

    If this "family name" is the given name of `person`, the short word is kept, because it is then a family name
    itself.
    """
    if not initials:
        return beside
    given = words(person.given)
    taken = {each.start for each, name in initials if name not in given}
    return [each for each in beside if each.start not in taken]


def _fits_initials(person: Person, beside: Sequence[Token], text: str) -> bool:
    """Return False if the reference has initials beside a family name, and none of them is the initial of one of the
    author's given names.

    Initials between two names may belong to either. So the initials on both sides of a name are compared.
    """
    given = person.given if not person.whole else person.family.rpartition(" ")[0]
    own = {initial(each) for part in _GIVEN.findall(given) for each in (part if part.isupper() else part[0])}
    names = _telling(words(person.family))
    if not own or not names or not all(_is_latin(each) for each in own):
        return True
    last = [each for each in beside if any(_is_same(name, each) for name in _wanted(names))]
    return not last or any(not said or said & own for each in last for said in [_initials_beside(each, text, person)])


def _is_namesake(person: Person, people: Sequence[Person], text: str) -> bool:
    """Return True if a reference begins with a person who has this author's family name but another given name, written
    in full: “Mengchen Liu” is not Hongfang Liu. Returns False for the work's first author, whom the reference may call
    by a nickname.
    """
    begun = _FULL_NAME.match(text)
    if begun is None or person is people[0] or not person.given:
        return False
    given, family = fold(begun[1]), words(person.family)
    return (
        fold(begun[2]) in family[-1:]
        and given not in family
        and initial(given) not in map(initial, words(person.given))
    )


def _initials_beside(token: Token, text: str, person: Person | None = None) -> set[str]:
    """Return the initials directly before and after a family name, as in “J. R. Smith” or “Smith JR”. A short word that
    belongs to the person's family name, as in “Ó Briain”, is not an initial.

    If a reference begins with initials, its initials precede the names. Then initials after a comma belong to the next
    person.
    """
    before = _INITIALS_BEFORE.search(text, max(0, token.start - 20), token.start)
    if before and person and words(before[1]) and set(words(before[1])) <= set(words(person.family)):
        before = _INITIALS_BEFORE.search(text, max(0, token.start - 20), before.start(1))
    after = _INITIALS_AFTER.match(text, token.end)
    if before and after and after[0].startswith(",") and _BEGINNING.match(text[: before.start(1)]):
        after = None
    found = (before, after)
    return {initial(letter) for each in found if each for letter in each[1] if letter.isalpha()}


def initial(name: str) -> str:
    """Return the first letter of a name. Different transliterations may use different letters for one sound; these are
    returned as the same letter: Yury and Iurii, Chen and Tchen.
    """
    letter = fold(name[0])[:1]
    return _EXCHANGED.get(letter, letter)


def _may_be_name(token: Token, latin: bool, sure: bool) -> bool:
    """Return True if a word may be a person's name. `sure` is True if the words after it show that it is a name, as in
    “Link et al.”; `latin` is True if the names of the work's authors are in Latin script.
    """
    if not sure and (token.text in NOISE or token.text in LIGHT or any(each.isdigit() for each in token.text)):
        return False
    return len(token.text) > 1 and (token.capital or sure) and _is_latin(token.text) == latin


def _is_latin(name: str) -> bool:
    letter = next((each for each in name if each.isalpha()), "a")
    return "LATIN" in unicodedata.name(letter, "")
