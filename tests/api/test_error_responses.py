"""The refusals that the description tells of, call by call."""

from __future__ import annotations

import pytest

from backend.api.error_responses import WHEN, reference, responses, statuses

OPEN, SIGNED = {}, {"security": [{}]}
MATCHED = SIGNED | {"parameters": [{"name": "If-Match"}, "#/ref"]}


@pytest.mark.parametrize(
    ("method", "path", "operation", "expected"),
    [
        ("get", "/api/health", OPEN, {422, 429, 503}),
        ("get", "/api/sessions", SIGNED | {"parameters": [{"name": "limit"}]}, {400, 401, 414, 422, 429, 503}),
        ("post", "/api/auth/login", OPEN, {400, 401, 413, 415, 422, 429, 503}),
        ("post", "/api/auth/register", OPEN, {400, 403, 409, 413, 415, 422, 429, 503}),
        ("get", "/api/sessions/{session_id}", SIGNED, {401, 404, 414, 422, 429, 503}),
        ("get", "/api/chat/pending", SIGNED, {401, 404, 422, 429, 503}),
        ("post", "/api/chat/reject", SIGNED, {400, 401, 404, 409, 413, 415, 422, 429, 503}),
        ("post", "/api/chat/message", SIGNED, {400, 401, 404, 409, 413, 415, 422, 429, 502, 503, 504}),
        (
            "put", "/api/sessions/{session_id}/document", MATCHED,
            {400, 401, 404, 409, 412, 413, 414, 415, 422, 428, 429, 503},
        ),
        ("get", "/api/sessions/{session_id}/document/structure", SIGNED, {401, 404, 409, 414, 422, 429, 503}),
        ("get", "/api/document-types", SIGNED, {401, 404, 422, 429, 503}),
        ("patch", "/api/library/{work_id}", SIGNED, {400, 401, 404, 409, 413, 414, 415, 422, 429, 503}),
        ("delete", "/api/styles/{style_id}", SIGNED, {400, 401, 404, 413, 414, 415, 422, 429, 503}),
        ("delete", "/api/auth/keys/{key_id}", SIGNED, {400, 401, 404, 413, 414, 415, 422, 429, 503}),
        ("post", "/v1/chat/completions", SIGNED, {400, 401, 413, 415, 429, 502, 503, 504}),
    ],
)  # fmt: skip
def test_what_a_call_may_answer(method, path, operation, expected):
    assert statuses(method, path, operation) == expected


def test_every_status_that_is_given_has_a_component_in_both_forms():
    told = responses()
    assert set(told) == {f"{form}{status}" for form in ("Problem", "SonarProblem") for status in WHEN}
    assert {name for name, each in told.items() if "headers" in each} == {
        "Problem429", "Problem503", "SonarProblem429", "SonarProblem503",
    }  # fmt: skip
    assert list(told["Problem404"]["content"]) == ["application/problem+json"]
    assert list(told["SonarProblem404"]["content"]) == ["application/json"]


def test_a_reference_leads_to_the_form_of_its_door():
    assert reference(404) == {"$ref": "#/components/responses/Problem404"}
    assert reference(404, "/v1/models") == {"$ref": "#/components/responses/SonarProblem404"}
