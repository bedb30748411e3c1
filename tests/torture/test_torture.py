"""A few kills of a real server, one of each sort; `make torture` makes 500."""

import importlib
import operator

import pytest

from tests.proxies import configuration
from tests.torture.__main__ import torture
from tests.torture.kills import FEW, KILLS
from tests.torture.points import FUNCTIONS
from tests.torture.rig import Provider, Started, await_any


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


def test_what_is_withdrawn_kills_nobody_later(tmp_path):
    """A worker that died after the rig had looked was never started again, and its run waited until the end."""
    provider, dead = Provider(), []
    provider.calling_out["ask-1"] = ("asked", lambda: dead.append(1))
    assert provider.withdraw("ask-1")
    provider._reach("ask-1", "asked")
    assert dead == [] and not provider.withdraw("ask-1"), "nothing is left to withdraw"
    worker = Started({}, tmp_path, "worker")
    worker.arm("ask+")
    assert not await_any((worker,), 0) and not worker.order.exists()
    worker.arm("ask+")
    worker.order.unlink()  # carried out
    assert await_any((worker,), 0)


def test_there_are_points_enough():
    assert len({each.where for each in KILLS}) >= 10 and len(set(KILLS)) == len(KILLS)


def test_rolling_restarts_run_behind_the_proxy_of_the_guide():
    made = configuration("nginx", 8099, ("127.0.0.1:8097", "127.0.0.1:8098"))
    assert "server 127.0.0.1:8097; server 127.0.0.1:8098;" in made and "listen 127.0.0.1:8099;" in made
    assert "proxy_buffering off;" in made and "127.0.0.1:8000" not in made
