"""The marks around the new version of a text are taken off, and a quotation stays one."""

import pytest

from backend.document.blocks import read
from backend.drafting.quoted_version import without_quotation

PAPER = read(
    "# P\n\n## Results\n\nShade cooled the air in all of the streets.\n\n> The lamps were out in all of the streets.\n"
)
NEW, ORDER = "Shade cooled the air in all streets.", "Rewrite the first paragraph of Results."


@pytest.mark.parametrize("form", ["> {}", '"{}"', "“{}”", "„{}“", "« {} »", "*{}*", "**{}**", "***{}***", "_{}_"])
def test_a_version_of_the_named_text_has_no_marks_around_it(form):
    assert without_quotation(form.format(NEW), ORDER, PAPER) == NEW


@pytest.mark.parametrize(
    ("content", "order"),
    [
        (NEW, ORDER),
        ("> To be or not to be.", ORDER),
        (f"> {NEW}", "Add a quotation."),
        ("“Shade” cooled the air in all “streets”", ORDER),
        ("**Shade cooled the air in all of the streets.**", "Make the first paragraph of Results bold."),
        (f"*{NEW}*", "Add a paragraph in italics to the first paragraph of Results."),
        ("*Lime* is *everywhere*", ORDER),
        ("> The lamps were out in all streets.", "Shorten the block quote in Results."),
    ],
)
def test_other_content_stays(content, order):
    assert without_quotation(content, order, PAPER) == content
