"""Serve agents over the Model Context Protocol, with tools that call the public API.

An agent can search, ask, read and propose content. There is no tool to approve, because only the person may do that. A
failure becomes a tool error with a message. Cancelling a tool call stops its run on the server, including the call to
the model.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from inspect import getdoc
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import Field

from backend.client import text_output
from backend.client.agent_types import (
    Conversation,
    ExportedFile,
    Filters,
    Library,
    Passage,
    PendingContent,
    Sessions,
    attached_texts,
    search_limits,
)
from backend.client.api import Api
from backend.client.api_types import (  # fmt: skip
    Answer,
    Checked,
    Document,
    Effort,
    Focus,
    Found,
    Imported,
    Mode,
    NewMessage,
    NewProposal,
    NewQuestion,
    Preview,
    Researched,
    SearchMode,
    Session,
    Source,
    Structure,
)
from backend.client.attachments import read_bytes
from backend.client.connection import release
from backend.client.failures import ClientFailure
from backend.client.run_watcher import Run
from backend.client.user_library import UserLibrary
from backend.formats.export_formats import FORMATS

INSTRUCTIONS = """\
Coscribe keeps sessions, each a chat with one Markdown document. You can search and read, and propose content:
`propose_content` asks the server's writer for text, and `propose` takes your own text. Proposed content is *pending*:
only the person can approve it, with `coscribe approve` or in their own application. Tell them so, and never say that
the document has changed. Every tool for a session needs a session id, which `list_sessions` returns."""

#: The endings of files that `add_to_library` reads, so that a misled agent cannot send other files of this machine.
LIBRARY_ENDINGS = (".pdf", ".docx", ".html", ".htm", ".md", ".txt", ".bib", ".ris", ".json")
#: Default number of characters of each source's text that an agent gets.
EXCERPT = 800

Result = TypeVar("Result")
SessionId = Annotated[
    str, Field(description="a session's id, as list_sessions returns it", min_length=1, max_length=100)
]
Query = Annotated[str, Field(description="the question or search words", min_length=1, max_length=20_000)]
Kind = Annotated[SearchMode | None, Field(description="where to search: the web, scholarly services only, or both")]
Characters = Annotated[int, Field(ge=0, le=20_000, description="how many characters of each source's text to return")]
Limit = Annotated[int, Field(ge=1, le=200, description="how many to return at most")]

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_SEARCHES = ToolAnnotations(read_only_hint=True, open_world_hint=True)
_PROPOSES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True)
_CHECKS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=True)
_MAKES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)


def agents_server(api: Api) -> MCPServer[Any]:
    """Create the MCP server with all tools, which call `api`."""
    tools = Tools(api)
    offered = (
        (tools.search, _SEARCHES),
        (tools.ask, _SEARCHES),
        (tools.research, _SEARCHES),
        (tools.list_sessions, _READS),
        (tools.create_session, _MAKES),
        (tools.read_session, _READS),
        (tools.read_document, _READS),
        (tools.list_library, _READS),
        (tools.add_to_library, _MAKES),
        (tools.use_library, _MAKES),
        (tools.read_structure, _READS),
        (tools.export_document, _MAKES),
        (tools.import_document, _MAKES),
        (tools.check_references, _CHECKS),
        (tools.propose_content, _PROPOSES),
        (tools.propose, _MAKES),
        (tools.pending, _READS),
        (tools.preview, _READS),
    )
    return MCPServer(
        "coscribe",
        instructions=INSTRUCTIONS,
        version=release(),
        log_level="WARNING",
        tools=[_strict(tool, kind) for tool, kind in offered],
    )


def _strict(method: Callable[..., Any], kind: ToolAnnotations) -> Tool:
    """Create a tool from a method. The tool refuses unknown arguments and names them; the library would ignore them
    silently. `kind` tells agents what the tool does, for example that it only reads.
    """
    made = Tool.from_function(method, description=getdoc(method), annotations=kind)
    arguments = made.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    made.parameters = arguments.model_json_schema(by_alias=True)
    return made


class Tools:
    """The tools of agents, one method each. Agents see the signature and the docstring of each method."""

    def __init__(self, api: Api) -> None:
        self._api = api

    # --- research ---------------------------------------------------------------------------------

    async def search(
        self,
        query: Query,
        top_k: Annotated[int, Field(ge=1, le=100, description="how many results to return at most")] = 10,
        connectors: Annotated[
            list[str] | None, Field(description="names of the search services to ask; without it, all")
        ] = None,
        characters: Characters = EXCERPT,
        search_mode: Kind = None,
        filters: Filters | None = None,
    ) -> Found:
        """Search the web and the literature. This is quick, and no model is called."""
        wanted = search_limits(search_mode, filters)
        found = await _called(lambda: self._api.search(query, top_k, connectors, wanted))
        return {**found, "results": [_cut(each, characters) for each in found["results"]]}

    async def ask(
        self, question: Query, ctx: Context[Any, Any], characters: Characters = EXCERPT, search_mode: Kind = None
    ) -> Researched:
        """Answer a question after one quick web search, with sources. Marks such as [sx_a1b2c3d4] are the ids of
        sources.
        """
        asked = NewQuestion(question, "low", search_limits=search_limits(search_mode))
        return await self._researched(ctx, self._api.research(asked), characters)

    async def research(
        self,
        query: Query,
        ctx: Context[Any, Any],
        effort: Annotated[Effort, Field(description="how thoroughly to search")] = "medium",
        focus: Annotated[Focus, Field(description="the web, the user's own library, or the session's chat")] = "web",
        deep: Annotated[
            bool, Field(description="research in several rounds, with a plan and reviews: takes minutes")
        ] = False,
        session_id: Annotated[
            str | None, Field(description="a session to whose conversation the question refers")
        ] = None,
        characters: Characters = EXCERPT,
        search_mode: Kind = None,
        filters: Filters | None = None,
    ) -> Researched:
        """Research a question and answer it with sources. Progress is reported; cancelling the call stops the work."""
        question = NewQuestion(query, effort, focus, deep, session_id, search_limits(search_mode, filters))
        return await self._researched(ctx, self._api.research(question), characters)

    async def _researched(self, ctx: Context[Any, Any], run: Run, characters: int) -> Researched:
        made = cast(Researched, await _watched(ctx, run))
        cited = {name: _cut(each, 0) for name, each in made["citations"].items()}  # `sources` has the texts
        return {**made, "citations": cited, "sources": [_cut(each, characters) for each in made["sources"]]}

    # --- sessions ---------------------------------------------------------------------------------

    async def list_sessions(self, limit: Limit = 20) -> Sessions:
        """List the user's sessions, newest first."""
        return {"sessions": await _called(lambda: self._api.sessions(limit))}

    async def list_library(self, limit: Limit = 50) -> Library:
        """List the user's own works (papers, notes, reference lists), newest first. Drafts may use them as sources."""
        return {"works": await _called(lambda: UserLibrary(self._api).works(limit))}

    async def add_to_library(
        self,
        path: Annotated[str, Field(description="path of a file on this machine", max_length=4_000)],
    ) -> dict[str, Any]:
        """Add a file to the user's library and wait until the server has read it. `status` is then ready or failed.

        The file is a .pdf, .docx, .html, .md, .txt, .bib, .ris or .json (CSL-JSON).
        """
        file = Path(path).expanduser()
        if file.suffix.lower() not in LIBRARY_ENDINGS:
            raise ToolError(f"The file was not added. Its ending must be one of these: {', '.join(LIBRARY_ENDINGS)}.")
        return await _called(lambda: UserLibrary(self._api).add(file.name, read_bytes(file)))

    async def use_library(
        self,
        session_id: SessionId,
        works: Annotated[
            list[str] | Literal["all", "none"],
            Field(description="ids of works, as list_library returns them; or `all` or `none`"),
        ],
    ) -> Session:
        """Choose which works of the user's library the session's drafts may use."""
        chosen = None if works == "none" else works
        await _called(lambda: UserLibrary(self._api).use_works(session_id, chosen))
        return await _called(lambda: self._api.session(session_id))

    async def create_session(self, title: Annotated[str, Field(min_length=1, max_length=300)]) -> Session:
        """Create a session with an empty document."""
        return await _called(lambda: self._api.new_session(title))

    async def read_session(self, session_id: SessionId, limit: Limit = 20) -> Conversation:
        """Return a session and the last messages of its chat, oldest first."""
        session = await _called(lambda: self._api.session(session_id))
        return {"session": session, "messages": await _called(lambda: self._api.messages(session_id, limit))}

    async def read_document(
        self,
        session_id: SessionId,
        revision: Annotated[
            int | None, Field(ge=0, description="number of an old revision; without it, the newest")
        ] = None,
    ) -> Document:
        """Return the session's whole document in Markdown."""
        if revision is None:
            return await _called(lambda: self._api.document(session_id))
        found = await _called(lambda: self._api.revision(session_id, revision))
        return {"session_id": session_id, "revision": found["revision"], "content": found.get("content", "")}

    async def read_structure(self, session_id: SessionId) -> Structure:
        """Return the document's sections and elements as a tree and as a short summary."""
        return await _called(lambda: self._api.structure(session_id))

    async def check_references(
        self,
        session_id: SessionId,
        ctx: Context[Any, Any],
        support: Annotated[
            bool, Field(description="also compare sentences with the abstracts of the works that they cite")
        ] = False,
    ) -> Checked:
        """Check every reference of a session: whether its work exists, fits the reference, and was retracted.

        `unchecked` means that no registry could be asked, and says nothing about the work.
        """
        return cast(Checked, await _watched(ctx, self._api.check(session_id, support)))

    # --- files ------------------------------------------------------------------------------------

    async def export_document(
        self,
        session_id: SessionId,
        path: Annotated[
            str, Field(description="path of a new file; its ending determines the format", max_length=4_000)
        ],
        style: Annotated[str | None, Field(description="citation style: apa, ieee, nature …", max_length=200)] = None,
    ) -> ExportedFile:
        """Write the document to a new file: .docx, .pdf, .tex, .html, .xml (JATS), .odt, .epub, .md or .zip.

        An existing file is never replaced. `warnings` list what the file lacks or shows differently.
        """
        file = Path(path).expanduser()
        known = {f".{each.extension}": each.name for each in FORMATS.values()}
        if file.suffix.lower() not in known:
            raise ToolError(f"Nothing was written. The file's ending must be one of these: {', '.join(known)}.")
        query = {"format": known[file.suffix.lower()]} | ({"style": style} if style else {})
        content, warnings = await _called(lambda: self._api.export(session_id, query))
        try:
            with file.open("xb") as made:
                made.write(content)
        except OSError as error:
            raise ToolError(f"{file} cannot be written: {error.strerror or error}.") from error
        return {"file": str(file), "bytes": len(content), "warnings": warnings}

    async def import_document(
        self,
        session_id: SessionId,
        path: Annotated[str, Field(description="a .docx, .odt, .tex, .html, .epub or .md file", max_length=4_000)],
    ) -> Imported:
        """Import a file of this machine as *pending* content. If the person approves it, it replaces the whole
        document.

        `warnings` list the parts of the file that the imported text lacks.
        """
        file = Path(path).expanduser()
        if file.suffix.lower() not in (".docx", ".odt", ".tex", ".html", ".htm", ".epub", ".md"):
            raise ToolError("Nothing was imported. Only .docx, .odt, .tex, .html, .epub and .md files can be imported.")
        return await _called(lambda: self._api.import_file(session_id, {"file": (file.name, read_bytes(file))}))

    # --- proposing --------------------------------------------------------------------------------

    async def propose_content(
        self,
        session_id: SessionId,
        message: Annotated[str, Field(min_length=1, max_length=20_000, description="what to write, and where it goes")],
        ctx: Context[Any, Any],
        mode: Annotated[
            Mode, Field(description="`write`: content for the document; `research`: an answer in the chat only")
        ] = "write",
        attached: Annotated[
            list[Passage] | None, Field(max_length=50, description="texts that the content may use")
        ] = None,
        search_mode: Kind = None,
    ) -> Answer:
        """Ask the session's writer for content. The content becomes *pending*: only the person approves or rejects
        it.
        """
        run = self._api.message(
            session_id, NewMessage(message, mode, attached_texts(attached), search_mode=search_mode)
        )
        return cast(Answer, await _watched(ctx, run))

    async def propose(
        self,
        session_id: SessionId,
        document_content: Annotated[str, Field(min_length=1, description="your own text, in Markdown, word for word")],
        sources: Annotated[
            list[str] | None,
            Field(max_length=200, description="the text's sources: DOIs, addresses or references"),
        ] = None,
        message: Annotated[
            str | None,
            Field(min_length=1, max_length=20_000, description='where the text goes: "at the end of Methods"'),
        ] = None,
    ) -> Answer:
        """Propose your own text, which no model changes. The text becomes *pending*: only the person approves or
        rejects it.
        """
        proposal = NewProposal(document_content, sources or (), message)
        return await _called(lambda: self._api.propose(session_id, proposal))

    async def pending(self, session_id: SessionId) -> PendingContent:
        """Return the content that waits for the person's approval; null if there is none."""
        return {"pending": next(iter(await _called(lambda: self._api.open_drafts(session_id))), None)}

    async def preview(self, session_id: SessionId) -> Preview:
        """Return where the pending content would go, why, and the diff. Nothing is changed."""
        return await _called(lambda: self._api.preview(session_id))


async def _called(call: Callable[[], Result]) -> Result:
    """Make a short call in a thread, and return its result. Raises ToolError if the call fails."""
    try:
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
    except ClientFailure as failure:
        raise ToolError(failure.words) from failure


async def _watched(ctx: Context[Any, Any], run: Run) -> dict[str, Any]:
    """Return a run's answer. The run's steps are reported as the tool call's progress. If the agent cancels the call,
    stop the run.
    """
    given_up = threading.Event()

    def watch() -> dict[str, Any]:
        steps = 0
        for event in run:
            said = text_output.step(event.name, event.data)
            if said and not given_up.is_set():
                steps += 1
                anyio.from_thread.run(ctx.report_progress, steps, None, said)
        return event.data

    try:
        return await anyio.to_thread.run_sync(watch, abandon_on_cancel=True)
    except ClientFailure as failure:
        raise ToolError(failure.words) from failure
    except anyio.get_cancelled_exc_class():
        given_up.set()
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(run.stop)
        raise


def _cut(source: Source, characters: int) -> Source:
    """Return a source with at most `characters` characters of its text, and without search metadata."""
    text = source["content"]
    kept = cast(Source, {name: value for name, value in source.items() if name != "metadata"})
    return {**kept, "content": text if len(text) <= characters else text[:characters].rstrip() + "…"}
