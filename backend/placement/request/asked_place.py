"""Find the place that a message asks for, from words such as "after", "between" and "instead of".

`python -m tests.bench.sensitivity placement/request/asked_place.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from backend.document.order_words import is_a
from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.referents import Target
from backend.mentions.section_names import NamedSection
from backend.mentions.section_of_block import HOLDER
from backend.placement.request.asides import parsed
from backend.placement.request.clauses import Clauses
from backend.placement.request.containing_section import ContainingSection
from backend.placement.request.edges import read_edge
from backend.placement.request.named_place import NAMED, NamedPlace
from backend.placement.request.new_title import brings_section, new_title
from backend.placement.request.relations import HEADING, Frame, Relations
from backend.placement.request.replacement import Replacing
from backend.placement.request.roles import Roles
from backend.placement.request.sequence import sequence
from backend.placement.request.unexplained import is_understood, is_unexplained

Relation = Literal["in", "start", "end", "after", "before", "between", "replace"]
_OPPOSITE = ("after", "before")
#: Maximum number of words from "before" to "subsection" in "before its first subsection".
_NEAR = 6
#: Last letters of words for "subsections" in the languages of the placement rules.
_PLURAL = frozenset("sneiв")
#: Strength (0 to 1) of an order to replace something that cannot be found.
_UNFOUND = 0.2
#: Strength with which a whole paragraph is meant if the message mentions one of its sentences.
_UNSURE = 0.3
#: Strength (0 to 1) of a place that is only named, in a message without other words that are understood.
_ONLY_NAMED = 0.5
_SENTENCES = re.compile(r"[.!?。！？]\s*[^\s)\]]")
#: Signs between a section's name and the place in it: "Methods, after the list", "Methods: before the table".
_APART = frozenset(",:;-–—/>")
#: Two blocks of one kind are in the same group if their scores differ by less than this: `described_blocks` reduces the
#: scores of such blocks by 0.02 each, at most ten times.
_COUNTED_APART = 0.21
#: Minimum quality (0 to 1) of several words from a title, so that they name the section of a described block.
_NAMED_PART = 0.75
#: Tags of words that may occur in a message that only names an edge.
_EDGE_WORDS = ("start", "end", "filler", "in", "polite", "add", "content", "remark")
#: Words of "put it" beside them: a verb, and a pronoun for the text.
_PUTTING_IT = ("placing", "moving", "pronoun")
#: Tags of verbs that put a text somewhere.
_PLACING = frozenset({"add", "seat"})
_KINDS = frozenset({"item", "row", "list", "table"})


@dataclass(frozen=True, slots=True)
class PlacementRequest:
    """A place that a message asks for: beside, inside or instead of `target`, according to `relation`. For "after
    Methods", these are the section Methods and "after".

    `other` is the second part for "between". `strength` (0 to 1) is how clearly the message asks for this place.
    `sections` are the indices of other sections that the message names. `kinds` are the kinds of small parts that it
    mentions, such as "item". `new_section` is True if it asks for a new section, which gets the title `title` (or "").

    `target` is None for a new section without a place, and for a replacement if the document lacks the text to replace.
    """

    relation: Relation
    target: Target | None = None
    other: Target | None = None
    strength: float = 0.5
    sections: tuple[int, ...] = ()
    subsection: bool = False
    new_section: bool = False
    title: str = ""
    kinds: frozenset[str] = field(default=frozenset())
    #: the message begins by taking back an earlier message
    corrects: bool = False
    #: for a replacement: the order names its object (replacement_permission.py)
    explicit: bool = False
    #: words around the section's name are not understood (unexplained.py)
    unclear: bool = False
    #: the section is named by a part or a synonym of its title, and no word around it is unknown (unexplained.py)
    understood: bool = False
    #: a relation, an edge, or a verb of placing says where the text goes
    placing: bool = False


@lru_cache(maxsize=4)  # a message is read when it comes, and again when its draft is approved
def read_request(view: DocumentView, message: str, opens: bool = True) -> PlacementRequest | None:
    """Return the place that a message asks for; None if it asks for none.

    `opens` is True for the message that asked for the draft, and False for later messages about the draft.
    """
    reading = parsed(view, message)
    if reading is None:
        return None
    clauses, roles = Clauses(reading), Roles(reading)
    replacing = Replacing(reading, clauses, roles, opens)
    named = NamedPlace(reading, roles, opens)
    found = _replace(reading, replacing) or _numbered(named) or _relate(reading, clauses, roles)
    by_verb = _at_edge(reading, roles) if found is None else None
    found = found or by_verb or _within(reading, clauses, roles, named)
    if found is None and replacing.ordered:
        found = PlacementRequest("replace", None, None, _UNFOUND)
    if found is None:
        return _new_section(reading, clauses) or (None if opens else _bare_edge(reading))
    tags = {tag for tags in reading.starts.values() for tag in tags}
    return replace(
        found,
        subsection="subsection" in tags,
        new_section="newsection" in tags or brings_section(reading),
        title=new_title(reading, clauses),
        kinds=frozenset(tags & _KINDS),
        corrects=bool(reading.at(0, "not", "remark")),
        placing=(found.relation not in ("in", "replace") and found.strength > _ONLY_NAMED) or bool(tags & _PLACING),
        understood=found.target is not None and is_understood(reading, roles, found.target),
        unclear=found.unclear or (not by_verb and is_unexplained(reading, roles, found.relation, found.target)),
    )


def _bare_edge(reading: ParsedMessage) -> PlacementRequest | None:
    """Return a request for the start or end of a part that an earlier message named, as in "At the top, please."; None
    for any other message.
    """
    said = [i for i, token in enumerate(reading.tokens) if token.word]
    known = [reading.at(i, *_EDGE_WORDS) or is_a(reading.text_at(i), *_PUTTING_IT) for i in said]
    if not said or not all(known) or any(not reading.at(each.first, "start", "end") for each in reading.mentions):
        return None
    edges = [tag for tag in ("start", "end") if any(reading.at(i, tag) for i in said)]
    return PlacementRequest(edges[0], Target("back", 0.5, 0)) if len(edges) == 1 else None  # type: ignore[arg-type]


def _new_section(reading: ParsedMessage, clauses: Clauses) -> PlacementRequest | None:
    """Return a request for a new section if a message gives its title but no place: "add a section called Limits".
    Returns None for any other message.
    """
    fresh = any(reading.at(i, "newsection") for i in range(len(reading.tokens)) if i not in reading.masked)
    title = new_title(reading, clauses) if fresh else ""
    return PlacementRequest("in", None, None, _UNFOUND, new_section=True, title=title) if title else None


def _numbered(named: NamedPlace) -> PlacementRequest | None:
    """Return the request of a message such as "as the second paragraph of X": the place before the present second
    paragraph of X. For a number that counts from the end ("as the last but one paragraph"), it is the place after that
    paragraph. Returns None for other messages.
    """
    meant = named.numbered()
    return PlacementRequest(meant[0], meant[1], None, 0.9) if meant is not None else None


def _replace(reading: ParsedMessage, replacing: Replacing) -> PlacementRequest | None:
    meant = replacing.target()
    if meant is None:
        return None
    beside = tuple(s for m in reading.mentions if m is not meant.mention and m.quality >= 0.8 for s in m.sections)
    strength = min(1.0, meant.score + 0.1)
    if (
        meant.kind == "block"
        and replacing.less()
        and _SENTENCES.search(reading.view.document.source(meant.blocks[0].block))
    ):
        strength = min(strength, _UNSURE)
    return PlacementRequest("replace", meant, None, strength, beside, explicit=replacing.explicit)


def _relate(reading: ParsedMessage, clauses: Clauses, roles: Roles) -> PlacementRequest | None:
    """Return the request of a message that has a word such as "after", "before" or "between", or gives a place in a
    sequence ("first X, then this"); None for any other message.
    """
    relations = Relations(reading, clauses, roles)
    usable = relations.usable()
    beyond = _beside_subsections(reading) or _below_heading(reading)
    if beyond is not None:
        return beyond
    if not usable:
        found = sequence(reading)
        return PlacementRequest(found[0], found[1], found[2], 0.85) if found else None  # type: ignore[arg-type]
    inside = _inside_named(reading, roles, max(usable, key=lambda f: (f.worth, f.first)))
    if inside is None:
        return None  # the section that the message names is a better place
    best = _said_more_exactly(reading, inside, usable)
    relation: Relation = "between" if best.tag == "between" else "after" if best.tag == "after" else "before"
    if best.target.kind == "back" and relation != "between":
        if relations.brings_new(best.first):
            return None  # "add a sentence on rain after it": "it" is not in this message
        named = clauses.antecedent(best.first)
        if named is not None:
            return PlacementRequest(relation, named, None, min(1.0, named.score + 0.1), _others(reading, named))
    strength = min(1.0, round(best.worth + 0.1, 6))  # rounded, because 0.7 + 0.1 is less than 0.8 in binary
    others = _others(reading, best.target)
    if relation == "between":
        if best.other is None and best.target.kind == "block":
            strength = min(strength, _ONLY_NAMED)  # "between the two figures on rivers"
        return PlacementRequest(relation, best.target, best.other, strength, others)
    other = _counterpart(best, usable)
    if other is not None:
        one, two = (best.target, other.target) if relation == "after" else (other.target, best.target)
        return PlacementRequest("between", one, two, strength, others)
    if relation == "after" and best.names_heading(reading):
        relation = "start"
    return PlacementRequest(relation, best.target, None, strength, others)


def _said_more_exactly(reading: ParsedMessage, best: Frame, usable: list[Frame]) -> Frame:
    """Return the relation `best` with the more exact word that follows in its sentence: "next to X, right before it"
    becomes "before X". `usable` are all relations of the message. If no such word follows, return `best` unchanged.
    """
    stop = reading.sentence(best.first)[1]
    backs = [f for f in usable if f.target.kind == "back" and best.stop < f.first < stop and f.tag in _OPPOSITE]
    later = [f for f in backs if reading.at(f.stop, "content")]
    return replace(best, tag=later[0].tag) if later and best.target.kind in ("section", "block") else best


def _beside_subsections(reading: ParsedMessage) -> PlacementRequest | None:
    """Return the request of a message that gives a place beside the subsections of a section X; None for other
    messages. "X, before its first subsection" and "before all its subsections" mean the end of X's own text. "After all
    its subsections" means the place after X.
    """
    named = outermost(m for m in reading.mentions if m.quality >= HOLDER and m.sections)
    sections = reading.view.sections
    if len(named) != 1 or len(named[0].sections) != 1 or not any(s.parent == named[0].sections[0] for s in sections):
        return None
    meant = Target("section", named[0].quality, named[0].stop, named[0].sections, mention=named[0])
    strength = min(1.0, named[0].quality + 0.1)
    for index in range(len(reading.tokens)):
        tag = next((each for each in _OPPOSITE if index not in reading.masked and reading.at(index, each)), "")
        if reading.at(index, "between") and index <= named[0].first:
            index, tag = named[0].stop, "before"  # "between the heading X and its first subsection"
        begin = max(index, reading.at(index, tag)) if tag else 0
        near = range(begin, min(begin + _NEAR, len(reading.tokens)) if tag else begin)
        at = next((i for i in near if i not in reading.masked and reading.at(i, "subsection")), 0)
        counted = [number for i in range(begin, at) if (number := reading.ordinal(i)[0])]
        every = named[0].stop <= index and not counted and reading.text_at(at)[-1:] in _PLURAL
        if tag == "before" and any(reading.at(i, "every") for i in near):
            continue  # "before the other subsections": the text is one, too
        if at and tag == "before" and (every or 1 in counted):
            return PlacementRequest("end", meant, None, strength)
        if at and tag == "after" and every:
            return PlacementRequest("after", meant, None, strength)
    return None


def _below_heading(reading: ParsedMessage) -> PlacementRequest | None:
    """Return the request for the start of section X if a message has words such as "X, straight after the heading";
    None for other words.
    """
    named = outermost(m for m in reading.mentions if m.quality >= HOLDER and m.sections)
    if len(named) != 1:
        return None
    for index in range(len(reading.tokens)):
        stop = reading.at(index, "after", "under") if index not in reading.masked else 0
        noun = reading.skip(stop, len(reading.tokens), "filler") - 1 if stop else -1
        heading = reading.text_at(noun) in HEADING or reading.text_at(noun + 1) in HEADING
        after = noun + 1 + (reading.text_at(noun + 1) in HEADING)
        if stop and heading and (after >= len(reading.tokens) or not reading.tokens[after].word):
            target = Target("section", named[0].quality, named[0].stop, named[0].sections, mention=named[0])
            return PlacementRequest("start", target, None, min(1.0, named[0].quality + 0.1))
    return None


def _inside_named(reading: ParsedMessage, roles: Roles, best: Frame) -> Frame | None:
    """Return the relation `best`, limited to blocks in the section that the message gives as the place: "in X, after
    the paragraph on Y". It is returned unchanged if the message gives no such section, or if none of the blocks is in
    it. In this second case, return None if the words are an uncertain description of a paragraph.
    """
    view, found = reading.view, best.target.blocks
    holders = [
        view.sections[index]
        for m in reading.mentions
        if m.quality >= (HOLDER if m.words == 1 else _NAMED_PART) and m.first not in roles.refused
        if roles.of(m) in ("in", "under") or _is_set_before(reading, m, best.first)
        for index in m.sections
    ]
    held = [f for f in found if any(each.first <= f.block.index < each.stop for each in holders)]
    if best.target.kind != "block" or not holders:
        return best
    if not held:
        return best if best.target.noun != "paragraph" or best.target.score >= HOLDER else None
    counted = best.target.noun == found[0].block.kind and found[0].score - found[-1].score < _COUNTED_APART
    if counted and len(held) == 1 < len(found):  # the only list of the section
        held = [replace(held[0], score=HOLDER)]
    elif held[0] is found[0]:
        return best
    score = held[0].score if counted else min(best.target.score, held[0].score)
    return replace(best, target=replace(best.target, blocks=tuple(held), score=score))


def _is_set_before(reading: ParsedMessage, mention: NamedSection, relation: int) -> bool:
    """Return True if only the section's name and a punctuation mark come before the relation, as in "Methods, after the
    list". `relation` is the index of the relation's first token.
    """
    first = reading.sentence(relation)[0]
    behind = reading.skip(mention.stop, relation, "section")
    parted = behind < relation and reading.text_at(behind) in _APART
    return parted and reading.skip(first, mention.first, "in", "filler", "section") >= mention.first


def _counterpart(best: Frame, usable: list[Frame]) -> Frame | None:
    """Return the relation that, together with `best`, means a place between two sections: "before Y" for "after X", or
    the other way round. Returns None if there is none, or if X or Y is not a section.
    """
    for frame in usable:
        opposite = (
            frame.target is not best.target and frame.tag != best.tag and frame.tag != "between" and frame.worth >= 0.6
        )
        if opposite and frame.target.kind == best.target.kind == "section":
            return frame
    return None


def _others(reading: ParsedMessage, meant: Target) -> tuple[int, ...]:
    """Return the indices of the sections that the message names besides `meant`. The section with the most certain name
    is the first.
    """
    used = meant.mention
    return tuple(
        s
        for m in sorted(reading.mentions, key=lambda m: -m.quality)
        if m.quality >= 0.7 and m is not used and not (used and m.first < used.stop and used.first < m.stop)
        for s in m.sections
    )


def _at_edge(reading: ParsedMessage, roles: Roles) -> PlacementRequest | None:
    edge = read_edge(reading, roles)
    if edge is None:
        return None
    others = _others(reading, edge.target)
    return PlacementRequest(edge.relation, edge.target, None, edge.strength, others, unclear=edge.rivaled)  # type: ignore[arg-type]


def _within(
    reading: ParsedMessage, clauses: Clauses, roles: Roles, named: NamedPlace | None = None
) -> PlacementRequest | None:
    places = ContainingSection(reading, clauses, roles)
    found = places.best()
    if found is not None:
        score, mention, relation, others = found
        meant = Target("section", mention.quality, mention.stop, mention.sections, mention=mention)
        return PlacementRequest(relation, meant, None, score, others)  # type: ignore[arg-type]
    whole = places.document()
    only = named.only() if named is not None else None
    if only is not None and only.kind == "section" and (whole is None or only.score >= NAMED):
        return PlacementRequest(whole[1] if whole is not None else "in", only, None, _ONLY_NAMED)  # type: ignore[arg-type]
    if only is not None and whole is None:
        return PlacementRequest("after", only, None, _ONLY_NAMED)
    if whole is not None:
        said = range(len(reading.tokens))
        unknown = any(reading.tokens[i].word and not reading.plain(i) for i in said if i not in reading.masked)
        strength = min(whole[0], _ONLY_NAMED) if unknown else whole[0]
        return PlacementRequest(whole[1], Target("document", 0.8, 0), None, strength)  # type: ignore[arg-type]
    return None
