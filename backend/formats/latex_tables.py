r"""Simplify LaTeX tables, so that Pandoc reads them completely.

Pandoc makes three mistakes. It loses cells if the specification of a column has commands (`>{\raggedright}p{3cm}`). It
prints the numbers of `\cline{1-2}`. And it prints two heads for a long table whose first page has another head than the
following pages.
"""

from __future__ import annotations

import re

#: The table environments, each with the number of arguments before its column specification.
_TABLES = {"tabular": 0, "longtable": 0, "tabular*": 1, "tabularx": 1, "tabulary": 1, "supertabular": 0, "xltabular": 1}
_BEGIN = re.compile(r"\\begin\s*\{(" + "|".join(re.escape(name) for name in _TABLES) + r")\}\s*(\[[^\]\n]{0,200}\])?")
#: A horizontal line below a table's head. Pandoc recognizes the head by this line.
_RULE = re.compile(r"\\(?:midrule|hline)\s*(?:\\noalign\s*\{[^{}]*\}\s*)?\Z")
_LINES = re.compile(
    r"\\noalign\s*\{[^{}]*\}|\\(?:cline|cmidrule|hhline)\b\s*(?:\[[^\]\n]{0,200}\])?\s*(?:\([^)\n]{0,50}\))?\s*\{[^{}]*\}"
)
_CELL = re.compile(
    r"\\begin\s*\{minipage\}(?:\s*\[[^\]\n]{0,200}\])*\s*\{[^{}]*\}(?:\s*\\(?:raggedright|raggedleft|centering))?\s*"
)
_CELL_END = re.compile(r"\\end\s*\{minipage\}")
#: The column letters that Pandoc knows. Any other letter (`p`, `X`, `S` …) is treated as a text column, aligned as its
#: commands say.
_PLAIN = frozenset("lcr|")
#: The longest argument in characters, and the most columns. Bounds, not tuned.
LONGEST, MOST_COLUMNS = 1_000, 200
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


def simplified(text: str) -> str:
    """Return the LaTeX text with simpler tables: their columns are only `l`, `c` or `r`, perhaps with vertical lines,
    and their rows have nothing that Pandoc misreads.
    """
    pieces, at = [], 0
    ends: dict[str, int] = {}
    while found := _BEGIN.search(text, at):
        start = found.end()
        width = ""
        for _ in range(_TABLES[found[1]]):
            width, start = _argument(text, start)
        columns, body = _argument(text, start)
        if 0 <= ends.get(found[1], 0) < body:
            ends[found[1]] = text.find(f"\\end{{{found[1]}}}", body)
        end = ends[found[1]]
        if not columns or end < 0:
            pieces.append(text[at : found.end()])
            at = found.end()
            continue
        pieces += [text[at : found.end()], width, "{", _columns(columns[1:-1]), "}"]
        inner = _BEGIN.search(text, body, end)
        at = inner.start() if inner is not None else end  # a table within a cell is next
        pieces.append(_rows(text[body:at]))
    return "".join((*pieces, text[at:]))


def _columns(given: str) -> str:
    """Return the specification `given` of a table's columns without commands and widths, and with `lll` in place of
    `*{3}{l}`.
    """
    columns, set_as, at = [], "l", 0
    while at < len(given):
        sign = given[at]
        at += 1
        if sign in _PLAIN:
            columns.append(sign)
        elif sign == ">":
            commands, at = _argument(given, at)
            set_as = "c" if "\\centering" in commands else "r" if "\\raggedleft" in commands else "l"
        elif sign in "<@!":
            _, at = _argument(given, at)
        elif sign == "*":
            count, at = _argument(given, at)
            repeated, at = _argument(given, at)
            number = count[1:-1].strip()
            times = min(int(number[:4]), MOST_COLUMNS) if number.isdecimal() else 1
            columns.append((_columns(repeated[1:-1]) * times)[:MOST_COLUMNS])
        elif sign.isalpha():
            while given[at : at + 1] in ("[", "{") and given[at : at + 1]:
                at = given.find("]", at) + 1 or len(given) if given[at] == "[" else _argument(given, at)[1]
            columns.append(set_as)
            set_as = "l"
    return "".join(columns)[:MOST_COLUMNS]


def _rows(rows: str) -> str:
    """Return the rows of a table. The heads and feet that a long table repeats on further pages are removed; the first
    head stays.
    """
    first, mark, rest = rows.partition("\\endfirsthead")
    other, second, body = (rest if mark else rows).partition("\\endhead")
    head = first if mark else other if second else ""
    body = body if second else rest if mark else rows
    for end in ("\\endlastfoot", "\\endfoot"):
        body = body.rpartition(end)[2]
    rule = "\\midrule " if head and not _RULE.search(head) else ""
    return _CELL_END.sub("", _CELL.sub("", _LINES.sub("", f"{head}{rule}{body}")))


def _argument(text: str, at: int) -> tuple[str, int]:
    """Return the argument that begins at position `at`, perhaps after spaces, with its braces, and the position after
    it. Returns ("", at) if there is none, or if it is too long.
    """
    start = at
    while text[start : start + 1].isspace():
        start += 1
    if text[start : start + 1] != "{":
        return "", at
    depth = 0
    for found in _BRACE.finditer(text, start, start + LONGEST):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0 and found[0] == "}":
            return text[start : found.end()], found.end()
    return "", at
