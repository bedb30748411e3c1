"""Plan changes that need no new text: delete, rename, move, and restore an earlier revision.

An edit is a `Placement` whose operation is in this table. For example, "delete Methods" becomes `delete` with the
heading of Methods as the anchor and the position `blocks 5`, if the section has five blocks.

| operation     | anchor                   | position                                                           |
| ------------- | ------------------------ | ------------------------------------------------------------------ |
| delete        | the first deleted block  | `blocks N` (their number), or `characters A-B` (in the block)      |
| rename        | the heading              | `heading: ` and the new title                                      |
| rename        | the first changed block  | `“X” to “Y” at …` (see word_changes.py)                            |
| move          | the first moved block    | `blocks N to before block M` (M counts in the unchanged document), |
|               |                          | or `blocks N swapped with blocks A-B` (A and B are the first and   |
|               |                          | the last of the other blocks), or `blocks N joined` (paragraphs    |
|               |                          | that become one), or `blocks N merged into blocks A-B` (two        |
|               |                          | sections), or `blocks N at level L`, or both a place and a level   |
| insert_before | the block after the text | `block; heading: ## Title` (see structure_changes.py)              |
| restore       | none                     | `revision N`, or `revision N since revision M` (M: a hand edit)    |

An order must contain a verb and name something that the document has. An edit that is partly guessed has a confidence
below `SURE`; the user is asked before it is carried out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.insertion_orders import SENTENCE_END
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_limits import is_landmark
from backend.document.order_words import COURTESIES, is_a, side_in, words_in
from backend.document.outline import outline
from backend.mentions.closed_words import is_article
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention, resolve
from backend.placement.doubts import speaks_of_a_part
from backend.placement.edited_object import (
    WITHIN,
    certain_pair,
    counts_within,
    described,
    goes_on,
    is_edited_itself,
    keeps_something,
    leads_on_from,
    means_heading,
    named_together,
    naming_each,
    objects,
    takes_within,
)
from backend.placement.moves import as_mention, moved
from backend.placement.ordered_edits.document_title import means_title, retitled
from backend.placement.ordered_edits.emptied_parts import past_end_mark
from backend.placement.ordered_edits.joining import joined
from backend.placement.plan import Placement
from backend.placement.planned_edit import (
    CERTAIN,
    DOUBTFUL,
    edit_of,
    named_part,
    whole,
    with_caption,
    without_definitions,
)
from backend.placement.structure.merged_sections import merged

_QUOTED = re.compile(r"[“„«\"‘‚]\s*([^“”„«»\"]{1,200}?)\s*[”“»\"’‘]|(?<!\w)'(?=\S)([^'\n]{1,200}?)(?<=\S)'(?!\w)")
_NAMED = re.compile(
    r"\b(?:to|into|in|as|called|titled|named|zu|en|a|por|para|come|als)\b[\s:]+(.{1,200}?)(?:\s+um)?\s*[.!]*\s*$"
)
#: Chinese and Japanese words that say that something inside the named part is meant.
_WITHIN = re.compile(r"\s*[”」』》]?\s*(?:里|裡|中|内|の中|的|の)(?=\S)")


def delete_blocks(document: Document, blocks: tuple[int, int]) -> Placement:
    """Return the edit that deletes `blocks`, which the message calls "it". `blocks` are two indices: of the first
    block, and after the last block.
    """
    return delete_part(document, as_mention(document, blocks))


def which_section(document: Document, message: str) -> str:
    """Return a question for the user if several sections have the title that the message names: which of them is meant.
    Returns "" otherwise.
    """
    named = (each for each in resolve(document, message) if each.kind == "section" and each.how == "exact")
    mention = next((each for each in named if each.rivals), None)
    if mention is None:
        return ""
    starts = (mention.start, *(start for start, _ in mention.rivals))
    paths = [outline(document).section_of(start).path for start in starts]
    shown = ", ".join(f"“{' > '.join(path)}”" for path in paths)
    parents = {path[-2] for path in paths if len(path) > 1}
    example = f", such as “{paths[-1][-1]} in {paths[-1][-2]}”" if len(parents) == len(paths) else ""
    return f"Several sections have this name: {shown}. Say which one is meant{example}; nothing was prepared."


def exception_in(message: str) -> str:
    """Return an answer for the user if an order to delete makes an exception ("all but the first paragraph"), because
    such an order is not carried out. Returns "" for any other message.
    """
    removes = any(is_a(word, "removing") for word in words_in(message))
    return _EXCEPTION if removes and keeps_something(message) else ""


_EXCEPTION = "The order has an exception, so nothing was prepared. Name each part that should be deleted."


def read_edit(document: Document, message: str, operation: str = "") -> Placement | None:
    """Return the edit that a message orders: the deletion of the section Methods for "delete Methods".

    Returns None if the message has no verb of change, names nothing in the document, or may mean something inside or
    beside the part that it names. `operation` is the kind of edit ("delete", "rename", …) if the caller knows it; if it
    is "", the message's words decide.
    """
    message = naming_each(message)
    found = [each for each in resolve(document, message) if each.kind != "document"]
    mentions = certain_pair(message, objects(message, [described(document, message, each) for each in found]))
    operation = operation or _operation(message, bool(mentions))
    if operation == "restore":
        return Placement("restore", reason="The edit restores the text before the last change.", confidence=CERTAIN)
    if operation == "rename" and _are_in_new_title(message, mentions):
        return retitled(document, _new_title(message)) if means_title(message) else None
    verb = "".join(words_in(message)[:1])
    if not mentions or (is_a(verb, "splitting") and not is_a(verb, "removing")):
        return None  # "split X after Y and call the second part Z" renames nothing
    first = mentions[0]
    if counts_within(first, message):
        return None
    if operation == "rename":
        return _renamed(document, message, mentions)
    if operation == "delete" and means_heading(message, first):
        return delete_part(
            document, replace(first, kind="paragraph", stop=first.start + 1, span=_line(document, first))
        )
    if operation == "join":
        return _made_one(document, message, mentions)
    before = message if operation == "delete" else message[: first.at[1]]
    if first.kind == "section" and speaks_of_a_part(before, first):  # "the green paragraph of Methods"
        return None
    if operation == "delete" and (_is_beside(message[: first.at[0]]) or leads_on_from(first, message)):
        return None
    if operation == "delete" and (_WITHIN.match(message[first.at[1] :]) or _is_landmark(message, first)):
        return None
    if first.guessed and first.how != "part":
        return None  # "the ninth paragraph of Methods", which has two, is no order about all of Methods
    if operation == "delete" and (keeps_something(message) or not is_edited_itself(message, first, found)):
        return None
    if operation != "delete" and (made := moved(document, message, mentions)) is not None:
        return made
    if operation != "delete" or goes_on((parts := named_together(message, mentions))[-1], message):
        return None
    return _all_deleted(document, parts)


def _is_landmark(message: str, first: Mention) -> bool:
    ahead, behind = message[: first.at[0]], message[first.at[1] :]
    return first.how == "quotation" and is_landmark(words_in(ahead), words_in(behind))


def _is_beside(ahead: str) -> bool:
    """Return True if the order is about something next to the part and not about the part: "delete everything after the
    quote", "put a note under step 1". `ahead` are the words before the part's name.
    """
    last = next((word for word in reversed(words_in(ahead)) if not is_article(word)), "")
    return last in AFTER | BEFORE or (is_a(last, "place") and last not in WITHIN | {"next", "following"})


def _operation(message: str, names_a_part: bool) -> str:
    """Return the operation that the verbs of a message order: "delete" for "remove Methods"; "" if no verb orders a
    change. `names_a_part` is True if the message names a part of the document. If it is False, only "restore" is
    possible.
    """
    words = words_in(message)
    if not names_a_part:
        return "restore" if any(is_a(word, "undoing") for word in words) else ""
    if any(is_a(word, "joining") for word in words[:1]):
        return "join"
    for operation, verbs in (("rename", ("renaming",)), ("delete", ("removing",)), ("move", ("moving", "placing"))):
        if any(is_a(word, *verbs) for word in words):
            return operation
    return "rename" if any(is_a(word, "naming") for word in words) else ""


def names_scattered_paragraphs(document: Document, message: str) -> bool:
    """Return True if a message names several paragraphs together ("the first two paragraphs"), but a figure, a list or
    another block is between them.
    """
    return any(_has_others_between(document, each) for each in resolve(document, message))


def _all_deleted(document: Document, mentions: Sequence[Mention]) -> Placement | None:
    """Return the deletion of one part, or of several adjacent parts of the same kind. Returns None if the parts are not
    adjacent, not of one kind, or not whole blocks.
    """
    parts = sorted(mentions, key=lambda each: each.span)
    if len(parts) == 1:
        return None if _has_others_between(document, parts[0]) else delete_part(document, parts[0])
    complete = all(each.kind == parts[0].kind and each.span == whole(document, each) for each in parts)
    if not complete or any(one.stop != other.start for one, other in pairwise(parts)):
        return None
    last = without_definitions(document, parts[-1])
    first = replace(parts[0], stop=last.stop, rivals=tuple(r for each in parts for r in each.rivals))
    reason = f"The edit deletes {' and '.join(named_part(document, each) for each in parts)}."
    return edit_of(document, first, Placement("delete", position=f"blocks {first.stop - first.start}", reason=reason))


def _has_others_between(document: Document, mention: Mention) -> bool:
    """Return True if a figure, a list or another block is between the paragraphs that one mention names together ("the
    first two paragraphs").
    """
    kinds = {each.kind for each in document.blocks[mention.start : mention.stop]}
    return mention.kind == "paragraph" and kinds > {"paragraph"}


def delete_part(document: Document, mention: Mention) -> Placement:
    """Return the edit that deletes a part of the document. A table or figure is deleted with its caption. A section is
    deleted without the footnotes and link definitions at its end if the other text uses them.
    """
    what = f"The edit deletes {named_part(document, mention)}."
    both = with_caption(document, mention)
    if both is not mention:
        deletion = Placement("delete", position=f"blocks {both.stop - both.start}", reason=what)
        return edit_of(document, both, deletion)
    deleted = without_definitions(document, mention)
    made = edit_of(document, deleted, Placement("delete", position=_extent(document, deleted), reason=what))
    nested = mention.kind == "item" and "\n" in document.text[slice(*mention.span)].strip()
    return replace(made, confidence=DOUBTFUL) if nested and mention.how == "topic" else made  # the topic may be nested


def _renamed(document: Document, message: str, mentions: Sequence[Mention]) -> Placement | None:
    """Return the edit that renames the named section. The new title is in quotation marks, after "to", or at the end of
    the message. Returns None if there is no new title.
    """
    quotations = [(found.span(), found[1] or found[2]) for found in _QUOTED.finditer(message)]
    sections = [each for each in mentions if each.kind == "section" and not each.guessed]
    unquoted = [each for each in sections if not any(a <= each.at[0] and each.at[1] <= b for (a, b), _ in quotations)]
    mention = next(iter(unquoted or sections), None)
    if mention is None or document.blocks[mention.start].kind != "heading":
        return None
    others = [title for (a, b), title in quotations if b <= mention.at[0] or a >= mention.at[1]]
    named_until = _end_of_name(document, message, mention)
    title = " ".join((others[0] if others else _title_behind(_without_thanks(message)[named_until:])).split())
    title = _WRAPPED.sub(r"\1", title.strip(' “”"’»«'))
    if not others:
        title = _COURTESY.sub("", title)
    if not title:
        return None
    reason = f"The edit renames {named_part(document, mention)} to “{title}”."
    made = edit_of(document, mention, Placement("rename", position=f"heading: {title}", reason=reason))
    others_behind = (each for each in mentions if each.at[0] > named_until and each.start != mention.start)
    more = not others and any(others_behind)  # "A to B and B to A"
    return replace(made, confidence=DOUBTFUL) if more else made


def _without_thanks(message: str) -> str:
    """Return the message without sentences at its end that are only courtesies: "Thanks!"."""
    parts = SENTENCE_END.split(message)
    while len(parts) > 1 and all(word in COURTESIES for word in words_in(parts[-1])):
        parts.pop()
        message = message[: message.rindex(parts[-1]) + len(parts[-1])]
    return message


def _end_of_name(document: Document, message: str, mention: Mention) -> int:
    """Return the offset in the message after a section's name. If "in" and the name of a containing section follow, the
    offset is after this second name: after "Results" in "rename Goals in Results to Aims".
    """
    end = mention.at[1]
    for title in outline(document).section_of(mention.start).path[:-1]:
        found = re.compile(re.escape(title), re.IGNORECASE).search(message, end)
        if found is not None and takes_within(message[end : found.start()]):
            return found.end()
    return end


def rename_titled(document: Document, message: str, title: str) -> Placement | None:
    """Return the edit that renames the section called `title`, which the message calls "it". Returns None unless
    exactly one section has this title and the message gives a new title.
    """
    found = [s for s in outline(document).sections if s.heading is not None and s.title.casefold() == title.casefold()]
    if len(found) != 1 or found[0].heading is None or not title:
        return None
    at, stop = found[0].heading, found[0].stop
    span = document.blocks[at].start, document.blocks[stop - 1].end
    new = _new_title(message)
    said = Mention("section", at, stop, title, (0, 0), span, "exact")
    reason = f"The edit renames {named_part(document, said)} to “{new}”."
    return edit_of(document, said, Placement("rename", position=f"heading: {new}", reason=reason)) if new else None


def _new_title(message: str) -> str:
    """Return the new title in a message that names no other part: the quoted words, or else the words after "to"."""
    quoted = next(reversed(list(_QUOTED.finditer(message))), None)  # "change the title “X” to “Y”"
    title = (quoted[1] or quoted[2]) if quoted else _COURTESY.sub("", _title_behind(_behind_verb(message)))
    return " ".join(title.split())


def _are_in_new_title(message: str, mentions: Sequence[Mention]) -> bool:
    """Return True if the message names no part outside of the document's new title. In "change the title to Results",
    "Results" is only the new title, and not the section of this name.
    """
    if not mentions:
        return True
    title = _new_title(message) if means_title(message) else ""
    return bool(title) and 0 <= message.rfind(title) <= min(each.at[0] for each in mentions)


def _behind_verb(message: str) -> str:
    """Return the words of a message after its verb of renaming: "Limits to Scope" for "rename Limits to Scope". Returns
    the whole message if it has no such verb, or if the verb is its last word, as in German.
    """
    found = next((each for each in tokens(message) if each.word and is_a(each.norm, "renaming")), None)
    behind = message[found.end :] if found is not None else ""
    return behind if re.search(r"\w", behind) else message


#: Words after an unquoted title that belong to the order: "can X be called Y instead?"
_COURTESY = re.compile(
    r"(?:[\s,]+(?:instead|please|now|bitte|stattdessen|plutôt|s'il te plaît|por favor|invece|per favore))+\W*$",
    re.IGNORECASE,
)
#: A title between single quotation marks.
_WRAPPED = re.compile(r"^['‘‚](.+)['’‘]$")


def _title_behind(rest: str) -> str:
    """Return the new title in `rest`, the words of a message after the part's name, if the title has no quotation
    marks: "Limits" for "to Limits" and "in Limits umbenennen". Returns "" if there is none.
    """
    found = _NAMED.search(rest.lstrip("”\"’»“' "))
    *title, last = found[1].split(" ") if found else [""]
    return " ".join(title) if title and is_a(last.casefold(), "renaming") else " ".join([*title, last])


def _made_one(document: Document, message: str, mentions: Sequence[Mention]) -> Placement | None:
    into = merged(document, message, mentions)
    if into is not None:
        first, second = (named_part(document, each) for each in mentions)
        reason = f"The edit merges {first} into {second}, and removes the heading of {first}."
        made = edit_of(document, mentions[0], replace(into, reason=reason))
        return made if all(each.sure for each in mentions) else replace(made, confidence=DOUBTFUL)
    beside = [each for each in mentions if _is_beside(message[: each.at[0]])]
    mentions = [each for each in mentions if each not in beside]
    found = joined(document, mentions)
    if found is None or not all(_touches(message, each, mentions) for each in beside):
        return None
    parts = [named_part(document, each) for each in sorted(mentions, key=lambda m: m.start)]
    alone = len(mentions) == 1 and mentions[0].kind == "section"
    reason = f"The edit joins the two paragraphs of {parts[0]}." if alone else f"The edit joins {' and '.join(parts)}."
    made = edit_of(document, found.mention, replace(found.placement, reason=reason))
    return made if all(each.sure for each in mentions) else replace(made, confidence=DOUBTFUL)


def _touches(message: str, part: Mention, others: Sequence[Mention]) -> bool:
    """Return True if one of the `others` is a neighbor of `part` in the document: the part directly before it if the
    message has "before" in front of the name of `part`, otherwise the part directly after it.
    """
    side = side_in(words_in(message[: part.at[0]])[-2:])
    return any(each.stop == part.start if side == "before" else part.stop == each.start for each in others)


def _line(document: Document, section: Mention) -> tuple[int, int]:
    heading = document.blocks[section.start]
    return heading.start, heading.end


def _extent(document: Document, mention: Mention) -> str:
    """Return the position of a deletion, as the table in this module's docstring defines it: `blocks N` for whole
    blocks, or `characters A-B` for a sentence or list item.
    """
    start, end = mention.span
    block = document.blocks[mention.start]
    end = block.start + past_end_mark(document.source(block), start - block.start, end - block.start)
    whole = document.text[block.start : document.blocks[mention.stop - 1].end]
    if document.text[start:end].strip() == whole.strip() or mention.stop - mention.start > 1:
        return f"blocks {mention.stop - mention.start}"
    while end < block.end and document.text[end] in " \t":
        end += 1
    while not document.text[end : block.end].strip() and start > block.start and document.text[start - 1] in " \t":
        start -= 1  # no space stays after the paragraph's new last sentence
    return f"characters {start - block.start}-{end - block.start}"
