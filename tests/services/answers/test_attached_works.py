"""A work that an attachment names gets the key that it has, or a new one if a registry knows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.drafting.briefing import Briefing, LibraryPassage
from backend.drafting.highlights import AttachedSection
from backend.kernel.records import Lookup, Person, Record
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.ports import Verification
from backend.services import approval, drafting, references
from backend.services.answers.attached_works import attached_works
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage import tables
from backend.storage.db import execute, transaction
from tests.services.keyed_task import keyed_task

MOSS = Record("crossref", ("Moss on walls",), (Person("Okafor", "Ada"),), (2018,), ("J. Moss",), doi="10.1000/moss")


class Registries:
    """Registries that know one work; they fail if `failure` is set."""

    names = frozenset({"crossref", "openalex", "datacite", "handle", "doi"})

    def __init__(self, failure=None):
        self.failure, self.asked = failure, []

    def look_up(self, lookups, *, seconds):
        self.asked += lookups
        return {
            each: self.failure or ((MOSS,) if each == Lookup("crossref", "10.1000/moss") else ()) for each in lookups
        }


@pytest.fixture
def task(world):
    return keyed_task(world, "Old [@okafor2018walls].")


def briefing(*sources, **more):
    quoted = tuple(AttachedSection("highlight", f"Quote {n}.", source=each) for n, each in enumerate(sources))
    return Briefing("write", "Write it.", highlights=quoted, **more)


def keys(found):
    return {text: work.metadata["key"] for text, work in found.works.items()}


@pytest.mark.parametrize(
    "source", ["https://doi.org/10.1234/BERG", "doi:10.1234/berg", "[@myBerg]", "myBerg", "Berg 2021, Street trees"]
)
def test_a_reference_of_the_session_keeps_its_key_however_it_is_named(world, task, source):
    found = attached_works(world.ports, task, briefing(source, None, "my notes"))
    assert keys(found) == {source: "myBerg"} and found.warnings == ()


def test_a_work_that_a_registry_knows_gets_a_key_that_nothing_has(world, task):
    registries = Registries()
    ports = replace(world.ports, verification=Verification(registries))
    found = attached_works(ports, task, briefing("https://doi.org/10.1000/moss", "10.1000/moss", "10.1234/berg"))
    assert keys(found) == {
        "https://doi.org/10.1000/moss": "okafor2018wallsa",
        "10.1000/moss": "okafor2018wallsa",
        "10.1234/berg": "myBerg",
    }
    assert found.works["10.1000/moss"].metadata["csl"]["title"] == "Moss on walls"
    assert registries.asked.count(Lookup("crossref", "10.1000/moss")) == 1, "the same work is asked for once"
    assert Lookup("crossref", "10.1234/berg") not in registries.asked


def test_an_unknown_work_gets_no_key_and_a_warning(world, task):
    ports = replace(world.ports, verification=Verification(Registries()))
    found = attached_works(ports, task, briefing("10.1000/nothing"))
    assert found.works == {} and len(found.warnings) == 1
    assert found.warnings[0].startswith(
        "“10.1000/nothing” got no citation key. The DOI 10.1000/nothing does not exist."
    )
    away = replace(world.ports, verification=Verification(Registries(Failure("crossref", "did not answer", 503))))
    assert "could not be looked up" in attached_works(away, task, briefing("10.1000/moss")).warnings[0]


def test_a_source_that_names_no_identifier_is_not_looked_up(world, task):
    registries = Registries()
    ports = replace(world.ports, verification=Verification(registries))
    found = attached_works(ports, task, briefing("my notes of Monday"))
    assert (found.works, found.warnings, registries.asked) == ({}, (), [])


def test_a_work_of_the_library_has_the_key_of_its_passages(world, task):
    work = Source("Of reefs", doi="10.1000/reefs", metadata={"key": "li2019reefs", "library_id": "f"})
    found = attached_works(world.ports, task, briefing("10.1000/reefs", library=(LibraryPassage(work, 1, "Reefs."),)))
    assert keys(found) == {"10.1000/reefs": "li2019reefs"}


def test_a_session_without_keys_looks_nothing_up(world, task):
    task.citations = "none"
    registries = Registries()
    found = attached_works(replace(world.ports, verification=Verification(registries)), task, briefing("10.1000/moss"))
    assert found.works == {} and registries.asked == []


def test_a_quoted_work_that_a_registry_knows_becomes_a_reference(world):
    ports = replace(world.ports, verification=Verification(Registries()))
    with transaction():
        execute(tables.sessions.update().values(citations="keys"))
    quoted = AttachedSection("highlight", "Moss covers walls within nine years.", source="https://doi.org/10.1000/moss")
    told = "Add a sentence on moss from the highlight."
    answer = drafting.send(ports, world.user_id, SendMessage(world.session_id, told, attached_sections=(quoted,)))
    assert answer["document_content"] == "“Moss covers walls within nine years” [@okafor2018walls]."
    assert answer["warnings"] == []
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    [entry] = references.listed(ports, world.owned)["items"]
    assert (entry["key"], entry["origin"], entry["cited"]) == ("okafor2018walls", "draft", 1)
