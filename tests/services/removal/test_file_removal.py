"""Files of what has gone, go: at once, or by the upkeep where the store was away."""

from __future__ import annotations

import io
import os
import time

import pytest

from backend.errors import NotFound, StoreUnavailable
from backend.kernel.files import session_file, work_file
from backend.services import sessions
from backend.services.removal import file_removal
from backend.storage.columns import new_id


def _away(*_):
    raise StoreUnavailable("The store of files does not answer.")


def _all(steps):
    for _ in steps:
        pass


def test_a_session_goes_though_the_store_is_away_and_its_files_later(world, monkeypatch):
    ports = world.ports
    ports.files.put(session_file(world.session_id, "a.png"), b"x")
    ports.files.put(session_file(world.session_id, "scratch/a.md"), b"x")
    kept = sessions.create(ports, world.user_id).id
    ports.files.put(session_file(kept, "a.png"), b"kept")
    with monkeypatch.context() as patch:
        patch.setattr(file_removal.published_documents, "remove", lambda *_: None)
        patch.setattr(ports.files.__class__, "remove_folder", _away)
        sessions.delete(ports, world.user_id, world.session_id)
    with pytest.raises(NotFound):
        sessions.get(ports, world.user_id, world.session_id)
    assert ports.files.read(session_file(world.session_id, "a.png")) == b"x"
    _all(file_removal.forget_removed(ports))
    assert world.session_id not in ports.files.folders("sessions")
    assert ports.files.read(session_file(kept, "a.png")) == b"kept"


def test_uploads_without_a_row_go_when_they_are_old(world):
    ports = world.ports
    old, fresh = new_id(), new_id()
    for each in (old, fresh, "notes.txt"):
        ports.files.put(work_file(world.user_id, each), b"x")
    before = time.time() - 2 * file_removal.OLD.total_seconds()
    for each in (old, "notes.txt"):
        os.utime(ports.data_dir / work_file(world.user_id, each), (before, before))
    _all(file_removal.forget_orphans(ports))
    assert {each.name for each in ports.files.listed(f"library/{world.user_id}")} == {fresh, "notes.txt"}


def test_an_upload_that_has_a_row_stays_however_old(world):
    from backend.services import library

    made, _ = library.upload(world.ports, world.user_id, "a.md", io.BytesIO(b"# Title\n\nText.\n"))
    os.utime(world.ports.data_dir / work_file(world.user_id, made.id), (1, 1))
    _all(file_removal.forget_orphans(world.ports))
    assert world.ports.files.read(work_file(world.user_id, made.id))
