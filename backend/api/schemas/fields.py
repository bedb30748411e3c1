"""Define types of schema fields. In requests they are strict; in answers, times have the form of RFC 3339."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

#: The longest message and the longest attached section, in characters (contract, section 1).
MAX_TEXT = 20_000
#: The longest single line, such as a reason or a source's title, in characters. Chosen: no address or title is longer.
MAX_LINE = 2_000
#: The largest integer that a database column can store; revision numbers stay far below.
MAX_NUMBER = 2**31 - 1
#: The most domains by which a search may be limited; Sonar has the same limit.
MOST_DOMAINS = 20
_DOMAIN = re.compile(
    r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE
)


class Text(fields.String):
    """A string of at most `most` characters. If `least` is above 0, the string must have at least `least` characters,
    and must not consist only of white space.
    """

    def __init__(self, most: int = MAX_TEXT, least: int = 0, **more: Any) -> None:
        self._needs_words = least > 0
        super().__init__(validate=validate.Length(min=least or None, max=most), **more)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        text = super()._deserialize(value, *args, **more)
        if self._needs_words and text and not text.strip():
            raise ma.ValidationError("Must not be blank.")
        return text


class Persona(Text):
    """The id of a persona. The session's persona is used if the field is missing. null means that no persona is used;
    it is converted to "".
    """

    def __init__(self) -> None:
        told = "the id of the persona to use instead of the session's; null: use none"
        super().__init__(100, least=1, allow_none=True, load_default=None, metadata={"description": told})

    def deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        return "" if value is None else super().deserialize(value, *args, **more)


class Content(fields.String):
    """A text for a document: at most `most` bytes in UTF-8. With `needs_words`, a text that has only white space is
    refused.
    """

    def __init__(self, most: int, needs_words: bool = False, **more: Any) -> None:
        self._most = most
        self._needs_words = needs_words
        super().__init__(**more)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        text = super()._deserialize(value, *args, **more)
        if len(text) > self._most or (not text.isascii() and len(text.encode()) > self._most):
            raise ma.ValidationError(f"Must not be longer than {self._most:,} bytes.")
        if self._needs_words and not text.strip():
            raise ma.ValidationError("Must not be blank.")
        return text


class Flag(fields.Boolean):
    """A boolean. Only true and false are accepted, not 1 or "yes"."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Whole(fields.Integer):
    """A whole number from `least` to `most`. The JSON number 20.0 is accepted as 20. A text may have only digits."""

    def __init__(self, least: int = 0, most: int = MAX_NUMBER, **more: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(least, most), **more)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, (bool, float)) or (isinstance(value, str) and not (value.isascii() and value.isdigit())):
            raise self.make_error("invalid")
        if isinstance(value, str) and len(value) > 20:
            raise ma.ValidationError(f"Must be a number of at most {MAX_NUMBER}.")
        return super()._deserialize(int(value) if isinstance(value, str) else value, *args, **more)


class Moment(fields.DateTime):
    """A time in UTC, such as `2026-11-20T09:30:00.123456Z`."""

    def _serialize(self, value: datetime | str | None, *args: Any, **more: Any) -> str | None:
        if value is None or isinstance(value, str):
            return value
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


class Address(fields.Email):
    """An e-mail address. White space around it is removed."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        text = super()._deserialize(value.strip() if isinstance(value, str) else value, *args, **more)
        if len(text) > 254:
            raise ma.ValidationError("Must not be longer than 254 characters.")
        return text


class Domain(fields.String):
    """A host name such as `example.org`. Of a web address such as `https://example.org/x`, only the host is used. A `-`
    before the host excludes it from a search.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata={"minLength": 1, "pattern": r"^-?([A-Za-z]+://)?[A-Za-z0-9]"}, **more)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> str:
        text = super()._deserialize(value, *args, **more).strip()
        minus = "-" if text.startswith("-") else ""
        host = re.sub(r"^[a-z]+://", "", text.removeprefix("-"), flags=re.IGNORECASE)
        host = re.split(r"[/?#:]", host, maxsplit=1)[0].strip(".").lower()
        if len(host) > 253 or not _DOMAIN.fullmatch(host):
            raise ma.ValidationError("Must be a domain name such as example.org.")
        return minus + host.removeprefix("www.")


def require_one_kind(domains: Sequence[str] | None, field: str) -> None:
    """Raise ValidationError for `field` if some domains are included and others excluded. Sonar allows only one of the
    two.
    """
    if len({domain.startswith("-") for domain in domains or ()}) > 1:
        raise ma.ValidationError({field: ["Either all domains must begin with `-` (excluded), or none."]})
