"""Lists of references as files."""

from __future__ import annotations

import json

import pytest

from backend.errors import Malformed, Refused
from backend.formats.reference_lists import BIBTEX, CSL, RIS, entries_of, read_list, write_list

BERG = ("berg2021", {"type": "book", "title": "Trees", "issued": {"date-parts": [[2021]]}})


@pytest.mark.parametrize("kind", [CSL, BIBTEX, RIS])
def test_a_list_comes_back_in_each_format(kind: str) -> None:
    text = write_list(kind, [BERG])
    [(key, item)], warnings = read_list(kind, text)
    assert text.endswith("\n") and not warnings
    assert (key, {name: item[name] for name in BERG[1]}) == BERG


def test_csl_json_has_the_key_as_id() -> None:
    assert json.loads(write_list(CSL, [BERG]))[0]["id"] == "berg2021"


@pytest.mark.parametrize("value", [{"id": "a", "title": "T"}, [{"id": "a", "title": "T"}], {"items": [{"id": "a"}]}])
def test_items_are_found_in_every_shape(value: object) -> None:
    assert [key for key, _ in entries_of(value)] == ["a"]


def test_a_citation_key_comes_before_an_id() -> None:
    assert entries_of({"id": "http://zotero.org/x", "citation-key": "berg"})[0][0] == "berg"


@pytest.mark.parametrize(
    ("kind", "text", "error"),
    [(CSL, "{", Malformed), (CSL, "[]", Refused), (BIBTEX, "no entry", Refused), (RIS, "", Refused)],
)
def test_a_list_of_nothing_is_refused(kind: str, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_list(kind, text)


def test_csl_json_has_an_entry_a_line() -> None:
    written = write_list(CSL, [("a", {"type": "book", "title": "A"}), ("b", {"type": "book", "title": "B"})])
    assert written.count("\n") == 4 and [each["id"] for each in json.loads(written)] == ["a", "b"]
    assert write_list(CSL, []) == "[]\n"
