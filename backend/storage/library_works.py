"""Store the works of a user's library. Only `get` decides whether a work belongs to a user.

Each new work is read by a run. If the run has ended and the work is still not ready, the work could not be read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import NotFound
from backend.storage import library_tables as lt
from backend.storage import tables as t
from backend.storage.columns import is_id, unpacked_json
from backend.storage.db import Page, execute, new_rows
from backend.storage.paging import NEWEST_FIRST, PageRequest, paginate
from backend.storage.uploaded_files import Upload

WorkStatus = Literal["processing", "ready", "failed"]
#: The error of a work whose run ended without a message.
NOT_READ = "The file was read only in part, so it cannot be searched. Upload it again."


@dataclass(frozen=True, slots=True)
class Entry:
    """One work in a library file: its title, authors, year, DOI and address. A reference list is a file with many
    works.
    """

    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    url: str | None = None
    metadata: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class StoredWork:
    """A file of the library. `sha256` is the digest of its content, `bytes` its size in bytes, and `passages` the
    number of passages in its text. `kind`, `pages` and `entries` are set when the file has been read. `error` is set if
    it could not be read.
    """

    number: int
    id: str
    user_id: str
    sha256: str
    filename: str
    bytes: int
    status: WorkStatus
    run_id: str | None
    created_at: datetime
    kind: str | None
    pages: int | None
    passages: int
    error: str | None
    entries: tuple[Entry, ...]
    #: the embedding model whose vectors find its passages; None if it has no vectors
    embedded_by: str | None

    @property
    def about(self) -> Entry:
        """Return the only work in the file. If the file has several works, or has not been read yet, return an entry
        that describes the file itself.
        """
        return self.entries[0] if len(self.entries) == 1 else Entry(self.filename)


def citation_key(entry: Entry) -> str:
    """Return the key by which the user cites the work, such as `smith2020`; "" if there is none. The metadata have it
    as `citation_key` or, if they were stored before version 0.3, as `key`.
    """
    about = entry.metadata or {}
    return str(about.get("citation_key") or about.get("key") or "")


_w = lt.works.c
_SELECT = sa.select(
    _w.number, _w.id, _w.user_id, _w.sha256, _w.filename, _w.bytes, _w.status, _w.run_id, _w.created_at, _w.kind,
    _w.pages, _w.passages, _w.entries, t.runs.c.status.label("run_status"), t.runs.c.error.label("run_error"),
    lt.signatures.c.embedder,
).outerjoin(t.runs, t.runs.c.id == _w.run_id).outerjoin(lt.signatures, lt.signatures.c.work == _w.number)  # fmt: skip
#: selects the entries as compressed bytes
_ENTRIES = sa.select(sa.type_coerce(_w.entries, sa.LargeBinary)).where(
    _w.user_id == sa.bindparam("user_id"), _w.status == "ready", _w.entries.is_not(None)
)
#: Maximum number of files of which `retracted` remembers the retracted works.
_REMEMBERED = 4096


def _work(row: Any) -> StoredWork:
    failed = row.status != "ready" and row.run_status != "running"
    return StoredWork(
        number=row.number,
        id=row.id,
        user_id=row.user_id,
        sha256=row.sha256,
        filename=row.filename,
        bytes=row.bytes,
        status="failed" if failed else row.status,
        run_id=row.run_id,
        created_at=row.created_at,
        kind=row.kind,
        pages=row.pages,
        passages=row.passages,
        error=((row.run_error or {}).get("detail") or NOT_READ) if failed else None,
        entries=entries_of(row.entries),
        embedded_by=row.embedder,
    )


def entries_of(column: Any) -> tuple[Entry, ...]:
    """Convert the value of a database column to the works in a file."""
    return tuple(Entry(**each | {"authors": tuple(each["authors"])}) for each in column or ())


def add(user_id: str, file: Upload, filename: str, now: datetime) -> StoredWork | None:
    """Store a new work that has not been read yet. Returns None, and stores nothing, if the user already has a file
    with the same bytes.
    """
    values = {
        "id": file.work_id, "user_id": user_id, "sha256": file.sha256, "filename": filename, "bytes": file.size,
        "status": "processing", "created_at": now,
    }  # fmt: skip
    insert = new_rows(lt.works).values(**values).on_conflict_do_nothing(index_elements=[_w.user_id, _w.sha256])
    made = execute(insert.returning(_w.id)).scalar_one_or_none()
    return None if made is None else get(user_id, made)


def by_digest(user_id: str, sha256: str) -> StoredWork | None:
    """Return the user's file whose content has the SHA-256 digest `sha256`; None if the user has no such file."""
    row = execute(_SELECT.where(_w.user_id == user_id, _w.sha256 == sha256)).first()
    return None if row is None else _work(row)


def get(user_id: str, work_id: str) -> StoredWork:
    """Return the user's work. Raises NotFound if the id is malformed, unknown or belongs to another user's work; the
    message is the same for all three.
    """
    if is_id(work_id):
        row = execute(_SELECT.where(_w.id == work_id, _w.user_id == user_id)).first()
        if row is not None:
            return _work(row)
    raise NotFound("The library has no work with this id.")


def require(user_id: str, work_ids: Collection[str]) -> None:
    """Raise NotFound unless all of these works belong to the user."""
    wanted = set(work_ids)
    good = {each for each in wanted if is_id(each)}
    found = execute(sa.select(_w.id).where(_w.user_id == user_id, _w.id.in_(good))).scalars() if good else ()
    if set(found) != wanted:
        raise NotFound("The library has no work with this id.")


def unread(user_id: str, only: Collection[str] | None) -> tuple[StoredWork, ...]:
    """Return the user's works that cannot be searched, because they have not been read yet or could not be read. With
    `only` (ids of works), only these are considered.
    """
    query = _SELECT.where(_w.user_id == user_id, _w.status != "ready").order_by(_w.created_at, _w.id)
    return tuple(_work(row) for row in execute(query if only is None else query.where(_w.id.in_(only))))


def page(user_id: str, wanted: PageRequest = NEWEST_FIRST) -> Page[StoredWork]:
    """Return a page of the user's works. `wanted` says which page, and its order (by default, newest first)."""
    query = _SELECT.where(_w.user_id == user_id)
    return paginate(query, (_w.created_at, _w.id), _work, wanted)


def begin_reading(work_id: str, run_id: str, filename: str) -> None:
    """Store which run reads the work, and replace the name of its file by `filename`."""
    values = {"run_id": run_id, "status": "processing", "filename": filename}
    execute(lt.works.update().where(_w.id == work_id).values(**values))


@dataclass(frozen=True, slots=True)
class Contents:
    """What was found in a file: its works, and how many pages and passages it has. `pages` is None if the format has no
    pages.
    """

    kind: str
    pages: int | None
    entries: Sequence[Entry]
    passages: int
    language: str


def finish(number: int, contents: Contents) -> bool:
    """Store what was found in the file with this number, and set its status to ready. Returns False if the file was
    deleted in the meantime.
    """
    values = {
        "status": "ready", "kind": contents.kind, "pages": contents.pages, "passages": contents.passages,
        "language": contents.language, "entries": [_as_json(each) for each in contents.entries],
    }  # fmt: skip
    return execute(lt.works.update().where(_w.number == number).values(**values)).rowcount == 1


def change_entries(number: int, entries: Sequence[Entry]) -> None:
    """Replace the stored works of the library file with this number by `entries`."""
    execute(lt.works.update().where(_w.number == number).values(entries=[_as_json(each) for each in entries]))


def language_of(number: int) -> str:
    """Return the language in which the words of a file's passages were stemmed. `number` is the number of the file."""
    return str(execute(sa.select(_w.language).where(_w.number == number)).scalar_one())


def ready(user_id: str | None) -> list[tuple[str, str]]:
    """Return (user id, work id) of all works whose text is ready to be searched, of one user or, with None, of all
    users.
    """
    query = sa.select(_w.user_id, _w.id).where(_w.status == "ready").order_by(_w.number)
    rows = execute(query if user_id is None else query.where(_w.user_id == user_id)).all()
    return [(row.user_id, row.id) for row in rows]


def retracted(user_id: str) -> list[Entry]:
    """Return the retracted works of a user's library."""
    return [each for packed in execute(_ENTRIES, {"user_id": user_id}).scalars() for each in _retracted(bytes(packed))]


@lru_cache(maxsize=_REMEMBERED)
def _retracted(packed: bytes) -> tuple[Entry, ...]:
    """Return the retracted works of one file, given the compressed bytes of its entries."""
    entries = entries_of(unpacked_json(packed))
    return tuple(each for each in entries if (each.metadata or {}).get("is_retracted") is True)


def find(user_id: str, work_id: str) -> StoredWork | None:
    """Return the user's work; None if it does not exist or has been deleted."""
    row = execute(_SELECT.where(_w.id == work_id, _w.user_id == user_id)).one_or_none()
    return None if row is None else _work(row)


def delete(number: int, user_id: str) -> None:
    """Delete a work and its search index, and remove it from the works that sessions have selected. The caller deletes
    its file.
    """
    work_id = execute(sa.select(_w.id).where(_w.number == number)).scalar_one()
    s = t.sessions.c
    attached = sa.select(s.id, s.library).where(s.user_id == user_id, s.library.is_not(None))
    for session_id, chosen in execute(attached).all():
        if isinstance(chosen, list) and work_id in chosen:
            left = [
                each for each in chosen if each != work_id
            ]  # an empty list stays, because None would select all works
            execute(t.sessions.update().where(s.id == session_id).values(library=left))
    execute(lt.works.delete().where(_w.number == number))


def ids(user_id: str) -> set[str]:
    """Return the ids of the user's works."""
    return set(execute(sa.select(_w.id).where(_w.user_id == user_id)).scalars())


def _as_json(entry: Entry) -> dict[str, Any]:
    return {
        "title": entry.title, "authors": list(entry.authors), "year": entry.year, "doi": entry.doi, "url": entry.url,
        "metadata": entry.metadata,
    }  # fmt: skip
