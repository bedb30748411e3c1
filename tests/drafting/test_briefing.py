"""What counts as an empty document, and what a briefing assumes where nothing is said."""

import pytest

from backend.document.elements import BUILT_IN
from backend.drafting.briefing import Briefing, DocumentContext


@pytest.mark.parametrize(("text", "empty"), [("", True), (" \n\t", True), ("x", False)])
def test_a_document_of_white_space_is_empty(text: str, empty: bool):
    assert DocumentContext(text).is_empty is empty


def test_a_briefing_searches_the_web_for_nobody_in_particular_and_knows_the_built_in_types():
    made = Briefing("write", "x")
    assert (made.focus, made.types, made.pending, made.rewrite) == ("web", BUILT_IN, None, None)
    assert made.document.is_empty and (made.reader.location, made.reader.profile) == ("", "")
