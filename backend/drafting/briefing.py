"""All that Stage 1 may know about one request, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
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
    """The document: its whole current text ("" where there is none yet), and its chunks that answer the message, best
    first. How much of both a prompt shows is decided by the budget (shown_document.py)."""

    text: str = ""
    passages: tuple[Chunk, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class LibraryPassage:
    """A passage of a work in the user's library that may answer the message, and the page that it stands on."""

    source: Source
    page: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Citable:
    """A reference of the session: the key by which the text cites it, and the work in a line."""

    key: str
    line: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A draft that waits for the user's decision, with the model's own source strings.

    `is_meant`: the message is about this one, as far as anybody can tell before a model reads it. `request` is the
    message that first asked for it, and `attached` what came with that message.
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
    """Content the user refused and wants anew: what was asked for, what came, why it would not do."""

    original_request: str
    content: str
    sources: tuple[str, ...] = ()
    reason: str = ""
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """One request of the user's and everything around it. `history` is oldest first, without this message.

    `types` holds the built-in types first and the session's own after them. `summary` stands for the
    first `summary.upto` messages of `history`, which is passed whole all the same.
    """

    mode: Mode
    message: str
    highlights: tuple[AttachedSection, ...] = ()
    sections: tuple[AttachedSection, ...] = ()
    history: tuple[PastMessage, ...] = ()
    summary: Summary | None = None
    document: DocumentContext = DocumentContext()
    types: tuple[ElementType, ...] = BUILT_IN
    #: the drafts that wait, newest first
    pending: tuple[Pending, ...] = ()
    rewrite: Rewriting | None = None
    persona: str = ""
    wanted: Wanted = NOTHING_SAID
    #: best first; those of one work share its source
    library: tuple[LibraryPassage, ...] = ()
    #: content cites its sources with Pandoc's keys; `references` are those that the session has
    by_key: bool = False
    references: tuple[Citable, ...] = ()
    #: the user's date, where it is known
    today: date | None = None

    @property
    def draft_meant(self) -> Pending | None:
        """The draft that the message revises if it revises one; a rewrite starts from its rejected draft instead."""
        return None if self.rewrite else next((draft for draft in self.pending if draft.is_meant), None)
