"""More than two thousand requests of place, each with the document that it asks for.

What was understood stays understood: a change of one word list, weight or bound that loses a wording is seen here.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backend.placement.rules import decide
from tests.placement.wordings import BLOCKS, DOCUMENT, MISSED, SETS, requests

KNOWN = json.loads(MISSED.read_text(encoding="utf-8"))


def test_the_paper_is_read_as_the_blocks_that_it_was_made_of():
    assert [DOCUMENT.source(block).strip() for block in DOCUMENT.blocks if block.kind != "blank"] == list(
        BLOCKS.values()
    )


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem.removeprefix("placement_"))
def test_what_a_set_of_wordings_asks_for_is_done(path: Path):
    asked = {each.name: each for each in requests(path)}
    lost = [name for name, each in asked.items() if name not in KNOWN.get(path.stem, []) and not each.is_met()]
    assert lost == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem.removeprefix("placement_"))
def test_a_last_period_decides_nothing(path: Path):
    for each in list(requests(path))[::20]:
        *earlier, last = each.messages
        bare = last.rstrip(".!。")
        if bare[-1:].isalnum():
            one, other = (decide(DOCUMENT, each.content, [*earlier, said]) for said in (bare, f"{bare}."))
            assert (one.placement.position, one.placement.anchor) == (other.placement.position, other.placement.anchor)
            assert (one.placement.operation, one.sure) == (other.placement.operation, other.sure), bare


def test_every_wording_that_is_listed_as_missed_is_asked_for():
    asked = {path.stem: {each.name for each in requests(path)} for path in SETS}
    assert {name: set(missed) - asked[name] for name, missed in KNOWN.items() if set(missed) - asked[name]} == {}
    assert sum(map(len, KNOWN.values())) < 0.02 * sum(map(len, asked.values()))
