"""Find a usual part of a paper that a message names: "write a conclusion", "something for the Introduction".

If the document lacks this part, its usual position in a paper decides where the content goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from backend.document.blocks import Document
from backend.mentions.document_view import DocumentView, view_of
from backend.mentions.lexicon import Token, is_element, sections, tokens
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_names import concepts, title_words
from backend.placement.request.asides import parsed
from backend.ranking.function_words import EVERY_WORD

#: Usual parts whose names rarely mean anything else. Other parts count only if the message says "section" or has a
#: capital letter, because "a model" or "an example" is rarely a section.
_ALONE = frozenset(
    {"abstract", "introduction", "related work", "limitations", "future work", "conclusion", "acknowledgements",
     "author contributions", "competing interests", "data availability", "funding", "keywords"}
)  # fmt: skip
#: Number of names that count for each part in each language, from the start of its list. Later names often mean
#: something else ("scene", "opening").
_FIRST = 2
#: Minimum score (0 to 1) of a title as the name of a usual part.
_NAMED = 0.75
#: Words for "for", in the languages of the placement rules.
_FOR = frozenset("for für pour para per voor för til dla для".split())
#: Maximum number of words between an article and the name: "a short, plain conclusion".
_BETWEEN = 3
#: Tags of words after which a part is not the object: "a paragraph on limitations", "the end of the introduction".
_ABOUT = ("topic", "of", "after", "before", "between", "under", "not", "refer", "saying", "replace", "end", "start")


@dataclass(frozen=True, slots=True)
class UsualPart:
    """A usual part of a paper: its `name` in the message, and the indices of the `sections` of the document that are
    such a part.

    `whole` is True if the message asks for the part itself, and False if it asks for text in this part.
    """

    name: str
    whole: bool
    sections: tuple[int, ...]


def usual_part(document: Document, message: str) -> UsualPart | None:
    """Return the usual part of a paper that a message asks for, or into which it puts text. Returns None unless it
    names exactly one.
    """
    reading = parsed(view_of(document), message)
    found = list(_parts(reading)) if reading is not None else []
    return found[0] if len({each.name.casefold() for each in found}) == 1 else None


def last_part(document: Document, messages: Sequence[str]) -> UsualPart | None:
    """Return the usual part in the latest message that names one; None if no message does."""
    found = (usual_part(document, each) for each in reversed(messages))
    return next((part for part in found if part is not None), None)


def numbered(title: str, messages: Sequence[str], view: DocumentView) -> str:
    """Return the title of a new section with the number that a message gives it ("2.4 Statistics"). The number is added
    only if other headings have such numbers typed in their text.
    """
    said = re.compile(rf"(\d+(?:\.\d+)+)\.?\s+{re.escape(title)}\b", re.IGNORECASE)
    number = next((found[1] for each in reversed(messages) if (found := said.search(each))), "")
    typed = any(re.match(r"\d+\.\d", each.title) for each in view.sections)
    return f"{number} {title}" if number and typed else title


def _parts(reading: ParsedMessage) -> Iterator[UsualPart]:
    for first, stop, meant in _names(reading.tokens):
        lone = meant <= _ALONE
        section = bool(reading.at(stop, "section"))
        capital = (
            reading.language == "en" and first > reading.sentence(first)[0] and reading.tokens[first].text.istitle()
        )
        if not (section or capital or lone) or not (section or _ends(reading, stop)):
            continue
        whole = _role(reading, first)
        if whole is None:
            continue
        text = reading.text[reading.tokens[first].start : reading.tokens[stop - 1].end]
        yield UsualPart(text[:1].upper() + text[1:], whole, _sections(reading.view, meant))


def _names(words: list[Token]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield a tuple for each name of a usual part of a paper, such as "conclusion", in `words`: the index of its first
    word, the index after its last word, and the parts that it can mean ("summary" can mean an abstract or a
    conclusion). Of overlapping names, the longest is yielded.
    """
    at = 0
    while at < len(words):
        names = _by_first_stem().get(words[at].stem, ())
        found = next(((len(name), meant) for name, meant in names if _stands(words, at, name)), None)
        if found is not None:
            yield at, at + found[0], found[1]
        at += found[0] if found is not None else 1


def _stands(words: list[Token], at: int, name: tuple[str, ...]) -> bool:
    return tuple(each.stem for each in words[at : at + len(name)]) == name and not any(
        each.quote for each in words[at : at + len(name)]
    )


def _ends(reading: ParsedMessage, stop: int) -> bool:
    """Return True if a name ends before token `stop`. Returns False if it belongs to a noun after it, as "abstract" in
    “abstract algebra”.
    """
    if stop >= len(reading.tokens) or not reading.tokens[stop].word:
        return True
    if reading.text_at(stop) == "that":  # "the conclusion that trees cool streets"
        return False
    return reading.tokens[stop].norm in EVERY_WORD or bool(
        reading.at(stop, "polite", "in", "of", "topic", "after", "before", "titled", "add")
    )


def _role(reading: ParsedMessage, first: int) -> bool | None:
    """Return what a message asks for when it names a part at token `first`: True for the part itself ("write a
    conclusion"), False for text in this part ("something for the conclusion"). Returns None if it only mentions the
    part.
    """
    begin = reading.sentence(first)[0]
    article = next(
        (i for i in range(first - 1, max(begin, first - 1 - _BETWEEN) - 1, -1) if reading.at(i, "filler")), None
    )
    lead = first - 1 if article is None else article - 1
    if reading.text_at(first - 1) == "in":  # "in conclusion" begins a sentence, and names no part
        return None
    if lead < begin:
        return True
    if reading.text_at(lead) in _FOR or reading.at(lead, "in"):
        return False
    covered = any(reading.at(i, *_ABOUT) > lead for i in range(max(begin, lead - _BETWEEN), lead + 1))
    return None if covered or reading.kind(lead)[0] else True


def _sections(view: DocumentView, meant: frozenset[str]) -> tuple[int, ...]:
    """Return the indices of the sections that certainly are one of the parts `meant`. A section "Summary" may be an
    abstract or a conclusion, so it counts as neither.
    """
    found = []
    for each in view.sections:
        stems = tuple(word.stem for word in title_words(each.title))
        said = {concept for concept, worth in concepts(stems) if worth >= _NAMED} if each.heading is not None else set()
        if said & meant and (len(said) == 1 or _has_name_of(meant, stems)):
            found.append(each.index)
    return tuple(found)


def _has_name_of(meant: frozenset[str], stems: tuple[str, ...]) -> bool:
    """Return True if a title, given by its `stems`, contains a usual name that means only parts in `meant`."""
    return any(is_named <= meant and _within(stems, name) for name, is_named in _usual())


def _within(stems: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return any(stems[at : at + len(name)] == name for at in range(len(stems) - len(name) + 1))


@cache
def _usual() -> tuple[tuple[tuple[str, ...], frozenset[str]], ...]:
    """Return a pair for each usual name of a part of a paper, the longest names first: the stems of the name's words,
    and the parts that it can mean.
    """
    names: dict[tuple[str, ...], set[str]] = {}
    for concept, entry in sections().items():
        for listed in entry["names"].values():
            for name in listed[:_FIRST]:
                key = tuple(each.stem for each in tokens(name) if each.word)
                if key and not is_element(key):
                    names.setdefault(key, set()).add(concept)
    longest = sorted(names.items(), key=lambda each: -len(each[0]))
    return tuple((name, frozenset(meant)) for name, meant in longest)


@cache
def _by_first_stem() -> dict[str, list[tuple[tuple[str, ...], frozenset[str]]]]:
    """Return the usual names of parts, as `_usual` returns them, grouped by the first stem of each name."""
    found: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for name, meant in _usual():
        found.setdefault(name[0], []).append((name, meant))
    return found
