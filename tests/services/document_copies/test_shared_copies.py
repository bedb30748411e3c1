"""Copies among the shared files: they follow the document, lose nobody's text, and hold nobody up."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import pytest

from backend.errors import StoreUnavailable
from backend.kernel.files import session_file, session_folder
from backend.services import documents, references, sessions
from backend.services.document_copies import shared_copies
from backend.services.upkeep import upkeep


@pytest.fixture
def shared(world):
    """The world of a server whose copies lie among the shared files; here these are the data folder's."""
    policy = replace(world.ports.policy, publish=False, share_copies=True)
    made = sessions.create(replace(world.ports, policy=policy), world.user_id).id
    return replace(world, ports=replace(world.ports, policy=policy), session_id=made)


def copy_of(world) -> bytes:
    return world.ports.files.read(session_file(world.session_id, "doc.md"))


def put(world, text: str) -> None:
    documents.put(world.ports, world.owned, "*", text)


def test_the_copy_follows_each_revision(shared):
    put(shared, "# One\n")
    assert copy_of(shared) == b"# One\n"
    put(shared, "# Two\r\n")
    assert copy_of(shared) == b"# Two\r\n"


def test_the_references_are_copied_as_they_are_after_each_change(shared):
    def keys():
        there = [
            shared.ports.files.read(session_file(shared.session_id, f"references.{kind}")) for kind in ("json", "bib")
        ]
        listed = [each["id"] for each in json.loads(there[0])]
        assert all(f"{{{key}," in there[1].decode() for key in listed)
        return listed

    references.add(
        shared.ports, shared.owned, [("berg2021", {"title": "Trees"}), ("lind2019", {"title": "Shade"})], "own"
    )
    assert keys() == ["berg2021", "lind2019"]
    references.remove(shared.ports, shared.owned, "berg2021")
    assert keys() == ["lind2019"]


def test_a_foreign_text_is_kept_beside_the_copy(shared):
    put(shared, "# One\n")
    shared.ports.files.put(session_file(shared.session_id, "doc.md"), b"somebody else's")
    put(shared, "# Two\n")
    names = [each.name for each in shared.ports.files.listed(session_folder(shared.session_id))]
    [beside] = [each for each in names if each != "doc.md"]
    assert copy_of(shared) == b"# Two\n"
    assert shared.ports.files.read(session_file(shared.session_id, beside)) == b"somebody else's"


def test_a_store_that_is_away_holds_up_nothing_and_the_upkeep_makes_up_for_it(shared, monkeypatch, caplog):
    put(shared, "# One\n")

    def away(*_):
        raise StoreUnavailable("The store of files does not answer.")

    with monkeypatch.context() as patch, caplog.at_level("WARNING", "backend"):
        patch.setattr(shared.ports.files.__class__, "put", away)
        put(shared, "# Two\n")
    told = {(each.session_id, each.reason) for each in caplog.records}
    assert told == {(shared.session_id, "The store of files does not answer.")}
    assert documents.read(shared.ports, shared.owned).content == "# Two\n" and copy_of(shared) == b"# One\n"
    os.utime(shared.ports.data_dir / session_file(shared.session_id, "doc.md"), (1, 1))
    for _ in upkeep(shared.ports):
        pass
    assert copy_of(shared) == b"# Two\n"


def test_what_another_process_commits_meanwhile_is_copied_too(shared, monkeypatch):
    put(shared, "# One\n")
    store, late = shared.ports.files.__class__.put, []

    def slow(files, name, content):
        if not late:
            late.append(name)
            put(shared, "# Two\n")
        store(files, name, content)

    monkeypatch.setattr(shared.ports.files.__class__, "put", slow)
    shared_copies.share(shared.ports, shared.session_id)
    assert copy_of(shared) == b"# Two\n"


def test_a_session_that_is_removed_meanwhile_leaves_no_copy(shared, monkeypatch):
    put(shared, "# One\n")
    store, gone = shared.ports.files.__class__.put, []

    def slow(files, name, content):
        if not gone:
            gone.append(name)
            sessions.delete(shared.ports, shared.user_id, shared.session_id)
        store(files, name, content)

    monkeypatch.setattr(shared.ports.files.__class__, "put", slow)
    shared_copies.share(shared.ports, shared.session_id)
    assert shared.session_id not in shared.ports.files.folders("sessions")
