"""The description agrees with the contract and with what is served; the page needs no network."""

from __future__ import annotations

import json
import re

import pytest

CONTRACT = {
    "/api/auth/register": {"post"},
    "/api/auth/login": {"post"},
    "/api/auth/refresh": {"post"},
    "/api/auth/logout": {"post"},
    "/api/auth/me": {"get", "delete"},
    "/api/auth/password": {"post"},
    "/api/sessions": {"get", "post"},
    "/api/sessions/{session_id}": {"get", "patch", "delete"},
    "/api/sessions/{session_id}/events": {"get"},
    "/api/sessions/{session_id}/messages": {"get"},
    "/api/sessions/{session_id}/usage": {"get"},
    "/api/sessions/{session_id}/document": {"get", "put"},
    "/api/sessions/{session_id}/document/structure": {"get"},
    "/api/sessions/{session_id}/document/revisions": {"get"},
    "/api/sessions/{session_id}/document/revisions/{number}": {"get"},
    "/api/sessions/{session_id}/document/revisions/{number}/diff": {"get"},
    "/api/sessions/{session_id}/document/revisions/{number}/restore": {"post"},
    "/api/document-types": {"get"},
    "/api/chat/message": {"post"},
    "/api/chat/propose": {"post"},
    "/api/chat/pending": {"get"},
    "/api/chat/preview": {"post"},
    "/api/chat/approve": {"post"},
    "/api/chat/reject": {"post"},
    "/api/chat/rewrite": {"post"},
    "/api/runs": {"get"},
    "/api/runs/{run_id}": {"get"},
    "/api/runs/{run_id}/events": {"get"},
    "/api/runs/{run_id}/cancel": {"post"},
    "/api/search": {"post"},
    "/api/ask": {"post"},
    "/api/research": {"post"},
    "/api/library": {"get", "post"},
    "/api/library/{work_id}": {"get", "patch", "delete"},
    "/api/library/{work_id}/entries": {"get"},
    "/api/auth/keys": {"get", "post"},
    "/api/auth/keys/{key_id}": {"delete"},
    "/api/personas": {"get", "post"},
    "/api/personas/{persona_id}": {"patch", "delete"},
    "/api/sessions/{session_id}/references": {"get", "post"},
    "/api/sessions/{session_id}/check": {"post"},
    "/api/sessions/{session_id}/references/{key}": {"get", "patch", "delete"},
    "/api/sessions/{session_id}/export": {"get"},
    "/api/sessions/{session_id}/document/import": {"post"},
    "/api/styles": {"get", "post"},
    "/api/styles/{style_id}": {"delete"},
    "/api/sessions/{session_id}/files": {"get", "post"},
    "/api/sessions/{session_id}/files/{name}": {"get", "delete"},
    "/v1/chat/completions": {"post"},
    "/v1/models": {"get"},
    "/v1/models/{name}": {"get"},
}
MACHINES = ("/healthz", "/readyz", "/metrics", "/openapi.json", "/docs")
OPEN = {("post", "/api/auth/register"), ("post", "/api/auth/login"), *(("get", path) for path in MACHINES)}
#: What the contract says of single calls; 401, 422 and 429 may be of any.
REFUSALS = {
    ("post", "/api/auth/register"): {403, 409},
    ("get", "/api/sessions/{session_id}"): {404},
    ("put", "/api/sessions/{session_id}/document"): {400, 404, 409, 412, 413, 415, 428},
    ("post", "/api/sessions/{session_id}/document/revisions/{number}/restore"): {404, 412, 428},
    ("post", "/api/chat/message"): {400, 404, 409, 413, 415, 502, 503, 504},
    ("post", "/api/chat/approve"): {404, 409},
    ("patch", "/api/personas/{persona_id}"): {400, 404, 413, 415},
    ("post", "/api/auth/keys"): {409},
    ("post", "/api/sessions/{session_id}/files"): {404, 409},
    ("post", "/api/sessions/{session_id}/references"): {404, 409, 502, 504},
    ("patch", "/api/sessions/{session_id}/references/{key}"): {404, 409},
    ("patch", "/api/library/{work_id}"): {404, 409},
    ("post", "/api/research"): {400, 404, 409, 413, 415, 502, 503, 504},
    ("post", "/v1/chat/completions"): {400, 401, 413, 415, 429, 502, 503, 504},
    ("get", "/readyz"): {503},
}


@pytest.fixture
def told(http):
    answer = http.get("/openapi.json")
    assert answer.status_code == 200
    return answer.json


def operations(told):
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post", "put", "patch", "delete"):
                yield method, path, operation


def test_every_call_of_the_contract_is_described_and_served(told, app):
    assert told["openapi"] == "3.1.0"
    found: dict[str, set[str]] = {}
    for method, path, _ in operations(told):
        found.setdefault(path, set()).add(method)
    assert (CONTRACT | {path: {"get"} for path in MACHINES}).items() == found.items()
    served = {re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert {path for path in served if path.startswith(("/api/", "/v1/"))} <= set(found)


def test_every_refusal_of_the_contract_is_described(told):
    for method, path, operation in operations(told):
        refused = {int(status) for status in operation["responses"] if status.isdigit() and status >= "400"}
        assert refused >= REFUSALS.get((method, path), set()), path
        if path.startswith("/api/"):
            assert refused >= {422, 429} and (401 in refused or (method, path) in OPEN), path
        for status in refused:
            name = operation["responses"][str(status)]["$ref"].split("/")[-1]
            kind = "application/json" if path.startswith("/v1/") else "application/problem+json"
            assert set(told["components"]["responses"][name]["content"]) == {kind}


def test_only_what_is_sent_is_closed(told):
    """Extra fields of an answer are welcome, of a request they are refused."""
    for name, schema in told["components"]["schemas"].items():
        sent = (name.endswith("In") and name != "SignedIn") or name.startswith(
            ("Registration", "Credentials", "Password", "SessionChange", "PersonaChange")
        )
        assert (schema.get("additionalProperties") is False) == sent, name


def described(told, schema):
    """The names of an object's fields, with those of the objects in it."""
    while "$ref" in schema:
        schema = told["components"]["schemas"][schema["$ref"].split("/")[-1]]
    return {name: described(told, each) for name, each in schema.get("properties", {}).items()}


def undescribed(answer, names, path=""):
    for name, value in answer.items():
        if name not in names:
            yield path + name
        elif isinstance(value, dict) and names[name]:
            yield from undescribed(value, names[name], f"{path}{name}.")


def test_what_is_answered_is_described(told, somebody):
    session = somebody.session()
    path = f"/api/sessions/{session}/document"
    put = somebody.call("PUT", path, {"content": "# A\n\nOne.\n\nTwo.\n"}, headers={"If-Match": '"0"'})
    stale = somebody.call("PUT", path, {"content": "x"}, headers={"If-Match": '"0"'})
    body = {"session_id": session, "message": "Add a paragraph to A.", "attached_sections": [
        {"type": "highlight", "content": "Three is a number.", "source": "S"}]}  # fmt: skip
    answers = {"DocumentOut": put, "Problem": stale, "AnswerOut": somebody.call("POST", "/api/chat/message", body)}
    for what, name in (("preview", "PreviewOut"), ("approve", "ApprovedOut")):
        answers[name] = somebody.call("POST", f"/api/chat/{what}", {"session_id": session})
    for name, answer in answers.items():
        names = described(told, {"$ref": f"#/components/schemas/{name}"})
        assert not list(undescribed(answer.json, names)), name


def test_tokens_errors_and_headers_are_described(told):
    for method, path, operation in operations(told):
        assert ("security" not in operation) == ((method, path) in OPEN), path
        assert operation["summary"], path
        if path.startswith("/v1/"):
            assert "default" not in operation["responses"] and "422" not in operation["responses"], path
            continue
        problem = operation["responses"]["default"]["$ref"].split("/")[-1]
        assert set(told["components"]["responses"][problem]["content"]) == {"application/problem+json"}
    put = told["paths"]["/api/sessions/{session_id}/document"]["put"]
    assert "If-Match" in {parameter.get("name") for parameter in put["parameters"]}
    approve = told["paths"]["/api/chat/approve"]["post"]
    assert "Idempotency-Key" in {parameter.get("name") for parameter in approve["parameters"]}
    assert "ETag" in approve["responses"]["200"]["headers"]
    events = told["paths"]["/api/runs/{run_id}/events"]["get"]
    assert {"Last-Event-ID", "cursor", "unit"} <= {parameter.get("name") for parameter in events["parameters"]}
    for path in ("/api/chat/message", "/api/chat/rewrite", "/api/research"):
        stream = told["paths"][path]["post"]
        assert {"Idempotency-Key", "unit"} <= {parameter.get("name") for parameter in stream["parameters"]}, path
    document = told["paths"]["/api/sessions/{session_id}/document"]["get"]["responses"]["200"]["content"]
    assert set(document) == {"application/json", "text/markdown"}


def test_the_schemas_have_the_contracts_names_and_limits(told):
    schemas = told["components"]["schemas"]
    message = schemas["MessageIn"]
    assert set(message["properties"]) == {
        "session_id", "message", "mode", "attached_sections", "fast", "models", "user_location", "user_profile",
        "library", "focus", "persona_id", "draft", "search", "search_mode",
    }  # fmt: skip
    assert set(message["required"]) == {"session_id", "message"} and message["additionalProperties"] is False
    assert message["properties"]["message"]["maxLength"] == 20_000
    assert message["properties"]["attached_sections"]["maxItems"] == 50
    assert message["properties"]["mode"]["enum"] == ["write", "research"]
    assert set(schemas["AnswerOut"]["required"]) >= {"response", "document_content", "sources", "warnings", "meta"}
    assert schemas["SessionOut"]["properties"]["pending_content_id"]["type"] == ["string", "null"]
    assert set(schemas["DiffOut"]["properties"]) == {"diff", "from", "to"}
    assert set(schemas["RevisionOut"]["properties"]) == {"revision", "cause", "created_at", "sha256", "placement"}


def references(value):
    if isinstance(value, dict):
        yield from ([value["$ref"]] if "$ref" in value else [])
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_every_reference_leads_somewhere(told):
    for reference in set(references(told)):
        place = told
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def test_the_page_and_all_it_loads_come_from_here(http):
    page = http.get("/docs")
    assert page.mimetype == "text/html" and "script-src 'self'" in page.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert loaded and not [each for each in loaded if "//" in each] and "<script>" not in page.text
    for each in [*loaded, "docs/openapi-3.0.json"]:
        answer = http.get("/" + each)
        assert answer.status_code == 200 and answer.data, each
        answer.close()
    assert http.get("/docs/swagger-ui.js").status_code == 404


def test_the_page_gets_a_description_its_reader_understands(http, told):
    older = http.get("/docs/openapi-3.0.json").json
    assert older["openapi"].startswith("3.0") and set(older["paths"]) == set(told["paths"])
    assert '"null"' not in json.dumps(older)
    nullable = older["components"]["schemas"]["SessionOut"]["properties"]["pending_content_id"]
    assert nullable.items() >= {"type": "string", "format": "uuid", "nullable": True}.items()


def test_every_value_has_a_type(told):
    """A client generated for TypeScript has no `unknown` in its answers."""
    waiting, without = [("", told["components"]["schemas"])], []
    while waiting:
        path, each = waiting.pop()
        if isinstance(each, list):
            waiting += [(f"{path}/{n}", value) for n, value in enumerate(each)]
            continue
        if not isinstance(each, dict):
            continue
        for name, value in (each.get("properties") or {}).items():
            if isinstance(value, dict) and not {"type", "$ref", "anyOf", "allOf", "oneOf"} & set(value):
                without.append(f"{path}.{name}")
        if each.get("additionalProperties") == {} or each.get("items") == {}:
            without.append(path)
        waiting += [(f"{path}/{key}", value) for key, value in each.items() if key != "example"]
    assert without == []
