"""Test how the ablation chooses its variants, and that each variant can search."""

from __future__ import annotations

import pytest

from tests.bench.retrieval_ablation import NOISE, VARIANTS, left_out

TEXT = "\n\n".join(f"## Part {n}\n\nThe lake of number{n} is deep. " + "Ice covers it. " * 50 for n in range(9))


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_finds_what_is_asked(name: str) -> None:
    spans = VARIANTS[name](TEXT)("How deep is the lake of number7?", 3)
    assert 1 <= len(spans) <= 3
    assert any("number7" in TEXT[start:end] for start, end in spans)


def figures(value: float) -> dict[str, float]:
    return {"recall": value, "full": value, "recall_budget": value, "recall_1": value}


def test_each_kind_is_judged_by_what_the_others_choose() -> None:
    kinds = {
        "simple": {"a": figures(0.9), "b": figures(0.8), "c": figures(0.8)},
        "near": {"a": figures(0.9), "b": figures(0.8 + NOISE / 2), "c": figures(0.8)},
        "better on a": {"a": figures(1.0), "b": figures(0.8), "c": figures(0.8)},
    }
    chosen = left_out(kinds)
    assert chosen["a"] == ("simple", figures(0.9)), "what is better on one kind alone is not chosen for it"
    assert chosen["b"][0] == chosen["c"][0] == "better on a"
