"""Check a session's paper: its references in the registries, its citation keys, and its sentences with citations.

The references are those of the session, and those of the list printed in the text. Sources of answers that could not be
looked up before are looked up again. If no registry is asked, the keys are still checked, and references keep the
result of an earlier check. The check is a run that does not reserve the session, so other requests can change the
session meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from backend.document.sentences import sentences
from backend.errors import Conflict
from backend.formats.cited_keys import cited_keys
from backend.formats.csl_items import work_of
from backend.kernel.events import Event
from backend.kernel.works import Citation, CitationStatus
from backend.ports import Ports
from backend.services import documents, runs, verification
from backend.services.list_check import NOT_ASKED, SECONDS_EACH, ListedReference, check_list, cited_identifiers
from backend.services.references import keep_statuses
from backend.services.runs import Holding
from backend.services.source_checks import later_checks, support_judge
from backend.services.source_checks.source_check import CheckedSource, check_sources
from backend.storage import references, sessions
from backend.storage.db import reading, transaction
from backend.storage.references import Reference
from backend.storage.runs import Run
from backend.storage.sessions import OwnedSession
from backend.verification.printed_references import PrintedReference, printed_references
from backend.verification.statements import named_works, plain_words


def begin(ports: Ports, owned: OwnedSession, hold_sentences: bool) -> Run:
    """Begin the run that checks a paper. With `hold_sentences`, sentences are also compared with the abstracts of the
    works that they cite.
    """
    documents.read(ports, owned)
    with transaction():
        given = {"session_id": owned.id, "support": hold_sentences}
        return runs.begin(ports, owned.user_id, None, "check", input=given)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """Check the paper in a run that this process already holds (`holding`), and end the run. Returns the result as the
    API sends it.
    """
    given = holding.run.input or {}
    owned = OwnedSession(holding.run.user_id, given["session_id"])
    if ports.verification is not None:
        later_checks.check_open(ports, owned)
    text = documents.read(ports, owned).text
    with reading():
        known = references.list_of(owned.id)
    checked = _checked(ports, known) if ports.verification is not None else []
    now = ports.clock()
    printed = [ListedReference(each.mark, each.text) for each in printed_references(text)]
    judged = [verification.judged(_citation(each), found, now) for each, found in zip(known, checked, strict=False)]
    works = {each.key: found for each, found in zip(known, checked, strict=False)}
    said = support_judge.compared(ports, owned.user_id, text, works) if given.get("support") else []
    shown = support_judge.with_support(judged if checked else [_as_kept(each) for each in known], said)
    told: list[dict[str, Any]] = [{"key": each.metadata["key"], **each.to_json()} for each in shown]
    counts, keys = cited_keys(text), {each.key for each in known}
    cited = cited_identifiers(key for key in counts if key not in keys)
    told += [{**each, "key": None, "mark": each["key"]} for each in check_list(ports, [*printed, *cited])]
    holding.emit(Event("citations", {"citations": told}))
    keys |= {each.key.removeprefix("@") for each in cited}
    result = {
        "references": told,
        "unsupported": list(support_judge.unsupported(said)),
        "missing": [*(key for key in counts if key not in keys), *unlisted(text, known, printed)],
        "uncited": [each.key for each in known if not counts[each.key]],
    }
    holding.seal()
    with transaction():
        keep_statuses(owned.id, judged)
        sessions.touch(owned.id, ports.clock())
        holding.succeed(ports.clock(), answer=result)
    return result


def check(ports: Ports, run: Run) -> dict[str, Any]:
    """Hold `run`, which `begin` has returned, and check its paper. Returns the result as the API sends it."""
    with runs.hold(ports, run) as holding:
        return carry_out(ports, holding)


def judged_references(ports: Ports, known: Sequence[Reference]) -> list[Citation]:
    """Ask the registries about a session's references (`known`). Returns each as a citation with the registries'
    verdict.
    """
    checked, now = _checked(ports, known), ports.clock()
    return [verification.judged(_citation(each), found, now) for each, found in zip(known, checked, strict=True)]


def _checked(ports: Ports, known: Sequence[Reference]) -> list[CheckedSource]:
    if ports.verification is None:
        raise Conflict("The operator no longer allows checks of sources, so the paper was not checked.")
    texts = [json.dumps(each.csl) for each in known]
    seconds = ports.verification.longest + SECONDS_EACH * len(texts)
    return check_sources(ports.verification, texts, seconds=seconds)


def _citation(reference: Reference) -> Citation:
    csl, work = reference.csl, work_of(reference.csl)
    about = {
        "key": reference.key,
        "authors": list(work.authors),
        "year": work.year,
        "container": csl.get("container-title"),
    }
    told = {name: value for name, value in about.items() if value}
    return Citation(reference.work, work.title or reference.key, csl.get("URL"), csl.get("DOI"), "unchecked", told)


def _as_kept(reference: Reference) -> Citation:
    """Return a reference as a citation with the stored result of its last check. This is used on a server that asks no
    registry.
    """
    citation = _citation(reference)
    kept: dict[str, Any] = {**citation.metadata, "reason": NOT_ASKED, "notices": [*map(dict, reference.notices)]}
    if reference.checked_at is not None:
        kept |= {"checked_at": reference.checked_at.isoformat().replace("+00:00", "Z"), "reason": ""}
    status = cast(CitationStatus, reference.status or "unchecked")
    if status == "retracted":
        kept["reason"] = "The work was retracted."
    return replace(citation, status=status, metadata=kept)


def unlisted(text: str, known: Sequence[Reference], printed: Sequence[PrintedReference | ListedReference]) -> list[str]:
    """Return the works that a text cites by author and year, as in “Kumar et al., 2012”, without a reference for them.
    `known` are the session's references, `printed` those of the list in the text.
    """
    entries = [f"{' '.join(work.authors)} {work.year}" for work in (work_of(each.csl) for each in known)]
    listed = [frozenset(plain_words(entry).split()) for entry in (*entries, *(each.text for each in printed))]
    cited = (each for start, end in sentences(text) for each in named_works(text[start:end]))
    words = {each.written: {*plain_words(each.family).split(), str(each.year)} for each in cited}
    return [written for written, said in words.items() if not any(said <= has for has in listed)]
