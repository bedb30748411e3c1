from __future__ import annotations

import pytest

from backend.extraction.pdf import tidied


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("photo\u0002\nsynthesis", "photosynthesis"),
        ("photo\u00adsynthesis", "photosynthesis"),
        ("It rains\r\nin spring.\r\nThen not.", "It rains in spring.\nThen not."),
        ("nul\x00 and \x07bell", "nul and bell"),
        ("Title\nThe text", "Title\nThe text"),
    ],
)
def test_lines_and_hyphens(raw: str, text: str) -> None:
    assert tidied(raw) == text
