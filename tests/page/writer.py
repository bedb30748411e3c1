"""Somebody who writes at the page: what they do there in one step, and what the server then has, by the API."""

from __future__ import annotations

import json
from typing import Any

from tests.page.browser import Tab

#: Calls the API with the token that the page has, as the page itself does.
CALL = """(async (method, path, body, headers) => {{
  const {{ call }} = await import(document.querySelector("script[type=module]").src.replace("main.js", "api.js"));
  return call(method, path, body === null ? {{ headers }} : {{ body, headers }});
}})({})"""


class Writer:
    """A tab at the page of one server."""

    def __init__(self, tab: Tab, server: str) -> None:
        self.tab, self.server = tab, server

    def start(self) -> None:
        """One click makes the account."""
        self.tab.goto(f"{self.server}/")
        self.tab.click("Start writing")
        self.tab.see("Your papers")

    def new_paper(self, text: str = "") -> None:
        """A new paper, with a text that is typed into it."""
        self.tab.click("New paper")
        self.tab.wait("document.querySelector('.cm-content') !== null")
        if text:
            self.tab.focus(".cm-content")
            self.tab.type(text)
            self.tab.see("Saved · revision 1")

    def begin(self, text: str = "") -> None:
        self.start()
        self.new_paper(text)

    def open(self, session: str) -> None:
        """Go to a paper."""
        self.tab.js(f"location.hash = '#/paper/{session}'")
        self.tab.wait("document.querySelector('.composer') !== null")

    def put(self, session: str, text: str) -> None:
        """Give a new paper its text, past the editor."""
        self.call("PUT", f"/api/sessions/{session}/document", {"content": text}, {"If-Match": '"0"'})

    def editor_text(self) -> str:
        """The paper as the editor has it."""
        return str(self.tab.js("document.querySelector('.cm-content').cmTile.view.state.sliceDoc()"))

    def say(self, message: str) -> None:
        """Send a message, by keys."""
        self.tab.focus(".composer textarea")
        self.tab.type(message)
        self.tab.press("Control+Enter")

    def choose(self, label: str, value: str, by: str = "value") -> None:
        """Choose an option of a select by its label; `by` is `value` or `index`."""
        told = ", ".join(map(json.dumps, (label, value, by)))
        self.tab.wait(
            f"""((label, value, by) => {{
              const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
              const named = [...top.querySelectorAll("label")].find((each) => each.textContent.trim() === label);
              const select = named && document.getElementById(named.htmlFor);
              if (!select) return false;
              if (by === "index") select.selectedIndex = Number(value);
              else select.value = value;
              select.dispatchEvent(new Event("change"));
              return select.selectedIndex >= 0;
            }})({told})"""
        )

    def mode(self, value: str) -> None:
        """Choose how the next message is answered: write, research or deep."""
        selector = ".composer .row select"
        self.tab.wait(f"document.querySelector('{selector}') !== null")
        self.tab.js(f"document.querySelector('{selector}').value = {json.dumps(value)}")

    def fill(self, label: str, value: str) -> None:
        """Type into a field by its label, in place of what it has."""
        told = json.dumps(label)
        self.tab.wait(
            f"""((label) => {{
              const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
              const named = [...top.querySelectorAll("label")].find((each) => each.textContent.trim() === label);
              const control = named && document.getElementById(named.htmlFor);
              control?.focus();
              control?.select();
              return Boolean(control);
            }})({told})"""
        )
        self.tab.type(value)

    def messages(self) -> list[dict[str, Any]]:
        """The conversation as the server has it."""
        return list(self.call("GET", f"/api/sessions/{self.session}/messages")["items"])

    @property
    def session(self) -> str:
        return str(self.tab.js("location.hash")).removeprefix("#/paper/")

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """What the API answers to the page's user."""
        return self.tab.js(CALL.format(", ".join(map(json.dumps, (method, path, body, headers or {})))))

    def text(self) -> str:
        """The paper as the server has it."""
        return str(self.call("GET", f"/api/sessions/{self.session}/document")["content"])
