"""The digest by which a hand edit is noticed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.document.revision import Revision, digest


def test_digest_is_that_of_the_utf8_bytes():
    assert digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest("Grüße\r\n") != digest("Grüße\n") == digest("Gr\u00fc\u00dfe\n")


def test_a_revision_is_a_value():
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    one = Revision(1, "placed", moment, digest("a"))
    assert one == Revision(1, "placed", moment, digest("a")) and one.content is None
    with pytest.raises(AttributeError):
        one.number = 2  # type: ignore[misc]


def test_a_text_that_was_not_read_is_no_empty_text():
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    assert Revision(1, "placed", moment, digest(""), content="").text == ""
    with pytest.raises(ValueError, match="Revision 1 was loaded without its text"):
        Revision(1, "placed", moment, digest("a")).text  # noqa: B018
