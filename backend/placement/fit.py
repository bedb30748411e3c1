"""Where content fits when nobody says where: beside the text it resembles, or in the usual order of a paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.placement.plan import Placement
from backend.placement.spots import Spots


def fitting(
    spots: Spots, messages: Sequence[str], similarity: Callable[[Sequence[str], str], Sequence[float]] | None
) -> list[Placement]:
    return [spots.make("append_to_document", None, "end", "No place was named.", 0.3)]
