"""Manage the user's library: upload files, read them, and list and delete works. library_search.py searches them.

A file is read in a run that belongs to no session: it can be followed and cancelled, and if its process dies, another
process continues it. One transaction stores the work, its passages and the end of the run, so a work is stored
completely or not at all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import PurePath
from typing import Any, BinaryIO

from backend.document import chunks as cutting
from backend.errors import Conflict, NotFound, Refused
from backend.kernel.cancellation import check
from backend.kernel.events import Event
from backend.kernel.files import work_file
from backend.kernel.works import LISTS, Work
from backend.ports import Ports
from backend.ranking import lexicon
from backend.ranking.terms import language_of
from backend.services import runs
from backend.services.removal import file_removal
from backend.services.retrieval import library_embedding, library_lookup
from backend.services.retrieval.library_lookup import ReadFile
from backend.services.runs import Holding
from backend.services.source_checks import library_check
from backend.sources.identifiers import canonical_doi
from backend.storage import chunk_vectors, library_passages, library_works, uploaded_files
from backend.storage.db import Page, reading, transaction
from backend.storage.library_passages import Signatures, StoredPassage
from backend.storage.library_works import Contents, Entry, StoredWork
from backend.storage.paging import PageRequest

#: Maximum bytes of a file (contract, section 1), and characters of its name that are kept.
MOST_BYTES, NAME_CHARACTERS = 50_000_000, 255
#: Maximum number of authors that describe a work without text.
NAMED_PEOPLE = 20
#: Warning about a work that has no embedding vectors, so that it is found by its words only.
WORDS_ALONE = (
    "For now this work is found by its words only, because the embedding model has not embedded it. "
    "The next search tries again."
)


def upload(
    ports: Ports, user_id: str, filename: str, content: BinaryIO, request_id: str = ""
) -> tuple[StoredWork, bool]:
    """Store a file and begin to read it. Returns its work, and True if the work is new.

    If the user has uploaded a file with these bytes before, the work of that file is returned. If that file could not
    be read, it is read again, under the new file name.
    """
    came = uploaded_files.receive(ports.data_dir, user_id, content)
    try:
        if not came.size:
            raise Refused(errors={"file": ["The file is empty, so it was not stored."]})
        ports.extractor.check(came.path, filename)
        with reading():
            known = library_works.by_digest(user_id, came.sha256)
        if known is not None and known.status != "failed":
            return known, False
        place = came.work_id if known is None else known.id
        ports.files.take(work_file(user_id, place), came.path)
        work: StoredWork | None = None
        try:
            with transaction():
                new = library_works.add(user_id, came, _named(filename), ports.clock())
                work = new or library_works.by_digest(user_id, came.sha256)
                if work is None or (new is not None and new.id != place):
                    raise Conflict("The work was removed just now, so the file was not stored. Upload it again.")
                if work.status != "failed" and new is None:
                    return work, False
                given = {"work_id": work.id, "request_id": request_id}
                run = runs.begin(ports, user_id, None, "library", input=given)
                library_works.begin_reading(work.id, run.id, _named(filename))
                work = library_works.get(user_id, work.id)
        finally:
            if work is None or work.id != place:  # another request has just stored the same file
                file_removal.forget_work(ports, user_id, place)
    finally:
        came.discard()
    runs.feed_of(ports, run)
    ports.executor.submit(user_id, run.id)
    return work, new is not None


def page(ports: Ports, user_id: str, wanted: PageRequest) -> Page[StoredWork]:
    with reading():
        return library_works.page(user_id, wanted)


def get(ports: Ports, user_id: str, work_id: str) -> StoredWork:
    """Return a work of the user's library. Raises NotFound if the user has no work with this id."""
    with reading():
        return library_works.get(user_id, work_id)


def require(ports: Ports, user_id: str, work_ids: Sequence[str]) -> None:
    """Raise NotFound unless the user has all of these works."""
    with reading():
        library_works.require(user_id, work_ids)


def delete(ports: Ports, user_id: str, work_id: str) -> None:
    """Delete a work with its file and passages, and deselect it in all sessions. If a run is reading the file, the run
    stops.
    """
    with transaction():
        work = library_works.get(user_id, work_id)
        library_passages.forget(user_id, work.number)
        library_works.delete(work.number, user_id)
    if work.status == "processing" and work.run_id is not None:
        runs.cancel(ports, user_id, work.run_id, "all")
    file_removal.forget_work(ports, user_id, work_id)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """Read a file in a run: extract its text, look up its DOI, split it into passages, embed these and store them.
    Returns the API's answer.
    """
    user_id, given = holding.run.user_id, holding.run.input or {}
    with reading():
        work = library_works.get(user_id, given["work_id"])
    found = _read(ports, work, holding)
    if not found:
        raise Refused(
            "The file contains neither a work nor text, so it cannot be searched or cited. Upload another file."
        )
    check()
    entries = library_check.with_retractions(ports, _entries(ports, found, work.filename, holding))
    check()
    holding.emit(Event("phase", {"phase": "indexing"}))
    language = language_of(" ".join(page.text for each in found for page in each.pages[:20])[:20_000])
    cut = tuple(_passages(ports, work.number, found, entries))
    vectors = library_embedding.vectors_of(ports, cut)
    words = lexicon.lexicon(map(searched, cut), language)
    embedder = ports.embedder
    signed = None if embedder is None or vectors is None else Signatures(embedder.key, lexicon.signs(vectors))
    holding.seal()
    with transaction():
        numbers = [page.number for each in found for page in each.pages if page.number is not None]
        contents = Contents(found[0].kind, max(numbers, default=None), entries, len(cut), language)
        if not library_works.finish(work.number, contents):
            raise NotFound("The work was removed before it was read, so nothing of it was stored.")
        library_passages.keep(user_id, cut, words, signed)
        if embedder is not None and vectors is not None:
            known = dict(zip((each.digest for each in cut), vectors, strict=True))
            chunk_vectors.keep(embedder.key, known, ports.clock())
        answer = as_json(ports, replace(library_works.get(user_id, work.id), status="ready", error=None))
        holding.succeed(ports.clock(), answer=answer)
    return answer


def _read(ports: Ports, work: StoredWork, holding: Holding) -> Sequence[Work]:
    """Extract the works in a file of the library. Raises Refused if the file is missing."""
    with ExitStack() as stack:
        try:
            place = stack.enter_context(ports.files.on_disk(work_file(work.user_id, work.id)))
        except NotFound as error:
            raise Refused("The uploaded file is missing on this server. Upload the file again.") from error
        holding.emit(Event("phase", {"phase": "extracting"}))
        return ports.extractor.extract(place, work.filename, holding.emit)


def as_json(ports: Ports, work: StoredWork) -> dict[str, Any]:
    """Return a library file as the API shows it. `works` is the number of works in the file: more than one for a
    reference list.
    """
    about = work.about
    return {
        "id": work.id,
        "title": about.title,
        "authors": list(about.authors),
        "year": about.year,
        "doi": about.doi,
        "url": about.url,
        "kind": work.kind,
        "pages": work.pages,
        "status": work.status,
        "run_id": work.run_id,
        "error": work.error,
        "filename": work.filename,
        "bytes": work.bytes,
        "works": len(work.entries),
        "retracted": any(map(library_check.is_retracted, work.entries)),
        "notices": list((about.metadata or {}).get("notices") or ()),
        "warnings": _warnings(ports, work),
        "created_at": work.created_at.isoformat().replace("+00:00", "Z"),
    }


def _warnings(ports: Ports, work: StoredWork) -> list[str]:
    """Return warnings about retracted works in the file, about parts that could not be read, and about missing
    embeddings.
    """
    unread = [str(words) for entry in work.entries for words in (entry.metadata or {}).get("warnings", ())]
    unread = [*library_check.warnings_of(work), *unread]
    return [*unread, WORDS_ALONE] if library_embedding.lacks_vectors(ports, work) else unread


def _named(filename: str) -> str:
    """Return the file name to display: without folders and control characters, and at most `NAME_CHARACTERS` long."""
    bare = PurePath(filename.replace("\\", "/")).name
    shown = "".join(c for c in bare if unicodedata.category(c)[0] != "C").strip()
    return shown[-NAME_CHARACTERS:] or "untitled"


# --- what is known of the works ----------------------------------------------------------------------


def _entries(ports: Ports, found: Sequence[Work], filename: str, holding: Holding) -> tuple[Entry, ...]:
    """Return the bibliographic data of the works in a file (`found`). If there is one work and it has a DOI, the
    registries are asked about it.
    """
    entries = tuple(_entry(each, filename) for each in found)
    if len(entries) != 1:
        return entries
    entry = library_lookup.looked_up(ports, ReadFile(found[0], entries[0]), holding.emit)
    check()
    return (entry,)


def _entry(work: Work, filename: str) -> Entry:
    title = " ".join(work.title.split()) or PurePath(filename).stem or filename
    doi = canonical_doi(work.doi) if work.doi else None
    return Entry(title[:1_000], tuple(work.authors), work.year, doi, work.url, dict(work.metadata) or None)


# --- what is searched --------------------------------------------------------------------------------


def _passages(ports: Ports, number: int, found: Sequence[Work], entries: Sequence[Entry]) -> Iterator[StoredPassage]:
    """Yield the passages of all works of a file, numbered from 0. Each passage is on a single page.

    If a work has no text, its bibliographic data are its passage. In a reference list, the data are added to each
    passage as its first heading.
    """
    size, overlap = ports.budgets.chunk_size, ports.budgets.chunk_overlap
    at = 0
    for place, (work, entry) in enumerate(zip(found, entries, strict=True)):
        pages = [(each.number, each.text) for each in work.pages if each.text.strip()]
        above = (about(entry),) if work.kind in LISTS else ()
        for page_number, text in pages or [(None, described(entry))]:
            for piece in cutting.chunk(text, size, overlap):
                if at >= lexicon.MOST_PASSAGES:
                    raise Refused(
                        f"The file was not stored: it has more than {at:,} passages, the most that the library takes. "
                        f"Divide the file."
                    )
                yield StoredPassage(number, at, place, page_number, piece.digest, above + piece.heading, piece.text)
                at += 1


def about(entry: Entry) -> str:
    """Return a work's bibliographic data in one line. For a work in a reference list, this line is searched together
    with the abstract.
    """
    return " ".join(described(entry).split())


def described(entry: Entry) -> str:
    """Return a work's bibliographic data as paragraphs. They are searched instead of a text if the work has none."""
    lines = [entry.title, ", ".join(entry.authors[:NAMED_PEOPLE]), str(entry.year or "")]
    return "\n\n".join(line for line in lines if line)


def corrected_passage(passage: StoredPassage, old: Entry, new: Entry) -> StoredPassage:
    """Return a passage with the work's new bibliographic data in place of the old."""
    heading = tuple(about(new) if each == about(old) else each for each in passage.heading)
    if passage.text.strip() != described(old).strip():
        return replace(passage, heading=heading)
    (piece, *_) = cutting.chunk(described(new), len(described(new)) + 1, 0)
    return replace(passage, heading=heading, text=piece.text, digest=piece.digest)


def searched(passage: StoredPassage) -> str:
    """Return the text of a passage in which a search looks for words: the headings above the passage, and then the
    passage itself.
    """
    return " ".join([*(title for title in passage.heading if title not in passage.text), passage.text])
