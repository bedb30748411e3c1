"""References that are only named count as known if any text has them, in whatever spelling."""

import pytest

from backend.verification.statements import Statement
from backend.verification.written_references import (
    strange_conversations,
    strange_identifiers,
    strange_keys,
    strange_pages,
)


@pytest.mark.parametrize(
    ("said", "known"),
    [("ISBN 978-3-16-148410-0", "isbn 9783161484100"), ("PMID: 29384756", "pubmed.ncbi.nlm.nih.gov/29384756"),
     ("arXiv:hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"), ("arXiv:2301.04567v2", "2301.04567v2"),
     ("www.made.example/paper", "https://made.example/paper")],
)  # fmt: skip
def test_an_identifier_is_known_in_any_spelling(said, known):
    assert strange_identifiers(f"See {said} for more.", ["Something else."]) == [said]
    assert strange_identifiers(f"See {said} for more.", [known]) == []
    assert strange_identifiers("See the reports of 2301 and 04567.", []) == []


def test_keys_of_pandoc_and_latex_are_known_from_the_document():
    said = r"This is settled [see @doe2003, p. 4] and \cite{roe1999, poe2001}."
    assert strange_keys(said, ["[@doe2003] wrote it."]) == ["roe1999", "poe2001"]
    assert strange_keys("Write to a@example.org.", []) == []


def test_what_nobody_can_look_up_is_named():
    said = "It was seen before (A. Roe, personal communication, 1999)."
    assert strange_conversations(said, []) == ["(A. Roe, personal communication, 1999)"]
    assert strange_conversations(said, ["as she told us (A. Roe, personal communication, 1999)"]) == []


def test_pages_are_looked_for_only_where_a_source_is_cited():
    said = Statement("They say so on p. 417.", (0,))
    assert strange_pages([said], ["no page"]) == ["p. 417"]
    assert strange_pages([said], ["pages 410 to 417"]) == strange_pages([Statement(said.sentence)], []) == []
