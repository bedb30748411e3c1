"""Files of the library: read once, again after a crash, looked up where a register is asked, gone when they go."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from backend.errors import Conflict, NotFound, ProviderTimeout, Refused, StoreUnavailable
from backend.kernel.files import work_file
from backend.kernel.works import PageText, Work
from backend.services import library, run_kinds, run_recovery
from backend.services.retrieval import library_search
from backend.storage import library_tables as lt
from backend.storage import run_events, sessions
from backend.storage import runs as stored
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction
from backend.storage.paging import PageRequest

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
    assert found.status == "failed" and "ended before" in (found.error or "")
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
        f"These files were not used, because they are still being read: “{slow.filename}”. Ask again later.",
        f"These files were not used, because they could not be read: “{broken.filename}”. Upload them again.",
    )
    assert library_search.unread(world.user_id, "all") == (
        f"These files were not used, because they are still being read: “{slow.filename}”. Ask again later.",
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


class Slow(Pages):
    """An extractor that the user's patience doesn't outlast: what it reads is removed meanwhile."""

    def extract(self, path, filename, emit):
        found = super().extract(path, filename, emit)
        with transaction():
            execute(lt.works.delete())
        return found


def test_nothing_is_stored_of_a_work_that_another_process_removes_while_it_is_read(ports, world):
    ports.executor.ports = replace(ports, extractor=Slow())
    upload(ports, world.user_id)
    with pytest.raises(NotFound, match="nothing of it was stored"):
        ports.executor.go()
    with reading():
        assert not execute(lt.passages.select()).all() and not execute(lt.postings.select()).all()


def test_a_work_that_is_removed_before_it_is_read_stays_removed(ports, world):
    made, _ = upload(ports, world.user_id)
    library.delete(ports, world.user_id, made.id)
    with pytest.raises(NotFound):
        ports.executor.go()
    assert not (ports.data_dir / work_file(world.user_id, made.id)).exists()
    with pytest.raises(NotFound):
        library.get(ports, world.user_id, made.id)


class Anything(Pages):
    """An extractor that gives what a test wants."""

    def __init__(self, *works):
        super().__init__()
        self.works = works

    def extract(self, path, filename, emit):
        return self.works


def read(ports, world, extractor, **more):
    ports.executor.ports = replace(ports, extractor=extractor, **more)
    made, _ = upload(ports.executor.ports, world.user_id)
    ports.executor.go()
    return library.get(ports, world.user_id, made.id)


def passages(work):
    with reading():
        rows = execute(lt.passages.select().where(lt.passages.c.work == work.number).order_by(lt.passages.c.number))
        return [(row.number, row.entry, row.page, row.text) for row in rows]


def test_a_work_is_shown_as_the_contract_has_it(ports, world):
    known = Work("pdf", " On  grass ", ("G. Rass",), 1999, "https://doi.org/10.1234/GRASS", (PageText(3, "It bends."),))
    work = read(ports, world, Anything(known))
    assert library.as_json(ports, work) == {
        "id": work.id,
        "title": "On grass",
        "authors": ["G. Rass"],
        "year": 1999,
        "doi": "10.1234/grass",
        "url": None,
        "kind": "pdf",
        "pages": 3,
        "status": "ready",
        "run_id": work.run_id,
        "error": None,
        "filename": "grass.pdf",
        "bytes": len(TEXT.encode()),
        "works": 1,
        "retracted": False,
        "notices": [],
        "warnings": [],
        "created_at": work.created_at.isoformat().replace("+00:00", "Z"),
    }
    assert work.created_at.isoformat().endswith("+00:00")


def test_a_work_without_a_title_has_its_files_name_and_one_without_pages_no_number_of_them(ports, world):
    work = read(ports, world, Anything(Work("text", " ", (), None, None, (PageText(None, "It bends."),))))
    assert (work.about.title, work.pages) == ("grass", None)


def test_no_passage_goes_over_the_end_of_a_page_and_blank_pages_have_none(ports, world):
    pages = (PageText(1, "Grass bends."), PageText(2, " \n"), PageText(3, "Reeds rustle."))
    work = read(ports, world, Anything(Work("pdf", "On grass", (), None, None, pages)))
    assert passages(work) == [(0, 0, 1, "Grass bends."), (1, 0, 3, "Reeds rustle.")]


def test_each_work_of_a_list_of_references_is_found_by_what_is_known_of_it(ports, world):
    grass = Work("bibtex", "On grass", ("G. Rass", "R. Eed"), 1999)
    work = read(ports, world, Anything(grass, Work("bibtex", "On reeds", (), None)))
    assert passages(work) == [(0, 0, None, "On grass\n\nG. Rass, R. Eed\n\n1999"), (1, 1, None, "On reeds")]
    assert library.as_json(ports, work)["works"] == 2


def test_what_could_not_be_read_of_a_file_is_among_its_warnings(ports, world):
    known = Work("pdf", "On grass", pages=(PageText(1, "It bends."),), metadata={"warnings": ["Page 2 is a picture."]})
    work = read(ports, world, Anything(known))
    assert library.as_json(ports, work)["warnings"] == ["Page 2 is a picture."]


def test_a_file_that_names_no_work_is_refused(ports, world):
    with pytest.raises(Refused, match="neither a work nor text"):
        read(ports, world, Anything())


def test_a_file_that_is_gone_from_the_disk_is_refused(ports, world):
    made, _ = upload(ports, world.user_id)
    (ports.data_dir / work_file(world.user_id, made.id)).unlink()
    with pytest.raises(Refused, match="missing on this server"):
        ports.executor.go()


def test_an_empty_file_is_refused_and_nothing_of_it_stays(ports, world):
    with pytest.raises(Refused) as caught:
        upload(ports, world.user_id, "")
    assert caught.value.errors == {"file": ["The file is empty, so it was not stored."]} and not ports.executor.waiting
    assert library.page(ports, world.user_id, PageRequest()).items == ()
    assert not [each for each in ports.data_dir.rglob("*") if each.is_file() and "upload" in str(each)]


def test_the_same_bytes_are_the_work_that_they_are_already(ports, world):
    first, new = upload(ports, world.user_id)
    again, newer = upload(ports, world.user_id)
    assert (new, newer, again.id, len(ports.executor.waiting)) == (True, False, first.id, 1)
    ports.executor.go()
    assert [each.id for each in library.page(ports, world.user_id, PageRequest()).items] == [first.id]


def test_works_come_a_page_at_a_time(ports, world):
    made = [upload(ports, world.user_id, f"{TEXT} {n}")[0].id for n in range(3)]
    first = library.page(ports, world.user_id, PageRequest(limit=2))
    assert [each.id for each in first.items] == made[:0:-1] and first.next_cursor


@pytest.mark.parametrize(
    ("came", "named"),
    [
        ("a/b\\c.pdf", "c.pdf"),
        ("x\x00y\n.pdf", "xy.pdf"),
        (" \u202e ", "untitled"),
        ("", "untitled"),
        ("a" * 300 + ".pdf", "a" * 251 + ".pdf"),
    ],
)
def test_a_files_name_is_fit_to_be_shown(ports, world, came, named):
    made, _ = library.upload(ports, world.user_id, came, io.BytesIO(TEXT.encode()))
    assert made.filename == named


def told(run_id):
    with reading():
        return list(run_events.after(run_id))


def test_a_work_whose_vectors_are_missing_says_that_it_is_found_by_words_alone(ports, world):
    class Failing:
        key = "failing"

        def embed(self, texts):
            raise ProviderTimeout("late")

    mute = replace(ports, embedder=Failing())
    work = read(mute, world, Pages())
    assert library.as_json(mute, work)["warnings"] == [library.WORDS_ALONE]


def test_removing_a_work_that_is_being_read_stops_its_run(ports, world):
    made, _ = upload(ports, world.user_id)
    library.delete(ports, world.user_id, made.id)
    with reading():
        assert stored.get(world.user_id, made.run_id).cancel == "all"
    assert not (ports.data_dir / work_file(world.user_id, made.id)).exists()


def test_a_store_that_fails_refuses_the_upload_and_nothing_of_it_stays(ports, world, monkeypatch):
    def away(*_):
        raise StoreUnavailable("The store of files does not answer.", retry_after=5)

    with monkeypatch.context() as patch:
        patch.setattr(ports.files.__class__, "take", away)
        with pytest.raises(StoreUnavailable):
            upload(ports, world.user_id)
    assert library.page(ports, world.user_id, PageRequest()).items == () and not ports.executor.waiting
    assert not [each for each in (ports.data_dir / "library").rglob("*") if each.is_file()]
    assert upload(ports, world.user_id)[1], "and it can be sent again"


def test_what_cannot_be_recorded_leaves_no_file(ports, world, monkeypatch):
    def broken(*_, **__):
        raise Conflict("It cannot begin.")

    with monkeypatch.context() as patch:
        patch.setattr("backend.services.library.library_works.add", broken)
        with pytest.raises(Conflict):
            upload(ports, world.user_id)
    assert not [each for each in (ports.data_dir / "library").rglob("*") if each.is_file()]


def test_a_work_is_deleted_though_the_store_is_away(ports, world, monkeypatch):
    made, _ = upload(ports, world.user_id)
    ports.executor.go()

    def away(*_):
        raise StoreUnavailable("The store of files does not answer.")

    monkeypatch.setattr(ports.files.__class__, "remove", away)
    library.delete(ports, world.user_id, made.id)
    assert library.page(ports, world.user_id, PageRequest()).items == ()
