"""Which pages are opened, and what of them goes into a prompt."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.works import Source
from backend.research.page_choice import MOST_TEXT, address_of, chosen, with_page

PAPER = Source("Tides", "https://a.example/tides", content="A snippet.")
SENTENCES = [f"Sentence number {n} tells of gardens and of bread." for n in range(200)]


def test_a_full_text_is_the_pdf_that_the_record_names_else_the_page() -> None:
    assert address_of(Source("x", "https://a.example", metadata={"pdf_url": "https://a.example/x.pdf"})) == (
        "https://a.example/x.pdf"
    )
    for odd in ("ftp://a.example/x.pdf", "", 5, None):
        assert address_of(Source("x", "https://a.example", metadata={"pdf_url": odd})) == "https://a.example"
    assert address_of(Source("x", "ftp://a.example")) is address_of(Source("x", doi="10.1/x")) is None


def test_the_best_with_an_address_are_read_at_their_places() -> None:
    sources = [
        Source("Book"),
        Source("One", "https://a.example/1"),
        Source("Two"),
        Source("Three", "http://a.example/3"),
    ]
    assert chosen(sources, 5) == {1: "https://a.example/1", 3: "http://a.example/3"}
    assert chosen(sources, 1) == {1: "https://a.example/1"}
    assert chosen(sources, 0) == chosen([], 3) == {}


def test_a_page_that_says_no_more_than_the_snippet_changes_nothing() -> None:
    assert with_page(PAPER, "Short.", "tides", 500) is PAPER
    assert with_page(PAPER, " " * 900, "tides", 500) is PAPER


def test_a_short_page_is_shown_whole() -> None:
    read = with_page(PAPER, "\n A page that says a little more. \n", "tides", 500)
    assert read.content == "A page that says a little more." and read.metadata == {"read": True}
    assert (read.title, read.url, PAPER.metadata) == (PAPER.title, PAPER.url, {})


def test_of_a_long_page_the_passages_that_answer_are_shown_in_its_order() -> None:
    said = [*SENTENCES]
    said[150], said[40] = "The moon raises the tides of the oceans.", "Tides are raised by the gravity of the moon."
    read = with_page(PAPER, " ".join(said), "Why does the moon raise tides?", 1_800)
    assert (
        0 <= read.content.find("gravity of the moon") < read.content.find("The moon raises") and "[…]" in read.content
    )


def test_where_nothing_answers_the_beginning_is_shown() -> None:
    read = with_page(PAPER, " ".join(SENTENCES), "xylophone", 1_000)
    assert read.content.startswith(SENTENCES[0])


@given(
    st.lists(
        st.sampled_from(
            [*SENTENCES[:9], "The moon raises tides.\n\n", "# Moon\n", "月が潮を満ち引きさせる。", "x" * 900]
        )
    ),
    st.integers(200, 3_000),
)
def test_what_is_shown_stands_in_the_page_and_fits(said: list[str], characters: int) -> None:
    page = " ".join(said)
    read = with_page(PAPER, page, "Why does the moon raise tides?", characters)
    if read is PAPER:
        assert len(page.strip()) <= len(PAPER.content)
        return
    parts = read.content.split("\n[…]\n")
    places = [page.find(part) for part in parts]
    assert min(places) >= 0 and places == sorted(places)
    assert sum(map(len, parts)) <= max(characters, 1_000) + 2 * len(parts)


def test_a_huge_page_is_looked_at_from_its_beginning() -> None:
    page = "Bread and gardens. " * (MOST_TEXT // 19 + 1) + "The moon raises tides."
    assert "moon" not in with_page(PAPER, page, "moon tides", 1_000).content


def test_a_page_is_read_at_the_address_that_was_told() -> None:
    told = Source(
        "A", "https://a.example/x", metadata={"also": ["http://a.example/x?utm_source=b", "https://c.example"]}
    )
    assert address_of(told) == "http://a.example/x?utm_source=b"
