"""The settings of a server with a data folder of the test's own."""

from __future__ import annotations

import pytest

from tests.command_line import environment


@pytest.fixture
def environ(tmp_path):
    return environment(tmp_path / "data")
