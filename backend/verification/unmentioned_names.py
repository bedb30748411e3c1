"""Find the names of people, organizations, places and data sets in a text that no known text contains."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from backend.verification.statements import Statement
from backend.verification.word_normalization import fold

#: A pattern that begins with a plain character or a set of characters is found many times faster than one that begins
#: with a condition. So `_FIRST_CAPITAL`, a name at the start of a word, looks at the character before it only after its
#: first character.
_CAPITAL = r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ][\w’'-]+"
_MORE = rf"(?: (?:(?:of|for|on|de|van|von|the|and) )?{_CAPITAL}){{0,7}}"
_RUN = f"{_CAPITAL}{_MORE}"
_FIRST_CAPITAL = r"[A-ZÀ-ÖØ-Þ](?<![\w@-].)[a-zß-öø-ÿ][\w’'-]+"
_FIRST_RUN = f"{_FIRST_CAPITAL}{_MORE}"
_NAME = re.compile(_FIRST_RUN)
#: Forms in which a text says that somebody said or did something. The words in them are names in any text.
_SAID = (
    r"(?:argue|claim|conclude|find|found|note|observe|propose|recommend|report|say|said|show|state|suggest|warn|write|"
    r"wrote|estimate)(?:e?s|e?d)?"
)
_GROUPS = (
    "Academy Agency Association Authority Bureau Centre Center College Commission Committee Council Foundation "
    "Institute Laboratory Laboratories Ministry Observatory Office Organization Society Trust Union University"
).split()
_ANY_GROUP = "|".join(_GROUPS)
#: What somebody did or wrote. Words such as “theory” and “test” are not listed, because a theory or test may be named
#: after a person.
_WORK = r"(?:experiments?|findings|observations|results|stud(?:y|ies)|survey|measurements|estimates?|paper|book|report)"
_WRITINGS = "thesis dissertation book paper report study article essay monograph".split()
_SERIES = "Journal Annals Archives Proceedings Bulletin Transactions".split()
_GROUP = re.compile(rf"\b(?:{_ANY_GROUP}|Journal|Annals|Archives)\b")
#: Such forms, each with texts of which it contains at least one; () for none. Looking for these texts first is fast.
_ATTRIBUTED = (
    ((), (re.compile(rf"(?P<name>{_FIRST_RUN}) {_SAID}\b"),)),
    (
        ("ccording to ",),
        (re.compile(rf"\b[Aa]ccording to (?:the )?(?:Professor |Dr\.? |Prof\. )?(?P<name>{_RUN})"),),
    ),
    (("Prof", "Dr"), (re.compile(rf"\b(?:Professor|Prof\.|Dr\.?) (?P<name>{_RUN})"),)),
    (
        tuple(_GROUPS),
        (
            re.compile(
                rf"(?P<name>{_FIRST_CAPITAL} (?:(?:of|for|the|and) ){{0,2}}"
                rf"(?:{_CAPITAL} (?:(?:of|for|the|and) ){{0,2}}){{0,6}}(?:{_ANY_GROUP}))\b"
            ),
            re.compile(rf"\b(?P<name>(?:{_ANY_GROUP}) (?:of|for) (?:the )?{_RUN})"),
        ),
    ),
    (
        tuple(f"{each} {by} " for each in _WRITINGS for by in ("by", "of")),
        (re.compile(rf"\b(?:{'|'.join(_WRITINGS)}) (?:by|of) (?P<name>{_RUN})"),),
    ),
    (
        (" (in pre", " (forthcoming", " (submitted"),
        (re.compile(rf"(?P<name>{_FIRST_RUN}) \((?:in press|forthcoming|submitted|in preparation)\)"),),
    ),
    (
        ("'s ", "’s "),
        (re.compile(rf"(?P<name>[A-ZÀ-ÖØ-Þ](?<![\w@-].)[a-zß-öø-ÿ]{{2,}})['’]s (?:\w+ )?{_WORK}\b"),),
    ),
    (tuple(_SERIES), (re.compile(rf"\b(?P<name>(?:{'|'.join(_SERIES)}) (?:of|on) (?:the )?{_RUN})"),)),
)
#: Words with capital letters that are not names.
_NO_NAMES = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday spring summer autumn winter figure table section chapter appendix equation "
    "introduction methods results discussion conclusion abstract background english markdown latex however although "
    "the this that these those they both most some many all one two three several each it there here such other "
    "authors researchers studies results data evidence findings critics experts we our his her its who which what "
    "professor according".split()
)
#: Number of first letters by which a name is recognized in another form: Germany, German.
_ROOT = 5
#: Minimum number of letters of a word that distinguishes a name from others.
_TELLING = 4


def attributes(text: str) -> bool:
    """Return True if a text may say who said something (“according to Berg”), or may name an organization."""
    return any(pattern.search(text) for pattern in _forms_in(text))


def _forms_in(text: str) -> Iterator[re.Pattern[str]]:
    """Yield those patterns of `_ATTRIBUTED` that may match in the text."""
    return (form for signs, forms in _ATTRIBUTED if not signs or any(each in text for each in signs) for form in forms)


def unmentioned_names(said: Sequence[Statement], known: Iterable[str]) -> list[str]:
    """Return the names, as written, that no known text contains.

    In a sentence that cites a source, all names are compared, because they should be in that source. In other
    sentences, only two kinds of names are compared: organizations, and people who are reported to have said something.
    """
    found = dict.fromkeys(name for each in said for name in _names(each))
    if not found:
        return []
    roots = {word[:_ROOT] for text in known for word in re.findall(r"[^\W_]+", fold(text))}
    return [each for each in found if _is_unknown(each, roots)]


def _is_unknown(name: str, roots: Container[str]) -> bool:
    """Return True if a name is unknown: no word of it is known or, in the name of an organization such as “Baltic
    Research Council”, at least one word is unknown. `roots` has the beginning of each known word.
    """
    known = [word[:_ROOT] in roots for word in _telling(name)]
    return not all(known) if _GROUP.search(name) else not any(known)


def _names(statement: Statement) -> Iterator[str]:
    sentence = statement.sentence
    for pattern in _forms_in(sentence):
        yield from (found["name"] for found in pattern.finditer(sentence) if list(_telling(found["name"])))
    if statement.cites:
        for found in _NAME.finditer(sentence):
            inside = found.start() > 0 and re.search(r"[\w,)] $", sentence[: found.start()])
            if inside and list(_telling(found[0])):
                yield found[0]


def _telling(name: str) -> Iterator[str]:
    """Yield the words that distinguish a name from others. Short words, and words such as “Institute”, are left out."""
    words = [fold(each) for each in re.findall(r"[^\W_]+", name) if each[0].isupper()]
    telling = [each for each in words if len(each) >= _TELLING and _NO_NAMES.isdisjoint((each, each.removesuffix("s")))]
    own = [each for each in telling if not re.fullmatch(_ANY_GROUP, each, re.IGNORECASE)]
    yield from own
