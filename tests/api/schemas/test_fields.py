"""The kinds of fields: what each takes, what it refuses, and how times leave."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from marshmallow import Schema, ValidationError

from backend.api.schemas.fields import MAX_NUMBER, Address, Content, Domain, Flag, Moment, Persona, Text, Whole


def load(field, value):
    schema = Schema.from_dict({"x": field})()
    return schema.load({} if value is ... else {"x": value}).get("x", ...)


REFUSED = "refused"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        (Text(3), "abc", "abc"),
        (Text(3), "abcd", REFUSED),
        (Text(3), "", ""),
        (Text(3), " ", " "),
        (Text(3, 1), "", REFUSED),
        (Text(3, 1), " \n", REFUSED),
        (Text(3, 1), " a ", " a "),
        (Text(3), 3, REFUSED),
        (Text(3), None, REFUSED),
        (Text(3, allow_none=True), None, None),
        (Content(4), "abcd", "abcd"),
        (Content(4), "abcde", REFUSED),
        (Content(4), "éé", "éé"),
        (Content(4), "ééé", REFUSED),
        (Content(4), " ", " "),
        (Content(4, needs_words=True), " ", REFUSED),
        (Flag(), True, True),
        (Flag(), False, False),
        (Flag(), "true", REFUSED),
        (Flag(), 1, REFUSED),
        (Whole(1, 5), 1, 1),
        (Whole(1, 5), 5, 5),
        (Whole(1, 5), 0, REFUSED),
        (Whole(1, 5), 6, REFUSED),
        (Whole(), "12", 12),
        (Whole(), "012", 12),
        (Whole(), " 12", REFUSED),
        (Whole(), "１２", REFUSED),
        (Whole(), "-1", REFUSED),
        (Whole(), "", REFUSED),
        (Whole(), 1.0, 1),
        (Whole(), 1.5, REFUSED),
        (Whole(), float("inf"), REFUSED),
        (Whole(), True, REFUSED),
        (Whole(), "1" * 21, REFUSED),
        (Whole(), "0" * 20, 0),
        (Whole(), MAX_NUMBER, MAX_NUMBER),
        (Whole(), MAX_NUMBER + 1, REFUSED),
        (Domain(), "nature.com", "nature.com"),
        (Domain(), " WWW.Nature.com ", "nature.com"),
        (Domain(), "https://www.nature.com:443/articles?x#y", "nature.com"),
        (Domain(), "-nature.com.", "-nature.com"),
        (Domain(), "-https://nature.com/", "-nature.com"),
        (Domain(), "localhost", "localhost"),
        (Domain(), "a b", REFUSED),
        (Domain(), "-", REFUSED),
        (Domain(), "", REFUSED),
        (Domain(), f"{'a' * 64}.com", REFUSED),
        (Domain(), ".".join(["abcdefg"] * 40), REFUSED),
        (Persona(), ..., None),
        (Persona(), None, ""),
        (Persona(), "p", "p"),
        (Persona(), "", REFUSED),
        (Persona(), "x" * 101, REFUSED),
        (Address(), " a@b.example ", "a@b.example"),
        (Address(), "a@b", REFUSED),
        (Address(), 3, REFUSED),
        (Address(), f"a@{'b' * 63}.{'c' * 63}.{'d' * 63}.{'e' * 63}.example", REFUSED),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_value_is_taken_as_it_is_or_refused(field, value, expected):
    if expected is REFUSED:
        with pytest.raises(ValidationError):
            load(field, value)
    else:
        found = load(field, value)
        assert found == expected and type(found) is type(expected)


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (datetime(2026, 11, 20, 9, 30, 0, 123456, UTC), "2026-11-20T09:30:00.123456Z"),
        (datetime(2026, 11, 20, 11, 30, tzinfo=timezone(timedelta(hours=2))), "2026-11-20T09:30:00Z"),
        ("2026-11-20T09:30:00Z", "2026-11-20T09:30:00Z"),
        (None, None),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_time_leaves_in_utc(moment, written):
    assert Schema.from_dict({"x": Moment()})().dump({"x": moment}) == {"x": written}
