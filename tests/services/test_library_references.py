"""Works of the library become references; a retracted one is marked from the first moment, and no check is needed."""

import io
from dataclasses import replace

import pytest

from backend.extraction.extractor import FileExtractor
from backend.services import library, references
from backend.services.library_references import add_from_library
from backend.storage import library_works
from backend.storage.db import transaction
from tests.services.test_library_corrections import BIB, AtOnce

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
