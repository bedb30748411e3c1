"""The door for Sonar's clients: what it takes, what it refuses and how it answers, in both kinds of stream."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time

import pytest

from backend.drafting.reply_parser import ANSWER_SCHEMA
from backend.kernel.sse import Decoder
from backend.services import api_keys
from tests.api.conftest import Client
from tests.connectors.web import Reply
from tests.searxng_stand_in import RESULTS, SearxngStandIn, found
from tests.sonar_stand_in import Answer, SonarStandIn, Streamed, over_limit
from tests.waiting import PATIENCE

QUESTION = "What causes coral bleaching?"
ASKED = {"model": "sonar", "messages": [{"role": "user", "content": QUESTION}]}
ALTERNATION = (
    "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."
)


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def keyless(make, searxng):
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url))


@pytest.fixture
def model():
    with SonarStandIn(key="k", strict=False) as server:
        yield server


@pytest.fixture
def modelled(make, searxng, model):
    settings = {"WRITER_BASE_URL": model.url, "WRITER_API_KEY": "k", "WRITER_MODEL": "w", "ALLOWED_MODELS": "big"}
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url, **settings))


def complete(user, **more):
    return user.call("POST", "/v1/chat/completions", ASKED | more)


def marked(*places, more=""):
    """An answer that cites the sources at these places of the prompt, and says `more`."""

    class Marked:
        def __call__(self, handler):
            said = handler.recorded.body["messages"][-1]["content"]
            ids = [line[1:12] for line in said.splitlines() if line.startswith("[sx_")]
            if not ids:
                return Answer('{"queries": ["coral bleaching"]}', results=())(handler)
            words = " ".join(f"Point {place} [{ids[place]}]." for place in places) + " Invented [sx_00000000]." + more
            answer = Answer(words, results=())
            streams = handler.recorded.body.get("stream")
            return Streamed(answer, mode="plain", size=5)(handler) if streams else answer(handler)

    return Marked()


def chunks(answer):
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream", answer.text
    *events, last = Decoder().feed(answer.data)
    assert last.data == "[DONE]"
    return [json.loads(each.data) for each in events]


def delta(chunk):
    return chunk["choices"][0]["delta"].get("content", "")


# --- who may ------------------------------------------------------------------------------------------


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


# --- what OpenAI's clients do ------------------------------------------------------------------------


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


# --- a search that fails ------------------------------------------------------------------------------


def test_a_failed_search_is_said_first_and_among_the_warnings(modelled, searxng):
    searxng.on("/search", Reply(b"<html>403</html>", 403, "text/html"))
    told = complete(modelled).json
    words = told["choices"][0]["message"]["content"]
    assert words.startswith("The search failed (searxng: ") and "search.formats" in words.split("\n\n")[0]
    assert any("searxng" in each for each in told["warnings"]) and told["citations"] == []
    last = chunks(complete(modelled, stream=True))
    assert last[-1]["choices"][0]["message"]["content"] == words == "".join(map(delta, last))
    assert last[-1]["warnings"] == told["warnings"]
    quiet = complete(modelled, disable_search=True).json
    assert "warnings" not in quiet and "The search failed" not in quiet["choices"][0]["message"]["content"]


def test_small_talk_is_never_searched_for(modelled, searxng):
    said = complete(modelled, messages=[{"role": "user", "content": "Thank you very much!"}]).json
    assert not searxng.requests and said["choices"][0]["message"]["content"] and "warnings" not in said


# --- what is refused ------------------------------------------------------------------------------------


def turns(*roles):
    return {"messages": [{"role": role, "content": QUESTION} for role in roles]}


@pytest.mark.parametrize(
    "roles",
    [("assistant", "user"), ("user", "user"), ("system", "user", "system", "user"), ("user", "assistant", "assistant")],
)
def test_turns_that_do_not_alternate_are_refused_as_sonar_does(keyless, searxng, roles):
    refused = complete(keyless, **turns(*roles))
    assert refused.status_code == 400
    assert refused.json["error"] | {"param": ""} == {
        "message": ALTERNATION, "type": "invalid_message", "code": 400, "param": "",
    }  # fmt: skip
    assert searxng.queries == []


@pytest.mark.parametrize(
    ("fields", "kind", "param"),
    [
        (turns("user", "assistant"), "invalid_message", "messages"),
        (turns("system"), "invalid_message", "messages"),
        ({"messages": []}, "invalid_message", "messages"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "invalid_message", "messages.0.content"),
        ({"messages": [{"role": "user", "content": " "}]}, "invalid_message", "messages"),
        ({"model": "gpt-9"}, "invalid_model", "model"),
        ({"search_mode": "moon"}, "invalid_request", "search_mode"),
        ({"search_domain_filter": ["a.org", "-b.org"]}, "invalid_request", "search_domain_filter"),
        ({"search_domain_filter": ["a.org"] * 21}, "invalid_request", "search_domain_filter"),
        ({"search_domain_filter": ["not a domain"]}, "invalid_request", "search_domain_filter.0"),
        ({"search_after_date_filter": "2025-01-01"}, "invalid_request", "search_after_date_filter"),
        ({"search_recency_filter": "decade"}, "invalid_request", "search_recency_filter"),
        ({"response_format": {"type": "regex"}}, "invalid_request", "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, "invalid_request", "response_format.json_schema"),
        ({"stream_mode": "loud"}, "invalid_request", "stream_mode"),
        ({"temperature": 3}, "invalid_request", "temperature"),
    ],
)
def test_what_can_not_be_done_is_refused_by_name(keyless, searxng, fields, kind, param):
    refused = complete(keyless, **fields)
    assert refused.status_code == 400 and refused.mimetype == "application/json", refused.text
    assert (refused.json["error"]["type"], refused.json["error"]["param"]) == (kind, param), refused.text
    assert searxng.queries == []


def test_all_bad_fields_are_named_and_broken_bodies_have_the_same_form(keyless):
    told = complete(keyless, temperature=9, stream="yes", max_tokens=0).json["error"]["message"]
    assert all(name in told for name in ("temperature", "stream", "max_tokens"))
    headers = {"Authorization": f"Bearer {keyless.access}", "Content-Type": "application/json"}
    for data, status in ((b"{", 400), (b"\xff", 400), (b"[]", 400)):
        refused = keyless.http.post("/v1/chat/completions", data=data, headers=headers)
        assert (refused.status_code, refused.json["error"]["code"]) == (status, status)
    assert keyless.call("GET", "/v1/nowhere").json["error"]["code"] == 404
    assert keyless.call("GET", "/v1/chat/completions").json["error"]["code"] == 405


def test_unknown_and_empty_fields_are_ignored(keyless):
    more = {"top_p": 0.9, "n": 1, "session_id": "x", "stop": None, "web_search_options": None, "response_format": None}
    told = keyless.call("POST", "/v1/chat/completions?api-version=1", ASKED | more | {"search_domain_filter": None})
    assert told.status_code == 200


# --- what is answered ------------------------------------------------------------------------------------


def test_an_answer_has_sonars_form(modelled, model):
    model.answer = marked(1, 0)
    told = complete(modelled, return_related_questions=True, temperature=0.2, max_tokens=50).json
    assert (told["object"], told["model"]) == ("chat.completion", "sonar") and told["id"] and told["created"]
    (choice,) = told["choices"]
    assert choice["message"] == {"role": "assistant", "content": "Point 1 [2]. Point 0 [1]. Invented."}
    assert choice["finish_reason"] == "stop" and choice["delta"]["content"] == ""
    assert told["citations"] == [each["url"] for each in told["search_results"]]
    assert set(told["citations"]) <= {each["url"] for each in RESULTS} and len(told["citations"]) == 3
    fields = {"title", "url", "date", "last_updated", "snippet", "source"}
    assert [set(each) - fields for each in told["search_results"]] == [{"support_of"}, {"support_of"}, set()]
    assert [each["sentence"] for each in told["search_results"][0]["support_of"]] == ["Point 0."]
    usage = told["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 0
    assert usage["search_context_size"] == "low" and usage["num_search_queries"] == 1
    assert usage["cost"]["total_cost"] > 0 and "estimated" not in usage
    assert told["related_questions"] == ["coral bleaching"]
    asked = model.requests[1].body
    assert (asked["temperature"], asked["max_tokens"]) == (0.2, 50)


@pytest.mark.parametrize("stream", [False, True])
def test_what_the_model_points_to_by_itself_is_told(modelled, model, stream):
    model.answer = marked(0, more=" So say [1] and https://made.up/x.")
    told = chunks(complete(modelled, stream=True))[-1] if stream else complete(modelled).json
    said = "Point 0 [1]. Invented. So say ［1] and https://made.up/x."
    assert told["choices"][0]["message"]["content"] == said, "its [1] would be taken for the first source's"
    assert [each.split(":")[0] for each in told["warnings"]] == [
        "These citation marks in the answer have no source",
        "No source contains these addresses of the answer",
        "Statements in the answer without a source",
    ]


def test_a_model_that_counts_nothing_is_counted_for(modelled, model):
    def uncounted(handler):
        message = {"role": "assistant", "content": "Nothing is known."}
        handler.send_json(200, {"choices": [{"index": 0, "finish_reason": "stop", "message": message}]})

    model.answer = uncounted
    usage = complete(modelled).json["usage"]
    assert usage["estimated"] is True and usage["prompt_tokens"] > 0 and usage["completion_tokens"] > 0
    assert "cost" not in usage


def test_without_a_model_it_quotes_and_nothing_was_spent(keyless, searxng):
    told = complete(keyless).json
    text, usage = told["choices"][0]["message"]["content"], told["usage"]
    assert "Marine heatwaves cause coral bleaching" in text and "[1]" in text
    assert (usage["prompt_tokens"], usage["total_tokens"]) == (0, 0)
    assert searxng.queries == ["causes coral bleaching"]


def test_the_references_in_a_quoted_sentence_are_no_marks_of_ours(keyless, searxng):
    told = {"url": "http://10.0.0.7/wiki", "title": "Bleaching", "content": "Coral bleaching is caused by heat.[2][31]"}
    searxng.on("/search", found(told))
    answer = complete(keyless).json
    assert (
        "caused by heat.［2]［31] [1]" in answer["choices"][0]["message"]["content"] and len(answer["citations"]) == 1
    )


def test_models_are_listed_and_allowed_ones_are_asked(modelled, model):
    names = [each["id"] for each in modelled.call("GET", "/v1/models").json["data"]]
    assert names == ["sonar", "sonar-pro", "sonar-reasoning-pro", "sonar-deep-research", "big"]
    model.answer = marked(0)
    assert complete(modelled, model="big").json["model"] == "big"
    assert [each.body["model"] for each in model.requests] == ["w", "big"]


@pytest.mark.parametrize(
    ("fields", "size"),
    [
        ({"model": "sonar"}, "low"),
        ({"model": "sonar-pro"}, "medium"),
        ({"model": "sonar-of-next-year"}, "medium"),
        ({"model": "sonar-deep-research", "reasoning_effort": "low"}, "low"),
        ({"model": "sonar-deep-research"}, "high"),
        ({"model": "sonar", "web_search_options": {"search_context_size": "high"}}, "high"),
    ],
)
def test_how_deep_to_look(keyless, fields, size):
    assert complete(keyless, **fields).json["usage"]["search_context_size"] == size


def test_filters_reach_the_search(keyless, searxng):
    few = {"search_domain_filter": ["-https://www.spam.example/x"], "search_language_filter": ["de"]}
    complete(keyless, search_recency_filter="week", search_mode="academic", **few)
    (asked,) = searxng.requests
    for part in ("-site%3Aspam.example", "time_range=week", "categories=science", "language=de"):
        assert part in asked.path
    searxng.requests.clear()
    told = complete(keyless, search_after_date_filter="1/31/2025", search_domain_filter=["example.org"]).json
    assert "site%3Aexample.org" in searxng.requests[0].path
    assert told["search_results"] == [], "what can't be shown to be newer, and of that domain, isn't used"
    searxng.requests.clear()
    told = complete(keyless, disable_search=True).json
    assert told["citations"] == [] and searxng.requests == []
    told = complete(keyless, messages=[{"role": "user", "content": "Thank you!"}], enable_search_classifier=True).json
    assert searxng.requests == []


def test_a_place_may_bias_the_search(keyless, searxng):
    place = {"user_location": {"city": "Tallinn", "country": "EE", "latitude": 59.4}}
    complete(keyless, messages=[{"role": "user", "content": "coral aquariums near me"}], web_search_options=place)
    assert "Tallinn, EE" in searxng.queries[0]


def test_the_callers_rules_and_talk_reach_the_model(modelled, model, searxng):
    model.answer = marked(0)
    talk = [
        {"role": "system", "content": "Answer like a pirate."},
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "Heat."},
        {"role": "user", "content": [{"type": "text", "text": "How long does it last?"}]},
    ]
    assert complete(modelled, messages=talk).status_code == 200
    asked = model.requests[-1].body["messages"]
    assert [each["role"] for each in asked] == ["system", "user", "assistant", "user"]
    assert "Answer like a pirate." in asked[0]["content"] and "How long does it last?" in asked[-1]["content"]


def test_json_by_a_schema(keyless):
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string"}, "sources": {"type": "array", "items": {"type": "string"}}},
        "required": ["answer", "sources"],
        "additionalProperties": False,
    }
    told = complete(keyless, response_format={"type": "json_schema", "json_schema": {"schema": schema}}).json
    made = json.loads(told["choices"][0]["message"]["content"])
    assert "coral bleaching" in made["answer"] and made["sources"]
    assert all(any(url in each for url in told["citations"]) for each in made["sources"])


# --- streams --------------------------------------------------------------------------------------------


def unjudged(chunk):
    """Results as they are known before the answer is written."""
    return [{name: each[name] for name in each if name != "support_of"} for each in chunk["search_results"]]


def test_full_mode_repeats_the_text_and_never_loses_the_sources(modelled, model):
    model.answer = marked(2, 0)
    told = chunks(complete(modelled, stream=True))
    text = "".join(map(delta, told))
    assert text == "Point 2 [3]. Point 0 [1]. Invented."
    said = ""
    for chunk in told:
        said += delta(chunk)
        assert chunk["object"] == "chat.completion.chunk"
        assert chunk["choices"][0]["message"]["content"] == said
        assert chunk["citations"] == told[0]["citations"] and len(chunk["citations"]) == 3
    assert told[0]["search_results"] == unjudged(told[-1]) and len(told) > 4
    assert [each["choices"][0]["finish_reason"] for each in told] == [None] * (len(told) - 1) + ["stop"]
    assert told[-1]["usage"]["completion_tokens"] and len({each["id"] for each in told}) == 1


def test_concise_mode_tells_of_the_search_and_gives_deltas_alone(modelled, model):
    model.answer = marked(1)
    told = chunks(complete(modelled, stream=True, stream_mode="concise"))
    kinds = list(dict.fromkeys(each["object"] for each in told))
    assert kinds == ["chat.reasoning", "chat.reasoning.done", "chat.completion.chunk", "chat.completion.done"]
    (step,) = told[0]["choices"][0]["delta"]["reasoning_steps"]
    assert step["type"] == "web_search" and step["web_search"]["search_keywords"] == ["coral bleaching"]
    done, last = (next(each for each in told if each["object"] == kind) for kind in (kinds[1], kinds[3]))
    assert done["search_results"] == unjudged(last) and len(last["search_results"]) == 3
    assert [len(each.get("support_of", ())) for each in last["search_results"]] == [0, 1, 0]
    words = [each for each in told if each["object"] == "chat.completion.chunk"]
    assert "".join(map(delta, words)) == last["choices"][0]["message"]["content"] == "Point 1 [2]. Invented."
    assert not any("citations" in each or "message" in each["choices"][0] for each in words)


@pytest.mark.parametrize("mode", ["full", "concise"])
def test_a_stream_without_a_model(keyless, mode):
    told = chunks(complete(keyless, stream=True, stream_mode=mode))
    whole = complete(keyless).json
    assert "".join(map(delta, told)) == whole["choices"][0]["message"]["content"]
    assert told[-1]["citations"] == whole["citations"]


def test_what_fails_before_the_first_word_has_a_status_and_later_an_event(modelled, model):
    def broken(handler):
        handler.send_json(503, {"error": {"message": "busy"}}, {"retry-after": "60"})

    model.answer = broken
    plain = complete(modelled)
    assert plain.status_code == 503 and plain.json["error"]["code"] == 503
    early = complete(modelled, stream=True, disable_search=True)
    assert early.status_code == 503 and early.json["error"]["type"] == "provider_over_limit"
    late = complete(modelled, stream=True)
    *_, last = Decoder().feed(late.data)
    assert late.status_code == 200 and json.loads(last.data)["error"]["code"] == 503


# --- clients that go away -------------------------------------------------------------------------------


class Slow:
    """A model that says a word and goes on for ever; `gone` is set when whoever asked has hung up."""

    def __init__(self):
        self.asked, self.gone = threading.Event(), threading.Event()

    def __call__(self, handler):
        if "You write queries" in json.dumps(handler.recorded.body):
            return Answer('{"queries": ["coral bleaching"]}', results=())(handler)
        self.asked.set()
        if not handler.recorded.body.get("stream"):
            handler.connection.settimeout(30)
            handler.connection.recv(1)
            return self.gone.set()
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        first = {"choices": [{"index": 0, "delta": {"content": "Well, it is "}, "finish_reason": None}]}
        handler.raw(b"data: " + json.dumps(first).encode() + b"\n\n")
        until = time.monotonic() + PATIENCE
        while handler.raw(b": still here\n\n") and time.monotonic() < until:
            time.sleep(0.02)
        self.gone.set()


def test_who_closes_a_stream_stops_the_work(modelled, model):
    slow = Slow()
    model.answer = slow
    answer = complete(modelled, stream=True)
    pieces = answer.iter_encoded()
    while b"Well" not in next(pieces):
        pass
    answer.close()
    assert slow.gone.wait(PATIENCE)


@pytest.mark.parametrize("stream", [False, True])
def test_who_hangs_up_stops_the_work(modelled, model, stream):
    """Seen at the socket, also while there is nothing to send."""
    slow = Slow()
    model.answer = slow
    here, there = socket.socketpair()

    def call():
        with contextlib.closing(complete_at(modelled, here, stream=stream)) as answer:
            answer.get_data()

    thread = threading.Thread(target=call)
    thread.start()
    assert slow.asked.wait(PATIENCE)
    there.close()
    assert slow.gone.wait(PATIENCE)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    here.close()


def complete_at(user, connection, **more):
    headers = {"Authorization": f"Bearer {user.access}"}
    return user.app.test_client().post(
        "/v1/chat/completions", json=ASKED | more, headers=headers, environ_overrides={"gunicorn.socket": connection}
    )


def test_a_service_that_hangs_does_not_keep_a_client_that_left(keyless, searxng):
    searxng.on("/search", Reply(delay=60))
    here, there = socket.socketpair()
    there.close()
    answer = complete_at(keyless, here)
    assert answer.status_code == 409, "it would have been answered without results at the search's deadline"
    here.close()


def test_stage_ones_form_is_filled_without_a_model(keyless):
    """As another Coscribe asks for it: content to approve, with sources that are among those found."""
    form = {"type": "json_schema", "json_schema": {"name": ANSWER_SCHEMA.name, "schema": dict(ANSWER_SCHEMA.schema)}}
    said = [{"role": "user", "content": "Write a paragraph on coral bleaching under marine heatwaves."}]
    told = complete(keyless, messages=said, response_format=form).json
    made = json.loads(told["choices"][0]["message"]["content"])
    assert set(made) == set(ANSWER_SCHEMA.schema["properties"])
    assert "coral bleaching" in made["document_content"] and made["sources"]
    assert all(any(url in each for url in told["citations"]) for each in made["sources"])
