"""A model's plan tried against the rules, and the place that comes of it: the one that both mean, or the safer one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.errors import Unplaceable
from backend.placement import answer, plan
from backend.placement.confidence import SURE
from backend.placement.objections import objections
from backend.placement.place import Placed, agree, carry_out, carry_out_first
from backend.placement.plan import DESTROYING, Placement
from backend.placement.rules import Decision

#: The most that a place is worth of which nobody knows how often such places come true.
_UNSURE = SURE - 0.01


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be placed: content in a document, by the user's messages; and what the rules decided."""

    document: Document
    content: str
    wishes: tuple[str, ...]
    decision: Decision


@dataclass(frozen=True, slots=True)
class Tried:
    """A plan carried out, or None, and what is wrong with it, in words for the model; `harms` says that it may not be.

    `agrees` says that the rules come to the same text.
    """

    placed: Placed | None
    problems: tuple[str, ...] = ()
    harms: bool = False
    agrees: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """The place, what else it might have been, and whether to go ahead without asking a person."""

    placed: Placed
    candidates: tuple[Placement, ...]
    sure: bool


def judge(question: Question, text: str) -> Tried:
    """Read a model's answer, carry its plan out, and say what the rules have against it."""
    document, decision = question.document, question.decision
    try:
        wanted = answer.parse(text, document)
        placed = carry_out(document, question.content, wanted)
    except Unplaceable as error:
        return Tried(None, tuple(error.problems), harms=True)
    if agree(document, question.content, wanted, decision.placement):
        return Tried(placed, agrees=True)
    found = objections(document, placed, decision, (*question.wishes, question.content))
    return Tried(placed, tuple(each.words for each in found), any(each.gravity == "harm" for each in found))


def settle(question: Question, tried: Tried | None, why: str) -> Settled:
    """The place after the last answer: the model's where nothing is against it, else the safer of the two.

    A plan that harms is never carried out. Of two that only differ, the one that takes no text out is safer; where
    neither does, the rules' place is, which is measured. `why` says why there is no answer, where there is none.
    """
    decision = question.decision
    if tried is None or tried.placed is None or tried.harms:
        told = "; ".join(problem.rstrip(".") for problem in tried.problems) if tried is not None else ""
        return by_rules(question, f"the model's plan could not be carried out: {told}" if told else why)
    if tried.problems and decision.placement.operation not in DESTROYING:
        ruled = by_rules(question, "")
        reason = f"{ruled.placed.placement.reason} (The model would rather: {plan.describe(tried.placed.placement)}.)"
        first = _doubted(replace(ruled.placed.placement, reason=reason))
        rivals = plan.distinct((first, tried.placed.placement, *decision.candidates))
        return Settled(replace(ruled.placed, placement=first), rivals, False)
    return _by_model(question, tried.placed, tried.agrees)


def by_rules(question: Question, why: str) -> Settled:
    """The best place of the rules that can be carried out; `why` says why the rules decide, if that needs saying."""
    decision = question.decision
    placed = carry_out_first(question.document, question.content, decision.candidates)
    if why:
        reason = f"{placed.placement.reason} (Decided by rules, since {why}.)"
        placed = replace(placed, placement=replace(placed.placement, reason=reason))
    as_decided = (placed.placement.operation == "replace") == (decision.placement.operation == "replace")
    return Settled(placed, decision.candidates, decision.sure and as_decided)


def _by_model(question: Question, placed: Placed, same: bool) -> Settled:
    """The model's place. It is sure where the rules are sure of the same one."""
    decision = question.decision
    sure = same and decision.sure
    compared = plan.compare(placed.placement, decision.placement, same)
    placement = compared if sure else _doubted(compared)
    return Settled(replace(placed, placement=placement), plan.distinct((placement, *decision.candidates)), sure)


def _doubted(placement: Placement) -> Placement:
    return replace(placement, confidence=min(placement.confidence, _UNSURE))
