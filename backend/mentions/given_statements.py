"""Put quotation marks around the statement after the colon of an order: "Add to Methods: It rained in May."

People often leave out these quotation marks. With them, the statement is handled like any other quoted text. A topic
("Add a paragraph to Methods: rain in May"), a further order and a remark about the part ("Expand Methods: It is too
short.") get no quotation marks.
"""

from __future__ import annotations

import re
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.clauses import orders, spaced
from backend.document.given_citation import given_reference
from backend.document.insertion_orders import BRINGING, TEXT_NOUNS
from backend.document.order_classes import INDEFINITE
from backend.document.order_limits import OBLIGING
from backend.document.order_words import COURTESIES, MORE, NAME, QUOTATION, is_a, ordinal_of, read_sentence, words_in
from backend.document.outline import titles_of
from backend.document.own_words import own_words
from backend.document.quotation_marks import CLOSERS
from backend.document.sentences import sentences
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import hits, language_of, tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import names_in, resolve, veil

_COLON = re.compile(r"[:：](?=[ \t]+\S)")
_STOPPED = re.compile(r"[.!…。！][\"'”’»)\]*_]*\Z")
#: Words of an order that are not its verb, a part of the document, or a place.
_BESIDE = frozenset(
    """
    the a an our my your der die das den dem des unser unsere mein meine le la les l un une notre mon ma el los las
    una nuestro mi il lo i gli uno o os as um uma het een and then also now just here at of to for it this that in
    on into with by one from und auch jetzt noch hier von zu zum zur am im hinzu ein auf et aussi ici de du à au y
    también aquí del e anche qui di do da no na em en new neuen neuer neues nouveau nouvelle nuevo nueva nuovo nuova
    novo nova should must be read say sollte soll muss lauten sein doit devrait debe debería deve dovrebbe deveria
    section sections chapter paragraph so abschnitt kapitel chapitre sección capítulo sezione capitolo seção
    """.split()
)
#: Words before the new version of a part: "change the second sentence to: …".
_INTO = BRINGING | frozenset("to into in zu à en a em".split())


def with_quotation_marks(message: str, document: Document) -> str:
    """Return the message with quotation marks around the statement after its colon: "Add to Methods: “It rained in
    May.”". If it does not order to put this statement into the document, it is returned unchanged.
    """
    found = _statement(message, document)
    if found is None:
        return message
    start, end = found
    marked = f"{message[:start]}“{message[start:end]}”{message[end:]}"
    own = own_words(marked, titles_of(document), names_in(marked, resolve(document, marked)))
    return marked if own is not None and own.content == message[start:end] else message


def _statement(message: str, document: Document) -> tuple[int, int] | None:
    """Return start and end of the text after the first colon, if the words before the colon may order to insert it
    ("Add to Methods: It rained."); else None.
    """
    if "\n" in message.strip() or not _COLON.search(message):
        return None
    hidden = veil(document, message)
    colon = _COLON.search(hidden)
    if colon is None:
        return None
    start = colon.end() + len(message[colon.end() :]) - len(message[colon.end() :].lstrip())
    reference = given_reference(message, hidden)
    end = reference[1] if reference is not None and reference[0] == start else _without_courtesy(message, start)
    text, order = message[start:end], hidden[: colon.start()]
    if text[:1] in CLOSERS or QUOTED.search(text) or _orders_row(order) or not _gives_text(order, text):
        return None
    return start, end


def _orders_row(order: str) -> bool:
    """Return True if an order before a colon asks for a row of a table: "Add a row to Table 1: 2024, the same site".
    The words after the colon are then values, and no text.
    """
    words = tokens(order)
    return any("row" in noun(words, at)[0] for at in range(len(words)))


def _without_courtesy(message: str, start: int) -> int:
    """Return the end of the text that begins at character `start`, without sentences of thanks at its end."""
    end = len(message.rstrip())
    spans = sentences(message[start:end])
    while len(spans) > 1 and COURTESIES.issuperset(words_in(message[start + spans[-1][0] : end])):
        spans = spans[:-1]
        end = start + spans[-1][1]
    return end


def _gives_text(order: str, text: str) -> bool:
    """Return True if an order before a colon puts the text after the colon at a place or in place of a part: "Add to
    Methods: It rained in May."
    """
    sentence = read_sentence(spaced(order))
    words = [word for word in sentence.words if word not in COURTESIES]
    if sentence.asks or sentence.refuses or not words:
        return False
    verbs = [word for word in words if is_a(word, "placing", "replacing", "changing", "writing", "edge")]
    obliges = bool(OBLIGING.intersection(words)) and NAME in order
    if not (verbs or obliges) or not all(map(_is_known, words)):
        return False
    if any(is_a(word, "changing") for word in words) and not (obliges or words[-1] in _INTO):
        return False  # "change Methods: It is unclear"
    if MORE.intersection(words_in(text)[:1]) and words[-1] not in _INTO:
        return False  # "add to Methods: more detail on the gauge."
    pieces = [word for word in words if is_a(word, "piece") and word not in TEXT_NOUNS]
    return bool(pieces and INDEFINITE.intersection(words)) or (
        _is_statement(text) and (not _asks_for_paragraph(words) or "\n" in text)
    )


def _is_known(word: str) -> bool:
    known = word in (NAME, QUOTATION) or word in _BESIDE or word in TEXT_NOUNS or word in BRINGING
    return (
        known
        or is_a(word, "placing", "replacing", "changing", "writing", "edge", "place", "pronoun", "following", "piece")
        or is_a(word, "element")
        or ordinal_of(word) is not None
        or word.isdigit()
    )


def _asks_for_paragraph(words: list[str]) -> bool:
    """Return True if the words ask for a new paragraph. In "add a paragraph: X", X is a topic; in "add a sentence: X",
    X is the sentence itself.
    """
    return any(
        before in INDEFINITE and (is_a(word, "element") and word not in TEXT_NOUNS) for before, word in pairwise(words)
    )


def _is_statement(text: str) -> bool:
    """Return True if a text consists of complete sentences, none of which orders something or asks a question: "It
    rained in May."
    """
    first = re.search(r"[^\W_]", text)
    if first is None or first[0].islower() or _STOPPED.search(text) is None:
        return False
    said = [text[start:end] for start, end in sentences(text)]
    begins = [words_in(each)[:3] for each in said]
    obliges = any(words and is_a(words[0], "pronoun") and OBLIGING.intersection(words) for words in begins)
    return not obliges and not any(orders(each) or _tells_writer(each) for each in said) and "?" not in text


def _tells_writer(sentence: str) -> bool:
    """Return True if a sentence begins with a verb that tells the writer what to say: "Describe how …", "Mention the
    gauge".
    """
    words = tokens(sentence)
    found = hits(words, language_of(words, set()))
    return any(first == 0 and "saying" in tags for first, _, tags in found)
