"""What an answer repeats of the document unchanged is left out; a shorter version of a section stays whole."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement import rules
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at
from backend.placement.repeated_blocks import text_of_content, without_repeated_blocks

FIRST = "Glacier tongues speed up when water reaches the bed beneath them."
SECOND = "We followed three tongues over two summers with stakes and receivers."
THIRD = "Warm air explains most of the change at the two tongues with a wet bed."
DOCUMENT = read(f"# Ice\n\n## Summary\n\n{FIRST}\n\n{SECOND}\n\n{THIRD}\n\n## End\n\nThat is all we know of it.\n")
SHORTER = "We followed three tongues over two summers."
NEW = "Foxes ate some of the cables, which cost us a week of data."


@pytest.mark.parametrize(
    ("content", "rest"),
    [
        (f"## Summary\n\n{SHORTER}", SHORTER),
        (f"{FIRST}\n\n{SHORTER}\n\n{THIRD}", SHORTER),
        (f"## Summary\n\n{FIRST}\n\n{SHORTER}\n\n{THIRD}\n", SHORTER),
        (f"{FIRST}\n\n{SHORTER}", SHORTER),
        (f"{SHORTER}\n\n{THIRD}", SHORTER),
        (f"## Summary\n\n{FIRST}\n\n{SECOND}\n\n{THIRD}\n\n{NEW}", NEW),
        (f"{FIRST}\n\n{NEW}\n\n{SECOND}", NEW),
    ],
)
def test_only_the_new_text_is_left(content, rest):
    assert without_repeated_blocks(DOCUMENT, content) == rest


@pytest.mark.parametrize(
    "content",
    [
        NEW,
        f"## Summary\n\n{NEW}",
        f"{FIRST}\n\n{THIRD}",
        f"{FIRST}\n\n{SECOND}\n\n{THIRD}",
        f"{FIRST}\n\n{NEW}",
        f"## Summary\n\n{FIRST}\n\nThat is all we know of it.",
        "## Limits\n\nTwo summers are few.",
    ],
)
def test_other_content_stays_as_it_is(content):
    assert without_repeated_blocks(DOCUMENT, content) == content


def test_a_list_is_not_replaced_by_a_sentence_with_the_words_before_it_without_a_question():
    document = read("# Law\n\nThree features vary across the states:\n\n1. the trigger;\n2. the deadline.\n\nEnd.\n")
    for content, sure in (
        ("Three features vary across the states: the trigger and the deadline.", False),
        ("They are the trigger and the deadline.", True),
    ):
        decided = rules.decide(document, content, ("Make running text of the list.",), "of what is named")
        assert (decided.placement.operation, decided.sure) == ("replace", sure)


@pytest.mark.parametrize(
    "message", ["Add a paragraph on foxes to the Summary.", "After the second paragraph of Summary."]
)
def test_content_with_a_paragraph_that_stays_is_never_sure(message):
    decided = rules.decide(DOCUMENT, f"{NEW}\n\n{FIRST}", (message,))
    assert not decided.sure
    assert rules.decide(DOCUMENT, NEW, (message,)).sure


@pytest.mark.parametrize(
    ("there", "added"),
    [
        ("- an auger for the thick ice\n- a thermometer that is precise\n- a scale for cores", "\n- a sledge"),
        (
            "| tool | weight |\n|---|---|\n| auger for thick ice | 4 kg |\n| scale for cores | 2 kg |",
            "\n| sledge | 9 kg |",
        ),
        ("```\nread the cores from the file\nfit the model to the cores\nplot the model", "\nwrite the table\n```"),
        ("$$\nv = a + b + c + d + e + f", " + g\n$$"),
    ],
    ids=["list", "table", "code", "math"],
)
def test_a_longer_version_of_what_a_section_has_once_takes_its_place(there, added):
    old = there + {"`": "\n```", "$": "\n$$"}.get(there[0], "")
    document = read(f"# Ice\n\n## Tools\n\nWe took along:\n\n{old}\n\nIt was cold.\n")
    decided = rules.decide(document, there + added, ("Add the sledge.",))
    assert (decided.placement.operation, decided.sure) == ("replace", True)
    assert carry_out(document, there + added, decided.placement).text == document.text.replace(old, there + added)


@pytest.mark.parametrize(
    "message", ["“{}” belongs at the end of End.", "Add “{}” to End.", "Füge „{}“ am Ende von End ein."]
)
def test_a_sentence_that_the_document_has_is_no_sure_addition(message):
    content = "We followed three tongues over two summers with stakes and receivers."
    assert rules.decide(DOCUMENT, "We followed three seals.", [message.format("…")]).sure
    assert not rules.decide(DOCUMENT, content, [message.format("…")]).sure


def test_a_table_that_is_repeated_with_other_spaces_is_no_new_text():
    table = "| tool  | weight |\n|:------|-------:|\n| auger |   4 kg |"
    document = read(f"# Ice\n\n## Tools\n\nWe took along an auger, which is heavy.\n\n{table}\n\nIt was cold.\n")
    said = "| tool | weight |\n|---|---|\n| auger | 4 kg |"
    new = "We took along an auger, a heavy one."
    assert without_repeated_blocks(document, f"## Tools\n\n{new}\n\n{said}") == new
    assert without_repeated_blocks(document, f"## Tools\n\n{new}\n\n{said.replace('4', '5')}") != new


TIDE = "The tide gauges were read by hand on every second day, and the salt marsh flooded twice in the spring of 2019."
REED = "Reed grew on the salt marsh in 2019 wherever the tide left fresh mud behind, and geese ate most of the shoots."
MARSH = read(f"# Marsh\n\n## Methods\n\n{TIDE}\n\n## Results\n\n{REED}\n")


@pytest.mark.parametrize(
    ("content", "blocks", "meant"),
    [
        (f"In 2019, {REED}", (4, 2), "replaced"),
        (f"In 2019, {REED}", (2, 4), "another"),
        (f"In 2019, {REED}", (2,), "none"),
        ("Reed grew on the salt marsh", (4, 2), "none"),  # too short to be another version of the paragraph
        ("Geese came back.", (4, 2), "none"),
    ],
)
def test_the_text_of_which_content_is_a_version(content, blocks, meant):
    builder = PlacementBuilder(view_of(MARSH), Content.of(content))
    found = [Placement("replace", None, anchor_at(MARSH, each), "block") for each in blocks]
    assert text_of_content(builder, found) == meant
