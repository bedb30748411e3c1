"""Briefing -> ChatRequest, in one of two layouts.

*Searching models* take the last user message for their query: it is marker, instruction and highlights
alone, and everything else stands in system messages. *Other models* get a stable prefix, so that prompt
caches hit: rules and types, then history, each byte for byte as in the turn before; what changes
(document, pending content, the instruction) comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from backend.document.chunks import Chunk
from backend.document.elements import describe
from backend.drafting import library_passages, search_need, summary
from backend.drafting.briefing import Briefing
from backend.drafting.budget import TOKENS_PER_TURN, Budgets, count_tokens, cut, head_and_tail, share
from backend.drafting.highlights import AttachedSection, block
from backend.drafting.history import PastMessage, alternate, current, historical
from backend.drafting.markers import defuse
from backend.kernel import prompts
from backend.kernel.exchange import AnswerSchema, ChatRequest, Evidence, Excerpt, Turn

#: Where no passage fits such a turn, the document itself is shown at length; "thanks" or "shorter" need a glimpse.
_DOCUMENT_MATTERS = ("own document", "may need sources", "said so")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request ready to be sent. `warnings` say what had to be cut; `version` changes with the templates' words.

    `tokens` is the request's size as `budget.count_tokens` counts; `why_search` the rule behind `request.search`.
    """

    request: ChatRequest
    warnings: tuple[str, ...]
    version: str
    tokens: int
    why_search: str


def build(
    briefing: Briefing,
    searches: bool,
    budgets: Budgets,
    schema: AnswerSchema | None = None,
    classify: bool = True,
) -> Prompt:
    """The request for one message. `searches` chooses the layout; `classify` of False leaves searching to the model."""
    fitted, warnings = _fit(briefing, budgets)
    past = _past(briefing, budgets)
    if past.left_out:
        warnings = (*warnings, f"The chat is too long for the prompt: {past.left_out} older messages were left out.")
    need = _need(briefing)
    room = budgets.document_tokens if need.why in _DOCUMENT_MATTERS else budgets.document_tokens // 6
    turns = alternate((_searching if searches else _stable)(fitted, past, _context(fitted, room)))
    request = ChatRequest(
        turns=turns,
        schema=schema,
        evidence=_evidence(fitted, need, budgets),
        reader=briefing.reader,
        search=False if briefing.focus != "web" else need.search if classify else None,
    )
    tokens = sum(count_tokens(turn.content) + TOKENS_PER_TURN for turn in turns)
    return Prompt(request, warnings, version(briefing), tokens, need.why if classify else "not asked")


def version(briefing: Briefing) -> str:
    """Which words the model was given: the mode and a hash of every template that may have taken part."""
    kind = "rewrite" if briefing.rewrite else briefing.mode
    return f"{kind}-{prompts.version(briefing.mode, 'context', 'earlier', 'rewrite')}"


# --- layouts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """The history that is shown, and how many messages before it are summarised or left out."""

    messages: tuple[PastMessage, ...]
    summary: summary.Summary | None
    left_out: int


def _searching(briefing: Briefing, past: Past, context: str) -> list[Turn]:
    """Turns that begin or end the history on the wrong side join the system messages: none may stand beside the
    instruction, which is the query."""
    first, last = 0, len(past.messages)
    while first < last and past.messages[first].role == "assistant":
        first += 1
    while last > first and past.messages[last - 1].role == "user":
        last -= 1
    loose = past.messages[:first] + past.messages[last:]
    parts = [_earlier(past, loose), context, _rewrite(briefing)]
    return [
        Turn("system", _rules(briefing)),
        Turn("system", "\n\n".join(part for part in parts if part)),
        *map(historical, past.messages[first:last]),
        Turn("user", _instruction(briefing)),
    ]


def _stable(briefing: Briefing, past: Past, context: str) -> list[Turn]:
    rules = [_rules(briefing), _earlier(past, ())]
    last = [context, _rewrite(briefing), _instruction(briefing)]
    return [
        Turn("system", "\n\n".join(part for part in rules if part)),
        *map(historical, past.messages),
        Turn("user", "\n\n".join(part for part in last if part)),
    ]


# --- the parts: each template has one caller here --------------------------------------------------


def _rules(briefing: Briefing) -> str:
    return prompts.render(
        briefing.mode,
        built_in_types=describe([each for each in briefing.types if each.is_system]),
        session_types=defuse(describe([each for each in briefing.types if not each.is_system])),
        persona=defuse(briefing.persona.strip()),
        location=defuse(briefing.reader.location),
        profile=defuse(" ".join(briefing.reader.profile.split())),
    )


def _earlier(past: Past, loose: Sequence[PastMessage]) -> str:
    if not (past.summary or past.left_out or loose):
        return ""
    return prompts.render(
        "earlier",
        summary=defuse(past.summary.text) if past.summary else "",
        summarised=past.summary.upto if past.summary else 0,
        left_out=past.left_out,
        loose=[f"{message.role.title()}: {historical(message).content}" for message in loose],
    )


def _context(briefing: Briefing, tokens: int) -> str:
    document = briefing.document
    head, tail = "", ""
    if not document.is_empty and not document.passages:
        head, tail = head_and_tail(document.text, tokens)
    pending = briefing.pending
    return prompts.render(
        "context",
        structure=defuse(document.structure.strip()),
        is_empty=document.is_empty,
        passages=_by_heading(document.passages),
        head=defuse(head.strip()),
        tail=defuse(tail.strip()),
        sections=[{"label": defuse(_label(each)), "text": defuse(each.content.strip())} for each in briefing.sections],
        library=library_passages.shown(briefing.library),
        focus=briefing.focus,
        pending=pending and {"content": defuse(pending.content), "sources": [defuse(each) for each in pending.sources]},
    )


def _by_heading(passages: Sequence[Chunk]) -> list[dict[str, Any]]:
    """The passages in the document's order, neighbours under one heading together."""
    ordered = sorted(passages, key=lambda passage: passage.start)
    return [
        {"heading": defuse(" > ".join(heading)), "texts": [defuse(each.text.strip()) for each in group]}
        for heading, group in groupby(ordered, key=lambda passage: passage.heading)
    ]


def _rewrite(briefing: Briefing) -> str:
    if not briefing.rewrite:
        return ""
    return prompts.render(
        "rewrite",
        content=defuse(briefing.rewrite.content),
        sources=list(map(defuse, briefing.rewrite.sources)),
        original_request=defuse(briefing.rewrite.original_request),
        reason=defuse(briefing.rewrite.reason.strip()),
        instruction=defuse(briefing.rewrite.instruction.strip()),
    )


def _instruction(briefing: Briefing) -> str:
    """A rewrite repeats the original request, because it may be all that a search has to go by."""
    text = briefing.message
    if briefing.rewrite:
        wish = briefing.rewrite.instruction.strip()
        wanted = f"Rewrite the rejected content: {wish}" if wish else "Rewrite the rejected content."
        text = f"{wanted}\nOriginal request: {briefing.rewrite.original_request}"
    return current(text, block(briefing.highlights))


def _label(section: AttachedSection) -> str:
    parts = [section.title, section.note and f"note: {section.note}", section.source and f"source: {section.source}"]
    return "; ".join(" ".join(part.split()) for part in parts if part and part.strip())


# --- fitting ---------------------------------------------------------------------------------------


def _past(briefing: Briefing, budgets: Budgets) -> Past:
    first = summary.first_shown(briefing.history, briefing.summary, budgets.history_tokens)
    left_out = first - summary.behind(briefing.summary, briefing.history)
    return Past(briefing.history[first:], briefing.summary, left_out)


def _fit(briefing: Briefing, budgets: Budgets) -> tuple[Briefing, tuple[str, ...]]:
    """Attached texts cut so that highlights and other sections cost no more than the document's budget each."""
    highlights, cut_highlights = _shortened(briefing.highlights, budgets.document_tokens)
    sections, cut_sections = _shortened(briefing.sections, budgets.document_tokens)
    warnings = [
        f"{number} attached {name} too long together and were cut."
        for number, name in ((cut_highlights, "highlights were"), (cut_sections, "sections were"))
        if number
    ]
    return replace(briefing, highlights=highlights, sections=sections), tuple(warnings)


def _shortened(sections: Sequence[AttachedSection], tokens: int) -> tuple[tuple[AttachedSection, ...], int]:
    costs = [count_tokens(section.content) for section in sections]
    if sum(costs) <= tokens:
        return tuple(sections), 0
    shares = share(costs, tokens)
    kept = tuple(
        section if cost <= room else replace(section, content=f"{cut(section.content, room)} […]")
        for section, cost, room in zip(sections, costs, shares, strict=True)
    )
    return kept, sum(cost > room for cost, room in zip(costs, shares, strict=True))


# --- for writers that read facts -------------------------------------------------------------------


def _need(briefing: Briefing) -> search_need.Decision:
    """What the classifier says; of a rewrite, instruction and reason must both be sure that nothing is missing."""
    before = briefing.history[-1] if briefing.history else None
    asked = before is not None and before.role == "assistant" and before.content.rstrip().endswith(("?", "？"))
    base = briefing.rewrite or briefing.pending
    situation = search_need.Situation(not briefing.document.is_empty, base is not None, asked)
    if briefing.rewrite is None:
        return search_need.decide(briefing.message, situation)
    said = [text for text in (briefing.rewrite.instruction, briefing.rewrite.reason) if text.strip()]
    decisions = [search_need.decide(text, situation) for text in said or [""]]
    return max(decisions, key=lambda decision: decision.search)


def _evidence(briefing: Briefing, need: search_need.Decision, budgets: Budgets) -> Evidence:
    """The same facts as values. A question about the whole document brings its text where no passage was found."""
    excerpts = [Excerpt(each.content, "highlight", each.source or "", each.note or "") for each in briefing.highlights]
    excerpts += [
        Excerpt(each.content, "section", each.source or each.title or "", each.note or "") for each in briefing.sections
    ]
    excerpts += library_passages.excerpts(briefing.library)
    own = briefing.focus != "local"  # the library alone answers then
    if own:
        excerpts += [Excerpt(each.text, "passage", " > ".join(each.heading)) for each in briefing.document.passages]
    if own and need.why == "own document" and not briefing.document.passages:
        shown = head_and_tail(briefing.document.text, budgets.document_tokens)
        excerpts += [Excerpt(each, "passage") for each in shown if each]
    rewrite, pending = briefing.rewrite, briefing.pending
    instruction = briefing.message
    if rewrite:
        instruction = "\n".join(part for part in (rewrite.original_request, rewrite.instruction) if part)
        excerpts.append(Excerpt(rewrite.content, "rejected", note=rewrite.instruction))
    base = rewrite or pending
    return Evidence(
        mode=briefing.mode,
        instruction=instruction,
        excerpts=tuple(excerpts),
        previous_content=base.content if base else "",
        rejection_reason=rewrite.reason if rewrite else "",
        previous_sources=base.sources if base else (),
    )
