"""How a request is read: strict UTF-8 JSON, every bad field named at once by its dotted path.

`Blueprint` is flask-smorest's, with a parser that knows the contract's order of refusals: 413, 415 and 400 about the
body as a whole; then 404 for somebody else's session; then 422 for its fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import flask_smorest
import marshmallow as ma
from flask import Request
from webargs import core
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from backend.api.access import current_user_id, ports
from backend.errors import Malformed, Refused
from backend.services import sessions

#: Bytes, of the whole body and of a document (contract, section 1).
MAX_BODY = 12_000_000
MAX_DOCUMENT = 5_000_000


class RequestParser(FlaskParser):
    """webargs, with our reading of JSON and our way to say no."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def load_json(self, req: Request, schema: ma.Schema) -> Any:
        return read_json(req)

    def load_querystring(self, req: Request, schema: ma.Schema) -> Any:
        for name, value in req.args.items(multi=True):
            _check_text(name)
            _check_text(value)
        return super().load_querystring(req, schema)

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **more: Any) -> NoReturn:
        """422 with every reason, once it is known that the session which is spoken of is the user's own."""
        session_id = (req.view_args or {}).get("session_id") or _named_session(req)
        if isinstance(session_id, str) and (user_id := current_user_id()):
            sessions.get(ports(), user_id, session_id)
        reasons = {path: told for location in error.normalized_messages().values() for path, told in flatten(location)}
        raise Refused("Some fields were refused.", errors=reasons) from error


class Blueprint(flask_smorest.Blueprint):
    """A blueprint whose arguments are read by `RequestParser`."""

    ARGUMENTS_PARSER = RequestParser()


def raw_body(req: Request) -> bytes:
    """The body's bytes. Raises 413: also for one sent in chunks, which Werkzeug would cut at the limit and hand on."""
    raw = req.get_data(cache=True)
    if len(raw) >= MAX_BODY and len(raw) != req.content_length:
        raise RequestEntityTooLarge()
    return raw


def read_json(req: Request) -> Any:
    """The body as JSON. No body at all counts as an empty object. Raises Malformed, 413 or 415."""
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
    """marshmallow's nested reasons as (dotted path, reasons): `attached_sections.0.content`."""
    if not isinstance(messages, Mapping):
        yield path or "body", [str(each) for each in messages] if isinstance(messages, list) else [str(messages)]
        return
    for key, below in messages.items():
        name = path if key == "_schema" else f"{path}.{key}" if path else str(key)
        yield from flatten(below, name)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _texts(value: Any) -> Iterator[str]:
    """Every string in a JSON value, keys included. A stack of our own: the value may be nested deeply."""
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
    """NUL and lone surrogates fit into no database and no file."""
    if "\0" in text:
        raise Malformed("NUL characters are not text.")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise Malformed("Lone surrogates are not text.") from error


def _named_session(req: Request) -> Any:
    """The session id in a query or body that was refused for something else."""
    if req.method == "GET":
        return req.args.get("session_id")
    body = read_json(req)
    return body.get("session_id") if isinstance(body, dict) else None
