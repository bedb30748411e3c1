"""Write the structure of a document as JSON text: the tree of its sections and elements, a summary, and its blocks."""

from __future__ import annotations

from collections.abc import Iterator
from json.encoder import encode_basestring as quoted

from backend.document.blocks import Document
from backend.document.outline import summary
from backend.document.section_tree import tree_json
from backend.placement.plan import excerpt


def structure_json(document: Document) -> Iterator[str]:
    """Yield the JSON text of the object `{tree, summary, blocks}` in small pieces, so that a document with hundreds of
    thousands of blocks needs little memory. The time grows in proportion to the number of blocks.
    """
    yield '{"tree":'
    yield from tree_json(document)
    yield f',"summary":{quoted(summary(document))},"blocks":['
    comma = ""
    for block in document.blocks:
        words = quoted(excerpt(document, block))
        yield f'{comma}{{"kind":"{block.kind}","start":{block.start},"end":{block.end},"excerpt":{words}}}'
        comma = ","
    yield "]}\n"
