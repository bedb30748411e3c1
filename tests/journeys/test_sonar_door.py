"""The Sonar-compatible door on real servers: the official client, and Coscribe as another Coscribe's Sonar."""

import json
import os
import re
import subprocess

import httpx2
import pytest
from openai import AuthenticationError, BadRequestError, OpenAI

from backend.sources.identifiers import canonical_url
from tests import warm
from tests.journeys.test_crash import Served
from tests.searxng_stand_in import RESULTS, SearxngStandIn
from tests.waiting import PATIENCE

QUESTION = "What causes coral bleaching?"
EMAIL = "ada@example.org"


@pytest.fixture
def database_url(sqlite_url):
    """What the databases promise is tested with them."""
    return sqlite_url


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def far(environ, data_dir, searxng):
    """A server without a model whose engine searches; and an API key for it, made on the command line."""
    environ = environ | {
        "COSCRIBE_WRITER": "research",
        "COSCRIBE_SEARXNG_URL": searxng.url,
        "COSCRIBE_DATA_DIR": str(data_dir / "far"),
        "COSCRIBE_DATABASE_URL": f"sqlite:///{data_dir / 'far.sqlite3'}",
    }
    data_dir.mkdir(exist_ok=True)
    server = Served(environ)
    server.start()
    try:
        registered = httpx2.post(
            f"{server.url}/api/auth/register", json={"email": EMAIL, "password": "a quiet long phrase"}, trust_env=False
        )
        assert registered.status_code == 201
        made = subprocess.run(
            [*warm.command("backend.cli"), "keys", "create", EMAIL],
            env=os.environ | environ, capture_output=True, text=True, check=True,
        )  # fmt: skip
        server.key = made.stdout.strip()
        yield server
    finally:
        server.kill()


@pytest.fixture
def client(far):
    with httpx2.Client(trust_env=False) as http:
        yield OpenAI(base_url=f"{far.url}/v1", api_key=far.key, http_client=http, max_retries=0)


def ask(client, **more):
    return client.chat.completions.create(model="sonar", messages=[{"role": "user", "content": QUESTION}], **more)


def cited(text, citations):
    """The addresses that the marks of a text point to; every mark points to one."""
    places = [int(place) for place in re.findall(r"\[(\d+)\]", text)]
    assert places and all(1 <= place <= len(citations) for place in places)
    return [citations[place - 1] for place in places]


def test_the_official_client_asks_plainly_and_in_both_streams(client, far):
    whole = ask(
        client, extra_body={"search_recency_filter": None, "web_search_options": {"search_context_size": "low"}}
    )
    text = whole.choices[0].message.content
    assert "coral bleaching" in text and whole.choices[0].finish_reason == "stop"
    assert set(cited(text, whole.model_extra["citations"])) <= {each["url"] for each in RESULTS}
    assert whole.usage.total_tokens == 0 and whole.usage.model_extra["num_search_queries"] == 1

    for mode in ("full", "concise"):
        told = list(ask(client, stream=True, extra_body={"stream_mode": mode}))
        said = "".join(choice.delta.content or "" for chunk in told for choice in chunk.choices)
        assert said == text, "each word once"
        found = [chunk.model_extra["search_results"] for chunk in told if "search_results" in (chunk.model_extra or {})]
        plain = [[{**result, "support_of": None} for result in each] for each in found]
        assert len(found) >= 2 and all(each == plain[0] for each in plain) and len(found[0]) == 3
        assert told[-1].choices[0].finish_reason == "stop" and told[-1].usage.total_tokens == 0
        assert told[-1].object == ("chat.completion.done" if mode == "concise" else "chat.completion.chunk")
    assert [each.id for each in client.models.list()][:2] == ["sonar", "sonar-pro"]

    with pytest.raises(BadRequestError) as refused:
        client.chat.completions.create(model="sonar", messages=[{"role": "assistant", "content": "Hello."}])
    assert refused.value.body["type"] == "invalid_message" and "alternate" in refused.value.body["message"]
    with pytest.raises(AuthenticationError):
        ask(client.with_options(api_key="csk_wrong"))


def test_coscribe_writes_with_another_coscribe_as_its_sonar(far, environ, searxng, data_dir):
    near = Served(
        environ
        | {
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": f"{far.url}/v1",
            "COSCRIBE_WRITER_API_KEY": far.key,
        }
        | {"COSCRIBE_WRITER_MODEL": "sonar", "COSCRIBE_DATA_DIR": str(data_dir / "near")}
    )
    near.start()
    try:
        with httpx2.Client(base_url=near.url, trust_env=False, timeout=PATIENCE) as http:
            made = http.post("/api/auth/register", json={"email": "bob@example.org", "password": "a quiet long phrase"})
            http.headers["Authorization"] = f"Bearer {made.json()['access_token']}"
            session = http.post("/api/sessions", json={}).json()["id"]
            body = {"session_id": session, "message": "Write a paragraph on coral bleaching under marine heatwaves."}
            told = http.post("/api/chat/message", json=body).json()
            assert told["status"] == "pending_approval", told
            assert "coral bleaching" in told["document_content"] and told["sources"]
            assert {each["status"] for each in told["citations"]} == {"resolved"}
            known = {canonical_url(each["url"]) for each in RESULTS}
            assert {canonical_url(each["url"]) for each in told["citations"]} <= known
            approved = http.post("/api/chat/approve", json={"session_id": session}).json()
            assert approved["status"] == "approved" and told["document_content"] in approved["document"]
            streamed = http.post("/api/chat/message", json=body, headers={"Accept": "text/event-stream"})
            last = json.loads([line for line in streamed.text.splitlines() if line.startswith("data: ")][-1][6:])
            assert last["status"] == "pending_approval" and last["sources"]
        assert searxng.queries and all("coral bleaching" in each for each in searxng.queries)
    finally:
        near.kill()
