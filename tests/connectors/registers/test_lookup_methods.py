"""Each look-up has its way, and every way its rules."""

import pytest

from backend.connectors.registers.lookup_methods import WAYS, lookup_method_of
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
    assert lookup_method_of(lookup) == name and name in WAYS


def test_crossref_is_asked_as_it_wants():
    assert (WAYS["crossref"].most, WAYS["crossref"].rate.requests) == (50, 3)
    assert WAYS["crossref one"].rate.requests == 10
    assert {WAYS[each].pacing.at_once for each in WAYS if each.startswith("crossref")} == {3}
    assert (WAYS["arxiv"].pacing.at_once, WAYS["arxiv"].pacing.interval) == (1, 3.0)


def test_a_missing_work_in_a_list_is_no_404():
    assert all(not way.absent for name, way in WAYS.items() if way.most > 1 or name.endswith(("search", "isbn")))
