"""What one run tells must not keep the others from being stored."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import StatementError

from backend.bootstrap import create_app
from backend.events import Event
from backend.services import accounts, messages, runs, sessions
from backend.services.messages import SendMessage
from backend.storage import events
from backend.storage import runs as stored
from backend.storage.db import db, reading


def test_what_the_database_refuses_of_one_run_holds_up_no_other(tmp_path, database_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_app(environ=settings)
    with app.app_context():
        ports = app.extensions["coscribe"]
        user = accounts.register(ports, "a@example.org", "a quiet long phrase")
        made = []
        for _ in range(2):
            command = SendMessage(sessions.create(ports, user.id).id, "Add a paragraph.")
            made.append(messages.begin(ports, user.id, command))
        with runs.hold(ports, made[0]) as good:
            with pytest.raises(StatementError), runs.hold(ports, made[1]) as odd:
                odd.emit(Event("phase", {"phase": object()}))  # no JSON
                good.emit(Event("phase", {"phase": "retrieving"}))
                good.progress.ask()  # raises Busy, if it can't be stored
            with reading():
                assert stored.get(user.id, made[0].id).asked_at is not None
                assert [each.number for each in events.after(made[0].id)] == [1, 2]
        db.engine.dispose()
