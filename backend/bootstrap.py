"""Assemble the application: create the adapters, put them into `Ports`, and add the API and the web page.

`create_app` connects to no database, model or service: each connection is opened when it is first used. A server calls
`prepare` once before it listens: it migrates the database, and cleans up after a crash.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy.exc import ArgumentError

from backend.api import ApiOptions, register_api
from backend.api.openapi import release
from backend.api.rate_limits import Counters
from backend.api.structured_logs import configure_logs
from backend.channels.memory import MemoryChannel
from backend.channels.session_feeds import MOST_HELD_STREAMS, MOST_STREAMS
from backend.connectors.chromium import Browser
from backend.connectors.configured_services import configured_services, registry_services
from backend.connectors.connector import Service
from backend.connectors.web import Web
from backend.drafting.budget import ESTIMATE, use_counter
from backend.extraction.extractor import FileExtractor
from backend.extraction.page_reader import PageReader
from backend.jobs.heartbeat import ProcessHeartbeat
from backend.jobs.recorder import RunRecorder
from backend.jobs.thread_executor import MOST, ThreadExecutor
from backend.jobs.upkeep import start_upkeep
from backend.kernel.model_settings import ModelSettings
from backend.kernel.traces import Trace
from backend.ports import (
    Budgets,
    ChatModel,
    Embedder,
    EventChannel,
    Executor,
    Files,
    Policy,
    Ports,
    Registries,
    ResearchPorts,
    ResultMemory,
    Retention,
    Verification,
)
from backend.providers import Endpoint, chat_model, embedder, guarded, quote
from backend.providers.tokenizer import counter_from
from backend.rendering.importer import PandocImporter
from backend.rendering.pandoc import PandocRenderer
from backend.research.engine import SelfHostedSonar
from backend.services import first_use, rehearsal, run_recovery
from backend.settings import MIN_SECRET_BYTES, PREFIX, WORKERS, Settings, SettingsError
from backend.storage.database_clock import DatabaseClock
from backend.storage.db import Pool, init_database, is_ready
from backend.storage.folder_files import FolderFiles
from backend.storage.rate_counters import counters_uri
from backend.storage.registry_records import StoredRecords
from backend.storage.search_cache import StoredResults
from backend.storage.secret_file import SECRET_FILE, kept_secret
from backend.tools import tools
from backend.web.page import register_page

COUNTERS_FILE = "counters.sqlite3"
QUEUE_FILE = "queue.sqlite3"


def create_app(settings: Settings | None = None, environ: Mapping[str, str] | None = None) -> Flask:
    """Create the application for `settings` (default: from `environ`). Raises SettingsError for invalid settings."""
    settings = settings or Settings.from_env(environ)
    app = create_core(settings)
    register_api(app, _api_options(settings))
    if settings.page:
        register_page(app, settings.registration_open)
    return app


def create_core(settings: Settings) -> Flask:
    """Create the application without the HTTP API, for commands. Raises SettingsError for invalid settings."""
    configure_logs(settings.log_level)
    use_counter(counter_from(settings.vocabularies) or ESTIMATE)
    make_folder(settings.data_dir)
    app = Flask("backend", static_folder=None)
    open_database(app, settings)
    app.extensions["coscribe"] = build_ports(settings, app)
    return app


def open_database(app: Flask, settings: Settings) -> None:
    """Give the application its database, without connecting to it yet. Raises SettingsError for an invalid URL."""
    chosen = settings.operation
    try:
        with _extra("DATABASE_URL", "postgres"):
            init_database(app, settings.database_url, Pool(chosen.pool_size, chosen.pool_overflow, chosen.pool_wait))
    except ArgumentError as error:  # its message may contain the URL, and so a password
        raise SettingsError({f"{PREFIX}DATABASE_URL": "not a database URL such as sqlite:////srv/c.db"}) from error
    except ValueError as error:
        raise SettingsError({f"{PREFIX}DATABASE_URL": str(error)}) from error


def prepare(app: Flask) -> None:
    """Migrate the database if necessary, end the runs of dead processes, and delete expired rows."""
    with app.app_context():
        current = is_ready()
    if not current:
        from backend.storage.migration import migrate_database  # only here, because importing Alembic takes 0.3 s

        migrate_database(app)
    with app.app_context():
        run_recovery.clear_up(app.extensions["coscribe"])


def start_background_work(app: Flask) -> None:
    """Load everything that a first message needs, and start the threads that recover runs and clean up data."""
    ports: Ports = app.extensions["coscribe"]
    first_use.load(ports)
    with app.app_context():
        rehearsal.rehearse(ports)
    ports.pulse.start()
    start_upkeep(app)


def build_ports(settings: Settings, app: Flask) -> Ports:
    """Create the adapters to models, services, storage and all else outside of the program, as the settings say."""
    clock = DatabaseClock(app)
    records = StoredRecords(app, clock)
    files = files_of(settings)
    models = models_of(settings, StoredResults(app, clock), records, files)
    channel, recorder = channel_of(settings), RunRecorder(app, clock)
    return Ports(
        writer=models.writer,
        placer=models.placer,
        system=models.system,
        embedder=models.research.embedder,
        clock=clock,
        pulse=ProcessHeartbeat(app, clock, recorder, channel),
        recorder=recorder,
        channel=channel,
        executor=executor_of(settings, app),
        research=models.research,
        extractor=FileExtractor(),
        renderer=PandocRenderer(),
        importer=PandocImporter(),
        files=files,
        verification=(
            Verification(models.registries, records, settings.verify_seconds) if models.registries is not None else None
        ),
        data_dir=settings.data_dir,
        budgets=Budgets(
            top_k=settings.top_k,
            chunk_size=settings.chunk_size,
            chunk_overlap=settings.chunk_overlap,
            placement_seconds=settings.placer.timeout,
        ),
        policy=policy_of(settings),
        fast_model="sonar" if settings.writer.kind == "perplexity" else None,
        allowed_models=settings.allowed_models,
        tracer=tracer_of(settings),
    )


def policy_of(settings: Settings) -> Policy:
    """Return the operator's decisions about costs, copies of documents, and how long data is kept."""
    chosen = settings.operation
    return Policy(
        classify_searches=settings.search_classifier,
        answer_age=settings.answer_cache,
        publish=settings.publish == "local",
        share_copies=settings.publish == "shared",
        spend_limit=chosen.spend_limit,
        retention=Retention(chosen.retain_events, chosen.retain_raw, chosen.retain_drafts),
    )


@dataclass(frozen=True, slots=True)
class Models:
    """The configured models. `placer` (Stage 2) and `system` (internal steps) are None if rules do their work;
    `registries` is None if no source is checked.
    """

    writer: ChatModel
    placer: ChatModel | None
    system: ChatModel | None
    research: ResearchPorts
    registries: Registries | None


def models_of(
    settings: Settings,
    memory: ResultMemory | None = None,
    records: StoredRecords | None = None,
    files: Files | None = None,
) -> Models:
    """Create all models. `memory` caches search results, and `records` registry records. The system model (for internal
    steps) is the configured one, else the writer's. The research engine writes with the writer's model, else with the
    system model; without both, it quotes its sources. Raises SettingsError if a model cannot be created.
    """
    wanted = settings.writer
    named, chat = system_of(settings), chat_of(wanted)
    system = named or chat
    browser = browser_of(settings)
    web = web_of(settings, browser)
    parts = ResearchPorts(
        services=web,
        pages=PageReader(web.fetch, web.show if browser else None),
        chat=chat or named,
        system=system,
        keyless=chat_model("extractive"),
        quote=quote,
        embedder=embedder_of(settings.embedder),
        memory=memory,
        limits=settings.deep,
        withdrawn=None if records is None else records.retracted,
    )
    parts = replace(parts, tools=tools(parts, web.fetch, files or files_of(settings)))
    if wanted.kind == "research":
        writer = guarded(SelfHostedSonar(parts, wanted.timeout), wanted.timeout)
    else:
        writer = chat or parts.keyless
    registries = web.registries(registries_of(settings)) if settings.verify else None
    return Models(writer, placer_of(settings.placer), system, parts, registries)


def web_of(settings: Settings, browser: Browser | None = None) -> Web:
    """Return the access to the web: the configured search services and a page reader, which may use `browser`."""
    services = configured_services(
        settings.connectors, settings.connector_urls, settings.connector_keys, settings.contact_email
    )
    return Web(services, settings.contact_email, release(), browser)


def registries_of(settings: Settings) -> tuple[Service, ...]:
    """Return the registries that are asked whether a source exists."""
    return registry_services(settings.connector_urls, settings.connector_keys, settings.contact_email)


def chat_of(writer: ModelSettings) -> ChatModel | None:
    """Return the model with the settings `writer`; None if they name no model, as for a writer that only quotes."""
    if writer.kind == "research":
        return _chat_model(replace(writer, kind="openai"), "WRITER") if writer.is_model else None
    return None if writer.kind == "extractive" else _chat_model(writer, "WRITER")


def system_of(settings: Settings) -> ChatModel | None:
    """Return the configured model for internal steps; None if there is none."""
    return None if settings.system is None else _chat_model(settings.system, "SYSTEM_MODEL")


def placer_of(wanted: ModelSettings) -> ChatModel | None:
    """Return the model of Stage 2 with the settings `wanted`; None if rules alone choose the place."""
    return None if wanted.kind == "rules" else _chat_model(wanted, "PLACER")


def embedder_of(wanted: ModelSettings) -> Embedder | None:
    """Return the embedding model with the settings `wanted`; None for the kind `local`, which ranks by words alone."""
    if wanted.kind == "local":
        return None
    with _addressed("EMBEDDER"):
        return embedder(wanted.kind, base_url=wanted.base_url, api_key=wanted.api_key, model=wanted.model)


def browser_of(settings: Settings) -> Browser | None:
    """Return the browser for pages that are empty without one; None if the setting BROWSER is `off`."""
    named = "" if settings.browser == "auto" else settings.browser
    if named == "off":
        return None
    program = shutil.which(named) if named else ""
    if program is None:
        raise SettingsError({f"{PREFIX}BROWSER": f"{named!r} is not a program here; use auto, off or a path"})
    return Browser(os.path.abspath(program) if program else "", sandbox=settings.browser_sandbox)


def channel_of(settings: Settings) -> EventChannel:
    """Return the channel that informs processes of new events: Redis if it is configured, else the database."""
    most = MOST_HELD_STREAMS if settings.operation.edge else MOST_STREAMS
    if not settings.redis_url:
        return MemoryChannel(most)
    made: EventChannel = redis_library().RedisChannel(settings.redis_url, most)
    return made


def tracer_of(settings: Settings) -> Callable[[Trace], None] | None:
    """Return the function that sends traces; None if `TRACES` is off."""
    if not settings.traces:
        return None
    with _extra("TRACES", "otel"):
        from backend.channels.traces import OtlpTracer
    return OtlpTracer()


def files_of(settings: Settings) -> Files:
    """Return the file store: the data folder, or a bucket that machines share. No connection is opened yet."""
    if not settings.store.bucket:
        return FolderFiles(settings.data_dir)
    with _extra("FILES", "s3"):
        from backend.storage.s3_files import S3Files
    return S3Files(settings.store)


def executor_of(settings: Settings, app: Flask) -> Executor:
    """Return the executor, which does the work of runs for which no request waits: in threads or worker processes."""
    if settings.executor == "threads":
        return ThreadExecutor(app, max(MOST, math.ceil(settings.operation.max_in_flight / WORKERS)))
    with _extra("EXECUTOR", "tasks"):
        from huey import RedisHuey, SqliteHuey

        from backend.jobs.queue import QueueExecutor
    if not settings.redis_url:
        return QueueExecutor(app, partial(SqliteHuey, filename=str(settings.data_dir / QUEUE_FILE)), (sqlite3.Error,))
    ours = redis_library()
    pools = [ours.pool(settings.redis_url, seconds) for seconds in (ours.QUICK, ours.WORK)]
    quick, patient = (partial(RedisHuey, connection_pool=each) for each in pools)
    return QueueExecutor(app, quick, (ours.RedisError,), patient)


def redis_library() -> Any:
    """Import and return `backend.channels.redis`. Raises SettingsError if Redis's library is not installed."""
    with _extra("REDIS_URL", "redis"):
        from backend.channels import redis
    return redis


@contextmanager
def _extra(variable: str, name: str) -> Iterator[None]:
    """Convert the error for a missing library to a SettingsError for `variable`: the extra `name` must be installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        words = f"the library {error.name} is not installed: install the extra `{name}`"
        raise SettingsError({PREFIX + variable: words}) from error


def _chat_model(wanted: ModelSettings, role: str) -> ChatModel:
    with _addressed(role):
        endpoint = Endpoint(wanted.base_url, wanted.api_key, wanted.model, wanted.temperature, wanted.timeout)
        return chat_model(wanted.kind, endpoint)


@contextmanager
def _addressed(role: str) -> Iterator[None]:
    """Convert the error for an invalid base URL to a SettingsError that names the variable <role>_BASE_URL."""
    try:
        yield
    except ValueError as error:
        raise SettingsError({f"{PREFIX}{role}_BASE_URL": str(error)}) from error


def make_folder(folder: Path) -> None:
    """Create the data folder, which only its owner can access. Raises SettingsError if that fails."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError({f"{PREFIX}DATA_DIR": f"{folder} can't be created: {error.strerror}"}) from error


def secret_key(settings: Settings) -> str:
    """Return the key that signs tokens: the configured one, else that in the data folder, created if missing."""
    if settings.secret_key:
        return settings.secret_key
    key = kept_secret(settings.data_dir)
    if len(key.encode()) < MIN_SECRET_BYTES:
        kept = settings.data_dir / SECRET_FILE
        raise SettingsError({f"{PREFIX}SECRET_KEY": f"the key in {kept} is too short; delete this file"})
    return key


def _api_options(settings: Settings) -> ApiOptions:
    return ApiOptions(
        secret_key=secret_key(settings),
        registration_open=settings.registration_open,
        counters=_counters(settings),
        rate_limit=settings.rate_limit,
        auth_rate_limit=settings.auth_rate_limit,
        trusted_proxies=settings.trusted_proxies,
        cors_origins=settings.cors_origins,
        metrics_token=settings.metrics_token,
        metrics_dir=settings.metrics_dir,
        most_in_flight=math.ceil(settings.operation.max_in_flight / WORKERS),
    )


def _counters(settings: Settings) -> Counters:
    """Return where requests are counted for rate limits: in Redis for several machines, else in the data folder."""
    if not settings.redis_url:
        return Counters(counters_uri(settings.data_dir / COUNTERS_FILE))
    # the library for rate limits uses another name for the address of a socket
    address, library = re.sub("^unix://", "redis+unix://", settings.redis_url), redis_library()
    return Counters(address, library.time_limits(library.QUICK))
