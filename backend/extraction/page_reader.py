"""Read web pages as text, several at once, with one deadline.

`bootstrap` supplies the functions that fetch a page, and show it in a browser if necessary: this room has no network
access.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from backend.errors import Cancelled
from backend.extraction.sandbox import MISSING, Sandbox, Textless, Unreadable, can_read
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.search_requests import Failure

#: How often a waiting reader looks whether it is to stop, in seconds.
STOP_SECONDS = 0.1
#: A page that says less than so many characters, and has scripts, may be waiting for a browser.
SHORT = 200
#: Seconds that are kept for reading what a browser shows.
READ_SECONDS = 1.0
_LATE = "was not read in time"

_KINDS = {"text/html": "html", "application/xhtml+xml": "html", "application/pdf": "pdf"}


class Fetched(Protocol):
    """A page as its server sent it: the media type, the bytes, and these decoded as text."""

    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def text(self) -> str: ...


#: A page within so many seconds, or why it can't be had, in words that continue a sentence.
Fetch = Callable[[str, float], Fetched | Failure]


#: A page that was fetched, as a browser shows it within so many seconds; or why not, in words that continue "which".
Show = Callable[[Any, float], Fetched | Failure]


class PageReader:
    """Reads plain text and, if the extra `web` is installed, HTML and PDF. Threads may share it.

    Without `show`, pages are read as their servers send them.
    """

    def __init__(self, fetch: Fetch, show: Show | None = None) -> None:
        self._fetch, self._show = fetch, show

    def read(self, urls: Sequence[str], *, seconds: float) -> dict[str, str | Failure]:
        """Return the text of each address, or the reason for its failure. Takes at most `seconds`."""
        wanted = list(dict.fromkeys(urls))
        if not wanted or not any(map(can_read, ("html", "pdf"))):
            return dict.fromkeys(wanted, Failure("pages", f"were not read: {MISSING}"))
        expires = time.monotonic() + seconds
        stop = Cancellation(within=cancellation.current())
        pool = ThreadPoolExecutor(len(wanted), thread_name_prefix="coscribe-pages")
        with Sandbox() as sandbox:
            pending = {pool.submit(self._obeying, stop, sandbox, url, expires): url for url in wanted}
            waiting: set[Future[str | Failure]] = set(pending)
            while waiting and (left := expires - time.monotonic()) > 0 and not stop.wanted:
                waiting = wait(waiting, min(left, STOP_SECONDS), FIRST_COMPLETED)[1]
            stop.cancel()  # nobody waits any more for what is still being shown
            pool.shutdown(wait=False, cancel_futures=True)
        return {url: _failure(url, _LATE) if future in waiting else future.result() for future, url in pending.items()}

    def _obeying(self, stop: Cancellation, sandbox: Sandbox, url: str, expires: float) -> str | Failure:
        with cancellation.obeying(stop):
            try:
                return self._page(sandbox, url, expires)
            except Cancelled:
                return _failure(url, _LATE)

    def _page(self, sandbox: Sandbox, url: str, expires: float) -> str | Failure:
        fetched = self._fetch(url, expires - time.monotonic())
        if isinstance(fetched, Failure):
            return _failure(url, fetched.reason)
        kind = _KINDS.get(fetched.media_type) or ("pdf" if fetched.body.startswith(b"%PDF-") else "")
        if not kind:
            return fetched.text
        if not can_read(kind):
            return _failure(url, f"was not read: {MISSING}")
        try:
            text = _text(sandbox, kind, fetched, expires)
        except Textless as error:
            if not self._may_say_more(kind, fetched):
                return _failure(url, error.detail)
            text = ""
        except Unreadable as error:
            return _failure(url, error.detail)
        if len(text.strip()) >= SHORT or not self._may_say_more(kind, fetched):
            return text
        shown = self._shown(sandbox, fetched, expires)
        if isinstance(shown, Failure):
            return text or _failure(url, f"has no readable text without a browser, which {shown.reason}")
        return max(text, shown, key=len)

    def _may_say_more(self, kind: str, fetched: Fetched) -> bool:
        return self._show is not None and kind == "html" and bool(re.search(rb"<script", fetched.body, re.IGNORECASE))

    def _shown(self, sandbox: Sandbox, fetched: Fetched, expires: float) -> str | Failure:
        """Return the text of the page as a browser shows it."""
        assert self._show is not None
        shown = self._show(fetched, expires - READ_SECONDS - time.monotonic())
        if isinstance(shown, Failure):
            return shown
        try:
            return _text(sandbox, "html", shown, expires)
        except Textless:
            return Failure("pages", "shows none either")
        except Unreadable as error:
            return Failure("pages", f"shows what {error.detail}")


def _text(sandbox: Sandbox, kind: str, page: Fetched, expires: float) -> str:
    content = page.body if kind == "pdf" else page.text.encode("utf-8", "replace")
    return sandbox.text(kind, content, max(0.0, expires - time.monotonic()))


def _failure(url: str, reason: str) -> Failure:
    return Failure("pages", f"{url[:200]} {reason}")
