"""Steps follow one another, and a trace has them all, however the work ended."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from backend.errors import ProviderTimeout
from backend.services import drafting, run_kinds
from backend.services.answers.stopwatch import Stopwatch
from backend.services.drafting import SendMessage
from tests.fakes import ScriptedModel


def test_steps_follow_one_another_without_a_gap():
    watch = Stopwatch({"retrieve": 0.0})
    for name in ("parse", "store"):
        watch.lap(name)
    assert list(watch.laps) == ["retrieve", "parse", "store"]
    parse, store = watch.steps
    assert parse.began <= parse.ended == store.began <= store.ended


def _sent(world, answer):
    """Send a message, and give its run and the traces that were handed over."""
    traces = []
    ports = replace(world.ports, writer=ScriptedModel(answer), tracer=traces.append)
    run = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))[0]
    with suppress(ProviderTimeout):
        run_kinds.perform(ports, world.user_id, run.id)
    return run, traces


def test_a_message_is_one_trace_with_its_steps_and_ids(world):
    run, (trace,) = _sent(world, '{"message": "Here.", "document_content": "Text."}')
    assert [each.name for each in trace.steps] == ["retrieve", "prompt", "provider", "parse", "store"]
    assert (trace.name, trace.run_id, trace.error) == ("message", run.id, "")
    assert trace.began <= trace.steps[0].began and trace.steps[-1].ended <= trace.ended


def test_a_message_that_failed_is_one_too(world):
    _, (trace,) = _sent(world, ProviderTimeout("late"))
    assert (trace.error, [each.name for each in trace.steps]) == ("ProviderTimeout", ["retrieve", "prompt"])
