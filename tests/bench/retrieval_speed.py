"""Measure how fast a document is indexed and searched, and how much memory that takes.

python -m tests.bench.retrieval_speed [PAPER.md …]      # joined to one text of at most a megabyte; else one is made
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from itertools import product
from pathlib import Path
from statistics import median

from backend.document.chunks import pieces
from backend.ranking.retrieval import Index, Whole

#: syllables put together: enough different words that the index is as wide as a real one's
WORDS = ["".join(parts) for parts in product("bdfglmnprst", "aeiou", "nrst", ("ing", "ed", "ion", "al", "e", "ism"))]
QUESTIONS = (
    "How was the software tested and on which data?",
    "What are the limits of the method in practice?",
    "effects of deep learning on drug discovery and treatment",
)


def made_papers() -> list[str]:
    """Fifty papers of some 8,000 characters, of words as frequent as words are: their speed is that of real ones."""
    chance = random.Random(1)
    common = [1 / rank for rank in range(1, len(WORDS) + 1)]

    def paragraph() -> str:
        return " ".join(chance.choices(WORDS, common, k=chance.randint(40, 120))).capitalize() + "."

    return ["\n\n".join(f"## Section {n}\n\n{paragraph()}\n\n{paragraph()}" for n in range(7)) for _ in range(50)]


def main(paths: list[str]) -> None:
    papers = [Path(path).read_bytes().decode("utf-8", "replace") for path in paths] or made_papers()
    text = "\n\n".join(papers)[:1_000_000]
    megabytes = len(text.encode()) / 1e6
    began = time.process_time()
    cut = pieces(text)
    made = time.process_time()
    index = Index(cut, whole=Whole(text, 5000))
    ended = time.process_time()
    times = []
    for question in QUESTIONS * 30:
        start = time.process_time()
        index.rank(question, limit=40)
        times.append((time.process_time() - start) * 1000)
    tracemalloc.start()
    kept = Index(cut, whole=Whole(text, 5000))
    print(f"{megabytes:.2f} MB, {len(kept)} pieces; CPU seconds a MB:", end=" ")
    for name, seconds in (("cut", made - began), ("index", ended - made), ("together", ended - began)):
        print(f"{name} {seconds / megabytes:.2f}", end=", ")
    print(f"a question {median(times):.2f} ms", end="; ")
    print(f"index {tracemalloc.get_traced_memory()[0] / 1e6 / megabytes:.1f} MB a MB")


if __name__ == "__main__":
    main(sys.argv[1:])
