"""Detect words of a message that do not fit the place that was found. Then the place is unsure.

It does not matter how the rules understood the words: "second paragraph" does not fit if no second paragraph is beside
the place.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.document.blocks import Block
from backend.document.order_classes import INDEFINITE
from backend.mentions import closed_words
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import cardinals
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.resolver import resolve
from backend.mentions.sentence_orders import ordered_sentence
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.named_place import counted_paragraph
from backend.placement.request.roles import BUT, Roles
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import OTHER_USES, end_of_object, misses_object

_RELATIONS = ("after", "before", "between", "once", "under")
#: Roles of names that are only mentioned and are no places.
_SPOKEN_OF = frozenset({"topic", "refer", "not", "saying", "titled", "replace"})
#: Minimum quality (0 to 1) of a name that certainly names a section.
_CERTAIN = 0.9
#: Number of words after a relation among which its object must begin.
_NEAR = 4
#: Words for "paragraph", in the languages whose paragraphs are counted. "Para" is left out, because it is a preposition
#: in two of these.
PARAGRAPHS = frozenset(
    "paragraph paragraphs absatz absatzes paragraphe alinéa párrafo capoverso paragrafo parágrafo alinea абзац абзаца"
    " абзацем".split()
)
#: Tags of words for an edge.
_EDGES = ("start", "end")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A place in a document: before the block with index `at`. `left` and `right` are the nearest blocks before and
    after the place that readers see (comments are not seen); None at the document's start or end.
    """

    view: DocumentView
    at: int
    left: Block | None
    right: Block | None

    @classmethod
    def of(cls, view: DocumentView, at: int) -> Surroundings:
        left = next((each for each in reversed(view.blocks[:at]) if each.kind != "comment"), None)
        return cls(view, at, left, next((each for each in view.blocks[at:] if each.kind != "comment"), None))

    @property
    def starts(self) -> bool:
        """Return True if the place is directly below a heading, or at the document's start."""
        return self.left is None or self.left.kind == "heading"

    @property
    def ends(self) -> bool:
        """Return True if the place is directly above a heading, or at the document's end."""
        return self.right is None or self.right.kind == "heading"

    def touches(self, block: int) -> bool:
        return any(each is not None and each.index == block for each in (self.left, self.right))


def has_unmet_words(message: str, asked: PlacementRequest, place: Surroundings) -> bool:
    """Return True if a message has words that do not fit the place: a word such as "after", a paragraph's number, or a
    section's name. `asked` is how the rules understood the message.
    """
    reading = parsed(place.view, message)
    if reading is None or asked.target is None:
        return False
    roles = Roles(reading)
    named = {i for m in reading.mentions if m.quality >= _CERTAIN for i in range(m.first, m.stop)}
    said = [
        i for i in range(len(reading.tokens))
        if i not in reading.masked and i not in named and i not in roles.refused
        and (reading.text_at(i - 1) == "on" or not reading.in_topic(reading.sentence(i)[0], i))
    ]  # fmt: skip
    return bool(
        _ignores_relation(reading, asked, place, said)
        or _is_not_between(asked, place)
        or misses_object(reading, asked, said, (place.left, place.right))
        or _ignores_quotation(reading, place)
        or ordered_sentence(message)  # it is to go into a paragraph
        or _makes_exception(reading, said)
        or _ignores_number(reading, asked)
        or any(_ignores_edge(reading, asked, place, i) for i in said)
        or any(_ignores_block(reading, asked, i) for i in said)
        or any(_miscounts(reading, place, i, asked.relation in _RELATIONS) for i in said)
        or _ignores_section(reading, roles, asked, place)
        or any(_leaves_section_unnamed(reading, asked, i) for i in said)
    )


def _is_not_between(asked: PlacementRequest, place: Surroundings) -> bool:
    """Return True if the text goes between two blocks (`asked`), and one of them is not beside the place."""
    both = (asked.target, asked.other)
    blocks = [each.blocks[0].block.index for each in both if each is not None and each.kind == "block"]
    return asked.relation == "between" and len(blocks) == len(both) and not all(map(place.touches, blocks))


def _ignores_relation(reading: ParsedMessage, asked: PlacementRequest, place: Surroundings, said: list[int]) -> bool:
    """Return True if the message has a word such as "after" among the tokens `said`, but the place is inside a section
    and not next to this word's object: "after the list", and the place is the section's start. `asked` is how the
    message was understood.
    """
    assert asked.target is not None
    if reading.postpositional or asked.relation in _RELATIONS or asked.target.kind == "block":
        return False
    for index in said:
        stop, tag = max((reading.at(index, each), each) for each in _RELATIONS)
        other = reading.at(index, *OTHER_USES) >= stop or reading.text_at(index - 1) in ("the", "as")
        if not stop or other or reading.text_at(stop - 1).startswith("where"):  # "that's where it goes"
            continue
        if tag == "under" and any(
            m.first == reading.skip(stop, len(reading.tokens), "filler", "section", "titled") for m in reading.mentions
        ):
            continue  # "under X" is in X
        if tag != "after" or not (place.ends or place.starts) or not _may_be_before(reading, stop):
            return True
    return False


def _ignores_edge(reading: ParsedMessage, asked: PlacementRequest, place: Surroundings, index: int) -> bool:
    """Return True if "at the start" or "at the end" begins at token `index`, but the place is not at the start or end
    of a section. `asked` is how the message was understood.
    """
    assert asked.target is not None
    if asked.relation not in ("in", "start", "end") or asked.target.kind != "section":
        return False
    begin = index - 1 if reading.at(index - 1, "filler") == index else index
    prepositional = reading.text_at(begin - 1) == "at" or reading.before(begin, "in") is not None
    for tag, met in (("start", place.starts), ("end", place.ends)):
        stop = reading.at(index, tag)
        after = reading.skip(stop, len(reading.tokens), "polite")
        if not prepositional and after < len(reading.tokens) and reading.tokens[after].word:
            continue
        if stop and not met and not reading.kind(stop)[0] and not reading.at(index, "start" if tag == "end" else "end"):
            return True
    return False


def _ignores_block(reading: ParsedMessage, asked: PlacementRequest, index: int) -> bool:
    """Return True if words for a block, such as "the sampling paragraph", end at token `index`, but the place that was
    understood (`asked`) is not next to a block.
    """
    assert asked.target is not None
    if asked.relation not in ("in", "start", "end") or asked.target.kind != "section":
        return False
    if not reading.kind(index)[0] or reading.at(index, "section"):
        return False
    first = index
    while first and is_unknown(reading, first - 1):
        first -= 1
    article = reading.tokens[first - 1]
    return 0 < first < index and closed_words.is_a(article, "articles") and article.norm not in INDEFINITE


def _may_be_before(reading: ParsedMessage, stop: int) -> bool:
    """Return True if the object of "after", which begins at token `stop`, may be the block before the place.

    Returns False if it is an element such as "the table", or a described paragraph ("the paragraph on ice"), because
    the block is not compared with these words.
    """
    near = range(stop, min(stop + _NEAR, len(reading.tokens)))
    described = [reading.kind(i)[1] for i in near if reading.kind(i)[0] == "paragraph"]
    if any(reading.at(i, "topic", "starting") or _is_described(reading, i) for i in described):
        return False
    return all(reading.kind(i)[0] in ("", "paragraph") for i in near)


def _is_described(reading: ParsedMessage, first: int) -> bool:
    """Return True if words that describe the object begin at token `first`: "that defines them" in "the paragraph that
    defines them".
    """
    rest = range(first, end_of_object(reading, first))
    return any(reading.tokens[i].word and not reading.at(i, "filler", "polite", "of") for i in rest)


def _miscounts(reading: ParsedMessage, place: Surroundings, index: int, beside: bool) -> bool:
    """Return True if words such as "second paragraph" begin at token `index`, but the text would not become the second
    paragraph at this place. If `beside` is True, a place on either side of the present second paragraph is also
    accepted.
    """
    number, noun, end = counted_paragraph(reading, index)
    if not number or (end > noun and reading.text_at(noun) not in PARAGRAPHS):
        return False
    section = place.view.section_of(place.left.index if place.left is not None else 0)
    own = [each.index for each in place.view.own(section) if each.kind == "paragraph"]
    at = number - 1 if number > 0 else len(own) + number
    if (number == 1 and place.starts) or (number in (-1, len(own) + 1) and place.ends):
        return False
    if not 0 <= at < len(own):
        return True
    moved = place.right if number > 0 else place.left
    return not place.touches(own[at]) if beside else moved is None or moved.index != own[at]


def _ignores_quotation(reading: ParsedMessage, place: Surroundings) -> bool:
    """Return True if the message quotes a text of the document, and the place is not beside it."""
    for each in resolve(place.view.document, reading.text):
        if each.kind != "quotation" and each.how != "quotation":
            continue
        index = next(i for i, token in enumerate(reading.tokens) if token.end >= each.at[0])  # the opening mark
        beside = any(place.touches(block) for block in range(each.start, each.stop))
        if not beside and not reading.in_topic(reading.sentence(index)[0], index):
            return True
    return False


def _makes_exception(reading: ParsedMessage, said: list[int]) -> bool:
    """Return True if a "but" among the tokens `said` limits the place: "as the last paragraph but one" means another
    paragraph than the last, and "X, but leave the summary last" means a place before the summary.
    """
    for index in said:
        if reading.text_at(index) not in BUT or reading.text_at(index + 1) == "":
            continue
        begin, stop = reading.sentence(index)
        edge = next((i for i in range(index, stop) if reading.at(i, *_EDGES) or reading.ordinal(i)[0]), index)
        kept = any(is_unknown(reading, i) or reading.kind(i)[0] for i in range(index + 1, edge))
        counted = any(reading.ordinal(i)[0] < 0 for i in range(begin, index))
        if kept or (counted and reading.tokens[index + 1].stem in cardinals()):
            return True
    return False


def _ignores_number(reading: ParsedMessage, asked: PlacementRequest) -> bool:
    """Return True if a number that was not understood is in the sentence that names the section for the text. `asked`
    is how the message was understood.
    """
    mention = asked.target.mention if asked.target is not None else None
    if mention is None:
        return False
    named = [each.at for each in resolve(reading.view.document, reading.text)]
    return any(
        reading.tokens[index].norm.isdigit() and index not in reading.masked
        and not any(each.first <= index < each.stop for each in reading.mentions if each.quality >= _CERTAIN)
        and not any(start <= reading.tokens[index].start < stop for start, stop in named)
        for index in range(*reading.sentence(mention.first))
    )  # fmt: skip


def _ignores_section(reading: ParsedMessage, roles: Roles, asked: PlacementRequest, place: Surroundings) -> bool:
    """Return True if the message names a section by its whole title as a place, and the place that was found is outside
    of this section. Only names after the name of the chosen section (`asked`) count: in "in X, no, in Y", Y corrects X.
    """
    chosen = asked.target.mention if asked.target is not None else None
    names = (m for m in reading.mentions if m.quality >= _CERTAIN and m.how == "full" and (m.exact or m.words > 1))
    for mention in outermost(names):
        earlier = chosen is not None and mention.first <= chosen.first and not reading.postpositional
        if mention.first in roles.refused or earlier or mention is chosen:
            continue
        sections = [place.view.sections[each] for each in mention.sections]
        inside = any(each.first <= place.at <= each.stop for each in sections)
        if not inside and roles.of(mention) not in _SPOKEN_OF:
            return True
    return False


def _leaves_section_unnamed(reading: ParsedMessage, asked: PlacementRequest, index: int) -> bool:
    """Return True if the message names a section with the word "section", at token `index`, but the place that was
    understood (`asked`) is the start or end of the document: "the preprints section", and the document has none.
    """
    if not _means_document(asked):
        return False
    noun = reading.at(index, "section") and not reading.at(index, "newsection", "subsection")
    return bool(noun) and reading.text_at(index - 1) not in INDEFINITE and not reading.ordinal(index - 1)[0]


def _means_document(asked: PlacementRequest) -> bool:
    assert asked.target is not None
    return asked.target.kind == "document" and not asked.new_section and not asked.title
