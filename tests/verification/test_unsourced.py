"""Figures and named works that nothing behind a content has are named; what is only counted or labelled is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification import unsourced
from backend.verification.statements import NamedWork
from backend.verification.unsourced import figures, unknown_figures, unknown_measures, unknown_names


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("Mortality fell by 37 % to 0.82 (n = 1,204).", ["37 %", "0.82", "1,204"]),
        ("See Figure 14, Table 22 and Section 31 of version 15.", []),
        ("Three methods, 5 steps, in 2021, at p < 0.05 with a 95 % interval.", []),
        ("`x = 37` and [a link](https://a.org/37) cite [@smith2037] at 10.1000/37.", []),
        ("# Results of 47\n\n13. The item says nothing.\n", []),
        ("Es sank um 12,5 Prozent auf 48 Fälle.", ["12,5 Prozent", "48"]),
        ("The SARS-19 panel of 1.2.34 and IL-17 stay.", []),
        ("It cost 3 %.", ["3 %"]),
        ("It fell by −14.2 K to .53, -48-fold, from pH-47 and a.36 or 1-38.", ["−14.2", ".53", "-48"]),
        ("One in six, two [thirds](a.md), 9 of 12, two thirds and 3‰ of them.", ["3‰", "One in six", "two thirds"]),
        ("Under § 47, (Tab. 31) and fig.\n29 it holds; tables: 34 of them.", ["34"]),
        ("~~~\n37\n~~~ {38} 【39】 [^41] <sup>42</sup> \\cite{k43} ![a](b44)\n## 45\n  46. and 51", ["51"]),
    ],
)
def test_figures_are_what_a_reader_takes_for_a_result(content, found):
    assert list(figures(content)) == found


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("37 %", "It fell by 37 percent."),
        ("37 %", "a share of 0.37"),
        ("0.37", "37 % of them"),
        ("1,204", "1204 patients"),
        ("1204", "1 204 patients".replace(" ", "\u202f")),
        ("12,5", "by 12.5"),
        ("23 %", "22.8 % of all"),
        ("0.8", "0.82"),
    ],
)
def test_a_figure_is_known_in_any_dress(written, text):
    assert unknown_figures(figures(f"It is {written} now."), [text]) == []


@pytest.mark.parametrize(("written", "text"), [("37 %", "73 %"), ("0.82", "0.8"), ("1,204", "1,240"), ("48", "4.8")])
def test_another_figure_is_strange(written, text):
    assert unknown_figures(figures(f"It is {written} now."), [text]) == [written]


@given(st.integers(13, 10**9), st.text(max_size=50))
def test_a_figure_is_never_strange_to_itself(number, around):
    said = figures(f"There were {number} of them.")
    assert unknown_figures(said, [f"{around} {number} {around}"]) == []


def test_a_name_is_known_with_its_year_close_by():
    smith = NamedWork("Smith et al., 2021", "Smith", 2021)
    assert unknown_names([smith], ["Smith J, Doe A. On grass. J Grass 2021;3:4."]) == []
    assert unknown_names([smith], ["Smith saw it.", "It was 2021."]) == [smith]
    assert unknown_names([smith], ["SMITH, J. (2021)"]) == []


def test_counts_and_years_are_no_figures_but_with_a_unit_they_are():
    assert figures("Three: 12, 007, 1999 and ٣.") == {}
    assert figures("12 % of 1999 % and 13.") == {"12 %": 12.0, "1999 %": 1999.0, "13": 13.0}


def test_percentages_in_words_are_figures():
    said = figures("Seventy-three percent of them agreed, and fifty percent did not.")
    assert said == {"Seventy-three percent": 73}
    assert unknown_figures(said, ["Of these, 12 % agreed."]) == ["Seventy-three percent"]
    assert unknown_figures(said, ["Of these, 73 % agreed."]) == unknown_figures(said, ["seventy-three per cent"]) == []


@pytest.mark.parametrize(
    ("text", "strange"),
    [
        ("It yielded 31 tonnes.", ["31 tonnes"]),
        ("It took 31 days.", ["31 days"]),
        ("It counted 31 hoverflies.", []),
        ("It grew 45 cm.", []),
        ("It grew 0.45 meters or 45 centimeters.", []),
        ("It weighed 60 kg.", []),
    ],
)
def test_a_number_of_the_source_with_a_unit_that_it_does_not_have_is_strange(text, strange):
    source = "Margins supported 31 species. Shoots grew by 45 cm, and between 60 and 80 kg were harvested."
    assert unknown_measures(text, [source]) == strange


def test_numbers_in_words_are_figures():
    assert figures("A sevenfold rise at forty-one sites, in two thirds of them (r = .53).") == {
        "sevenfold": 7.0, "forty-one": 41.0, "two thirds": pytest.approx(200 / 3), ".53": 0.53
    }  # fmt: skip
    shares = figures("A third of the sites, nine out of ten farms and one in five fields lost it, in a third study.")
    assert shares == {"A third of": pytest.approx(100 / 3), "nine out of ten": 90.0, "one in five": 20.0}
    assert figures("Half of them lasted a quarter of an hour.") == {}
    assert unknown_figures(shares, ["It was 31 % of sites, 0.88 of farms and 14 % of fields."]) == ["one in five"]
    said = figures("A sevenfold rise at forty-one sites, in two thirds of them.")
    assert unknown_figures(said, ["It rose 7-fold at 41 sites, in 67 % of them."]) == []
    assert unknown_figures(said, ["It rose 8-fold at 14 sites, in 57 % of them."]) == list(said)


def test_the_numbers_of_a_text_are_read_once(monkeypatch):
    text = "It took 41.5 days in this very text."
    assert unknown_figures({"41.5": 41.5}, [text]) == []
    monkeypatch.setattr(unsourced, "_values", None)
    assert unknown_figures({"41.7": 41.7}, [text]) == ["41.7"]
