"""Place content that has text for several sections, each part in its own section.

A model answers "rewrite Methods and Results" with both sections. If its answer went to one place as a whole, the
document would have these sections twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.order_words import asks_for_text, is_a, read_sentence, words_in
from backend.mentions.distributed_sections import distributed_sections
from backend.mentions.resolver import resolve
from backend.placement.confidence import SURE
from backend.placement.edited_object import named_together
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.object_of_order import is_object
from backend.placement.plan import EACH, Operation, Placement
from backend.placement.request.replacement import GUESS
from backend.placement.versions.content_sections import SectionPart, section_parts
from backend.placement.versions.kept_text import keeps_text
from backend.placement.versions.reworded_part import removes_most

_VERSIONS = "The draft has a new version of each of these sections: {}."
_ADDED = "The draft has text for each of these sections: {}."
_NOT_ORDERED = "But it is not clear that the message asks to rewrite exactly these sections."


def in_each_section(builder: PlacementBuilder, messages: Sequence[str], ordered: bool) -> list[Placement]:
    """Return two placements for content that has text for several sections, the likelier one first: one replaces each
    of these sections, the other adds to the end of each. Returns [] for other content.

    `ordered` is True if the message orders to rewrite or replace some text. The first placement is certain in two
    cases:
    - there is exactly one message, it names exactly these sections (or the whole document), and it orders to rewrite
      them or to add to them;
    - the first placement is a replacement that loses no text.
    """
    document = builder.view.document
    parts = section_parts(document, builder.content)
    if not parts or not messages:
        return []
    message = messages[-1]
    at = _named(builder, message, parts) if len(messages) == 1 else None
    names = ", ".join(f"“{part.section.title}”" for part in parts)
    appended = _make(builder, "append_to_section", parts, _ADDED.format(names))
    replaced = _make(builder, "replace", parts, _VERSIONS.format(names))
    if distributed_sections(document, message) or _orders_new_text(message, ordered):
        certain = at is not None or (len(messages) == 1 and _names_only(builder, message, parts))
        return [replace(appended, confidence=SURE) if certain else appended, replaced]
    if all(_keeps(builder, part, message) for part in parts):
        return [replace(replaced, confidence=SURE), appended]
    shrinks = any(_shrinks(builder, part, message) for part in parts)
    if at is not None and (ordered or is_object(message, at)) and not shrinks:
        return [replace(replaced, confidence=SURE), appended]
    return [replace(replaced, reason=f"{replaced.reason} {_NOT_ORDERED}"), appended]


def _orders_new_text(message: str, ordered: bool) -> bool:
    """Return True if a message orders text in addition to the present text. `ordered` is True if it orders to rewrite
    or replace text, as "write X and Y anew" does; then the verb "write" orders no additional text.
    """
    words = words_in(message)
    again = ordered and not asks_for_text(words)
    return any(is_a(word, "placing") or (is_a(word, "writing") and not again) for word in words)


def _named(builder: PlacementBuilder, message: str, parts: Sequence[SectionPart]) -> tuple[int, int] | None:
    """Return start and end (excluded), in characters of the message, of the words that name exactly the sections of
    `parts`, or the whole document. Returns None if other sections are named, too, or if the message is a question or a
    refusal.
    """
    sentence = read_sentence(message)
    if shared := distributed_sections(builder.view.document, message):
        same = {each.start for each in shared} == {part.section.first for part in parts}
        return (shared[0].at[0], shared[-1].at[1]) if same else None
    named = [each for each in resolve(builder.view.document, message) if each.kind in ("section", "document")]
    together = named_together(message, named)
    if sentence.asks or sentence.refuses or not named or len(together) < len(named):
        return None
    whole = len(named) == 1 and named[0].kind == "document"
    exactly = {each.start for each in named} == {part.section.first for part in parts}
    certain = whole or (exactly and all(each.sure for each in named))
    return (named[0].at[0], named[-1].at[1]) if certain else None


def _names_only(builder: PlacementBuilder, message: str, parts: Sequence[SectionPart]) -> bool:
    """Return True if the message certainly names each section of `parts`, and no other section and no smaller part of
    the document: "say in Methods that …, and add it to the references" for content with both sections.
    """
    named = [each for each in resolve(builder.view.document, message) if each.kind != "document" and not each.guessed]
    sections = all(each.kind == "section" and not each.rivals for each in named)
    return sections and {each.start for each in named} == {part.section.first for part in parts}


def _make(builder: PlacementBuilder, operation: Operation, parts: Sequence[SectionPart], reason: str) -> Placement:
    return builder.make(operation, parts[0].section.heading, EACH, reason, GUESS)


def _keeps(builder: PlacementBuilder, part: SectionPart, message: str) -> bool:
    """Return True if no text is lost when a part of the content replaces its section: the section has no text, or the
    part has all of its words, apart from those that the message names.
    """
    own = builder.view.own(part.section)
    only_heading = all(each.kind == "heading" for each in own)
    return only_heading or keeps_text(builder.view.document, part.content.text, _alone(builder, part), (message,))


def _shrinks(builder: PlacementBuilder, part: SectionPart, message: str) -> bool:
    """Return True if the part of the content is much shorter than its section, and the message does not ask for
    less.
    """
    return removes_most(PlacementBuilder(builder.view, part.content), _alone(builder, part), message)


def _alone(builder: PlacementBuilder, part: SectionPart) -> Placement:
    return builder.make("replace", part.section.heading, part.place, "", GUESS)
