"""Ask the registries again about those sources of answers for which a registry has not answered yet.

This happens in a run just after the answer, and later when the paper or its retractions are checked. The registries'
answers are stored, so only missing answers are requested. In a session that cites by keys, the mark of a source
without a confirmation was removed from the draft. If the source is confirmed now, its citation key is put at that
place. The document is not changed. In the run just after the answer, the model for internal steps is also asked whether
abstracts contradict the sentences that cite them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from backend.errors import NotFound
from backend.kernel.events import Event
from backend.kernel.works import Citation
from backend.net import deadline
from backend.ports import Ports
from backend.services import documents, references, runs
from backend.services.answers.answer_citations import listed, unkeyed_warning
from backend.services.answers.keyed_citations import UnkeyedMark, key_of, session_keys, with_late_keys
from backend.services.runs import Holding
from backend.services.source_checks import support_judge
from backend.services.source_checks.source_warnings import warnings_of
from backend.services.verification import is_open, looked_up_again
from backend.storage import drafts, messages, sessions
from backend.storage.db import reading, transaction
from backend.storage.messages import Message
from backend.storage.sessions import OwnedSession

#: The key of the removed marks in a stored answer's `model_meta`.
UNKEYED = "unkeyed"
#: Maximum number of answers that one check asks about again, the newest first.
_MOST_ANSWERS = 10


def follow_up(ports: Ports, user_id: str, session_id: str, answer: Mapping[str, Any]) -> None:
    """Begin a run that asks the registries again about an answer's open sources, and the model for internal steps about
    sentences that cite sources. A source is open if a registry has not answered about it. Does nothing if there is
    nothing to ask.
    """
    if ports.verification is None or not answer["citations"]:
        return
    message_id = answer["message_id"]
    with transaction():
        message = messages.get(message_id)
        if not any(map(is_open, message.citations)) and not support_judge.is_askable(ports, message.citations):
            return
        given = {"message_id": message_id, "session_id": session_id}
        run = runs.begin(ports, user_id, None, "verification", input=given, message_id=message_id)
    runs.feed_of(ports, run)
    ports.executor.submit(user_id, run.id)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """Check the sources of a message again in a run of kind `verification`. The results are stored with the message and
    its draft, and reported. Returns the API's answer.
    """
    given = holding.run.input or {}
    with reading():
        message = messages.get(given["message_id"])
    if ports.verification is None:
        raise NotFound("The operator no longer allows checks of sources, so the sources keep their earlier verdicts.")
    looked = looked_up_again(ports, message.sources, message.citations)
    if support_judge.is_askable(ports, looked.citations):
        _tell(holding, message, looked.citations)  # before the model answers, which may take long
    with deadline.limit(ports.verification.longest):
        doubted = support_judge.with_doubts(ports, holding.run.user_id, looked.citations, looked.texts)
    found = _with_keys(ports, message, doubted)
    told = _tell(holding, message, found)
    holding.seal()
    with transaction():
        _keep(message, found)
        sessions.touch(message.session_id, ports.clock())
        holding.succeed(ports.clock(), message.id, told)
    return told


def _tell(holding: Holding, message: Message, found: Sequence[Citation]) -> dict[str, Any]:
    """Report the citations of a message after a check as an event. Returns them as the API sends them."""
    told = {"citations": [each.to_json() for each in found]}
    holding.emit(Event("citations", {"message_id": message.id, **told}))
    return told


def check_open(ports: Ports, owned: OwnedSession) -> None:
    """Ask the registries again about the open sources of the session's newest answers, and store what they say."""
    with reading():
        said = [each for each in messages.that_cite(owned.id) if any(map(is_open, each.citations))]
    for message in said[-_MOST_ANSWERS:]:
        looked = looked_up_again(ports, message.sources, message.citations)
        found = _with_keys(ports, message, looked.citations)
        with transaction():
            _keep(message, found)
            sessions.touch(owned.id, ports.clock())


def _with_keys(ports: Ports, message: Message, found: Sequence[Citation]) -> tuple[Citation, ...]:
    """Return the citations of a message, some with a new citation key. `found` are these citations after a check. The
    mark of an unconfirmed citation was removed from the draft; if the citation is confirmed now, it gets a key.

    If the draft was approved, rejected or replaced in the meantime, no citation gets a key.
    """
    places = {place for mark in _unkeyed(message) for place in mark.places if found[place].status == "resolved"}
    with reading():
        draft = drafts.of_message(message.session_id, message.id) if places else None
    if draft is None or draft.status != "pending" or draft.content != message.document_content:
        return tuple(found)
    text = documents.current(ports, message.session_id).text
    in_use = session_keys(message.session_id, None, text, draft.content)
    known, made = dict(in_use.owners), list(found)
    for place in sorted(places):
        key = key_of(found[place].to_source(), known, in_use.held)
        known[key] = found[place].id
        made[place] = replace(found[place], metadata={**found[place].metadata, "key": key})
    return tuple(made)


def _keep(message: Message, found: Sequence[Citation]) -> None:
    """Store the results of a check (`found`) with a message, its draft and the session's references, and put the new
    citation keys into the draft. Call it within a transaction.
    """
    messages.set_citations(message.id, found)
    references.keep_statuses(message.session_id, found)
    draft = drafts.of_message(message.session_id, message.id)
    marks = _unkeyed(message)
    content, left = with_late_keys(message.document_content, marks, _keys(found))
    if draft is not None:
        drafts.set_citations(draft.id, found)
    if draft is None or draft.content != message.document_content or not drafts.set_content(draft, content):
        content, left = message.document_content, marks
    meta = {**message.model_meta, UNKEYED: list(map(asdict, left))} if marks else message.model_meta
    told = meta.get("warnings") or []
    before, now = warnings_of(message.citations), warnings_of(found)
    told = [each for each in told if each not in before or each in now]
    told += [each for each in now if each not in told]
    if left != marks:
        told = [each for each in told if each != unkeyed_warning(_numbers(marks, found))]
        if rest := _numbers(left, found):
            told.append(unkeyed_warning(rest))
        new = [each for each in _numbers(marks, found) if each not in rest]
        told.append(f"A registry has now confirmed {listed(new)}, so the draft cites these sources by key.")
    messages.amend(message.id, content, {**meta, "warnings": told})


def _unkeyed(message: Message) -> tuple[UnkeyedMark, ...]:
    kept = message.model_meta.get(UNKEYED) or ()
    return tuple(UnkeyedMark(each["at"], tuple(each["places"])) for each in kept)


def _keys(citations: Sequence[Citation]) -> dict[int, str]:
    """Return the citation key of each work that has one, by the position of its citation in `citations`."""
    return {place: str(each.metadata["key"]) for place, each in enumerate(citations) if each.metadata.get("key")}


def _numbers(marks: Sequence[UnkeyedMark], citations: Sequence[Citation]) -> list[int]:
    """Return the numbers by which the answer cited the sources of these marks, such as 3 for [3]."""
    said = (citations[place].n for mark in marks for place in mark.places)
    return list(dict.fromkeys(number for number in said if number is not None))
