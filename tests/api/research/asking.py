"""What is asked in these tests."""

from __future__ import annotations

from backend.sources.identifiers import source_id
from tests.searxng_stand_in import RESULTS

QUESTION = "What causes coral bleaching?"


def ids():
    """The ids of the stand-in's results, which are those of their addresses alone."""
    return [source_id(each["url"]) for each in RESULTS]
