"""Convert a briefing to a request to a model, in one of two layouts.

*Models that search the web* use the last user message as their search query. So this message contains only its marker,
the instruction, the topic and the highlights; everything else is in system messages.

*Other models* get a prompt that begins like the previous prompt, so that prompt caches work: rules and types first,
then the history. What changes (document, open drafts, instruction) comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from backend.document.elements import describe
from backend.drafting import summary
from backend.drafting.briefing import Briefing, Pending
from backend.drafting.budget import TOKENS_PER_TURN, Budgets, count_tokens
from backend.drafting.context import library_passages
from backend.drafting.context.attachments import fitted, recalled
from backend.drafting.context.document_parts import Part
from backend.drafting.context.evidence import evidence, search_decision
from backend.drafting.context.query_topic import topic
from backend.drafting.context.shown_document import ShownDocument, show
from backend.drafting.context.subject import subject_of
from backend.drafting.highlights import block, label
from backend.drafting.history import PastMessage, alternate, current, decision, historical, short_id
from backend.drafting.markers import defuse, fenced, one_line
from backend.kernel import prompts
from backend.kernel.exchange import AnswerSchema, ChatRequest, Turn

#: Names of the rules against a search after which the prompt shows the document at length although no passage fits.
#: After "thanks" or "shorter", little of it is needed.
_DOCUMENT_MATTERS = ("own document", "may need sources", "said so")
#: Maximum number of characters of a draft's title in a list of drafts.
TITLE_CHARACTERS = 80
#: Maximum number of decisions about drafts in summarized messages that are repeated one by one. Only the summary
#: mentions older decisions.
DECISIONS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request to a model, ready to send. `warnings` tell the user what was left out, and `version` identifies the
    templates.

    `shown_whole` are the ranges [start, stop) of the document's blocks that the prompt contains
    completely.
    """

    request: ChatRequest
    warnings: tuple[str, ...]
    version: str
    shown_whole: tuple[tuple[int, int], ...] = ()

    @property
    def tokens(self) -> int:
        """Return the size of the request by `budget.count_tokens`."""
        return sum(count_tokens(turn.content) + TOKENS_PER_TURN for turn in self.request.turns)


def build(
    briefing: Briefing,
    searches: bool,
    budgets: Budgets,
    schema: AnswerSchema | None = None,
    classify: bool = True,
) -> Prompt:
    """Build the request for one message. `searches` is True for a model that searches the web. `schema` is the JSON
    schema that the answer must match; None if none is sent.

    If `classify` is True, rules decide whether to search; if it is False, the model itself decides.
    """
    past = _past(briefing, budgets)
    need, subject = search_decision(briefing), subject_of(briefing)
    briefing, warnings = fitted(recalled(briefing, past.messages), budgets.document_tokens)
    matters = need.why in _DOCUMENT_MATTERS or subject.named or subject.other_ranges
    shown = show(briefing.document, subject, budgets.document_tokens if matters else budgets.document_tokens // 6)
    warnings += shown.warnings
    if past.left_out:
        warnings += (
            f"The chat is too long for the prompt, so the writer did not see the {past.left_out} oldest messages. If "
            "they matter, repeat what they said.",
        )
    search = False if briefing.wanted.draws_on != "web" else need.search if classify else None
    context = _context(briefing, shown)
    if searches:
        about = "" if search is False else topic(briefing, shown.title, subject)
        turns = alternate(_searching(briefing, past, context, about))
    else:
        turns = alternate(_stable(briefing, past, context))
    request = ChatRequest(
        turns=turns,
        schema=schema,
        evidence=evidence(briefing, subject, need.why, budgets.document_tokens),
        reader=briefing.wanted.reader,
        search=search,
    )
    return Prompt(request, warnings, version(briefing), shown.shown_whole)


def version(briefing: Briefing) -> str:
    """Return the version of the prompt: the kind of request, and a digest of all templates that the prompt may use."""
    kind = "rewrite" if briefing.rewrite else briefing.mode
    return f"{kind}-{prompts.version(briefing.mode, 'context', 'earlier', 'rewrite')}"


# --- layouts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """The conversation so far, as a prompt contains it.

    - `messages`: the newest messages, which the prompt contains word for word
    - `behind`: the older messages, which it does not contain
    - `summary`: replaces some of the older messages; None if there is no summary
    - `left_out`: the number of older messages that the summary does not cover either
    - `elsewhere`: texts of drafts that the prompt contains in another part, so that the history only mentions them
    """

    messages: tuple[PastMessage, ...]
    behind: tuple[PastMessage, ...]
    summary: summary.Summary | None
    left_out: int
    elsewhere: frozenset[str]

    def turn(self, message: PastMessage) -> Turn:
        """Return a message as a turn of the history."""
        return historical(message, message.document_content.strip() in self.elsewhere)


def _past(briefing: Briefing, budgets: Budgets) -> Past:
    first = summary.first_shown(briefing.history, briefing.summary, budgets.history_tokens)
    left_out = first - summary.behind(briefing.summary, briefing.history)
    base = briefing.rewrite or briefing.draft_meant
    elsewhere = frozenset([base.content.strip()] if base else ())
    return Past(briefing.history[first:], briefing.history[:first], briefing.summary, left_out, elsewhere)


def _searching(briefing: Briefing, past: Past, context: str, about: str) -> list[Turn]:
    """Build the turns of a request to a model that searches the web. The last turn is the search query, so it has only
    the instruction, its topic (`about`) and the highlights. `context` is the text about the document, the sources and
    the open drafts.

    In the other turns, user and assistant must alternate. If messages at the start or end of the history would break
    this order, they become part of the system messages.
    """
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
        *map(past.turn, past.messages[first:last]),
        Turn("user", _instruction(briefing, about)),
    ]


def _stable(briefing: Briefing, past: Past, context: str) -> list[Turn]:
    rules = [_rules(briefing), _earlier(past, ())]
    last = [context, _rewrite(briefing), _instruction(briefing)]
    return [
        Turn("system", "\n\n".join(part for part in rules if part)),
        *map(past.turn, past.messages),
        Turn("user", "\n\n".join(part for part in last if part)),
    ]


# --- the parts: each template has one caller here --------------------------------------------------


def _rules(briefing: Briefing) -> str:
    values = {
        "built_in_types": ", ".join(each.type_name for each in briefing.types if each.is_system),
        "session_types": defuse(describe([each for each in briefing.types if not each.is_system])),
        "persona": defuse(briefing.persona.strip()),
        "location": defuse(briefing.wanted.reader.location),
        "profile": defuse(" ".join(briefing.wanted.reader.profile.split())),
    }
    if briefing.mode == "write":
        return _rendered("write", (*values.items(), ("by_key", briefing.by_key)))
    return _rendered(briefing.mode, tuple(values.items()))


@lru_cache(maxsize=32)
def _rendered(name: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Render the prompt template `name` with these values. The results are cached, because most sessions have the same
    rules.
    """
    return prompts.render(name, **dict(values))


def _earlier(past: Past, loose: Sequence[PastMessage]) -> str:
    if not (past.summary or past.left_out or loose):
        return ""
    decisions = [
        f"“{one_line(message.document_content, TITLE_CHARACTERS)}”: {decision(message.draft)}"
        for message in past.behind
        if message.draft and message.draft.status != "pending"
    ]
    return prompts.render(
        "earlier",
        summary=defuse(past.summary.text) if past.summary else "",
        summarised=past.summary.upto if past.summary else 0,
        left_out=past.left_out,
        decisions=decisions[-DECISIONS_TOLD:],
        loose=[f"{message.role.title()}: {past.turn(message).content}" for message in loose],
    )


def _context(briefing: Briefing, shown: ShownDocument) -> str:
    return prompts.render(
        "context",
        today=briefing.today.isoformat() if briefing.today else "",
        title=one_line(shown.title),
        level=shown.section_level,
        structure="" if shown.is_whole or not shown.outline else fenced(shown.outline),
        is_empty=shown.is_empty,
        is_whole=shown.is_whole,
        is_overview=shown.is_overview,
        named=[{"title": defuse(each.title), "is_whole": each.is_whole} for each in shown.named],
        named_parts=[_part(each) for each in shown.named_parts],
        passages=[_part(each) for each in shown.passages],
        sections=[
            {"label": defuse(label(each, briefing.attached_keys)), "text": fenced(each.content.strip())}
            for each in briefing.sections
        ],
        library=library_passages.shown(briefing.library) if briefing.library else [],
        references=[{"key": each.key, "line": one_line(each.line)} for each in briefing.references],
        focus=briefing.wanted.draws_on,
        open_drafts=_open_drafts(briefing),
        pending=_draft(briefing.draft_meant) if briefing.draft_meant else None,
    )


def _part(part: Part) -> dict[str, str]:
    return {"label": defuse(part.label), "text": fenced(part.text.strip("\n"))}


def _open_drafts(briefing: Briefing) -> list[dict[str, Any]]:
    """Return all open drafts in the form that the prompt's template needs. Returns [] if there is only one and the
    prompt contains it completely anyway.
    """
    others = [each for each in briefing.pending if each is not briefing.draft_meant]
    return [_draft(each) for each in briefing.pending] if others else []


def _draft(draft: Pending) -> dict[str, Any]:
    return {
        "id": defuse(short_id(draft.id)),
        "title": one_line(draft.title or draft.content, TITLE_CHARACTERS),
        "words": len(draft.content.split()),
        "content": fenced(draft.content.strip("\n")),
        "sources": [one_line(each) for each in draft.sources],
    }


def _rewrite(briefing: Briefing) -> str:
    rewrite = briefing.rewrite
    if not rewrite:
        return ""
    return prompts.render(
        "rewrite",
        content=fenced(rewrite.content.strip("\n")),
        sources=[one_line(each) for each in rewrite.sources],
        original_request=defuse(rewrite.original_request),
        reason=defuse(rewrite.reason.strip()),
        instruction=defuse(rewrite.instruction.strip()),
    )


def _instruction(briefing: Briefing, about: str = "") -> str:
    """Return the text of the last turn: the instruction, the line `about` with its topic ("" for none), and the
    highlights. For a rewrite, the text includes the original request, because a search may use only this turn.
    """
    text = briefing.message
    if briefing.rewrite:
        instruction = briefing.rewrite.instruction.strip()
        wanted = f"Rewrite the rejected content: {instruction}" if instruction else "Rewrite the rejected content."
        text = f"{wanted}\nOriginal request: {briefing.rewrite.original_request}"
    return current(
        "\n".join(part for part in (text.strip(), about) if part), block(briefing.highlights, briefing.attached_keys)
    )
