"""Warnings about the sources of an answer."""

from __future__ import annotations

import pytest

from backend.kernel.works import Citation
from backend.services.source_warnings import is_told, warnings_of

ASKED = {"checked_at": "2026-11-23T10:00:00Z", "reason": "The DOI 10.1/x does not exist."}


@pytest.mark.parametrize(
    ("status", "about", "warning"),
    [
        ("retracted", ASKED, "“T” was retracted."),
        ("mismatch", ASKED, "“T”: The DOI 10.1/x does not exist."),
        ("unresolved", ASKED, "“T”: The DOI 10.1/x does not exist."),
        ("unchecked", ASKED, "“T”: The DOI 10.1/x does not exist."),
        ("unresolved", {}, None),
        ("resolved", ASKED, None),
    ],
)
def test_a_source_in_doubt_is_named_with_what_the_registries_said(status, about, warning):
    citation = Citation("sx_1", "T", None, None, status, about)
    assert warnings_of([citation]) == ([warning] if warning else [])
    assert is_told(citation) == (status in ("unresolved", "unchecked") and bool(about))
