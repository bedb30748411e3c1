"""Convert the findings of the research engine to JSON for the API: the answer, its citations, how its sources were
found, and its cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from backend.kernel.search_requests import Failure
from backend.research.deep.rounds import Course
from backend.research.inquiry import Findings, Role
from backend.research.quoted_answer import RELATED, WRITING
from backend.research.source_search import NO_READER, NO_SERVICE, as_json
from backend.sources.identifiers import source_id

#: Maximum confidence (0 to 100) in an answer that may miss the question.
DOUBTED = 25


def of(findings: Findings) -> dict[str, Any]:
    """Return all findings as JSON data for the API. Every source that the answer cites is in `citations`."""
    known = {source_id(each): as_json(each) for each in findings.sources}
    return {
        "answer": findings.text,
        "citations": {
            each: known[each] | {"support_of": list(findings.support_of.get(each, ()))} for each in findings.cited
        },
        "sources": list(known.values()),
        "confidence": _confidence(findings),
        "warnings": [*warnings(findings.found.failures), *findings.doubts],
        "iterations": findings.course.state.round if findings.course else 1,
        "steps": [{"step": s.name, "text": s.words, "took_ms": s.took_ms, **s.facts} for s in findings.steps],
        "meta": _meta(findings),
    }


def _meta(findings: Findings) -> dict[str, Any]:
    return {
        "provider": findings.provider,
        "model": findings.model,
        "models": {role: findings.ran.get(role) for role in get_args(Role)},
        "usage": findings.usage.to_json(),
        "queries": list(findings.found.queries),
        "failures": failures(findings.found.failures),
        "total_results": findings.found.total,
        "removed_citations": findings.removed,
        "truncated": findings.finish_reason == "length",
        "used_location": findings.used_location,
        "used_personalization": findings.used_profile,
        "support": findings.support,
        "deep": _course(findings.course) if findings.course else None,
    }


def _confidence(findings: Findings) -> int:
    """Return the confidence in an answer (0 to 100): how much of the answer is supported by citations. For a deep
    research, it is at most the confidence of the last review.

    An answer without citations gets 0, and an answer that may not answer the question gets a low value.
    """
    confidence = findings.support if findings.cited else 0
    if findings.course:
        confidence = min(confidence, findings.course.state.confidence)
    return confidence if findings.sure else min(confidence, DOUBTED)


def _course(course: Course) -> dict[str, Any]:
    """Return as JSON data how a deep research went. Unknown amounts, and limits that are not set, are null."""
    state, limits, spent = course.state, course.limits, course.spent
    budget = {
        "seconds": (limits.seconds, round(spent.seconds, 3)),
        "tokens": (limits.tokens, spent.tokens),
        "searches": (limits.searches, len(state.executed)),
        "sources": (limits.sources, len(state.sources)),
        "cost": (limits.cost, spent.cost),
        "rounds": (limits.rounds, state.round),
    }
    return {
        "ended": state.ended,
        "reason": course.ending,
        "cut_short": course.cut_short,
        "planner": course.planner,
        "reviewer": course.reviewer,
        "executed": list(state.executed),
        "skipped": list(state.skipped),
        "succeeded": state.succeeded,
        "failed": state.failed,
        "gaps": list(state.gaps),
        "budget": {name: {"limit": limit, "spent": used} for name, (limit, used) in budget.items()},
    }


def warnings(failed: Sequence[Failure]) -> tuple[str, ...]:
    """Return a sentence for the user about each failure. Pages that were not read because this server reads no pages
    are not mentioned.
    """
    lacking = dict.fromkeys(each for each in failed if each != NO_READER)
    return tuple(map(_warning, lacking))


def _warning(failure: Failure) -> str:
    reason = failure.reason.rstrip(".")
    if failure.connector == RELATED:
        return f"No related questions are suggested, because {reason}."
    if failure.connector == WRITING:
        return f"While the answer was written, {reason}."
    if failure == NO_SERVICE:
        return f"Nothing was searched, because {reason}."
    return f"Part of the search failed. {failure.connector}: {reason}."


def failures(failed: Sequence[Failure]) -> list[dict[str, str]]:
    return [{"connector": each.connector, "reason": each.reason} for each in failed]
