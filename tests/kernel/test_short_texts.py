from __future__ import annotations

from backend.kernel.short_texts import LONGEST, cached_if_short


def test_only_results_of_short_texts_are_cached():
    seen: list[str] = []

    @cached_if_short
    def length(text: str) -> int:
        seen.append(text)
        return len(text)

    short, long = "a" * LONGEST, "a" * (LONGEST + 1)
    assert [length(short), length(short), length(long), length(long)] == [LONGEST] * 2 + [LONGEST + 1] * 2
    assert seen == [short, long, long]
