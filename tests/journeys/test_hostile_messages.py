"""Hostile messages cost no more than their length: steps are counted, since time is not to be trusted in a test."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.document.clauses import read_clauses
from backend.document.new_versions import new_version
from backend.document.order_words import read_sentence
from backend.keyless.instruction import read_instruction
from backend.mentions.added_objects import added_objects
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.repeated_orders import expanded
from backend.mentions.resolver import resolve, veil
from backend.mentions.scopes import read_scope
from tests.bench.message_shapes import MESSAGES
from tests.journeys.test_hostile_shapes import calls
from tests.mentions.paper_of_tests import PAPER

SMALL = 1_000


def look_at(message: str) -> None:
    veiled = veil(PAPER, message)
    assert tokens(message) is not None
    resolve(PAPER, message)
    read_scope(PAPER, message)
    read_clauses(message)
    added_objects(PAPER, message)
    new_version(message, veiled)
    expanded(PAPER, message)
    read_instruction(message, "")


@pytest.mark.parametrize("name", MESSAGES)
def test_twice_the_message_is_about_twice_the_work(name):
    look_at(MESSAGES[name](SMALL // 2))
    once, twice = (calls(lambda size=size: look_at(MESSAGES[name](size))) for size in (SMALL, 2 * SMALL))
    assert twice < 2.6 * once + 500


@pytest.mark.parametrize("mark", "“„«‹「‘")
def test_a_quotation_that_is_left_open_is_looked_for_once(mark):
    assert calls(lambda: QUOTED.findall(f"{mark}a " * 1_000)) < 12_000
    assert QUOTED.findall(f'{mark}a "b" {mark}c') == ['"b"']


def test_a_message_of_open_parentheses_names_nothing():
    assert resolve(read("# A\n\nb\n"), "(" * 20_000) == ()


def test_many_blanks_are_read_like_one():
    assert read_sentence(f"Add a{' ' * 20_000}word\n") == read_sentence("Add a word")
