"""Find elements that a message names by their identifier: "eq:drag", "@fig-map", "{#tbl:sites}"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from backend.mentions.closed_words import noun
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import Token

_DECLARED = re.compile(r"\{[^{}\n]*#([A-Za-z][\w:.-]*)[^{}\n]*\}|\\label\{([^{}\s]+)\}|#\|\s*label:\s*([\w:.-]+)")
#: Maps the prefix of an identifier, as Pandoc and Quarto use it, to the kind of element.
_KINDS = {
    "eq": "equation", "eqn": "equation", "fig": "figure", "tbl": "table", "tab": "table", "lst": "code", "alg": "code",
}  # fmt: skip
_PREFIX = re.compile(r"[A-Za-z]+(?=[:.-])")
#: The identifiers of each document whose view is cached.
_known: WeakKeyDictionary[DocumentView, Mapping[str, int]] = WeakKeyDictionary()


def identified(view: DocumentView, words: Sequence[Token]) -> Iterator[tuple[int, int, str, int]]:
    """Yield each element that a message names by its identifier, as (first token of the identifier, index after the
    last, kind of the element, index of its block). A noun before the identifier is included: "equation eq:drag".
    """
    at = 0
    while at < len(words):
        stop = at + 1
        while stop < len(words) and words[stop - 1].end == words[stop].start:
            stop += 1
        written = "".join(word.text for word in words[at:stop]) if stop > at + 2 else ""
        name = written.strip("{}[]()@#.,;:!?“”\"'")
        kind = _KINDS.get(found[0].casefold(), "") if (found := _PREFIX.match(name)) else ""
        block = _blocks(view).get(name.casefold()) if kind else None
        if block is not None:
            yield _with_noun(words, at), stop, kind, block
        at = stop


def _with_noun(words: Sequence[Token], at: int) -> int:
    return at - 1 if at and noun(words, at - 1)[1] == at and not words[at - 1].quote else at


def _blocks(view: DocumentView) -> Mapping[str, int]:
    """Map each identifier that the document declares, in lower case, to its block. This is the block with the
    declaration or, if that block is a caption, the table or figure to which it belongs. Identifiers of headings are
    left out.
    """
    found = _known.get(view)
    if found is None:
        blocks: dict[str, int] = {}
        for match in _DECLARED.finditer(view.document.text):
            block = view.block_at(match.start())
            if block is not None and block.kind != "heading":
                blocks.setdefault((match[1] or match[2] or match[3]).casefold(), view.captioned(block).index)
        found = _known[view] = blocks
    return found
