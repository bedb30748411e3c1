"""Files and highlights on their way into a message."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.client.attachments import attached, pieces
from backend.client.failures import InvalidUsage


def test_highlights_and_files(tmp_path):
    notes = tmp_path / "notes.md"
    notes.write_bytes("Größe\r\n".encode())
    made = attached(["One."], [notes], note="n", source="s")
    assert made == [
        {"type": "highlight", "content": "One.", "note": "n", "source": "s"},
        {"type": "section", "content": "Größe\r\n", "title": "notes.md", "source": "notes.md"},
    ]


def test_long_files_go_in_parts(tmp_path):
    notes = tmp_path / "notes.md"
    notes.write_text("\n\n".join("word " * 1000 for _ in range(10)))
    made = attached([], [notes])
    assert [each["title"] for each in made] == [f"notes.md ({n}/{len(made)})" for n in range(1, len(made) + 1)]
    assert "".join(each["content"] for each in made) == notes.read_text()
    with pytest.raises(InvalidUsage, match="the limit is 50"):
        attached(["x"] * 51, [])


def test_what_can_not_be_read_is_said(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\x00")
    (tmp_path / "empty").write_text(" \n")
    for name, words in (("none", "cannot be read"), ("x", "UTF-8"), ("empty", "empty")):
        with pytest.raises(InvalidUsage, match=words):
            attached([], [Path(tmp_path / name)])


@given(st.text(alphabet="ab \n", min_size=1).filter(str.strip), st.integers(1, 20))
def test_nothing_but_blanks_at_the_end_is_lost(text, most):
    parts = pieces(text, most)
    assert all(0 < len(part) <= most for part in parts)
    assert text.startswith("".join(parts)) and not text[len("".join(parts)) :].strip()
