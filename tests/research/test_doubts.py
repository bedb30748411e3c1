"""What a model points to by itself: told where nothing vouches for it, passed over where something does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.exchange import AnswerSchema, Turn
from backend.kernel.works import Source
from backend.research.doubts import doubts
from backend.research.inquiry import Inquiry, Report

SOURCES = (
    Source("Tides", "https://a.example/tides?utm_source=x", content="Data at https://data.example/set/1 (and more)."),
    Source("Storms", doi="10.1234/storms", metadata={"also": ["https://mirror.example/storms"]}),
    Source("Preprint", "https://arxiv.org/abs/2101.00001v2"),
)


def doubted(said: str, question: str = "Why?", reports: tuple[Report, ...] = (), **more: Any) -> str:
    turns = (Turn("user", "See https://asked.example/a."), Turn("assistant", "At https://said.example [7]."))
    inquiry = Inquiry((*turns, Turn("user", question)), rules="Ours is https://ours.example/", **more)
    return "\n".join(doubts(said, inquiry, SOURCES, reports))


@pytest.mark.parametrize("mark", ["[1]", "[99]", "[1, 2]", "[3–5]", "[^4]", "【2】", "(see source 8)"])
def test_numbers_stand_for_no_source(mark: str) -> None:
    assert (
        doubted(f"The tides do{mark}.")
        == f"These citation marks in the answer have no source: {mark}. Check the sentences with them."
    )
    assert (
        doubted("It is so [7].")
        == "These citation marks in the answer have no source: [7]. Check the sentences with them."
    ), "whatever was said before"
    assert doubted(f"The tides do{mark}.", question=f"What is {mark} there?") == ""


@pytest.mark.parametrize("said", ["The tides rose【7†source】", "The tides rose<sup>8</sup>.", "The tides rose.¹²"])
def test_marks_of_other_forms_stand_for_no_source_either(said: str) -> None:
    mark = said.removeprefix("The tides rose").removesuffix(".").lstrip(".")
    assert doubted(said) == f"These citation marks in the answer have no source: {mark}. Check the sentences with them."


@pytest.mark.parametrize("said", ["It covers 12 km².", "CO<sub>2</sub> per m<sup>2</sup>", "x² + y² = 10⁻³"])
def test_powers_are_no_marks(said: str) -> None:
    assert doubted(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "The tides do [sx_12345678].",
        "An array is `x[1]`, as in\n```python\nx[2] = y[3]\n```\nand (2020) [sic] [2020].",
        "[1](https://a.example/tides)",
        "See http://www.a.example/tides/ and [this](https://doi.org/10.1234/STORMS).",
        "At doi:10.1234/storms, arXiv:2101.00001 and https://arxiv.org/pdf/2101.00001v1.",
        "Its data: https://data.example/set/1. Yours: <https://asked.example/a>; ours: https://ours.example",
        "[https://mirror.example/storms](https://mirror.example/storms)",
    ],
)
def test_what_a_source_has_or_the_user_said_is_no_matter(said: str) -> None:
    assert doubted(said) == ""


@pytest.mark.parametrize(
    "link",
    ["https://made.up/x", "10.9999/invented", "https://doi.org/10.9999/invented", "https://a.example/other",
     "arXiv:2101.99999", "https://said.example"],
)  # fmt: skip
def test_invented_addresses_are_named(link: str) -> None:
    for said in (f"See {link}.", f"It is so ({link}), they say.", f"- [a paper]({link})" if "://" in link else link):
        assert doubted(said) == f"No source contains these addresses given in the answer: {link}. They may be invented."
    assert doubted(f"See {link}.", reports=(Report("task", f"It stands at {link}.", ()),)) == ""


def test_in_json_only_its_strings_are_looked_at() -> None:
    schema = AnswerSchema("a", {"type": "object"})
    value = {"rows": [[1], [2]], "text": "So [3].", "more": ["https://made.up/x"]}
    assert doubted(json.dumps(value, separators=(", ", ":")), schema=schema) == (
        "These citation marks in the answer have no source: [3]. Check the sentences with them.\n"
        "No source contains these addresses given in the answer: https://made.up/x. They may be invented."
    )
    assert "[3]" in doubted("no JSON [3]", schema=schema)


def test_many_are_counted() -> None:
    said = " ".join(f"[{number}] https://made.up/{'x' * 300}{number}" for number in range(1, 13))
    for each in doubted(said).splitlines():
        assert " and 2 more. " in each and len(each) < 2_200


@given(st.text(max_size=80))
def test_no_answer_is_too_strange(said: str) -> None:
    assert isinstance(doubted(said), str)
    for text in ("`" * 5_000, "[" * 5_000, "[1, " * 2_000, "](" * 3_000):
        assert isinstance(doubted(text), str)


@pytest.mark.parametrize("mark", ["(ref. 45)", "^45^", "[Lin37]"])
def test_other_forms_of_marks_are_doubted(mark):
    assert mark in doubted(f"This is settled {mark}." if mark[0] != "^" else f"This is settled{mark}.")


@pytest.mark.parametrize("said", ["An area of 10 m^2^ was left.", "See [CO2](https://data.example/set/1)."])
def test_powers_and_links_are_no_such_marks(said):
    assert "citation marks" not in doubted(said)
