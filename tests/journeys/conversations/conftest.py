"""A researcher who talks to a scripted model about the PAPER of the test's module."""

import json

import pytest

from tests.researcher import Researcher
from tests.sonar_stand_in import Answer, SonarStandIn


class Author(Researcher):
    def say(self, message, content="", *attached, results=(), **more):
        """Send a message that the model answers with this content; `more` are fields of the answer or the request."""
        extra = {name: more.pop(name) for name in ("intent", "sources") if name in more}
        said = {"message": "Here it is.", "document_content": content, "sources": [], "new_types": []} | extra
        self.model.script(Answer(json.dumps(said), results=results))
        return self.send(message, *attached, **more)

    def add(self, order, content):
        """Have content drafted and approved, and return the document."""
        self.say(order, content)
        return self.decide("approve")["document"]

    @property
    def prompt(self):
        return "\n\n".join(turn["content"] for turn in self.model.requests[-1].body["messages"])


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
def author(app, model, request):
    made = Author(app)
    made.model = model
    made.bring(request.module.PAPER)
    return made
