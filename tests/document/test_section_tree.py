"""The tree of headings and elements that the API shows, as JSON text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from backend.document.blocks import read
from backend.document.outline import outline
from backend.document.section_tree import tree_json
from tests.bench.document_shapes import SHAPES
from tests.document.papers import PAPERS, load
from tests.document.test_outline import PAPER
from tests.markdown_strategies import wild


def tree(text):
    return json.loads("".join(tree_json(read(text))))


def walk(nodes):
    for node in nodes:
        yield node
        yield from walk(node["children"])


def test_the_tree_nests_headings_and_elements():
    nodes = [(n["id"], n["type"], n["title"], n["level"]) for n in walk(tree(PAPER))]
    assert nodes == [
        ("sec:intro", "section", "Introduction", 1),
        ("sec:intro:table-1", "table", "The numbers", 0),
        ("methods", "section", "Methods", 1),
        ("methods/data", "subsection", "Data", 2),
        ("methods/data:code_block-1", "code_block", "python: x = 1", 0),
        ("methods/data/cleaning", "subsection", "Cleaning", 3),
        ("methods/data-analysis", "subsection", "Data analysis", 2),
        ("methods/data-analysis:equation-1", "equation", "eq:ab", 0),
        ("results", "section", "Results", 1),
        ("results/data", "subsection", "Data", 2),
        ("results/data:list-1", "list", "first", 0),
    ]
    [_, methods, results] = tree(PAPER)
    assert [child["title"] for child in methods["children"]] == ["Data", "Data analysis"]
    assert [child["type"] for child in methods["children"][0]["children"]] == ["code_block", "subsection"]
    assert [child["title"] for child in results["children"]] == ["Data"]


def test_ids_stay_while_other_sections_change():
    ids = {node["id"] for node in walk(tree(PAPER))}
    edited = PAPER.replace("Words before.", "Words.\n\n# New\n\n- x\n").replace("Three.", "- Three\n\nand more")
    assert ids <= {node["id"] for node in walk(tree(edited))}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("- a\n\n# B\n", id="elements before the first heading"),
        pytest.param('# A "quoted" \\ title\n\n- \t"x" \\\\\x01\n', id="quotation marks and control characters"),
        pytest.param("# A\n\n#### B\n\n## C\n\n# A\n\n# A\n", id="levels left out and equal titles"),
        *(pytest.param(load(path), id=path.stem) for path in PAPERS),
        *(pytest.param(make(1_000), id=name) for name, make in SHAPES.items()),
    ],
)
def test_every_heading_is_below_the_section_that_contains_it(text):
    check(text)


@given(wild)
@settings(max_examples=100, deadline=None)
def test_every_text_has_a_tree_of_its_sections(text):
    check(text)


def check(text):
    nodes = list(walk(tree(text)))
    assert len({node["id"] for node in nodes}) == len(nodes)
    assert all(list(node) == ["id", "type", "title", "level", "children"] for node in nodes)
    sections = outline(read(text)).sections[1:]
    headings = [node for node in nodes if node["level"]]
    assert [(node["title"], node["level"]) for node in headings] == [(each.title, each.level) for each in sections]
    below = {child["id"]: node["id"] for node in headings for child in node["children"]}
    parents = [each.parent and headings[each.parent - 1]["id"] for each in sections]
    assert [below.get(node["id"]) for node in headings] == parents
    assert [node["type"] == "section" for node in headings] == [parent is None for parent in parents]


def test_a_long_title_over_many_sections_makes_no_long_ids():
    text = f"# {'word ' * 10_000}\n\n" + "## Below\n\n" * 100 + f"# A {{#{'x' * 10_000}}}\n\n" + "## Below\n\n" * 100
    assert len("".join(tree_json(read(text)))) < 20 * len(text)
    assert max(len(node["id"]) for node in walk(tree(text))) < 450
