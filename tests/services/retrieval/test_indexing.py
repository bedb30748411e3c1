"""Indexes: each chunk is embedded once per model, and an edit embeds only what changed."""

from backend.services import documents
from backend.services.retrieval import indexing

SECTIONS = [
    f"## Part {n}\n\nIt speaks of subject{n}. "
    + " ".join(f"Sentence {n}.{m} goes on{' and on' * (m * 7 % 5)}." for m in range(45))
    for n in range(8)
]


def index_of(world, text):
    revision = documents.put(world.ports, world.owned, "*", text)
    return indexing.index(world.ports, revision)


def test_only_what_changed_is_embedded_again(world):
    # indexes are kept by content, so another test's must not be found
    paper = [f"# {world.session_id}", *SECTIONS]
    first = index_of(world, "\n\n".join(paper))
    embedded = len(world.ports.embedder.texts)
    assert embedded == len(first.chunks) > 8
    changed = [*paper[:4], "## Tides\n\nA new part about tides.", *paper[4:]]
    second = index_of(world, "\n\n".join(changed))
    assert 1 <= len(world.ports.embedder.texts) - embedded <= 8  # pieces of some 330 characters
    assert "subject3" in second.rank("subject3")[0].chunk.text


def test_the_same_text_is_indexed_once(world):
    assert index_of(world, "Same text.\n") is index_of(world, "Same text.\n")
