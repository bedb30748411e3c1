"""A server, and people at a shell who use it."""

import pytest

from tests.live import serving
from tests.searxng_stand_in import SearxngStandIn
from tests.shell import ANSWER, Shell, signed_in
from tests.sonar_stand_in import SonarStandIn


@pytest.fixture
def database_url(sqlite_url):
    """What the databases promise is tested with them; here it is about the client."""
    return sqlite_url


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = ANSWER
        yield server


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def writer(request):
    return getattr(request, "param", "perplexity")


@pytest.fixture
def environ(environ, sonar, searxng, writer):
    if writer == "research":  # by ourselves, without a model
        return environ | {"COSCRIBE_WRITER": writer, "COSCRIBE_SEARXNG_URL": searxng.url}
    return environ | {
        "COSCRIBE_SEARXNG_URL": searxng.url,
        "COSCRIBE_WRITER": "perplexity",
        "COSCRIBE_WRITER_BASE_URL": sonar.url,
        "PERPLEXITY_API_KEY": sonar.key,
        "COSCRIBE_WRITER_TIMEOUT": "300",
        "COSCRIBE_SECRET_KEY": "k" * 40,
    }


@pytest.fixture
def server(app):
    with serving(app) as url:
        yield url


@pytest.fixture
def stranger(server, tmp_path):
    return Shell(server, tmp_path / "config")


@pytest.fixture
def shell(stranger):
    return signed_in(stranger)
