"""A page as a record: its titles, what it tells programs, its text; and pages that say there is none."""

import pytest

from backend.connectors.registries.pages import is_missing, read
from backend.kernel.records import Person

PAGE = """<html><head><title>Of trees | Site</title><meta name="citation_title" content="Of trees">
<meta name=citation_author content="Li, Wei"><meta name=citation_doi content="doi:10.1000/A">
<meta name=citation_date content="2014/05"><script>var x = "no"</script></head>
<body><nav>Home</nav><h1>Of <em>trees</em></h1><p>Trees &amp; grow.</p><footer>Cookies</footer></body></html>"""


def test_a_page_says_what_it_is():
    record = read("http://www.example.org/a/#x", PAGE, is_html=True)
    assert record.titles == ("Of trees", "Of trees | Site")
    assert (record.people, record.doi, record.years) == ((Person("Li", "Wei"),), "10.1000/a", (2014,))
    assert (record.url, record.abstract) == ("https://example.org/a", "Trees & grow.")


def test_a_page_says_what_kind_of_work_it_is():
    tags = "<meta name=citation_journal_title content=J><meta name=citation_firstpage content=3>"
    record = read("https://example.org/a", PAGE.replace("<script>", f"{tags}<script>"), is_html=True)
    assert dict(record.csl) == {"type": "article-journal", "issued": "2014-05", "container-title": "J", "page": "3"}
    plain = """<title>News</title><meta name=author content="Ann Li"><meta property="og:site_name" content="The Post">
    <meta property="article:published_time" content="2020-05-06T10:00:00Z">"""
    record = read("https://example.org/a", plain, is_html=True)
    assert (record.people, record.years) == ((), ()), "what is compared stays what it was"
    assert dict(record.csl) == {
        "type": "webpage", "issued": "2020-05-06", "container-title": "The Post", "author": "Ann Li",
    }  # fmt: skip


def test_a_page_that_is_no_html_has_only_text():
    record = read("https://example.org/a.txt", "Trees grow.", is_html=False)
    assert (record.titles, record.abstract) == ((), "Trees grow.")


@pytest.mark.parametrize("title", ["Page not found", "404", "Error 404 – Site", "Seite nicht gefunden", "页面不存在"])
def test_a_page_may_say_that_there_is_none(title):
    assert is_missing(read("https://example.org/a", f"<title>{title}</title>", is_html=True))


@pytest.mark.parametrize("title", ["Of trees", "", "Room 4040"])
def test_other_pages_are_there(title):
    assert not is_missing(read("https://example.org/a", f"<title>{title}</title>", is_html=True))
