"""A citation as the contract shows it: what is known of the work stands beside its status."""

from dataclasses import asdict

from backend.kernel.works import Citation


def test_what_is_known_of_a_work_is_told_beside_its_status():
    about = {"authors": ["Li"], "year": 2014, "journal": "Nature", "notices": [{"kind": "correction"}], "key": "li2014"}
    told = Citation("sx_1", "T", None, "10.1/a", "resolved", about, 3).to_json()
    assert (told["authors"], told["year"], told["container"], told["n"]) == (["Li"], 2014, "Nature", 3)
    assert told["notices"] == [{"kind": "correction"}] and told["metadata"] == about


def test_what_is_not_known_is_told_as_that():
    told = Citation("sx_1", "T", None, None, "unchecked").to_json()
    assert (told["authors"], told["year"], told["container"], told["notices"]) == ([], None, None, [])
    assert told["checked_at"] is told["support"] is told["reason"] is None and told["support_of"] == []


def test_every_field_of_a_citation_is_stored():
    citation = Citation("sx_1", "T", "https://a.org", "10.1/a", "mismatch", {"authors": ["Li"]}, 3)
    assert citation.fields() == asdict(citation) and Citation(**citation.fields()) == citation
