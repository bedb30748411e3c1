"""Before, splices and after -> violations: the laws of placement, checked on every result before anybody sees it.

Nothing found means placed. Each violation is one sentence that can be shown to a model or a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backend.document.blocks import Document, Splice, read, shape
from backend.document.outline import outline
from backend.placement.titles import fold


def verify(before: Document, splices: Sequence[Splice], after: str, content: str) -> tuple[str, ...]:
    """The laws that `after` breaks. `content` is what must be there exactly once more (LF line ends)."""
    ordered = sorted(splices, key=lambda s: (s.start, s.stop))
    if untouched := _outside(before, ordered, after):
        return (untouched,)
    found = []
    result = read(after)
    if not _keeps_shape(before, ordered, result):
        found.append("The content melts into its neighbours: other blocks than before are read around it.")
    replaced = sum(_count(before.source(b), content) for s in ordered for b in before.blocks[s.start : s.stop])
    if _count(after, content) != _count(before.text, content) - replaced + 1:
        found.append("The content does not stand in the document exactly once more than before.")
    if doubled := _doubled(before, result):
        found.append(f"The heading “{doubled}” would stand twice in the same place.")
    return tuple(found)


def _outside(before: Document, splices: Sequence[Splice], after: str) -> str:
    """Law 2: what is outside the spliced blocks stands in `after`, in the same order, from end to end."""
    at, cursor = 0, 0
    for splice in splices:
        stop = before.blocks[splice.start - 1].end if splice.start else 0
        kept = before.text[cursor:stop]
        found = after.find(kept, at) if cursor else (0 if after.startswith(kept) else -1)
        if found < 0:
            return "Text outside the splice has changed."
        at = found + len(kept)
        cursor = before.blocks[splice.stop].start if splice.stop < len(before.blocks) else len(before.text)
    rest = before.text[cursor:]
    if not after.endswith(rest) or len(after) - len(rest) < at:
        return "Text outside the splice has changed."
    return ""


def _keeps_shape(before: Document, splices: Sequence[Splice], result: Document) -> bool:
    """Law 3: the blocks are those from before with the splices' own in between."""
    old = shape(before)
    expected: list[tuple[str, str]] = []
    cursor = 0
    for splice in splices:
        expected += old[cursor : splice.start]
        expected += shape(read(splice.text))
        cursor = splice.stop
    expected += old[cursor:]
    return [_lf(x) for x in expected] == [_lf(x) for x in shape(result)]


def _lf(entry: tuple[str, str]) -> tuple[str, str]:
    return entry[0], entry[1].replace("\r\n", "\n").strip() if "\r" in entry[1] else entry[1].strip()


def _count(text: str, content: str) -> int:
    """How often the content stands in a text, whatever its line ends."""
    forms = {content, content.replace("\n", "\r\n")}
    return sum(text.count(form) for form in forms)


def _doubled(before: Document, result: Document) -> str:
    """A heading path that has become more frequent although it was there."""
    old = _paths(before)
    for path, count in _paths(result).items():
        if count > old[path] > 0:
            return path[-1][1]
    return ""


def _paths(document: Document) -> Counter[tuple[tuple[int, str], ...]]:
    sections = outline(document).sections
    paths: dict[int, tuple[tuple[int, str], ...]] = {}
    for section in sections:
        if section.heading is not None:
            above = paths.get(section.parent, ()) if section.parent is not None else ()
            paths[section.index] = (*above, (section.level, fold(section.title)))
    return Counter(paths.values())
