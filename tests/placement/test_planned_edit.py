"""An edit names its part, and is sure only if nothing else may be meant."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from backend.placement.plan import Placement
from backend.placement.planned_edit import CERTAIN, DOUBTFUL, edit_of, named_part

DOCUMENT = read("# Ice {#sec-ice}\n\nOne two three.\n\n# Mud\n\n## Ice\n\nThree.\n")


def test_a_part_is_named_by_its_title_or_its_first_words() -> None:
    (first,) = resolve(DOCUMENT, "“One two three.”")
    assert named_part(DOCUMENT, resolve(DOCUMENT, "Mud")[0]) == "the section “Mud”"
    assert named_part(DOCUMENT, first) == "the paragraph “One two three.”"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("the first sentence of Sites", "the sentence “We saw ice.”"),
        ("den zweiten Satz von Sites", "the sentence “It was thick.”"),
        ("the first two sentences of Sites", "the sentences from “We saw ice.” to “It was thick.”"),
        ("the first two paragraphs of Sites", "the paragraphs from “We saw ice. It was thick.” to “Then we left.”"),
        ("table 1", "the table “Table 1: Depths”"),
        ("the row for Elbe", "the table row “Elbe, 2”"),
        ("the second item in Sites", "the list item “mud”"),
        ("items 1 and 2 in Sites", "the list items from “ice” to “mud”"),
        ("the list in Sites", "the list “ice …”"),
        ("the figure", "the figure “Map”"),
        ("equation 3", "the equation “3”"),
    ],
)
def test_any_part_is_named_in_the_words_of_the_document(words: str, named: str) -> None:
    document = read(
        "# Sites\n\nWe saw ice. It was thick.\n\nThen we left.\n\nTable 1: Depths\n\n| River | m |\n| --- | --- |\n"
        "| Elbe | 2 |\n\n![Map](m.png)\n\n$$ a = b \\tag{3} $$\n\n- ice\n- mud\n"
    )
    assert [named_part(document, each) for each in resolve(document, f"delete {words}")][:1] == [named]


def test_a_part_with_a_rival_is_doubtful() -> None:
    ice, mud = resolve(DOCUMENT, "delete Ice")[0], resolve(DOCUMENT, "delete Mud")[0]
    wanted = Placement("delete", position="blocks 1")
    assert edit_of(DOCUMENT, mud, wanted).confidence == CERTAIN
    assert edit_of(DOCUMENT, ice, wanted).confidence == DOUBTFUL
