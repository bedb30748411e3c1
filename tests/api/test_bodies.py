"""Whatever is sent, the answer is one of the contract's, never an accident."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.api.bodies import flatten
from backend.bootstrap import create_app, prepare
from backend.storage.db import db
from tests.api.conftest import Client

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
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_json_is_answered_as_the_contract_says(user, session, what, body):
    text = json.dumps(body).replace('"SESSION"', json.dumps(session))
    answer = user.call("POST", f"/api/chat/{what}", data=text, content_type="application/json")
    assert answer.status_code in (200, 400, 404, 409, 422), (text, answer.text)


@given(
    raw=st.binary(max_size=60),
    kind=st.sampled_from(["application/json", "text/plain", "", "application/json; charset=x"]),
)
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_answered_too(user, raw, kind):
    answer = user.call("POST", "/api/sessions", data=raw, content_type=kind)
    assert answer.status_code in (201, 400, 415, 422), answer.text


@given(path=st.text(st.characters(exclude_characters="/?#", exclude_categories=["Cs"]), min_size=1, max_size=30))
@settings(max_examples=60, deadline=None)
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
