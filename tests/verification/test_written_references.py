"""References that are only named count as known if any text has them, in whatever spelling."""

import pytest

from backend.verification.statements import Statement
from backend.verification.written_references import (
    unknown_conversations,
    unknown_dates,
    unknown_identifiers,
    unknown_keys,
    unknown_pages,
    unknown_reports,
)


@pytest.mark.parametrize(
    ("said", "known"),
    [("ISBN 978-3-16-148410-0", "isbn 9783161484100"), ("PMID: 29384756", "pubmed.ncbi.nlm.nih.gov/29384756"),
     ("arXiv:hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001"), ("arXiv:2301.04567v2", "2301.04567v2"),
     ("www.made.example/paper", "https://made.example/paper"), ("GSE72725", "gse72725"), ("ISO 14801", "ISO-14801"),
     ("NCT01818661", "NCT01818661"), ("github.com/doe/roots", "https://github.com/doe/roots.git"),
     ("Working Paper No. 4040", "working paper no 4040")],
)  # fmt: skip
def test_an_identifier_is_known_in_any_spelling(said, known):
    assert unknown_identifiers(f"See {said} for more.", ["Something else."]) == [said]
    assert unknown_identifiers(f"See {said} for more.", [known]) == []
    assert unknown_identifiers("See the reports of 2301 and 04567.", []) == []


def test_keys_of_pandoc_and_latex_are_known_from_the_document():
    said = r"This is settled [see @doe2003, p. 4] and \cite{roe1999, poe2001}."
    assert unknown_keys(said, ["[@doe2003] wrote it."]) == ["roe1999", "poe2001"]
    assert unknown_keys("Write to a@example.org.", []) == []


def test_what_nobody_can_look_up_is_named():
    said = "It was seen before (A. Roe, personal communication, 1999)."
    assert unknown_conversations(said, []) == ["(A. Roe, personal communication, 1999)"]
    assert unknown_conversations(said, ["as she told us (A. Roe, personal communication, 1999)"]) == []


def test_pages_are_looked_for_only_where_a_source_is_cited():
    said = Statement("They say so on p. 417.", (0,))
    assert unknown_pages([said], ["no page"]) == ["p. 417"]
    assert unknown_pages([said], ["pages 410 to 417"]) == unknown_pages([Statement(said.sentence)], []) == []


@pytest.mark.parametrize(
    "text",
    [
        "A 1987 report of the World Health Organization says so.",
        "The World Health Organization's 1987 report says so.",
        "A survey by the Royal Society in 1987 says so.",
        "A 1987 study by Brandvold says so.",
    ],
)
def test_a_report_that_no_text_names_is_strange(text):
    assert unknown_reports(
        text, ["In 1987, hedgerows were cut. The World Bank paid.", "The Royal Society met in 1990."]
    )


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("A 1987 report of the World Health Organization says so.", "The WHO told it in 1987."),
        ("A 1987 study by Brandvold says so.", "Brandvold, A. (1987). Hedges."),
        ("Our 1987 report says so.", ""),
        ("A report of the World Health Organization says so.", ""),
    ],
)
def test_a_report_that_a_text_names_or_without_a_year_is_not(text, known):
    assert unknown_reports(text, [known]) == []


@pytest.mark.parametrize(
    "text", ["The WHO 2019 list, UN 2015 goals and COVID-19.", "CO2 at 4000 m.", "See e.g./i.e. it."]
)
def test_a_group_with_a_year_is_no_code(text: str) -> None:
    assert unknown_identifiers(text, []) == []


@pytest.mark.parametrize("said", ["17 March 1964", "17. März 1964", "17 de marzo de 1964", "March 17, 1964"])
def test_a_date_is_known_by_its_day_and_year(said: str) -> None:
    assert unknown_dates(f"It fell on {said}.", ["It was 1964.", "On 17 March 1965 it rose."]) == [said]
    assert unknown_dates(f"It fell on {said}.", ["1964-03-17"]) == []


def test_a_law_is_known_by_its_name_and_year() -> None:
    text = "The Soil Protection Act 1991 requires it."
    assert unknown_reports(text, ["The Soil Protection Act was passed.", "1991"]) == ["Soil Protection Act 1991"]
    assert unknown_reports(text, ["the soil protection act of 1991"]) == []


@pytest.mark.parametrize(
    ("said", "known"),
    [("grant no. TV-7070/6", "DFG TV 7070/6"), ("the KELP-72 data set", "KELP-72")],
)  # fmt: skip
def test_the_number_of_a_grant_and_the_name_of_a_data_set_are_identifiers(said, known):
    assert unknown_identifiers(f"It rests on {said}.", ["KELP, 6 and 72."])
    assert unknown_identifiers(f"It rests on {said}.", [known]) == []


def test_a_law_of_a_year_and_a_figure_of_a_study_are_known_by_their_numbers():
    assert unknown_dates("A law of 1977 required it.", ["In 1978"]) == ["law of 1977"]
    assert unknown_dates("A law of 1977 required it.", ["the 1977 act"]) == []
    said = [Statement("Figure 4 of that study shows it.")]
    assert unknown_pages(said, ["See Figure 3 and 4 sites."]) == ["Figure 4 of that study"]
    assert unknown_pages(said, ["See Fig. 4."]) == []


@pytest.mark.parametrize(
    ("find", "reference"),
    [
        (unknown_identifiers, "ISBN 978-3-16-148410-0"),
        (unknown_identifiers, "working paper no. 7"),
        (unknown_identifiers, "Discussion Notes #12"),
        (unknown_identifiers, "example.org/data"),
        (unknown_identifiers, "Contract 12-B"),
        (unknown_identifiers, "PISA98"),
        (unknown_dates, "3 May 2021"),
        (unknown_dates, "March 17, 1964"),
        (unknown_dates, "Treaty of 1648"),
        (unknown_reports, "Soil Protection Act 1991"),
    ],
)
def test_each_form_is_found_wherever_it_stands(find, reference):
    for text in (f"{reference} survey", f"In ({reference} survey)", f"so it was\n{reference} survey"):
        assert any(reference.startswith(each) for each in find(text, ["Nothing."])), text
