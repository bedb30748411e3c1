"""Compare a model's plan with the decision of the rules. Choose the place on which both agree, or else the safer of the
two places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.errors import Unplaceable
from backend.placement import answer, plan
from backend.placement.confidence import SURE
from backend.placement.kept_in_place import removed_part
from backend.placement.objections import objections
from backend.placement.place import Placed, agree, carry_out, carry_out_first
from backend.placement.plan import DESTROYING, Placement
from backend.placement.rules import Decision
from backend.placement.versions.agreed_version import is_agreed_version
from backend.placement.versions.kept_text import keeps_text

#: Maximum confidence (0 to 1) of a place of a kind whose reliability was never measured.
_UNSURE = SURE - 0.01
_PART = "The content is another version of this text. (The model would replace more than this.)"


@dataclass(frozen=True, slots=True)
class Question:
    """The content to place, its document and the user's messages, together with the decision of the rules."""

    document: Document
    content: str
    messages: tuple[str, ...]
    decision: Decision


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """A model's plan after it was tried. `placed` is its result (None if it could not be carried out), and `problems`
    are its errors as sentences for the model.

    `harms` is True if the plan must not be used. `agrees` is True if the rules produce the same text. `keeps` is True
    if the plan replaces text but loses nothing: the content is another version of a text that the message names, or it
    lacks only words that the message names.
    """

    placed: Placed | None
    problems: tuple[str, ...] = ()
    harms: bool = False
    agrees: bool = False
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """The chosen place with its result (`placed`), the alternatives (`candidates`), and whether the place is sure. If
    it is sure, the user need not be asked.
    """

    placed: Placed
    candidates: tuple[Placement, ...]
    sure: bool


def check_plan(question: Question, text: str) -> CheckedPlan:
    """Parse a model's answer, and carry out its plan for the content and document of `question`, without storing the
    result. Returns the result with the objections of the rules.
    """
    document, decision = question.document, question.decision
    try:
        wanted = answer.parse(text, document)
        placed = carry_out(document, question.content, wanted)
    except Unplaceable as error:
        return CheckedPlan(None, tuple(error.problems), harms=True)
    if kept := removed_part(document, placed.text, question.messages):
        return CheckedPlan(placed, (kept,), harms=True)
    asked = (document, question.content, wanted, question.messages)
    version = is_agreed_version(*asked)
    if agree(document, question.content, wanted, decision.placement):
        return CheckedPlan(placed, agrees=True, keeps=version)
    keeps = version or (wanted.operation == "replace" and keeps_text(*asked))
    found = objections(document, placed, decision, (*question.messages, question.content))
    found = tuple(each for each in found if not (keeps and each.gravity == "loss"))
    harms = any(each.gravity in ("loss", "harm") for each in found)
    return CheckedPlan(placed, tuple(each.words for each in found), harms, keeps=keeps)


def choose_place(question: Question, checked: CheckedPlan | None, why: str) -> ChosenPlace:
    """Return the model's place if the rules do not object to it, else the safer of the model's and the rules' places.
    `checked` is the model's plan after its trial. If the model did not answer, it is None, and `why` says the reason.

    The rules' place is taken if the plan has `harms`, or if it only adds the content although the user surely ordered
    to replace a text. After any other objection, a place where no text is removed is safer. If neither place removes
    text, the rules' place is safer, because its reliability was measured.
    """
    decision = question.decision
    if checked is not None and not checked.agrees and _both_replace(question, checked):
        part = by_rules(question, "").placed
        placement = replace(part.placement, confidence=SURE, reason=_PART)
        candidates = plan.distinct((placement, *decision.candidates))
        return ChosenPlace(replace(part, placement=placement), candidates, True)
    if checked is None or checked.placed is None or checked.harms:
        told = "; ".join(problem.rstrip(".") for problem in checked.problems) if checked is not None else ""
        return by_rules(question, f"the model's place was refused: {told}" if told else why)
    if checked.problems and decision.sure and decision.placement.operation in DESTROYING:
        return by_rules(question, "the model's place would leave both versions of the text in the document")
    if checked.problems and decision.placement.operation not in DESTROYING:
        ruled = by_rules(question, "")
        reason = f"{ruled.placed.placement.reason} (The model prefers: {plan.describe(checked.placed.placement)}.)"
        first = _doubted(replace(ruled.placed.placement, reason=reason))
        rivals = plan.distinct((first, checked.placed.placement, *decision.candidates))
        return ChosenPlace(replace(ruled.placed, placement=first), rivals, False)
    return _by_model(question, checked.placed, checked)


def _both_replace(question: Question, checked: CheckedPlan) -> bool:
    """Return True if the model (`checked`) and the rules both replace text, the rules only a part of what the model
    replaces, and the content is certainly another version of this part. The rules' replacement is then sure.
    """
    document, ruled, placed = question.document, question.decision.placement, checked.placed
    if placed is None or placed.placement.operation != "replace" or ruled.operation != "replace":
        return False
    try:
        part = carry_out(document, question.content, ruled)
    except Unplaceable:
        return False
    if len(placed.splices) != 1 or len(part.splices) != 1:
        return False
    more, less = placed.splices[0], part.splices[0]
    within = more.start <= less.start and less.stop <= more.stop
    return within and is_agreed_version(document, question.content, ruled, question.messages)


def by_rules(question: Question, why: str) -> ChosenPlace:
    """Return the best place of the rules that can be carried out.

    `why` is the reason for not using a model's place; it is added to the explanation, unless it is "".
    """
    decision = question.decision
    placed = carry_out_first(question.document, question.content, decision.candidates)
    if why:
        reason = f"{placed.placement.reason} (Chosen by rules, because {why}.)"
        placed = replace(placed, placement=replace(placed.placement, reason=reason))
    as_decided = placed.placement.spot == decision.placement.spot
    if decision.sure and as_decided:
        return ChosenPlace(placed, decision.candidates, True)
    if placed.placement.operation not in DESTROYING:  # its confidence may be that of a place that was not possible
        placed = replace(placed, placement=_doubted(placed.placement))
    return ChosenPlace(placed, decision.candidates, False)


def _by_model(question: Question, placed: Placed, checked: CheckedPlan) -> ChosenPlace:
    """Return the model's place, with its result `placed`. The place is sure if the rules are sure of the same place, or
    if it replaces text without losing any and the rules have no objection.
    """
    decision = question.decision
    sure = (checked.agrees and decision.sure) or (checked.keeps and not checked.problems)
    compared = plan.compare(placed.placement, decision.placement, checked.agrees)
    if sure and not (checked.agrees and decision.sure):
        compared = replace(placed.placement, confidence=max(placed.placement.confidence, SURE))
    placement = compared if sure else _doubted(compared)
    if not sure and checked.agrees and placement.operation in DESTROYING:
        placement = replace(placement, reason=decision.placement.reason)  # why the rules doubt it
    return ChosenPlace(replace(placed, placement=placement), plan.distinct((placement, *decision.candidates)), sure)


def _doubted(placement: Placement) -> Placement:
    return replace(placement, confidence=min(placement.confidence, _UNSURE))
