"""Values of which there are many: equal by their fields, small, and hashable."""

from __future__ import annotations

import pytest

from backend.kernel.bulk_values import bulk_value


@bulk_value
class Point:
    x: int
    y: int = 0


def test_equal_fields_make_equal_values() -> None:
    assert Point(1) == Point(1, 0) != Point(1, 2)
    assert len({Point(1), Point(1, 0), Point(2)}) == 2


def test_a_value_has_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 2  # type: ignore[attr-defined]
