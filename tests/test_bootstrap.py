"""create_app: what it builds, what it refuses, the key it makes, and what a start costs."""

from __future__ import annotations

import hashlib
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from backend.bootstrap import browser_of, create_app, prepare, secret_key, start_background_work
from backend.drafting.budget import ESTIMATE, count_tokens, counted_by, use_counter
from backend.kernel.exchange import ChatReply
from backend.providers import tokenizer
from backend.providers.tokenizer import Vocabulary
from backend.services import documents
from backend.settings import Settings, SettingsError
from backend.storage import migration
from backend.storage.db import db, execute, is_ready, transaction
from backend.storage.secret_file import SECRET_FILE
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[1]
COST = """
import time
from backend.bootstrap import create_app
create_app(environ={"COSCRIBE_DATA_DIR": %r})
import sys
print(time.process_time(), *sorted(sys.modules))
"""


@pytest.fixture
def environ(tmp_path):
    return {"COSCRIBE_DATA_DIR": str(tmp_path / "data"), "COSCRIBE_LOG_LEVEL": "CRITICAL"}


def ports(environ, **more):
    return create_app(environ=environ | {f"COSCRIBE_{name}": value for name, value in more.items()}).extensions[
        "coscribe"
    ]


def test_the_default_needs_no_key(environ):
    found = ports(environ)
    assert (found.writer.name, found.placer, found.system) == ("extractive", None, None)
    assert found.clock().tzinfo is not None and found.budgets.chunk_size == 1000


def test_each_stage_gets_its_own_model(environ):
    found = ports(
        environ, PERPLEXITY_API_KEY="p", PLACER_BASE_URL="http://127.0.0.1:9/v1", PLACER_MODEL="small", TOP_K="7"
    )
    assert (found.writer.name, found.writer.model, found.writer.searches) == ("perplexity", "sonar-pro", True)
    assert found.placer.model == "small" and not found.placer.searches
    assert found.system is found.writer and found.budgets.top_k == 7 and found.fast_model == "sonar"
    assert ports(environ, WRITER_BASE_URL="http://127.0.0.1:9/v1", SYSTEM_MODEL="tiny").system.model == "tiny"
    asking = ports(environ, WRITER="ask", WRITER_BASE_URL="http://127.0.0.1:9", WRITER_API_KEY="k").writer
    assert (asking.name, asking.searches) == ("ask", True)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"WRITER": "research"}, "COSCRIBE_WRITER"),
        ({"DATABASE_URL": "mysql://h/d"}, "COSCRIBE_DATABASE_URL"),
        ({"DATABASE_URL": "sqlite://"}, "COSCRIBE_DATABASE_URL"),
        ({"DATABASE_URL": "postgresql+nothing://h/d"}, "COSCRIBE_DATABASE_URL"),
        ({"DATABASE_URL": "postgresql+pg8000://h/d"}, "COSCRIBE_DATABASE_URL"),
        ({"DATABASE_URL": "postgresql+psycopg://u:p@h:port/d"}, "COSCRIBE_DATABASE_URL"),
        ({"WRITER": "openai", "WRITER_BASE_URL": "nobody"}, "COSCRIBE_WRITER_BASE_URL"),
        ({"PLACER_BASE_URL": "nobody"}, "COSCRIBE_PLACER_BASE_URL"),
        ({"SYSTEM_MODEL_BASE_URL": "nobody"}, "COSCRIBE_SYSTEM_MODEL_BASE_URL"),
        ({"EMBEDDER": "openai", "EMBEDDER_BASE_URL": "nobody"}, "COSCRIBE_EMBEDDER_BASE_URL"),
        ({"DATA_DIR": "/dev/null/data"}, "COSCRIBE_DATA_DIR"),
    ],
)
def test_what_cannot_be_built_is_refused_by_the_variables_name(environ, settings, named):
    with pytest.raises(SettingsError) as caught:
        ports(environ, **settings)
    assert list(caught.value.problems) == [named]


def test_the_secret_is_made_once_kept_private_and_used_again(environ, tmp_path):
    settings = Settings.from_env(environ)
    settings.data_dir.mkdir()
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: secret_key(settings), range(64)))
    kept = tmp_path / "data" / SECRET_FILE
    assert len(keys) == 1 and len(keys.pop()) >= 32 and stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in kept.parent.iterdir()] == [SECRET_FILE]
    kept.chmod(0o644)
    before = secret_key(settings)
    assert secret_key(settings) == before and stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert secret_key(Settings.from_env(environ | {"COSCRIBE_SECRET_KEY": "s" * 32})) == "s" * 32
    kept.write_text("short\n")
    with pytest.raises(SettingsError, match="COSCRIBE_SECRET_KEY"):
        secret_key(settings)


def test_the_folder_is_made_private_and_tokens_outlive_a_restart(environ, tmp_path):
    first = create_app(environ=environ)
    prepare(first)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    body = {"email": "a@b.org", "password": "0123456789"}
    token = first.test_client().post("/api/auth/register", json=body).json["access_token"]
    second = create_app(environ=environ)
    headers = {"Authorization": f"Bearer {token}"}
    assert second.test_client().get("/api/auth/me", headers=headers).status_code == 200


def test_prepare_migrates_once_and_does_no_harm_twice(empty_database_url, environ):
    app = create_app(environ=environ | {"COSCRIBE_DATABASE_URL": empty_database_url})
    with app.app_context():
        assert not is_ready()
    for _ in range(2):
        prepare(app)
        with app.app_context():
            assert is_ready()
    with app.app_context():
        db.engine.dispose()


def test_prepare_loads_alembic_only_where_there_is_something_to_migrate(environ, sqlite_url, monkeypatch):
    asked = []
    monkeypatch.setattr(migration, "migrate_database", asked.append)
    prepare(create_app(environ=environ | {"COSCRIBE_DATABASE_URL": sqlite_url}))
    assert asked == []
    older = create_app(environ=environ | {"COSCRIBE_DATABASE_URL": sqlite_url})
    with older.app_context(), transaction():
        execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    prepare(older)
    assert asked == [older]


def test_prepare_leaves_the_documents_to_those_who_use_them_and_tend_to_the_upkeep(environ, tmp_path, monkeypatch):
    app = create_app(environ=environ)
    prepare(app)
    http = app.test_client()
    body = {"email": "a@b.org", "password": "0123456789"}
    headers = {"Authorization": "Bearer " + http.post("/api/auth/register", json=body).json["access_token"]}
    session = http.post("/api/sessions", headers=headers).json["id"]
    with monkeypatch.context() as dying:
        dying.setattr(documents, "publish", lambda *_: None)
        http.put(f"/api/sessions/{session}/document", json={"content": "Kept.\n"}, headers=headers | {"If-Match": "*"})
    copy = tmp_path / "data" / "sessions" / session / "doc.md"
    prepare(app)
    assert copy.read_text() == ""
    app.extensions["coscribe"] = replace(app.extensions["coscribe"], pulse=SimpleNamespace(start=lambda: None))
    start_background_work(app)
    until(lambda: copy.read_text() == "Kept.\n" or None)


class Counting:
    """A writer that keeps what it is asked, and fails if it is told to."""

    name, model, searches = "counting", "none", False

    def __init__(self, error=None):
        self.asked, self.error = [], error

    def complete(self, request, emit, listen=None):
        self.asked.append(request)
        if self.error:
            raise self.error
        return ChatReply("{}", self.name, self.model)


def test_a_start_loads_no_sdk_and_costs_little(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", COST % str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    modules = set(done.stdout.split()[1:])
    heavy = {"openai", "wordllama", "alembic", "flask_migrate", "tiktoken", "tokenizers", "redis", "psycopg", "torch"}
    assert not heavy & modules and not [each for each in modules if each.startswith("opentelemetry.sdk")]


def test_tokens_are_counted_by_a_vocabulary_that_lies_on_the_disk_and_estimated_without(environ, tmp_path, monkeypatch):
    content = b"YQ== 0\nYg== 1"
    only = Vocabulary("toy", "toy-file", hashlib.sha256(content).hexdigest(), r"\S+")
    monkeypatch.setattr(tokenizer, "VOCABULARIES", (only,))
    environ["TIKTOKEN_CACHE_DIR"] = str(tmp_path)
    create_app(environ=environ)
    assert counted_by() == ESTIMATE.how
    (tmp_path / "toy-file").write_bytes(content)
    try:
        create_app(environ=environ)
        assert (counted_by(), count_tokens("abba")) == ("tiktoken toy", 4)
    finally:
        use_counter(ESTIMATE)


def test_the_browser_is_the_one_that_is_named_or_found_or_none(environ):
    def browser(**variables):
        return browser_of(Settings.from_env(environ | {f"COSCRIBE_{name}": value for name, value in variables.items()}))

    assert browser(BROWSER="off") is None
    assert browser(BROWSER="sh").program == shutil.which("sh")
    assert browser() is not None
    with pytest.raises(SettingsError) as caught:
        browser(BROWSER="/nowhere/chromium")
    assert list(caught.value.problems) == ["COSCRIBE_BROWSER"]
