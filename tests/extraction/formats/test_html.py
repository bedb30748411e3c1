"""Web pages: the author's words without what stands around them, and what the page's head says of the work."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("trafilatura")

from backend.extraction.formats.html import text_of, work_of
from backend.extraction.refusal import UnsuitableFile

SAID = "Corals lose the algae that feed them when the water stays warm for weeks, and they turn white."
MORE = "Many of them recover once the water cools down again, though slowly and never all of them at once."
BODY = f"""<body><nav><a href="/">Home</a> <a href="/shop">Buy our things today</a></nav>
<article><h1>How reefs bleach</h1><p>{SAID}</p><p>{MORE}</p>
<table><tr><th>Site</th><th>Loss</th></tr><tr><td>Palmyra</td><td>12 %</td></tr></table></article>
<footer>All rights are ours, cookies are theirs.</footer></body>"""


def page(head: str = "", body: str = BODY, start: str = "<!doctype html>") -> str:
    return f"{start}<html><head>{head}</head>{body}</html>"


def meta(**fields: str) -> str:
    return "".join(f'<meta name="{name}" content="{value}">' for name, value in fields.items())


def test_the_text_comes_without_menus_and_footers() -> None:
    text = text_of(page())
    assert SAID in text and MORE in text and "Palmyra" in text
    assert "Buy our things" not in text and "cookies" not in text


def test_the_head_tells_of_the_work() -> None:
    head = "<title>Site | Reefs</title>" + meta(
        citation_title="How reefs bleach", citation_publication_date="2021/03/04", citation_doi="doi:10.1234/ABC"
    )
    head += '<meta name="citation_author" content="Lee, Ann"><meta name="citation_author" content="Chen, Bo">'
    work = work_of(page(head + '<link rel="canonical" href="https://reefs.example/paper">'), "x.html")
    assert (work["title"], work["authors"], work["year"], work["doi"], work["url"]) == (
        "How reefs bleach", ["Ann Lee", "Bo Chen"], 2021, "10.1234/abc", "https://reefs.example/paper",
    )  # fmt: skip
    assert work["pages"][0][0] is None and SAID in work["pages"][0][1]


def test_without_such_a_head_heading_title_and_name_of_the_file_serve() -> None:
    assert work_of(page("<title>Site</title>"), "x.html")["title"] == "How reefs bleach"
    bare = f"<body><article><p>{SAID}</p><p>{MORE}</p></article></body>"
    assert work_of(page("<title>Site</title>", bare), "x.html")["title"] == "Site"
    assert work_of(page("", bare), "reefs.html")["title"] == "reefs"


def test_authors_in_one_line() -> None:
    assert work_of(page(meta(author="Ann Lee and Bo Chen")), "x.html")["authors"] == ["Ann Lee", "Bo Chen"]


def test_a_page_that_declares_its_encoding_is_read() -> None:
    declared = page(start='<?xml version="1.0" encoding="iso-8859-1"?>').replace("Palmyra", "Curaçao")
    assert "Curaçao" in work_of(declared, "x.html")["pages"][0][1]


@pytest.mark.parametrize(
    "body", ["<body></body>", "<body><script>let x = 1</script></body>", "<body><img src='a'></body>"]
)
def test_a_page_without_words_is_refused_in_words(body: str) -> None:
    with pytest.raises(UnsuitableFile, match="no readable text"):
        work_of(page(body=body), "x.html")


@settings(max_examples=25)
@given(st.text(st.sampled_from("<>/&;!-='\"pdivart\x00 abcéß"), max_size=120))
def test_broken_pages_are_read_or_refused(junk: str) -> None:
    try:
        work = work_of(page(body=f"<body><article><p>{SAID}</p>{junk}<p>{MORE}</p></article></body>"), "x.html")
    except UnsuitableFile:
        return
    assert work["title"] and work["pages"][0][1].strip()
