"""Every call, field and parameter of /openapi.json is described, and every example is true."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from backend.api.description import words
from backend.api.description.words import METHODS
from tests.api.description.recording import record
from tests.searxng_stand_in import SearxngStandIn

#: Calls of which no JSON is sent or answered, or whose answer is a file or a stream.
WITHOUT_EXAMPLE = {
    "GET /api/runs/{run_id}/events",
    "GET /api/sessions/{session_id}/events",
    "GET /api/sessions/{session_id}/export",
    "GET /api/sessions/{session_id}/files/{name}",
    "POST /api/auth/logout",
    "POST /api/sessions/{session_id}/check",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /openapi.json",
    "GET /docs",
}


@pytest.fixture
def told(http) -> dict[str, Any]:
    return http.get("/openapi.json").json


def calls(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operations[method]
        for path, operations in told["paths"].items()
        for method in METHODS
        if method in operations
    }


def bodies(call: dict[str, Any]):
    """The JSON bodies of a call: of its request, and of its answers that are no refusals."""
    yield call.get("requestBody", {}).get("content", {}).get("application/json")
    for status, answer in call["responses"].items():
        if status.startswith("2"):
            yield answer.get("content", {}).get("application/json")


def test_every_field_and_parameter_is_described(told):
    fields = [
        f"{name}.{field}"
        for name, schema in told["components"]["schemas"].items()
        for field, told_of in schema.get("properties", {}).items()
        if not told_of.get("description")
    ]
    parameters = [
        f"{path} {each.get('name')}"
        for path, operations in told["paths"].items()
        for holder in [operations, *(operations[method] for method in METHODS if method in operations)]
        for each in holder.get("parameters", ())
        if not each.get("description")
    ]
    assert (fields, parameters) == ([], [])


def test_every_call_has_a_name_of_its_own(told):
    names = [call.get("operationId") for call in calls(told).values()]
    assert all(names), [name for name, call in calls(told).items() if not call.get("operationId")]
    assert len(set(names)) == len(names)


def test_every_call_has_an_example_that_fits_its_schema(told):
    without = set()
    for name, call in calls(told).items():
        shown = [body for body in bodies(call) if body is not None and "example" in body]
        if not shown:
            without.add(name)
        for body in shown:
            jsonschema.validate(body["example"], body["schema"] | {"components": told["components"]})
    deletions = {name for name in without if name.startswith("DELETE ")}
    assert without - deletions == WITHOUT_EXAMPLE & set(calls(told))


def test_the_recording_still_works(told, tmp_path):
    """Each example can be recorded anew: the calls in them are answered."""
    with SearxngStandIn() as searxng:
        recorded = record(tmp_path, searxng.url)
    assert set(recorded) <= set(calls(told))


def test_no_words_are_left_of_what_is_gone(told):
    folder, schemas = Path(words.__file__).parent, told["components"]["schemas"]
    fields = tomllib.loads((folder / "fields.toml").read_text(encoding="utf-8"))
    named = set(tomllib.loads((folder / "operations.toml").read_text(encoding="utf-8")))
    lost = {name for name in fields if name not in ("every", "parameters") and name not in schemas}
    lost |= {
        f"{name}.{field}"
        for name in fields.keys() & schemas.keys()
        for field in fields[name].keys() - schemas[name]["properties"].keys()
    }
    assert (lost, named - set(calls(told))) == (set(), set())


def test_it_is_introduced(told):
    assert "Authorization: Bearer" in told["info"]["description"]
