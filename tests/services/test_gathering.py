"""What Stage 1 gets to know, and what is said where a model that should have helped with it failed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.drafting.briefing import Rewriting
from backend.errors import ProviderTimeout
from backend.kernel.events import silent
from backend.kernel.wanted import Wanted
from backend.services import documents, gathering
from backend.services.gathering import Task
from backend.storage import drafts, messages, model_calls
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow, NewDraft
from tests.fakes import ScriptedModel
from tests.services.retrieval.test_library_search import AtOnce, Pages, add

PAPER = "# Tides\n\nThe moon raises the tides.\n\n## Storms\n\nStorms push water into the bay.\n"


class Failing:
    key = "failing"

    def embed(self, texts):
        raise ProviderTimeout("late")


def task(world, text: str = "What raises the tides?", content: str = PAPER, **more) -> Task:
    if content:
        documents.put(world.ports, world.owned, "*", content)
    with transaction():
        message = messages.add(world.session_id, "user", text, world.ports.clock())
    revision = documents.current(world.ports, world.session_id)
    return Task(world.session_id, world.user_id, message, "write", revision, **more)


def test_an_empty_document_is_shown_as_such(world) -> None:
    context, notes = gathering.retrieve(world.ports, task(world, content=""))
    assert context.is_empty and not context.passages and notes == ()


def test_without_the_embedding_model_passages_are_chosen_by_their_words_and_that_is_said(world) -> None:
    context, notes = gathering.retrieve(replace(world.ports, embedder=Failing()), task(world))
    assert "moon" in context.passages[0].text and "## Storms" in context.text
    assert len(notes) == 1 and "by their words alone" in notes[0]


def test_a_rewrite_is_searched_for_by_what_was_asked_first(world) -> None:
    wish = task(world, "Shorter.", rewriting=Rewriting("What pushes water into the bay?", "Text."))
    context, _ = gathering.retrieve(replace(world.ports, embedder=Failing()), wish)
    assert "Storms push" in context.passages[0].text


@pytest.fixture
def shelved(world):
    executor = AtOnce()
    executor.ports = replace(world.ports, extractor=Pages(), executor=executor)
    sentence = "The moon raises the tides twice a day in this bay. "
    for number in range(12):
        add(executor.ports, world.user_id, f"Paper {number}\nSurvey {number}. {sentence * 16}")
    return executor.ports


def test_the_library_gets_the_documents_room_and_twice_that_where_it_alone_answers(world, shelved) -> None:
    asked = task(world, wanted=Wanted(library="all"))
    room = shelved.budgets.top_k * shelved.budgets.chunk_size

    def size(**more) -> int:
        passages, _ = gathering.consult(shelved, replace(asked, wanted=replace(asked.wanted, **more)))
        return sum(len(each.text) for each in passages)

    assert 0 < size() <= room < size(focus="local") <= 2 * room
    assert size(focus="chat") == size(library=None) == 0


def talk(world, turns: int = 8) -> None:
    with transaction():
        for number in range(turns):
            role = "assistant" if number % 2 else "user"
            messages.add(world.session_id, role, f"Turn {number} on tides. " * 20, world.ports.clock())


@pytest.mark.parametrize("answer", ["They talked of tides.", ProviderTimeout("late")])
def test_a_long_talk_is_summarised_by_the_system_model_or_else_by_rules(world, answer) -> None:
    talk(world)
    system, asked = ScriptedModel(answer), task(world, wanted=Wanted(system_model="small"))
    ports = replace(world.ports, system=system, budgets=replace(world.ports.budgets, history_tokens=300))
    context, _ = gathering.retrieve(ports, asked)
    briefing, notes = gathering.brief(ports, asked, context, silent)
    with reading():
        kept, spent = messages.get_summary(world.session_id), model_calls.usage(world.session_id)["system"]
    assert briefing.summary is not None and kept == (briefing.summary.upto, briefing.summary.text)
    assert 0 < briefing.summary.upto < len(briefing.history) == 8 and system.requests[0].model == "small"
    if isinstance(answer, str):
        assert (briefing.summary.text, notes, spent.calls) == (answer, (), 1)
    else:
        assert "on tides." in briefing.summary.text and spent.calls == 0
        assert len(notes) == 1 and "rules shortened" in notes[0]
    again, notes = gathering.brief(ports, asked, context, silent)
    assert again.summary == briefing.summary and notes == (), "it is kept, and nobody is asked again"


def drafted(world, content: str) -> DraftRow:
    """A message with a highlight that asks for content, and the answer's draft."""
    now = world.ports.clock()
    with transaction():
        attached = ({"type": "highlight", "content": f"Note on {content}"},)
        asked = messages.add(world.session_id, "user", f"Write {content}", now, attached_sections=attached)
        answer = messages.add(
            world.session_id, "assistant", "Done.", now, status="pending_approval", document_content=content
        )
        thread = (drafts.ThreadMessage("request", asked.id),)
        return drafts.hold(NewDraft(world.session_id, answer.id, content, now, asked.number, thread), now)


def test_what_became_of_drafts_and_what_came_with_their_requests_is_told(world) -> None:
    refused, waits = drafted(world, "One."), drafted(world, "Two.")
    with transaction():
        drafts.reject(refused.id, "Too bare.", world.ports.clock())
    asked = task(world, "Shorter.", waiting=(waits,))
    briefing, _ = gathering.brief(world.ports, asked, gathering.retrieve(world.ports, asked)[0], silent)
    (pending,) = briefing.pending
    assert (pending.id, pending.is_meant, pending.request) == (waits.id, True, "Write Two.")
    assert [each.content for each in pending.attached] == ["Note on Two."]
    told = [each.draft for each in briefing.history if each.draft]
    assert [(each.status, each.reason) for each in told] == [("rejected", "Too bare."), ("pending", "")]
    assert [each.content for each in briefing.history[0].attached] == ["Note on One."] and briefing.today is not None
