"""What of a document reaches Pandoc."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.formats.manuscript import bibliographies, read_manuscript, with_code_blocks

HOSTILE = """---
title: A title
bibliography: /etc/passwd
csl: /etc/passwd
template: /etc/shadow
header-includes: "\\\\input{/etc/passwd}"
include-before-body: /etc/passwd
metadata-files: [/etc/passwd]
---
# Text
"""


def test_a_document_without_front_matter_is_its_body() -> None:
    read = read_manuscript("\ufeff# One\r\n\r\nText.\r\n")
    assert (read.body, read.metadata, read.warnings) == ("# One\r\n\r\nText.\r\n", {}, ())


def test_what_opens_files_stays_behind() -> None:
    read = read_manuscript(HOSTILE)
    assert read.metadata == {"title": "A title"}
    assert "passwd" not in str(read.metadata) and read.body == "# Text\n"
    assert [each for each in read.warnings if "bibliography file" in each]


def test_authors_of_every_form_become_names() -> None:
    people = (
        "[Ada Lovelace, {name: Alan Turing, affiliation: 1}, {given: Grace, family: Hopper},"
        " {name: {given: Kurt, family: Gödel}}]"
    )
    assert read_manuscript(f"---\nauthor: {people}\n---\n").metadata["author"] == [
        "Ada Lovelace", "Alan Turing", "Grace Hopper", "Kurt Gödel",
    ]  # fmt: skip


def test_listed_references_are_kept_apart() -> None:
    read = read_manuscript("---\nreferences:\n- id: a\n  title: T\n- nonsense\nlang: de\n---\nText\n")
    assert read.references == ({"id": "a", "title": "T"},) and read.language == "de"


@pytest.mark.parametrize(
    ("front", "reason"),
    [
        ("title: [unclosed", "not valid YAML"),
        ("a: &x [1, 2]\nb: *x", "aliases"),
        ("title: " + "x" * 200_001, "longer than"),
    ],
)
def test_front_matter_of_no_use_is_told_and_left_out(front: str, reason: str) -> None:
    read = read_manuscript(f"---\n{front}\n---\n# Text\n")
    assert read.body == "# Text\n" and not read.metadata
    assert reason in read.warnings[0]


def test_entries_that_are_not_printed_are_named_once() -> None:
    assert read_manuscript("---\ntitle: T\nfunding: X\ntags: [a]\nformat: pdf\n---\n").warnings == (
        "These entries of the front matter are not in the export: funding, tags.",
    )


def test_what_authors_have_beside_their_names_is_named() -> None:
    front = "---\nauthor:\n- {name: Ada, affiliation: Uni, orcid: 0}\n- Bo\n---\n"
    assert read_manuscript(front).warnings == (
        "The export contains the names of the authors, but not these details: affiliation, orcid.",
    )
    assert read_manuscript("---\nauthor: {given: Ada, family: L}\n---\n").warnings == ()


def test_mathematics_in_marks_that_stay_text_is_told() -> None:
    read = read_manuscript("We have \\(x^2\\).\n\n\\[ a = b \\]\n\nA list \\[sic\\] `\\(y_1\\)`.\n")
    assert read.warnings == (
        r"Mathematics between \( and \) or \[ and \] is ordinary text in the export (the first is “x^2”). "
        "Write it between dollar signs instead.",
    )
    assert "“a = b”" in read_manuscript("Thus\n\n\\[\na = b\n\\]\n").warnings[0]
    assert read_manuscript("```\n\\(x^2\\)\n```\n\nEscaped \\[brackets\\] \\(too\\).\n").warnings == ()


@given(st.text())
def test_any_text_is_divided_and_nothing_of_the_body_is_changed(text: str) -> None:
    assert text.endswith(read_manuscript(text).body)


@pytest.mark.parametrize(
    ("front", "files"), [("bibliography: a.bib", ["a.bib"]), ("bibliography: [a.bib, 3]", ["a.bib"]), ("title: A", [])]
)
def test_the_files_of_references_are_those_of_the_front_matter(front: str, files: list[str]) -> None:
    assert bibliographies(f"---\n{front}\n---\n\nText.\n") == files
    assert bibliographies("Text.\n") == bibliographies("---\nbibliography: [\n---\n\nText.\n") == []


@pytest.mark.parametrize(
    ("cell", "head"),
    [
        ("```{r}\n1\n```\n", "``` {.r .coscribe-cell}"),
        ("```{r fig-a, fig.cap='Two \"q\"', echo=FALSE}\n1\n```\n", '="fig-a" caption="Two \\"q\\"" echo="false"}'),
        ('~~~~{python}\n#| label: fig-b\n#| fig-cap: "A: b"\n1\n~~~~\n', '.coscribe-cell label="fig-b"'),
        ("> ```{mermaid}\n> %%| label: fig-c\n> 1\n> ```\n", "> ``` {.mermaid .coscribe-cell"),
    ],
)
def test_a_cell_becomes_a_code_block(cell: str, head: str) -> None:
    made = with_code_blocks(f"Before.\n\n{cell}\nAfter.\n")
    assert head in made and "1\n" in made
    assert made.startswith("Before.\n") and made.endswith("After.\n")


@pytest.mark.parametrize(
    "text",
    [
        "```r\n1\n```\n", "```{.r}\n1\n```\n", "```{=html}\n<b>\n```\n", "````\n```{r}\n1\n```\n````\n", "```{r}\nopen",
        "A ```{r} b``` c\n",
    ],
)  # fmt: skip
def test_other_code_stays(text: str) -> None:
    assert with_code_blocks(text) == text


@given(st.lists(st.sampled_from(["```{r}", "```", "~~~", "x", "#| label: a", "", "````{python}", "````"]), max_size=14))
def test_every_line_but_heads_and_options_stays(lines: list[str]) -> None:
    text = "\n".join(lines)
    before, after = (
        [line for line in each.split("\n") if "{" not in line and "#|" not in line]
        for each in (text, with_code_blocks(text))
    )
    assert after == before
