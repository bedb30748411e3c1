"""A researcher whose writer is a stand-in that streams, at two processes of one server."""

import pytest

from backend.bootstrap import create_app
from tests.closing import close_app
from tests.journeys.streams.watching import ANSWER, Held
from tests.researcher import Researcher
from tests.sonar_stand_in import SonarStandIn


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = ANSWER
        yield server
        assert server.violations == []


@pytest.fixture
def environ(environ, sonar):
    return environ | {
        "COSCRIBE_WRITER": "perplexity",
        "COSCRIBE_WRITER_BASE_URL": sonar.url,
        "PERPLEXITY_API_KEY": sonar.key,
        "COSCRIBE_WRITER_TIMEOUT": "300",
    }


@pytest.fixture
def researcher(app):
    yield Researcher(app)
    while Held.made:  # a test that failed has let nothing go on, and the app is closed after its runs have ended
        Held.made.pop().go.set()


@pytest.fixture
def elsewhere(environ, researcher):
    """The same researcher at another process of the same server: nothing in memory is shared."""
    app = create_app(environ=environ)
    yield app.test_client()
    close_app(app)
