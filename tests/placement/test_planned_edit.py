"""An edit names its part, and is sure only if nothing else may be meant."""

from __future__ import annotations

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from backend.placement.plan import Placement
from backend.placement.planned_edit import CERTAIN, DOUBTFUL, edit_of, named_part

DOCUMENT = read("# Ice {#sec-ice}\n\nOne two three.\n\n# Mud\n\n## Ice\n\nThree.\n")


def test_a_part_is_named_by_its_title_or_its_first_words() -> None:
    (first,) = resolve(DOCUMENT, "“One two three.”")
    assert named_part(DOCUMENT, resolve(DOCUMENT, "Mud")[0]) == "the section “Mud”"
    assert named_part(DOCUMENT, first) == "the paragraph (“One two three.”)"


def test_a_part_with_a_rival_is_doubtful() -> None:
    ice, mud = resolve(DOCUMENT, "delete Ice")[0], resolve(DOCUMENT, "delete Mud")[0]
    wanted = Placement("delete", position="blocks 1")
    assert edit_of(DOCUMENT, mud, wanted).confidence == CERTAIN
    assert edit_of(DOCUMENT, ice, wanted).confidence == DOUBTFUL
