"""Generate documents that cost more time than their size suggests: each shape is a function of the number of
characters.

A shape repeats one thing, numbers it so that nothing is equal, nests it, leaves it open, or lets two marks fight. Both
the benchmark `hostile_documents` and the tests of linear reading draw from this table.
"""

from __future__ import annotations

from collections.abc import Callable

Shape = Callable[[int], str]


def _repeated(piece: str, head: str = "", tail: str = "") -> Shape:
    return lambda size: head + piece * ((size - len(head) - len(tail)) // len(piece)) + tail


def _numbered(pattern: str, head: str = "") -> Shape:
    """`pattern` with `{n}` for a number, until the size is reached."""

    def make(size: int) -> str:
        width = len(pattern.format(n=10_000))
        return (head + "".join(pattern.format(n=n) for n in range(size // width + 1)))[:size]

    return make


def _nested(opening: str, inside: str = "x", closing: str = "") -> Shape:
    return lambda size: (
        opening * (size // max(1, len(opening) + len(closing)))
        + inside
        + closing * (size // max(1, len(opening) + len(closing)))
    )


def _stairs(mark: str) -> Shape:
    """Lines that are indented deeper and deeper, up to a hundred steps, over and over."""

    def make(size: int) -> str:
        stair = "".join("  " * step + f"{mark} step {step}\n" for step in range(100))
        return (stair * (size // len(stair) + 1))[:size]

    return make


def _levels(size: int) -> str:
    return "".join(f"{'#' * (n % 6 + 1)} Heading {n} of {n % 7}\n\n" for n in range(size // 22))


def _table(columns: int) -> Shape:
    row = "| " + " | ".join("cell" for _ in range(columns)) + " |\n"
    rule = "|" + "---|" * columns + "\n"
    return lambda size: row + rule + row * (size // len(row))


SHAPES: dict[str, Shape] = {
    # headings
    "headings, all different": _numbered("# Heading {n}\n"),
    "headings with text": _numbered("## Heading {n}\n\nA sentence.\n\n"),
    "headings, all equal": _repeated("# Same\n"),
    "headings of all levels": _levels,
    "headings, empty": _repeated("#\n"),
    "headings, numbered": _numbered("## {n}.1 Results\n\n"),
    "headings with closing marks": _numbered("# Heading {n} " + "#" * 20 + "\n"),
    "one heading, very long": _repeated("word ", "# "),
    "one long heading over many": lambda size: f"# {'word ' * (size // 10)}\n\n" + "## Below\n\n" * (size // 20),
    "one long identifier over many": lambda size: f"# A {{#{'x' * (size // 2)}}}\n\n" + "## Below\n\n" * (size // 20),
    "setext headings": _numbered("Heading {n}\n===\n"),
    "setext lines": _repeated("a\n-\n"),
    "setext underlines only": _repeated("=\n"),
    "setext of many lines": _repeated("line\n", tail="===\n"),
    # paragraphs
    "one line of words": _repeated("word "),
    "one line of one letter": _repeated("a"),
    "one line of sentences": _numbered("This is sentence {n}. "),
    "one paragraph of lines": _numbered("Line {n} of a paragraph\n"),
    "small paragraphs": _numbered("Paragraph {n}.\n\n"),
    "small paragraphs, all equal": _repeated("a\n\n"),
    "one-letter paragraphs with CRLF": _repeated("a\r\n\r\n"),
    "prose": _numbered("The crown of tree {n} cooled the air by half a degree, as others found in {n}.\n\n"),
    "prose without a stop": _numbered("and tree {n} cooled the air and "),
    "full stops": _repeated("."),
    "stops and blanks": _repeated(". "),
    "abbreviations": _repeated("e.g. i.e. cf. "),
    "initials": _repeated("A. B. "),
    "Chinese prose": _repeated("研究很重要我们开始。"),
    "Chinese without a stop": _repeated("研究很重要我们开始"),
    "emoji": _repeated("\U0001f600"),
    "combining marks": _repeated("e\u0301\u0302\u0303"),
    "control characters": _repeated("\x01\x02"),
    "zero-width characters": _repeated("\u200b"),
    "right-to-left marks": _repeated("\u202e\u202c"),
    # blanks
    "blank lines": _repeated("\n"),
    "lines of blanks": _repeated("   \n"),
    "lone carriage returns": _repeated("a\r"),
    "one line of blanks": _repeated(" ", "a", "b"),
    "one line of tabs": _repeated("\t", "a", "b"),
    "trailing blanks": _repeated("a" + " " * 60 + "\n"),
    # lists and quotations
    "list, flat": _numbered("- item {n}\n"),
    "list, loose": _numbered("- item {n}\n\n"),
    "list, ordered": _numbered("{n}. item\n"),
    "list, stairs": _stairs("-"),
    "list, nested on one line": _repeated("- "),
    "list of other marks": _repeated("- a\n+ b\n* c\n"),
    "task list": _numbered("- [ ] task {n}\n"),
    "list items with code": _numbered("- item {n}\n\n      code\n\n"),
    "quotations": _numbered("> line {n}\n\n"),
    "one quotation": _numbered("> line {n}\n"),
    "quotations nested on one line": _repeated("> "),
    "quotations, lazy": _repeated("> a\nb\n"),
    "definitions": _numbered("Term {n}\n: meaning\n\n"),
    # code
    "fences": _numbered("```\ncode {n}\n```\n\n"),
    "fences, all open": _repeated("```\n\n", tail="x"),
    "fences of growing length": lambda size: "\n".join("`" * (3 + n % 200) for n in range(size // 100)),
    "fences and tildes": _repeated("```\n~~~\n"),
    "indented code": _numbered("    code {n}\n"),
    "backquotes of many lengths": lambda size: " ".join("`" * (n % 300 + 1) for n in range(size // 150)),
    "backquotes, unpaired": _repeated("`a "),
    # tables
    "table, long": _numbered("| a {n} | b |\n", "| a | b |\n|---|---|\n"),
    "table, wide": _table(2000),
    "tables, small": _numbered("| a | b |\n|---|---|\n| {n} | 2 |\n\n"),
    "table rules": _repeated("|---|---|\n"),
    "pipes": _repeated("|"),
    "captions": _numbered("Table {n}: A caption.\n\n"),
    "figures": _numbered("![Figure {n}](f{n}.png)\n\n"),
    # marks within lines
    "emphasis, unpaired": _repeated("*a "),
    "emphasis, nested": _nested("*", "a", "*"),
    "emphasis of two kinds": _repeated("*_a_*"),
    "brackets, open": _repeated("["),
    "brackets, nested": _nested("[", "a", "]"),
    "links, unfinished": _repeated("[a]("),
    "links": _numbered("[a {n}](https://example.org/{n}) "),
    "images, nested": _nested("![", "a", "](b)"),
    "reference definitions": _numbered("[ref{n}]: https://example.org/{n}\n"),
    "footnotes": _numbered("Text[^{n}].\n\n[^{n}]: Note.\n\n"),
    "citation keys": _numbered("[@smith{n}; @doe{n}] "),
    "citation numbers": _numbered("[{n}] "),
    "addresses": _numbered("https://example.org/{n} "),
    "DOIs": _numbered("10.1000/xyz{n} "),
    "quotation marks": _repeated('"a" “b” '),
    "backslashes": _repeated("\\"),
    "entities": _repeated("&amp;"),
    # formulas, HTML, front matter
    "dollars": _repeated("$"),
    "formulas, displayed": _numbered("$$\nx = {n}\n$$\n\n"),
    "formulas, open": _repeated("$$\na\n\n"),
    "environments": _numbered("\\begin{{equation}}\nx_{n}\n\\end{{equation}}\n\n"),
    "environments, open": _repeated("\\begin{a}\n"),
    "environments of many names": _numbered("\\begin{{a{n}}}\n"),
    "environments, crossed": _repeated("\\begin{a}\n\\begin{b}\n\\end{a}\n"),
    "boxed divs": _repeated("::: note\n"),
    "boxed divs, closed": _repeated("::: note\na\n:::\n\n"),
    "details": _repeated("<details>\n"),
    "details with headings": _repeated("<details>\n\n# a\n\n</details>\n\n"),
    "comments, open": _repeated("<!-- a\n\n"),
    "comments": _repeated("<!-- a -->\n\n"),
    "tags": _repeated("<b>"),
    "tags, block": _repeated("<div>\n\n"),
    "tags, unfinished": _repeated("<a "),
    "front matter, open": _repeated("key: value\n", "---\n"),
    "thematic breaks": _repeated("---\n\n"),
    "byte order marks": _repeated("\ufeff"),
}
