"""Texts of revisions as differences: every byte of every one comes back, however it is stored."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.revision import digest
from backend.storage import revision_texts, revisions, sessions
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction
from tests.document.papers import PAPERS, load
from tests.storage.conftest import NOW, World


def histories(text: str, count: int, chance: random.Random) -> list[str]:
    """A text and what becomes of it: sentences added, changed and taken out, paragraphs moved, line ends changed."""
    texts = [text]
    while len(texts) < count:
        start = chance.randrange(len(text) + 1)
        stop = min(len(text), start + chance.choice([0, 0, 60, 400]))
        copied = chance.randrange(len(text) + 1)
        new = chance.choice(["A new sentence. ", "", "\r\n", "研究。", text[copied : copied + 700], "\ufeff\x85\u2028"])
        text = text[:start] + new + text[stop:]
        texts.append(text)
    return texts


def stored(session_id: str, texts: list[str]) -> None:
    for number, text in enumerate(texts):
        with transaction():
            assert revisions.add(session_id, number, text, "edited", NOW) is not None


def as_an_earlier_version_had_it(session_id: str, texts: list[str]) -> None:
    """The whole text in each row, and no base."""
    with transaction():
        rows = [
            {"session_id": session_id, "number": number + 1, "cause": "edited", "created_at": NOW}
            | {"sha256": digest(text), "content": text}
            for number, text in enumerate(texts)
        ]
        execute(t.revisions.insert(), rows)
        execute(t.sessions.update().where(t.sessions.c.id == session_id).values(revision=len(texts)))


def packed_whole(most: int = 7) -> None:
    settled = most
    while settled == most:
        with transaction():
            settled = revision_texts.pack(most)


def assert_equal(session_id: str, texts: list[str]) -> None:
    with reading():
        for number, text in enumerate(texts):
            found = revisions.get(session_id, number + 1)
            assert found.content == text and found.sha256 == digest(text)
        assert revisions.head(session_id).content == texts[-1]


def bases(session_id: str) -> list[int | None]:
    c = t.revisions.c
    with reading():
        return list(execute(sa.select(c.base).where(c.session_id == session_id).order_by(c.number)).scalars())


def bytes_of(session_id: str) -> int:
    c = t.revisions.c
    with reading():
        query = sa.select(sa.func.sum(sa.func.length(sa.type_coerce(c.content, sa.LargeBinary))))
        return int(execute(query.where(c.session_id == session_id)).scalar_one())


@pytest.mark.parametrize("path", PAPERS[::12], ids=lambda path: path.stem)
def test_the_histories_of_papers_come_back_byte_for_byte(world: World, path) -> None:
    texts = histories(load(path), 50, random.Random(path.name))
    stored(world.session.id, texts)
    assert_equal(world.session.id, texts)


@pytest.mark.parametrize("path", PAPERS[5::24], ids=lambda path: path.stem)
def test_what_an_earlier_version_stored_is_packed_in_batches_and_comes_back(world: World, path) -> None:
    texts = histories(load(path), 40, random.Random(path.name))
    as_an_earlier_version_had_it(world.session.id, texts)
    before = bytes_of(world.session.id)
    stored_since = histories(texts[-1], 5, random.Random(1))
    for number, text in enumerate(stored_since, start=len(texts)):
        with transaction():
            revisions.add(world.session.id, number, text, "edited", NOW)
    packed_whole()
    assert_equal(world.session.id, texts + stored_since)
    assert None not in bases(world.session.id) and bytes_of(world.session.id) < before / 4


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=6), st.booleans())
def test_any_texts_come_back(world: World, texts: list[str], by_an_earlier_version: bool) -> None:
    with transaction():
        session = sessions.create(world.user.id, None, NOW)
    (as_an_earlier_version_had_it if by_an_earlier_version else stored)(session.id, texts)
    packed_whole(2)
    assert_equal(session.id, texts)


@pytest.mark.skipif(not PAPERS, reason="the collection of real papers is not here")
def test_300_revisions_of_a_100_kb_paper_take_a_megabyte_and_a_half_at_most(world: World) -> None:
    """Each revision adds, changes or takes out some 400 characters of prose, as an approval does."""
    chance = random.Random(17)
    words = " ".join(load(each) for each in PAPERS).split()
    text = load(max(PAPERS, key=lambda each: each.stat().st_size))[:100_000]
    texts = []
    for number in range(300):
        at = text.find("\n", chance.randrange(len(text)))
        new = " ".join(chance.choice(words) for _ in range(60))
        text = text[:at] + (f"\n\n{new}" if number % 2 else "") + text[at + (0 if number % 2 else 400) :]
        texts.append(text)
    stored(world.session.id, texts)
    assert bytes_of(world.session.id) <= 1_500_000
    assert_equal(world.session.id, texts)


def test_a_text_is_put_together_from_a_bounded_number_of_rows(world: World) -> None:
    text = "A sentence. " * 1000
    stored(world.session.id, [f"{text}{number}" for number in range(100)])
    found = bases(world.session.id)
    assert all(number - base < revision_texts.MOST_ROWS for number, base in enumerate(found))
    assert len(set(found)) < 8


def test_a_text_that_is_written_anew_is_stored_whole(world: World) -> None:
    stored(world.session.id, ["One paper. " * 50, "Quite another text. " * 40])
    assert bases(world.session.id) == [0, 1, 2]


def test_packing_leaves_whole_what_others_build_on(world: World) -> None:
    texts = ["One. " * 100 + str(number) for number in range(3)]
    as_an_earlier_version_had_it(world.session.id, texts)
    with transaction():
        revisions.add(world.session.id, 3, texts[2] + "more", "edited", NOW)
    packed_whole()
    assert bases(world.session.id) == [0, 1, 1, 3, 3]
    assert_equal(world.session.id, [*texts, texts[2] + "more"])
