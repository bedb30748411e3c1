"""Sources are named by the section a sentence stands in, and counted in words."""

from __future__ import annotations

import pytest

from backend.kernel.exchange import Excerpt
from backend.keyless.quotations.attribution import NAMED_SOURCES, count, label, listing, record
from backend.keyless.quotations.quotation import units

TEXT = "Before it. \n\n## Model\n\nUnder the model. \n\n### Priors\n\nUnder priors. \n\n# Results\n\nUnder results."


@pytest.mark.parametrize(
    ("excerpt", "labels"),
    [
        (
            Excerpt(TEXT, "passage", "Methods > Instruments"),
            ["Methods > Instruments", "Model", "Model > Priors", "Results"],
        ),
        (Excerpt("## Model {#m}\n\nUnder it.", "passage", "Methods > Model {#m}"), ["Methods > Model"]),
        (
            Excerpt("## Model\n\nSo.\n\n### Priors\n\nFlat.\n\n## Data\n\nMany.", "passage", "Methods > Model"),
            ["Methods > Model", "Methods > Model > Priors", "Methods > Data"],
        ),
    ],
)
def test_the_section_a_sentence_stands_in(excerpt: Excerpt, labels: list[str]) -> None:
    assert [label(unit) for unit in units([excerpt], ("passage",))] == [f"This document: {each}" for each in labels]


def test_listing() -> None:
    excerpts = [Excerpt(f"One {n}. Two {n}.", "highlight", f"S{n}" if n else "") for n in range(NAMED_SOURCES + 2)]
    pool = units(excerpts, ("highlight",))
    assert listing(pool[:2]) == "“Attached highlight 1”"
    assert listing([*pool[:4], pool[1]]) == "“Attached highlight 1” (1–2, 5) and “S1” (3–4)"
    assert listing(pool).endswith("and 3 more sources")
    assert count(pool[:1]) == "1 sentence"
    assert record("S1", pool).content == excerpts[1].text
