"""Serve the description of the API at `/openapi.json`, and a page that shows this description at `/docs`. The page
loads nothing from other servers.

The included Swagger UI can only read OpenAPI 3.0, so the page gets the description converted to that version.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import flask_smorest
from flask import Blueprint, Flask, Response, current_app, jsonify, send_from_directory
from swagger_ui_bundle import swagger_ui_path

from backend.api import error_responses
from backend.api.authentication import public
from backend.api.description.words import add_words
from backend.api.errors import PROBLEM_TYPE, from_http
from backend.api.request_bodies import Blueprint as ApiBlueprint
from backend.api.schemas.session_schemas import Problem
from backend.api.sonar import sonar_errors
from backend.api.sonar.sonar_schemas import SonarProblem

pages = Blueprint("docs", __name__)

_KEPT = "coscribe_openapi"
_OBJECT = {"$ref": "#/components/schemas/JsonObject"}
_PLAIN: list[dict[str, Any]] = [*({"type": kind} for kind in ("string", "number", "boolean", "null")), _OBJECT]
_LISTED = {"anyOf": [*_PLAIN, {"type": "array", "items": {"anyOf": _PLAIN}}]}
#: The schema of any JSON value. It refers to itself only through an object, and lists contain lists of one more level
#: (the dates of CSL-JSON), because TypeScript refuses a union that contains itself.
_VALUE = {"anyOf": [*_PLAIN, {"type": "array", "items": _LISTED}]}
_FILES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript", "favicon-32x32.png": "image/png"}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Coscribe API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="docs/favicon-32x32.png"><link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"><noscript>This page needs scripts; the description itself is at /openapi.json.</noscript></div>
<script src="docs/swagger-ui-bundle.js"></script><script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "docs/openapi-3.0.json", dom_id: "#swagger-ui", deepLinking: true, persistAuthorization: false,
  validatorUrl: null, defaultModelsExpandDepth: 0
});
"""
#: The content security policy of the page: only its own scripts run. Swagger UI needs inline styles and images.
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " + (
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Api(flask_smorest.Api):  # type: ignore[misc]  # the library has no types
    """flask-smorest's Api, with problem documents (RFC 9457) as errors."""

    #: an instance instead of the class: from a class, flask-smorest would create 60 instances at every start (15 ms)
    ERROR_SCHEMA = Problem()
    handle_http_exception = staticmethod(from_http)

    def _register_responses(self) -> None:
        """Do nothing, although flask-smorest calls this at every start. Creating the responses of 60 statuses takes 12
        ms, and only the API description needs them (`register_statuses`).
        """

    def register_statuses(self) -> None:
        """Create the responses of all statuses. Call this before the API description is built."""
        super()._register_responses()


def register_api_description(app: Flask, blueprints: tuple[ApiBlueprint, ...]) -> None:
    """Register the blueprints on the application. The API description is built when it is first requested, because this
    takes 40 ms.
    """
    app.config.update(API_TITLE="Coscribe", API_VERSION=release(), OPENAPI_VERSION="3.1.0")
    app.extensions[_KEPT] = _Described(app, Api(app), blueprints)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    app.register_blueprint(pages)


class _Described:
    """Builds the API description when it is first needed, as OpenAPI 3.1 and as OpenAPI 3.0, and keeps both."""

    def __init__(self, app: Flask, api: Api, blueprints: tuple[ApiBlueprint, ...]) -> None:
        self._app, self._api, self._blueprints = app, api, blueprints
        self._lock = threading.Lock()
        self._made: tuple[dict[str, Any], dict[str, Any]] | None = None

    def both(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the description as OpenAPI 3.1 and as OpenAPI 3.0."""
        with self._lock:
            if self._made is None:
                told = self._describe()
                self._made = told, in_older_dialect(told)
            return self._made

    def _describe(self) -> dict[str, Any]:
        """Build the description. flask-smorest does not know the content type of errors, nor which calls need a token,
        so both are added.
        """
        spec = self._api.spec
        self._api.register_statuses()
        spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"})
        spec.components.schema("SonarProblem", schema=SonarProblem)
        for blueprint in self._blueprints:
            blueprint.register_views_in_doc(self._api, self._app, spec, name=blueprint.name, parameters=None)
            spec.tag({"name": blueprint.name, "description": blueprint.description})
        spec.tag({"name": "health", "description": "The state of the server, and the description of this API"})
        told: dict[str, Any] = spec.to_dict()
        for answer in told["components"]["responses"].values():
            if "application/json" in answer.get("content", {}):
                answer["content"] = {PROBLEM_TYPE: answer["content"]["application/json"]}
        told["components"]["responses"] |= error_responses.responses()
        is_open = _open_operations(self._app)
        for path, operations in told["paths"].items():
            for method, operation in operations.items():
                if not isinstance(operation, dict):
                    continue
                if (method, path) not in is_open:
                    operation.setdefault("security", [{"bearer": []}])
                for status in error_responses.statuses(method, path, operation):
                    operation["responses"][str(status)] = error_responses.reference(status, path)
                if path.startswith(sonar_errors.PREFIX):
                    operation["responses"].pop("default", None)
                    operation["responses"].pop("422", None)
        told["paths"] |= _for_machines()
        _open_answers(told)
        _type_free_objects(told)
        add_words(told)
        return told


@cache
def release() -> str:
    """Return the installed version of Coscribe."""
    try:
        return version("coscribe")
    except PackageNotFoundError:
        return "0+unknown"


def in_older_dialect(description: Any) -> Any:
    """Convert an OpenAPI 3.1 description to OpenAPI 3.0, which writes nullable types and a few keywords differently."""
    if isinstance(description, list):
        return [in_older_dialect(each) for each in description]
    if not isinstance(description, dict):
        return description
    made = {key: in_older_dialect(value) for key, value in description.items()}
    for choice in ("anyOf", "oneOf"):
        if {"type": "null"} in made.get(choice, []):
            rest = [each for each in made.pop(choice) if each != {"type": "null"}]
            made |= {"nullable": True, "allOf" if len(rest) == 1 else choice: rest}
    kinds = made.get("type")
    if isinstance(kinds, list):
        rest = [kind for kind in kinds if kind != "null"]
        made.pop("type")
        made |= {"type": rest[0]} if len(rest) == 1 else {}
        made |= {"nullable": True} if len(rest) < len(kinds) else {}
    if str(made.get("openapi", "")).startswith("3.1"):
        made["openapi"] = "3.0.3"
    return made


def _type_free_objects(told: dict[str, Any]) -> None:
    """Give objects with arbitrary field names the value type "any JSON value". Without it, generated clients have no
    type for these values. `told` is the description, which is changed.
    """
    waiting: list[Any] = [told["components"]["schemas"]]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if each.get("additionalProperties") == {}:
                each["additionalProperties"] = _VALUE
            else:
                waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    told["components"]["schemas"]["JsonObject"] = {"type": "object", "additionalProperties": _VALUE}


def _open_answers(told: dict[str, Any]) -> None:
    """Allow additional fields in the schemas of answers, so that clients do not refuse fields that are added later. The
    schemas of requests still refuse unknown fields. `told` is the description, which is changed.
    """
    sent: set[str] = set()
    operations = [each for path in told["paths"].values() for each in path.values() if isinstance(each, dict)]
    waiting = [operation.get("requestBody") for operation in operations]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, dict):
            name = str(each.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in told["components"]["schemas"] and name not in sent:
                sent.add(name)
                waiting.append(told["components"]["schemas"][name])
            waiting += each.values()
    for name, schema in told["components"]["schemas"].items():
        if name not in sent:
            schema.pop("additionalProperties", None)


def _for_machines() -> dict[str, Any]:
    """Return the OpenAPI paths of the calls outside of /api and /v1: health, metrics, and the description itself."""
    json, text = "application/json", {"type": "string"}
    state = {"type": "object", "properties": {"status": text}, "required": ["status"]}
    told: tuple[tuple[str, str, str, dict[str, Any], tuple[int, ...]], ...] = (
        ("/healthz", "The process is up.", json, state, ()),
        ("/readyz", "The database is reachable and migrated, and the data folder is writable.", json, state, (503,)),
        ("/metrics", "The metrics in Prometheus' text format.", "text/plain", text, (401, 403)),
        ("/openapi.json", "The OpenAPI description of this API.", json, {"type": "object"}, ()),
        ("/docs", "A page that shows the API description to a person.", "text/html", text, ()),
    )
    return {
        path: {
            "get": {
                "summary": summary,
                "tags": ["health"],
                "responses": {
                    "200": {"description": "OK", "content": {kind: {"schema": schema}}},
                    **{str(status): error_responses.reference(status) for status in refused},
                    "default": {"$ref": "#/components/responses/DEFAULT_ERROR"},
                },
            }
        }
        for path, summary, kind, schema, refused in told
    }


def _open_operations(app: Flask) -> set[tuple[str, str]]:
    found = set()
    for rule in app.url_map.iter_rules():
        if getattr(app.view_functions[rule.endpoint], "access", "token") == "public":
            found |= {(method.lower(), rule.rule) for method in rule.methods or ()}
    return found


@pages.get("/openapi.json")
@public
def openapi_json() -> Response:
    """Return the description as OpenAPI 3.1."""
    return jsonify(current_app.extensions[_KEPT].both()[0])


@pages.get("/docs")
@public
def docs() -> Response:
    """Return the page that shows the description."""
    return Response(_PAGE, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


@pages.get("/docs/start.js")
@public
def start() -> Response:
    return Response(_START, content_type="text/javascript; charset=utf-8")


@pages.get("/docs/openapi-3.0.json")
@public
def older_json() -> Response:
    return jsonify(current_app.extensions[_KEPT].both()[1])


@pages.get("/docs/<any('swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'):name>")
@public
def asset(name: str) -> Response:
    """Return a file of the included Swagger UI."""
    return send_from_directory(str(swagger_ui_path), name, mimetype=_FILES[name], max_age=86400)
