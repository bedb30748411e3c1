"""Define `coscribe pending`, `preview`, `approve`, `reject` and `rewrite`."""

from __future__ import annotations

from typing import Any

import click

from backend.client import decisions
from backend.client.context import Context, client_command
from backend.client.decisions import Approval
from backend.client.failures import InvalidUsage

_SESSION = click.option("--session", help="use this session instead of the chosen one")


@click.command(short_help="Show the draft that waits for your decision.")
@_SESSION
@client_command
def pending(context: Context, session: str | None) -> None:
    """Show the draft that waits for your decision, with its sources."""
    decisions.look(context, context.session_id(session))


@click.command(short_help="Show where the draft would go.")
@_SESSION
@client_command
def preview(context: Context, session: str | None) -> None:
    """Show where the draft would go, and every line that would change. Nothing is changed."""
    decisions.print_preview(context, context.session_id(session))


@click.command(short_help="Put the draft into the document.")
@_SESSION
@click.option("--yes", "-y", is_flag=True, help="approve without asking you first")
@click.option(
    "--candidate", type=click.IntRange(min=1), metavar="NUMBER", help="use the place with this number in the preview"
)
@click.option("--edit", is_flag=True, help="change the content in your editor first")
@click.option("--accept-truncated", is_flag=True, help="approve even if the model's answer was cut off")
@click.option("--accept-sources", is_flag=True, help="approve even if a source is retracted or is another work")
@client_command
def approve(context: Context, session: str | None, **options: Any) -> None:
    """Put the draft into the document. You are shown the change and asked first."""
    decisions.approve(context, context.session_id(session), Approval(**options))


@click.command(short_help="Reject the draft.")
@_SESSION
@click.option("--reason", help="why you reject it; the next draft takes it into account")
@client_command
def reject(context: Context, session: str | None, reason: str | None) -> None:
    """Reject the draft. The document does not change."""
    decisions.reject(context, context.session_id(session), reason)


@click.command(short_help="Ask for a new version of the draft.")
@click.argument("instruction", required=False)
@_SESSION
@click.option("--stream", is_flag=True, help="with --json: print each event on its own line as it arrives")
@client_command
def rewrite(context: Context, instruction: str | None, session: str | None, stream: bool) -> None:
    """Ask for a new version of the draft. INSTRUCTION says what should be different. If no draft waits, the one that
    you rejected last is rewritten.
    """
    if stream and not context.as_json:
        raise InvalidUsage("Use --stream only together with --json.")
    decisions.rewrite(context, context.session_id(session), instruction)
