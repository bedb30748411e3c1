"""What an answer repeats of the document unchanged is left out; a shorter version of a section stays whole."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement import rules
from backend.placement.repeated_blocks import without_repeated_blocks

FIRST = "Glacier tongues speed up when water reaches the bed beneath them."
SECOND = "We followed three tongues over two summers with stakes and receivers."
THIRD = "Warm air explains most of the change at the two tongues with a wet bed."
DOCUMENT = read(f"# Ice\n\n## Summary\n\n{FIRST}\n\n{SECOND}\n\n{THIRD}\n\n## End\n\nThat is all we know of it.\n")
SHORTER = "We followed three tongues over two summers."
NEW = "Foxes ate some of the cables, which cost us a week of data."


@pytest.mark.parametrize(
    ("content", "rest"),
    [
        (f"## Summary\n\n{SHORTER}", SHORTER),
        (f"{FIRST}\n\n{SHORTER}\n\n{THIRD}", SHORTER),
        (f"## Summary\n\n{FIRST}\n\n{SHORTER}\n\n{THIRD}\n", SHORTER),
        (f"{FIRST}\n\n{SHORTER}", SHORTER),
        (f"{SHORTER}\n\n{THIRD}", SHORTER),
        (f"## Summary\n\n{FIRST}\n\n{SECOND}\n\n{THIRD}\n\n{NEW}", NEW),
        (f"{FIRST}\n\n{NEW}\n\n{SECOND}", NEW),
    ],
)
def test_only_the_new_text_is_left(content, rest):
    assert without_repeated_blocks(DOCUMENT, content) == rest


@pytest.mark.parametrize(
    "content",
    [
        NEW,
        f"## Summary\n\n{NEW}",
        f"{FIRST}\n\n{THIRD}",
        f"{FIRST}\n\n{SECOND}\n\n{THIRD}",
        f"{FIRST}\n\n{NEW}",
        f"## Summary\n\n{FIRST}\n\nThat is all we know of it.",
        "## Limits\n\nTwo summers are few.",
    ],
)
def test_other_content_stays_as_it_is(content):
    assert without_repeated_blocks(DOCUMENT, content) == content


@pytest.mark.parametrize(
    "message", ["Add a paragraph on foxes to the Summary.", "After the second paragraph of Summary."]
)
def test_content_with_a_paragraph_that_stays_is_never_sure(message):
    decided = rules.decide(DOCUMENT, f"{NEW}\n\n{FIRST}", (message,))
    assert not decided.sure
    assert rules.decide(DOCUMENT, NEW, (message,)).sure
