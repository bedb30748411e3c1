"""A work that is withdrawn after it was cited is found, told once, and shows in its session."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.channels.memory import MemoryChannel
from backend.errors import Conflict, NotFound
from backend.kernel.records import Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.ports import Verification
from backend.services import approval, documents, drafting, references, session_followers, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.recheck import recheck
from backend.storage.paging import PageRequest
from tests.fakes import ScriptedModel
from tests.services.retrieval.test_library_search import AtOnce, add
from tests.services.source_checks.test_library_check import OneWork
from tests.services.test_session_followers import Still

GRASS = Record("crossref", ("Drought and alpine grasses",), (Person("Meier", "R."),), (2014,), doi="10.1000/abc")
WITHDRAWN = replace(GRASS, notices=(Notice("retraction", "crossref", "10.1000/r"),), tells_retractions=True)
ITEM = {"type": "book", "title": "Drought and alpine grasses", "author": [{"family": "Meier"}], "DOI": "10.1000/abc"}
LINE = "Meier, R. (2014). Drought and alpine grasses. doi:10.1000/abc"
AWAY = Failure("crossref", "answered 500")


class Says:
    """Registries that give one answer to every question."""

    names = frozenset({"crossref"})

    def __init__(self, found) -> None:
        self.found = found

    def look_up(self, lookups, *, seconds):
        return dict.fromkeys(lookups, self.found)


def saying(ports, found):
    return replace(ports, verification=Verification(Says(found)))


@pytest.fixture
def ports(world):
    told = {"message": "Here.", "document_content": "Grasses last.", "sources": [LINE], "new_types": []}
    return replace(saying(world.ports, (GRASS,)), writer=ScriptedModel(json.dumps(told)), placer=None)


def test_a_reference_that_is_withdrawn_is_told_once_and_shows_in_the_session(world, ports):
    documents.put(ports, world.owned, '"0"', "Grasses last [@meier].\n")
    references.add(ports, world.owned, [("meier", ITEM)], "import")
    assert [each.news for each in recheck(ports)] == [()]
    later = saying(ports, (WITHDRAWN,))
    (found,) = recheck(later, "a@example.org")
    assert (found.where, found.not_asked) == (f"session {world.session_id}", 0)
    assert [(each.key, each.status) for each in found.news] == [("meier", "retracted")]
    assert [each.news for each in recheck(later)] == [()]
    (shown,) = sessions.get(later, world.user_id, world.session_id).retracted
    assert (shown["key"], shown["doi"], shown["notices"][0]["doi"]) == ("meier", "10.1000/abc", "10.1000/r")
    (failing,) = recheck(saying(ports, AWAY))
    assert (failing.news, failing.not_asked) == ((), 1)


def test_only_a_session_with_news_changes_and_its_followers_are_told(world, ports):
    here = replace(ports, pulse=Still(), channel=MemoryChannel())
    references.add(ports, world.owned, [("meier", ITEM)], "import")
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    list(recheck(ports))
    before = sessions.get(ports, world.user_id, world.session_id).updated_at
    stream = session_followers.follow(here, world.user_id, world.session_id)
    list(recheck(ports))
    list(recheck(saying(ports, AWAY)))
    assert sessions.get(ports, world.user_id, world.session_id).updated_at == before
    list(recheck(saying(ports, (WITHDRAWN,))))
    session_followers.refresh(here.channel.sessions, here.clock)
    told = {each.name: each.data for each in stream.read(0)}
    stream.close()
    assert set(told) == {"citations", "reference"} and "meier" in told["reference"]["keys"]
    (citation,) = told["citations"]["citations"]
    assert (citation["status"], citation["notices"][0]["doi"]) == ("retracted", "10.1000/r")
    assert sessions.get(ports, world.user_id, world.session_id).updated_at > before


def test_a_source_of_an_open_draft_that_is_withdrawn_must_be_accepted(world, ports):
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    assert given["citations"][0]["status"] == "resolved"
    assert sessions.get(ports, world.user_id, world.session_id).retracted == ()
    (found,) = recheck(saying(ports, (WITHDRAWN,)))
    assert [(each.title, each.status) for each in found.news] == [("Drought and alpine grasses", "retracted")]
    message = sessions.conversation(ports, world.user_id, world.session_id, PageRequest(order="asc")).items[-1]
    assert message["citations"][0].status == "retracted" and message["citations"][0].metadata["notices"]
    assert len(sessions.get(ports, world.user_id, world.session_id).retracted) == 1
    with pytest.raises(Conflict, match="retracted"):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert [each.news for each in recheck(saying(ports, (WITHDRAWN,)))] == [()]
    assert [each.news for each in recheck(saying(ports, AWAY))] == [()]
    assert len(sessions.get(ports, world.user_id, world.session_id).retracted) == 1, "a failure unsays nothing"


def test_a_correction_of_a_source_is_shown_with_its_message_and_is_no_retraction(world, ports):
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    corrected = replace(GRASS, notices=(Notice("correction", "crossref", "10.1000/c"),), tells_retractions=True)
    list(recheck(saying(ports, (corrected,))))
    message = sessions.conversation(ports, world.user_id, world.session_id, PageRequest(order="asc")).items[-1]
    (citation,) = message["citations"]
    assert citation.status == "resolved" and [each["doi"] for each in citation.metadata["notices"]] == ["10.1000/c"]


def test_a_retraction_of_a_source_that_was_not_checked_before_is_reported(world, ports):
    away = replace(saying(ports, AWAY), writer=ports.writer)
    given = drafting.send(away, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    assert given["citations"][0]["status"] == "unchecked"
    (found,) = recheck(saying(ports, (WITHDRAWN,)))
    assert [each.status for each in found.news] == ["retracted"]
    message = sessions.conversation(ports, world.user_id, world.session_id, PageRequest(order="asc")).items[-1]
    assert message["citations"][0].status == "retracted"
    assert [each.news for each in recheck(saying(ports, (WITHDRAWN,)))] == [()]


def test_a_refused_drafts_sources_are_left_alone(world, ports):
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id))
    assert [each.news for each in recheck(saying(ports, (WITHDRAWN,)))] == [()]


def test_a_work_of_the_library_is_looked_at_too(world, ports):
    reading = replace(ports, extractor=OneWork(), executor=AtOnce())
    reading.executor.ports = reading
    add(reading, world.user_id, "Drought.")
    (found,) = recheck(saying(ports, (WITHDRAWN,)), "a@example.org")
    assert found.where == "library paper.pdf" and [each.status for each in found.news] == ["retracted"]


def test_a_recheck_needs_registries_and_an_account(world, ports):
    with pytest.raises(Conflict):
        list(recheck(world.ports))
    with pytest.raises(NotFound):
        list(recheck(ports, "nobody@example.org"))
