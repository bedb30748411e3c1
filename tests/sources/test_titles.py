"""Whether a string names a work: invented ones do not, whatever its title, and the ways in which models cite do."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from backend.drafting.context.library_passages import line
from backend.kernel.works import Source
from backend.sources import titles
from backend.sources.identifiers import canonical_title


def names(text: str, work: Source) -> bool:
    return titles.fit(text, titles.of(work)) is not None


def work(title: str, *authors: str, year: int | None = None, **metadata: str) -> Source:
    return Source(title=title, authors=authors, year=year, metadata=metadata)


EDITORIAL = work("Editorial", "Smith, Anna", year=2001, journal="Nature")
REPORT = work("Annual report", "Ada One", year=2001)
TUNNELS = work("Badger tunnels under chalk hills", "Bo Rat", "Jörg Müller", "C. de la Cruz", year=2011)
BARE = work("Badger tunnels under chalk hills")
QUOTED = work("“What's in a name?” – Sci-Hub’s co-authors", "O'Neil, Kim", year=2019)
CHINESE = work("温度在夜间下降的原因", "王伟", year=2020)


@pytest.mark.parametrize(
    "title", ["a", "A", "Authors", "Review", "An", "Journal", "Nothing", "No. 7", "2019", "7", "N"]
)
@pytest.mark.parametrize("authors", [(), ("Real, Rita",)])
@pytest.mark.parametrize("year", [None, 2015])
@pytest.mark.parametrize(
    "text",
    [
        "Nobody, N. (1999). A paper that does not exist. Journal of Nothing, p. 7",
        "Several Authors (2019). An invented study of rivers",
        "Fake et al. (2020). Deep review of otter sleep",
        "Fake (2020). Review: otters asleep",
        "Otters asleep: a review. Fake, A. (2020)",
        "Fake, A. (2020). Review. Journal of Otters, 7",
        "Authors: Fake and Nobody. Otters asleep. No. 7 of 2019",
        "A. Nobody, “Review”, Otters 3 (1999)",
    ],
)
def test_an_invented_paper_is_none_however_short_a_title_on_the_shelf_is(text, title, authors, year) -> None:
    assert not names(text, work(title, *authors, year=year))


@pytest.mark.parametrize(
    "text",
    [
        "Editorial",
        "editorial.",
        "Smith 2001, Editorial, p. 3",
        "Smith (2001) Editorial",
        "Smith, A. (2001). Editorial. Nature 411, 12–13.",
        "Smith, Anna (2001). Editorial",
        "Smith A. Editorial. Nature. 2001;411:12",
        "Smith et al. (2001a). “Editorial”. p.3",
        "Editorial (Smith, 2001)",
        "Editorial by Anna Smith, page 3",
        "Editorial, Nature, 2001",
        "[2] Smith: Editorial",
        "- *Editorial*, pp. 3-5",
        "From your library: Editorial (2001)",
        "Smith P. 2001. Editorial",
    ],
)
def test_a_short_title_is_known_by_what_stands_beside_it(text) -> None:
    assert names(text, EDITORIAL)


@pytest.mark.parametrize(
    "text",
    [
        "Jones, B. (2001). Editorial. Nature",
        "Smith (2002). Editorial",
        "Smith (2001). Editorial board of Nature",
        "Jones, Editorial, 2001",
        "Editorial by Bert Jones",
        "Editorial (Jones, 2001)",
        "Editorial. Jones et al., 2001",
        "Editorial of otters",
        "Smith (2001). Otters asleep [Editorial]. Nature",
        "Nature editorials",
        "",
        "...",
    ],
)
def test_another_author_year_or_title_is_another_work(text) -> None:
    assert not names(text, EDITORIAL)


@pytest.mark.parametrize(
    "text",
    [
        "Badger tunnels under chalk hills",
        "Rat (2011). Badger Tunnels under Chalk-Hills. Journal of Hills, 4(2), 1203–1210.",
        "Bo Rat, Jorg Mueller et al. (2011). Badger tunnels under chalk hills, p. 4",
        "Müller, J. et al. 2011. Badger tunnels under chalk hills: evidence from Kent",
        "de la Cruz C. Badger tunnels under chalk hills. 2011",
        "Badger tunnels under chalk hills. Journal of Hills (2011)",
        "“Badger tunnels under chalk hills”, Rat, accessed 2026",
        "Badger tunnels under chalk hills. Published by Hill Press",
        "p. 3 of Badger tunnels under chalk hills",
        "Badger tunnels under chalk hills p. 3",
    ],
)
def test_a_long_title_says_much_by_itself(text) -> None:
    assert names(text, TUNNELS)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Nobody, N. (2011). Badger tunnels under chalk hills", True),
        ("Rat (2012). Badger tunnels under chalk hills", True),
        ("Badger tunnels under chalk hills, by Nobody", True),
        ("Badger tunnels under chalk hills, Nobody et al.", True),
        ("Badger tunnels under chalk hills: a review", False),
        ("Why badger tunnels under chalk hills collapse", False),
        ("Badger tunnels under chalk hills in winter", False),
        ("Badger tunnels under", False),
        ("Badger tunnels", False),
        ("A history of: badger tunnels under chalk hills", False),
    ],
)
def test_a_long_title_is_whole_and_whose_it_is_is_not_contradicted(text, bare) -> None:
    """`bare`: of a work without authors and year nothing can be contradicted."""
    assert not names(text, TUNNELS)
    assert names(text, BARE) is bare


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("'What’s in a name?' - SciHub's coauthors", True),
        ("O’Neil (2019): What's in a name – Sci Hub's co-authors, p. 2", True),
        ("What's in a name?", False),
    ],
)
def test_quotes_and_dashes_make_no_difference(text, known) -> None:
    assert names(text, QUOTED) is known


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Rat (2011). Setts & tunnels: evidence from Kent", True),
        ("Rat (2011). {S}etts &amp; tunnels: evidence from Kent", True),
        ("Rat (2011). Setts & tunnels. Journal of Hills, p. 4", True),
        ("Rat 2011, Setts & tunnels", True),
        ("Setts & tunnels", False),
        ("Rat, Setts & tunnels", False),
        ("Nobody (2011). Setts & tunnels", False),
        ("Rat (2011). Setts & tunnels: a review", False),
        ("Rat (2011). On setts & tunnels", False),
        ("Rat (2011). Evidence from Kent", False),
    ],
)
def test_a_subtitle_may_be_left_out_where_author_and_year_are_named(text, known) -> None:
    assert names(text, work("Setts & tunnels: evidence from Kent", "Bo Rat", year=2011)) is known


def test_an_initial_is_no_title() -> None:
    said = "Rat, A. (2011). On setts. Journal of Hills"
    assert not names(said, work("A", "Bo Rat", year=2011)) and not names(said, work("A: a tale", "Bo Rat", year=2011))
    assert names("Rat (2011). A", work("A", "Bo Rat", year=2011))


def test_file_names_and_other_scripts() -> None:
    for title in ("good", "good.pdf", "annual_report-2020 (final).pdf"):
        assert names(f"{title} p. 2", work(title)) and names(title.replace("_", " "), work(title))
    assert names("good.pdf, p. 2", work("good")) and not names("goods.pdf", work("good"))
    assert not names("my good report.pdf", work("good"))
    assert names("(2026). good.pdf, p. 9", work("good")), "where no year is known, one is not held against it"
    assert not names("Wilson (2026). good.pdf, p. 9", work("good"))
    assert names("王伟（2020）。温度在夜间下降的原因。", CHINESE)
    assert not names("李娜（2020）。温度在夜间下降的原因。", CHINESE)
    assert not names("李娜（2020）。下降的原因。", work("原因"))
    assert not names("anything", work("???"))


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("Annual report, p. 99", (99,)),
        ("Annual report pp. 3–5", (3, 5)),
        ("Annual report, pp. 3, 7 and 12", (3, 7, 12)),
        ("Annual report p.3f, page 9", (3, 9)),
        ("Annual report, p. 3, 2001", (3,)),
        ("pp. 3, 2001", (3,)),
        ("Smith P. 2001. Annual report", ()),
        ("Annual report, map 3, gpp 4, p. 123456", ()),
        ("Annual report 45, 12–13", ()),
    ],
)
def test_pages_that_a_string_names(text, pages) -> None:
    assert titles.pages(text, titles.of(REPORT)) == pages


def test_a_page_in_the_title_is_none() -> None:
    assert titles.pages("Notes on page 3, p. 5", titles.of(work("Notes on page 3"))) == (5,)
    assert names("Notes on page 3, p. 5", work("Notes on page 3"))


TITLES = st.text(min_size=1, max_size=40) | st.lists(
    st.sampled_from(["a", "the", "review", "Authors", "p. 3", "2019", "et al.", "—", ":", "(", "“x”", "Otters", "by"]),
    min_size=1, max_size=6,
).map(" ".join)  # fmt: skip
PEOPLE = st.lists(
    st.sampled_from(["Ann Doe", "Doe, Ann", "B. Li", "王伟", "O'Neil, K.", "WHO", "Jörg Müller", "A"]), max_size=5
)


@given(TITLES, PEOPLE, st.none() | st.integers(1600, 2030), st.none() | st.integers(1, 999))
def test_the_line_that_is_shown_is_always_known(title, people, year, page) -> None:
    made = work(title, *people, year=year)
    assume(canonical_title(title.replace("_", " ")))
    assert names(line(made), made)
    assert names(line(made) + (f", p. {page}" if page else ""), made)


@given(st.text(max_size=60), TITLES, PEOPLE)
def test_no_string_is_too_strange(text, title, people) -> None:
    made = work(title, *people, year=2019)
    assert names(text, made) in (True, False)
    assert all(page >= 0 for page in titles.pages(text, titles.of(made)))


WORDS = "sleep otters rivers deep study cold winter of in and the".split()


@given(st.lists(st.sampled_from(WORDS), min_size=3, max_size=9),
       st.sampled_from(["{} (2020). {}", "{}, 2020, {}", "{}: {}", "{}. {}. Journal of Rivers 7"]),
       st.integers(1, 2), st.data())  # fmt: skip
def test_words_out_of_a_longer_title_are_no_title(words, form, count, data) -> None:
    """Whatever short run of words of an invented title is on the shelf as somebody's title."""
    at = data.draw(st.integers(0, len(words) - count))
    title = " ".join(words[at : at + count])
    said = form.format("Fake, F.", " ".join(words).capitalize())
    assert not names(said, work(title)) and not names(said, work(title, "Real, Rita", year=2020))


def test_a_long_string_takes_no_time_worth_speaking_of() -> None:
    """Anything that goes back and forth in a string would hang at these sizes."""
    for text in ("a " * 40_000, "by " * 40_000, "(" * 40_000, " " * 80_000, "p. 1-" * 20_000, "et al " * 20_000):
        for title in ("a", "a a a a a", "by"):
            assert names(text, work(title, "Real, Rita")) in (True, False)
