"""Find the block that a message describes: by its words, a quotation from it, its kind, its number, or its section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from backend.document.blocks import Block
from backend.document.outline import Section
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import chosen, parts, whole_block
from backend.mentions.lexicon import Token
from backend.mentions.topic_scores import Scored, Topic, is_alone, scored
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
#: Score of the block that alone fits a description, of the best of several, and of a table or the like that a message
#: does not call so. Maximum number of blocks that are returned.
_ALONE, _RIVALED, _NAMELESS, _MOST = 0.8, 0.3, 0.25, 12
_TAG = {
    "table": re.compile(r"<table|\\begin\{(?:long|side)?tab|#tbl", re.I),
    "figure": re.compile(r"<(?:img|figure|svg|picture)|!\[|\\begin\{figure|#fig|\\includegraphics", re.I),
    "math": re.compile(r"\\begin\{(?:equation|align|gather|multline|eqnarray)", re.I),
}


@dataclass(frozen=True, slots=True)
class Description:
    """What a message says about a block, as in "the table with the salinity of the bays".

    - `kind`: the kind of the block ("table")
    - `words`, `quote`: words in the block (tokens with weights), and a quotation from it
    - `number`: its number in the document; counted from the end if negative
    - `within`: the sections that contain it
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
    """Return the blocks that have the kind and the number of the description `said` ("the second table").

    If `said` names a section, the blocks of the section's own text are counted; if these are too few, those of the
    whole section. If it names none, those of the whole document are counted.
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
    """Return the blocks that contain words of the description `said`, best first (topic_scores.py). Words that are
    usual in requests count only for blocks that also have another of the words, unless there are no other words.
    """
    telling = [(each, weight) for each, weight in said.words if each.word and each.stem not in _STOP]
    telling = [(each, weight) for each, weight in telling if len(each.norm) > 1 or not each.norm.isascii()]
    words = tuple(token for token, weight in telling if weight == 1)
    loose = tuple(token for token, weight in telling if weight < 1)
    topic = Topic(words, loose) if words else Topic(loose)
    blocks = _blocks_in(view, said.within) if said.within else view.blocks
    ranked = _ranked(view, topic, blocks, said.kind)
    best = _ALONE if is_alone(ranked) else _RIVALED
    if ranked and not said.kind and view.blocks[ranked[0].part.start].kind not in ("paragraph", "list", "quote"):
        best = _NAMELESS
    if not ranked and said.kind not in ("", "paragraph"):
        ranked = _ranked(view, topic, blocks, "")  # "the codes of conduct" are no code
    return [Found(view.blocks[each.part.start], best * each.score / ranked[0].score) for each in ranked[:_MOST]]


def _ranked(view: DocumentView, topic: Topic, blocks: Sequence[Block], kind: str) -> list[Scored]:
    """Return those `blocks` of this kind that contain words of the topic, best first. If `kind` is "paragraph" and no
    paragraph has such a word, other prose is returned.
    """
    found: list[Scored] = []
    for each in ("paragraph", "") if kind == "paragraph" else (kind,):
        prose = [b for b in blocks if of_kind(view, b, each) and b.index not in view.printed.captions]
        found = found or (scored(view, topic, [whole_block(b) for b in prose]) if topic.words else [])
    return found
