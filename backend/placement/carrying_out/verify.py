"""Check that a result obeys the laws of placement. Each violation is returned as a sentence for a model or a person.

The laws: (1) the content occurs exactly once more than before, (2) all other text is unchanged, (3) the blocks of this
text are unchanged, and (4) no heading is doubled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from backend.document.blocks import Document, Splice, read, shape
from backend.document.outline import outline
from backend.mentions.headings import fold

MELTED = (
    "Nothing was placed: at this place the content would merge with the blocks beside it. Choose a place between other "
    "blocks."
)
#: The violation if text outside of the replaced blocks would change.
_OUTSIDE = "Nothing was placed: this placement would change text outside of the content's place. Choose another place."
#: Maximum number of characters of a result that is parsed as a whole. Of a longer result, only the text around the
#: splice is parsed if that is enough.
_SHORT = 60_000
#: Signs that may open a block that extends beyond its paragraph. If there are any, the whole result must be parsed.
_OPENER = re.compile(r"^[ \t]*(?:`{3}|~{3}|:{3}|\$\$|\\begin|\\\[|<|\+\+\+)|<details|\\end\{|-->", re.M | re.I)
#: Text that is put before the parsed part of a document, so that the first line of this part cannot begin front matter.
_AHEAD = "x\n\n"


def verify(before: Document, splices: Sequence[Splice], after: str, *contents: str) -> tuple[str, ...]:
    """Return a sentence for each law of placement that the text `after` breaks; () if it breaks none.

    `splices` are the edits that led from the document `before` to `after`. Each of the `contents` (with LF line
    endings) must occur in `after` once more than in the text of `before` that the splices keep.
    """
    ordered = sorted(splices, key=lambda s: (s.start, s.stop))
    if untouched := _outside(before, ordered, after):
        return (untouched,)
    found = []
    if not _keeps_shape(before, ordered, after):
        found.append(MELTED)
    taken = [_taken_out(before, each) for each in ordered]
    kept = {each: _count(before.text, each) - sum(_count(text, each) for text in taken) for each in contents}
    if any(_count(after, each) != kept[each] + contents.count(each) for each in contents):
        found.append(
            "Nothing was placed: at this place the content would be lost, changed or doubled. Choose another place."
        )
    if doubled := _doubled(before, ordered):
        found.append(
            f"Nothing was placed: the heading “{doubled}” would occur twice in the same place. Replace the section "
            "that has this heading, or rename one of the two."
        )
    return tuple(found)


def _taken_out(before: Document, splice: Splice) -> str:
    """Return the text of the document `before` that a splice replaces; "" if it only inserts."""
    if splice.start == splice.stop:
        return ""
    return before.text[before.blocks[splice.start].start : before.blocks[splice.stop - 1].end]


def _outside(before: Document, splices: Sequence[Splice], after: str) -> str:
    """Check law 2: the text of `before` outside the spliced blocks is also in `after`, in the same order. Returns the
    violation, or "".
    """
    at, cursor = 0, 0
    for place, splice in enumerate(splices):
        stop = before.blocks[splice.start - 1].end if splice.start else 0
        kept = before.text[cursor:stop]
        found = after.find(kept, at) if place else (0 if after.startswith(kept) else -1)
        if found < 0:
            return _OUTSIDE
        at = found + len(kept)
        cursor = before.blocks[splice.stop].start if splice.stop < len(before.blocks) else len(before.text)
    rest = before.text[cursor:]
    if not after.endswith(rest) or len(after) - len(rest) < at:
        return _OUTSIDE
    return ""


def _keeps_shape(before: Document, splices: Sequence[Splice], after: str) -> bool:
    """Check law 3: `after` has the blocks of `before`, with the blocks of each splice's text in place of those that the
    splice replaces. Returns False if the law is broken.
    """
    if len(splices) == 1 and len(after) > _SHORT and _keeps_locally(before, splices[0], after):
        return True
    old = shape(before)
    expected: list[tuple[str, str]] = []
    cursor = 0
    for splice in splices:
        expected += old[cursor : splice.start]
        expected += shape(read(splice.text))
        cursor = splice.stop
    expected += old[cursor:]
    return tuple(expected) == shape(read(after))


def _keeps_locally(before: Document, splice: Splice, after: str) -> bool:
    """Return True if parsing only the splice and the blocks beside it shows that law 3 holds: the blocks of all other
    text are unchanged. More distant blocks cannot change, because the parser is in the same state before each top-level
    block.

    Returns False if the law is broken, or if the whole text must be parsed to decide: one of these blocks may be
    unclosed, or they are more than half of the text.
    """
    if _OPENER.search(splice.text):
        return False
    left = before.blocks[max(0, splice.start - 1) : splice.start]
    right = before.blocks[splice.stop : splice.stop + 2]
    if any(_OPENER.search(before.source(b)) for b in (*left, *right)):
        return False
    first = left[0].start if left else 0
    tail = len(before.text) - right[-1].end if right else 0
    if 2 * (len(after) - tail - first) > len(after):
        return False  # the whole text is parsed later anyway
    window = _AHEAD + after[first : len(after) - tail]
    return shape(read(window))[1:] == (*shape(before, left), *shape(read(splice.text)), *shape(before, right))


def _count(text: str, content: str) -> int:
    """Return how often the content occurs in a text. Different line endings count as equal."""
    forms = {content, content.replace("\n", "\r\n")}
    return sum(text.count(form) for form in forms)


def _doubled(before: Document, splices: Sequence[Splice]) -> str:
    """Return the title of the first heading that the splices insert although the document `before` already has it, at
    the same level and under the same higher headings; "" if there is none.
    """
    sections = outline(before)
    for splice in splices:
        headings = [b for b in read(splice.text).blocks if b.kind == "heading"]
        if not headings or splice.tight:
            continue
        there = _paths(before, splice)
        stack: list[tuple[int, str]] = []
        if splice.start:
            section = sections.section_of(splice.start - 1)
            while section.heading is not None:
                stack.insert(0, (section.level, fold(section.title)))
                if section.parent is None:
                    break
                section = sections.sections[section.parent]
        for heading in headings:
            stack = [entry for entry in stack if entry[0] < heading.level]
            stack.append((heading.level, fold(heading.title)))
            if there[tuple(stack)]:
                return heading.title
    return ""


def _paths(document: Document, splice: Splice) -> Counter[tuple[tuple[int, str], ...]]:
    """Count how often the document has each heading path: the level and title of each heading from the outermost
    section down to the heading itself. Headings in the spliced blocks are left out.
    """
    paths: dict[int, tuple[tuple[int, str], ...]] = {}
    kept: Counter[tuple[tuple[int, str], ...]] = Counter()
    for section in outline(document).sections:
        if section.heading is not None:
            above = paths.get(section.parent, ()) if section.parent is not None else ()
            paths[section.index] = (*above, (section.level, fold(section.title)))
            if not splice.start <= section.heading < splice.stop:
                kept[paths[section.index]] += 1
    return kept
