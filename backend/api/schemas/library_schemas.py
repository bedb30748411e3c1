"""Define the schemas of the library, and the field type for a choice of library works."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload
from marshmallow import Schema, fields

from backend.api.schemas.fields import Whole

#: The most works that a request may select by id; for more, it sends "all".
MAX_CHOSEN = 1_000
#: The longest text that is accepted as an id, in characters.
_MAX_ID = 100


#: The JSON types of a selection of works, for the API description.
CHOSEN = [{"type": "array", "items": {"type": "string"}}, {"type": "string", "enum": ["all"]}, {"type": "null"}]


class Chosen(fields.Field[Any]):
    """A choice of library works: a list of ids, or "all"."""

    def __init__(self, **more: Any) -> None:
        words = {"description": 'ids of works in the library, or "all"', "anyOf": CHOSEN}
        super().__init__(metadata=words | more.pop("metadata", {}), **more)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> tuple[str, ...] | str:
        if value == "all":
            return "all"
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ma.ValidationError('Must be a list of ids, or "all".')
        if len(value) > MAX_CHOSEN:
            raise ma.ValidationError(f'Must not have more than {MAX_CHOSEN:,} ids; send "all" instead.')
        if any(len(each) > _MAX_ID for each in value):
            raise ma.ValidationError("Must contain only ids of library works.")
        return tuple(dict.fromkeys(value))


class UploadIn(Schema):
    file = Upload(required=True)


class CorrectionIn(Schema):
    """Corrections to the data of a work; null removes a value."""

    entry = Whole(0, 10**6)
    title = fields.String(validate=ma.validate.Length(1, 1000))
    authors = fields.List(fields.String(validate=ma.validate.Length(1, 500)), validate=ma.validate.Length(0, 1000))
    year = Whole(1000, 2999, allow_none=True)
    doi = fields.String(allow_none=True, validate=ma.validate.Length(1, 500))
    url = fields.String(allow_none=True, validate=ma.validate.Length(1, 4000))
    container = fields.String(allow_none=True, validate=ma.validate.Length(1, 1000))
    csl = fields.Dict(keys=fields.String())


class EntryOut(Schema):
    number = fields.Integer(required=True)
    citation_key = fields.String(required=True)
    title = fields.String(required=True)
    authors = fields.List(fields.String(), required=True)
    year = fields.Integer(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    url = fields.String(allow_none=True, required=True)
    container = fields.String(allow_none=True, required=True)
    csl = fields.Dict(required=True)
    retracted = fields.Boolean(required=True)
    notices = fields.List(fields.Dict(), required=True)


class EntriesOut(Schema):
    items = fields.List(fields.Nested(EntryOut), required=True)


class WorkOut(Schema):
    """A file of the library. If it contains one work, the fields describe the work; if it is a reference list, `title`
    is the title of the list.
    """

    id = fields.UUID(required=True)
    title = fields.String(required=True)
    authors = fields.List(fields.String(), required=True)
    year = fields.Integer(allow_none=True, required=True)
    doi = fields.String(allow_none=True, required=True)
    url = fields.String(allow_none=True, required=True)
    kind = fields.String(allow_none=True, required=True)
    pages = fields.Integer(allow_none=True, required=True)
    status = fields.String(required=True, metadata={"enum": ["processing", "ready", "failed"]})
    run_id = fields.UUID(allow_none=True, required=True)
    error = fields.String(allow_none=True, required=True)
    filename = fields.String(required=True)
    bytes = fields.Integer(required=True)
    works = fields.Integer(required=True)
    retracted = fields.Boolean(required=True)
    notices = fields.List(fields.Dict(), required=True)
    warnings = fields.List(fields.String(), required=True)
    created_at = fields.String(required=True, metadata={"format": "date-time"})
