"""The reader: its laws on random documents, its kinds on tricky ones, and marko as the authority."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import marko
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document import blocks
from backend.document.blocks import BOM, Splice, read, shape, splice
from tests.markdown_strategies import documents, fragments, soup, wild

SHARED = Path(__file__).resolve().parents[2] / "../shared"
PAPERS = sorted((SHARED / "data/papers").glob("*.md"))


def load(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def kinds(text: str) -> list[str]:
    return [block.kind for block in read(text).blocks]


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
@settings(max_examples=300, deadline=None)
def test_blocks_tile_the_text(text):
    assert_tiles(text)


@given(st.text(alphabet="#-*>`~$:[]()<>!|\\ \t\r\n\x0b\x85a1", max_size=60))
@settings(max_examples=300, deadline=None)
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
@settings(max_examples=150, deadline=None)
def test_crlf_changes_no_shape(pieces):
    text = "\n\n".join(pieces)
    assert shape(read(text)) == shape(read(text.replace("\n", "\r\n")))


@given(st.one_of(soup, documents()))
@settings(max_examples=150, deadline=None)
def test_a_last_line_end_changes_no_shape(text):
    assert shape(read(text)) == shape(read(text + "\n"))


# ---------------------------------------------------------------------- kinds

CASES = {
    "front matter": ("---\ntitle: x\n# no\n---\n# Yes\n", "front_matter heading"),
    "front matter ended by dots": ("---\ntitle: x\n...\ntext", "front_matter paragraph"),
    "front matter alone": ("---\ntitle: Draft\n---", "front_matter"),
    "front matter after a mark": (BOM + "---\r\ntitle: x\r\n---\r\n", "front_matter"),
    "front matter of TOML": ('+++\ntitle = "x"\n+++\ntext', "front_matter paragraph"),
    "front matter only at the start": ("\n---\ntitle: x\n---\n", "rule heading"),
    "a rule is no front matter": ("---\n\nProse: of course.\n\nMore of it\n\n---\n", "rule paragraph paragraph rule"),
    "a rule before a heading is no front matter": ("---\nFoo\n---\n", "rule heading"),
    "setext of two lines": ("A\nB\n===\ntext", "heading paragraph"),
    "text that ends in a number sign": ("# C#\n", "heading"),
    "maths with headings in it": ("$$\n# a\n\n---\n$$\n\nx", "math paragraph"),
    "maths in one line": ("$$ a $$ {#eq:1}\n$$b$$.\n", "math math"),
    "maths that words follow": ("$$a$$ is small,\nand so on", "paragraph"),
    "maths in a paragraph": ("text\n$$\nx\n$$\nmore", "paragraph math paragraph"),
    "maths never closed": ("$$\n\n# Heading\n", "paragraph heading"),
    "environment": ("\\begin{align*}\n# a\n\n\\end{align*}\n", "math"),
    "environments nested": ("\\begin{a}\n\n\\begin{a}\n\n\\end{a}\n\n# x\n\\end{a}\n# y", "latex heading"),
    "environment in a paragraph": ("As in\n\\begin{equation}\n\n# a\n\\end{equation}\nwe see", "paragraph"),
    "environment never closed": ("\\begin{align}\n\n# Heading", "paragraph heading"),
    "brackets of LaTeX": ("\\[\na\n\n# b\n\\]\n\n\\[ c \\]", "math math"),
    "escaped bracket": ("\\[1\\] Author. Title.", "paragraph"),
    "div": ("::: {.note}\n# Boxed\n\n::: inner\nx\n:::\n:::\n# Out", "div heading"),
    "div around sections": ("::: {.landscape}\n# In\n\ntext\n:::\n\n# Out", "div heading paragraph div heading"),
    "div never closed": ("::: {.note}\n\n# Heading", "div heading"),
    "div with a fence": ("::: {.note}\n```\n:::\n```\n:::\ntext", "div paragraph"),
    "comment with blank lines": ("<!-- a\n\n# b\n\n-->\n# c", "comment heading"),
    "comment in a paragraph": ("text\n<!-- c -->\nmore", "paragraph comment paragraph"),
    "details": ("<details>\n\n# a\n\n<details>\n\n</details>\n\n# b\n\n</details>\n\n# c", "html heading"),
    "details never closed": ("<details>\n\n# a", "html heading"),
    "footnote": ("[^1]: one\n\n    # two\n\n    three\n[^2]: x\n\nfour", "footnote footnote paragraph"),
    "definitions": ('[a]: b\n[c]: <d e>\n  "f"\ntext', "definition definition paragraph"),
    "no definition": ("[a]: b c\n", "paragraph"),
    "nested fences": ("````md\n```\n# a\n```\n~~~\n````\n# b", "code heading"),
    "fence never closed": ("text\n\n```\n# a\n\nb\n\n", "paragraph code"),
    "fence in a list": ("- a\n\n  ```\nb\n```\n- c", "list paragraph code"),
    "fence kept in a list": ("- a\n\n  ```\n\n  # b\n  ```\n- c", "list"),
    "indented code": ("text\n\n    # a\n\n    b\n\ntext", "paragraph code paragraph"),
    "indented is no code in a paragraph": ("text\n    more", "paragraph"),
    "pipe table": ("| a |\n|---|\n| # b |\n\nTable: c", "table caption"),
    "table with its caption": ("a | b\n--|--\nc | d\n: e", "table"),
    "table right after words": ("Table 1\n| a | b |\n|---|---|\n| c | d |\n# h", "paragraph table heading"),
    "grid table": ("+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n", "table"),
    "simple table": ("  Right     Left\n-------  ------\n  12      12\n", "table"),
    "loose list": ("- a\n\n- b\n\n  c\n\n      d\n\n- e\n\nf", "list paragraph"),
    "another marker, another list": ("- a\n* b\n1. c\n2) d", "list list list list"),
    "list after words": ("text:\n- a\n1980. No list\n1. list", "paragraph list list"),
    "quote with a lazy line": ("> # a\n> b\nc\n\nd", "quote paragraph"),
    "rules": ("***\n- - -\n_____", "rule rule rule"),
    "figure": ("![a [b](c) d](e.png){#fig:x width=50%}\n\n![a]\n\n![a](b) text", "figure figure paragraph"),
    "captions": (": a\n\nTable: b\n\nFigure 3 c {#fig:d}\n\nFigure 3 shows e", "caption caption caption paragraph"),
    "not ASCII": ("# 方法\n\n冰芯\u2028数据\n\n# Методы", "heading paragraph heading"),
    "lone carriage returns": ("# a\rb\r\rc", "heading paragraph paragraph"),
    "nothing": ("", ""),
    "blank": (" \n\t\r\n\u3000\n", ""),
    "a mark alone": (BOM, ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_kinds(text, expected):
    assert kinds(text) == expected.split()
    assert_tiles(text)


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


def test_eol_at_looks_nearby():
    document = read("a\r\n" * 3 + "b" * 500 + "\n" * 9)
    assert (document.eol, document.eol_at(0), document.eol_at(600)) == ("\n", "\r\n", "\n")


# ---------------------------------------------------------------------- splices


@st.composite
def _spliced(draw):
    document = read(draw(documents()))
    count = len(document.blocks)
    marks = sorted(draw(st.sets(st.integers(0, count), max_size=4)))
    edits = [Splice(a, b, f"<{a}>") for a, b in zip(marks[::2], marks[1::2], strict=False)]
    if draw(st.booleans()) and (not marks or count not in marks):
        edits.append(Splice(count, count, "<end>"))
    return document, edits


@given(_spliced(), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_splices_touch_nothing_else_and_commute(case, rng):
    document, edits = case
    shuffled = rng.sample(edits, len(edits))
    after = splice(document, edits)
    assert after == splice(document, shuffled)
    kept, at = [], 0
    for edit in sorted(edits, key=lambda e: e.start):
        start, end = blocks.extent(document, edit)
        kept.append(document.text[at:start])
        at = end
    kept.append(document.text[at:])
    rest = after
    for piece, edit in zip(kept, sorted(edits, key=lambda e: e.start), strict=False):
        assert rest.startswith(piece + edit.text)
        rest = rest[len(piece + edit.text) :]
    assert rest == kept[-1]


def test_splices_insert_and_replace():
    document = read(BOM + "a\n\nb\n\nc")
    assert splice(document, []) == document.text
    assert (
        splice(document, [Splice(0, 0, "x\n\n"), Splice(1, 2, "y\n"), Splice(2, 2, "z\n")])
        == BOM + "x\n\na\n\ny\nz\n\nc"
    )
    assert splice(document, [Splice(0, 3, "")]) == BOM
    assert splice(read(""), [Splice(0, 0, "x")]) == "x"


@pytest.mark.parametrize(
    "edits",
    [
        [Splice(0, 2, ""), Splice(1, 3, "")],
        [Splice(0, 2, ""), Splice(1, 1, "")],
        [Splice(1, 1, ""), Splice(1, 1, "")],
        [Splice(0, 4, "")],
        [Splice(2, 1, "")],
        [Splice(-1, 0, "")],
    ],
)
def test_splices_that_overlap_or_miss_are_refused(edits):
    with pytest.raises(ValueError, match=r"blocks|overlap"):
        splice(read("a\n\nb\n\nc"), edits)


# ---------------------------------------------------------------------- the shelf


def test_a_text_is_read_once_by_any_number_of_threads():
    texts = [f"# {n}\n\ntext\n" * 50 for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(read, random.Random(1).choices(texts, k=400)))
    assert {id(read(document.text)) for document in found} == {id(read(text)) for text in texts}
    assert all(document.blocks == blocks._read(document.text).blocks for document in found[:20])


def test_the_shelf_is_bounded(monkeypatch):
    shelf = blocks._Shelf(100)
    monkeypatch.setattr(blocks, "_shelf", shelf)
    first = read("a" * 60)
    assert read("a" * 60) is first
    read("b" * 60)
    assert read("a" * 60) is not first
    read("c" * 101)
    assert shelf.find("c" * 101) is None


# ---------------------------------------------------------------------- marko

MARKO_KINDS = {
    "Heading": "heading",
    "SetextHeading": "heading",
    "Paragraph": "paragraph",
    "List": "list",
    "Quote": "quote",
    "CodeBlock": "code",
    "FencedCode": "code",
    "HTMLBlock": "html",
    "ThematicBreak": "rule",
    "LinkRefDef": "definition",
}
#: what we tell apart within one of marko's kinds
FINER = {"comment": "html", "figure": "paragraph", "caption": "paragraph"}
#: what marko cannot see: blocks of these kinds, and what they are cut from, may differ
UNSEEN = {"front_matter", "math", "latex", "div", "table", "footnote"}


def marko_blocks(text: str) -> list[tuple[str, str]]:
    text = text.replace("\r\n", "\n")
    children = marko.Markdown().parse(text).children
    spans = [(type(child).__name__, *child.source_span) for child in children]
    return [(MARKO_KINDS[name], text[start:end].strip()) for name, start, end in spans if name != "BlankLine"]


def our_blocks(text: str) -> list[tuple[str, str]]:
    return [(FINER.get(kind, kind), source) for kind, source in shape(read(text))]


def examples() -> list[str]:
    """The examples of the CommonMark specification, from its own text; tabs are shown as arrows there."""
    paper = SHARED / "data/papers/commonmark-spec.md"
    if not paper.exists():
        return []
    found = re.findall(r"^`{32} example\n([\s\S]*?)^\.\n[\s\S]*?^`{32}$", load(paper), re.M)
    return [example.replace("→", "\t") for example in found]


def test_every_example_of_commonmark_reads_as_marko_reads_it():
    found = examples()
    if not found:
        pytest.skip("the specification is not at hand")
    assert len(found) > 600
    differing = [text for text in found if marko_blocks(text) != our_blocks(text)]
    assert differing == ["---\n---\n"]  # to a researcher, empty front matter


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_papers_read_as_marko_reads_them(path):
    """Every difference touches a block of a kind that marko cannot see, or a `<details>`."""
    text = load(path)
    theirs, ours = marko_blocks(text), our_blocks(text)
    seen = set(theirs)
    strange = [place for place, block in enumerate(ours) if block not in seen]
    for place in strange:
        near = {kind for kind, _ in ours[max(0, place - 1) : place + 2]}
        assert near & UNSEEN or "<details" in ours[place][1], ours[place]


#: a small language that CommonMark knows wholly, so that marko is no judge of what it does not see
_KNOWN = st.sampled_from(
    ("", "", "text", "# h", "===", "---", "- a", "-", "  - b", "    c", "1. d", "2. e", "> q", ">", "> - r", "```",
     "~~~", "<!-- x -->", "<div>", "<b>", "</b>", "[a]: b", '"t"', "* * *", "      f", "\tg", "-\th", "  i", ">     j")
)  # fmt: skip


@given(st.lists(_KNOWN, max_size=9).map("\n".join))
@settings(max_examples=400, deadline=None)
def test_random_markdown_reads_as_marko_reads_it(text):
    text += "\n"  # marko reads a lone marker without a line end as a paragraph
    if "front_matter" not in kinds(text):
        assert our_blocks(text) == marko_blocks(text)
