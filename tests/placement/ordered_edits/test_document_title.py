"""A new title of the document stands in its front matter as YAML needs it, or in its first heading."""

import pytest

from backend.document.blocks import read
from backend.placement.edited_text import carry_out_edit
from backend.placement.ordered_edits.document_title import means_title, retitled


def after(text: str, title: str) -> str:
    document = read(text)
    edit = retitled(document, title)
    assert edit is not None
    return carry_out_edit(document, edit).text


@pytest.mark.parametrize(
    ("before", "title", "line"),
    [
        ("title: Ice in rivers", "Rivers of ice", "title: Rivers of ice"),
        ("title: Ice in rivers  # working title", "Rivers", "title: Rivers  # working title"),
        ("title: Ice in rivers", "Ice: a study", 'title: "Ice: a study"'),
        ("title: 'Ice: in rivers'", "Winter's ice", "title: 'Winter''s ice'"),
        ('title: "Ice in rivers"', 'The "ice"', 'title: "The \\"ice\\""'),
    ],
)
def test_only_the_title_of_the_front_matter_changes(before, title, line):
    text = "---\nauthor: Ada\n{}\nsubtitle: Ice in rivers\n---\n\n# Introduction\n\nIce in rivers.\n"
    assert after(text.format(before), title) == text.format(line)


def test_carriage_returns_stay():
    assert after("---\r\ntitle: Ice\r\n---\r\n\r\nText.\r\n", "Snow") == "---\r\ntitle: Snow\r\n---\r\n\r\nText.\r\n"


def test_without_front_matter_the_first_heading_is_the_title():
    assert after("# Ice\n\n## Methods\n\nText.\n", "Snow") == "# Snow\n\n## Methods\n\nText.\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Text.\n",
        "# One\n\nText.\n\n# Two\n",
        "Text.\n\n# One\n",
        "---\ntitle: |\n  Ice\n  in rivers\n---\n\n# One\n",
    ],
)
def test_a_title_that_is_not_clear_is_left(text):
    assert retitled(read(text), "Snow") is None


@pytest.mark.parametrize(
    ("message", "means"),
    [
        ("Change the title to “Snow”.", True),
        ("Rename the paper to Snow", True),
        ("Change the title “Ice” to “Snow”.", True),
        ("Der Titel soll „Schnee“ sein.", True),
        ("Rename Aims to Targets.", False),
        ("Change the title of the table to Snow.", False),
        ("Rename the heading Aims to Targets.", False),
    ],
)
def test_only_the_title_itself_is_changed(message: str, means: bool) -> None:
    assert means_title(message) is means
