"""Complete an answer that has only the changed sentences, rows or items of a text, with or without a mark such as
"[...]" in place of the others.

If such an answer replaced the text, the other sentences, rows or items would be lost. Unchanged ones are copied byte
for byte from the document, so an unchanged row keeps its column widths.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.document.blocks import Document, read
from backend.document.similar_text import WORD
from backend.placement.content import Content
from backend.placement.pieces.units import Unit, units
from backend.ranking.terms import language_of, stop_terms, terms

#: Kinds of blocks whose units are compared.
_KINDS = frozenset({"paragraph", "table", "list"})
#: A unit is a version of another if this share (0 to 1) of the longer unit's words is in both. The answer says a
#: missing unit elsewhere if it has this share of the unit's terms. Not tuned: half.
VERSION, _SAID = 0.5, 0.5
#: Minimum number of words of a unit of which any unit with all these words is a version. Not tuned: “Shade matters.”
_FEWEST_WORDS = 2
#: Dots in brackets or alone, between two sentences or on a line of their own, with or without a remark: "[...]", "…
#: (rest unchanged)".
_DOTS = re.compile(
    r"(?:(?<=[.!?。])[ \t]+|^[ \t]*|(?<=[.!?。])\n)(?:\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3})"
    r"(?:[ \t]*\([^()\n]{1,60}\))?(?=\s|$)",
    re.M,
)
#: A line that is all in brackets, or a comment: "[rest unchanged]". A citation, a note or a link is none.
_BRACKETED = re.compile(
    r"^[ \t]*[*_]{0,2}(?:\[[^\[\]@^\n]{1,80}\]|\([^()\n]{1,80}\)|<!--[^\n]{1,80}?-->)[*_]{0,2}[ \t]*$", re.M
)
#: Maximum number of pairs of units that are compared: 60 sentences beside 60.
_MOST_PAIRS = 3600


@dataclass(frozen=True, slots=True)
class Completed:
    """An answer's text, completed with the sentences, rows or items of the document's block that it left out. `kept` is
    the number of these.
    """

    content: str
    kept: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A unit (sentence, row or item): `old` in the document's block, `new` in the answer. One of them is None if only
    the other text has the unit.
    """

    old: Unit | None
    new: Unit | None


def completed(document: Document, blocks: Iterable[int], content: str, less: bool) -> Completed | None:
    """Return the content, completed to a whole version of one of the `blocks`: the list with all ten items, if the
    content has only two of them, of which one is changed. Returns None if the content is such a partial version of no
    block, or of several.

    `less` is True if the message asks for less text. Then missing units (sentences, rows, items) were left out on
    purpose, unless dots in the content stand for them.
    """
    return _completed(document, blocks, _readings(content, less), less)


def _readings(content: str, less: bool) -> list[tuple[Content, bool]]:
    """Return the ways in which the content can be compared with a block: as it is and, if it has marks such as "[...]",
    also without them.

    Each way is a pair: the content, and True if marks were removed. A way in which the content is not a single
    paragraph, list or table is left out. `less` is True if the message asks for less text.
    """
    bare = without_marks(content, remarks=not less)
    texts = [(content, False)] if bare == content.strip("\n") else [(content, False), (bare, True)]
    readings = [(Content.of(text), marked) for text, marked in texts]
    return [(made, marked) for made, marked in readings if len(made.kinds) == 1 and made.kinds[0] in _KINDS]


def _completed(
    document: Document, blocks: Iterable[int], readings: Sequence[tuple[Content, bool]], less: bool
) -> Completed | None:
    near = [document.blocks[each] for each in dict.fromkeys(blocks)]
    for made, marked in readings:
        sources = [document.source(each).rstrip() for each in near if each.kind == made.kinds[0]]
        found = [each for source in sources if (each := _version(source, made, less, marked)) is not None]
        if len(found) == 1 and (found[0].kept or not marked):
            return found[0]
    return None


def whole_version(base: str, content: str, less: bool) -> str | None:
    """Return the draft `base`, in which the units (sentences, rows, items) that `content` changes have their new form.
    All other units stay, also those that `content` leaves out.

    The content must be a single block, besides a heading that `base` has, too, and must be a partial version of exactly
    one block of `base`. Otherwise return None. `less` is True if the message asks for less text; then a unit that is
    missing without a mark such as "[...]" was left out on purpose.
    """
    document, made = read(base), Content.of(content)
    titled = made.level and document.blocks and made.title == document.blocks[0].title
    body = made.body if titled else made.text
    readings = _readings(body, less)  # read once, because a draft may have thousands of blocks
    found = [(each, _completed(document, [at], readings, less)) for at, each in enumerate(document.blocks)]
    parts = [(block, part.content) for block, part in found if part is not None and part.kept]
    if len(parts) != 1:
        return None
    block, text = parts[0]
    source = base[block.start : block.end]
    return f"{base[: block.start]}{text}{source[len(source.rstrip()) :]}{base[block.end :]}"


def without_marks(content: str, remarks: bool = True) -> str:
    """Return the content without dots that stand for omitted text, such as "[...]". If `remarks` is True, lines in
    brackets such as "[rest unchanged]" are removed, too.
    """
    dotless = _DOTS.sub("", content) if "…" in content or "..." in content else content
    return (_BRACKETED.sub("", dotless) if remarks else dotless).strip("\n")


def elision(content: str, text: str, remarks: bool = True) -> str:
    """Return the first mark in the content that stands for omitted text, such as "[...]", and that `text` does not
    have; "" if there is none. If `remarks` is True, lines in brackets ("[rest unchanged]") are such marks, too.
    """
    patterns = (_DOTS, _BRACKETED) if remarks else (_DOTS,)
    found = (match[0].strip() for pattern in patterns for match in pattern.finditer(content))
    return next((each for each in found if each not in text), "")


def _version(source: str, content: Content, less: bool, marked: bool) -> Completed | None:
    """Return the content, completed to a whole version of the block `source`. Returns None if it neither changes nor
    adds a unit (sentence, row, item), if it has no unit of the block, or if units may be missing on purpose.

    `marked` is True if marks such as "[...]" were removed from the content; then the missing units belong there.
    """
    old = read(source.replace("\r\n", "\n"))
    if len(old.blocks) != 1 or old.blocks[0].kind != content.kinds[0]:
        return None
    new = content.document
    parts = _parts(old, new)
    both = [(each.old, each.new) for each in parts if each.old is not None and each.new is not None]
    changed = sum(not _is_same(old, one, new, other) for one, other in both)
    added = sum(each.old is None for each in parts)
    missing = [each.old for each in parts if each.old is not None and each.new is None]
    if not both or not (changed or added):
        return None
    paired = " ".join(_text(old, one) for one, _ in both)
    said = (_is_said(_text(old, each), paired, content.text) for each in missing)
    if missing and not marked and (less or added or any(said)):
        return None
    text = _joined(old, new, parts)
    return Completed(text, len(missing)) if text != content.text else None


def _parts(old: Document, new: Document) -> list[_Part]:
    """Return the units of both texts in order. A unit that both texts have is one `_Part`. Returns [] if the units of
    `new` are in another order than those of `old`, or if there are too many to compare.
    """
    before, after = units(old, old.blocks), units(new, new.blocks)
    if len(before) * len(after) > _MOST_PAIRS:
        return []
    parts: list[_Part] = []
    at = 0
    for unit in after:
        alike = [likeness(_text(old, each), _text(new, unit)) for each in before]
        best = max(range(len(before)), key=lambda number: alike[number])
        if alike[best] < VERSION:
            parts.append(_Part(None, unit))
            continue
        if best < at:
            return []
        parts += [_Part(each, None) for each in before[at:best]]
        parts.append(_Part(before[best], unit))
        at = best + 1
    return parts + [_Part(each, None) for each in before[at:]]


def likeness(one: str, other: str) -> float:
    """Return how alike the units `one` and `other` are.

    This is the number of words that both have, divided by the number of words of the longer unit (0 to 1). It is at
    least `VERSION` if `other` has all words of `one`, and these are not very few. For table rows with equal first
    cells, 1 is added.
    """
    cells = _cells(one)
    same = bool(cells and cells[0]) and cells[:1] == _cells(other)[:1]
    before, after = set(_words(one)), set(_words(other))
    share = len(before & after) / max(len(before), len(after), 1)
    return same + (max(share, VERSION) if len(before) >= _FEWEST_WORDS and before <= after else share)


def _is_same(old: Document, one: Unit, new: Document, other: Unit) -> bool:
    """Return True if the unit `one` of the document `old` and the unit `other` of the document `new` differ only in
    white space. Rows of a table may also differ in the widths of the columns.
    """
    before, after = _text(old, one), _text(new, other)
    if before.split() == after.split():
        return True
    (first, *rule), (second, *plain) = before.splitlines(), after.splitlines()
    if not _cells(first) or _cells(first) != _cells(second) or len(rule) != len(plain):
        return False
    aligned = [[cell[:1] == ":", cell[-1:] == ":"] for cell in _cells("".join(rule))]
    now = [[cell[:1] == ":", cell[-1:] == ":"] for cell in _cells("".join(plain))]
    return now == aligned or not any(any(each) for each in now)  # an alignment that the answer lost stays


def _is_said(unit: str, paired: str, answer: str) -> bool:
    """Return True if the answer contains at least half of the words of `unit`, a sentence or block of the old text that
    has no counterpart in the answer. The answer has then probably joined it with another one.

    `paired` has the old units that have a counterpart in the answer. Their words are not counted.
    """
    language = language_of(unit)
    own = {*terms(unit, language)} - stop_terms(language) - {*terms(paired, language)}
    return bool(own) and len(own.intersection(terms(answer, language))) >= _SAID * len(own)


def _joined(old: Document, new: Document, parts: Sequence[_Part]) -> str:
    """Return the units of `parts` as one text, in the wording of the new text. If a unit did not change, or the new
    text lacks it, it is copied from the old document, and so are the separators.
    """
    usual = re.search(r"\s+", old.text[next((each.old.end for each in parts if each.old), 0) :])
    text = ""
    for part in parts:
        keeps = part.old is not None and (part.new is None or _is_same(old, part.old, new, part.new))
        document, unit = (old, part.old) if keeps else (new, part.new)
        assert unit is not None
        before, at = (old.text, part.old.start) if part.old is not None else (new.text, unit.start)
        gap = before[len(before[:at].rstrip()) : at] if before[:at].strip() else usual[0] if usual else " "
        text += (gap if text else "") + _text(document, unit)
    return text


def _text(document: Document, unit: Unit) -> str:
    return document.text[unit.start : unit.end]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]


def _cells(row: str) -> list[str]:
    """Return the cells of a row of a table; [] for other text."""
    line = row.strip().split("\n")[0]
    return [" ".join(each.split()) for each in line.strip("|").split("|")] if line.count("|") > 1 else []
