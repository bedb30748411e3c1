"""A citation that a message orders to be placed is found, and no other one."""

import pytest

from backend.document.given_citation import given_citation, is_citation
from backend.document.own_words import own_words


@pytest.mark.parametrize(
    ("message", "citation"),
    [
        ("add [@lee] after “the gauge”", "[@lee]"),
        ("Insert the citation [@lee; @ada, p. 3] behind “the gauge”.", "[@lee; @ada, p. 3]"),
        ("Put \\citep[p. 3]{lee} after “the gauge”", "\\citep[p. 3]{lee}"),
        ("Füge [@lee] nach „the gauge“ ein.", "[@lee]"),
    ],
)
def test_a_citation_that_is_placed_is_given_word_for_word(message, citation):
    found = given_citation(message, message)
    assert found is not None and found[2] == message[found[0] : found[1]] == citation
    own = own_words(message)
    assert own is not None and own.content == citation


@pytest.mark.parametrize(
    "message",
    [
        "Add a sentence that cites [@lee] after “the gauge”.",
        "Insert a paragraph on tides based on [@lee].",
        "Add [@lee] and [@ada].",
        "What does [@lee] say?",
        "Don't add [@lee] after “the gauge”.",
        "Write to me@example.org",
    ],
)
def test_other_citations_are_no_given_text(message):
    own = own_words(message)
    assert own is None or not own.content.startswith("[@lee]")


def test_a_citation_is_nothing_but_one():
    assert is_citation("[@lee, p. 3]\n") and is_citation("\\cite{lee}")
    assert not is_citation("as [@lee] says") and not is_citation("[a link]") and not is_citation("")
