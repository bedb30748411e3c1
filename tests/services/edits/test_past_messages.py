"""What history tells of a session's messages: the same from memory as from the database, and never a turn behind."""

from __future__ import annotations

from unittest.mock import Mock

from backend.drafting.history import PastDraft
from backend.services.edits import past_messages
from backend.storage import drafts, messages
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction
from backend.storage.drafts import NewDraft


def say(world, role: str, text: str, content: str = "", **more) -> messages.Message:
    with transaction():
        return messages.add(world.session_id, role, text, world.ports.clock(), document_content=content, **more)


def told(world, before_number: int = 1000) -> list[tuple[str, str, str]]:
    with reading():
        past = past_messages.read(world.session_id, before_number)
    return [(each.role, each.content, each.document_content) for each in past.values()]


def test_messages_are_told_oldest_first_and_none_twice(world) -> None:
    for number in range(3):
        say(world, "user", f"question {number}")
        say(world, "assistant", f"answer {number}", sources=["Kantha (2000)"])
        expected = [(role, f"{word} {n}", "") for n in range(number + 1) for role, word in ROLES]
        assert told(world) == expected
        assert told(world) == expected  # and again, when all of it is known


ROLES = (("user", "question"), ("assistant", "answer"))


def test_what_is_remembered_is_not_read_again(world, monkeypatch) -> None:
    for number in range(3):
        say(world, "user", f"question {number}")
    told(world)
    reading_again = Mock(wraps=messages.for_prompt)
    monkeypatch.setattr(messages, "for_prompt", reading_again)
    assert len(told(world)) == 3
    assert [each.args[2] for each in reading_again.call_args_list] == [3], "only from the last message on"


def test_only_messages_below_the_number_are_told_whatever_was_told_before(world) -> None:
    for number in range(4):
        say(world, "user", f"question {number}")
    assert len(told(world)) == 4
    assert [content for _, content, _ in told(world, before_number=3)] == ["question 0", "question 1"]
    assert len(told(world)) == 4


def test_a_draft_that_was_decided_between_two_turns_is_told_as_it_is_now(world) -> None:
    say(world, "user", "Write about tides.")
    now = world.ports.clock()
    with transaction():
        answer = messages.add(
            world.session_id, "assistant", "Here.", now, status="pending_approval", document_content="Tides rise."
        )
        new = NewDraft(world.session_id, answer.id, "Tides rise.", requested_at=now, requested_number=1, thread=())
        draft = drafts.hold(new, now)
    say(world, "user", "Thanks.")
    with reading():
        before = past_messages.read(world.session_id, 10)[answer.id]
    with transaction():
        drafts.reject(draft.id, "too short", now)
    with reading():
        after = past_messages.read(world.session_id, 10)[answer.id]
    assert before.draft == PastDraft(draft.id, "pending")
    assert after.draft == PastDraft(draft.id, "rejected", reason="too short")


def test_content_that_was_deleted_in_the_meantime_is_not_told_from_memory(world) -> None:
    say(world, "user", "Write about tides.")
    answer = say(world, "assistant", "Here.", "Tides rise.", status="approved")
    say(world, "user", "Thanks.")
    assert told(world)[1] == ("assistant", "Here.", "Tides rise.")
    with transaction():
        execute(t.messages.update().where(t.messages.c.id == answer.id).values(document_content=""))
    assert told(world)[1] == ("assistant", "Here.", "")


def test_rows_of_a_restored_backup_are_told_in_place_of_those_remembered(world) -> None:
    say(world, "user", "one")
    last = say(world, "user", "two")
    assert len(told(world)) == 2
    with transaction():
        execute(t.messages.delete().where(t.messages.c.id == last.id))
        values = {"id": "0" * 8 + "-0000-0000-0000-" + "0" * 12, "content": "another two"}
        row = {"session_id": world.session_id, "number": 2, "role": "user", "created_at": world.ports.clock()}
        execute(t.messages.insert(), {**row, **values, "document_content": ""})
    assert told(world) == [("user", "one", ""), ("user", "another two", "")]


def test_the_language_of_an_unknown_word_is_that_of_the_message_before(world) -> None:
    say(world, "user", "Borra la primera frase")
    say(world, "assistant", "The first sentence is deleted.")
    assert past_messages.showing_language(say(world, "user", "deshazlo")) == "Borra la primera frase"
    assert past_messages.showing_language(say(world, "user", "undo that")) == "undo that"
