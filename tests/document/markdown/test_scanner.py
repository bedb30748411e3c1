"""The reader's kinds on tricky texts, and marko and the placement yardstick as authorities on real ones."""

from __future__ import annotations

import gc
import importlib.util
import re

import pytest

from backend.document.blocks import read, split_lines
from backend.document.markdown.scanner import scan
from tests.document.authority import UNSEEN, marko_blocks, our_blocks
from tests.document.papers import PAPERS, SHARED, kinds, load
from tests.document.test_blocks import assert_tiles

CASES = {
    "front matter": ("---\ntitle: x\n# no\n---\n# Yes\n", "front_matter heading"),
    "front matter ended by dots": ("---\ntitle: x\n...\ntext", "front_matter paragraph"),
    "front matter alone": ("---\ntitle: Draft\n---", "front_matter"),
    "front matter after a mark": ("\ufeff" + "---\r\ntitle: x\r\n---\r\n", "front_matter"),
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
    "div around a section that ends in a table": ("::: wide\n# In\n|a|\n|-|\n|b|\n:::\n", "div heading table div"),
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
    "a mark alone": ("\ufeff", ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_kinds(text, expected):
    assert kinds(text) == expected.split()
    assert_tiles(text)


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


def test_headings_are_those_a_pandoc_user_expects():
    """The placement yardstick has its own reading; ours differs in `<details>` alone."""
    path = SHARED / "bench/placement_cases.py"
    if not path.exists():
        pytest.skip("the yardstick is not at hand")
    spec = importlib.util.spec_from_file_location("placement_cases", path)
    cases = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cases)
    for paper in PAPERS:
        text = load(paper)
        expected = {(block.start, block.level) for block in cases.scan(text) if block.kind == "heading"}
        found = {(block.start, block.level) for block in read(text).blocks if block.kind == "heading"}
        hidden = {
            block
            for block in expected - found
            if text.rfind("<details", 0, block[0]) > text.rfind("</details", 0, block[0])
        }
        assert found == expected - hidden, paper.stem


def test_the_lines_of_a_text_leave_memory_without_a_garbage_collection():
    lines = split_lines(
        "# A\n\n- b\n\n\\begin{align}\na\n\\end{align}\n\n::: note\nc\n:::\n\n<details>\nd\n</details>\n"
    )
    gc.collect()
    gc.disable()
    try:
        assert len(list(scan(lines))) == 5
        assert not [each for each in gc.get_referrers(lines) if each is not globals() and not hasattr(each, "f_code")]
    finally:
        gc.enable()
