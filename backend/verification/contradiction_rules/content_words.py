"""List the content words of a text: its words except function words such as “the”."""

from __future__ import annotations

from functools import lru_cache

from backend.ranking.terms import stop_terms, terms

#: Maximum number of texts whose content words are cached, because a sentence or clause is compared with many others.
_CACHED = 2048


@lru_cache(maxsize=_CACHED)
def content_words(text: str, language: str = "english") -> tuple[str, ...]:
    """Return the stems of the content words in a text, in their order."""
    stop = stop_terms(language)
    return tuple(each for each in terms(text, language) if each not in stop and len(each) > 1)


@lru_cache(maxsize=_CACHED)
def content_stems(text: str, language: str = "english") -> frozenset[str]:
    """Return the stems of the content words in a text."""
    return frozenset(content_words(text, language))


def without_numbers(stems: frozenset[str]) -> frozenset[str]:
    """Return those of the stems that do not begin with a digit."""
    return frozenset(each for each in stems if not each[0].isdigit())
