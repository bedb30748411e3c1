"""What the doctor finds, and that looking changes nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from huey import SqliteHuey

from backend.bootstrap import QUEUE_FILE, create_app, prepare
from backend.doctor import examine
from backend.jobs.queue import NAME
from backend.settings import Settings
from tests.connectors.web import Reply
from tests.searxng_stand_in import RESULTS, SearxngStandIn
from tests.searxng_stand_in import found as results


def found(**variables):
    settings = Settings.from_env({f"COSCRIBE_{name}": value for name, value in variables.items()})
    findings = examine(settings)
    return {each.subject: each for each in findings}, "\n".join(each.words for each in findings)


def test_before_the_first_start_nothing_is_missing_and_nothing_is_made(tmp_path):
    parts, words = found(DATA_DIR=str(tmp_path / "data"))
    assert not [part for part in parts.values() if part.state == "bad"] and not list(tmp_path.iterdir())
    assert parts["writer"].state == "hint" and "PERPLEXITY_API_KEY" in parts["writer"].words
    assert words.count("the first start creates it") == 3


def test_a_model_without_an_address_or_key_is_told(tmp_path):
    _, words = found(DATA_DIR=str(tmp_path), PLACER_MODEL="m")
    assert "COSCRIBE_PLACER_MODEL has no effect: no model is used for this task" in words


def test_after_it_the_database_is_known_to_be_migrated(tmp_path):
    prepare(create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_LOG_LEVEL": "CRITICAL"}))
    parts, _ = found(DATA_DIR=str(tmp_path))
    assert "migrated" in parts["database"].words and parts["database"].state == "good"
    assert "kept in" in parts["secret key"].words


def test_what_keeps_the_server_from_working_is_bad(tmp_path):
    (tmp_path / "file").write_text("")
    assert found(DATA_DIR=str(tmp_path / "file" / "x"))[0]["data folder"].state == "bad"
    assert found(DATA_DIR=str(tmp_path / "x"), DATABASE_URL="mysql://h/d")[0]["database"].state == "bad"


@pytest.mark.parametrize(
    ("variables", "part"),
    [
        ({"DATABASE_URL": "postgresql+pg8000://h/d"}, "database"),
        ({"DATABASE_URL": "postgresql+psycopg://u:secret@h:port/d"}, "database"),
        ({"WRITER": "openai", "WRITER_BASE_URL": "nobody"}, "writer"),
        ({"PLACER_BASE_URL": "nobody"}, "placer"),
        ({"SYSTEM_MODEL_BASE_URL": "nobody"}, "system model"),
        ({"EMBEDDER": "openai", "EMBEDDER_BASE_URL": "nobody"}, "embedder"),
    ],
)
def test_what_cannot_be_built_is_bad_and_said_in_words(tmp_path, variables, part):
    parts, words = found(DATA_DIR=str(tmp_path / "x"), SECRET_KEY="k" * 32, **variables)
    assert [each.subject for each in parts.values() if each.state == "bad"] == [part]
    assert "secret@" not in words


def test_models_are_described_and_secrets_are_not_shown(tmp_path):
    parts, words = found(
        DATA_DIR=str(tmp_path / "x"),
        PERPLEXITY_API_KEY="pplx-secret",
        PLACER_BASE_URL="http://127.0.0.1:9/v1",
        PLACER_MODEL="small",
        SECRET_KEY="very-secret-" * 4,
        METRICS_TOKEN="metrics-secret",
        DATABASE_URL="postgresql+psycopg://user:db-secret@127.0.0.1:9/none",
        WRTER="x",
    )
    assert "perplexity" in parts["writer"].words and "with a key" in parts["writer"].words
    assert parts["placer"].words.startswith("http://127.0.0.1:9/v1, small") and "without a key" in parts["placer"].words
    assert (
        parts["database"].state == "bad"
        and "COSCRIBE_WRTER" in words
        and "secret" not in words.replace("secret key", "")
    )


def test_a_model_without_a_name_is_worth_a_note(tmp_path):
    at = {"WRITER_BASE_URL": "groq", "PLACER_BASE_URL": "http://localhost:1234/v1"}
    parts, _ = found(DATA_DIR=str(tmp_path / "x"), OPENAI_API_KEY="k", EMBEDDER="openai", **at)
    assert parts["writer"].state == parts["placer"].state == "hint" and parts["embedder"].state == "good"
    assert "COSCRIBE_WRITER_MODEL" in parts["writer"].words and "COSCRIBE_PLACER_MODEL" in parts["placer"].words
    for named in (at | {"WRITER_MODEL": "m", "PLACER_MODEL": "m"}, {}):
        parts, _ = found(DATA_DIR=str(tmp_path / "x"), OPENAI_API_KEY="k", **named)
        assert parts["writer"].state == parts["placer"].state == "good", "OpenAI's own address has a default"


def test_what_the_library_cannot_read_is_said_with_the_extra_that_brings_it(tmp_path, monkeypatch):
    monkeypatch.setattr("backend.doctor.can_read", lambda kind: kind in ("pdf", "html"))
    part = found(DATA_DIR=str(tmp_path / "x"))[0]["library"]
    assert part.state == "hint"
    assert "not read: docx, which this server can read only with" in part.words and ".[library]" in part.words


def executor(tmp_path, **variables):
    part = found(DATA_DIR=str(tmp_path), **variables)[0]["executor"]
    return part.state, part.words


def test_who_does_the_work_of_streamed_runs(tmp_path, monkeypatch):
    assert executor(tmp_path) == ("good", "threads: the server itself does the work of streamed runs")
    state, words = executor(tmp_path, EXECUTOR="huey")
    assert state == "good" and "created on first use" in words and not list(tmp_path.iterdir())
    queue = SqliteHuey(NAME, filename=str(tmp_path / QUEUE_FILE))
    assert executor(tmp_path, EXECUTOR="huey")[0] == "good"
    queue.storage.enqueue(b"a task")
    state, words = executor(tmp_path, EXECUTOR="huey")
    assert state == "hint" and "tasks that wait: 1. If this number does not fall, start `coscribe worker`" in words
    state, words = executor(tmp_path, EXECUTOR="huey", REDIS_URL="redis://:redis-secret@127.0.0.1:9/0")
    assert state == "hint" and "can't be reached" in words and "redis-secret" not in words
    monkeypatch.setitem(sys.modules, "huey", None)
    state, words = executor(tmp_path, EXECUTOR="huey")
    assert state == "bad" and "install the extra `tasks`" in words


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"BROWSER": "off"}, "those that need a browser are not: BROWSER is off"),
        ({}, "those that need a browser are not: none is installed"),
        ({"BROWSER": "/bin/sh"}, "those that need a browser with /bin/sh"),
        ({"BROWSER": "/bin/sh", "BROWSER_SANDBOX": "off"}, "with /bin/sh, without its sandbox"),
    ],
)
def test_which_browser_shows_pages_is_said(tmp_path, monkeypatch, variables, words):
    monkeypatch.setattr("backend.doctor.can_read", lambda kind: True)
    monkeypatch.setenv("PATH", str(tmp_path))
    part = found(DATA_DIR=str(tmp_path / "x"), **variables)[0]["pages"]
    assert part.state == "good" and words in part.words


def test_a_browser_that_is_none_is_bad(tmp_path):
    part = found(DATA_DIR=str(tmp_path / "x"), BROWSER="/nowhere/chromium")[0]["pages"]
    assert part.state == "bad" and "COSCRIBE_BROWSER" in part.words


def test_each_search_service_is_asked_whether_it_answers_us(tmp_path):
    folder = str(tmp_path / "x")
    with SearxngStandIn() as searxng:
        parts, words = found(DATA_DIR=folder, SEARXNG_URL=searxng.url)
        assert parts["connectors"].state == "good" and "3 results" in words and len(searxng.queries) == 1
        searxng.on("/search", results(*RESULTS, unresponsive=[["google", "CAPTCHA"]]))
        parts, words = found(DATA_DIR=folder, SEARXNG_URL=searxng.url)
        assert parts["connectors"].state == "hint" and "google: CAPTCHA" in words
        searxng.on("/search", results(unresponsive=[["google", "CAPTCHA"]]))
        parts, words = found(DATA_DIR=folder, SEARXNG_URL=searxng.url)
        assert parts["connectors"].state == "bad" and "0 results" in words and "google: CAPTCHA" in words
        searxng.on("/search", results())
        parts, words = found(DATA_DIR=folder, SEARXNG_URL=searxng.url)
        assert parts["connectors"].state == "hint" and "check that its engines are enabled" in words
        searxng.on("/search", Reply(b"<html>403</html>", 403, "text/html"))  # its default: formats: [html]
        parts, words = found(DATA_DIR=folder, SEARXNG_URL=searxng.url)
        assert parts["connectors"].state == "bad" and "add json to search.formats" in words
        asked = len(searxng.requests)
        settings = Settings.from_env({"COSCRIBE_DATA_DIR": folder, "COSCRIBE_SEARXNG_URL": searxng.url})
        (told,) = [each for each in examine(settings, offline=True) if each.subject == "connectors"]
        assert told.words == "searxng" and len(searxng.requests) == asked


def test_a_service_without_its_key_is_worth_a_note(tmp_path):
    with SearxngStandIn() as searxng:
        settings = {"SEARXNG_URL": searxng.url, "CONNECTORS": "searxng,tavily"}
        parts, words = found(DATA_DIR=str(tmp_path / "x"), **settings)
    assert parts["connectors"].state == "hint" and "tavily is in COSCRIBE_CONNECTORS" in words


def test_a_key_of_one_machine_is_wrong_for_several(tmp_path):
    def secret(**more):
        told = Settings.from_env({"COSCRIBE_DATA_DIR": str(tmp_path), **more})
        return next(each for each in examine(told) if each.subject == "secret key").state

    redis, key = {"COSCRIBE_REDIS_URL": "redis://127.0.0.1:1/0"}, {"COSCRIBE_SECRET_KEY": "k" * 32}
    assert (secret(), secret(**redis), secret(**redis, **key)) == ("good", "bad", "good")


def test_connections_are_compared_with_what_postgresql_takes(database_url):
    def database(**more):
        told = Settings.from_env({"COSCRIBE_DATABASE_URL": database_url, "COSCRIBE_SECRET_KEY": "k" * 32, **more})
        return next(each for each in examine(told) if each.subject == "database")

    assert database().state == "good"
    many = database(COSCRIBE_POOL_SIZE="100")
    if database_url.startswith("sqlite"):
        assert many.state == "good" and "processes open" not in many.words
    else:
        assert many.state == "bad" and "POOL_SIZE" in many.words and "accepts 117 connections" in many.words


def test_a_database_that_cannot_be_reached_is_told_from_one_without_tables(empty_database_url):
    def database(url):
        told = Settings.from_env({"COSCRIBE_DATABASE_URL": url, "COSCRIBE_SECRET_KEY": "k" * 32})
        return next(each for each in examine(told, offline=True) if each.subject == "database")

    if empty_database_url.startswith("sqlite"):
        Path(empty_database_url.removeprefix("sqlite:///")).touch()
    else:
        away = database("postgresql+psycopg://ada:a-password@127.0.0.1:9/papers")
        assert away.state == "bad" and "cannot be reached: " in away.words and "a-password" not in away.words
    empty = database(empty_database_url)
    assert empty.state == "hint" and "is not migrated yet: `coscribe serve`" in empty.words


def test_a_shared_store_is_written_read_and_left_as_it_was(tmp_path, s3):
    environ = {name.removeprefix("COSCRIBE_"): value for name, value in s3.environ().items()}
    part = found(DATA_DIR=str(tmp_path), **environ)[0]["files"]
    assert part.state == "good" and "written, read and removed" in part.words
    assert "Contents" not in s3.client().list_objects_v2(Bucket=environ["FILES"].split("/")[2])
    part = found(DATA_DIR=str(tmp_path), **environ | {"FILES": "s3://not-there"})[0]["files"]
    assert part.state == "bad" and "NoSuchBucket" in part.words


def test_a_store_without_its_library_is_bad(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    monkeypatch.delitem(sys.modules, "backend.storage.s3_files", raising=False)
    part = found(DATA_DIR=str(tmp_path), FILES="s3://papers")[0]["files"]
    assert part.state == "bad" and "the extra `s3`" in part.words


def test_files_of_one_machine_are_worth_a_note_where_a_database_is_shared(tmp_path):
    assert found(DATA_DIR=str(tmp_path), REDIS_URL="redis://127.0.0.1:9")[0]["files"].state == "hint"
    assert "files" not in found(DATA_DIR=str(tmp_path))[0]


def test_limits_are_counted_in_redis_only_while_it_answers(tmp_path, monkeypatch):
    limits = found(DATA_DIR=str(tmp_path), REDIS_URL="redis://127.0.0.1:9")[0]["limits"]
    assert limits.state == "hint" and "can't be reached" in limits.words
    monkeypatch.setattr("backend.channels.redis.answers", lambda url: True)
    limits = found(DATA_DIR=str(tmp_path), REDIS_URL="redis://127.0.0.1:9")[0]["limits"]
    assert limits.state == "good" and limits.words.endswith("counted in Redis")
