"""Convert code cells, as Quarto, R Markdown and Jupyter Book write them, to code blocks that Pandoc reads.

Pandoc would read a fence that begins with `{r}` as code within a paragraph. Here each cell becomes a code block. Its
attributes have the cell's label, its caption, and whether its code is shown.
"""

from __future__ import annotations

import json
import re

_FENCE = re.compile(r"([ \t]*(?:>[ \t]?)*)(`{3,}|~{3,})(.*)")
#: Matches `{r}`, `{python}`, `{r label, fig.cap="…"}`; not `{.r}` and `{#id}`, which are Pandoc's own, nor `{=html}`.
_HEAD = re.compile(r"\s*\{([A-Za-z][\w+-]*)((?:[\s,][^{}]*)?)\}\s*")
_OPTION = re.compile(r"\s*(?:#|//|%%|--)\|\s*([\w.-]+)\s*:\s*(.*?)\s*")
_IN_HEAD = re.compile(r"""([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|[^,\s]+)""")
_NAMES = {"label": "label", "fig-cap": "caption", "tbl-cap": "caption", "fig.cap": "caption", "echo": "echo"}


def with_code_blocks(text: str) -> str:
    """Return the Markdown with each code cell as a code block of the class `coscribe-cell`. Everything else is
    unchanged.
    """
    if not re.search(r"(?:`{3}|~{3})\s*\{[A-Za-z]", text):
        return text
    lines = text.splitlines(keepends=True)
    out: list[str] = []
    at = 0
    while at < len(lines):
        opening = _FENCE.fullmatch(lines[at].rstrip("\r\n"))
        end = _end(lines, at, opening[2]) if opening else at
        head = _HEAD.fullmatch(opening[3]) if opening and end < len(lines) else None
        if opening is None or head is None:
            out += lines[at : end + 1]
        else:
            out += _cell(opening, head, lines[at + 1 : end])
            out.append(lines[end])
        at = end + 1
    return "".join(out)


def _end(lines: list[str], start: int, fence: str) -> int:
    """Return the index of the line that closes a fence. If no line does, return the number of lines."""
    closing = re.compile(rf"[ \t]*(?:>[ \t]?)*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    return next((at for at in range(start + 1, len(lines)) if closing.fullmatch(lines[at].rstrip("\r\n"))), len(lines))


def _cell(opening: re.Match[str], head: re.Match[str], body: list[str]) -> list[str]:
    """Return the lines of the code block: the first line with the cell's options as attributes, and the code without
    the lines that set options.
    """
    options: dict[str, str] = {}
    first = head[2].strip(" ,\t").partition(",")[0].strip()
    if first and "=" not in first:
        options["label"] = first.split()[0]
    for name, value in _IN_HEAD.findall(head[2]):
        if name in _NAMES:
            options[_NAMES[name]] = value
    count = 0
    for line in body:
        option = _OPTION.fullmatch(line.rstrip("\r\n"))
        if option is None:
            break
        count += 1
        if option[1] in _NAMES:
            options[_NAMES[option[1]]] = option[2]
    said = "".join(f" {name}={_quoted(value)}" for name, value in options.items())
    line_end = "\r\n" if body and body[0].endswith("\r\n") else "\n"
    return [f"{opening[1]}{opening[2]} {{.{head[1]} .coscribe-cell{said}}}{line_end}", *body[count:]]


def _quoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return json.dumps(value.lower() if value in ("FALSE", "TRUE", "False", "True") else value, ensure_ascii=False)
