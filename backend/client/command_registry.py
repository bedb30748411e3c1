"""List the client's commands by name, so that the command `coscribe` can find and run them."""

from __future__ import annotations

import click

from backend.client.commands.ask import ask
from backend.client.commands.chat import chat
from backend.client.commands.decisions import approve, pending, preview, propose, reject, rewrite
from backend.client.commands.document import document, undo
from backend.client.commands.library import library
from backend.client.commands.login import login, logout
from backend.client.commands.mcp import mcp
from backend.client.commands.personas import personas
from backend.client.commands.sessions import sessions
from backend.client.commands.zotero import zotero

COMMANDS: dict[str, click.Command] = {
    each.name or "": each
    for each in (
        login,
        logout,
        sessions,
        chat,
        ask,
        pending,
        propose,
        preview,
        approve,
        reject,
        rewrite,
        document,
        undo,
        library,
        personas,
        zotero,
        mcp,
    )
}
