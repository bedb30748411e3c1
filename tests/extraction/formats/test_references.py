from __future__ import annotations

import pytest

from backend.extraction.refusal import Unfit

pytest.importorskip("pybtex")
pytest.importorskip("rispy")

from backend.extraction.formats.references import works_of


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
    with pytest.raises(Unfit, match="10,000"):
        works_of("csl-json", "[" + ",".join(['{"title": "x"}'] * 10_001) + "]")
