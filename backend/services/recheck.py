"""Look for new retractions of all works that are cited or stored: references, sources of answers, and library works.

Sources for which a registry has not answered yet are looked up, too. What is found is stored with the reference, with
the message and its draft, or with the library work, so that it is reported only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.errors import Conflict
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services import paper_check, verification
from backend.services.list_check import NOT_ASKED
from backend.services.references import keep_statuses
from backend.services.source_checks import later_checks, library_check
from backend.storage import drafts, messages, references, sessions, users
from backend.storage.db import reading, transaction
from backend.storage.messages import Message
from backend.storage.references import Reference
from backend.storage.sessions import OwnedSession


@dataclass(frozen=True, slots=True)
class News:
    """A work for which a new retraction or notice was found. `key` is its citation key if it is a reference."""

    title: str
    status: str
    notices: tuple[dict[str, Any], ...]
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Rechecked:
    """The findings for one session or one library file. `where` names it for a person. `not_asked` is the number of
    references about which no registry answered.
    """

    where: str
    news: tuple[News, ...]
    not_asked: int = 0


def recheck(ports: Ports, email: str | None = None) -> Iterator[Rechecked]:
    """Look for new retractions in the account with this e-mail address; None: in all accounts. Yields a result for each
    session and each library file.

    Raises Conflict if no registry is configured, and NotFound for an unknown account.
    """
    if ports.verification is None:
        raise Conflict(NOT_ASKED)
    with reading():
        owner = users.get(email).id if email is not None else None
        waiting = references.sessions_with(owner)
        citing = messages.sessions_that_cite(owner)
    for owned in dict.fromkeys((*waiting, *citing)):
        yield _of_session(ports, owned)
    for found in library_check.recheck(ports, owner):
        news = tuple(_of_entry(each.title, each.metadata or {}) for each in found.news)
        yield Rechecked(f"library {found.work.filename}", news)


def _of_session(ports: Ports, owned: OwnedSession) -> Rechecked:
    with reading():
        known = references.list_of(owned.id)
        said = messages.that_cite(owned.id)
    judged = paper_check.judged_references(ports, known) if known else []
    changed = [(message, citations) for message in said if (citations := _looked_again(ports, message)) is not None]
    news = [
        News(now.title, now.status, tuple(now.metadata.get("notices") or ()))
        for message, citations in changed
        for now, before in zip(citations, message.citations, strict=True)
        if now is not before
    ]
    with transaction():
        keys = keep_statuses(owned.id, judged)
        kept = {each.key: each for each in references.list_of(owned.id)}
        if changed or any(_differ(each, kept.get(each.key)) for each in known):
            sessions.touch(owned.id, ports.clock())  # so that its followers get an event
        for message, citations in changed:
            _keep(message, citations)
    later_checks.check_open(ports, owned)  # only now: it stores retractions, too, and does not report them
    told = [
        News(str(kept[key].csl.get("title") or ""), str(kept[key].status), tuple(map(dict, kept[key].notices)), key)
        for key in keys
    ]
    not_asked = sum(each.status == "unchecked" for each in judged)
    for each in news:
        if all(each.title != one.title for one in told):
            told.append(each)
    return Rechecked(f"session {owned.id}", tuple(told), not_asked)


def _differ(before: Reference, now: Reference | None) -> bool:
    """Return True if the reference still exists (`now` is not None) and has another status or other notices than
    `before`.
    """
    return now is not None and (before.status, before.notices) != (now.status, now.notices)


def _looked_again(ports: Ports, message: Message) -> tuple[Citation, ...] | None:
    """Look up the sources of a message again. Returns its citations with what was found; None if nothing is new."""
    found = verification.looked_up_again(ports, message.sources, message.citations).citations
    made = tuple(_newer(before, now) for before, now in zip(message.citations, found, strict=True))
    return made if any(now is not before for now, before in zip(made, message.citations, strict=True)) else None


def _newer(before: Citation, now: Citation) -> Citation:
    """Return the citation `before` with the retraction or notices that `now` has and `before` lacks. Other differences
    are ignored.
    """
    known = _kinds(before.metadata.get("notices") or ())
    new = [each for each in now.metadata.get("notices") or () if _kinds([each]) - known]
    is_retracted = now.status == "retracted" and before.status != "retracted"
    if not is_retracted and not new:
        return before
    about = {
        **before.metadata,
        "notices": [*(before.metadata.get("notices") or ()), *new],
        "checked_at": now.metadata.get("checked_at"),
    }
    if is_retracted:
        about["reason"] = now.metadata.get("reason") or "The work was retracted."
    return replace(before, status="retracted" if is_retracted else before.status, metadata=about)


def _kinds(notices: Sequence[dict[str, Any]]) -> set[tuple[Any, Any]]:
    return {(each.get("kind"), each.get("doi")) for each in notices}


def _keep(message: Message, citations: Sequence[Citation]) -> None:
    messages.set_citations(message.id, citations)
    draft = drafts.of_message(message.session_id, message.id)
    if draft is not None:
        drafts.set_citations(draft.id, citations)


def _of_entry(title: str, about: dict[str, Any]) -> News:
    return News(title, "retracted" if about.get("is_retracted") else "resolved", tuple(about.get("notices") or ()))
