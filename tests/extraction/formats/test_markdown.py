"""Works in Markdown and plain text: what the front matter says, and every word of the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.extraction.formats.markdown import work_of

FRONT = """---
title: "Reefs: a *review*"
author:
  - Ann Lee
  - name: Bo Chen
  - name: {given: Cy, family: Diaz}
date: 2021-03-04
doi: https://doi.org/10.1234/ABC
url: https://reefs.example/paper
---
"""


def read(text: str, kind: str = "markdown", name: str = "notes.md") -> dict[str, Any]:
    return work_of(kind, text, name)


def test_front_matter_tells_of_the_work_and_is_no_text() -> None:
    work = read(FRONT + "\n# Another heading\n\nCorals bleach.\n")
    assert (work["title"], work["authors"], work["year"], work["doi"], work["url"]) == (
        "Reefs: a *review*", ["Ann Lee", "Bo Chen", "Cy Diaz"], 2021, "10.1234/abc", "https://reefs.example/paper",
    )  # fmt: skip
    assert work["pages"] == [(None, "# Another heading\n\nCorals bleach.")]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Reefs\n\nx", "Reefs"),
        ("Words first.\n\n## *Reefs* and [heat](https://a.example) {#top}\n", "Reefs and heat"),
        ("Reefs\n=====\n\nx", "Reefs"),
        ("No heading at all.", "notes"),
        ("<font face='SimSun'>\n\n# <center>影响因素分析\n\n### <center>摘 要\n", "影响因素分析"),
        ("# _Drosophila_ in a_b &amp; ![logo](x.png) <i>Homo</i>\n", "Drosophila in a_b & Homo"),
        ("Reefs\n=====\n\nAbstract\n========\n\nx\n\nMethods\n=======\n", "Reefs"),
        ("# On rain\n\n# Abstract\n\nx\n\n# Marsh birds\n\nx\n", "On rain"),
        ("```\n# no title\n```\n\n# Reefs\n", "Reefs"),
    ],
)
def test_without_front_matter_the_first_heading_is_the_title(text: str, title: str) -> None:
    assert read(text)["title"] == title


@pytest.mark.parametrize(
    "text",
    [
        "## Authors\n\nAnn Lee\n\n## Abstract\n\nx\n\n## Reefs in the south\n",
        "## Auteur\n\nx\n",
        "# Experiment 1\n\nx\n\n# Experiment 2\n",
        "# Apples\n\nx\n\n# Pears\n",
        "## Apples\n\nx\n\n## Discussion\n",
        "#### Apples\n",
        "Words. " * 900 + "\n\n# Apples\n",
        "# ![logo](x.png)\n",
    ],
)
def test_in_doubt_the_file_names_the_work(text: str) -> None:
    assert read(text)["title"] == "notes"


def test_authors_may_be_keys_of_what_is_known_of_them() -> None:
    front = "---\nauthor:\n  - Ann Lee:\n      institute: x\n  - Bo Chen:\n      email: y\n---\n"
    assert read(front)["authors"] == ["Ann Lee", "Bo Chen"]


def test_a_plain_text_begins_with_its_title_where_a_line_stands_alone() -> None:
    assert read("On reefs\n\nCorals bleach.", "text", "a.txt")["title"] == "On reefs"
    assert read("Corals bleach.\n\nThey recover.", "text", "a.txt")["title"] == "a", "a sentence is no title"
    assert read("# On reefs\nx", "text", "a.txt")["title"] == "a"
    assert read("Abstract\n\nCorals bleach.", "text", "a.txt")["title"] == "a"


@pytest.mark.parametrize(
    "front", ["- a\n- b", "title: [unclosed", "just words", "title: &a [*a, *a", "!!python/object:os.system {}"]
)
def test_what_is_no_front_matter_stays_text(front: str) -> None:
    text = f"---\n{front}\n---\n\nCorals bleach."
    assert read(text)["pages"] == [(None, text)]


@pytest.mark.parametrize("front", ["title: {a: 1}\nauthor: 7\ndate: [1]\ndoi: {}\nurl: x", "title:\nauthor:\ndate:"])
def test_odd_values_are_left_out(front: str) -> None:
    work = read(f"---\n{front}\n---\n# Reefs\n")
    assert (work["title"], work["year"], work["doi"], work["url"]) == ("Reefs", None, None, None)


@given(st.text("ab :.-#=\n\t\x0bé珊[](){}*`", max_size=200), st.sampled_from(["markdown", "text"]))
def test_no_word_of_the_text_is_lost(body: str, kind: str) -> None:
    front = "---\ntitle: Reefs\n---\n" if kind == "markdown" else ""
    work = read(front + body, kind)
    assert work["pages"] == [(None, body.strip())]
    assert work["title"] and isinstance(work["title"], str)
