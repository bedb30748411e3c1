"""Chunks: every word in one, no sentence cut, few changed by an edit."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.document.chunks import LONGEST_TITLE, Chunk, chunk
from backend.document.sentences import sentences

PAPERS = sorted((Path(__file__).parents[2] / "../shared/data/papers").glob("*.md"))

PIECES = st.sampled_from(
    [
        "# Title\n",
        "## Methods and materials\n",
        "A short sentence. Another one follows here, e.g. this.\n",
        "A longer sentence that goes on for a while, with clauses; and more of them, until it ends at last.\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "```python\nx = 1\n\n    y = 2\n```\n",
        "$$\na = b\n$$\n",
        "- one item. With two sentences.\n- another\n",
        "研究很重要。我们开始！\n",
        "> quoted words. And more.\n",
        "word " * 40 + "\n",
        "x" * 150 + "\n",
        "---\n",
        "<!-- a comment -->\n",
    ]
)
DOCUMENTS = st.builds(
    lambda pieces, gap, end: gap.join(pieces).replace("\n", end),
    st.lists(PIECES, max_size=12),
    st.sampled_from(["\n", "", "\n\n\n"]),
    st.sampled_from(["\n", "\r\n"]),
)
SIZES = st.sampled_from([(60, 0), (60, 59), (120, 40), (1000, 100)])


def covered(chunks: tuple[Chunk, ...]) -> set[int]:
    return set().union(*(range(piece.start, piece.end) for piece in chunks)) if chunks else set()


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS, SIZES)
def test_laws(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    chunks = chunk(text, size, overlap)
    inside = covered(chunks)
    assert all(text[i].isspace() for i in range(len(text)) if i not in inside)
    for piece in chunks:
        assert piece.text == text[piece.start : piece.end] == piece.text.strip()
        assert 0 < len(piece.text) <= size
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end
        assert before.end - after.start <= overlap


@settings(max_examples=100, deadline=None)
@given(DOCUMENTS, SIZES)
def test_sentences_are_whole(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    bounds = [(piece.start, piece.end) for piece in chunk(text, size, overlap)]
    for block in read(text).blocks:
        if block.kind in {"paragraph", "list", "quote"}:
            whole = [span for span in sentences(text, block.start, block.end) if span[1] - span[0] <= size]
            for start, end in whole:
                assert any(first <= start and end <= last for first, last in bounds), text[start:end]


@pytest.mark.parametrize("kept", ["| a | b |\n|---|---|\n| 1 | 2 |", "```\nx\n\ny\n```", "$$\na\n=\nb\n$$"])
def test_what_fits_is_kept_whole(kept: str) -> None:
    text = "Some words before it. " * 3 + "\n\n" + kept + "\n\n" + "Some words after it. " * 3
    assert any(kept in piece.text for piece in chunk(text, 80, 0))


def test_a_long_table_is_cut_between_rows() -> None:
    rows = [f"| row {i} | value {i} |" for i in range(30)]
    text = "\n".join(["| name | value |", "|---|---|", *rows]) + "\n"
    lines = [line for piece in chunk(text, 100, 0) for line in piece.text.splitlines()]
    assert lines == text.splitlines()


def test_headings_give_context_and_stay_with_what_follows() -> None:
    text = "# One\n\n## Two\n\n" + "A sentence of words. " * 10 + "\n\n## Three\n\n" + "More of the words. " * 10
    first, second = chunk(text, 300, 0)
    assert first.text.startswith("# One\n\n## Two\n\nA sentence")
    assert first.heading == ("One",)
    assert second.text.startswith("## Three\n\nMore")
    assert second.heading == ("One", "Three")


def test_chunks_repeat_no_more_than_the_beginning_of_a_long_title() -> None:
    made = chunk("# " + "word " * 2000 + "\n\nA short text.\n", 100, 0)
    assert len(made) > 90 and {each.heading for each in made} == {(("word " * 2000)[:LONGEST_TITLE],)}


def test_a_heading_never_stands_last() -> None:
    text = "Words to fill it up with. " * 6 + "\n\n# Title\n\n" + "A sentence that is new. " * 6
    for size in range(40, 220, 7):
        for piece in chunk(text, size, 0):
            assert not piece.text.endswith("# Title"), size


def test_overlap_is_whole_sentences_of_one_section() -> None:
    text = "# A\n\n" + " ".join(f"Sentence number {i}." for i in range(30)) + "\n\n# B\n\n" + "Other words here. " * 9
    chunks = chunk(text, 200, 60)
    repeated = [text[b.start : a.end] for a, b in pairwise(chunks) if b.start < a.end]
    assert repeated
    assert all(part.startswith("Sentence number") and part.endswith(".") and len(part) <= 60 for part in repeated)
    assert not any(piece.text.startswith("Sentence") and "# B" in piece.text for piece in chunks)


def test_digest_is_of_the_text() -> None:
    same = chunk("# A\n\nWords.")[0], chunk("# A\n\nWords.")[0], chunk("# A\n\nWords!")[0]
    assert same[0].digest == same[1].digest != same[2].digest


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (10, 10), (10, -1)])
def test_refuses_impossible_sizes(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="overlap"):
        chunk("text", size, overlap)


@pytest.mark.parametrize("text", ["", " \n\r\n", "\ufeff", "\ufeff# T\r\n\r\nWords.\r\n"])
def test_next_to_nothing(text: str) -> None:
    for piece in chunk(text):
        assert piece.text == text[piece.start : piece.end]
    assert bool(chunk(text)) == bool(text.strip("\ufeff \r\n"))


@pytest.mark.skipif(not PAPERS, reason="the shared papers are not here")
def test_an_edit_changes_few_chunks() -> None:
    chosen, changes = random.Random(7), []
    for path in PAPERS[::6]:
        text = path.read_bytes().decode("utf-8")[:60_000]
        known = {piece.digest for piece in chunk(text)}
        for _ in range(4):
            at = text.find(" ", chosen.randrange(len(text) // 2))
            edited = text[:at] + " and some inserted words" + text[at:]
            changes.append(sum(piece.digest not in known for piece in chunk(edited)))
    assert sum(changes) / len(changes) < 2.5
    assert max(changes) <= 20
