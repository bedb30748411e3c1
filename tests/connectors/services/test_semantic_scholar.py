"""Semantic Scholar: its query, its dates, and the identifiers of a paper."""

import json
from datetime import date

import pytest

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.services import semantic_scholar
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_semantic_scholar_finds_nothing_for_a_hyphen():
    assert asked("semantic_scholar", "graph-based GPT-4")["query"] == "graph based GPT 4"


def test_what_semantic_scholar_knows():
    preprint, article = found("semantic_scholar")
    assert (preprint.doi, preprint.metadata["arxiv"]) == ("10.48550/arxiv.1706.03762", "1706.03762")
    assert "pdf_url" not in preprint.metadata
    assert (article.doi, article.metadata["pubmed"], article.content) == ("10.1038/nature14539", "26017442", "")
    assert CONNECTORS["semantic_scholar"].parse(b'{"total": 0, "offset": 0}').sources == ()


def test_a_missing_list_is_an_empty_result_only_where_the_total_says_so():
    with pytest.raises(ProviderMisanswered):
        semantic_scholar.parse(b'{"total": 3}')
    with pytest.raises(ProviderMisanswered):
        semantic_scholar.parse(b'{"total": 0, "data": null}')


def test_a_paper_without_an_address_gets_that_of_its_page():
    paper = {
        "paperId": "ab12", "title": "T", "publicationDate": "2019-02-03", "publicationTypes": ["Review", "x"],
        "openAccessPdf": {"url": "https://p.example/a.pdf"}, "citationCount": 7,
    }  # fmt: skip
    (source,) = semantic_scholar.parse(json.dumps({"total": 2, "data": [paper, {"title": "no id"}]}).encode()).sources
    assert source.url == "https://www.semanticscholar.org/paper/ab12"
    assert (source.doi, source.year, source.published_at) == (None, 2019, "2019-02-03")
    assert source.metadata == {"type": "Review", "cited_by": 7, "pdf_url": "https://p.example/a.pdf"}


def test_the_limit_and_an_open_beginning():
    made = asked("semantic_scholar", filters=Filters(limit=900, before=date(2021, 3, 4)))
    assert (made["limit"], made["publicationDateOrYear"]) == ("100", ":2021-03-04")
    assert "x-api-key" not in made and "publicationDateOrYear" not in asked("semantic_scholar")
