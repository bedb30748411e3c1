"""Find words in a message that put text beside something: "after", "before", "between" (relations).

`python -m tests.bench.sensitivity placement/request/relations.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import is_a
from backend.mentions.closed_words import noun
from backend.mentions.described_blocks import Description, Found, find
from backend.mentions.parsed_message import KINDS, ParsedMessage, outermost
from backend.mentions.referents import CLEAR, Target, target
from backend.mentions.section_names import NAMED
from backend.placement.request.clauses import Clauses
from backend.placement.request.roles import Roles

#: Tags of relations that can ask for a place without other words, the most certain first.
_RELATIONS = ("between", "after", "before", "once", "under")
_AND = frozenset("and & und et y e en i и och og ve to a".split())
_UNDER = frozenset("under below beneath underneath unterhalb sous bajo sotto sob onder".split())
#: Words that begin a phrase such as "what follows", in the languages of the placement rules.
_REST = frozenset("what whatever was dem ce lo ciò quello wat".split())
_OTHER_SIDE = {"after": "before", "before": "after", "under": "before"}
#: Minimum score (0 to 1) of a part beside which text is put.
_LEAST = 0.3
#: Relations that often refer to the message itself ("the text below", "see above"), and the words that they follow
#: then.
_POINTING = frozenset("above below following beneath underneath under".split())
_POINTED = ("content", "document", "paragraph", "section", "refer", "saying")
_EDGED = frozenset("paragraph para passage".split())
#: Words for "heading", in the languages of the placement rules.
HEADING = frozenset(
    "heading header headline überschrift titre intitulé título encabezado titolo intestazione cabeçalho kop заголовка"
    " заголовком".split()
)
_WHICH = frozenset("that which where whose".split())
#: Prepositions of verbs for "follow" that stand later in the sentence, each with the forms of the verb.
_FOLLOWING = {"auf": ("folgen", "folgt", "folge"), "op": ("volgen", "volgt")}
_JUST = frozenset("right just directly immediately straight".split())
_TWO = frozenset("two them both these those".split())
#: Words for "two" and "both"; and kinds of blocks of which two may be meant.
_BOTH = frozenset("two both zwei beiden beide deux dos ambos ambas due entrambi entrambe dois duas twee".split())
_PARTS = frozenset({"paragraph", "table", "figure", "list"})


@dataclass(frozen=True, slots=True)
class Frame:
    """A word such as "after" in a message, with its object (X in "after X"). `tag` says what the word means, such as
    "after", and the word has the tokens `first` to `stop` - 1. `target` is the part of the document that its object
    names. For "between", `other` is the second object.
    """

    tag: str
    first: int
    stop: int
    target: Target
    other: Target | None = None

    def names_heading(self, reading: ParsedMessage) -> bool:
        """Return True if the object X of this word is the heading of a section and not the whole section: "right under
        the heading X", "below the X heading".
        """
        meant = self.target.mention
        if self.target.kind != "section" or meant is None:
            return False
        beside = (*range(self.stop, meant.first), meant.stop)
        return any(reading.text_at(i) in HEADING for i in beside)

    @property
    def worth(self) -> float:
        if self.target.kind == "block":
            return self.target.score if self.target.score >= CLEAR else 0.0
        return 0.0 if self.target.kind == "document" else self.target.score


#: Nouns for the text of a message. Before one of these, "below" names no place: "the below text".
_TEXTS = frozenset("text sentence sentences content words passage".split())


class Relations:
    """Finds words such as "after" and "between" in one message, each with its object (X in "after X")."""

    def __init__(self, reading: ParsedMessage, clauses: Clauses, roles: Roles) -> None:
        self.r, self.clauses, self.roles = reading, clauses, roles

    def usable(self) -> list[Frame]:
        """Return a Frame for each word such as "after" whose object (X in "after X") is in the document. A word that
        the message negates is left out ("not after X").
        """
        found = [
            f for f in self._frames()
            if f.first not in self.roles.refused and f.worth >= _LEAST and not self._holds_another(f)
        ]  # fmt: skip
        return [f for f in found if not self._contains(f)] or found

    def _frames(self) -> list[Frame]:
        r = self.r
        frames: list[Frame] = []
        index = 0
        while index < len(r.tokens):
            tag, stop = self._relation_at(index)
            if not tag:
                index += 1
                continue
            frame = self._leftward(tag, index, stop) if r.postpositional else self._rightward(tag, index, stop)
            if frame is not None:
                frames.append(frame)
            index = max(stop, frame.target.stop if frame else stop)
        return frames

    def _writes(self, index: int) -> bool:
        word = self.r.text_at(index).casefold()
        return word in ("etwas", "was", "mehr") or is_a(word, "writing")

    def _relation_at(self, index: int) -> tuple[str, int]:
        r = self.r
        if index in r.masked:
            return "", index
        if (end := self._edge(index)) is not None:
            return end
        if self._is_followed(index):
            return "after", index + 1
        stop, _, tag = max((r.at(index, tag), -n, tag) for n, tag in enumerate(_RELATIONS))
        edge = 0 if r.at(index + 1, "every") else r.at(index, "start", "end")
        if not stop or edge > stop:  # "nach vorne" means the start, and is no relation
            return "", index
        if r.before(index, "topic") is not None and r.text_at(index - 2) not in ("it", "this", "that"):
            return "", index
        about = r.before(index, "paragraph") is not None or self._writes(index - 1) or not self._names(stop)
        if r.text_at(index) == "über" and about:
            return "", index  # in "ein Absatz über X" and "schreib etwas über X", X is the topic
        if self._is_inside(index):
            return "", index  # a subsection under X is inside X
        if r.text_at(index) in ("following", "above", "below") and r.text_at(index - 1) in ("the", "as", "with"):
            return "", index
        if r.text_at(index) == "voor" and is_a(r.text_at(r.sentence(index)[0]), "writing"):
            return "", index  # in "schrijf … voor X", the Dutch "voor" means "for"
        if r.text_at(index) in ("above", "below") and r.text_at(index + 1) in _TEXTS and not r.at(index - 1, "content"):
            return "", index  # "add below text to X"
        if self._points_at_message(index, stop):
            return "", index
        return tag, stop

    def _is_followed(self, index: int) -> bool:
        """Return True if German "auf" or Dutch "op" at token `index` belongs to a verb for "follow": "auf X soll …
        folgen" ("X should be followed by …").
        """
        r = self.r
        verbs = _FOLLOWING.get(r.text_at(index))
        return verbs is not None and any(
            r.text_at(i) in verbs for i in range(index + 1, r.sentence(index)[1]) if i not in r.masked
        )

    def _is_inside(self, index: int) -> bool:
        """Return True if a word such as "under" at token `index` means inside: "a subsection under X". Returns False if
        it means after: "this subsection below X".
        """
        r = self.r
        new = [i for i in range(*r.sentence(index)) if r.at(i, "subsection")]
        if r.text_at(index) == "unter":
            return bool(new)
        return r.text_at(index) in _UNDER and any(r.text_at(i - 1) in INDEFINITE for i in new if i)

    def _names(self, start: int) -> bool:
        """Return True if a part's name, such as "Methods" or "the list", begins at token `start`."""
        r = self.r
        at = r.skip(start, len(r.tokens), "filler")
        return bool(r.kind(at)[0] or r.ordinal(at)[0]) or any(m.first == at and m.quality >= NAMED for m in r.mentions)

    def _points_at_message(self, index: int, stop: int) -> bool:
        """Return True if the word at the tokens `index` to `stop` - 1 points to text in the message itself, as "below"
        does in "the text below".
        """
        r = self.r
        if r.text_at(index) not in _POINTING or r.before(index, *_POINTED) is None:
            return False
        return stop < len(r.tokens) and bool(r.at(stop, "in") or not r.tokens[stop].word)

    def _edge(self, index: int) -> tuple[str, int] | None:
        """Return ("after", index after "of") if words such as "the end of the paragraph on ice" begin at token `index`;
        for "the start of …", return "before" instead of "after". Returns None for other words.
        """
        r = self.r
        for tag, means in (("end", "after"), ("start", "before")):
            stop = r.at(index, tag)
            of = r.at(stop, "of") if stop else 0
            at = r.skip(of, len(r.tokens), "filler") if of else 0
            if of and r.text_at(at) in _EDGED and (r.at(at + 1, "topic", "starting") or r.text_at(at + 1) in _WHICH):
                return means, of
        return None

    def _rightward(self, tag: str, first: int, stop: int) -> Frame | None:
        r = self.r
        if tag == "once":
            return self._once(first, stop)
        if tag == "between":
            return self._between(first, stop)
        passive = r.text_at(stop) == "by"
        stop += passive
        left = self.clauses.subject(first) if passive and (self._ends_content(stop) or self._is_new(stop)) else None
        if left is not None:
            return Frame(tag, first, stop, left)
        meant = target(r, stop, self.clauses.region(stop))
        if meant is None and not passive and self._dangles(first, stop):
            return Frame("after" if tag == "under" else tag, first, stop, Target("back", 0.5, stop))
        spoken = self._places_content(first)
        if (meant is None or meant.kind == "back") and ((r.at(stop, "content") and not spoken) or passive):
            left = None if self.brings_new(first) and not passive else self.clauses.subject(first)
            if left is not None:
                return Frame(tag if passive else _OTHER_SIDE[tag], first, stop, left)
            if tag == "before" and any(r.text_at(i) in ("nothing", "none") for i in range(*r.sentence(first))):
                return Frame(tag, first, stop, Target("every", 0.8, stop))
        if meant is None or (tag == "under" and meant.kind != "block"):
            return None
        if passive and meant.kind != "back":
            return Frame(_OTHER_SIDE[tag], first, stop, meant)
        return Frame("after" if tag == "under" else tag, first, stop, meant)

    def _is_new(self, index: int) -> bool:
        """Return True if the words at token `index` name a text that does not exist yet, such as "a paragraph on X"."""
        r = self.r
        return r.text_at(index) in INDEFINITE and any(r.kind(i)[0] for i in range(index + 1, index + 4))

    def brings_new(self, first: int) -> bool:
        """Return True if the clause before token `first` orders a new text: "add a sentence on trees" before "after
        …".
        """
        begin = self.clauses.clause_start(first)
        opens = self.r.skip(begin, first, "polite", "first_person")
        return bool(self.r.at(opens, "add")) and any(map(self._is_new, range(opens, first)))

    def _contains(self, frame: Frame) -> bool:
        """Return True if a word such as "below" only says in which section a block is, as in "the second paragraph
        below the heading X", and puts no text there. `frame` has this word and its object.
        """
        r = self.r
        noun = r.before(frame.first, *KINDS)
        return frame.target.kind == "section" and bool(r.at(frame.first, "under")) and noun is not None

    def _dangles(self, first: int, stop: int) -> bool:
        """Return True if "behind" (tokens `first` to `stop` - 1) or the like has no object: "put the table behind"."""
        r = self.r
        if r.text_at(first) in _POINTING and (r.before(first, *_POINTED) is not None or not first):
            return False
        end = r.sentence(first)[1]
        if stop < end and r.at(stop, "content"):
            return False
        at = r.skip(stop, end, "polite", "filler")
        return first > 0 and (at >= end or not r.tokens[at].word)

    def _ends_content(self, start: int) -> bool:
        end = self.r.at(start, "content")
        return bool(end) and (
            end >= len(self.r.tokens) or not self.r.tokens[end].word or self.r.text_at(end) in ("as", "in", "with")
        )

    def _places_content(self, first: int) -> bool:
        """Return True if "this" or "it" before the relation at token `first` means the text to place, as in "put this
        after it". Then the "it" after the relation means something else.
        """
        r = self.r
        begin = self.clauses.clause_start(first)
        opens = begin if r.at(begin, "content") else r.skip(begin, first, "add", "polite", "first_person")
        if r.at(opens, "content") and r.text_at(opens) != "the":
            return True
        while first and r.text_at(first - 1) in _JUST:
            first -= 1
        return r.before(first, "content") is not None

    def _once(self, first: int, stop: int) -> Frame | None:
        """Return the relation to X in words such as "once X is done", "where X ends" (both "after") or "when X begins"
        ("before"); None for other words. The "once", "where" or "when" has the tokens `first` to `stop` - 1.
        """
        r = self.r
        for index in range(stop, r.sentence(first)[1]):
            for tag, means in (("done", "after"), ("starts", "before")):
                if r.at(index, tag) and index not in r.masked:
                    meant = target(r, stop, index)
                    if meant is not None and meant.kind != "back":
                        return Frame(means, first, stop, meant)
        return None

    def _between(self, first: int, stop: int) -> Frame | None:
        r = self.r
        for index in range(stop, r.sentence(first)[1]):
            if index in r.masked or r.text_at(index) not in _AND:
                continue
            right = target(r, index + 1, self.clauses.region(index + 1))
            left = target(r, stop, index)
            if left is None and right is not None:
                left = self._same_noun(stop, index, right)
            if left is None or right is None:
                continue
            return Frame("between", first, stop, left, right)
        if (before_rest := self._before_rest(first, stop)) is not None:
            return Frame("after", first, stop, before_rest)
        if both := self._both(first, stop) or self._both_blocks(stop, r.sentence(first)[1]):
            return Frame("between", first, stop, *both)
        one = target(r, stop, self.clauses.region(stop))
        return Frame("between", first, stop, one) if one else None

    def _same_noun(self, start: int, stop: int, right: Target) -> Target | None:
        """Return the first block in words such as "between the first and the second paragraph of X", where only the
        second half has the noun. The first half has the tokens `start` to `stop` - 1, and `right` is the second block.
        Returns None for other words.
        """
        r = self.r
        number, end = r.ordinal(r.skip(start, stop, "filler"))
        if not number or end != stop or right.kind != "block" or not right.noun:
            return None
        section = r.view.section_of(right.blocks[0].block.index)
        blocks = find(r.view, Description(right.noun, number=number, within=(section,)))
        return Target("block", blocks[0].score, stop, blocks=tuple(blocks), noun=right.noun) if blocks else None

    def _before_rest(self, first: int, stop: int) -> Target | None:
        """Return the part X in words such as "between X and what follows", where the text goes after X; None for other
        words. The "between" has the tokens `first` to `stop` - 1.
        """
        r = self.r
        for index in range(stop, r.sentence(first)[1] - 1):
            if index not in r.masked and r.text_at(index) in _AND and r.text_at(index + 1) in _REST:
                before = target(r, stop, index)
                return replace(before, stop=r.sentence(first)[1]) if before is not None else None
        return None

    def _both(self, first: int, stop: int) -> tuple[Target, Target] | None:
        """Return the last two sections named before words such as "between the two" or "between them"; None for other
        words. The "between" has the tokens `first` to `stop` - 1.
        """
        r = self.r
        at = r.skip(stop, r.sentence(first)[1], "filler")
        words = {r.text_at(i) for i in range(stop, at + 1)}
        parted = r.text_at(stop - 1) == "by" and r.at(stop, "content", "newsection")
        named = outermost(m for m in r.mentions if m.stop <= first and m.quality >= NAMED)
        if not (words & _TWO or parted) or len(named) < 2:
            return None
        one, other = (Target("section", m.quality, stop, m.sections, mention=m) for m in named[-2:])
        return one, other

    def _both_blocks(self, at: int, stop: int) -> tuple[Target, Target] | None:
        """Return the two blocks in words such as "between the two paragraphs of X"; None for other words. The tokens
        `at` to `stop` - 1 follow "between". If X has more than two such blocks, their score is low.
        """
        r = self.r
        at = r.skip(at, stop, "filler")
        two = at < stop and r.text_at(at) in _BOTH
        kinds, end = noun(r.tokens, at + two)
        within = [m for m in r.mentions if at < m.first < stop and m.quality >= NAMED and m.sections]
        named = max(within, key=lambda m: (m.quality, m.words), default=None)
        kind = next((each for each in kinds if each in _PARTS), "")
        if not kind or named is None or named.first < end:
            return None
        own = r.view.own(r.view.sections[named.sections[0]])
        blocks = [block for block in own if block.kind == kind]
        if len(blocks) < 2:
            return None
        score = 0.95 if len(blocks) == 2 else 0.4  # lower than the score of a clear description (confidence.py)
        one, other = (
            Target("block", score, named.stop, blocks=(Found(each, score),), noun=kind) for each in blocks[:2]
        )
        return one, other

    def _leftward(self, tag: str, first: int, stop: int) -> Frame | None:
        """Return the relation of a word that comes after its object, as in Japanese or Turkish; None if it has no
        object. The word has the tokens `first` to `stop` - 1, and `tag` is its meaning, such as "after".
        """
        r = self.r
        begin = r.sentence(first)[0]
        near = [m for m in r.names if begin <= m.first and m.stop <= first]
        if tag == "between":
            if len(near) < 2:
                return None
            one, other = (Target("section", m.quality, stop, m.sections, mention=m) for m in near[-2:])
            return Frame(tag, first, stop, one, other)
        if tag not in ("after", "before"):
            return None
        if near and r.skip(near[-1].stop, first, "section", "of", "filler") >= first:
            mention = near[-1]
            return Frame(tag, first, stop, Target("section", mention.quality, stop, mention.sections, mention=mention))
        meant = target(r, r.skip(begin, first, "add", "content", "filler", "in"), first)
        return Frame(tag, first, stop, meant) if meant and meant.kind in ("block", "section") else None

    def _holds_another(self, frame: Frame) -> bool:
        """Return True if a word such as "below" (`frame`) only tells which section is meant: in "the Limits below
        Results", Limits is a subsection of Results, and no text goes below Results.
        """
        r, meant = self.r, frame.target
        if meant.kind != "section" or not r.at(frame.first, "under"):
            return False
        return any(m.quality >= 0.9 and m.stop <= frame.first and r.inside(m, meant.sections) for m in r.mentions)
