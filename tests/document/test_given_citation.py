"""A citation that a message orders to be placed is found, and no other one."""

import pytest

from backend.document.given_citation import given_citation, given_reference, is_citation
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


@pytest.mark.parametrize(
    ("message", "reference"),
    [
        (
            "Add to the references: Jones, K., & Lee, A. B. (2015). Thawing. J. Cryo. Sci., 3(1), 1-9.",
            "Jones, K., & Lee, A. B. (2015). Thawing. J. Cryo. Sci., 3(1), 1-9.",
        ),
        (
            "Put this into References: Zorn M. Ice. Cold Science 2009; 3: 1-9.",
            "Zorn M. Ice. Cold Science 2009; 3: 1-9.",
        ),
        (
            "Noch ins Literaturverzeichnis: Lee, A. B. (2015): Thawing of ice. Mater. Struct. Bitte alphabetisch!",
            "Lee, A. B. (2015): Thawing of ice. Mater. Struct.",
        ),
        (
            "Add: Lee, A. B. (2015). It thaws. *Ice*, 9, e3. It goes in alphabetical order. Thanks!",
            "Lee, A. B. (2015). It thaws. *Ice*, 9, e3.",
        ),
        ("Add: Lee, A. B. (2015). The ice thaws. In press.", "Lee, A. B. (2015). The ice thaws. In press."),
        ("Add to Methods: a table of 2019.", None),
        ("Add to the references: the paper by Jones from 2015", None),
        ("Methods: J. Smith (2015) is missing", None),
    ],
)
def test_a_reference_is_given_whole(message: str, reference: str | None) -> None:
    found = given_reference(message, message)
    assert (found[2] if found else None) == reference
