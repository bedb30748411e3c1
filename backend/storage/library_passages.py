"""Store the passages of a library and their search index. Every query here reads the data of one user only."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from backend.ranking.lexicon import TermOccurrence
from backend.storage import library_tables as lt
from backend.storage.db import execute, fetch_bytes, insert_rows, new_rows
from backend.storage.library_works import Entry, entries_of

#: Maximum number of passages that one statement asks for.
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage of a library file.

    - `work`: the number of the library file
    - `number`: the passage's position in the file, from 0
    - `entry`: the index, from 0, of the passage's work among the works in the file; a reference list has several
    - `page`: the number of the passage's page; None if the file has no numbered pages
    - `digest`: the SHA-256 of `text` in hexadecimal
    - `heading`: the headings above the passage
    """

    work: int
    number: int
    entry: int
    page: int | None
    digest: str
    heading: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class LibraryFile:
    """The data of a library file that are shown with its passages."""

    id: str
    kind: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Extent:
    """How many passages a search covers, and the languages in which their words are stemmed."""

    passages: int
    languages: frozenset[str]


_w, _p, _o, _g, _k = lt.works.c, lt.passages.c, lt.postings.c, lt.signatures.c, lt.terms.c
_COLUMNS = (_p.work, _p.number, _p.entry, _p.page, _p.digest, _p.heading, _p.text)


@dataclass(frozen=True, slots=True)
class Signatures:
    """The signs of the numbers in the vectors of all passages of a work: one bit for each number, which says whether it
    is positive. `embedder` names the model that computed the vectors.
    """

    embedder: str
    bits: bytes


def keep(
    user_id: str, passages: Sequence[StoredPassage], lexicon: Mapping[str, bytes], signatures: Signatures | None
) -> None:
    """Store the passages of one work and their search index. `lexicon` maps each term to the packed places where it
    occurs; `signatures` has the signs of the passages' vectors (None: no vectors). Passages of this work that were
    stored earlier are replaced.
    """
    if not passages:
        return
    work = passages[0].work
    forget(user_id, work)
    rows = [
        {
            "work": each.work, "number": each.number, "entry": each.entry, "page": each.page, "digest": each.digest,
            "heading": list(each.heading) or None, "text": each.text,
        }
        for each in passages
    ]  # fmt: skip
    execute(lt.passages.insert(), rows)
    owner = owner_of(user_id)
    words = [(owner, term, work, places) for term, places in sorted(lexicon.items())]
    if words:
        insert_rows(lt.postings, ("owner", "term", "work", "places"), words)
        _count(user_id, work)
    if signatures is not None:
        execute(lt.signatures.insert(), {"work": work, "embedder": signatures.embedder, "bits": signatures.bits})


def forget(user_id: str, work: int) -> None:
    """Delete the passages of a user's work and their search index."""
    its = sa.select(_o.term).where(_o.work == work)
    some = (_k.user_id == user_id, _k.term.in_(its))
    # The work comes first, because its passages may just be stored; then the terms in a fixed order, so that no two
    # transactions wait for each other.
    execute(sa.select(_w.number).where(_w.number == work).with_for_update())
    execute(sa.select(_k.term).where(*some).order_by(_k.term).with_for_update())
    execute(lt.terms.update().where(*some).values(works=_k.works - 1))
    execute(lt.terms.delete().where(*some, _k.works < 1))
    for table in (lt.passages, lt.postings, lt.signatures):
        execute(table.delete().where(table.c.work == work))


def _count(user_id: str, work: int) -> None:
    """Count this work for each of its terms: add one to the number of the user's works that contain the term."""
    its = sa.select(sa.literal(user_id), _o.term, sa.literal(1)).where(_o.work == work).order_by(_o.term)
    new = new_rows(lt.terms).from_select(["user_id", "term", "works"], its)
    execute(new.on_conflict_do_update(index_elements=["user_id", "term"], set_={"works": _k.works + 1}))


def extent(user_id: str, only: Collection[str] | None) -> Extent:
    """Return how many passages a search covers, and the languages in which their words were stemmed. With `only` (ids
    of works), the search covers only these of the user's works.
    """
    query = sa.select(_w.language, sa.func.sum(_w.passages)).where(*_searched(user_id, only)).group_by(_w.language)
    found = {language: int(count or 0) for language, count in execute(query) if language}
    return Extent(sum(found.values()), frozenset(found))


def works_per_term(user_id: str, terms: Collection[str]) -> dict[str, int]:
    """Return, for each term, how many of the user's works contain it. Terms that no work contains are left out."""
    query = sa.select(_k.term, _k.works).where(_k.user_id == user_id, _k.term.in_(terms))
    return dict(execute(query).all())


def term_occurrences(user_id: str, only: Collection[str] | None, terms: Collection[str]) -> Sequence[TermOccurrence]:
    """Return the occurrences of these terms in the user's works, in any order. With `only` (ids of works), only these
    works are searched.

    The query joins no other table: for a new library, about which PostgreSQL has no statistics yet, a join would read
    one work after the other.
    """
    query = sa.select(_o.term, _o.work, _o.places).where(_o.owner == owner_of(user_id), _o.term.in_(terms))
    if only is not None:
        numbers = execute(sa.select(_w.number).where(*_searched(user_id, only))).scalars().all()
        query = query.where(_o.work.in_(numbers))
    return fetch_bytes(query)


def signatures(user_id: str, only: Collection[str] | None, embedder: str) -> dict[int, bytes]:
    """Return the signs of the vectors that this embedder computed for the user's works (see `Signatures`), by the
    work's number. The bits are in the order of the passages. With `only` (ids of works), only these works are included.
    """
    query = (
        sa.select(_g.work, _g.bits)
        .join(lt.works, _w.number == _g.work)
        .where(_g.embedder == embedder, *_searched(user_id, only))
    )
    return dict(sorted(fetch_bytes(query), key=itemgetter(0)))


def without_signature(user_id: str, only: Collection[str] | None, embedder: str) -> list[int]:
    """Return the numbers of the user's works that have passages, but no vector signs from this embedder. `only` are the
    ids of the works to look at; None means all.
    """
    signed = sa.exists().where(_g.work == _w.number, _g.embedder == embedder)
    query = sa.select(_w.number).where(*_searched(user_id, only), _w.passages > 0, ~signed).order_by(_w.number)
    return list(execute(query).scalars())


def store_signs(user_id: str, work: int, embedder: str, bits: bytes) -> None:
    """Store the signs of the vectors that this embedder computed for a work (see `Signatures`). Signs that are already
    stored are replaced. Does nothing if the work has been deleted.
    """
    its = (_w.number == work, _w.user_id == user_id, _w.status == "ready")
    if execute(sa.select(_w.number).where(*its).with_for_update()).first() is not None:
        row = {"embedder": embedder, "bits": bits}
        insert = new_rows(lt.signatures).values(work=work, **row)
        execute(insert.on_conflict_do_update(index_elements=["work"], set_=row))


def of_work(user_id: str, work: int) -> list[StoredPassage]:
    """Return all passages of a user's work in order; an empty list if the work has been deleted."""
    owner = sa.select(_w.user_id).where(_w.number == _p.work).correlate(lt.passages).scalar_subquery()
    query = sa.select(*_COLUMNS).where(_p.work == work, owner == user_id).order_by(_p.number)
    return [_passage(row) for row in fetch_bytes(query)]


def digests_of(work: int) -> list[str]:
    """Return the digests of the texts of a work's passages. The vectors of the passages are stored under them."""
    return list(execute(sa.select(_p.digest).where(_p.work == work).distinct()).scalars())


def read(user_id: str, keys: Iterable[tuple[int, int]]) -> list[StoredPassage]:
    """Return the user's passages with these `keys`, sorted by work. A key is a pair: the number of the work, and the
    number of the passage in the work. Deleted passages are left out.
    """
    wanted = sorted(set(keys))
    # The owner is a value to compare. With a join, both databases might read every work of the owner first.
    owner = sa.select(_w.user_id).where(_w.number == _p.work).correlate(lt.passages).scalar_subquery()
    found: list[StoredPassage] = []
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        works, numbers = (sorted(set(each)) for each in zip(*some, strict=True))
        # The pairs alone select the rows, but SQLite uses its index for single columns only.
        pairs = (sa.tuple_(_p.work, _p.number).in_(some), _p.work.in_(works), _p.number.in_(numbers))
        query = sa.select(*_COLUMNS).where(*pairs, owner == user_id).order_by(_p.work, _p.number)
        found += map(_passage, fetch_bytes(query))
    return found


def files_by_number(user_id: str, numbers: Collection[int]) -> dict[int, LibraryFile]:
    """Return the data of each file that are shown with its passages, by the file's number. Files of other users are
    left out.
    """
    query = sa.select(_w.number, _w.id, _w.kind, _w.entries).where(_w.number.in_(numbers), _w.user_id == user_id)
    return {row.number: LibraryFile(row.id, row.kind, entries_of(row.entries)) for row in execute(query).all()}


def owner_of(user_id: str) -> int:
    """Return the number that identifies a user in the search index: the first 63 bits of the user's random id."""
    return uuid.UUID(user_id).int >> 65


def _searched(user_id: str, only: Collection[str] | None) -> list[sa.ColumnElement[bool]]:
    mine: list[sa.ColumnElement[bool]] = [_w.user_id == user_id, _w.status == "ready"]
    return mine if only is None else [*mine, _w.id.in_(only)]


def _passage(row: Any) -> StoredPassage:
    return StoredPassage(row.work, row.number, row.entry, row.page, row.digest, tuple(row.heading or ()), row.text)
