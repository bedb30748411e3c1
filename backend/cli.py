"""The `coscribe` command: the server's own commands, and the client's.

What a command needs is imported when it is called: the client starts without the server's libraries, and the server
without the client's.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from backend.errors import CoscribeError
from backend.settings import PREFIX, Settings, SettingsError

if TYPE_CHECKING:
    from flask import Flask

    from backend.ports import ChatModel, Ports

#: Exit codes: something is wrong with the settings; something that was asked of us failed.
MISCONFIGURED, FAILED = 2, 1


class Commands(click.Group):
    """The server's commands, which stand in this file, and the client's, which are fetched when one is meant."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from backend.client.command_registry import COMMANDS

        return sorted([*super().list_commands(ctx), *COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        from backend.client.command_registry import COMMANDS

        return COMMANDS.get(cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="coscribe", message="coscribe %(version)s")
def main() -> None:
    """Coscribe: a model drafts, you approve, code places."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal can't show is no reason to fail


@main.command()
def serve() -> None:
    """Migrate the database and listen on HOST and PORT."""
    from backend.bootstrap import create_app, tend, warm_up
    from backend.server import Calls
    from backend.server import serve as listen

    settings = _settings()
    _prepared(settings)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{settings.port}"
    words = f"Coscribe listens at {address} (the API is shown at {address}/docs)"
    listen(settings, Calls(create_app, lambda: click.echo(words), warm_up, tend))


@main.command()
@click.option("--threads", type=click.IntRange(1, 256), default=16, show_default=True, help="runs at a time")
def worker(threads: int) -> None:
    """Do the work of streamed runs, in a process beside the server (EXECUTOR=huey). Start as many as you like."""
    from backend.bootstrap import tend

    settings = _settings()
    if settings.executor != "huey":
        _leave(SettingsError({f"{PREFIX}EXECUTOR": "threads do the work in the server; workers need huey"}))
    app = _prepared(settings)
    tend(app)
    click.echo("A worker waits for runs.")
    app.extensions["coscribe"].executor.serve(threads)


@main.command()
def demo() -> None:
    """Walk the whole loop on a sample paper, through the real API: no key, no network."""
    from backend.demo.walk import run  # with its client and its display, which no other command needs

    run()


@main.command()
def doctor() -> None:
    """Say what is configured and what is missing, without a call to anybody. Secrets are not shown."""
    from backend import doctor as examination

    try:
        findings = examination.examine(Settings.from_env())
    except SettingsError as error:
        _leave(error)
    width = max(len(each.subject) for each in findings)
    for each in findings:
        click.echo(f"{click.style(*_MARKS[each.state])} {each.subject:<{width}}  {each.words}")
    sys.exit(FAILED if any(each.state == "bad" for each in findings) else 0)


_MARKS = {"good": ("ok     ", "green"), "hint": ("note   ", "yellow"), "bad": ("MISSING", "red")}


@main.command()
def check() -> None:
    """Call every configured model once, to see that address, key and model name work. This may cost a little."""
    from backend.bootstrap import embedder_of, models_of

    settings = _settings()
    try:
        found = models_of(settings)
        models = {"writer": found.writer, "placer": found.placer, "system model": found.system}
    except SettingsError as error:
        _leave(error)
    asked = {
        id(model): (role, model) for role, model in reversed(models.items()) if model and model.name != "extractive"
    }
    passed = [_try_model(role, model) for role, model in reversed(asked.values())]
    if (model := embedder_of(settings.embedder)) is not None:
        passed.append(_try("embedder", lambda: f"{model.embed(['ready']).shape[1]} dimensions"))
    if not passed:
        click.echo("Nothing to call: the writer is extractive, the placer goes by rules, the embedder is local.")
    sys.exit(0 if all(passed) else FAILED)


@main.command("check-references", short_help="Check a paper's references with the registries.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="the whole of what was found, as JSON")
def check_references(file: Path, as_json: bool) -> None:
    """Look up every reference of FILE: a paper with a list of references, or a .bib, .ris or CSL-JSON file.

    Prints a line for each: status, key or number, title and reason. Ends with 1 if a reference is another work's,
    was retracted, or is known to no registry. One that could not be looked up is `unchecked`, and no fault.
    """
    from backend.services.list_check import check_list, references_of

    try:
        text = file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        _fail(f"{file} can't be read as text in UTF-8: {error}")
    with _ports() as ports:
        found = check_list(ports, references_of(file.name, text))
    if as_json:
        click.echo(json.dumps({"references": found}, ensure_ascii=False, indent=1))
    for number, each in enumerate(found if not as_json else (), 1):
        click.echo(_reference_line(number, each))
    sys.exit(FAILED if any(each["status"] not in ("resolved", "unchecked") for each in found) else 0)


@main.command(short_help="Look again for retractions of the references of sessions.")
@click.argument("email", required=False)
def recheck(email: str | None) -> None:
    """Look again for retractions of what sessions cite: those of EMAIL's account, or of all. For cron.

    Prints a line for each reference with a retraction or another notice that was not known before, and nothing else.
    What is found stays with the reference, so each is told once.
    """
    from backend.services import paper_check

    open_count = 0
    with _ports() as ports:
        for found in paper_check.recheck(ports, email):
            open_count += found.not_asked
            for each in found.news:
                told = {"title": each.csl.get("title") or "", "status": each.status, "reason": "", "key": each.key}
                click.echo(f"session {found.session.id}  {_reference_line(0, {**told, 'notices': each.notices})}")
    if open_count:
        click.echo(f"{open_count} could not be looked up; what is known of them stays.", err=True)


def _reference_line(number: int, found: Mapping[str, Any]) -> str:
    title = " ".join(str(found["title"]).split())
    notices = [f"{each['kind']} {each.get('doi') or ''}".strip() for each in found["notices"]]
    said = " ".join(filter(None, [found["reason"], f"Notices: {', '.join(notices)}." if notices else ""]))
    name, shown = found["key"] or number, title if len(title) <= 100 else f"{title[:99]}…"
    return f"{found['status']:<10}  {name}  {shown}{f'  ({said})' if said else ''}"


@main.group()
def users() -> None:
    """Accounts on this server."""


@users.command("create")
@click.argument("email")
@click.option("--name", help="how they are called")
@click.option("--password-stdin", is_flag=True, help="read the password's first line from standard input")
def create_user(email: str, name: str | None, password_stdin: bool) -> None:
    """Make an account, also where registration is closed."""
    from marshmallow import ValidationError

    from backend.api.auth import registration
    from backend.services import accounts

    if password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = click.prompt("Password (10 to 128 characters)", hide_input=True, confirmation_prompt=True)
    try:
        body = registration({"email": email, "password": password, "name": name})
        app = _prepared(_settings())
        with app.app_context():
            user = accounts.register(app.extensions["coscribe"], **body)
    except ValidationError as error:
        _fail("; ".join(f"{field}: {' '.join(map(str, told))}" for field, told in error.normalized_messages().items()))
    except CoscribeError as error:
        _fail(error.detail)
    click.echo(f"{user.email} can sign in now ({user.id}).")


@main.group()
def keys() -> None:
    """Long-lived API keys, for programs: good for /v1 alone."""


@keys.command("create")
@click.argument("email")
@click.option("--name", default="", help="what it is for")
def create_key(email: str, name: str) -> None:
    """Make a key for an account. It is shown this once."""
    from backend.services import api_keys as service

    with _ports() as ports:
        key, _ = service.create(ports, email, name)
    click.echo(key)
    click.echo("Keep it: it is stored as a digest and can't be shown again.", err=True)


@keys.command("list")
@click.argument("email")
def list_keys(email: str) -> None:
    """An account's keys by their beginnings, revoked ones too."""
    from backend.services import api_keys as service

    with _ports():
        found = service.list_keys(email)
    for each in found:
        state = f"revoked {_day(each.revoked_at)}" if each.revoked_at else f"used {_day(each.used_at)}"
        click.echo(f"{each.id}  {each.shown}…  made {_day(each.created_at)}  {state:<18}  {each.name}".rstrip())
    if not found:
        click.echo(f"{email} has no key.", err=True)


@keys.command("revoke")
@click.argument("key_id")
def revoke_key(key_id: str) -> None:
    """End a key, by its id as `list` shows it. It opens nothing from now on."""
    from backend.services import api_keys as service

    with _ports() as ports:
        service.revoke(ports, key_id)
    click.echo("Revoked.")


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else "never"


@contextmanager
def _ports() -> Iterator[Ports]:
    """What a service needs, inside an application on a migrated database; its refusal in a line."""
    settings = _settings()
    quiet = "WARNING" if settings.log_level == "INFO" else settings.log_level  # a person reads stderr, not a collector
    app = _prepared(replace(settings, log_level=quiet))
    with app.app_context():
        try:
            yield app.extensions["coscribe"]
        except CoscribeError as error:
            _fail(error.detail)


def _try_model(role: str, model: ChatModel) -> bool:
    from backend.kernel.events import silent
    from backend.kernel.exchange import ChatRequest, Turn

    request = ChatRequest((Turn("user", "Answer with the one word: ready"),), search=False)
    return _try(role, lambda: f"{model.name} {model.complete(request, silent).model}")


def _try(role: str, call: Callable[[], str]) -> bool:
    began = time.perf_counter()
    try:
        words = call()
    except CoscribeError as error:
        click.echo(f"{click.style('failed', 'red')} {role}: {error.detail}")
        return False
    click.echo(f"{click.style('ok', 'green')}     {role}: {words}, {time.perf_counter() - began:.1f} s")
    return True


def _prepared(settings: Settings) -> Flask:
    """An application on a migrated database; where that can't be had, the reason in a line."""
    from sqlalchemy.exc import DBAPIError

    from backend.bootstrap import create_app, prepare

    try:
        app = create_app(settings)
        prepare(app)
    except SettingsError as error:
        _leave(error)
    except DBAPIError as error:
        _fail(f"The database can't be used: {str(error.orig).strip()}")
    except (CoscribeError, RuntimeError) as error:
        _fail(str(error))
    return app


def _settings() -> Settings:
    try:
        return Settings.from_env()
    except SettingsError as error:
        _leave(error)


def _leave(error: SettingsError) -> NoReturn:
    for name, reason in error.problems.items():
        click.echo(f"{name}: {reason}", err=True)
    sys.exit(MISCONFIGURED)


def _fail(words: str) -> NoReturn:
    click.echo(words, err=True)
    sys.exit(FAILED)


if __name__ == "__main__":
    main()
