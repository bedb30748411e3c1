"""Find a block's element type (table, theorem …) and a short title for the block, also for blocks in HTML or LaTeX and
for divs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from operator import attrgetter

from backend.document.blocks import Block, Document
from backend.document.inline import strip_inline
from backend.kernel.short_texts import cached_if_short

#: number of characters at the start of a block from which its type and title are found
_HEAD = 600
_ELEMENT_OF_KIND = {
    "paragraph": "paragraph",
    "list": "list",
    "table": "table",
    "code": "code_block",
    "math": "equation",
    "quote": "quote",
    "footnote": "footnote",
    "figure": "figure",
    "caption": "caption",
}
#: the kinds of blocks whose type depends on their tag, environment or class
_SET_APART = ("html", "latex", "div")
_ELEMENT_OF_ENVIRONMENT = (
    (re.compile(r"(?:long|side|wrap)?table|tabular|tabu"), "table"),
    (re.compile(r"(?:wrap|sub|side)?figure|tikzpicture"), "figure"),
    (re.compile(r"verbatim|lstlisting|minted|algorithm"), "code_block"),
    (re.compile(r"itemize|enumerate|description"), "list"),
    (re.compile(r"quot"), "quote"),
    (re.compile(r"abstract"), "abstract"),
    (re.compile(r"theorem|lemma|proposition|corollary|definition|proof|remark|example"), "theorem"),
)
_ELEMENT_OF_DIV = (
    (re.compile(r"#fig[-:]|layout-"), "figure"),
    (re.compile(r"#tbl[-:]"), "table"),
    (
        re.compile(r"#(?:thm|lem|cor|prp|cnj|def|exm|exr)-|[.\s](?:theorem|lemma|proposition|corollary|proof)\b"),
        "theorem",
    ),
    (re.compile(r"abstract"), "abstract"),
    (re.compile(r"callout|note|tip|warning|important|caution"), "callout"),
)
_HTML_TAG = re.compile(r"<(table|figure|img|svg|picture|pre|blockquote|ul|ol)[\s>/]", re.I)
_ELEMENT_OF_TAG = {
    "table": "table",
    "pre": "code_block",
    "blockquote": "quote",
    "ul": "list",
    "ol": "list",
}


def element(document: Document, block: Block) -> str | None:
    """Return the name of a block's built-in element type, such as "table"; None if no type fits. The type of a block in
    HTML or LaTeX, or of a div, is found by its tag, environment or class.
    """
    if block.kind in _ELEMENT_OF_KIND:
        return _ELEMENT_OF_KIND[block.kind]
    if block.kind not in _SET_APART:
        return None
    head = _head(document, block)
    if block.kind == "html":
        match = _HTML_TAG.match(head) or _HTML_TAG.search(head)
        return _ELEMENT_OF_TAG.get(match[1].lower(), "figure") if match else None
    if block.kind == "latex":
        name = head[len("\\begin{") :]
        return next((kind for pattern, kind in _ELEMENT_OF_ENVIRONMENT if pattern.match(name)), None)
    line = head.split("\n", 1)[0]
    return next((kind for pattern, kind in _ELEMENT_OF_DIV if pattern.search(line)), None)


def elements(document: Document, blocks: Sequence[Block]) -> Counter[str]:
    """Return the number of blocks of each built-in element type. Blocks that have no such type are not counted."""
    kinds = Counter(map(attrgetter("kind"), blocks))
    if kinds.keys().isdisjoint(_SET_APART):
        return Counter({_ELEMENT_OF_KIND[kind]: count for kind, count in kinds.items() if kind in _ELEMENT_OF_KIND})
    return Counter(filter(None, (element(document, each) for each in blocks)))


def label(document: Document, block: Block, longest: int = 60) -> str:
    """Return a short title of a block, cut to `longest` characters: a table's caption or header, a figure's caption, an
    equation's label, or the first words of the block.
    """
    title = " ".join(_label(document, block).split())
    return title if len(title) <= longest else title[: longest - 1].rstrip() + "…"


def _label(document: Document, block: Block) -> str:
    head = _head(document, block)
    if block.kind == "table":
        return _caption(document, block) or _first_row(head)
    if block.kind == "figure":
        return strip_inline(_attributes_off(head), images=True).removeprefix("![") or _caption(document, block)
    if block.kind == "code":
        return _code_label(head)
    if block.kind in ("math", "latex", "html", "div"):
        return _set_apart(head)
    return _first_words(head[: head.find("\n")] if "\n" in head else head)


@cached_if_short
def _first_words(line: str) -> str:
    """Return the words of a block's first line."""
    return strip_inline(_MARKER.sub("", line.splitlines()[0])) if line else ""


def _code_label(head: str) -> str:
    """Return the language and the first line of a code block: "python: import re". If the block names no language,
    return only the line; if it has no code, only the language. `head` is the beginning of the block's source.
    """
    lines = [line.strip() for line in head.splitlines()]
    language = ""
    if lines and lines[0][:3] in ("```", "~~~"):
        language = next(iter(lines[0].strip("`~{}. ").split()), "")
        lines = [line for line in lines[1:] if line.strip("`~")]
    first = next((line for line in lines if line and not line.startswith("#|")), "")
    return f"{language}: {first}" if language and first else language or first


_MARKER = re.compile(r"^\s*(?:[-+*]|\d{1,9}[.)]|(?:>\s?)+|\[\^[^\]]+\]:|(?:Table)?:)\s+")
_LATEX_CAPTION = re.compile(r"\\caption(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)")
_NAMED = re.compile(r"\\label\{([^}]*)|\{#([^\s{}]+)|\\tag\{([^}]*)")
_HTML_CAPTION = re.compile(r"<(?:figcaption|caption|summary)[^>]*>([\s\S]*?)</|\b(?:alt|title)=\"([^\"]+)", re.I)
_FRAME = re.compile(r"^(?:\$\$|\\\[|\\begin\{[^}]*\}|\\end\{[^}]*\}|:::.*|</?[a-z][^>]*>|\s)+", re.I)


def _set_apart(head: str) -> str:
    """Return a title for the source `head` of a formula, environment, HTML block or div: its caption, or else its
    label, or else its first line.
    """
    if match := _LATEX_CAPTION.search(head) or _HTML_CAPTION.search(head):
        return strip_inline(next(filter(None, match.groups()), ""))
    if match := _NAMED.search(head):
        return next(filter(None, match.groups()), "")
    return _FRAME.sub("", head).split("\n", 1)[0].removesuffix("$$")


def _caption(document: Document, block: Block) -> str:
    """Return the text of the caption beside a block: the block after it, or else the block before it; "" if neither is
    a caption.
    """
    for index in (block.index + 1, block.index - 1):
        if 0 <= index < len(document.blocks) and document.blocks[index].kind == "caption":
            return strip_inline(_attributes_off(_MARKER.sub("", _head(document, document.blocks[index]))))
    return ""


def _first_row(head: str) -> str:
    row = next(islice((line for line in head.splitlines() if re.search(r"[^\W_]", line)), 1), "")
    return strip_inline(", ".join(cell.strip() for cell in row.strip().strip("|").split("|") if cell.strip()))


def _attributes_off(text: str) -> str:
    return re.sub(r"\s*\{[^{}]*\}\s*$", "", text)


def _head(document: Document, block: Block) -> str:
    return document.text[block.start : min(block.end, block.start + _HEAD)].strip()
