"""Define the windows in which a chunk is scored. A window is the chunk together with the chunks whose centers are near
its own.

The neighbors of a chunk often contain the other words of a question. Every chunk is scored alone and in each of its
windows; this needs no weight for a neighbor, and works for chunks of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: Maximum distance in characters between the middle of a chunk and the middles of the chunks in its window: the chunk
#: alone, the sentences beside it, its paragraph, and two to three paragraphs. Values that differ by a tenth are as good
#: (`python -m tests.bench.retrieval_ablation`).
REACHES = (0, 300, 600, 1100)
#: Distance in characters at which texts that are ranked together are placed: more than the largest reach, so that no
#: window contains parts of two texts.
_APART = 10 * REACHES[-1]


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """One window per chunk, as two arrays of indices: the window of chunk `i` begins with chunk `first[i]` and ends
    before chunk `stop[i]`.
    """

    first: np.ndarray
    stop: np.ndarray


def alone(size: int) -> Windows:
    """Return `size` windows, one for each text, that contain only this text."""
    places = np.arange(size)
    return Windows(places, places + 1)


def around(spans: Sequence[tuple[int, int]], reaches: Sequence[int] = REACHES) -> tuple[Windows, ...]:
    """Return one set of windows for each number in `reaches`. The window of a chunk contains the chunks whose middles
    are at most this number of characters from its own middle.

    `spans` are the start and end (excluded) of each chunk. A chunk that starts before the previous one belongs to
    another text; no window contains chunks of two texts.
    """
    if not spans:
        return ()
    starts, ends = (np.array(each, dtype=np.float64) for each in zip(*spans, strict=True))
    middles = (starts + ends) / 2
    steps = np.diff(middles, prepend=middles[0])
    steps[np.flatnonzero(np.diff(starts) <= 0) + 1] = _APART
    places = np.cumsum(steps)
    numbers = np.arange(len(spans))
    return tuple(
        Windows(
            np.minimum(np.searchsorted(places, places - reach, side="left"), numbers),
            np.maximum(np.searchsorted(places, places + reach, side="right"), numbers + 1),
        )
        for reach in reaches
    )
