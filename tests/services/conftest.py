"""A user's session on each database, with ports whose models are scripted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from backend.bootstrap import create_core
from backend.ports import Ports
from backend.services import accounts, sessions
from backend.settings import Settings
from backend.storage.sessions import OwnedSession
from tests.closing import close_app
from tests.fakes import HashEmbedder


@dataclass(frozen=True)
class World:
    ports: Ports
    user_id: str
    session_id: str

    @property
    def owned(self) -> OwnedSession:
        return OwnedSession(self.user_id, self.session_id)

    @property
    def file(self):
        return self.ports.data_dir / "sessions" / self.session_id / "doc.md"


@pytest.fixture
def world(tmp_path, database_url) -> Iterator[World]:
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        ports = replace(app.extensions["coscribe"], embedder=HashEmbedder())
        user = accounts.register(ports, "a@example.org", "a quiet long phrase")
        yield World(ports, user.id, sessions.create(ports, user.id).id)
    close_app(app)
