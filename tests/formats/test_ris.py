"""RIS both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backend.errors import Refused
from backend.formats.csl_items import Item, checked, shown_name
from backend.formats.ris import read_ris, write_ris

WORKS = Path(__file__).resolve().parents[3] / "shared" / "data" / "references" / "works.jsonl"


def test_an_entry_is_read() -> None:
    [(key, item)], _ = read_ris(
        "TY  - JOUR\nID  - doe\nAU  - Doe, Jane\nAU  - The Team\nTI  - A title\nT2  - A journal\nVL  - 3\nIS  - 2\n"
        "SP  - 11\nEP  - 19\nDA  - 2020/03/04\nDO  - 10.1000/a\nUR  - https://example.org\nKW  - a\nKW  - b\nER  - \n"
    )
    assert key == "doe"
    assert item == {
        "type": "article-journal", "title": "A title", "container-title": "A journal", "volume": "3", "issue": "2",
        "DOI": "10.1000/a", "author": [{"family": "Doe", "given": "Jane"}, {"literal": "The Team"}], "page": "11-19",
        "URL": "https://example.org", "keyword": "a, b", "issued": {"date-parts": [[2020, 3, 4]]},
    }  # fmt: skip


@pytest.mark.parametrize(
    "item",
    [
        {"type": "book", "title": "T", "author": [{"family": "Plato"}], "issued": {"date-parts": [[2001]]}},
        {"type": "chapter", "title": "T", "editor": [{"family": "King", "given": "M.", "suffix": "Jr."}]},
        {"type": "thesis", "title": "T", "page": "11, 15-17", "abstract": "Two lines."},
        {"type": "article-journal", "title": "T", "page": "187–200", "ISSN": "1234-5678"},
    ],
)
def test_an_item_comes_back_as_it_was(item: Item) -> None:
    [(key, back)], _ = read_ris(write_ris([("k", item)]))
    assert (key, back) == ("k", item)


def test_text_that_is_no_ris_is_refused() -> None:
    with pytest.raises(Refused):
        read_ris("@article{a, title={A}}")


@pytest.mark.skipif(not WORKS.is_file(), reason="the works lie beside the project")
def test_real_works_come_back_as_they_were() -> None:
    works = [checked(json.loads(line)) for line in WORKS.read_text().splitlines()[::8]]
    back, _ = read_ris(write_ris([(f"k{at}", work) for at, work in enumerate(works)]))

    def known_by(item: Item) -> object:
        return [item.get(name) for name in ("title", "issued", "DOI", "page")], [
            shown_name(each) for each in item.get("author", ())
        ]

    same = sum(known_by(work) == known_by(item) for work, (_, item) in zip(works, back, strict=True))
    assert same / len(works) >= 0.995


@pytest.mark.parametrize("tag", ["T2", "JF", "JO", "BT"])
def test_the_journal_or_book_is_read_from_each_of_its_tags(tag: str) -> None:
    [(_, item)], _ = read_ris(f"TY  - CHAP\nTI  - T\n{tag}  - The book\nER  - \n")
    assert item["container-title"] == "The book"


def test_an_abbreviated_journal_is_no_full_name() -> None:
    [(_, item)], _ = read_ris("TY  - JOUR\nTI  - T\nJF  - The Journal\nJA  - J.\nER  - \n")
    assert (item["container-title"], item["container-title-short"]) == ("The Journal", "J.")


@pytest.mark.parametrize("line", ["Doe, Jane et al.", "Doe, Jane, et al", "Doe, Jane and others"])
def test_et_al_is_no_part_of_a_name(line: str) -> None:
    [(_, item)], _ = read_ris(f"TY  - JOUR\nTI  - T\nAU  - {line}\nER  - \n")
    assert item["author"] == [{"family": "Doe", "given": "Jane"}, {"literal": "others"}]
    assert "others" not in write_ris([("a", item)])
