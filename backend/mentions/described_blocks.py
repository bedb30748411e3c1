"""Find the block that a message describes: by its words, a quotation from it, its kind, its number, or its section."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from backend.document.blocks import Block
from backend.document.outline import Section
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import chosen, parts
from backend.mentions.lexicon import Token
from backend.ranking.terms import stop_terms

_STOP = stop_terms("english")
_PROSE = frozenset(
    {
        "paragraph",
        "list",
        "quote",
        "caption",
        "figure",
        "table",
        "code",
        "html",
        "div",
        "footnote",
        "math",
        "latex",
        "definition",
    }
)
#: Maps each word for an element to the kinds of blocks that it may mean.
KINDS = {
    "paragraph": ("paragraph",),
    "table": ("table", "caption", "html", "latex", "div"),
    "figure": ("figure", "caption", "html", "latex", "div", "paragraph"),
    "code": ("code",),
    "math": ("math", "latex"),
    "list": ("list",),
    "quote": ("quote",),
}
#: Kinds of elements with printed numbers, by the names that printed_numbers.py uses.
_NUMBERED = {"table": "table", "figure": "figure", "math": "equation", "code": "code"}
#: The names that elements.py uses for elements that are counted, by kind of block.
_COUNTED = {"math": "equation", "quote": "quotation"}
#: Minimum number of words of a quotation that identifies a block alone. A shorter quotation must be rare and stand next
#: to a noun for a block.
_LONG_QUOTE, _SAYING_IT = 3, 3
_TAG = {
    "table": re.compile(r"<table|\\begin\{(?:long|side)?tab|#tbl", re.I),
    "figure": re.compile(r"<(?:img|figure|svg|picture)|!\[|\\begin\{figure|#fig|\\includegraphics", re.I),
    "math": re.compile(r"\\begin\{(?:equation|align|gather|multline|eqnarray)", re.I),
}


@dataclass(frozen=True, slots=True)
class Description:
    """What a message says about a block, as in "the table with the salinity of the bays".

    `kind` is the kind of the block ("table"). `words` are words in it (tokens with weights), and `quote` is a quotation
    from it. `number` is its number among the blocks of the document (counted from the end if negative), and `within`
    are the sections that contain it.
    """

    kind: str = ""
    words: tuple[tuple[Token, float], ...] = ()
    quote: str = ""
    number: int = 0
    within: tuple[Section, ...] = field(default=())
    #: the number printed with a table, figure, equation or listing, as the message has it
    label: str = ""

    @property
    def empty(self) -> bool:
        return not (self.words or self.quote or self.number or self.within or self.label)


@dataclass(frozen=True, slots=True)
class Found:
    """A block, and how well it matches a description (0 to 1)."""

    block: Block
    score: float


def find(view: DocumentView, description: Description) -> list[Found]:
    """Return the blocks that a description fits, best match first; [] if no block matches."""
    if description.quote:
        found = _by_quote(view, description)
        if found:
            return found
    if description.label and description.kind in _NUMBERED:
        return _by_label(view, description)
    if description.number and (description.within or not description.words):
        return _by_number(view, description)
    if description.within and description.kind not in ("", "paragraph"):
        held = _by_kind(view, description)
        if len(held) == 1 or (held and not any(weight == 1 for _, weight in description.words)):
            return held
    if description.words:
        found = _by_words(view, description)
        if found:
            return found
    if description.kind and description.kind != "paragraph":
        return _by_kind(view, description)
    return []


def of_kind(view: DocumentView, block: Block, kind: str) -> bool:
    """Return True if readers would call this block a table, a figure or another `kind`. Tables and figures in HTML or
    LaTeX count, too.
    """
    if not kind:
        return block.kind in _PROSE
    if block.kind == kind:
        return True
    if block.kind in ("html", "latex", "div", "paragraph") and kind in _TAG and block.kind in KINDS[kind]:
        source = view.document.source(block)
        hit = _TAG[kind].search(source)
        return hit is not None and (block.kind != "paragraph" or source.lstrip().startswith("!["))
    return False


def _blocks_in(view: DocumentView, within: Iterable[Section]) -> list[Block]:
    return [b for section in within for b in view.blocks[section.first : section.stop]]


def _by_kind(view: DocumentView, said: Description) -> list[Found]:
    """Return the blocks of the kind in the description `said` that are in its sections. Blocks in subsections are left
    out if the section has such blocks in its own text.
    """
    own = [b for s in said.within for b in view.own(s) if of_kind(view, b, said.kind)]
    more = own or [b for b in _blocks_in(view, said.within) if of_kind(view, b, said.kind)]
    if not said.within:
        more = [b for b in view.blocks if of_kind(view, b, said.kind)]
    return [Found(b, 0.9 if len(more) == 1 else 0.6 - 0.02 * min(10, n)) for n, b in enumerate(more)]


def _by_label(view: DocumentView, said: Description) -> list[Found]:
    """Return the blocks of the element with the printed number in the description `said` ("Table 2"). The score is
    lower if the document prints no such number and elements were counted, or if several elements have this number.
    """
    kind = _NUMBERED[said.kind]
    found = view.printed.find(kind, kind, said.label)
    if found is None:
        return []
    score = 0.95 if found.sure else 0.7
    return [Found(view.blocks[index], score - 0.02 * place) for place, index in enumerate(found.blocks)]


def _by_number(view: DocumentView, said: Description) -> list[Found]:
    """Return the blocks that have the kind and the number in the description `said`. Blocks are counted in the text of
    its section before the first subsection; if these are too few, in the whole section. If the description has no
    section, blocks are counted in the whole document.
    """
    kind = _COUNTED.get(said.kind, said.kind) or "paragraph"
    if not said.within:
        part = chosen(parts(view, kind, 0, len(view.blocks)), said.number)
        return [Found(view.blocks[part.start], 0.7)] if part else []
    for whole, score in ((False, 0.95), (True, 0.8)):
        ranges = [(section.first, section.stop if whole else section.own_stop) for section in said.within]
        found = [chosen(parts(view, kind, *each), said.number) for each in ranges]
        if any(found):
            return [Found(view.blocks[part.start], score) for part in found if part]
    return []


def _by_quote(view: DocumentView, said: Description) -> list[Found]:
    words = re.findall(r"[^\W_]+", said.quote.lower())
    if not words or (len(words) < _LONG_QUOTE and said.quote.isascii() and not said.kind):
        return []
    inside = {b.index for b in _blocks_in(view, said.within)}
    found: dict[int, Found] = {}
    for hit in re.finditer(r"[\W_]*".join(map(re.escape, words)), view.lower):
        block = view.block_at(hit.start())
        if block is None or (
            hit.start() and view.lower[hit.start() - 1].isalnum() and view.lower[hit.start()].isascii()
        ):
            continue
        opens = not re.search(r"[^\W_]", view.lower[block.start : hit.start()])
        score = 0.85 + 0.1 * opens - 0.3 * (block.kind == "heading") - 0.1 * (block.kind not in _PROSE)
        score += 0.04 * (block.index in inside)
        if block.index not in found or found[block.index].score < score:
            found[block.index] = Found(block, score)
        if len(found) > 40:
            break
    if len(words) < _LONG_QUOTE and len(found) > _SAYING_IT:
        return []
    return sorted(found.values(), key=lambda f: -f.score)


def _by_words(view: DocumentView, said: Description) -> list[Found]:
    """Return the blocks that share rare words with the description, best first. Two adjacent words of the description
    that are also adjacent in the block have double weight.
    """
    texts = [t for t, _ in said.words]
    hits: list[dict[int, float]] = [_blocks_with(view, token) for token in texts]
    total = len(view.blocks) + 1
    scores: dict[int, float] = {}
    worth: list[float] = []
    for (token, weight), held in zip(said.words, hits, strict=True):
        rarity = weight * math.log(1 + total / (1 + len(held))) if held else 0.0
        if token.stem in _STOP:
            rarity *= 0.05
        worth.append(rarity)
        for index, exact in held.items():
            scores[index] = scores.get(index, 0.0) + rarity * exact
    whole = sum(worth)
    if not whole:
        return []
    for left in range(len(texts) - 1):
        _add_pairs(view, said.words, hits, worth, left, scores)
    inside = {b.index for b in _blocks_in(view, said.within)}
    found = []
    for index, score in scores.items():
        block = view.blocks[index]
        fit = score / (whole * 1.6) + 0.15 * all(
            b.get(index, 1.0 if w < 1 or not b else 0.0) == 1.0 for (_, w), b in zip(said.words, hits, strict=True)
        )
        if not _fits_kind(view, block, said.kind):
            fit *= 0.5
        elif block.kind != "paragraph" and said.kind in ("", "paragraph"):
            fit *= 0.9 if block.kind in ("list", "quote") else 0.8
        if inside and index not in inside:
            fit *= 0.6
        if fit >= 0.1:
            found.append(Found(block, fit))
    found.sort(key=lambda f: (-f.score, f.block.index))
    top = max(1.0, found[0].score) if found else 1.0
    return [_shown(view, Found(f.block, f.score / top), said.kind) for f in found[:12]]


def _add_pairs(
    view: DocumentView,
    words: Sequence[tuple[Token, float]],
    hits: list[dict[int, float]],
    worth: list[float],
    left: int,
    scores: dict[int, float],
) -> None:
    """Increase the scores of the blocks that contain two adjacent words of the description side by side. `left` is the
    index of the first of these two words. `hits` has the blocks that contain each word, and `worth` is the weight of
    each word.
    """
    one, other = words[left][0], words[left + 1][0]
    both = hits[left].keys() & hits[left + 1].keys()
    gain = worth[left] + worth[left + 1]
    if not both or len(both) > 400 or not gain or other.start - one.end > 3:
        return
    literal = f"{one.norm} {other.norm}" if other.start - one.end == 1 else ""
    pattern = re.compile(_inflected(one) + r"[\W_]{1,6}" + _inflected(other))
    for index in both:
        block = view.blocks[index]
        if pattern.search(view.lower, block.start, block.end):
            scores[index] += 0.6 * gain
            if literal and view.lower.find(literal, block.start, block.end) >= 0:
                scores[index] += 0.05 * gain


def _inflected(token: Token) -> str:
    word = token.norm
    if word.isascii() and len(word) > 4:
        return re.escape(word[: max(4, len(word) - 3)]) + r"\w{0,6}"
    return re.escape(word)


def _blocks_with(view: DocumentView, token: Token) -> dict[int, float]:
    """Return a weight for the index of each block that contains a word: 1.0 for the same form of the word, 0.85 for
    another form.
    """
    word = token.norm
    if token.stem in _STOP or (len(word) < 2 and word.isascii()):
        return {}
    root = token.stem if token.stem and word.startswith(token.stem) and len(token.stem) > 3 else word
    found: dict[int, float] = {}
    text, at, end = view.lower, view.lower.find(root), -1
    block: Block | None = None
    while at >= 0:
        if at >= end:
            block = view.block_at(at)
            end = block.end if block else at + 1
        if block is not None and (at == 0 or not text[at - 1].isalnum() or not word.isascii()):
            stop = at + len(root)
            while stop < len(text) and stop - at < len(word) + 4 and text[stop].isalpha():
                stop += 1
            exact = text[at:stop] == word or not word.isascii()
            if exact or stop - at <= len(word) + 3:
                if exact or block.index not in found:
                    found[block.index] = 1.0 if exact else 0.85
                if exact:
                    at = end - 1
        at = text.find(root, at + 1)
    return {i: v for i, v in found.items() if view.blocks[i].kind in _PROSE}


def _fits_kind(view: DocumentView, block: Block, kind: str) -> bool:
    if kind in ("", "paragraph"):
        return True
    if block.kind == "caption":
        return kind in ("table", "figure")
    return of_kind(view, block, kind)


def _shown(view: DocumentView, found: Found, kind: str) -> Found:
    """Return the table or figure beside the caption `found`, if the description is about a table or figure (`kind`);
    else `found` itself.
    """
    if kind in ("table", "figure") and found.block.kind == "caption":
        for index in (found.block.index - 1, found.block.index + 1):
            if 0 <= index < len(view.blocks) and of_kind(view, view.blocks[index], kind):
                return Found(view.blocks[index], found.score)
    return found
