"""Answers that have only the changed part of a text, or a mark for the rest, are completed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.placement.partial_answer import completed, elision, likeness, whole_version, without_marks

PAPER = """# Methods

Gusts was logged on four of the twelve afternoons. The loggers were calibrated by the maker [@maker2020]. Shade were
measured at noon with a meter.

| District | Trees | Cooling |
|:---------|------:|--------:|
| North    |    12 |     4.4 |
| South    |     9 |     3.9 |

- First finding on shade.
- Second finding on wind.
- Third finding on soil.
"""
DOCUMENT = read(PAPER)
FIXED = "Gusts were logged on four of the twelve afternoons."
LAST = "Shade was measured at noon with a meter."
WHOLE = f"{FIXED} The loggers were calibrated by the maker [@maker2020]. {LAST}"
HEAD = "| District | Trees | Cooling |\n|---|---|---|\n"


def of(content: str, less: bool = False) -> str:
    found = completed(DOCUMENT, range(len(DOCUMENT.blocks)), content, less)
    return found.content if found is not None else ""


@pytest.mark.parametrize(
    "content",
    [
        f"{FIXED} {LAST}",
        f"{FIXED} [...] {LAST}",
        f"{FIXED} … {LAST}",
        f"{FIXED}\n\n[the middle sentence is unchanged]\n\n{LAST}".replace(f"\n\n{LAST}", ""),
    ],
)
def test_the_sentences_that_an_answer_left_out_are_kept(content):
    text = of(content)
    assert text.startswith(f"{FIXED} The loggers were calibrated by the maker [@maker2020]. Shade w")
    assert (text == WHOLE) == (LAST in content)


def test_an_unchanged_row_keeps_its_widths_and_a_missing_row_is_kept():
    rows = PAPER.split("\n\n")[2].splitlines()
    assert of(f"{HEAD}| South | 10 | 3.9 |") == "\n".join([*rows[:3], "| South | 10 | 3.9 |"])
    assert of(f"{HEAD}| North | 12 | 4.4 |\n| South | 9 | 3.9 |\n| West | 1 | 1.0 |") == "\n".join(
        [*rows, "| West | 1 | 1.0 |"]
    )


def test_a_changed_item_keeps_the_other_items():
    assert of("- Second finding on strong wind.") == PAPER.split("\n\n")[3].strip().replace("on wind", "on strong wind")


@pytest.mark.parametrize(
    "content",
    [
        WHOLE,
        "The loggers were calibrated by the maker [@maker2020].",  # nothing is changed, so the rest was to go
        f"{FIXED} A new sentence on rain stands here instead.",
        "On four of twelve afternoons gusts were logged and shade measured at noon, with loggers calibrated by the"
        " maker [@maker2020].",  # joined
        f"{HEAD}| North | 12 | 4.4 |",
        f"{HEAD}| East | 3 | 1.1 |",
        "| District | Trees |\n|---|---|\n| North | 12 |\n| South | 9 |",
        "# Methods",
        "",
    ],
)
def test_other_answers_stay_as_they_are(content):
    assert of(content) in ("", content) or of(content).split() == content.split()


def test_who_asks_for_less_gets_less_but_for_a_mark():
    assert of(f"{FIXED} {LAST}", less=True) == ""
    assert of(f"{FIXED} [...] {LAST}", less=True) == WHOLE


def test_a_mark_that_the_document_lacks_is_found():
    assert elision("One. [...] Two.", PAPER) == "[...]"
    assert elision("One.\n\n<!-- rest unchanged -->", PAPER) == "<!-- rest unchanged -->"
    assert elision("One [@key]. Two ... three.\n\n[@key]\n\n[^1]: A note.", PAPER) == ""
    assert elision("A (…) b.\n\n(…)", "x\n\n(…)") == ""
    assert elision("One is two. ... (rest unchanged)", PAPER) == "... (rest unchanged)"
    assert elision("One.\n\n[Table 1 about here]", PAPER, remarks=False) == ""


def test_a_line_in_brackets_is_no_mark_if_less_is_asked_for():
    assert of(f"{FIXED}\n\n(31 words)", less=True) == ""


def test_marks_are_taken_out():
    assert without_marks("One. [...] Two.\n[rest unchanged]") == "One. Two."
    assert without_marks("One.\n(as before)", remarks=False) == "One.\n(as before)"


SENTENCES = [
    f"Plot {name} was visited by {name} and her team in {name} weather." for name in ("Ada", "Ben", "Cleo", "Dora")
]


@given(st.sets(st.integers(0, 3), min_size=1))
def test_whatever_sentences_are_changed_the_others_stay(changed):
    document = read(" ".join(SENTENCES))
    new = {at: SENTENCES[at].replace("visited", "seen") for at in changed}
    found = completed(document, [0], " ".join(new[at] for at in sorted(new)), less=False)
    text = found.content if found is not None else " ".join(new[at] for at in sorted(new))
    assert text == " ".join(new.get(at, each) for at, each in enumerate(SENTENCES))


def test_a_sentence_that_only_grew_is_a_version_of_the_old_one():
    document = read("It worked well [@a]. It was also shorter.\n")
    found = completed(document, [0], "It was also shorter, which may have hidden a late effect.", False)
    assert (
        found is not None
        and found.content.startswith("It worked well [@a]. It was also shorter, which")
        and found.kept == 1
    )


def test_a_sentence_that_says_two_sentences_in_other_words_is_the_whole_text():
    paper = read("The response comes almost entirely from households with a commuter. Pensioners did not react.\n")
    joined = "Nearly all of the response is due to commuting households, whereas pensioners did not react."
    assert completed(paper, range(1), joined, less=False) is None


DRAFT = (
    "## Conclusion\n\nVisits change. Presence has to be made. Work moves to the time before, and is paid.\n\n"
    "More will follow.\n"
)
NEW = "Work moves to the time before, and is rarely seen."


@pytest.mark.parametrize("content", [NEW, f"## Conclusion\n\n{NEW}"])
def test_a_version_of_one_sentence_of_a_draft_keeps_the_others(content: str) -> None:
    old = "Work moves to the time before, and is paid."
    assert whole_version(DRAFT, content, less=False) == DRAFT.replace(old, NEW)
    assert whole_version(DRAFT, content, less=True) is None


@pytest.mark.parametrize(
    "content", [DRAFT, "Quite another text.", f"{NEW}\n\nMore will follow soon.", f"## Other\n\n{NEW}", ""]
)
def test_no_other_version_of_a_draft_is_completed(content: str) -> None:
    assert whole_version(DRAFT, content, less=False) is None


def test_rows_with_the_same_first_cell_are_alike_whatever_their_other_cells():
    assert likeness("| Elv |  |", "| Elv | 2 |") > 1 and likeness("| Elv | 1 |", "| Elv | 2 |") > 1
    assert likeness("|  | 1 |", "|  | 2 |") < 1 and likeness("| Elv | 1 |", "| Oder | 1 |") < 1
