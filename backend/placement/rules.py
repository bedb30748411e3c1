"""Decide without a model where approved content goes: to the place that the user names or, if the user names none,
where it fits best.

`python -m tests.bench.sensitivity placement/rules.py` measures how each number in this file affects the placement
benchmark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Document
from backend.mentions.document_end import names_document_end, orders_the_end
from backend.mentions.document_view import view_of
from backend.mentions.referents import Target
from backend.mentions.shift_orders import read_shift
from backend.placement.captions import with_captions
from backend.placement.carrying_out.levels import fit_levels
from backend.placement.confidence import RATES, SURE, Evidence, evidence_for, weaker
from backend.placement.content import Content
from backend.placement.doubts import (
    counts_what_is_not_found,
    doubts,
    leaves_words_unmet,
    means_a_block,
    missing_part,
    names_a_sentence,
    orders_other_words,
)
from backend.placement.fit.beside_items import beside_items, brings_item, is_apart_from_item
from backend.placement.fit.beside_row import beside_row
from backend.placement.fit.beside_sentence import beside_sentence
from backend.placement.fit.best_section import fitting
from backend.placement.fit.between_parts import between_parts, divides_announced
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.changed_row import changed_row
from backend.placement.fit.closed_sections import closed
from backend.placement.fit.list_end import at_list_end
from backend.placement.fit.section_path import at_path
from backend.placement.fit.sorted_entries import in_order
from backend.placement.footnotes import at_footnoted
from backend.placement.named_neighbors import beside_named, edge_named
from backend.placement.ordered_edits.shifts import shifted
from backend.placement.ordered_forms import brings_paragraphs, lacks_ordered_form
from backend.placement.ordered_version import Rework, ordered_version
from backend.placement.plan import Placement, distinct, position
from backend.placement.repeated_blocks import doubles_a_block, stands_in_document, text_of_content
from backend.placement.repeated_text import (
    at_the_named,
    longer_versions,
    repeated_block,
    sentence_version,
    version_of_part,
)
from backend.placement.request.asked_place import PlacementRequest, read_request
from backend.placement.request.conclusion import conclude
from backend.placement.request.given_words import without_content
from backend.placement.request.replacement import GUESS
from backend.placement.request.same_section import in_same_section, names_only_number
from backend.placement.request.unmet_parts import leaves_place_unmet, rejects_place
from backend.placement.request.usual_part import last_part, numbered
from backend.placement.subsections import with_subsections
from backend.placement.versions.kept_text import keeps_text
from backend.placement.versions.named_titles import is_part_of_titles, only_names
from backend.placement.versions.reworded_part import narrower, removes_most, version_of_item
from backend.placement.versions.several_sections import in_each_section
from backend.placement.versions.within_paragraph import is_beside_a_sentence, within_paragraph

#: Minimum confidence (0 to 1) with which text may be replaced without asking.
CLEAR_ENOUGH = 0.45
#: Minimum difference between the scores of the text to be replaced and of another candidate.
MARGIN = 0.08
#: Maximum number of candidates that a person is shown.
_SHOWN = 5
_KEEPS = "The content keeps every word of the text that it replaces, apart from words that the message corrects."
_SHORTER = "But the draft is much shorter than the text that it would replace, and no message asks for this."
_NEW_AT_END = "The message asks for a new section at the end."
_LAST = Placement("append_to_document", position="end", reason=_NEW_AT_END, confidence=0.9)
_AT_END = replace(_LAST, reason="The message asks for the end of the document.")


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision about a place. `placement` is the chosen one, and `candidates` are all possible ones, best first,
    with the chosen one. `sure` is True if places with this `evidence` are nearly always right (confidence.py). A
    replacement is sure only if it loses no text, or if the user ordered it and no other text can be meant.
    """

    placement: Placement
    candidates: tuple[Placement, ...]
    sure: bool
    evidence: Evidence = "clear"


def decide(document: Document, content: str, messages: Sequence[str], reworks: Rework = "none") -> Decision:
    """Return the place that the messages (oldest first) ask for; if they ask for none, the place where the content fits
    best.

    `reworks` says whether the request asks for an existing text in another form ("shorter", "as a list").
    """
    builder = PlacementBuilder(view_of(document), Content.of(content))
    prose = reworks == "none" and builder.content.kinds in (("paragraph",), ("heading", "paragraph"))
    body = builder.content.document.blocks[-1].start if prose else 0
    asking = [without_content(each, builder.content.text[body:]) if prose else each for each in messages]
    found = _decided(document, content, asking, reworks)
    for each in longer_versions(builder, messages, found.placement) if not found.sure else ():
        if keeps_text(document, content, each, messages) and not brings_paragraphs(builder, each, messages):
            return _kept((each, *found.candidates), ordered=False)
    version = [] if any(map(brings_item, messages[-1:])) else version_of_item(builder, found.placement)
    if version and keeps_text(document, content, version[0], ()):  # the item with more words, and not one more item
        return _kept((version[0], *found.candidates), ordered=False)
    if inside := beside_sentence(builder, asking, found.placement):
        evidence: Evidence = "clear" if found.sure and len(inside) == 1 and inside[0] != found.placement else "doubtful"
        return _calibrated(builder, distinct([*inside, *found.candidates])[:_SHOWN], evidence)
    harms = found.sure and (stands_in_document(builder, found.placement) or divides_announced(builder, found.placement))
    unmet = found.sure and bool(asking) and leaves_place_unmet(builder.view, asking[-1], found.placement, content)
    if unmet and found.placement.operation == "replace" and reworks == "none":  # "after X", with more words for X
        unmet = _read(document, content, asking, reworks).orders_replacement
    if found.sure and len(asking) > 1 and rejects_place(builder.view, asking[-1]):  # so the place must be another one
        unmet = unmet or _decided(document, content, asking[:-1], reworks).placement.spot == found.placement.spot
    if found.sure and (harms or unmet or any(lacks_ordered_form(each, builder.content) for each in asking)):
        return _calibrated(builder, found.candidates, "doubtful")
    return found


def _decided(document: Document, content: str, messages: Sequence[str], reworks: Rework) -> Decision:
    """Return the decision about the place, made without regard to the form (such as a footnote) that the messages
    order.
    """
    if len(messages) > 1 and (count := read_shift(messages[-1])):
        earlier = decide(document, content, messages[:-1], reworks)
        moved = shifted(document, content, earlier.placement, count)
        first, sure = (earlier.placement, False) if moved is None else (moved, True)
        return replace(earlier, placement=first, candidates=distinct([first, *earlier.candidates]), sure=sure)
    if len(messages) > 1 and names_document_end(document, messages[-1]):
        return Decision(_AT_END, (_AT_END,), not closed(view_of(document), len(document.blocks) - 1))
    order = _read(document, content, messages, reworks)
    if exact := _exactly(order):
        return exact
    found, evidence = _places(order)
    version, found = _with_version(order, found)
    if order.builder.content.level and order.messages and orders_the_end(document, order.messages[-1]):
        found, evidence = [_LAST, *found], "edge"
    found = with_captions(order.builder, with_subsections(found, order.messages), order.messages)
    doubtful, rivals = _doubts(order, found[0], bool(version))
    single = not version and len(order.messages) == 1
    named_versions = version_of_part(order.builder, order.messages[0], order.asked, found[0]) if single else []
    if versions := named_versions or repeated_block(order.builder, found[0]):
        found, rivals = [*versions, *found], []
    less = narrower(order.builder, found[0], order.messages[-1]) if named_versions or reworks != "none" else []
    if less:
        found, rivals = [*less, *found], []
    if order.reworks != "none" and removes_most(order.builder, found[0], order.messages[-1]):
        found, doubtful = [replace(found[0], reason=f"{found[0].reason} {_SHORTER}"), *found[1:]], True
    doubtful = doubtful or bool(less) or _leaves_doubts(order, found[0])
    candidates = distinct([*in_order(order.builder, found[0]), found[0], *rivals, *found[1:]])[:_SHOWN]
    if candidates[0].operation != "replace":
        evidence, named = weaker(evidence) if doubtful else evidence, list[Placement]()
        if order.reworks == "none" and order.requests:
            named, evidence = beside_named(order.builder, order.requests[-1], candidates[0], evidence)
        if not named and not rivals and order.reworks == "none" and RATES[evidence] < SURE:
            named = edge_named(order.builder, order.requests)
            evidence = "clear" if named else evidence
        return _calibrated(order.builder, distinct([*named, *candidates])[:_SHOWN], evidence)
    asked, target = order.asked, order.asked.target if order.asked is not None else None
    similar = target is not None and target.mention is not None and target.mention.is_of_neighbor  # has no such part
    said = next((message for message, each in reversed(order.requests) if each is not None), "")
    doubted = similar or (target is not None and is_part_of_titles(order.builder.view, target.mention, said))
    ordered = bool(version) or (asked is not None and asked.explicit and not asked.unclear and not doubted)
    sentence = bool(less) and ordered and candidates[0].place != "block"  # the rest may have been meant, too
    several = brings_paragraphs(order.builder, candidates[0], order.messages)
    if not (sentence or several) and keeps_text(document, content, candidates[0], order.messages):
        return _kept(candidates, ordered)
    sure = not (doubtful or several) and _sure(order.builder, candidates, ordered)
    return Decision(candidates[0], candidates, sure)


@dataclass(frozen=True, slots=True)
class _Order:
    """The user's messages, oldest first, and what the rules understood. `requests` has each message and its request for
    a place (None if it makes none). `asked` is the place that is asked for in the end. `reworks` says whether an
    existing text is to be given another form (see `decide`).
    """

    builder: PlacementBuilder
    messages: Sequence[str]
    requests: Sequence[tuple[str, PlacementRequest | None]]
    asked: PlacementRequest | None
    reworks: Rework

    @property
    def orders_replacement(self) -> bool:
        """Return True if the messages ask to replace a text."""
        return self.asked is not None and self.asked.relation == "replace"


def _read(document: Document, content: str, messages: Sequence[str], reworks: Rework) -> _Order:
    view = view_of(document)
    builder = PlacementBuilder(view, Content.of(content))
    messages = in_same_section(document, messages)
    requests = [(m, read_request(view, m, opens=n == 0)) for n, m in enumerate(messages)]
    asked = conclude([each for m, each in requests if not only_names(m, each, view, builder.content)])
    return _Order(builder, messages, requests, asked, reworks)


def _places(order: _Order) -> tuple[list[Placement], Evidence]:
    """Return the possible places, best first, and the kind of evidence for the first of them. These are the places that
    the messages ask for, or else those where the content fits.
    """
    builder, asked = order.builder, order.asked
    found = _without_place(builder, asked, builder.of(asked) if asked is not None else [])
    evidence = evidence_for(asked)
    if not found and not order.orders_replacement:
        found, evidence = _in_usual_part(builder, order.messages)
    if not found:
        found, evidence = _fitted(builder)
        if order.orders_replacement:
            found = [*_guesses(builder, found), *found]
    return found, evidence


def _with_version(order: _Order, found: list[Placement]) -> tuple[list[Placement], list[Placement]]:
    """Return two lists of placements. The first has the replacement that the message certainly orders, because it asks
    for another version of a text ("shorten Methods"); it may be empty. The second has all possible places: replacements
    that the message may order, then `found`. The two are [] and `found` if there is not exactly one message, or if it
    asks for no version or replacement.
    """
    if len(order.messages) != 1 or (order.reworks == "none" and not order.orders_replacement):
        return [], found
    message, asked = order.messages[0], order.asked
    version = ordered_version(order.builder, message, asked, order.reworks)
    found = [*version, *(p for p in found if not version or p.operation != "replace")]
    if order.reworks == "perhaps of what is named" and not (asked is not None and asked.explicit):
        version = [each for each in version if each.place == "block"]  # for a section, a person is asked
    stands_beside = asked is not None and asked.relation in ("after", "before", "between", "replace")
    if not version and order.reworks not in ("none", "within what is named") and not stands_beside:
        found = [*at_the_named(order.builder, message), *found]
    return version, found


def _doubts(order: _Order, found: Placement, certain: bool) -> tuple[bool, list[Placement]]:
    """Return whether the words of the messages leave a doubt about the place `found`, and the other places that they
    may mean. `certain` is True if the message certainly orders another version of the text at this place.
    """
    if not order.messages:
        return False, []
    document, last, asked = order.builder.view.document, order.messages[-1], order.asked
    doubtful, rivals = doubts(order.builder, last, asked, order.reworks != "none")
    if not certain:
        doubtful = (
            doubtful
            or (found.operation == "replace" and names_a_sentence(document, last))
            or (order.reworks != "none" and orders_other_words(order.messages[0]))
            or order.reworks == "within what is named"
            or means_a_block(document, last, asked)
        )
    if asked is not None and asked.target is not None and asked.target.kind == "block":
        doubtful = doubtful or _may_be_another_block(order, found, certain)
    return doubtful, rivals


def _may_be_another_block(order: _Order, found: Placement, certain: bool) -> bool:
    """Return True if the messages name parts, and the place `found` is in none of them, or if they name its block by a
    number that may be misunderstood. `certain` is True if another version of this block's text is certainly ordered.
    """
    document, messages = order.builder.view.document, order.messages
    numbered = len(messages) > 1 and names_only_number(document, messages[-1])
    return numbered or (not certain and counts_what_is_not_found(document, messages[-1], found))


def _leaves_doubts(order: _Order, found: Placement) -> bool:
    """Return True if there is a doubt about the place `found`: it does not fit all words of the messages, the document
    lacks the section that they name, a text would be in the document twice, or the content would separate a list from
    the words that announce it or is not beside the named sentence.
    """
    asking = [message for message, request in order.requests if request is not None]
    twice = doubles_a_block(order.builder, found) or bool(sentence_version(order.builder, found))
    apart = divides_announced(order.builder, found)
    apart = apart or (found.place in ("block", "start", "end") and any(map(is_beside_a_sentence, asking[-1:])))
    apart = apart or any(is_apart_from_item(order.builder, each, found) for each in asking[-1:])
    target = order.asked.target if order.asked is not None else None
    synonym = target is not None and target.mention is not None and target.mention.how == "synonym"
    absent = synonym and bool(missing_part(order.builder.view.document, order.messages))
    return twice or apart or absent or leaves_words_unmet(order.builder, asking, order.asked, found)


def _kept(candidates: tuple[Placement, ...], ordered: bool) -> Decision:
    """Return a sure decision for the first of the `candidates`, a replacement that loses no text. If the messages did
    not order it (`ordered` is False), the user is told as the reason that no text is lost.
    """
    first = replace(candidates[0], confidence=max(candidates[0].confidence, SURE))
    if not ordered:
        first = replace(first, reason=_KEEPS)
    return Decision(first, (first, *candidates[1:]), True)


def _without_place(
    builder: PlacementBuilder, asked: PlacementRequest | None, found: list[Placement]
) -> list[Placement]:
    """Return `found`, the places of the request `asked`. If it is empty, or the request names only the document, they
    are preceded by a place in a table for a table row, and by one in a list for a list item. If there is still no
    place, content without a heading becomes a new section with the title that the request gives.
    """
    if not found or (asked is not None and asked.target is not None and asked.target.kind == "document"):
        found = [*builder.alone(asked), *found]
    if not found and asked is not None and asked.title and asked.relation != "replace" and not builder.content.level:
        found = _titled(builder, asked.title)
    return found


def _exactly(order: _Order) -> Decision | None:
    """Return the decision if the messages name an exact place: beside or in a table row, beside a list item, at a
    list's end, between two parts, at a section's edge, or inside a paragraph. Content that is a footnote or has text
    for several sections is decided here, too. Otherwise return None."""
    builder, requests, last = order.builder, order.requests, "".join(order.messages[-1:])
    if each := in_each_section(builder, order.messages, order.reworks != "none" or order.orders_replacement):
        return Decision(each[0], tuple(each), each[0].confidence >= SURE)
    if last and (row := beside_row(builder, last) or changed_row(builder, last)):
        return Decision(row[0], tuple(row), row[0].confidence >= SURE)
    if noted := at_footnoted(builder, last):
        return Decision(noted[0], tuple(noted), True)
    if between := between_parts(builder, requests):
        return _calibrated(builder, tuple(between), "clear")
    if order.reworks == "none" and requests and (edge := at_path(builder, requests[-1][0])):
        return _calibrated(builder, tuple(edge), "clear")
    if order.reworks == "none" and last and (listed := at_list_end(builder, last)):
        return _calibrated(builder, tuple(listed), "clear" if listed[0].confidence >= SURE else "doubtful")
    if beside := beside_items(builder, requests):
        return _calibrated(builder, distinct(beside)[:_SHOWN], "clear" if len(beside) == 1 else "doubtful")
    if order.reworks == "none" and requests and (inside := within_paragraph(builder, requests[-1][0])):
        return Decision(inside[0], inside, True)
    return None


def _calibrated(builder: PlacementBuilder, candidates: tuple[Placement, ...], evidence: Evidence) -> Decision:
    """Return the decision for the first candidate, with the confidence that its `evidence` gives. If it is unsure and
    the only candidate, other fitting places are added as alternatives.
    """
    rate = RATES[evidence]
    if rate < SURE and len(candidates) == 1:
        candidates = distinct([*candidates, *fitting(builder)])[:_SHOWN]
    shown = tuple(replace(each, confidence=min(each.confidence, rate)) for each in candidates[1:])
    first = replace(candidates[0], confidence=rate)
    return Decision(first, (first, *shown), rate >= SURE, evidence)


def _fitted(builder: PlacementBuilder) -> tuple[list[Placement], Evidence]:
    """Return the places where the content fits, and the kind of evidence for them."""
    found = fitting(builder)
    if found[0].confidence >= SURE:
        return found, "empty"
    return found, "usual place" if builder.content.level else "resemblance"


def _titled(builder: PlacementBuilder, title: str) -> list[Placement]:
    """Return the usual places of a new section with this title, for content that has no heading."""
    heading = f"{'#' * max(1, min(6, builder.view.level))} {title}"
    headed = PlacementBuilder(builder.view, Content.of(f"{heading}\n\n{builder.content.text}"))
    found = [p for p in fitting(headed) if p.operation in ("new_section", "append_to_document")]
    fitted = [(p, fit_levels(builder.view.document, heading, p)) for p in found]
    return [replace(p, position=position(p.place, line)) for p, line in fitted]


def _in_usual_part(builder: PlacementBuilder, messages: Sequence[str]) -> tuple[list[Placement], Evidence]:
    """Return the end of the usual part (such as "Conclusion") that the messages name last, and the kind of evidence for
    it. If the document lacks this part, return the usual place of such a section.
    """
    part = None if builder.content.level else last_part(builder.view.document, messages)
    if part is None:
        return [], "resemblance"
    if part.sections:
        return builder.of(PlacementRequest("in", Target("section", 1.0, 0, sections=part.sections))), "only named"
    found, evidence = _fitted(builder)
    if evidence == "empty":
        return found, evidence
    return [*_titled(builder, numbered(part.name, messages, builder.view)), *found], "usual place"


def _guesses(builder: PlacementBuilder, beside: Sequence[Placement]) -> list[Placement]:
    """Return replacements of the blocks at the places `beside`, where the content fits best. They are guesses, for an
    order such as "replace the old one", which does not say what it replaces.
    """
    blocks = builder.view.blocks
    near = [p.anchor.block for p in beside if p.anchor is not None and blocks[p.anchor.block].kind != "heading"]
    reason = "The message asks to replace something, but does not clearly say what."
    return [builder.make("replace", block, "block", reason, GUESS) for block in dict.fromkeys(near)]


def _sure(builder: PlacementBuilder, candidates: Sequence[Placement], ordered: bool) -> bool:
    """Return True if a replacement, the first of the `candidates`, needs no question. It must be `ordered`, and the
    content must not be a version of a text that another candidate replaces. Besides, it must be a version of the
    replaced text, or the confidence must be high enough and no other replacement nearly as likely.
    """
    chosen, version_of = candidates[0], text_of_content(builder, candidates)
    if not ordered or version_of == "another":
        return False
    rivals = [c.confidence for c in candidates[1:] if c.operation == "replace"]
    clear = chosen.confidence >= CLEAR_ENOUGH and all(chosen.confidence - r >= MARGIN for r in rivals)
    return clear or version_of == "replaced"
