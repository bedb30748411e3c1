"""Choose sentences of search results that answer a question, for research without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backend.document.chunks import chunk
from backend.kernel.exchange import Excerpt, Quoted
from backend.kernel.works import Source
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.answering import BESIDE, FEWEST, Vectors, doubt, find, shown
from backend.keyless.quotations.quotation import units

#: Length, in characters, of the pieces into which sources are divided before they are ranked, so that long pages and
#: short ones are treated alike.
PASSAGE = 1_000
#: Kinds of blocks that can be understood when they are alone on a line.
_READABLE = frozenset({"paragraph", "list", "table", "quote", "caption"})


def quote(question: str, sources: Sequence[Source], limit: int, vectors: Vectors | None = None) -> Quoted:
    """Return at most `limit` sentences that answer a question. At most half of them come from one source, if other
    sources have sentences that fit.

    If the question has no topic, the first sentence of each source is returned. If a sentence fits only weakly, but has
    the name, number or date that the question asks for, it is returned with a warning.
    """
    pieces = [(n, piece) for n, each in enumerate(sources) for piece in chunk(each.content, PASSAGE, 0)]
    excerpts = [Excerpt(piece.text, "section", sources[place].title) for place, piece in pieces]
    candidates = [unit for unit in units(excerpts, ("section",)) if unit.kind in _READABLE]
    instruction = read_instruction(question, " ".join(each.text for each in excerpts)[:20_000])
    found = find(candidates, instruction, vectors)
    if instruction.topic and not found.worth_quoting and not found.has_kind:
        return Quoted()
    enough = BESIDE * found.scores[0] if found.scores else 0.0
    strong = sum(score >= enough for score in found.scores)
    ranked = list(found.units[: max(strong, FEWEST)])
    if not ranked:
        ranked = list({pieces[unit.number][0]: unit for unit in reversed(candidates)}.values())[::-1]
    most = max(1, (limit + 1) // 2)
    taken: Counter[int] = Counter()
    quoted: list[tuple[int, str]] = []
    for unit in ranked:
        place = pieces[unit.number][0]
        if taken[place] < most and len(quoted) < limit:
            taken[place] += 1
            quoted.append((place, shown(unit, instruction)))
    return Quoted(tuple(quoted), doubt(excerpts, instruction, found) if quoted else "")
