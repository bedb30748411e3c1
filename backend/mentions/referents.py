"""Find the part of the document that a message names after a word such as "after" or "in": the table for "after the
table". It may be a section, a block, or the whole document. The word "it" means the part that an earlier message was
about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from backend.document.outline import Section
from backend.mentions.described_blocks import Description, Found, find
from backend.mentions.lexicon import Token
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_names import NAMED, NamedSection
from backend.mentions.section_of_block import holder

#: Minimum score (0 to 1) of a described block that is more than a guess.
CLEAR = 0.3
#: Forms of "to be" and "to get" as in "after X is done".
BEING = frozenset("is are was were gets get got being been".split())


@dataclass(frozen=True, slots=True)
class Target:
    """The part of the document that a message names after a word such as "after": the table for "after the table".

    `kind` is the kind of part: "every" if the words name several places, "back" for "it", which means the object of an
    earlier request. `score` (0 to 1) says how certain it is that this part is meant. `stop` is the index of the token
    after its name. `sections` (as indices) or `blocks` are the possible parts, best first.
    """

    kind: Literal["section", "block", "document", "every", "back"]
    score: float
    stop: int
    sections: tuple[int, ...] = ()
    blocks: tuple[Found, ...] = ()
    mention: NamedSection | None = None
    #: the kind of block that the words name, such as "paragraph"; "" if they have no noun
    noun: str = ""


def target(reading: ParsedMessage, start: int, stop: int) -> Target | None:
    """Return the part that the tokens `start` to `stop` - 1 name; None if they name none."""
    at = reading.skip(start, stop, "polite")
    at, stop = _bare_clause(reading, at, stop)
    if at >= stop or _small(reading, at, stop):
        return None
    if back := _back(reading, at, stop):
        return back
    if numbered := _numbered(reading, at, stop):
        return numbered
    lead = _leading_mention(reading, at, stop)
    if lead is not None and _subsections(reading, at, lead.first):
        return Target("every", 0.9, lead.stop, lead.sections)
    for index in (at, reading.skip(at, stop, "filler")):
        every = reading.at(index, "every") if lead is None or lead.quality < 0.9 else 0
        if every and not reading.kind(every)[0]:  # "the other remark" is one remark
            return Target("every", 0.9, every)
    if lead is not None and (found := _by_mention(reading, lead, stop)) is not None:
        return found
    if document := _document(reading, at, stop):
        return document
    block = _described(reading, at, stop)
    told = next((i for i in range(at, stop) if i not in reading.masked and reading.at(i, "topic")), stop)
    named = _any_mention(reading, at, told)
    if named is not None and (
        block is None or (named.quality >= 0.75 and not block.noun and block.score < named.quality)
    ):
        return Target("section", named.quality * 0.9, named.stop, named.sections, mention=named)
    return block


def _numbered(reading: ParsedMessage, at: int, stop: int) -> Target | None:
    """Return the element with the printed number at these tokens ("Table 2"), in any language; None if there is
    none.
    """
    for index in dict.fromkeys((at, reading.skip(at, stop, "filler"))):
        for said in reading.elements:
            if said.first == index and said.stop <= stop:
                places = (said.part, *said.others)
                score = 0.7 if said.guessed or said.others else 0.95
                blocks = tuple(Found(reading.view.blocks[place.start], score) for place in places)
                noun = "math" if said.kind == "equation" else said.kind
                return Target("block", score, said.stop, blocks=blocks, noun=noun)
    return None


def _bare_clause(reading: ParsedMessage, at: int, stop: int) -> tuple[int, int]:
    """Return the tokens of X, as (first, index after the last), if the tokens `at` to `stop` - 1 are "where X begins"
    or "where X is"; else (`at`, `stop`)."""
    if at < stop and at not in reading.masked and reading.text_at(at) in ("where", "wherever", "when"):
        for index in range(stop - 1, at, -1):
            if index not in reading.masked and reading.at(index, "starts", "done"):
                return at + 1, index
        if reading.text_at(stop - 1) in ("is", "stands", "sits") or reading.text_at(stop - 2) == "is":
            return at + 1, stop - 1
    return at, stop


def _small(reading: ParsedMessage, at: int, stop: int) -> bool:
    """Return True if the tokens name a sentence, but neither the text that contains it nor its topic: "the second
    sentence", but not "the second sentence of Methods" or "the sentence on ice". Then a sentence of the draft is meant,
    not of the document."""
    place = at
    while place < stop and place not in reading.masked and not _whole_name(reading, place):
        if end := reading.at(place, "sentence"):
            return not reading.at(end, "topic", "of", "starting") and not in_section(reading, end)
        number, after = reading.ordinal(place)
        if not number and not reading.at(place, "filler"):
            return False
        place = after if number else reading.at(place, "filler")
    return False


def in_section(reading: ParsedMessage, index: int) -> bool:
    end = reading.at(index, "in", "under")
    at = reading.skip(end, len(reading.tokens), "filler", "section") if end else 0
    return bool(end) and any(m.first == at and m.quality >= NAMED for m in reading.mentions)


def _whole_name(reading: ParsedMessage, index: int) -> bool:
    return any(m.first == index and m.how == "full" for m in reading.mentions)


def _back(reading: ParsedMessage, at: int, stop: int) -> Target | None:
    """Return a `Target` of kind "back" if the tokens are "it" or "that paragraph"; None for other words."""
    if reading.text_at(at) in ("all", "whole") and reading.text_at(at + 1) == "of" and at not in reading.masked:
        at += 2
    end = reading.at(at, "reader")
    if not end:
        return None
    after = reading.skip(end, stop, "polite", "done", "starts", "remark")
    if after >= stop or reading.tokens[after].text in ",.;:!?)，。":
        return Target("back", 0.5, end)
    return None


def _leading_mention(reading: ParsedMessage, at: int, stop: int) -> NamedSection | None:
    """Return the best section name at the beginning of the tokens `at` to `stop` - 1, perhaps after articles and "the
    section called"; None if there is none.
    """
    reach = at
    best: NamedSection | None = None
    while reach < stop:
        for mention in reading.mentions:
            if (
                mention.first == reach
                and mention.stop <= stop
                and mention.quality >= 0.5
                and not _is_noun(reading, mention)
            ) and (best is None or _rank(mention) > _rank(best)):
                best = mention
        if best is not None and best.how == "full":
            break
        further = reading.skip(reach, reach + 1, "filler", "section", "titled")
        if reading.at(reach, "topic") and not reading.at(reach, "titled", "section"):
            return best or _of_that_topic(reading, at, reach, stop)
        if further <= reach and _numbers(reading, reach, stop):
            further = reach + 1
        if further <= reach:
            break
        reach = further
    return best


def _numbers(reading: ParsedMessage, index: int, stop: int) -> bool:
    """Return True if a heading's number, followed by its title, begins at token `index`: "3.2 Methods", "二、方法"."""
    first = index
    while index < stop and (reading.text_at(index).isdigit() or reading.text_at(index) in _NUMBERING):
        index += 1
    return index > first and _whole_name(reading, index)


#: Signs in the numbers of headings, besides digits.
_NUMBERING = frozenset(".、()（）一二三四五六七八九十")


def _of_that_topic(reading: ParsedMessage, at: int, topic: int, stop: int) -> NamedSection | None:
    """Return the section whose whole title is the topic X of "the section on X"; None if there is none. `topic` is the
    index of the token "on".
    """
    if not any(reading.at(index, "section") == topic for index in range(at, topic)):
        return None
    first = reading.skip(reading.at(topic, "topic"), stop, "filler")
    whole = [m for m in reading.mentions if m.first == first and m.stop <= stop and m.how == "full"]
    whole = [m for m in whole if all(reading.plain(i) or not reading.tokens[i].word for i in range(m.stop, stop))]
    return max(whole, key=_rank, default=None)


def _subsections(reading: ParsedMessage, at: int, stop: int) -> bool:
    return any(reading.at(i, "subsection") and reading.text_at(i).endswith("s") for i in range(at, stop))


def _is_noun(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if a name is only an ordinary noun: "the paragraph", if a section is called Paragraphs."""
    noun, end = reading.kind(mention.first)
    if not noun or end < mention.stop or mention.exact or reading.tokens[mention.first].quote:
        return False
    if reading.at(mention.stop, "section"):
        return False
    return bool(reading.at(mention.stop, "of", "topic", "starting", "in", "under") or reading.number(mention.stop)[0])


def _rank(mention: NamedSection) -> tuple[float, int]:
    return round(mention.quality + 0.04 * mention.words, 3), mention.words


def _any_mention(reading: ParsedMessage, at: int, stop: int) -> NamedSection | None:
    inside = [m for m in reading.mentions if at <= m.first and m.stop <= stop]
    return max(inside, key=_rank, default=None)


def _document(reading: ParsedMessage, at: int, stop: int) -> Target | None:
    place = reading.skip(at, stop, "filler")
    for index in (at, place):
        end = reading.at(index, "document")
        bare = all(reading.plain(i) or not reading.tokens[i].word for i in range(end, stop))
        if end and bare and (end >= stop or not reading.at(end, "topic", "of")):
            return Target("document", 0.8, end)
    return None


def _by_mention(reading: ParsedMessage, mention: NamedSection, stop: int) -> Target | None:
    """Return the named section, or a part of it if the words after its name say so ("Methods, second paragraph").
    Returns None if the name is an ordinary word here.
    """
    view = reading.view
    sections = tuple(view.sections[i] for i in mention.sections)
    at = reading.skip(mention.stop, stop, "section")
    if reading.text_at(at) in (",", "'s", "，", "的", "の", ":"):
        at += 1
    at = reading.skip(at, stop, "section", "filler") if not reading.kind(at)[0] and not reading.ordinal(at)[0] else at
    number, after = reading.ordinal(at) if at < stop else (0, at)
    after = reading.skip(after, stop, "of") if number and reading.postpositional else after
    kind, end = reading.kind(after) if after < stop else ("", after)
    if kind:
        if not number and end < stop:
            number, end = reading.number(end)
        if number or kind != "paragraph":
            said = Description(kind, number=number, within=sections)  # "the second table of X" is counted in X
            blocks = find(view, said)
            if blocks:
                return Target("block", blocks[0].score, end, blocks=tuple(blocks), noun=kind)
            if after == mention.stop and mention.how in ("part", "synonym"):
                return None  # "the benchmarking figure" is described by a word that is in a title, too
        elif not reading.at(mention.stop, "section") and (mention.how != "full" or not _is_part(reading, after, end)):
            return None
    follows = reading.skip(mention.stop, stop, "polite")
    if follows < stop and mention.stop == follows and not reading.names_at(follows):
        topic = reading.at(follows, "of", "topic")
        if topic and mention.words == 1 and reading.kind(mention.first, masked=True)[0]:
            inner = _leading_mention(reading, topic, stop)
            if inner is None or not _above(reading, inner, mention):
                return None
    if mention.how in ("part", "synonym") and mention.quality < 0.75:
        rest = [i for i in range(mention.stop, stop) if reading.tokens[i].word and not reading.known(i)]
        if len(rest) >= 2:
            return None
    return Target("section", mention.quality, mention.stop, mention.sections, mention=mention)


def _is_part(reading: ParsedMessage, start: int, stop: int) -> bool:
    return bool(reading.at(start, "section")) and stop <= reading.at(start, "section")


def _above(reading: ParsedMessage, upper: NamedSection, lower: NamedSection) -> bool:
    view = reading.view
    return any(
        view.under(view.sections[b], view.sections[a]) for a in upper.sections for b in lower.sections
    )  # fmt: skip


def _described(reading: ParsedMessage, at: int, stop: int) -> Target | None:
    """Return the block that the tokens describe ("the paragraph about ice"); None if there is none."""
    said, end = describe(reading, at, stop)
    if said.empty and not (said.kind and said.kind != "paragraph"):
        return None
    blocks = find(reading.view, said)
    if not blocks:
        return None
    score = blocks[0].score
    if said.words and not said.quote and not said.number:
        rival = next((b.score for b in blocks[1:] if b.block.index != blocks[0].block.index), 0.0)
        score = min(score, 0.25 + score - 0.5 * rival) if rival else score
    return Target("block", score, end, blocks=tuple(blocks), noun=said.kind or ("paragraph" if said.quote else ""))


def describe(reading: ParsedMessage, at: int, stop: int) -> tuple[Description, int]:
    """Parse the tokens `at` to `stop` - 1 as a description of a block. Returns the description, and the index after its
    words.
    """
    kind, number, label, quote, noun_end = "", 0, "", "", at
    index = at
    while index < stop:
        if reading.tokens[index].quote:
            quote = _quotation(reading, index)
            break
        if not reading.tokens[index].word:
            index += 1
            continue
        value, after = reading.ordinal(index)
        noun, end = reading.kind(after if value else index)
        if value and not noun and reading.text_at(after) in ("one", "ones"):
            noun, end = "paragraph", after + 1
        if value and noun:
            kind, number, noun_end = noun, value, end
            break
        if noun:
            kind, noun_end = noun, end
            number, noun_end = reading.number(end) if end < stop else (0, end)
            label, noun_end = reading.label(end, noun_end) if end < stop else ("", noun_end)
            break
        if not reading.at(index, "filler"):
            break
        index = max(index + 1, 0)
    if not quote:
        quote = _later_quote(reading, noun_end, stop)
    if not kind and not quote and (last := _last_noun(reading, at, stop)):
        return Description(last[0], _topic(reading, at, last[1]), within=holder(reading, at, stop)), stop
    if not kind and not quote and any(i not in reading.masked and reading.at(i, "topic") for i in range(at, stop)):
        kind = "paragraph"
    stop = _without_predicate(reading, noun_end, stop)
    within, words_stop = _container(reading, noun_end, stop, bool(number) or kind not in ("", "paragraph"))
    bare = bool(kind) and kind != "paragraph" and not any(reading.tokens[i].word for i in range(noun_end, stop))
    if ((number and kind) or bare) and not within and not label and not quote:
        within = holder(reading, at, stop)
    words = () if quote or (number and within) else _topic(reading, noun_end, words_stop)
    return Description(kind, words, quote, number, within, label), stop


def _without_predicate(reading: ParsedMessage, start: int, stop: int) -> int:
    """Return the index of "is" if the tokens are words such as "X is mentioned"; `stop` for other words."""
    end = stop
    while end > start and not reading.tokens[end - 1].word:
        end -= 1
    for index in range(end - 1, start - 1, -1):
        if index in reading.masked or index < end - 4:
            return stop
        if reading.text_at(index) in BEING and reading.at(index + 1, "saying", "topic") >= end:
            return index
    return stop


def _last_noun(reading: ParsedMessage, at: int, stop: int) -> tuple[str, int] | None:
    """Return the kind and the index of the noun at the end of "the … paragraph"; None if no noun is there."""
    while stop > at and not reading.tokens[stop - 1].word:
        stop -= 1
    noun, end = reading.kind(stop - 1) if stop - at >= 2 else ("", 0)
    return (noun, stop - 1) if noun and end == stop else None


def _quotation(reading: ParsedMessage, index: int) -> str:
    number = reading.tokens[index].quote
    inside = [t for t in reading.tokens if t.quote == number]
    return reading.text[inside[0].start : inside[-1].end]


def _later_quote(reading: ParsedMessage, start: int, stop: int) -> str:
    for index in range(start, stop):
        if reading.tokens[index].quote and not reading.names_at(index):
            return _quotation(reading, index)
    return ""


def _container(reading: ParsedMessage, start: int, stop: int, element: bool) -> tuple[tuple[Section, ...], int]:
    """Return the sections that words such as "in X" name as the place of a described block, and the index of the token
    at which these words begin; ((), stop) if there are none. The last such words are used.

    If `element` is True, the block is described by a number or is no paragraph. Then an inexact name of a section is
    enough.
    """
    view = reading.view
    for index in range(stop - 1, start - 1, -1):
        end = reading.at(index, "in", "of", "under")
        if element and index == start and reading.text_at(index) == ",":
            end = index + 1
        if not end or index in reading.masked:
            continue
        mention = _leading_mention(reading, end, stop)
        least = 0.55 if element and index <= start + 2 else 0.9
        if mention is not None and mention.quality >= least and (element or mention.how == "full"):
            rest = [i for i in range(mention.stop, stop) if reading.tokens[i].word and not reading.known(i)]
            if len(rest) <= (0 if not element else 1):
                return tuple(view.sections[i] for i in mention.sections), index
    return (), stop


def _topic(reading: ParsedMessage, start: int, stop: int) -> tuple[tuple[Token, float], ...]:
    """Return the words of a description, each with its weight. Words of requests have a low weight, and words before
    "about" the lowest.
    """
    marker = next((i for i in range(start, stop) if i not in reading.masked and reading.at(i, "topic", "of")), -1)
    out = []
    for index in range(start, stop):
        token = reading.tokens[index]
        if token.word:
            known = reading.known(index)
            out.append((token, (0.4 if index > marker >= 0 else 0.1) if known else 1.0))
    return tuple(out[:40])
