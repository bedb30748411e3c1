"""Bytes become the text that was meant, or are refused: never letters nobody wrote."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.extraction.formats.encoding import decoded
from backend.extraction.refusal import UnsuitableFile

FRENCH = "Les récifs coralliens blêmissent à cause de la chaleur. « Été » – l’œuvre coûte 5 €."
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"), min_size=1, max_size=300)


@given(TEXT, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_what_says_its_encoding_comes_back_as_it_was(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_known_by_its_zeros(encoding: str) -> None:
    assert decoded(FRENCH.encode(encoding)) == FRENCH


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_western_letters_in_words(encoding: str) -> None:
    assert decoded(FRENCH.encode(encoding)) == FRENCH


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Коралловые рифы белеют.", "koi8-r"), ("珊瑚礁の白化について", "shift_jis"), ("Σφάλμα", "cp1253")],
)
def test_an_encoding_that_nothing_tells_is_refused(text: str, encoding: str) -> None:
    with pytest.raises(UnsuitableFile, match="UTF-8"):
        decoded(text.encode(encoding))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfea", "not valid UTF-16"),
        (b"\xef\xbb\xbf\xff", "not valid UTF-8"),
        (b"a\x00b" * 40, "zero bytes"),
        (b"\x01\x02\x03 a", "control characters"),
    ],
)
def test_what_is_no_text(content: bytes, words: str) -> None:
    with pytest.raises(UnsuitableFile, match=words):
        decoded(content)


def test_line_ends_are_one_and_a_page_ends_a_paragraph() -> None:
    assert decoded(b"a\r\nb\rc\nd\fe\vf") == "a\nb\nc\nd\n\ne\nf"


def test_a_stray_control_character_is_left_out() -> None:
    assert decoded(b"a" * 2_000 + b"\x02b\x7f") == "a" * 2_000 + "b"


@given(st.binary(max_size=300))
def test_no_bytes_bring_control_characters(content: bytes) -> None:
    try:
        text = decoded(content)
    except UnsuitableFile:
        return
    assert not any(c < " " and c not in "\n\t\x1b" for c in text) and "\x7f" not in text and "\r" not in text
    text.encode("utf-8")
