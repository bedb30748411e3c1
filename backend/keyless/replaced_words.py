"""Answer an order to replace words by other words, in the open draft or in the document, or to move a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from backend.document.blocks import read
from backend.document.word_occurrences import as_written, occurrences, put, word_places
from backend.document.word_orders import WordOrder, read_word_order
from backend.kernel.exchange import Evidence, Intent
from backend.keyless.spoken_changes import SEEMS_A_REMARK
from backend.mentions.antecedents import points_within
from backend.mentions.cell_corrections import read_cell_correction
from backend.mentions.corrections import read_correction, which_value
from backend.mentions.placeholders import QUOTED
from backend.mentions.scoped_orders import UNCLEAR_PART, read_scoped_order
from backend.mentions.sentence_orders import read_sentence_order

#: Maximum characters of the words that an answer repeats.
_SHOWN = 80
_NOT_FOUND = "I did not find “{}” in exactly this spelling, so nothing was prepared."
_ELSEWHERE = "The part that the message means does not contain “{}”, but another part does; nothing was prepared."


@dataclass(frozen=True, slots=True)
class Reworded:
    """The answer to an order to replace words: a `line` for the user, and what the answer does (`intent`). For a draft,
    it also has the new content and its sources.
    """

    line: str
    intent: Intent
    content: str = ""
    sources: tuple[str, ...] = ()


def replaced_in_rejected(evidence: Evidence, request: str) -> Reworded | None:
    """Return the answer to an order to replace words of a rejected draft: "replace “warm” by “hot”". Returns None if
    the user's `request` for another version is anything else.
    """
    order = read_word_order(request, (evidence.previous_content,))
    spans = word_places(evidence.previous_content, order.old) if order is not None else []
    return _in_draft(evidence, order, spans) if order is not None and spans else None


def replaced_words(evidence: Evidence) -> Reworded | None:
    """Return the answer to an order to replace words ("replace “warm” by “hot”"); None if the message orders something
    else.

    A change of the document is only announced here; placement/word_changes.py plans it.
    """
    message, draft = evidence.instruction, evidence.previous_content
    scoped = read_scoped_order(read(evidence.document), message, draft)
    order = scoped.order
    if order is None:
        return _corrected(evidence)
    if evidence.mode == "research":
        return Reworded("Nothing is moved or changed in research mode. Send the message again in write mode.", "talk")
    if scoped.unclear:
        return Reworded(UNCLEAR_PART.format(scoped.unclear), "talk")
    here = scoped.spans is None and not _names_part(evidence, order)
    spans = word_places(draft, order.old) if here else []
    if spans:
        return _in_draft(evidence, order, spans)
    in_draft = bool(draft) and points_within(message)
    if not in_draft and word_places(evidence.document, order.old):
        return Reworded(SEEMS_A_REMARK, "edit")
    return Reworded(not_found(order.old, evidence.document), "talk")


def what_is_unclear(evidence: Evidence) -> str:
    """Return a sentence for the user that says what is unclear about an order to rework a text of the document: the
    words that it quotes are not there, it gives no new words for them, or it does not say which text is meant.
    """
    quoted = QUOTED.search(evidence.instruction)
    words = quoted[0][1:-1].strip() if quoted else ""
    if not words:
        return "I can't see clearly which part of the document is meant."
    if next(occurrences(evidence.document, words), None) is None:
        return not_found(words, evidence.document)
    return f"The message does not say which words should replace “{_shown(words)}”, so nothing was prepared."


def not_found(words: str, document: str) -> str:
    """Return the answer to an order whose `words` were not found in the text that it means. `document` is the text of
    the whole document, which may contain them.
    """
    return (_ELSEWHERE if word_places(document, words) else _NOT_FOUND).format(_shown(words))


def _shown(words: str) -> str:
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} …"


def _corrected(evidence: Evidence) -> Reworded | None:
    """Return the answer to a correction of a value in the open draft or else in the document ("travel is 54, not 45"),
    or to an order about a sentence of the document. Returns None for any other message.
    """
    message = evidence.instruction
    if evidence.mode == "research":
        return None
    draft, document = read(evidence.previous_content), read(evidence.document)
    in_draft = read_correction(draft, message)
    found = in_draft or read_cell_correction(document, message) or read_correction(document, message)
    if found is None and read_sentence_order(document, message, evidence.previous_content) is not None:
        return Reworded(SEEMS_A_REMARK, "edit")
    if found is None:
        return None
    if len(found.places) > 1 and not found.every:
        return Reworded(which_value(draft if in_draft is found else document, message), "talk")
    if found is not in_draft:
        return Reworded(SEEMS_A_REMARK, "edit")
    begins = [draft.blocks[block].start for block, _, _ in found.places]
    spans = [(begin + start, begin + end) for begin, (_, start, end) in zip(begins, found.places, strict=True)]
    return _in_draft(evidence, WordOrder(found.old, found.new, ()), spans)


def _names_part(evidence: Evidence, order: WordOrder) -> bool:
    """Return True if the message names a part of the document outside of the old and new words: "in Methods"."""
    return any(all(end <= a or b <= start for start, end in order.at) for a, b in evidence.named)


def _in_draft(evidence: Evidence, order: WordOrder, spans: list[tuple[int, int]]) -> Reworded:
    if order.nth:
        place = order.nth - (order.nth > 0)
        spans = spans[place:][:1] if place != -1 else spans[-1:]
    content = evidence.previous_content
    for span in reversed(spans):
        content = put(content, span, as_written(order.new, content[slice(*span)], order.old))
    done = f"changed “{order.old}” to “{order.new}”" if order.new else f"left out “{order.old}”"
    line = f"I revised the draft without a model: I {done}. The rest is unchanged."
    return Reworded(line, "revise", content, evidence.previous_sources)
