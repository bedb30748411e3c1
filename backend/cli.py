"""Define the command `coscribe`: the server's commands, the operator's, and those of the client.

Each command imports what it needs when it is called, so that the client's commands start without the server's
libraries, and the server's without the client's.
"""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from backend.administration.prepared_app import FAILED, fail, leave, opened_ports, prepared, read_settings
from backend.errors import CoscribeError
from backend.settings import PREFIX, Settings, SettingsError

if TYPE_CHECKING:
    from backend.ports import ChatModel


class Commands(click.Group):
    """A click group with the commands in this file, the operator's commands, and the client's commands. The operator's
    and the client's commands are imported only when needed.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        from backend.administration.command_registry import COMMANDS as operators
        from backend.client.command_registry import COMMANDS as clients

        return sorted([*super().list_commands(ctx), *operators, *clients])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from backend.administration.command_registry import COMMANDS as operators

        own = super().get_command(ctx, cmd_name) or operators.get(cmd_name)
        if own is not None:
            return own
        from backend.client.command_registry import COMMANDS as clients

        return clients.get(cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="coscribe", message="coscribe %(version)s")
def main() -> None:
    """Write a paper with a model: it drafts a text, you approve it, and Coscribe places it in your document."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a character that the terminal cannot show must not cause an error


@main.command(short_help="Start the server.")
def serve() -> None:
    """Start the server: bring the database up to date, then serve the page and the API at COSCRIBE_HOST and
    COSCRIBE_PORT.
    """
    from backend.administration.first_call import warm_up
    from backend.bootstrap import create_app, start_background_work
    from backend.doctor import misspelt
    from backend.server import Calls, why_not_listen
    from backend.server import serve as listen
    from backend.services import first_use

    settings = read_settings()
    for words in misspelt(settings):
        click.echo(words, err=True)
    if problem := why_not_listen(settings.host, settings.port):
        fail(problem)
    first_use.load(
        prepared(settings, serves=True).extensions["coscribe"]
    )  # the workers, which are forked later, then have it, too
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"http://{host}:{settings.port}"
    page = "the page to write in" if settings.page else "the API"
    words = f"Coscribe listens at {address} ({page}; the API is shown at {address}/docs)"
    listen(settings, Calls(create_app, lambda: click.echo(words), warm_up, start_background_work))


@main.command(short_help="Run the server's long tasks in a separate process.")
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=16,
    show_default=True,
    help="how many runs it carries out at the same time",
)
def worker(threads: int) -> None:
    """Do the long work of the server, such as writing answers, in a process of its own. This needs
    COSCRIBE_EXECUTOR=huey. Start as many workers as you like.
    """
    from backend.bootstrap import start_background_work

    settings = read_settings()
    if settings.executor != "huey":
        leave(SettingsError({f"{PREFIX}EXECUTOR": "the server itself does the work; for workers, set this to huey"}))
    app = prepared(settings)
    start_background_work(app)
    click.echo("The worker is ready and waits for runs.")
    app.extensions["coscribe"].executor.serve(threads)


@main.command(short_help="Draft, approve and place a paragraph in a sample paper.")
def demo() -> None:
    """Draft, approve and place a paragraph in a sample paper, step by step, over the real API: no key, no network."""
    from backend.demo.walk import run  # with its client and its display, which no other command needs

    run()


@main.command()
@click.option("--offline", is_flag=True, help="ask no search service")
def doctor(offline: bool) -> None:
    """Show what is configured and what is missing. Secrets are not shown.

    Each search service is asked one small question, unless you add --offline. No model is called.
    """
    from backend import doctor as examination

    try:
        findings = examination.examine(Settings.from_env(), offline)
    except SettingsError as error:
        leave(error)
    width = max(len(each.subject) for each in findings)
    for each in findings:
        click.echo(f"{click.style(*_MARKS[each.state])} {each.subject:<{width}}  {each.words}")
    sys.exit(FAILED if any(each.state == "bad" for each in findings) else 0)


_MARKS = {"good": ("ok     ", "green"), "hint": ("note   ", "yellow"), "bad": ("MISSING", "red")}


@main.command(short_help="Call every model and search service once.")
def check() -> None:
    """Call every configured model and search service once, to check its address, its key and the name of the model.

    The providers may charge for these calls.
    """
    from backend.bootstrap import embedder_of, models_of
    from backend.doctor import asked_services

    # A failure is printed once, in words; without a handler Python would print the log of each attempt, too.
    logging.getLogger("backend").addHandler(logging.NullHandler())
    settings = read_settings()
    try:
        found = models_of(settings)
        models = {"writer": found.writer, "placer": found.placer, "system model": found.system}
    except SettingsError as error:
        leave(error)
    asked = {
        id(model): (role, model) for role, model in reversed(models.items()) if model and model.name != "extractive"
    }
    passed = [_try_model(role, model) for role, model in reversed(asked.values())]
    if (model := embedder_of(settings.embedder)) is not None:
        passed.append(_try("embedder", lambda: f"{model.embed(['ready']).shape[1]} dimensions"))
    for each in asked_services(settings):
        passed.append(each.state != "bad")
        mark = {"good": ("ok    ", "green"), "hint": ("note  ", "yellow"), "bad": ("failed", "red")}[each.state]
        click.echo(f"{click.style(*mark)} {each.words}")
    if not passed:
        click.echo(
            "Nothing was called: no model and no search service is configured. `coscribe doctor` says how to add one."
        )
    sys.exit(0 if all(passed) else FAILED)


@main.command(short_help="Print a shell script for Tab completion of commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script for SHELL that completes commands and options with the Tab key. Load it when the shell starts:

    \b
    bash:  echo 'eval "$(coscribe completion bash)"' >> ~/.bashrc
    zsh:   echo 'eval "$(coscribe completion zsh)"' >> ~/.zshrc
    fish:  coscribe completion fish > ~/.config/fish/completions/coscribe.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(ctx.find_root().command, {}, "coscribe", _COMPLETE)
    # Click's own `source()` for bash would start a bash only to check its version.
    click.echo(script.source_template % script.source_vars())


#: The variable by which a shell asks `coscribe` for completions. Click derives this name from the program's.
_COMPLETE = "_COSCRIBE_COMPLETE"


@main.command("check-references", short_help="Check a paper's references with the registries.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="print everything that was found, as JSON")
def check_references(file: Path, as_json: bool) -> None:
    """Look up every reference of FILE: a paper with a reference list, or with references in footnotes, or a .bib, .ris,
    .nbib (PubMed) or CSL-JSON file. If the front matter of a paper names files with references (`bibliography:`),
    these are checked instead of the paper's own list.

    Prints one line per reference: status, key or number, title and reason. A reason that several references share is
    printed once, at the end. The exit code is 1 if the identifier of a reference belongs to another work, if a cited
    work was retracted, or if no registry knows a reference. A reference that could not be looked up is `unchecked`,
    which is not an error.
    """
    from backend.formats.manuscript import bibliographies
    from backend.services.list_check import check_list, references_of

    text = _text_of(file)
    beside = [path for each in bibliographies(text) if (path := file.parent / each).is_file()]
    with opened_ports() as ports:
        listed = [one for path in beside for one in references_of(path.name, _text_of(path))]
        found = check_list(ports, listed or references_of(file.name, text))
    if as_json:
        click.echo(json.dumps({"references": found}, ensure_ascii=False, indent=1))
    counts = Counter((each["status"], each["reason"]) for each in found if each["reason"] and not as_json)
    shared = [each for each, count in counts.items() if count > 1]
    for number, each in enumerate(found if not as_json else (), 1):
        is_shared = (each["status"], each["reason"]) in shared
        click.echo(_reference_line(number, {**each, "reason": ""} if is_shared else each))
    for status, reason in shared:
        click.echo(f"{status}: {reason}")
    sys.exit(FAILED if any(each["status"] not in ("resolved", "unchecked") for each in found) else 0)


def _text_of(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"Nothing was checked: {file} can't be read as text in UTF-8 ({error}).")


@main.command(short_help="Look again for retractions of stored works.")
@click.argument("email", required=False)
def recheck(email: str | None) -> None:
    """Look for new retractions of cited and stored works, in EMAIL's account or in all accounts. Run this regularly,
    for example with cron.

    The works are references, sources of answers and drafts, and library works. For each work with a newly found
    retraction or other notice, one line is printed. The result is stored, so each notice is reported once.
    """
    from backend.services.recheck import recheck as look_again

    open_count = 0
    with opened_ports() as ports:
        for found in look_again(ports, email):
            open_count += found.not_asked
            for each in found.news:
                told = {"title": each.title, "status": each.status, "reason": "", "key": each.key or "-"}
                click.echo(f"{found.where}  {_reference_line(0, {**told, 'notices': each.notices})}")
    if open_count:
        click.echo(
            f"References that could not be looked up: {open_count}. They keep their earlier results. Try again later.",
            err=True,
        )


def _reference_line(number: int, found: Mapping[str, Any]) -> str:
    title = " ".join(str(found["title"]).split())
    notices = [f"{each['kind']} {each.get('doi') or ''}".strip() for each in found["notices"]]
    said = " ".join(filter(None, [found["reason"], f"Notices: {', '.join(notices)}." if notices else ""]))
    name, shown = found["key"] or number, title if len(title) <= 100 else f"{title[:99]}…"
    return f"{found['status']:<10}  {name}  {shown}{f'  ({said})' if said else ''}"


def _try_model(role: str, model: ChatModel) -> bool:
    from backend.kernel.events import silent
    from backend.kernel.exchange import ChatRequest, Turn

    request = ChatRequest((Turn("user", "Answer with the one word: ready"),), search=False)
    return _try(role, lambda: f"{getattr(model, 'label', model.name)}, {model.complete(request, silent).model}")


def _try(role: str, call: Callable[[], str]) -> bool:
    began = time.perf_counter()
    try:
        words = call()
    except CoscribeError as error:
        click.echo(f"{click.style('failed', 'red')} {role}: {error.detail}")
        return False
    click.echo(f"{click.style('ok', 'green')}     {role}: {words}, {time.perf_counter() - began:.1f} s")
    return True


if __name__ == "__main__":
    main()
