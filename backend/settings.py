"""Read all settings from environment variables, once at the start, with `Settings.from_env()`.

All invalid values are reported at once, by the names of their variables. Keys and passwords never appear in a `repr`.
`VARIABLES` lists the variables; a test compares this list with the README's table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from tempfile import gettempdir

from dotenv import dotenv_values

from backend.kernel.model_settings import ModelSettings, choose_placer
from backend.kernel.policy import Operation, Store
from backend.kernel.search_requests import Limits
from backend.variables import PREFIX as PREFIX
from backend.variables import SHARED_KEYS, Variables

#: Minimum bytes of the key that signs tokens. HS256 needs a key as long as its digest.
MIN_SECRET_BYTES = 32
#: The folder that contains `.env` and from which relative paths start: that of app.py, or the working directory if the
#: package is installed without app.py.
ROOT = next((p for p in (Path(__file__).resolve().parents[1],) if (p / "app.py").exists()), Path.cwd())

#: Number of processes of `coscribe serve` that answer requests.
WORKERS = 2

WRITERS = ("auto", "perplexity", "openai", "research", "ask", "extractive")
REGISTERS = ("datacite", "doi")  # they look up known works, and are not searched by topic
CONNECTORS = (
    "searxng", "tavily", "linkup", "openalex", "crossref", "arxiv", "wikipedia", "semantic_scholar", "europepmc", "dblp"
)  # fmt: skip
#: Services that need no key. They are asked only if a contact address is configured, which is sent to them.
POLITE_CONNECTORS = ("crossref", "arxiv", "wikipedia", "semantic_scholar", "europepmc", "dblp")

VARIABLES = (
    "HOST", "PORT", "DATA_DIR", "DATABASE_URL", "SECRET_KEY", "REGISTRATION",
    "WRITER", "WRITER_BASE_URL", "WRITER_API_KEY", "WRITER_MODEL", "WRITER_TEMPERATURE", "WRITER_TIMEOUT", "WARM_UP",
    "PLACER", "PLACER_BASE_URL", "PLACER_API_KEY", "PLACER_MODEL", "PLACER_TIMEOUT",
    "SYSTEM_MODEL", "SYSTEM_MODEL_BASE_URL", "SYSTEM_MODEL_API_KEY",
    "EMBEDDER", "EMBEDDER_BASE_URL", "EMBEDDER_API_KEY", "EMBEDDER_MODEL",
    "TOP_K", "CHUNK_SIZE", "CHUNK_OVERLAP", "SEARCH_CLASSIFIER", "ANSWER_CACHE",
    "DEEP_SECONDS", "DEEP_TOKENS", "DEEP_SEARCHES", "DEEP_SOURCES", "DEEP_COST",
    "CONNECTORS", "SEARXNG_URL", "OPENALEX_API_KEY", "SEMANTIC_SCHOLAR_API_KEY", "CONTACT_EMAIL",
    *(f"{name.upper()}_BASE_URL" for name in (*CONNECTORS, *REGISTERS) if name != "searxng"), "VERIFY",
    "VERIFY_SECONDS", "RATE_LIMIT", "AUTH_RATE_LIMIT", "ALLOWED_MODELS", "TRUSTED_PROXIES", "CORS_ORIGINS",
    "METRICS_TOKEN", "REDIS_URL", "EXECUTOR",
    "FILES", "FILES_ENDPOINT", "FILES_REGION", "FILES_ACCESS_KEY", "FILES_SECRET_KEY",
    "DRAIN_SECONDS", "MAX_IN_FLIGHT", "EDGE", "POOL_SIZE", "POOL_OVERFLOW", "POOL_WAIT",
    "SPEND_LIMIT", "RETAIN_EVENTS", "RETAIN_RAW", "RETAIN_DRAFTS", "PUBLISH",
    "LOG_LEVEL", "TRACES", "BROWSER", "BROWSER_SANDBOX", "PAGE",
    *SHARED_KEYS,
)  # fmt: skip

#: Variables with our prefix that only the command-line client reads, on its user's machine.
OF_THE_CLIENT = ("SERVER", "ZOTERO_URL", "ZOTERO_LIBRARY", "ZOTERO_KEY")


def meant_instead(name: str) -> str:
    """Return the variable that a misspelled name probably means; "" if no variable has a similar name."""
    ours = [f"{PREFIX}{each}" for each in (*VARIABLES, *OF_THE_CLIENT)]
    return next(iter(get_close_matches(name, ours, n=1, cutoff=0.8)), "")


_ORIGIN = re.compile(r"\*|https?://[^\s/,*]+", re.IGNORECASE)
_EMAIL = re.compile(r"[^@\s,]+@[^@\s,]+\.[^@\s,]+")


class SettingsError(Exception):
    """Raised for invalid settings. `problems` maps the name of each invalid variable to the reason."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("\n".join(f"{name}: {reason}" for name, reason in problems.items()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, as checked values with types. docs/settings.md describes each of them."""

    host: str
    port: int
    data_dir: Path
    database_url: str = field(repr=False)
    secret_key: str | None = field(repr=False)  # None: created at the first start, in the data folder
    registration_open: bool
    page: bool  # True if the page is served at `/`
    writer: ModelSettings
    placer: ModelSettings
    system: ModelSettings | None  # None: the writer's model, if the writer is one
    embedder: ModelSettings
    warm_up: bool
    top_k: int
    chunk_size: int
    chunk_overlap: int
    search_classifier: bool
    answer_cache: float  # seconds
    deep: Limits
    connectors: tuple[str, ...]
    connector_urls: Mapping[str, str]
    connector_keys: Mapping[str, str] = field(repr=False)
    contact_email: str
    verify: bool  # True if registries are asked about sources
    verify_seconds: float  # maximum seconds that an answer waits for registries
    browser: str  # auto, off, or a program
    browser_sandbox: bool
    rate_limit: str | None  # as Flask-Limiter spells it; None: off
    auth_rate_limit: str | None
    allowed_models: frozenset[str]
    trusted_proxies: int
    cors_origins: tuple[str, ...]
    metrics_token: str = field(repr=False)
    redis_url: str = field(repr=False)
    executor: str  # threads or huey
    publish: str  # local, shared or off
    traces: bool  # True if traces are sent to an OpenTelemetry collector
    log_level: str
    operation: Operation
    store: Store = field(default_factory=Store)
    metrics_dir: str = ""  # where worker processes count requests together; set by `coscribe serve`
    vocabularies: Path = Path()  # tiktoken's cache folder, named by its own variable; nothing is downloaded
    unknown: tuple[str, ...] = ()  # variables with our prefix that are no settings, probably misspelled
    unused: tuple[str, ...] = ()  # variables of models that are not used

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, root: Path = ROOT) -> Settings:
        """Read the settings from `environ`; without it, from this process's environment and the file `root/.env`.
        Raises SettingsError, which names every invalid value.
        """
        if environ is None:
            kept = {k: v for k, v in dotenv_values(root / ".env", interpolate=False).items() if v is not None}
            environ = {**kept, **os.environ}
        return _Reader(environ).settings(root)


class _Reader(Variables):
    """Reads the settings from environment variables."""

    def settings(self, root: Path) -> Settings:
        data_dir = (root / Path(self.text("DATA_DIR", "data")).expanduser()).resolve()
        host = self.text("HOST", "127.0.0.1")
        chunk_size = self.whole("CHUNK_SIZE", 1000, 100, 20_000)
        secret = self.text("SECRET_KEY")
        if secret and len(secret.encode()) < MIN_SECRET_BYTES:
            self.problem("SECRET_KEY", f"shorter than {MIN_SECRET_BYTES} bytes")
        writer = self.writer()
        system = self.system(writer)
        made = Settings(
            host=host,
            port=self.whole("PORT", 8000, 1, 65535),
            data_dir=data_dir,
            database_url=self.database_url(data_dir, root),
            secret_key=secret or None,
            registration_open=self.choice("REGISTRATION", ("open", "closed"), self.default_registration(host))
            == "open",
            page=self.flag("PAGE", "on"),
            writer=writer,
            placer=self.placer(writer, system),
            system=system,
            embedder=self.embedder(),
            warm_up=self.flag("WARM_UP"),
            top_k=self.whole("TOP_K", 5, 1, 100),
            chunk_size=chunk_size,
            chunk_overlap=self.whole("CHUNK_OVERLAP", min(100, chunk_size // 2), 0, max(chunk_size - 1, 0)),
            search_classifier=self.flag("SEARCH_CLASSIFIER", "on"),
            answer_cache=self.number("ANSWER_CACHE", 0, 0, 30 * 86400),
            deep=self.deep(),
            connectors=self.connectors(),
            connector_urls=self.connector_urls(),
            connector_keys=self.connector_keys(),
            contact_email=self.matching("CONTACT_EMAIL", _EMAIL, "not an e-mail address"),
            verify=self.choice("VERIFY", ("auto", "off"), "auto") == "auto" and bool(self.text("CONTACT_EMAIL")),
            verify_seconds=self.number("VERIFY_SECONDS", 3, 0, 60),
            browser=self.text("BROWSER", "auto"),
            browser_sandbox=self.flag("BROWSER_SANDBOX", "on"),
            rate_limit=self.rate("RATE_LIMIT", "600/minute"),
            auth_rate_limit=self.rate("AUTH_RATE_LIMIT", "30/minute"),
            allowed_models=frozenset(self.words("ALLOWED_MODELS")),
            trusted_proxies=self.whole("TRUSTED_PROXIES", 0, 0, 10),
            cors_origins=self.origins(),
            metrics_token=self.text("METRICS_TOKEN"),
            redis_url=self.matching("REDIS_URL", re.compile(r"(rediss?|unix)://\S+"), "not a redis:// address"),
            executor=self.choice("EXECUTOR", ("threads", "huey"), "threads"),
            publish=self.publish(),
            traces=self.choice("TRACES", ("off", "otlp"), "off") == "otlp",
            log_level=self.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), "INFO"),
            operation=self.operation(),
            store=self.store(),
            metrics_dir=self._environ.get("PROMETHEUS_MULTIPROC_DIR", ""),
            vocabularies=Path(self._environ.get("TIKTOKEN_CACHE_DIR") or f"{gettempdir()}/data-gym-cache"),
            unknown=self.unknown(),
        )
        if writer.kind == "research" and not (made.connectors or made.system or writer.is_model):
            self.problem("WRITER", "research needs a search service (SEARXNG_URL, a key, CONTACT_EMAIL) or a model")
        if self.problems:
            raise SettingsError(self.problems)
        return replace(made, unused=self.unused(made))

    def unknown(self) -> tuple[str, ...]:
        """Return the variables with the prefix `COSCRIBE_` that neither the server nor the client knows."""
        ours = {f"{PREFIX}{name}" for name in (*VARIABLES, *OF_THE_CLIENT)}
        return tuple(sorted(name for name in self._environ if name.startswith(PREFIX) and name not in ours))

    def unused(self, made: Settings) -> tuple[str, ...]:
        """Return the variables that are set (address, key, name) for models that the settings in `made` do not use."""
        models = {"WRITER": made.writer, "PLACER": made.placer, "EMBEDDER": made.embedder}
        idle = [task for task, model in models.items() if model.kind in ("extractive", "rules", "local")]
        names = (f"{task}_{part}" for task in idle for part in ("BASE_URL", "API_KEY", "MODEL"))
        return tuple(f"{PREFIX}{name}" for name in names if self.text(name))

    def behind_a_proxy(self) -> bool:
        return self.whole("TRUSTED_PROXIES", 0, 0, 10) > 0

    def default_registration(self, host: str) -> str:
        """Return "open" if only this machine can reach a server on `host`. Return "closed" otherwise, and also behind a
        proxy, because other machines may reach the server through it.
        """
        return "open" if _is_loopback(host) and not self.behind_a_proxy() else "closed"

    def operation(self) -> Operation:
        return Operation(
            drain_seconds=self.number("DRAIN_SECONDS", 5 if self.behind_a_proxy() else 0, 0, 3600),
            max_in_flight=self.whole("MAX_IN_FLIGHT", 448, 2, 20_000),
            edge=self.choice("EDGE", ("on", "off"), "off") == "on",
            spend_limit=self.number("SPEND_LIMIT", 0, 0, 1_000_000),
            retain_events=self.number("RETAIN_EVENTS", 0, 0, 36_500),
            retain_raw=self.number("RETAIN_RAW", 0, 0, 36_500),
            retain_drafts=self.number("RETAIN_DRAFTS", 0, 0, 36_500),
            pool_size=self.whole("POOL_SIZE", 8, 1, 1000),
            pool_overflow=self.whole("POOL_OVERFLOW", 8, 0, 1000),
            pool_wait=self.number("POOL_WAIT", 10, 0.1, 600),
        )

    def store(self) -> Store:
        given = self.text("FILES", "local")
        named = re.fullmatch(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:/[\w.-]*\w)*)/?", given, re.ASCII)
        if given != "local" and named is None:
            self.problem("FILES", "neither local nor an address such as s3://bucket/prefix")
        if named is None:
            return Store()
        keys = self.text("FILES_ACCESS_KEY"), self.text("FILES_SECRET_KEY")
        if bool(keys[0]) != bool(keys[1]):
            self.problem("FILES_SECRET_KEY", "set both FILES_ACCESS_KEY and FILES_SECRET_KEY, or neither")
        return Store(named[1], named[2].strip("/"), self.url("FILES_ENDPOINT"), self.text("FILES_REGION"), *keys)

    def publish(self) -> str:
        """Return where a copy of each document is written: "local" (this machine's disk), "shared" (the file store) or
        "off".
        """
        shared = bool(self.store().bucket)
        chosen = self.choice("PUBLISH", ("local", "shared", "off"), "shared" if shared else "local")
        if chosen == "shared" and not shared:
            self.problem("PUBLISH", "shared needs a file store that machines share: set FILES=s3://…")
        return chosen

    # --- groups of variables --------------------------------------------------------------------

    def database_url(self, data_dir: Path, root: Path) -> str:
        given = self.text("DATABASE_URL", f"sqlite:///{data_dir / 'coscribe.sqlite3'}")
        if "://" not in given:
            self.problem("DATABASE_URL", "not a database URL such as postgresql+psycopg://user@host/name")
        if given.startswith("postgres://"):
            given = "postgresql+psycopg://" + given.removeprefix("postgres://")
        path = given.removeprefix("sqlite:///")
        if path != given and path and not path.startswith(("/", ":", "file:")):
            return f"sqlite:///{root / path}"
        return given

    def writer(self) -> ModelSettings:
        kind = self.choice("WRITER", WRITERS, "auto")
        address, own_key = self.url("WRITER_BASE_URL"), self.text("WRITER_API_KEY")
        if kind == "auto":
            kind = self._first_writer(address, own_key)
        theirs = {"perplexity": "PERPLEXITY_API_KEY", "openai": "OPENAI_API_KEY", "research": "OPENAI_API_KEY"}
        shared = theirs.get(kind)
        key = own_key or (self.text(shared) if shared else "")
        if kind == "perplexity" and not key:
            self.problem("WRITER_API_KEY", "WRITER=perplexity needs this key (or PERPLEXITY_API_KEY)")
        if kind == "openai" and not key and not address:
            self.problem("WRITER_API_KEY", "WRITER=openai needs this key (or OPENAI_API_KEY, or a WRITER_BASE_URL)")
        if kind == "ask" and "://" not in address:
            self.problem("WRITER_BASE_URL", "WRITER=ask needs an http:// or https:// address here: there is no default")
        if kind == "ask" and not key:
            self.problem("WRITER_API_KEY", "WRITER=ask needs this key: there is no default")
        return ModelSettings(
            kind,
            address,
            key,
            self.text("WRITER_MODEL"),
            self.number("WRITER_TEMPERATURE", 0.7, 0, 2),
            self.number("WRITER_TIMEOUT", 90, 1, 3600),
        )

    def _first_writer(self, address: str, own_key: str) -> str:
        """Choose the writer for `auto`: the first of perplexity, openai, research and extractive that is configured.
        The key `own_key` (WRITER_API_KEY) is for the server at `address` (WRITER_BASE_URL). Without an address, a key
        that begins with `sk-` is OpenAI's, and any other key is Perplexity's.
        """
        at_perplexity = not address or "perplexity" in address.lower()
        if self.text("PERPLEXITY_API_KEY") or (own_key and at_perplexity and not own_key.startswith("sk-")):
            return "perplexity"
        if address or own_key or self.text("OPENAI_API_KEY"):
            return "openai"
        # not by a contact address or CONNECTORS alone, because nothing must be sent to other servers by default
        researches = self.names_system_model() or self.text("SEARXNG_URL") or self.connector_keys()
        return "research" if researches else "extractive"

    def placer(self, writer: ModelSettings, system: ModelSettings | None) -> ModelSettings:
        kind = self.choice("PLACER", ("auto", "openai", "rules"), "auto")
        address, own_key = self.url("PLACER_BASE_URL"), self.text("PLACER_API_KEY")
        key = own_key or self.text("OPENAI_API_KEY")
        if kind == "openai" and not key and not address:
            self.problem("PLACER_API_KEY", "PLACER=openai needs this key (or OPENAI_API_KEY, or a PLACER_BASE_URL)")
        timeout = self.number("PLACER_TIMEOUT", 60, 1, 3600)
        named = kind == "auto" and bool(address or own_key)
        model = ModelSettings("openai" if named else kind, address, key, self.text("PLACER_MODEL"), 0.0, timeout)
        return choose_placer(writer, system, replace(model, kind="openai")) if model.kind == "auto" else model

    def system(self, writer: ModelSettings) -> ModelSettings | None:
        """Return the configured model for internal steps; None if none is configured. If its name is missing, the name
        of the writer's model is used. If its address is missing, the writer's address is used, and the writer's key if
        it has none of its own.
        """
        model, address = self.text("SYSTEM_MODEL"), self.url("SYSTEM_MODEL_BASE_URL")
        key = self.text("SYSTEM_MODEL_API_KEY")
        if not self.names_system_model():
            return None
        remote = writer.is_model
        kind = "perplexity" if writer.kind == "perplexity" and not address else "openai"
        if not address and not key and not remote:
            key = self.text("OPENAI_API_KEY")
            if not key:
                self.problem("SYSTEM_MODEL_API_KEY", "SYSTEM_MODEL needs this key or a SYSTEM_MODEL_BASE_URL")
        if remote and not address:
            key, address = key or writer.api_key, writer.base_url
        return ModelSettings(kind, address, key, model or writer.model, 0.0, writer.timeout)

    def names_system_model(self) -> bool:
        return any(map(self.text, ("SYSTEM_MODEL", "SYSTEM_MODEL_BASE_URL", "SYSTEM_MODEL_API_KEY")))

    def embedder(self) -> ModelSettings:
        kind = self.choice("EMBEDDER", ("local", "openai"), "local")
        address, key = self.url("EMBEDDER_BASE_URL"), self.text("EMBEDDER_API_KEY") or self.text("OPENAI_API_KEY")
        if kind == "openai" and not key and not address:
            self.problem(
                "EMBEDDER_API_KEY", "EMBEDDER=openai needs this key (or OPENAI_API_KEY, or an EMBEDDER_BASE_URL)"
            )
        return ModelSettings(kind, address, key, self.text("EMBEDDER_MODEL"))

    def deep(self) -> Limits:
        return Limits(
            seconds=self.number("DEEP_SECONDS", 180, 1, 3600),
            tokens=self.whole("DEEP_TOKENS", 200_000, 0, 100_000_000) or None,
            searches=self.whole("DEEP_SEARCHES", 20, 1, 1000),
            sources=self.whole("DEEP_SOURCES", 80, 1, 1000),
            cost=self.number("DEEP_COST", 0, 0, 1_000_000) or None,
        )

    def connectors(self) -> tuple[str, ...]:
        named = self.words("CONNECTORS")
        for each in named:
            if each not in CONNECTORS:
                self.problem("CONNECTORS", f"{each!r} is not one of {', '.join(CONNECTORS)}")
        if named:
            return named
        reachable = {*self.connector_urls(), *self.connector_keys()}
        if self.text("CONTACT_EMAIL"):
            reachable |= set(POLITE_CONNECTORS)
        return tuple(each for each in CONNECTORS if each in reachable)

    def connector_urls(self) -> dict[str, str]:
        variables = {each: f"{each.upper()}_BASE_URL" for each in (*CONNECTORS, *REGISTERS)} | {
            "searxng": "SEARXNG_URL"
        }
        return {each: url for each, variable in variables.items() if (url := self.url(variable))}

    def connector_keys(self) -> dict[str, str]:
        keyed = ("tavily", "linkup", "openalex", "semantic_scholar")
        return {each: key for each in keyed if (key := self.text(f"{each.upper()}_API_KEY"))}

    def origins(self) -> tuple[str, ...]:
        given = self.words("CORS_ORIGINS")
        for each in given:
            if not _ORIGIN.fullmatch(each):
                self.problem("CORS_ORIGINS", f"{each!r} is not an origin such as https://app.example.org")
        return given


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
