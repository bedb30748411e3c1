"""Compare a model's plan with the decision of the rules, and list the objections as sentences for the model.

There is an objection if the plan removes text without an order, puts text into a section with a fixed form (such as the
references), splits a section, invents a title, or chooses another place than the user's words name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from backend.document.blocks import Document, read
from backend.mentions.document_view import DocumentView
from backend.mentions.section_names import title_words
from backend.placement.content import Content
from backend.placement.fit.closed_sections import closed
from backend.placement.place import Placed
from backend.placement.plan import DESTROYING, Placement, describe
from backend.placement.rules import Decision

#: "loss": the plan removes text that no words order to remove; "harm": it damages the document; "other place": the
#: user's words clearly name another place.
Gravity = Literal["loss", "harm", "other place"]


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason against a plan, in words that tell the model what to change. If `gravity` is "harm", the plan must not
    be used. If it is "loss", the plan may be used only if the removed words are in the content or in the messages.
    """

    gravity: Gravity
    words: str


def objections(document: Document, placed: Placed, decision: Decision, texts: Sequence[str]) -> tuple[Objection, ...]:
    """Return all objections to a plan whose result differs from the result of the rules.

    `placed` is the result of the plan, and `decision` is the decision of the rules. `texts` are the user's messages and
    the content; a new heading must share a word with one of them.
    """
    found = [
        Objection("harm", words)
        for words in (
            _made_up(placed.placement.heading, texts),
            _torn_row(placed.placement, decision.placement, texts[-1]),
            *_standing(document, placed, decision.placement),
        )
        if words
    ]
    if words := _loss(placed.placement, decision.placement):
        found.insert(0, Objection("loss", words))
    if decision.sure and not found:
        found.append(Objection("other place", f"The user's words mean another place: {describe(decision.placement)}."))
    return tuple(found)


def _loss(wanted: Placement, ruled: Placement) -> str:
    """Return an objection if the plan `wanted` replaces text; "" if it replaces nothing. `ruled` is the place that the
    rules chose. The two places lead to different texts, so at most one of them is right.
    """
    if wanted.operation not in DESTROYING:
        return ""
    if ruled.operation in DESTROYING:
        return f"This would replace the wrong text. The user ordered this replacement: {describe(ruled)}."
    return "The user did not order this text to be replaced, so it must stay: add the content beside it."


def _torn_row(wanted: Placement, ruled: Placement, content: str) -> str:
    """Return an objection if the content is a table row, and the plan (`wanted`) puts it outside of the table that the
    rules chose (`ruled`); "" otherwise.
    """
    if wanted.place.startswith("row") or not ruled.place.startswith("row") or not Content.of(content).row:
        return ""
    return f"The content is a row of a table, and must go into the table: {describe(ruled)}."


def _made_up(heading: str, said: Sequence[str]) -> str:
    """Return an objection if the plan's new heading shares no word with the texts in `said` (the messages and the
    content); "" otherwise.
    """
    words = {word.stem for word in title_words(heading.lstrip("# "))}
    if not heading or any(word.stem in words for each in said for word in title_words(each)):
        return ""
    return f"The user did not ask for the heading {heading!r}. Leave it out, or use a heading that the user named."


def _standing(document: Document, placed: Placed, ruled: Placement) -> list[str]:
    """Return the objections to the position at which the plan (`placed`) inserts the content. There is one if text that
    follows the content would come under another heading. There is another if the position is in a section with a fixed
    form, such as the references, and `ruled`, the place that the rules chose, is in another section.
    """
    if placed.placement.operation in DESTROYING or not placed.splices:
        return []
    first, behind = placed.splices[0].start, len(document.blocks) - placed.splices[-1].stop
    after = DocumentView(read(placed.text))
    found = []
    if _is_torn(DocumentView(document), after, behind):
        found.append("The text after the content would move under another heading. Choose a section's end instead.")
    last = len(after.blocks) - behind
    section = inner = after.section_of(last - 1)
    while section.heading is not None and first <= section.heading < last:
        section = after.sections[section.parent or 0]
    own = section.heading is None and section != inner  # the content has a heading and is before the first one
    if closed(after, section.first) and not own and (ruled.section or ()) != section.path:
        name = f"the section {section.title!r}" if section.title else "the part before the first heading"
        found.append(
            f"The user did not name {name}, which has a fixed form and takes no other content. Choose another place."
        )
    return found


def _is_torn(before: DocumentView, after: DocumentView, behind: int) -> bool:
    """Return True if a block after an inserted text is now in another section than before: the headings above it have
    changed. `behind` is the number of blocks after the inserted text.
    """
    shift = len(after.blocks) - len(before.blocks)
    first = len(before.blocks) - behind
    heads = {first, *(each.first for each in before.sections if each.first > first)}
    return any(
        before.section_of(index).path != after.section_of(index + shift).path
        for index in heads
        if index < len(before.blocks)
    )
