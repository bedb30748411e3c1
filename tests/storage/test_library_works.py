"""Works of a library: whose they are, how reading them went, and what goes with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import NotFound
from backend.storage import library_works, sessions, users
from backend.storage.columns import new_id
from backend.storage.db import reading, transaction
from backend.storage.library_works import NOT_READ, Contents, Entry
from backend.storage.paging import PageRequest
from backend.storage.uploaded_files import Upload
from tests.storage.conftest import NOW, World, later

ONE = Entry("Ice", ("Ada", "Bob"), 2020, "10.1/a", "https://a.example", {"k": 1})


def shelved(user_id: str, name: str, *entries: Entry, at: float = 0):
    """A work that was read if it tells of something."""
    with transaction():
        work = library_works.add(user_id, Upload(Path("x"), name.ljust(64, "-"), 10), f"{name}.pdf", later(at))
        assert work is not None
        if entries:
            assert library_works.finish(work.number, Contents("pdf", 3, entries, 7, "english"))
        return library_works.get(user_id, work.id)


@pytest.fixture
def other(world: World) -> str:
    with transaction():
        return users.create("bob@example.org", "Bob", "hash", NOW).id


def test_a_file_is_a_work_once_for_each_user(world: World, other: str):
    made = shelved(world.user.id, "a")
    with transaction():
        assert library_works.add(world.user.id, Upload(Path("x"), made.sha256, 10), "again.pdf", NOW) is None
        assert library_works.add(other, Upload(Path("x"), made.sha256, 10), "a.pdf", NOW) is not None
        found = library_works.by_digest(world.user.id, made.sha256)
        assert found is not None and found.id == made.id and found.filename == "a.pdf"
        assert library_works.by_digest(world.user.id, "x" * 64) is None


def test_what_a_file_tells_of_comes_back_as_it_was(world: World):
    made = shelved(world.user.id, "a", ONE)
    assert (made.status, made.kind, made.pages, made.passages, made.error) == ("ready", "pdf", 3, 7, None)
    assert made.entries == (ONE,) and made.about == ONE and made.embedded_by is None
    many = shelved(world.user.id, "refs", ONE, Entry("Snow"))
    assert many.about == Entry("refs.pdf") and many.entries[1].authors == ()


def test_a_work_that_nobody_reads_has_failed(world: World):
    made = shelved(world.user.id, "a")
    assert (made.status, made.error, made.about) == ("failed", NOT_READ, Entry("a.pdf"))


def test_anothers_work_is_unknown_in_the_same_words(world: World, other: str):
    made = shelved(other, "a", ONE)
    with reading():
        for wanted in (made.id, new_id(), "no id", ""):
            with pytest.raises(NotFound) as raised:
                library_works.get(world.user.id, wanted)
            assert raised.value.detail == "The library has no work with this id."


def test_all_that_is_chosen_must_be_the_users(world: World, other: str):
    mine, theirs = shelved(world.user.id, "a", ONE), shelved(other, "b", ONE)
    with reading():
        library_works.require(world.user.id, [])
        library_works.require(world.user.id, [mine.id, mine.id])
        for wanted in ([theirs.id], [mine.id, theirs.id], ["no id"], [mine.id, "no id"]):
            with pytest.raises(NotFound):
                library_works.require(world.user.id, wanted)


def test_unread_works_of_those_asked_about(world: World, other: str):
    ready, one, two = shelved(world.user.id, "a", ONE), shelved(world.user.id, "b"), shelved(world.user.id, "c", at=1)
    shelved(other, "d")
    with reading():
        assert [each.id for each in library_works.unread(world.user.id, None)] == [one.id, two.id]
        assert [each.id for each in library_works.unread(world.user.id, [ready.id, two.id])] == [two.id]
        assert library_works.unread(world.user.id, []) == ()


def test_a_page_is_newest_first_and_the_users_own(world: World, other: str):
    made = [shelved(world.user.id, name, ONE, at=number) for number, name in enumerate("abc")]
    shelved(other, "d", ONE)
    with reading():
        first = library_works.page(world.user.id, PageRequest(limit=2))
        assert [each.id for each in first.items] == [made[2].id, made[1].id] and first.next_cursor
        assert library_works.ids(world.user.id) == {each.id for each in made}


def test_a_removed_work_is_chosen_no_more_and_an_empty_choice_is_not_all(world: World):
    one, two = shelved(world.user.id, "a", ONE), shelved(world.user.id, "b", ONE)
    with transaction():
        sessions.update(world.session.id, {"library": [one.id, two.id]}, NOW)
        library_works.delete(one.number, world.user.id)
        assert sessions.get(world.user.id, world.session.id).library == (two.id,)
        library_works.delete(two.number, world.user.id)
        assert sessions.get(world.user.id, world.session.id).library == ()
        assert library_works.ids(world.user.id) == set()
        assert not library_works.finish(one.number, Contents("pdf", 1, (ONE,), 1, "english"))


def test_a_session_that_has_all_keeps_all(world: World):
    one = shelved(world.user.id, "a", ONE)
    with transaction():
        sessions.update(world.session.id, {"library": "all"}, NOW)
        library_works.delete(one.number, world.user.id)
        assert sessions.get(world.user.id, world.session.id).library == "all"
