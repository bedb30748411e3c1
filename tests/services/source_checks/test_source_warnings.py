"""Warnings about the sources of an answer."""

from __future__ import annotations

import pytest

from backend.kernel.works import Citation
from backend.services.source_checks.source_warnings import is_told, unsettled, warnings_of
from backend.sources.matching import unconfirmed

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


@pytest.mark.parametrize(
    ("status", "about", "left"),
    [("resolved", {}, 0), ("unresolved", ASKED, 0), ("mismatch", {}, 0), ("unresolved", {}, 1)],
)
def test_a_doubt_is_dropped_if_a_registry_settles_it_or_says_why_not(status, about, left):
    before, now = Citation("sx_1", "T", None, None, "unresolved"), Citation("sx_1", "True", None, None, status, about)
    doubt = unconfirmed("T")
    assert unsettled([doubt, "It may be wrong."], [before], [now]) == [*([doubt] * left), "It may be wrong."]
