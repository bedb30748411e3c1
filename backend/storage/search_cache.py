"""Cache the result lists of searches, so that a repeated query need not be sent to a search service again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from flask import Flask

from backend.kernel.search_requests import ResultList
from backend.kernel.works import Source
from backend.storage import tables as t
from backend.storage.db import execute, new_rows, reading, transaction

_r = t.search_results.c
#: Maximum age of a cached list, which is the greatest age that any reader accepts; and maximum number of lists, above
#: which the oldest are deleted.
LONGEST, MOST = timedelta(hours=1), 5_000


def get(keys: Sequence[str], not_before: datetime) -> dict[str, ResultList]:
    """Return the cached lists under these keys, except lists from before `not_before`."""
    rows = execute(sa.select(_r.key, _r.results).where(_r.key.in_(keys), _r.created_at >= not_before))
    return {key: _read(results) for key, results in rows}


def put(lists: Mapping[str, ResultList], now: datetime) -> None:
    """Cache result lists, replacing those under the same keys. Lists older than an hour are deleted, and the oldest if
    there are too many.
    """
    for key, found in sorted(lists.items()):
        values = {"results": asdict(found), "created_at": now}
        insert = new_rows(t.search_results).values(key=key, **values)
        execute(insert.on_conflict_do_update(index_elements=[_r.key], set_=values))
    newest = sa.select(_r.created_at).order_by(_r.created_at.desc()).offset(MOST).limit(1)
    oldest = execute(newest).scalar_one_or_none()
    limit = max(oldest, now - LONGEST) if oldest is not None else now - LONGEST
    execute(t.search_results.delete().where(_r.created_at < limit))


def _read(stored: Mapping[str, Any]) -> ResultList:
    sources = tuple(Source(**each | {"authors": tuple(each["authors"])}) for each in stored["sources"])
    return ResultList(stored["connector"], sources, stored["took_ms"])


class StoredResults:
    """The cache of search results (see `ports.ResultMemory`). Several threads may use it at the same time."""

    def __init__(self, app: Flask, clock: Callable[[], datetime]) -> None:
        self._app, self._clock = app, clock

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]:
        if not keys:
            return {}
        with self._app.app_context(), reading():
            return get(keys, self._clock() - timedelta(seconds=age))

    def keep(self, lists: Mapping[str, ResultList]) -> None:
        if lists:
            with self._app.app_context(), transaction():
                put(lists, self._clock())
