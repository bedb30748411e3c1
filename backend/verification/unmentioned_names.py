"""Find the names of people, organizations, places and data sets in a text that no known text contains."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from backend.verification.statements import Statement
from backend.verification.word_normalization import fold

_CAPITAL = r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ][\w’'-]+"
_RUN = rf"{_CAPITAL}(?: (?:(?:of|for|on|de|van|von|the|and) )?{_CAPITAL}){{0,7}}"
_NAME = re.compile(rf"(?<![\w@-]){_RUN}")
#: Forms in which a text says that somebody said or did something. The words in them are names in any text.
_SAID = (
    r"(?:argue|claim|conclude|find|found|note|observe|propose|recommend|report|say|said|show|state|suggest|warn|write|"
    r"wrote|estimate)(?:e?s|e?d)?"
)
_GROUPS = (
    "Academy|Agency|Association|Authority|Bureau|Centre|Center|College|Commission|Committee|Council|Foundation|"
    "Institute|Laborator(?:y|ies)|Ministry|Observatory|Office|Organization|Society|Trust|Union|University"
)
#: What somebody did or wrote. Words such as “theory” and “test” are not listed, because a theory or test may be named
#: after a person.
_WORK = r"(?:experiments?|findings|observations|results|stud(?:y|ies)|survey|measurements|estimates?|paper|book|report)"
_GROUP = re.compile(rf"\b(?:{_GROUPS}|Journal|Annals|Archives)\b")
_ATTRIBUTED = (
    re.compile(rf"(?<![\w@-])(?P<name>{_RUN}) {_SAID}\b"),
    re.compile(rf"\b[Aa]ccording to (?:the )?(?:Professor |Dr\.? |Prof\. )?(?P<name>{_RUN})"),
    re.compile(rf"\b(?:Professor|Prof\.|Dr\.?) (?P<name>{_RUN})"),
    re.compile(rf"(?<![\w@-])(?P<name>(?:{_CAPITAL} (?:(?:of|for|the|and) ){{0,2}}){{1,7}}(?:{_GROUPS}))\b"),
    re.compile(rf"\b(?P<name>(?:{_GROUPS}) (?:of|for) (?:the )?{_RUN})"),
    re.compile(
        rf"\b(?:thesis|dissertation|book|paper|report|study|article|essay|monograph) (?:by|of) (?P<name>{_RUN})"
    ),
    re.compile(rf"(?<![\w@-])(?P<name>{_RUN}) \((?:in press|forthcoming|submitted|in preparation)\)"),
    re.compile(rf"(?<![\w@-])(?P<name>[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{{2,}})['’]s (?:\w+ )?{_WORK}\b"),
    re.compile(rf"\b(?P<name>(?:Journal|Annals|Archives|Proceedings|Bulletin|Transactions) (?:of|on) (?:the )?{_RUN})"),
)
#: Words of which every such form contains at least one. Looking for them first is fast.
_MAY_ATTRIBUTE = re.compile(
    rf"\b(?:{_SAID}|[Aa]ccording|Professor|Prof|Dr|by|press|forthcoming|submitted|{_GROUPS}"
    rf"|Journal|Annals|Archives|Proceedings|Bulletin|Transactions)\b|['’]s (?:\w+ )?{_WORK}\b"
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
    return _MAY_ATTRIBUTE.search(text) is not None and any(each.search(text) for each in _ATTRIBUTED)


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
    """Return True if no word of a name is known. For an organization such as “Baltic Research Council”, one unknown
    word is enough. `roots` are the first letters of each known word.
    """
    known = [word[:_ROOT] in roots for word in _telling(name)]
    return not all(known) if _GROUP.search(name) else not any(known)


def _names(statement: Statement) -> Iterator[str]:
    sentence = statement.sentence
    for pattern in _ATTRIBUTED:
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
    own = [each for each in telling if not re.fullmatch(_GROUPS, each, re.IGNORECASE)]
    yield from own
