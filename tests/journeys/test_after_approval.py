"""What a researcher says right after an approval: take it out again, undo it, or change it."""

import json

import pytest

from tests.researcher import Researcher
from tests.sonar_stand_in import Answer, SonarStandIn

PAPER = (
    "# Bees\n\n## Methods\n\nWe counted bees in ten gardens.\n\n\n\nEach garden was visited twice.\n\n"
    "| garden | bees |\n| --- | --- |\n| north | 12 |\n| south | 9 |\n\n"
    "## Risks\n\n- Rain keeps bees at home.\n- Gardeners move the hives.\n\n\n## Results\n\nThere were more bees.  \n\n\n"
)
DRIFT = "The scale drifted with the weather. We set it anew each week."
ROW, ITEM, SENTENCE = "| east | 7 |", "- Wasps take the traps.", "Nobody counted at night."


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def model():
    with SonarStandIn(strict=False) as server:
        yield server


@pytest.fixture
def environ(environ, model):
    return environ | {
        "COSCRIBE_WRITER": "openai",
        "COSCRIBE_WRITER_BASE_URL": model.url,
        "COSCRIBE_WRITER_API_KEY": model.key,
    }


@pytest.fixture
def author(app, model):
    made = Author(app)
    made.model = model
    made.bring(PAPER)
    return made


class Author(Researcher):
    def say(self, message, content="", *attached, **extra):
        """Send a message that the model answers with this content."""
        said = {"message": "Here it is.", "document_content": content, "sources": [], "new_types": []} | extra
        self.model.script(Answer(json.dumps(said)))
        return self.send(message, *attached)

    def add(self, order, content):
        """Have content drafted and approved, and return the document."""
        self.say(order, content)
        return self.decide("approve")["document"]


@pytest.mark.parametrize(
    ("order", "content"),
    [
        ("Add a row on the east garden to the table in Methods.", ROW),
        ("Add a bullet on wasps to the list in Risks.", ITEM),
        ("Add a paragraph on drift after the first paragraph of Methods.", DRIFT),
        ("Add a paragraph on drift at the end of Results.", DRIFT),
        ("Add this to the end of Risks: two paragraphs on drift.", f"{DRIFT}\n\n{SENTENCE}"),
    ],
)
@pytest.mark.parametrize("said", ["Delete it again.", "Remove that again.", "take that out again"])
def test_what_was_approved_is_taken_out_to_the_last_byte(author, order, content, said):
    assert author.add(order, content) != PAPER
    answer = author.say(said)
    assert answer["intent"] == "edit" and "approval of “" in answer["response"]
    assert author.decide("approve")["document"] == PAPER
