"""An account goes with its files and its vectors, in short transactions, also after it was broken off."""

from __future__ import annotations

import io
import threading
from dataclasses import replace

import sqlalchemy as sa

from backend.services import accounts, documents, library, run_kinds, sessions
from backend.services.removal import account_removal
from backend.services.retrieval import indexing
from backend.storage import library_tables, removal, revisions, runs, tables
from backend.storage.db import db, execute, reading, transaction
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import NewRun
from tests.fakes import HashEmbedder


def count(table):
    with reading():
        return execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def filled(world):
    """The user's account with three documents, an upload, and vectors."""
    ids = [world.session_id, *(sessions.create(world.ports, world.user_id).id for _ in range(2))]
    for number, session_id in enumerate(ids):
        with transaction():
            made = revisions.add(
                session_id,
                0,
                f"# Text {number} of {session_id}\n\nGrass grows in the field.\n",
                "edited",
                world.ports.clock(),
            )
        documents.store_hand_edit(world.ports, session_id)
        indexing.index(world.ports, made)
    kept = replace(world.ports, executor=Nobody())
    library.upload(kept, world.user_id, "a.txt", io.BytesIO(b"A text of the library.\n"))
    return ids


class Nobody:
    here = True

    def submit(self, user_id, run_id):
        """Leave the work undone."""


class Now(Nobody):
    """Does the work at once."""

    def __init__(self, ports):
        self.ports = ports

    def submit(self, user_id, run_id):
        run_kinds.perform(self.ports, user_id, run_id)


def test_rows_files_and_vectors_go_and_others_stay(world):
    ids = filled(world)
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    theirs = sessions.create(world.ports, other.id)
    folder = world.ports.data_dir
    assert count(tables.vectors) > 0 and (folder / "library" / world.user_id).is_dir()
    account_removal.remove(world.ports, world.user_id)
    assert [count(each) for each in (tables.vectors, tables.runs, library_tables.works)] == [0, 0, 0]
    assert not (folder / "library" / world.user_id).exists()
    assert [each for each in ids if (folder / "sessions" / each).exists()] == []
    assert sessions.get(world.ports, other.id, theirs.id).id == theirs.id
    with reading():
        assert removal.among_removed([*ids, world.user_id]) == {*ids, world.user_id}


def test_another_writer_gets_its_turn_between_the_steps(world, monkeypatch):
    filled(world)
    monkeypatch.setattr(account_removal, "SPAN", 0)
    app, done = world.ports.executor._app, []

    def write():
        with app.app_context():
            accounts.register(world.ports, "b@example.org", "a quiet long phrase")
            done.append(removed.is_alive() or True)

    steps = account_removal.finish(world.ports, world.user_id)
    with transaction():
        removal.begin(world.user_id, world.ports.clock())
    next(steps)
    writer = removed = threading.Thread(target=write)
    writer.start()
    writer.join()
    assert done and count(tables.users) == 2, "written while the removal had not ended"
    assert len(list(steps)) > 3
    assert count(tables.users) == 1


def test_a_transaction_deletes_only_so_many_rows(world, monkeypatch):
    monkeypatch.setattr(account_removal, "SPAN", 0)
    for limit in ("MOST_ROWS", "MOST_REVISIONS", "MOST_RUNS"):
        monkeypatch.setattr(removal, limit, 1)
    here = replace(world.ports, executor=Now(world.ports))
    for name in ("a.txt", "b.txt"):
        library.upload(here, world.user_id, name, io.BytesIO(f"Old trees of {name}.\n".encode()))
    documents.put(world.ports, world.owned, "*", "# Trees\n")
    works = (library_tables.postings, library_tables.passages, library_tables.works)
    large = (*works, tables.runs, tables.revisions, tables.events)
    left = [count(each) for each in large]
    assert min(left) > 0 and left[2] == 2 and left[4] > 1
    for _ in account_removal.finish(world.ports, world.user_id):
        before, left = left, [count(each) for each in large]
        assert sum(before) - sum(left) <= 1
    assert left == [0] * len(large)


def test_a_removal_that_was_broken_off_is_finished(world):
    filled(world)
    with transaction():
        removal.begin(world.user_id, world.ports.clock())
    next(account_removal.finish(world.ports, world.user_id))
    for _ in account_removal.finish_all(world.ports):
        assert db.engine.pool.checkedout() == 0
    assert count(tables.users) == 0


def test_runs_that_go_on_are_stopped(world):
    with transaction():
        lease = Lease(this_process(), world.ports.clock(), 45)
        run = runs.begin(NewRun(world.session_id, world.user_id, "write", None), lease)
        assert runs.ask_all_to_stop(world.user_id) == [run.id]
        assert runs.asked_to_stop(this_process()) == {run.id: "all"}


def test_the_embedders_of_others_are_not_asked(world):
    """Removal only forgets; it embeds nothing."""

    class Refusing(HashEmbedder):
        def embed(self, texts):
            raise AssertionError("nothing is embedded")

    account_removal.remove(replace(world.ports, embedder=Refusing()), world.user_id)
    assert count(tables.sessions) == 0
