"""arXiv: its query language, and its Atom feed."""

from datetime import date

import pytest

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.connector import Service
from backend.connectors.services import arxiv
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


@pytest.mark.parametrize(
    ("query", "search"),
    [
        ("How do transformers attend?", "all:transformers AND all:attend"),
        ('"graph neural" networks', 'all:"graph neural" AND all:networks'),
        ("a b c d e f g", "all:b OR all:c OR all:d OR all:e OR all:f OR all:g"),
        ("what is it", "all:what AND all:is AND all:it"),
        ("GPT-4 AND (x)", 'all:"GPT-4" AND all:x'),
        ("deep deep learning", "all:deep AND all:learning"),
        ("注意力 机制", "all:注意力 AND all:机制"),
        ("?!", "?!"),
    ],
)
def test_arxivs_query_language(query, search):
    assert asked("arxiv", query)["search_query"] == search


def test_what_arxiv_knows():
    preprint, article = found("arxiv")
    assert (preprint.title, preprint.content) == (
        "Attention Is All You Need",
        "One line of words and another, with x < y.",
    )
    assert (preprint.url, preprint.doi) == ("https://arxiv.org/abs/1706.03762v7", "10.48550/arxiv.1706.03762")
    assert (preprint.metadata["arxiv"], preprint.metadata["category"]) == ("1706.03762", "cs.CL")
    assert (article.doi, article.metadata["arxiv"]) == ("10.1023/a:1026654312961", "hep-th/9711200")


ERROR = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#incorrect_id</id>
<title>Error</title><summary>incorrect id format</summary></entry></feed>"""
BOMB = b"""<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><feed>&b;</feed>"""


@pytest.mark.parametrize(
    "body",
    [
        ERROR,
        BOMB,
        BOMB.decode().encode("utf-16"),
        b"<rss/>",
        b"<feed>",
        b'<?xml version="1.0" encoding="no-such"?><feed/>',
    ],
)
def test_what_arxiv_may_not_say(body):
    with pytest.raises(ProviderMisanswered):
        CONNECTORS["arxiv"].parse(body)


FEED = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
<entry><id>http://arxiv.org/abs/math/0309136v2</id><title>On &lt;i&gt;sums&lt;/i&gt;</title>
<published>2003-09-08T10:00:00Z</published><summary>a</summary>
<author><name>Terence Tao</name></author><author><name> </name></author>
<link href="https://arxiv.org/abs/math/0309136v2" rel="alternate"/>
<link title="pdf" href="https://arxiv.org/pdf/math/0309136v2" rel="related"/></entry>
<entry><id></id><title>nameless</title></entry></feed>"""


def test_an_old_identifier_an_empty_author_and_an_entry_without_an_id():
    (source,) = arxiv.parse(FEED.encode()).sources
    assert (source.title, source.authors, source.year) == ("On sums", ("Terence Tao",), 2003)
    assert source.url == "https://arxiv.org/abs/math/0309136v2"
    assert source.metadata == {
        "arxiv": "math/0309136", "type": "preprint", "pdf_url": "https://arxiv.org/pdf/math/0309136v2",
    }  # fmt: skip


def test_at_most_a_hundred_results_by_relevance_and_at_most_twenty_terms():
    made = asked("arxiv", " ".join(f"w{n}" for n in range(30)), Filters(limit=500))
    assert (made["max_results"], made["start"], made["sortBy"], made["sortOrder"]) == (
        "100", "0", "relevance", "descending",
    )  # fmt: skip
    assert made["search_query"].count("all:") == 20 and " OR " in made["search_query"]
    assert asked("arxiv", "one two three four")["search_query"].count(" AND ") == 3


def test_a_range_open_at_its_end_reaches_beyond_every_paper():
    made = arxiv.request(Service("arxiv"), "ice", Filters(after=date(2024, 5, 6)))
    assert dict(made.params)["search_query"] == "(all:ice) AND submittedDate:[202405060000 TO 299912312359]"
