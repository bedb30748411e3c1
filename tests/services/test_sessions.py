"""Sessions belong to their user: for anybody else, in every service, there is no such thing."""

from __future__ import annotations

import uuid
from dataclasses import replace
from io import BytesIO

import pytest

from backend.errors import NotFound
from backend.kernel.events import silent
from backend.kernel.wanted import Wanted
from backend.services import (
    accounts,
    approval,
    documents,
    drafting,
    library,
    personas,
    research,
    run_followers,
    runs,
    sessions,
)
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.services.research import Research, Search
from backend.storage.db import transaction
from backend.storage.paging import PageRequest
from backend.storage.sessions import OwnedSession

#: Every call that takes a session: (ports, user, session).
CALLS = {
    "sessions.get": sessions.get,
    "sessions.require": lambda p, u, s: sessions.require(u, s),
    "sessions.change": lambda p, u, s: sessions.change(p, u, s, {"title": "Mine now"}),
    "sessions.delete": sessions.delete,
    "sessions.conversation": lambda p, u, s: sessions.conversation(p, u, s, PageRequest()),
    "sessions.usage": sessions.usage,
    "sessions.document_types": sessions.document_types,
    "documents.read": lambda p, u, s: documents.read(p, OwnedSession(u, s)),
    "documents.put": lambda p, u, s: documents.put(p, OwnedSession(u, s), None, "Mine now"),
    "documents.structure": lambda p, u, s: documents.structure(p, OwnedSession(u, s)),
    "documents.history": lambda p, u, s: documents.history(p, OwnedSession(u, s), PageRequest()),
    "documents.revision": lambda p, u, s: documents.revision(p, OwnedSession(u, s), 0),
    "documents.diff": lambda p, u, s: documents.diff(p, OwnedSession(u, s), 0, 0),
    "documents.restore": lambda p, u, s: documents.restore(p, OwnedSession(u, s), 0, None),
    "approval.pending": approval.pending,
    "approval.preview": lambda p, u, s: approval.preview(p, u, ApprovalCommand(s)),
    "approval.approve": lambda p, u, s: approval.approve(p, u, ApprovalCommand(s)),
    "approval.reject": lambda p, u, s: approval.reject(p, u, ApprovalCommand(s)),
    "approval.rewrite": lambda p, u, s: drafting.rewrite(p, u, RewriteDraft(s)),
    "drafting.send": lambda p, u, s: drafting.send(p, u, SendMessage(s, "Let me in.")),
    "research.search": lambda p, u, s: research.search(p, u, Search("x", session_id=s), silent),
    "research.ask": lambda p, u, s: research.ask(p, u, Research("x", session_id=s), silent),
    "research.send": lambda p, u, s: research.send(p, u, Research("x", session_id=s)),
    "runs.page": lambda p, u, s: runs.page(p, u, s, PageRequest()),
}


class Idle:
    """An executor that leaves the work undone."""

    here = True

    def submit(self, user_id: str, run_id: str) -> None:
        pass


def test_another_users_session_is_not_found_by_any_service(world) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase").id
    documents.put(world.ports, world.owned, '"0"', "# Mine\n")
    for name, call in CALLS.items():
        words = set()
        for session in (world.session_id, str(uuid.uuid4())):
            with pytest.raises(NotFound) as caught:
                call(world.ports, other, session)
                pytest.fail(f"{name} let somebody in")
            words.add(caught.value.detail)
        assert len(words) == 1, f"{name} tells somebody else's session from none"
    assert documents.read(world.ports, world.owned).content == "# Mine\n"
    assert sessions.get(world.ports, world.user_id, world.session_id).title != "Mine now"


def test_another_users_runs_works_and_personas_are_not_found(world) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase").id
    with transaction():
        run = runs.begin(world.ports, world.user_id, world.session_id, "message")
    persona = personas.create(world.ports, world.user_id, "Strict", "Be strict.")
    work, _ = library.upload(
        replace(world.ports, executor=Idle()), world.user_id, "notes.txt", BytesIO(b"Tides flood mangroves.")
    )
    mine = sessions.create(world.ports, other).id
    for call in (
        lambda: runs.get(world.ports, other, run.id),
        lambda: runs.cancel(world.ports, other, run.id, "all"),
        lambda: run_followers.follow(world.ports, other, run.id),
        lambda: personas.change(world.ports, other, persona.id, {"prompt": "x"}),
        lambda: personas.delete(world.ports, other, persona.id),
        lambda: personas.require(other, persona.id),
        lambda: library.get(world.ports, other, work.id),
        lambda: library.delete(world.ports, other, work.id),
        lambda: library.require(world.ports, other, [work.id]),
        lambda: sessions.change(world.ports, other, mine, {"library": [work.id]}),
        lambda: sessions.change(world.ports, other, mine, {"persona_id": persona.id}),
        lambda: drafting.send(world.ports, other, SendMessage(mine, "x", wanted=Wanted(library=(work.id,)))),
        lambda: drafting.send(world.ports, other, SendMessage(mine, "x", wanted=Wanted(persona_id=persona.id))),
        lambda: research.send(world.ports, other, Research("x", wanted=Wanted(library=(work.id,)))),
        lambda: research.send(world.ports, other, Research("x", wanted=Wanted(persona_id=persona.id))),
    ):
        with pytest.raises(NotFound):
            call()
    assert runs.get(world.ports, world.user_id, run.id).cancel is None
    assert library.get(world.ports, world.user_id, work.id).id == work.id
    assert personas.words(world.user_id, persona.id) == (persona.id, "Be strict.")


def test_what_is_deleted_is_gone_on_disk_too(world) -> None:
    documents.put(world.ports, world.owned, '"0"', "# Mine\n")
    assert world.file.read_text() == "# Mine\n"
    sessions.delete(world.ports, world.user_id, world.session_id)
    assert not world.file.exists()
    with pytest.raises(NotFound):
        sessions.get(world.ports, world.user_id, world.session_id)


@pytest.mark.parametrize("library", ["all", None])
def test_a_session_may_use_all_of_the_library_or_none_of_it(world, library) -> None:
    changed = sessions.change(world.ports, world.user_id, world.session_id, {"library": library})
    assert changed.library == library
    assert sessions.get(world.ports, world.user_id, world.session_id).library == library
