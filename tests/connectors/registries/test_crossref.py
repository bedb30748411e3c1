"""Crossref about single works: what is asked, and what its record says; notices stand on the work they are about."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import crossref
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Notice, Person

SERVICE = Service("crossref", contact="me@example.org")
A, B = Lookup("crossref", "10.1000/a"), Lookup("crossref", "10.1000/b")
ITEM = {
    "DOI": "10.1000/A",
    "title": ["Of <i>trees</i> &amp; men"],
    "subtitle": ["A study"],
    "author": [{"family": "Li", "given": "Wei"}, {"name": "A Group"}, {}],
    "issued": {"date-parts": [[2014, 3]]},
    "published-online": {"date-parts": [[2013]]},
    "published": {"date-parts": [[None]]},
    "container-title": ["Nature"],
    "publisher": "Springer",
    "type": "journal-article",
    "volume": "7",
    "article-number": "e12",
    "editor": [{"family": "Ed"}],
    "updated-by": [
        {
            "type": "retraction",
            "source": "retraction-watch",
            "DOI": "10.1000/N",
            "updated": {"date-parts": [[2016, 1, 2]]},
        },
        {"type": "expression_of_concern"},
        {"type": "new_edition"},
    ],
    "relation": {"is-preprint-of": [{"id": "10.1000/vor", "id-type": "doi"}]},
}


def listed(*items):
    return json.dumps({"message": {"items": list(items)}}).encode()


def test_many_works_are_asked_for_at_once():
    request = crossref.batch_request(SERVICE, [A, B])
    assert dict(request.params)["filter"] == "doi:10.1000/a,doi:10.1000/b"
    assert dict(request.params)["mailto"] == "me@example.org"
    answers = crossref.parse_batch(listed(ITEM), [A, B])
    assert len(answers[A]) == 1 and answers[B] == ()


def test_a_record_says_all_that_is_compared():
    (record,) = crossref.parse_batch(listed(ITEM), [A])[A]
    assert record.titles == ("Of trees & men: A study", "Of trees & men")
    assert record.people == (Person("Li", "Wei"), Person("A Group", whole=True))
    assert (record.years, record.containers) == ((2014, 2013), ("Nature", "Springer"))
    assert record.notices == (
        Notice("retraction", "retraction-watch", "10.1000/n", "2016-01-02"), Notice("concern", "crossref"),
    )  # fmt: skip
    assert record.versions == ("10.1000/vor",) and record.tells_retractions and not record.is_notice


def test_a_record_holds_what_an_entry_needs_beside():
    (record,) = crossref.parse_batch(listed(ITEM), [A])[A]
    assert dict(record.csl) == {
        "type": "article-journal", "issued": "2014-03", "volume": "7", "page": "e12", "publisher": "Springer",
        "container-title": "Nature", "editor": "Ed",
    }  # fmt: skip


def test_a_book_is_asked_for_by_its_isbn_and_a_chapter_is_not_the_book():
    isbn = Lookup("crossref", "isbn:9780262033848")
    wanted = dict(crossref.isbn_request(SERVICE, [isbn]).params)["filter"].split(",")
    assert wanted[:2] == ["isbn:9780262033848", "type:book"] and "type:book-chapter" not in wanted
    assert len(crossref.parse_isbn(listed(ITEM, ITEM | {"DOI": "10.1000/c"}), [isbn])[isbn]) == 1
    assert crossref.parse_isbn(listed(), [isbn]) == {isbn: ()}


def test_a_notice_is_known_as_one():
    (record,) = crossref.parse_batch(
        listed({"DOI": "10.1000/a", "update-to": [{"DOI": "10.1/x", "type": "retraction"}]}), [A]
    )[A]
    assert record.is_notice and record.notices == ()


def test_a_single_work_and_a_search():
    assert crossref.single_request(SERVICE, [Lookup("crossref", "10.1/a,b")]).url.endswith("/works/10.1%2Fa%2Cb")
    assert crossref.parse_single(json.dumps({"message": ITEM}).encode(), [A])[A][0].doi == "10.1000/a"
    search = Lookup("crossref", "Li. Of trees", search=True)
    assert dict(crossref.search_request(SERVICE, [search]).params)["query.bibliographic"] == "Li. Of trees"
    assert len(crossref.parse_search(listed(ITEM, {}), [search])[search]) == 1


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"<html>", b'{"message": {}}'])
def test_what_is_no_answer_is_a_fault(body):
    for parse in (crossref.parse_batch, crossref.parse_single, crossref.parse_search):
        with pytest.raises(ProviderMisanswered):
            parse(body, [A])
