"""Define the briefing: everything that Stage 1 may know about one request, as a frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from backend.document.chunks import Chunk
from backend.document.elements import BUILT_IN, ElementType
from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastMessage
from backend.drafting.summary import Summary
from backend.kernel.exchange import Mode
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Source


@dataclass(frozen=True, slots=True)
class DocumentContext:
    """The document's whole text ("" if it is empty), and the chunks that may answer the message, best first.

    The token budget decides how much of both a prompt shows (shown_document.py).
    """

    text: str = ""
    passages: tuple[Chunk, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class LibraryPassage:
    """A passage of a library work that may answer the message, and its page number (None for formats without pages)."""

    source: Source
    page: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Citable:
    """A reference of the session: its citation key, and the work described in one line."""

    key: str
    line: str


@dataclass(frozen=True, slots=True)
class Pending:
    """An open draft, with its sources as the model wrote them.

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
    """A draft that the user rejected and wants rewritten: the original request, the content, its sources, and the
    reason.

    `instruction` is what the user now asks for.
    """

    original_request: str
    content: str
    sources: tuple[str, ...] = ()
    reason: str = ""
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """One request with its whole context. `history` has the earlier messages, oldest first, without this one.

    `types` has the built-in element types first, then the session's own. A prompt shows `summary` instead of the first
    `summary.upto` messages, but `history` still contains them.
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
    rewrite: Rewriting | None = None
    persona: str = ""
    wanted: Wanted = NOTHING_SAID
    #: passages of the library, best first; passages of one work share its source
    library: tuple[LibraryPassage, ...] = ()
    #: True if content cites its sources with Pandoc's keys; `references` are the session's references
    by_key: bool = False
    references: tuple[Citable, ...] = ()
    #: the citation keys of the works that attachments name, by the source strings that name them
    attached_keys: Mapping[str, str] = field(default_factory=dict)
    #: today's date where the user is, if known
    today: date | None = None

    @property
    def draft_meant(self) -> Pending | None:
        """Return the draft that the message would revise; None if there is none, and for a rewrite, which starts from
        its rejected draft.
        """
        return None if self.rewrite else next((draft for draft in self.pending if draft.is_meant), None)
