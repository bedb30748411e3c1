"""An imported list is marked by what is known of retractions, before any registry is asked."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from backend.extraction.extractor import FileExtractor
from backend.kernel.works import Citation
from backend.services import library, references
from backend.services.reference_import import add_from_library, add_list
from backend.services.references import Change
from backend.storage import library_works
from backend.storage.db import transaction
from tests.services.test_library_corrections import BIB, AtOnce

GONE = ("gone", {"title": "RETRACTED: On trees", "DOI": "10.1234/gone"})
FINE = ("fine", {"title": "On shade", "DOI": "10.1234/fine"})


def statuses(world):
    return {each["key"]: each["status"] for each in references.listed(world.ports, world.owned)["items"]}


def test_a_retracted_work_is_marked_and_named(world):
    told = add_list(world.ports, world.owned, [FINE, GONE, GONE])
    assert told["keys"] == ["fine", "gone", "gone"] and told["warnings"] == ["“On trees” was retracted."]
    assert {each["key"]: each["status"] for each in told["items"]} == {"fine": "unchecked", "gone": "retracted"}
    [notice] = told["items"][1]["notices"]
    assert notice["kind"] == "retraction" and told["items"][1]["checked_at"] is None


def test_a_list_without_retractions_has_no_warning(world):
    told = add_list(world.ports, world.owned, [FINE])
    assert told["warnings"] == [] and told["items"][0]["status"] == "unchecked"


def test_a_reference_that_is_there_already_is_marked(world):
    references.add(world.ports, world.owned, [("mine", {"title": "On trees", "DOI": "10.1234/gone"})], "import")
    assert add_list(world.ports, world.owned, [GONE])["keys"] == ["mine"] and statuses(world) == {"mine": "retracted"}


def test_a_correction_of_a_volume_keeps_the_mark_and_another_work_does_not(world):
    add_list(world.ports, world.owned, [GONE])
    assert references.update(world.ports, world.owned, "gone", Change({"volume": "4"}))["status"] == "retracted"
    other = references.update(world.ports, world.owned, "gone", Change({"DOI": "10.1234/other", "title": "Other"}))
    assert (other["status"], other["notices"]) == ("unchecked", [])


def test_registries_that_do_not_have_the_work_do_not_take_the_mark_away(world):
    [key] = add_list(world.ports, world.owned, [("gone", {"title": "RETRACTED: On trees"})])["keys"]
    with transaction():
        [kept] = references.references.list_of(world.session_id)
        about = {"key": key, "checked_at": "2026-01-02T03:04:05Z"}
        references.keep_statuses(world.session_id, [Citation(kept.work, "", None, None, "unresolved", about)])
    assert statuses(world) == {"gone": "retracted"}


NOTICE = {"kind": "retraction", "source": "crossref", "doi": "10.1/notice", "date": None}


@pytest.fixture
def ports(world):
    now = AtOnce()
    now.ports = replace(world.ports, extractor=FileExtractor(), executor=now)
    return now.ports


@pytest.fixture
def work(ports, world):
    made = library.upload(ports, world.user_id, "refs.bib", io.BytesIO(BIB.encode()))[0]
    return library.get(ports, world.user_id, made.id)


def test_a_retracted_work_is_a_retracted_reference_at_once(ports, world, work):
    streets, reefs = work.entries
    streets = replace(streets, metadata={**streets.metadata, "is_retracted": True, "notices": [NOTICE]})
    with transaction():
        library_works.change_entries(work.number, (streets, reefs))
    told = add_from_library(ports, world.owned, [work.id])
    assert told["keys"] == ["bergStreets", "liReefs"] and told["warnings"] == ["“Street trees” was retracted."]
    found = {each["key"]: each for each in told["items"]}
    assert (found["bergStreets"]["status"], found["bergStreets"]["notices"]) == ("retracted", [NOTICE])
    assert (found["liReefs"]["status"], found["liReefs"]["notices"]) == ("unchecked", [])
    assert references.listed(ports, world.owned)["items"] == told["items"]


def test_works_without_a_retraction_are_added_without_a_warning(ports, world, work):
    told = add_from_library(ports, world.owned, "all")
    assert told["warnings"] == [] and {each["status"] for each in told["items"]} == {"unchecked"}
