"""What one message asks for."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView, view_of
from backend.placement.request.asked_place import read_request

VIEW = DocumentView(
    read(
        "# Ice\n\n## Introduction\n\nRivers freeze in winter. So do lakes.\n\nFrazil forms in turbulent water.\n\n"
        "## Methods\n\n### Sampling\n\nWe drilled cores.\n\n- Auger\n- Sledge\n\n"
        "### Statistics\n\nModels were fitted.\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n## Results\n\nIce was thick.\n\n## Conclusions\n\nIce melts.\n"
    )
)


def asked(text):
    found = read_request(VIEW, text)
    if found is None:
        return None
    if found.target is None:
        return found.relation, found.title
    return found.relation, *(_told(t) for t in (found.target, found.other) if t)


def _told(meant):
    if meant.kind == "section":
        return VIEW.sections[meant.sections[0]].title
    return meant.blocks[0].block.index if meant.blocks else meant.kind


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Results could do with this, so let's add it there.", ("in", "Results")),
        ("Results <- this", ("in", "Results")),
        ("In the Conclusions, after the paragraph on frazil.", ("in", "Conclusions")),
        ("In the Introduction, after the paragraph on frazil.", ("after", 3)),
        ("Put it next to Results, right before it.", ("before", "Results")),
        ("Top of Methods, before its first subsection.", ("end", "Methods")),
        ("In Methods, before its subsections.", ("end", "Methods")),
        ("At the end of Methods, after its subsections.", ("after", "Methods")),
        ("Al final de Methods, después de todas sus subsecciones.", ("after", "Methods")),
        ("Between the two paragraphs of Introduction.", ("between", 2, 3)),
        ("Introduction, between the first and the second paragraph.", ("between", 2, 3)),
        ("Introduction, second paragraph", ("before", 3)),
        ("Results, straight after the heading.", ("start", "Results")),
        ("Results: this goes on top.", ("start", "Results")),
        ("Between the heading Methods and its first subsection.", ("end", "Methods")),
        ("Sampling again: below its list.", ("after", 7)),
        ("Sampling. Above the list.", ("before", 7)),
        ("As the paper has it (i.e. not in Results), after the second paragraph of Introduction.", ("after", 3)),
        ("放在Sampling的列表之后。", ("after", 7)),
        ("Introduction, as the penultimate paragraph.", ("after", 2)),
        ("Introduction: just before the final paragraph.", ("before", 3)),
        ("Sampling, between the list and what follows it.", ("after", 7)),
        ("Not Results but Sampling, at the top please", ("start", "Sampling")),
        ("Results, at the top", ("start", "Results")),
        ("Not in the first subsection of Methods, but in Results.", ("in", "Results")),
        ("Results，放在最前面", ("start", "Results")),
        ("Statistics? No, rather Sampling, at the top.", ("start", "Sampling")),
        ("Put it before the first subsection of Methods.", ("end", "Methods")),
        ("Methods, before its subsections.", ("end", "Methods")),
        ("Results should open with this.", ("start", "Results")),
        ("Readers should see this first when they get to Results.", ("start", "Results")),
        ("Results: add this paragraph.", ("in", "Results")),
        ("For the conclusions, please.", ("in", "Conclusions")),
        ("How about the end of Results?", ("end", "Results")),
        ("Ajoute-le dans l'introduction.", ("in", "Introduction")),
        ("We have the paragraph on frazil. This continues it, so put it right behind.", ("after", 3)),
        ("Take the paragraph on frazil and add this below it.", ("after", 3)),
        ("Directly before the place where frazil is mentioned.", ("before", 3)),
        ("aftr the paragraph on frazil pls", ("after", 3)),
        ("Same level as Results, right before it.", ("before", "Results")),
        ("Let Results be followed by this as a new section.", ("after", "Results")),
        ("In Methods there is Sampling; this subsection comes directly after it.", ("after", "Sampling")),
        ("Just ahead of where Results begins, please.", ("before", "Results")),
        ("We go from Methods to Results too fast, so put this between the two.", ("between", "Methods", "Results")),
        ("Could Methods and Results be separated by this section?", ("between", "Methods", "Results")),
        ("First Methods, then this section.", ("after", "Methods")),
        ("The paragraph on frazil should come before this.", ("after", 3)),
        ("The paragraph on frazil should come after this.", ("before", 3)),
        ("Place it at the end of the paragraph about frazil.", ("after", 3)),
        ("Forget Methods, put this in Results instead.", ("in", "Results")),
        ("Put the text below into Results.", ("in", "Results")),
        ("Right under the Results heading.", ("start", "Results")),
        ("Directly below the heading Results.", ("start", "Results")),
        ("Hinter die Überschrift Results.", ("start", "Results")),
        ("Unter Results, bitte.", ("in", "Results")),
        ("Ganz nach vorne in Results.", ("start", "Results")),
        ("Que Results empiece con este párrafo.", ("start", "Results")),
        ("Introduction, after the second paragraph.", ("after", 3)),
        ("Rather in Results than in Introduction.", ("in", "Results")),
        ("Plutôt dans Results que dans Introduction.", ("in", "Results")),
        ("Drop it in Results, it fits what we say there.", ("in", "Results")),
        ("Add the paragraph above to Results, please.", ("in", "Results")),
    ],
)
def test_places(text, place):
    assert asked(text) == place


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("The paragraph on frazil is no good, use this instead.", 3),
        ("I don't like the paragraph on frazil. Put this there instead.", 3),
        ("We can do without the paragraph on frazil, take this instead.", 3),
        ("As a replacement for the paragraph on frazil, please.", 3),
        ("Would you mind swapping the paragraph on frazil for this?", 3),
        ("The paragraph on frazil should become this.", 3),
        ("Let's replace the paragraph on frazil with the new version.", 3),
        ("Forget the paragraph on frazil, use this instead.", 3),
        ("This should go where paragraph 2 of Introduction is now, replacing it.", 3),
        ("The old text is paragraph 2 in Introduction. Replace that.", 3),
        ("Please kill the text of Results and put this there.", "Results"),
        ("We no longer need the old Results; this takes its place.", "Results"),
    ],
)
def test_replacements(text, meant):
    assert asked(text) == ("replace", meant)


@pytest.mark.parametrize(
    "text",
    ["Give me something about thick ice that can go at the end of Results.", "The table of results is no bigger."],
)
def test_what_only_sounds_like_a_replacement(text):
    assert (asked(text) or ("",))[0] != "replace"


def test_one_sentence_is_less_than_its_paragraph():
    found = read_request(VIEW, "Rewrite the sentence about rivers in Introduction.")
    assert (found.relation, _told(found.target)) == ("replace", 2)
    assert found.strength < 0.45
    assert read_request(VIEW, "Rewrite the paragraph about rivers in Introduction.").strength > 0.45


def test_a_message_is_read_once_for_its_draft_and_its_approval():
    view = view_of(read("# Methods\n\nText.\n"))
    assert read_request(view, "Put it after Methods.") is read_request(view, "Put it after Methods.")


def test_a_new_section_may_be_asked_for_by_its_title_alone():
    assert asked('Write a new section titled "Outlook".') == ("in", "Outlook")
    assert asked("Write a paragraph about ice.") is None


def test_a_section_that_is_there_is_not_titled_anew():
    assert asked("Add it at the end of the section called Statistic.") == ("end", "Statistics")
    assert read_request(VIEW, "Add as a closing paragraph under the heading Statistic.").title == ""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("At the top, please.", ("start", "back")),
        ("Mets-la au début.", ("start", "back")),
        ("No, spostala all'inizio.", ("start", "back")),
        ("At the top of Results.", ("start", "section")),
        ("Nicer.", None),
    ],
)
def test_an_edge_alone_is_one_of_what_was_named_before(text, place):
    found = read_request(VIEW, text, opens=False)
    assert (found and (found.relation, found.target.kind)) == place
