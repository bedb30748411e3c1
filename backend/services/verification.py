"""Checks of what an answer cites: as far as they get before it is given, the rest in a run that follows it.

What was answered is kept by the registries' memory, so the run asks only what is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from backend.errors import Conflict, NotFound
from backend.kernel.events import Event
from backend.kernel.records import Record
from backend.kernel.works import Citation, Source
from backend.ports import Ports, Verification
from backend.services import references, runs
from backend.services.citing import Cited
from backend.services.runs import Holding
from backend.services.source_check import CheckedSource, check_sources
from backend.sources.identifiers import canonical_doi, canonical_url
from backend.storage import drafts, messages
from backend.storage.db import reading, transaction
from backend.verification.works import told_once

#: Statuses of sources that a person must accept before content that rests on them is placed.
DOUBTED = frozenset({"mismatch", "retracted"})
#: Characters of a source string that a refusal or a warning repeats.
_SAID = 200


def checked(
    ports: Ports, sources: Sequence[str], citations: Sequence[Citation], results: Sequence[Source] = ()
) -> tuple[Citation, ...]:
    """The citations of an answer with what could be found out within the seconds that an answer waits."""
    verification = ports.verification
    if verification is None or not citations:
        return tuple(citations)
    return _checked(verification, sources, citations, (results, verification.seconds, ports.clock()))


def confirmed(ports: Ports, cited: Cited, results: Sequence[Source]) -> Cited:
    """What an answer cites, checked, with a warning for each source that is not what it is said to be."""
    citations = checked(ports, cited.sources, cited.citations, results)
    return replace(cited, citations=citations, warnings=(*cited.warnings, *warnings_of(citations)))


def warnings_of(citations: Sequence[Citation]) -> list[str]:
    """A sentence for each source that is not what it is said to be, or was withdrawn."""
    doubted = [each for each in citations if each.status in DOUBTED and each.metadata.get("checked_at")]
    return [f"{_name(each)}: {each.metadata.get('reason') or each.status}" for each in doubted]


def follow_up(ports: Ports, user_id: str, session_id: str, message_id: str) -> None:
    """Begin the run that checks what had no answer in time, if there is any."""
    if ports.verification is None:
        return
    with transaction():
        message = messages.get(message_id)
        if not any(_is_open(each) for each in message.citations):
            return
        given = {"message_id": message_id, "session_id": session_id}
        run = runs.begin(ports, user_id, None, "verification", input=given, message_id=message_id)
    runs.feed_of(ports, run)
    ports.executor.submit(user_id, run.id)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """The work of such a run: check again, keep what came of it with message and draft, and tell it."""
    given = holding.run.input or {}
    with reading():
        message = messages.get(given["message_id"])
    verification = ports.verification
    if verification is None:
        raise NotFound("No registry is asked about sources any more.")
    found = _checked(verification, message.sources, message.citations, ((), verification.longest, ports.clock()))
    told = {"citations": [each.to_json() for each in found]}
    holding.emit(Event("citations", {"message_id": message.id, **told}))
    holding.seal()
    with transaction():
        messages.set_citations(message.id, found)
        draft = drafts.of_message(message.session_id, message.id)
        if draft is not None:
            drafts.set_citations(draft.id, found)
        references.keep_statuses(message.session_id, found)
        holding.succeed(ports.clock(), message.id, told)
    return told


def require_sound(sources: Sequence[str], citations: Sequence[Citation]) -> None:
    """Raise Conflict, naming them, where content rests on sources that are not what they are said to be."""
    doubted = [(text, each) for text, each in zip(sources, citations, strict=False) if each.status in DOUBTED]
    if doubted:
        named = "; ".join(f"{text[:_SAID]} ({each.status})" for text, each in doubted)
        told = [{"source": text, **each.to_json()} for text, each in doubted]
        words = f"The content rests on sources that are in doubt: {named}. Send accept_sources: true to approve it."
        raise Conflict(words, extra={"sources": told})


def _checked(
    verification: Verification,
    sources: Sequence[str],
    citations: Sequence[Citation],
    by: tuple[Sequence[Source], float, datetime],
) -> tuple[Citation, ...]:
    results, seconds, now = by
    places = [n for n, each in enumerate(citations) if n < len(sources) and _is_checkable(each)]
    texts = [_asked(sources[n], citations[n]) for n in places]
    vouched = [_record(each) for each in results]
    made = check_sources(verification, texts, vouched=vouched, seconds=seconds) if texts else []
    found = list(citations)
    for place, each in zip(places, made, strict=True):
        found[place] = judged(citations[place], each, now)
    return tuple(found)


def _is_checkable(citation: Citation) -> bool:
    """Say whether registries are asked: not about a page or a file that whoever found it vouches for."""
    return citation.status != "resolved" or bool(citation.doi)


def _asked(text: str, citation: Citation) -> str:
    """What is looked up: what the model wrote; of a work of the library its DOI."""
    return f"doi:{citation.doi}" if citation.metadata.get("library_id") and citation.doi else text


def judged(citation: Citation, checked: CheckedSource, now: datetime) -> Citation:
    """The citation with the registries' verdict; what somebody vouches for is doubted only where they contradict."""
    verdict, work = checked.verdict, checked.verdict.work
    vouched = citation.status == "resolved"
    about: dict[str, Any] = {**citation.metadata, **status_of(checked, now)}
    if verdict.reason:
        about["reason"] = verdict.reason
    if vouched and verdict.status in ("unchecked", "unresolved"):
        return replace(citation, metadata=about)
    if work is None or verdict.status == "mismatch":
        return replace(citation, status=verdict.status, metadata=about)
    about.setdefault("authors", [f"{each.given} {each.family}".strip() for each in work.people[:20]])
    if work.years:
        about.setdefault("year", work.years[0])
    if work.containers:
        about.setdefault("container", work.containers[0])
    if vouched:
        return replace(citation, status=verdict.status, metadata=about)
    url = f"https://doi.org/{work.doi}" if work.doi else work.url
    return replace(
        citation, status=verdict.status, title=work.title or citation.title, doi=work.doi, url=url, metadata=about
    )


def status_of(checked: CheckedSource, now: datetime) -> dict[str, Any]:
    """When a source was checked, whether something about it is still to be asked, and its notices if it has any."""
    about: dict[str, Any] = {"checked_at": now.isoformat().replace("+00:00", "Z"), "open": checked.late}
    if checked.verdict.notices:
        about["notices"] = [asdict(each) for each in told_once(checked.verdict.notices)]
    return about


def _is_open(citation: Citation) -> bool:
    return bool(citation.metadata.get("open"))


def _record(result: Source) -> Record:
    """A result of the provider's own search as a record."""
    return Record(
        "provider",
        titles=(result.title,) if result.title else (),
        years=(result.year,) if result.year else (),
        doi=canonical_doi(result.doi) if result.doi else canonical_doi(result.url or ""),
        url=canonical_url(result.url) if result.url else None,
    )


def _name(citation: Citation) -> str:
    return f"“{citation.title[:_SAID]}”"
