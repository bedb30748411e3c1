"""Parse orders about sentences of the document. An order may move a sentence: "move the last sentence of Methods to the
end of Results". Or it may split a paragraph: "split the second paragraph of Methods after the sentence on rain".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from backend.document.blocks import Document
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE, MAKING
from backend.document.order_words import COURTESIES, QUOTATION, is_a, ordinal_of, read_sentence, side_in, words_in
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.document.word_occurrences import occurrences
from backend.mentions.closed_words import STARTS, noun
from backend.mentions.fronted_parts import without_fronted
from backend.mentions.inner_places import inner_places
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve
from backend.mentions.structure_orders import is_naming

_NUMBERED = re.compile(r"\d+\.\d|\b[Ss]ection \d|§")
Side = Literal["start", "end", "before", "after"]
_INSIDE = (("paragraph", "start"), ("paragraph", "end"))


@dataclass(frozen=True, slots=True)
class SentenceOrder:
    """An order about `part`, one or several sentences: they are moved, or their paragraph is split beside them.

    If `beside` is a part of the document, the sentences are moved there; `side` says whether before it, after it, or to
    its start or end. If `beside` is None, the paragraph is split before or after the sentences, as `side` says.
    """

    part: Mention
    side: Side
    beside: Mention | None = None

    @property
    def sure(self) -> bool:
        return self.part.sure and (self.beside is None or self.beside.sure)


def read_sentence_order(document: Document, message: str, draft: str = "") -> SentenceOrder | None:
    """Return the order about a sentence of the document that a message gives; None if it gives none.

    `draft` is the text of the open draft. If there is one, the message must say clearly that it means the document: by
    the name of a section, or by words that the draft does not have.
    """
    start, _ = without_fronted(message, resolve(document, message))
    sentence = read_sentence(QUOTED.sub(f" {QUOTATION} ", message[start:]))  # "move “It did not rain.” to X"
    words = sentence.words
    if not words or sentence.asks or sentence.refuses or "\n" in message.strip():
        return None
    splits = is_a(words[0], "splitting") or is_a(words[-1], "splitting") or _starts_paragraph(message)
    if not splits and not is_a(words[0], "moving", "placing") and not is_a(words[-1], "moving"):
        return None
    named = with_quoted_sentences(document, message, resolve(document, message))
    named = [each for each in without_fronted(message, named)[1] if each.kind != "document"]
    if not named or (draft and not _means_document(document, message, draft)):
        return None
    if splits:
        return None if any(map(is_naming, words)) else _split(document, message, named)
    return _moved(document, message, named)


def ordered_sentence(message: str) -> int:
    """Return the position that a message orders for a new sentence: 2 for "as the second sentence of X", -1 for "make
    it the last sentence"; 0 if it orders none.
    """
    return next((each.number for each in inner_places(message) if each.becomes and each.kind == "sentence"), 0)


def _means_document(document: Document, message: str, draft: str) -> bool:
    quoted = [each for each in resolve(document, message) if each.kind == "quotation"]
    if any(document.text[slice(*each.span)] not in draft for each in quoted):
        return True
    titles = [" ".join(words_in(section.title)) for section in outline(document).sections if section.title]
    said = " ".join(words_in(message))
    return bool(_NUMBERED.search(message)) or any(title and title in said for title in titles)


def with_quoted_sentences(document: Document, message: str, named: Sequence[Mention]) -> list[Mention]:
    """Return the mentions `named`, with each quotation of whole sentences replaced by a mention of these sentences:
    "move “It rained in May.” to the end".

    After a word such as "after", the end of a sentence is enough: "after “in May.”". If `named` lacks a quoted short
    sentence, a mention of it is added.
    """
    return _with_short_sentence(document, message, [_as_sentence(document, message, each) for each in named])


def _with_short_sentence(document: Document, message: str, named: Sequence[Mention]) -> list[Mention]:
    quoted = _QUOTED.search(message)
    if quoted is None or any(each.at[0] < quoted.end() and quoted.start() < each.at[1] for each in named):
        return list(named)
    wanted = " ".join(quoted[1].split())
    behind = wanted[-1] in _STOPS and _stands_after(message, quoted.start())
    within = [each.span for each in named if each.kind == "paragraph"] if behind else []
    found = [
        (block, (block.start + a, block.start + b))
        for block in document.of_kind("paragraph")
        if wanted.split()[0] in document.source(block)
        if all(start <= block.start < stop for start, stop in within)
        for a, b in sentences(document.source(block))
        if _is_sentence(" ".join(document.source(block)[a:b].split()), wanted, behind)
    ]
    if len(found) != 1:
        return list(named)
    block, span = found[0]
    said = Mention("sentence", block.index, block.index + 1, quoted[1], quoted.span(), span, "quotation")
    return sorted([*named, said], key=lambda each: each.at)


def _is_sentence(sentence: str, quoted: str, behind: bool) -> bool:
    """Return True if the text `quoted` is the whole sentence. If `behind` is True, because the message has "after"
    before the quotation, the end of the sentence is enough.
    """
    return sentence == quoted or (behind and re.search(rf"(?<!\w){re.escape(quoted)}\Z", sentence) is not None)


def _stands_after(message: str, at: int) -> bool:
    """Return True if the word before the quotation at character `at` is "after" or a translation of it."""
    return any(word in AFTER for word in words_in(message[:at])[-1:])


_STOPS = ".!?。！？"
_QUOTED = re.compile(r"[“„«\"「]\s*([^“”„«»\"」\n]*\w[^“”„«»\"」\n]*?)\s*[”“»\"」]")


def _as_sentence(document: Document, message: str, mention: Mention) -> Mention:
    """Return a quotation of whole sentences as a mention of these sentences. For "the sentence with “X”", return a
    mention of the sentence that contains X. Any other mention is returned unchanged.
    """
    if mention.how != "quotation" or document.blocks[mention.start].kind != "paragraph":
        return mention
    block = document.blocks[mention.start]
    spans = [(block.start + a, block.start + b) for a, b in sentences(document.source(block))]
    at = list(occurrences(document.source(block), mention.said))
    start, stop = (block.start + at[0][0], block.start + at[0][1]) if len(at) == 1 else mention.span  # over a line end
    over = [(a, b) for a, b in spans if a < stop and start < b]
    if not over:
        return mention
    whole = " ".join(document.text[over[0][0] : over[-1][1]].split()).strip(" .。")
    quoted = " ".join(document.text[start:stop].split()).strip(" .。")
    ahead = tokens(message[: mention.at[0]])
    called = any("sentence" in noun(ahead, at)[0] for at in range(max(0, len(ahead) - 4), len(ahead)))
    meant = _is_sentence(whole, quoted, _stands_after(message, mention.at[0])) and mention.kind != "paragraph"
    if not meant and not (called and len(over) == 1):
        return mention
    return replace(mention, kind="sentence", stop=mention.start + 1, span=(over[0][0], over[-1][1]))


# --- moves ------------------------------------------------------------------------------------------


def _moved(document: Document, message: str, named: Sequence[Mention]) -> SentenceOrder | None:
    part = named[0]
    into = part.how == "quotation" or any(each.kind == "sentence" for each in named[1:])
    if part.kind == "paragraph" and into and part.stop == part.start + 1:
        part = replace(part, kind="sentence")  # if it goes into another paragraph
    if part.kind != "sentence" or not _is_object(message, part):
        return None
    named = [each for each in named if each.how != "synonym"] or named  # "the beginning" is no introduction here
    if named[1:] and not named[-1].guessed:  # "the end of X", and a section is called “End”
        named = [named[0], *(each for each in named[1:] if not each.guessed)]
    others = [each for each in named[1:] if each.kind != "quotation" and each.span != part.span]
    if len(others) > 1 or len(named) - 1 > len(others):
        return None
    told = words_in(message[part.at[1] : others[0].at[0] if others else len(message)])
    side = _side(told)
    if others:
        beside = others[0]
        if not side and beside.kind == "section":
            side = _side(words_in(message[beside.at[1] :]))  # "into X, at the very front"
            if side in ("after", "before"):
                return None  # what follows is another place
        if beside.kind == "sentence" and side not in ("before", "after"):
            return None
        if part != named[0] and beside.kind != "sentence" and (beside.kind, side) not in _INSIDE:
            return None
        return SentenceOrder(part, side or "end", beside)
    own = {kind for word in told for kind in noun(tokens(word), 0)[0] if kind in ("paragraph", "section")}
    if not own or side not in ("start", "end"):
        return None
    block = document.blocks[part.start]
    if "paragraph" in own:
        return SentenceOrder(part, side, replace(part, kind="paragraph", span=(block.start, block.end), rivals=()))
    section = outline(document).section_of(part.start)
    first, last = document.blocks[section.first], document.blocks[section.own_stop - 1]
    beside = replace(part, kind="section", start=first.index, stop=last.index + 1, span=(first.start, last.end))
    return SentenceOrder(part, side, replace(beside, rivals=(), how="exact"))


def _is_object(message: str, part: Mention) -> bool:
    """Return True if the order moves `part`, a sentence that the message names. If the message names it in another way
    than by a quotation, the result is always True.

    A quoted sentence is moved if a verb of moving or "put" precedes it, or if the message calls it "the sentence".
    After a verb such as "add", or with a word such as "again", it may be a new sentence, so the result is False.
    """
    ahead = words_in(message[: part.at[0]])
    if part.how != "quotation" or any(is_a(word, "moving") for word in (*ahead, *words_in(message)[-1:])):
        return True
    puts = any(is_a(word, "placing") and word.startswith(PUTTING) for word in ahead)
    if puts and not _TWICE.intersection(words_in(message)):
        return True
    words = tokens(message[: part.at[0]])
    return any("sentence" in noun(words, at)[0] and at and words[at - 1].norm in _DEFINITE for at in range(len(words)))


#: Beginnings of verbs of placing that also apply to existing text; and words for a copy of a text.
PUTTING = ("put", "plac", "set", "stell", "leg", "pack", "met", "mis", "pon", "coloc", "colloc", "plaats", "zet", "放")
_TWICE = frozenset("again also too twice nochmals nochmal noch auch encore aussi otra también anche também ook".split())
_DEFINITE = frozenset("the this that den der das diesen la le les cette el las esta lo il questa o a as de het".split())


def _side(told: Sequence[str]) -> Side | Literal[""]:
    if told and ordinal_of(told[0]) in (1, -1):  # "put “…” first in X"
        return "start" if ordinal_of(told[0]) == 1 else "end"
    if any(is_a(word, "edge") or word in STARTS for word in told):
        return "start" if any(word in STARTS for word in told) else "end"
    return side_in(told)


# --- splits -----------------------------------------------------------------------------------------


def _starts_paragraph(message: str) -> bool:
    """Return True if a message only orders to begin a new paragraph at a quotation: "new paragraph after “X”". Returns
    False for other words, such as a verb of adding or a topic, because then it may ask for new text.
    """
    quoted = _QUOTED.search(message)
    if quoted is None or any(word not in COURTESIES for word in words_in(message[quoted.end() :])):
        return False
    words = list(read_sentence(message[: quoted.start()]).words)
    if words[-1:] and words[-1] in _OF:
        words.pop()
    if not words or words[-1] not in AFTER | BEFORE:
        return False
    rest = [word for word in words[:-1] if word not in INDEFINITE | MAKING | COURTESIES and not is_a(word, "edge")]
    return len(rest) == 1 and "paragraph" in noun(tokens(rest[0]), 0)[0] and bool(INDEFINITE.intersection(words))


_OF = frozenset("de du di da do".split())


def _split(document: Document, message: str, named: Sequence[Mention]) -> SentenceOrder | None:
    paragraph = next((each for each in named if each.kind == "paragraph"), None)
    inside = next((each for each in named if each.kind == "sentence"), None)
    at = paragraph.at[1] if paragraph is not None else 0
    every = re.finditer(r"[^\W\d_]+", message[at:])
    edge = next((found for found in every if found[0].casefold() in AFTER | BEFORE), None)
    if edge is None:
        return None
    side: Side = "after" if edge[0].casefold() in AFTER else "before"
    if paragraph is not None and (inside is None or not _is_within(inside, paragraph)):
        behind = message[at + edge.end() :].strip(" .!")
        again = resolve(document, f"{behind} of {paragraph.said}")
        inside = next((each for each in again if each.kind == "sentence" and _is_within(each, paragraph)), None)
    if inside is None or (paragraph is not None and not paragraph.sure):
        return None
    return SentenceOrder(inside, side)


def _is_within(one: Mention, other: Mention) -> bool:
    return other.span[0] <= one.span[0] and one.span[1] <= other.span[1]
