"""Whatever is sent, the answer is one of the contract's, never an accident."""

from __future__ import annotations

import io
import json

import pytest
from gunicorn.http.errors import ChunkMissingTerminator, InvalidChunkSize, NoMoreData
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.api.request_bodies import MAX_BODY, flatten
from backend.bootstrap import create_app, prepare
from backend.storage.db import db
from tests.api.conftest import Client
from tests.examples import examples

NOWHERE = "00000000-0000-4000-8000-000000000000"
POSTS = ["message", "preview", "approve", "reject", "rewrite"]
FIELDS = [
    "session_id", "message", "mode", "attached_sections", "content", "pending_content_id", "document_content",
    "placement", "operation", "anchor", "block", "section", "base_revision", "accept_truncated", "title", "x",
]  # fmt: skip
WORDS = st.text(max_size=20) | st.sampled_from(["write", "replace", "SESSION"])
NAMES = st.sampled_from(FIELDS) | st.text(max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def user(tmp_path_factory):
    folder = tmp_path_factory.mktemp("anything")
    app = create_app(
        environ={
            "COSCRIBE_DATA_DIR": str(folder), "COSCRIBE_LOG_LEVEL": "CRITICAL", "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_AUTH_RATE_LIMIT": "off",
        }
    )  # fmt: skip
    prepare(app)
    yield Client(app)
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def session(user):
    return user.session()


@given(what=st.sampled_from(POSTS), body=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=6) | VALUES)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_json_is_answered_as_the_contract_says(user, session, what, body):
    text = json.dumps(body).replace('"SESSION"', json.dumps(session))
    answer = user.call("POST", f"/api/chat/{what}", data=text, content_type="application/json")
    assert answer.status_code in (200, 400, 404, 409, 422), (text, answer.text)


@given(
    raw=st.binary(max_size=60),
    kind=st.sampled_from(["application/json", "text/plain", "", "application/json; charset=x"]),
)
@settings(max_examples=examples(40), deadline=None)
def test_any_bytes_are_answered_too(user, raw, kind):
    answer = user.call("POST", "/api/sessions", data=raw, content_type=kind)
    assert answer.status_code in (201, 400, 415, 422), answer.text


@given(path=st.text(st.characters(exclude_characters="/?#", exclude_categories=["Cs"]), min_size=1, max_size=30))
@settings(max_examples=examples(40), deadline=None)
def test_any_id_is_unknown(user, path):
    for tail in ("", "/document", "/usage"):
        assert user.call("GET", f"/api/sessions/{path}{tail}").status_code in (404, 405)


@pytest.mark.parametrize(
    ("messages", "flat"),
    [
        ({"a": ["no"]}, {"a": ["no"]}),
        ({"a": {0: {"b": ["no", "never"]}, 2: ["no"]}}, {"a.0.b": ["no", "never"], "a.2": ["no"]}),
        ({"_schema": ["no object"]}, {"body": ["no object"]}),
        ({"a": {"_schema": ["no object"]}}, {"a": ["no object"]}),
        ({"a": {"key": {"key": ["bad"]}}}, {"a.key.key": ["bad"]}),
    ],
)
def test_reasons_are_named_by_dotted_paths(messages, flat):
    assert dict(flatten(messages)) == flat


@pytest.fixture
def own(somebody):
    return somebody.session()


@pytest.mark.parametrize("what", ["preview", "approve", "reject", "rewrite"])
@pytest.mark.parametrize("draft", [NOWHERE, "no id"])
def test_unknown_content_comes_before_refused_fields(somebody, own, what, draft):
    body = {"session_id": own, "pending_content_id": draft, "bogus": 1}
    assert somebody.call("POST", f"/api/chat/{what}", body).status_code == 404


def test_an_unknown_revision_comes_before_refused_fields(somebody, own):
    path = f"/api/sessions/{own}/document/revisions"
    assert somebody.call("GET", f"{path}/7/diff?against=x").status_code == 404
    assert somebody.call("GET", f"{path}/0/diff?against=x").status_code == 422
    assert somebody.call("POST", f"{path}/7/restore", {"bogus": 1}).status_code == 404


@pytest.mark.parametrize("key", ["used", "x" * 256])
def test_somebody_elses_session_comes_before_a_refused_key(app, somebody, own, key):
    body = {"session_id": own, "message": "Hello."}
    assert somebody.call("POST", "/api/chat/message", body, headers={"Idempotency-Key": "used"}).status_code == 200
    foreign = body | {"session_id": Client(app).session()}
    assert somebody.call("POST", "/api/chat/message", foreign, headers={"Idempotency-Key": key}).status_code == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/auth/me"),
        ("GET", "/api/sessions"),
        ("GET", "/api/sessions/SESSION"),
        ("DELETE", "/api/sessions/SESSION"),
        ("GET", "/api/sessions/SESSION/usage"),
        ("GET", "/api/sessions/SESSION/document"),
        ("GET", "/api/sessions/SESSION/document/structure"),
        ("GET", "/api/sessions/SESSION/document/revisions/0"),
    ],
)
def test_an_unknown_name_in_the_address_is_refused_everywhere(app, somebody, own, method, path):
    path = path.replace("SESSION", own)
    answer = somebody.call(method, f"{path}?bogus=1")
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"bogus"}
    if own in path:
        assert Client(app).call(method, f"{path}?bogus=1").status_code == 404


def test_unknown_names_of_body_and_address_are_named_together(somebody, own):
    answer = somebody.call("POST", "/api/sessions?bogus=1", {"title": 5, "odd": 1})
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"bogus", "odd", "title"}
    assert somebody.call("POST", "/api/sessions?bogus=1", {}).status_code == 422


def test_where_no_body_is_read_none_may_say_anything(somebody, own):
    restore = f"/api/sessions/{own}/document/revisions/0/restore"
    seen = {"If-Match": '"0"'}
    answer = somebody.call("POST", restore, {"bogus": 1}, headers=seen)
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"bogus"}
    answer = somebody.call("POST", restore, [1], headers=seen)
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"body"}
    assert somebody.call("POST", "/api/auth/logout", {"bogus": 1}).status_code == 422
    for empty in ({}, None):
        assert somebody.call("POST", restore, empty, headers={"If-Match": "*"}).status_code == 200
    assert somebody.call("POST", "/api/auth/logout", {}).status_code == 204


@pytest.mark.parametrize(("more", "status"), [(0, 201), (1, 413), (1_000_000, 413)])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_12_mb_is_read_and_one_byte_more_is_not(somebody, more, status, chunked):
    body = json.dumps({"title": "A"}).encode().ljust(MAX_BODY + more)
    sent = {"input_stream": io.BytesIO(body), "environ_overrides": {"wsgi.input_terminated": True}}
    options = sent if chunked else {"data": body}
    answer = somebody.call("POST", "/api/sessions", content_type="application/json", **options)
    assert answer.status_code == status, answer.text


class Broken(io.BytesIO):
    """A body whose chunks turn out to be none, as gunicorn tells it."""

    def __init__(self, error):
        self.error = error

    def read(self, size=-1):
        raise self.error

    readinto = read


@pytest.mark.parametrize("error", [InvalidChunkSize(b"ZZ"), ChunkMissingTerminator(b"abc"), NoMoreData()])
def test_a_body_that_cannot_be_read_is_malformed(somebody, error):
    broken = {"input_stream": Broken(error), "environ_overrides": {"wsgi.input_terminated": True}}
    answer = somebody.call("POST", "/api/sessions", content_type="application/json", **broken)
    assert answer.status_code == 400, answer.text


def test_an_unknown_field_is_answered_with_the_similar_one(somebody):
    answer = somebody.call("POST", "/api/sessions", {"titel": "Rivers", "zzz": 1})
    assert answer.status_code == 422
    assert answer.json["errors"] == {
        "titel": ["Unknown field. Did you mean `title`?"],
        "zzz": ["Unknown field."],
    }


def test_a_body_that_is_no_object_is_told_to_be_one(somebody):
    answer = somebody.call("POST", "/api/chat/message", [1])
    assert (answer.status_code, answer.json["errors"]) == (422, {"body": ["Send a JSON object."]})
