"""Find the parts of a document for which words of a message stand: sections, paragraphs, tables, figures, sentences,
quotations.

Only this file converts words to ranges of blocks. In Stage 1, the prompt contains the parts that `resolve` finds
completely. In Stage 2, these parts show where content goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, cast
from weakref import WeakKeyDictionary

from backend.document.blocks import Block, Document
from backend.document.clauses import veiled
from backend.mentions.added_parts import of_it
from backend.mentions.closed_words import is_a, noun
from backend.mentions.described_blocks import Description, find
from backend.mentions.document_view import DocumentView, view_of
from backend.mentions.elements import parts
from backend.mentions.lexicon import OPENING_MARKS, Token, tokens
from backend.mentions.naming.described_parts import DescribedParts
from backend.mentions.naming.element_references import ElementReference, ElementReferences
from backend.mentions.naming.labelled_paragraphs import labelled_paragraphs
from backend.mentions.naming.named_items import NamedItems, beside_elements
from backend.mentions.naming.neighbor_paragraphs import with_neighbors
from backend.mentions.naming.quoted_parts import noun_of_quotation
from backend.mentions.placeholders import QUOTED
from backend.mentions.section_references import SectionReference, SectionReferences

Kind = Literal[
    "section", "paragraph", "sentence", "figure", "table", "equation", "code", "list", "item", "row", "quotation",
    "footnote", "document",
]  # fmt: skip
How = Literal["exact", "number", "part", "synonym", "spelling", "quotation", "ordinal", "topic"]

#: Kinds of parts whose name may stand before a quotation of the whole block, or of its first words and "…". The mention
#: then has this kind.
_WHOLE_BLOCKS = frozenset({"paragraph", "table", "list", "code"})
#: The mark at the end of the first words of a text.
_ELIDED = re.compile(r"\s*(?:…|\.{3})\s*\Z")
#: Maximum number of tokens that are resolved. The rest of a longer message is quoted text and not a request.
_MOST = 1500
#: Maximum number of messages whose mentions are cached for a document. A request and its approval have a few.
_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a message, and the part of the document for which they stand.

    - `start`, `stop`: the part's blocks are `start` to `stop` - 1; a section includes its heading and subsections
    - `said`, `at`: the words, and their start and end (excluded) in the message, in characters
    - `span`: start and end (excluded) of the part in the document's text, in characters; it may be within a block, as
      for a sentence, list item or quoted words
    - `how`: how the part was found, such as "exact" (by its title), "number" or "quotation"
    - `rivals`: other ranges of blocks for which the words may stand
    - `guessed`: True if the words may name no part at all, as "the results" in "discuss the results"
    - `caption`: the index of the block with the caption of a table or figure, if this is a separate block
    """

    kind: Kind
    start: int
    stop: int
    said: str
    at: tuple[int, int]
    span: tuple[int, int]
    how: How
    rivals: tuple[tuple[int, int], ...] = ()
    guessed: bool = False
    caption: int | None = None

    @property
    def sure(self) -> bool:
        """Return True if the words of the message can mean only this part."""
        return not self.rivals and not self.guessed


#: The resolved messages of each document whose view is cached, because both stages resolve a message several times.
_resolved_before: WeakKeyDictionary[DocumentView, dict[str, tuple[Mention, ...]]] = WeakKeyDictionary()
#: Words before an ordinal that make it mean several parts: "every second row", "jede zweite Zeile", "cada dos filas".
_EVERY = frozenset("every each jede jeden jedes jeder chaque cada ogni elke iedere cada каждый каждую 每".split())
#: The ways in which a quotation must be found to name a part that exists. Other quotations may be new names, as in
#: "call Prism “Prisma”".
_LITERAL = frozenset(("exact", "number", "quotation", "ordinal"))


def names_in(text: str, mentions: Iterable[Mention]) -> tuple[tuple[int, int], ...]:
    """Return start and end (excluded), as character offsets in `text`, of the words that certainly name a part of the
    document. Code that looks for an order in the message skips these words.
    """
    return tuple(
        _with_marks(text, each)
        for each in mentions
        if each.kind != "document"
        and not each.guessed
        and (each.how in _LITERAL or text[max(0, each.at[0] - 1)] not in OPENING_MARKS)
    )


def veil(document: Document, message: str) -> str:
    """Return the message with the sign `NAME` in place of each character of a part's name, and `QUOTATION` in place of
    each character of any other quotation (document/clauses.py). So these words are not taken for an order, and all
    positions stay the same.
    """
    return _veiled(message, resolve(document, message))


@lru_cache(maxsize=_REMEMBERED)
def _veiled(message: str, mentions: tuple[Mention, ...]) -> str:
    quoted = [found.span() for found in QUOTED.finditer(message)]
    return veiled(message, names_in(message, mentions), quoted)


def _with_marks(text: str, mention: Mention) -> tuple[int, int]:
    """Return start and end of a name. For a whole block that is quoted after its noun, as in "that paragraph “…”", the
    quotation marks are included, so that the quotation is not taken for new text.
    """
    start, stop = mention.at
    if mention.how != "quotation" or mention.kind == "quotation":
        return mention.at
    before = tokens(text[: max(0, start - 1)])[-2:]
    follows_noun = any(noun(before, at)[1] == len(before) > at for at in range(len(before)))
    return (start - 1, stop + 1) if follows_noun and text[start - 1 : start] in OPENING_MARKS else mention.at


def resolve(document: Document, text: str) -> tuple[Mention, ...]:
    """Return the parts of a document that a message names ("Methods", "the second paragraph of Results", "Table 2"), in
    the order of the message.
    """
    if not document.blocks:
        return ()
    view = view_of(document)
    known = _resolved_before.setdefault(view, {})
    found = known.get(text)
    if found is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        found = known[text] = _resolved(view, text)
    return found


def _resolved(view: DocumentView, text: str) -> tuple[Mention, ...]:
    words = tokens(text)[:_MOST]
    message = _Message(view, text, words)
    sections = [s for s in SectionReferences(view, text, words).read() if not _is_element(words, s)]
    items = NamedItems(view, words, sections)
    named = [e for e in items.read() if not _is_distributive(words, e.first)]
    counting = view.counting_in(words)  # "the ninth risk", of three, does not mean all of them
    sections = [
        replace(s, how="ordinal", guessed=True) if s.first in counting and s.stop == s.first + 1 else s
        for s in sections
        if not any(s is taken for taken in items.taken)
    ]
    reader = ElementReferences(view, words, sections)
    elements = [e for e in reader.read() if not _is_distributive(words, e.first)]
    elements += beside_elements(named, elements)
    elements = _without_parts_of_it(text, words, sections, elements)
    sections = [replace(s, guessed=True) if any(s is w for w in reader.without) else s for s in sections]
    containers = [e.container for e in elements if e.container is not None]
    found = [message.element(e) for e in elements]
    found += [message.section(s) for s in sections if not any(s.first == c.first for c in containers)]
    found += message.quotations(sections)
    found += message.documents(found)
    labelled = message.labelled([each for each in found if not each.guessed and each.how != "synonym"])
    found = [each for each in found if not any(each.at == other.at for other in labelled)] + labelled
    return tuple(sorted(with_neighbors(view, text, _apart(found)), key=lambda m: m.at))


def _is_element(words: Sequence[Token], said: SectionReference) -> bool:
    """Return True if a word that looks like a section's name is only a noun for an element: "tabla" in "la tabla de la
    sección X".
    """
    kinds, stop = noun(words, said.first)
    if said.how != "synonym" or not kinds or "section" in kinds or stop != said.stop:
        return False
    return not (stop < len(words) and "section" in noun(words, stop)[0])


def _is_distributive(words: Sequence[Token], first: int) -> bool:
    """Return True if a word such as "every" precedes the ordinal at token `first`, which then means several parts:
    "every second row".
    """
    return first > 0 and words[first - 1].norm in _EVERY


def _without_parts_of_it(
    text: str, words: Sequence[Token], sections: Sequence[SectionReference], elements: Sequence[ElementReference]
) -> list[ElementReference]:
    """Return the elements without those that belong to "it", a text that the message does not name: "the last sentence
    of it".
    """
    first = min((*(each.first for each in sections), *(each.first for each in elements)), default=0)
    return [e for e in elements if e.first > first or not of_it(text, words[e.stop - 1].end)]


def _apart(found: list[Mention]) -> list[Mention]:
    """Return the mentions without those whose words are inside the words of another mention. The mentions with the most
    characters come first.
    """
    kept: list[Mention] = []
    end = -1
    for mention in sorted(found, key=lambda m: (m.at[0], -m.at[1])):
        if mention.at[1] > end:
            kept.append(mention)
            end = mention.at[1]
    return sorted(kept, key=lambda m: (m.at[0] - m.at[1], m.at))


def _holds(title: str, words: Sequence[str]) -> bool:
    folded = title.casefold()
    if not all(word in folded for word in words):  # a paper may have a thousand titles
        return False
    own = [word.norm for word in tokens(title) if word.word]
    return any(own[at : at + len(words)] == words for at in range(len(own) - len(words) + 1))


def _plain(text: str) -> str:
    """Return a text's words in lower case, without markup and list markers."""
    return " ".join(word.norm for word in tokens(text) if word.word)


class _Message:
    """Makes mentions of sections, elements and quotations from the tokens of one message (`words`) and the document."""

    def __init__(self, view: DocumentView, text: str, words: Sequence[Token]) -> None:
        self._view, self._text, self._words = view, text, words

    def _at(self, first: int, stop: int) -> tuple[int, int]:
        return self._words[first].start, self._words[stop - 1].end

    def _span(self, start: int, stop: int) -> tuple[int, int]:
        return self._view.blocks[start].start, self._view.blocks[stop - 1].end

    def section(self, reference: SectionReference) -> Mention:
        ranges = [
            (s.first, s.stop)
            for s in (self._view.sections[i] for i in (*reference.sections, *self._literal(reference)))
        ]
        start, stop = ranges[0]
        at = self._at(reference.first, reference.stop)
        return Mention(
            "section", start, stop, self._text[slice(*at)], at, self._span(start, stop), cast(How, reference.how),
            tuple(ranges[1:]), reference.guessed and len(ranges) == 1,
        )  # fmt: skip

    def _literal(self, said: SectionReference) -> tuple[int, ...]:
        """Return the sections whose titles contain the exact words of the name `said`, if the title of the section that
        was found does not; else (). For "Implementations", the section "Implementation" was found, but "Existing
        Implementations" may be meant.
        """
        if said.how != "exact" or len(said.sections) != 1:
            return ()
        words = [word.norm for word in self._words[said.first : said.stop] if word.word]
        holding = [i for i, section in enumerate(self._view.sections) if _holds(section.title, words)]
        return () if said.sections[0] in holding else tuple(holding)

    def element(self, reference: ElementReference) -> Mention:
        at = self._at(reference.first, reference.stop)
        rivals = tuple((other.start, other.stop) for other in reference.others)
        return Mention(
            cast(Kind, reference.kind), reference.part.start, reference.part.stop, self._text[slice(*at)], at,
            reference.part.span, cast(How, reference.how), rivals, reference.guessed, reference.caption,
        )  # fmt: skip

    def quotations(self, sections: Sequence[SectionReference]) -> list[Mention]:
        """Return mentions for the quotations of the message that occur in the document's text. Quoted names of the
        `sections`, which the message names, are left out.
        """
        titles = {i for s in sections for i in range(s.first, s.stop)}
        found: list[Mention] = []
        number = 0
        for index, token in enumerate(self._words):
            if not token.quote or token.quote == number:
                continue
            number = token.quote
            stop = index
            while stop < len(self._words) and self._words[stop].quote == number:
                stop += 1
            if index not in titles:
                holder = DescribedParts(self._view, self._words, sections).fronted(index)
                found += self._quoted(index, stop, holder)
        return found

    def _quoted(self, first: int, stop: int, holder: SectionReference | None) -> list[Mention]:
        """Return the mention of the quotation at the tokens `first` to `stop` - 1; [] if the document lacks it. If the
        section `holder`, which the message names first ("in Results, …"), contains the quotation, other sections are
        ignored.
        """
        at = self._at(first, stop)
        quote = self._text[slice(*at)]
        words = _ELIDED.sub("", quote)
        part, begins = noun_of_quotation(self._words, first, stop)
        hits = [f.block for f in find(self._view, Description(part and "paragraph", quote=words))]
        hits = [b for b in hits if b.kind not in ("front_matter", "comment")]
        within = self._view.sections[holder.sections[0]] if holder is not None else None
        hits = [b for b in hits if within is not None and within.first <= b.index < within.stop] or hits
        if part and (told := self._part_with(hits, words, part, begins)):
            return [replace(told, said=quote, at=at)]
        if not hits or (part and find(self._view, Description("", quote=words)) == []):
            return []
        best = hits[0]
        place = self._view.document.text.find(words, best.start, best.end)
        span = (place, place + len(words)) if place >= 0 else (best.start, best.end)
        rivals = tuple((b.index, b.index + 1) for b in hits[1:])
        text = self._view.document.source(best).strip()
        if text == words or (words != quote and text.startswith(words)):
            whole = self._span(best.index, best.index + 1)
            kind = cast(Kind, best.kind if best.kind in _WHOLE_BLOCKS else "paragraph")
            return [Mention(kind, best.index, best.index + 1, quote, at, whole, "quotation", rivals)]
        return [Mention("quotation", best.index, best.index + 1, quote, at, span, "quotation", rivals)]

    def _part_with(self, hits: Sequence[Block], words: str, kind: str, begins: bool) -> Mention | None:
        """Return a mention of the first part of this `kind` in the blocks `hits` that contains the quoted `words` (if
        `begins` is True: that begins with them). If several parts do, the mention has the others as `rivals`. Returns
        None if no part does.
        """
        text, quoted = self._view.document.text, _plain(words)
        inside = [part for block in hits for part in parts(self._view, kind, block.index, block.index + 1)]
        found = [
            part
            for part in inside
            if (
                _plain(text[slice(*part.span)]).startswith(quoted)
                if begins
                else quoted in _plain(text[slice(*part.span)])
            )
        ]
        if not found:
            return None
        rivals = tuple((part.start, part.stop) for part in found[1:])
        return Mention(
            cast(Kind, kind), found[0].start, found[0].stop, words, (0, 0), found[0].span, "quotation", rivals
        )

    def labelled(self, found: Sequence[Mention]) -> list[Mention]:
        """Return a mention for each paragraph that the message names by its label ("Theorem 1"), outside of the names
        in `found`.
        """
        return [
            Mention(
                "paragraph", each.blocks[0], each.blocks[0] + 1, self._text[slice(*each.at)], each.at,
                self._span(each.blocks[0], each.blocks[0] + 1), "number", tuple((b, b + 1) for b in each.blocks[1:]),
            )
            for each in labelled_paragraphs(self._view, self._text, found)
        ]  # fmt: skip

    def documents(self, found: Sequence[Mention]) -> list[Mention]:
        """Return a mention for each name of the whole document ("the paper", "the whole manuscript") that is not part
        of a name in `found`.
        """
        first = next((b.index for b in self._view.blocks if b.kind != "front_matter"), 0)
        stop = len(self._view.blocks)
        out = []
        for index in range(len(self._words)):
            kinds, end = noun(self._words, index)
            before = self._words[index - 1] if index else None
            if "document" not in kinds or self._words[index].quote or before is None:
                continue
            if is_a(before, "articles") or is_a(before, "whole"):
                at = self._at(index, end)
                out.append(
                    Mention("document", first, stop, self._text[slice(*at)], at, self._span(first, stop), "exact")
                )
        return out
