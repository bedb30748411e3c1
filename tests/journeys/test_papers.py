"""Every real paper can be brought in, asked about, written into and restored, byte for byte."""

import json
from pathlib import Path

import pytest

from tests.researcher import Researcher, highlight
from tests.sonar_stand_in import Answer, SonarStandIn

PAPERS = sorted((Path(__file__).parents[2].parent / "shared" / "data" / "papers").glob("*.md"))
CONTENT = "The step is $\\nabla f(\\theta) = \\frac{1}{2}$.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"

pytestmark = pytest.mark.skipif(not PAPERS, reason="the collection of real papers is not here")


@pytest.fixture
def database_url(sqlite_url):
    """One database is enough here: what differs is the text."""
    return sqlite_url


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = Answer(
            json.dumps(
                {
                    "message": "Here.",
                    "document_content": CONTENT,
                    "document_structure": [],
                    "sources": ["https://example.org/survey"],
                    "new_types": [],
                }
            )
        )
        yield server
        assert server.violations == []


@pytest.fixture(params=["extractive", "perplexity"])
def environ(environ, sonar, request):
    return environ | {
        "COSCRIBE_WRITER": request.param,
        "COSCRIBE_WRITER_BASE_URL": sonar.url if request.param == "perplexity" else "",
        "PERPLEXITY_API_KEY": sonar.key,
    }


def test_every_paper(app):
    for path in PAPERS:
        paper = path.read_bytes().decode()
        researcher = Researcher(app, path.stem)
        assert researcher.bring(paper)["content"] == paper, path.name
        asked = researcher.send("What does this paper conclude?", mode="research")
        assert asked["response"]
        answer = researcher.send("Add this to the end of the document.", highlight("The step is $\\nabla f$, as said."))
        # the stand-in gives the same content twice, which leaves its first draft as it is
        content = answer["document_content"] or asked["document_content"]
        assert content, path.name
        done = researcher.decide("approve")
        assert_only_inserted(paper, done["document"], content)
        assert researcher.restore(1)["content"] == paper, path.name


def assert_only_inserted(before, after, content):
    """`after` is `before` with the content put in at one spot, in the document's line ends, blank lines around it."""
    eol = "\r\n" if "\r\n" in before else "\n"
    head, found, tail = after.partition(content.replace("\n", eol))
    if not found:
        head, found, tail = after.partition(content)
    assert found
    assert before.startswith(head.rstrip("\r\n")) and before.endswith(tail.lstrip("\r\n"))
    assert len(head.rstrip("\r\n")) + len(tail.lstrip("\r\n")) <= len(before)
