"""Define `coscribe ask`, which asks the research engine a question."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import click

from backend.client import text_output
from backend.client.answer_output import show_lines
from backend.client.api_types import Effort, Focus, NewQuestion, Recency, Researched, SearchLimits, SearchMode
from backend.client.context import Context, as_value, client_command
from backend.client.failures import InvalidUsage, NothingFound


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe ask`, which `coscribe ask --help` describes."""

    question: str | None
    effort: Effort
    deep: bool
    focus: Focus
    session: str | None
    limit: int
    stream: bool
    search_mode: SearchMode | None
    domains: tuple[str, ...]
    recency: Recency | None
    after: datetime | None
    before: datetime | None

    @property
    def search_limits(self) -> SearchLimits:
        days = [None if day is None else day.date().isoformat() for day in (self.after, self.before)]
        return SearchLimits(self.search_mode, self.domains, self.recency, *days)


@click.command(short_help="Search the web, and answer a question.")
@click.argument("question", required=False)
@click.option(
    "--effort",
    type=click.Choice(["low", "medium", "high"]),
    default="low",
    show_default=True,
    help="how thoroughly to search",
)
@click.option("--deep", is_flag=True, help="research in several rounds, with a plan and reviews: takes minutes")
@click.option(
    "--focus", type=click.Choice(["web", "local", "chat"]), default="web", show_default=True,
    help="where the answer may search: local, only your library; chat, neither library nor web",
)  # fmt: skip
@click.option("--session", help="a session to whose conversation the question may refer")
@click.option(
    "--limit",
    default=text_output.LIMIT,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="the maximum number of sources to show",
)
@click.option("--stream", is_flag=True, help="with --json: print each event on its own line as it arrives")
@click.option(
    "--search-mode", type=click.Choice(["web", "academic", "both"]), help="search the web, scholarly services, or both"
)
@click.option(
    "--domain",
    "domains",
    multiple=True,
    help="search only this domain, or exclude it if it begins with -; may be repeated",
)
@click.option(
    "--recency", type=click.Choice(["hour", "day", "week", "month", "year"]), help="the maximum age of results"
)
@click.option(
    "--after",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="find only what was published on this day or later",
)
@click.option(
    "--before",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="find only what was published on this day or earlier",
)
@client_command
@as_value(Options)
def ask(context: Context, options: Options) -> None:
    """Search the web for QUESTION (`-`: read it from standard input). Print an answer, its sources, and how it was
    found.
    """
    question, stream = options.question, options.stream
    if stream and not context.as_json:
        raise InvalidUsage("Use --stream only together with --json.")
    if question in (None, "-"):
        question = "" if question is None and sys.stdin.isatty() else sys.stdin.read()
    if not question or not question.strip():
        raise InvalidUsage("The question is missing. Give it as an argument, or write it to standard input.")
    session_id = context.session_id(options.session) if options.session else None
    asked = NewQuestion(question, options.effort, options.focus, options.deep, session_id, options.search_limits)
    run = context.api.research(asked)
    made = cast(Researched, context.watch(run, "research", session_id))
    if context.as_json and not stream:
        context.print_json(made)
    elif not stream:
        show(context, made, options.limit)
    if not made["sources"] and options.focus != "chat":
        raise NothingFound(f"The search found no source.{_why(made) or ' Ask in other words.'}")


def show(context: Context, answer: Researched, limit: int) -> None:
    """Print the answer, with at most `limit` of its sources, and how it was found. On a terminal, the answer's Markdown
    is formatted; the addresses of sources are printed unchanged, so that they can be copied.
    """
    now = datetime.now(UTC)
    if not context.out.is_terminal:
        context.show(text_output.asked(answer, limit, now))
        return
    text, ordered = text_output.numbered(answer)
    context.show("## Answer\n", "bold")
    context.show_markdown(text)
    context.show("\n## Sources\n", "bold")
    show_lines(context, text_output.sources(ordered, limit, now))
    context.show("\n## Meta\n", "bold")
    context.show("\n".join(text_output.meta(answer)))


def _why(made: Researched) -> str:
    failures = made.get("meta", {}).get("failures") or []
    return "".join(f"\n  {each['connector']}: {each['reason']}" for each in failures)
