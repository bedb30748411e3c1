"""Plan moves: a part of the document is moved next to another part, or two parts are swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document, read
from backend.document.order_limits import BETWEEN
from backend.document.order_words import is_a, ordinal_of, side_in, words_in
from backend.document.outline import Section, outline
from backend.mentions.closed_words import STARTS
from backend.mentions.document_end import names_document_end
from backend.mentions.resolver import Mention, resolve
from backend.mentions.shift_orders import read_shift
from backend.placement.carrying_out.levels import DEEPEST
from backend.placement.carrying_out.resolve import end_of_text
from backend.placement.edited_object import is_edited_itself
from backend.placement.fit.closed_sections import lists_references
from backend.placement.ordered_edits.shifts import over_paragraphs
from backend.placement.plan import Placement
from backend.placement.planned_edit import (
    APPROVED_LAST,
    DOUBTFUL,
    edit_of,
    named_part,
    whole,
    with_caption,
    without_definitions,
)
from backend.placement.request.same_section import completed
from backend.placement.structure.list_order import KINDS, edge_in, moved_to, swapped


def move_blocks(document: Document, message: str, blocks: tuple[int, int]) -> Placement | None:
    """Plan the move of blocks, which the message calls "it", to a place that the message names. Returns None if it
    names no place.

    `blocks` are two indices: of the first block, and after the last block. If the place is uncertain because the name
    fits two parts, the confidence is below `SURE`.
    """
    if count := read_shift(message):
        return _shifted(document, blocks, count)
    if names_document_end(document, message):
        return _moved_to_end(document, blocks)
    message = in_section_of(document, message, blocks[0])
    named = [each for each in resolve(document, message) if each.kind != "document" and not each.guessed]
    inside = [each for each in named if blocks[0] <= each.start and each.stop <= blocks[1]]
    if inside and inside[-1] == named[-1] and inside[-1].kind == "section":
        return None  # "move it to the end of X", where X is the approved section: "it" must mean another part
    if inside:
        named = _named_besides(document, message, blocks)
    return moved(document, message, [as_mention(document, blocks), *named]) if named else None


def _shifted(document: Document, blocks: tuple[int, int], count: int) -> Placement | None:
    target = over_paragraphs(document, blocks, count)
    if target is None:
        return None
    up = "one paragraph further up" if count == -1 else f"{-count} paragraphs further up"
    down = "one paragraph further down" if count == 1 else f"{count} paragraphs further down"
    return _to_before(document, blocks, target, up if count < 0 else down)


def _moved_to_end(document: Document, blocks: tuple[int, int]) -> Placement | None:
    target = end_of_text(document, 0, len(document.blocks))
    return _to_before(document, blocks, target, "to the end of the document") if blocks[1] < target else None


def _to_before(document: Document, blocks: tuple[int, int], target: int, where: str) -> Placement:
    """Return the edit that moves `blocks` to the place before block `target`. `where` says to the user which place this
    is. `blocks` are two indices: of the first block, and after the last block.
    """
    said = as_mention(document, blocks)
    reason = f"The edit moves {named_part(document, said)} {where}."
    position = f"blocks {blocks[1] - blocks[0]} to before block {target}"
    return edit_of(document, said, Placement("move", position=position, reason=reason))


def _named_besides(document: Document, message: str, blocks: tuple[int, int]) -> list[Mention]:
    """Return the parts that a message names, found as if the document did not have the blocks with the indices
    `blocks`. If these blocks are the last paragraph, "the last paragraph" means the paragraph before it. The indices in
    the result count in the whole document.
    """
    count, (start, stop) = blocks[1] - blocks[0], (document.blocks[blocks[0]].start, document.blocks[blocks[1] - 1].end)
    rest = read(document.text[:start] + document.text[stop:])
    if len(rest.blocks) + count != len(document.blocks):
        return []
    named = [each for each in resolve(rest, message) if each.kind != "document" and not each.guessed]
    at = [each.index + count * (each.index >= blocks[0]) for each in rest.blocks]
    found = []
    for each in named:
        first, last = at[each.start], at[each.stop - 1]
        span = tuple(offset + (stop - start) * (offset >= start) for offset in each.span)
        found.append(replace(each, start=first, stop=last + 1, span=(span[0], span[1]), rivals=(), caption=None))
    return found


def in_section_of(document: Document, message: str, block: int) -> str:
    """Add the title of the section around block `block` to a message that names a paragraph only by its number ("no,
    before the second paragraph"). Any other message is returned unchanged.
    """
    if any(each.kind != "document" for each in resolve(document, message)):
        return message
    return completed(message, outline(document).section_of(block).title)


def as_mention(document: Document, blocks: tuple[int, int]) -> Mention:
    """Return a mention of the blocks that were approved last, for a message that calls them "it". `blocks` are two
    indices: of the first block, and after the last block.
    """
    start, stop = blocks
    span = document.blocks[start].start, document.blocks[stop - 1].end
    return Mention("paragraph", start, stop, APPROVED_LAST, (0, 0), span, "exact")


def moved(document: Document, message: str, mentions: Sequence[Mention]) -> Placement | None:
    """Return the edit that moves the first part in `mentions` next to the last one ("move X after Y"), or swaps the
    two. Returns None if the message does not say where the first part goes, or if it does not mean the whole part.
    """
    first, other = mentions[0], mentions[-1]
    if BETWEEN.intersection(words_in(message[first.at[1] : other.at[0]])):
        return _moved_between(document, first, mentions[1:])
    told = _told(message[first.at[1] : other.at[0]])
    ahead = words_in(message[: first.at[0]])[-4:]
    if first is not other and not _says_place(told) and _says_place(ahead):  # "behind Y put X"
        first, other, told = other, first, ahead
    if not is_edited_itself(message, first, mentions):
        return None
    if first.kind in KINDS and (ordered := _reordered(document, message, (first, other), told)) is not None:
        return ordered
    if first is other and any(is_a(word, "swapping") for word in words_in(message)):
        return _turned(document, first)
    if first is other:  # "… to the end of this section"
        told = words_in(message[first.at[1] :])
        if first.kind == "section":
            return _among_its_siblings(document, first, told)
        if not _names_edge(told):
            return None
        return _moved_to(document, first, _own_section(document, first), told)
    if not _says_place(told) and any(is_a(word, "swapping") for word in words_in(message)):
        return _swapped(document, first, other)
    behind = words_in(message[other.at[1] :])
    if not _says_place(told) and other.kind == "section" and _names_edge(behind):
        told = behind  # "into X, at the very front"
    return _moved_to(document, first, other, told)


def _reordered(
    document: Document, message: str, named: tuple[Mention, Mention], told: Sequence[str]
) -> Placement | None:
    """Return the move or swap of items in a list, or of rows in a table; None if the message orders none.

    `named` are the part to move and the part beside which it goes; if the message names only one part, both are this
    part. `told` are the words between the two names that say the place, such as "after".
    """
    first, other = named
    beside, side = other if other is not first and other.kind == first.kind else None, ""
    if any(is_a(word, "swapping") for word in words_in(message)):
        found, way = swapped(document, first, beside), "swaps"
    else:
        told = words_in(message[first.at[1] :]) if beside is None else told
        edge = _names_edge(told)
        start = any(word in STARTS for word in told)
        side = edge_in(told) or (("start" if start else "end") if edge else "")
        if beside is not None:
            side = side_in(told)
        found, way = (moved_to(document, first, beside, side) if side else None), "moves"
    if found is None:
        return None
    what = named_part(document, first) + (f" and {named_part(document, other)}" if beside and way == "swaps" else "")
    where = "" if way == "swaps" else f" {side} {named_part(document, beside)}" if beside else f" to the {side}"
    made = edit_of(document, first, replace(found, reason=f"The edit {way} {what}{where}."))
    return made if beside is None or beside.sure else replace(made, confidence=DOUBTFUL)


def _told(between: str) -> Sequence[str]:
    """Return the words that say the place, from the text `between` the names of the moved part and of the other part.
    For "move A to the top, before B", this text is "to the top, before", and the result has only the words after the
    last comma: "before".
    """
    if "in front of" in between.casefold():
        return ["before"]
    last = words_in(between.rpartition(",")[2])
    return last if side_in(last) else words_in(between)


def _turned(document: Document, both: Mention) -> Placement | None:
    """Return the edit that swaps two neighboring blocks, which the mention `both` names together: "swap the first two
    paragraphs". Returns None unless these are exactly two blocks.
    """
    if both.stop - both.start != 2 or both.kind == "section":
        return None
    blocks = document.blocks
    one = replace(both, stop=both.start + 1, span=(blocks[both.start].start, blocks[both.start].end))
    other = replace(both, start=both.start + 1, span=(blocks[both.start + 1].start, both.span[1]))
    made = _moved_to(document, one, other, ["after"])
    reason = f"The edit swaps {named_part(document, one)} and {named_part(document, other)}."
    return made and replace(made, reason=reason)


def _swapped(document: Document, first: Mention, other: Mention) -> Placement | None:
    """Plan the swap of the parts `first` and `other`. The caption of a table or figure is moved with it. Returns None
    if one part contains the other, or if they are sections of different levels.
    """
    first, other = (without_definitions(document, with_caption(document, each)) for each in (first, other))
    levels = {s.level for s in outline(document).sections if s.heading in (first.start, other.start)}
    if first.stop == other.start and first.kind == other.kind == "section" and len(levels) == 1:
        return _moved_to(document, first, other, ["after"])
    apart = first.stop <= other.start or other.stop <= first.start
    complete = all(each.span == whole(document, each) for each in (first, other))
    if not apart or not complete or first.kind != other.kind or (first.kind == "section" and len(levels) != 1):
        return None
    reason = f"The edit swaps {named_part(document, first)} and {named_part(document, other)}."
    if any(each.caption is not None for each in (first, other)):
        reason += " Numbers that are typed in captions stay as they are."
    position = f"blocks {first.stop - first.start} swapped with blocks {other.start}-{other.stop - 1}"
    made = edit_of(document, first, Placement("move", position=position, reason=reason))
    return made if other.sure else replace(made, confidence=DOUBTFUL)


def _moved_between(document: Document, first: Mention, places: Sequence[Mention]) -> Placement | None:
    """Plan the move of the part `first` between the two parts `places`. Returns None unless all three are of one kind,
    and `places[1]` directly follows `places[0]`.
    """
    both = sorted((with_caption(document, each) for each in places), key=lambda each: each.start)
    if len(both) != 2 or both[0].stop != both[1].start:
        return None
    if not first.kind == both[0].kind == both[1].kind:
        return None
    made = _moved_to(document, first, both[0], ["after"])
    return made if made is None or both[1].sure else replace(made, confidence=DOUBTFUL)


def _says_place(words: Sequence[str]) -> bool:
    return bool(side_in(words)) or _names_edge(words)


def _names_edge(words: Sequence[str]) -> bool:
    """Return True if words name the start or the end of something: "to the front of"."""
    return any(is_a(word, "edge") or word in STARTS for word in words)


def _among_its_siblings(document: Document, section: Mention, told: Sequence[str]) -> Placement | None:
    """Return the move of a section before or after all sections beside it: "Discussion should come last". `told` are
    the words after the section's name. Returns None if they do not name the first or last place, or if the section has
    this place already. A move after the references has a low confidence.
    """
    ranks = {ordinal_of(word) for word in told} & {1, -1}
    if not ranks and _names_edge(told) and not any(is_a(word, "element") for word in told):
        ranks = {1} if STARTS.intersection(told) else {-1}
    own = next((each for each in outline(document).sections if each.heading == section.start), None)
    if own is None or len(ranks) != 1:
        return None
    beside = [each for each in outline(document).sections if (each.parent, each.level) == (own.parent, own.level)]
    edge, side = (beside[0], "before") if 1 in ranks else (beside[-1], "after")
    span = document.blocks[edge.first].start, document.blocks[edge.stop - 1].end
    other = replace(section, start=edge.first, stop=edge.stop, said=edge.title, span=span)
    made = _moved_to(document, section, other, [side])
    return replace(made, confidence=DOUBTFUL) if made and side == "after" and lists_references(edge.title) else made


def _own_section(document: Document, mention: Mention) -> Mention:
    """Return a mention of the section that contains the mentioned block."""
    own = outline(document).section_of(mention.start)
    return replace(
        mention,
        kind="section",
        start=own.heading or 0,
        stop=own.own_stop,
        said=own.title,
        how="exact",
        rivals=(),
        guessed=False,
    )


def _end_of(section: Section, first: Mention) -> int:
    """Return the index of the block before which a part goes if it is moved to the section's end. This is usually the
    end of the section's own text; it is the end of the whole section if the section has no own text, or if the part
    `first` comes from one of its subsections.
    """
    inside = section.own_stop <= first.start < section.stop
    return section.stop if inside or section.own_stop == section.first + 1 else section.own_stop


def _moved_to(document: Document, first: Mention, other: Mention, told: Sequence[str]) -> Placement | None:
    first, other = (without_definitions(document, with_caption(document, each)) for each in (first, other))
    sections = outline(document).sections
    section, inside = next((s for s in sections if s.heading == other.start), None), ""
    if other.kind == "section" and len(sections) == 1:
        section = sections[0]  # the whole document, if it has no headings
    if _names_edge(told) and other.kind == "section" and section is not None:
        start = any(word in STARTS for word in told)
        target = other.start + (section.heading is not None) if start else min(_end_of(section, first), other.stop)
        side = "to the start of" if start else "to the end of"
    elif side_in(told) == "after":
        target, side = other.stop, "after"
        inside = document.text[other.span[1] : document.blocks[other.stop - 1].end]
    elif side_in(told) == "before":
        target, side = other.start, "before"
        inside = document.text[document.blocks[other.start].start : other.span[0]]
    elif other.kind == "section" and section is not None:
        target, side = min(section.own_stop, other.stop), "to the end of"
    else:
        return None
    if other.kind == "sentence" and inside.strip():
        return None  # it would go behind the whole paragraph
    own = next((s for s in sections if s.heading == first.start and first.kind == "section"), None)
    level = 0
    if own is not None and section is not None and section.heading is not None and side.startswith("to the"):
        # no text of the section goes with it
        target = section.own_stop if side == "to the start of" else min(section.stop, other.stop)
        level = section.level + 1 if own.level <= section.level else 0
    stays = bool(level) and target == first.start  # only its level changes
    if (first.start <= target <= first.stop and not stays) or first.span != whole(document, first) or level > DEEPEST:
        return None
    count = first.stop - first.start
    subsection = f", as a subsection (level {level})" if level else ""
    reason = f"The edit moves {named_part(document, first)} {side} {named_part(document, other)}{subsection}."
    position = f"blocks {count}" if stays else f"blocks {count} to before block {target}"
    position += f" at level {level}" if level else ""
    made = edit_of(document, first, Placement("move", position=position, reason=reason))
    return made if other.sure else replace(made, confidence=DOUBTFUL)
