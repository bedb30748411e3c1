"""Compute differences between two texts for people to read: a unified diff, and a diff of words.

The beginning and the end that both texts share are removed first. So the time is linear in the length of the document,
and quadratic only in the length of the changed part.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from backend.document.common_prefix import shared_ends, shared_lines
from backend.document.line_matches import line_matches

#: Number of lines shown around a change, as in every unified diff.
_CONTEXT = 3
_WORD = re.compile(r"\s+|[^\W_]+|[\W_]", re.UNICODE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
#: If one side has more words, the changed part is shown as removed and added as a whole.
_MOST_WORDS = 6000
#: Number of characters shown around a change: about a line of a page.
_AROUND = 60
#: In texts with more lines, only what lies between long equal parts is compared; with fewer lines a comparison takes
#: 0.1 s at most.
_MANY_LINES = 2000


@dataclass(frozen=True, slots=True)
class Change:
    """A range of text. `kind` says which version has it: both ("equal"), only the old one ("delete"), or only the new
    one ("insert").
    """

    kind: Literal["equal", "delete", "insert"]
    text: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": self.text}


def unified(before: str, after: str, old: str = "before", new: str = "after") -> str:
    """Return the unified diff from the text `before` to the text `after`, with three lines of context. `old` and `new`
    are the names of the two texts in its first lines.

    Line endings are not shown, but a line whose ending has changed is shown as changed.
    """
    skipped, a, b = _lines_around(before, after)
    out: list[str] = []
    for i, j, k, m in _windows(a, b):
        lines = list(difflib.unified_diff(a[i:j], b[k:m], old, new, n=_CONTEXT, lineterm="\n"))
        for line in lines[2:] if out else lines:
            if line.startswith("@@"):
                line = _moved(line, skipped + i, skipped + k)
            text = line.rstrip("\r\n")
            out.append(text + "\n")
            if not line.endswith("\n"):
                out.append("\\ No newline at end of file\n")
    return "".join(out)


def _windows(a: list[str], b: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges of lines that are to be compared with each other, each as (start in `a`, end in `a`, start in
    `b`, end in `b`). The ranges include some equal lines around a difference.

    The equal beginning and end are left out. In long texts, long equal parts are left out, too, because the time of a
    comparison grows with the square of its length.
    """
    head, tail = _shared(a, b)
    i = max(0, head - _CONTEXT)
    j, m = min(len(a), len(a) - tail + _CONTEXT), min(len(b), len(b) - tail + _CONTEXT)
    first = k = i
    for match in line_matches(a[i:j], b[i:m]) if max(j, m) - i > _MANY_LINES else ():
        if match.length > 2 * _CONTEXT:
            old, new = first + match.old, first + match.new
            yield i, old + _CONTEXT, k, new + _CONTEXT
            i, k = old + match.length - _CONTEXT, new + match.length - _CONTEXT
    yield i, j, k, m


def words(before: str, after: str) -> tuple[Change, ...]:
    """Return the differences between two texts as ranges of words, in the order of the text: the removed words, the
    added words, and some unchanged words before and after them.
    """
    head, tail = _to_words(before, *shared_ends(before, after))
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    changes = [Change("equal", before[max(0, head - _AROUND) : head])]
    a, b = _pieces(old), _pieces(new)
    if max(len(a), len(b)) > _MOST_WORDS:
        changes += [Change("delete", old), Change("insert", new)]
    else:
        for tag, i, j, k, m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if tag == "equal":
                changes.append(Change("equal", "".join(a[i:j])))
            else:
                changes += [Change("delete", "".join(a[i:j])), Change("insert", "".join(b[k:m]))]
    changes.append(Change("equal", before[len(before) - tail :][:_AROUND]))
    return tuple(c for c in changes if c.text)


def _lines_around(before: str, after: str) -> tuple[int, list[str], list[str]]:
    """Compare two texts. Return the number of lines before the first difference, and then, for each text, the lines
    from there to the last difference. The lines include the context.
    """
    head, tail = shared_lines(before, after)
    end = len(before) - tail
    for _ in range(_CONTEXT):
        head = before.rfind("\n", 0, max(head - 1, 0)) + 1
        end = before.find("\n", end) + 1 or len(before)
    tail = len(before) - end
    return before.count("\n", 0, head), _lines(before[head:end]), _lines(after[head : len(after) - tail])


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _shared(a: list[str], b: list[str]) -> tuple[int, int]:
    """Return how many lines the texts `a` and `b` share at the start, and how many of the remaining lines they share at
    the end.
    """
    head = 0
    most = min(len(a), len(b))
    while head < most and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < most - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return head, tail


def _moved(line: str, old: int, new: int) -> str:
    """Return `line`, a hunk header such as "@@ -1,4 +1,5 @@", with `old` added to the line numbers of the old text and
    `new` to those of the new text.
    """

    def move(found: re.Match[str]) -> str:
        return found[1] + str(int(found[2]) + (old if found[1] == "-" else new))

    return re.sub(r"([-+])(\d+)(?=[, ])", move, line)


def _to_words(text: str, head: int, tail: int) -> tuple[int, int]:
    """Return `head` and `tail`, the lengths of the shared beginning and end, reduced so that no word is cut in two."""
    while head and head < len(text) and text[head - 1].isalnum() and not _CJK.match(text[head - 1]):
        head -= 1
    while tail and tail < len(text) and text[len(text) - tail].isalnum() and not _CJK.match(text[len(text) - tail]):
        tail -= 1
    return head, tail


def _pieces(text: str) -> list[str]:
    """Split a text into words, white space and punctuation; each Chinese character is a piece of its own."""
    out: list[str] = []
    for piece in _WORD.findall(text):
        if _CJK.search(piece):
            out += piece
        else:
            out.append(piece)
    return out
