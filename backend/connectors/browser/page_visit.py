"""Load one page in a browser: answer its requests until it is stable, then read its content.

The browser itself has no network. Each of its requests goes through `http.py`, one hop at a time, so that each address
is checked and the browser enforces its own security rules. There are no cookies and no bodies: only GET, and only
content that can contain text.
"""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Literal

from backend.connectors.browser.devtools import DevTools, Told
from backend.errors import ProviderMisanswered, ProviderTimeout, ProviderUnreachable
from backend.kernel.search_requests import Failure
from backend.net.http import Answer, Hop, Http, attempted
from backend.net.request import Request

#: Requests of one page, those at once, bytes of one and of all, and characters of what it shows in the end.
REQUESTS, AT_ONCE, PART_BYTES, ALL_BYTES, CHARACTERS = 100, 6, 5_000_000, 20_000_000, 3_000_000
#: A page has settled when nothing has been asked for so many seconds: once it has loaded, and before. Where a browser
#: takes longer than that to open a tab, everything does, and it is waited for so long.
QUIET_SECONDS, UNLOADED_SECONDS = 0.5, 2.0
#: Seconds for taking what it shows, and those after which a script that hinders this is stopped.
TAKE_SECONDS, SCRIPT_SECONDS = 1.5, 0.3

_HTML = ("text/html", "application/xhtml+xml")
_TAKE = f"document.documentElement ? document.documentElement.outerHTML.slice(0, {CHARACTERS}) : ''"
#: What goes to a page's servers of what its scripts say, and what comes back to the browser.
_TO_SERVER = ("origin", "x-requested-with")
_TO_BROWSER = (
    "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
    "access-control-allow-origin", "access-control-expose-headers", "location",
)  # fmt: skip

#: What is asked of the browser: to stop each request, and whatever a page opens, but for parts of the browser's window.
_ALL = {"patterns": [{"urlPattern": "*"}]}
_HALT = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
_STRANGERS = [{"type": kind, "exclude": True} for kind in ("browser", "tab", "browser_ui")] + [{}]

Verdict = Literal["fetch", "nothing", "refuse"]


def verdict(kind: str, method: str, url: str, of_page: bool) -> Verdict:
    """Decide whether the browser's request is sent. `of_page` is True for the page itself, False for a frame.

    Style sheets are answered with an empty file, because some pages wait for theirs.
    """
    if method != "GET" or not url.startswith(("http://", "https://")):
        return "refuse"
    if kind == "Stylesheet":
        return "nothing"
    return "fetch" if kind in ("Script", "XHR", "Fetch") or (kind == "Document" and of_page) else "refuse"


class Visit:
    """Loads one page in one tab. `DevTools` calls `hear` with every event of the browser; `html` must be called by the
    thread that created the `DevTools`.
    """

    def __init__(self, http: Http, page: Answer, expires: float) -> None:
        self._http, self._page, self._expires = http, page, expires
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="coscribe-browser")
        self._lock = threading.Lock()
        self._requests = self._bytes = self._flying = 0
        self._begun = self._loaded = False
        self._moved = time.monotonic()
        self._slowness = 0.0
        self._tools: DevTools
        self._frame = self._session = ""

    def html(self, tools: DevTools) -> str:
        """Return the page's content when it is stable or the time is over. Raises a ProviderError or Cancelled."""
        self._tools = tools
        try:
            begun = time.monotonic()
            self._open()
            self._slowness = time.monotonic() - begun
            last = self._expires - TAKE_SECONDS
            while not self._settled() and (now := time.monotonic()) < last:
                tools.listen(min(last, now + 0.05))
            return self._taken()
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def hear(self, told: Told) -> None:
        """Handle an event that the browser reports."""
        params = told["params"]
        match told["method"]:
            case "Fetch.requestPaused":
                self._moved = time.monotonic()
                self._paused(params, told.get("sessionId", ""))
            case "Page.loadEventFired":
                self._loaded, self._moved = True, time.monotonic()
            case "Page.javascriptDialogOpening":
                self._send("Page.handleJavaScriptDialog", {"accept": False}, told.get("sessionId", ""))
            case "Target.attachedToTarget" if params["targetInfo"]["targetId"] != self._frame:
                self._met(params)
            case "Inspector.targetCrashed" if told.get("sessionId") == self._session:
                raise ProviderUnreachable("broke down")

    def _met(self, params: Told) -> None:
        """Handle workers, windows and frames that the page opened, each paused before its first step.

        Workers and windows are closed if the browser allows it. A frame continues, because its page would wait for it,
        but none of its requests is answered.
        """
        if params["targetInfo"]["type"] == "iframe":
            for method, told in (("Fetch.enable", _ALL), ("Target.setAutoAttach", _HALT)):
                self._send(method, told, params["sessionId"])
            self._send("Runtime.runIfWaitingForDebugger", {}, params["sessionId"])
        else:
            self._send("Target.closeTarget", {"targetId": params["targetInfo"]["targetId"]})

    def _open(self) -> None:
        context = self._call("Target.createBrowserContext", {"disposeOnDetach": True})["browserContextId"]
        self._call("Browser.setDownloadBehavior", {"behavior": "deny", "browserContextId": context})
        # A tab's id is its main frame's.
        self._frame = self._call("Target.createTarget", {"url": "about:blank", "browserContextId": context})["targetId"]
        self._session = self._call("Target.attachToTarget", {"targetId": self._frame, "flatten": True})["sessionId"]
        self._call("Target.setAutoAttach", _HALT | {"filter": _STRANGERS})
        self._call("Target.setAutoAttach", _HALT, self._session)
        self._call("Page.enable", {}, self._session)
        self._call("Fetch.enable", _ALL, self._session)
        self._loaded = False  # what has loaded so far is nothing
        self._send("Page.navigate", {"url": self._page.url}, self._session)

    def _settled(self) -> bool:
        with self._lock:
            still = time.monotonic() - self._moved
            patience = QUIET_SECONDS if self._loaded else UNLOADED_SECONDS
            return self._begun and not self._flying and still > max(patience, self._slowness)

    def _paused(self, params: Told, session: str) -> None:
        request, key = params["request"], params["requestId"]
        of_page = params.get("frameId") == self._frame
        says = verdict(params["resourceType"], request["method"], request["url"], of_page)
        with self._lock:
            self._requests += says == "fetch"
            if self._requests > REQUESTS or self._bytes >= ALL_BYTES:
                says = "refuse"
        if session != self._session or says == "refuse":
            self._send("Fetch.failRequest", {"requestId": key, "errorReason": "Aborted"}, session)
        elif says == "nothing":
            self._send("Fetch.fulfillRequest", _fulfilled(key, 200, {"content-type": "text/css"}, b""), session)
        elif params["resourceType"] == "Document" and not self._begun:
            self._begun = True  # what was fetched before is not fetched again
            kind = {"content-type": f"{self._page.media_type}; charset={self._page.charset or 'utf-8'}"}
            body = self._page.body if self._page.charset else self._page.text.encode("utf-8", "replace")
            self._send("Fetch.fulfillRequest", _fulfilled(key, 200, kind, body), session)
        else:
            with self._lock:
                self._flying += 1
            self._pool.submit(self._fetch, request, key, params["resourceType"] == "Document")

    def _fetch(self, request: Mapping[str, Any], key: str, is_page: bool) -> None:
        """Answer a request of the browser, on a separate thread."""
        try:
            found = attempted("pages", lambda: self._hop(request))
            with suppress(ProviderTimeout, ProviderUnreachable):  # it is over, which the other thread notices
                if isinstance(found, Failure) or not _is_wanted(found, is_page):
                    self._send("Fetch.failRequest", {"requestId": key, "errorReason": "Aborted"}, self._session)
                    return
                said = {name: found.headers[name] for name in (*_TO_BROWSER, "content-type") if name in found.headers}
                told = _fulfilled(key, found.status, said, found.answer.body)
                self._send("Fetch.fulfillRequest", told, self._session)
        finally:
            with self._lock:
                self._flying -= 1
                self._moved = time.monotonic()

    def _hop(self, request: Mapping[str, Any]) -> Hop:
        said = {name.lower(): value for name, value in request["headers"].items()}
        headers = tuple((name, said[name]) for name in _TO_SERVER if name in said)
        asked = Request(request["url"], headers=headers)
        left = self._expires - time.monotonic()
        found = self._http.hop(asked, said.get("accept", "*/*"), seconds=left, most_bytes=PART_BYTES)
        with self._lock:
            self._bytes += len(found.answer.body)
        return found

    def _taken(self) -> str:
        """Return the HTML that the page shows, read in an isolated world that the page's scripts cannot touch."""
        while time.monotonic() < self._expires:
            try:
                world = self._insisted("Page.createIsolatedWorld", {"frameId": self._frame})
                asked = {"expression": _TAKE, "contextId": world["executionContextId"], "returnByValue": True}
                shown: str | None = self._insisted("Runtime.evaluate", asked)["result"].get("value")
                if shown is not None:  # else it was stopped in place of the page's own script
                    return shown
            except ProviderMisanswered:  # the page is just becoming another one
                self._tools.listen(time.monotonic() + SCRIPT_SECONDS)
        raise ProviderTimeout("did not show it in time")

    def _insisted(self, method: str, params: Told) -> Told:
        """Call a page whose scripts may not end by themselves: scripts that block the call are stopped."""
        number = self._send(method, params, self._session)
        while (now := time.monotonic()) < self._expires:
            found = self._tools.answer(number, expires=min(self._expires, now + SCRIPT_SECONDS))
            if found is not None:
                return found
            self._send("Runtime.terminateExecution", {}, self._session)
        raise ProviderTimeout("did not show it in time")

    def _call(self, method: str, params: Told, session: str = "") -> Told:
        return self._tools.call(method, params, session, expires=self._expires)

    def _send(self, method: str, params: Told, session: str = "") -> int:
        return self._tools.send(method, params, session, expires=self._expires)


def _is_wanted(found: Hop, is_page: bool) -> bool:
    """Return True unless the answer is cut off or is not a page."""
    moved = 300 <= found.status < 400
    return not found.answer.cut and (not is_page or moved or found.answer.media_type in _HTML)


def _fulfilled(key: str, status: int, headers: Mapping[str, str], body: bytes) -> Told:
    listed = [{"name": name, "value": value} for name, value in headers.items()]
    coded = base64.b64encode(body).decode()
    return {"requestId": key, "responseCode": status, "responseHeaders": listed, "body": coded}
