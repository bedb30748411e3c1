"""Check the sources of an answer before it is returned, within the time that the answer may wait. `later_checks`
checks the sources for which this time is too short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from backend.drafting.briefing import LibraryPassage
from backend.errors import Conflict
from backend.kernel.records import Record
from backend.kernel.works import Citation, Source
from backend.net import deadline
from backend.ports import Ports, Verification
from backend.research.doubts import about_addresses, about_marks, own_marks
from backend.services.answers.answer_citations import Cited, own_texts
from backend.services.gathering import Task
from backend.services.source_checks.known_retractions import with_known_retractions
from backend.services.source_checks.source_check import CheckedSource, check_sources
from backend.services.source_checks.source_warnings import DOUBTED, name_of, unsettled, warnings_of
from backend.sources import marks
from backend.sources.identifiers import canonical_doi, canonical_url, source_id
from backend.sources.matching import match
from backend.sources.withdrawn_titles import is_marked_withdrawn
from backend.storage import messages
from backend.storage.db import reading
from backend.storage.sessions import OwnedSession
from backend.verification.claim_support import Answer, check_support, contradicted, recheck_support
from backend.verification.statements import Placed, statements
from backend.verification.works import told_once

#: Maximum number of characters of a source string that an error repeats.
_SAID = 200


@dataclass(frozen=True, slots=True)
class LookupFindings:
    """What the registries say about an answer's sources: `citations` with the results of the check, and `texts` with
    the abstract of each source, if one was found. Both are in the order of the sources.
    """

    citations: tuple[Citation, ...]
    texts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ShownText:
    """The texts that the writer saw: search results, and passages of the user's library. `searched` is True if the
    answer reports search results, so that each statement needs a source. `quotes` is True if no model wrote the answer:
    such an answer only quotes.
    """

    results: Sequence[Source] = ()
    passages: Sequence[LibraryPassage] = ()
    searched: bool = False
    quotes: bool = False


def looked_up(
    ports: Ports, sources: Sequence[str], citations: Sequence[Citation], results: Sequence[Source] = ()
) -> LookupFindings:
    """Return the citations of an answer with what the registries say about them within the time that an answer may
    wait. `sources` are the works as the model named them, one for each citation. `results` are the search results that
    the model saw.
    """
    verification, withdrawn = ports.verification, _withdrawn(results)
    found = LookupFindings(tuple(citations), ((),) * len(citations))
    if verification is not None and citations:
        citations = _unvouched(citations, results)
        results = [each for each in results if each.connector != "attached"]
        found = _looked_up(verification, sources, citations, (results, verification.seconds, ports.clock()))
    elif verification is None:
        found = replace(found, citations=tuple(map(_unasked, citations)))
    return replace(found, citations=tuple(_by_own_record(each, withdrawn) for each in found.citations))


def _unvouched(citations: Sequence[Citation], results: Sequence[Source]) -> list[Citation]:
    """Return the citations. A source that is itself an attached text (in `results`) gets the status `unchecked` instead
    of `resolved`, because a text cannot confirm its own DOI. References of the session keep their status.
    """
    attached = {source_id(each) for each in results if each.connector == "attached" and each.doi}
    return [
        replace(each, status="unchecked")
        if each.id in attached and each.status == "resolved" and not each.metadata.get("key")
        else each
        for each in citations
    ]


def _unasked(citation: Citation) -> Citation:
    """Return the citation for a server that asks no registry. Instead of `unresolved` (not found) it is `unchecked`."""
    return replace(citation, status="unchecked") if citation.status == "unresolved" else citation


def looked_up_again(ports: Ports, sources: Sequence[str], citations: Sequence[Citation]) -> LookupFindings:
    """Return the citations after another look-up, which may take longer. The sentences that cite a source are compared
    with what was found. `sources` are the works as the model named them, one for each citation.
    """
    verification = ports.verification
    if verification is None or len(sources) != len(citations):
        return LookupFindings(tuple(citations), ((),) * len(citations))
    looked = _looked_up(verification, sources, citations, ((), verification.longest, ports.clock()))
    return replace(looked, citations=recheck_support(looked.citations, looked.texts))


def with_confirmed_sources(ports: Ports, task: Task, sources: Sequence[str]) -> tuple[Ports, Task]:
    """Look up the `sources` that an answer itself lists. This is done before the source numbers in its text are
    replaced by citation keys, because only a confirmed source gets a key.

    Returns `ports` with the time that is left for further look-ups, and `task` with the confirmed sources added.
    """
    if ports.verification is None or not sources:
        return ports, task
    bound = deadline.after(ports.verification.seconds)
    listed = match(sources, ()).citations
    found = looked_up(ports, sources, listed).citations
    known = {text: each for text, each in zip(sources, found, strict=True) if each.status == "resolved"}
    left = replace(ports.verification, seconds=bound.remaining())
    return replace(ports, verification=left), replace(task, confirmed_sources=known)


def _withdrawn(results: Sequence[Source]) -> frozenset[str]:
    """Return the ids of the search results that are marked as retracted."""
    return frozenset(
        source_id(each)
        for each in results
        if each.metadata.get("is_retracted") is True or is_marked_withdrawn(each.title)
    )


def _by_own_record(citation: Citation, withdrawn: frozenset[str]) -> Citation:
    """Return the citation. It becomes `retracted` if the library or a search result says that the work was
    retracted.
    """
    is_known = citation.metadata.get("is_retracted") is True or citation.id in withdrawn
    if citation.status not in ("resolved", "unresolved", "unchecked") or not is_known:
        return citation
    return replace(citation, status="retracted", metadata={"reason": "The work was retracted.", **citation.metadata})


def confirmed(ports: Ports, task: Task, cited: Cited, shown: ShownText) -> Cited:
    """Look up everything that an answer cites, and compare its sentences with the sources. `shown` are the texts that
    the writer saw. Returns the answer, with a warning for each doubt.
    """
    owned = OwnedSession(task.user_id, task.session_id)
    known = with_known_retractions(ports, owned, cited.sources, cited.citations)
    found = looked_up(ports, cited.sources, known, shown.results)
    texts = [
        tuple(dict.fromkeys((*_shown_of(citation, source, task, shown), *read)))
        for citation, source, read in zip(found.citations, cited.sources, found.texts, strict=True)
    ]
    held = check_support(
        Answer(
            content=cited.content,
            marked=cited.statements,
            sources=cited.sources,
            citations=found.citations,
            texts=texts,
            own=lambda: _own(task, shown.passages),
            message="" if shown.quotes else cited.message,
            shown=[f"{', '.join(each.authors)} ({each.year}). {each.title}\n{each.content}" for each in shown.results],
            searched=shown.searched,
            question=task.message.content,
        )
    )
    doubts = unsettled(cited.warnings, cited.citations, held.citations)
    warnings = (*doubts, *warnings_of(held.citations), *held.warnings, *_strange(task, cited, shown))
    return replace(cited, citations=held.citations, warnings=warnings)


def proposed(
    ports: Ports, content: str, sources: Sequence[str], citations: Sequence[Citation]
) -> tuple[tuple[Citation, ...], tuple[str, ...]]:
    """Look up the sources of a text that the caller wrote, and compare the text with them. Returns the citations, and a
    warning for each doubt.

    Only sentences that cite a source by number, or by name and year, are compared.
    """
    found = looked_up(ports, sources, citations)
    marked = [
        Placed(each.start, each.end, tuple(n - 1 for n in each.numbers if n <= len(sources)))
        for each in marks.read(content)
    ]
    held = check_support(
        Answer(
            content=content,
            marked=[each for each in statements(content, marked) if each.cites],
            sources=sources,
            citations=found.citations,
            texts=found.texts,
            own=lambda: (content,),
        )
    )
    return held.citations, (*warnings_of(held.citations), *held.warnings)


def _strange(task: Task, cited: Cited, shown: ShownText) -> Iterator[str]:
    """Yield warnings about web addresses that occur in no source of the answer, and about marks such as [7] that mean
    no source.
    """
    texts = (cited.message, cited.content)
    works = [*shown.results, *(each.source for each in shown.passages)]
    yield from about_addresses(texts, works, lambda: (*cited.sources, *_own(task, shown.passages)))
    numbers = [each for each in own_marks(texts) if not each.startswith("[") or _is_unplaced(each, cited)]
    own = list(_own(task, shown.passages)) if numbers else []
    yield from about_marks([each for each in numbers if not any(each in text for text in own) and not _uses(own, each)])


def _uses(texts: Sequence[str], mark: str) -> bool:
    """Return True if the user's `texts` use all numbers of `mark` in their own marks. For "[9, 41]", they must have a
    mark with 9 and a mark with 41, in one mark or in two.
    """
    numbers = [number for each in marks.read(f"Text {mark}") for number in each.numbers]
    own = marks.Own(texts) if numbers else None
    return own is not None and all(own.uses(each) for each in numbers)


def _is_unplaced(mark: str, cited: Cited) -> bool:
    """Return True if a mark in brackets means no source. Examples: “[Lin37]”; “[^1]” if the content has no footnote 1;
    “[9, 41]” if the answer has fewer than nine sources.
    """
    if mark.startswith("[^"):
        return f"{mark}:" not in cited.content
    numbers = [int(each) for each in re.findall(r"\d+", mark)]
    return mark[1].isalpha() or (len(numbers) > 1 and min(numbers) > len(cited.sources))


def _own(task: Task, passages: Sequence[LibraryPassage]) -> Iterator[str]:
    """Yield the texts whose statements need no source: those of the user and the document, the library `passages` that
    the writer saw, and sentences that sources have confirmed in earlier answers.
    """
    yield from own_texts(task, passages)
    yield from (f"[@{each.metadata['key']}]" for each in task.attached_works.values())
    with reading():
        past = messages.history(task.session_id, before_number=task.message.number)
    yield from (each.content for each in past if each.role == "user")
    for citation in (each for message in past for each in message.citations):
        told = citation.metadata.get("support_of") or ()
        yield from (f"{each['sentence']} {each['passage']}" for each in told if each["verdict"] == "supported")


def _shown_of(citation: Citation, source: str, task: Task, shown: ShownText) -> Iterator[str]:
    """Yield the texts of a cited source that the writer saw. `source` is the work as the model named it, and `shown`
    has all texts that the writer saw.
    """
    for result in shown.results:
        if result.content and source_id(result) == citation.id:
            yield result.content
    for passage in shown.passages:
        if source_id(passage.source) == citation.id:
            yield passage.text
    for each in task.attached:
        if each.source and each.source in (source, citation.title):
            yield each.content


def require_sound(sources: Sequence[str], citations: Sequence[Citation], content: str) -> None:
    """Raise Conflict if a source of the content is retracted or wrongly described, or if a sentence contradicts its
    source. The error names them.
    """
    doubted = [(text, each) for text, each in zip(sources, citations, strict=False) if each.status in DOUBTED]
    turned = contradicted(citations, content)
    if not doubted and not turned:
        return
    words = []
    if doubted:
        named = "; ".join(f"{text[:_SAID]} ({each.status})" for text, each in doubted)
        words.append(f"The content was not approved, because it rests on sources that are in doubt: {named}.")
    words += [
        f"“{each['sentence']}” contradicts its source {name_of(citation)}: {each['reason']}"
        for citation, each in turned
    ]
    words.append("Send accept_sources: true to approve the content anyway.")
    told = [{"source": text, **each.to_json()} for text, each in doubted]
    sentences = [{**each, "id": citation.id, "title": citation.title} for citation, each in turned]
    raise Conflict(" ".join(words), extra={"sources": told, "contradicted": sentences})


def _looked_up(
    verification: Verification,
    sources: Sequence[str],
    citations: Sequence[Citation],
    by: tuple[Sequence[Source], float, datetime],
) -> LookupFindings:
    results, seconds, now = by
    places = [n for n, each in enumerate(citations) if n < len(sources) and _is_checkable(each)]
    texts = [_asked(sources[n], citations[n]) for n in places]
    vouched = [_record(each) for each in results]
    made = check_sources(verification, texts, vouched=vouched, seconds=seconds) if texts else []
    found, read = list(citations), [tuple[str, ...]() for _ in citations]
    for place, each in zip(places, made, strict=True):
        found[place] = judged(citations[place], each, now)
        work = each.verdict.work
        if work is not None and work.abstract and each.verdict.status != "mismatch":
            read[place] = (work.abstract,)
    return LookupFindings(tuple(found), tuple(read))


def _is_checkable(citation: Citation) -> bool:
    """Return True if registries can be asked about a cited work. They cannot be asked about a web page or file that the
    search itself found.
    """
    return citation.status != "resolved" or bool(citation.doi)


def _asked(text: str, citation: Citation) -> str:
    """Return the text that is looked up: the DOI of a library work or, for any other source, the text by which the
    model named it.
    """
    return f"doi:{citation.doi}" if citation.metadata.get("library_id") and citation.doi else text


def judged(citation: Citation, checked: CheckedSource, now: datetime) -> Citation:
    """Return the citation with the registries' verdict. A source that the search confirmed stays confirmed unless a
    registry contradicts it.
    """
    verdict, work = checked.verdict, checked.verdict.work
    vouched = citation.status == "resolved"
    about: dict[str, Any] = {**citation.metadata, **status_of(checked, now)}
    about.pop("reason", None)  # the reason of an earlier check
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
    """Return metadata for a citation: when it was checked, whether a registry must still be asked (`open`), and
    retraction notices.
    """
    about: dict[str, Any] = {"checked_at": now.isoformat().replace("+00:00", "Z"), "open": checked.late}
    if checked.verdict.notices:
        about["notices"] = [asdict(each) for each in told_once(checked.verdict.notices)]
    return about


def is_open(citation: Citation) -> bool:
    """Return True if a registry must still be asked about a cited work."""
    return bool(citation.metadata.get("open"))


def _record(result: Source) -> Record:
    """Return a result of the model's own search in the form of a registry's record."""
    return Record(
        "provider",
        titles=(result.title,) if result.title else (),
        years=(result.year,) if result.year else (),
        doi=canonical_doi(result.doi) if result.doi else canonical_doi(result.url or ""),
        url=canonical_url(result.url) if result.url else None,
    )
