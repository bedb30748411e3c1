"""A citation that opens a paragraph, an item or a quotation is none of Pandoc's examples."""

import pytest

from backend.formats.opening_citations import with_opening_citations


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        ("@berg2021. So it is.\n", "@{berg2021}. So it is.\n"),
        ("A.\n\n@berg2021) So.\n", "A.\n\n@{berg2021}) So.\n"),
        ("- @berg2021. So.\n- B\n", "- @{berg2021}. So.\n- B\n"),
        ("> @berg2021.\n", "> @{berg2021}.\n"),
    ],
)
def test_an_opening_citation_is_written_in_braces(text, protected):
    assert with_opening_citations(text) == protected
    assert with_opening_citations(protected) == protected


@pytest.mark.parametrize(
    "text",
    [
        "@berg2021 says so.\n",
        "(@good) An example.\n\nAs (@good) shows.\n",
        "```\n@berg2021. So.\n```\n",
        "Write to @berg2021. So.\n",
        "[@berg2021]. So.\n",
    ],
)
def test_all_else_stays(text):
    assert with_opening_citations(text) == text
