"""Lines to paragraphs, on pages as pdfium tells of them."""

from __future__ import annotations

from backend.extraction.pdf.characters import MARK
from backend.extraction.pdf.lines import Line, Page, texts, without_heads

FULL = "A line of the text that is as wide as the page lets it be"


def line(text: str, bottom: float, left: float = 60, right: float = 500, size: float = 10) -> Line:
    return Line(text, left, bottom, right, bottom + size)


def page(*lines: Line) -> Page:
    return Page(842, lines)


def block(*shown: str, top: float = 700, left: float = 60) -> list[Line]:
    """Lines below each other; one that ends with | is short."""
    return [
        line(text.rstrip("|"), top - 12 * row, left, left + (150 if text.endswith("|") else 440))
        for row, text in enumerate(shown)
    ]


def test_broken_lines_are_joined_and_a_short_one_ends_a_paragraph() -> None:
    assert texts([page(*block(FULL, "and goes on.|", "Next paragraph", "goes on"))]) == [
        f"{FULL} and goes on.\n\nNext paragraph goes on"
    ]


def test_a_gap_an_indent_and_another_size_begin_paragraphs() -> None:
    assert texts([page(*block(FULL, FULL), *block("After a gap.", FULL, top=650))])[0].count("\n\n") == 1
    assert texts([page(line(FULL + ".", 700), line("Indented", 688, left=75), line(FULL, 676))])[0].count("\n\n") == 1
    assert texts([page(line("Title", 700, size=18), *block(FULL, FULL, top=682))]) == [f"Title\n\n{FULL} {FULL}"]


def test_hanging_entries_stay_apart() -> None:
    entry = [line("Lee, A. (2020). A title that is", 700), line("longer than one line.", 688, left=80)]
    other = [line("Chen, B. (2021). Another that", 676), line("is longer, too.", 664, left=80)]
    assert texts([page(*entry, *other)]) == [
        "Lee, A. (2020). A title that is longer than one line.\n\nChen, B. (2021). Another that is longer, too."
    ]


def test_a_sentence_goes_on_in_the_next_column() -> None:
    left = [line("the left column ends in", 100, right=280)]
    assert texts([page(*left, line("the middle of a sentence.", 700, left=310))]) == [
        "the left column ends in the middle of a sentence."
    ]


def test_heads_feet_and_page_numbers_go() -> None:
    def one(number: int) -> Page:
        head = "Lee and Chen" if number % 2 else "Journal of Reefs 12 (2021)"
        return page(line(head, 800), *block(f"Text of page {number}", FULL), line(f"{number + 100}", 30, 290, 300))

    assert texts([one(number) for number in range(1, 9)]) == [f"Text of page {n} {FULL}" for n in range(1, 9)]


def test_what_stands_in_the_middle_stays_however_often() -> None:
    pages = [page(*block("Again and again.", FULL, top=500)) for _ in range(5)]
    assert all(len(lines) == 2 for lines in without_heads(pages))


def test_a_number_that_counts_nothing_stays() -> None:
    assert [
        [each.text for each in lines] for lines in without_heads([page(line("1984", 30)), page(line("7", 800))])
    ] == [
        ["1984"],
        ["7"],
    ]


def test_a_word_goes_on_over_the_page() -> None:
    pages = [page(*block(FULL, "and photo" + MARK)), page(*block("synthesis goes on", FULL))]
    assert texts(pages) == [f"{FULL} and photosynthesis", f"goes on {FULL}"]
    assert texts(pages[:1]) == [f"{FULL} and photo-"]


def test_a_sentence_stands_whole_on_the_page_where_it_begins() -> None:
    pages = [
        page(*block("One sentence. We counted trees and", "calculated their pairwise co-occurrence and their")),
        page(*block("scores.|", "Another paragraph begins here and goes on.")),
    ]
    assert texts(pages) == [
        "One sentence. We counted trees and calculated their pairwise co-occurrence and their scores.",
        "Another paragraph begins here and goes on.",
    ]


def test_a_full_line_goes_on_with_a_name_but_a_heading_does_not() -> None:
    after = block("California, as et al. say, and Ohio. Then", FULL + ".")
    assert texts([page(*block(FULL, "and in the state of")), page(*after)]) == [
        f"{FULL} and in the state of California, as et al. say, and Ohio.", f"Then {FULL}.",
    ]  # fmt: skip
    assert (
        texts([page(*block(FULL, FULL + "."), line("Results", 640, right=100)), page(*after)])[0]
        == f"{FULL} {FULL}.\n\nResults"
    )
    larger = page(line("Results of the survey", 700, size=16), *block("More.", top=660))
    assert texts([page(*block(FULL, "and a table")), larger])[0] == f"{FULL} and a table"


def test_no_page_is_emptied_and_nothing_long_is_carried() -> None:
    assert texts([page(*block("a word and")), page(*block("another one"))]) == ["a word and", "another one"]
    rest = ["and on it goes without an end", *[FULL] * 40]
    long = texts([page(*block("It begins here")), page(*block(*rest, "x.", "Another paragraph.|", top=820))])
    assert long[0] == "It begins here" and long[1].startswith("and on it goes")


def test_nothing_and_no_boxes() -> None:
    assert texts([]) == []
    assert texts([page(), page(Line("x", 0, 0, 0, 0), Line("y", 0, 0, 0, 0))])[0] == ""
