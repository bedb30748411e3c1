"""Counting with a published vocabulary: as tiktoken counts, from a file on the disk alone, on hostile texts too."""

from __future__ import annotations

import base64
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tiktoken
import tiktoken_ext.openai_public as published
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.providers import tokenizer
from backend.providers.tokenizer import PIECE, VOCABULARIES, Vocabulary, counter_from

TOY = {bytes([number]): number for number in range(256)} | {b"th": 256, b"the": 257, b" the": 258, b"in": 259}
TOY_FILE = b"\n".join(base64.b64encode(token) + b" " + str(rank).encode() for token, rank in TOY.items())


@pytest.fixture
def genuine(monkeypatch: pytest.MonkeyPatch) -> Vocabulary:
    """The toy vocabulary, as the one that is published."""
    real = VOCABULARIES[1]
    toy = Vocabulary(real.name, real.file, hashlib.sha256(TOY_FILE).hexdigest(), real.split)
    monkeypatch.setattr(tokenizer, "VOCABULARIES", (toy,))
    return toy


@pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda each: each.name)
@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=40) | st.text("the 's,'LL\n\r\t 12345é漢ǅ/.", max_size=40))
def test_texts_are_split_as_published(vocabulary, text):
    definition = getattr(published, vocabulary.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "load_tiktoken_bpe", lambda *_, **__: TOY)
        theirs = tiktoken.Encoding(**{**definition(), "special_tokens": {}, "explicit_n_vocab": None})
    assert tokenizer.tokenizer(vocabulary, TOY_FILE)(text) == len(theirs.encode_ordinary(text))


def test_a_vocabulary_counts_where_it_lies_on_disk(tmp_path: Path, genuine: Vocabulary):
    (tmp_path / genuine.file).write_bytes(TOY_FILE)
    counter = counter_from(tmp_path)
    (tmp_path / genuine.file).unlink()
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(counter.count, ["in the in"] * 8)) == {4}
    assert counter.how == "tiktoken cl100k_base"
    assert counter.count("\ud800") > 0


def test_a_vocabulary_that_is_missing_or_damaged_is_not_used(tmp_path: Path, genuine: Vocabulary, caplog):
    caplog.set_level(logging.INFO, logger="backend.providers.tokenizer")
    assert counter_from(tmp_path / "nowhere") is None
    file = tmp_path / genuine.file
    file.write_bytes(TOY_FILE + b"\n")
    assert counter_from(tmp_path) is None
    assert "is damaged" in caplog.text


def test_a_vocabulary_that_cannot_be_read_is_not_used(tmp_path: Path, genuine: Vocabulary, monkeypatch, caplog):
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    caplog.set_level(logging.INFO, logger="backend.providers.tokenizer")
    (tmp_path / genuine.file).write_bytes(TOY_FILE)
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert counter_from(tmp_path) is None
    assert "cannot be read: Permission denied" in caplog.text


@pytest.mark.parametrize("piece", [" ", "a", "\n", "漢", "^"], ids=ascii)
def test_a_million_equal_characters_are_counted(piece):
    """tiktoken alone overflows its stack on the blanks."""
    count = tokenizer.tokenizer(VOCABULARIES[1], TOY_FILE)
    assert count(piece * 1_000_000) == 250 * count(piece * PIECE)


def test_the_files_are_named_as_tiktoken_names_them():
    for vocabulary in VOCABULARIES:
        address = f"https://openaipublic.blob.core.windows.net/encodings/{vocabulary.name}.tiktoken"
        assert vocabulary.file == hashlib.sha1(address.encode()).hexdigest()
