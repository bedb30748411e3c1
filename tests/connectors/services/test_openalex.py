"""OpenAlex: its filters, and an abstract rebuilt from its index."""

import json

import pytest

from backend.connectors.services import openalex
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_what_openalex_knows():
    work, retracted = found("openalex")
    assert work.content == "Attention is cheap; Attention lasts"
    assert (work.doi, work.url) == ("10.48550/arxiv.1706.03762", "https://arxiv.org/abs/1706.03762")
    assert work.authors == ("Ashish Vaswani", "Illia Polosukhin")
    assert work.metadata["is_retracted"] is False and retracted.metadata["is_retracted"] is True
    assert retracted.url == "https://doi.org/10.1016/S0140-6736(97)11096-0"


@pytest.mark.parametrize(
    ("index", "abstract"),
    [
        ({"ice": [1], "Thin": [0], "melts": [2, 4], "and": [3]}, "Thin ice melts and melts"),
        ({"Abstract": [0], "Ice": [1]}, "Ice"),
        ({"Abstract": [0], "art": [1]}, "Abstract art"),
        ({"a": [0], "b": [-1], "c": [10**9], "d": "no", "e": [True, None, 1]}, "a e"),
        (None, ""),
        ([], ""),
    ],
)
def test_an_abstract_is_rebuilt_from_the_places_of_its_words(index: object, abstract: str):
    assert openalex.rebuilt(index) == abstract


def test_a_work_is_led_to_by_its_landing_page_else_its_doi_else_its_record():
    works = [
        {
            "id": "https://openalex.org/W1",
            "doi": "https://doi.org/10.1/a",
            "primary_location": {"landing_page_url": "x"},
        },
        {"id": "https://openalex.org/W2", "display_name": "Only shown", "publication_date": "2020-01-02"},
        {"title": "no id"},
    ]
    one, two = openalex.parse(json.dumps({"results": works}).encode()).sources
    assert (one.url, two.url) == ("https://doi.org/10.1/a", "https://openalex.org/W2")
    assert (two.title, two.year, two.metadata) == ("Only shown", 2020, {"openalex": "https://openalex.org/W2"})


def test_no_filter_is_sent_where_none_is_wanted():
    made = asked("openalex", filters=Filters(limit=500, language="deu"))
    assert made["per-page"] == "100" and not {"filter", "api_key"} & set(made)
