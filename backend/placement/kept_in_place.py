"""Keep in a new version of a text the parts that the message says to keep: "rewrite Methods, but leave the list alone".

A model often omits or changes such a part. If the place of the part in the draft is clear, the part is put back as it
is in the document. A replacement that would remove such a part is not carried out without asking the user.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from backend.document.blocks import Block, Document
from backend.document.outline import Section
from backend.document.sentences import sentences
from backend.errors import Unplaceable
from backend.mentions.document_view import view_of
from backend.mentions.headings import fold
from backend.mentions.kept_parts import read_kept_parts
from backend.mentions.resolver import Mention, resolve
from backend.placement.carrying_out.resolve import end_of_text
from backend.placement.content import Content
from backend.placement.partial_answer import VERSION, likeness
from backend.placement.place import carry_out
from backend.placement.plan import DESTROYING
from backend.placement.rules import Decision
from backend.placement.versions.content_sections import section_parts

_KEPT = "The message says to keep {}, but this draft would remove that text."
_NAMED = "The message says to leave {} as it is, but the draft begins with its heading."
#: Kinds of blocks that a section rarely has twice. If the content has such a block, it is a version of the kept block.
_SET_APART = frozenset({"table", "list", "code", "math", "quote"})
_WHOLES = frozenset({"paragraph", "figure", "table", "equation", "code", "list"})


def sparing(document: Document, content: str, decision: Decision, messages: Sequence[str]) -> Decision:
    """Return the decision, changed to unsure and with a reason for the user, if its replacement would remove a part
    that a message says to keep. Otherwise return it unchanged.
    """
    parts = [part for message in messages for part in read_kept_parts(document, message).parts]
    if not parts or decision.placement.operation not in DESTROYING:
        return decision
    doubt = _about_kept(document, content, parts)
    with suppress(Unplaceable):  # then nothing is removed
        doubt = doubt or removed_part(document, carry_out(document, content, decision.placement).text, messages)
    if not doubt:
        return decision
    first = replace(decision.placement, reason=doubt)
    return replace(decision, placement=first, candidates=(first, *decision.candidates[1:]), sure=False)


def removed_part(document: Document, text: str, messages: Sequence[str]) -> str:
    """Return a sentence for the user that names a part which a message says to keep, but which the new `text` of the
    document lacks. It is the first such part; "" if the text has them all.
    """
    for message in messages:
        for part in read_kept_parts(document, message).parts:
            sources = [document.text[slice(*part.span)], *(_source(document, *each) for each in part.rivals)]
            if any(text.count(each.strip()) < document.text.count(each.strip()) for each in sources):
                return _KEPT.format(f"“{part.said}”")
    return ""


def _about_kept(document: Document, content: str, parts: Sequence[Mention]) -> str:
    """Return a warning if the content is a version of a section that the message says to keep, because it begins with
    this section's heading. Returns "" otherwise. `parts` are the parts to keep.
    """
    title = fold(Content.of(content).title)
    named = (each for each in parts if each.kind == "section" and title)
    same = next((each for each in named if fold(document.blocks[each.start].title) == title), None)
    return _NAMED.format(f"“{same.said}”") if same is not None else ""


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A draft in which the kept parts are unchanged. `restored` has the words of the message for those parts that the
    answer had left out or changed.
    """

    content: str
    restored: tuple[str, ...]


def with_kept_parts(document: Document, content: str, message: str) -> KeptVersion | None:
    """Return the content, a new version of sections or of a paragraph. The parts that the message says to keep are put
    into it as they are in the document. Returns None if the message keeps no such part, or if it is unclear where a
    part goes in the new version.
    """
    said = read_kept_parts(document, message)
    parts = [each for each in said.parts if not each.rivals and each.kind != "section"]
    if not parts or any(each.kind not in (*_WHOLES, "sentence") for each in parts):
        return None
    made, versions = Content.of(content), _Versions(document, parts)
    several = section_parts(document, made)
    texts = [versions.of(_body_of(document, each.section), each.content) for each in several]
    if several and all(texts):
        headings = [document.source(document.blocks[each.section.first]).strip() for each in several]
        joined = "\n\n".join(f"{head}\n\n{text}" for head, text in zip(headings, texts, strict=True))
        return KeptVersion(joined, tuple(versions.restored))
    named = [each for each in resolve(document, said.order) if each.kind not in ("document", "quotation")]
    if several or len(named) != 1 or not named[0].sure or named[0].kind not in ("section", "paragraph"):
        return None
    blocks = document.blocks[named[0].start : named[0].stop]
    if named[0].kind == "section":
        section = view_of(document).section_of(named[0].start)
        blocks, made = _body_of(document, section), Content.of(made.without(section.title))
    text = versions.of(blocks, made)
    return KeptVersion(text, tuple(versions.restored)) if text else None


def _body_of(document: Document, section: Section) -> tuple[Block, ...]:
    """Return the blocks of a section's own text, without its heading and without a thematic break (`---`) at its
    end.
    """
    first = section.first + 1
    return document.blocks[first : end_of_text(document, first, section.own_stop)]


def _source(document: Document, start: int, stop: int) -> str:
    return document.text[document.blocks[start].start : document.blocks[stop - 1].end]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A block or a sentence. `said` are the words with which the message says to keep it; "" if it does not say so."""

    kind: str
    text: str
    said: str = ""


class _Versions:
    """Makes new versions of texts in which the `parts` that the message says to keep are unchanged. `restored` collects
    the words of the message for the parts that had to be put back.
    """

    def __init__(self, document: Document, parts: Sequence[Mention]) -> None:
        self._document, self._parts = document, parts
        self.restored: list[str] = []

    def of(self, old: Sequence[Block], made: Content) -> str:
        """Return the content `made`, a new version of the blocks `old`, with the kept parts in it; "" if the place of a
        part is unclear.
        """
        inside = [e for e in self._parts if old and old[0].start <= e.span[0] and e.span[1] <= old[-1].end]
        kept = {i: each.said for each in inside if each.kind in _WHOLES for i in range(each.start, each.stop)}
        before = [_Unit(each.kind, self._document.source(each).strip(), kept.get(each.index, "")) for each in old]
        after = [_Unit(each.kind, made.document.source(each).strip()) for each in made.document.blocks]
        for each in inside:
            if each.kind == "sentence" and not self._with_sentence(before, after, each):
                return ""
        return "\n\n".join(each.text for each in self._merged(before, after))

    def _with_sentence(self, before: Sequence[_Unit], after: list[_Unit], part: Mention) -> bool:
        """Put the kept sentence `part` back into the new version of its paragraph. `before` has the blocks of the old
        text. `after` has those of the new text, and is changed. Returns False if it is unclear which paragraph is the
        new version, or where in it the sentence goes.
        """
        text = self._document.text[slice(*part.span)].strip()
        if any(" ".join(text.split()) in " ".join(each.text.split()) for each in after):
            return True
        home = self._document.source(self._document.blocks[part.start]).strip()
        others = [each for each in before if not each.said]
        free = [number for number, each in enumerate(after) if each.kind == "paragraph"]
        place = next((number for number, each in enumerate(others) if each.text == home), 0)
        if not free or len(free) != len(others):
            return False
        old = [_Unit("sentence", each, part.said if each == text else "") for each in _sentences(home)]
        at = free[place]
        merged = self._merged(old, [_Unit("sentence", each) for each in _sentences(after[at].text)])
        after[at] = _Unit("paragraph", " ".join(each.text for each in merged))
        return bool(merged)

    def _merged(self, old: Sequence[_Unit], new: Sequence[_Unit]) -> list[_Unit]:
        """Return the blocks or sentences `new`, with those of `old` that must be kept.

        A kept one replaces its own new version in `new`. If it has none, it goes where it was in `old`: first, last, or
        after as many others as before. Returns [] if that place is unclear, or if `new` has nothing else.
        """
        found = {number: _found(each, old, new) for number, each in enumerate(old) if each.said}
        free = [number for number in range(len(new)) if number not in found.values()]
        others = [number for number, each in enumerate(old) if not each.said]
        slots: dict[int, list[_Unit]] = {}
        for number, at in found.items():
            ahead = sum(each < number for each in others)
            if at is not None:
                slot = sum(each < at for each in free)
            elif ahead in (0, len(others)) or len(free) == len(others):
                slot = 0 if not ahead else len(free) if ahead == len(others) else ahead
            else:
                return []
            slots.setdefault(slot, []).append(old[number])
            if at is None or new[at].text.split() != old[number].text.split():
                self.restored.append(old[number].said)
        units = list(slots.get(0, ()))
        for place, at in enumerate(free, 1):
            units += [new[at], *slots.get(place, ())]
        return units if free else []


def _found(kept: _Unit, old: Sequence[_Unit], new: Sequence[_Unit]) -> int | None:
    """Return the index in `new` of the block or sentence that is equal to `kept`, or else is another version of it.
    Returns None if there is none, or more than one. `old` has all blocks or sentences of the old text.
    """
    same = [number for number, each in enumerate(new) if each.text.split() == kept.text.split()]
    alone = kept.kind in _SET_APART and sum(each.kind == kept.kind for each in old) == 1
    alike = [
        number
        for number, each in enumerate(new)
        if each.kind == kept.kind and (alone or likeness(kept.text, each.text) >= VERSION)
    ]
    found = same or alike
    return found[0] if len(found) == 1 else None


def _sentences(text: str) -> list[str]:
    return [text[start:stop].strip() for start, stop in sentences(text)]
