"""Find the parts of the document in which an order is to be carried out: "in the table", "except in Discussion",
"before Results", "from Results on".

An order without such words applies to the whole document. If such words name no part, the order is unclear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from backend.document.blocks import Document
from backend.document.insertion_orders import BRINGING
from backend.document.order_words import COURTESIES, is_a
from backend.mentions import closed_words
from backend.mentions.closed_words import is_article, noun
from backend.mentions.lexicon import Token, tokens
from backend.mentions.naming.unique_parts import covers, unique_parts
from backend.mentions.resolver import Mention, resolve
from backend.mentions.section_names import concepts

Span = tuple[int, int]

_IN = frozenset(
    """
    in within inside under for on at throughout
    im am auf für unter bei beim innerhalb
    dans en pour sous sur au aux
    para por bajo sobre
    nel nella nell nell' nello nei negli nelle per sotto su sul sulla
    no na nos nas em sob
    op voor bij
    """.split()
)
EXCEPT = frozenset(
    """
    except excepting excluding outside besides
    ausser ausgenommen ausserhalb
    sauf excepté hormis hors
    salvo excepto fuera
    tranne eccetto fuori
    exceto fora
    behalve buiten
    """.split()
)
_NOT = frozenset("not but nicht pas no non não niet".split())
_BEFORE = frozenset("before above preceding vor oberhalb avant antes prima voor boven".split())
_AFTER = frozenset("after below beyond nach après después tras dopo depois após".split())
_UNTIL = frozenset("until till through bis jusque jusqu'à jusqu'au jusqu'aux hasta fino até tot".split())
#: Words before the part at which the order begins to apply, and words after that part ("from Results on").
_STARTING = frozenset("ab partir vanaf desde dalla dal".split())
_FROM = frozenset("from von vom da dalla dal van desde".split())
_ONWARDS = frozenset("on onward onwards forward an poi adelante avanti diante af".split())
_EVERYWHERE = frozenset("everywhere throughout überall partout ovunque overal".split())
_PLACING = _IN | EXCEPT | _BEFORE | _AFTER | _UNTIL | _STARTING
#: Words before the new words of an order.
_NEW = BRINGING | frozenset("to into as in zu zum en à a em para als al naar".split())
#: Words that mean the whole document: "in all places".
_ALL = frozenset(
    """
    all every each both any whole entire everywhere alle allen jede jeder jedes jedem ganzen gesamten beide beiden tous
    toutes chaque tout toute todos todas cada todo toda tutti tutte ogni tutto tutta ambos ambas alle elke hele
    """.split()
)
#: Words that connect a phrase with the words before it, and are removed together with the phrase.
_JOINING = frozenset("but aber mais pero ma mas maar only nur seulement solo solamente soltanto apenas alleen".split())
_STOPS = frozenset(".!?;:,()。！？，；：、")
_ORDERS = ("changing", "replacing", "removing", "renaming")
#: Maximum number of words in a phrase for a part.
_LONGEST = 8


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an order is to be carried out. `order` is the message with spaces in place of the words for the place.
    `spans` are the ranges of the text that these words name, as start and end (excluded) in characters; None means the
    whole document. `unclear` has words that seem to name a part but fit none or several; "" if there are none.
    """

    order: str
    spans: tuple[Span, ...] | None = None
    unclear: str = ""
    #: start and end (excluded) of each phrase in the message
    phrases: tuple[Span, ...] = ()
    #: True if a phrase excludes a part, or names a direction such as "before Results"
    excepts: bool = False


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words of a message that limit an order to parts of the document, or exclude parts: the tokens `first` to `stop` -
    1. `relation` says how the `parts` limit the order, such as "except".
    """

    relation: str
    first: int
    stop: int
    parts: tuple[Mention, ...]


def read_scope(document: Document, message: str) -> Scope:
    """Return the parts of the document to which the order of a message is limited: the table for "replace X by Y in the
    table".
    """
    if "\n" in message.strip() or not document.blocks:
        return Scope(message)
    return _Reader(document, message).read()


class _Reader:
    """Finds the phrases of one message that limit its order to parts of the document, such as "in the table"."""

    def __init__(self, document: Document, message: str) -> None:
        self._document, self._message = document, message
        self._words = tokens(message)
        self._mentions = resolve(document, message)
        self._verb = next(
            (at for at, each in enumerate(self._words) if not each.quote and is_a(each.norm, *_ORDERS)), 0
        )
        self._everywhere = any(each.norm in _EVERYWHERE for each in self._words[self._verb :])
        self._quotations = max((each.quote for each in self._words), default=0)
        ahead = takewhile(lambda each: not each.word or each.norm in COURTESIES | _EVERYWHERE, self._words)
        self._beginning = sum(1 for _ in ahead)

    def read(self) -> Scope:
        found: list[_Phrase] = []
        unclear, at = "", 0
        while at < len(self._words):
            phrase = self._phrase(at) if not self._words[at].quote else None
            if phrase is None:
                unclear = unclear or self._unclear_lead(at)
                at += 1
                continue
            if not phrase.parts:
                unclear = unclear or self._said(phrase.first, phrase.stop)
            found.append(phrase)
            at = phrase.stop
        spans = self._spans(found) if found and not unclear else None
        if found and spans is None:
            unclear = unclear or self._said(found[-1].first, found[-1].stop)
        excepts = any(each.relation != "in" for each in found)
        return Scope(self._without(found), spans, unclear, self._places(found), excepts)

    def _said(self, first: int, stop: int) -> str:
        return self._message[self._words[first].start : self._words[stop - 1].end]

    def _places(self, found: Sequence[_Phrase]) -> tuple[Span, ...]:
        return tuple((self._words[each.first].start, self._words[each.stop - 1].end) for each in found)

    def _without(self, found: Sequence[_Phrase]) -> str:
        """Return the message with spaces in place of the phrases `found`, and of a comma or "but" beside them."""
        text = self._message
        for each in found:
            first = each.first
            while first and (self._words[first - 1].norm in _JOINING or self._words[first - 1].text == ","):
                first -= 1
            if first and self._words[each.first].norm == "partir":
                first -= 1  # "à partir de"
            stop = each.stop
            if stop < len(self._words) and self._words[stop].text == "," and self._begins(first):
                stop += 1
            start, end = self._words[first].start, self._words[stop - 1].end
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return text

    def _begins(self, at: int) -> bool:
        return at <= self._beginning

    # ---------------------------------------------------------------- phrases

    def _phrase(self, at: int) -> _Phrase | None:
        """Return the phrase such as "in the table" or "except in Limits" that begins at token `at`; None if there is
        none. A phrase with "except" is returned without parts if its words name no part.
        """
        relation, stop = self._relation(at)
        if not relation:
            return None
        parts, end = self._named(stop)
        if parts:
            behind = self._words[end].norm if end < len(self._words) else ""
            if relation == "from" and behind not in _ONWARDS:
                return None
            end += relation in ("from", "starting") and behind in _ONWARDS
            if relation == "from" and end < len(self._words) and self._words[end].norm == "poi":
                end += 1
            return _Phrase("starting" if relation == "from" else relation, at, end, parts)
        if relation == "except" and self._words[at].norm in EXCEPT and self._may_except(at, stop):
            return _Phrase(relation, at, min(max(end, stop), len(self._words)), ())
        return None

    def _may_except(self, at: int, stop: int) -> bool:
        """Return True if the word at token `at`, such as "outside", may begin an exception ("outside Methods"). Returns
        False for an old or new word of the order: "change inside to outside". `stop` is the index after it.
        """
        ahead = [each for each in self._words[:at] if each.word][-1:]
        return stop < len(self._words) and not (ahead and ahead[0].norm in _NEW and not self._begins(at))

    def _relation(self, at: int) -> tuple[str, int]:
        """Return the relation that the words at token `at` express ("before", "except"), and the index of the part
        after them. The relation is "" if they express none.
        """
        norm, stop = self._words[at].norm, at + 1
        follows = self._words[stop].norm if stop < len(self._words) else ""
        if norm in EXCEPT:
            while stop < len(self._words) and self._words[stop].norm in _IN:
                stop += 1
            return "except", stop
        if norm in _NOT and follows in _IN and self._begins_exception(at):
            return "except", stop + 1
        if (norm, follows) == ("up", "to"):
            return "until", stop + 1
        if norm in ("other", "apart", "aside") and follows in ("than", "from"):
            return "except", stop + 1 + (stop + 1 < len(self._words) and self._words[stop + 1].norm in _IN)
        for words, relation in (
            (_BEFORE, "before"), (_AFTER, "after"), (_UNTIL, "until"), (_STARTING, "starting"), (_FROM, "from"),
        ):  # fmt: skip
            if norm in words:
                return relation, stop
        return ("in", stop) if norm in _IN else ("", at)

    def _begins_exception(self, at: int) -> bool:
        """Return True if the word at token `at` may begin an exception. "But" does so only after a word such as
        "everywhere" or "all".
        """
        ahead = self._words[at - 1].norm if at else ""
        return self._words[at].norm != "but" or ahead in _EVERYWHERE or ahead in ("all", "anywhere")

    def _named(self, first: int) -> tuple[tuple[Mention, ...], int]:
        """Return the parts that the words from token `first` on name, and the index after these words. The longest name
        is used. If the words name no part, return () and the index after the words that could have been a name.
        """
        limit = first
        while limit < len(self._words) and limit - first < _LONGEST and not self._ends(first, limit):
            limit += 1
        if first < len(self._words) and self._is_object(first):
            return (), limit
        for stop in range(limit, first, -1):
            last = self._words[stop - 1]
            if closed_words.is_a(last, "and") or is_article(last.norm) or self._goes_on(stop, limit):
                continue
            said = self._said(first, stop)
            text = said.strip("“”„«»\"'‘’` ")
            whole = covers(self._mentions, said, self._words[first].start)
            if parts := whole or unique_parts(self._document, text):
                return parts, stop
        return (), limit

    def _goes_on(self, at: int, limit: int) -> bool:
        """Return True if the token at `at` continues the name before it: "2" in "Table 2", "of" in "the table of the
        annex". Tokens from `limit` on do not belong to the phrase.
        """
        if at >= limit:
            return False
        if self._words[at].norm.isdecimal():
            return bool(noun(self._words, at - 1)[0])
        links = closed_words.is_a(self._words[at], "of") or self._words[at].norm in _IN
        follows = self._words[at + 1] if links and at + 1 < limit else None
        return follows is not None and bool(is_article(follows.norm) or noun(self._words, at + 1)[0])

    def _ends(self, first: int, at: int) -> bool:
        word = self._words[at]
        if quote := self._quote(at):
            return quote != self._quote(first) and at > first and not self._is_mention(at + (not word.quote))
        stops = word.text in _STOPS and not _is_inside_word(self._words, at)
        return stops or (at == self._verb and at > 0)

    def _unclear_lead(self, at: int) -> str:
        """Return the words at the beginning of a message that have the form of a place but name no part: "In section 7,
        change …". Returns "" if there are none."""
        word = self._words[at]
        if self._everywhere or not self._begins(at) or word.norm in COURTESIES or not word.word or self._verb <= at:
            return ""
        relation, first = self._relation(at)
        kinds = noun(self._words, at)[0]
        if not relation and not kinds:
            return ""
        _, stop = self._named(first)
        said = self._words[first:stop]
        if not said or any("document" in noun(self._words, place)[0] for place in range(first, stop)):
            return ""
        if not relation:
            follows = self._words[stop].text if stop < len(self._words) else ""
            return "" if follows not in (":", ",") or self._is_mention(at) else self._said(at, stop)
        return self._said(at, stop) if any(_is_definite(self._words, place) for place in range(first, stop)) else ""

    def _is_object(self, at: int) -> bool:
        """Return True if token `at` is in a quotation that may be old or new words: "Y" in "replace “X” in “Y”"."""
        return self._quotations == len(("old", "new")) and self._quote(at) > 0 and at > self._verb

    def _quote(self, at: int) -> int:
        """Return the number of the quotation that contains or begins with token `at`; 0 if there is none."""
        word = self._words[at]
        opens = not word.word and at + 1 < len(self._words)
        return word.quote or (self._words[at + 1].quote if opens else 0)

    def _is_mention(self, at: int) -> bool:
        named = [each for each in self._mentions if not (each.guessed or each.how == "quotation")]
        return any(each.at[0] <= self._words[at].start < each.at[1] for each in named)

    # ---------------------------------------------------------------- the text that is meant

    def _spans(self, found: Sequence[_Phrase]) -> tuple[Span, ...] | None:
        """Return the ranges (start, end) of the document's text to which all phrases together limit the order. End is
        excluded. Returns None if the phrases contradict each other."""
        whole: tuple[Span, ...] = ((0, len(self._document.text)),)
        inside, outside = whole, list[Span]()
        for each in found:
            ranges = self._ranges(each)
            if each.relation == "except":
                outside += [part.span for part in each.parts]
            elif ranges is None:
                return None
            elif both := _shared(inside, ranges):
                inside = both
            elif each.first and closed_words.is_a(self._words[each.first - 1], "and"):
                inside = (*inside, *ranges)  # "in Methods and in Results"
            else:
                return None
        for span in outside:
            inside = _without_span(inside, span)
        return inside

    def _ranges(self, phrase: _Phrase) -> tuple[Span, ...] | None:
        """Return the ranges of the text that a phrase names. Returns None if it names a direction ("before X") and X is
        not exactly one section."""
        if phrase.relation in ("in", "except"):
            return tuple(part.span for part in phrase.parts)
        if len(phrase.parts) != 1 or phrase.parts[0].kind != "section" or phrase.relation == "until":
            return None
        start, stop = phrase.parts[0].span
        if phrase.relation == "before":
            return ((0, start),)
        return ((stop if phrase.relation == "after" else start, len(self._document.text)),)


def _shared(some: Sequence[Span], others: Sequence[Span]) -> tuple[Span, ...]:
    both = ((max(a, c), min(b, d)) for a, b in some for c, d in others)
    return tuple(dict.fromkeys((start, stop) for start, stop in both if start < stop))


def _without_span(ranges: Sequence[Span], taken: Span) -> tuple[Span, ...]:
    pieces = [(a, min(b, taken[0])) for a, b in ranges] + [(max(a, taken[1]), b) for a, b in ranges]
    return tuple((a, b) for a, b in pieces if a < b)


def unclear_place(scope: Scope, at: Sequence[Span], quoted: Sequence[Span] = (), new: str = "") -> str:
    """Return the words of an order to replace words that look like a place but name no part, as "in the annex"; else
    "". `at` holds (start, end) of the old and of the new words, and `quoted` those of quoted parts. `new` is "" or the
    new words without quotation marks, which may end with a place: "York in the title".
    """
    words = tokens(scope.order)
    verb = next((place for place, each in enumerate(words) if is_a(each.norm, *_ORDERS)), 0)
    for place in range(verb, len(words) - 1):
        word, follows = words[place], words[place + 1]
        if word.quote or word.norm not in _PLACING or any(follows.start in (start, start + 1) for start, _ in at):
            continue
        inside = next((span for span in at if span[0] <= word.start < span[1]), None)
        if inside is not None and (not new or inside != at[-1] or word.start == inside[0]):
            continue
        behind = list(_until_stop(words, place + 1))
        if not behind or any(each.norm in _ALL or "document" in noun([each], 0)[0] for each in behind):
            continue
        start, end = word.start, behind[-1].end
        numbered = follows.norm.isdecimal() and scope.order[follows.end : follows.end + 1] == "."
        sure = numbered or _is_definite_word(words, place + 1)
        outside = inside is None and any(map(_is_named, behind))
        if (sure or outside) and not any(one < end and start < other for one, other in quoted):
            return scope.order[start:end]
    return ""


def _until_stop(words: Sequence[Token], first: int) -> Iterator[Token]:
    for at, word in enumerate(words[first:], first):
        if word.text in _STOPS and not _is_inside_word(words, at):
            return
        yield word


def _is_inside_word(words: Sequence[Token], at: int) -> bool:
    """Return True if no space is between token `at`, such as a period, and the next token: "2.1". The period then ends
    no sentence."""
    return at + 1 < len(words) and words[at + 1].start == words[at].end


def _is_named(word: Token) -> bool:
    return word.text[:1].isupper() or any(sign.isdigit() for sign in word.text)


def _is_definite(words: Sequence[Token], at: int) -> bool:
    """Return True if the word at token `at` shows that a particular part is meant: an article, a number, a name, or a
    noun such as "table"."""
    word = words[at]
    return bool(word.quote) or _is_named(word) or _is_definite_word(words, at)


def _is_definite_word(words: Sequence[Token], at: int) -> bool:
    word = words[at]
    return bool(is_article(word.norm) or noun(words, at)[0] or concepts((word.stem,)))
