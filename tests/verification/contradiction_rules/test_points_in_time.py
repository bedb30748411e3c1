import pytest

from backend.verification.contradiction_rules.points_in_time import other_point_in_time


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("It opened in March 2019.", "It opened in March 2016.", ("March 2019", "March 2016")),
        (
            "It dates to the twelfth century.",
            "It dates to the late ninth century.",
            ("twelfth century", "ninth century"),
        ),
        ("It dates to the 9th century.", "It dates to the ninth century.", None),
        ("It opened in March 2016.", "It opened in March 2016 and again in March 2019.", None),
        ("It is from the tenth century.", "It is from the tenth century, the roof from the twelfth century.", None),
    ],
)
def test_another_year_of_a_month_and_another_century_are_found(one, other, found):
    assert other_point_in_time(one, other) == found
