"""Cells of code in Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.formats.code_cells import with_code_blocks


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
