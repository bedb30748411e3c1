"""Pages of the web to their readable text, several at once, under one deadline.

How a page is fetched is told by bootstrap: this room knows no network.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from backend import cancellation
from backend.extraction.sandbox import MISSING, Sandbox, Unreadable, can_read
from backend.searching import Failure

#: How often a waiting reader looks whether it is to stop, in seconds.
STOP_SECONDS = 0.1

_KINDS = {"text/html": "html", "application/xhtml+xml": "html", "application/pdf": "pdf"}


class Fetched(Protocol):
    """A page as it came."""

    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def text(self) -> str: ...


#: A page within so many seconds, or why it can't be had, in words that continue a sentence.
Fetch = Callable[[str, float], Fetched | Failure]


class PageReader:
    """Reads HTML and PDF where the `web` extra is installed, and plain text always. Threads may share it."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    def read(self, urls: Sequence[str], *, seconds: float) -> dict[str, str | Failure]:
        """For each address its text, or why there is none. It takes as long as the slowest page, at most `seconds`."""
        wanted = list(dict.fromkeys(urls))
        if not wanted or not any(map(can_read, ("html", "pdf"))):
            return dict.fromkeys(wanted, Failure("pages", f"were not read: {MISSING}"))
        expires = time.monotonic() + seconds
        wish = cancellation.current()
        pool = ThreadPoolExecutor(len(wanted), thread_name_prefix="coscribe-pages")
        with Sandbox() as sandbox:
            pending = {pool.submit(self._page, sandbox, url, expires): url for url in wanted}
            waiting: set[Future[str | Failure]] = set(pending)
            while waiting and (left := expires - time.monotonic()) > 0 and not (wish and wish.wanted):
                waiting = wait(waiting, min(left, STOP_SECONDS), FIRST_COMPLETED)[1]
            pool.shutdown(wait=False, cancel_futures=True)
        late = "was not read in time"
        return {url: _failure(url, late) if future in waiting else future.result() for future, url in pending.items()}

    def _page(self, sandbox: Sandbox, url: str, expires: float) -> str | Failure:
        fetched = self._fetch(url, expires - time.monotonic())
        if isinstance(fetched, Failure):
            return _failure(url, fetched.reason)
        kind = _KINDS.get(fetched.media_type) or ("pdf" if fetched.body.startswith(b"%PDF-") else "")
        if not kind:
            return fetched.text
        if not can_read(kind):
            return _failure(url, f"was not read: {MISSING}")
        content = fetched.body if kind == "pdf" else fetched.text.encode("utf-8", "replace")
        try:
            return sandbox.text(kind, content, max(0.0, expires - time.monotonic()))
        except Unreadable as error:
            return _failure(url, error.detail)


def _failure(url: str, reason: str) -> Failure:
    return Failure("pages", f"{url[:200]} {reason}")
