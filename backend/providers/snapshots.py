r"""Merge a stream of snapshots. Each event of the stream contains a part of the present state of the answer.

    snapshot = merge(snapshot, event)      # any JSON value; what is not understood changes nothing
    snapshot.answer, snapshot.sources, snapshot.finished

A top-level field of an event replaces the earlier value. A block is merged with the earlier block that has the same
`intended_usage`; its Markdown chunks are replaced from `chunk_starting_offset` on. Sources are collected by URL and
never removed. Every field is optional, and null means that a field is missing. Pieces that overlap, are repeated, or
arrive in another order lead to the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from backend.sources.identifiers import canonical_url

#: Maximum number of chunks of one block. A larger offset is a mistake, and would take memory.
MAX_CHUNKS = 200_000
_WEB, _LISTED = "web_results", "sources_list"


@dataclass(frozen=True, slots=True)
class Markdown:
    """The text of one block. `chunks` are its pieces; None stands for a missing piece. `whole` is the whole text, if
    the stream sends it, and `done` is True if `whole` is final.
    """

    chunks: tuple[str | None, ...] = ()
    whole: str = ""
    done: bool = False

    @property
    def text(self) -> str:
        """Return the chunks before the first missing one as one text. If the stream has sent the final text as a whole,
        return that instead, because its citation marks may be renumbered.
        """
        if self.whole and (self.done or not self.chunks):
            return self.whole
        end = self.chunks.index(None) if None in self.chunks else len(self.chunks)
        return "".join(chunk or "" for chunk in self.chunks[:end])

    @property
    def broken(self) -> bool:
        """Return True if `text` leaves out later chunks, because a chunk before them is missing."""
        return None in self.chunks and not (self.whole and self.done)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of an answer so far. `fields` are the top-level fields of the stream, without the blocks
    and sources.
    """

    fields: Mapping[str, Any] = field(default_factory=dict)
    #: by `intended_usage`, in the order of their first occurrence
    blocks: Mapping[str, Markdown] = field(default_factory=dict)
    #: the records of the sources by canonical address, from two places: the block of the answer, and the stream's own
    #: list
    found: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    listed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """Return the answer in Markdown: its Markdown blocks with blank lines in between. If these are empty, return
        the block `ask_text` or else the field `text`.
        """
        parts = [part for block in self._answer_blocks() if (part := block.text).strip()]
        if parts:
            return _stacked(parts)
        text = self.fields.get("text")
        return text if isinstance(text, str) else ""

    @property
    def broken(self) -> bool:
        """Return True if a piece of the answer is missing. `answer` then leaves out the text after this piece."""
        return any(block.broken for block in self._answer_blocks())

    @property
    def sources(self) -> tuple[Mapping[str, Any], ...]:
        """Return the search results of the answer: those of the blocks `web_results` (`found`) or, if there are none,
        those that the stream lists outside of the blocks (`listed`). Each address is returned once.
        """
        return tuple((self.found or self.listed).values())

    @property
    def finished(self) -> bool:
        return self.fields.get("final") is True or self.fields.get("status") == "COMPLETED"

    @property
    def failure(self) -> str | None:
        """Return the error code that the stream reports; None if it reports no error."""
        code = self.fields.get("error_code")
        if code:
            return code if isinstance(code, str) else "error"
        return "FAILED" if self.fields.get("status") in ("FAILED", "failed") else None

    def _answer_blocks(self) -> list[Markdown]:
        """Return the blocks that contain the answer; an empty list if the answer is in the field `text`."""
        own = [block for usage, block in self.blocks.items() if "markdown" in usage or not usage]
        spare = [block for usage, block in self.blocks.items() if usage == "ask_text"]
        return next((blocks for blocks in (own, spare) if any(block.text.strip() for block in blocks)), [])


def merge(snapshot: Snapshot, event: Any) -> Snapshot:
    """Return the state of the answer after an event. An event that is not understood changes nothing."""
    if not isinstance(event, dict):
        return snapshot
    plain = {name: value for name, value in event.items() if name not in ("blocks", _LISTED) and value is not None}
    blocks, found = dict(snapshot.blocks), snapshot.found
    for block in _dicts(event.get("blocks")):
        usage = block.get("intended_usage")
        usage = usage if isinstance(usage, str) else ""
        markdown = block.get("markdown_block")
        if isinstance(markdown, dict):
            blocks[usage] = _spliced(blocks.get(usage, Markdown()), markdown)
        results = block.get("web_result_block")
        if isinstance(results, dict):
            found = _gathered(found, results.get(_WEB))
    return replace(
        snapshot,
        fields={**snapshot.fields, **plain},
        blocks=blocks,
        found=found,
        listed=_gathered(snapshot.listed, event.get(_LISTED)),
    )


def _spliced(before: Markdown, block: Mapping[str, Any]) -> Markdown:
    """Return the block `before` with the chunks of an event (`block`) added. A chunk that is already there changes
    nothing. A different chunk at the place of an earlier one replaces it and all chunks after it.
    """
    whole, progress = block.get("answer"), block.get("progress")
    done = before.done if progress is None else progress == "DONE"
    chunks = before.chunks
    new = block.get("chunks")
    offset = block.get("chunk_starting_offset", 0)
    offset = offset if isinstance(offset, int) and not isinstance(offset, bool) and offset > 0 else 0
    if isinstance(new, list) and new and offset + len(new) <= MAX_CHUNKS:
        pieces = tuple(chunk if isinstance(chunk, str) else "" for chunk in new)
        padded = chunks + (None,) * (offset - len(chunks))
        there = padded[offset : offset + len(pieces)]
        same = all(old is None or old == piece for old, piece in zip(there, pieces, strict=False))
        final = offset == 0 and progress == "DONE"
        chunks = padded[:offset] + pieces + (padded[offset + len(pieces) :] if same and not final else ())
    return Markdown(chunks, whole if isinstance(whole, str) and whole else before.whole, done)


def _gathered(before: Mapping[str, Mapping[str, Any]], records: Any) -> Mapping[str, Mapping[str, Any]]:
    """Return the records in `before` together with those in `records`, by address. A record that is already known only
    gets the fields that it lacks.
    """
    gathered = dict(before)
    for record in _dicts(records):
        url = record.get("url")
        if not isinstance(url, str) or not url.strip():
            continue
        key = canonical_url(url) or url.strip()
        known = {name: value for name, value in gathered.get(key, {}).items() if value not in (None, "")}
        gathered[key] = {**record, **known}
    return gathered


def _dicts(value: Any) -> Iterable[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _stacked(parts: list[str]) -> str:
    """Join blocks of Markdown, with a blank line between two."""
    text = parts[0]
    for part in parts[1:]:
        text += part if text.endswith("\n") or part.startswith("\n") else "\n\n" + part
    return text
