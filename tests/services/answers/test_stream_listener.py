"""An answer as it is heard: its words, its search, and what is left of it where it breaks off."""

from __future__ import annotations

import json

import pytest

from backend.drafting.reply_stream import AnswerStream
from backend.errors import Cancelled, ProviderTimeout
from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.services import runs
from backend.services.answers.stream_listener import EXCERPT, InternalCallListener, StreamListener, record
from backend.storage import runs as stored
from backend.storage.db import reading, transaction

ANSWER = json.dumps({"message": "Here is a “draft”.", "document_content": "Tides\nflood."})
MARKED = json.dumps({"message": "Here it is.", "document_content": "Tides flood [1]. They ebb [2]."})
TIDES = Source("Tides", "https://a.example/tides", content="x" * 2 * EXCERPT)
OWN = Source("My own paper", connector="library")


@pytest.fixture
def holding(world):
    with transaction():
        run = runs.begin(world.ports, world.user_id, world.session_id, "message")
    with runs.hold(world.ports, run, live=True) as held:
        yield held


def told(holding, *names: str) -> list[dict]:
    return [each.data for each in holding.progress.told if each.name in names]


def phases(holding) -> list[str]:
    return [each["phase"] for each in told(holding, "phase")][1:]


def test_the_words_are_shown_as_they_come_and_what_is_thought_is_only_a_phase(holding) -> None:
    heard = StreamListener(holding.progress, AnswerStream(), None, live=True)
    heard.begun()
    heard.thought("Hm. ")
    heard.thought("Well.")
    for at in range(0, len(ANSWER), 3):
        heard.text(ANSWER[at : at + 3])
    assert holding.progress.feed.texts() == {"message": "Here is a “draft”.", "document_content": "Tides\nflood."}
    assert phases(holding) == ["thinking", "writing"] and not told(holding, "tool_call_started")
    heard.settle("Here is a draft.", "Tides\nflood.")
    assert holding.progress.feed.texts()["message"] == "Here is a draft.", "the answer has the last word"


def test_a_search_is_one_tool_call_with_what_was_known_before_it(world, holding) -> None:
    heard = StreamListener(holding.progress, AnswerStream(True), "What floods?", live=True, known=(OWN,))
    heard.begun()
    heard.begun()  # a second attempt
    with reading():
        assert stored.get(world.user_id, holding.run.id).asked_at is not None, "stored before it may cost"
    heard.sources([])
    heard.sources([TIDES])
    heard.complete(ChatReply("", "p", "m", results=(TIDES,)))
    (begun,), (found,) = told(holding, "tool_call_started"), told(holding, "tool_call_success")
    assert begun["query"] == "What floods?" and (found["status"], found["count"]) == ("success", 1)
    assert begun["tool_call_id"] == found["tool_call_id"]
    (sources,) = told(holding, "sources")
    assert [each["title"] for each in sources["sources"]] == ["My own paper", "Tides"]


def test_an_answer_that_tells_no_sources_on_the_way_ends_its_search_with_its_last_word(holding) -> None:
    heard = StreamListener(holding.progress, AnswerStream(True), "What floods?", live=False)
    heard.begun()
    heard.complete(ChatReply("", "p", "m"))
    assert told(holding, "tool_call_success")[0]["count"] == 0


def test_what_breaks_off_stays_shown_and_its_search_has_failed(holding) -> None:
    heard = StreamListener(
        holding.progress,
        AnswerStream(shown_for=lambda mark: "" if 1 in mark.numbers else None),
        "What floods?",
        live=True,
    )
    heard.begun()
    heard.break_off(ProviderTimeout("It took too long."), ChatReply(MARKED[:-4], "p", "m"))
    assert holding.progress.feed.texts()["message"] == "Here it is."
    assert holding.progress.feed.texts()["document_content"].startswith("Tides flood. They ebb [2")
    (failed,) = told(holding, "tool_call_error")
    assert (failed["status"], failed["error"]) == ("error", "It took too long.")


def test_who_is_heard_aside_is_shown_to_nobody_but_marks_that_it_is_asked_and_can_be_stopped(world, holding) -> None:
    aside = InternalCallListener(holding.progress)
    aside.begun()
    for hear, said in ((aside.text, "a"), (aside.thought, "b"), (aside.sources, [TIDES])):
        hear(said)
    assert holding.progress.feed.texts() == {} and phases(holding) == []
    with reading():
        assert stored.get(world.user_id, holding.run.id).asked_at is not None
    holding.progress.stop("all")
    for hear, said in ((aside.text, "a"), (aside.thought, "b"), (aside.sources, [TIDES])):
        with pytest.raises(Cancelled):
            hear(said)


def test_a_source_in_an_event_is_cut_to_an_excerpt() -> None:
    assert len(record(TIDES)["content"]) == EXCERPT and record(OWN)["content"] == ""
    assert record(TIDES)["id"].startswith("sx_")


def test_an_answer_that_nobody_watches_is_shown_when_it_has_been_parsed(holding) -> None:
    heard = StreamListener(holding.progress, AnswerStream(), None, live=False)
    heard.begun()
    heard.text(ANSWER)
    assert phases(holding) == ["writing"] and not any(holding.progress.feed.texts().values())
    heard.settle("Here is a “draft”.", "Tides\nflood.")
    assert holding.progress.feed.texts() == {"message": "Here is a “draft”.", "document_content": "Tides\nflood."}
