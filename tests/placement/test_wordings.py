"""More than two thousand requests of place, each with the document that it asks for.

What was understood stays understood: a change of one word list, weight or bound that loses a wording is seen here.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from backend.document.blocks import read
from backend.placement.rules import decide
from tests.placement.wordings import BLOCKS, DOCUMENT, MISSED, SETS, TEXT, requests

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


#: What decides nothing: a last period, courtesies, a small first letter, spaces and the ends of lines.
FORMS = (
    lambda said: said, "{}.".format, "{}, please.".format, "{}. Thanks!".format, "{}\n".format,
    lambda said: said[:1].lower() + said[1:], lambda said: said.replace(" ", "  "),
)  # fmt: skip


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem.removeprefix("placement_"))
def test_the_form_of_a_message_decides_nothing(path: Path):
    forms = itertools.cycle(itertools.product(FORMS, (DOCUMENT, read(TEXT.replace("\n", "\r\n")))))
    for each in list(requests(path))[::19]:
        *earlier, last = each.messages
        bare, (form, document) = last.rstrip(".!。"), next(forms)
        if bare[-1:].isalnum():
            plain = decide(DOCUMENT, each.content, each.messages)
            other = decide(document, each.content, [*earlier, form(bare)])
            places = [(found.placement.operation, found.placement.position, found.sure) for found in (plain, other)]
            assert places[0] == places[1], form(bare)


def test_every_wording_that_is_listed_as_missed_is_asked_for():
    asked = {path.stem: {each.name for each in requests(path)} for path in SETS}
    assert {name: set(missed) - asked[name] for name, missed in KNOWN.items() if set(missed) - asked[name]} == {}
    assert sum(map(len, KNOWN.values())) < 0.02 * sum(map(len, asked.values()))
