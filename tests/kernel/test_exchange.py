"""What a request to a model assumes where nothing is said: the provider's own settings, and nothing made up."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict

import pytest

from backend.kernel.exchange import NOBODY, ChatReply, ChatRequest, Target, Turn, Usage


def test_what_is_left_out_is_the_providers_to_decide():
    made = ChatRequest((Turn("user", "x"),))
    assert (made.model, made.temperature, made.max_tokens, made.search, made.schema) == (None,) * 5
    assert (made.tools, made.reader) == ((), NOBODY)


def test_unknown_usage_is_never_zero():
    assert Usage() == Usage(None, None, None) and ChatReply("a", "p", "m").usage == Usage()


def test_a_usage_is_written_with_all_its_fields():
    assert Usage(3, None, 0.5).to_json() == asdict(Usage(3, None, 0.5))


def test_a_reply_says_neither_why_it_ended_nor_that_its_form_was_asked_for_unless_told():
    made = ChatReply("a", "p", "m")
    assert (made.finish_reason, made.rung, made.calls, made.warnings) == (None, "none", (), ())
    assert made.used_location and made.used_profile


def test_a_target_is_a_whole_section_unless_said_otherwise_and_nothing_of_it_can_be_changed():
    made = Target("x")
    assert (made.kind, made.section, made.whole) == ("section", "", True)
    with pytest.raises(FrozenInstanceError):
        made.text = "y"
