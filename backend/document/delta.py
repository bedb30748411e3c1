"""Encode the difference between two texts: which ranges of the old text are kept, and which text is new."""

from __future__ import annotations

import json
import re
from itertools import accumulate

from backend.document.common_prefix import shared_ends
from backend.document.line_matches import line_matches

#: The units that are compared: sentences and not lines, because a paragraph is one line and an edit changes few
#: sentences.
_PIECE = re.compile(r"[^\n.。]*[\n.。]|[^\n.。]+")
#: Maximum number of sentences that are compared. A longer difference is stored as one new text, which limits the time:
#: 20,000 sentences are 2 MB of prose and take 0.05 s.
_MOST_PIECES = 20_000


def delta(old: str, new: str) -> str:
    """Return the difference between two texts as a JSON list. Each item is a range of `old`, as [start, end], or a
    string of new text. The items, joined in order, give `new` (see `apply_delta`).
    """
    head, tail = shared_ends(old, new)
    parts: list[list[int] | str] = [[0, head]]
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    a, b = _PIECE.findall(before), _PIECE.findall(after)
    if max(len(a), len(b)) > _MOST_PIECES:
        parts.append(after)
    else:
        places = list(accumulate(map(len, a), initial=head))
        at = 0
        for match in line_matches(a, b):
            parts.append("".join(b[at : match.new]))
            parts.append([places[match.old], places[match.old + match.length]])
            at = match.new + match.length
        parts.append("".join(b[at:]))
    parts.append([len(old) - tail, len(old)])
    return json.dumps([part for part in parts if part and not _is_empty(part)], separators=(",", ":"))


def apply_delta(old: str, difference: str) -> str:
    """Return the new text for an `old` text and a `difference` that `delta` made."""
    parts = json.loads(difference)
    return "".join(part if isinstance(part, str) else old[part[0] : part[1]] for part in parts)


def _is_empty(part: list[int] | str) -> bool:
    return not isinstance(part, str) and part[0] == part[1]
