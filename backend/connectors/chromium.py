"""Use a Chromium that is installed on this machine to load pages that are empty without scripts.

The browser is started for one page and ends after it. It has no network if the kernel allows that
(browser/browser_process.py). In addition, its own connections fail because of the flags with which it is started.
browser/page_visit.py answers the page's requests.
"""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from backend.connectors.browser.devtools import DevTools, Network
from backend.errors import ProviderTimeout, ProviderUnreachable
from backend.kernel import cancellation

if TYPE_CHECKING:
    from backend.net.http import Answer, Http

#: The names of the browser's program; the one that starts fastest comes first.
NAMES = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome-stable",
    "google-chrome",
)  # fmt: skip
#: The most browsers of a process at a time, the most seconds for one page, and the seconds that must be left to start
#: one.
AT_ONCE, MOST_SECONDS, LEAST_SECONDS = 2, 10.0, 2.0

_FLAGS = (
    "--headless", "--no-first-run", "--no-default-browser-check", "--disable-extensions", "--disable-sync",
    "--disable-default-apps", "--disable-breakpad", "--disable-dev-shm-usage", "--mute-audio", "--password-store=basic",
    "--no-startup-window", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # the browser cannot resolve any name, and its only way out is a proxy that does not exist
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>",
    # the same flag, once for the headless shell and once for Chrome
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic", "--no-pings",
    "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
    "--disable-features=DialMediaRouteProvider,MediaRouter,OptimizationHints,Translate,WebTransport",
    # only text is needed; scripts of unknown pages are interpreted and never compiled
    "--block-new-web-contents", "--blink-settings=imagesEnabled=false", "--js-flags=--jitless",
)  # fmt: skip


class Browser:
    """A Chromium browser that is installed on this machine. Several threads may use it at the same time. `named` is the
    program to use; "" means any that is found.

    With `sandbox`, the browser uses its own sandbox. Without it, run the browser only in an isolated environment, such
    as a container.
    """

    def __init__(self, named: str = "", *, sandbox: bool = True, network: Network = "none") -> None:
        self._named, self._network = named, network
        self._flags = _FLAGS if sandbox else (*_FLAGS, "--no-sandbox")
        self._free = threading.BoundedSemaphore(AT_ONCE)

    @property
    def program(self) -> str | None:
        """Return the path of the browser's program on this machine; None if there is none."""
        return self._named or next((path for name in NAMES if (path := shutil.which(name))), None)

    def show(self, http: Http, page: Answer, seconds: float) -> Answer:
        """Return `page`, which has been fetched already, with the content that its scripts produce. `http` sends the
        requests of the scripts. The call takes at most `seconds`.

        Raises Cancelled if the work is cancelled, and a ProviderError if the page cannot be shown. The error's `detail`
        is the end of a sentence that begins with "the browser", such as "took too long".
        """
        from backend.connectors.browser.page_visit import Visit

        expires = time.monotonic() + min(seconds, MOST_SECONDS)
        program = self.program
        if program is None:
            raise ProviderUnreachable("is not installed here")
        self._wait_for_turn(expires)
        try:
            visit = Visit(http, page, expires)
            with DevTools(program, self._flags, visit.handle_event, self._network) as tools:
                html = visit.html(tools)
        finally:
            self._free.release()
        return replace(page, media_type="text/html", charset="utf-8", body=html.encode("utf-8", "replace"))

    def _wait_for_turn(self, expires: float) -> None:
        while (left := expires - LEAST_SECONDS - time.monotonic()) > 0:
            cancellation.check()
            if self._free.acquire(timeout=min(left, cancellation.PATIENCE)):
                return
        raise ProviderTimeout("had no time left")
