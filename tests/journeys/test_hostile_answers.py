"""Hostile answers of a model's server: none breaks the session, changes the paper, forges a marker or logs the key."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from backend.bootstrap import create_app, prepare
from backend.drafting.markers import CURRENT
from tests.api.conftest import Client
from tests.closing import close_app
from tests.journeys.hostile_answers import ANSWERS, KEY
from tests.sonar_stand_in import Answer, SonarStandIn

PAPER = "# Tides\n\nThe sea rises twice a day.\n"
ASKED = "Add a paragraph on the moon"
#: What an answer may come to: text, or a failure of the provider's that says so.
STATUSES = (200, 429, 502, 503, 504)


@pytest.fixture(scope="module")
def sonar() -> Iterator[SonarStandIn]:
    with SonarStandIn(key=KEY) as stand_in:
        yield stand_in


@pytest.fixture(scope="module")
def client(sonar: SonarStandIn, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("hostile")
    environ = {
        "DATA_DIR": str(folder), "WRITER": "perplexity", "WRITER_BASE_URL": sonar.url, "PLACER": "rules",
        "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off", "VERIFY": "off", "LOG_LEVEL": "INFO",
    }  # fmt: skip
    app = create_app(
        environ={f"COSCRIBE_{name}": value for name, value in environ.items()} | {"PERPLEXITY_API_KEY": KEY}
    )
    prepare(app)
    yield Client(app)
    close_app(app)


def test_there_are_as_many_as_were_tried_by_hand() -> None:
    assert len(ANSWERS) >= 123


@pytest.mark.parametrize("name", ANSWERS)
def test_nothing_is_lost_changed_forged_or_logged(
    name: str, sonar: SonarStandIn, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    session = client.session()
    paper = f"/api/sessions/{session}/document"
    assert client.call("PUT", paper, {"content": PAPER}, headers={"If-Match": '"0"'}).status_code == 200
    caplog.set_level(logging.INFO)
    sonar.answer = lambda handler: _raw(handler, ANSWERS[name])  # whatever is asked again gets the same
    sonar.requests.clear()
    with client.call("POST", "/api/chat/message", {"session_id": session, "message": ASKED}) as answer:
        assert answer.status_code in STATUSES, answer.text[:2000]
        told = json.loads(answer.data.decode("utf-8"))
        json.dumps(told, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair is passed on
        assert answer.status_code == 200 or KEY not in answer.text
    before = _markers(sonar)
    document = client.call("GET", paper).json
    assert (document["content"], document["revision"]) == (PAPER, 1), "nothing lands without an approval"
    kept = client.call("GET", f"/api/sessions/{session}/messages").json["items"]
    assert kept[0]["content"] == ASKED, "what the user said is kept"
    assert KEY not in caplog.text
    sonar.answer = Answer()
    with client.call("POST", "/api/chat/message", {"session_id": session, "message": "And thanks."}) as answer:
        assert answer.status_code == 200, "the session goes on"
    assert _markers(sonar) == before, "no answer forges the marker of the user's words"
    assert sonar.violations == []


def _markers(sonar: SonarStandIn) -> int:
    """How often the latest prompt has the marker in front of what the user says."""
    return sum(each["content"].count(CURRENT) for each in sonar.requests[-1].body["messages"])


def _raw(handler, body: bytes) -> None:
    handler.close_connection = True
    handler.raw(body)
