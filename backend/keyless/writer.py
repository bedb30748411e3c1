"""The writer that needs no key and no network: it quotes the evidence behind a request, and never adds a word.

It answers in the same JSON form as any model, so everything after it is the same. The request's turns are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.errors import ProviderMisanswered
from backend.kernel.events import Emit
from backend.kernel.exchange import ChatReply, ChatRequest, Evidence
from backend.keyless import revision
from backend.keyless.answering import QUOTED, Vectors, answer, doubt, find, on_topic, shown
from backend.keyless.arrangement import arrange
from backend.keyless.attribution import count, label, listing, record
from backend.keyless.commands import Intent, read_intent
from backend.keyless.quotation import (
    DEFAULT_SENTENCES,
    WHOLE_WORDS,
    Unit,
    central,
    covers,
    in_order,
    is_said,
    pick,
    set_text,
    standing,
    touches,
    units,
)
from backend.ports import Listener

ATTACHED = ("highlight", "section")
#: All that may be quoted from: what is attached, the user's library, the document itself.
QUOTABLE = (*ATTACHED, "library", "passage")
#: Kinds of blocks that say nothing on one line of a message.
UNREADABLE = frozenset({"code", "math"})
#: Sections that speak of all of a paper.
_SUMMING_UP = re.compile(r"\b(?:abstract|summary|overview|introduction|discussion|conclusions?)\b", re.IGNORECASE)

QUOTING = "Quoted word for word, without a model:"
OFFER = (
    "Without a model I only quote, so I need a text on it: attach highlights or sections, choose works of your library,"
    " upload or paste one into the document, or set a key for a model that writes (`coscribe doctor` says how)."
)


@dataclass(frozen=True, slots=True)
class Written:
    """One answer before it becomes JSON. `used` are the units that message or content quote.

    Not `sure`: the quotations may not answer the question, and the message says so.
    """

    message: str
    content: str = ""
    used: tuple[Unit, ...] = ()
    #: sources that what is kept of earlier content came with
    kept: tuple[str, ...] = ()
    sure: bool = True
    #: what a person should know about what was left out
    warnings: tuple[str, ...] = ()


class ExtractiveWriter:
    """A ChatModel made of rules. It raises ProviderMisanswered where a request carries no evidence to read.

    `vectors` lets it see that two wordings mean the same; without, it goes by words alone.
    """

    name = "extractive"
    model = "extractive"
    searches = False

    def __init__(self, vectors: Vectors | None = None) -> None:
        self._vectors = vectors

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        if request.evidence is None:
            raise ProviderMisanswered("the extractive writer was asked without the evidence that it reads")
        written = write(request.evidence, self._vectors)
        quoted = dict.fromkeys(label(unit) for unit in written.used)
        sources = list(dict.fromkeys([*written.kept, *quoted]))
        data = {
            "message": written.message,
            "document_content": written.content,
            "document_structure": [],
            "sources": sources,
            "new_types": [],
        }
        return ChatReply(
            text=json.dumps(data, ensure_ascii=False),
            provider=self.name,
            model=self.model,
            # what is kept of earlier content was vouched for then, or never
            results=tuple(record(source, written.used) for source in quoted),
            finish_reason="stop",
            used_location=False,
            used_profile=False,
            warnings=written.warnings,
        )


def write(evidence: Evidence, vectors: Vectors | None = None) -> Written:
    """The answer to a request: content, a revision of content, or quotations in the message."""
    intent = read_intent(evidence.instruction, " ".join(excerpt.text for excerpt in evidence.excerpts)[:20_000])
    previous = bool(evidence.previous_content.strip())
    if previous and (evidence.rejection_reason or any(excerpt.kind == "rejected" for excerpt in evidence.excerpts)):
        return _rewrite(evidence, intent, vectors)
    if evidence.mode == "research" and not intent.wants_prose:
        return _answer(evidence, intent, vectors)
    if previous:
        return _revise(evidence, intent, vectors)
    attached = any(excerpt.kind == "highlight" for excerpt in evidence.excerpts)
    if intent.wants_content or intent.wants_prose or (attached and not intent.asks):
        return _compose(evidence, intent, vectors)
    return _answer(evidence, intent, vectors)


# --- content ---------------------------------------------------------------------------------------


def _compose(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> Written:
    chosen = _chosen(evidence, intent, vectors)
    if not chosen:
        return _nothing(evidence, intent)
    content, used = _set(chosen, units(evidence.excerpts, QUOTABLE), intent)
    why = " As nothing else speaks of it, these are the document's own passages." if _own(used) else ""
    message = f"Here is a draft without a model: {count(used)}, word for word from {listing(used)}.{why}"
    return Written(message, content, used, warnings=_left_out(evidence, used))


def _left_out(evidence: Evidence, used: Sequence[Unit]) -> tuple[str, ...]:
    """That of some highlights nothing is quoted, where it is so: nobody should have to compare."""
    given = sum(excerpt.kind == "highlight" for excerpt in evidence.excerpts)
    lines = {unit.line.casefold() for unit in used}
    highlights = units(evidence.excerpts, ("highlight",), repeats=True)
    unused = given - len({unit.number for unit in highlights if unit.line.casefold() in lines})
    return (f"Attached highlights of which this draft quotes nothing: {unused} of {given}.",) if unused else ()


def _set(chosen: Sequence[Unit], pool: Sequence[Unit], intent: Intent) -> tuple[str, tuple[Unit, ...]]:
    """The draft's text, and its units in its order."""
    paragraphs = arrange(chosen, pool, intent)
    used = tuple(unit for paragraph in paragraphs for unit in paragraph)
    if intent.form != "prose":
        return set_text(used, intent.form), used
    return "\n\n".join(set_text(paragraph) for paragraph in paragraphs), used


def _chosen(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> list[Unit]:
    """What to quote: highlights that are meant and sections that fit; without those what fits in the library, and only
    without that the document's own words."""
    highlights = _meant(units(evidence.excerpts, ("highlight",)), intent)
    sections = units(evidence.excerpts, ("section",))
    fitting = on_topic(sections, intent, vectors)
    if not highlights and not fitting and sections and (intent.points or intent.whole or not intent.topic):
        fitting = central(sections, intent)
    if fitting and not _touching(highlights, intent) and intent.topic and not intent.points:
        highlights = []
    if highlights:
        room = max(0, (intent.sentences or DEFAULT_SENTENCES) - len(highlights))
        known = {unit.line.casefold() for unit in highlights}
        extra = [unit for unit in fitting if unit.line.casefold() not in known][:room]
        return _limited([*highlights, *extra], intent, vectors)
    if fitting:
        return pick(fitting, intent)
    if shelved := _from_library(evidence, intent, vectors):
        return pick(shelved, intent)
    return pick(_from_document(evidence, intent, vectors), intent, default=5)


def _meant(highlights: list[Unit], intent: Intent) -> list[Unit]:
    """A request that points at what is attached wants all of it; one that names a topic, what touches the topic.

    Highlights were attached to this very message, so where none matches the words of the request, all are meant.
    """
    if intent.points or not intent.topic:
        return highlights
    return _touching(highlights, intent) or highlights


def _touching(highlights: Sequence[Unit], intent: Intent) -> list[Unit]:
    """All units of the highlights that have a word of the topic, in their text or their note."""
    numbers = {unit.number for unit in highlights if touches(f"{unit.source.note}\n{unit.source.text}", intent)}
    return [unit for unit in highlights if unit.number in numbers]


def _limited(chosen: list[Unit], intent: Intent, vectors: Vectors | None) -> list[Unit]:
    """All of it where it is short and no limit was set; else the best of each highlight first, then the rest."""
    words = sum(len(unit.text.split()) for unit in chosen)
    if intent.sentences is None and intent.words is None and words <= WHOLE_WORDS:
        return in_order(chosen)
    ranked = on_topic(chosen, intent, vectors)
    ranked += [unit for unit in central(chosen, intent) if unit not in ranked]
    leading = {unit.number: unit for unit in reversed(ranked)}
    first = [unit for unit in ranked if leading[unit.number] is unit]
    return pick([*first, *(u for u in ranked if u not in first)], intent, default=max(DEFAULT_SENTENCES, len(first)))


def _from_library(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> list[Unit]:
    """Sentences of the user's library that speak of the topic; they were retrieved, so they need not be all on it."""
    prose = [unit for unit in units(evidence.excerpts, ("library",)) if unit.kind in ("paragraph", "list", "quote")]
    return on_topic(prose, intent, vectors) if intent.topic else []


def _from_document(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> list[Unit]:
    """The document's own sentences for a summary; for a topic, only those that hold most of it: a paper gains little
    from quoting itself."""
    passages = [unit for unit in units(evidence.excerpts, ("passage",)) if unit.kind == "paragraph"]
    if intent.whole and not intent.topic:
        summing_up = [unit for unit in passages if _SUMMING_UP.search(standing(unit))]
        wanted = intent.sentences or DEFAULT_SENTENCES
        return central(summing_up if len(summing_up) >= wanted else passages, intent)
    share = 0.5 if intent.whole else 0.66
    return [unit for unit in on_topic(passages, intent, vectors) if covers(unit.line, intent, share)]


# --- earlier content -------------------------------------------------------------------------------


def _revise(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> Written:
    """Change pending content as far as rules can, and give all of it back."""
    if intent.asks:
        return _answer(evidence, intent, vectors)
    attached = units(evidence.excerpts, ATTACHED)
    fresh = _meant([unit for unit in attached if unit.source.kind == "highlight"], intent)
    fitting = on_topic(attached, intent, vectors) or _from_library(evidence, intent, vectors)
    fresh = _limited(fresh or pick(fitting, intent), intent, vectors)
    changed = revision.edit(evidence.previous_content, evidence.instruction, fresh, volunteer=True)
    if not changed.done:
        return _cannot(evidence)
    return _changed(evidence, changed)


def _rewrite(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> Written:
    """Rejected content anew: as the wish says where that is understood, else another choice from the evidence."""
    wish = "\n".join(part for part in (_wish(evidence), evidence.rejection_reason) if part)
    rejected = evidence.previous_content
    attached = units(evidence.excerpts, ATTACHED) or _from_library(evidence, intent, vectors)
    attached = _limited(attached, replace(intent, sentences=None), vectors)
    changed = revision.edit(rejected, wish, attached)
    if changed.done and not _same(changed.content, rejected):
        return _changed(evidence, changed)
    about = read_intent(wish, rejected)
    unused = [unit for unit in attached if not is_said(unit, rejected)]
    focused = [unit for unit in attached if about.topic and touches(unit.line, about)]
    for chosen in (focused, unused, central(attached, intent)):
        content, used = _set(chosen, attached, intent)
        if used and not _same(content, rejected):
            message = f"Another choice, made without a model: {count(used)}, word for word from {listing(used)}."
            return Written(message, content, used)
    half = revision.shortened(rejected)
    if half and not _same(half, rejected):
        message = "Nothing else is attached to choose from, so I kept the more telling half of the sentences. " + OFFER
        return Written(message, half, kept=evidence.previous_sources)
    return _cannot(evidence)


def _wish(evidence: Evidence) -> str:
    """What a rewrite newly asks for: the rejected excerpt's note, else the instruction's last line."""
    rejected = next((excerpt for excerpt in evidence.excerpts if excerpt.kind == "rejected"), None)
    return rejected.note if rejected and rejected.note else evidence.instruction.rpartition("\n")[2]


def _changed(evidence: Evidence, changed: revision.Edited) -> Written:
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


def _answer(evidence: Evidence, intent: Intent, vectors: Vectors | None) -> Written:
    """The best sentences with their sources, as bullets in the message."""
    every = units(evidence.excerpts, QUOTABLE)
    candidates = [unit for unit in every if unit.kind not in UNREADABLE]
    found = find(candidates, intent, vectors)
    quoted = answer(found, intent.sentences) if found.worth_quoting else []
    unsure = doubt(evidence.excerpts, intent, found)
    lead = f"{unsure}. The nearest, quoted word for word without a model:" if unsure else QUOTING
    if not quoted:
        lead = QUOTING
        attached = [unit for unit in candidates if unit.source.kind in ATTACHED]
        telling: list[Unit] = []
        if attached and (intent.points or not intent.topic):
            telling = central(attached, intent)
        elif intent.whole and not intent.topic:
            telling = central(candidates, intent)
        quoted = [[unit] for unit in telling[: intent.sentences or QUOTED]]
    if not quoted:
        return _nothing(evidence, intent)
    lines = [f"- {' '.join(shown(unit, intent) for unit in run)} ({label(run[0])})" for run in quoted]
    used = tuple(unit for run in quoted for unit in run)
    return Written("\n".join([lead, *lines]), used=used, sure=lead == QUOTING)


def _nothing(evidence: Evidence, intent: Intent) -> Written:
    if not (intent.topic or intent.asks or intent.wants_content):
        return Written(f"Tell me what to quote, and for which part of the document. {OFFER}")
    kinds = {excerpt.kind for excerpt in evidence.excerpts}
    if "library" in kinds:
        looked = "nothing that is attached, and nothing that I found in your library, seems to speak of it"
    elif kinds.isdisjoint(ATTACHED):
        looked = "nothing is attached, and the document does not seem to speak of it"
    else:
        looked = "what is attached does not seem to speak of it" + (
            ", nor does the document" if "passage" in kinds else ""
        )
    return Written(f"I have nothing to quote here: {looked}. {OFFER}")


def _own(chosen: Sequence[Unit]) -> bool:
    return all(unit.source.kind == "passage" for unit in chosen)
