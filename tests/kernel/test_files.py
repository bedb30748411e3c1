"""Names of files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.files import parts_of, session_file, work_file


def test_names_lie_below_their_owners() -> None:
    assert session_file("s", "scratch/a.md") == "sessions/s/scratch/a.md"
    assert work_file("u", "w") == "library/u/w"


@given(st.text(alphabet="a./\0", max_size=10))
def test_a_name_is_taken_apart_or_refused(name: str) -> None:
    steps = name.split("/")
    if {"", ".", ".."} & set(steps) or "\0" in name:
        with pytest.raises(ValueError, match="not a valid file name"):
            parts_of(name)
    else:
        assert "/".join(parts_of(name)) == name
