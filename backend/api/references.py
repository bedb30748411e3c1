"""Define /api/sessions/{id}/references: the works that a session's text may cite by citation key."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.exceptions import UnsupportedMediaType

from backend.api.authentication import owned_session, ports
from backend.api.request_bodies import Blueprint, check_named, raw_body, read_json
from backend.api.schemas.fields import Moment, Whole
from backend.api.schemas.library_schemas import Chosen
from backend.errors import Malformed, Refused
from backend.formats.csl_items import DATES, PEOPLE, TEXTS
from backend.formats.reference_lists import BIBTEX, CSL, JSON, RIS, entries_of, read_list, write_list
from backend.kernel.wanted import Selection
from backend.services import references
from backend.services.reference_import import add_from_library, add_list
from backend.services.reference_lookup import add_by_identifier
from backend.storage.sessions import OwnedSession

blueprint = Blueprint(
    "references",
    __name__,
    url_prefix="/api/sessions/<session_id>/references",
    description="The works that a session's text may cite by key",
)
#: The longest identifier of a work to look up, in characters.
MAX_IDENTIFIER = 2_000
#: The longest citation key, in characters; `is_key` has the same limit.
MAX_KEY = 200
_LISTS = (CSL, BIBTEX, RIS)


class ReferenceOut(Schema):
    key = fields.String(required=True)
    csl = fields.Dict(required=True)
    origin = fields.String(required=True, metadata={"enum": ["draft", "library", "import", "own"]})
    status = fields.String(
        required=True,
        metadata={"enum": ["resolved", "unresolved", "mismatch", "retracted", "unchecked"]},
    )
    notices = fields.List(fields.Dict(), required=True)
    checked_at = Moment(required=True, allow_none=True)
    cited = Whole(0, 10**9, required=True)
    created_at = Moment(required=True)


class ReferencesOut(Schema):
    items = fields.List(fields.Nested(ReferenceOut), required=True)
    missing = fields.List(fields.String(), required=True)


class AddedOut(ReferencesOut):
    keys = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)


class FromLibrary(Schema):
    library = Chosen(required=True)


class ReferenceIn(Schema):
    csl = fields.Dict(load_default=dict, metadata={"additionalProperties": True})
    key = fields.String(allow_none=True, load_default=None, validate=validate.Length(1, MAX_KEY))


def _file(kind: str) -> dict[str, Any]:
    return {kind: {"schema": {"type": "string"}}}


_IDS = {"type": "array", "items": {"type": "string", "format": "uuid"}}
_ITEM = {
    "type": "object",
    "properties": {"title": {"type": ["string", "number"], "minLength": 1}},
    "required": ["title"],
    "description": "a CSL-JSON item",
}
_ITEMS = {"schema": {"type": "array", "items": _ITEM}}
_OBJECT = {"schema": {"anyOf": [_ITEM, {"type": "array", "minItems": 1, "items": _ITEM}]}}
_BODY = {
    "description": "CSL-JSON (one item or a list), a BibTeX or RIS file, `add` with a DOI, arXiv id, PMID, PMCID, "
    "ISBN or web address to be looked up, or `library` with ids of works in the library",
    "required": True,
    "content": {
        JSON: {
            "schema": {
                "anyOf": [
                    {
                        "type": "object",
                        "properties": {"add": {"type": "string", "maxLength": MAX_IDENTIFIER, "pattern": "\\S"}},
                        "required": ["add"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "properties": {"library": {"oneOf": [_IDS, {"const": "all"}]}},
                        "required": ["library"],
                        "additionalProperties": False,
                    },
                    _ITEM,
                    {"type": "array", "minItems": 1, "items": _ITEM},
                ]
            }
        },
        CSL: _OBJECT,
        **_file(BIBTEX),
        **_file(RIS),
    },
}


@blueprint.route("", methods=["GET"])
@blueprint.response(200, ReferencesOut)
@blueprint.doc(responses={200: {"content": {CSL: _ITEMS, **_file(BIBTEX), **_file(RIS)}}})
def listed(session_id: str) -> Response | dict[str, Any]:
    """List all references of the session. `Accept` can ask for CSL-JSON, BibTeX or RIS."""
    wanted = request.accept_mimetypes.best_match((JSON, *_LISTS), JSON)
    if wanted == JSON:
        return references.listed(ports(), owned_session(session_id))
    answer = Response(
        write_list(wanted, references.entries(owned_session(session_id))), content_type=f"{wanted}; charset=utf-8"
    )
    answer.headers["Vary"] = "Accept"
    return answer


@blueprint.route("", methods=["POST"])
@blueprint.doc(requestBody=_BODY)
@blueprint.response(201, AddedOut)
def add(session_id: str) -> dict[str, Any]:
    """Add works to the references. A work that the session has already keeps its key, and gets the new data."""
    check_named(request)
    owned = owned_session(session_id)
    kind = request.mimetype or JSON
    if kind in (BIBTEX, RIS):
        return _add(owned, *read_list(kind, _text()))
    if kind not in (JSON, CSL):
        raise UnsupportedMediaType(f"Send {JSON}, {CSL}, {BIBTEX} or {RIS}.")
    value = read_json(request)
    if not isinstance(value, dict | list) or not value:
        raise Refused(
            "Nothing was added. Send a reference as a CSL-JSON object with at least one field, or a list of such "
            "objects.",
            errors={"body": ["Missing."]},
        )
    if isinstance(value, dict) and "library" in value:
        return add_from_library(ports(), owned, _works(value))
    if isinstance(value, dict) and "add" in value:
        return add_by_identifier(ports(), owned, _identifier(value))
    _require_csl(value)
    return _add(owned, entries_of(value), [])


@blueprint.route("/<path:key>", methods=["GET"])
@blueprint.response(200, ReferenceOut)
def get(session_id: str, key: str) -> dict[str, Any]:
    """Return one reference."""
    return references.get(ports(), owned_session(session_id), key)


@blueprint.route("/<path:key>", methods=["PATCH"])
@blueprint.arguments(ReferenceIn, required=False)
@blueprint.response(200, ReferenceOut)
def change(body: dict[str, Any], session_id: str, key: str) -> dict[str, Any]:
    """Change the data of a reference, or its citation key. A key that the document or a draft cites cannot be
    changed.
    """
    change = references.Change(body["csl"], body["key"])
    return references.update(ports(), owned_session(session_id), key, change)


@blueprint.route("/<path:key>", methods=["DELETE"])
@blueprint.response(204)
def delete(session_id: str, key: str) -> None:
    """Delete a reference; the document's text does not change."""
    references.remove(ports(), owned_session(session_id), key)


def _add(owned: OwnedSession, entries: list[Any], warnings: list[str]) -> dict[str, Any]:
    added = add_list(ports(), owned, entries)
    return {**added, "warnings": [*warnings, *added["warnings"]]}


def _require_csl(value: Any) -> None:
    """Raise Refused if `value` is an object without any field of CSL, for example `{"bibtex": …}`. Accept any list."""
    if isinstance(value, list) or not value.keys().isdisjoint((*TEXTS, *PEOPLE, *DATES, "type", "items")):
        return
    raise Refused(
        f"This object is not a CSL-JSON item. Send a BibTeX file as the body with Content-Type {BIBTEX}, or a RIS file "
        f"with {RIS}. To look up a work, send an object with `add`; to add works of the library, one with `library`.",
        errors={name[:60]: ["Unknown field."] for name in list(value)[:10]},
    )


def _works(value: dict[str, Any]) -> Selection:
    """Return the library works that the body `value` names. Raises Refused with a reason for each invalid field."""
    try:
        chosen: Selection = FromLibrary().load(value)["library"]
    except ValidationError as error:
        raise Refused(errors=error.normalized_messages()) from error
    return chosen


def _identifier(value: dict[str, Any]) -> str:
    """Return the identifier in the body `value`, such as a DOI. Raises Refused with a reason for each invalid field."""
    wrong = {name: ["Unknown field."] for name in value if name != "add"}
    given = value["add"]
    if not isinstance(given, str) or not 1 <= len(given.strip()) <= MAX_IDENTIFIER:
        wrong["add"] = [f"Must be a text of 1 to {MAX_IDENTIFIER} characters."]
    if wrong:
        raise Refused(errors=wrong)
    return str(given).strip()


def _text() -> str:
    try:
        return raw_body(request).decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError as error:
        raise Malformed("Nothing was added, because the body is not in UTF-8. Encode it in UTF-8.") from error
