"""Measure searches in the library: the share with the right paper, with the right page, and the time of a search.

    python -m tests.bench.library [--questions 120] [--papers 1000] [--searches 5000]

The papers of the corpus become a library twice: as they are, and as PDFs typeset for the purpose (where typst is
installed). Each question is a sentence of one paper with a third of its words left out and the rest in another order,
by a fixed seed. Then so many papers more are made of shuffled paragraphs with strange words, searches are timed on
SQLite and on PostgreSQL (where there is one), and two users search at once: what either finds of the other is counted.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import random
import re
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

import sqlalchemy as sa
from flask import Flask

from backend.bootstrap import create_app, prepare
from backend.ports import Ports
from backend.services import accounts, library, run_kinds
from backend.services.retrieval import library_search
from backend.storage.db import db
from tests.document.papers import PAPERS, load
from tests.postgres import Server, Unavailable

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_PLAIN = re.compile(r"[A-Z][\w ,;:()’'%-]{70,280}[.]")
#: How long a paper that is made up is, in characters.
LENGTH = 60_000
#: PostgreSQL's own defaults, where tests have less.
AS_IT_COMES = {"shared_buffers": "128MB", "autovacuum": "on"}


class AtOnce:
    """An executor that does the work before it returns."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def submit(self, user_id: str, run_id: str) -> None:
        run_kinds.perform(self._app.extensions["coscribe"], user_id, run_id)


@dataclass(frozen=True)
class World:
    app: Flask
    ports: Ports
    user: str

    def add(self, name: str, content: bytes, user: str | None = None) -> str:
        return library.upload(self.ports, user or self.user, name, io.BytesIO(content))[0].id


@contextmanager
def world(url: str = "") -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        settings = {"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "CRITICAL", "COSCRIBE_WRITER": "extractive"}
        app = create_app(environ=settings | ({"COSCRIBE_DATABASE_URL": url} if url else {}))
        prepare(app)
        with app.app_context():
            ports = app.extensions["coscribe"] = replace(app.extensions["coscribe"], executor=AtOnce(app))
            yield World(app, ports, accounts.register(ports, "bench@example.org", "a quiet long phrase").id)
            db.engine.dispose()


def paraphrased(sentence: str, dice: random.Random) -> str:
    """A third of the words left out, the rest in another order."""
    words = re.findall(r"[\w'’-]+", sentence)
    kept = dice.sample(words, max(5, len(words) * 2 // 3))
    return " ".join(kept)


def questions(papers: dict[str, str], many: int) -> list[tuple[str, str, str]]:
    """(paper, sentence, question): sentences that only one paper has."""
    dice = random.Random(20)
    pool = []
    for name, text in papers.items():
        body = text[len(text) // 10 : len(text) * 9 // 10]
        pool += [(name, each) for each in _SENTENCE.split(" ".join(body.split())) if _PLAIN.fullmatch(each)]
    dice.shuffle(pool)
    return [(name, sentence, paraphrased(sentence, dice)) for name, sentence in pool[:many]]


def recall(at: World, ids: dict[str, str], asked: list[tuple[str, str, str]], pages: dict[str, int] | None) -> None:
    first = three = right = paged = 0
    for name, sentence, question in asked:
        found = library_search.sources(library_search.search(at.ports, at.user, question, "all")[0])[:3]
        places = [each.metadata["library_id"] for each in found]
        first += places[:1] == [ids[name]]
        three += ids[name] in places
        page = pages.get(sentence) if pages is not None else None
        if page is not None:
            paged += 1
            right += any(each.metadata["library_id"] == ids[name] and each.metadata["page"] == page for each in found)
    line = f"{len(asked)} questions: the paper is first {first / len(asked):.1%}, among three {three / len(asked):.1%}"
    print(line + (f"; its page {right / max(paged, 1):.1%} of {paged}" if pages is not None else ""))


def markdown(papers: dict[str, str], many: int) -> None:
    with world() as at:
        ids = {name: at.add(f"{name}.md", text.encode()) for name, text in papers.items()}
        print("Markdown:", end=" ")
        recall(at, ids, questions(papers, many), None)


def as_pdf(text: str) -> bytes:
    """A paper's words in the usual form: pages of one column."""
    import typst

    plain = "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    escaped = re.sub(r"([\\#$*_`<>@=\-+/\[\]~\"'])", r"\\\1", plain)
    with tempfile.NamedTemporaryFile("w", suffix=".typ") as source:
        source.write('#set page(paper: "a4")\n#set text(size: 11pt)\n#set par(justify: true)\n' + escaped)
        source.flush()
        made = typst.compile(source.name)
    return made


def pdf(papers: dict[str, str], many: int) -> None:
    missing = [each for each in ("typst", "pypdfium2") if importlib.util.find_spec(each) is None]
    if missing:
        print(f"PDF: skipped, {' and '.join(missing)} not installed")
        return
    with world() as at:
        made = {name: as_pdf(text) for name, text in papers.items()}
        ids = {name: at.add(f"{name}.pdf", content) for name, content in made.items()}
        asked = questions(papers, many)
        print("PDF:", end=" ")
        recall(at, ids, asked, {sentence: page for name, sentence, _ in asked if (page := _page(made[name], sentence))})


def _page(content: bytes, sentence: str) -> int | None:
    """The one page that has the sentence, as another reader of PDFs sees it: by its letters alone."""
    import pypdfium2

    letters = _letters(sentence)
    pages = [_letters(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(content)]
    found = [number for number, page in enumerate(pages, 1) if letters in page]
    return found[0] if len(found) == 1 else None


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalpha())


def speed(name: str, url: str, papers: dict[str, str], size: int, searches: int) -> None:
    dice = random.Random(7)
    parts = [each for text in papers.values() for each in text.split("\n\n") if len(each) > 80]
    with world(url) as at:
        began = time.perf_counter()
        for paper, text in papers.items():
            at.add(f"{paper}.md", text.encode())
        for number in range(size - len(papers)):
            at.add(f"{number}.md", strange(number, parts, dice).encode())
        print(f"{name}: {size} papers in {time.perf_counter() - began:.0f} s;", end=" ")
        asked = [question for _, _, question in questions(papers, 110)]
        times, statements = [], Counter[str]()
        sa.event.listen(db.engine, "before_cursor_execute", lambda *given: statements.update([given[2].split()[0]]))
        for question in asked:
            start = time.perf_counter()
            library_search.search(at.ports, at.user, question, "all")
            times.append(1000 * (time.perf_counter() - start))
        later = sorted(times[10:])
        print(
            f"a search {statistics.median(later):.0f} ms, 95 % within {later[len(later) * 95 // 100]:.0f} ms,"
            f" {statements['SELECT'] / len(asked):.1f} queries each"
        )
        before = memory()
        if searches:
            strangers(at, papers, asked, searches)
            print(f"   memory: {before:.0f} MB before them, {memory():.0f} after")


def memory() -> float:
    """Megabytes that this process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def strange(number: int, parts: list[str], dice: random.Random) -> str:
    """A paper of shuffled paragraphs in which every twelfth word is one of its own."""
    text, size = [f"# Paper {number}"], 0
    while size < LENGTH:
        words = dice.choice(parts).split(" ")
        for _ in range(max(1, len(words) // 12)):
            words[dice.randrange(len(words))] = f"{dice.choice('abcdef')}{dice.randrange(4000)}"
        text.append(" ".join(words))
        size += len(text[-1])
    return "\n\n".join(text)


def strangers(at: World, papers: dict[str, str], asked: list[str], searches: int) -> None:
    """Two users who have the same few papers search at once, also by each other's ids."""
    users = [accounts.register(at.ports, f"{name}@example.org", "a quiet long phrase").id for name in "ab"]
    some = list(papers.items())[:5]
    own = [[at.add(f"{name}.md", text[:5_000].encode(), user) for name, text in some] for user in users]
    strays = [0, 0]

    def go(place: int) -> None:
        with at.app.app_context():
            for number in range(searches // 2):
                chosen = ("all", (*own[1 - place], *own[place]))[number % 2]
                hits, _ = library_search.search(at.ports, users[place], asked[number % len(asked)], chosen)
                strays[place] += sum(hit.work_id not in own[place] for hit in hits)

    threads = [Thread(target=go, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"   {searches} searches of two users: {sum(strays)} passages of the other's")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=120)
    parser.add_argument("--papers", type=int, default=1000, help="0: nothing is timed")
    parser.add_argument("--searches", type=int, default=0)
    wanted = parser.parse_args()
    papers = {path.stem: load(path) for path in PAPERS}
    if not papers:
        sys.exit("no papers: the corpus is not here")
    markdown(papers, wanted.questions)
    pdf(papers, wanted.questions)
    if wanted.papers:
        speed("SQLite", "", papers, wanted.papers, wanted.searches)
        try:
            server = Server(**AS_IT_COMES)
        except Unavailable as why:
            print(f"PostgreSQL: skipped, {why}")
            return
        try:
            speed("PostgreSQL", server.url("postgres"), papers, wanted.papers, wanted.searches)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
