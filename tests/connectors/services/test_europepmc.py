"""Europe PMC: its query, its dates, and what it knows of a work, its retraction too."""

from __future__ import annotations

from datetime import date

from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_signs_of_its_query_language_are_taken_out_of_the_words():
    assert asked("europepmc", 'vitamin C (ascorbic) "acid": does it work? NOT')["query"] == (
        "vitamin C ascorbic acid does it work not"
    )


def test_dates_are_those_of_the_first_publication():
    made = asked("europepmc", filters=Filters(after=date(2020, 1, 2), limit=900))
    assert made["query"] == "(attention) AND (FIRST_PDATE:[2020-01-02 TO 3000-12-31])" and made["pageSize"] == "100"
    made = asked("europepmc", filters=Filters(before=date(2021, 3, 4)))
    assert made["query"] == "(attention) AND (FIRST_PDATE:[1500-01-01 TO 2021-03-04])"


def test_what_it_knows():
    article, open_one = found("europepmc")
    assert (article.title, article.doi, article.year) == ("Deep learning", "10.1038/nature14539", 2015)
    assert article.authors == ("Yann LeCun", "Yoshua Bengio", "G Hinton", "The Group")
    assert article.content == "Background Deep learning allows computational models to learn."
    assert article.url == "https://europepmc.org/article/MED/26017442" and article.published_at == "2015-05-01"
    assert article.metadata == {
        "pubmed": "26017442", "journal": "Nature", "type": "review-article", "cited_by": 9000,
    }  # fmt: skip
    assert open_one.metadata["pdf_url"] == "https://europepmc.org/articles/PMC2679878?pdf=render"


def test_a_retracted_publication_is_marked():
    article, retracted = found("europepmc")
    assert retracted.metadata["is_retracted"] is True and "is_retracted" not in article.metadata
