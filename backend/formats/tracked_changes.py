"""Mark in the Markdown which blocks were changed between two revisions. Our Pandoc filter converts the marks to Word's
tracked changes.

Each top-level block that was inserted, deleted or changed is put into a fenced division of the class
`coscribe-inserted`, `coscribe-deleted` or `coscribe-changed`. The last one contains the old and the new block. Each
division names the author and the time of the revision that changed the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks

#: Minimum share (0 to 1) of equal words of two blocks that count as one changed block. Chosen, not tuned: with fewer
#: equal words, marks within a sentence are harder to read than the old and the new sentence.
_SAME = 0.4
_FENCE = re.compile(r"^:{3,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Version:
    """The text of a revision, with its author and the time at which it was made."""

    text: str
    author: str
    made_at: datetime


def marked(base: str, versions: Sequence[Version]) -> str:
    """Return the text of the newest version, with the blocks marked that have changed since `base`. `versions` are the
    versions after `base`, oldest first.

    If there are no versions, `base` is returned unchanged; otherwise, front matter is left out.
    """
    if not versions:
        return base
    old, new = read_blocks(base), read_blocks(versions[-1].text)
    known = [_sources(read_blocks(each.text)) for each in versions]
    old_blocks, new_blocks = _pieces(old), _pieces(new)
    matcher = SequenceMatcher(None, old_blocks, new_blocks, autojunk=False)
    out: list[str] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            out += new_blocks[j1:j2]
        else:
            out += _changes(old_blocks[i1:i2], new_blocks[j1:j2], (versions, known))
    return "\n\n".join(each.strip("\r\n") for each in out) + "\n"


_Known = tuple[Sequence[Version], list[frozenset[str]]]


def _changes(old: list[str], new: list[str], known: _Known) -> Iterator[str]:
    """Yield the marked blocks for a part of the document in which `old` and `new` differ. An old and a new block that
    are similar become one changed block. `known` are all versions and the blocks of each.
    """
    at = 0
    waiting: list[str] = []
    for block in new:
        match = next((n for n in range(at, len(old)) if _is_changed(old[n], block)), None)
        if match is None:
            waiting.append(block)
            continue
        yield from _unlike(old[at:match], waiting, known)
        at, waiting = match + 1, []
        version = _first(known, block)
        both = f"{_division('old', old[match], version)}\n\n{_division('new', block, version)}"
        yield _division("changed", both, version)
    yield from _unlike(old[at:], waiting, known)


def _unlike(old: list[str], new: list[str], known: _Known) -> Iterator[str]:
    """Yield the marked blocks that have no similar counterpart: first the deleted blocks (`old`), and then the inserted
    ones (`new`). `known` are all versions and their blocks.
    """
    yield from (_division("deleted", each, _last(known, each)) for each in old)
    yield from (_division("inserted", each, _first(known, each)) for each in new)


def _is_changed(old: str, new: str) -> bool:
    """Return True if `new` is a changed form of `old`: both are paragraphs, or both are headings, and enough of their
    words are equal.
    """
    if not (_is_words(old) and _is_words(new)) or old.startswith("#") is not new.startswith("#"):
        return False
    return SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio() >= _SAME


def _is_words(block: str) -> bool:
    [*blocks] = read_blocks(block).blocks
    return len(blocks) == 1 and blocks[0].kind in ("paragraph", "heading")


def _first(known: _Known, block: str) -> Version:
    """Return the version in which a block got its present text. `known` are all versions and the blocks of each."""
    versions, sources = known
    for version, held in zip(reversed(versions[1:]), reversed(sources[:-1]), strict=True):
        if block not in held:
            return version
    return versions[0]


def _last(known: _Known, block: str) -> Version:
    """Return the version that removed a block. `known` are all versions and the blocks of each."""
    versions, sources = known
    return next((version for version, held in zip(versions, sources, strict=True) if block not in held), versions[-1])


def _division(kind: str, content: str, version: Version) -> str:
    longest = max((len(each[0]) for each in _FENCE.finditer(content)), default=2)
    fence = ":" * (longest + 1)
    author = " ".join(re.sub(r"[^\w .,@'-]+", " ", version.author).split()) or "Coscribe"
    date = version.made_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return f'{fence} {{.coscribe-{kind} author="{author}" date="{date}"}}\n{content}\n{fence}'


def _pieces(document: Document) -> list[str]:
    """Return the Markdown of each block without line ends at its start and end. Front matter is left out."""
    return [document.source(each).strip("\r\n") for each in document.blocks if each.kind != "front_matter"]


def _sources(document: Document) -> frozenset[str]:
    return frozenset(_pieces(document))
