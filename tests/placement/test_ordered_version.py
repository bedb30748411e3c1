"""Which text a message orders to be rewritten, so that the content replaces it."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.ordered_version import ordered_version
from backend.placement.request.asked_place import read_request
from tests.placement.rules.paper import PAPER

VERSION = "In turbulent water, frazil forms."


def version(message: str, reworks: str, content: str = VERSION) -> list[tuple[str, str]]:
    view = DocumentView(PAPER)
    builder = PlacementBuilder(view, Content.of(content))
    found = ordered_version(builder, message, read_request(view, message), reworks)
    return [(each.operation, PAPER.source(PAPER.blocks[each.anchor.block]).strip()) for each in found]


SECOND = "Frazil forms in turbulent water."


@pytest.mark.parametrize("content", [VERSION, "Something else was found here."])
def test_the_block_that_a_message_names_is_replaced(content: str):
    message = "Shorten the second paragraph of the Introduction."
    assert version(message, "of what is named", content) == [("replace", SECOND)]


def test_without_an_order_the_content_must_repeat_the_named_text():
    message = "The second paragraph of the Introduction is too long."
    assert version(message, "some", SECOND + " It melts.") == [("replace", SECOND)]
    assert version(message, "some", "Something else was found here.") == []


@pytest.mark.parametrize(
    "then",
    ["put it below it", "put the translation after it", "add it at the end", "setz das Ganze darunter; füge sie an"],
)
def test_a_version_that_is_to_stand_elsewhere_replaces_nothing(then: str):
    message = f"Translate the second paragraph of the Introduction into German and {then}."
    assert version(message, "of what is named", "Frazil bildet sich.") == []
    assert version(message.partition(" and ")[0], "of what is named", "Frazil bildet sich.") == [("replace", SECOND)]


def test_the_same_text_again_is_no_version():
    assert version("Shorten the second paragraph of the Introduction.", "of what is named", SECOND) == []


def test_a_section_does_not_replace_a_paragraph():
    message = "Shorten the second paragraph of the Introduction."
    assert version(message, "of what is named", f"# New\n\n{VERSION}") == []


@pytest.mark.parametrize("message", ["Shorten it.", "Shorten the paragraph on wombats in the section “Animals”."])
def test_what_is_not_named_or_not_there_is_not_replaced(message: str):
    assert version(message, "of what is named") == []


@pytest.mark.parametrize(
    "then",
    [
        "keep the English too", "leave the original where it is", "behalte das Original",
        "garde les deux, l'original aussi",
    ],
)  # fmt: skip
def test_a_text_that_is_to_be_kept_gets_its_version_behind_it(then: str):
    message = f"Translate the second paragraph of the Introduction into German and {then}."
    assert version(message, "of what is named", "Frazil bildet sich.") == [("insert_after", SECOND)]
    section = f"Translate the Introduction into German and {then}."
    assert version(section, "of what is named", "# Introduction\n\nFrazil bildet sich.") == []


def test_a_quoted_sentence_is_replaced_and_a_few_quoted_words_are_not():
    paper = read("# Ice\n\nIce forms in cold rivers. It melts in spring. Frazil is small.\n")
    builder = PlacementBuilder(DocumentView(paper), Content.of("Ice thaws in spring."))
    for quoted, found in (("It melts in spring.", "characters 26-45"), ("melts in spring", ""), ("It melts", "")):
        message = f"Simplify “{quoted}”"
        made = ordered_version(builder, message, read_request(builder.view, message), "of what is named")
        assert [each.place for each in made] == ([found] if found else [])


QUOTE = read("# Night\n\n## Voices\n\nA watchman spoke.\n\n> The lamps were out.\n\n## End\n\nHe laughed.\n")


def test_the_only_block_quote_is_replaced():
    view, message = DocumentView(QUOTE), "Rewrite the block quote as indirect speech."
    builder = PlacementBuilder(view, Content.of("He said that the lamps had been out."))
    (found,) = ordered_version(builder, message, read_request(view, message), "of what is named")
    assert found.operation == "replace" and found.anchor.excerpt == "> The lamps were out."


@pytest.mark.parametrize("which", ["first", "second", "third", "fourth", "last"])
def test_a_sentence_is_replaced_alone_whatever_its_number(which: str):
    sentences = ["Ice grows.", "Snow slows it.", "Wind packs the snow.", "Spring ends it."]
    document = read(f"# Ice\n\n## Growth\n\n{' '.join(sentences)}\n")
    view = DocumentView(document)
    message = f"Replace the {which} sentence of Growth with"
    builder = PlacementBuilder(view, Content.of("Nothing else was seen."))
    found = ordered_version(builder, message, read_request(view, message), "none")
    source = document.source(document.blocks[2])
    replaced = [source[slice(*map(int, each.place.removeprefix("characters ").split("-")))] for each in found]
    assert replaced == [sentences[["first", "second", "third", "fourth"].index(which) if which != "last" else -1]]


def test_a_version_of_a_sentence_may_share_words_with_its_neighbors() -> None:
    document = read(
        "# Ice\n\n## Growth\n\nEither snow melted or ice grew thick. We think that ice grew thick in March.\n"
    )
    view = DocumentView(document)
    message = "Replace the second sentence of Growth with"
    builder = PlacementBuilder(view, Content.of("We believe that ice grew thick in March."))
    found = ordered_version(builder, message, read_request(view, message), "none")
    assert [each.place for each in found] == ["characters 38-76"]
