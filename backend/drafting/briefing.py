"""Define the briefing: everything that Stage 1 knows about one request, as an immutable value. The prompt is built from
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from backend.document.chunks import Chunk
from backend.document.elements import BUILT_IN, ElementType
from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastMessage
from backend.drafting.summary import Summary
from backend.kernel.exchange import KnownSource, Mode
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Source


@dataclass(frozen=True, slots=True)
class DocumentContext:
    """The document's whole text ("" for an empty document), and the chunks of this text that may answer the message,
    best first.

    How much of this a prompt contains depends on the token budget (shown_document.py).
    """

    text: str = ""
    passages: tuple[Chunk, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.text or self.text.isspace()


@dataclass(frozen=True, slots=True)
class LibraryPassage:
    """A passage of a library work that may answer the message, and its page number (None for formats without pages)."""

    source: Source
    page: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Citable:
    """A work in the session's list of references: its citation key, and a description in one line."""

    key: str
    line: str


@dataclass(frozen=True, slots=True)
class Pending:
    """An open draft. `sources` are its sources as the model wrote them.

    `is_meant` is True if the rules assume that the message is about this draft. `request` is the message that first
    asked for the draft, and `attached` are that message's attachments.
    """

    content: str
    sources: tuple[str, ...] = ()
    id: str = ""
    title: str = ""
    is_meant: bool = True
    request: str = ""
    attached: tuple[AttachedSection, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A draft that the user rejected and wants rewritten: the message that asked for it, its content, its sources, and
    the user's reason for rejecting it.

    `instruction` says how the new version should differ.
    """

    original_request: str
    content: str
    sources: tuple[str, ...] = ()
    reason: str = ""
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """One request and its whole context. `history` has the earlier messages, oldest first, without the message of this
    request.

    `types` has the built-in element types first, and then those of the session. The prompt contains `summary` in place
    of the first `summary.upto` messages of `history`.
    """

    mode: Mode
    message: str
    highlights: tuple[AttachedSection, ...] = ()
    sections: tuple[AttachedSection, ...] = ()
    history: tuple[PastMessage, ...] = ()
    summary: Summary | None = None
    document: DocumentContext = DocumentContext()
    types: tuple[ElementType, ...] = BUILT_IN
    #: the drafts that wait for the user's decision, newest first
    pending: tuple[Pending, ...] = ()
    #: whether an edit of the document waits for the user's decision
    edit_waits: bool = False
    rewrite: Rewriting | None = None
    persona: str = ""
    wanted: Wanted = NOTHING_SAID
    #: passages of the library, best first; passages of one work share its source
    library: tuple[LibraryPassage, ...] = ()
    #: True if content cites its sources with Pandoc's keys; `references` are the session's references
    by_key: bool = False
    references: tuple[Citable, ...] = ()
    #: the session's sources, if the message asks about them
    sources: tuple[KnownSource, ...] = ()
    #: the citation keys of the works that attachments name, by the source strings that name them
    attached_keys: Mapping[str, str] = field(default_factory=dict)
    #: today's date where the user is, if known
    today: date | None = None

    @property
    def draft_meant(self) -> Pending | None:
        """Return the open draft that the message may revise; None if there is none. For a rewrite it is None, too,
        because a rewrite starts from the rejected draft.
        """
        return None if self.rewrite else next((draft for draft in self.pending if draft.is_meant), None)
