"""Find the citations of a document by their keys: count them, prevent Pandoc from reading them as labels of numbered
examples, and restore those that an export could not print.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

from backend.document.blocks import read
from backend.document.blocks import read as read_blocks
from backend.sources.citation_keys import is_label, keys_of, latex_keys_of

#: The kinds of blocks in which `@` does not begin a citation.
_SILENT = frozenset({"front_matter", "code", "comment", "math", "latex", "html", "definition", "rule"})
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"(?:@url:)?<?https?://\S+|\]\([^()\s]*\)")

#: The start of a line (spaces, marks of quotes, list items and definitions), then a citation key before `.` or `)`.
#: Pandoc reads such a key as the label of an example. Pandoc allows only these characters in such a label.
_OPENING = re.compile(
    r"^(?P<before>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)[ \t]+)*)@(?P<key>[\w-]+)(?=[.)](?:\s|$))",
    re.MULTILINE,
)
#: The kinds of blocks with ordinary text.
_WORDS = frozenset({"paragraph", "list", "quote", "footnote"})

_KEY = r"\*\*([^\s*?]+)\?\*\*"
_PRINTED = re.compile(rf"\({_KEY}(?:; {_KEY})*\)")


def cited_keys(text: str) -> Counter[str]:
    r"""Return how often the document cites each key, as `@key` (Pandoc) or `\cite{key}` (LaTeX). Keys in code and
    comments are ignored, and so are cross-references.
    """
    document = read_blocks(text)
    counts: Counter[str] = Counter()
    for block in document.blocks:
        if block.kind not in _SILENT:
            source = _ADDRESS.sub(" ", _CODE.sub(" ", _without_comments(document.source(block))))
            counts.update(key for key in keys_of(source) if not is_label(key))
            counts.update(latex_keys_of(source))
        elif block.kind == "latex":
            counts.update(latex_keys_of(document.source(block)))
    return counts


def _without_comments(source: str) -> str:
    first, *rest = source.split("<!--")
    return " ".join([first, *(each.partition("-->")[2] for each in rest)])


def with_opening_citations(text: str) -> str:
    """Return the Markdown with each citation `@key` at the start of a line written as `@{key}`, which Pandoc reads as a
    citation. Everything else is unchanged.

    `(@good)` is not changed either, because in parentheses it is the number of an example.
    """
    if not _OPENING.search(text):
        return text
    document = read(text)
    pieces, at = [], 0
    for block in document.blocks:
        if block.kind in _WORDS:
            pieces += [text[at : block.start], _OPENING.sub(r"\g<before>@{\g<key>}", text[block.start : block.end])]
            at = block.end
    return "".join((*pieces, text[at:]))


def with_citations(text: str, keys: Container[str]) -> str:
    """Return the Markdown with citations restored where an export printed only one of these keys, because the list of
    references had no entry for it: “(**berg2021?**)” becomes `[@berg2021]`.

    `keys` must be the keys that the document cites, because “(**why?**)” may also be an author's own words. Pandoc
    prints `@key` in the same form as `[@key]`, so `@key` becomes `[@key]`, too.
    """

    def cited(found: re.Match[str]) -> str:
        named = [re.sub(r"\\(.)", r"\1", each) for each in re.findall(_KEY, found[0])]
        if not all(each in keys for each in named):
            return found[0]
        return f"[{'; '.join(f'@{each}' for each in named)}]"

    return _PRINTED.sub(cited, text)
