"""A follower hears what anybody does to the session, and who comes back hears what may have been missed."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace

import pytest

from backend.channels.memory import MemoryChannel
from backend.errors import NotFound, Refused
from backend.kernel.works import Citation
from backend.services import accounts, approval, documents, proposing, references, session_followers, sessions
from backend.services.approval import ApprovalCommand
from backend.services.proposing import Propose
from backend.services.references import Change
from backend.storage import drafts, messages
from backend.storage import sessions as stored_sessions
from backend.storage.db import transaction
from tests.fakes import ScriptedModel

PAPER = "# Wind\n\n## Methods\n\nWe measured.\n"
ITEM = {"type": "article-journal", "title": "Street trees and summer heat", "DOI": "10.5555/street.2021"}


class Still:
    """A pulse that never beats: the tests look for themselves."""

    watched = 0

    def beating(self, held):
        return nullcontext()

    @contextmanager
    def watching(self):
        self.watched += 1
        yield
        self.watched -= 1


@pytest.fixture
def here(world):
    """This process, whose streams the tests fill; `world` is another process with the same database."""
    ports = replace(world.ports, pulse=Still(), channel=MemoryChannel())
    return replace(world, ports=ports)


@pytest.fixture
def there(world):
    documents.put(world.ports, world.owned, "*", PAPER)
    return replace(world, ports=replace(world.ports, writer=ScriptedModel(), verification=None))


@pytest.fixture
def stream(here, there):
    made = follow(here)
    yield made
    made.close()


def follow(world, *last_id):
    return session_followers.follow(world.ports, world.user_id, world.session_id, *last_id)


def heard(world, stream):
    session_followers.refresh(world.ports.channel.sessions, world.ports.clock)
    return [(each.name, each.data) for each in stream.read(0)]


def names(world, stream):
    return [name for name, _ in heard(world, stream)]


def propose(world, text="Gusts came.", **more):
    return proposing.propose(world.ports, world.user_id, Propose(world.session_id, text, **more))


def test_nothing_is_told_where_nothing_happens(here, stream):
    assert names(here, stream) == [] and not stream.done


def test_drafts_runs_and_revisions_of_another_process_are_told(here, there, stream):
    draft = propose(there)["pending_content_id"]
    told = dict(heard(here, stream))
    assert told["draft"]["pending_content_id"] == draft and told["draft"]["status"] == "pending"
    assert (told["run"]["kind"], told["run"]["status"]) == ("propose", "succeeded")
    approval.approve(there.ports, there.user_id, ApprovalCommand(there.session_id, draft))
    told = dict(heard(here, stream))
    assert told["draft"]["status"] == "approved" and told["run"]["kind"] == "approve"
    assert (told["revision"]["revision"], told["revision"]["cause"]) == (2, "placed")
    documents.put(there.ports, there.owned, "*", "# Other\n")
    assert heard(here, stream) == [("revision", {"session_id": here.session_id, "revision": 3, "cause": "edited"})]
    assert heard(here, stream) == []


def test_a_rejection_and_a_new_place_are_told(here, there, stream):
    first, second = (propose(there, text)["pending_content_id"] for text in ("One.", "Two."))
    heard(here, stream)
    approval.reject(there.ports, there.user_id, ApprovalCommand(there.session_id, first))
    told = [data["status"] for name, data in heard(here, stream) if name == "draft"]
    assert told == ["rejected"]
    with transaction():
        row = drafts.get(there.session_id, second)
        said = messages.add(there.session_id, "user", "Elsewhere.", there.ports.clock())
        drafts.move(row, said.id, {"operation": "append_to_document"})
    assert names(here, stream) == ["draft"]


def test_citations_that_come_late_are_told(here, there, stream):
    answer = propose(there, sources=("doi:10.5555/street.2021",))
    assert "citations" not in names(here, stream)
    checked = Citation("c", "Street trees", None, "10.5555/street.2021", "resolved", {"checked_at": "2026-01-01"})
    with transaction():
        messages.set_citations(answer["message_id"], [checked])
        stored_sessions.touch(there.session_id, there.ports.clock())
    ((name, told),) = heard(here, stream)
    assert name == "citations" and told["message_id"] == answer["message_id"]
    assert told["citations"][0]["status"] == "resolved"


def test_references_are_told_by_their_keys(here, there, stream):
    (key,) = references.add(there.ports, there.owned, [("", ITEM)], "own")["keys"]
    assert heard(here, stream) == [("reference", {"session_id": here.session_id, "keys": [key], "removed": []})]
    references.update(there.ports, there.owned, key, Change({"volume": "38"}))
    assert dict(heard(here, stream))["reference"]["keys"] == [key]
    references.remove(there.ports, there.owned, key)
    assert dict(heard(here, stream))["reference"]["removed"] == [key]


def test_who_comes_back_hears_what_was_missed_and_then_what_follows(here, there):
    with_id = follow(here)
    documents.put(there.ports, there.owned, "*", "# Other\n")
    session_followers.refresh(here.ports.channel.sessions, here.ports.clock)
    (event,) = with_id.read(0)
    with_id.close()
    documents.put(there.ports, there.owned, "*", "# Third\n")
    draft = propose(there)["pending_content_id"]
    again = follow(here, event.id)
    missed = [(each.name, each.data) for each in again.read(0)]
    assert [data["revision"] for name, data in missed if name == "revision"] == [3]
    assert [data["pending_content_id"] for name, data in missed if name == "draft"] == [draft]
    assert ("reference", {"session_id": here.session_id, "keys": None, "removed": None}) in missed
    assert names(here, again) == []
    again.close()


def test_two_followers_of_one_session_hear_the_same(here, there, stream):
    other = follow(here)
    documents.put(there.ports, there.owned, "*", "# Other\n")
    assert names(here, stream) == ["revision"] and names(here, other) == ["revision"]
    other.close()
    other.close()
    assert len(here.ports.channel.sessions.watched()) == 1


def test_a_removed_session_ends_the_stream(here, there, stream):
    sessions.delete(there.ports, there.user_id, there.session_id)
    assert names(here, stream) == [] and stream.done


def test_a_stream_ends_after_a_while(here, there, stream, monkeypatch):
    monkeypatch.setattr(session_followers, "LONGEST", 0)
    assert not stream.done and follow(here).done


def test_the_pulse_watches_while_a_stream_is_open(here, there):
    first, second = follow(here), follow(here)
    assert here.ports.pulse.watched == 2
    first.close()
    first.close()
    assert here.ports.pulse.watched == 1
    second.close()
    assert here.ports.pulse.watched == 0


def test_a_foreign_session_and_an_odd_id_are_refused(here, there):
    other = accounts.register(here.ports, "b@example.org", "a quiet long phrase")
    for user_id, session_id in ((other.id, here.session_id), (here.user_id, other.id), (here.user_id, "x")):
        with pytest.raises(NotFound):
            session_followers.follow(here.ports, user_id, session_id)
    for odd in ("x", "1", "1-", "-1", "1-2-3", "²-3", "9" * 30 + "-1"):
        with pytest.raises(Refused):
            follow(here, odd)
    assert here.ports.channel.sessions.watched() == ()
