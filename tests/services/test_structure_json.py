"""The structure of a document as JSON text: equal to the objects that it stands for."""

from __future__ import annotations

import json

import pytest

from backend.document.blocks import read
from backend.document.outline import summary
from backend.document.section_tree import tree_json
from backend.placement.plan import excerpt
from backend.services.structure_json import structure_json
from tests.bench.document_shapes import SHAPES
from tests.document.papers import PAPERS, load

TEXTS = [load(path) for path in PAPERS] + [make(1_000) for make in SHAPES.values()]


@pytest.mark.parametrize("text", ["", "\ufeff\n", '# "A" \\ b\n\n\x01 é\n', *TEXTS])
def test_the_text_is_compact_json_of_tree_summary_and_blocks(text):
    document = read(text)
    told = "".join(structure_json(document))
    blocks = [
        {"kind": each.kind, "start": each.start, "end": each.end, "excerpt": excerpt(document, each)}
        for each in document.blocks
    ]
    meant = {"tree": json.loads("".join(tree_json(document))), "summary": summary(document), "blocks": blocks}
    assert told == json.dumps(meant, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_the_pieces_are_small():
    assert max(map(len, structure_json(read("# Title\n\n- item\n\n" * 10_000)))) < 5_000
