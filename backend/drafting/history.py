"""Build the conversation for a model: the earlier messages, and then one instruction. The roles user and assistant
alternate.

A marker before every earlier message says that it is history, so that the model carries out only the last user message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from backend.drafting.highlights import AttachedSection, block, label, split
from backend.drafting.markers import CURRENT, HIGHLIGHTS, HISTORICAL, defuse, fenced, one_line
from backend.kernel.exchange import Turn

#: Maximum number of characters of drafted content that the history repeats: enough for a section, so that a model
#: understands "the version before". Longer content is cut.
RECALLED_CHARACTERS = 4_000


#: The status of a draft, as storage/drafts.py stores it.
Status = Literal["pending", "approved", "rejected", "superseded"]
#: Number of characters of a draft's id in prompts. Eight of 36 distinguish the twenty drafts of a session.
SHORT_ID = 8
#: Maximum number of characters of one message's attachments that the history repeats: a page or two.
RECALLED_ATTACHMENTS = 6_000


@dataclass(frozen=True, slots=True)
class PastDraft:
    """What happened to the draft of an earlier answer.

    - `revises`: the id of the draft of which this one is a new version; "" if there is none
    - `revision`, `placed`: of an approved draft, the revision that contains it, and a description of its place
    - `approved_content`: the approved text, if the user changed it
    - `reason`: why the user rejected the draft
    """

    id: str
    status: Status
    revises: str = ""
    revision: int | None = None
    placed: str = ""
    approved_content: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PastMessage:
    """An earlier message of the session.

    For an answer, `document_content` is the text of its draft ("" if it has none), `sources` are the draft's sources as
    the model wrote them, and `draft` says what happened to the draft (None if unknown). For a user's message,
    `attached` are its attachments.
    """

    role: Literal["user", "assistant"]
    content: str
    document_content: str = ""
    sources: tuple[str, ...] = ()
    attached: tuple[AttachedSection, ...] = ()
    draft: PastDraft | None = None


@lru_cache(maxsize=2048)
def historical(message: PastMessage, elsewhere: bool = False) -> Turn:
    """Return a past message as a turn of the request, below the marker for history.

    The turn depends on this message alone. So a message gives the same turn in every later prompt, as prompt caches
    need. If `elsewhere` is True, the draft's text is only mentioned, because another part of the prompt contains it.
    """
    return Turn(message.role, f"{HISTORICAL}\n{message_text(message, elsewhere)}")


def current(instruction: str, highlights: str = "") -> str:
    """Return the instruction below the marker that says "this is the current instruction". `highlights` are the
    attached passages as one text, as `highlights.block` returned it.
    """
    body = f"{CURRENT}\n{defuse(instruction.strip())}"
    return f"{body}\n\n{highlights}" if highlights else body


def asked(content: str) -> str:
    """Return the user's instruction from the last turn of a prompt, without its marker and without the context around
    it. If the text has no marker, return the text unchanged.
    """
    words = content.partition(f"{CURRENT}\n")[2].partition(f"\n\n{HIGHLIGHTS}\n")[0].strip()
    return words or content


def alternate(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return the turns in the order that all providers accept: system turns first, then user and assistant turns that
    alternate. The last turn is the user's.

    No text is lost. Neighboring turns of one role are joined with a blank line between them. System turns that come
    later move to the beginning. Assistant turns before the first user turn are added to it. Raises ValueError if the
    last turn is not the user's.
    """
    if not turns or turns[-1].role != "user":
        raise ValueError("the last turn must be the user's")
    rules = [turn for turn in turns if turn.role == "system"]
    talk = [turn for turn in turns if turn.role != "system"]
    first = next(number for number, turn in enumerate(talk) if turn.role == "user")
    talk[: first + 1] = [replace(turn, role="user") for turn in talk[: first + 1]]
    merged: list[Turn] = []
    for turn in talk:
        if merged and merged[-1].role == turn.role:
            merged[-1] = Turn(turn.role, f"{merged[-1].content}\n\n{turn.content}")
        else:
            merged.append(turn)
    return (*rules, *merged)


def message_text(message: PastMessage, elsewhere: bool = False) -> str:
    """Return a message's text for the history: its words, attachments, draft and sources. If `elsewhere`, the draft's
    text is only mentioned.
    """
    parts = [defuse(message.content.strip()), *_attached(message.attached)]
    drafted = message.document_content.strip()
    state = decision(message.draft) if message.draft else ""
    if drafted and elsewhere:
        named = f" ({state})" if state else ""
        parts.append(f"The content drafted with this answer{named} is shown in full below the document.")
    elif drafted:
        parts.append(_drafted(message, drafted, state))
    elif state:
        parts.append(f"This answer proposed a change of the document ({state}).")
    if message.sources:
        parts.append("Sources: " + "; ".join(one_line(source) for source in message.sources))
    return "\n\n".join(part for part in parts if part)


def decision(draft: PastDraft) -> str:
    """Return words that name a draft by its short id and say what happened to it."""
    words = [f"draft {short_id(draft.id)}"]
    if draft.revises:
        words.append(f"a newer version of {short_id(draft.revises)}")
    if draft.status == "approved":
        changed = " with the user's changes" if draft.approved_content.strip() else ""
        where = f", in revision {draft.revision}" if draft.revision is not None else ""
        place = f", {one_line(draft.placed)}" if draft.placed.strip() else ""
        words.append(f"approved{changed}{where}{place}")
    elif draft.status == "rejected":
        reason = one_line(draft.reason)
        words.append(f"rejected by the user; the reason: {reason}" if reason else "rejected by the user")
    elif draft.status == "superseded":
        words.append("superseded by a newer version")
    else:
        words.append("open, not decided yet")
    return ", ".join(words)


#: Words for the place of approved content, by the operation that placed the content.
_PLACES = {
    "append_to_section": "at the end of “{}”",
    "insert_before": "in “{}”, before {}",
    "insert_after": "in “{}”, behind {}",
    "replace": "in place of text in “{}”",
    "new_section": "beside the section “{}”",
    "append_to_document": "at the end of the document",
    "prepend_to_document": "at the beginning of the document",
}
#: Number of a block's first words by which the block is named.
_NAMED_BY = 6


def place_in_words(placement: Mapping[str, Any]) -> str:
    """Return words for the place of a placement (a JSON object), such as "at the end of “Methods”"; "" if it has no
    place.
    """
    path = " > ".join(placement.get("section") or ()) or "the document"
    operation, position = placement.get("operation") or "", str(placement.get("position") or "")
    if operation == "append_to_section" and position.startswith("start"):
        return f"at the beginning of “{path}”"
    block = str((placement.get("anchor") or {}).get("excerpt") or "")
    words = block.lstrip("# ").split()
    if operation in ("insert_before", "insert_after") and block.startswith("#"):
        return f"{'before' if operation == 'insert_before' else 'right behind'} the heading “{' '.join(words)}”"
    beside = f"“{' '.join(words[:_NAMED_BY])}{' …' if len(words) > _NAMED_BY else ''}”" if words else "another block"
    if position.startswith("characters") and operation in ("insert_before", "insert_after"):
        return f"inside the paragraph {beside}"
    return _PLACES.get(operation, "").format(path, beside)


def short_id(draft_id: str) -> str:
    """Return the first characters of a draft's id. Prompts use them as the draft's name."""
    return draft_id[:SHORT_ID]


def _drafted(message: PastMessage, drafted: str, state: str) -> str:
    """Return the text of a draft (`drafted`) for the history. If the user changed the draft before approving it, return
    the approved text instead. The text is cut after `RECALLED_CHARACTERS` characters. `state` says what happened to the
    draft.
    """
    approved = message.draft.approved_content.strip() if message.draft else ""
    text, head = approved or drafted, "Content drafted with this answer"
    if len(text) > RECALLED_CHARACTERS:
        state = "; ".join(part for part in (state, f"{len(text.split())} words, here the beginning") if part)
        text = f"{text[:RECALLED_CHARACTERS].rsplit(maxsplit=1)[0]} […]"
    return f"{head}{state and f' ({state})'}:\n{fenced(text)}"


def _attached(attached: Sequence[AttachedSection]) -> Iterator[str]:
    """Yield the texts of a message's attachments, all highlights together as the first text. The texts are cut so that
    they are not too long together.
    """
    highlights, sections = split(attached)
    room = RECALLED_ATTACHMENTS
    kept = []
    for highlight in highlights:
        text = _within(highlight.content, room)
        room -= len(text)
        kept += [replace(highlight, content=text)] if text else []
    if kept:
        yield block(kept)
    for section in sections:
        text = _within(section.content.strip(), room)
        room -= len(text)
        title = defuse(label(section))
        if text:
            yield f"Attached section{title and f' “{title}”'}:\n{fenced(text)}"


def _within(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[:room].rpartition(' ')[0]} […]" if room > 0 else ""
