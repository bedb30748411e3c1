"""Decide where approved content goes (Stage 2). The user, the placement model or the rules choose the place. Nothing is
stored here.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from backend.document.blocks import Document
from backend.document.order_words import is_a, read_sentence
from backend.document.outline import titles_of
from backend.document.revision import MAX_DOCUMENT_BYTES, digest
from backend.errors import ProviderError, Refused, Unplaceable
from backend.kernel.cache import Cache
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply
from backend.keyless.rework import wants_rework
from backend.keyless.sentence_forms import TITLE
from backend.mentions.kept_parts import read_kept_parts
from backend.mentions.placeholders import without_titles
from backend.mentions.resolver import resolve
from backend.net import deadline
from backend.placement import letters, plan, planned_edit, prompt, remark_place, rules, whole_document
from backend.placement.confidence import SURE
from backend.placement.divided_content import undivided
from backend.placement.doubts import missing_part
from backend.placement.edited_object import keeps_only, takes_from
from backend.placement.kept_in_place import sparing
from backend.placement.narrowed_request import narrowed
from backend.placement.object_of_order import is_object, is_only_one, may_be_object
from backend.placement.ordered_version import Rework
from backend.placement.place import Placed, carry_out
from backend.placement.plan import DESTROYING, Placement
from backend.placement.repeated_blocks import without_doubling
from backend.placement.repeated_text import replacement_of_text
from backend.placement.safer_place import ChosenPlace, Question, by_rules, check_plan, choose_place
from backend.placement.several_edits import carry_out_edits
from backend.ports import Listener, Ports
from backend.services.places.earlier_version import EarlierVersion

log = logging.getLogger(__name__)

#: The number of decisions in the cache; one takes a few kilobytes.
KEPT_DECISIONS = 1000
#: The latest decisions of the rules, by a digest of the document and the request. The same decision is needed twice:
#: when a draft is stored, and minutes later when it is approved.
_decisions: Cache[str, rules.Decision] = Cache(KEPT_DECISIONS)
#: Maximum number of times that a model is asked for a plan; the second request names the errors of the first answer.
_ASKED = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """The result of choosing a place.

    - `placed`: the document with the content in it
    - `candidates`: the possible placements, best first
    - `sure`: False if the place may be wrong; if it would then remove text, a person must choose the place
    - `replies`: the answers of the models that were asked
    """

    placed: Placed
    candidates: tuple[Placement, ...]
    sure: bool
    replies: tuple[ChatReply, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """A message of a draft's thread, without the text that it gives word for word. `part` says whether the message
    requested, revised or moved the draft.
    """

    text: str
    part: Literal["request", "revision", "move"] = "request"


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be placed.

    New text has `content` and the messages about it, oldest first (`thread`). An edit of the document has `operation`,
    the change that was stored with the draft.
    """

    content: str
    thread: tuple[Order, ...] = ()
    operation: Mapping[str, Any] | None = None
    #: an approved text that the content repeats in another form, although the request does not name this text
    version_of: EarlierVersion | None = None
    #: for an edit that restores a revision: the text of that revision
    earlier: str | None = None
    #: for another edit: the document for which it was planned, if it has changed since
    planned_on: Document | None = None


def choose(ports: Ports, document: Document, request: Request, emit: Emit, listen: Listener | None = None) -> Choice:
    """Choose where the content goes, place it there, and return the result. `listen` receives the model calls.

    Without a model, the rules decide. With one, the placement model is asked for a plan; if the plan has errors, the
    model is told them and asked once more. The rules choose a place, too, and the safer of the two places is used.
    """
    if request.operation is not None:
        return _edited(document, plan.edit_from_json(request.operation), request)
    content = request.content
    messages = placing_words(document, request.thread)
    decision = _narrowed(document, request, decided_by_rules(document, content, messages))
    version = request.version_of
    if version is not None and not (decision.sure and decision.placement.operation in DESTROYING):
        decision = _offering_version(document, content, version, decision)
    question = Question(document, content, messages, decision)
    certain = version is not None and decision.sure and decision.placement.operation in DESTROYING
    certain = certain or decision.placement.place == plan.EACH  # a model's plan cannot name several places
    if ports.placer is None or certain:
        return _chosen(by_rules(question, ""))
    emit(Event("phase", {"phase": "placing"}))
    replies: list[ChatReply] = []
    checked, why = None, ""
    asked = prompt.build(document, content, messages, ports.budgets.placement_tokens)
    try:
        with deadline.limit(ports.budgets.placement_seconds):
            for _ in range(_ASKED):
                replies.append(ports.placer.complete(asked, emit, listen))
                checked = check_plan(question, replies[-1].text)
                if not checked.problems:
                    break
                asked = prompt.again(asked, replies[-1].text, checked.problems)
    except ProviderError as error:
        why = f"the placement model failed ({error.title})"
        log.warning("placement model failed", extra={"problem": error.kind})
    return _chosen(choose_place(question, checked, why), tuple(replies))


def _narrowed(document: Document, request: Request, decision: rules.Decision) -> rules.Decision:
    """Limit a decision that replaces a section to a part of it, if a later message asks for this: "only the first
    paragraph, I meant". Any other decision is returned unchanged.

    The new decision is not sure. Its first candidate replaces only this part, if the rules find it.
    """
    if decision.placement.operation not in DESTROYING or "section" not in decision.placement.place:
        return decision
    asked, *later = request.thread or (Order(""),)
    limited = (narrowed(document, asked.text, each.text) for each in reversed(later) if each.part == "revision")
    order = next(filter(None, limited), "")
    if not order:
        return decision
    found = decided_by_rules(document, request.content, (order,)).placement
    first = found if found.operation in DESTROYING else decision.placement
    return rules.Decision(first, plan.distinct([first, *decision.candidates]), False)


def _offering_version(
    document: Document, content: str, version: EarlierVersion, decision: rules.Decision
) -> rules.Decision:
    """Return the decision with a new first candidate, which replaces `version`, an earlier version of the content. The
    new decision is sure if the request means this version.

    If the document does not contain the version, the decision is returned unchanged. If the request may mean another
    text, a decision that is sure or removes text is also returned unchanged.
    """
    found = without_doubling(document, content, replacement_of_text(document, content, version.text))
    if found is None or (decision.sure and not version.is_meant):
        return decision
    if version.attached:
        found = replace(found, reason="The content is another version of the passage that you attached.")
    if version.is_meant:
        found = replace(found, confidence=planned_edit.CERTAIN)
    elif decision.placement.operation in DESTROYING and found.place in ("block", decision.placement.place):
        return decision
    return rules.Decision(found, plan.distinct([found, *decision.candidates]), version.is_meant)


def replacement(document: Document, content: str, message: str) -> Placed | None:
    """Return the document after the content replaced the text that the message names. Returns None if the rules are not
    sure which text this is, or if it cannot be replaced.
    """
    decision = decided_by_rules(document, content, (message,))
    if not decision.sure or decision.placement.operation not in DESTROYING:
        return None
    try:
        return carry_out(document, content, decision.placement)
    except Unplaceable:
        return None


def decided_by_rules(document: Document, content: str, messages: Sequence[str]) -> rules.Decision:
    """Return the decision of the rules: where the content goes, and how sure this is. `messages` are the messages that
    asked for the content, oldest first.
    """
    name = digest(repr((document.text, content, *messages)))
    decision = _decisions.find(name)
    if decision is None:
        said = [read_kept_parts(document, each).order for each in messages]
        decision = rules.decide(document, content, said, reworks=_ordered_rework(document, said))
        decision = undivided(document, sparing(document, content, decision, messages), said)
        decision = letters.doubted(document, decision, said)
        _decisions.keep(name, decision)
    return decision


def place_by_rules(document: Document, content: str, messages: Sequence[str]) -> ChosenPlace:
    """Return the document with the content where the rules place it. `messages` are the messages of the user about the
    content, oldest first. Raises Unplaceable if there is no place for it.
    """
    return by_rules(Question(document, content, tuple(messages), decided_by_rules(document, content, messages)), "")


def _ordered_rework(document: Document, messages: Sequence[str]) -> Rework:
    """Return which existing text the first message orders to rewrite: "of what is named" if it is the part that the
    message names, "some" if it is another text, "none" if there is no such order. "perhaps of what is named" is unsure,
    and "within what is named" changes only something in the part, as in "remove the citations from Methods".

    Words that are part of a title, such as "revised" in a section called "Revised model", are ignored.
    """
    if not messages:
        return "none"
    order, mentions = messages[0], resolve(document, messages[0])
    if keeps_only(order):  # "delete everything but the first paragraph of X"
        return "some"
    if len(mentions) == 1 and is_object(order, mentions[0].at):
        return "of what is named"
    if len(mentions) == 1 and takes_from(order, mentions[0]):  # "remove the citations from Methods"
        return "within what is named"
    known = len(mentions) == 1 and (not mentions[0].guessed or is_only_one(order, mentions[0]))
    may = known and may_be_object(order, mentions[0])
    for mention in reversed(mentions):
        order = f"{order[: mention.at[0]]}{TITLE}{order[mention.at[1] :]}"
    order = without_titles(order, titles_of(document))
    if wants_rework(order) or _orders_behind_colon(order):
        return "some"
    return "perhaps of what is named" if may else "none"


def _orders_behind_colon(order: str) -> bool:
    """Return True if an order names a text and says after a colon how to change it: "X, second paragraph: cut the fat".
    In `order`, the placeholder `TITLE` stands for the title.
    """
    name, colon, rest = order.partition(":")
    words = read_sentence(rest).words if colon and name.rstrip().endswith(TITLE) else ()
    return bool(words) and is_a(words[0], "removing", "shortening", "reworking", "rewording")


def _edited(document: Document, edit: Placement, request: Request) -> Choice:
    """Carry out an edit of the document. The choice is not `sure` if the edit may mean another part."""
    if edit.operation == "restore":
        placed = Placed(request.earlier or "", (), edit)
    elif whole_document.is_whole(edit):
        placed = _fitting(whole_document.carry_out(document, request.content, edit))
    else:
        placed = _fitting(carry_out_edits(document, edit, request.planned_on))
        edit = placed.placement
    return Choice(placed, (edit,), edit.confidence >= planned_edit.SURE)


def placing_words(document: Document, thread: Sequence[Order]) -> tuple[str, ...]:
    """Return the messages that may say where a draft goes.

    A message that asks for a change of the draft, such as "remove the last sentence", is about the draft itself. It is
    returned only if it clearly names a place in the document.
    """
    return tuple(
        each.text for each in thread if each.part != "revision" or remark_place.names_place(document, each.text)
    )


def unknown_part(document: Document, request: Request) -> tuple[str, ...]:
    """Return a warning if the message asks to put text into a part, such as the conclusion, that the document does not
    have.
    """
    return () if request.operation is not None else missing_part(document, placing_words(document, request.thread))


def carry_out_chosen(document: Document, content: str, placement: Placement) -> Choice:
    """Place the content where the user chose, and return the result, which counts as sure. Raises Unplaceable if the
    content cannot go there, or Refused if the document would be too long.
    """
    if placement.operation in plan.EDITS:
        raise Unplaceable(
            [f"The operation {placement.operation} places no content. Choose one that does, such as replace."]
        )
    return Choice(_fitting(carry_out(document, content, placement)), (placement,), True)


def confirmed_edit(choice: Choice, wanted: Placement) -> Choice:
    """Return the choice of an edit with `sure` set to True, because the user chose the edit `wanted`. Raises
    Unplaceable if `wanted` is not the edit in `choice`.
    """
    if wanted.spot != choice.placed.placement.spot:
        raise Unplaceable(["This draft is an edit. Send the placement that its preview shows, or none."])
    return replace(choice, sure=True)


def carry_out_previewed(document: Document, request: Request, placement: Placement) -> Choice:
    """Place the content where the preview showed it, without asking the model again. The other candidates come from the
    rules.

    Raises Unplaceable if it cannot go there, or Refused if the document would be too long.
    """
    choice = carry_out_chosen(document, request.content, placement)
    if placement.operation in DESTROYING or placement.confidence >= SURE:
        return choice
    others = rules.decide(document, request.content, placing_words(document, request.thread)).candidates
    return replace(choice, candidates=plan.distinct((placement, *others)), sure=False)


def _fitting(placed: Placed) -> Placed:
    """Return `placed` unchanged. Raises Refused if its document is longer than a document may be."""
    if len(placed.text.encode()) > MAX_DOCUMENT_BYTES:
        reason = (
            f"With this content the document would be longer than {MAX_DOCUMENT_BYTES:,} bytes. Shorten one of them."
        )
        raise Refused("The document would be too long, so nothing was placed.", errors={"document_content": [reason]})
    return placed


def _chosen(chosen: ChosenPlace, replies: tuple[ChatReply, ...] = ()) -> Choice:
    return Choice(_fitting(chosen.placed), chosen.candidates, chosen.sure, replies)
