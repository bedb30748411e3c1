"""Write the structure of a document as JSON text: the tree of its sections and elements, a summary, and its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from json.encoder import encode_basestring as quoted

from backend.document.blocks import Document
from backend.document.outline import summary
from backend.document.section_tree import tree_json
from backend.kernel.short_texts import LONGEST
from backend.placement.plan import excerpt

#: Maximum number of excerpts that are kept in memory.
_MOST_KNOWN = 1_000


def structure_json(document: Document) -> Iterator[str]:
    """Yield the JSON text of the object `{tree, summary, blocks}` in small pieces, so that a document with hundreds of
    thousands of blocks needs little memory. The time grows in proportion to the number of blocks.
    """
    yield '{"tree":'
    yield from tree_json(document)
    yield f',"summary":{quoted(summary(document))},"blocks":['
    comma = ""
    known: dict[str, str] = {}  # the excerpts of the latest short blocks, of which many may be equal
    for block in document.blocks:
        start, end = block.start, block.end
        source = document.text[start:end] if end - start <= LONGEST else ""
        words = known.get(source)
        if words is None:
            words = quoted(excerpt(document, block))
            if source and len(known) < _MOST_KNOWN:
                known[source] = words
        yield f'{comma}{{"kind":"{block.kind}","start":{start},"end":{end},"excerpt":{words}}}'
        comma = ","
    yield "]}\n"
