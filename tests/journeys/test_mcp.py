"""Agents: the protocol's own client over standard input and output, against a real server."""

import json
import os
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests import warm
from tests.journeys.client import conftest as fixtures
from tests.shell import CONTENT, PAPER, ROOT, Held, signed_in
from tests.sonar_stand_in import Fails
from tests.waiting import PATIENCE

database_url, sonar, searxng = fixtures.database_url, fixtures.sonar, fixtures.searxng
writer, environ, server, stranger, shell = (
    fixtures.writer,
    fixtures.environ,
    fixtures.server,
    fixtures.stranger,
    fixtures.shell,
)

QUESTION = "What causes coral bleaching?"


@asynccontextmanager
async def agent(shell):
    """An agent's connection to `coscribe mcp`."""
    quiet = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    program, *words = warm.command("backend.cli")
    parameters = StdioServerParameters(command=program, args=[*words, "mcp"], env=quiet | shell.env, cwd=ROOT)
    async with Client(parameters, read_timeout_seconds=PATIENCE) as client:
        yield client


def with_agent(shell, talk):
    """What `talk(client)` comes to."""

    async def run():
        async with agent(shell) as client:
            with anyio.fail_after(90):
                return await talk(client)

    return anyio.run(run)


async def call(client, tool, progress=None, **arguments):
    """A tool's answer, which must be a good one."""
    result = await client.call_tool(tool, arguments, progress_callback=progress)
    assert not result.is_error, result.content
    return result.structured_content


async def failure(client, tool, **arguments):
    """A tool's error, in words."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


def test_tools_are_typed_and_none_approves(shell):
    async def talk(client):
        return (await client.list_tools()).tools

    tools = {each.name: each for each in with_agent(shell, talk)}
    assert set(tools) == {
        "search", "ask", "research", "list_sessions", "create_session", "read_session", "read_document",
        "read_structure", "propose_content", "propose", "pending", "preview", "check_references",
        "export_document", "import_document", "list_library", "add_to_library", "use_library",
    }  # fmt: skip
    research = tools["research"].input_schema["properties"]
    assert research["effort"]["enum"] == ["low", "medium", "high"]
    assert research["focus"]["enum"] == ["web", "local", "chat"]
    assert tools["propose_content"].input_schema["properties"]["mode"]["enum"] == ["write", "research"]
    assert tools["read_document"].annotations.read_only_hint and not tools["propose_content"].annotations.read_only_hint
    assert all(each.description and each.output_schema for each in tools.values())
    assert all(each.input_schema["additionalProperties"] is False for each in tools.values())


def test_what_a_tool_does_not_take_is_refused_by_name(shell):
    async def talk(client):
        assert client.server_info.version == version("coscribe")
        assert "limits" in await failure(client, "list_sessions", limits=1)
        (session,) = (await call(client, "list_sessions", limit=5))["sessions"]
        passage = {"type": "highlight", "content": "Gusts.", "page": 3}
        told = await failure(client, "propose_content", session_id=session["id"], message="Add.", attached=[passage])
        assert "attached.0.page" in told

    with_agent(shell, talk)


def test_an_agent_reads_and_proposes_and_the_person_approves(shell):
    steps = []

    async def progress(done, total, message):
        steps.append(message)

    async def talk(client):
        (session,) = (await call(client, "list_sessions"))["sessions"]
        about = {"session_id": session["id"]}
        assert (await call(client, "read_document", **about))["content"] == PAPER
        assert "Limitations" in (await call(client, "read_structure", **about))["summary"]
        assert (await call(client, "pending", **about))["pending"] is None
        assert "No draft waits" in await failure(client, "preview", **about)
        passage = {"type": "highlight", "content": "Gusts!", "source": "Notebook"}
        message = "Add a sentence on gusts to the end of Limitations."
        answer = await call(client, "propose_content", progress, message=message, attached=[passage], **about)
        assert answer["status"] == "pending_approval" and answer["document_content"] == CONTENT
        assert (await call(client, "pending", **about))["pending"]["document_content"] == CONTENT
        assert f"+{CONTENT}" in (await call(client, "preview", **about))["diff"]
        assert (await call(client, "read_document", **about))["content"] == PAPER, "nothing lands unseen"
        read = await call(client, "read_session", **about)
        assert [each["role"] for each in read["messages"]] == ["user", "assistant"]
        assert (await call(client, "read_document", revision=0, **about))["content"] == ""
        own = await call(client, "propose", document_content="Own — words.\r\n", message="To Methods.", **about)
        assert own["document_content"] == "Own — words.\r\n" and own["meta"]["provider"] == "caller"
        await anyio.to_thread.run_sync(lambda: shell.run("reject"))
        made = await call(client, "create_session", title="Another")
        assert made["title"] == "Another" and made["revision"] == 0

    with_agent(shell, talk)
    assert "asking the model" in steps and "writing" in steps
    assert shell.json("approve", "--yes")["revision"] == 2


@pytest.mark.parametrize("writer", ["research"], indirect=True)
def test_an_agent_searches_asks_and_researches(shell):
    steps = []

    async def progress(done, total, message):
        steps.append((done, message))

    async def talk(client):
        found = await call(client, "search", query=QUESTION, characters=40)
        assert len(found["results"]) == 3 and all(len(each["content"]) <= 41 for each in found["results"])
        quick = await call(client, "ask", question=QUESTION)
        assert not any("metadata" in each for each in [*found["results"], *quick["sources"]])
        assert quick["answer"] and quick["citations"] and quick["meta"]["effort"] == "low"
        made = await call(client, "research", progress, query="How do reefs recover?", effort="medium", characters=0)
        assert made["meta"]["effort"] == "medium" and {each["content"] for each in made["sources"]} == {"…"}

    with_agent(shell, talk)
    assert [done for done, _ in steps] == sorted({done for done, _ in steps}) and len(steps) > 2
    assert any("searxng" in message for _, message in steps)


def test_a_retracted_work_is_marked_wherever_an_agent_sees_it(shell, tmp_path):
    listed = "@article{weiss2014, title={{RETRACTED}: Of gusts}, author={Weiss, Eva}, year={2014}, doi={10.1234/w}}\n"
    (tmp_path / "refs.bib").write_text(listed)

    async def talk(client):
        (session,) = (await call(client, "list_sessions"))["sessions"]
        about = {"session_id": session["id"]}
        assert (await call(client, "add_to_library", path=str(tmp_path / "refs.bib")))["retracted"]
        assert [each["retracted"] for each in (await call(client, "list_library"))["works"]] == [True]
        await anyio.to_thread.run_sync(lambda: shell.run("library", "cite", "all"))
        assert [each["key"] for each in (await call(client, "read_session", **about))["session"]["retracted"]] == [
            "weiss2014"
        ]
        keyed = await call(client, "propose", document_content="Gusts rise [@weiss2014].\n", **about)
        assert keyed["warnings"] == ["@weiss2014: “RETRACTED: Of gusts” was retracted."]
        sourced = await call(client, "propose", document_content="Gusts rise.\n", sources=["doi:10.1234/w"], **about)
        assert [each["status"] for each in sourced["citations"]] == ["retracted"]
        assert any("was retracted" in each for each in sourced["warnings"])
        pending = (await call(client, "pending", **about))["pending"]
        assert [each["status"] for each in pending["citations"]] == ["retracted"]
        messages = (await call(client, "read_session", **about))["messages"]
        assert [each["status"] for each in messages[-1]["citations"]] == ["retracted"]
        (checked,) = (await call(client, "check_references", **about))["references"]
        assert (checked["status"], checked["reason"]) == ("retracted", "The work was retracted.")

    with_agent(shell, talk)
    refused = shell.run("approve", "--yes", code=7)
    assert "retracted" in refused.stderr
    shell.run("approve", "--yes", "--accept-sources")


def test_what_goes_wrong_is_told_and_the_server_goes_on(shell, sonar):
    async def talk(client):
        nobody = "00000000-0000-4000-8000-000000000000"
        assert "session" in await failure(client, "read_document", session_id=nobody)
        assert "nothing" in await failure(client, "read_document", session_id="../../../healthz")
        assert "effort" in await failure(client, "research", query="x", effort="utmost")
        assert "connectors.0" in await failure(client, "search", query="x", connectors=["nowhere"])
        (session,) = (await call(client, "list_sessions"))["sessions"]
        sonar.script(Fails(401))
        assert "key" in await failure(client, "propose_content", session_id=session["id"], message="Add it.")
        assert (await call(client, "list_sessions"))["sessions"]

    with_agent(shell, talk)


def test_a_missing_login_is_said_and_heals(stranger):
    async def talk(client):
        told = await failure(client, "list_sessions")
        assert "not signed in" in told and f"coscribe login --server {stranger.server}" in told
        await anyio.to_thread.run_sync(lambda: signed_in(stranger))
        assert (await call(client, "list_sessions"))["sessions"]

    with_agent(stranger, talk)


@pytest.mark.parametrize("how", ["cancelled", "hung up"])
def test_a_call_that_is_given_up_stops_the_provider(shell, sonar, how):
    held = Held()
    sonar.script(held)

    async def talk(client):
        (session,) = (await call(client, "list_sessions"))["sessions"]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "propose_content", {"session_id": session["id"], "message": "Add it."})
            assert await anyio.to_thread.run_sync(held.reached.wait, 30)
            tasks.cancel_scope.cancel()
        if how == "cancelled":
            assert await anyio.to_thread.run_sync(held.gone.wait, 20)
            assert (await call(client, "propose_content", session_id=session["id"], message="Again."))["response"]

    with_agent(shell, talk)
    assert held.gone.wait(PATIENCE)
    assert json.loads(shell.run("sessions", "--json").stdout)["items"]
