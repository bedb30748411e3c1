"""Content is split into the sections of the document for which it has text."""

import pytest

from backend.document.blocks import read
from backend.placement.content import Content
from backend.placement.versions.content_sections import section_parts

PAPER = read("# Trees\n\n## Shade\n\nElms.\n\n### In towns\n\nLimes.\n\n## Water\n\nOaks.\n")


def parts(content):
    return [(each.section.title, each.content.text) for each in section_parts(PAPER, Content.of(content))]


@pytest.mark.parametrize(
    "content",
    [
        "## Shade\n\nA.\n\n## Water\n\nB.",
        "# Shade\n\nA.\n\n# Water\n\nB.",
        "**Shade**\n\nA.\n\n**Water:**\n\nB.",
        "Shade:\n\nA.\n\nWater:\n\nB.",
        "# Trees\n\n## Shade\n\nA.\n\n## Water\n\nB.",
    ],
)
def test_each_part_has_the_text_below_its_heading(content):
    assert parts(content) == [("Shade", "A."), ("Water", "B.")]


def test_a_subsection_belongs_to_its_section_and_takes_the_level_that_fits():
    assert parts("# Water\n\nB.\n\n# Shade\n\nA.\n\n## In towns\n\nC.") == [
        ("Water", "B."),
        ("Shade", "A.\n\n### In towns\n\nC."),
    ]


def test_a_part_says_whether_it_brings_subsections():
    found = section_parts(PAPER, Content.of("## Shade\n\nA.\n\n### In towns\n\nC.\n\n## Water\n\nB."))
    assert [each.place for each in found] == ["section contents", "section body"]


@pytest.mark.parametrize(
    "content",
    [
        "## Shade\n\nA.",
        "A.\n\n## Shade\n\nA.\n\n## Water\n\nB.",
        "## Shade\n\n## Water\n\nB.\n\nC.",
        "## Shade\n\nA.\n\n## Shade\n\nB.",
        "## Shade\n\nA.\n\n### In towns\n\nB.",
        "## Snow\n\nA.\n\n## Water\n\nB.",
        "Elms:\n\nA.\n\nOaks:\n\nB.",
    ],
)
def test_other_content_is_not_split(content):
    assert parts(content) == []
