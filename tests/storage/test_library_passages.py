"""The rows that a library is searched by: whose they are, and that the count of a word's works is right."""

from __future__ import annotations

import random
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from flask import current_app

from backend.storage import library_passages, library_works, users
from backend.storage import library_tables as lt
from backend.storage.db import execute, reading, transaction
from backend.storage.library_passages import Signatures, StoredPassage
from backend.storage.library_works import Contents
from backend.storage.uploaded_files import Upload
from tests.storage.conftest import NOW, World

WORDS = [f"word{number}" for number in range(40)]


def shelve(user_id: str, name: str, words: list[str], texts: int = 3) -> int:
    """A ready work of so many passages, with these words in its first."""
    with transaction():
        work = library_works.add(user_id, Upload(Path(name), name.ljust(64, "-"), 10), f"{name}.pdf", NOW)
        assert work is not None
        entry = library_works.Entry(name)
        library_works.finish(work.number, Contents("pdf", texts, (entry,), texts, "english"))
        rows = [StoredPassage(work.number, n, 0, n + 1, f"{name}{n}", (), f"{name} {n}") for n in range(texts)]
        library_passages.keep(user_id, rows, dict.fromkeys(words, b"\0\0\1"), Signatures("local-1", b"\1" * texts))
    return work.number


def counted(user_id: str) -> dict[str, int]:
    o = lt.postings.c
    query = sa.select(o.term, sa.func.count()).where(o.owner == library_passages.owner_of(user_id)).group_by(o.term)
    return dict(execute(query).all())


@pytest.fixture
def other(world: World) -> str:
    with transaction():
        return users.create("bob@example.org", "Bob", "hash", NOW).id


def test_words_are_counted_by_works_as_they_come_and_go(world: World, other: str) -> None:
    dice, mine = random.Random(3), world.user.id
    numbers = [shelve(mine, f"a{n}", dice.sample(WORDS, 15)) for n in range(8)]
    shelve(other, "b", WORDS)
    for number in numbers[::3]:
        with transaction():
            library_passages.forget(mine, number)
    with transaction():  # read again, in place of what there was
        again = [StoredPassage(numbers[1], 0, 0, 1, "x", (), "x")]
        library_passages.keep(mine, again, dict.fromkeys(WORDS[:5], b"\0\0\1"), None)
    with reading():
        assert library_passages.works_per_term(mine, WORDS) == counted(mine)
        assert library_passages.works_per_term(other, WORDS) == dict.fromkeys(WORDS, 1)
        assert library_passages.extent(other, None).passages == 3
    for number in numbers:
        with transaction():
            library_passages.forget(mine, number)
    with reading():
        assert library_passages.works_per_term(mine, WORDS) == {}


def test_works_that_come_at_once_are_all_counted(world: World) -> None:
    app, made = current_app._get_current_object(), [f"a{n}" for n in range(24)]

    def go(place: int) -> None:
        with app.app_context():
            dice = random.Random(place)
            for name in made[place::3]:
                number = shelve(world.user.id, name, dice.sample(WORDS, 30))
                if name.endswith("1"):
                    with transaction():
                        library_passages.forget(world.user.id, number)

    threads = [Thread(target=go, args=(place,)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading():
        assert execute(sa.select(sa.func.count()).select_from(lt.works)).scalar_one() == len(made)
        assert library_passages.works_per_term(world.user.id, WORDS) == counted(world.user.id)


def test_passages_are_read_by_their_keys_and_only_to_their_owner(world: World, other: str) -> None:
    one, two, theirs = (
        shelve(owner, name, WORDS) for owner, name in [(world.user.id, n) for n in "ab"] + [(other, "c")]
    )
    keys = [(two, 2), (one, 0), (theirs, 1), (one, 0), (two, 99)]
    with reading():
        assert [(each.work, each.number) for each in library_passages.read(world.user.id, keys)] == [(one, 0), (two, 2)]
        assert [each.text for each in library_passages.read(other, keys)] == ["c 1"]
        assert library_passages.read(world.user.id, []) == []
        assert list(library_passages.signatures(world.user.id, None, "local-1").items()) == [
            (one, b"\1" * 3),
            (two, b"\1" * 3),
        ]


def test_places_come_of_the_owners_works_and_of_those_that_are_chosen(world: World, other: str) -> None:
    mine = [shelve(world.user.id, name, WORDS[:3]) for name in "ab"]
    theirs = shelve(other, "c", WORDS)
    with reading():
        ids = {row.number: row.id for row in execute(sa.select(lt.works.c.number, lt.works.c.id))}
        found = library_passages.term_occurrences(world.user.id, None, WORDS[2:4])
        assert sorted(found) == [(WORDS[2], number, b"\0\0\1") for number in mine]
        chosen = library_passages.term_occurrences(world.user.id, [ids[mine[1]], ids[theirs]], WORDS)
        assert {row[1] for row in chosen} == {mine[1]} and len(chosen) == 3


def test_works_without_signs_of_an_embedder_are_known_until_they_have_them(world: World, other: str) -> None:
    work, theirs = shelve(world.user.id, "one", WORDS[:2]), shelve(other, "two", WORDS[:2])
    key = world.user.id
    with transaction():
        assert library_passages.without_signature(key, None, "local-1") == []
        assert library_passages.without_signature(key, None, "newer") == [work]
        assert library_passages.without_signature(key, (), "newer") == []
        assert [each.number for each in library_passages.of_work(key, work)] == [0, 1, 2]
        assert library_passages.of_work(key, theirs) == []
        library_passages.store_signs(key, theirs, "newer", b"\2")
        library_passages.store_signs(key, work, "newer", b"\2")
        library_passages.store_signs(key, work + 1_000, "newer", b"\2")
        assert library_passages.without_signature(other, None, "newer") == [theirs]
        assert library_passages.signatures(key, None, "newer") == {work: b"\2"}
        assert library_passages.signatures(key, None, "local-1") == {}, "one embedder's signs at a time"
