"""All that Stage 1 may know about one request, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from backend.document.chunks import Chunk
from backend.document.elements import BUILT_IN, ElementType
from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastMessage
from backend.drafting.summary import Summary
from backend.kernel.exchange import NOBODY, Mode, Reader
from backend.kernel.works import Source

#: What an answer may draw on beside what is attached: the web and the library, the library alone, or neither.
Focus = Literal["web", "local", "chat"]


@dataclass(frozen=True, slots=True)
class DocumentContext:
    """The document as far as this request concerns it.

    `text` is the whole current text ("" where there is none yet). `passages` are its chunks that
    answer the message, best first; without any, the text itself is shown, cut to the budget.
    `structure` is the outline's summary.
    """

    text: str = ""
    passages: tuple[Chunk, ...] = ()
    structure: str = ""

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
class Pending:
    """Content that waits for approval, with the model's own source strings."""

    content: str
    sources: tuple[str, ...] = ()


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
    pending: Pending | None = None
    rewrite: Rewriting | None = None
    persona: str = ""
    reader: Reader = NOBODY
    #: best first; those of one work share its source
    library: tuple[LibraryPassage, ...] = ()
    focus: Focus = "web"
