"""Measure how long the fusion of ten lists of a hundred results takes.

python -m tests.bench.fusion        # the aim: under 5 ms
"""

from __future__ import annotations

import gc
import random
import time
from statistics import median

from backend.kernel.works import Source
from backend.research.fusion import fuse

TRACKED = "?utm_source=feed&utm_medium=rss"


def lists(seed: int, count: int = 10, length: int = 100, works: int = 400) -> list[list[Source]]:
    """Lists that overlap as those of search services do: about half of a list is in another one too, one address in
    five has parameters, one result in three a DOI.
    """
    rng = random.Random(seed)
    made = []
    for number in range(count):
        chosen = rng.sample(range(works), length)
        made.append([_result(rng, work, f"service{number}", seed) for work in chosen])
    return made


def _result(rng: random.Random, work: int, connector: str, seed: int) -> Source:
    scheme = rng.choice(("http", "https"))
    www = rng.choice(("", "www."))
    query = TRACKED if rng.random() < 0.2 else ""
    return Source(
        title=f"A study of subject {work}",
        url=f"{scheme}://{www}journal{work % 17}.example.org/articles/{seed}/{work}/a-study-of-subject-{work}{query}",
        doi=f"10.1000/{seed}.{work}" if rng.random() < 0.33 else None,
        authors=("A. Author", "B. Author") if rng.random() < 0.5 else (),
        year=2000 + work % 25,
        content=f"What was found of subject {work}. " * rng.randrange(1, 30),
        connector=connector,
        metadata={"cited_by": work, "type": "article"},
    )


def main() -> None:
    fuse(lists(-1))
    times = []
    for seed in range(60):
        inputs = lists(seed)
        gc.collect()  # of what was made here, which a server's search doesn't make
        began = time.thread_time()
        fuse(inputs)
        times.append((time.thread_time() - began) * 1000)
    times.sort()
    print(f"10 lists of 100, each seen once, ms of CPU: median {median(times):.2f}, p95 {times[56]:.2f}")


if __name__ == "__main__":
    main()
