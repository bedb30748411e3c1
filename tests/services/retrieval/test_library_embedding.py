"""A work that came while the embedding model was away is embedded by a later search, and says so until then."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from backend.errors import ProviderTimeout
from backend.kernel.works import PageText, Work
from backend.services import library, run_kinds
from backend.services.retrieval import library_embedding, library_search
from backend.storage import library_works
from backend.storage.db import reading
from tests.fakes import HashEmbedder


class Moody(HashEmbedder):
    """An embedder that fails while it is down."""

    down = True

    def embed(self, texts):
        if self.down:
            raise ProviderTimeout("too slow")
        return super().embed(texts)


class Pages:
    """An extractor of what tests write: pages between form feeds, the title in the first line."""

    def check(self, path, filename):
        pass

    def extract(self, path, filename, emit):
        title, _, rest = path.read_bytes().decode().partition("\n")
        return (
            Work("pdf", title, (), None, None, tuple(PageText(n, page) for n, page in enumerate(rest.split("\f")))),
        )


class AtOnce:
    ports = None

    def submit(self, user_id, run_id):
        run_kinds.perform(self.ports, user_id, run_id)


@pytest.fixture
def ports(world):
    executor = AtOnce()
    executor.ports = replace(world.ports, extractor=Pages(), executor=executor, embedder=Moody())
    return executor.ports


def add(ports, user_id, text):
    return library.upload(ports, user_id, "paper.pdf", io.BytesIO(text.encode()))[0].id


def shown(ports, user_id, work_id):
    return library.as_json(ports, library.get(ports, user_id, work_id))


def search(ports, user_id, query="Grass bends.", selection="all"):
    return library_search.search(ports, user_id, query, selection)


def test_a_work_says_that_it_is_found_by_words_alone_until_a_search_embeds_it(ports, world):
    work = add(ports, world.user_id, "On grass\nGrass bends.\fGrass is green.")
    assert shown(ports, world.user_id, work)["status"] == "ready"
    assert shown(ports, world.user_id, work)["warnings"] == [library.WORDS_ALONE]
    assert "words alone" in search(ports, world.user_id)[1][0]
    assert shown(ports, world.user_id, work)["warnings"] == [library.WORDS_ALONE]

    ports.embedder.down = False
    hits, notes = search(ports, world.user_id)
    assert (hits[0].text, notes) == ("Grass bends.", ())
    assert shown(ports, world.user_id, work)["warnings"] == []
    embedded = list(ports.embedder.texts)
    search(ports, world.user_id)
    assert ports.embedder.texts == [*embedded, "Grass bends."], "the question alone is embedded again"


def test_what_no_word_points_to_is_found_by_meaning_afterwards(ports, world):
    """The fake's vectors are alike for equal texts alone, so a question of stop words has no term in common."""
    work = add(ports, world.user_id, "On being\nto be or not to be")
    assert search(ports, world.user_id, "to be or not to be")[0] == ()
    ports.embedder.down = False
    [hit] = search(ports, world.user_id, "to be or not to be")[0]
    assert hit.work_id == work


def test_one_search_embeds_a_bounded_number_of_passages_and_says_what_is_left(ports, world, monkeypatch):
    monkeypatch.setattr(library_embedding, "PASSAGES_A_SEARCH", 3)
    long = add(ports, world.user_id, "On reeds\n" + "\f".join(f"Reed number {n}." for n in range(5)))
    short = add(ports, world.user_id, "On grass\nGrass bends.")
    ports.embedder.down = False
    lacking = []
    for _ in range(4):
        before = len(ports.embedder.texts)
        notes = search(ports, world.user_id, "What grows?")[1]
        assert len(ports.embedder.texts) - before <= 1 + 3 + 1  # the question, three passages, a candidate
        lacking.append([bool(shown(ports, world.user_id, each)["warnings"]) for each in (long, short)])
        assert bool(notes) == any(lacking[-1])
    assert lacking[-1] == [False, False] and lacking[0] == [True, True]


def test_one_search_embeds_as_many_works_as_their_passages_fit(ports, world, monkeypatch):
    monkeypatch.setattr(library_embedding, "PASSAGES_A_SEARCH", 3)
    for plant in ("reeds", "grass", "moss"):
        add(ports, world.user_id, f"On {plant}\nFirst of {plant}.\fThen of {plant}.")
    ports.embedder.down = False
    assert [library_embedding.embed_waiting(ports, world.user_id, None) for _ in range(3)] == [2, 0, 0]


def test_only_chosen_works_of_ones_own_are_embedded(ports, world):
    first = add(ports, world.user_id, "On grass\nGrass bends.")
    second = add(ports, world.user_id, "On reeds\nReeds rustle.")
    ports.embedder.down = False
    assert library_embedding.embed_waiting(ports, world.user_id, (second,)) == 0
    assert library_embedding.embed_waiting(ports, "00000000-0000-0000-0000-000000000000", None) == 0
    assert [bool(shown(ports, world.user_id, each)["warnings"]) for each in (first, second)] == [True, False]


def test_works_of_another_embedding_model_are_embedded_anew(ports, world):
    ports.embedder.down = False
    work = add(ports, world.user_id, "On grass\nGrass bends.")
    assert shown(ports, world.user_id, work)["warnings"] == []
    other = replace(ports, embedder=HashEmbedder())
    other.embedder.key = "newer"
    assert shown(other, world.user_id, work)["warnings"] == [library.WORDS_ALONE]
    search(other, world.user_id)
    assert shown(other, world.user_id, work)["warnings"] == []


def test_works_that_were_embedded_before_are_found_by_their_words_without_an_embedding_model(ports, world):
    ports.embedder.down = False
    embedded = add(ports, world.user_id, "On grass\nGrass bends.")
    none = replace(ports, embedder=None)
    none.executor.ports = none
    fresh = add(none, world.user_id, "On reeds\nReeds bend.")
    hits, notes = library_search.search(none, world.user_id, "What bends?", "all")
    assert {hit.work_id for hit in hits} == {embedded, fresh} and notes == ()
    assert [shown(none, world.user_id, each)["warnings"] for each in (embedded, fresh)] == [[], []]


def test_a_work_without_text_is_not_said_to_be_found_by_words_alone(ports, world):
    work = add(ports, world.user_id, "On grass\nGrass bends.")
    with reading():
        stored = library_works.get(world.user_id, work)
    assert library_embedding.lacks_vectors(ports, stored)
    assert not library_embedding.lacks_vectors(ports, replace(stored, passages=0))
