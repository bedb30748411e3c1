"""A driver of a headless Chromium, over the product's own DevTools client (`backend/connectors/browser/devtools.py`).

    with open_browser() as browser:          # None of it listens on a port
        tab = browser.tab()                  # a profile of its own; `tab.again()` is a second tab of the same one
        tab.goto(f"{server}/")
        tab.click("Start writing")           # a button or link by its words; or a CSS selector
        tab.type("Hello")                    # into what has the focus
        tab.press("Control+Enter")
        tab.wait("document.title === 'x'")   # any JavaScript that is true some time
        tab.js("1 + 1")                      # its value, promises awaited
        tab.see("Saved")                     # waits until the page shows these words
        tab.screenshot(Path("x.png"))
        assert tab.faults == []              # exceptions, console errors and refusals of the policy

One thread drives; events are heard while it waits for an answer. A wait that ends badly says what the page showed.
"""

from __future__ import annotations

import base64
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from backend.connectors.browser.devtools import DevTools
from backend.errors import ProviderError
from tests.waiting import PATIENCE

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--mute-audio", "--no-proxy-server", "--force-color-profile=srgb", "--lang=en-US", "about:blank",
)  # fmt: skip
#: Seconds between two looks of a wait.
LOOK = 0.03
#: Names of keys as DevTools wants them: key, code, Windows' number, and the text that they make.
KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""), "Space": ("Space", 32, " "),
    "ArrowDown": ("ArrowDown", 40, ""), "ArrowUp": ("ArrowUp", 38, ""), "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "Backspace": ("Backspace", 8, ""), "End": ("End", 35, ""),
    "Home": ("Home", 36, ""), "Delete": ("Delete", 46, ""),
    "PageUp": ("PageUp", 33, ""), "PageDown": ("PageDown", 34, ""),
}  # fmt: skip
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
#: Find what is meant by words or by a selector: what people can press first, and only what can be seen and pressed.
FIND = """(said) => {
  const shown = (each) => each.getClientRects().length && getComputedStyle(each).visibility !== "hidden";
  const seen = (each) => shown(each) && !each.disabled;
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const named = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim();
  const pressed = [...top.querySelectorAll("button, a, summary, [role=button], input, label")].filter(seen);
  const found = pressed.find((each) => named(each) === said) ?? pressed.find((each) => named(each).startsWith(said));
  if (found) return found;
  try { return [...top.querySelectorAll(said)].find(seen) ?? null; } catch { return null; }
}"""

#: What lies beyond the width of the page and cannot be reached there: boxes that hide or scroll what is too wide, and
#: elements that stand out. Tables, formulas, code and the row of drafts scroll on their own, by intent.
OUTSIDE = """(() => {
  const width = document.documentElement.clientWidth;
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const own = ".scroll, .formula, .strip, pre, .katex, .unseen, .skip, input, textarea, option, svg";
  const meant = (e) => e.closest(own);
  const cut = (e) => {
    const { overflowX, textOverflow } = getComputedStyle(e);
    return overflowX !== "visible" && textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1;
  };
  const out = (e) => (({ left, right }) => left < -1 || right > width + 1)(e.getBoundingClientRect());
  const bad = [...top.querySelectorAll("*")].filter((e) => e.clientWidth && !meant(e) && (cut(e) || out(e)));
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) bad.push(page);
  return bad.map((e) => `${e.tagName.toLowerCase()}.${e.className}: ${e.textContent.trim().slice(0, 60)}`);
})()"""


def program() -> str | None:
    """The browser of this machine; None where there is none."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser that ends with the context."""
    found = program()
    assert found is not None
    tabs: dict[str, Tab] = {}

    def hear(told: dict[str, Any]) -> None:
        tab = tabs.get(told.get("sessionId", ""))
        if tab is not None:
            tab.hear(told["method"], told["params"])

    with DevTools(found, ARGUMENTS, hear, "shared") as tools:
        yield Browser(tools, tabs)


class Browser:
    """One browser process with any number of profiles."""

    def __init__(self, tools: DevTools, tabs: dict[str, Tab]) -> None:
        self.tools, self._tabs = tools, tabs

    def call(self, method: str, params: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        return self.tools.call(method, params or {}, session, expires=time.monotonic() + PATIENCE)

    def tab(self, profile: str = "") -> Tab:
        """A new tab, in a new profile unless one is named."""
        profile = profile or self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", {"url": "about:blank", "browserContextId": profile})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        made = self._tabs[session] = Tab(self, session, target, profile)
        made.begin()
        return made


class Tab:
    """One tab, driven as a person would: by what is shown and by keys."""

    def __init__(self, browser: Browser, session: str, target: str, profile: str) -> None:
        self._browser, self._session, self._target, self.profile = browser, session, target, profile
        self.faults: list[str] = []
        self.requests: list[str] = []
        #: bytes that came over the wire, and what may be said to the next "really leave?"
        self.received = 0

    def begin(self) -> None:
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.viewport(1280, 860)

    def again(self) -> Tab:
        """A second tab of the same profile."""
        return self._browser.tab(self.profile)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.call(method, params, self._session)

    def hear(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            entry = params["entry"]
            if entry.get("source") != "network":  # a refusal of the server's is an answer, not a fault
                self.faults.append(entry["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.faults.append(" ".join(str(each.get("value", each.get("description"))) for each in params["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Network.loadingFinished":
            self.received += int(params["encodedDataLength"])
        elif method == "Page.javascriptDialogOpening":
            expires = time.monotonic() + PATIENCE
            self._browser.tools.send("Page.handleJavaScriptDialog", {"accept": True}, self._session, expires=expires)

    # --- looking --------------------------------------------------------------------------------

    def js(self, expression: str) -> Any:
        """The value of an expression; a promise is awaited."""
        told = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise AssertionError(told["exceptionDetails"].get("exception", {}).get("description", expression))
        return told["result"].get("value")

    def wait(self, expression: str) -> Any:
        """What the expression gives, as soon as that is true."""
        expires = time.monotonic() + PATIENCE
        while True:
            try:
                if found := self.js(expression):
                    return found
            except (AssertionError, ProviderError):  # the page is just being replaced
                pass
            assert time.monotonic() < expires, f"{expression} never came true. The page shows:\n{self.shown()}\n" + str(
                self.faults
            )
            time.sleep(LOOK)

    def see(self, words: str) -> None:
        """Wait until the page shows these words."""
        self.wait(f"document.body.innerText.includes({json.dumps(words)})")

    def gone(self, words: str) -> None:
        """Wait until the page shows these words no more."""
        self.wait(f"!document.body.innerText.includes({json.dumps(words)})")

    def shown(self) -> str:
        try:
            return str(self.js("document.body.innerText"))[:3000]
        except (AssertionError, ProviderError) as error:
            return repr(error)

    def focused(self) -> str:
        """What has the focus, by its name."""
        return str(self.js("(e => e.getAttribute('aria-label') ?? e.textContent.trim())(document.activeElement)"))

    def outside(self) -> list[str]:
        """What is too wide for the page, with its first words; nothing is right."""
        return list(self.js(OUTSIDE))

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    # --- acting ---------------------------------------------------------------------------------

    def goto(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def reload(self) -> None:
        self.js("window.before_reload = true")
        self.call("Page.reload")
        self.wait("document.readyState === 'complete' && !window.before_reload")

    def click(self, said: str) -> None:
        """Press what has these words, else the first that the selector finds."""
        self.wait(f"({FIND})({json.dumps(said)}) !== null")
        self.js(
            f"(() => {{ const e = ({FIND})({json.dumps(said)}); e.scrollIntoView({{block: 'nearest'}}); "
            "e.focus(); e.click(); })()"
        )

    def touch(self, on: bool = True) -> None:
        """Be a phone: fingers instead of a mouse, and no hovering."""
        self.call("Emulation.setTouchEmulationEnabled", enabled=on, maxTouchPoints=5)

    def tap(self, said: str) -> None:
        """Put a finger on what `click` would press. What covers it gets the tap instead, so that fails."""
        self.wait(f"({FIND})({json.dumps(said)}) !== null")
        x, y, free = self.js(f"""(async () => {{
          const e = ({FIND})({json.dumps(said)});
          e.scrollIntoView({{ block: "nearest" }});
          for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
          const {{ left, top, width, height }} = e.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return [x, y, e.contains(document.elementFromPoint(x, y))];
        }})()""")
        assert free, f"{said} is covered at {x}, {y}"
        self.tap_at(x, y)

    def tap_at(self, x: float, y: float) -> None:
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def focus(self, selector: str) -> None:
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        self.js(f"document.querySelector({json.dumps(selector)}).focus()")

    def type(self, text: str) -> None:
        """Text into what has the focus, as an input method brings it."""
        self.call("Input.insertText", text=text)

    def press(self, keys: str) -> None:
        """A key, with others held: `Enter`, `Control+Enter`, `Alt+1`, `Shift+Tab`."""
        *held, key = keys.split("+")
        code, number, text = KEYS.get(
            key, (f"Digit{key}" if key.isdigit() else f"Key{key.upper()}", ord(key[0].upper()), key)
        )
        sent = {
            "key": key if key != "Space" else " ",
            "code": code,
            "windowsVirtualKeyCode": number,
            "modifiers": sum(MODIFIERS[each] for each in held),
        }
        made = {"text": text} if text and not {"Control", "Alt", "Meta"} & set(held) else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if made else "rawKeyDown", **sent, **made)
        self.call("Input.dispatchKeyEvent", type="keyUp", **sent)

    def viewport(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name: str) -> None:
        """`light` or `dark`."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def offline(self, off: bool) -> None:
        self.call(
            "Network.emulateNetworkConditions", offline=off, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )

    def choose_file(self, selector: str, name: str, content: bytes) -> None:
        """Give a file chooser a file. It is made in the page: a browser that root starts may read none of root's."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        encoded = base64.b64encode(content).decode()
        self.js(
            f"""((chooser, name, content) => {{
              const given = new DataTransfer();
              given.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
              chooser.files = given.files;
              chooser.dispatchEvent(new Event("change"));
            }})(document.querySelector({json.dumps(selector)}), {json.dumps(name)}, {json.dumps(encoded)})"""
        )

    def close(self) -> None:
        self._browser.call("Target.closeTarget", {"targetId": self._target})
