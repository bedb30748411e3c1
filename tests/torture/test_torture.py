"""A few kills of a real server, one of each sort; `make torture` makes 500."""

import importlib
import operator

import pytest

from tests.torture.__main__ import torture
from tests.torture.kills import FEW, KILLS
from tests.torture.points import FUNCTIONS


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    with torture(tmp_path_factory.mktemp("torture")) as made:
        yield made
        made.end()


@pytest.mark.parametrize("kill", FEW, ids=str)
def test_nothing_acknowledged_is_lost_and_nothing_done_twice(killed, kill):
    killed.one(kill)


@pytest.mark.parametrize("target", FUNCTIONS.values())
def test_every_point_names_a_function_that_is_there(target):
    module, _, path = target.partition(":")
    assert callable(operator.attrgetter(path)(importlib.import_module(module)))


def test_there_are_points_enough():
    assert len({each.where for each in KILLS}) >= 10 and len(set(KILLS)) == len(KILLS)
