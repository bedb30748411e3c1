"""Load one page in a browser: answer the requests of the page until the page no longer changes, then read its content.

The browser itself has no network. net/http.py sends each of its requests, and returns each redirect to the browser. So
each address is checked, and the browser can apply its own security rules. There are no cookies and no request bodies:
only GET requests are sent, and only for content that can contain text.
"""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Literal

from backend.connectors.browser.devtools import DevTools, Message
from backend.errors import ProviderMisanswered, ProviderTimeout, ProviderUnreachable
from backend.kernel.search_requests import Failure
from backend.net.http import Answer, Hop, Http, attempted
from backend.net.request import Request

#: The limits of a page: requests, requests at a time, bytes of one answer and of all answers, and characters of the
#: final content.
REQUESTS, AT_ONCE, PART_BYTES, ALL_BYTES, CHARACTERS = 100, 6, 5_000_000, 20_000_000, 3_000_000
#: Seconds without a request after which a page counts as finished: once it has loaded, and before. If the browser needs
#: longer to open a tab, that time is used instead.
QUIET_SECONDS, UNLOADED_SECONDS = 0.5, 2.0
#: Seconds for reading the final content, and seconds after which a script that blocks the reading is stopped.
TAKE_SECONDS, SCRIPT_SECONDS = 1.5, 0.3

_HTML = ("text/html", "application/xhtml+xml")
_TAKE = f"document.documentElement ? document.documentElement.outerHTML.slice(0, {CHARACTERS}) : ''"
#: The headers that are passed from the browser to a page's servers, and from the servers to the browser.
_TO_SERVER = ("origin", "x-requested-with")
_TO_BROWSER = (
    "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
    "access-control-allow-origin", "access-control-expose-headers", "location",
)  # fmt: skip

#: Parameters of DevTools commands: to pause each request, and to pause whatever a page opens, except parts of the
#: browser's own window.
_ALL = {"patterns": [{"urlPattern": "*"}]}
_HALT = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
_STRANGERS = [{"type": kind, "exclude": True} for kind in ("browser", "tab", "browser_ui")] + [{}]

Verdict = Literal["fetch", "nothing", "refuse"]


def verdict(kind: str, method: str, url: str, of_page: bool) -> Verdict:
    """Decide what happens to a request of the browser: "fetch" sends it, "nothing" gives it an empty answer, "refuse"
    refuses it. Style sheets get an empty answer, because some pages wait for them. Only GET is sent.

    `kind` is DevTools' type of the resource. `of_page` is True for a request of the page itself, and False for that of
    a frame in it.
    """
    if method != "GET" or not url.startswith(("http://", "https://")):
        return "refuse"
    if kind == "Stylesheet":
        return "nothing"
    return "fetch" if kind in ("Script", "XHR", "Fetch") or (kind == "Document" and of_page) else "refuse"


class Visit:
    """Loads one page in one tab.

    `DevTools` must call `handle_event` with every event of the browser. The thread that created the `DevTools` must
    call `html`. `expires` is a time of `time.monotonic`.
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
        """Load the page, and return its HTML as soon as it no longer changes, or when the time is nearly over. Raises a
        ProviderError if the page cannot be loaded, and Cancelled if the work is cancelled.
        """
        self._tools = tools
        try:
            begun = time.monotonic()
            self._open()
            self._slowness = time.monotonic() - begun
            last = self._expires - TAKE_SECONDS
            while not self._settled() and (now := time.monotonic()) < last:
                tools.listen(min(last, now + 0.05))
            return self._current_html()
        finally:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def handle_event(self, event: Message) -> None:
        """Handle an event of the browser: a paused request, a loaded page, a dialog, a new target, or a crash. `event`
        is the JSON object of the event.
        """
        params = event["params"]
        match event["method"]:
            case "Fetch.requestPaused":
                self._moved = time.monotonic()
                self._paused(params, event.get("sessionId", ""))
            case "Page.loadEventFired":
                self._loaded, self._moved = True, time.monotonic()
            case "Page.javascriptDialogOpening":
                self._send("Page.handleJavaScriptDialog", {"accept": False}, event.get("sessionId", ""))
            case "Target.attachedToTarget" if params["targetInfo"]["targetId"] != self._frame:
                self._handle_opened(params)
            case "Inspector.targetCrashed" if event.get("sessionId") == self._session:
                raise ProviderUnreachable("crashed")

    def _handle_opened(self, params: Message) -> None:
        """Handle a worker, window or frame that the page has opened and that the browser has paused. Workers and
        windows are closed if the browser allows it. A frame continues, because the page waits for it, but all requests
        of the frame are refused.
        """
        if params["targetInfo"]["type"] == "iframe":
            for method, event in (("Fetch.enable", _ALL), ("Target.setAutoAttach", _HALT)):
                self._send(method, event, params["sessionId"])
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
        self._loaded = False  # only the empty page has loaded so far
        self._send("Page.navigate", {"url": self._page.url}, self._session)

    def _settled(self) -> bool:
        with self._lock:
            still = time.monotonic() - self._moved
            patience = QUIET_SECONDS if self._loaded else UNLOADED_SECONDS
            return self._begun and not self._flying and still > max(patience, self._slowness)

    def _paused(self, params: Message, session: str) -> None:
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
            self._begun = True  # the page was fetched before, and is not fetched again
            kind = {"content-type": f"{self._page.media_type}; charset={self._page.charset or 'utf-8'}"}
            body = self._page.body if self._page.charset else self._page.text.encode("utf-8", "replace")
            self._send("Fetch.fulfillRequest", _fulfilled(key, 200, kind, body), session)
        else:
            with self._lock:
                self._flying += 1
            self._pool.submit(self._fetch, request, key, params["resourceType"] == "Document")

    def _fetch(self, request: Mapping[str, Any], key: str, is_page: bool) -> None:
        """Send a request of the browser to the network, and give the answer to the browser. `key` is the browser's id
        of the request. `is_page` is True if the page itself is requested, and False for its scripts and data. Runs in a
        separate thread.
        """
        try:
            found = attempted("pages", lambda: self._hop(request))
            with suppress(ProviderTimeout, ProviderUnreachable):  # the visit is over, and `html` notices it
                if isinstance(found, Failure) or not _is_wanted(found, is_page):
                    self._send("Fetch.failRequest", {"requestId": key, "errorReason": "Aborted"}, self._session)
                    return
                said = {name: found.headers[name] for name in (*_TO_BROWSER, "content-type") if name in found.headers}
                event = _fulfilled(key, found.status, said, found.answer.body)
                self._send("Fetch.fulfillRequest", event, self._session)
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

    def _current_html(self) -> str:
        """Return the page's present HTML. The code that reads it runs in an isolated world, where scripts of the page
        cannot influence it.
        """
        while time.monotonic() < self._expires:
            try:
                world = self._call_in_spite_of_scripts("Page.createIsolatedWorld", {"frameId": self._frame})
                asked = {"expression": _TAKE, "contextId": world["executionContextId"], "returnByValue": True}
                shown: str | None = self._call_in_spite_of_scripts("Runtime.evaluate", asked)["result"].get("value")
                if shown is not None:  # None if our script was stopped instead of the page's
                    return shown
            except ProviderMisanswered:  # the page is being replaced by another one
                self._tools.listen(time.monotonic() + SCRIPT_SECONDS)
        raise ProviderTimeout("did not show the page in time")

    def _call_in_spite_of_scripts(self, method: str, params: Message) -> Message:
        """Call a DevTools command on the page. If a script of the page blocks the call, stop the script."""
        number = self._send(method, params, self._session)
        while (now := time.monotonic()) < self._expires:
            found = self._tools.answer(number, expires=min(self._expires, now + SCRIPT_SECONDS))
            if found is not None:
                return found
            self._send("Runtime.terminateExecution", {}, self._session)
        raise ProviderTimeout("did not show the page in time")

    def _call(self, method: str, params: Message, session: str = "") -> Message:
        return self._tools.call(method, params, session, expires=self._expires)

    def _send(self, method: str, params: Message, session: str = "") -> int:
        return self._tools.send(method, params, session, expires=self._expires)


def _is_wanted(found: Hop, is_page: bool) -> bool:
    """Return True if the answer `found` may be given to the browser. It must be complete; the answer to a request for
    the page itself (`is_page`) must also be HTML or a redirect.
    """
    moved = 300 <= found.status < 400
    return not found.answer.cut and (not is_page or moved or found.answer.media_type in _HTML)


def _fulfilled(key: str, status: int, headers: Mapping[str, str], body: bytes) -> Message:
    listed = [{"name": name, "value": value} for name, value in headers.items()]
    coded = base64.b64encode(body).decode()
    return {"requestId": key, "responseCode": status, "responseHeaders": listed, "body": coded}
