"""What registries said is believed for a while: works longest, retractions and absence a day, failures never."""

from datetime import timedelta

import pytest

from backend.kernel.records import Lookup, Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.storage import registry_records
from backend.storage.db import transaction
from backend.storage.registry_records import ABSENT, FOUND, RETRACTIONS, StoredRecords
from tests.storage.conftest import NOW, World

DATACITE, CROSSREF, GONE = Lookup("datacite", "10.1/a"), Lookup("crossref", "10.1/a"), Lookup("handle", "10.1/b")
WORK = Record("datacite", ("Réefs",), (Person("Li", "Wei"),), (2014,), doi="10.1/a")
WATCHED = Record("crossref", ("Réefs",), notices=(Notice("correction", "publisher"),), tells_retractions=True)
SECOND = timedelta(seconds=1)


def test_each_answer_has_its_age(world: World) -> None:
    asked = [DATACITE, CROSSREF, GONE, Lookup("crossref", "10.1/a", search=True)]
    with transaction():
        registry_records.put({DATACITE: (WORK,), CROSSREF: (WATCHED,), GONE: ()}, NOW)
        assert registry_records.get(asked, NOW) == {DATACITE: (WORK,), CROSSREF: (WATCHED,), GONE: ()}
        assert set(registry_records.get(asked, NOW + ABSENT)) == {DATACITE}
        assert set(registry_records.get(asked, NOW + RETRACTIONS)) == {DATACITE}
        assert set(registry_records.get(asked, NOW + RETRACTIONS, stale=True)) == {DATACITE, CROSSREF}
        assert registry_records.get(asked, NOW + FOUND, stale=True) == {}


def test_the_newest_answer_counts_and_the_oldest_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_records, "MOST", 2)
    with transaction():
        registry_records.put({DATACITE: ()}, NOW)
        registry_records.put({DATACITE: (WORK,)}, NOW + SECOND)
        assert registry_records.get([DATACITE], NOW + ABSENT) == {DATACITE: (WORK,)}
        for number in range(2, 6):
            registry_records.put({Lookup("handle", str(number)): ()}, NOW + number * SECOND)
        assert registry_records.get([DATACITE], NOW + 5 * SECOND) == {}


def test_a_failure_is_never_kept(world: World) -> None:
    memory = StoredRecords(world.app, lambda: NOW)
    memory.keep({CROSSREF: Failure("crossref", "was away"), DATACITE: (WORK,)})
    assert memory.recall([CROSSREF, DATACITE]) == {DATACITE: (WORK,)}
    assert memory.recall([]) == {}


def test_what_was_told_to_be_retracted_is_known_without_asking(world: World) -> None:
    memory = StoredRecords(world.app, lambda: NOW)
    gone = Record("openalex", ("Réefs",), notices=(Notice("retraction", "openalex"),), tells_retractions=True)
    memory.keep({CROSSREF: (WATCHED,), Lookup("openalex", "10.1/a"): (gone,), Lookup("crossref", "10.1/c"): (WATCHED,)})
    told = memory.retracted(["10.1/a", "10.1/c", "10.1/new"])
    assert told == {"10.1/a": (*WATCHED.notices, *gone.notices)} and memory.retracted([]) == {}
