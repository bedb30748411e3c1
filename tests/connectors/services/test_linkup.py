"""LinkUp: what it is asked and what it tells."""

import json

from backend.connectors.services import linkup
from tests.connectors.recorded import asked, found


def test_what_linkup_knows():
    paper, blog = found("linkup")
    assert (paper.title, paper.content) == ("Attention Is All You Need", "We look at attention. And at nothing else.")
    assert (paper.published_at, blog.published_at, blog.score) == ("2017-12-04", None, None)
    assert (paper.year, blog.year) == (2017, None)


def test_it_asks_for_results_and_no_pictures():
    made = asked("linkup", "ice cores")
    assert (made["q"], made["depth"], made["outputType"]) == ("ice cores", "standard", "searchResults")
    assert made["includeImages"] is False
    assert not {"includeDomains", "excludeDomains", "fromDate", "toDate", "Authorization"} & set(made)


def test_a_picture_and_a_result_without_an_address_are_left_out():
    rows = [
        {"type": "image", "url": "https://x.example/a.png", "name": "a"},
        {"type": "text", "url": "javascript:1", "name": "b"},
        {"url": "https://x.example/c", "name": "c"},
    ]
    assert [source.title for source in linkup.parse(json.dumps({"results": rows}).encode()).sources] == ["c"]
