"""Queries from what models answer, and keywords where there is no model."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.exchange import Turn
from backend.research import queries
from backend.research.queries import nearest, overlap


def talk(*said: str) -> list[Turn]:
    roles = ("user", "assistant") * len(said)
    first = (len(said) + 1) % 2
    return [Turn(role, text) for role, text in zip(roles[first:], said, strict=False)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"queries": ["coral reef pH", "ocean acidification fish"]}', ("coral reef pH", "ocean acidification fish")),
        ('Sure!\n```json\n{"queries": ["coral reef pH"]}\n```', ("coral reef pH",)),
        ('["a b", "A  b!", "c"]', ("a b", "c")),
        ('{"queries": [{"query": "a b", "why": "x"}, {"query": "c"}]}', ("a b", "c")),
        ('<think>I could ask {"queries": ["no"]}</think>\n1. a b\n2) c d', ("a b", "c d")),
        ("Here are the queries:\n- *a b*\n- `c d`", ("a b", "c d")),
        ("Query 1: a b\nQuery 2: c", ("a b", "c")),
        ('"coral reef pH"', ("coral reef pH",)),
        ("coral reef pH", ("coral reef pH",)),
        ('{"queries": ["one", "two", "three", "four"]}', ("one", "two", "three")),
        ('{"queries": []}', ()),
        ("<think>never ends", ()),
        ("", ()),
    ],
)
def test_queries_are_read_out_of_any_answer(answer: str, expected: tuple[str, ...]) -> None:
    assert queries.parse(answer) == expected


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=400) | st.lists(st.text(max_size=400), max_size=6).map(lambda v: json.dumps({"queries": v})))
def test_whatever_comes_is_a_few_short_lines(answer: str) -> None:
    read = queries.parse(answer)
    assert len(read) <= queries.MOST
    assert len({each.casefold() for each in read}) == len(read)
    for each in read:
        assert each.strip() == each != ""
        assert len(each) <= queries.LONGEST
        assert each.isprintable()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["What effects does ocean acidification have on coral reefs?"], "effects ocean acidification coral reefs"),
        (["Write a paragraph about CRISPR-Cas9 off-target effects."], "CRISPR-Cas9 off-target effects"),
        (['Who coined "planetary boundaries" in 2009?'], 'coined "planetary boundaries" 2009'),
        (["How do statins work?", "They inhibit …", "And in elderly people?"], "statins work elderly people"),
        (["How do statins work?", "They inhibit …", "What are its side effects?"], "statins work side effects"),
        (["How do statins work?", "They inhibit …", "Which glaciers in Patagonia retreat fastest since 2000?"],
         "glaciers Patagonia retreat fastest since 2000"),
        (["[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\nEffects of tillage on soil"], "Effects tillage soil"),
        (["# My document\nAbout ants.\n\n[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\nEffects of tillage on soil"],
         "Effects tillage soil"),
        (["Compare tillage in https://me:secret@soil.example/no-till?signature=abc#x"],
         "Compare tillage soil.example/no-till"),
        (["Who cites https://doi.org/10.1234/Till?utm_source=x ?"], "cites 10.1234/till"),
        (["Soil http://[broken"], "Soil"),
        (["Welche Wirkung hat Lithium auf die Niere?"], "Wirkung Lithium Niere"),
        (["the"], "the"),
    ],
)  # fmt: skip
def test_keywords_without_a_model(said: list[str], expected: str) -> None:
    assert queries.extract(talk(*said)) == (expected,)


def test_a_mark_with_nothing_behind_it_hides_no_question() -> None:
    assert queries.question_of(talk("Effects of tillage\n[CURRENT INSTRUCTION]")) == "Effects of tillage"


def test_the_context_that_a_program_puts_before_its_instruction_is_no_question() -> None:
    said = "# My document\nAbout ants.\n\n[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\nEffects of tillage?"
    words = queries.request(talk(said, "They vary.", said), "", date(2026, 1, 2)).turns[0].content
    assert "Effects of tillage?" in words and "ants" not in words


def test_a_place_enters_a_query_only_where_it_matters() -> None:
    assert queries.extract(talk("Air quality in my city"), "Graz") == ("Air quality Graz",)
    assert queries.extract(talk("What is entropy?"), "Graz") == ("entropy",)


def test_the_model_is_shown_the_talk_and_no_system_turn() -> None:
    turns = [Turn("system", "the secret profile"), *talk("How do statins work?", "They inhibit it.", "In children?")]
    asked = queries.request(turns, "", date(2026, 1, 2), "small")
    words = asked.turns[0].content
    assert "User: How do statins work?" in words
    assert words.endswith("In children?")
    assert "2026-01-02" in words
    assert "secret" not in words
    assert "reader is in" not in words
    assert (asked.search, asked.model) == (False, "small")
    assert "reader is in Graz" in queries.request(turns, "Graz", date(2026, 1, 2)).turns[0].content


@pytest.mark.parametrize(
    "text",
    [
        "[Browser assistant] The user is looking at this page: …",
        "You are a browser assistant. Summarise the page.",
        "Context: browser-assistant\n\nPage text: …",
        "I am the Acme browser agent. The open tab says …",
        "<browser_assistant>what is this?</browser_assistant>",
        "I’m on page “<tabTitle>Reefs – Wikipedia</tabTitle>” with “<selection>Heat</selection>” selected.",
        'I\'m on page "Reefs" with "Bleaching" selected. Explain it.',
        "Ich bin auf der Seite „<tabTitle>Riffe</tabTitle>“ …",
    ],
)
def test_a_browsers_assistant_announces_itself(text: str) -> None:
    assert queries.is_from_a_browser(text)


@pytest.mark.parametrize(
    "text",
    [
        "Which browser assistants are there?",
        "Compare browser assistants with search engines.",
        "How does a browser assistant work?",
        "Write about the browser.",
        "I’m on page 12 of Darwin's Origin: what does he mean?",
    ],
)
def test_who_asks_about_such_assistants_is_none(text: str) -> None:
    assert not queries.is_from_a_browser(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("coral bleaching causes", "causes of coral bleaching"), ("Snow DEPTH", "snow depth?"), ("of the", "the of")],
)
def test_nearly_the_same(one: str, other: str) -> None:
    assert overlap(one, other) == 1.0 and nearest(one, ["x", other]) == other


def test_another_subject_or_no_words() -> None:
    assert nearest("coral bleaching causes", ["coral bleaching recovery", ""]) is None
    assert overlap("", "") == 0.0
