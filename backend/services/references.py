"""Manage a session's references: the works that its text may cite by citation key. They are exchanged as CSL-JSON,
BibTeX or RIS.

A citation key that the text uses never changes: a work that is imported again keeps its key.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from backend.errors import Conflict, Refused
from backend.formats.cited_keys import cited_keys
from backend.formats.csl_items import Item, checked, is_key, item_of, work_of
from backend.formats.reference_lists import BIBTEX, CSL, write_list
from backend.kernel.works import Citation, Source
from backend.ports import Ports
from backend.services import documents
from backend.services.document_copies import shared_copies
from backend.sources import citation_keys
from backend.sources.identifiers import canonical_title, source_id
from backend.storage import drafts, published_documents, references, sessions
from backend.storage.db import reading, transaction
from backend.storage.references import Origin, Reference
from backend.storage.sessions import OwnedSession

log = logging.getLogger(__name__)

#: Maximum number of references of one session.
MOST_REFERENCES = 10_000


def listed(ports: Ports, owned: OwnedSession) -> dict[str, Any]:
    """Return a session's references as the API sends them. Each has the number of times that the document cites it. The
    citation keys in the document that no reference has are returned, too.
    """
    text = documents.read(ports, owned).text
    with reading():
        found = references.list_of(owned.id)
    counts = cited_keys(text)
    known = {each.key for each in found}
    return {
        "items": [as_json(each, counts[each.key]) for each in found],
        "missing": [key for key in counts if key not in known],
    }


def entries(owned: OwnedSession) -> list[tuple[str, Mapping[str, Any]]]:
    """Return each reference as a pair of citation key and CSL item."""
    with reading():
        session = sessions.own(owned.user_id, owned.id)
        return [(each.key, each.csl) for each in references.list_of(session.id)]


def get(ports: Ports, owned: OwnedSession, key: str) -> dict[str, Any]:
    """Return one reference as the API shows it. Raises NotFound if the session has no reference with this key."""
    text = documents.read(ports, owned).text
    with reading():
        return as_json(references.get(owned.id, key), cited_keys(text)[key])


def add(
    ports: Ports, owned: OwnedSession, given: Sequence[tuple[str, Mapping[str, Any]]], origin: Origin
) -> dict[str, Any]:
    """Add works to the references. `given` pairs each CSL item with a preferred citation key ("" for none). `origin`
    says where the works come from, such as "library". A work that is already there keeps its key.

    Returns a dict: "keys" are the keys of the given works, in order; "items" are all references; "missing" are the keys
    that the document cites but no reference has. Raises Refused, with all reasons, if an item is invalid or there would
    be too many references.
    """
    items = list(_checked(given))
    with transaction():
        session = sessions.own(owned.user_id, owned.id)
        sessions.lock(session.id)
        keys = _add(session.id, items, origin, ports.clock())
        sessions.touch(session.id, ports.clock())
    publish(ports, session.id)
    return {"keys": keys, **listed(ports, owned)}


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a reference: new values for variables of its CSL item (None removes one), and a new citation key."""

    csl: Mapping[str, Any] = field(default_factory=dict)
    key: str | None = None


def update(ports: Ports, owned: OwnedSession, key: str, change: Change) -> dict[str, Any]:
    """Change a reference, and return it as the API shows it.

    Raises NotFound for an unknown key, Refused for invalid values, and Conflict if the key cannot change because it is
    cited or taken.
    """
    text = documents.read(ports, owned).text
    new_key = change.key or key
    with transaction():
        session = sessions.own(owned.user_id, owned.id)
        sessions.lock(session.id)
        kept = references.get(session.id, key)
        if new_key != key:
            _rename(session.id, key, new_key, text)
            kept = references.get(session.id, new_key)
        merged = {name: value for name, value in {**kept.csl, **change.csl}.items() if value is not None}
        item = checked(merged)
        changed = replace(kept, csl=item, work=source_id(work_of(item)))
        if changed.work != kept.work or kept.status != "retracted":
            changed = replace(changed, status=None, notices=(), checked_at=None)
        if change.csl:
            references.update(changed)
        sessions.touch(session.id, ports.clock())
    publish(ports, owned.id)
    return get(ports, owned, new_key)


#: A sentence for the user about the form of a citation key, if a key is refused.
_KEYS = (
    "A key has at most 200 characters and no spaces. It begins with a letter, digit or underscore; `:.#$%&+?<>~/-` may "
    "follow, but not at its end."
)


def _rename(session_id: str, key: str, new_key: str, text: str) -> None:
    """Give a reference another key. Raises Refused if the new key is invalid, and Conflict if another reference has it.
    Raises Conflict, too, if the document or an open draft cites the old key, because no reference would have this key
    any more.
    """
    if not is_key(new_key):
        raise Refused(errors={"key": [f"{new_key[:100]!r} cannot be used as a citation key. {_KEYS}"]})
    if any(each.key == new_key for each in references.list_of(session_id)):
        raise Conflict(f"Another reference has the key {new_key}, so nothing was changed. Choose another key.")
    if cited_keys(text)[key]:
        raise Conflict(f"The document cites @{key}, so the key stays. Change it in the document first.")
    if any(cited_keys(each.content)[key] for each in drafts.waiting(session_id)):
        raise Conflict(f"A draft that waits cites @{key}, so the key stays. Approve or reject the draft first.")
    references.rename(session_id, key, new_key)


def remove(ports: Ports, owned: OwnedSession, key: str) -> None:
    """Remove a reference; the document does not change. Raises NotFound if the session has no reference with this
    key.
    """
    with transaction():
        session = sessions.own(owned.user_id, owned.id)
        references.remove(session.id, key)
        sessions.touch(session.id, ports.clock())
    publish(ports, owned.id)


def publish(ports: Ports, session_id: str) -> None:
    """Write references.json and references.bib beside doc.md, for Pandoc, Quarto, Manubot and Zettlr.

    They are copies of what is in the database, so a failed write is only logged.
    """
    if ports.policy.share_copies:
        shared_copies.share_references(ports, session_id)
    if not ports.policy.publish:
        return
    try:
        with published_documents.locked(ports.data_dir, session_id):
            with reading():
                found = [(each.key, each.csl) for each in references.list_of(session_id)]
            for name, kind in (("references.json", CSL), ("references.bib", BIBTEX)):
                published_documents.put_beside(ports.data_dir, session_id, name, write_list(kind, found).encode())
    except (Conflict, OSError) as error:
        reason = error.detail if isinstance(error, Conflict) else type(error).__name__
        log.warning("the references were not written beside doc.md", extra={"session_id": session_id, "reason": reason})


def join(session_id: str, content: str, citations: Iterable[Citation], now: datetime) -> None:
    """Add the works that approved content cites by key to the references. Call it within the approval's transaction,
    and `publish` after it.
    """
    cited = cited_keys(content)
    with_keys = [each for each in citations if each.metadata.get("key") in cited]
    if not with_keys:
        return
    known = {each.key for each in references.list_of(session_id)}
    new = {str(each.metadata["key"]): each for each in with_keys if each.metadata["key"] not in known}
    references.add(
        Reference(
            session_id=session_id,
            key=key,
            origin=_origin(each),
            status=each.status,
            created_at=now,
            work=each.id,
            notices=tuple(each.metadata.get("notices") or ()),
            csl=item_of(each.to_source()),
            checked_at=_moment(each),
        )
        for key, each in new.items()
    )


def newly_cited_retractions(ports: Ports, session_id: str, content: str) -> list[Reference]:
    """Return the retracted references that the content cites by key and the document does not cite yet."""
    keys = cited_keys(content)
    with reading():
        gone = [each for each in references.list_of(session_id) if each.status == "retracted" and keys[each.key]]
    before = cited_keys(documents.current(ports, session_id).text) if gone else {}
    return [each for each in gone if not before.get(each.key)]


def rests_on(ports: Ports, draft: drafts.DraftRow, content: str) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """Return a draft's sources and their citations, together with the retracted references that its `content` cites by
    key. A retracted reference that the document already cites is left out, because somebody has accepted it before.
    """
    told = {each.id for each in draft.citations}
    new = [each for each in newly_cited_retractions(ports, draft.session_id, content) if each.work not in told]
    cited = [_citation(each) for each in new]
    pairs = list(zip(draft.sources, draft.citations, strict=False))
    pairs += [(f"@{each.key}, “{one.title}”", one) for each, one in zip(new, cited, strict=True)]
    return tuple(text for text, _ in pairs), tuple(one for _, one in pairs)


def _citation(reference: Reference) -> Citation:
    """Return a retracted reference as a citation."""
    work = work_of(reference.csl)
    about = {"key": reference.key, "notices": list(reference.notices)}
    return Citation(reference.work, work.title, work.url, work.doi, "retracted", about)


def _origin(citation: Citation) -> Origin:
    if citation.metadata.get("library_id"):
        return "library"
    if citation.metadata.get("origin") == "draft":
        return "draft"  # its entry was looked up for this text
    return "import" if citation.metadata.get("csl") else "draft"  # an imported file contains the CSL item


def keep_statuses(session_id: str, citations: Iterable[Citation]) -> list[str]:
    """Store the results of a check in the session's references. The metadata of each citation has the key of its
    reference. Returns the keys of the references for which a new retraction or notice was found. The caller must begin
    the transaction.

    A reference is not changed if its look-up failed, or if it describes another work by now.
    """
    found = {str(each.metadata["key"]): each for each in citations if each.metadata.get("key")}
    news = []
    for reference in references.list_of(session_id) if found else ():
        citation = found.get(reference.key)
        if citation is None or citation.status == "unchecked" or citation.id != reference.work:
            continue
        notices = tuple(citation.metadata.get("notices") or ())
        if reference.status == "retracted" and citation.status == "unresolved":
            continue  # registries that do not have the work cannot know of its retraction
        if citation.metadata.get("open"):  # a registry that could know of a retraction has not answered
            if reference.status == "retracted" and citation.status == "resolved":
                continue
            notices = notices or reference.notices
        if _news(reference, citation.status, notices):
            news.append(reference.key)
        asked = _moment(citation) or reference.checked_at
        if (citation.status, notices, asked) != (reference.status, reference.notices, reference.checked_at):
            references.update(replace(reference, status=citation.status, notices=notices, checked_at=asked))
    return news


def _moment(citation: Citation) -> datetime | None:
    """Return when the registries were asked about a cited work; None if they never were."""
    told = citation.metadata.get("checked_at")
    return datetime.fromisoformat(told) if told else None


def _news(reference: Reference, status: str, notices: Iterable[Mapping[str, Any]]) -> bool:
    known = {(each.get("kind"), each.get("doi")) for each in reference.notices}
    is_retracted = status == "retracted" and reference.status != "retracted"
    return is_retracted or any((each.get("kind"), each.get("doi")) not in known for each in notices)


def as_json(reference: Reference, cited: int) -> dict[str, Any]:
    """Return a reference as the API shows it. `cited` is the number of times that the document cites it.

    The CSL item has the citation key as its `id`, as citeproc requires.
    """
    return {
        "key": reference.key,
        "csl": {"id": reference.key, **reference.csl},
        "origin": reference.origin,
        "status": reference.status or "unchecked",
        "notices": list(reference.notices),
        "checked_at": reference.checked_at,
        "cited": cited,
        "created_at": reference.created_at,
    }


def _checked(given: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Item]]:
    wrong: dict[str, list[str]] = {}
    for at, (key, item) in enumerate(given):
        try:
            yield key, checked(item)
        except Refused as error:
            wrong |= {f"{at}.{path}": list(reasons) for path, reasons in (error.errors or {}).items()}
    if wrong:
        raise Refused("Some references were refused, so no reference was added.", errors=wrong)


def _add(session_id: str, items: Sequence[tuple[str, Item]], origin: Origin, now: datetime) -> list[str]:
    known = {each.key: each for each in references.list_of(session_id)}
    by_work = {source_id(work_of(each.csl)): each.key for each in known.values()}
    by_work |= {each.work: each.key for each in known.values()}
    taken = {key.casefold() for key in known}
    new: dict[str, Reference] = {}
    keys = []
    for preferred, item in items:
        work = work_of(item)
        identity = source_id(work)
        key = by_work.get(identity)
        if key is None and preferred in known and is_one(work_of(known[preferred].csl), work):
            key = preferred
        if key is None:
            key = free_key(preferred, work, taken)
            by_work[identity] = key
            taken.add(key.casefold())
            new[key] = Reference(session_id, key, origin, None, now, identity, (), item)
        elif key in known and known[key].csl != item:
            merged = {**known[key].csl, **item}
            known[key] = replace(known[key], csl=merged, work=source_id(work_of(merged)))
            references.update(known[key])
        keys.append(key)
    if len(known) + len(new) > MOST_REFERENCES:
        raise Refused(
            f"No reference was added, because a session can have at most {MOST_REFERENCES:,} references.",
            errors={
                "body": [
                    f"The session has {len(known)} references, and {len(new)} more would be added. Remove some, or add "
                    "fewer."
                ]
            },
        )
    references.add(new.values())
    return keys


def is_one(one: Source, other: Source) -> bool:
    """Return True if the entries `one` and `other`, which have equal keys, describe one work: their titles are equal,
    and their DOIs are not different.
    """
    same_title = canonical_title(one.title) == canonical_title(other.title) != ""
    return same_title and not (one.doi and other.doi and one.doi != other.doi)


def free_key(preferred: str, work: Source, taken: Collection[str]) -> str:
    """Return the preferred key if Pandoc can parse it and no other work has it. Otherwise return a new one made of
    family name, year and title.

    `taken` has the keys in use, in lower case.
    """
    if is_key(preferred) and preferred.casefold() not in taken:
        return preferred
    return citation_keys.new_key(work, taken)
