"""Test which benchmarks `make bench` runs. People read their figures; no test does."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import pytest

from tests.bench.__main__ import OURS, YARDSTICKS, commands, main


@pytest.mark.parametrize("name", OURS)
def test_every_benchmark_of_ours_is_there(name: str) -> None:
    assert importlib.util.find_spec(f"tests.bench.{name}") is not None


@pytest.mark.parametrize("each", YARDSTICKS, ids=lambda each: each.name)
def test_the_adapter_that_a_yardstick_asks_is_there(each) -> None:
    if "--adapter" in each.arguments:
        module, _, function = each.arguments[1].partition(":")
        assert callable(getattr(importlib.import_module(module), function))


def test_a_yardstick_beside_the_project_is_sampled_and_whole_on_demand(tmp_path: Path) -> None:
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "placement.py").write_text("")
    found, missing = commands([], False, tmp_path)
    assert list(found) == [*OURS, "placement"] and missing == ["retrieval", "answers", "turns"]
    assert "--limit" in found["placement"]
    assert "--limit" not in commands(["placement"], True, tmp_path)[0]["placement"]


def test_a_yardstick_that_is_not_there_is_named_and_no_failure(tmp_path: Path, capsys) -> None:
    assert main(["turns"], tmp_path) == 0
    assert "turns\nis not measured" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["gravity"], tmp_path)
