import pytest

from backend.document.quotation_marks import closing


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("“It rained.”", 11),
        ("„Es regnete.“", 12),
        ("« Il pleut. »", 12),
        ('"It "really" rained."', 20),
        ("'It rained' today", 10),
        ("‘It’s wet’", 9),
        ("“never closed", None),
    ],
)
def test_the_mark_that_closes_a_quotation(text, end):
    assert closing(text, 0) == end


def test_an_apostrophe_opens_no_quotation():
    assert closing("don't do it'", 3) is None
