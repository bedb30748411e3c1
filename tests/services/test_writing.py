"""Stage 1: what becomes of a model's answer, and what a model may say beside it without harm."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from backend.drafting.highlights import AttachedSection
from backend.errors import Conflict, ProviderMisanswered
from backend.kernel.exchange import ChatReply, Usage
from backend.kernel.wanted import Wanted
from backend.kernel.works import Source
from backend.ports import Policy
from backend.services import approval, drafting, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.storage import drafts, element_types, messages
from backend.storage.db import reading
from tests.fakes import ScriptedModel


@pytest.mark.parametrize(
    ("offered", "admitted"),
    [
        ({"type_name": "lemma", "description": "A lemma.", "metadata_schema": {}}, ["lemma"]),
        ({"name": "lemma", "description": "A lemma.", "examples": ["x"], "is_system": True}, ["lemma"]),
        ({"type_name": "lemma", "description": None}, []),
        ({"type_name": "lemma", "description": {"en": "A lemma."}}, []),
        ({"type_name": None, "description": "A lemma."}, []),
        ({"type_name": ["lemma"], "description": "A lemma.", "metadata_schema": "none"}, []),
    ],
)
def test_new_types_of_every_form(world, offered, admitted):
    answer = json.dumps({"message": "Here.", "document_content": "Text.", "sources": [], "new_types": [offered]})
    ports = replace(world.ports, writer=ScriptedModel(answer))
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a lemma."))
    assert given["new_types"] == admitted and given["status"] == "pending_approval"
    assert len(given["warnings"]) == 1 - len(admitted)


class Ending(ScriptedModel):
    """A model that says why its answer ended."""

    def __init__(self, answer: str, reason: str | None) -> None:
        super().__init__(answer)
        self.reason = reason

    def complete(self, request, emit, listen=None) -> ChatReply:
        return replace(super().complete(request, emit, listen), finish_reason=self.reason)


WHOLE = json.dumps({"message": "Here.", "document_content": "Tides flood the flats.", "sources": [], "new_types": []})
TORN = WHOLE[: WHOLE.index(" the flats")]


def test_the_warning_says_that_coscribe_cut_an_answer_and_where(world):
    answer = json.dumps({"message": "Here.", "document_content": "Tides flood the flats. " * 22_000, "sources": []})
    ports = replace(world.ports, writer=ScriptedModel(answer))
    made = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))
    told = [words for words in made["warnings"] if "cut off" in words]
    assert len(told) == 1 and told[0].startswith("Coscribe cut off the content after 500,000 characters")
    assert made["meta"]["truncated"]


@pytest.mark.parametrize(
    ("answer", "reason", "truncated"),
    [
        (WHOLE, "stop", False),
        (WHOLE, None, False),
        (WHOLE, "length", True),  # the provider says so, and the text alone does not show it
        (TORN, "stop", True),  # the text shows it, and the provider does not say so
        (TORN, None, True),
        (TORN, "length", True),
    ],
)
def test_an_answer_was_cut_off_if_either_the_provider_or_its_text_says_so(world, answer, reason, truncated):
    ports = replace(world.ports, writer=Ending(answer, reason))
    made = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))
    assert made["meta"]["truncated"] is truncated
    assert any("cut off" in words for words in made["warnings"]) is truncated
    decision = ApprovalCommand(world.session_id, made["pending_content_id"])
    if truncated:
        with pytest.raises(Conflict, match="cut off") as refused:
            approval.approve(ports, world.user_id, decision)
        assert refused.value.extra == {"truncated": True}
        decision = replace(decision, accept_truncated=True)
    assert approval.approve(ports, world.user_id, decision)["status"] == "approved"


# --- the answer and what is stored of it ----------------------------------------------------------------


class Searching(ScriptedModel):
    """A model that searches, and says what its answers cost, what they rest on and how they ended."""

    searches = True

    def __init__(self, *answers: str | Exception, **more: object) -> None:
        super().__init__(*answers)
        self.more = more

    def complete(self, request, emit, listen=None) -> ChatReply:
        listen.begun()
        return replace(super().complete(request, emit, listen), **self.more)


def reply(content: str = "", message: str = "Here.", **more: object) -> str:
    return json.dumps({"message": message, "document_content": content, "sources": [], "new_types": [], **more})


def sent(world, model: ScriptedModel, text: str = "Add a paragraph on tides.", **more: object) -> dict:
    ports = replace(world.ports, writer=model, placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text, **more))


def stored_answer(world, message_id: str):
    with reading():
        return messages.get(message_id)


def test_the_answer_says_all_that_the_contract_names(world):
    usage = Usage(120, 30, 0.25)
    model = Searching(reply("Tides flood the flats.", sources=["Lee 2020"]), usage=usage, rung="schema")
    made = sent(world, model)
    steps = made["meta"].pop("timings_ms")
    assert list(steps) == ["retrieve", "prompt", "provider", "parse", "store"]
    assert all(0 <= took < 600_000 for took in steps.values())
    answer = stored_answer(world, made["message_id"])
    assert made == {
        "response": "Here.",
        "document_content": "Tides flood the flats.",
        "sources": ["Lee 2020"],
        "session_id": world.session_id,
        "message_id": answer.id,
        "status": "pending_approval",
        "pending_content_id": waiting(world)[0].id,
        "citations": made["citations"],
        "new_types": [],
        "intent": "new",
        "revises": None,
        "warnings": made["warnings"],
        "meta": {
            "provider": "scripted",
            "model": "scripted-1",
            "mode": "write",
            "run_id": made["meta"]["run_id"],
            "usage": {"prompt_tokens": 120, "completion_tokens": 30, "cost": 0.25},
            "truncated": False,
            "repaired": [],
            "cached": False,
            "persona_id": None,
            "used_location": False,
            "used_personalization": False,
        },
    }


def test_what_is_stored_of_an_answer_is_what_a_reloaded_page_shows(world):
    model = Searching(reply("Tides flood the flats."), usage=Usage(120, 30, 0.25), rung="schema")
    made = sent(world, model, mode="research")
    answer = stored_answer(world, made["message_id"])
    assert (answer.role, answer.content, answer.document_content) == ("assistant", "Here.", "Tides flood the flats.")
    assert (answer.mode, answer.status) == ("research", "pending_approval")
    assert [each["event"] for each in answer.events if each["event"].startswith("tool")] == [
        "tool_call_started",
        "tool_call_success",
    ]
    told = {
        "provider": "scripted",
        "model": "scripted-1",
        "rung": "schema",
        "prompt_version": answer.model_meta["prompt_version"],
        "run_id": made["meta"]["run_id"],
        "intent": "new",
        "warnings": made["warnings"],
        "usage": made["meta"]["usage"],
        "truncated": False,
        "repaired": [],
        "mode": "research",
        "shown": {"revision": 0, "whole": []},
    }
    assert answer.model_meta.items() >= told.items()
    assert answer.model_meta["prompt_version"]


def waiting(world):
    with reading():
        return drafts.waiting(world.session_id)


def test_a_call_is_booked_with_its_step_and_its_cost(world):
    sent(world, Searching(reply("Tides."), usage=Usage(120, 30, 0.25)))
    used = sessions.usage(world.ports, world.user_id, world.session_id)
    assert (used["stage1"]["calls"], used["stage2"]["calls"]) == (1, 0)
    assert (used["stage1"]["prompt_tokens"], used["stage1"]["cost"]) == (120, 0.25)


def test_content_without_a_message_is_announced_and_an_empty_answer_is_the_providers_fault(world):
    made = sent(world, ScriptedModel(reply("Tides flood.", message=" ")))
    assert made["response"] == "Here is the content for your approval."
    with pytest.raises(ProviderMisanswered, match="neither a message nor content"):
        sent(world, ScriptedModel(reply(" \n", message="")))
    assert len(waiting(world)) == 1


def test_blank_content_is_no_content_and_lines_around_content_go(world):
    assert sent(world, ScriptedModel(reply(" \n\n", message="Nothing to add.")))["status"] is None
    assert sent(world, ScriptedModel(reply("\n\n  Tides.\n")))["document_content"] == "  Tides."


def test_only_research_answers_are_shown_without_markup(world):
    marked = "It is **known** that tides rise."
    assert sent(world, ScriptedModel(reply(message=marked)))["response"] == marked
    assert sent(world, ScriptedModel(reply(message=marked)), mode="research")["response"] == marked.replace("**", "")


def test_a_type_without_words_is_refused_by_name(world):
    offered = [{"type_name": "lemma", "description": ""}, {"type_name": "axiom", "description": "Taken as true."}]
    made = sent(world, ScriptedModel(reply("Text.", new_types=offered)))
    assert made["new_types"] == ["axiom"]
    (warning,) = [words for words in made["warnings"] if "'lemma'" in words]
    assert warning.startswith("The new element type 'lemma' was refused: ")
    with reading():
        assert [each.type_name for each in element_types.list_types(world.session_id) if not each.is_system] == [
            "axiom"
        ]


@pytest.mark.parametrize(
    ("wanted", "model"),
    [
        (Wanted(), None),
        (Wanted(fast=True), "quick-1"),
        (Wanted("big-1"), "big-1"),
        (Wanted("big-1", fast=True), "big-1"),  # the model that was named goes before the one that is quicker
    ],
)
def test_the_named_model_is_asked_else_the_quicker_one_if_that_was_wished(world, wanted, model):
    scripted = ScriptedModel(reply("Tides."))
    ports = replace(world.ports, writer=scripted, fast_model="quick-1", allowed_models=frozenset({"big-1"}))
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph.", wanted=wanted))
    assert scripted.requests[0].model == model


@pytest.mark.parametrize("used", [True, False])
def test_location_and_profile_count_as_used_where_they_were_given_and_used(world, used):
    wanted = Wanted(location="Auckland, NZ", profile="A marine biologist")
    made = sent(world, Searching(reply("Tides."), used_location=used, used_profile=used), wanted=wanted)
    assert (made["meta"]["used_location"], made["meta"]["used_personalization"]) == (used, used)
    made = sent(world, Searching(reply("Ebbs."), used_location=True, used_profile=True))
    assert (made["meta"]["used_location"], made["meta"]["used_personalization"]) == (False, False)


def test_twenty_drafts_wait_and_the_next_content_is_shown_but_not_kept(world):
    model = ScriptedModel(*(reply(f"Paragraph number {n} on tides.", intent="new") for n in range(22)))
    for _ in range(20):
        made = sent(world, model, draft="new")
        assert made["status"] == "pending_approval" and not any("wait already" in each for each in made["warnings"])
    made = sent(world, model, draft="new")
    assert (made["status"], made["pending_content_id"]) == (None, None) and len(waiting(world)) == 20
    assert made["document_content"] and any(each.startswith("20 drafts wait already") for each in made["warnings"])
    revised = sent(world, model, "Shorter.", draft=waiting(world)[0].id)
    assert revised["status"] == "pending_approval" and len(waiting(world)) == 20, "a version takes no place"


def test_content_that_comes_back_unchanged_leaves_the_version_that_waits(world):
    first = sent(world, ScriptedModel(reply("Tides flood the flats.")))
    again = sent(world, ScriptedModel(reply("Tides flood the flats.\n")), "Shorter.", draft=first["pending_content_id"])
    assert again["status"] is None and again["document_content"] == ""
    assert any("returned the content unchanged" in each for each in again["warnings"])
    assert [each.id for each in waiting(world)] == [first["pending_content_id"]]


def test_a_new_version_names_the_one_that_it_revises_and_keeps_its_thread(world):
    first = sent(world, ScriptedModel(reply("Tides flood the flats twice a day.")))
    (old,) = waiting(world)
    made = sent(world, ScriptedModel(reply("Tides flood the flats.")), "Shorter.", draft=old.id)
    (new,) = waiting(world)
    assert (made["intent"], made["revises"]) == ("revise", first["pending_content_id"])
    assert [each.part for each in new.thread] == ["request", "revision"] and new.thread[:1] == old.thread
    assert (new.requested_at, new.requested_number, new.revises) == (old.requested_at, old.requested_number, old.id)
    with reading():
        assert drafts.get(world.session_id, old.id).status == "superseded"


def test_a_rewrite_rejects_the_old_version_for_its_reason(world):
    first = sent(world, ScriptedModel(reply("Tides flood the flats twice a day.")))
    ports = replace(world.ports, writer=ScriptedModel(reply("Ebb and flow shape the flats twice a day.")))
    command = RewriteDraft(world.session_id, instruction="Say ebb and flow.", reason="Too plain.")
    made = drafting.rewrite(ports, world.user_id, command)
    with reading():
        old = drafts.get(world.session_id, first["pending_content_id"])
    assert (old.status, old.reject_reason) == ("rejected", "Too plain.") and made["revises"] == old.id
    assert made["intent"] == "revise"


def test_a_version_that_lost_most_of_its_base_says_so_unless_less_was_asked_for(world):
    long = " ".join(f"Tide number {n} floods the flats and leaves again." for n in range(40))
    first = sent(world, ScriptedModel(reply(long)))
    made = sent(world, ScriptedModel(reply("Tides flood.")), "Use the passive.", draft=first["pending_content_id"])
    assert waiting(world)[0].doubt in made["warnings"]
    with pytest.raises(Conflict):
        approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id))
    shorter = sent(world, ScriptedModel(reply(long)), "Longer.", draft=made["pending_content_id"])
    sent(world, ScriptedModel(reply("Tides flood.")), "One sentence, please.", draft=shorter["pending_content_id"])
    assert waiting(world)[0].doubt is None


@pytest.mark.parametrize(
    ("minutes", "question", "calls"),
    [
        (9, "What do tides do to flats?", 1),
        (11, "What do tides do to flats?", 2),
        (9, "What do tides do to reefs?", 2),
    ],
)
def test_a_repeated_research_question_is_answered_from_memory_for_a_while(world, minutes, question, calls):
    source = Source("Tides", url="https://tides.example/1", authors=("A. Lee",))
    answers = reply(message="They rise [1]."), reply(message="They fall [1].")
    model = Searching(*answers, results=(source,), usage=Usage(9, 9, 1.0))
    ports = replace(world.ports, writer=model, policy=Policy(answer_age=600))
    first = drafting.send(
        ports, world.user_id, SendMessage(world.session_id, "What do tides do to flats?", mode="research")
    )
    assert first["meta"]["cached"] is False
    later = replace(ports, clock=lambda: ports.clock() + timedelta(minutes=minutes))
    again = drafting.send(later, world.user_id, SendMessage(world.session_id, question, mode="research"))
    assert len(model.requests) == calls == sessions.usage(ports, world.user_id, world.session_id)["stage1"]["calls"]
    assert again["meta"]["cached"] is (calls == 1)
    if calls == 1:
        assert (again["response"], again["citations"]) == (first["response"], first["citations"])
        assert again["meta"]["usage"] == {"prompt_tokens": None, "completion_tokens": None, "cost": None}


@pytest.mark.parametrize(("age", "reason"), [(0, "stop"), (600, "length")])
def test_answers_are_not_kept_where_nobody_wants_it_nor_when_they_were_cut_off(world, age, reason):
    model = Searching(reply(message="They rise."), reply(message="They fall."), finish_reason=reason)
    ports = replace(world.ports, writer=model, policy=Policy(answer_age=age))
    for _ in range(2):
        question = SendMessage(world.session_id, "What do tides do to flats?", mode="research")
        assert drafting.send(ports, world.user_id, question)["meta"]["cached"] is False


def answer(content="", **more):
    return json.dumps({"message": "Here.", "document_content": content, "sources": [], "new_types": []} | more)


def test_a_version_that_changes_nothing_is_none(world):
    ports = replace(world.ports, writer=ScriptedModel(answer("Tides flood."), answer("Tides flood.", intent="revise")))
    first = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a sentence on tides."))
    second = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Drop the last sentence."))
    assert (second["intent"], second["pending_content_id"], second["document_content"]) == ("talk", None, "")
    assert any("unchanged" in each for each in second["warnings"])
    (waiting,) = approval.pending(ports, world.user_id, world.session_id)["open"]
    assert waiting["draft"].id == first["pending_content_id"]


def test_a_model_that_promises_an_edit_which_cannot_be_prepared_is_not_repeated(world):
    ports = replace(world.ports, writer=ScriptedModel(answer(intent="edit", message="La muevo.")))
    made = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Mueve esa frase al final de Tip 4."))
    assert made["intent"] == "talk" and "La muevo" not in made["response"]
    assert "no se ha preparado nada" in made["response"]  # in the language of the message


def test_a_source_that_came_with_a_highlight_needs_no_warning(world):
    attached = (AttachedSection("highlight", "Tides flood the flats.", source="Vos 2019"),)
    ports = replace(world.ports, writer=ScriptedModel(answer("Tides flood.", sources=["Vos 2019", "Poe 2020"])))
    made = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Use it.", attached_sections=attached))
    assert [each["status"] for each in made["citations"]] == ["unchecked", "unchecked"]
    assert [each for each in made["warnings"] if "confirms" in each] == [
        "No search result or attached source confirms this source: Poe 2020"
    ]


def test_numbers_without_any_source_are_named_as_such(world):
    made = sent(world, ScriptedModel(reply("The tide rose by 3.17 m in two hours.")))
    assert any("to compare them with: 3.17" in each for each in made["warnings"])


def test_content_is_cleaned_of_its_fence_and_of_words_to_the_user(world):
    text = "Tides flood the flats twice a day, and the mud stays."
    answer = f"Here is the paragraph:\n\n```markdown\n{text}\n```\n\nLet me know if you want it longer."
    made = sent(world, ScriptedModel(reply(answer)))
    assert made["document_content"] == text and waiting(world)[0].content == text
    assert [
        word for word in ("code block", "Here is", "Let me know") if not any(word in w for w in made["warnings"])
    ] == []
    code = "```python\nprint(1)\n```"
    assert sent(world, ScriptedModel(reply(code)), "Add the script.", draft="new")["document_content"] == code


def test_the_answer_names_the_fields_that_were_repaired_by_a_guess(world):
    answer = r'{"message": "Here.", "document_content": "x \\beta $\nu$ \to"}'
    ports = replace(world.ports, writer=ScriptedModel(answer))
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))
    named = [each.split("`")[1] for each in given["warnings"] if each.startswith("The model's answer was malformed")]
    assert named == ["document_content"]
