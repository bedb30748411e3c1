"""OpenAlex about single works: retracted or not, abstracts put together, names undivided."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import openalex
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Notice, Person

A = Lookup("openalex", "10.1000/a")
WORK = {
    "id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/A", "title": "Of trees", "publication_year": 2014,
    "authorships": [{"raw_author_name": "Wei Li"}, {"author": {"display_name": "Ann Smith"}}, {}],
    "primary_location": {"source": {"display_name": "Nature"}}, "is_retracted": True,
    "abstract_inverted_index": {"grow": [1], "Trees": [0]},
}  # fmt: skip


def test_a_work_is_asked_for_by_its_doi():
    request = openalex.request(Service("openalex", key="k"), [A])
    assert request.url.endswith("/works/doi:10.1000/a") and dict(request.params)["api_key"] == "k"
    (record,) = openalex.parse(json.dumps(WORK).encode(), [A])[A]
    assert record.people == (Person("Wei Li", whole=True), Person("Ann Smith", whole=True))
    assert (record.doi, record.abstract, record.years) == ("10.1000/a", "Trees grow", (2014,))
    assert record.notices == (Notice("retraction", "openalex"),)


def test_a_search_brings_works():
    search = Lookup("openalex", "Of trees", search=True)
    assert dict(openalex.search_request(Service("openalex"), [search]).params)["search"] == "Of trees"
    body = json.dumps({"results": [WORK | {"is_retracted": False}, {}]}).encode()
    (record,) = openalex.parse_search(body, [search])[search]
    assert record.notices == () and record.tells_retractions


@pytest.mark.parametrize("body", [b"", b"{}", b"<html>"])
def test_what_is_no_answer_is_a_fault(body):
    for parse in (openalex.parse, openalex.parse_search):
        with pytest.raises(ProviderMisanswered):
            parse(body, [A])
