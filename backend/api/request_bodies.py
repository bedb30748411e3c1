"""Parse requests: strict UTF-8 JSON, with every bad field named at once by its dotted path.

`Blueprint` is flask-smorest's, with a parser that follows the API's order of refusals: 413, 415 and 400 for the body as
a whole; then 404 for anything missing or another user's; then 422 for its fields, including unknown ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NoReturn, Protocol, TypeVar

import flask_smorest
import marshmallow as ma
from flask import Request, current_app, request
from gunicorn.http.errors import ParseException
from webargs import core
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from backend.api.authentication import current_user_id, ports
from backend.errors import Malformed, Refused
from backend.services import library, personas, runs, sessions

#: Bytes, of the whole body and of a document (contract, section 1).
MAX_BODY = 12_000_000
MAX_DOCUMENT = 5_000_000
#: One byte more than may come, to tell a full body from one that goes on.
READ_AT_MOST = MAX_BODY + 1

#: How files are sent.
MULTIPART = "multipart/form-data"
#: Bytes around the files of a form: boundaries, headers, and what else it may say.
_ENVELOPE = 100_000
#: Methods whose body, if they have one, means nothing.
_BODILESS = ("GET", "HEAD")
#: The reason that marshmallow, too, gives for a name that is not read.
_UNKNOWN = "Unknown field."

View = TypeVar("View", bound=Callable[..., Any])
#: What describes an answer: a schema of ours, or OpenAPI's own words.
Described = type[ma.Schema] | Mapping[str, Any]


class Keep(Protocol):
    """A decorator that preserves the type of the function."""

    def __call__(self, view: View, /) -> View: ...


class RequestParser(FlaskParser):
    """webargs' parser with our own JSON parsing and error answers."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
        "files": ma.RAISE,
    }

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        return read_json(req)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        for name, value in req.args.items(multi=True):
            _check_text(name)
            _check_text(value)
        return super().load_querystring(req, schema)

    def load_files(self, req: Request, schema: ma.Schema) -> Any:
        if req.mimetype != MULTIPART:
            raise UnsupportedMediaType(f"Send the body as {MULTIPART}.")
        return super().load_files(req, schema)

    def parse(self, argmap: Any, req: Request | None = None, *, location: str | None = None, **more: Any) -> Any:
        """Parse a request's fields as webargs does. If they are in the body, unknown names in the query are refused."""
        found = super().parse(argmap, req, location=location, **more)
        form = request.form if location == "files" else ()
        query = set(request.args) - _query_names()
        if location in ("json", "files") and (strays := _strays([*query, *form])):
            refuse(request, strays)
        return found

    def _get_schema(self, argmap: Any, req: Request) -> ma.Schema:
        """Return the schema, made once for each class: one copies all of its fields, and reading changes none."""
        is_class = isinstance(argmap, type) and issubclass(argmap, ma.Schema)
        schema: ma.Schema = _made(argmap) if is_class else super()._get_schema(argmap, req)
        return schema

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **more: Any) -> NoReturn:
        messages = error.normalized_messages()
        reasons = {path: told for location in messages.values() for path, told in flatten(location)}
        refuse(req, reasons | (_strays(req.args) if "json" in messages else {}), error)


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # the library has no types
    """A blueprint whose arguments `RequestParser` reads; a view without arguments refuses any.

    Its decorators are flask-smorest's with types: each returns the view unchanged.
    """

    ARGUMENTS_PARSER = RequestParser()

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.before_request(_refuse_strays)

    def route(self, rule: str, **options: Any) -> Keep:
        decorate: Keep = super().route(rule, **options)
        return decorate

    def arguments(self, schema: type[ma.Schema], **options: Any) -> Keep:
        decorate: Keep = super().arguments(schema, **options)
        return decorate

    def response(self, status: int, schema: Described | None = None, **options: Any) -> Keep:
        decorate: Keep = super().response(status, schema, **options)
        return decorate

    def alt_response(self, status: int, **options: Any) -> Keep:
        decorate: Keep = super().alt_response(status, **options)
        return decorate

    def doc(self, **options: Any) -> Keep:
        decorate: Keep = super().doc(**options)
        return decorate


@cache
def _made(schema: type[ma.Schema]) -> ma.Schema:
    return schema()


def refuse(req: Request, reasons: Mapping[str, list[str]], cause: Exception | None = None) -> NoReturn:
    """Answer 422 with every reason, after checking that everything named exists and is the user's."""
    check_named(req, [name for name, told in reasons.items() if _UNKNOWN in told])
    raise Refused("Some fields were refused.", errors=reasons) from cause


def check_named(req: Request, unknown: Collection[str] = ()) -> None:
    """Answer 404 if the path or body names a run, session, work or persona that is missing or another user's.

    Fields unknown to this view name nothing.
    """
    if not _is_strict(req):
        return
    route: dict[str, Any] = req.view_args or {}
    said: Any = None
    if req.method in _BODILESS:
        said = req.args.to_dict()
    elif core.is_json(req.mimetype) or not req.mimetype:
        said = read_json(req)
    spoken = {name: each for name, each in said.items() if name not in unknown} if isinstance(said, dict) else {}
    named = spoken | route
    session_id, content_id = named.get("session_id"), named.get("pending_content_id")
    if "work_id" in route:
        library.get(ports(), current_user_id(), route["work_id"])
    if "run_id" in route:
        runs.get(ports(), current_user_id(), route["run_id"])
    persona_id = named.get("persona_id")
    if isinstance(persona_id, str) and (user_id := current_user_id()):
        personas.require(user_id, persona_id)
    if isinstance(session_id, str) and (user_id := current_user_id()):
        content_id = content_id if isinstance(content_id, str) else None
        sessions.require(user_id, session_id, content_id=content_id, revision=route.get("number"))
    chosen = named.get("library")
    if isinstance(chosen, list) and (user_id := current_user_id()):
        library.require(ports(), user_id, [each for each in chosen if isinstance(each, str)])


def _refuse_strays() -> None:
    """Refuse any query or body sent to a view that reads neither."""
    view = current_app.view_functions[request.endpoint or ""]
    described = getattr(view, "_apidoc", {})
    if request.method == "OPTIONS" or described.get("arguments"):
        return
    reads_body = "requestBody" in described.get("manual_doc", {})  # one that is not only JSON, read by the view itself
    said = None if request.method in _BODILESS or reads_body else read_json(request)
    strays = _strays(request.args) | (_strays(said) if isinstance(said, dict) else {})
    if said is not None and not isinstance(said, dict):
        strays["body"] = ["This path accepts no body."]
    if strays:
        refuse(request, strays)


def _query_names() -> set[str]:
    """Return the names that this request's view reads from the query besides the body."""
    described = getattr(current_app.view_functions[request.endpoint or ""], "_apidoc", {})
    parameters = described.get("arguments", {}).get("parameters", ())
    return {name for each in parameters if each["in"] == "query" for name in each["schema"]._declared_fields}


def _strays(names: Iterable[str]) -> dict[str, list[str]]:
    return {name: [_UNKNOWN] for name in names} if _is_strict(request) else {}


def _is_strict(req: Request) -> bool:
    """Return True if unknown names are refused; under /v1 they are ignored."""
    return not req.path.startswith("/v1/")


def raw_body(req: Request) -> bytes:
    """Return the body's bytes. Raises 413, also for a chunked body, which Werkzeug cuts at `READ_AT_MOST`.

    Raises Malformed for invalid chunks, which the server reports by errors of its own.
    """
    try:
        raw = req.get_data(cache=True)
    except (OSError, ParseException) as error:
        raise Malformed("The body could not be read to its end.") from error
    if len(raw) > MAX_BODY:
        raise RequestEntityTooLarge()
    return raw


def read_json(req: Request) -> Any:
    """Parse the body as JSON. An empty body counts as an empty object. Raises Malformed, 413 or 415."""
    raw = raw_body(req)
    if not raw.strip():
        return {}
    if not core.is_json(req.mimetype):
        raise UnsupportedMediaType()
    if (charset := req.mimetype_params.get("charset", "utf-8").lower()) not in ("utf-8", "utf8", "us-ascii"):
        raise Malformed(f"The body must be UTF-8, not {charset[:40]}.")
    try:
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise Malformed("The body is not UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise Malformed("The body is not JSON.") from error
    for text in _texts(value):
        _check_text(text)
    return value


def flatten(messages: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield marshmallow's nested reasons as (dotted path, reasons), such as `attached_sections.0.content`."""
    if not isinstance(messages, Mapping):
        yield path or "body", [str(each) for each in messages] if isinstance(messages, list) else [str(messages)]
        return
    for key, below in messages.items():
        name = path if key == "_schema" else f"{path}.{key}" if path else str(key)
        yield from flatten(below, name)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _texts(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value, including keys. It is iterative, because the value may be nested deeply."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            yield from each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


def _check_text(text: str) -> None:
    """Raise Malformed for NUL and lone surrogates, which no database and no file can store."""
    if "\0" in text:
        raise Malformed("NUL characters are not text.")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise Malformed("Lone surrogates are not text.") from error


def allow_uploads(blueprint: Blueprint, most: int) -> None:
    """Allow uploads to this blueprint of `most` bytes in total, which may exceed the limit for JSON."""

    def make_room() -> None:
        if request.method == "POST":
            request.max_content_length = most + _ENVELOPE

    blueprint.before_request(make_room)
