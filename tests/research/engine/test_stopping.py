"""Stopping the search or everything, and who asks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import Cancelled
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, ChatRequest, Reader
from backend.kernel.search_requests import SearchCall
from tests.canned import CannedPages, CannedServices
from tests.fakes import ScriptedModel
from tests.research.engine.asking import (
    FOUND,
    QUESTION,
    SAID,
    SHOWN,
    Hearing,
    Speaking,
    inquiry,
    sonar,
)

PROFILE, PLACE = "A retired brewer called Zacharias Quill", "Tromsø"


def test_a_model_that_writes_queries_is_not_waited_for_when_the_search_is_stopped() -> None:
    wish = Cancellation()
    halt = Cancellation(within=wish)

    class Hanging(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            halt.cancel()
            cancellation.pause(60)
            raise AssertionError("nobody stopped it")

    with obeying(wish):
        found = sonar(ScriptedModel("From what there is."), Hanging()).answer(inquiry(), silent, None, halt)
    assert found.text == "From what there is."


class Stopping(CannedServices):
    """Somebody wishes for an end while it searches."""

    def __init__(self, wish: Cancellation) -> None:
        super().__init__(searxng=FOUND)
        self.wish = wish

    def search_all(self, call: SearchCall) -> Any:
        self.wish.cancel()
        assert call.stop is not None and call.stop() is True, "the services are told"
        return super().search_all(call)


def test_stopping_the_search_answers_from_what_there_is() -> None:
    wish, pages = Cancellation(), CannedPages({})
    halt = Cancellation(within=wish)
    with obeying(wish):
        found = sonar(ScriptedModel(SAID), pages=pages, services=Stopping(halt)).answer(
            inquiry(effort="medium"), silent, halt=halt
        )
    assert found.text == SHOWN and not pages.asked
    assert [each.name for each in found.steps] == ["queries", "search", "synthesise"]


def test_stopping_everything_asks_nobody_any_more() -> None:
    wish, chat = Cancellation(), ScriptedModel(SAID)
    with obeying(wish), pytest.raises(Cancelled):
        sonar(chat, services=Stopping(wish)).answer(inquiry(), silent, halt=Cancellation(within=wish))
    assert not chat.requests
    with obeying(wish), pytest.raises(Cancelled):
        sonar(chat).answer(inquiry(), silent)


def test_what_was_said_when_it_was_stopped_is_kept() -> None:
    with pytest.raises(Cancelled) as caught:
        sonar(Speaking([SAID], Cancelled)).answer(inquiry(), silent, Hearing())
    assert caught.value.partial is not None and caught.value.partial.text == SHOWN


@given(st.sampled_from([QUESTION, "What grows near me?"]), st.booleans(), st.booleans())
def test_the_profile_is_in_no_query_and_no_model_but_the_one_that_answers(
    question: str, system: bool, chat: bool
) -> None:
    services = CannedServices(searxng=FOUND)
    helper, writer = ScriptedModel('{"queries": ["mangroves"]}', '["And then?"]'), ScriptedModel(SAID)
    engine = sonar(writer if chat else None, helper if system else None, services=services)
    found = engine.answer(inquiry(question, reader=Reader(PLACE, PROFILE), related=True), silent)
    assert not any("Quill" in query for query, _ in services.asked)
    assert not any("Quill" in turn.content for request in helper.requests for turn in request.turns)
    assert "Quill" not in found.text
    assert found.used_profile is chat
    if chat:
        assert "Quill" in writer.requests[0].turns[0].content
    if not system:
        assert any(PLACE in query for query, _ in services.asked) is (question != QUESTION)
        assert found.used_location is (chat or question != QUESTION)


def test_nobody_known_is_nobody_used() -> None:
    found = sonar(ScriptedModel(SAID), ScriptedModel('["mangroves"]')).answer(inquiry(), silent)
    assert (found.used_location, found.used_profile) == (False, False)
