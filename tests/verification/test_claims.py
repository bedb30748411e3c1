"""What a source string claims: all its identifiers, whatever their dress, and the words beside them."""

import pytest

from backend.verification.claims import Identifier, read


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("https://doi.org/10.1038/NATURE14539.", [("doi", "10.1038/nature14539")]),
        ("Smith. T. doi:10.1000/abc(05)1-2)", [("doi", "10.1000/abc(05)1-2")]),
        ("https://doi.org/10.1016%2Fj.cell.2020.01.001", [("doi", "10.1016/j.cell.2020.01.001")]),
        ("10.3390/app,1,2", [("doi", "10.3390/app,1,2")]),
        (
            "https://doi.org/10.1002/(SICI)1097-4636(1998)43:2<155::AID-JBM9>3.0.CO;2-J",
            [("doi", "10.1002/(sici)1097-4636(1998)43:2<155::aid-jbm9>3.0.co;2-j")],
        ),
        (
            "10.1002/(sici)1097-4636(1998)43:2&lt;155::aid-jbm9&gt;3.0.co;2-#",
            [("doi", "10.1002/(sici)1097-4636(1998)43:2<155::aid-jbm9>3.0.co;2-#")],
        ),
        ("<https://doi.org/10.1038/nature14539>", [("doi", "10.1038/nature14539")]),
        ("arXiv:1706.03762v5", [("arxiv", "1706.03762")]),
        ("arXiv 1706.03762", [("arxiv", "1706.03762")]),
        ("https://arxiv.org/pdf/1706.03762v1.pdf", [("arxiv", "1706.03762")]),
        ("https://doi.org/10.48550/arXiv.1706.03762", [("arxiv", "1706.03762")]),
        ("PMID: 12345678", [("pmid", "12345678")]),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", [("pmid", "12345678")]),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC123456/", [("pmid", "PMC123456")]),
        ("https://doi.org/[DOI]", [("malformed", "https://doi.org/%5bdoi%5d")]),
        ("10.1000/a1 and 10.1000/b2", [("doi", "10.1000/a1"), ("doi", "10.1000/b2")]),
        ("https://example.org/a?utm_source=x", [("url", "https://example.org/a")]),
        ("General knowledge", []),
        ("[3]", []),
    ],
)
def test_all_identifiers_are_read(text, ids):
    assert {(each.kind, each.key) for each in read(text).ids} == set(ids)


def test_the_address_of_a_page_stays_as_it_was_written():
    (found,) = read("Notes – http://Example.org:8080/a/#top").ids
    assert found == Identifier("url", "https://example.org:8080/a")
    assert found.address == "http://Example.org:8080/a/#top"


def test_a_markdown_link_keeps_the_last_word_of_its_title():
    claim = read("[Deep learning of trees](https://doi.org/10.1000/abc)")
    assert claim.title == "Deep learning of trees"
    assert [each.text for each in claim.words] == ["deep", "learning", "of", "trees"]


def test_what_is_no_part_of_the_reference_is_left_out():
    claim = read("[12] Smith, J. *Trees*. Accessed 12 March 2026. doi: 10.1000/abc")
    assert [each.text for each in claim.words] == ["smith", "j", "trees"]


@pytest.mark.parametrize("text", ["[3]", "10.1000/abc", "N/A", "https://example.org"])
def test_a_reference_without_words_asks_for_nothing(text):
    assert read(text).query == ""


def test_an_address_with_a_doi_that_nobody_registers_is_an_address():
    (found,) = read("Yosinski. https://dl.acm.org/doi/abs/10.5555/2969033.2969197").ids
    assert (found.kind, found.address) == ("url", "https://dl.acm.org/doi/abs/10.5555/2969033.2969197")
    assert [each.kind for each in read("Doe. A title. doi:10.5555/12345678").ids] == ["doi"]
    assert [each.kind for each in read("https://doi.org/10.5555/12345678").ids] == ["doi"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("- **Shallow learning** — LeCun et al., *Nature*, 2015.", "Shallow learning"),
        ("**Smith et al. (2020)** — Shallow learning", ""),
        ("**LeCun, Y.** — Shallow learning", ""),
        ("**Shallow learning**. Nature 2015.", ""),
    ],
)
def test_bold_words_before_a_dash_are_a_title_unless_they_name_people(text: str, title: str) -> None:
    assert read(text).title == title


@pytest.mark.parametrize("text", ["arXiv: 2005.14165 [cs.CL]", "arXiv:math/0211159v1 [math.DG]"])
def test_the_subject_of_a_preprint_is_not_its_title(text: str) -> None:
    assert read(text).words == ()
