"""The one identifier that a person typed, in whatever form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.claims import Identifier
from backend.verification.identifier import canonical_isbn, claim_of, identifier_of


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("10.1038/S41586-020-2649-2", "doi", "10.1038/s41586-020-2649-2"),
        ("https://doi.org/10.1038/s41586-020-2649-2.", "doi", "10.1038/s41586-020-2649-2"),
        ("https://www.nature.com/articles/x?doi=10.1038/abc", "doi", "10.1038/abc"),
        ("2101.12345v2", "arxiv", "2101.12345"),
        ("arXiv:hep-th/9901001", "arxiv", "hep-th/9901001"),
        ("https://arxiv.org/pdf/2101.12345", "arxiv", "2101.12345"),
        ("PMID: 31452104", "pmid", "31452104"),
        ("31452104", "pmid", "31452104"),
        ("https://pubmed.ncbi.nlm.nih.gov/31452104/", "pmid", "31452104"),
        ("pmc6703888", "pmid", "PMC6703888"),
        ("978-0-262-03384-8", "isbn", "9780262033848"),
        ("ISBN 0-262-03384-4", "isbn", "9780262033848"),
        ("https://example.org/a/report?id=3", "url", "https://example.org/a/report?id=3"),
    ],
)
def test_every_form_is_read(text, kind, key):
    found = identifier_of(text)
    assert found is not None and (found.kind, found.key) == (kind, key)


@pytest.mark.parametrize(
    "text", ["", "Street trees", "10.xxxx/y", "doi:10.1000/a and doi:10.1000/b", "9780262033849", "123456789"]
)
def test_what_is_not_one_identifier_is_none(text):
    assert identifier_of(text) is None


def test_such_a_claim_says_nothing_that_could_be_contradicted():
    claim = claim_of(Identifier("doi", "10.1000/a"))
    assert claim.ids == (Identifier("doi", "10.1000/a"),) and claim.query == "" and claim.title == ""


@given(st.from_regex(r"97[89]\d{9}", fullmatch=True), st.integers(0, 9))
def test_exactly_one_check_digit_is_right(stem, digit):
    right = [each for each in range(10) if canonical_isbn(f"{stem}{each}")]
    assert len(right) == 1 and (canonical_isbn(f"{stem}{digit}") is not None) == (digit == right[0])
