"""Define the functions that the shared yardsticks call: `place`, `index` and `parse`, each with the production code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backend.document.blocks import read
from backend.document.chunks import pieces
from backend.drafting import reply_parser
from backend.placement import rules
from backend.placement.place import carry_out_first
from backend.placement.plan import DESTROYING
from backend.ports import Budgets
from backend.ranking.retrieval import Index, Whole
from tests.bench.sources import support, verify

__all__ = ["index", "parse", "place", "support", "verify"]


def index(text: str) -> Callable[[str, int], list[tuple[int, int]]]:
    """The retrieval yardstick: a text to a searcher that answers a question with its best k spans."""
    return Searcher(text)


class Searcher:
    """The document's pieces, as a message is answered from them."""

    def __init__(self, text: str) -> None:
        budgets = Budgets()
        self._index = Index(pieces(text, budgets.chunk_size), whole=Whole(text, budgets.shown))

    def __call__(self, query: str, k: int) -> list[tuple[int, int]]:
        return [(passage.chunk.start, passage.chunk.end) for passage in self._index.rank(query, limit=k)]


def place(document: str, content: str, user_messages: list[str]) -> str:
    """Stage 2 without a model: the rules' best placement that can be carried out; unchanged where a person is asked."""
    before = read(document)
    decision = rules.decide(before, content, user_messages)
    if decision.placement.operation in DESTROYING and not decision.sure:
        return document
    return carry_out_first(before, content, decision.candidates).text


def parse(text: str) -> dict[str, Any]:
    """The answers yardstick: a model's raw answer to the fields of a Reply."""
    read_reply = reply_parser.parse(text)
    return {
        "message": read_reply.message,
        "document_content": read_reply.document_content,
        "document_structure": list(read_reply.document_structure),
        "sources": list(read_reply.sources),
        "new_types": list(read_reply.new_types),
        "_meta": {"truncated": read_reply.truncated, "uncertain": list(read_reply.uncertain)},
    }
