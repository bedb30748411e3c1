"""The tools for agents: what each asks of the server, and that none approves."""

from __future__ import annotations

import re
from pathlib import Path

import anyio
import httpx2
import pytest

mcp = pytest.importorskip("backend.client.mcp")

from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402

from tests.client.conftest import SESSION, answer, open_drafts, pending, session, streamed  # noqa: E402

SOURCE = {
    "id": "sx_a1", "title": "T", "url": None, "doi": None, "authors": [], "year": None, "content": "word " * 300,
    "score": None, "connector": "c", "published_at": None, "metadata": {"engines": ["x"]},
}  # fmt: skip


class Progress:
    """The context of a call, as far as progress goes."""

    def __init__(self):
        self.told = []

    async def report_progress(self, step, total, said):
        self.told.append((step, said))


def do(method, *given, **more):
    return anyio.run(lambda: method(*given, **more))


@pytest.fixture
def tools(api):
    return mcp.Tools(api)


def listed(api):
    return {tool.name: tool for tool in anyio.run(mcp.agents_server(api).list_tools)}


def test_no_tool_approves_or_rejects_and_those_that_only_read_say_so(api):
    tools = listed(api)
    assert sorted(tools) == sorted(
        "search ask research list_sessions create_session read_session read_document read_structure check_references "
        "export_document import_document list_library add_to_library use_library "
        "propose_content propose pending preview".split()
    )
    assert not any("\n    " in tool.description or tool.description.endswith((" ", "\n")) for tool in tools.values())
    guide = (Path(__file__).resolve().parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+)`", guide[guide.index("## The tools") : guide.rindex("|")])) == set(tools)
    changing = {name for name, tool in tools.items() if not tool.annotations.read_only_hint}
    assert changing == {
        "create_session", "propose_content", "propose", "check_references", "export_document", "import_document",
        "add_to_library", "use_library",
    }  # fmt: skip
    assert not any(tools[name].annotations.destructive_hint for name in changing)
    outside = {name for name, tool in tools.items() if tool.annotations.open_world_hint}
    assert outside == {"search", "ask", "research", "propose_content", "check_references"}


def test_numbers_and_questions_of_tools_are_described(api):
    given = [(name, each) for tool in listed(api).values() for name, each in tool.input_schema["properties"].items()]
    assert all("description" in each for name, each in given if name in ("query", "question", "top_k", "limit"))


def test_works_join_the_library_and_drafts_draw_on_them(tools, canned, tmp_path):
    work = {"id": "w", "title": "Trees", "status": "ready"}
    canned.on("POST /api/library", (201, work)).on(f"PATCH /api/sessions/{SESSION}", {})
    canned.on(f"GET /api/sessions/{SESSION}", session())
    file = tmp_path / "trees.md"
    file.write_text("# Trees")
    assert do(tools.add_to_library, str(file)) == work
    for wanted, sent in ((["w"], ["w"]), ("all", "all"), ("none", None)):
        do(tools.use_library, SESSION, wanted)
        assert canned.body(-2) == {"library": sent}


def test_only_kinds_that_the_library_reads_leave_this_machine(tools, canned):
    with pytest.raises(ToolError, match=r"\.pdf"):
        do(tools.add_to_library, "/etc/passwd")
    assert not canned.requests


def test_an_argument_that_a_tool_does_not_have_is_refused_by_name(api):
    for tool in listed(api).values():
        assert tool.input_schema["additionalProperties"] is False
    with pytest.raises(ToolError, match="approve"):
        anyio.run(lambda: mcp.agents_server(api).call_tool("preview", {"session_id": SESSION, "approve": True}))


def test_a_search_gives_the_beginning_of_each_text_and_not_how_it_was_found(tools, canned):
    canned.on("POST /api/search", {"results": [SOURCE], "failures": [], "total_results": 1, "took_ms": 3})
    (one,) = do(tools.search, "ice", 3, ["arxiv"], 12)["results"]
    assert one["content"] == "word word wo…" and "metadata" not in one
    assert canned.body() == {"query": "ice", "top_k": 3, "connectors": ["arxiv"]}
    assert do(tools.search, "ice", characters=1500)["results"][0]["content"] == SOURCE["content"]


def test_what_results_must_be_like(tools, canned):
    canned.on("POST /api/search", {"results": [], "failures": [], "total_results": 0, "took_ms": 3})
    filters = {"domains": ["a.org"], "before": "2024-01-31"}
    do(tools.search, "ice", search_mode="academic", filters=filters)
    assert canned.body() == {"query": "ice", "top_k": 10, "search_mode": "academic", **filters}
    made = {"answer": "A", "citations": {}, "sources": [], "confidence": 1}
    canned.on("POST /api/research", streamed(("final_answer", made)))
    do(tools.research, "ice", Progress(), search_mode="both", filters={"recency": "week"})
    assert (canned.body()["search_mode"], canned.body()["recency"]) == ("both", "week")
    do(tools.ask, "ice", Progress(), search_mode="web")
    assert canned.body()["search_mode"] == "web"


def test_a_research_tells_its_steps_and_gives_each_text_once(tools, canned):
    made = {"answer": "A", "citations": {"sx_a1": SOURCE}, "sources": [SOURCE], "confidence": 1}
    canned.on("POST /api/research", streamed(("phase", {"phase": "asking"}), ("final_answer", made)))
    progress = Progress()
    found = do(tools.research, "ice", progress, "high", "local", True, SESSION, 4)
    assert (found["citations"]["sx_a1"]["content"], found["sources"][0]["content"]) == ("…", "word…")
    assert progress.told == [(1, "asking the model")]
    assert canned.body() == {
        "query": "ice", "effort": "high", "focus": "local", "deep": True, "session_id": SESSION,
    }  # fmt: skip


def test_a_question_is_a_quick_look(tools, canned):
    made = {"answer": "A", "citations": {}, "sources": [], "confidence": 1}
    canned.on("POST /api/research", streamed(("final_answer", made)))
    do(tools.ask, "ice", Progress())
    assert canned.body() == {"query": "ice", "effort": "low", "focus": "web"}


def test_sessions_and_documents_are_read(tools, canned):
    path = f"/api/sessions/{SESSION}"
    canned.on("GET /api/sessions", {"items": [session()], "next_cursor": None}).on(f"GET {path}", session())
    canned.on(f"GET {path}/messages", {"items": [{"id": "2"}, {"id": "1"}], "next_cursor": None})
    canned.on(f"GET {path}/document", {"session_id": SESSION, "revision": 3, "content": "new"})
    canned.on(f"GET {path}/document/revisions/1", {"revision": 1, "content": "old", "cause": "imported"})
    canned.on(f"GET {path}/document/structure", {"tree": [], "summary": "s"}).on("POST /api/sessions", session())
    assert do(tools.list_sessions, 5) == {"sessions": [session()]}
    assert [each["id"] for each in do(tools.read_session, SESSION, 2)["messages"]] == ["1", "2"]
    assert do(tools.read_document, SESSION)["content"] == "new"
    assert do(tools.read_document, SESSION, 1) == {"session_id": SESSION, "revision": 1, "content": "old"}
    assert do(tools.read_structure, SESSION)["summary"] == "s"
    assert do(tools.create_session, "T") == session() and canned.body() == {"title": "T"}


def test_a_papers_references_are_checked(tools, canned):
    made = {"references": [], "unsupported": [], "missing": ["a"], "uncited": []}
    canned.on(f"POST /api/sessions/{SESSION}/check", streamed(("citations", {}), ("final_answer", made)))
    assert do(tools.check_references, SESSION, Progress(), True) == made and canned.body() == {"support": True}


def test_what_is_proposed_waits(tools, canned):
    canned.on("POST /api/chat/message", streamed(("final_answer", answer(status="pending_approval"))))
    canned.on("GET /api/chat/pending", open_drafts(pending())).on("POST /api/chat/preview", {"diff": "+x"})
    passage = {"type": "highlight", "content": "c"}
    made = do(tools.propose_content, SESSION, "Write.", Progress(), "write", [passage])
    assert made["status"] == "pending_approval"
    assert canned.body()["attached_sections"] == [passage | {"source": None}]
    assert do(tools.pending, SESSION) == {"pending": pending()}
    assert do(tools.preview, SESSION) == {"diff": "+x"}


def test_an_agents_own_text_is_proposed_as_it_is(tools, canned):
    canned.on("POST /api/chat/propose", answer(status="pending_approval", document_content="Own.\n"))
    made = do(tools.propose, SESSION, "Own.\n", ["10.1/x"], "To Methods.")
    assert made["status"] == "pending_approval"
    assert canned.body() == {
        "session_id": SESSION, "document_content": "Own.\n", "sources": ["10.1/x"], "message": "To Methods.",
    }  # fmt: skip


def test_a_failure_comes_back_in_words(tools, canned):
    canned.on("POST /api/chat/message", (409, {"status": 409, "detail": "Busy."}))
    with pytest.raises(ToolError, match="Busy"):
        do(tools.propose_content, SESSION, "Write.", Progress())
    with pytest.raises(ToolError, match="No GET /api/sessions"):
        do(tools.list_sessions)


def test_a_call_that_is_given_up_stops_its_run(tools, canned):
    canned.on("POST /api/chat/message", streamed(("phase", {"phase": "asking"})))
    canned.on("POST /api/runs/run-1/cancel", {})

    class GivesUp(Progress):
        async def report_progress(self, *told):
            scope.cancel()
            await anyio.sleep(0)

    async def call():
        nonlocal scope
        with anyio.CancelScope() as scope:
            await tools.propose_content(SESSION, "Write.", GivesUp())
        return scope.cancelled_caught

    scope = None
    assert anyio.run(call)
    assert "POST /api/runs/run-1/cancel" in canned.asked


def test_an_export_is_a_new_file_and_never_another_one(tools, canned, tmp_path):
    file = httpx2.Response(200, content=b"PK a file", headers={"X-Export-Warnings": "0"})
    canned.on(f"GET /api/sessions/{SESSION}/export", file)
    path = tmp_path / "paper.docx"
    made = do(tools.export_document, SESSION, str(path), "ieee")
    assert made == {"file": str(path), "bytes": 9, "warnings": []} and path.read_bytes() == b"PK a file"
    asked = canned.requests[-1].url.params
    assert (asked["format"], asked["style"]) == ("docx", "ieee")
    for other in (str(path), str(tmp_path / "paper.exe"), str(tmp_path / "no" / "paper.pdf")):
        with pytest.raises(ToolError):
            do(tools.export_document, SESSION, other)
    assert path.read_bytes() == b"PK a file"


def test_an_import_waits_for_the_person(tools, canned, tmp_path):
    imported = {"pending_content_id": "p", "warnings": []}
    canned.on(f"POST /api/sessions/{SESSION}/document/import", (201, imported))
    (tmp_path / "paper.docx").write_bytes(b"PK a file")
    assert do(tools.import_document, SESSION, str(tmp_path / "paper.docx")) == imported
    assert b"PK a file" in canned.requests[-1].content
    for other in ("none.docx", ".ssh/id_ed25519"):
        with pytest.raises(ToolError):
            do(tools.import_document, SESSION, str(tmp_path / other))
