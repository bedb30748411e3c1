"""What an export prints for a key without an entry becomes the citation again, and nothing else does."""

from __future__ import annotations

import pytest

from backend.formats.unlisted_citations import with_citations

KEYS = {"berg2021", "oke_1982", "why"}


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("It is warm (**berg2021?**).", "It is warm [@berg2021]."),
        ("It is warm (**berg2021?**; **oke\\_1982?**).", "It is warm [@berg2021; @oke_1982]."),
        ("(**why?**) (**berg2021?**)", "[@why] [@berg2021]"),
    ],
)
def test_a_key_of_the_document_is_cited_again(printed, text):
    assert with_citations(printed, KEYS) == text


@pytest.mark.parametrize(
    "text", ["It is (**how?**).", "It is (**berg2021?**; **how?**).", "(**why not?**)", "**why**?"]
)
def test_other_bold_words_stay(text):
    assert with_citations(text, KEYS) == text
