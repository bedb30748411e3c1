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


def _counted(piece: Callable[[int], str], head: str = "") -> Shape:
    """`head` and the pieces of 0, 1, 2 and so on, until the size is reached."""

    def make(size: int) -> str:
        pieces = [head]
        length = len(head)
        while length < size:
            pieces.append(piece(len(pieces) - 1))
            length += len(pieces[-1])
        return "".join(pieces)[:size]

    return make


def _numbered(pattern: str, head: str = "") -> Shape:
    """`pattern` with `{n}` for a number, until the size is reached."""
    return _counted(lambda n: pattern.format(n=n), head)


def _nested(opening: str, inside: str = "x", closing: str = "") -> Shape:
    return lambda size: (
        opening * (size // max(1, len(opening) + len(closing)))
        + inside
        + closing * (size // max(1, len(opening) + len(closing)))
    )


def _stairs(step: str) -> Shape:
    """Lines that are indented deeper and deeper, up to a hundred steps, over and over."""
    return _counted(lambda n: "  " * (n % 100) + step)


def _table(columns: int) -> Shape:
    row = "| " + " | ".join("cell" for _ in range(columns)) + " |\n"
    rule = "|" + "---|" * columns + "\n"
    return lambda size: row + rule + row * (size // len(row))


SHAPES: dict[str, Shape] = {
    # headings
    "headings, all different": _numbered("# Heading {n}\n"),
    "headings with text": _numbered("## Heading {n}\n\nA sentence.\n\n"),
    "headings, all equal": _repeated("# Same\n"),
    "headings of all levels": _counted(lambda n: f"{'#' * (n % 6 + 1)} Heading {n} of {n % 7}\n\n"),
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
    "headings, empty, of all levels": _repeated("#\n##\n###\n"),
    "headings, empty between others": _repeated("# A\n#\n"),
    "headings of two letters": _repeated("# a\n\nb\n\n"),
    "headings of the same words": _numbered("# The effect of crowns on the air of cities {n}\n"),
    "headings of new words": _numbered("# alpha{n} beta{n} gamma{n} delta{n}\n"),
    "headings, equal but a number": _numbered("# Results ({n})\n\n"),
    "headings, equal below others": _repeated("# A\n\n## B\n\n"),
    "headings, roman": _counted(lambda n: f"## {'IVXLC'[n % 5] * (n % 3 + 1)}. Results {n}\n\n"),
    "headings, deep numbers": _numbered("## {n}.{n}.{n} Results\n\n"),
    "headings, Chinese": _numbered("# 一、结果 {n}\n\n"),
    "headings with labels": _numbered("## WP{n}: Work on trees\n\n"),
    "headings with attributes": _numbered("# A {{#id{n} .c k=v}}\n\n"),
    "headings with formulas": _numbered("# $x_{{{n}}}$\n\n"),
    "headings with tags": _numbered("# <b>a{n}</b>\n\n"),
    "headings with links": _numbered("# [a{n}](b) *c* `d`\n"),
    "headings with lists": _numbered("## Risk {n}\n\n- one\n- two\n\n"),
    "headings behind lists": _repeated("- a\n# b\n"),
    "headings in lists": _repeated("- # a\n"),
    "headings in quotations": _repeated("> # a\n\n"),
    "headings with lone carriage returns": _repeated("# a\r"),
    "headings in bold": _numbered("**Heading {n}**\n\n"),
    "heading of braces": _repeated("{", "# "),
    "heading of open attributes": _repeated("{#a ", "# "),
    "setext of dashes": _numbered("Heading {n}\n---\n"),
    "setext with CRLF": _repeated("a\r\n=\r\n"),
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
    "Chinese stops": _repeated("。"),
    "Thai prose": _repeated("ต้นไม้ให้ร่มเงา"),
    "Arabic prose": _repeated("الأشجار تبرد الهواء. "),
    "Arabic digits": _repeated("١٢. ٣ "),
    "astral letters": _repeated("𝑥𝑦 "),
    "joined marks": _repeated("a\u0301\u200d "),
    "huge words": _repeated("x" * 1000 + " "),
    "different words": _numbered("w{n} "),
    "the same word twice": _repeated("the the "),
    "hyphens": _repeated("a-"),
    "underscores": _repeated("_"),
    "capitals within words": _repeated("aB"),
    "decimal numbers": _repeated("1.2."),
    "dates": _numbered("2024-01-{n} "),
    "colons": _repeated("a: "),
    "ellipses": _repeated("… "),
    "question marks": _repeated("?! "),
    "dashes": _repeated("-- "),
    "em dashes": _repeated("—"),
    "hard breaks": _repeated("a  \n"),
    "hard breaks of backslashes": _repeated("a\\\n"),
    "section references": _numbered("See Section {n}.2 and Table {n}. "),
    "keywords": _repeated("Keywords: a; b\n\n"),
    "bold leads": _numbered("**Lead {n}.** Text.\n\n"),
    "blocks of all kinds": _numbered("a {n}\n\n- b\n\n> c\n\n# d {n}\n\n```\ne\n```\n\n|f|\n|-|\n\n"),
    # blanks
    "blank lines": _repeated("\n"),
    "lines of blanks": _repeated("   \n"),
    "lone carriage returns": _repeated("a\r"),
    "one line of blanks": _repeated(" ", "a", "b"),
    "one line of tabs": _repeated("\t", "a", "b"),
    "trailing blanks": _repeated("a" + " " * 60 + "\n"),
    "mixed line ends": _repeated("a\r\nb\rc\n"),
    "line separators": _repeated("a\u2028"),
    "form feeds": _repeated("a\x0c"),
    "non-breaking blanks": _repeated("\u00a0\n"),
    "growing indentation": _counted(lambda n: " " * (n % 1000) + "a\n"),
    "mixed indentation": _repeated("\t a\n \tb\n"),
    # lists and quotations
    "list, flat": _numbered("- item {n}\n"),
    "list, loose": _numbered("- item {n}\n\n"),
    "list, ordered": _numbered("{n}. item\n"),
    "list, stairs": _stairs("- step\n"),
    "list, nested on one line": _repeated("- "),
    "list of other marks": _repeated("- a\n+ b\n* c\n"),
    "task list": _numbered("- [ ] task {n}\n"),
    "list items with code": _numbered("- item {n}\n\n      code\n\n"),
    "quotations": _numbered("> line {n}\n\n"),
    "one quotation": _numbered("> line {n}\n"),
    "quotations nested on one line": _repeated("> "),
    "quotations, lazy": _repeated("> a\nb\n"),
    "definitions": _numbered("Term {n}\n: meaning\n\n"),
    "list, loose stairs": _stairs("- step\n\n"),
    "list, huge numbers": _repeated("999999999. a\n"),
    "list, numbers that begin again": _repeated("1. a\n1) b\n"),
    "list of terms": _numbered("- **Term {n}**: x\n"),
    "list with tabs": _repeated("-\ta\n\t-\tb\n"),
    "list with formulas": _repeated("- $$\n"),
    "list with fences": _repeated("- ```\n"),
    "list with tags": _repeated("- <div>\n"),
    "list with comments": _repeated("- <!--\n"),
    "list with tables": _repeated("- | a | b |\n  |---|---|\n  | 1 | 2 |\n\n"),
    "list with quotations": _repeated("- > a\n\n"),
    "list in quotations in lists": _repeated("- > - > "),
    "quotations with lists": _repeated("> - a\n"),
    "quotations with tables": _repeated("> | a |\n> |---|\n\n"),
    "quotations with fences": _repeated("> ```\n\n"),
    "quotations with formulas": _repeated("> $$\n\n"),
    "quotations with tags": _repeated("> <div>\n\n"),
    "callouts": _repeated("> [!NOTE]\n> a\n\n"),
    "definitions of one term": _repeated("a\n: b\n: c\n"),
    "line blocks": _repeated("| a\n"),
    # code
    "fences": _numbered("```\ncode {n}\n```\n\n"),
    "fences, all open": _repeated("```\n\n", tail="x"),
    "fences of growing length": _counted(lambda n: "`" * (3 + n % 200) + "\n"),
    "fences and tildes": _repeated("```\n~~~\n"),
    "indented code": _numbered("    code {n}\n"),
    "backquotes of many lengths": _counted(lambda n: "`" * (n % 300 + 1) + " "),
    "backquotes, unpaired": _repeated("`a "),
    "fences with names": _numbered("```python {{#code{n}}}\nx\n```\n\n"),
    "raw inline": _repeated("`a`{=html} "),
    # tables
    "table, long": _numbered("| a {n} | b |\n", "| a | b |\n|---|---|\n"),
    "table, wide": _table(2000),
    "tables, small": _numbered("| a | b |\n|---|---|\n| {n} | 2 |\n\n"),
    "table rules": _repeated("|---|---|\n"),
    "pipes": _repeated("|"),
    "captions": _numbered("Table {n}: A caption.\n\n"),
    "figures": _numbered("![Figure {n}](f{n}.png)\n\n"),
    "table, very wide": lambda size: "".join(cell * (size // 6) + "|\n" for cell in ("|a", "|-", "|b")),
    "table, empty cells": _repeated("||||||\n", "||||||\n|-|-|-|-|-|\n"),
    "table, escaped pipes": _repeated("| \\| |\n", "| a |\n|---|\n"),
    "table heads": _repeated("|a|b|\n|-|-|\n\n"),
    "table rules without edges": _repeated("-|-\n"),
    "table rules with colons": _repeated("|:-:|:-|\n"),
    "pipes on lines": _repeated("|\n"),
    "pipes in paragraphs": _repeated("a | b\n"),
    "simple tables": _repeated("a   b\n--- ---\n1   2\n\n"),
    "simple table rules": _repeated("--- ---\n"),
    "grid tables": _repeated("+--+--+\n|a |b |\n+--+--+\n"),
    "grid table rules": _repeated("+" * 50 + "\n"),
    "captions of Pandoc": _numbered(": Caption {n}\n\n"),
    "figures with labels": _numbered("![Cap](f.png){{#fig:{n}}}\n\nFigure {n}: Cap.\n\nSee Figure {n}.\n\n"),
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
    "strong, open": _repeated("**a "),
    "superscripts": _repeated("^a ~b "),
    "strikes": _repeated("~~a "),
    "escapes": _repeated("\\*\\["),
    "entities, open": _repeated("&#x"),
    "straight quotes, open": _repeated('"a '),
    "single quotes, open": _repeated("'a "),
    "curly quotes, open": _repeated("“a "),
    "low quotes, open": _repeated("„a "),
    "guillemets, open": _repeated("«a "),
    "apostrophes": _repeated("it's "),
    "parentheses": _repeated("("),
    "parentheses, open": _repeated("(a "),
    "parentheses, nested": _nested("(", "a", ")"),
    "span attributes": _repeated("[a]{.b} "),
    "placeholders": _repeated("[TODO] TBD ??? {{x}} "),
    "shortcodes": _repeated("{{< a >}}\n\n"),
    "e-mail addresses": _repeated("a@b.cd "),
    "one long address": _repeated("b/", "https://example.org/"),
    "image definitions": _numbered("![a{n}][b{n}]\n\n[b{n}]: x\n\n"),
    "definitions with open titles": _repeated('[a]: <x> "title\n'),
    "definitions with long titles": _repeated("t\n", '[a]: x "'),
    "footnote of many lines": _repeated("    line\n", "[^1]: a\n"),
    "footnotes, lazy": _repeated("[^1]: a\nb\n"),
    "footnotes with lists": _numbered("[^{n}]: - a\n"),
    "footnotes without text": _repeated("[^a] "),
    "author-year citations": _numbered("(Smith, 2001; Doe et al., {n}) "),
    "citation keys, open": _repeated("[@a; "),
    "citations in LaTeX": _numbered("\\cite{{a{n}}} "),
    "references to figures": _numbered("@fig-{n} "),
    "list of references": _numbered(
        "- Smith, A., & Doe, B. (2001). Title {n}. *Journal*, 1, 2–3. https://doi.org/10.1/x{n}\n", "# References\n\n"
    ),
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
    "formulas with labels": _numbered("$$\nx \\label{{eq:{n}}}\n$$\n\nSee \\ref{{eq:{n}}}.\n\n"),
    "formulas in brackets, open": _repeated("\\[\na\n\n"),
    "formulas in parentheses, open": _repeated("\\( a "),
    "environments, nested": _nested("\\begin{a}\n", "a\n", "\\end{a}\n"),
    "environments without name": _repeated("\\begin{\n"),
    "ends of environments": _repeated("\\end{a}\n"),
    "commands, open": _repeated("\\textbf{"),
    "sections of LaTeX": _numbered("\\section{{A {n}}}\n\n"),
    "items of LaTeX": _repeated("\\item a\n"),
    "boxed divs, nested": _nested("::: {#a}\n", "a\n", ":::\n"),
    "boxed divs of growing length": _counted(lambda n: ":" * (3 + n % 200) + " a\n"),
    "theorems": _numbered("::: {{#thm-{n}}}\na\n:::\n\n"),
    "details, nested": _nested("<details>\n", "a\n", "</details>\n"),
    "comments in paragraphs": _repeated("a <!-- b\n"),
    "comments of dashes": _repeated("<!-- - -- --->\n"),
    "scripts, open": _repeated("<script>\n\n"),
    "instructions, open": _repeated("<?\n\n"),
    "declarations, open": _repeated("<!DOCTYPE a\n\n"),
    "CDATA, open": _repeated("<![CDATA[\n\n"),
    "tables of HTML": _repeated("<table><tr><td>a</td></tr></table>\n\n"),
    "paragraphs of HTML": _repeated("<p>a</p>\n"),
    "ends of tags": _repeated("</div>\n\n"),
    "one tag of attributes": _repeated(" a=b", "<div", ">\n"),
    "front matter": _repeated("key: value\n", "---\n", "---\n\n# A\n\nb\n"),
    "front matter of one value": _repeated("word ", '---\ntitle: "', '"\n---\n\n# A\n\nb\n'),
    "front matter of blank lines": _repeated("\n", "---\n", "key: v\n---\n\n# A\n\nb\n"),
    "front matter of open titles": _repeated('title: "\n', "---\n", "---\n\n# A\n\nb\n"),
    "front matter again and again": _repeated("---\na: b\n---\n\n"),
    "front matter of TOML": _repeated("+++\n"),
    # further fights
    "footnotes that refer to each other": _numbered("[^{n}]: see [^{n}] and [^1{n}].\n\n"),
    "quotations, one level more each line": _counted(lambda n: "> " * (n % 200) + "a\n"),
    "one inline formula": lambda size: "A $" + "x+" * (size // 2) + "$ b\n",
    "one formula": _repeated("x_{i}+", "$$\n", "\n$$\n"),
    "links with one label": _repeated("[a][x] ", tail="\n\n[x]: http://e.org\n"),
    "tabs only": _repeated("\t"),
    "marks right to left": _repeated("\u202ea\u202c "),
    "list, numbers of 50 digits": _numbered("1" * 50 + ". item {n}\n"),
    "boxed divs, never closed": _numbered("::: {{.a{n}}}\n\ntext\n\n"),
    "front matter of lists": _counted(lambda n: f"k{n}: [v]\n", "---\n"),
}
