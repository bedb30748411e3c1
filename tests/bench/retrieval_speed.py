"""How fast a document is made searchable, how fast it is searched, and what that takes.

python -m tests.bench.retrieval_speed PAPER.md …      # joined to one text of at most a megabyte
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from pathlib import Path
from statistics import median

from backend.document.chunks import chunk
from backend.providers.wordllama import WordLlamaEmbedder
from backend.ranking.retrieval import Index

QUESTIONS = (
    "How was the software tested and on which data?",
    "What are the limits of the method in practice?",
    "effects of deep learning on drug discovery and treatment",
)


def main(paths: list[str]) -> None:
    text = "\n\n".join(Path(path).read_bytes().decode("utf-8", "replace") for path in paths)[:1_000_000]
    megabytes = len(text.encode()) / 1e6
    embedder = WordLlamaEmbedder()
    embedder.embed(["so that the model is loaded before the clock starts"])
    began = time.perf_counter()
    chunks = chunk(text)
    chunked = time.perf_counter()
    vectors = embedder.embed([piece.text for piece in chunks])
    embedded = time.perf_counter()
    index = Index(chunks, vectors, word_vectors=embedder.words)
    ended = time.perf_counter()
    times = []
    for question in QUESTIONS * 30:
        start = time.perf_counter()
        index.rank(question, embedder.embed([question])[0], 20)
        times.append((time.perf_counter() - start) * 1000)
    tracemalloc.start()
    kept = Index(chunks, vectors, word_vectors=embedder.words)
    print(f"{megabytes:.2f} MB, {len(kept)} chunks; seconds a MB:", end=" ")
    for name, seconds in (("chunk", chunked - began), ("embed", embedded - chunked), ("index", ended - embedded)):
        print(f"{name} {seconds / megabytes:.2f}", end=", ")
    print(f"together {(ended - began) / megabytes:.2f}; a question {median(times):.2f} ms", end="; ")
    print(f"index {tracemalloc.get_traced_memory()[0] / 1e6 / megabytes:.1f} MB a MB")


if __name__ == "__main__":
    main(sys.argv[1:])
