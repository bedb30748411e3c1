"""The ids of a run are known inside of it, and nowhere else."""

from __future__ import annotations

from backend.kernel.log_context import current_ids, working_on


def test_ids_are_known_inside_and_the_outer_ones_come_back():
    assert current_ids() == {}
    with working_on("r1", "q1"):
        with working_on("r2", ""):
            assert current_ids() == {"run_id": "r2"}
        assert current_ids() == {"run_id": "r1", "request_id": "q1"}
    assert current_ids() == {}
