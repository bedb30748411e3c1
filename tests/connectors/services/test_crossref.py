"""Crossref: what it is asked, what a work is called, dates, and retractions."""

import json
from typing import Any

import pytest

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.services import crossref
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found, payload


def test_what_crossref_knows():
    work, retracted, bare = found("crossref")
    assert work.content == "Layers of CO2 & more. p < 0.05 throughout."
    assert work.authors == ("Yann LeCun", "Yoshua Bengio", "A Consortium")
    assert (work.published_at, work.year, work.metadata["journal"]) == ("2015-05-27", 2015, "Nature")
    assert "is_retracted" not in work.metadata
    assert retracted.title == "RETRACTED: A claim in vivo: and no more"
    assert (retracted.published_at, retracted.year, retracted.metadata["is_retracted"]) == (None, 2005, True)
    assert (bare.url, bare.year, bare.authors) == ("https://doi.org/10.9999/undated", None, ())


@pytest.mark.parametrize("part", [2**31, -1, 13, "May", None, 1.5, [1]])
def test_a_date_that_is_none_leaves_the_year(part: Any) -> None:
    body = json.loads(payload("crossref"))
    body["message"]["items"][0]["published"] = {"date-parts": [[2015, part, 28]]}
    first = CONNECTORS["crossref"].parse(json.dumps(body).encode()).sources[0]
    assert (first.published_at, first.year) == (None, 2015)


def read(**work: Any):
    body = {"message": {"items": [{"DOI": "10.1000/x", **work}]}}
    return crossref.parse(json.dumps(body).encode()).sources[0]


@pytest.mark.parametrize(
    ("title", "notices", "retracted"),
    [
        ("A claim", [], None),
        ("RETRACTED: A claim", [], True),
        ("Retracted article: a claim", [], True),
        ("WITHDRAWN: A claim", [], True),
        ("Retracted papers and their authors", [], None),
        ("A claim", [{"type": "Retraction"}], True),
        ("A claim", [{"type": "removal"}], True),
        ("A claim", [{"type": "correction"}], None),
    ],
)
def test_a_retraction_stands_in_the_title_or_among_the_notices(title, notices, retracted):
    assert read(title=[title], **{"updated-by": notices}).metadata.get("is_retracted") is retracted


@pytest.mark.parametrize(
    ("work", "published", "year"),
    [
        ({"published": {"date-parts": [[2015, 5, 27]]}, "issued": {"date-parts": [[2014]]}}, "2015-05-27", 2015),
        ({"published": {"date-parts": [[None]]}, "issued": {"date-parts": [[2014, 1, 2]]}}, "2014-01-02", 2014),
        ({"issued": {"date-parts": [[2014, 1]]}}, None, 2014),
        ({"issued": {"date-parts": []}}, None, None),
        ({}, None, None),
    ],
)
def test_the_day_it_was_published_else_when_it_was_issued(work, published, year):
    source = read(**work)
    assert (source.published_at, source.year) == (published, year)


def test_a_subtitle_is_added_unless_the_title_has_it():
    assert read(title=["Ice"], subtitle=["A history"]).title == "Ice: A history"
    assert read(title=["Ice: a HISTORY"], subtitle=["A history"]).title == "Ice: a HISTORY"


def test_authors_with_one_name_or_a_groups():
    people = [{"family": "Aristotle"}, {"given": "Ada", "family": "L"}, {"name": "A group"}, {}, {"affiliation": []}]
    assert read(author=people).authors == ("Aristotle", "Ada L", "A group")


def test_nothing_is_filtered_unasked():
    made = asked("crossref", filters=Filters(limit=500))
    assert made["rows"] == "100" and not {"filter", "mailto"} & set(made)
