"""Each look-up has its way, and every way its rules."""

import pytest

from backend.connectors.registries.lookup_methods import LOOKUP_METHODS, lookup_method_of
from backend.kernel.records import Lookup


@pytest.mark.parametrize(
    ("lookup", "name"),
    [
        (Lookup("crossref", "10.1/a"), "crossref"),
        (Lookup("crossref", "10.1/a,b"), "crossref one"),
        (Lookup("crossref", "isbn:9780262033848"), "crossref isbn"),
        (Lookup("crossref", "Li, trees", search=True), "crossref search"),
        (Lookup("datacite", "Li", search=True), "datacite search"),
        (Lookup("arxiv", "1706.03762"), "arxiv"),
    ],
)
def test_a_look_up_has_its_way(lookup, name):
    assert lookup_method_of(lookup) == name and name in LOOKUP_METHODS


def test_crossref_is_asked_as_it_wants():
    assert (LOOKUP_METHODS["crossref"].most, LOOKUP_METHODS["crossref"].rate.requests) == (50, 3)
    assert LOOKUP_METHODS["crossref one"].rate.requests == 10
    assert {LOOKUP_METHODS[each].pacing.at_once for each in LOOKUP_METHODS if each.startswith("crossref")} == {3}
    assert (LOOKUP_METHODS["arxiv"].pacing.at_once, LOOKUP_METHODS["arxiv"].pacing.interval) == (1, 3.0)


def test_a_missing_work_in_a_list_is_no_404():
    many = {name for name, each in LOOKUP_METHODS.items() if each.most > 1 or name.endswith(("search", "isbn"))}
    assert all(not LOOKUP_METHODS[name].absent for name in many)
