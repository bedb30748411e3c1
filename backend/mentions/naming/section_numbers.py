"""Find sections by number: by the number printed in the heading, or by counting if headings have no numbers."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from backend.document.blocks import Document
from backend.document.outline import Section
from backend.mentions.closed_words import HAN_DIGITS, is_appendix, is_section_noun
from backend.mentions.headings import fold

#: A number with which a title begins, and the noun before it: "3", "3.2", "A.1", "IV.", "S2", "Chapter 3:", "Appendix
#: B.".
_TYPED = re.compile(
    r"""(?P<noun>[^\W\d_]+\.?\s+)??
        (?P<number>(?:[0-9]{1,3}|[A-Z][0-9]{0,2}|[IVX]{1,5})(?:[.\-][0-9]{1,3})*)
        (?P<mark>[.):]|\s*[—–:])?(?:\s+|$|(?=[\u3040-\u9fff]))""",
    re.VERBOSE,
)
_HAN_TYPED = re.compile(
    r"第?\s*(?P<before>[0-9一二三四五六七八九十]{1,3})\s*[章节節部]|(?P<number>[一二三四五六七八九十]{1,3})\s*[、.．]"
)
#: The settings of Pandoc, Quarto and R Markdown by which headings are numbered.
_DECLARED = re.compile(r"^\s*number[-_]?sections:\s*(?:true|yes|on)\b", re.IGNORECASE | re.MULTILINE)
_UNNUMBERED = re.compile(r"\{(?:-|[^{}]*\.unnumbered\b)[^{}]*\}\s*$")
_APPENDIX_CLASS = re.compile(r"\{[^{}]*\.appendix\b[^{}]*\}\s*$")
_ROMAN = {"I": 1, "V": 5, "X": 10}
#: Headings that LaTeX classes and journals leave unnumbered, so people who count on a printed page skip them.
_OFTEN_UNNUMBERED = frozenset(
    "abstract|summary|keywords|acknowledgements|acknowledgments|acknowledgement|acknowledgment|references|bibliography|"
    "zusammenfassung|danksagung|literatur|literaturverzeichnis|résumé|remerciements|références|bibliographie|resumen|"
    "agradecimientos|referencias|riassunto|ringraziamenti|riferimenti|resumo|agradecimentos|referências|samenvatting|"
    "аннотация|благодарности|литература|摘要|致谢|参考文献|要旨|謝辞|参考文献".split("|")
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """The indices of the sections that a number such as "3.2" may mean, most likely first. `sure` is True if only one
    section is possible.
    """

    sections: tuple[int, ...]
    sure: bool


class SectionNumbers:
    """Finds the sections of one document that have a number such as "3.2"."""

    def __init__(self, document: Document, sections: tuple[Section, ...], title: Section | None) -> None:
        self._sections = sections
        self._title = title.index if title else None
        self._raw = [document.blocks[s.heading].title if s.heading is not None else "" for s in sections]
        self._document = document

    def find(self, number: str) -> Numbered | None:
        """Return the sections that a number such as "3.2" may mean; None if there are none."""
        wanted = normal(number)
        typed = tuple(self._typed.get(wanted, ()))
        if not typed:
            typed = self._below_typed(wanted)
        dotted = bool(typed) and "." in wanted  # no list of steps prints "3.2"
        counted = () if dotted or self._mostly_typed else self._counted.get(wanted, ())
        found = tuple(dict.fromkeys(typed + tuple(counted)))
        if not found:
            return None
        return Numbered(found, len(found) == 1)

    @cached_property
    def printed(self) -> bool:
        """Return True if headings have numbers in print: they begin with one, or the front matter asks for numbers."""
        first = self._document.blocks[0] if self._document.blocks else None
        declared = first is not None and first.kind == "front_matter" and self._document.source(first)
        return bool(self._typed) or bool(declared and _DECLARED.search(declared))

    # ------------------------------------------------------------------ typed

    @cached_property
    def _typed(self) -> dict[str, list[int]]:
        """Map each number to the sections whose headings begin with it. The result is empty if only one of many
        headings begins with a number.
        """
        found: dict[str, list[int]] = defaultdict(list)
        roman = sum(bool(re.match(r"(?:I{2,3}|IV|VI{0,3}|IX|XI*)[.:]\s", s.title)) for s in self._sections)
        for section in self._sections[1:]:
            if section.index != self._title and (number := typed_number(section.title, roman > 0)):
                for form in {number, _arabic(number) if roman else number}:
                    found[form].append(section.index)
        headed = len(self._sections) - 1 - (self._title is not None)
        several = len({i for indices in found.values() for i in indices}) > 1 or headed <= 2
        return dict(found) if several or any(number[0].isalpha() for number in found) else {}

    @cached_property
    def _mostly_typed(self) -> bool:
        """Return True if the headings of at least half of the main sections begin with a number. If so, no section is
        found by counting.
        """
        printing = {i for indices in self._typed.values() for i in indices}
        main = min((s.level for s in self._sections[1:] if s.index in printing), default=0)
        same = [s for s in self._sections[1:] if s.level == main and s.index != self._title]
        return bool(same) and 2 * sum(s.index in printing for s in same) >= len(same)

    def _below_typed(self, number: str) -> tuple[int, ...]:
        """Return the index of the subsection that a number such as "I.B" means, in a tuple of one; () if there is none.

        The section has the part before the last period in its heading ("I. History"), and the subsection has the last
        part ("B. Spread"). If no subsection of the section has a number, they are counted: "2.3" is the third one.
        """
        upper, _, last = number.rpartition(".")
        if not upper:
            return ()
        above = self._typed.get(upper) or self._below_typed(upper)
        printing = {i for indices in self._typed.values() for i in indices}
        for index in above:
            children = list(self._children(index))
            if own := [child for child in children if child in self._typed.get(last, ())]:
                return (own[0],)
            counted = last.isdigit() and 0 < int(last) <= len(children) and not printing.intersection(children)
            if counted:
                return (children[int(last) - 1],)
        return ()

    # ------------------------------------------------------------------ counted

    @cached_property
    def _counted(self) -> dict[str, tuple[int, ...]]:
        """Map each number to the sections that get it by counting, as with Pandoc's --number-sections. The sections are
        counted twice: with and without those that usually have no number, such as "References".
        """
        found: dict[str, dict[int, None]] = defaultdict(dict)
        skipping = [s.index for s in self._sections[1:] if fold(s.title) in _OFTEN_UNNUMBERED]
        for skipped in (frozenset[int](), frozenset(skipping)):
            for index, number in self._count(skipped):
                found[number][index] = None
        return {number: tuple(indices) for number, indices in found.items()}

    def _count(self, skipped: frozenset[int]) -> Iterator[tuple[int, str]]:
        counters: dict[int | None, int] = defaultdict(int)
        letters: dict[int | None, int] = defaultdict(int)
        numbers: dict[int | None, str] = {None: "", self._title: ""}
        appendix = self._appendix_mark
        for section in self._sections[1:]:
            index, parent = section.index, section.parent
            if index == self._title or index in skipped or _UNNUMBERED.search(self._raw[index]):
                continue
            parent = None if parent == self._title else parent
            lettered = is_appendix(section.title) or bool(_APPENDIX_CLASS.search(self._raw[index]))
            if lettered or (parent is None and section.first > appendix):
                children = list(self._children(index))
                alone = fold(section.title).count(" ") == 0 and lettered and len(children) > 1
                if not alone:
                    letters[None] += 1
                    numbers[index] = chr(64 + min(26, letters[None]))
                    yield index, numbers[index]
                    continue
                for place, child in enumerate(children[:26]):
                    numbers[child] = chr(65 + place)
                    yield child, numbers[child]
            elif index not in numbers:
                counters[parent] += 1
                above = numbers.get(parent, "")
                numbers[index] = f"{above}.{counters[parent]}" if above else str(counters[parent])
                if parent is None or above:
                    yield index, numbers[index]

    @cached_property
    def _appendix_mark(self) -> int:
        """Return the index of the block with LaTeX's \\appendix, or the number of blocks if there is none."""
        blocks = self._document.blocks
        if "\\appendix" in self._document.text:
            for block in blocks:
                if self._document.text.startswith("\\appendix", block.start) and block.kind != "code":
                    return block.index
        return len(blocks)

    def _children(self, index: int) -> Iterator[int]:
        stop = self._sections[index].stop
        for section in self._sections[index + 1 :]:
            if section.first >= stop:
                return
            if section.parent == index:
                yield section.index


def typed_number(title: str, roman: bool = False) -> str:
    """Return the number at the beginning of a heading, in normal form: "3.2" for "3.2. Sites"; "" if there is none.
    Roman numerals are read only if `roman` is True.
    """
    text = unicodedata.normalize("NFKC", title).strip()
    if match := _HAN_TYPED.match(text):
        return normal(match["before"] or match["number"])
    match = _TYPED.match(text)
    if match is None:
        return ""
    noun, number = (match["noun"] or "").strip(" ."), match["number"]
    if noun and not is_section_noun(noun) and not is_appendix(noun):
        return ""
    if number.startswith("0") or (number.isdigit() and len(number) > 2 and not noun):
        return ""
    if number[0].isalpha() and not noun:
        counted = "." in number or match["mark"] in (".", ")", ":")
        if not counted and not re.fullmatch(r"[A-Z][0-9]+", number):
            return ""
        if number.isalpha() and len(number) > 1 and not roman:
            return ""
    return normal(number)


def normal(number: str) -> str:
    """Return a section number in normal form: "3.2" for "3.2." and "３.２", "3" for "三", "A.1" for "a.1"."""
    text = unicodedata.normalize("NFKC", number).replace("-", ".").upper().strip(" .")
    if text and all(sign in HAN_DIGITS for sign in text):
        return str(_han(text))
    return text


def _han(text: str) -> int:
    """Convert Han numerals to a number: 二十三 → 23."""
    tens, found, units = text.partition("十")
    if not found:
        return int("".join(str(HAN_DIGITS[sign]) for sign in text))
    return 10 * (HAN_DIGITS[tens[-1]] if tens else 1) + (HAN_DIGITS[units[0]] if units else 0)


def _arabic(number: str) -> str:
    first, dot, rest = number.partition(".")
    if not first or any(sign not in _ROMAN for sign in first):
        return number
    values = [_ROMAN[sign] for sign in first]
    total = sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))
    return f"{total}{dot}{rest}"
