from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from backend.kernel.search_requests import ResultList
from backend.kernel.works import Source
from backend.storage import search_cache
from backend.storage.db import transaction
from backend.storage.search_cache import StoredResults
from tests.storage.conftest import NOW, World, later

LIST = ResultList(
    "crossref", (Source("Réefs", "https://x.example", "10.1/x", ("A", "B"), 2020, metadata={"n": 1}),), 12
)


def test_a_list_is_given_again_until_it_is_too_old(world: World) -> None:
    with transaction():
        search_cache.put({"a" * 64: LIST, "b" * 64: ResultList("arxiv", (), 3)}, NOW)
        assert search_cache.get(["a" * 64, "c" * 64], NOW) == {"a" * 64: LIST}
        assert search_cache.get(["a" * 64], later(1)) == {}
        search_cache.put({"a" * 64: ResultList("crossref", (), 1)}, later(5))
        assert search_cache.get(["a" * 64], later(1))["a" * 64].sources == ()


def test_nothing_is_kept_for_ever_and_never_too_much(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction():
        search_cache.put({"a" * 64: LIST}, NOW)
        after = NOW + search_cache.LONGEST + timedelta(seconds=1)
        search_cache.put({"b" * 64: LIST}, after)
        assert set(search_cache.get(["a" * 64, "b" * 64], NOW)) == {"b" * 64}
        monkeypatch.setattr(search_cache, "MOST", 2)
        for number in range(1, 6):
            search_cache.put({str(number) * 64: LIST}, after + timedelta(seconds=number))
        assert set(search_cache.get(["b" * 64, *(str(n) * 64 for n in range(1, 6))], NOW)) == {c * 64 for c in "345"}


def test_any_thread_may_remember(world: World) -> None:
    memory = StoredResults(world.app, lambda: NOW)
    found: dict[str, ResultList] = {}

    def work() -> None:
        memory.keep({"a" * 64: LIST})
        found.update(memory.recall(["a" * 64], 10))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == {"a" * 64: LIST}
    assert memory.recall([], 10) == {}
    memory.keep({})
