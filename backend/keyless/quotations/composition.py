"""Compose a draft: choose what to quote from the given texts, and format it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from backend.document.blocks import read
from backend.document.order_words import QUOTATION, Sentence, asks_for_text, is_a, read_sentence
from backend.document.outline import outline
from backend.kernel.exchange import Evidence, Excerpt
from backend.keyless.instruction import Instruction
from backend.keyless.quotations.answering import Vectors, on_topic
from backend.keyless.quotations.arrangement import arrange
from backend.keyless.quotations.layout import set_text
from backend.keyless.quotations.quotation import (
    DEFAULT_SENTENCES,
    WHOLE_WORDS,
    Unit,
    central,
    covers,
    in_order,
    pick,
    standing,
    touches,
    units,
)
from backend.mentions.closed_words import is_article
from backend.mentions.placeholders import masked

#: Verbs and nouns in orders to summarize a part of the document.
SUMMARISE = re.compile(r"\b(?:summari[sz]e|summary of|zusammenfass|fass|résume|resume|riassumi)", re.IGNORECASE)
#: Orders to show or explain something.
SHOWING = re.compile(
    r"\b(?:show|tell|quote|cite|read|recap|outline|describe|explain|discuss|zeig|sag|zitier|beschreib|erklär|montre|dis|cite[rz]?"
    r"|expliqu|muestra|dime|explic|mostra|dimmi|spiega|diz|toon)\w*",
    re.IGNORECASE,
)
#: Headings of sections that summarize a whole paper.
_SUMMING_UP = re.compile(r"\b(?:abstract|summary|overview|introduction|discussion|conclusions?)\b", re.IGNORECASE)
#: Questions about the subject of the whole document.
_WHAT_IT_IS_ABOUT = re.compile(
    r"\bwhat(?:'s| is| are) (?:it|this|that|(?:this|the|my|our) (?:paper|document|text|manuscript|article|thesis))"
    r" (?:all )?about\b"
    r"|\b(?:worum geht|wovon handelt|de quoi (?:parle|traite|s'agit)|de qué (?:trata|habla)"
    r"|di (?:che )?cosa (?:parla|tratta)|do que (?:trata|fala)|waar gaat)\b",
    re.IGNORECASE,
)
#: Headings of the section that summarizes a paper.
_ABSTRACT = re.compile(
    r"\W*(?:abstract|(?:executive )?summary|overview|zusammenfassung|kurzfassung|résumé|resumen|riassunto|sommario"
    r"|resumo|samenvatting|аннотация|摘要|要旨)\b",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"[\W\d]*(?:introduction|einleitung|einführung|introducción|introduzione|introdução|inleiding|введение|引言|はじめに)\b",
    re.IGNORECASE,
)


def set_draft(chosen: Sequence[Unit], pool: Sequence[Unit], instruction: Instruction) -> tuple[str, tuple[Unit, ...]]:
    """Return the text of a draft that quotes the chosen units (sentences, list items and blocks), and the units in the
    order in which the draft has them. `pool` are all the units from which they were chosen.
    """
    paragraphs = arrange(chosen, pool, instruction)
    used = tuple(unit for paragraph in paragraphs for unit in paragraph)
    if instruction.form != "prose":
        return set_text(used, instruction.form), used
    return "\n\n".join(set_text(paragraph) for paragraph in paragraphs), used


def choose(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> list[Unit]:
    """Return the sentences, list items and blocks to quote. A summary of a named part quotes this part. Any other text
    quotes the attachments that fit the request. If no attachment fits, it quotes the library; if nothing in the library
    fits, it quotes the document.
    """
    part = named_part(evidence)
    if part and SUMMARISE.search(evidence.instruction) and not units(evidence.excerpts, ("highlight",)):
        return pick(central(part, instruction), instruction, default=5)
    highlights = meant(units(evidence.excerpts, ("highlight",)), instruction)
    sections = units(evidence.excerpts, ("section",))
    fitting = on_topic(sections, instruction, vectors)
    if (
        not highlights
        and not fitting
        and sections
        and (instruction.points or instruction.whole or not instruction.topic)
    ):
        fitting = central(sections, instruction)
    if fitting and not _touching(highlights, instruction) and instruction.topic and not instruction.points:
        highlights = []
    if highlights:
        room = max(0, (instruction.sentences or DEFAULT_SENTENCES) - len(highlights))
        known = {unit.line.casefold() for unit in highlights}
        extra = [unit for unit in fitting if unit.line.casefold() not in known][:room]
        return limited([*highlights, *extra], instruction, vectors)
    if fitting:
        return pick(fitting, instruction)
    if shelved := from_library(evidence, instruction, vectors):
        return pick(shelved, instruction)
    return pick(_from_document(evidence, instruction, vectors), instruction, default=5)


def asks_for_new_text(said: Sentence) -> bool:
    """Return True if an order asks for a text that does not exist yet: "write about rain", "a paragraph on rain"."""
    written = bool(said.words) and is_a(said.words[0], "writing", "placing")
    if written and any(is_a(word, "pronoun") and not is_article(word) for word in said.words[1:2]):
        return False  # "put it first"
    return asks_for_text(said.words) or (written and not is_a(said.words[0], "reworking", "rewording", "replacing"))


def where_nothing_fits(kinds: Collection[str], attached: Collection[str]) -> str:
    """Return a clause that says in which texts nothing to quote was found. `kinds` are the kinds of texts that came
    with a message, and `attached` those of attachments.
    """
    if "library" in kinds:
        return "no sentence of what is attached, or of what I found in your library, fits closely enough"
    if not any(kind in attached for kind in kinds):
        return "nothing is attached, and no sentence of the document fits closely enough"
    found = "no sentence of what is attached fits closely enough"
    return f"{found}, and none of the document" if "passage" in kinds else found


def asks_for_own_words(evidence: Evidence, used: Sequence[Unit]) -> bool:
    """Return True if sentences of the document itself (`used`) may form the requested draft. They may form a summary.
    They may form new text unless all of them come from the part that the message names. They also may if the message
    does not ask for a text.
    """
    if evidence.mode != "write" or SUMMARISE.search(evidence.instruction):
        return True
    if QUOTATION in masked(evidence.instruction, evidence.titles, evidence.named):
        return False  # it gives words, which the draft does not have
    part = {unit.line for unit in named_part(evidence)}
    return asks_for_new_text(read_sentence(evidence.instruction)) and not part.issuperset(unit.line for unit in used)


def named_part(evidence: Evidence) -> list[Unit]:
    """Return the sentences and list items of the part of the document that the instruction names; [] if it names
    none.
    """
    if evidence.target is None:
        return []
    excerpt = Excerpt(evidence.target.text, "passage", evidence.target.section)
    return [unit for unit in units([excerpt], ("passage",)) if unit.kind in ("paragraph", "list")]


def subject_of_document(evidence: Evidence) -> list[Unit]:
    """Return the sentences of the abstract if the message asks what the document is about; without an abstract, those
    of the introduction. Returns [] for any other message, and if the document has neither.
    """
    if not _WHAT_IT_IS_ABOUT.search(evidence.instruction.replace("’", "'")):
        return []
    document = read(evidence.document)
    sections = outline(document).sections
    for titles in (_ABSTRACT, _INTRODUCTION):
        for section in sections:
            if section.own_stop > section.first + 1 and titles.match(section.title):
                start, end = document.blocks[section.first + 1].start, document.blocks[section.own_stop - 1].end
                excerpt = Excerpt(document.text[start:end], "passage", " > ".join(section.path))
                return [unit for unit in units([excerpt], ("passage",)) if unit.kind == "paragraph"]
    return []


def left_out(evidence: Evidence, used: Sequence[Unit]) -> tuple[str, ...]:
    """Return a warning for the user if the draft does not quote all attached highlights; else ()."""
    given = sum(excerpt.kind == "highlight" for excerpt in evidence.excerpts)
    lines = {unit.line.casefold() for unit in used}
    highlights = units(evidence.excerpts, ("highlight",), repeats=True)
    unused = given - len({unit.number for unit in highlights if unit.line.casefold() in lines})
    return (f"This draft does not quote {unused} of the {given} highlights that you attached.",) if unused else ()


def meant(highlights: list[Unit], instruction: Instruction) -> list[Unit]:
    """Return the highlights (passages that the user attached) that the request is about: those that mention its topic.

    All highlights are returned if none mentions the topic, or if the request says "these" or has no topic.
    """
    if instruction.points or not instruction.topic:
        return highlights
    return _touching(highlights, instruction) or highlights


def _touching(highlights: Sequence[Unit], instruction: Instruction) -> list[Unit]:
    """Return the units of highlights that share a word with the topic, in their text or note."""
    numbers = {unit.number for unit in highlights if touches(f"{unit.source.note}\n{unit.source.text}", instruction)}
    return [unit for unit in highlights if unit.number in numbers]


def limited(chosen: list[Unit], instruction: Instruction, vectors: Vectors | None) -> list[Unit]:
    """Return all given sentences if they are short together and the instruction sets no limit. Otherwise return the
    best ones, with at least one from each highlight if the limit allows.
    """
    words = sum(len(unit.text.split()) for unit in chosen)
    if instruction.sentences is None and instruction.words is None and words <= WHOLE_WORDS:
        return in_order(chosen)
    ranked = on_topic(chosen, instruction, vectors)
    ranked += [unit for unit in central(chosen, instruction) if unit not in ranked]
    leading = {unit.number: unit for unit in reversed(ranked)}
    first = [unit for unit in ranked if leading[unit.number] is unit]
    return pick(
        [*first, *(u for u in ranked if u not in first)], instruction, default=max(DEFAULT_SENTENCES, len(first))
    )


def from_library(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> list[Unit]:
    """Return sentences on the topic from passages of the library; [] if the instruction has no topic."""
    prose = [unit for unit in units(evidence.excerpts, ("library",)) if unit.kind in ("paragraph", "list", "quote")]
    return on_topic(prose, instruction, vectors) if instruction.topic else []


def _from_document(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> list[Unit]:
    """Return sentences of the document: its central ones if a summary is requested, else those that mention most of the
    topic.
    """
    passages = [unit for unit in units(evidence.excerpts, ("passage",)) if unit.kind == "paragraph"]
    if instruction.whole and not instruction.topic:
        summing_up = [unit for unit in passages if _SUMMING_UP.search(standing(unit))]
        wanted = instruction.sentences or DEFAULT_SENTENCES
        return central(summing_up if len(summing_up) >= wanted else passages, instruction)
    share = 0.5 if instruction.whole else 0.66
    return [unit for unit in on_topic(passages, instruction, vectors) if covers(unit.line, instruction, share)]


def longer_than(count: int, candidates: Sequence[Unit], instruction: Instruction) -> list[Unit]:
    """Return the most central candidates, as many as the instruction asks for, in the order of the texts. Returns [] if
    it asks for at most `count` sentences, or for more than there are candidates.
    """
    wanted = instruction.sentences or 0
    if wanted <= count or wanted > len(candidates):
        return []
    return in_order(central(candidates, instruction)[:wanted])
