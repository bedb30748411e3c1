"""Answer questions about whether and where the document mentions something: "Do I mention storage anywhere?", "Where do
we discuss X?"

The answer lists the sentences that contain all words of the subject, or says that there are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.document.blocks import read
from backend.document.order_words import read_sentence
from backend.document.outline import outline
from backend.kernel.exchange import Evidence, Excerpt
from backend.keyless.instruction import topic_of
from backend.keyless.quotations.attribution import label
from backend.keyless.quotations.quotation import Unit, coverage_of, units
from backend.ranking.function_words import EVERY_WORD
from backend.ranking.terms import language_of

#: Maximum number of sentences that an answer lists.
_MOST_LISTED = 8
#: Verbs such as "mention" and "discuss", by their first letters.
_SPEAKING = re.compile(
    r"(?:mention|talk|discuss|speak|spoke|address|describ|refer|cover|cit|explain|say|said|erwähn|sprech|sprich|besprech"
    r"|bespricht|behandel|beschreib|nenn|zitier|parl|évoqu|évoc|trait|décri|mencion|habl|trat|describ|cita|menzion|descriv"
    r"|fal|descrev|noem|sprak|praat|beschrijf|bespreek)"
)
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
    what why how who whom whose when should could would can shall may might must
    was warum wieso weshalb wie wer wann soll sollte sollten sollen
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
    question = read_sentence(evidence.instruction)
    words = question.words
    if not question.asks or not evidence.document.strip() or words[0] in _OTHER_QUESTIONS:
        return None
    if _SPEAKERS.isdisjoint(words) or not any(_SPEAKING.match(word) for word in words):
        return None
    left = [word for word in words if word not in _PLACES | _SPEAKERS and not _SPEAKING.match(word)]
    language = language_of(evidence.document)
    topic = topic_of(" ".join(word for word in left if word not in EVERY_WORD), language, places=True)
    if not topic:
        return None
    found = [unit for unit in _units(evidence.document) if coverage_of(topic, unit.line, language) == 1.0]
    if not found:
        return TopicPlaces("No sentence of the document has the words that you ask about.")
    shown = tuple(found[:_MOST_LISTED])
    lead = "The document mentions it in one sentence:" if len(found) == 1 else _counted(len(found), len(shown))
    return TopicPlaces("\n".join([lead, *(f"- {unit.line} ({label(unit)})" for unit in shown)]), shown)


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
    return [unit for unit in units(excerpts, ("passage",)) if unit.kind in ("paragraph", "list")]
