"""What counts as an empty document, and what a briefing assumes where nothing is said."""

import pytest

from backend.document.elements import BUILT_IN
from backend.drafting.briefing import Briefing, DocumentContext, Pending, Rewriting


@pytest.mark.parametrize(("text", "empty"), [("", True), (" \n\t", True), ("x", False)])
def test_a_document_of_white_space_is_empty(text: str, empty: bool):
    assert DocumentContext(text).is_empty is empty


def test_a_briefing_searches_the_web_for_nobody_in_particular_and_knows_the_built_in_types():
    made = Briefing("write", "x")
    assert (made.wanted.draws_on, made.types, made.pending, made.rewrite) == ("web", BUILT_IN, (), None)
    assert made.document.is_empty and (made.wanted.reader.location, made.wanted.reader.profile) == ("", "")


def test_the_draft_meant_is_the_marked_one_and_none_in_a_rewrite():
    first, second = Pending("One.", is_meant=False), Pending("Two.")
    assert Briefing("write", "x", pending=(first, second)).draft_meant is second
    assert Briefing("write", "x", pending=(first,)).draft_meant is None
    assert Briefing("write", "x", pending=(second,), rewrite=Rewriting("Write.", "Two.")).draft_meant is None
