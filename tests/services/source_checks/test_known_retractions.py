"""What is known of retractions without a registry: by the entry itself, the cache, the library and the answers."""

from __future__ import annotations

import pytest

from backend.kernel.records import Lookup, Notice, Record
from backend.kernel.works import Citation
from backend.services.source_checks.known_retractions import known_retractions, with_known_retractions
from backend.sources.matching import match
from backend.storage import library_works, messages, registry_records
from backend.storage.db import reading, transaction
from backend.storage.library_works import Entry
from tests.storage.test_library_works import shelved

NOTICE = {"kind": "retraction", "source": "crossref", "doi": "10.1234/notice", "date": None}
ITEMS = [
    {"title": "Fine", "DOI": "10.1234/fine"},
    {"title": "Gone", "DOI": "https://doi.org/10.1234/GONE"},
    {"title": "Gone"},
]


def cached(world, doi: str, *notices: Notice) -> None:
    """Cache what Crossref says about a work."""
    record = Record("crossref", ("Gone",), doi=doi, notices=notices, tells_retractions=True)
    with transaction():
        registry_records.put({Lookup("crossref", doi): (record,)}, world.ports.clock())


def test_nothing_is_known_of_most_works(world):
    assert known_retractions(world.ports, world.owned, [*ITEMS, {"DOI": 7}, {}]) == {}
    assert known_retractions(world.ports, world.owned, []) == {}


def test_an_entry_declares_its_retraction(world):
    found = known_retractions(world.ports, world.owned, [*ITEMS, {"title": "RETRACTED: Trees"}])
    assert found == {3: ({"kind": "retraction", "source": "entry", "doi": None, "date": None},)}


def test_cached_records_are_found_by_doi(world):
    cached(world, "10.1234/gone", Notice("retraction", "openalex"), Notice("retraction", "crossref", "10.1234/why"))
    cached(world, "10.1234/fine")
    notice = {"kind": "retraction", "source": "crossref", "doi": "10.1234/why", "date": None}
    assert known_retractions(world.ports, world.owned, ITEMS) == {1: (notice,)}


@pytest.mark.parametrize("notices", [[NOTICE], []])
def test_the_library_knows_by_doi_and_not_by_title(world, notices):
    about = {"is_retracted": True, "notices": notices}
    shelved(world.user_id, "refs", Entry("Gone", doi="10.1234/gone", metadata=about), Entry("Fine", doi="10.1234/fine"))
    assert known_retractions(world.ports, world.owned, ITEMS) == {1: tuple(notices)}
    with reading():
        assert [each.title for each in library_works.retracted(world.user_id)] == ["Gone"]
        assert library_works.retracted("somebody else") == []


@pytest.mark.parametrize(
    ("doi", "item"),
    [
        ("10.1234/gone", {"URL": "https://doi.org/10.1234/gone?x=1"}),
        ("10.48550/arxiv.2101.00001", {"arxiv": "2101.00001v3"}),
    ],
)
def test_the_doi_may_be_in_the_address_or_be_that_of_a_preprint(world, doi, item):
    cached(world, doi, Notice("retraction", "crossref"))
    assert list(known_retractions(world.ports, world.owned, [item])) == [0]


def test_a_source_of_a_proposal_is_marked_by_its_words_or_its_doi(world):
    shelved(world.user_id, "refs", Entry("Gone", doi="10.1234/gone", metadata={"is_retracted": True}))
    sources = ("Li (2020). RETRACTED: Trees. Nature 4.", "doi:10.1234/gone", "doi:10.1234/fine")
    marked = with_known_retractions(world.ports, world.owned, sources, match(sources, ()).citations)
    assert [each.metadata.get("is_retracted") for each in marked] == [True, True, None]


def test_the_answers_of_the_session_know(world):
    gone = Citation("sx_1", "Gone", None, "10.1234/gone", "retracted", {"notices": [NOTICE]})
    fine = Citation("sx_2", "Fine", None, "10.1234/fine", "resolved", {})
    with transaction():
        messages.add(
            world.session_id, "assistant", "A.", world.ports.clock(), sources=("a", "b"), citations=(gone, fine)
        )
    assert known_retractions(world.ports, world.owned, ITEMS) == {1: (NOTICE,)}
