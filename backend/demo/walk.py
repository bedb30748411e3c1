"""Show on a sample paper, step by step, how Coscribe is used, by calls of the real API.

The steps are: import a paper, ask for a draft, preview it, approve it, ask a question, insert the user's own words, use
the library, rewrite a draft, move it, and restore the paper.
"""

from __future__ import annotations

import hashlib
import logging
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import httpx2
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from werkzeug.serving import make_server

from backend.bootstrap import create_app, prepare
from backend.client.answer_output import colored_diff

LIMITATIONS = "Please add a paragraph on wind and radiant heat to the end of the Limitations section."
LIMITATION_HIGHLIGHTS = [
    {
        "type": "highlight",
        "content": "On four of the twelve afternoons the roof station logged gusts above 5 m/s, and the air in wide "
        "streets then cooled by up to 0.4 °C within a minute.",
        "note": "wind",
        "source": "Field notebook, walks 3, 5, 8 and 11",
    },
    {
        "type": "highlight",
        "content": "A globe thermometer carried on the last two walks showed a mean radiant temperature "
        "$T_{\\mathrm{mrt}}$ that was 18 °C lower under closed canopy than on open asphalt, while the air "
        "differed by only 1.1 °C.",
        "note": "radiant heat",
        "source": "Pilot measurements, September",
    },
]
OWN_WORDS = (
    "Put this at the end of the Conclusion, word for word: “We thank the city's gardeners, who told us which of"
    " the trees had been watered.”"
)
THIRST = "Please add a paragraph on soil moisture and the cooling of trees to the end of the Discussion."
MOVE = "Not there, but at the end of Limitations."
NEXT = """\
What next?
  make serve                          the server, on http://127.0.0.1:8000
  PERPLEXITY_API_KEY=… or OPENAI_API_KEY=…, in a file named .env
                                      a model that writes; docs/models.md shows others
  .venv/bin/coscribe doctor           what is set, and what is missing"""

#: The settings of the demo: no model, whatever the environment says, so that a demo costs nothing.
KEYLESS = {"COSCRIBE_WRITER": "extractive", "COSCRIBE_PLACER": "rules", "COSCRIBE_EMBEDDER": "local"}


class Walk:
    """One run of the demo, with one user and one session. It prints the API's answers to a console."""

    def __init__(self, client: httpx2.Client, console: Console) -> None:
        self.client, self.console = client, console
        self.step, self.session = 0, ""

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.client.request(method, path, json=body, headers=headers)
        if answer.is_error:
            raise SystemExit(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None

    def head(self, title: str, call: str) -> None:
        self.step += 1
        self.console.print()
        self.console.print(Rule(f"[bold]{self.step}  {title}[/]  [dim]{call}[/]", align="left", style="cyan"))

    def sign_up(self) -> None:
        self.head("A researcher signs up and opens a session", "POST /api/auth/register, /api/sessions")
        user = self.call(
            "POST", "/api/auth/register", {"email": "researcher@example.org", "password": "a quiet long passphrase"}
        )
        self.client.headers["Authorization"] = f"Bearer {user['access_token']}"
        session = self.call("POST", "/api/sessions", {"title": "Street trees"})
        self.session = session["id"]
        self.console.print(f"session {self.session}, document at revision {session['revision']}")

    def bring_in(self, paper: str) -> None:
        self.head("Import the paper, byte for byte", "PUT /api/sessions/{id}/document")
        put = self.call("PUT", f"/api/sessions/{self.session}/document", {"content": paper}, **{"If-Match": '"0"'})
        self.console.print(
            f"{len(paper.split()):,} words at revision {put['revision']}, sha256 {_sha(put['content'])[:16]}…, "
            f"unchanged: {_yes(put['content'] == paper)}"
        )
        structure = self.call("GET", f"/api/sessions/{self.session}/document/structure")
        self.console.print(Panel(Text(structure["summary"]), title="structure", title_align="left", border_style="dim"))

    def add_to_library(self, name: str, content: str) -> None:
        """Add a file to the library, and select the library for the session."""
        self.head(
            "A paper of the researcher's own goes into the library", "POST /api/library, PATCH /api/sessions/{id}"
        )
        sent = self.client.post("/api/library", files={"file": (name, content.encode(), "text/markdown")})
        if sent.is_error:
            raise SystemExit(f"POST /api/library: {sent.status_code} {sent.text}")
        work = sent.json()
        while work["status"] == "processing":
            time.sleep(0.05)
            work = self.call("GET", f"/api/library/{work['id']}")
        if work["status"] != "ready":
            raise SystemExit(f"{name} could not be read: {work['error']}")
        self.call("PATCH", f"/api/sessions/{self.session}", {"library": [work["id"]]})
        about = f"{', '.join(work['authors'])} ({work['year']}). {work['title']}"
        self.console.print(Text(f"{work['kind']}, {work['bytes']:,} bytes: {about}"))

    def ask(self, title: str, message: str, sections: list[dict[str, str]], mode: str = "write") -> dict[str, Any]:
        self.head(title, "POST /api/chat/message")
        self.console.print(Text(f"“{message}”", style="bold"))
        for each in sections:
            self.console.print(Text(f"  + {each['type']}: {each['content'][:88]}…", style="dim"))
        answer: dict[str, Any] = self.call(
            "POST",
            "/api/chat/message",
            {"session_id": self.session, "message": message, "mode": mode, "attached_sections": sections},
        )
        self.show(answer)
        return answer

    def show(self, answer: dict[str, Any]) -> None:
        parts: list[Any] = [Text(answer["response"])]
        if answer["document_content"]:
            parts += [Text(), Panel(Markdown(answer["document_content"]), title="pending", border_style="yellow")]
        if answer["citations"]:
            sources = Table("source", "status", box=None, pad_edge=False)
            for name, citation in zip(answer["sources"], answer["citations"], strict=True):
                sources.add_row(Text(name), citation["status"])
            parts.append(sources)
        self.console.print(Group(*parts))

    def preview(self) -> dict[str, Any]:
        self.head("What would approving do?", "POST /api/chat/preview")
        preview: dict[str, Any] = self.call("POST", "/api/chat/preview", {"session_id": self.session})
        self.console.print(colored_diff(preview["diff"]))
        return preview

    def approve(self) -> None:
        self.head("Yes, put it there", "POST /api/chat/approve")
        done = self.call("POST", "/api/chat/approve", {"session_id": self.session})
        place = done["placement"]
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_row("revision", str(done["revision"]))
        table.add_row("where", Text(f"{place['operation']} · {' › '.join(place['section'] or ['the document'])}"))
        table.add_row("why", Text(place["reason"]))
        table.add_row("decided by", f"{place['decided_by']} (confidence {place['confidence']:.2f})")
        self.console.print(table)

    def rewrite(self, instruction: str) -> None:
        self.head("Not quite: again, please", "POST /api/chat/rewrite")
        self.console.print(Text(f"“{instruction}”", style="bold"))
        self.show(self.call("POST", "/api/chat/rewrite", {"session_id": self.session, "instruction": instruction}))

    def restore(self, paper: str) -> None:
        self.head("Restore the first revision", "POST …/document/revisions/1/restore")
        document = f"/api/sessions/{self.session}/document"
        head = self.call("GET", document)["revision"]
        back = self.call("POST", f"{document}/revisions/1/restore", **{"If-Match": f'"{head}"'})
        self.console.print(f"revision {back['revision']}, the paper byte for byte: {_yes(back['content'] == paper)}")
        history = self.call("GET", f"{document}/revisions?order=asc")["items"]
        self.console.print("history: " + ", ".join(f"{each['revision']} {each['cause']}" for each in history))


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _yes(true: bool) -> str:
    return "[green]yes[/]" if true else "[red]no[/]"


def run(console: Console | None = None) -> None:
    """Run all steps of the demo once, and print how long they took. If a call fails, the demo ends with its error."""
    console = console or Console(highlight=False)
    began = time.perf_counter()
    paper = files("backend.demo").joinpath("paper.md").read_text(encoding="utf-8")
    with serving() as url, httpx2.Client(base_url=url, timeout=60, trust_env=False) as client:
        walk = Walk(client, console)
        walk.sign_up()
        walk.bring_in(paper)
        walk.ask("A write request with two highlights", LIMITATIONS, LIMITATION_HIGHLIGHTS)
        walk.preview()
        walk.approve()
        walk.ask("A research question", "How fast does the sensor respond, and why does it matter?", [], "research")
        walk.ask("Insert your own words, word for word", OWN_WORDS, [])
        walk.approve()
        walk.add_to_library(
            "thirsty-shade.md", files("backend.demo").joinpath("library.md").read_text(encoding="utf-8")
        )
        walk.ask("A draft from the library, with nothing attached", THIRST, [])
        walk.rewrite("Shorter, please: three sentences are enough.")
        walk.ask("The draft moves, and keeps its words", MOVE, [])
        walk.preview()
        walk.approve()
        walk.restore(paper)
    console.print()
    console.print(f"[bold]Done in {time.perf_counter() - began:.1f} s[/], with no key and no network.")
    console.print()
    console.print(NEXT, markup=False)


@contextmanager
def serving() -> Iterator[str]:
    """Yield the base URL of a new server, which stops at the end of the `with` block."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="coscribe-demo-") as folder:
        app = create_app(environ=KEYLESS | {"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "WARNING"})
        prepare(app)
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever, name="demo-server", daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
