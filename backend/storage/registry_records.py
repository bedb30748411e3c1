"""Cache the records of registries such as Crossref for all users. The records are public. The keys of the cache are
digests, which do not reveal any user's text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

import sqlalchemy as sa
from flask import Flask

from backend.kernel.records import Found, Lookup, Notice, Record, ServiceName
from backend.kernel.search_requests import Failure
from backend.storage import tables as t
from backend.storage.db import execute, new_rows, reading, transaction

_r = t.registry_records.c
_GET = sa.select(_r.key, _r.asked_at, _r.records).where(
    _r.key.in_(sa.bindparam("keys", expanding=True)), _r.asked_at > sa.bindparam("oldest")
)
#: Maximum ages of a cached answer that is still used: a work's record, which does not change; the statement whether a
#: work is retracted; and the statement that a work does not exist.
FOUND, RETRACTIONS, ABSENT = timedelta(days=30), timedelta(hours=24), timedelta(days=1)
#: Maximum number of rows; the oldest are deleted first. A record has some 2 kB.
MOST = 200_000


def get(lookups: Sequence[Lookup], now: datetime, stale: bool = False) -> dict[Lookup, tuple[Record, ...]]:
    """Return the cached records for these look-ups, by look-up. Records older than 30 days are left out.

    Three kinds of results are left out after one day already, because they may change: web pages, records that say
    whether a work was retracted, and the statement that a work does not exist. With `stale`, this shorter limit applies
    only to the last kind.
    """
    keys = {_key(each): each for each in lookups}
    found: dict[Lookup, tuple[Record, ...]] = {}
    for key, asked_at, stored in execute(_GET, {"keys": list(keys), "oldest": now - FOUND}) if keys else ():
        lookup, records = keys[key], tuple(Record.from_json(each) for each in stored)
        if (stale and records) or now - asked_at < _age(lookup, records):
            found[lookup] = records
    return found


def retracted(dois: Sequence[str], now: datetime) -> dict[str, tuple[Notice, ...]]:
    """Return all cached notices about the retracted works among these DOIs, by DOI."""
    services: tuple[ServiceName, ...] = ("crossref", "openalex", "europepmc")
    asked = [Lookup(service, doi) for doi in dict.fromkeys(dois) for service in services]
    notices: dict[str, tuple[Notice, ...]] = {}
    for each, records in get(asked, now, stale=True).items():
        told = tuple(notice for record in records for notice in record.notices)
        notices[each.key] = notices.get(each.key, ()) + told
    return {doi: told for doi, told in notices.items() if any(each.kind == "retraction" for each in told)}


def put(found: Mapping[Lookup, tuple[Record, ...]], now: datetime) -> None:
    """Cache the records of these look-ups; earlier cached records of a look-up are replaced. Records older than 30 days
    are deleted, and the oldest if there are too many.
    """
    for lookup, records in sorted(found.items(), key=lambda each: _key(each[0])):
        values = {"records": [asdict(each) for each in records], "asked_at": now}
        insert = new_rows(t.registry_records).values(key=_key(lookup), **values)
        execute(insert.on_conflict_do_update(index_elements=[_r.key], set_=values))
    newest = sa.select(_r.asked_at).order_by(_r.asked_at.desc()).offset(MOST).limit(1)
    oldest = execute(newest).scalar_one_or_none()
    limit = max(oldest, now - FOUND) if oldest is not None else now - FOUND
    execute(t.registry_records.delete().where(_r.asked_at < limit))


def _key(lookup: Lookup) -> str:
    asked = f"{lookup.service}\n{int(lookup.search)}\n{lookup.key}"
    return hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()


def _age(lookup: Lookup, records: tuple[Record, ...]) -> timedelta:
    if not records:
        return ABSENT
    changes = lookup.service == "page" or any(each.tells_retractions for each in records)
    return RETRACTIONS if changes else FOUND


class StoredRecords:
    """The cache of registry records (see `ports.RecordMemory`). Several threads may use it at the same time."""

    def __init__(self, app: Flask, clock: Callable[[], datetime]) -> None:
        self._app, self._clock = app, clock

    def recall(self, lookups: Sequence[Lookup], *, stale: bool = False) -> Mapping[Lookup, tuple[Record, ...]]:
        if not lookups:
            return {}
        with self._app.app_context(), reading():
            return get(lookups, self._clock(), stale)

    def keep(self, found: Mapping[Lookup, Found]) -> None:
        records = {each: what for each, what in found.items() if not isinstance(what, Failure)}
        if records:
            with self._app.app_context(), transaction():
                put(records, self._clock())

    def retracted(self, dois: Sequence[str]) -> dict[str, tuple[Notice, ...]]:
        """Return all cached notices about the retracted works among these DOIs, by DOI. No registry is asked."""
        with self._app.app_context(), reading():
            return retracted(dois, self._clock())
