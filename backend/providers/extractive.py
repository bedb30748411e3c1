"""The writer that needs no key and no network: it quotes the evidence behind a request, and never adds a word.

It answers in the same JSON form as any model, so everything after it is the same. The request's turns are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.errors import ProviderMisanswered
from backend.events import Emit
from backend.exchange import ChatReply, ChatRequest, Evidence, Excerpt
from backend.providers import edits
from backend.providers.intent import Intent, read_intent
from backend.providers.quotation import (
    DEFAULT_SENTENCES,
    WHOLE_WORDS,
    Unit,
    central,
    covers,
    in_order,
    on_topic,
    pick,
    set_text,
    touches,
    units,
)
from backend.sources import Source, described

_ATTRIBUTES = re.compile(r"\{[^{}]*\}")

ATTACHED = ("highlight", "section")
#: Sentences that an answer quotes.
QUOTED = 6

OFFER = (
    "I am the extractive writer: I need no key and only quote. To go on, attach highlights or sections that speak of "
    "it, upload or paste a text on it into the document, or set a key for a model that writes "
    "(COSCRIBE_WRITER=perplexity with PERPLEXITY_API_KEY, or COSCRIBE_WRITER=openai with any compatible server, a "
    "local one too)."
)


@dataclass(frozen=True, slots=True)
class Written:
    """One answer before it becomes JSON. `used` are the units that message or content quote."""

    message: str
    content: str = ""
    used: tuple[Unit, ...] = ()
    #: sources that what is kept of earlier content came with
    kept: tuple[str, ...] = ()


class ExtractiveWriter:
    """A ChatModel made of rules. It raises ProviderMisanswered where a request carries no evidence to read."""

    name = "extractive"
    model = "extractive"
    searches = False

    def complete(self, request: ChatRequest, emit: Emit) -> ChatReply:
        if request.evidence is None:
            raise ProviderMisanswered("the extractive writer was asked without the evidence that it reads")
        written = write(request.evidence)
        sources = list(dict.fromkeys([*written.kept, *(label(unit) for unit in written.used)]))
        answer = {
            "message": written.message,
            "document_content": written.content,
            "document_structure": [],
            "sources": sources,
            "new_types": [],
        }
        return ChatReply(
            text=json.dumps(answer, ensure_ascii=False),
            provider=self.name,
            model=self.model,
            results=tuple(_result(source, written.used) for source in sources),
            finish_reason="stop",
        )


def write(evidence: Evidence) -> Written:
    """The answer to a request: content, a revision of content, or quotations in the message."""
    intent = read_intent(evidence.instruction, " ".join(excerpt.text for excerpt in evidence.excerpts)[:20_000])
    previous = bool(evidence.previous_content.strip())
    if previous and (evidence.rejection_reason or any(excerpt.kind == "rejected" for excerpt in evidence.excerpts)):
        return _rewrite(evidence, intent)
    if evidence.mode == "research" and not intent.wants_prose:
        return _answer(evidence, intent)
    if previous:
        return _revise(evidence, intent)
    attached = any(excerpt.kind == "highlight" for excerpt in evidence.excerpts)
    if intent.wants_content or intent.wants_prose or (attached and not intent.asks):
        return _compose(evidence, intent)
    return _answer(evidence, intent)


def label(unit: Unit) -> str:
    """The source of a unit as the answer's `sources` name it."""
    excerpt = unit.source
    if excerpt.kind == "passage":
        heading = " ".join(_ATTRIBUTES.sub("", excerpt.origin).split()).rstrip(".")
        return f"This document: {heading}" if heading else "This document"
    return " ".join(excerpt.origin.split()) or f"Attached {excerpt.kind} {unit.number + 1}"


# --- content ---------------------------------------------------------------------------------------


def _compose(evidence: Evidence, intent: Intent) -> Written:
    chosen = _chosen(evidence, intent)
    if not chosen:
        return _nothing(evidence, intent)
    content = set_text(chosen, intent.form)
    origin = "the document's own passages, as nothing attached speaks of it" if _own(chosen) else "what you attached"
    message = f"Extractive draft, written without a model: {_count(chosen)} taken word for word from {origin}."
    return Written(f"{message} {_listing(chosen)}", content, tuple(chosen))


def _chosen(evidence: Evidence, intent: Intent) -> list[Unit]:
    """What to quote: highlights that are meant, sections that fit, and only without those the document's own words."""
    highlights = _meant(units(evidence.excerpts, ("highlight",)), intent)
    sections = units(evidence.excerpts, ("section",))
    fitting = on_topic(sections, intent)
    if not highlights and not fitting and sections and (intent.points or intent.whole or not intent.topic):
        fitting = central(sections, intent)
    if highlights:
        room = max(0, (intent.sentences or DEFAULT_SENTENCES) - len(highlights))
        known = {unit.line.casefold() for unit in highlights}
        extra = [unit for unit in fitting if unit.line.casefold() not in known][:room]
        return _limited([*highlights, *extra], intent)
    if fitting:
        return pick(fitting, intent)
    return pick(_from_document(evidence, intent), intent, default=5)


def _meant(highlights: list[Unit], intent: Intent) -> list[Unit]:
    """A request that points at what is attached wants all of it; one that names a topic, what touches the topic.

    Highlights were attached to this very message, so where none matches the words of the request, all are meant.
    """
    if intent.points or not intent.topic:
        return highlights
    numbers = {unit.number for unit in highlights if touches(f"{unit.source.note}\n{unit.source.text}", intent)}
    return [unit for unit in highlights if unit.number in numbers] if numbers else highlights


def _limited(chosen: list[Unit], intent: Intent) -> list[Unit]:
    """All of it where it is short and no limit was set; else the best of each highlight first, then the rest."""
    words = sum(len(unit.text.split()) for unit in chosen)
    if intent.sentences is None and intent.words is None and words <= WHOLE_WORDS:
        return in_order(chosen)
    ranked = on_topic(chosen, intent)
    ranked += [unit for unit in central(chosen, intent) if unit not in ranked]
    leading = {unit.number: unit for unit in reversed(ranked)}
    first = [unit for unit in ranked if leading[unit.number] is unit]
    return pick([*first, *(u for u in ranked if u not in first)], intent, default=max(DEFAULT_SENTENCES, len(first)))


def _from_document(evidence: Evidence, intent: Intent) -> list[Unit]:
    """The document's own sentences for a summary; for a topic, only those that hold most of it: a paper gains little
    from quoting itself."""
    passages = [unit for unit in units(evidence.excerpts, ("passage",)) if unit.kind == "paragraph"]
    if intent.whole and not intent.topic:
        return central(passages, intent)
    share = 0.5 if intent.whole else 0.66
    return [unit for unit in on_topic(passages, intent) if covers(unit.line, intent, share)]


# --- earlier content -------------------------------------------------------------------------------


def _revise(evidence: Evidence, intent: Intent) -> Written:
    """Change pending content as far as rules can, and give all of it back."""
    if intent.asks:
        return _answer(evidence, intent)
    attached = units(evidence.excerpts, ATTACHED)
    fresh = _meant([unit for unit in attached if unit.source.kind == "highlight"], intent)
    fresh = _limited(fresh or pick(on_topic(attached, intent), intent), intent)
    changed = edits.edit(evidence.previous_content, evidence.instruction, fresh, volunteer=True)
    if not changed.done:
        return _cannot(evidence)
    return _changed(evidence, changed)


def _rewrite(evidence: Evidence, intent: Intent) -> Written:
    """Rejected content anew: as the wish says where that is understood, else another choice from the evidence."""
    wish = "\n".join(part for part in (_wish(evidence), evidence.rejection_reason) if part)
    rejected = evidence.previous_content
    attached = _limited(units(evidence.excerpts, ATTACHED), replace(intent, sentences=None))
    changed = edits.edit(rejected, wish, attached)
    if changed.done and not _same(changed.content, rejected):
        return _changed(evidence, changed)
    about = read_intent(wish, rejected)
    unused = [unit for unit in attached if unit.line.casefold() not in " ".join(rejected.split()).casefold()]
    focused = [unit for unit in attached if about.topic and touches(unit.line, about)]
    for chosen in (focused, unused, central(attached, intent)):
        content = set_text(chosen, intent.form)
        if chosen and not _same(content, rejected):
            message = f"Another choice, made without a model: {_count(chosen)} taken word for word. {_listing(chosen)}"
            return Written(message, content, tuple(chosen))
    half = edits.shortened(rejected)
    if half and not _same(half, rejected):
        message = "Nothing else is attached to choose from, so I kept the more telling half of the sentences. " + OFFER
        return Written(message, half, kept=evidence.previous_sources)
    return _cannot(evidence)


def _wish(evidence: Evidence) -> str:
    """What a rewrite newly asks for: the rejected excerpt's note, else the instruction's last line."""
    rejected = next((excerpt for excerpt in evidence.excerpts if excerpt.kind == "rejected"), None)
    return rejected.note if rejected and rejected.note else evidence.instruction.rpartition("\n")[2]


def _changed(evidence: Evidence, changed: edits.Edited) -> Written:
    message = f"Revised without a model: I {' and '.join(changed.done)}; the rest is as it was."
    replaced = changed.done[0].startswith("replaced")
    return Written(message, changed.content, changed.added, () if replaced else evidence.previous_sources)


def _cannot(evidence: Evidence) -> Written:
    return Written(
        "I left the content as it was: without a model I can leave sentences out, keep some, shorten, move or reverse "
        "them, set them as a list, and add sentences from highlights that you attach, but not rephrase. " + OFFER
    )


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


# --- answers ---------------------------------------------------------------------------------------


def _answer(evidence: Evidence, intent: Intent) -> Written:
    """The best sentences with their sources, as bullets in the message."""
    candidates = units(evidence.excerpts, (*ATTACHED, "passage"))
    found = on_topic(candidates, intent)
    attached = [unit for unit in candidates if unit.source.kind in ATTACHED]
    if not found and (intent.points or not intent.topic) and attached:
        found = central(attached, intent)
    if not found and intent.whole and not intent.topic:
        found = central(candidates, intent)
    found = found[: intent.sentences or QUOTED]
    if not found:
        return _nothing(evidence, intent)
    lines = [f"- {unit.line} ({label(unit)})" for unit in found]
    return Written("Quoted word for word, without a model:\n" + "\n".join(lines), used=tuple(found))


def _nothing(evidence: Evidence, intent: Intent) -> Written:
    if not (intent.topic or intent.asks or intent.wants_content):
        return Written(f"Tell me what to quote, and for which part of the document. {OFFER}")
    if evidence.excerpts:
        looked = "neither what is attached nor the document's passages speak of it"
    else:
        looked = "nothing is attached, and the document has nothing on it"
    return Written(f"I have nothing to quote here: {looked}. {OFFER}")


# --- words about units -----------------------------------------------------------------------------


def _own(chosen: Sequence[Unit]) -> bool:
    return all(unit.source.kind == "passage" for unit in chosen)


def _count(chosen: Sequence[Unit]) -> str:
    prose = sum(unit.kind in ("paragraph", "list") for unit in chosen)
    whole = len(chosen) - prose
    parts = [
        f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in ((prose, "sentence"), (whole, "block")) if count
    ]
    return " and ".join(parts)


def _listing(chosen: Sequence[Unit]) -> str:
    """Which sentences are whose, by their number in the content."""
    spans: list[tuple[int, int, str]] = []
    for position, unit in enumerate(chosen, start=1):
        if spans and spans[-1][2] == label(unit):
            spans[-1] = (spans[-1][0], position, spans[-1][2])
        else:
            spans.append((position, position, label(unit)))
    told = [f"{first if first == last else f'{first}–{last}'}: {source}" for first, last, source in spans[:12]]
    return f"By number: {'; '.join(told)}{' …' if len(spans) > 12 else ''}."


def _result(source: str, used: Sequence[Unit]) -> Source:
    """The record of a source that was quoted: the excerpt vouches for it."""
    quoted: Excerpt | None = next((unit.source for unit in used if label(unit) == source), None)
    return replace(described(source, "attached"), content=quoted.text if quoted else "")
