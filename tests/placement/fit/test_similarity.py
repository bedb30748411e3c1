"""Kin: what speaks for each place in a document."""

import math
from collections import Counter

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import Scene
from backend.placement.content import Content
from backend.placement.fit.candidates import Spots
from backend.placement.fit.similarity import Kin, is_closed, likelihood

TEXT = "# A\n\nIce is cold.\n\nIce melts.\n\n# B\n\nFire burns.\n"


def gaps(text, content):
    return {gap.index: gap.evidence for gap in Kin(Spots(Scene(read(text)), Content(content))).gaps()}


def test_every_block_has_a_place_behind_it():
    found = gaps(TEXT, "Ice")
    assert list(found) == [0, 1, 2, 3, 4]
    assert [found[i]["edge"] for i in found] == [1, 0, 1, 1, 1]
    assert [found[i]["short"] for i in found] == [0, 0, 0, 1, 1]


def test_the_subject_is_strongest_where_it_is_told():
    found = gaps(TEXT, "Ice floats.")
    assert max(found, key=lambda i: found[i]["beside"]) == 1
    assert found[1]["section"] > found[4]["section"]
    assert found[1]["around"] > found[2]["around"] > found[3]["around"] > found[4]["around"] > 0


def test_a_title_speaks_for_its_section():
    found = gaps("# Ice\n\nx\n\n# Fire\n\ny\n", "On ice.")
    assert found[1]["title"] > found[3]["title"] == 0


def test_likelihood_is_nothing_where_a_text_talks_like_all():
    usual = Counter({"ice": 10, "": 90})
    assert likelihood({"ice": 1}, Counter(), 0, usual, 100) == 0
    assert likelihood({"ice": 1}, Counter({"ice": 50}), 100, usual, 100) > 1
    assert likelihood({"ice": 1}, Counter(), 100, usual, 100) == pytest.approx(-math.log(2))


@pytest.mark.parametrize("text", ["", "---\na: b\n---\n", "x\n", "<!-- -->\n", "# Only\n", "日本語の文。\n"])
@pytest.mark.parametrize("content", ["", "words", "日本語", "$x$", "`code`"])
def test_odd_texts_have_finite_evidence(text, content):
    assert all(math.isfinite(v) for evidence in gaps(text, content).values() for v in evidence.values())


def test_closed_sections():
    assert is_closed("References") and is_closed("Keywords") and not is_closed("Methods") and not is_closed("Summary")
