"""Parse requests: strict JSON in UTF-8. A refusal names every invalid field by its path, such as `models.chat`.

A request is checked in this order: the body as a whole (413, 415, 400); then whether the sessions, drafts and other
things that it names exist and belong to the user (404); then its fields (422). `Blueprint` is flask-smorest's class
with a parser that does this.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from backend.kernel import work_slots
from backend.services import library, personas, runs, sessions

#: The largest request body and the largest document, in bytes (contract, section 1).
MAX_BODY = 12_000_000
MAX_DOCUMENT = 5_000_000
#: Maximum number of bytes that are read of a body: one more than the limit, to notice a body that is too large.
READ_AT_MOST = MAX_BODY + 1

#: The content type of uploads.
MULTIPART = "multipart/form-data"
#: Maximum number of bytes of a form besides its files: boundaries, headers and short fields.
_ENVELOPE = 100_000
#: Methods whose body is ignored.
_BODILESS = ("GET", "HEAD")
#: The reason for refusing an unknown field; marshmallow uses the same words.
_UNKNOWN = "Unknown field."
#: The field name of a reason about the whole body; and the reason that marshmallow gives if the body has another type.
_WHOLE_BODY = "body"
_WRONG_TYPE = "Invalid input type."
#: The key, in flask-smorest's notes about a view, of the parameters that were given to `Blueprint.doc`.
_ADDED = "added_parameters"

View = TypeVar("View", bound=Callable[..., Any])
#: A description of an answer: one of our schemas, or an OpenAPI object.
Described = type[ma.Schema] | Mapping[str, Any]


class Keep(Protocol):
    """A decorator whose result has the type of the decorated function."""

    def __call__(self, view: View, /) -> View: ...


class RequestParser(FlaskParser):
    """webargs' parser, with Coscribe's own parsing of JSON and its own error answers."""

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
        """Parse a request's fields as webargs does. If the fields are in the body, names in the query that the call
        does not know are refused, too.
        """
        found = super().parse(argmap, req, location=location, **more)
        form = request.form if location == "files" else ()
        query = set(request.args) - _query_names()
        if location in ("json", "files") and (strays := _strays([*query, *form])):
            refuse(request, strays)
        return found

    def _get_schema(self, argmap: Any, req: Request) -> ma.Schema:
        """Return the schema object of a schema class. Each object is created once and used for all requests, because
        creating it takes long and parsing does not change it.
        """
        is_class = isinstance(argmap, type) and issubclass(argmap, ma.Schema)
        schema: ma.Schema = _made(argmap) if is_class else super()._get_schema(argmap, req)
        return schema

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **more: Any) -> NoReturn:
        messages = error.normalized_messages()
        reasons = {path: told for location in messages.values() for path, told in flatten(location)}
        reasons |= _strays(req.args) if "json" in messages else {}
        check_named(req, _unknown(reasons))
        raise Refused(errors=_explained(reasons, schema.fields)) from error


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # the library has no types
    """A blueprint whose arguments are parsed by `RequestParser`. A view without arguments refuses every query and body.

    Its decorators are flask-smorest's, with types: each returns the view unchanged.
    """

    ARGUMENTS_PARSER = RequestParser()

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._prepare_doc_cbks.append(_add_parameters)
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

    def doc(self, *, parameters: Sequence[dict[str, Any]] = (), **options: Any) -> Keep:
        """Return a decorator that adds `options` and `parameters` to a view's entry in the API description. The view
        keeps the parameters that `arguments` declares; flask-smorest's own `doc` would replace them.
        """
        decorate = super().doc(**options)

        def describe(view: Any) -> Any:
            described = decorate(view)
            described._apidoc[_ADDED] = parameters
            return described

        return describe


def _add_parameters(described: dict[str, Any], options: Mapping[str, Any], **_: Any) -> dict[str, Any]:
    """Return the description of an operation (`described`) with the parameters that `Blueprint.doc` has stored in
    `options`.
    """
    added = options.get(_ADDED)
    return described | {"parameters": [*described.get("parameters", ()), *added]} if added else described


@cache
def _made(schema: type[ma.Schema]) -> ma.Schema:
    return schema()


def refuse(req: Request, reasons: Mapping[str, list[str]]) -> NoReturn:
    """Answer 422 with these reasons. Answer 404 instead if the request names something that does not exist or belongs
    to another user.
    """
    check_named(req, _unknown(reasons))
    raise Refused(errors=reasons)


def _unknown(reasons: Mapping[str, list[str]]) -> list[str]:
    """Return the names of the fields that were refused because the call does not know them."""
    return [name for name, told in reasons.items() if _UNKNOWN in told]


def _explained(reasons: Mapping[str, list[str]], fields: Collection[str]) -> dict[str, list[str]]:
    """Return the reasons. If an unknown field has a name similar to one in `fields`, its reason suggests that name."""
    explained = dict(reasons)
    for name in _unknown(reasons):
        for similar in difflib.get_close_matches(name, fields, 1):
            explained[name] = [f"{_UNKNOWN} Did you mean `{similar}`?"]
    if reasons.get(_WHOLE_BODY) == [_WRONG_TYPE]:
        explained[_WHOLE_BODY] = ["Send a JSON object."]
    return explained


def check_named(req: Request, unknown: Collection[str] = ()) -> None:
    """Answer 404 if an id in the path or the body names a run, session, draft, revision, work or persona that does not
    exist or belongs to another user. `unknown` are fields in the body that this call does not know; they are not
    checked.
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
    """Raise Refused if the request has a query or a body although its view reads none."""
    view = current_app.view_functions[request.endpoint or ""]
    described = getattr(view, "_apidoc", {})
    if request.method == "OPTIONS" or described.get("arguments"):
        return
    reads_body = "requestBody" in described.get(
        "manual_doc", {}
    )  # the view itself reads a body that may be other than JSON
    said = None if request.method in _BODILESS or reads_body else read_json(request)
    strays = _strays(request.args) | (_strays(said) if isinstance(said, dict) else {})
    if said is not None and not isinstance(said, dict):
        strays[_WHOLE_BODY] = ["This call accepts no body. Send the request without one."]
    if strays:
        refuse(request, strays)


def _query_names() -> set[str]:
    """Return the names of the query parameters that this request's view reads."""
    described = getattr(current_app.view_functions[request.endpoint or ""], "_apidoc", {})
    parameters = described.get("arguments", {}).get("parameters", ())
    return {name for each in parameters if each["in"] == "query" for name in each["schema"]._declared_fields}


def _strays(names: Iterable[str]) -> dict[str, list[str]]:
    return {name: [_UNKNOWN] for name in names} if _is_strict(request) else {}


def _is_strict(req: Request) -> bool:
    """Return True if unknown names of fields and parameters are refused. Calls under /v1 ignore them."""
    return not req.path.startswith("/v1/")


def raw_body(req: Request) -> bytes:
    """Return the bytes of the request's body. Raises RequestEntityTooLarge (413) if there are more than `MAX_BODY`.

    Raises Malformed if the body cannot be read to its end.
    """
    try:
        with work_slots.waiting():  # another request may use the slot while a slow client sends
            raw = req.get_data(cache=True)
    except (OSError, ParseException) as error:
        raise Malformed("The body could not be read completely. Send it again.") from error
    if len(raw) > MAX_BODY:
        raise RequestEntityTooLarge()
    return raw


def read_json(req: Request) -> Any:
    """Parse the body as JSON. An empty body counts as an empty object. Raises Malformed (400), RequestEntityTooLarge
    (413) or UnsupportedMediaType (415).
    """
    raw = raw_body(req)
    if not raw.strip():
        return {}
    if not core.is_json(req.mimetype):
        raise UnsupportedMediaType()
    if (charset := req.mimetype_params.get("charset", "utf-8").lower()) not in ("utf-8", "utf8", "us-ascii"):
        raise Malformed(f"Nothing was done, because the body is in {charset[:40]}. Encode it in UTF-8.")
    try:
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise Malformed("The body is not UTF-8, so nothing was done. Send it in UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise Malformed("The body is not JSON, so nothing was done. Send a JSON object.") from error
    for text in _texts(value):
        _check_text(text)
    return value


def flatten(messages: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each of marshmallow's nested error messages as a pair: the path of the field, such as
    `attached_sections.0.content`, and the reasons why it was refused.
    """
    if not isinstance(messages, Mapping):
        yield path or _WHOLE_BODY, [str(each) for each in messages] if isinstance(messages, list) else [str(messages)]
        return
    for key, below in messages.items():
        name = path if key == "_schema" else f"{path}.{key}" if path else str(key)
        yield from flatten(below, name)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no constant {name}")


def _texts(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value, including keys. It uses no recursion, because the value may be nested too
    deeply for that.
    """
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
    """Raise Malformed if the text contains NUL or a lone surrogate (half of a UTF-16 pair), which cannot be stored."""
    if "\0" in text:
        raise Malformed("A text contains a NUL character. Remove it and send the request again.")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise Malformed(
                "A text contains a lone surrogate (half of a UTF-16 pair). Remove it and send the request again."
            ) from error


def allow_uploads(blueprint: Blueprint, most: int) -> None:
    """Allow requests of up to `most` bytes to the calls of this blueprint. The limit for JSON bodies is lower."""

    def make_room() -> None:
        if request.method == "POST":
            request.max_content_length = most + _ENVELOPE

    blueprint.before_request(make_room)
