"""Implement the research engine: search many services at once, merge and sort their results, read the best pages, and
write an answer with citations.

    queries -> search (all services at once) -> fuse -> rerank -> read pages -> synthesize -> correct marks

`SelfHostedSonar` is a ChatModel like the others (`WRITER=research`). /api/search, /api/ask, /api/research and /v1 use
it, too. If a service fails, the answer names it, and the other results are used. The call fails only if the chat model
does not answer. Even then, a deep research quotes what it has found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from backend.errors import ProviderError, ProviderMisanswered
from backend.kernel import cancellation, work_slots
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, ChatRequest, Turn
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.ports import Listener, ResearchPorts
from backend.research import citations, model_json, queries, serialise, synthesis
from backend.research.citation_stream import CorrectedAnswer, Corrections, corrected
from backend.research.deep.driver import DeepResearch
from backend.research.deep.rounds import Course
from backend.research.doubts import doubts
from backend.research.inquiry import DEPTHS, Depth, Findings, Found, Inquiry, total
from backend.research.model_json import Unreadable
from backend.research.quoted_answer import RELATED, Answer, Quotation, marks_for, marks_in_draft
from backend.research.repeated_instructions import TAKEN_OUT, Echoes
from backend.research.source_search import NO_READER, Lookup, LookupRequest, Work
from backend.research.subagents.parallel_agents import ParallelAgents, joined
from backend.sources import carried_text

#: The maximum share (0 to 1) of a provider's time-out for searching; reading may take the same share.
SHARE = 0.25
#: Factor by which a deep research writes its answer from more sources than a plain one.
DEEP_SHARE = 2


def _today() -> date:
    return datetime.now(UTC).date()


class SelfHostedSonar:
    """The research engine, with the services and models in `parts`. `timeout` is Stage 1's limit for a call, in
    seconds. It keeps nothing between calls, so several threads may use it at the same time.
    """

    name = "research"
    searches = False

    def __init__(self, parts: ResearchPorts, timeout: float = 90.0, today: Callable[[], date] = _today) -> None:
        self._parts = parts
        self._lookup = Lookup(parts)
        self._crew = ParallelAgents(parts)
        self._deep = DeepResearch(parts, self._lookup)
        self._quotation = Quotation(parts)
        self._timeout = timeout
        self._today = today
        self.model = parts.chat.model if parts.chat is not None else "extractive"

    # --- as Stage 1's writer --------------------------------------------------------------------

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        """Answer a request in the form that the request asks for. If it wants a search, search for sources first.

        The queries are made only from the user's message, never from the document around it. Raises the errors of the
        chat model.
        """
        cancellation.check()
        talk = _talk(request)
        work = Work(emit, listen=listen)
        sources: tuple[Source, ...] = ()
        if request.search is not False:
            if listen is not None:
                listen.begun()
            depth = _within(DEPTHS["medium"], self._timeout * SHARE)
            inquiry = Inquiry(
                talk,
                filters=request.search_options.filters(),
                reader=request.reader,
                system_model=request.system_model,
            )
            with work_slots.waiting():
                sources = self._lookup.gather(inquiry, depth, work, self._today()).sources
            request = replace(request, search=True)
        emit(Event("phase", {"phase": "synthesise", "provider": self.name, "model": self.model}))
        chat = self._parts.chat
        if chat is None:
            reply = self._drafted(request, queries.question_of(talk), sources, work)
            reply = replace(reply, used_location=work.shown_location)
        else:
            work.send_sources(sources)
            asked = synthesis.drafting_request(request, sources) if request.search else request
            wording = Corrections(lambda: marks_in_draft(sources, numbered=True))
            made = corrected(lambda ear: chat.complete(replace(asked, search=False), emit, ear), listen, wording)
            text = marks_in_draft(sources, numbered=False).settle(made.reply.text)
            reply = replace(made.reply, text=text, results=sources, by_id=True)
            if request.search and not sources and not work.failures:
                reply = replace(reply, warnings=(synthesis.unsearched(()), *reply.warnings))
        withdrawn = synthesis.retractions(sources, ())[1]
        return replace(
            reply,
            provider=self.name,
            usage=total(reply.usage, *work.spent),
            warnings=(*serialise.warnings(work.failures), *withdrawn, *reply.warnings),
        )

    def _drafted(self, request: ChatRequest, question: str, sources: tuple[Source, ...], work: Work) -> ChatReply:
        """Write the answer with the keyless writer. Text that it quotes from attachments gets sources of its own."""
        reply = self._parts.keyless.complete(synthesis.drafting_evidence(request, question, sources), work.emit)
        known = {citations.reference(each) for each in sources}
        attached = (each for each in reply.results if each.title not in known)
        reply = replace(reply, results=(*sources, *attached))
        work.send_sources(reply.results)
        work.send_text(reply.text)
        return reply

    # --- as a search engine ---------------------------------------------------------------------

    def search(self, query: str, emit: Emit, wanted: LookupRequest) -> Found:
        """Search for one query within the limits `wanted`, and return the merged results, best first. No model is
        called.
        """
        return self._lookup.search((query,), query, Work(emit), wanted)

    def answer(
        self, inquiry: Inquiry, emit: Emit, listen: Listener | None = None, halt: Cancellation | None = None
    ) -> Findings:
        """Answer a question with citations. If `halt` is cancelled, only the search ends, and the answer is written
        from what was found. Raises the errors of the chat model.
        """
        cancellation.check()
        work = Work(emit, halt, listen=listen)
        if listen is not None and inquiry.search:
            listen.begun()
        depth = DEPTHS[inquiry.effort]
        found, course = self._looked_up(inquiry, depth, work)
        sources = found.sources if course is None else found.sources[: DEEP_SHARE * depth.sources]
        with work.step("synthesise") as told:
            answer = self._synthesise(inquiry, depth, replace(found, sources=sources), work)
            reply, text, marks = answer.reply, answer.text, answer.marks
            told |= {
                "words": f"{reply.model}: {len(marks.cited)} of {len(sources)} sources cited",
                "model": reply.model,
            }
        related = self._related(inquiry, text, work) if inquiry.related else ()
        has_model = self._parts.chat is not None
        withdrawn, warned = synthesis.retractions(sources, marks.cited)
        note = answer.note
        if inquiry.schema is None:
            note += _send_note(answer.marks.settle(withdrawn), work) + _cut_short(course, work)
        return Findings(
            text=text + note,
            sources=found.sources,
            cited=marks.cited,
            removed=marks.removed,
            support=citations.support(text, _written(inquiry, sources, marks.cited)),
            found=replace(found, failures=tuple(work.failures)),
            provider=reply.provider,
            model=reply.model,
            ran=work.ran,
            usage=total(*work.spent),
            finish_reason=reply.finish_reason,
            steps=tuple(work.steps),
            related=related,
            used_location=bool(inquiry.reader.location) and (has_model or work.shown_location),
            used_profile=bool(inquiry.reader.profile) and has_model,
            sure=answer.sure,
            doubts=(*warned, *answer.doubts),
            course=course,
        )

    def _found(self, inquiry: Inquiry, depth: Depth, work: Work) -> Found:
        """Find sources. If the question needs agents, let them search. Otherwise, or if they fail, do one plain
        search.
        """
        helped = self._crew.gather(inquiry, work)
        if helped is not None and not helped.lacking:
            return helped
        plain = self._lookup.gather(inquiry, depth, work, self._today())
        return plain if helped is None else joined(helped, plain)

    def _looked_up(self, inquiry: Inquiry, depth: Depth, work: Work) -> tuple[Found, Course | None]:
        """Find sources. Returns them and, for a deep research, how it went; else None."""
        if not inquiry.search:
            found, course = Found(), None
        elif inquiry.deep:
            found, course = self._deep.gather(inquiry, depth, work, self._today())
        else:
            found, course = self._found(inquiry, depth, work), None
        work.send_sources(found.sources)
        return found, course

    # --- answering ------------------------------------------------------------------------------

    def _synthesise(self, inquiry: Inquiry, depth: Depth, found: Found, work: Work) -> Answer:
        """Write the answer with the chat model. If there is no chat model, quote the sources instead.

        If the model fails, its error is raised. After a deep research, the sources are quoted instead, so that the work
        of the search is not lost.
        """
        chat, sources = self._parts.chat, found.sources
        if chat is None:
            answer = self._quotation.answer(inquiry, depth, found, work.emit)
            work.send_text(answer.text)
            return answer
        asked = synthesis.answer_request(inquiry, sources, self._today(), found.reports)
        bare = inquiry.search and not sources and not found.reports and not work.halted
        unsearched = synthesis.unsearched([each for each in work.failures if each != NO_READER]) if bare else ""
        lead = f"{unsearched}\n\n" if unsearched and inquiry.schema is None else ""
        public = [turn.content for turn in asked.turns if turn.role != "system"]
        wording = Corrections(
            marks=lambda: marks_for(inquiry, sources),
            lead=lead,
            echoes=lambda: Echoes(inquiry.reader.profile, asked.turns[0].content, public),
        )
        try:
            made = corrected(lambda ear: chat.complete(asked, work.emit, ear), work.listen, wording)
        except ProviderError as error:
            took_long = bool(sources) and (inquiry.deep or bool(found.reports))
            if not took_long or inquiry.schema is not None or inquiry.numbered:
                raise
            answer, failure = self._quotation.instead(error, inquiry, found, work)
            work.failures.append(failure)
            return answer
        work.record_reply(made.reply, "chat")
        if inquiry.schema is not None and not synthesis.is_draft(inquiry.schema):
            made = replace(made, text=_json(made))
        doubtful = doubts(made.reply.text, inquiry, sources, found.reports)
        echoed = TAKEN_OUT if made.echoed else ""
        noted = tuple(each for each in (unsearched, echoed) if each)
        carried = carried_text.warnings_about(made.text, asked.turns, sources)
        return Answer(made.reply, made.text, made.marks, doubts=(*noted, *carried, *doubtful))

    def _related(self, inquiry: Inquiry, text: str, work: Work) -> tuple[str, ...]:
        if self._parts.system is None:
            return ()
        with work.step("related") as told:
            question = queries.question_of(inquiry.turns)
            try:
                reply = self._parts.system.complete(
                    synthesis.related_request(question, text, inquiry.system_model), work.emit
                )
            except ProviderError as error:
                work.failures.append(Failure(RELATED, f"the system model failed ({error.title})"))
                return ()
            work.record_reply(reply, "system")
            related = queries.parse(reply.text)
            told["words"] = f"{len(related)} further questions"
        return related


def _cut_short(course: Course | None, work: Work) -> str:
    """Return the sentence that ends an answer if a budget ended the search early; "" otherwise."""
    if course is None or not course.cut_short:
        return ""
    note = f"\n\n*{course.ending} The answer rests on what had been found by then.*"
    work.send_text(note)
    return note


def _json(made: CorrectedAnswer) -> str:
    """Return the JSON in the model's answer `made`. Raises ProviderMisanswered if it is not JSON."""
    try:
        return model_json.whole(made.text)
    except Unreadable:
        cut = " The answer was cut off: a larger max_tokens may help." if made.reply.finish_reason == "length" else ""
        raise ProviderMisanswered(
            f"The model was asked for JSON and gave something else. Try again, or choose another model.{cut}"
        ) from None


def _send_note(note: str, work: Work) -> str:
    """Send the note that ends an answer to the listener, and return the note."""
    if note:
        work.send_text(note)
    return note


def _talk(request: ChatRequest) -> tuple[Turn, ...]:
    """Return the turns from which queries are made. The last message has only the user's words, without the document
    around them.
    """
    turns = tuple(turn for turn in request.turns if turn.role != "system")
    if request.evidence is None or not turns:
        return turns
    return (*turns[:-1], Turn("user", request.evidence.instruction))


def _within(depth: Depth, seconds: float) -> Depth:
    return replace(
        depth,
        search_seconds=min(depth.search_seconds, seconds),
        read_seconds=min(depth.read_seconds, seconds),
    )


def _written(inquiry: Inquiry, sources: Sequence[Source], cited: Sequence[str]) -> list[str]:
    """Return the marks of the cited sources, in the form in which the answer contains them."""
    shown = citations.as_numbers(sources) if inquiry.numbered else citations.as_ids(sources)
    return [shown[each] for each in cited]
