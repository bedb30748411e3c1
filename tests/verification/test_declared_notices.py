"""An entry of a list says itself that its work was retracted, in the forms of programs and registries."""

import pytest

from backend.kernel.records import Notice
from backend.verification.declared_notices import ENTRY, declared_retractions, is_printed_as_retracted


@pytest.mark.parametrize(
    "item",
    [
        {"title": "RETRACTED: On trees"},
        {"title": ["RETRACTED ARTICLE: On trees"]},
        {"title": "[Retracted] On trees"},
        {"title": "On trees (Retracted article. See vol. 382, pg. 1234, 2020)"},
        {"title": "On trees (retracted)"},
        {"title": "On trees", "retracted": True},
        {"title": "On trees", "is_retracted": True},
        {"title": "On trees", "keyword": "Trees, Retracted Publication, Shade"},
        {"title": "On trees", "genre": "Retracted Publication"},
        {"title": "On trees", "status": "Retracted"},
        {"title": "On trees", "note": "Retracted in 2012; see the notice."},
    ],
)
def test_an_entry_that_says_so_is_retracted(item):
    assert declared_retractions(item) == (Notice("retraction", ENTRY),)


@pytest.mark.parametrize(
    "item",
    [
        {"title": "Retraction of “On trees”"},
        {"title": "Retraction: On trees"},
        {"title": "Retracted publications in medicine: a review"},
        {"title": "Misconduct (retracted papers 2000-2010)"},
        {"title": "On trees", "note": "Cites retracted work."},
        {"title": "On trees", "note": "Retracted claws of felids"},
        {"title": "On trees", "keyword": "retraction, retracted papers"},
        {"title": "ISO 1234", "type": "standard", "status": "withdrawn"},
        {"title": "On trees", "retracted": False, "is_retracted": None, "notices": "none", "updated-by": {}},
        {"title": "On trees", "updated-by": [{"type": "correction", "DOI": "10.1/c"}, 7]},
        {"title": "Retraction notice", "update-to": [{"type": "retraction", "DOI": "10.1/a"}]},
        {"title": 7},
        {},
    ],
)
def test_nothing_else_is_taken_for_a_retraction(item):
    assert declared_retractions(item) == ()


@pytest.mark.parametrize(
    ("text", "is_retracted"),
    [
        ("RETRACTED: On trees. Berg 2020. doi:10.1234/x", True),
        ("Berg A (2020). RETRACTED: On trees. Nature 4.", True),
        ("Berg A. 2020. On trees (Retracted article. See vol. 5, p. 3)", True),
        ("Retraction notice to “RETRACTED: On trees”. Nature 4.", False),
        ("Berg A (2020). Retracted papers in forestry. Nature 4.", False),
    ],
)
def test_a_printed_reference_marks_its_title(text, is_retracted):
    assert is_printed_as_retracted(text) is is_retracted


def test_a_listed_notice_is_told_once_with_its_doi():
    crossref = {"title": "RETRACTED: T", "updated-by": [{"type": "retraction", "DOI": "10.1/n", "source": "publisher"}]}
    assert declared_retractions(crossref) == (Notice("retraction", "publisher", "10.1/n"),)
    ours = {"title": "T", "notices": [{"kind": "retraction", "source": "pubmed", "doi": "10.1/n"}]}
    assert declared_retractions(ours) == (Notice("retraction", "pubmed", "10.1/n"),)
