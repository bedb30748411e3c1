"""What each of these tests needs of a browser."""

from __future__ import annotations

from backend.connectors.chromium import Browser
from backend.errors import ProviderUnreachable
from backend.net.http import Answer, Http
from tests.connectors.web import Reply

#: Long enough for a slow machine; no test waits for it unless its page does.
SECONDS = 60.0


def works() -> str:
    """Why a browser can't be started here in its sandbox, if it can't: in some containers the kernel forbids that."""
    page = Answer("http://127.0.0.1/", "text/html", "utf-8", b"<p>Here.")
    http = Http()
    try:
        Browser().show(http, page, SECONDS)
    except ProviderUnreachable as error:
        return error.detail
    finally:
        http.close()
    return ""


def html(body: str) -> Reply:
    return Reply(f"<!doctype html><title>T</title><body>{body}</body>".encode(), type="text/html")


def json(text: str, **headers: str) -> Reply:
    return Reply(f'{{"text": "{text}"}}'.encode(), headers={name.replace("_", "-"): it for name, it in headers.items()})


WRITE = "<p id=out>empty</p><script>const out = text => { document.getElementById('out').textContent = text }</script>"
