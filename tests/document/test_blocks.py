"""A document as a value: the laws of its spans and of splices, on random documents and on papers."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document import blocks
from backend.document.blocks import BOM, Splice, read, shape
from backend.kernel.cache import Cache
from tests.document.papers import PAPERS, kinds, load
from tests.examples import examples
from tests.markdown_strategies import documents, fragments, soup, wild

# ---------------------------------------------------------------------- laws


def assert_tiles(text: str) -> None:
    document = read(text)
    at, rebuilt = 0, ""
    for index, block in enumerate(document.blocks):
        assert block.index == index
        start, end = document.gap(index)
        assert at <= block.start < block.end
        assert not text[start:end].strip() and text[at:start] in ("", BOM)
        assert text[block.start] not in "\r\n" and (block.end == len(text) or text[block.end - 1] in "\r\n")
        assert block.start == 0 or text[block.start - 1] in "\r\n" + BOM
        rebuilt += text[at : block.start] + document.source(block)
        at = block.end
    tail = text[at:]
    assert not tail.strip().strip(BOM)
    assert rebuilt + tail == text


@given(wild)
@settings(max_examples=examples(100), deadline=None)
def test_blocks_tile_the_text(text):
    assert_tiles(text)


@given(st.text(alphabet="#-*>`~$:[]()<>!|\\ \t\r\n\x0b\x85a1", max_size=60))
@settings(max_examples=examples(100), deadline=None)
def test_no_text_is_too_strange(text):
    assert_tiles(text)


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_papers_tile_with_any_line_end(path):
    text = load(path)
    assert_tiles(text)
    unix = text.replace("\r\n", "\n")
    dos = unix.replace("\n", "\r\n")
    assert_tiles(dos)
    assert shape(read(dos)) == shape(read(unix))
    assert kinds(BOM + unix.lstrip(BOM)) == kinds(unix)


@given(st.lists(fragments, max_size=6))
@settings(max_examples=examples(80), deadline=None)
def test_crlf_changes_no_shape(pieces):
    text = "\n\n".join(pieces)
    assert shape(read(text)) == shape(read(text.replace("\n", "\r\n")))


@given(st.one_of(soup, documents()))
@settings(max_examples=examples(80), deadline=None)
def test_a_last_line_end_changes_no_shape(text):
    assert shape(read(text)) == shape(read(text + "\n"))


# ---------------------------------------------------------------------- values


def test_blocks_of_a_kind_are_found_in_order():
    document = read("# A\n\na\n\n- b\n\nc\n")
    assert [each.index for each in document.of_kind("paragraph")] == [1, 3]
    assert [each.kind for each in document.of_kind("list")] == ["list"]
    assert not document.of_kind("table")


def test_headings_have_level_and_title():
    document = read("# One #\n\n### Two *x* {#id}\n\nThree\nlines\n---\n\n## C#\n\n#\n")
    assert [(b.level, b.title) for b in document.blocks] == [
        (1, "One"),
        (3, "Two *x* {#id}"),
        (2, "Three lines"),
        (2, "C#"),
        (1, ""),
    ]


@pytest.mark.parametrize(
    ("text", "eol"), [("", "\n"), ("a", "\n"), ("a\r\n", "\r\n"), ("a\nb\nc\r\n", "\n"), ("a\r\nb\r\nc\n", "\r\n")]
)
def test_eol_is_the_usual_one(text, eol):
    assert read(text).eol == eol


@pytest.mark.parametrize("edit", [Splice(0, 4, ""), Splice(2, 1, ""), Splice(-1, 0, "")])
def test_blocks_that_do_not_exist_are_refused(edit: Splice) -> None:
    with pytest.raises(ValueError, match="blocks"):
        blocks.extent(read("a\n\nb\n\nc"), edit)


# ---------------------------------------------------------------------- the shelf


def test_a_text_is_read_once_by_any_number_of_threads():
    texts = [f"# {n}\n\ntext\n" * 50 for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(read, random.Random(1).choices(texts, k=400)))
    assert {id(read(document.text)) for document in found} == {id(read(text)) for text in texts}
    assert all(document.blocks == blocks._read(document.text).blocks for document in found[:20])


# ---------------------------------------------------------------------- new versions of a text

_AHEAD = "One.\n\n" * 4


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, str]:
    """A text, and the same text with a change somewhere."""
    text = draw(st.sampled_from(("", _AHEAD))) + "\n\n".join(draw(st.lists(wild, min_size=1, max_size=3)))
    start = draw(st.integers(0, len(text)))
    stop = min(len(text), start + draw(st.sampled_from((0, 1, 5, 40))))
    return text, text[:start] + draw(st.one_of(soup, fragments)) + text[stop:]


def parsed_whole(text: str) -> tuple[blocks.Block, ...]:
    lead = len(BOM) * text.startswith(BOM)
    return tuple(blocks._scanned(text[lead:], lead, 0))


@given(versions())
@settings(max_examples=examples(300), deadline=None)
def test_a_new_version_is_parsed_around_the_change_as_if_it_were_parsed_whole(texts):
    old, new = texts
    known = blocks.Document(old, parsed_whole(old), "\n")
    assert blocks._reread(known, new) in (None, parsed_whole(new))


@pytest.mark.parametrize(
    ("old", "new"),
    (
        (f'{_AHEAD}[a]: b\n"t\n\nx\n{_AHEAD}', f'{_AHEAD}[a]: b\n"t"\n\nx\n{_AHEAD}'),
        (f"$$\n\n{_AHEAD}x\n", f"$$\n\n{_AHEAD}x $$\n"),
        (f"::: note\n\n{_AHEAD}x\n\n:::\n", f"::: note\n\n{_AHEAD}# x\n\n:::\n"),
        (f"---\na: b\n\n{_AHEAD}x\n", f"---\na: b\n\n{_AHEAD}---\nx\n"),
        (f"{_AHEAD}x", BOM + f"{_AHEAD}x"),
        (f"<details>\n\n{_AHEAD}x\n", f"<details>\n\n{_AHEAD}</details>\n"),
    ),
)
def test_a_change_that_reaches_far_is_parsed_whole(old, new):
    assert blocks._reread(blocks.Document(old, parsed_whole(old), "\n"), new) is None


def test_a_long_paper_keeps_the_blocks_before_a_change(monkeypatch):
    monkeypatch.setattr(blocks, "_cache", Cache(1_000_000))
    first = read("".join(f"# Part {n}\n\nText {n}.\n\n" for n in range(1000)))
    second = read(first.text.replace("Text 900.", "Another text.\n\nA paragraph more."))
    assert second.blocks == parsed_whole(second.text) and len(second.blocks) == 2001
    assert second.blocks[1700] is first.blocks[1700]


def test_the_cache_is_bounded(monkeypatch):
    cache = Cache(9000)
    monkeypatch.setattr(blocks, "_cache", cache)
    first = read("a" * 900)
    assert read("a" * 900) is first
    for sign in "bcdefghij":
        read(sign * 900)
    assert cache.find("a" * 900) is None and cache.find("c" * 900) is not None


def test_a_request_keeps_its_document_whatever_its_blocks_take(monkeypatch):
    cache = Cache(100, blocks._KEPT_ANYWAY)
    monkeypatch.setattr(blocks, "_cache", cache)
    for text in ("old", "#\n" * 100, "a", "b", "c", "d", "e"):
        read(text)
    assert cache.find("old") is None and cache.find("#\n" * 100) is not None
