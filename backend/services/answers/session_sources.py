"""Gather a session's sources, so that questions about them can be answered: its references, the sources of its answers,
works that its document names without a reference entry, and the sources of attached texts.
"""

from __future__ import annotations

from collections.abc import Iterator

from backend.formats.cited_keys import cited_keys
from backend.formats.csl_items import work_of
from backend.kernel.exchange import KnownSource
from backend.kernel.works import Citation, Source
from backend.keyless.source_facts import names_sources
from backend.services.gathering import Task
from backend.services.paper_check import unlisted
from backend.storage import messages, references
from backend.storage.db import reading
from backend.verification.printed_references import printed_references


def session_sources(task: Task) -> tuple[KnownSource, ...]:
    """Return the session's sources if the user's message asks about them; () for every other message."""
    return tuple(_sources(task)) if names_sources(task.message.content) else ()


def _sources(task: Task) -> Iterator[KnownSource]:
    text = task.revision.text
    with reading():
        held = references.list_of(task.session_id)
        answers = messages.that_cite(task.session_id)
    passages: dict[str, dict[str, None]] = {}
    found: dict[str, Citation] = {}
    for citation in (each for answer in answers for each in answer.citations):
        told = citation.metadata.get("support_of") or ()
        passages.setdefault(citation.id, {}).update((each["passage"], None) for each in told if each["passage"])
        if citation.doi or citation.url or citation.metadata.get("authors"):
            found[citation.id] = citation
    counts = cited_keys(text)
    for each in held:
        line = f"[@{each.key}] {_line(work_of(each.csl))}"
        told, checked = tuple(passages.get(each.work, ())), each.checked_at is not None
        yield KnownSource(line, each.status or "unchecked", counts[each.key] > 0, told, checked)
    known = {each.work for each in held}
    for citation in found.values():
        if citation.id not in known:
            told, checked = tuple(passages.get(citation.id, ())), "checked_at" in citation.metadata
            yield KnownSource(_line(citation.to_source()), citation.status, False, told, checked)
    printed = printed_references(text)
    yield from (KnownSource(each.text, cited=True) for each in printed)
    keys = {each.key for each in held}
    for named in (*(f"[@{key}]" for key in counts if key not in keys), *unlisted(text, held, printed)):
        yield KnownSource(f"{named}: no reference entry describes this work", cited=True)
    yield from _attached(task)


def _attached(task: Task) -> Iterator[KnownSource]:
    """Yield the sources of the texts that the user attached to earlier messages of the session."""
    with reading():
        earlier = messages.for_prompt(task.session_id, task.message.number)
    texts = {(each["source"], each["content"]) for past in earlier for each in past.attached_sections if each["source"]}
    yield from (KnownSource(source, passages=(text,), attached=True) for source, text in sorted(texts))


def _line(work: Source) -> str:
    people = f"{work.authors[0]}{' et al.' if len(work.authors) > 1 else ''} " if work.authors else ""
    year = f"({work.year}) " if work.year else ""
    return f"{people}{year}{work.title or work.doi or work.url}"
