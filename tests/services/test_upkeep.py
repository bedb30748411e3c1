"""The upkeep of the data: bounded steps that repair what a crash left, and stop at nothing that is broken."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from backend.services import sessions, upkeep
from backend.services.upkeep import upkeep as steps
from backend.storage import published_documents, removal, revisions
from backend.storage import sessions as stored_sessions
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction
from backend.storage.run_owner import this_process


def lag(world, session_id):
    with transaction():
        revisions.add(session_id, 0, "One.\n", "edited", world.ports.clock())


def test_what_lags_is_renewed_and_what_is_broken_is_left_alone(world):
    others = [sessions.create(world.ports, world.user_id).id for _ in range(2)]
    for session_id in (world.session_id, *others):
        lag(world, session_id)
    world.file.write_bytes(b"\xff")
    for _ in steps(world.ports):
        pass
    assert world.file.read_bytes() == b"\xff"
    assert [published_documents.read(world.ports.data_dir, each) for each in others] == [b"One.\n"] * 2


def test_a_session_that_is_removed_meanwhile_stops_nothing(world):
    gone = sessions.create(world.ports, world.user_id).id
    lag(world, gone)
    lag(world, world.session_id)
    work = steps(world.ports)
    next(work)
    sessions.delete(world.ports, world.user_id, gone)
    for _ in work:
        pass
    assert world.file.read_text() == "One.\n"


def test_only_the_documents_that_were_used_last_are_looked_at(world, monkeypatch):
    other = sessions.create(world.ports, world.user_id).id
    for session_id in (world.session_id, other):
        lag(world, session_id)
    monkeypatch.setattr(upkeep, "MOST_REPAIRS", 1)
    for _ in steps(world.ports):
        pass
    texts = {published_documents.read(world.ports.data_dir, each) for each in (world.session_id, other)}
    assert texts == {b"", b"One.\n"}


def test_temporary_files_of_the_dead_go(world):
    dead = world.file.with_name(f".doc.md.{this_process().rsplit(':', 2)[0]}:999999999:1.abcd")
    dead.write_bytes(b"half")
    for _ in steps(world.ports):
        pass
    assert not dead.exists()


def test_without_publishing_no_document_is_looked_at(world):
    lag(world, world.session_id)
    for _ in steps(replace(world.ports, policy=replace(world.ports.policy, publish=False))):
        pass
    assert world.file.read_bytes() == b""


def test_revisions_of_an_earlier_version_are_packed_in_small_transactions(world, monkeypatch):
    texts = ["One sentence. " * 100 + str(number) for number in range(5)]
    with transaction():
        for number, text in enumerate(texts):
            revisions.add(world.session_id, number, text, "edited", world.ports.clock())
        for number, text in enumerate(texts, start=1):  # whole and without a base, as they were stored before
            c = t.revisions.c
            row = (c.session_id == world.session_id, c.number == number)
            execute(t.revisions.update().where(*row).values(base=None, content=text))
    monkeypatch.setattr(upkeep, "BATCH", 2)
    assert len(list(steps(world.ports))) >= 3
    with reading():
        bases = list(execute(sa.select(t.revisions.c.base).order_by(t.revisions.c.number)).scalars())
        assert bases == [0, 1, 1, 1, 1, 5]
        assert [revisions.get(world.session_id, number).content for number in range(1, 6)] == texts


def test_what_was_removed_elsewhere_goes_here_and_the_rest_stays(world):
    other = sessions.create(world.ports, world.user_id).id
    library = world.ports.data_dir / "library" / world.user_id
    library.mkdir(parents=True)
    with transaction():
        stored_sessions.delete(other)
        removal.remember(other, world.ports.clock())
    for _ in steps(world.ports):
        pass
    assert published_documents.read(world.ports.data_dir, other) is None and world.file.exists() and library.exists()
    with transaction():
        removal.remember(world.user_id, world.ports.clock())
    for _ in steps(world.ports):
        pass
    assert not library.exists()


def test_a_removal_that_was_broken_off_goes_on(world):
    with transaction():
        removal.begin(world.user_id, world.ports.clock())
    for _ in steps(world.ports):
        pass
    with reading():
        assert removal.unfinished() == ()
