"""How a key is made of a work, and that a work keeps it while no two share one."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.formats.reference_words import THEOREMS
from backend.kernel.works import Source
from backend.sources.citation_keys import is_label, is_same, keys_in, latex_keys_of, mint, new_key
from backend.sources.identifiers import source_id

SMITH = Source("The Trees of the North", doi="10.1/t", authors=("Smith, Anna", "Jones, B."), year=2020)


@pytest.mark.parametrize(
    ("work", "key"),
    [
        (SMITH, "smith2020trees"),
        (Source("On Art", authors=("Anna B. Müller",), published_at="2019-04-01"), "muller2019art"),
        (Source("Straßen in Łódź", authors=("Weiß, J.",), year=1999), "weiss1999strassen"),
        (Source("Sea surface records", year=2021), "surface2021records"),
        (Source("", url="https://example.org"), "source"),
        (Source("水の研究", year=2001), "source2001"),
    ],
)
def test_a_key_is_name_year_and_word(work: Source, key: str) -> None:
    assert mint(work, {}) == key


def test_a_work_keeps_its_key_and_another_gets_a_letter() -> None:
    known = {"old": source_id(SMITH)}
    assert mint(SMITH, known) == "old"
    other = Source("Trees again", doi="10.1/u", authors=("Smith, Carl",), year=2020)
    assert mint(other, {"Smith2020Trees": ""}) == "smith2020treesa"
    assert mint(other, {"smith2020trees": "sx_1", "smith2020treesa": ""}) == "smith2020treesb"


def test_the_key_that_a_works_owner_gave_it_is_its_key_where_it_is_free() -> None:
    own = replace(SMITH, metadata={"citation_key": "smithNorth"})
    assert mint(own, {}) == "smithNorth"
    assert mint(own, {"SmithNorth": "sx_1"}) == "smith2020trees"
    assert mint(replace(own, metadata={"citation_key": "a key, broken"}), {}) == "smith2020trees"


def test_keys_of_a_text() -> None:
    text = "As @smith2020trees say [@jones; see @{weiss1999}, p. 3], mail a@example.org."
    assert keys_in(text) == {"smith2020trees", "jones", "weiss1999"}


@given(st.lists(st.builds(Source, st.text(max_size=20), authors=st.tuples(st.text(max_size=9))), max_size=40))
def test_every_work_has_a_key_of_its_own_that_pandoc_reads(works: list[Source]) -> None:
    known: dict[str, str] = {}
    for work in works:
        known[mint(work, known)] = source_id(work)
    assert all(re.fullmatch(r"[a-z0-9]+", key) for key in known)
    assert len(known) == len({source_id(each) for each in works})


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Source("The trees of the north.", authors=("Anna Smith",), year=2020), True),
        (Source("The trees of the north", authors=("Smith, A.",), published_at="2020-03-01", doi="10.1/t"), True),
        (replace(SMITH, doi="10.1/u"), False),
        (Source("The trees of the north", authors=("Anna Smith",), year=2021), False),
        (Source("The trees of the north", authors=("Jones, B.",), year=2020), False),
        (Source("The trees of the north", year=2020), False),
        (Source("", authors=("Smith, A.",), year=2020), False),
    ],
)
def test_one_work_under_two_ids(other: Source, same: bool) -> None:
    assert is_same(SMITH, other) is same and is_same(other, SMITH) is same


def test_a_new_key_is_free_whatever_the_letters_case() -> None:
    assert new_key(SMITH, {"other"}) == "smith2020trees"
    assert new_key(SMITH, {"smith2020trees"}) == "smith2020treesa"
    assert new_key(replace(SMITH, metadata={"citation_key": "Mine"}), {"mine"}) == "smith2020trees"


def test_keys_of_latex_are_found_in_every_command_of_the_family() -> None:
    text = r"\cite{a,b} and \citep[see][p. 3]{c}, \textcite*{d}, \Citet{e}; but \cited and \site{f}"
    assert list(latex_keys_of(text)) == ["a", "b", "c", "d", "e"]


def test_no_key_is_minted_from_the_mark_of_a_retraction():
    assert mint(Source("RETRACTED: Excess mortality", None, None, (), 2019, ""), {}) == "excess2019mortality"


def test_labels_of_the_document_are_no_keys():
    labels = ["fig:map", "tbl-1", "eq:x", *(f"{each}-a" for each in THEOREMS)]
    assert all(map(is_label, labels)) and not any(map(is_label, ["figueroa2020map", "section", "lem2019"]))
