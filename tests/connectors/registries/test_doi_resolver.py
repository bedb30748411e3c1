"""The resolver says whether a DOI is anybody's, and its agency what it is of."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import doi_resolver
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person

A = Lookup("handle", "10.1000/a(1)")


def test_a_handle_exists_or_not():
    assert doi_resolver.handle_request(Service("handle"), [A]).url == "https://doi.org/api/handles/10.1000/a%281%29"
    assert doi_resolver.parse_handle(b'{"responseCode": 1}', [A])[A][0].doi == A.key
    assert doi_resolver.parse_handle(b'{"responseCode": 100}', [A])[A] == ()
    with pytest.raises(ProviderMisanswered):
        doi_resolver.parse_handle(b'{"responseCode": 2}', [A])


def test_any_agency_tells_of_its_works():
    assert "csl+json" in dict(doi_resolver.metadata_request(Service("doi"), [A]).headers)["Accept"]
    work = {"DOI": "10.1000/A(1)", "title": "Of trees", "author": [{"family": "Li"}, {"literal": "A Group"}],
            "issued": {"date-parts": [["2014"]]}, "container-title": "Nature"}  # fmt: skip
    (record,) = doi_resolver.parse_metadata(json.dumps(work).encode(), [A])[A]
    assert (record.titles, record.years, record.containers) == (("Of trees",), (2014,), ("Nature",))
    assert record.people == (Person("Li"), Person("A Group", whole=True))
    assert dict(record.csl) == {"issued": "2014", "container-title": "Nature"}


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]"])
def test_what_is_no_answer_is_a_fault(body):
    for parse in (doi_resolver.parse_handle, doi_resolver.parse_metadata):
        with pytest.raises(ProviderMisanswered):
            parse(body, [A])
