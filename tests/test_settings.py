"""Settings: defaults, aliases, what `auto` picks, and refusals that name their variable."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from backend.kernel.search_requests import Limits
from backend.settings import PREFIX, VARIABLES, Settings, SettingsError, meant_instead

ROOT = Path("/srv/coscribe")


def read(**variables: str) -> Settings:
    shared = ("PERPLEXITY_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "LINKUP_API_KEY")
    return Settings.from_env({(k if k in shared else PREFIX + k): v for k, v in variables.items()}, ROOT)


def test_the_default_is_keyless_local_and_open_to_this_machine_only():
    found = read()
    assert (found.host, found.port, found.data_dir) == ("127.0.0.1", 8000, ROOT / "data")
    assert (found.writer.kind, found.placer.kind, found.system, found.embedder.kind) == (
        "extractive", "rules", None, "local",
    )  # fmt: skip
    assert found.database_url == f"sqlite:///{ROOT}/data/coscribe.sqlite3"
    assert found.registration_open and found.connectors == () and found.secret_key is None
    assert (found.rate_limit, found.auth_rate_limit) == ("600/minute", "30/minute")
    assert (found.top_k, found.chunk_size, found.chunk_overlap) == (5, 1000, 100)
    assert (found.browser, found.browser_sandbox) == ("auto", True)
    assert found.deep == Limits(180, 200_000, 20, 80, None)
    assert (found.writer.temperature, found.writer.timeout, found.placer.timeout) == (0.7, 90, 60)


@pytest.mark.parametrize(
    ("variables", "writer", "placer"),
    [
        ({"PERPLEXITY_API_KEY": "k"}, "perplexity", "perplexity"),
        ({"PERPLEXITY_API_KEY": "k", "OPENAI_API_KEY": "o"}, "perplexity", "openai"),
        ({"OPENAI_API_KEY": "o"}, "openai", "openai"),
        ({"WRITER_API_KEY": "pplx-1"}, "perplexity", "perplexity"),
        ({"WRITER_API_KEY": "sk-1"}, "openai", "openai"),
        ({"WRITER_API_KEY": "any", "WRITER_BASE_URL": "http://127.0.0.1:11434/v1"}, "openai", "openai"),
        ({"WRITER_BASE_URL": "ollama"}, "openai", "openai"),
        ({"WRITER": "extractive", "OPENAI_API_KEY": "o"}, "extractive", "openai"),
        ({"WRITER": "extractive", "OPENAI_API_KEY": "o", "PLACER": "rules"}, "extractive", "rules"),
        ({"PLACER_BASE_URL": "http://127.0.0.1:1"}, "extractive", "openai"),
        ({"PLACER_API_KEY": "p"}, "extractive", "openai"),
        ({"SEARXNG_URL": "http://127.0.0.1:8080"}, "research", "rules"),
        ({"TAVILY_API_KEY": "t"}, "research", "rules"),
        ({"SYSTEM_MODEL": "small", "SYSTEM_MODEL_BASE_URL": "http://127.0.0.1:1/v1"}, "research", "openai"),
        ({"SEARXNG_URL": "http://127.0.0.1:8080", "OPENAI_API_KEY": "o"}, "openai", "openai"),
        ({"CONTACT_EMAIL": "a@example.org"}, "extractive", "rules"),
        ({"CONNECTORS": "wikipedia"}, "extractive", "rules"),
        ({"WRITER": "research", "CONNECTORS": "wikipedia"}, "research", "rules"),
        ({"OPENAI_API_KEY": "  "}, "extractive", "rules"),
    ],
)
def test_auto_takes_the_first_that_is_configured(variables, writer, placer):
    found = read(**variables)
    assert (found.writer.kind, found.placer.kind) == (writer, placer)


def test_each_stage_has_a_key_of_its_own_and_falls_back_to_the_shared_one():
    found = read(PERPLEXITY_API_KEY="pp", OPENAI_API_KEY="oo", PLACER_API_KEY="pl", EMBEDDER="openai")
    assert (found.writer.api_key, found.placer.api_key, found.embedder.api_key) == ("pp", "pl", "oo")
    assert read(PERPLEXITY_API_KEY="pp", WRITER_API_KEY="own").writer.api_key == "own"


def test_the_system_model_is_the_writers_unless_named():
    assert read(OPENAI_API_KEY="o").system is None
    named = read(OPENAI_API_KEY="o", WRITER_BASE_URL="http://h/v1", SYSTEM_MODEL="small").system
    assert named and (named.kind, named.base_url, named.api_key, named.model) == ("openai", "http://h/v1", "o", "small")
    elsewhere = read(PERPLEXITY_API_KEY="p", SYSTEM_MODEL_BASE_URL="http://l/v1").system
    assert elsewhere and (elsewhere.kind, elsewhere.api_key) == ("openai", ""), "another server is not shown our key"


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"SECRET_KEY": "x" * 31}, "SECRET_KEY"),
        ({"SECRET_KEY": "é" * 15}, "SECRET_KEY"),
        ({"PORT": "eighty"}, "PORT"),
        ({"PORT": "70000"}, "PORT"),
        ({"WRITER": "chatgpt"}, "WRITER"),
        ({"WRITER": "perplexity"}, "WRITER_API_KEY"),
        ({"WRITER": "openai"}, "WRITER_API_KEY"),
        ({"WRITER": "ask", "WRITER_API_KEY": "k"}, "WRITER_BASE_URL"),
        ({"WRITER": "ask", "WRITER_API_KEY": "k", "WRITER_BASE_URL": "perplexity"}, "WRITER_BASE_URL"),
        ({"WRITER": "ask", "WRITER_BASE_URL": "https://h"}, "WRITER_API_KEY"),
        ({"WRITER_BASE_URL": "ftp://x"}, "WRITER_BASE_URL"),
        ({"WRITER_TEMPERATURE": "hot"}, "WRITER_TEMPERATURE"),
        ({"WRITER_TEMPERATURE": "nan"}, "WRITER_TEMPERATURE"),
        ({"WRITER_TIMEOUT": "0"}, "WRITER_TIMEOUT"),
        ({"PLACER": "openai"}, "PLACER_API_KEY"),
        ({"EMBEDDER": "openai"}, "EMBEDDER_API_KEY"),
        ({"SYSTEM_MODEL": "m"}, "SYSTEM_MODEL_API_KEY"),
        ({"CHUNK_SIZE": "200", "CHUNK_OVERLAP": "200"}, "CHUNK_OVERLAP"),
        ({"CONNECTORS": "searxng,altavista"}, "CONNECTORS"),
        ({"CONTACT_EMAIL": "me"}, "CONTACT_EMAIL"),
        ({"RATE_LIMIT": "often"}, "RATE_LIMIT"),
        ({"AUTH_RATE_LIMIT": "5 per fortnight"}, "AUTH_RATE_LIMIT"),
        ({"REGISTRATION": "maybe"}, "REGISTRATION"),
        ({"TRUSTED_PROXIES": "-1"}, "TRUSTED_PROXIES"),
        ({"CORS_ORIGINS": "app.example.org"}, "CORS_ORIGINS"),
        ({"CORS_ORIGINS": "https://app.example.org/path"}, "CORS_ORIGINS"),
        ({"DATABASE_URL": "mydb"}, "DATABASE_URL"),
        ({"REDIS_URL": "localhost:6379"}, "REDIS_URL"),
        ({"FILES": "s3://"}, "FILES"),
        ({"FILES": "/srv/files"}, "FILES"),
        ({"FILES": "s3://bucket/../x"}, "FILES"),
        ({"FILES": "s3://bucket", "FILES_ACCESS_KEY": "a"}, "FILES_SECRET_KEY"),
        ({"PUBLISH": "shared"}, "PUBLISH"),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL"),
        ({"WARM_UP": "2"}, "WARM_UP"),
    ],
)
def test_a_refusal_names_its_variable(variables, named):
    with pytest.raises(SettingsError) as caught:
        read(**variables)
    assert list(caught.value.problems) == [PREFIX + named] and PREFIX + named in str(caught.value)


def test_all_refusals_come_at_once():
    with pytest.raises(SettingsError) as caught:
        read(PORT="x", LOG_LEVEL="y", SECRET_KEY="z")
    assert set(caught.value.problems) == {"COSCRIBE_PORT", "COSCRIBE_LOG_LEVEL", "COSCRIBE_SECRET_KEY"}


@pytest.mark.parametrize(
    ("host", "given", "is_open"),
    [
        ("127.0.0.1", "", True),
        ("127.9.9.9", "", True),
        ("::1", "", True),
        ("localhost", "", True),
        ("0.0.0.0", "", False),
        ("192.168.1.2", "", False),
        ("0.0.0.0", "open", True),
        ("127.0.0.1", "CLOSED", False),
    ],
)
def test_registration_is_open_on_loopback_only_unless_said(host, given, is_open):
    assert read(HOST=host, REGISTRATION=given).registration_open is is_open


def test_connectors_are_those_with_a_url_or_key_and_the_polite_ones_with_an_address():
    assert read(SEARXNG_URL="http://s", TAVILY_API_KEY="t").connectors == ("searxng", "tavily")
    assert read(CONTACT_EMAIL="a@b.org").connectors == (
        "crossref",
        "arxiv",
        "wikipedia",
        "semantic_scholar",
        "europepmc",
        "dblp",
    )
    assert read(CONNECTORS="arxiv", SEARXNG_URL="http://s").connectors == ("arxiv",)


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgres://u:p@h/d", "postgresql+psycopg://u:p@h/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d"),
        ("sqlite:///own.db", f"sqlite:///{ROOT}/own.db"),
        ("sqlite:////tmp/own.db", "sqlite:////tmp/own.db"),
    ],
)
def test_database_urls(given, url):
    assert read(DATABASE_URL=given).database_url == url


def test_the_environment_goes_before_the_env_file_and_paths_are_relative_to_it(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text(
        "COSCRIBE_PORT=9001\nCOSCRIBE_TOP_K=7\nCOSCRIBE_DATA_DIR=mine\nCOSCRIBE_SECRET_KEY=" + "$a" * 20
    )
    monkeypatch.setenv("COSCRIBE_PORT", "9002")
    monkeypatch.delenv("COSCRIBE_DATA_DIR", raising=False)
    found = Settings.from_env(root=tmp_path)
    assert (found.port, found.top_k, found.data_dir) == (9002, 7, tmp_path / "mine")
    assert found.secret_key == "$a" * 20, "a dollar sign in a secret is itself"


def test_rates_may_be_off_and_unknown_variables_are_told():
    found = read(RATE_LIMIT="off", AUTH_RATE_LIMIT="5 per 10 minutes", WRTER="x")
    assert (found.rate_limit, found.auth_rate_limit, found.unknown) == (None, "5 per 10 minutes", ("COSCRIBE_WRTER",))


def test_settings_of_a_model_that_is_not_used_are_told():
    assert read(PLACER_MODEL="m", EMBEDDER_API_KEY="k").unused == ("COSCRIBE_PLACER_MODEL", "COSCRIBE_EMBEDDER_API_KEY")
    assert read(WRITER_BASE_URL="http://h/v1", WRITER_MODEL="m", WRITER_API_KEY="k").unused == ()


def test_a_repr_shows_no_secret():
    secrets = {"SECRET_KEY": "s3cret" * 8, "METRICS_TOKEN": "m3trics", "REDIS_URL": "redis://:r3dis@h"}
    keys = {"PERPLEXITY_API_KEY": "p3rplexity", "PLACER_API_KEY": "pl4cer", "TAVILY_API_KEY": "t4vily"}
    found = read(**secrets, **keys, DATABASE_URL="postgresql://u:p4ss@h/d")
    shown = repr(replace(found))
    assert not [
        word for word in ("s3cret", "m3trics", "r3dis", "p3rplexity", "pl4cer", "t4vily", "p4ss") if word in shown
    ]


def test_research_may_have_a_model_of_its_own_and_needs_something():
    own = read(
        WRITER="research", SEARXNG_URL="http://127.0.0.1:1", WRITER_BASE_URL="http://127.0.0.1:2", SYSTEM_MODEL="s"
    )
    assert own.writer.is_model and own.system.base_url == "http://127.0.0.1:2"
    assert not read(WRITER="research", SEARXNG_URL="http://127.0.0.1:1").writer.is_model
    with pytest.raises(SettingsError, match="COSCRIBE_WRITER"):
        read(WRITER="research")


def test_vocabularies_lie_where_tiktoken_keeps_them():
    assert read().vocabularies == Path(tempfile.gettempdir()) / "data-gym-cache"
    assert Settings.from_env({"TIKTOKEN_CACHE_DIR": "/kept/here"}, ROOT).vocabularies == Path("/kept/here")


def test_a_proxy_closes_registration_and_gives_time_to_drain():
    assert read().registration_open and read().operation.drain_seconds == 0
    behind = read(TRUSTED_PROXIES="1")
    assert not behind.registration_open and behind.operation.drain_seconds == 5
    assert read(TRUSTED_PROXIES="1", REGISTRATION="open").registration_open


def test_the_example_names_every_setting_and_its_values_are_good():
    lines = (Path(__file__).parents[1] / ".env.example").read_text(encoding="utf-8").splitlines()
    told = dict(line[1:].split("=", 1) for line in lines if line.startswith("#COSCRIBE_"))
    assert sorted(told) == sorted(f"COSCRIBE_{name}" for name in VARIABLES)
    Settings.from_env({name: value for name, value in told.items() if value})


@pytest.mark.parametrize(
    ("name", "meant"),
    [("COSCRIBE_PROT", "COSCRIBE_PORT"), ("COSCRIBE_WRITER_MODELL", "COSCRIBE_WRITER_MODEL"), ("COSCRIBE_XYZZY", "")],
)
def test_a_misspelt_variable_is_told_with_the_one_that_is_meant(name, meant):
    assert meant_instead(name) == meant and Settings.from_env({name: "1"}).unknown == (name,)


def test_the_clients_variables_are_not_misspelt():
    assert Settings.from_env({"COSCRIBE_SERVER": "x", "COSCRIBE_ZOTERO_KEY": "y"}).unknown == ()


def test_files_lie_in_the_data_folder_or_in_a_bucket(tmp_path):
    assert Settings.from_env({}, tmp_path).store.bucket == "" and Settings.from_env({}, tmp_path).publish == "local"
    chosen = Settings.from_env(
        {f"{PREFIX}FILES": "s3://papers/a/b/", f"{PREFIX}FILES_ENDPOINT": "http://m:9"}, tmp_path
    )
    assert (chosen.store.bucket, chosen.store.prefix, chosen.store.endpoint) == ("papers", "a/b", "http://m:9")
    assert chosen.publish == "shared"
