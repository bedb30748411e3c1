"""Answer without a model: quote sentences from the sources with their citations, and judge whether these sentences
answer the question.

This is also used if a model fails to write the answer after a long search, so that the sources are not lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.errors import ProviderError
from backend.kernel.events import Emit
from backend.kernel.exchange import ChatReply, ChatRequest, Evidence, Quoted
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research import citations, queries, synthesis
from backend.research.citations import Marks
from backend.research.doubts import doubts
from backend.research.inquiry import DEPTHS, Depth, Found, Inquiry
from backend.research.source_search import Work

#: The name of the step that writes the answer, in `failures`.
WRITING = "synthesis"
#: The name of the step that suggests further questions, in `failures`.
RELATED = "related"
#: Characters that count as one token if a caller limits tokens; roughly true for English prose.
CHARACTERS = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with corrected citation marks. If `sure` is False, the text may not answer the question. `note` is a
    sentence for the end of the answer about how it was written.
    """

    reply: ChatReply
    text: str
    marks: Marks
    sure: bool = True
    #: warnings about a model's own words (doubts.py)
    doubts: tuple[str, ...] = ()
    note: str = ""


class Quotation:
    """Quotes sentences from sources. The function `quote` in `parts` chooses the sentences. Several threads may use it
    at the same time.
    """

    def __init__(self, parts: ResearchPorts) -> None:
        self._parts = parts

    def answer(self, inquiry: Inquiry, depth: Depth, found: Found, emit: Emit) -> Answer:
        """Answer with quotations. If the request has the answer schema of Stage 1, the keyless writer answers it; such
        requests come from another Coscribe server.
        """
        question, sources = queries.question_of(inquiry.turns), found.sources
        marks = marks_for(inquiry, sources)
        if inquiry.schema is not None and synthesis.is_draft(inquiry.schema):
            asked = ChatRequest(inquiry.turns, inquiry.schema, Evidence("write", question))
            reply = self._parts.keyless.complete(synthesis.drafting_evidence(asked, question, sources), emit)
            return Answer(reply, reply.text, marks)
        quoted = self._parts.quote(question, sources, depth.sentences) if sources else Quoted()
        if inquiry.numbered:
            unnumbered = tuple((place, citations.unnumbered(sentence)) for place, sentence in quoted.sentences)
            quoted = replace(quoted, sentences=unnumbered)
        quoted, finish = _shortened(quoted, inquiry.max_tokens)
        if not inquiry.search:
            text = synthesis.NOT_SEARCHED
        else:
            text = synthesis.quotation(quoted, sources) if sources else synthesis.nothing(found.failures)
        text = marks.settle(text)
        if inquiry.schema is not None:
            cited = dict.fromkeys(place for place, _ in quoted.sentences)
            text = synthesis.filled(inquiry.schema, text, [citations.reference(sources[place]) for place in cited])
        return Answer(ChatReply(text, "extractive", "extractive", finish_reason=finish), text, marks, not quoted.doubt)

    def instead(self, error: ProviderError, inquiry: Inquiry, found: Found, work: Work) -> tuple[Answer, Failure]:
        """Return the answer to give if the model failed, and the failure. The answer consists of the text that the
        model had already written, followed by quotations.
        """
        made = self.answer(inquiry, DEPTHS[inquiry.effort], found, work.emit)
        said = error.partial.text.strip() if error.partial is not None else ""
        begun = f"{said} …\n\n" if said else ""
        note = f"\n\n*The model failed to write the answer ({error.title}). Ask again; the model may succeed then.*"
        work.send_text((" …\n\n" if said else "") + made.text + note)
        marks = marks_for(inquiry, found.sources)
        text = marks.settle(begun + made.text)
        failure = Failure(WRITING, f"the model failed ({error.title}), so the sources are quoted instead")
        doubtful = doubts(said, inquiry, found.sources, found.reports)
        return Answer(replace(made.reply, text=text), text, marks, made.sure, doubtful, note), failure


def _shortened(quoted: Quoted, tokens: int | None) -> tuple[Quoted, str]:
    """Return the first of the quoted sentences, as many as fit into `tokens` tokens together, but at least one. Also
    return the finish reason: "length" if sentences were left out, else "stop".
    """
    if tokens is None:
        return quoted, "stop"
    room = tokens * CHARACTERS
    for place, (_, sentence) in enumerate(quoted.sentences):
        room -= len(sentence)
        if room < 0 and place:
            return replace(quoted, sentences=quoted.sentences[:place]), "length"
    return quoted, "stop"


def marks_for(inquiry: Inquiry, sources: Sequence[Source]) -> Marks:
    """Return the filter that converts the citation marks of an answer to the form that the caller asked for."""
    if inquiry.schema is not None:
        return marks_in_json(sources)
    shown = citations.as_numbers(sources) if inquiry.numbered else citations.as_ids(sources)
    return Marks(shown, numbers=inquiry.numbered, former=citations.former(sources))


def marks_in_draft(sources: Sequence[Source], numbered: bool) -> Marks:
    """Return the filter for the citation marks of a Stage 1 answer, which is JSON. A JSON string that consists of a
    source's id alone is replaced by the line that describes this source. A mark within a text keeps its id or, if
    `numbered`, becomes a number.
    """
    shown = citations.as_numbers(sources) if numbered else citations.as_ids(sources)
    return Marks(shown, citations.named(sources), former=citations.former(sources))


def marks_in_json(sources: Sequence[Source]) -> Marks:
    """Return the filter for the citation marks of an answer in JSON. Marks within a text are removed. A JSON string
    that consists of a source's id alone is replaced by the line that describes this source.
    """
    return Marks(citations.without_marks(sources), citations.named(sources), former=citations.former(sources))
