"""Answer questions about what can be counted or listed in the document: the number of words, the longest section, the
figures, tables or references.

A question is answered only if this file knows all of its words. So "How many figures are there?" is answered, but "How
many figures show bleaching?" is not, because "bleaching" belongs to the subject of the paper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document, read
from backend.document.inline import strip_inline
from backend.document.labels import label
from backend.document.order_words import words_in
from backend.document.outline import Section, outline
from backend.document.sentences import sentences
from backend.document.titles_in_text import titles_in
from backend.kernel.exchange import Evidence
from backend.keyless.sentence_forms import TITLE
from backend.mentions.closed_words import is_section_noun, noun
from backend.mentions.lexicon import Token, tokens
from backend.mentions.printed_numbers import PrintedNumbers
from backend.ranking.function_words import STOP_WORDS
from backend.sources.citation_keys import keys_in

QUOTING = "Quoted word for word, without a model:"
#: Maximum number of lines that a message lists, about a screenful.
MOST_LISTED = 40
#: Kinds of blocks whose words count.
_READ = frozenset({"paragraph", "list", "quote", "footnote", "caption", "div", "table"})


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_FUNCTION = frozenset().union(*STOP_WORDS.values()) | _words(
    "there's contains contain contained included enthält enthalten gibt es hay tiene contiene contient y a t il ci"
    " sono há tem contém all alle tous toutes todas todos tutte tutti please bitte altogether total insgesamt"
    " our my mein unser mon notre mi nuestro mio nostro meu nosso made list listed currently so far bisher"
)
_COUNTING = _words(
    "many viele combien cuántos cuántas cuantas cuantos quanti quante quantos quantas hoeveel number anzahl zahl nombre"
    " número numero count counts zähle zahle compte cuenta conta tel"
)
_LISTING = _words(
    "list show give name enumerate what which liste zeig zeige nenn nenne welche welcher welches énumère montre donne"
    " quels quelles cite lista enumera muestra muéstrame dame cuáles qué elenca mostra mostrami dammi quali mostre"
    " quais dê noem toon welke tell me mir moi"
)
_READING = _words(
    "read print display whats 's s say says lies steht lis lire dit lee leer dice leggi leggere lê ler diz lees"
)
#: Number of first words among which a message says that it asks to see something: "can you please show me".
_ASKED = 5
#: Maximum number of characters of a section that a message shows.
_MOST_SHOWN = 8_000
_LONGEST = _words("longest biggest largest längste längster grösste longue grande larga largo extensa lunga extenso")
_SHORTEST = _words("shortest smallest kürzeste kürzester kleinste courte petite corta corto breve curta curto")
_LENGTH = _words("long length lang länge longueur largo longitud lungo lunghezza comprimento lengte")
_WORD_NOUNS = _words("words word wörter wort worte mots mot palabras palabra parole parola palavras palavra woorden")
_REFERENCES = _words(
    "references reference bibliography citations works cited literatur literaturverzeichnis quellen referenzen"
    " bibliographie références référence bibliografía referencias bibliografia riferimenti referências"
)
#: Words of questions about the structure of the document.
_STRUCTURE = _words(
    "outline structure structured headings contents toc gliederung gegliedert aufbau inhaltsverzeichnis plan"
    " structuré esquema estructura índice struttura indice sommario estrutura sumário"
)
#: How an answer names each kind of part.
_COUNTED = {
    "section": "sections",
    "heading": "headings",
    "paragraph": "paragraphs",
    "sentence": "sentences",
    "figure": "figures",
    "table": "tables",
    "equation": "equations",
    "code": "listings",
    "footnote": "footnotes",
}
#: The label of a code chunk whose output is a figure (Quarto, R Markdown).
_DRAWN = re.compile(r"^\s*#\|\s*label:\s*(fig-[\w-]+)", re.M)
_REFERENCE_TITLE = re.compile(
    r"^(?:\d+\.?\s*)?(?:references|bibliography|literatur|works cited|référence|bibliogra)", re.I
)


def answer_about_form(evidence: Evidence, order: str) -> str:
    """Return the answer to a question about the document's form, such as "How many words does the paper have?"; "" for
    every other message.

    `order` is the message with placeholders for the names of document parts (mentions/placeholders.py).
    """
    if not evidence.document.strip():
        return ""
    document = read(evidence.document)
    words = [token for token in tokens(order) if token.word]
    norms = [token.norm for token in words]
    if norms[:1] == ["number"] and norms[1:2] != ["of"]:
        return ""  # "number the sections" is an order
    if _REFERENCES.intersection(each.norm for each in tokens(evidence.instruction)):
        words = [token for token in tokens(evidence.instruction) if token.word]
        norms = [token.norm for token in words]
    kinds, rest = _kinds(words)
    if any(norm not in _FUNCTION for norm in rest) or norms.count(TITLE.casefold()) > 1:
        return ""
    of_part = TITLE.casefold() in norms
    if of_part and (evidence.target is None or not evidence.target.whole):
        return ""
    part = read(evidence.target.text) if of_part and evidence.target else document
    return _answer(part, _name(evidence, of_part), kinds, frozenset(norms))


def shown_part(evidence: Evidence, order: str) -> str:
    """Return an answer with the text of the one part that a message asks to see: "show me Methods", "what's in
    Methods?"; "" for every other message. `order` is the message with placeholders for the names of document parts.
    """
    norms = [token.norm for token in tokens(order) if token.word]
    known = _FUNCTION | _LISTING | _READING | {TITLE.casefold()}
    asks = norms.count(TITLE.casefold()) == 1 and (_LISTING | _READING).intersection(norms[:_ASKED])
    if not asks or not known.issuperset(norms):
        return ""
    if evidence.target is not None:
        return f"{QUOTING}\n\n{evidence.target.text.strip()}" if evidence.target.whole else ""
    document, named = read(evidence.document), titles_in(evidence.instruction, evidence.titles)
    found = [each for each in outline(document).sections if each.heading is not None and each.title in named]
    if len(found) != 1:
        return ""
    start, end = document.blocks[found[0].first].start, document.blocks[found[0].stop - 1].end
    return f"{QUOTING}\n\n{document.text[start:end].strip()}" if end - start <= _MOST_SHOWN else ""


def headings(evidence: Evidence, question: str) -> str:
    """Return a list of the document's headings as the answer to a question about its sections ("Which sections are
    there?"); "" for other questions.
    """
    words = words_in(question)
    if not evidence.titles or not any(is_section_noun(word) or word in _STRUCTURE for word in words):
        return ""
    shown = [f"- {title}" for title in evidence.titles[:MOST_LISTED]]
    if len(evidence.titles) > MOST_LISTED:
        shown.append(f"- … and {len(evidence.titles) - MOST_LISTED} more")
    return "\n".join(["The headings of the document:", *shown])


def _answer(part: Document, name: str, kinds: Sequence[str], said: frozenset[str]) -> str:
    counts = bool(said & _COUNTING)
    if "section" in kinds and said & (_LONGEST | _SHORTEST):
        return _extremes(part, longest=bool(said & _LONGEST))
    if ("words" in kinds and counts) or (not kinds and said & _LENGTH):
        return f"{name} has {_several(_count_words(part), 'word')}, not counting front matter, code and formulas."
    if "reference" in kinds:
        found = references(part)
        return _listing("references", found) if not counts else f"{name} has {_several(len(found), 'reference')}."
    kind = next((each for each in kinds if each in _COUNTED), "")
    if kind and counts:
        return f"{name} has {_several(len(_parts(part, kind)), _COUNTED[kind][:-1])}."
    if kind in ("figure", "table", "equation", "code", "heading", "section") and said & (_LISTING | _STRUCTURE):
        return _listing(_COUNTED[kind], _parts(part, kind))
    return ""


def _kinds(words: Sequence[Token]) -> tuple[list[str], list[str]]:
    """Return two lists for the `words` of a question: the kinds of parts that they name ("figure"), and the words that
    are unknown. Words such as "how many" and "longest" are in neither list.
    """
    kinds: list[str] = []
    rest: list[str] = []
    at = 0
    known = _COUNTING | _LISTING | _LONGEST | _SHORTEST | _LENGTH | {TITLE.casefold()}
    while at < len(words):
        norm = words[at].norm
        found, stop = noun(words, at)
        if norm in _WORD_NOUNS:
            kinds.append("words")
        elif norm in _REFERENCES:
            kinds.append("reference")
        elif norm in _STRUCTURE:
            kinds.append("heading")
        elif found and norm not in _LISTING:
            kinds += [each for each in found if each != "document"]
            at = stop - 1
        elif norm not in known:
            rest.append(norm)
        at += 1
    return kinds, rest


def _name(evidence: Evidence, of_part: bool) -> str:
    if not of_part or evidence.target is None:
        return "The document"
    title = evidence.target.section.rpartition(" > ")[2]
    return f"“{title}”" if evidence.target.kind == "section" and title else f"The {evidence.target.kind}"


def _extremes(part: Document, longest: bool) -> str:
    """Return an answer that names the longest section, and lists the four longest with their lengths. If `longest` is
    False, these are the shortest sections. A section includes its subsections. `part` is the document, or the part of
    it that the question names.
    """
    sections = [each for each in outline(part).sections if each.heading is not None]
    if not sections:
        return "The document has no sections."
    level = min(each.level for each in sections)
    if sum(each.level == level for each in sections) == 1 and len(sections) > 1:
        level = min(each.level for each in sections[1:])
    sized = [(_count_words(part, each), each.title) for each in sections if each.level == level]
    sized.sort(key=lambda each: each[0], reverse=longest)
    lead = "The longest section is" if longest else "The shortest section is"
    lines = [f"- “{title}”: {_several(count, 'word')}" for count, title in sized[:4]]
    return "\n".join([f"{lead} “{sized[0][1]}”, with {_several(sized[0][0], 'word')}.", *lines])


def _count_words(part: Document, section: Section | None = None) -> int:
    blocks = part.blocks if section is None else part.blocks[section.first : section.stop]
    texts = (strip_inline(part.source(each)) for each in blocks if each.kind in _READ)
    return sum(any(sign.isalnum() for sign in word) for text in texts for word in text.split())


def _parts(part: Document, kind: str) -> list[str]:
    """Return a name for each part of one `kind` in `part`, such as the labels of all figures."""
    if kind in ("section", "heading"):
        return [each.title or "(untitled)" for each in outline(part).sections if each.heading is not None]
    if kind == "sentence":
        prose = map(part.source, part.of_kind("paragraph"))
        return [text[start:end] for text in prose for start, end in sentences(text)]
    if kind in ("paragraph", "footnote"):
        return [label(part, each) for each in part.of_kind(kind)]
    found = {index: label(part, part.blocks[index]) for index in PrintedNumbers(part).of_kind(kind)}
    if kind == "figure":  # a code chunk may draw a figure
        chunks = ((each.index, _DRAWN.search(part.source(each))) for each in part.of_kind("code"))
        found |= {index: f"Figure drawn by the code chunk “{drawn[1]}”" for index, drawn in chunks if drawn}
    return [found[index] for index in sorted(found)]


def references(part: Document) -> list[str]:
    """Return the entries of the list of references in `part`, the document or a part of it. If there is no such list,
    return the citation keys in the text.
    """
    entries: list[str] = []
    for section in outline(part).sections:
        if section.heading is None or not _REFERENCE_TITLE.match(section.title):
            continue
        for block in part.blocks[section.first + 1 : section.own_stop]:
            lines = _entries(part.source(block)) if block.kind in ("list", "paragraph", "footnote") else []
            entries += [" ".join(line.split()) for line in lines]
    return entries or [f"@{key}" for key in sorted(keys_in(part.text))]


def _entries(source: str) -> list[str]:
    found = re.split(r"(?m)^\s*(?:[-*+]|\d+[.)])\s+", source)
    return [each for each in found if each.strip()]


def _listing(what: str, found: Sequence[str]) -> str:
    if not found:
        return f"The document has no {what}."
    lines = [f"- {each}" for each in found[:MOST_LISTED]]
    if len(found) > MOST_LISTED:
        lines.append(f"- … and {len(found) - MOST_LISTED} more")
    return "\n".join([f"The {what} of the document ({len(found)}):", *lines])


def _several(count: int, noun_of_one: str) -> str:
    return f"{count:,} {noun_of_one}" + ("" if count == 1 else "s") if count else f"no {noun_of_one}s"
