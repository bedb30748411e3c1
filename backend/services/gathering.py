"""Collect what the writer of Stage 1 gets for one message: from the document, the library, the conversation, the
drafts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.elements import BUILT_IN
from backend.document.revision import Revision
from backend.drafting import summary
from backend.drafting.briefing import Briefing, DocumentContext, LibraryPassage, Pending, Rewriting
from backend.drafting.highlights import AttachedSection, split
from backend.drafting.history import PastMessage
from backend.drafting.summary import Summary, SummaryPlan
from backend.errors import ProviderError
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, Mode
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Citation, Source
from backend.ports import Listener, Ports
from backend.ranking import retrieval
from backend.services.answers.request_options import system_model
from backend.services.edits import past_messages
from backend.services.retrieval import indexing, library_search
from backend.storage import element_types as stored_elements
from backend.storage import messages, model_calls
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow
from backend.storage.messages import Message

#: Maximum number of characters of message and highlights that retrieval searches with; more words blur a query.
QUERY_CHARACTERS = 4000
#: Number of passages that are ranked for each passage of TOP_K, because a passage may be a single short piece
#: (`chunks.pieces`).
MOST_RUNS = 16
#: The value of a message's `draft` that asks for content beside all open drafts, instead of an id of one of them.
NEW = "new"


@dataclass(frozen=True, slots=True)
class Task:
    """A writing task: a stored user message with its attached texts, and the state of the session when the answer
    begins.

    - `waiting`: the open drafts, newest first
    - `base`: the draft that the answer revises; None if the writer decides
    - `rewriting`: the reason and the instruction of the user if the answer writes `base` again; else None
    - `beside`: True if the answer must become a separate draft
    """

    session_id: str
    user_id: str
    message: Message
    mode: Mode
    revision: Revision
    attached: tuple[AttachedSection, ...] = ()
    #: the options of the answer: those of the session and, for a revision, those of the request for the draft
    wanted: Wanted = NOTHING_SAID
    #: the id of the persona in use ("" and None: none), and its prompt
    persona_id: str | None = None
    persona: str = ""
    #: `keys` if the session's text cites its sources by citation keys, else `none`
    citations: str = "none"
    waiting: tuple[DraftRow, ...] = ()
    #: the draft approved last, which "it" in the message then means; None if a draft is open
    approved: DraftRow | None = None
    base: DraftRow | None = None
    beside: bool = False
    rewriting: Rewriting | None = None
    #: the works that attachments name, by the source strings that name them, each with its `key`
    attached_works: Mapping[str, Source] = field(default_factory=dict)
    #: the sources in the answer's own list that registries confirmed, by the strings that name them
    confirmed_sources: Mapping[str, Citation] = field(default_factory=dict)

    @property
    def document(self) -> Document:
        """Return the session's document as it is when the answer begins."""
        return read_blocks(self.revision.text)

    @property
    def pending(self) -> DraftRow | None:
        """Return the draft that the message is most likely about: the `base`, or else the newest open draft. Returns
        None for a rewrite, and if the message asks for a separate draft.
        """
        if self.rewriting or self.beside:
            return None
        return self.base or next((each for each in self.waiting if each.kind == "content"), None)

    @property
    def asked(self) -> str:
        """Return the user's message; for a rewrite, the reason for the rejection and the new instruction."""
        if self.rewriting is None:
            return self.message.content
        return f"{self.rewriting.reason}\n{self.rewriting.instruction}"


def brief(
    ports: Ports,
    task: Task,
    context: DocumentContext,
    emit: Emit,
    listen: Listener | None = None,
    passages: tuple[LibraryPassage, ...] = (),
) -> tuple[Briefing, tuple[str, ...]]:
    """Build the Briefing, which is everything that the prompt may contain: passages of the document (`context`) and of
    the library (`passages`), the conversation, and the open drafts. Returns it with warnings for the user.

    `listen` receives the model call that shortens a long conversation.
    """
    highlights, sections = split(task.attached)
    with reading():
        past = past_messages.read(task.session_id, task.message.number) if task.message.number > 1 else {}
        types = stored_elements.list_types(task.session_id)
        kept = messages.get_summary(task.session_id) if past else None
    history = tuple(past.values())
    made = Briefing(
        mode=task.mode,
        message=task.message.content,
        highlights=highlights,
        sections=sections,
        history=history,
        summary=Summary(kept[1], kept[0]) if kept else None,
        document=context,
        types=BUILT_IN + types,
        pending=_open(task, past),
        edit_waits=any(each.kind == "edit" for each in task.waiting),
        rewrite=task.rewriting,
        wanted=task.wanted,
        library=passages,
        persona=task.persona,
        today=ports.clock().date(),
    )
    plan = summary.plan_summary(history, made.summary, ports.budgets.history_tokens)
    if plan is None:
        return made, ()
    shorter, notes = _summarise(ports, task, plan, emit, listen)
    return replace(made, summary=shorter), notes


def retrieve(ports: Ports, task: Task) -> tuple[DocumentContext, tuple[str, ...]]:
    """Return the document's passages that answer the message, and notes for the user. There are no passages if none is
    relevant.

    The passages have at most TOP_K × CHUNK_SIZE characters together.
    """
    text = task.revision.text
    if not text or text.isspace():
        return DocumentContext(), ()
    query = _query(task)
    notes: tuple[str, ...] = ()
    try:
        index = indexing.index(ports, task.revision)
        vector = ports.embedder.embed([query])[0] if ports.embedder is not None else None
    except ProviderError as error:
        index, vector = indexing.lexical(ports, task.revision), None
        notes = (f"The embedding model failed ({error.title}), so passages were chosen by their words alone.",)
    ranked = index.rank(query, vector, MOST_RUNS * ports.budgets.top_k)
    passages = retrieval.fill(ranked, ports.budgets.shown) if retrieval.relevant(ranked) else []
    return DocumentContext(text, tuple(each.chunk for each in passages)), notes


def consult(ports: Ports, task: Task) -> tuple[tuple[LibraryPassage, ...], tuple[str, ...]]:
    """Return the passages of the user's library that answer the message, and notes for the user.

    All passages together have at most as many characters as those of the document may have, or twice as many with the
    focus `local`. There are none if no work is selected or the focus is `chat`.
    """
    works = library_search.selection(task.wanted)
    if works is None:
        return (), ()
    room = ports.budgets.shown * (2 if task.wanted.draws_on == "local" else 1)
    hits, notes = library_search.search(ports, task.user_id, _query(task), works)
    return library_search.within(hits, room), (*notes, *library_search.unread(task.user_id, works))


def _open(task: Task, past: Mapping[str, PastMessage]) -> tuple[Pending, ...]:
    """Return the open drafts, each with the message that first requested it. This message is "" if it is no longer part
    of the conversation.
    """
    waiting = [each for each in task.waiting if each.kind == "content" and not task.rewriting]
    if task.pending is not None and task.pending.id not in {each.id for each in waiting}:
        waiting.insert(0, task.pending)
    return tuple(_pending(each, past, task.pending is not None and each.id == task.pending.id) for each in waiting)


def _pending(draft: DraftRow, past: Mapping[str, PastMessage], is_meant: bool) -> Pending:
    first = past.get(draft.thread[0].message_id) if draft.thread else None
    return Pending(
        draft.content,
        draft.sources,
        draft.id,
        is_meant=is_meant,
        request=first.content if first else "",
        attached=first.attached if first else (),
    )


def _query(task: Task) -> str:
    """Return the search query: the message and the highlights. For a rewrite, the message that asked for the draft
    comes before them.
    """
    asked = [task.rewriting.original_request] if task.rewriting else []
    said = [*asked, task.message.content, *(each.content for each in split(task.attached)[0])]
    return "\n".join(said)[:QUERY_CHARACTERS]


def _summarise(
    ports: Ports, task: Task, plan: SummaryPlan, emit: Emit, listen: Listener | None
) -> tuple[Summary, tuple[str, ...]]:
    """Shorten the older conversation, with the system model if there is one, else by rules. Stores the summary, and
    returns it with notes for the user.
    """
    reply: ChatReply | None = None
    notes: tuple[str, ...] = ()
    if ports.system is not None:
        emit(Event("phase", {"phase": "summarising"}))
        try:
            reply = ports.system.complete(
                replace(summary.request(plan), model=system_model(ports, task.wanted)), emit, listen
            )
        except ProviderError as error:
            notes = (
                f"The model for internal steps failed ({error.title}), so rules shortened the older conversation for "
                "the prompt.",
            )
    made = summary.accept(plan, reply.text) if reply else summary.extract(plan)
    with transaction():
        messages.put_summary(task.session_id, made.upto, made.text)
        if reply:
            model_calls.record_call(task.session_id, task.message.id, "system", reply, ports.clock())
    return made, notes
