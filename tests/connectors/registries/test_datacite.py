"""DataCite about single works, and the works that a search brings."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import datacite
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person

A = Lookup("datacite", "10.5281/zenodo.1")
WORK = {
    "attributes": {
        "doi": "10.5281/ZENODO.1",
        "titles": [{"title": "Tree data"}],
        "publicationYear": 2019,
        "publisher": {"name": "Zenodo"},
        "types": {"citeproc": "dataset"},
        "dates": [{"dateType": "Created", "date": "2018"}, {"dateType": "Issued", "date": "2019-02-03"}],
        "creators": [
            {"familyName": "Li", "givenName": "Wei"},
            {"name": "Smith, Ann"},
            {"name": "Trees, Inc", "nameType": "Organizational"},
            {},
        ],
        "descriptions": [
            {"descriptionType": "Methods", "description": "x"},
            {"descriptionType": "Abstract", "description": "Data."},
        ],
        "relatedIdentifiers": [
            {"relationType": "IsPreprintOf", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1000/v"},
            {"relationType": "Cites", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1000/c"},
        ],
    }
}


def test_a_work_is_asked_for_by_its_doi():
    assert datacite.request(Service("datacite"), [A]).url.endswith("/dois/10.5281/zenodo.1")
    (record,) = datacite.parse(json.dumps({"data": WORK}).encode(), [A])[A]
    assert dict(record.csl) == {"type": "dataset", "issued": "2019-02-03", "publisher": "Zenodo"}
    assert (record.doi, record.titles, record.years, record.abstract) == (
        "10.5281/zenodo.1",
        ("Tree data",),
        (2019,),
        "Data.",
    )
    assert record.people == (Person("Li", "Wei"), Person("Smith", "Ann"), Person("Trees, Inc", whole=True))
    assert (record.containers, record.versions, record.tells_retractions) == (("Zenodo",), ("10.1000/v",), False)


def test_a_search_has_no_signs_that_mean_something_to_it():
    search = Lookup("datacite", 'Li: "Tree" AND (data)?', search=True)
    assert dict(datacite.search_request(Service("datacite"), [search]).params)["query"] == "Li Tree AND data"
    assert len(datacite.parse_search(json.dumps({"data": [WORK, {}]}).encode(), [search])[search]) == 1


@pytest.mark.parametrize("body", [b"", b"{}", b"<html>", b'{"data": {}}'])
def test_what_is_no_answer_is_a_fault(body):
    for parse in (datacite.parse, datacite.parse_search):
        with pytest.raises(ProviderMisanswered):
            parse(body, [A])
