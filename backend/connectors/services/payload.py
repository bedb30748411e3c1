"""Read values from services' answers. Each function accepts any value, because services send values of wrong types."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from xml.etree import ElementTree

from backend.errors import ProviderMisanswered

#: The most characters that are kept of a source's content. A long abstract has about 4,000.
MOST_CONTENT = 20_000
#: The most characters that are kept of any other field.
MOST_FIELD = 2_000

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
#: Elements that separate words; other elements (sub, i, span …) may be inside a word.
_BREAK = re.compile(
    r"</?(?:\w+:)?(?:p|div|br|li|ul|ol|list|list-item|sec|title|h[1-6]|table|tr|td|th|hr|label|disp-formula|blockquote)\b[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>", re.DOTALL)
#: Plain formatting elements that were escaped twice. Only these are removed, because a text may contain `a <b and c>
#: d`.
_LEFT_OVER = re.compile(r"</?(?:i|b|em|strong|sub|sup|scp|tt|u|p|br)\s*/?>", re.IGNORECASE)
_DAY = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})(?!\d)")
_YEAR = re.compile(r"\s*(\d{4})(?!\d)")
_LINK = re.compile(r"https?://[^\s<>\"]{3,4000}", re.IGNORECASE)


def json_object(body: bytes) -> dict[str, Any]:
    """Parse a body as a JSON object. Raises ProviderMisanswered if it is not one."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ProviderMisanswered("answered with something that is not JSON") from error
    if not isinstance(found, dict):
        raise ProviderMisanswered(f"answered with a JSON {type(found).__name__} instead of an object")
    return found


def xml_root(body: bytes) -> ElementTree.Element:
    """Parse a body as XML and return its root element.

    Raises ProviderMisanswered if the body is not XML or declares a document type. Such a declaration could define
    entities that grow without limit or read files, and no service needs it.
    """
    head = body.replace(b"\0", b"").lower()  # without NUL, so that UTF-16 is checked, too
    if b"<!doctype" in head or b"<!entity" in head:
        raise ProviderMisanswered("answered with XML that is unsafe to read (it has a DOCTYPE or an ENTITY)")
    try:
        return ElementTree.fromstring(body)
    except (ElementTree.ParseError, ValueError, LookupError) as error:  # LookupError: the encoding is unknown
        raise ProviderMisanswered("answered with something that is not XML") from error


def within(value: Any, *path: str) -> Any:
    """Return the value at a path of keys in nested objects: `within({"a": {"b": 1}}, "a", "b")` is 1. Returns None if
    there is no such value.
    """
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def items(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in a list. Yields nothing if `value` is not a list."""
    if isinstance(value, list):
        yield from (each for each in value if isinstance(each, dict))


def results(body: bytes, *path: str) -> list[dict[str, Any]]:
    """Return the JSON objects in the list at a path of a JSON body. Raises ProviderMisanswered if there is no list."""
    found = within(json_object(body), *path)
    if not isinstance(found, list):
        raise ProviderMisanswered(f"answered without the list `{'.'.join(path)}`")
    return list(items(found))


def text(value: Any, most: int = MOST_FIELD) -> str:
    """Return a string on one line and without control characters, cut at `most` characters; "" if `value` is not a
    string.
    """
    return " ".join(_CONTROL.sub(" ", value).split())[:most] if isinstance(value, str) else ""


def plain(value: Any, most: int = MOST_CONTENT) -> str:
    """Return a string on one line, cut at `most` characters; "" if `value` is not a string. HTML and JATS markup is
    removed, and entities such as `&amp;` are replaced by their characters.
    """
    if not isinstance(value, str):
        return ""
    bare = html.unescape(_TAG.sub("", _BREAK.sub(" ", value))) if "<" in value or "&" in value else value
    return text(_LEFT_OVER.sub("", bare) if "<" in bare else bare, most)


def texts(value: Any, most: int = 200) -> tuple[str, ...]:
    """Return the first `most` non-empty strings of a list, without markup. Returns () if `value` is not a list."""
    return (
        tuple(found for each in value if (found := plain(each, MOST_FIELD)))[:most] if isinstance(value, list) else ()
    )


def first(value: Any) -> str:
    """Return the first non-empty string of a list, without markup; "" if there is none."""
    return next(iter(texts(value)), "")


def names(value: Any, *path: str) -> tuple[str, ...]:
    """Return the string at `path` (keys of nested objects) in each object of the list `value`: `names([{"name": "A.
    Lee"}], "name")` is ("A. Lee",).
    """
    return texts([within(each, *path) for each in items(value)])


def link(value: Any) -> str | None:
    """Return the value if it is a web address (http or https), else None."""
    return found if (found := text(value, 4000)) and _LINK.fullmatch(found) else None


def number(value: Any) -> float | None:
    """Return the value as a float if it is a finite number, else None."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and _finite(value) else None


def whole(value: Any) -> int | None:
    """Return the value if it is an integer, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def day(value: Any) -> str | None:
    """Return a date as YYYY-MM-DD; None if its day is missing. Reads dates such as "2014-03-01" (also with a time) and
    "Sat, 01 Mar 2014 …".
    """
    if not isinstance(value, str):
        return None
    found = _DAY.match(value)
    try:
        if found is not None:
            return date(int(found[1]), int(found[2]), int(found[3])).isoformat()
        stamp: datetime = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return stamp.date().isoformat()


def year(value: Any) -> int | None:
    """Return a year, given as a number or as the beginning of a text such as "2014-03"; None if there is no year
    between 1000 and 2999.
    """
    found = _YEAR.match(value) if isinstance(value, str) else None
    number_ = int(found[1]) if found else whole(value)
    return number_ if number_ is not None and 1000 <= number_ <= 2999 else None


def date_of_parts(value: Any) -> str:
    """Convert a date such as `{"date-parts": [[2014, 3]]}` to text such as `2014-03`; "" for any other value."""
    outer = within(value, "date-parts")
    parts = outer[0] if isinstance(outer, list) and outer and isinstance(outer[0], list) else []
    numbers = [int(part) for part in parts[:3] if str(part).isdigit()]
    return "-".join(f"{part:02d}" for part in numbers) if numbers and year(numbers[0]) else ""


def csl_texts(**variables: str | None) -> tuple[tuple[str, str], ...]:
    """Return the CSL variables that are not empty as pairs of name and text. `_` in a name becomes `-`:
    `container_title` is returned as "container-title".
    """
    return tuple((name.replace("_", "-"), value) for name, value in variables.items() if value)


def without_empty(**metadata: Any) -> dict[str, Any]:
    """Return the arguments as a dict, without those whose values are empty."""
    return {name: value for name, value in metadata.items() if value not in (None, "", (), [], {})}


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
