"""Examine an installation for `coscribe doctor`: the state of each part, and what to do about it.

Nothing is changed, no file or folder is created, and no model is called. Each search service is asked one small
question, because a service that runs may still refuse questions. If machines share a file store, one object is written
to it, read and removed.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from flask import Flask
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from backend.api.health import is_writable
from backend.bootstrap import (
    QUEUE_FILE,
    browser_of,
    chat_of,
    embedder_of,
    executor_of,
    files_of,
    open_database,
    placer_of,
    redis_library,
    system_of,
    web_of,
)
from backend.errors import Busy, CoscribeError
from backend.extraction.sandbox import LIBRARIES, MISSING, can_read
from backend.extraction.upload import MISSING as MISSING_LIBRARY
from backend.kernel.model_settings import ModelSettings
from backend.kernel.search_requests import Filters, SearchCall
from backend.settings import PREFIX, ROOT, WORKERS, Settings, SettingsError, meant_instead
from backend.storage.db import close_database, is_ready, most_connections, reading
from backend.storage.secret_file import SECRET_FILE

State = Literal["good", "hint", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the installation, its state, and a sentence about it. The state `bad` means that the server cannot
    work, `hint` that something could be better.
    """

    subject: str
    state: State
    words: str


#: Seconds that all search services may take together, and the query that each is asked.
PATIENCE, QUESTION = 8.0, "open access"


def examine(settings: Settings, offline: bool = False) -> list[Finding]:
    """Return the state of every part of the installation. With `offline`, no service is asked."""
    return [
        *_unknown(settings),
        _data_folder(settings.data_dir),
        *_store(settings, offline),
        _database(settings),
        _secret(settings),
        _built(_writer(settings.writer), lambda: chat_of(settings.writer)),
        _placer(settings.placer),
        _built(_system(settings), lambda: system_of(settings)),
        _built(_embedder(settings.embedder), lambda: embedder_of(settings.embedder)),
        *_connectors(settings, offline),
        _built(_pages(settings), lambda: browser_of(settings)),
        _library(),
        _executor(settings),
        _registration(settings),
        _counters(settings),
        _access(settings),
    ]


def _unknown(settings: Settings) -> list[Finding]:
    env = ROOT / ".env"
    found = [Finding("settings", "good", f"from the environment{f' and {env}' if env.exists() else ''}")]
    unused = [f"{name} has no effect: no model is used for this task" for name in settings.unused]
    return found + [Finding("settings", "hint", words) for words in (*misspelt(settings), *unused)]


def misspelt(settings: Settings) -> list[str]:
    """Return a sentence for each environment variable that begins with `PREFIX` (COSCRIBE_) and is not a setting."""
    instead = {name: meant_instead(name) for name in settings.unknown}
    return [
        f"{name} is not a setting; is it misspelt?" + (f" Perhaps {meant} is meant." if meant else "")
        for name, meant in instead.items()
    ]


def _data_folder(folder: Path) -> Finding:
    if folder.is_dir():
        state: State = "good" if is_writable(folder) else "bad"
        return Finding("data folder", state, f"{folder}{'' if state == 'good' else ' cannot be written to'}")
    parent = next(each for each in folder.parents if each.exists())
    if parent.is_dir() and os.access(parent, os.W_OK):
        return Finding("data folder", "good", f"{folder} does not exist yet; the first start creates it")
    return Finding("data folder", "bad", f"{folder} does not exist and cannot be created in {parent}")


def _store(settings: Settings, offline: bool) -> list[Finding]:
    """Check the bucket that machines share: write an object, read it, and remove it. Returns no finding if the files
    are on this machine's disk.
    """
    chosen = settings.store
    if not chosen.bucket:
        shared = settings.redis_url or settings.database_url.startswith("postgresql")
        words = "in the data folder; machines that share a database need FILES=s3://…, or one folder for all of them"
        return [Finding("files", "hint", words)] if shared else []
    at = f"s3://{chosen.bucket}{'/' if chosen.prefix else ''}{chosen.prefix}"
    where = f"{at} at {chosen.endpoint}" if chosen.endpoint else at
    finding = Finding("files", "good", where)
    if offline:
        return [_built(finding, lambda: files_of(settings))]
    name, content = f"doctor/{secrets.token_hex(8)}", b"written by coscribe doctor"
    try:
        files = files_of(settings)
        files.put(name, content)
        read = files.read(name)
        files.remove(name)
    except SettingsError as error:
        return [replace(finding, state="bad", words="; ".join(error.problems.values()))]
    except CoscribeError as error:
        return [replace(finding, state="bad", words=f"{where}: {error.detail}")]
    if read != content:
        return [replace(finding, state="bad", words=f"{where} returned other bytes than were written")]
    return [replace(finding, words=f"{where}; an object was written, read and removed")]


def _built(finding: Finding, build: Callable[[], object]) -> Finding:
    """Return `finding` if `build` succeeds. If `build` fails because of the settings, return the finding as `bad`, with
    the reason.
    """
    try:
        build()
    except SettingsError as error:
        return replace(finding, state="bad", words="; ".join(f"{name}: {why}" for name, why in error.problems.items()))
    return finding


def _database(settings: Settings) -> Finding:
    app = Flask("doctor", static_folder=None)
    try:
        open_database(app, settings)
    except SettingsError as error:
        return Finding("database", "bad", "; ".join(error.problems.values()))
    url = make_url(settings.database_url)
    shown = url.render_as_string(hide_password=True)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return Finding("database", "good", f"{shown} does not exist yet; the first start creates it")
    with app.app_context():
        most = most_connections() if (ready := is_ready()) else None
        fault = "" if ready else _fault_of_the_database()
        close_database()
    if ready:
        return _connections(f"{shown}, migrated", settings, most)
    if fault:
        return Finding("database", "bad", f"{shown} cannot be reached: {fault}")
    return Finding("database", "hint", f"{shown} can be reached, but is not migrated yet: `coscribe serve` does that")


def _fault_of_the_database() -> str:
    """Return why the database cannot be reached; "" if it can."""
    try:
        with reading():
            return ""
    except SQLAlchemyError as error:
        return str(getattr(error, "orig", None) or error).strip()
    except Busy as error:
        return str(getattr(error.__cause__, "orig", None) or error.detail).strip()


def _connections(words: str, settings: Settings, most: int | None) -> Finding:
    """Check whether the database allows as many connections as this server may open. `most` is the database's limit;
    None if unknown. `words` is the text that describes the database.
    """
    each = settings.operation.pool_size + settings.operation.pool_overflow
    if most is None:
        return Finding("database", "good", words)
    words += (
        f"; it accepts {most} connections, and each of {WORKERS} server processes and each worker opens up to {each}"
    )
    if WORKERS * each > most:
        return Finding("database", "bad", f"{words}: lower POOL_SIZE and POOL_OVERFLOW, or raise max_connections")
    return Finding("database", "good", words)


def _secret(settings: Settings) -> Finding:
    """Check the secret key. If it is kept in the data folder of one machine, all other machines refuse the tokens that
    it signs.
    """
    if settings.secret_key:
        return Finding("secret key", "good", "set")
    kept = settings.data_dir / SECRET_FILE
    shared = settings.redis_url or settings.database_url.startswith("postgresql")
    if shared:
        words = (
            "kept on this machine only, but PostgreSQL or Redis is configured: set the same SECRET_KEY on every machine"
        )
        return Finding("secret key", "bad", words)
    return Finding("secret key", "good", f"kept in {kept}" if kept.exists() else "the first start creates it")


def _writer(model: ModelSettings) -> Finding:
    if model.kind == "extractive":
        words = "extractive: no key, no network. For a model set PERPLEXITY_API_KEY, OPENAI_API_KEY or "
        return Finding("writer", "hint", f"{words}COSCRIBE_WRITER_BASE_URL")
    if model.kind == "research" and not model.is_model:
        return Finding(
            "writer",
            "good",
            "research: searches the services below, then the system model writes; without one, it quotes",
        )
    return _chat_model("writer", "WRITER_MODEL", model)


def _placer(model: ModelSettings) -> Finding:
    if model.kind == "rules":
        words = "rules: no model is used. To use one, set OPENAI_API_KEY or COSCRIBE_PLACER_BASE_URL"
        return Finding("placer", "hint", words)
    if model.copied_from:  # the finding about the writer says whether this model can be created
        return Finding("placer", "good", f"{model.model or 'the model'} of the {model.copied_from}")
    return _built(_chat_model("placer", "PLACER_MODEL", model), lambda: placer_of(model))


def _system(settings: Settings) -> Finding:
    if settings.system is not None:
        return _chat_model("system model", "SYSTEM_MODEL", settings.system)
    writer = settings.writer
    none = writer.kind == "extractive" or (writer.kind == "research" and not writer.is_model)
    return Finding("system model", "good", "none" if none else "the writer's")


def _embedder(model: ModelSettings) -> Finding:
    return Finding(
        "embedder",
        "good",
        "local: passages are ranked by their words alone" if model.kind == "local" else _described(model),
    )


def _connectors(settings: Settings, offline: bool) -> list[Finding]:
    if not settings.connectors:
        return [
            Finding(
                "connectors",
                "good",
                "none: drafts and answers use no search service. To search, name some in COSCRIBE_CONNECTORS",
            )
        ]
    names = web_of(settings).names
    lacking = [each for each in settings.connectors if each not in names]
    unset = [
        Finding("connectors", "hint", f"{each} is in {PREFIX}CONNECTORS, but its address or key is not set")
        for each in lacking
    ]
    if offline:
        return [Finding("connectors", "good", ", ".join(names) or "none"), *unset]
    return [*asked_services(settings), *unset]


def asked_services(settings: Settings) -> list[Finding]:
    """Ask each search service one small question. A finding is `bad` if the service did not answer, or found nothing
    because its own search engines failed. It is a `hint` if the service found nothing for another reason, or if some of
    its engines failed.
    """
    web = web_of(settings)
    if not web.names:
        return []
    try:
        outcome = web.search_all(SearchCall(QUESTION, Filters(limit=5), seconds=PATIENCE))
    finally:
        web.close()
    lists = {each.connector: each for each in outcome.lists}
    found = []
    for name in web.names:
        reasons = "; ".join(each.reason for each in outcome.failures if each.connector == name)
        if name not in lists:
            found.append(Finding("connectors", "bad", f"{name} {reasons or 'was not asked'}"))
            continue
        count = len(lists[name].sources)
        told = f"{name} answered with {count} results in {lists[name].took_ms / 1000:.1f} s"
        if not count and not reasons:
            reasons = f"it found nothing for “{QUESTION}”; check that its engines are enabled"
            state: State = "hint"
        else:
            state = "bad" if not count else "hint" if reasons else "good"
        found.append(Finding("connectors", state, "; ".join(filter(None, [told, reasons]))))
    return found


def _pages(settings: Settings) -> Finding:
    if not (can_read("html") and can_read("pdf")):
        return Finding("pages", "hint", f"the pages of search results are not read: {MISSING}")
    words = "the pages of search results are read (HTML and PDF); those that need a browser"
    try:
        browser = browser_of(settings)
    except SettingsError:  # another finding reports the error
        return Finding("pages", "bad", words)
    if browser is None or browser.program is None:
        return Finding("pages", "good", f"{words} are not: {'none is installed' if browser else 'BROWSER is off'}")
    alone = "" if settings.browser_sandbox else ", without its sandbox"
    return Finding("pages", "good", f"{words} with {browser.program}{alone}")


def _library() -> Finding:
    lacking = [kind for kind in LIBRARIES if not can_read(kind)]
    if not lacking:
        return Finding("library", "good", "PDF, Markdown, text, HTML, DOCX, BibTeX, RIS and CSL-JSON are read")
    return Finding("library", "hint", f"not read: {', '.join(lacking)}, which {MISSING_LIBRARY}")


def _executor(settings: Settings) -> Finding:
    """Check whether tasks wait in the queue. Waiting tasks are the only sign that no worker is running."""
    if settings.executor == "threads":
        return Finding("executor", "good", "threads: the server itself does the work of streamed runs")
    try:
        executor: Any = executor_of(settings, Flask("doctor", static_folder=None))
    except SettingsError as error:
        return Finding("executor", "bad", "; ".join(f"{name}: {why}" for name, why in error.problems.items()))
    kept = settings.data_dir / QUEUE_FILE
    place = "in Redis" if settings.redis_url else str(kept)
    words = f"huey: `coscribe worker` does the work of streamed runs; the queue is {place}"
    if not (settings.redis_url or kept.exists()):
        return Finding("executor", "good", f"{words}, created on first use")
    waiting = executor.waiting()
    if waiting is None:
        return Finding("executor", "hint", f"{words}, which can't be reached; meanwhile the server does the work")
    if waiting:
        return Finding(
            "executor",
            "hint",
            f"{words}; tasks that wait: {waiting}. If this number does not fall, start `coscribe worker`",
        )
    return Finding("executor", "good", f"{words}; no task waits")


def _registration(settings: Settings) -> Finding:
    if not settings.registration_open:
        return Finding("registration", "good", "closed: `coscribe users create` creates accounts")
    if settings.trusted_proxies:
        return Finding(
            "registration",
            "hint",
            "open to everybody whom the proxy lets in. To close it, set COSCRIBE_REGISTRATION=closed",
        )
    words = f"open, on {settings.host}; behind a proxy set TRUSTED_PROXIES, which closes it"
    return Finding("registration", "good", words)


def _counters(settings: Settings) -> Finding:
    limits = f"requests of each user: {settings.rate_limit or 'no limit'}"
    limits += f"; sign-ins from each IP address: {settings.auth_rate_limit or 'no limit'}"
    if not settings.redis_url:
        return Finding("limits", "good", f"{limits}; counted on this machine")
    found = _built(Finding("limits", "good", f"{limits}; counted in Redis"), redis_library)
    if found.state == "bad" or redis_library().answers(settings.redis_url):
        return found
    words = f"{limits}; Redis, which counts them, can't be reached; meanwhile each process counts by itself"
    return replace(found, state="hint", words=words)


def _access(settings: Settings) -> Finding:
    origins = ", ".join(settings.cors_origins) or "no other origin"
    token = "with METRICS_TOKEN" if settings.metrics_token else "from this machine"
    return Finding(
        "access",
        "good",
        f"pages of {origins} may call the API; trusted proxies: {settings.trusted_proxies}; metrics {token}",
    )


def _chat_model(subject: str, variable: str, model: ModelSettings) -> Finding:
    """Describe the chat model for the task `subject`. `variable` is the setting for the model's name ("WRITER_MODEL").
    The result is a `hint` if an address is set without the name of a model, because most servers need a name.
    """
    if model.kind == "openai" and not model.model and model.base_url:
        return Finding(
            subject,
            "hint",
            f"{_described(model, 'no model named')}; most servers need a model's name: {PREFIX}{variable}",
        )
    return Finding(subject, "good", _described(model))


def _described(model: ModelSettings, unnamed: str = "its default model") -> str:
    at_address = model.kind == "openai" and model.base_url  # the address says more than "openai"
    named = [model.base_url, ""] if at_address else [model.kind, f"at {model.base_url}" if model.base_url else ""]
    parts = [named[0], model.model or unnamed, named[1]]
    parts += ["with a key" if model.api_key else "without a key", f"{model.timeout:g} s"]
    return ", ".join(part for part in parts if part)
