"""Decide without a model where approved content goes: at the place that the user names, or else where it fits best.

`python -m tests.bench.sensitivity placement/rules.py` measures how each number in this file affects the placement
benchmark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from backend.document.blocks import Document
from backend.document.order_words import is_a, ordinal_of, words_in
from backend.document.outline import outline
from backend.document.similar_text import shared_pairs
from backend.mentions.document_view import DocumentView
from backend.mentions.headings import fold
from backend.mentions.lexicon import tokens
from backend.mentions.referents import Target
from backend.mentions.resolver import resolve
from backend.mentions.section_names import NamedSection, title_words
from backend.placement.confidence import RATES, SURE, Evidence, evidence_for, weaker
from backend.placement.content import Content
from backend.placement.doubts import (
    QUOTED,
    counts_what_is_not_found,
    doubts,
    leaves_words_unmet,
    lies_outside,
    means_a_block,
    names_a_sentence,
    names_what_is_not_there,
    orders_other_words,
    speaks_of_a_part,
)
from backend.placement.fit.beside_items import beside_items
from backend.placement.fit.best_section import fitting
from backend.placement.fit.between_parts import between_parts
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.kept_text import keeps_text
from backend.placement.plan import Placement, distinct, position
from backend.placement.repeated_blocks import doubles_a_block
from backend.placement.repeated_text import (
    VERSION,
    at_the_named,
    repeated_block,
    replacement_of_section,
    version_of_part,
)
from backend.placement.request.conclusion import conclude
from backend.placement.request.replacement import GUESS, ORDERED
from backend.placement.request.request import PlacementRequest, read_request
from backend.placement.request.same_section import in_same_section, only_counts
from backend.placement.request.usual_part import last_part
from backend.placement.reworded_part import narrower, removes_most
from backend.placement.subsections import with_subsections
from backend.placement.within_paragraph import reworded_item, reworded_sentence, within_paragraph

#: How a request orders another form of a text: not at all, of some text, or of the part that it names ("translate the
#: first paragraph of Methods"). With "perhaps", that part is the object of unknown words.
Rework = Literal["none", "some", "perhaps of what is named", "within what is named", "of what is named"]
#: Minimum confidence (0 to 1) with which text may be replaced without asking.
CLEAR_ENOUGH = 0.45
#: Minimum difference between the scores of the text to be replaced and of another candidate.
MARGIN = 0.08
#: Maximum number of candidates that a person is shown.
_SHOWN = 5
#: Kinds of blocks of which a document has no two alike, so that such content is a version of the one that is there.
_SET_APART = frozenset({"table", "list", "code", "math"})
#: "At the end", in the languages of the rules: only function words and the noun, so that no section can be called so.
_END = re.compile(
    r"\b(?:at (?:the )?(?:very )?end|to the (?:very )?end|as the last section|am (?:\w+ )?ende|ans ende|"
    r"à la (?:toute )?fin|al final|alla fine|in fondo|no fim|ao final|aan het eind\w*|last(?=\W*$)|zuletzt|"
    r"als letzte[rs]?|en dernier|por último|per ultim[ao]|als laatste)\b",
    re.IGNORECASE,
)
_LAST = Placement(
    "append_to_document", position="end", reason="The message asks for a new section at the end.", confidence=0.9
)
#: Relations that always mean a place, never a topic.
_BESIDE = frozenset({"after", "before", "between", "start", "end"})
#: Minimum strength of a place in a remark on a draft that moves the draft.
CLEAR_PLACE = 0.6


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen placement, all candidates (best first, including the chosen one), and whether the choice is sure.

    `sure` is True if places with this `evidence` are nearly always right (confidence.py). For a replacement, the user
    must also have ordered it, and no other target may be possible.
    """

    placement: Placement
    candidates: tuple[Placement, ...]
    sure: bool
    evidence: Evidence = "clear"


def decide(document: Document, content: str, messages: Sequence[str], reworks: Rework = "none") -> Decision:
    """Return the place that the messages (oldest first) ask for, or else the place where the content fits best.

    `reworks` says whether the request asks for an existing text in another form ("shorter", "as a list").
    """
    view = DocumentView(document)
    builder = PlacementBuilder(view, Content.of(content))
    messages = in_same_section(document, messages)
    requests = [(m, read_request(view, m, opens=n == 0)) for n, m in enumerate(messages)]
    if exact := _exactly(builder, requests, reworks):
        return exact
    asked = conclude([each for m, each in requests if not _only_names(m, each, view, builder.content)])
    found = _without_place(builder, asked, builder.of(asked) if asked is not None else [])
    evidence = evidence_for(asked)
    if not found and (asked is None or asked.relation != "replace"):
        found, evidence = _in_usual_part(builder, messages)
    if not found:
        found, evidence = _fitted(builder)
        if asked is not None and asked.relation == "replace":
            found = [*_guesses(builder, found), *found]
    certain: list[Placement] = []
    if len(messages) == 1 and (reworks != "none" or (asked is not None and asked.relation == "replace")):
        certain = _reworked(builder, messages[0], asked, reworks)
        found = [*certain, *(p for p in found if not certain or p.operation != "replace")]
        if reworks == "perhaps of what is named" and not (asked is not None and asked.explicit):
            certain = [each for each in certain if each.place == "block"]  # for a section, a person is asked
        if not certain and reworks in ("some", "perhaps of what is named") and not _stands_beside(asked):
            found = [*at_the_named(builder, messages[0]), *found]
    if builder.content.level and messages and _orders_the_end(document, messages[-1]):
        found, evidence = [_LAST, *found], "edge"
    found = with_subsections(found, messages)
    doubtful, rivals = doubts(builder, messages[-1], asked, reworks != "none") if messages else (False, [])
    if not certain and messages:
        cut = found[0].operation == "replace" and names_a_sentence(document, messages[-1])
        other_words = reworks != "none" and orders_other_words(messages[0])
        doubtful = doubtful or cut or other_words or reworks == "within what is named"
        doubtful = doubtful or means_a_block(document, messages[-1], asked)
    if asked is not None and asked.target is not None and asked.target.kind == "block":
        doubtful = doubtful or _may_be_another_block(document, messages, found[0], bool(certain))
    alike = (asked is not None and asked.target is not None) or _SET_APART.intersection(builder.content.kinds[:1])
    versions = version_of_part(builder, messages[0], asked, found[0]) if len(messages) == 1 and not certain else []
    if versions:
        found, rivals = [*versions, *found], []
    elif alike and (repeated := repeated_block(builder, found[0])):
        found, rivals = [*repeated, *found], []
    doubtful = doubtful or leaves_words_unmet(builder, [m for m, each in requests if each is not None], asked, found[0])
    less = narrower(builder, found[0], messages[-1]) if versions or reworks != "none" else []
    if less:
        found, rivals, doubtful = [*less, *found], [], True
    doubtful = doubtful or doubles_a_block(builder, found[0])
    doubtful = doubtful or (reworks != "none" and removes_most(builder, found[0], messages[-1]))
    candidates = distinct([found[0], *rivals, *found[1:]])[:_SHOWN]
    if candidates[0].operation != "replace":
        return _calibrated(builder, candidates, weaker(evidence) if doubtful else evidence)
    ordered = bool(certain) or (asked is not None and asked.explicit and not asked.unclear)
    sentence = bool(less) and ordered and candidates[0].place != "block"  # the rest may have been meant, too
    if not sentence and keeps_text(document, content, candidates[0], messages):
        return _kept(candidates)
    return Decision(candidates[0], candidates, _sure(candidates, ordered) and not doubtful)


def _kept(candidates: tuple[Placement, ...]) -> Decision:
    """Return the decision for a replacement that loses no text."""
    first = replace(candidates[0], confidence=max(candidates[0].confidence, SURE))
    return Decision(first, (first, *candidates[1:]), True)


def _may_be_another_block(document: Document, messages: Sequence[str], found: Placement, certain: bool) -> bool:
    """Return True if the messages may mean another block than the block of a place. `certain` is True if the place
    replaces the block that they name.
    """
    if lies_outside(document, messages[-1], found) or (len(messages) > 1 and only_counts(document, messages[-1])):
        return True
    return not certain and counts_what_is_not_found(document, messages[-1], found)


def _without_place(
    builder: PlacementBuilder, asked: PlacementRequest | None, found: list[Placement]
) -> list[Placement]:
    """Return the places of a request. If it names none, or only the document, a table row or list item goes to the most
    similar table or list, and content for which a heading is given becomes a section.
    """
    if not found or (asked is not None and asked.target is not None and asked.target.kind == "document"):
        found = [*builder.alone(asked), *found]
    if not found and asked is not None and asked.title and asked.relation != "replace" and not builder.content.level:
        found = _titled(builder, asked.title)
    return found


def _exactly(
    builder: PlacementBuilder, requests: Sequence[tuple[str, PlacementRequest | None]], reworks: Rework
) -> Decision | None:
    """Return the decision if the messages name a place between two parts, inside a paragraph, or beside a list item."""
    if between := between_parts(builder, requests):
        return _calibrated(builder, tuple(between), "clear")
    if beside := beside_items(builder, requests):
        return _calibrated(builder, distinct(beside)[:_SHOWN], "clear" if len(beside) == 1 else "doubtful")
    if reworks == "none" and requests and (inside := within_paragraph(builder, requests[-1][0])):
        return Decision(inside[0], inside, True)
    return None


def _calibrated(builder: PlacementBuilder, candidates: tuple[Placement, ...], evidence: Evidence) -> Decision:
    """Return the decision with the confidence of its evidence. If it is not sure, it has alternatives to choose
    from.
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


def _reworked(
    builder: PlacementBuilder, message: str, asked: PlacementRequest | None, reworks: Rework
) -> list[Placement]:
    """Return the replacement of the only section or block that a request orders to be rewritten; [] if that is unclear.

    If the request does not name the element, the content must repeat much of it, as a new version does.
    """
    document = builder.view.document
    named = [each for each in resolve(document, message) if each.kind != "document"]
    if (
        len(named) != 1
        or not named[0].sure
        or named[0].kind == "quotation"
        or names_what_is_not_there(document, message, named)
    ):
        return []
    element = named[0]
    title = outline(document).section_of(element.start).title
    brings_title = bool(title) and fold(builder.content.title) == fold(title)
    if element.kind == "section" and not brings_title and speaks_of_a_part(message, element):
        return []
    ordered = asked is not None and asked.explicit
    block = ordered and asked is not None and asked.target is not None and asked.target.kind == "block"
    if block and element.kind == "section":
        return []  # the name only says where the block is that shall go
    is_object = ordered or reworks == "of what is named"
    if not is_object and shared_pairs(document.text[slice(*element.span)], builder.content.text) < VERSION:
        return []
    if element.kind == "section":
        return replacement_of_section(builder, element.start, ORDERED)
    if builder.content.level:
        return []  # the content is a section, and the element is not
    if element.kind == "sentence":
        return reworded_sentence(builder, element)
    if element.kind in ("item", "row"):
        return reworded_item(builder, element)
    whole = document.text[document.blocks[element.start].start : document.blocks[element.stop - 1].end]
    if element.stop - element.start != 1 or document.text[slice(*element.span)].strip() != whole.strip():
        return []
    if whole.strip() == builder.content.text.strip():
        return []  # "delete everything but the first paragraph" does not ask for the same text again
    what = f"the quoted {element.kind}" if element.how == "quotation" else " ".join(element.said.split())
    reason = f"The message asks for another version of {what}."
    return [builder.make("replace", element.start, "block", reason, ORDERED)]


def _stands_beside(asked: PlacementRequest | None) -> bool:
    """Return True if a request asks for a place before, after or between parts, or for a replacement."""
    return asked is not None and asked.relation in ("after", "before", "between", "replace")


def _orders_the_end(document: Document, message: str) -> bool:
    """Return True if a message wants a new section at the end of the document, and not at the end of a named part."""
    said = QUOTED.sub(" ", message)
    found = _END.search(said)
    if found is None:
        return False
    return all(each.kind == "document" or each.how in ("synonym", "topic") for each in resolve(document, said))


def names_place(document: Document, message: str) -> bool:
    """Return True if a remark on a draft also says where the draft must go, such as "and put it after Methods".

    An order to replace or delete is about the draft itself. A section that is only named is the subject of the remark.
    """
    asked = read_request(DocumentView(document), message, opens=False)
    if asked is None or asked.target is None or asked.target.kind == "back":
        return False
    if asked.target.kind == "document" and _counts_drafts(message):
        return False
    return asked.relation in _BESIDE and asked.strength >= CLEAR_PLACE


def clearly_names_place(document: Document, message: str) -> bool:
    """Return True if a message names a place, beside a block or section, that is clear enough to use without asking."""
    asked = read_request(DocumentView(document), message, opens=False)
    if asked is None or asked.target is None or asked.target.kind not in ("section", "block"):
        return False
    return asked.relation in _BESIDE and RATES[evidence_for(asked)] >= SURE


def _counts_drafts(message: str) -> bool:
    """Return True if a message refers to a draft by number: "make the first draft more formal" names no place."""
    words = words_in(message)
    return any(is_a(word, "draft") and ordinal_of(before) is not None for before, word in pairwise(words))


def _only_names(message: str, asked: PlacementRequest | None, view: DocumentView, content: Content) -> bool:
    """Return True if a request is only the title of the section that the content is: "now the conclusion"."""
    if asked is None or not content.level or asked.relation not in ("in", "end") or asked.target is None:
        return False
    mention = asked.target.mention
    if mention is None or len(mention.sections) == 0:
        return False
    own, words = fold(content.title), _stems(content.title)
    said = frozenset(t.stem for t in tokens(message)[mention.first : mention.stop] if t.word)
    titles = [view.sections[s].title for s in mention.sections]
    if _is_inside_title(message, mention, content.title) and own not in map(fold, titles):
        return True
    return all(fold(title) != own and (words <= _stems(title) or words == said) for title in titles)


def _is_inside_title(message: str, mention: NamedSection, title: str) -> bool:
    """Return True if a name in a message is a part of the content's own title: "the Data Availability section"."""
    words, said = tokens(message), [word.stem for word in title_words(title)]
    starts = range(max(0, mention.stop - len(said)), mention.first + 1)
    return any([word.stem for word in words[at : at + len(said)]] == said for at in starts)


def _titled(builder: PlacementBuilder, title: str) -> list[Placement]:
    """Return the usual place of a section for which the request gives only a title."""
    heading = f"{'#' * max(1, min(6, builder.view.level))} {title}"
    headed = PlacementBuilder(builder.view, Content.of(f"{heading}\n\n{builder.content.text}"))
    found = [p for p in fitting(headed) if p.operation in ("new_section", "append_to_document")]
    return [replace(p, position=position(p.place, heading)) for p in found]


def _in_usual_part(builder: PlacementBuilder, messages: Sequence[str]) -> tuple[list[Placement], Evidence]:
    """Return the end of the usual part that the messages name last, or the usual place of such a section."""
    part = None if builder.content.level else last_part(builder.view.document, messages)
    if part is None:
        return [], "resemblance"
    if part.sections:
        return builder.of(PlacementRequest("in", Target("section", 1.0, 0, sections=part.sections))), "only named"
    found, evidence = _fitted(builder)
    return (found, evidence) if evidence == "empty" else ([*_titled(builder, part.name), *found], "usual place")


def _guesses(builder: PlacementBuilder, beside: Sequence[Placement]) -> list[Placement]:
    """Return the blocks most similar to the content if the request replaces something that the document lacks."""
    blocks = builder.view.blocks
    near = [p.anchor.block for p in beside if p.anchor is not None and blocks[p.anchor.block].kind != "heading"]
    reason = "The message asks to replace something, but does not clearly say what."
    return [builder.make("replace", block, "block", reason, GUESS) for block in dict.fromkeys(near)]


def _stems(title: str) -> frozenset[str]:
    return frozenset(word.stem for word in title_words(title))


def _sure(candidates: Sequence[Placement], ordered: bool) -> bool:
    """Return True if a replacement may be carried out without asking: it is ordered, and only one target is
    possible.
    """
    chosen = candidates[0]
    if not ordered:
        return False
    rivals = [c.confidence for c in candidates[1:] if c.operation == "replace"]
    return chosen.confidence >= CLEAR_ENOUGH and all(chosen.confidence - r >= MARGIN for r in rivals)
