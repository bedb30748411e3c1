"""DBLP: its query, its names, and lists of one that are none."""

from __future__ import annotations

import json

import pytest

from backend.connectors.services import dblp
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from tests.connectors.recorded import asked, found


def test_signs_of_its_query_language_are_taken_out_of_the_words():
    made = asked("dblp", 'graph-based "text mining": -survey $x | y', Filters(limit=900))
    assert (made["q"], made["h"], made["format"]) == ("graph-based text mining survey x y", "100", "json")
    assert made["url"] == "https://dblp.org/search/publ/api"


def test_what_it_knows():
    first, second = found("dblp")
    assert first.title == "Attention is All you Need & More" and first.authors == ("Ashish Vaswani", "Wei Wang")
    assert first.url and first.url.startswith("https://proceedings.neurips.cc/") and first.doi is None
    assert first.metadata["open_access"] is True and first.metadata["dblp"] == "conf/nips/VaswaniSPUJGKP17"
    assert (second.doi, second.authors, second.year) == ("10.1016/j.knosys.2021.1234", ("Ann Lee",), 2021)
    assert second.metadata["journal"] == "Knowl. Based Syst., Survey Series"


def test_no_hits_are_an_empty_list_and_no_hit_list_is_no_answer():
    hits = {"@total": "0", "@computed": "0", "@sent": "0", "@first": "0"}
    assert dblp.parse(json.dumps({"result": {"hits": hits}}).encode()).sources == ()
    with pytest.raises(ProviderMisanswered):
        dblp.parse(json.dumps({"result": {"query": "x"}}).encode())
