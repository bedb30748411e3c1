"""Find references that a text only mentions, and that no known text contains: identifiers, keys, personal
communications and page numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from backend.sources.citation_keys import is_label, keys_of, latex_keys_of
from backend.verification.statements import Statement

_IDENTIFIER = re.compile(
    r"\bISBN(?:-1[03])?:?\s*(?:97[89][- ]?)?(?:\d[- ]?){9}[\dX]\b"
    r"|\bPMID:?\s*\d{4,9}\b|\bPMC\d{4,9}\b"
    r"|\barXiv:\s?(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?"
    r"|(?<![/@\w.])www\.[\w-]+(?:\.[\w-]+)+(?:/[^\s)\]>]*[^\s)\]>.,;])?"
    r"|(?<![/@\w.-])[a-z0-9][\w-]*(?:\.[\w-]+)*\.(?:com|org|net|io|edu|gov|eu|uk|de|ch|fr)/[^\s)\]>]*[^\s)\]>.,;]"
    r"|\b(?:working|discussion|technical) (?:paper|report|note)s? (?:no\.?|nr\.?|number|#)\s?\d[\w-]*",
    re.IGNORECASE,
)
#: Words of which every identifier contains at least one, except addresses without www.
_NAMES = (
    *("isbn", "pmid", "pmc", "arxiv", "www."),
    *(f"{kind} {work}" for kind in ("working", "discussion", "technical") for work in ("paper", "report", "note")),
)
_ADDRESS = re.compile(r"\.(?:com|org|net|io|edu|gov|eu|uk|de|ch|fr)/", re.IGNORECASE)
#: The number of a standard, a trial or a data set: capitals and at least four digits. In “UN 2015” and “WHO2019” the
#: digits are a year. Here and below, a pattern begins with a set of characters, or `(?=[…])` lists the first characters
#: of all forms, because looking for them first takes only a fraction of the time.
_CODE = re.compile(r"[A-Z](?<![\w./:-].)[A-Z]{1,7}[ -]?(?!(?:1[5-9]|20)\d\d(?!\d))\d{4,}(?![\w/]|[.,]\d)")
#: The number of a grant, and the short name of a data set.
_GRANT = re.compile(
    r"(?=[gaclp])\b(?:grant|award|contract|licen[cs]e|patent|permit|protocol)s?(?: agreement)? "
    r"(?:(?:no\.?|nr\.?|number|#) ?)?(?P<number>(?=[\w/-]*\d\d)[\w/-]+)",
    re.IGNORECASE,
)
_GRANTS = ("grant", "award", "contract", "licence", "license", "patent", "permit", "protocol")
_DATA = re.compile(
    r"[A-Z](?<![\w-].)[A-Za-z]{1,9}-?\d{2,4}"
    r"(?= (?:data ?sets?|cohort|corpus|benchmark|database|survey|trial)\b)"
)
#: A day with month and year, in either order: 17 March 1964, March 17, 1964.
_DATE = re.compile(
    r"(?=[1-9A-Z])(?:(?<![\w.,])(?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)? (?:of |de )?"
    r"(?P<month>[^\W\d_]{3,10}) (?:de )?(?P<year>(?:1[5-9]|20)\d\d)\b"
    r"|\b(?P<first>[A-Z][a-z]{2,8}) (?P<then>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?, (?P<last>(?:1[5-9]|20)\d\d)\b)"
)
#: A law that is cited by its year alone; and a figure or table of a source.
_LAW_OF = re.compile(
    r"(?=[latdsor])\b(?:law|act|treaty|decree|directive|statute|ordinance|regulation|reform) (?:of|from) "
    r"(?P<year>(?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
_FIGURE_OF = re.compile(
    r"\b(?P<kind>Fig(?:ure|\.)|Table|Appendix|Section|Chapter) (?P<number>\d+) (?:of|in) (?:that|this|the|their)"
    r" (?:study|paper|article|report|book|work|source)\b",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"https?://\S+")
_LABEL = re.compile(r"^(?:isbn(?:-1[03])?|pmid|arxiv|www)\W*", re.IGNORECASE)
_KEYED = re.compile(r"\[[^\[\]\n]*@[^\[\]\n]*\]")
#: Words for things that nobody can look up, with the name of the person.
_PERSONAL = re.compile(
    r"\([^()\n]{0,80}\b(?:personal communications?|pers\.\s?comm|unpublished (?:data|observations?|results?)"
    r"|persönliche Mitteilung|comunicación personal|communication personnelle)[^()\n]{0,40}\)",
    re.IGNORECASE,
)
_KINDS = r"(?:report|survey|census|review|study|assessment|inquiry|audit|guidelines?|yearbook|(?:white|working) paper)"
_GROUP = r"(?P<group>[A-Z][\w’'-]+(?: (?:of|for|on|and|the)(?: the)?(?= [A-Z])| [A-Z][\w’'-]+)*)"
#: A work of a person or an organization that is cited by its kind and year: “the 1987 report of the Baltic Council”.
_REPORTS = (
    re.compile(rf"\b(?P<year>(?:1[5-9]|20)\d\d) {_KINDS} (?:of|by|from) (?:the )?{_GROUP}"),
    re.compile(rf"{_GROUP}(?:['’]s?)? (?P<year>(?:1[5-9]|20)\d\d) {_KINDS}\b"),
    re.compile(rf"\b{_KINDS} (?:of|by|from) (?:the )?{_GROUP},? (?:in|from|of) (?P<year>(?:1[5-9]|20)\d\d)\b"),
)
#: A law with its year: the Soil Protection Act 1991.
_LAW = re.compile(
    r"(?=[A-Z])(?P<group>(?:(?!The )[A-Z][\w’'-]+ (?:(?:of|for|on|and|the) )*){1,6}"
    r"(?:Act|Law|Directive|Regulations?|Ordinance|Convention|Treaty|Decree))(?: of)?,? (?P<year>(?:1[5-9]|20)\d\d)\b"
)
_NO_GROUPS = frozenset("a an the this that our their his her its my your in since after before until one".split())
_ANY_KIND = re.compile(rf"{_KINDS}\b")
#: The first pattern matches in every date, law and report; the second matches in every code, grant and data set.
_YEAR, _TWO_DIGITS = re.compile(r"1[5-9]\d\d|20\d\d"), re.compile(r"\d\d")
_PAGE = re.compile(r"\b(?:pp?|S|págs?)\.\s?(\d{1,4})(?:\s?[–-]\s?\d{1,4})?")


@lru_cache(maxsize=4)
def has_year(text: str) -> bool:
    """Return True if a text may contain a year. Several checks of the same answer ask this first."""
    return _YEAR.search(text) is not None


def unknown_identifiers(text: str, known: Iterable[str]) -> list[str]:
    """Return the identifiers (“PMID 123456”), codes (“NCT01234567”), grant numbers, and addresses without http, as
    written, that no known text contains.
    """
    lower, said = text.lower(), dict[str, str]()
    if _TWO_DIGITS.search(text):
        said = {each[0]: _plain(each[0]) for each in _CODE.finditer(text)}
        said |= {each[0]: _plain(each[0]) for each in _DATA.finditer(text)}
        if any(name in lower for name in _GRANTS):
            said |= {each[0]: _plain(each["number"]) for each in _GRANT.finditer(text)}
    if any(name in lower for name in _NAMES) or _ADDRESS.search(text):  # the search for all of them takes long
        bare = _SCHEME.sub(" ", text)
        said |= {each[0].strip(): _plain(_LABEL.sub("", each[0])) for each in _IDENTIFIER.finditer(bare)}
    return _missing(said, known)


def unknown_dates(text: str, known: Iterable[str]) -> list[str]:
    """Return the complete dates, such as “3 May 2021”, for which no text in `known` contains both the day and the year.
    The month is not compared.
    """
    if not has_year(text):
        return []
    said = {each[0]: (each["day"] or each["then"], each["year"] or each["last"]) for each in _DATE.finditer(text)}
    said |= {each[0]: (each["year"], each["year"]) for each in _LAW_OF.finditer(text)}
    if not said:
        return []
    numbers = [frozenset(re.findall(r"\d+", each)) for each in known]
    return [
        written
        for written, (day, year) in said.items()
        if not any(year in each and not each.isdisjoint((day, day.zfill(2))) for each in numbers)
    ]


def unknown_keys(text: str, known: Iterable[str]) -> list[str]:
    """Return the citation keys, in Pandoc's or LaTeX's form, that no known text contains."""
    pandoc = {f"@{key}": _plain(key) for each in _KEYED.findall(text) for key in keys_of(each) if not is_label(key)}
    latex = {key: _plain(key) for key in latex_keys_of(text)}
    return _missing(pandoc | latex, known)


def unknown_conversations(text: str, known: Iterable[str]) -> list[str]:
    """Return the mentions of personal communications and of unpublished data that no known text contains."""
    return _missing({each: _plain(each) for each in _PERSONAL.findall(text)}, known)


def unknown_pages(said: Sequence[Statement], known: Iterable[str]) -> list[str]:
    """Return two kinds of references that no known text contains: page numbers in sentences that cite a source, and
    mentions such as “Table 2 of that study”.
    """
    pages = {each[0]: each[1] for one in said if one.cites for each in _PAGE.finditer(one.sentence)}
    shown = [each for one in said for each in _FIGURE_OF.finditer(one.sentence)]
    if not pages and not shown:
        return []
    known = list(known)
    left = [each for each in shown if not any(_shows(each, text) for text in known)]
    numbers = {number for text in known for number in re.findall(r"\d+", text)}
    strange = [written for written, number in pages.items() if number not in numbers]
    return [*strange, *(each[0] for each in left)]


def _shows(figure: re.Match[str], text: str) -> bool:
    """Return True if a known text mentions the figure or table that `figure` matched in the answer: “Table 2”."""
    return re.search(rf"\b{figure['kind'][:3]}\w*\.? {figure['number']}\b", text, re.IGNORECASE) is not None


def unknown_reports(text: str, known: Iterable[str]) -> list[str]:
    """Return the works and laws that a text names by year, kind and name (“the 1987 report of the Baltic Council”), if
    no known text has the same name and year.
    """
    if not has_year(text):
        return []
    said = {each[0]: each for each in _LAW.finditer(text) if _group(each)}
    if _ANY_KIND.search(text):
        said |= {each[0]: each for pattern in _REPORTS for each in pattern.finditer(text) if _group(each)}
    texts = list(known) if said else []
    return [written for written, each in said.items() if not any(_names(each, other) for other in texts)]


def _group(report: re.Match[str]) -> list[str]:
    """Return the capitalized words in the name of the organization that made a report; [] if the text does not name the
    organization, as in “Our 1987 report”.
    """
    words = re.findall(r"[\w-]+", report["group"].removesuffix("'s").removesuffix("’s"))
    return [each for each in words if each[0].isupper() and each.casefold() not in _NO_GROUPS]


def _names(report: re.Match[str], text: str) -> bool:
    """Return True if a text has the year of a report, and its organization by name or by initials."""
    if report["year"] not in text:
        return False
    words = _group(report)
    initials = "".join(each[0] for each in words)
    short = len(initials) > 1 and re.search(rf"\b{re.escape(initials)}\b", text) is not None
    return short or all(each.casefold() in text.casefold() for each in words)


def _missing(said: dict[str, str], known: Iterable[str]) -> list[str]:
    if not said:
        return []
    texts = list(map(_plain, known))
    return [written for written, plain in said.items() if not any(plain in text for text in texts)]


def _plain(text: str) -> str:
    return "".join(_characters(text))


def _characters(text: str) -> Iterator[str]:
    return (each for each in text.casefold() if each.isalnum())
