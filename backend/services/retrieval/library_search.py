"""Search the user's library for the passages that answer a question, best first.

    words of the question -> rows of the index -> the best few dozen passages -> the ranker (ranking/retrieval.py)

The index stays in the database, and a search reads only some of its rows, so a large library needs no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from backend.document.chunks import Chunk
from backend.drafting.briefing import LibraryPassage
from backend.errors import ProviderError
from backend.kernel.wanted import Selection, Wanted
from backend.kernel.works import Source
from backend.ports import Embedder, Ports
from backend.ranking import lexicon
from backend.ranking.bm25 import Corpus
from backend.ranking.retrieval import Index, relevant
from backend.services.retrieval import library_embedding
from backend.storage import chunk_vectors, library_passages, library_works
from backend.storage.db import reading, transaction
from backend.storage.library_passages import LibraryFile, StoredPassage
from backend.storage.library_works import Entry, citation_key

#: Maximum number of passages that the ranker is given: those found by the question's words, and by its meaning. With 28
#: and 8, the right paper and page are found no more often (tests/bench/library.py), and a search takes 1.5 times as
#: long.
BY_WORDS, BY_MEANING = 18, 6
#: Maximum number of files that a note to the user names; it only says how many others there are.
NAMED = 3
#: Maximum number of characters of a question that are searched for.
QUERY_CHARACTERS = 4_000
#: A distance that is greater than any distance between passages of a file. Passages from different parts of a file get
#: positions this far apart, so that the ranker does not treat them as neighbors.
_APART = 1 << 40


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage of a library file that answers a question. It belongs to the work `entry`, which is the work number
    `number` (from 0) in the file `work_id`.

    `kind` is the kind of the file ("pdf", "bibtex" …), and `heading` are the headings above the passage, outermost
    first. A better passage has a higher `score`.
    """

    work_id: str
    kind: str
    entry: Entry
    page: int | None
    heading: tuple[str, ...]
    text: str
    score: float
    #: the position in the file, by which the passages of one work can be put in order
    place: tuple[int, int] = (0, 0)
    number: int = 0

    @property
    def title(self) -> str:
        return self.entry.title

    @property
    def work(self) -> tuple[str, int]:
        """Return what identifies the work: the file's id and the work's number in it. Titles are not unique."""
        return self.work_id, self.number


@dataclass(frozen=True, slots=True)
class _Candidates:
    passages: tuple[StoredPassage, ...]
    corpus: Corpus
    works: dict[int, LibraryFile]
    vectors: dict[str, np.ndarray]


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """The words of a question, and the embedding vector of the question; the vector is None if there is no embedding
    model, or if it failed.
    """

    words: str
    vector: np.ndarray | None


def search(
    ports: Ports, user_id: str, query: str, selection: Selection, most: int = 20
) -> tuple[tuple[Hit, ...], tuple[str, ...]]:
    """Return at most `most` relevant passages, best first, and notes for the user about the search.

    Only the user's own works are searched, even if `selection` contains other ids.
    """
    query = query[:QUERY_CHARACTERS]
    notes: tuple[str, ...] = ()
    vector: np.ndarray | None = None
    if not query.strip() or not selection:
        return (), ()
    try:
        vector = ports.embedder.embed([query])[0] if ports.embedder is not None else None
    except ProviderError as error:
        notes = (f"The embedding model failed ({error.title}), so the library was searched by words alone.",)
    else:
        waiting = library_embedding.embed_waiting(ports, user_id, None if selection == "all" else selection)
        if waiting:
            notes = (
                f"Library works without embeddings were searched by words only (their number: {waiting}). The next "
                "search embeds more of them.",
            )
    found = _candidates(ports, user_id, selection, _Question(query, vector))
    rows = _vectors(ports, ports.embedder, found) if ports.embedder is not None and vector is not None else None
    pieces = _pieces(found.passages)
    index = Index(list(pieces.values()), rows, corpus=found.corpus)
    by_start = {piece.start: passage for passage, piece in zip(found.passages, pieces.values(), strict=True)}
    ranked = relevant(index.rank(query, vector))[:most]
    return tuple(_hit(by_start[each.chunk.start], each.score, found.works) for each in ranked), notes


def unread(user_id: str, selection: Selection) -> tuple[str, ...]:
    """Return notes about selected files that cannot be searched, because they are still being read or could not be
    read. If the user selected "all" files, only those that are still being read are named.
    """
    with reading():
        works = library_works.unread(user_id, None if selection == "all" else selection)
    waiting = [each.filename for each in works if each.status == "processing"]
    broken = [each.filename for each in works if each.status == "failed" and selection != "all"]
    notes = []
    if waiting:
        notes.append(
            f"These files were not used, because they are still being read: {_listed(waiting)}. Ask again later."
        )
    if broken:
        notes.append(
            f"These files were not used, because they could not be read: {_listed(broken)}. Upload them again."
        )
    return tuple(notes)


def _listed(names: Sequence[str]) -> str:
    named = ", ".join(f"“{name}”" for name in names[:NAMED])
    return named + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


def selection(wanted: Wanted) -> Selection | None:
    """Return which library works the options `wanted` select: their ids, "all", or None for none.

    If the focus is `chat`, no work is searched. Otherwise the works that the user selected are searched. If the user
    selected none, the focus `local` searches all works, and any other focus none.
    """
    if wanted.draws_on == "chat":
        return None
    return "all" if wanted.library is None and wanted.draws_on == "local" else wanted.library


def sources(hits: Sequence[Hit]) -> tuple[Source, ...]:
    """Group passages by work. Returns one source per work, the best work first. The content of a source has the work's
    passages in order, and its `page` is the page of the best passage.
    """
    found: dict[tuple[str, int], list[Hit]] = {}
    for hit in hits:
        found.setdefault(hit.work, []).append(hit)
    return tuple(map(_source, found.values()))


def within(hits: Sequence[Hit], characters: int) -> tuple[LibraryPassage, ...]:
    """Return the best passages in the form that prompts use, with at most `characters` characters together. At least
    one passage is returned, even if it is longer.
    """
    taken: list[Hit] = []
    for hit in hits:
        characters -= len(hit.text)
        if taken and characters < 0:
            break
        taken.append(hit)
    works = {(each.metadata["library_id"], each.metadata["entry"]): each for each in sources(taken)}
    return tuple(LibraryPassage(works[hit.work], hit.page, hit.text) for hit in taken)


def _source(hits: Sequence[Hit]) -> Source:
    best, entry = hits[0], hits[0].entry
    pages = sorted({hit.page for hit in hits if hit.page is not None})
    ordered = sorted(hits, key=lambda hit: hit.place)
    return Source(
        title=entry.title,
        url=entry.url,
        doi=entry.doi,
        authors=entry.authors,
        year=entry.year,
        content="\n\n".join(hit.text.strip() for hit in ordered),
        score=round(best.score, 4),
        connector="library",
        metadata={**_about(entry), "library_id": best.work_id, "entry": best.number, "kind": best.kind}
        | ({"page": best.page, "pages": pages} if pages else {}),
    )


def _about(entry: Entry) -> dict[str, Any]:
    key = citation_key(entry)
    about = {name: value for name, value in (entry.metadata or {}).items() if name != "key"}
    return about | ({"citation_key": key} if key else {})


def _candidates(ports: Ports, user_id: str, selection: Selection, question: _Question) -> _Candidates:
    """Return passages that match the question by their words or by their meaning. Passages of one work follow each
    other.
    """
    only = None if selection == "all" else selection
    query, vector = question.words, question.vector
    with reading():
        extent = library_passages.extent(user_id, only)
        terms = lexicon.asked(query, extent.languages)
        works = library_passages.works_per_term(user_id, terms) if only is None else {}
        rows = library_passages.term_occurrences(user_id, only, lexicon.rarest(works) if only is None else terms)
        scored = lexicon.score(rows, extent.passages, BY_WORDS, works)
        keys = list(scored.passages)
        embedder = ports.embedder if vector is not None else None
        if embedder is not None and vector is not None and extent.passages:
            keys += lexicon.nearest(library_passages.signatures(user_id, only, embedder.key), vector, BY_MEANING)
        found = tuple(library_passages.read(user_id, keys))
        shelved = library_passages.files_by_number(user_id, {each.work for each in found})
        known = chunk_vectors.known(embedder.key, [each.digest for each in found]) if embedder is not None else {}
    return _Candidates(found, Corpus(extent.passages, scored.counts), shelved, known)


def _vectors(ports: Ports, embedder: Embedder, found: _Candidates) -> np.ndarray | None:
    """Return the vectors of the passages, one row each; None if the embedding model fails. Vectors that are missing,
    because the model was changed or they were deleted, are computed.
    """
    if not found.passages:
        return None
    known = dict(found.vectors)
    missing = {each.digest: each.text for each in found.passages if each.digest not in known}
    if missing:
        try:
            made = dict(zip(missing, embedder.embed(list(missing.values())), strict=True))
        except ProviderError:
            return None
        with transaction():
            chunk_vectors.keep(embedder.key, made, ports.clock())
        known |= made
    return np.stack([known[each.digest] for each in found.passages])


def _pieces(found: Sequence[StoredPassage]) -> dict[tuple[int, int], Chunk]:
    """Return the passages as chunks for the ranker, by (number of the library file, number of the passage). Chunks of
    passages that follow each other in a file get adjacent positions, all others distant ones.
    """
    runs = [list(run) for _, run in groupby(enumerate(found), lambda each: (each[1].work, each[1].number - each[0]))]
    pieces: dict[tuple[int, int], Chunk] = {}
    for place, run in enumerate(runs):
        at = (len(runs) - place) * _APART
        for _, passage in run:
            piece = Chunk(at, at + len(passage.text), passage.text, passage.heading, passage.digest)
            pieces[passage.work, passage.number] = piece
            at = piece.end + 1
    return pieces


def _hit(passage: StoredPassage, score: float, works: dict[int, LibraryFile]) -> Hit:
    work = works[passage.work]
    entry = work.entries[passage.entry]
    place = (passage.work, passage.number)
    return Hit(work.id, work.kind, entry, passage.page, passage.heading, passage.text, score, place, passage.entry)
