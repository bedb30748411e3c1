"""Conversations without a model, in which each message refers to what came before it."""

import pytest

from tests.researcher import Researcher, highlight

PAPER = (
    "# Les moulins à eau au XVIIIe siècle\n\n## Résultats\n\nLe loyer doubla après 1760.\n\n- 41 moulins à blé\n"
    "- 12 forges\n\n## Discussion\n\nLa hausse suit celle du blé. Elle pesa sur les meuniers.\n\n## Conclusion\n\n"
    "Tout changea.\n"
)
DEPARTURE = "En 1768, douze meuniers quittèrent la vallée."


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def author(app):
    made = Researcher(app)
    made.bring(PAPER)
    return made


def test_a_passage_that_is_attached_is_drafted_and_replaces_nothing(author):
    answer = author.send("Et encore une phrase à la fin de la Discussion.", highlight(DEPARTURE))
    assert (answer["intent"], answer["document_content"]) == ("new", DEPARTURE)
    assert author.decide("preview")["placement"]["operation"] == "append_to_section"


def test_an_attached_passage_is_not_the_draft_that_waits(author):
    author.send("Add a sentence to the Conclusion.", highlight(DEPARTURE))
    answer = author.send("And this sentence goes into the Discussion.", highlight("The fires went out."))
    assert answer["intent"] == "new" and "The fires went out" in answer["document_content"]
    assert DEPARTURE.rstrip(".") not in answer["document_content"]


@pytest.mark.parametrize("said", ["Non, plutôt au début.", "Mets-la au début.", "No, at the start instead."])
def test_a_correction_of_the_edge_keeps_the_section(author, said):
    author.send("Ajoute une phrase à la fin de la Discussion.", highlight(DEPARTURE))
    assert author.send(said)["intent"] == "move"
    seen = author.decide("preview")
    assert (seen["placement"]["section"][-1], seen["placement"]["position"]) == ("Discussion", "start")
    assert seen["sure"]


def test_a_sentence_with_an_article_is_not_the_text_approved_last(author):
    author.send("Ajoute une phrase à la fin de la Discussion.", highlight(DEPARTURE))
    approved = author.decide("approve")["document"]
    author.send("Et supprime la deuxième phrase de cette section.")
    assert DEPARTURE in approved
    if author.pending():
        assert DEPARTURE in author.decide("approve")["document"]
