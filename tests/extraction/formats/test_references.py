from __future__ import annotations

import pytest

from backend.extraction.formats.references import works_of
from backend.extraction.refusal import UnsuitableFile


def test_one_bad_bibtex_entry_is_named_and_the_others_are_read() -> None:
    works = works_of(
        "bibtex", "@book{a, title={One}}\n@book{b, title=}\n@book{c, title={Three}, abstract={We show $x^2$.}}"
    )
    assert {"One", "Three"} <= {work["title"] for work in works}
    assert works[-1]["pages"] == [(None, "We show $x^2$.")]
    assert "warnings" in works[0]["metadata"]


def test_ris_and_csl_say_the_same_in_the_same_words() -> None:
    ris = "TY  - JOUR\nTI  - Reefs\nAU  - Lee, Ann\nPY  - 2020\nDO  - 10.1234/ABC\nER  - \n"
    csl = (
        '[{"title": "Reefs", "author": [{"family": "Lee", "given": "Ann"}],'
        ' "issued": {"date-parts": [[2020]]}, "DOI": "10.1234/ABC"}]'
    )
    for kind, text in (("ris", ris), ("csl-json", csl)):
        (work,) = works_of(kind, text)
        assert (work["title"], work["authors"], work["year"], work["doi"]) == (
            "Reefs", ["Ann Lee"], 2020, "10.1234/abc",
        )  # fmt: skip


def test_too_many_are_refused() -> None:
    with pytest.raises(UnsuitableFile, match="10,000"):
        works_of("csl-json", "[" + ",".join(['{"title": "x"}'] * 10_001) + "]")


def test_an_entry_is_kept_whole_beside_what_the_library_shows() -> None:
    bib = """@incollection{berg, author={van der Berg, Jan and {A Group}}, editor={Li, Wei}, title={T}, booktitle={B},
        year={2020}, pages={1--9}, abstract={Of trees.}}"""
    (work,) = works_of("bibtex", bib)
    assert work["authors"] == ["Jan van der Berg", "A Group"]
    about = work["metadata"]
    assert (about["citation_key"], about["booktitle"], about["pages"]) == ("berg", "B", "1-9")
    assert about["csl"]["editor"] == [{"family": "Li", "given": "Wei"}] and "abstract" not in about["csl"]


def test_what_of_an_item_is_no_csl_is_left_out_and_the_work_is_read() -> None:
    (work,) = works_of("csl-json", '[{"title": "T", "author": "Ann Lee", "volume": {"a": 1}, "issue": 3}, 7]')
    assert (work["title"], work["authors"], work["metadata"]["number"]) == ("T", [], "3")
    assert work["metadata"]["warnings"] == ["entries left out, because they do not describe a work: 1"]


@pytest.mark.parametrize(("kind", "text"), [("csl-json", "{"), ("ris", "no list"), ("bibtex", "@"), ("csl-json", "[]")])
def test_what_is_no_list_is_refused(kind: str, text: str) -> None:
    with pytest.raises(UnsuitableFile, match="no reference that can be read"):
        works_of(kind, text)
