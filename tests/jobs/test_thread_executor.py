"""Runs in threads of the process: done behind the caller's back, and no failure gets lost or gets out."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from backend.bootstrap import create_app, prepare
from backend.errors import ProviderTimeout
from backend.jobs.thread_executor import ThreadExecutor, do_run
from backend.services import accounts, drafting, runs, sessions
from backend.services.drafting import SendMessage
from backend.storage.db import db
from tests.fakes import ScriptedModel
from tests.waiting import until


@pytest.fixture
def app(tmp_path):
    app = create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_LOG_LEVEL": "CRITICAL"})
    prepare(app)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize(
    ("answer", "status"), [('{"message": "Here."}', "succeeded"), (ProviderTimeout("It took too long."), "failed")]
)
def test_a_run_is_done_in_a_thread_and_its_row_says_what_became_of_it(app, answer, status) -> None:
    executor = ThreadExecutor(app)
    ports = replace(app.extensions["coscribe"], writer=ScriptedModel(answer), executor=executor)
    app.extensions["coscribe"] = ports
    with app.app_context():
        user = accounts.register(ports, "a@example.org", "a quiet long phrase").id
        run = drafting.begin(ports, user, SendMessage(sessions.create(ports, user).id, "Say something."))[0]
        executor.submit(user, run.id)
        ended = until(lambda: one if (one := runs.get(ports, user, run.id)).status != "running" else None)
    assert ended.status == status and executor.here
    assert (ended.error or {}).get("detail") == (None if status == "succeeded" else "It took too long.")


def test_the_work_that_was_begun_here_is_done_without_reading_the_run_again(app, monkeypatch) -> None:
    executor = ThreadExecutor(app)
    ports = replace(app.extensions["coscribe"], writer=ScriptedModel('{"message": "Here."}'), executor=executor)
    app.extensions["coscribe"] = ports
    monkeypatch.setattr("backend.services.run_kinds.perform", lambda *given: pytest.fail("the run was read again"))
    with app.app_context():
        user = accounts.register(ports, "a@example.org", "a quiet long phrase").id
        command = SendMessage(sessions.create(ports, user).id, "Say something.")
        run, work = drafting.begin(ports, user, command)
        executor.submit(user, run.id, work)
        ended = until(lambda: one if (one := runs.get(ports, user, run.id)).status != "running" else None)
    assert ended.status == "succeeded" and ended.result is not None and ended.result["response"] == "Here."


def test_what_goes_wrong_is_written_down_and_ends_no_thread(app, caplog) -> None:
    def fail(error):
        def doing(ports):
            assert ports is app.extensions["coscribe"]
            raise error

        return doing

    caplog.set_level(logging.INFO, logger="backend.jobs.thread_executor")
    do_run(app, "r1", fail(ProviderTimeout()))
    do_run(app, "r2", fail(ZeroDivisionError()))
    told = [(each.levelname, each.getMessage(), each.run_id) for each in caplog.records]
    assert told == [
        ("INFO", "a run ended with the error provider-timeout", "r1"),
        ("ERROR", "a run ended with the error ZeroDivisionError", "r2"),
    ]
