"""Measure how fast a document is parsed, compared with marko, and with the same parser on malformed text.

    python -m tests.bench.reading [--words 100000]

Prints milliseconds (best of five) for a paper of that many words, made of the sample papers or of our
own fragments where those are missing: blocks, outline, tree, summary, a remembered text, marko. Then the
same reader on texts built to hurt, at one and at two sizes: linear code doubles.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from itertools import cycle

import marko

from backend.document import blocks
from backend.document.outline import outline, summary
from backend.document.plaintext import plain
from backend.document.section_tree import tree_json
from tests.document.papers import PAPERS, load

_OWN = (
    "# Methods\n\n" + "Samples were weighed three times on a balance.\n" * 8,
    "- first item\n- second item\n  goes on\n\n- third item\n",
    "$$\na = b\n$$\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "```python\nx = 1\n```\n",
)
#: each repeated until it is as long as asked for
_HURTING = {
    "open divs": "::: {.a}\n",
    "open details": "<details>\n\n",
    "open environments": "\\begin{a}\n\n",
    "open environments, one end": "\\begin{a}\n\n",
    "open maths": "$$\n\n\\[\n\n",
    "open fences": "~~~~\n\n",
    "open comments": "<!--\n\n",
    "lists": "- an item of a list\n",
    "nested quotes": "> > > > a\n",
    "deep quote": ">",
    "brackets": "[a](b[",
    "stars": "*a **b _c ",
    "definitions": "[a]: b\n'c\n",
    "ticks": "`a``b```c",
    "dollars": "$a \\(b ",
    "tables": "| a | b |\n|---|---|\n",
    "images": "![a](b\n",
}


def best(action: Callable[[], object], rounds: int = 5) -> float:
    """Milliseconds of the fastest round."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def paper_of(words: int) -> str:
    """A paper of about so many words."""
    texts = [load(path) for path in PAPERS] or list(_OWN)
    random.Random(7).shuffle(texts)
    parts, count = [], 0
    for text in cycle(texts):
        parts.append(text)
        count += len(text.split())
        if count >= words:
            return "\n\n".join(parts)
    raise AssertionError("unreachable")


def report(words: int) -> None:
    text = paper_of(words)
    document = blocks._read(text)
    marks = {
        "read": best(lambda: blocks._read(text)),
        "read again": best(lambda: blocks.read(text)),
        "outline": best(lambda: outline(document)),
        "tree": best(lambda: list(tree_json(document))),
        "summary": best(lambda: summary(document)),
        "plain": best(lambda: plain(text), 1),
        "marko": best(lambda: marko.Markdown().parse(text), 1),
    }
    print(f"{len(text.split()):,} words, {len(text):,} characters, {len(document.blocks):,} blocks")
    for name, ms in marks.items():
        print(f"  {name:12}{ms:9.2f} ms" + (f"   {ms / marks['read']:.0f} × read" if name == "marko" else ""))
    print("texts that hurt: ms for read and for plain at 100 kB and at 200 kB")
    for name, piece in _HURTING.items():
        row = []
        for size in (100_000, 200_000):
            bad = piece * (size // len(piece)) + ("\n\\end{a}" if "one end" in name else "")
            row += [best(lambda bad=bad: blocks._read(bad), 2), best(lambda bad=bad: plain(bad), 1)]
        print(f"  {name:28}read {row[0]:8.1f} → {row[2]:8.1f}   plain {row[1]:8.1f} → {row[3]:8.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--words", type=int, default=100_000)
    report(parser.parse_args().words)
