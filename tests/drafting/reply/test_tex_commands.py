"""The names of TeX commands that JSON's escapes could swallow."""

from __future__ import annotations

from backend.drafting.reply.escapes import decode
from backend.drafting.reply.tex_commands import AMBIGUOUS, COMMANDS


def test_only_names_that_begin_with_an_escape_letter_matter():
    assert {name[0] for name in COMMANDS} == set("bfnrt")
    assert all(name.isalpha() for name in COMMANDS)
    assert AMBIGUOUS < COMMANDS


def test_every_command_that_is_not_a_word_survives_single_backslashes_in_a_formula():
    lost = [
        name for name in sorted(COMMANDS - AMBIGUOUS) if decode(f"so $\\{name} x$ is").text != f"so $\\{name} x$ is"
    ]
    assert lost == []


def test_a_command_that_is_also_a_word_behind_a_line_break_needs_a_formula_around_it():
    for name in sorted(AMBIGUOUS):
        assert decode(f"so $a \\{name} b$ is").text == f"so $a \\{name} b$ is"
    assert decode("one\\nu is the velocity").text == "one\nu is the velocity"
