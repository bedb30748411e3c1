"""Europe PMC: PubMed's mark of a retracted publication, by DOI, PMID or PMCID."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import europepmc
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Notice, Person

DOI, PMID, PMC = (Lookup("europepmc", each) for each in ("10.1000/a", "123456", "PMC99"))
WORK = {
    "id": "123456",
    "source": "MED",
    "pmid": "123456",
    "doi": "10.1000/A",
    "title": "Of trees.",
    "pubYear": "2014",
    "authorList": {"author": [{"lastName": "Li", "firstName": "Wei"}, {"collectiveName": "A Group"}]},
    "journalInfo": {"journal": {"title": "Nature"}, "volume": "7"},
    "pageInfo": "3-9",
    "pubTypeList": {"pubType": ["Journal Article", "Retracted Publication"]},
}


def test_ids_of_all_kinds_are_asked_for_at_once():
    query = dict(europepmc.request(Service("europepmc"), [DOI, PMID, PMC]).params)["query"]
    assert query == 'DOI:"10.1000/a" OR (EXT_ID:123456 AND SRC:MED) OR PMCID:PMC99'
    answers = europepmc.parse(json.dumps({"resultList": {"result": [WORK]}}).encode(), [DOI, PMID, PMC])
    assert answers[PMC] == () and answers[DOI] == answers[PMID]
    (record,) = answers[DOI]
    assert (record.titles, record.years, record.doi) == (("Of trees",), (2014,), "10.1000/a")
    assert record.people == (Person("Li", "Wei"), Person("A Group", whole=True))
    assert record.notices == (Notice("retraction", "pubmed"),)
    assert dict(record.csl) == {
        "type": "article-journal", "container-title": "Nature", "volume": "7", "page": "3-9", "PMID": "123456",
    }  # fmt: skip


@pytest.mark.parametrize("body", [b"", b"{}", b"<html>"])
def test_what_is_no_answer_is_a_fault(body):
    with pytest.raises(ProviderMisanswered):
        europepmc.parse(body, [DOI])
