"""Find definitions of links, `[label]: destination "title"`, which may have several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.markdown.syntax import breaks_paragraph

_LABEL = r" {0,3}\[(?!\^)(?=[^\]]*[^\s\]])(?:[^\[\]\\]|\\[\s\S]){1,999}\]:"
_DESTINATION = r"[ \t]*\n?[ \t]*(<(?:[^<>\\\n]|\\.)*>|(?!<)[^\s\x00-\x1f\x7f]+)"
_TITLE = r"(?:\"(?:[^\"\\]|\\[\s\S])*\"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))"
_TITLED = re.compile(rf"{_LABEL}{_DESTINATION}(?:[ \t]+|[ \t]*\n[ \t]*){_TITLE}[ \t]*(?:\n|$)")
_UNTITLED = re.compile(rf"{_LABEL}{_DESTINATION}[ \t]*(?:\n|$)")
#: the most common form: a complete definition in one line
_IN_A_LINE = re.compile(rf"{_LABEL}[ \t]*(<[^<>\\\s]*>|[^\s<()\\]+)(?:[ \t]+{_TITLE})?$")
#: maximum number of lines of a definition; a longer one is taken as a paragraph
_LONGEST = 24


def definition_stop(lines: Sequence[str], first: int, stop: int) -> int:
    """Return the index of the line after the definition that begins at line `first`; `first` itself if none begins
    there. `stop` is the number of all lines.
    """
    line = lines[first].rstrip()
    follower = lines[first + 1].lstrip()[:1] if first + 1 < stop else ""
    if _IN_A_LINE.match(line) and (follower not in ("'", '"', "(") or line[-1] in "'\")"):
        return first + 1
    run: list[str] = []
    for index in range(first, min(stop, first + _LONGEST)):
        text = lines[index].rstrip("\r\n")
        if not text or text.isspace() or (run and breaks_paragraph(text.rstrip())):
            break
        run.append(text)
    joined = "\n".join(run)
    for pattern in (_TITLED, _UNTITLED):
        match = pattern.match(joined)
        if match and _balanced(match[1]):
            return first + joined.count("\n", 0, match.end()) + (match.end() == len(joined) and joined[-1:] != "\n")
    return first


def _balanced(destination: str) -> bool:
    """Return True if each parenthesis of a link destination has a counterpart. Return True for every destination in
    `<…>`.
    """
    if destination.startswith("<"):
        return True
    depth = 0
    for bracket in re.findall(r"(?<!\\)[()]", destination):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0
