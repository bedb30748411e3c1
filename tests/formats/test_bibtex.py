"""BibTeX both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.formats.bibtex import escaped, plain, protected, read_bibtex, write_bibtex
from backend.formats.csl_items import Item, checked

WORKS = Path(__file__).resolve().parents[3] / "shared" / "data" / "references" / "works.jsonl"
#: What people write in titles, and what TeX would take for commands.
TEXT = st.text(
    st.sampled_from("abcXYZ é–ß&%#_${}~^\\-'\"()@=,;:.0123456789 "), min_size=1, max_size=40
).map(lambda text: " ".join(text.split())).filter(bool)  # fmt: skip


def only(source: str) -> Item:
    [(_, item)], warnings = read_bibtex(source)
    assert warnings == []
    return item


def test_an_entry_is_read() -> None:
    item = only(
        """@InProceedings{doe, author = {Doe, Jane and van der Berg, Jan and {The Team} and others},
        title = {On {DNA} \\& caf{\\'e}s}, booktitle = "Proc. of X", pages = {1--10}, year = 2020, month = mar,
        doi = {10.1000/a\\_b}, note = {50\\% off}}"""
    )
    assert item == {
        "type": "paper-conference",
        "title": "On DNA & cafés",
        "author": [
            {"family": "Doe", "given": "Jane"},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
            {"literal": "The Team"},
            {"literal": "others"},
        ],
        "container-title": "Proc. of X",
        "page": "1-10",
        "issued": {"date-parts": [[2020, 3]]},
        "DOI": "10.1000/a_b",
        "note": "50% off",
    }


def test_an_entry_that_breaks_off_is_told_and_the_others_are_read() -> None:
    found, warnings = read_bibtex("@article{a, title={A}}\n@article{b, title={B\n\n@article{c, title={C}}")
    assert [key for key, _ in found][:1] == ["a"] and warnings


def test_every_broken_entry_is_named_and_the_others_are_read() -> None:
    text = (
        "@string{j = {Journal}}\n@article{a, title={A}, journal=j}\n@book{b, title=}\n@misc{c, title={C}, month=foo}\n"
        "@article{d, title={D\n@comment{x}\n@book{e, title={E}}"
    )
    found, warnings = read_bibtex(text)
    assert [key for key, _ in found] == ["a", "c", "e"] and found[0][1]["container-title"] == "Journal"
    assert [each.partition(":")[0] for each in warnings] == [
        "The entry “b” in line 3 was not read", "The entry “c” in line 4 has an error",
        "The entry “d” in line 5 was not read",
    ]  # fmt: skip


def test_two_works_under_one_key_are_both_read() -> None:
    found, warnings = read_bibtex("@book{a, title={A}}\n@book{a, title={B}}")
    assert [item["title"] for _, item in found] == ["A", "B"] and "repeated" in warnings[0]


def test_many_faults_are_counted() -> None:
    _, warnings = read_bibtex("".join(f"@book{{b{n}, title=}}\n" for n in range(25)))
    assert len(warnings) == 21 and warnings[-1] == "5 more entries have errors."


def test_a_written_entry_keeps_capitals() -> None:
    written = write_bibtex([("k", {"type": "article-journal", "title": "The role of RNA in McGill’s E. coli"})])
    assert "title = {The role of {RNA} in {McGill}’s {E}. coli}" in written
    assert written.startswith("@article{k,\n")


@given(TEXT)
def test_what_is_escaped_is_read_as_it_was(text: str) -> None:
    assert plain(escaped(text)) == text
    assert plain(protected(text)) == text


@given(TEXT, TEXT, TEXT)
def test_an_item_comes_back_as_it_was(title: str, family: str, journal: str) -> None:
    item = checked(
        {"type": "article-journal", "title": title, "container-title": journal, "page": "e1-e9",
         "author": [{"literal": family}], "issued": {"date-parts": [[1999, 1, 2]]}}
    )  # fmt: skip
    assert only(write_bibtex([("key", item)])) == item


@pytest.mark.parametrize(
    "name",
    [
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van"},
        {"family": "van Gogh", "given": "Vincent"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"family": "Plato"},
        {"family": "Sato Ito", "given": "Y."},
        {"literal": "Simon and Sons"},
    ],
)
def test_a_name_comes_back_as_it_was(name: dict[str, str]) -> None:
    item: Item = {"type": "book", "title": "T", "author": [name]}
    assert only(write_bibtex([("key", item)])) == item


@pytest.mark.skipif(not WORKS.is_file(), reason="the works lie beside the project")
def test_real_works_come_back_as_they_were() -> None:
    works = [checked(json.loads(line)) for line in WORKS.read_text().splitlines()[::8]]
    back, warnings = read_bibtex(write_bibtex([(f"k{at}", work) for at, work in enumerate(works)]))
    same = sum(
        all(work.get(name) == item.get(name) for name in ("title", "author", "issued", "DOI", "page"))
        for work, (_, item) in zip(works, back, strict=True)
    )
    assert same / len(works) >= 0.995 and not warnings


def test_authors_that_are_left_out_come_back() -> None:
    item = only("@article{a, title={T}, author={Doe, Jane and others}}")
    assert item["author"] == [{"family": "Doe", "given": "Jane"}, {"literal": "others"}]
    assert "author = {Doe, Jane and others}," in write_bibtex([("a", item)])


def test_a_name_without_a_given_name_is_written_without_a_comma() -> None:
    item: Item = {"type": "book", "title": "T", "author": [{"family": "王小明"}, {"family": "Plato"}]}
    assert "author = {王小明 and Plato}," in write_bibtex([("a", item)])


def test_a_preprint_has_a_type_that_programs_know() -> None:
    item: Item = {"type": "article", "title": "T", "arxiv": "2101.00001"}
    text = write_bibtex([("a", item)])
    assert text.startswith("@misc{a,") and only(text) == item


def test_the_angle_brackets_of_an_old_doi_are_read_in_each_of_their_spellings() -> None:
    doi = "10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2"
    for less, greater in (
        ("<", ">"), (r"\textless", r"\textgreater"), (r"{\textless}", r"{\textgreater}"), ("{$<$}", "{$>$}"),
        (r"\textless{}", r"\textgreater{}"), (r"\ensuremath{<}", r"\ensuremath{>}"),
    ):  # fmt: skip
        written = doi.replace("<", less).replace(">", greater)
        assert only(f"@article{{a, title={{T}}, doi={{{written}}}}}")["DOI"] == doi, written
