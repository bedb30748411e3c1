"""Answer questions about whether and where the document mentions something: "Do I mention storage anywhere?", "Where do
we discuss X?"

The answer lists the sentences and table rows that contain all words of the subject. If there are none, it names the
words that occur nowhere in the document, not even as a part of another word.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from backend.document.blocks import read
from backend.document.order_words import Sentence, is_a, read_sentence
from backend.document.outline import outline
from backend.kernel.exchange import Evidence, Excerpt
from backend.keyless.instruction import topic_of
from backend.keyless.quotations.attribution import label
from backend.keyless.quotations.quotation import Unit, coverage_of, units
from backend.ranking.function_words import EVERY_WORD
from backend.ranking.terms import language_of, terms

#: Maximum number of sentences that an answer lists.
_MOST_LISTED = 8
#: Verbs such as "mention" and "discuss", by their first letters.
_SPEAKING = re.compile(
    r"(?:mention|talk|discuss|speak|spoke|address|describ|refer|cover|cit|explain|say|said|erwähn|sprech|sprich|besprech"
    r"|bespricht|behandel|beschreib|nenn|zitier|komm|vorkomm|parl|évoqu|évoc|trait|décri|mencion|habl|trat|describ|cita|menzion|descriv"
    r"|fal|descrev|noem|sprak|praat|beschrijf|bespreek)"
)
#: Participles of such verbs, as at the end of "where is ice mentioned?".
_MENTIONED = re.compile(
    r"(?:mention|discuss|address|describ|cover|cit|explain)ed|(?:erwähn|behandel|zitier|genann)t|be(?:spr|schr)\w+en"
    r"|(?:mentionn|abord|évoqu|cit|trait|discut)ée?s?|(?:mencion|cit|trat|discut|menzion|nomin)[aiu][dt][oa]s?|vermeld"
)
#: Words for something of which nothing is known but its subject, and for a passage; and words before a subject.
_ANYTHING = frozenset(
    """
    anything something nothing etwas irgendetwas nichts chose algo nada qualcosa niente iets niets
    """.split()
)
_PASSAGES = frozenset("part passage paragraph bit remark stelle absatz passage paragraphe pasaje párrafo passo".split())
_WHERE = frozenset("where where's wo où dónde dove onde waar".split())
_ABOUT = frozenset("about on regarding concerning über zu zum zur sur concernant sobre su sul sulla over".split())
_WORD = re.compile(r"[^\W_][\w'-]*")
#: Maximum number of words that an answer names.
_MOST_NAMED = 3
#: Words for the document or its authors as the subject of such a verb.
_SPEAKERS = frozenset(
    """
    i we paper document manuscript article text draft thesis report it
    ich wir artikel dokument text manuskript arbeit
    je nous on article texte document manuscrit
    yo nosotros artículo documento texto manuscrito
    io noi articolo documento testo manoscritto
    eu nós artigo documento texto manuscrito
    ik wij we artikel document tekst
    """.split()
)
#: Words that ask for one place or for all places.
_PLACES = frozenset(
    """
    anywhere somewhere everywhere already yet ever where place places part parts section sections
    irgendwo schon bereits wo überall stelle stellen
    où déjà partout quelque endroit dónde ya dove già onde já waar ergens al
    anything something etwas quelque chose algo qualcosa iets
    """.split()
)
#: First words of questions for content, reasons or advice. A list of places does not answer such questions.
_OTHER_QUESTIONS = frozenset(
    """
    what which why how who whom whose when should could would can shall may might must
    was welche welcher welches warum wieso weshalb wie wer wann soll sollte sollten sollen
    que quoi pourquoi comment qui quand faut devrais devrait quel quelle quels quelles
    qué por cómo quién cuándo debería debo cuál cuáles
    che cosa perché come chi quando dovrei devo
    porquê como quem deveria
    wat waarom hoe moet
    """.split()
)


@dataclass(frozen=True, slots=True)
class TopicPlaces:
    """The answer to a question such as "Where do we discuss X?". `line` is its text, and `used` are the sentences of
    the document that it lists.
    """

    line: str
    used: tuple[Unit, ...] = ()


def places_of_topic(evidence: Evidence) -> TopicPlaces | None:
    """Return the answer if the message asks whether or where the document mentions something ("where do we discuss
    ice?"); None for any other message.
    """
    if not evidence.document.strip() or not (left := _topic(read_sentence(evidence.instruction))):
        return None
    language = language_of(evidence.document)
    topic = topic_of(" ".join(word for word in left if word not in EVERY_WORD), language, places=True)
    if not topic:
        return None
    found = [unit for unit in _units(evidence.document) if coverage_of(topic, unit.line, language) == 1.0]
    if not found:
        return TopicPlaces(absence(evidence, left) or "No sentence of the document has all of these words.")
    shown = tuple(found[:_MOST_LISTED])
    lead = "The document mentions it in one sentence:" if len(found) == 1 else _counted(len(found), len(shown))
    return TopicPlaces("\n".join([lead, *(f"- {unit.line} ({label(unit)})" for unit in shown)]), shown)


def _topic(question: Sentence) -> list[str]:
    """Return the words of the subject if a question asks whether or where the document mentions something; else []."""
    words = question.words
    if not question.asks or words[0] in _OTHER_QUESTIONS:
        return []
    about = next((at for at, word in enumerate(words) if word in _ABOUT), 0)
    wheres = words[0] in _WHERE and any(is_a(word, "piece") or word in _PASSAGES for word in words[1:about])
    if wheres or _ANYTHING.intersection(words[:about]):
        return [word for word in words[about + 1 :] if word not in _PLACES | _SPEAKERS]
    left = [word for word in words if word not in _PLACES | _SPEAKERS]
    passive = bool(left) and _MENTIONED.fullmatch(left[-1])
    if not passive and (_SPEAKERS.isdisjoint(words) or not any(_SPEAKING.match(word) for word in words)):
        return []
    return [word for word in left if not _SPEAKING.match(word)]


def absence(evidence: Evidence, words: Container[str]) -> str:
    """Return a sentence that names those `words` of the message that occur nowhere in the document, in any form or as a
    part of another word; "" if there are none. Function words and words of questions are left out.
    """
    language, text = language_of(evidence.document), evidence.document.casefold()
    known = frozenset(terms(evidence.document, language))
    absent = [
        f"“{word}”"
        for word in dict.fromkeys(_WORD.findall(evidence.instruction))
        if word.casefold() in words and word.casefold() not in EVERY_WORD and word.casefold() not in text
        if (stems := topic_of(word, language, places=True)) and known.isdisjoint(stems)
    ][:_MOST_NAMED]
    named = " or ".join(part for part in (", ".join(absent[:-1]), *absent[-1:]) if part)
    return f"The document does not contain {named}." if named else ""


def _counted(count: int, shown: int) -> str:
    lead = f"The document mentions it in {count} sentences:"
    return lead if count == shown else f"{lead[:-1]}; the first {shown} are:"


def _units(text: str) -> list[Unit]:
    """Return the sentences and list items of a document, each with its section."""
    document = read(text)
    excerpts = [
        Excerpt(
            text[document.blocks[section.first].start : document.blocks[section.own_stop - 1].end],
            "passage",
            " > ".join(section.path),
        )
        for section in outline(document).sections
        if section.own_stop > section.first
    ]
    return [unit for unit in units(excerpts, ("passage",)) if unit.kind in ("paragraph", "list", "table")]
