"""A conversation without a model and without a key: own words, moves, edits and thanks, on the sample paper."""

from importlib.resources import files

import pytest

from tests.researcher import Researcher, highlight

PAPER = files("backend.demo").joinpath("paper.md").read_bytes().decode()
OWN = "We thank «all» gardeners.\n\n| a | b |\n|---|---|\n| 1 | $x_1$ |\n\n- one\n  - two\n\n> „quoted“"


@pytest.fixture
def researcher(app):
    made = Researcher(app)
    made.bring(PAPER)
    return made


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_own_words_of_any_form_land_once_byte_for_byte(app, ends):
    researcher = Researcher(app)
    paper = PAPER.replace("\n", ends)
    researcher.bring(paper)
    answer = researcher.send(f"At the end of the Conclusion add\n\n```markdown\n{OWN}\n```")
    assert answer["document_content"] == OWN
    done = researcher.decide("approve")["document"]
    given = OWN.replace("\n", ends)
    assert done.count(given) == 1
    assert done.replace(f"{ends}{ends}{given}", "", 1) == paper


def test_the_place_comes_from_the_drafts_own_thread(researcher):
    draft = researcher.send('Add this to the end of Limitations: "Nobody counted the clouds."')["pending_content_id"]
    for said in (
        "Should I drop the Introduction?",
        "Delete the first paragraph of the Discussion.",
        "Muito obrigado, ficou ótimo!",
        "What is in the Methods?",
    ):
        assert researcher.send(said)["document_content"] == ""
    assert researcher.decide("preview", pending_content_id=draft)["placement"]["section"] == ["Limitations"]
    done = researcher.decide("approve", pending_content_id=draft)["document"]
    assert done.replace("\n\nNobody counted the clouds.", "", 1) == PAPER


@pytest.mark.parametrize(
    ("message", "section"),
    [
        ("Not there, but at the end of the Discussion.", "Discussion"),
        ("Lieber ganz ans Ende der Conclusion.", "Conclusion"),
        ("Prefiero que vaya al final de Discussion.", "Discussion"),
    ],
)
def test_a_draft_moves_by_a_word_and_keeps_its_text(researcher, message, section):
    draft = researcher.send('Add this to the end of Limitations: "Nobody counted the clouds."')["pending_content_id"]
    moved = researcher.send(message)
    assert moved["intent"] == "move" and section in moved["response"]
    done = researcher.decide("approve", pending_content_id=draft)
    assert done["placement"]["section"] == [section]
    assert done["document"].replace("\n\nNobody counted the clouds.", "", 1) == PAPER


def test_an_edit_waits_and_is_taken_back(researcher):
    answer = researcher.send("Den ersten Absatz der Introduction kannst du rausnehmen.")
    assert answer["intent"] == "edit" and researcher.document()["content"] == PAPER
    shorter = researcher.decide("approve")["document"]
    assert len(shorter) < len(PAPER) and shorter.startswith(PAPER[: PAPER.index("# Introduction")])
    researcher.send("Com'era prima, per favore.")
    assert researcher.decide("approve")["document"] == PAPER


def test_approving_again_elsewhere_moves_the_text(researcher):
    draft = researcher.send('Add this to the end of Limitations: "Nobody counted the clouds."')["pending_content_id"]
    done = researcher.decide("approve", pending_content_id=draft)
    assert (done["sure"], len(done["inserted"])) == (True, 1)
    span = done["inserted"][0]
    assert done["document"][span["start"] : span["end"]].strip() == "Nobody counted the clouds."
    elsewhere = {**done["placement"], "operation": "append_to_document", "section": None, "anchor": None}
    again = researcher.decide("approve", pending_content_id=draft, placement={**elsewhere, "position": "end"})
    assert again["document"] == PAPER.rstrip("\n") + "\n\nNobody counted the clouds.\n"


def test_a_shortened_section_replaces_the_old_one(researcher):
    draft = researcher.send("Dimezza la Conclusion.")["document_content"]
    done = researcher.decide("approve")["document"]
    assert done.count("# Conclusion") == 1 and draft in done
    assert done.partition("# Conclusion")[0] == PAPER.partition("# Conclusion")[0]


def test_thanks_never_search_the_library(researcher):
    answer = researcher.send("Perfect, cheers!", highlight("Cheers were heard."), library="all")
    assert answer["document_content"] == "" and answer["sources"] == []


def test_paragraphs_are_joined_and_what_cannot_be_joined_is_said(researcher):
    researcher.bring(
        "# Bees\n\n## Methods\n\nWe counted.\n\nThen we slept.\n\n## Results\n\nTen.\n\n## Outlook\n\nMore.\n"
    )
    paper = researcher.document()["content"]
    refused = researcher.send("Join the sections Methods and Outlook.")
    assert refused["intent"] == "talk" and "only neighboring" in refused["response"]
    assert researcher.send("Merge the two paragraphs of Methods.")["intent"] == "edit"
    assert researcher.document()["content"] == paper
    assert researcher.decide("approve")["document"] == paper.replace("counted.\n\nThen", "counted. Then")


def test_a_new_paragraph_is_asked_for_place_first_without_a_draft(researcher):
    note = highlight("Nobody counted the clouds over the gardens.")
    answer = researcher.send("At the end of Limitations, add a paragraph on clouds.", attached_sections=[note])
    assert answer["intent"] == "new"
    assert researcher.decide("approve")["placement"]["section"] == ["Limitations"]


def test_a_thought_about_a_paragraph_moves_no_draft(researcher):
    draft = researcher.send('Add this to the end of Limitations: "Nobody counted the clouds."')["pending_content_id"]
    for said in (
        "Je me demande si le premier paragraphe de « Discussion » est utile.",
        "That would do as a single sentence, shorten it.",
    ):
        assert researcher.send(said)["intent"] != "move"
    assert researcher.decide("preview", pending_content_id=draft)["placement"]["section"] == ["Limitations"]
