"""Count how often a document cites each work, by the work's citation key."""

from __future__ import annotations

import re
from collections import Counter

from backend.document.blocks import read as read_blocks
from backend.sources.citation_keys import is_label, keys_of, latex_keys_of

#: The kinds of blocks in which `@` does not begin a citation.
_SILENT = frozenset({"front_matter", "code", "comment", "math", "latex", "html", "definition", "rule"})
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"(?:@url:)?<?https?://\S+|\]\([^)\s]*\)")


def cited_keys(text: str) -> Counter[str]:
    r"""Return how often the document cites each key, as `@key` (Pandoc) or `\cite{key}` (LaTeX). Keys in code and
    comments are not counted, nor are cross-references.
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
