"""The formats of an export."""

from __future__ import annotations

from backend.formats.export_formats import FORMATS


def test_every_format_of_the_contract_is_there() -> None:
    assert list(FORMATS) == ["docx", "latex", "pdf", "html", "jats", "odt", "epub", "md", "zip"]


def test_a_name_leads_to_the_format_of_that_name() -> None:
    assert all(name == each.name and each.extension for name, each in FORMATS.items())
