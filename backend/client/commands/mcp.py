"""Define `coscribe mcp`, which serves AI agents over standard input and output or over HTTP."""

from __future__ import annotations

import click

from backend.client.context import Context, client_command
from backend.client.failures import InvalidUsage


@click.command(short_help="Let AI agents use Coscribe (Model Context Protocol).")
@click.option(
    "--http",
    "port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="answer over HTTP on this port of 127.0.0.1, not over standard input and output",
)
@client_command
def mcp(context: Context, port: int | None) -> None:
    """Let AI agents use Coscribe: search, ask, research, read sessions, and propose content.

    An agent acts as you, with the token of `coscribe login`. It cannot approve: what it proposes waits for you.
    """
    try:
        from backend.client.mcp import agents_server
    except ModuleNotFoundError as error:
        raise InvalidUsage(
            f"`coscribe mcp` needs the extra `mcp` ({error.name} is not installed): pip install -e '.[mcp]'"
        ) from None
    made = agents_server(context.api)
    if port is None:
        made.run("stdio")
    else:
        context.note(f"Agents connect to http://127.0.0.1:{port}/mcp")
        made.run("streamable-http", host="127.0.0.1", port=port)
