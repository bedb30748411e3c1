"""Define patterns for single lines of Markdown: with which lines a block begins or ends, and which lines interrupt a
paragraph.

A pattern is matched against one line without trailing white space. It follows CommonMark 0.31, unless its comment says
that it follows Pandoc or LaTeX.
"""

from __future__ import annotations

import re

ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
SETEXT = re.compile(r" {0,3}(=+|-+)$")
RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){2}\*[* \t]*|(?:-[ \t]*){2}-[- \t]*|(?:_[ \t]*){2}_[_ \t]*)$")
FENCE = re.compile(r" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$")
#: the marker of a list item with its indentation, then white space or the end of the line
ITEM = re.compile(r"( {0,3})([-+*]|\d{1,9}[.)])(?:([ \t]+)|$)")
#: a list item that may interrupt a paragraph: it has text and, if it is numbered, the number 1
INTERRUPTING_ITEM = re.compile(r" {0,3}(?:[-+*]|1[.)])[ \t]+\S")
_BULLETS = frozenset(("- ", "+ ", "* "))
_PLAIN_NUMBER = re.compile(r"[0-9]{1,9}([.)]) (?=[^\W\d_])")
#: the characters with which a block can begin that is neither a numbered list nor a paragraph
BLOCK_MARKS = frozenset("=-+*_#`~<>")
#: a line that always belongs to a block quote
QUOTED = re.compile(r" {0,3}>")
INDENTED = re.compile(r"(?: {4}| {0,3}\t)")
#: patterns of Pandoc and GitHub
FOOTNOTE = re.compile(r" {0,3}\[\^[^\]\s]+\]:")
DIV_OPEN = re.compile(r" {0,3}:{3,}[ \t]*(?:\{[^}]*\}|[^\s:{}]+)[ \t]*:*$")
DIV_CLOSE = re.compile(r" {0,3}:{3,}$")
TABLE_RULE = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$")
SIMPLE_TABLE_RULE = re.compile(r" {0,3}-{2,}(?:[ \t]+-{2,})+$")
GRID_TABLE = re.compile(r" {0,3}\+(?:[-=:]+\+)+$")
#: a pattern of LaTeX
BEGIN = re.compile(r"[ \t]*\\begin\{([A-Za-z]+\*?)\}")

_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|"
    "title|tr|track|ul"
)
_RAW_TAGS = "script|pre|style|textarea"
_ATTRIBUTE = r"[ \t]+[A-Za-z:_][A-Za-z0-9\-_.:]*(?:[ \t]*=[ \t]*(?:[^\s\"'`=<>]+|'[^']*'|\"[^\"]*\"))?"
_TAG = rf"[A-Za-z][A-Za-z0-9\-]*(?:{_ATTRIBUTE})*[ \t]*/?"
#: the start of an HTML block that ends with a special mark: comment, raw text, instruction, CDATA, declaration
_HTML_START = re.compile(rf" {{0,3}}<(?:(!--)|((?i:{_RAW_TAGS})(?:[\s>]|$))|(\?)|(!\[CDATA\[)|(![A-Za-z]))")
#: the mark that ends such a block, in the same order
_HTML_MARKS = tuple(re.compile(mark) for mark in (r"-->", rf"(?i:</(?:{_RAW_TAGS})>)", r"\?>", r"\]\]>", r">"))
#: the kinds of HTML blocks that end at a blank line: the first may interrupt a paragraph, the second may not
HTML_BLOCK_TAG = re.compile(rf" {{0,3}}</?(?:{_BLOCK_TAGS})(?:[ \t]|/?>|$)", re.I)
HTML_ANY_TAG = re.compile(rf" {{0,3}}<(?:{_TAG}|/[A-Za-z][A-Za-z0-9\-]*[ \t]*)>$")


def plain_item(line: str) -> tuple[str, int] | None:
    """Return (last character of the marker, indentation of the text) if this line surely is an unindented list item
    that begins with a paragraph: ("-", 2) for "- word", (".", 3) for "1. word". Otherwise return None. Most list items
    have this simple form.
    """
    mark = line[:1]
    if mark in "0123456789":
        number = _PLAIN_NUMBER.match(line)
        return (number[1], number.end()) if number else None
    if line[:2] not in _BULLETS:
        return None
    first = line[2:3]
    if first.isalpha() or (first and first not in BLOCK_MARKS and not first.isspace() and not first.isdecimal()):
        return mark, 2
    return None


def fence_of(line: str) -> str:
    """Return the backticks or tildes ("```") if this line opens a code fence; "" if it does not."""
    match = FENCE.match(line)
    return (match[1] or match[2]) if match else ""


def closes_fence(line: str, fence: str) -> bool:
    """Return True if this line closes the code fence that `fence` ("```") opened."""
    bare = line.strip(" \t")
    return bare.startswith(fence) and not bare.strip(fence[0]) and not INDENTED.match(line)


def html_end(line: str) -> re.Pattern[str] | None:
    """Return the pattern that finds the end of the HTML block which begins with this line; None if none begins."""
    match = _HTML_START.match(line)
    return _HTML_MARKS[match.lastindex - 1] if match and match.lastindex else None


def breaks_paragraph(line: str) -> bool:
    """Return True if this line ends the paragraph before it by CommonMark's rules, even if no blank line is between
    them. The underline of a heading is not recognized here: "===" gives False, and "---" gives True.
    """
    bare = line.lstrip(" ")
    if len(line) - len(bare) > 3 or not bare:
        return False
    first = bare[0]
    if first == ">":
        return True
    if first == "#":
        return ATX.match(line) is not None
    if first in "`~":
        return FENCE.match(line) is not None
    if first in "-+*_1":
        return RULE.match(line) is not None or INTERRUPTING_ITEM.match(line) is not None
    if first == "<":
        return html_end(line) is not None or HTML_BLOCK_TAG.match(line) is not None
    return False
