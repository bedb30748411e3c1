"""Carry out Stage 1, from the user's stored message to a stored answer. A rewrite is a message, too.

The steps: gather (short reads) -> decide -> call one model -> decide -> store (one short transaction). No database
connection is held while the model writes. If the model fails, only the user's message is stored.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from backend.document import elements
from backend.document.elements import Admission
from backend.document.plaintext import plain
from backend.drafting import answer_key, prompt
from backend.drafting.briefing import Briefing, LibraryPassage
from backend.drafting.intent import Decision
from backend.drafting.prompt import Prompt
from backend.drafting.reply_parser import ANSWER_SCHEMA, Reply, parse
from backend.drafting.reply_stream import AnswerStream
from backend.drafting.versions import doubt_about
from backend.errors import Cancelled, ProviderError, ProviderMisanswered
from backend.kernel.events import Event
from backend.kernel.exchange import ChatReply, Usage
from backend.kernel.works import Citation, Source
from backend.keyless.fixed_sentences import in_language_of
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.services import gathering, spending, verification
from backend.services.answers import shown_text
from backend.services.answers.answer_citations import Cited, cite, shown_marks, with_numbers
from backend.services.answers.answer_content import content_of
from backend.services.answers.answer_intent import settle, thread_of
from backend.services.answers.attached_works import attached_works
from backend.services.answers.keyed_citations import UnkeyedMark, citable, with_keys
from backend.services.answers.session_sources import session_sources
from backend.services.answers.stopwatch import Stopwatch, measured
from backend.services.answers.stream_listener import InternalCallListener, StreamListener, record
from backend.services.edits import message_orders, orders
from backend.services.gathering import Task
from backend.services.run_progress import as_stored
from backend.services.runs import Holding
from backend.services.searching import WriterCall, writer_call
from backend.services.source_checks import later_checks
from backend.services.verification import ShownText
from backend.sources import carried_text, marks
from backend.storage import answer_cache, drafts, messages, model_calls
from backend.storage import element_types as stored_elements
from backend.storage.db import reading, transaction
from backend.storage.drafts import MOST_OPEN, DraftRow, NewDraft, ThreadMessage
from backend.storage.messages import Message

_CUT_OFF = "{}. Ask for a new version, or send accept_truncated: true to approve the content as it is."
_BY_PROVIDER = "The provider's answer was cut off, so the end of its content is missing"
_REPAIRED = (
    "The model's answer was malformed and was repaired; `{}` may differ from what the model meant. Check it before you "
    "use it."
)

#: Functions of a task and the new content. They return warnings about what the content removes, lacks, or does not
#: carry out.
_CONTENT_WARNINGS = (
    *(orders.losses_of, orders.missing_parts, message_orders.changes_left_out, message_orders.letter_asked),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The parsed answer with its citations, ready to be stored."""

    reply: Reply
    raw: ChatReply
    prompt: Prompt
    citations: tuple[Citation, ...]
    admission: Admission
    content: str
    #: the intent of the answer, and the version that it revises
    decision: Decision
    base: DraftRow | None
    #: the reason why an approval must name this draft by its id; None if it need not
    doubt: str | None
    #: a moved draft's new place, or the edit that was ordered
    place: Placement | None
    #: True if the model's answer was cut off
    truncated: bool
    warnings: tuple[str, ...]
    #: True if the answer was cached, so that no model was called
    cached: bool
    #: True if the session has room for one more open draft
    room: bool = True
    #: True if rules carried out an order, so that no writer was shown the document
    plain: bool = False
    #: the marks that were removed from the content because their sources are not confirmed
    unkeyed: tuple[UnkeyedMark, ...] = ()

    @property
    def has_content(self) -> bool:
        """Return True if the answer has something to approve: content, or an edit of the document."""
        return self.edit is not None or (bool(self.content) and (self.base is not None or self.room))

    @property
    def edit(self) -> Placement | None:
        """Return the edit of the document that waits for approval; None if there is none."""
        return self.place if self.decision.intent == "edit" else None


def write(ports: Ports, task: Task, holding: Holding) -> dict[str, Any]:
    """Answer the task's message in the run `holding`, and store the answer. Returns the answer as the API sends it."""
    with measured(ports, holding.run) as clock:
        return _write(ports, task, holding, clock)


def _write(ports: Ports, task: Task, holding: Holding, clock: Stopwatch) -> dict[str, Any]:
    holding.emit(Event("phase", {"phase": "retrieving"}))
    context, notes = gathering.retrieve(ports, task)
    passages, missed = gathering.consult(ports, task)
    passages = with_keys(task, passages)
    works = tuple({id(each.source): each.source for each in passages}.values())
    if works:
        holding.emit(Event("sources", {"sources": [record(each) for each in works]}))
    notes = (*notes, *missed)
    clock.lap("retrieve")
    briefing, shortened = gathering.brief(
        ports, task, context, holding.emit, InternalCallListener(holding.progress), passages
    )
    attached = attached_works(ports, task, briefing)
    task, notes = replace(task, attached_works=attached.works), (*notes, *attached.warnings)
    keys = {text: str(work.metadata["key"]) for text, work in attached.works.items()}
    briefing = replace(
        briefing,
        by_key=task.citations == "keys",
        references=citable(task),
        attached_keys=keys,
        sources=session_sources(task),
    )
    built = prompt.build(
        briefing, ports.writer.searches, ports.budgets, ANSWER_SCHEMA, classify=ports.policy.classify_searches
    )
    clock.lap("prompt")
    call = writer_call(ports, task, built)
    if ports.policy.spend_limit:
        notes += spending.admit(ports, holding.run.user_id, free=call.writer is ports.research.keyless)
    if call.event is not None:
        holding.emit(call.event)
    key = _key(ports, briefing, call)
    known = _recall(ports, task, key)
    shown = shown_marks(task, passages)
    stream = AnswerStream(task.mode == "research", shown)
    listener = StreamListener(holding.progress, stream, call.query, live=holding.live, known=works, on_found=shown.use)
    raw = known or _ask(call, holding, listener)
    clock.lap("provider")
    notes = (*notes, *shortened, *call.warnings)
    outcome = _parse(ports, task, built, raw, notes, passages, cached=known is not None)
    outcome = replace(outcome, plain=True) if call.plain else outcome
    listener.settle(outcome.reply.message, outcome.content)
    clock.lap("parse")
    answer = _commit(ports, task, outcome, holding, clock, key)
    later_checks.follow_up(ports, holding.run.user_id, task.session_id, answer)
    return answer


def _ask(call: WriterCall, holding: Holding, listener: StreamListener) -> ChatReply:
    """Call the writer, and return its answer. If the call fails or is cancelled, the text so far is stored with the
    run.
    """
    try:
        raw = call.writer.complete(call.request, holding.emit, listener)
    except (ProviderError, Cancelled) as error:
        listener.break_off(error, error.partial)
        raise
    listener.complete(raw)
    return raw


def _key(ports: Ports, briefing: Briefing, call: WriterCall) -> str | None:
    """Return the cache key for this question, under which its answer is stored; None if answers are not cached."""
    if not ports.policy.answer_age:
        return None
    return answer_key.key_of(briefing, call.request.model or call.writer.model, call.request.search_options)


def _recall(ports: Ports, task: Task, key: str | None) -> ChatReply | None:
    """Return the cached answer with the given `key`; None if there is none, or if answers are not cached."""
    if key is None:
        return None
    with reading():
        kept = answer_cache.get(task.session_id, key, ports.clock() - timedelta(seconds=ports.policy.answer_age))
    if kept is None:
        return None
    results = tuple(Source(**each | {"authors": tuple(each["authors"])}) for each in kept["results"])
    return ChatReply(**kept | {"results": results, "usage": Usage()})


def _parse(
    ports: Ports,
    task: Task,
    built: Prompt,
    raw: ChatReply,
    notes: tuple[str, ...],
    passages: tuple[LibraryPassage, ...],
    cached: bool,
) -> Outcome:
    reply = parse(raw.text)
    if raw.by_id:
        reply, unnumbered = with_numbers(task, reply, raw.results, passages)
        notes = (*notes, *unnumbered)
    truncated = reply.truncated or raw.finish_reason == "length"
    quotes = raw.model == ports.research.keyless.model  # also for the research engine without a model
    content, *changed = content_of(task, reply, quotes)
    notes = (*notes, *changed)
    message = plain(reply.message) if task.mode == "research" else reply.message
    if not message.strip():
        if not content:
            raise ProviderMisanswered("The answer had neither a message nor content, so no draft was made. Try again.")
        message = "Here is the content for your approval."
    shown = ShownText(raw.results, passages, searched=task.mode == "research" and not quotes, quotes=quotes)
    cited = _cited(ports, task, replace(reply, message=message, document_content=content), shown)
    message, content = cited.message, cited.content
    settled = settle(task, reply, content, quotes=quotes)
    content, base, notes = settled.content, settled.base, (*notes, *settled.notes)
    ordered = message_orders.carry_on(task, settled.decision, written=bool(content) and not quotes, by_model=not quotes)
    content = "" if ordered.drops_content else content
    if ordered.line:
        kept = ordered.decision.intent == settled.decision.intent and not quotes
        message = f"{message}\n\n{ordered.line}" if kept else ordered.line
    decision = ordered.decision
    doubt = settled.doubt or (doubt_about(base.content, content, task.asked, truncated) if base and content else None)
    admission = _admitted(task, reply)
    warnings = [*built.warnings, *notes, *raw.warnings, *cited.warnings]
    warnings += [f"The new element type {name!r} was refused: {reason}" for name, reason in admission.refused]
    if truncated or doubt:
        warnings.append(_CUT_OFF.format(reply.cut or _BY_PROVIDER) if truncated else doubt or "")
    warnings += [it for told in _CONTENT_WARNINGS for it in told(task if base else replace(task, waiting=()), content)]
    warnings += [_REPAIRED.format(name) for name in reply.uncertain]
    if "//" in message or "//" in content:  # an address
        warnings += carried_text.warnings_about(f"{message}\n\n{content}", built.request.turns, raw.results)
    return Outcome(
        reply=replace(reply, message=message, sources=cited.sources),
        raw=raw,
        prompt=built,
        citations=cited.citations,
        admission=admission,
        content=content,
        decision=decision,
        base=base,
        doubt=doubt,
        place=ordered.placement,
        truncated=truncated,
        warnings=tuple(in_language_of(task.message.content, each) for each in dict.fromkeys(warnings)),
        cached=cached,
        room=len(task.waiting) < MOST_OPEN,
        unkeyed=cited.unkeyed if content == cited.content else (),
    )


def _cited(ports: Ports, task: Task, reply: Reply, shown: ShownText) -> Cited:
    """Find the sources that an answer cites, and compare its sentences with them. `shown` are the texts that the writer
    saw.
    """
    if task.citations == "keys" and not shown.results and marks.read(reply.document_content):
        ports, task = verification.with_confirmed_sources(ports, task, reply.sources)
    cited = cite(task, reply, shown.results, shown.passages)
    return verification.confirmed(ports, task, cited, shown)


def _admitted(task: Task, reply: Reply) -> Admission:
    """Decide which types of elements, such as "theorem", that the answer proposes are accepted. Most propose none."""
    if not reply.new_types:
        return Admission((), ())
    with reading():
        own = stored_elements.list_types(task.session_id)
    return elements.admit(map(elements.offered, reply.new_types), [each.type_name for each in own])


def _kept(task: Task, outcome: Outcome, run_id: str) -> dict[str, Any]:
    """Return the metadata that are stored with an answer and shown when a page is loaded again."""
    raw = outcome.raw
    return {
        "provider": raw.provider,
        "model": raw.model,
        "rung": raw.rung,
        "prompt_version": outcome.prompt.version,
        "run_id": run_id,
        "intent": outcome.decision.intent,
        "warnings": list(outcome.warnings),
        "usage": raw.usage.to_json(),
        "truncated": outcome.truncated,
        "repaired": list(outcome.reply.repaired),
        "mode": task.mode,
        shown_text.KEY: shown_text.record(task, None if outcome.plain else outcome.prompt),
        **({later_checks.UNKEYED: list(map(asdict, outcome.unkeyed))} if outcome.unkeyed else {}),
    }


def _commit(
    ports: Ports, task: Task, outcome: Outcome, holding: Holding, clock: Stopwatch, key: str | None
) -> dict[str, Any]:
    """Store the answer, the draft and the element types that the model proposed, and end the run, all in one
    transaction. `holding` is this process's right to end the run. The answer is also cached under `key`, if that is not
    None. Returns the API's answer.
    """
    reply, raw, version = outcome.reply, outcome.raw, outcome.prompt.version
    holding.seal()
    with transaction():
        now = ports.clock()
        message = messages.add(
            task.session_id,
            "assistant",
            reply.message,
            now,
            mode=task.mode,
            status="pending_approval" if outcome.has_content else None,
            document_content=outcome.content,
            sources=reply.sources,
            citations=outcome.citations,
            events=as_stored(holding.progress.told),
            meta=_kept(task, outcome, holding.run.id),
            raw=raw.text,
        )
        if not outcome.cached:
            took = clock.laps["provider"]
            model_calls.record_call(
                task.session_id, message.id, "stage1", raw, now, took_ms=took, prompt_version=version
            )
        if key and not outcome.cached and not outcome.truncated:
            answer_cache.put(task.session_id, key, asdict(raw), now)
        stored_elements.add_types(task.session_id, outcome.admission.admitted, now)
        draft = _hold(task, outcome, message, now) if outcome.has_content else None
        if outcome.decision.intent == "move" and outcome.decision.draft and outcome.place:
            place = outcome.place.to_json()
            drafts.move(drafts.get(task.session_id, outcome.decision.draft), task.message.id, place)
        clock.lap("store")
        answer = _answer(task, holding.run.id, outcome, message, draft, clock)
        holding.succeed(now, message.id, answer)
    return answer


def _hold(task: Task, outcome: Outcome, answer: Message, now: datetime) -> DraftRow:
    """Store the content as a draft. A new version of a draft keeps the draft's messages and the time of its first
    request.
    """
    base = outcome.base
    asked = thread_of(task.message) if outcome.edit is None else (ThreadMessage("request", task.message.id),)
    new = NewDraft(
        task.session_id,
        answer.id,
        outcome.content,
        requested_at=base.requested_at if base else task.message.created_at,
        requested_number=base.requested_number if base else task.message.number,
        thread=(*base.thread, ThreadMessage("revision", task.message.id)) if base else asked,
        sources=outcome.reply.sources,
        citations=outcome.citations,
        truncated=outcome.truncated,
        base=base,
        base_becomes="rejected" if task.rewriting else "superseded",
        reject_reason=task.rewriting.reason or None if task.rewriting else None,
        doubt=outcome.doubt,
        wanted=task.wanted,
        place=base.place if base else None,
        kind="edit" if outcome.edit else "content",
        operation=outcome.edit.to_json() if outcome.edit else None,
    )
    return drafts.hold(new, now)


def _answer(
    task: Task, run_id: str, outcome: Outcome, answer: Message, draft: DraftRow | None, clock: Stopwatch
) -> dict[str, Any]:
    raw = outcome.raw
    return {
        "response": answer.content,
        "document_content": outcome.content,
        "sources": list(outcome.reply.sources),
        "session_id": task.session_id,
        "message_id": answer.id,
        "status": "pending_approval" if draft else None,
        "pending_content_id": draft.id if draft else None,
        "citations": [each.to_json() for each in outcome.citations],
        "new_types": [each.type_name for each in outcome.admission.admitted],
        "intent": outcome.decision.intent,
        "revises": outcome.base.id if draft and outcome.base else None,
        "warnings": list(outcome.warnings),
        "meta": {
            "provider": raw.provider,
            "model": raw.model,
            "mode": task.mode,
            "run_id": run_id,
            "usage": raw.usage.to_json(),
            "timings_ms": clock.laps,
            "truncated": outcome.truncated,
            "repaired": list(outcome.reply.repaired),
            "cached": outcome.cached,
            "persona_id": task.persona_id,
            "used_location": bool(task.wanted.location) and raw.used_location,
            "used_personalization": bool(task.wanted.profile) and raw.used_profile,
        },
    }
