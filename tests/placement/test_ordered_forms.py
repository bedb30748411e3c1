"""Content that is not the footnote, the lower item or the addition to a heading that an order wants leaves a doubt."""

import pytest

from backend.document.blocks import read
from backend.placement.content import Content
from backend.placement.ordered_forms import lacks_ordered_form
from backend.placement.rules import decide

PAPER = read(
    "# T\n\n## Steps\n\n1. Read.\n   - Add salt.\n2. Stop.\n\n## Results\n\nIt was warm. Wind had no effect.\n"
)


@pytest.mark.parametrize(
    ("message", "content", "lacks"),
    [
        ("add a footnote after “Wind had no effect.” saying “…”", "See appendix.", True),
        ("Füge eine Fußnote nach dem ersten Satz von Results ein: “…”", "Siehe Anhang.", True),
        ("ajoute une note de bas de page à la fin de Results : “…”", "Voir l’annexe.", True),
        ("add a footnote at the end of Results: “…”", "[^1]: See appendix.", False),
        ("add “…” after the footnote", "See appendix.", False),
        ("add a sub-step “…” under step 1", "Stir.", True),
        ("füge einen Unterpunkt “…” unter Punkt 1 ein", "Rühren.", True),
        ("add a substantial paragraph under step 1", "Stir.", False),
        ("add a subsection to Results", "### Wind\n\nNo effect.", False),
        ("append “…” to the heading Results", "(2025)", True),
        ("ajoute “…” au titre Results", "(2025)", True),
        ("add “…” below the heading Results", "(2025)", False),
        ("add this paragraph to the heading Results: “…”", "It rained. It froze.", False),
    ],
)
def test_the_form_that_an_order_wants_is_compared_with_the_content(message: str, content: str, lacks: bool) -> None:
    assert lacks_ordered_form(message, Content.of(content)) == lacks


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("add a footnote after “Wind had no effect.” saying “…”", "See appendix."),
        ("add a sub-step “…” under step 1", "Stir."),
        ("append “…” to the heading Results", "(2025)"),
    ],
)
def test_content_without_the_ordered_form_is_never_placed_surely(message: str, content: str) -> None:
    assert not decide(PAPER, content, (message,)).sure


def test_content_of_the_ordered_form_may_be_sure() -> None:
    assert decide(PAPER, "See appendix.", ("add “…” at the end of Results",)).sure


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Reword the first paragraph of Results", False),
        ("Make two paragraphs of the first paragraph of Results", True),
        ("Replace the first paragraph of Results with a full proof.", True),
    ],
)
def test_several_paragraphs_in_the_place_of_one_are_unsure_unless_they_are_ordered(message, sure):
    content = "Wie gewünscht\n\nIt was warm, and wind had no effect."
    decision = decide(PAPER, content, [message], reworks="of what is named")
    assert decision.placement.operation == "replace" and decision.sure is sure
