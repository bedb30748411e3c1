"""Measure how much text of the sample papers is extracted from PDFs of them, in order, on the right page, and how fast.

    python -m tests.bench.extraction [--columns 2]

Per paper: the share of its words recovered in order (longest common subsequence), how many words were added, how many
paragraphs begin on the page where they were set, and the seconds it took.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import LCSseq

from backend.extraction.extractor import FileExtractor
from backend.kernel.events import silent
from backend.kernel.works import Work
from tests.bench.paper_pdfs import PaperPdf, made
from tests.document.papers import PAPERS

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Counts of one paper: words set, read and recovered in order; paragraphs, and those found on their page."""

    name: str
    set: int
    read: int
    recovered: int
    paragraphs: int
    placed: int
    titled: bool
    seconds: float


def measured(paper: PaperPdf, folder: Path) -> Fidelity:
    """Read the paper's PDF as an upload and hold the text against what was set."""
    path = folder / "paper.pdf"
    path.write_bytes(paper.content)
    start = time.perf_counter()
    (work,) = FileExtractor().extract(path, path.name, silent)
    seconds = time.perf_counter() - start
    wanted = _words(" ".join(paragraph.text for paragraph in paper.paragraphs))
    got = _words(" ".join(page.text for page in work.pages))
    long = [paragraph for paragraph in paper.paragraphs if len(_words(paragraph.text)) >= 8]
    placed = sum(_begins_on(work, paragraph.first, paragraph.text) for paragraph in long)
    recovered = LCSseq.similarity(wanted, got)
    return Fidelity(paper.name, len(wanted), len(got), recovered, len(long), placed, work.title == paper.title, seconds)


def _begins_on(work: Work, page: int, text: str) -> bool:
    """Whether the paragraph's first words, as many as may stand before the page ends, are in that page's text."""
    first = " ".join(_words(text)[:4])
    return first in " ".join(_words(work.pages[page - 1].text))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def report(columns: int) -> None:
    if not PAPERS:
        print("no sample papers here")
        return
    with tempfile.TemporaryDirectory() as folder:
        found = [measured(made(path, columns), Path(folder)) for path in PAPERS]
    for each in sorted(found, key=lambda each: each.recovered / each.set):
        print(
            f"  {each.name[:50]:52}{each.recovered / each.set:8.2%} of {each.set:6,} words"
            f"  {each.read - each.recovered:5,} added  {each.placed:3}/{each.paragraphs:3} placed {each.seconds:5.1f} s"
        )
    words, recovered = sum(each.set for each in found), sum(each.recovered for each in found)
    added = sum(each.read - each.recovered for each in found)
    placed, paragraphs = sum(each.placed for each in found), sum(each.paragraphs for each in found)
    print(
        f"{len(found)} papers in {columns} columns: {recovered / words:.2%} of {words:,} words in order, "
        f"{added / words:.2%} added; {placed / paragraphs:.1%} of {paragraphs:,} paragraphs on their page; "
        f"{sum(each.titled for each in found)} titles; {sum(each.seconds for each in found):.0f} s"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--columns", type=int, default=2)
    report(parser.parse_args().columns)
