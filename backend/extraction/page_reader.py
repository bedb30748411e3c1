"""Read web pages as text, several at the same time, with one deadline for all.

This package has no network access. So `bootstrap` supplies two functions: one fetches a page, the other opens a page in
a browser.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from backend.errors import Cancelled
from backend.extraction.sandbox import MISSING, DocumentWithoutText, Sandbox, Unreadable, can_read
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.search_requests import Failure

#: Seconds between two checks whether reading should stop.
STOP_SECONDS = 0.1
#: The fewest characters of a page that needs no browser; a shorter page with scripts may be empty without one.
SHORT = 200
#: Seconds that are reserved for reading the page that a browser shows.
READ_SECONDS = 1.0
_LATE = "was not read in time"

_KINDS = {"text/html": "html", "application/xhtml+xml": "html", "application/pdf": "pdf"}


class Fetched(Protocol):
    """A page as its server sent it: its media type, its bytes, and the bytes decoded as text."""

    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def text(self) -> str: ...


#: A function that fetches the page at an address within some seconds. The reason of a Failure is the end of a sentence
#: whose subject is the page.
Fetch = Callable[[str, float], Fetched | Failure]


#: A function that returns a fetched page as a browser shows it, within some seconds. The reason of a Failure is the
#: end of a sentence whose subject is the browser.
Show = Callable[[Any, float], Fetched | Failure]


class PageReader:
    """Reads pages as text: plain text and, if the extra `web` is installed, HTML and PDF. Several threads may use it at
    the same time.

    `fetch` fetches a page. `show` opens a page in a browser; without it, scripts of a page are never run.
    """

    def __init__(self, fetch: Fetch, show: Show | None = None) -> None:
        self._fetch, self._show = fetch, show

    def read(self, urls: Sequence[str], *, seconds: float) -> dict[str, str | Failure]:
        """Return for each address in `urls` the text of its page, or a Failure with the reason. The call takes at most
        `seconds`.
        """
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
            stop.cancel()  # pages that are still being shown are not needed any more
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
        except DocumentWithoutText as error:
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
        """Return the text of a page after a browser has run its scripts. Returns a Failure if the page then has no text
        or cannot be read. `expires` is the time of `time.monotonic` by which the text must be there.
        """
        assert self._show is not None
        shown = self._show(fetched, expires - READ_SECONDS - time.monotonic())
        if isinstance(shown, Failure):
            return shown
        try:
            return _text(sandbox, "html", shown, expires)
        except DocumentWithoutText:
            return Failure("pages", "shows no text, either")
        except Unreadable as error:
            return Failure("pages", f"shows a page that {error.detail}")


def _text(sandbox: Sandbox, kind: str, page: Fetched, expires: float) -> str:
    content = page.body if kind == "pdf" else page.text.encode("utf-8", "replace")
    return sandbox.text(kind, content, max(0.0, expires - time.monotonic()))


def _failure(url: str, reason: str) -> Failure:
    return Failure("pages", f"{url[:200]} {reason}")
