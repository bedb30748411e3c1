"""Searching a library: the right passage with its page, on both databases, and never another user's."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from threading import Thread

import pytest
import sqlalchemy as sa
from flask import current_app

from backend.bootstrap import create_app
from backend.errors import ProviderTimeout
from backend.kernel.works import PageText, Work
from backend.ranking import lexicon
from backend.services import accounts, library, run_kinds
from backend.services.retrieval import library_search
from backend.services.retrieval.library_search import Hit
from backend.storage import library_tables as lt
from backend.storage.db import db, execute, reading
from backend.storage.library_works import Entry
from tests.fakes import HashEmbedder


class Pages:
    """An extractor of what tests write: pages between form feeds, the title in the first line."""

    def check(self, path, filename):
        pass

    def extract(self, path, filename, emit):
        text = path.read_bytes().decode()
        title, _, rest = text.partition("\n")
        pages = tuple(PageText(number, page) for number, page in enumerate(rest.split("\f"), 1))
        return (Work("pdf", title, ("A. Author",), 2020, None, pages),)


class AtOnce:
    def __init__(self):
        self.ports = None

    def submit(self, user_id, run_id):
        run_kinds.perform(self.ports, user_id, run_id)


@pytest.fixture
def ports(world):
    now = AtOnce()
    now.ports = replace(world.ports, extractor=Pages(), executor=now)
    return now.ports


def add(ports, user_id, text):
    return library.upload(ports, user_id, "paper.pdf", io.BytesIO(text.encode()))[0].id


def found(ports, user_id, query, selection="all"):
    return library_search.search(ports, user_id, query, selection)[0]


def test_the_passage_comes_with_its_work_and_page(ports, world):
    add(ports, world.user_id, "On reeds\nReeds rustle.\fReeds stand in water.")
    grass = add(ports, world.user_id, "On grass\nGrass is green.\fGrass bends before it breaks.\f温度在夜间下降。")
    best = found(ports, world.user_id, "What bends before it breaks?")[0]
    assert (best.work_id, best.page, best.title) == (grass, 2, "On grass")
    assert found(ports, world.user_id, "夜间的温度")[0].page == 3
    [source, *_] = library_search.sources(found(ports, world.user_id, "What bends before it breaks?"))
    assert source.metadata["page"] == 2 and source.metadata["library_id"] == grass and source.connector == "library"


def test_only_what_is_chosen_is_searched_and_what_goes_is_gone(ports, world):
    one = add(ports, world.user_id, "One\nGrass bends.")
    two = add(ports, world.user_id, "Two\nGrass bends too.")
    assert {hit.work_id for hit in found(ports, world.user_id, "grass bends", (two,))} == {two}
    assert found(ports, world.user_id, "grass bends", ()) == ()
    library.delete(ports, world.user_id, two)
    assert {hit.work_id for hit in found(ports, world.user_id, "grass bends")} == {one}
    library.delete(ports, world.user_id, one)
    with reading():
        left = [
            execute(sa.select(sa.func.count()).select_from(each)).scalar_one()
            for each in (lt.works, lt.passages, lt.postings, lt.signatures, lt.terms)
        ]
    assert left == [0, 0, 0, 0, 0]


def test_words_alone_do_where_the_embedder_fails(ports, world):
    class Failing:
        key = "failing"

        def embed(self, texts):
            raise ProviderTimeout("too slow")

    mute = replace(ports, embedder=Failing())
    mute.executor.ports = mute
    add(mute, world.user_id, "On grass\nGrass bends before it breaks.")
    hits, notes = library_search.search(mute, world.user_id, "grass that bends", "all")
    assert hits[0].page == 1 and "words alone" in notes[0]
    assert found(ports, world.user_id, "grass that bends")[0].page == 1  # vectors are made up for


WORDS = "grass reed marsh salt tide wind knot root stem seed mud crab heron gauge model".split()


def test_searches_of_two_users_at_once_never_meet(ports, world):
    """Both have works on the same words, and search them at once, also by each other's ids."""
    app = current_app._get_current_object()
    users = [world.user_id, accounts.register(ports, "b@example.org", "a quiet long phrase").id]
    rng = random.Random(5)
    made = {
        user: [add(ports, user, f"Paper {n} of {user}\n" + " ".join(rng.choices(WORDS, k=40))) for n in range(3)]
        for user in users
    }
    strays, count = [], [0, 0]
    each_user = 150

    def go(place):
        mine, theirs = made[users[place]], made[users[1 - place]]
        dice = random.Random(place)
        with app.app_context():
            for n in range(each_user):
                chosen = ("all", (*theirs, *mine), (theirs[0],))[n % 3]
                hits = found(ports, users[place], " ".join(dice.sample(WORDS, 3)), chosen)
                strays.extend(hit for hit in hits if hit.work_id not in mine)
                count[place] += len(hits)

    threads = [Thread(target=go, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert strays == [] and min(count) > each_user


@pytest.fixture
def both(tmp_path, sqlite_url, request):
    """The same on SQLite and on PostgreSQL."""
    apps = []
    for name, url in (("sqlite", sqlite_url), ("postgresql", request.getfixturevalue("_postgres").emptied())):
        settings = {"COSCRIBE_DATA_DIR": str(tmp_path / name), "COSCRIBE_DATABASE_URL": url}
        apps.append(create_app(environ=settings | {"COSCRIBE_LOG_LEVEL": "CRITICAL"}))
    yield apps
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def test_both_databases_find_the_same_in_the_same_order(both, monkeypatch):
    """Among works so like each other that most scores are ties, and with more rows than a question may bring."""
    monkeypatch.setattr(lexicon, "MOST_ROWS", 90)
    results = []
    for app in both:
        with app.app_context():
            now, dice = AtOnce(), random.Random(8)
            extension = app.extensions["coscribe"]
            now.ports = replace(extension, embedder=HashEmbedder(), extractor=Pages(), executor=now)
            user = accounts.register(now.ports, "a@example.org", "a quiet long phrase").id
            for number in range(40):
                pages = (" ".join(dice.sample(WORDS, 4)) + "." for _ in range(6))
                add(now.ports, user, f"Paper {number}\n" + "\f".join(pages))
            asked = [" ".join(dice.sample(WORDS, 5)) for _ in range(25)]
            hits = [library_search.search(now.ports, user, each, "all")[0] for each in asked]
            results.append([[(hit.title, hit.page, hit.text, hit.score) for hit in each] for each in hits])
    assert results[0] == results[1] and all(results[0])


@pytest.mark.parametrize("name", ["citation_key", "key"])
def test_a_source_keeps_the_citation_key_of_its_entry(name):
    """Lists that were read before version 0.3 store it under another name."""
    entry = Entry("On grass", metadata={"journal": "Botany", name: "bergGrass"})
    (source,) = library_search.sources([Hit("w", "bibtex", entry, None, (), "Grass bends.", 0.5)])
    known = {"journal": "Botany", "citation_key": "bergGrass", "library_id": "w", "entry": 0, "kind": "bibtex"}
    assert source.metadata == known
