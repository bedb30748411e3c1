from __future__ import annotations

import hashlib

import numpy as np
from flask import Flask

from backend.storage import chunk_vectors, library_passages, library_works
from backend.storage.db import reading, transaction
from backend.storage.library_passages import StoredPassage
from backend.storage.uploaded_files import Upload
from tests.storage.conftest import NOW, World, later


def _digest(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def test_vectors_come_back_bit_by_bit_per_embedder(app: Flask) -> None:
    random = np.random.default_rng(7)
    # more than one query asks for, and of other kinds than the one we store
    made = {_digest(number): random.normal(size=8).astype("<f4") for number in range(2500)}
    made[_digest(0)] = np.array([0.0, -0.0, np.inf, 1e-45, 1, 2, 3, 4], dtype=np.float32)
    made[_digest(1)] = np.arange(8, dtype=">f4")
    made[_digest(2)] = np.arange(16, dtype=np.float64)[::2]
    with transaction():
        chunk_vectors.keep("local-1", made, NOW)
        chunk_vectors.keep("local-1", {}, NOW)
    with reading():
        found = chunk_vectors.known("local-1", [*made, _digest(1), "unknown"])
        assert chunk_vectors.known("local-2", list(made)) == chunk_vectors.known("local-1", []) == {}
    assert found.keys() == made.keys()
    for digest, vector in made.items():
        assert found[digest].dtype == np.float32
        np.testing.assert_array_equal(found[digest], vector.astype(np.float32))


def test_keeping_twice_keeps_the_first(app: Flask) -> None:
    one, two = np.ones(2, np.float32), np.zeros(2, np.float32)
    with transaction():
        chunk_vectors.keep("e", {"a": one}, NOW)
        chunk_vectors.keep("e", {"a": two, "b": two}, later(10))
        assert chunk_vectors.known("e", ["a", "b"])["a"].tolist() == [1, 1]


def test_old_vectors_that_no_library_has_are_unused(world: World) -> None:
    row = np.ones(2, np.float32)
    with transaction():
        chunk_vectors.keep("e", {"a": row, "b": row}, NOW)
        chunk_vectors.keep("e", {"c": row}, later(10))
        work = library_works.add(world.user.id, Upload(None, "a" * 64, 3), "a.txt", NOW)  # type: ignore[arg-type]
        assert work is not None
        library_passages.keep(world.user.id, [StoredPassage(work.number, 0, 0, None, "b", (), "text")], {}, None)
        assert library_passages.digests_of(work.number) == ["b"]
        assert chunk_vectors.unused(later(5)) == ["a"]
        chunk_vectors.remove(["a", "c"])
        assert set(chunk_vectors.known("e", ["a", "b", "c"])) == {"b"}
