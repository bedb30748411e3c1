"""Who may call, and what OpenAI's clients do."""

from __future__ import annotations

import json

import pytest

from backend.kernel.sse import Decoder
from backend.services import api_keys
from tests.api.conftest import Client
from tests.api.sonar.endpoints.calling import ASKED, complete
from tests.sonar_stand_in import Answer, over_limit


def test_an_access_token_or_an_api_key_and_nothing_else(keyless):
    app = keyless.app
    with app.app_context():
        key, made = api_keys.create(app.extensions["coscribe"], keyless.email)
    assert complete(keyless).status_code == 200

    def status(token, path="/v1/models"):
        return keyless.http.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})

    assert status(key).status_code == 200
    assert status(key, "/api/sessions").status_code == 401, "a key opens only /v1"
    with app.app_context():
        api_keys.revoke(app.extensions["coscribe"], made.id)
    for refused in (status(key), status("csk_wrong"), status("x"), status("")):
        assert refused.status_code == 401 and refused.mimetype == "application/json"
        assert refused.json["error"] | {"message": ""} == {"message": "", "type": "invalid_api_key", "code": 401}
        assert "WWW-Authenticate" in refused.headers


def test_a_key_counts_for_its_user(make, searxng):
    app = make(WRITER="research", SEARXNG_URL=searxng.url, RATE_LIMIT="3/hour")
    user = Client(app)
    with app.app_context():
        key, _ = api_keys.create(app.extensions["coscribe"], user.email)
    headers = {"Authorization": f"Bearer {key}"}
    assert [user.call("GET", "/v1/models", headers=headers).status_code for _ in range(2)] == [200, 200]
    assert user.call("GET", "/v1/models").status_code == 200
    refused = user.call("GET", "/v1/models", headers=headers)
    assert refused.status_code == 429 and refused.json["error"]["type"] == "rate_limit_exceeded"
    assert int(refused.headers["Retry-After"]) > 0


def test_a_model_is_found_by_its_name(modelled):
    assert modelled.call("GET", "/v1/models/sonar-pro").json["id"] == "sonar-pro"
    assert modelled.call("GET", "/v1/models/big").json["object"] == "model"
    missing = modelled.call("GET", "/v1/models/gpt-9")
    assert missing.status_code == 404 and "gpt-9" in missing.json["error"]["message"]


def test_completions_are_at_sonars_own_address_too(keyless):
    assert keyless.call("POST", "/chat/completions", ASKED).json["citations"]
    refused = keyless.call("POST", "/chat/completions", {"model": "sonar"})
    assert refused.status_code == 400 and "messages" in refused.json["error"]["message"]
    assert keyless.http.post("/chat/completions", json=ASKED).status_code == 401


@pytest.mark.parametrize("form", [
    {"type": "json_object"},
    {"type": "json_schema", "json_schema": {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}}},
])  # fmt: skip
def test_json_that_is_asked_for_is_json_or_an_error(modelled, model, form):
    def told():
        return complete(modelled, response_format=form, disable_search=True)

    model.answer = Answer('Here it is:\n```json\n{"a": "x"}\n```', results=())
    assert json.loads(told().json["choices"][0]["message"]["content"]) == {"a": "x"}
    model.answer = Answer("I would rather talk.", results=())
    assert told().status_code == 502 and "asked for JSON" in told().json["error"]["message"]
    *_, last = Decoder().feed(complete(modelled, response_format=form, disable_search=True, stream=True).data)
    assert "asked for JSON" in last.data or "asked for JSON" in _[-1].data


def test_json_without_a_model(keyless):
    made = complete(keyless, response_format={"type": "json_object"}).json["choices"][0]["message"]["content"]
    assert set(json.loads(made)) == {"answer", "sources"} and json.loads(made)["sources"]


def test_few_tokens_are_few_sentences(keyless):
    whole, short = (complete(keyless, **more).json["choices"][0] for more in ({}, {"max_tokens": 30}))
    assert (whole["finish_reason"], short["finish_reason"]) == ("stop", "length")
    assert len(short["message"]["content"]) < len(whole["message"]["content"])


def test_a_model_that_is_over_its_limit_for_long_is_told_of_at_once(modelled, model):
    model.script(over_limit("3600"), over_limit("3600"), over_limit("3600"))
    refused = complete(modelled, disable_search=True)
    assert refused.status_code == 503 and refused.headers["Retry-After"] == "3600"
    assert len([each for each in model.requests if each.path.endswith("completions")]) == 1


def test_headers_of_openais_clients_pass_from_other_origins(make, searxng):
    http = make(WRITER="research", SEARXNG_URL=searxng.url, CORS_ORIGINS="https://app.example.org").test_client()
    asked = "authorization, content-type, x-stainless-os, x-stainless-retry-count"
    headers = {
        "Origin": "https://app.example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": asked,
    }
    for path in ("/v1/chat/completions", "/chat/completions"):
        allowed = http.options(path, headers=headers).headers["Access-Control-Allow-Headers"].lower()
        assert {each.strip() for each in asked.split(",")} <= {each.strip() for each in allowed.split(",")}
