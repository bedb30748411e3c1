"""Zotero's items and CSL-JSON, and which of two are one work."""

from __future__ import annotations

import pytest

from backend.client.zotero_items import citation_key, csl_of, item_of, same

CSL = {"id": "http://zotero.org/A", "type": "article-journal", "title": "Street trees", "DOI": "10.1234/A"}


def item(csl=CSL, **data):
    return {"key": "A", "version": 1, "data": {"title": "Street trees", "collections": [], **data}, "csljson": csl}


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"citationKey": "own"}, "own"),
        ({"extra": "tex.x: 1\nCitation Key: bergTrees\nmore"}, "bergTrees"),
        ({"extra": "citation key : berg2020"}, "berg2020"),
        ({"extra": "The Citation Key: is not this"}, ""),
        ({}, ""),
    ],
)
def test_the_citation_key_is_the_users_own(data, key):
    assert citation_key(item(**data)) == key and csl_of(item(**data))["id"] == key


def test_an_item_is_a_csl_item_without_what_is_zoteros_own():
    made = csl_of(item(CSL | {"note": "Citation Key: k\nread it"}, extra="Citation Key: k\nread it", DOI="10.1234/A"))
    assert made == {"id": "k", "citation-key": "k", "type": "article-journal", "title": "Street trees",
                    "DOI": "10.1234/A", "note": "read it"}  # fmt: skip


def test_a_reference_is_an_item_with_its_key_and_nothing_is_lost():
    people = [{"family": "Berg", "given": "Ana", "non-dropping-particle": "van"}, {"literal": "A Group"}]
    csl = CSL | {"container-title": "Trees", "page": "1-9", "PMID": "77", "issued": {"date-parts": [[2021, 3]]}}
    csl |= {"author": people}
    made = item_of("bergTrees", csl, "COLL")
    assert (made["itemType"], made["publicationTitle"], made["pages"], made["date"]) == (
        "journalArticle", "Trees", "1-9", "2021-03",
    )  # fmt: skip
    assert made["creators"] == [
        {"creatorType": "author", "lastName": "van Berg", "firstName": "Ana"},
        {"creatorType": "author", "name": "A Group"},
    ]
    assert made["extra"] == "Citation Key: bergTrees\nPMID: 77" and made["collections"] == ["COLL"]
    book = item_of("b", {"type": "book", "title": "B", "DOI": "10.1/b"}, "COLL")
    assert "DOI" not in book and "DOI: 10.1/b" in book["extra"], "Zotero's books have no field for it"


@pytest.mark.parametrize(
    ("csl", "is_there"),
    [
        ({"DOI": "https://doi.org/10.1234/a", "title": "Another spelling"}, True),
        ({"DOI": "10.1234/other", "title": "Street trees"}, False),
        ({"title": "Street Trees!"}, True),
        ({"title": "Street trees", "issued": {"date-parts": [[1999]]}}, False),
        ({"title": "Other trees"}, False),
        ({}, False),
    ],
)
def test_a_work_is_known_by_its_doi_else_by_its_title(csl, is_there):
    there = [item(CSL | {"issued": {"date-parts": [[2021]]}}, DOI="10.1234/A")]
    assert (same("k", csl, there) is not None) == is_there
