"""Options held against what the operator allows and the user has."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace

import pytest

from backend.errors import NotFound, Refused
from backend.kernel.events import Event, silent
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Source
from backend.services import documents, drafting, research
from backend.services.answers import request_options
from backend.services.drafting import SendMessage
from backend.services.research import Research
from backend.sources.identifiers import source_id
from backend.tools import tools
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel
from tests.research.subagents.test_parallel_agents import SPLIT, ByTask


def test_every_model_that_is_not_allowed_is_named(world) -> None:
    with pytest.raises(Refused) as caught:
        request_options.check(world.ports, world.user_id, Wanted("huge", "odd"))
    assert set(caught.value.errors or ()) == {"models.chat", "models.system"}
    allowed = replace(world.ports, allowed_models=frozenset({"huge"}))
    request_options.check(allowed, world.user_id, Wanted("huge"))


def test_works_and_personas_of_nobody_are_not_found(world) -> None:
    for wanted in (Wanted(library=(str(uuid.uuid4()),)), Wanted(persona_id=str(uuid.uuid4()))):
        with pytest.raises(NotFound):
            request_options.check(world.ports, world.user_id, wanted)
    request_options.check(world.ports, world.user_id, Wanted(library="all", persona_id=""))


def test_the_system_model_follows_the_chat_model_only_at_one_provider(world) -> None:
    linked = world.ports.research.system is world.ports.research.chat
    assert request_options.system_model(world.ports, Wanted("big")) == ("big" if linked else None)
    assert request_options.system_model(world.ports, Wanted("big", "small")) == "small"
    assert request_options.system_model(world.ports, NOTHING_SAID) is None


QUESTION = "How do tides and storms differ in what they do to mangroves?"
TIDES = Source("Tides", "https://a.example/tides", content="Tides flood mangroves twice a day.")


def outfitted(world, chat, system, pages=None, found=(TIDES,)):
    services = CannedServices(searxng=list(found))
    parts = research_ports(services, pages, chat, system)
    parts = replace(parts, tools=tools(parts, lambda url, seconds: None, world.ports.files))
    return replace(world.ports, research=parts), services


class Both(ByTask):
    """Splits the question between two searches, and cites what they found."""

    def complete(self, request, emit, listen=None):
        reply = super().complete(request, emit, listen)
        said = request.turns[-1].content
        if "[END OF HELPER REPORTS]" in said:
            cited = f"Tides flood them [{source_id(TIDES)}]. Storms break them [sx_00000000]."
            if listen is not None:
                listen.text(cited)
            return replace(reply, text=cited)
        return reply


def test_what_helpers_found_is_answered_from_and_cited(world) -> None:
    split = json.loads(SPLIT)
    split["subtasks"][1]["helper"] = "deep_research"
    model = Both(first=json.dumps(split))
    ports, _ = outfitted(world, model, model)
    events: list[Event] = []
    made = research.research(ports, world.user_id, Research(QUESTION), events.append)
    assert made["answer"] == f"Tides flood them [{source_id(TIDES)}]. Storms break them."
    assert list(made["citations"]) == [source_id(TIDES)]
    assert [each["step"] for each in made["steps"]] == ["supervise", "helpers", "synthesise"]
    names = [each.name for each in events]
    assert names.count("subagent_started") == names.count("subagent_completed") == 2
    last = model.requests[-1].turns[-1].content
    assert "[HELPER REPORT: What do tides do to mangroves?]\nIt is so." in last


def test_helpers_that_fail_leave_the_plain_way(world) -> None:
    model = Both(first=SPLIT, fails="[TOOL RESULT")
    ports, _ = outfitted(world, model, model)
    made = research.research(ports, world.user_id, Research(QUESTION), silent)
    assert [each["step"] for each in made["steps"]][-3:] == ["search", "read", "synthesise"] or "search" in [
        each["step"] for each in made["steps"]
    ]
    assert made["answer"] == "It is so."


def test_notes_and_the_document_of_the_session_can_be_read(world) -> None:
    documents.put(world.ports, world.owned, '"0"', "# Mangroves\n")
    call = json.dumps({"calls": [{"tool": "read", "arguments": {"name": "doc.md"}}]})
    write = json.dumps({"calls": [{"tool": "write", "arguments": {"name": "doc.md", "text": "gone"}}]})
    chat = ScriptedModel(call, write, "The notes say little.", "Little is known.")
    ports, services = outfitted(world, chat, ScriptedModel())
    asked = Research("What do my notes and my document say about mangroves?", session_id=world.session_id)
    research.research(ports, world.user_id, asked, silent)
    assert "# Mangroves" in chat.requests[1].turns[-1].content
    assert not services.asked and "The notes say little." in chat.requests[3].turns[-1].content
    assert "only an approval of the researcher" in chat.requests[2].turns[-1].content
    assert documents.current(world.ports, world.session_id).content == "# Mangroves\n"


def test_focus_chat_uses_no_tools(world) -> None:
    chat = ScriptedModel("From what I know: twice a day.")
    ports, services = outfitted(world, chat, ScriptedModel())
    asked = Research("What does https://a.example/tides say about tides?", wanted=Wanted(focus="chat"))
    made = research.research(ports, world.user_id, asked, silent)
    assert made["answer"].startswith("From what I know") and not services.asked
    assert chat.requests[0].tools == ()


@pytest.mark.parametrize("pages", [None, CannedPages({})])
def test_a_browsers_assistant_turns_tools_off_and_is_shown(world, pages) -> None:
    chat = ScriptedModel("The page is about tides.")
    ports, services = outfitted(world, chat, ScriptedModel(), pages)
    events: list[Event] = []
    asked = Research("[Browser assistant] The tab shows https://a.example/x: tides. What is it about?")
    research.research(ports, world.user_id, asked, events.append)
    (shown,) = [each for each in events if each.name.startswith("tool_call")]
    assert (shown.name, shown.data["status"], shown.data["tool"]) == (
        "tool_call_started",
        "success",
        "browser_assistant",
    )
    assert not services.asked and chat.requests[0].tools == ()


def test_in_a_message_it_keeps_the_model_from_searching(world) -> None:
    answer = {"message": "About tides.", "document_content": "", "sources": []}
    writer = ScriptedModel(json.dumps(answer), json.dumps(answer))
    ports = replace(world.ports, writer=writer)
    told = drafting.send(
        ports, world.user_id, SendMessage(world.session_id, "[Browser assistant] Sum up this page: tides.", "research")
    )
    assert told["response"] == "About tides."
    assert writer.requests[0].search is False
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "What is new about tides?", "research"))
    assert writer.requests[1].search is not False
