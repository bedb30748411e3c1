"""Changes between revisions, marked."""

from __future__ import annotations

from datetime import UTC, datetime

from backend.formats.tracked_changes import Version, marked


def version(text: str, author: str = "Ada", day: int = 1) -> Version:
    return Version(text, author, datetime(2026, 1, day, tzinfo=UTC))


def test_what_has_not_changed_is_not_marked() -> None:
    text = "# One\n\nText.\n"
    assert marked(text, []) == text == marked(text, [version(text)])


def test_a_new_block_is_by_who_brought_it_and_a_deleted_one_by_who_took_it_away() -> None:
    base = "First.\n\nSecond one here.\n"
    versions = [
        version("First.\n\nSecond one here.\n\nNew.\n", "Ada", 1),
        version("First.\n\nNew.\n", "Bob", 2),
        version("First.\n\nNew.\n\nLast words.\n", "Eve", 3),
    ]
    assert marked(base, versions) == (
        'First.\n\n::: {.coscribe-deleted author="Bob" date="2026-01-02T00:00:00Z"}\nSecond one here.\n:::\n\n'
        '::: {.coscribe-inserted author="Ada" date="2026-01-01T00:00:00Z"}\nNew.\n:::\n\n'
        '::: {.coscribe-inserted author="Eve" date="2026-01-03T00:00:00Z"}\nLast words.\n:::\n'
    )


def test_a_paragraph_that_was_changed_holds_both_texts() -> None:
    made = marked("Trees cool streets a lot.\n", [version("Trees warm streets a lot.\n")])
    assert made.count("coscribe-changed") == 1 and made.startswith("::::") and made.rstrip().endswith("\n::::")
    assert "Trees cool streets" in made and "Trees warm streets" in made
    other = marked("Trees cool streets a lot.\n", [version("Quite another sentence.\n")])
    assert "coscribe-deleted" in other and "coscribe-inserted" in other and "changed" not in other


def test_fences_of_the_text_do_not_end_a_division() -> None:
    block = ":::::: note\nInside.\n::::::"
    assert "::::::: {.coscribe-inserted" in marked("A.\n", [version(f"A.\n\n{block}\n")])


def test_an_author_cannot_write_attributes() -> None:
    made = marked("", [version("New.\n", 'A" onclick="x} # Heading')])
    assert '"x' not in made and "}" not in made.split("date=")[0]
