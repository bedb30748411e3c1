"""The words that name a section are compared with titles."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.content import Content
from backend.placement.request.asked_place import read_request
from backend.placement.versions.named_titles import is_part_of_titles, is_short_for, only_names

VIEW = DocumentView(
    read("# P\n\n## Sample preparation\n\nCut.\n\n## Tilted samples\n\nTilt.\n\n## Data sources\n\nOurs.\n")
)


@pytest.mark.parametrize(
    ("message", "content", "only"),
    [
        ("Now write the data section.", "## Data\n\nOn request.", True),
        ("now the data sources", "## Data sources\n\nOn request.", False),
        ("Add this to Data sources.", "On request.", False),
        ("Add this after Data sources.", "## Data\n\nOn request.", False),
    ],
)
def test_a_message_may_only_name_the_section_that_the_content_is(message, content, only):
    assert only_names(message, read_request(VIEW, message), VIEW, Content.of(content)) is only


def test_words_of_several_titles_name_none_of_them_for_certain():
    for message, several in (("Rewrite the samples.", True), ("Rewrite Sample preparation.", False)):
        asked = read_request(VIEW, message)
        assert asked is not None and asked.target is not None
        assert is_part_of_titles(VIEW, asked.target.mention, message) is several
    assert not is_part_of_titles(VIEW, None, "Rewrite it.")


def test_a_shorter_title_has_the_number_or_only_words_of_the_longer_one():
    assert is_short_for("3.4 Limits", "3.4 Limits of the study") and is_short_for("Limits", "Limits of the study")
    assert not is_short_for("3.5 Limits", "3.4 Limits") and not is_short_for("Aims and limits", "Limits")
