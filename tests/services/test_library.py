"""Files of the library: read once, again after a crash, looked up where a register is asked, gone when they go."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from backend.errors import NotFound, Refused
from backend.kernel.works import PageText, Source, Work
from backend.services import library, library_search, run_kinds, run_recovery
from backend.storage import runs as stored
from backend.storage import sessions, uploaded_files
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction

TEXT = "On grass\nGrass bends before it breaks."


class Pages:
    """An extractor of what tests write: the title in the first line."""

    def __init__(self, doi=None):
        self.doi, self.read = doi, []

    def check(self, path, filename):
        pass

    def extract(self, path, filename, emit):
        self.read.append(filename)
        text = path.read_bytes().decode()
        if text.startswith("%"):
            raise Refused("It is encrypted.")
        title, _, rest = text.partition("\n")
        return (Work("pdf", title, (), None, self.doi, (PageText(1, rest),)),)


class Later:
    """An executor that works when told to: until then the run's process might have died."""

    def __init__(self):
        self.waiting = []

    def submit(self, user_id, run_id):
        self.waiting.append((user_id, run_id))

    def go(self):
        for user_id, run_id in self.waiting:
            run_kinds.perform(self.ports, user_id, run_id)
        self.waiting.clear()


@pytest.fixture
def ports(world):
    executor = Later()
    executor.ports = replace(world.ports, extractor=Pages(), executor=executor)
    return executor.ports


def upload(ports, user_id, text=TEXT):
    return library.upload(ports, user_id, "../a\\grass\u202e.pdf", io.BytesIO(text.encode()))


def bury(ports, run_id, **more):
    ports.channel.drop(run_id)
    with transaction():
        values = {"owner": "elsewhere:b.1:1:1", "lease_until": t.runs.c.started_at, **more}
        execute(t.runs.update().where(t.runs.c.id == run_id).values(values))


def test_a_file_that_was_being_read_when_the_process_died_is_read_by_another(ports, world):
    made, new = upload(ports, world.user_id)
    assert new and made.status == "processing" and made.filename == "grass.pdf"
    bury(ports, made.run_id)
    ports.executor.waiting.clear()
    run_recovery.sweep(ports, resume=True)
    ports.executor.go()
    assert library.get(ports, world.user_id, made.id).status == "ready"


def test_one_that_killed_two_processes_has_failed_and_says_so(ports, world):
    made, _ = upload(ports, world.user_id)
    bury(ports, made.run_id, attempts=stored.MOST_ATTEMPTS)
    run_recovery.sweep(ports, resume=True)
    found = library.get(ports, world.user_id, made.id)
    assert found.status == "failed" and "died" in (found.error or "")
    ports.executor.waiting.clear()
    again, new = upload(ports, world.user_id)
    ports.executor.go()
    assert not new and library.get(ports, world.user_id, again.id).status == "ready"


def test_a_refusal_is_kept_in_its_words(ports, world):
    made, _ = upload(ports, world.user_id, "%encrypted")
    with pytest.raises(Refused):
        ports.executor.go()
    assert library.get(ports, world.user_id, made.id).error == "It is encrypted."


def test_of_chosen_works_that_cannot_be_searched_it_is_said(ports, world):
    broken, _ = upload(ports, world.user_id, "%encrypted")
    with pytest.raises(Refused):
        ports.executor.go()
    ports.executor.waiting.clear()
    slow, _ = upload(ports, world.user_id)
    assert library_search.unread(world.user_id, (slow.id, broken.id)) == (
        f"Still being read, so nothing of it was used: “{slow.filename}”.",
        f"Could not be read, so nothing of it was used: “{broken.filename}”.",
    )
    assert library_search.unread(world.user_id, "all") == (
        f"Still being read, so nothing of it was used: “{slow.filename}”.",
    )
    ports.executor.go()
    assert library_search.unread(world.user_id, "all") == () == library_search.unread(world.user_id, (slow.id,))


def test_a_session_whose_last_chosen_work_goes_draws_on_none(ports, world):
    made, _ = upload(ports, world.user_id)
    ports.executor.go()
    with transaction():
        sessions.update(world.session_id, {"library": (made.id,)}, ports.clock())
    library.delete(ports, world.user_id, made.id)
    with reading():
        assert sessions.get(world.user_id, world.session_id).library == ()


def test_a_work_that_is_removed_while_it_is_read_stays_removed(ports, world):
    made, _ = upload(ports, world.user_id)
    library.delete(ports, world.user_id, made.id)
    with pytest.raises(NotFound):
        ports.executor.go()
    assert not uploaded_files.path(ports.data_dir, world.user_id, made.id).exists()
    with pytest.raises(NotFound):
        library.get(ports, world.user_id, made.id)


class Register:
    name = "crossref"

    def __init__(self, title):
        self.title, self.asked = title, []

    def work(self, doi, *, seconds):
        self.asked.append(doi)
        return Source(self.title, doi=doi, authors=("G. Rass",), year=1999, metadata={"journal": "Marsh"})


@pytest.mark.parametrize("title, taken", [("On Grass", True), ("On another thing that it cites", False)])
def test_a_register_is_believed_where_the_text_bears_its_title(ports, world, title, taken):
    register = Register(title)
    ports.executor.ports = replace(ports, extractor=Pages("10.1234/GRASS"), registrar=register)
    made, _ = upload(ports.executor.ports, world.user_id)
    ports.executor.go()
    about = library.get(ports, world.user_id, made.id).about
    assert register.asked == ["10.1234/grass"] and about.doi == ("10.1234/grass" if taken else None)
    assert (about.year, about.authors) == ((1999, ("G. Rass",)) if taken else (None, ()))
