"""Recognize text that is not a whole sentence: a heading on the same line as the text after it, a label, or a sentence
that is divided by the end of a page.
"""

from __future__ import annotations

import re

from backend.document.sentences import Span, sentences

_CLOSERS = r"\"'”’»›)\]}）】」』》〉*_`"
#: The end of a sentence: a punctuation mark, and what may follow it, such as quotation marks and citations like [1],
#: [@key], ^2^.
_FINISHED = re.compile(
    rf"[.!?…:;。！？｡：；।॥؟۔።፧။៕։][{_CLOSERS}]*"
    rf"(?:\s?\[\^?[^\[\]\n]{{1,120}}\]|\^[\w,]{{1,80}}\^?|<sup>[^<>]{{1,80}}</sup>|</?[a-zA-Z]\w{{0,10}}>|[{_CLOSERS}])*\Z"
)
#: What separates pieces of text in an HTML block: comments, scripts and other elements without text, and the tags of
#: blocks.
_DIVIDING = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|pre|svg|math)\b.*?(?:</\1\s*>|\Z)"
    r"|</?(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|figcaption|figure|font|footer"
    r"|form|h[1-6]|head|header|hr|html|iframe|img|li|link|main|menu|nav|ol|p|picture|section|source|summary|table|tbody|td"
    r"|tfoot|th|thead|title|tr|ul|video)\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
#: The ellipsis that search engines put where they have cut a text.
_ELLIPSIS = re.compile(r"\A[\"'“‘«(\[]*(?:…|\.{3}|\[…\])|(?:…|\.{3}|\[…\]|\[\.{3}\])[\"'”’»)\]]*\Z")
#: Orders to a language model, such as “ignore all previous instructions”. Where other people's texts contain them, they
#: are an attack on the model that reads these texts, and are not quoted.
_TO_A_MODEL = re.compile(  # in a text in lower case
    r"\b(?:ignore|disregard|forget|override|bypass|ignorier\w*|vergiss|ignor[ae]\w*|oublie\w*|olvida\w*|dimentica\w*|negeer)\b"
    r"[^.!?]{0,40}\b(?:instructions?|prompts?|rules|directions|guidelines|anweisung\w*|vorgaben|consignes|instrucciones"
    r"|istruzioni|instruções|instructies)\b"
    r"|\b(?:system|developer) prompt\b|\byou are now\b|\bas an? (?:ai|language) (?:model|assistant)\b"
    r"|\b(?:respond|reply|answer|output) only with\b"
)
_HEADINGS = (
    "Abstract|Introduction|Background|Methods?|Methodology|Materials and Methods|Results?|Results and Discussion"
    "|Discussion|Conclusions?|Summary|Acknowledge?ments|References|Keywords|Limitations|Related Work|Einleitung"
    "|Methoden|Ergebnisse|Diskussion|Zusammenfassung|Fazit|Résumé|Méthodes|Résultats|Introducción|Resumen|Métodos|Resultados"
    "|Conclusiones|Introduzione|Metodi|Risultati|Conclusioni"
)
_GLUED = re.compile(
    rf"(?:\d{{1,2}}(?:\.\d{{1,2}})*\.?\s+)?(?:{_HEADINGS})\s*[:.—–-]?\s+(?=[A-ZÀ-Þ])"
    # "MATERIALS AND METHODS We …", "DISCUSSION We …", but not "DNA Strands …"
    r"|(?:[A-ZÀ-Þ&-]{7,}|[A-ZÀ-Þ&-]{3,}(?:\s+[A-ZÀ-Þ&-]{2,})*\s+[A-ZÀ-Þ&-]{3,})\s+(?=[A-ZÀ-Þ][a-zà-ÿ]*\s+[a-zà-ÿ])"
)
#: A numbered heading and text on one line, such as "3.2 Data collection We …". It cannot be recognized where the
#: heading ends.
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+[A-ZÀ-Þ]")
_LETTER = re.compile(r"[^\W\d_]")
#: Minimum number of words that must follow a heading on the same line.
_LEAST_WORDS = 3
#: The number of characters at the end of a text that are examined.
_TAIL = 600


def finished(text: str) -> bool:
    """Return True if a text ends as a sentence does, such as with a period."""
    return bool(_FINISHED.search(text.rstrip()[-_TAIL:]))


def headless(text: str) -> bool:
    """Return True if a text begins with a lowercase letter, so that the beginning of its sentence is missing: "reefs,
    which are old."
    """
    first = _LETTER.search(text[:20])
    return first is not None and first[0].islower() and not text[: first.start()].strip("\"'“‘«‹([{*_`")


def cut_short(text: str) -> bool:
    """Return True if a search engine has shortened the text ("…"), or if the text begins with a numbered heading whose
    end cannot be found ("3.2 Data collection We …").
    """
    return bool(_ELLIPSIS.search(text)) or bool(_NUMBERED.match(text) and not glued_heading(text))


def orders_a_model(text: str) -> bool:
    """Return True if a text contains an order to a language model, such as "Ignore all previous instructions"."""
    return bool(_TO_A_MODEL.search(text.casefold().replace("ı", "i")))  # "ı" would hide an order


def glued_heading(text: str) -> int:
    """Return the length in characters of a heading on the same line as the text after it: "Abstract Reefs are …"; 0 if
    there is none.
    """
    found = _GLUED.match(text)
    return found.end() if found and len(text[found.end() :].split()) >= _LEAST_WORDS else 0


def marked_up(text: str, start: int, end: int) -> list[Span]:
    """Return start and end (excluded) of the whole sentences in a block of HTML. Tags, comments and scripts are
    skipped.
    """
    found: list[Span] = []
    begin = start
    for mark in [*_DIVIDING.finditer(text, start, end), None]:
        until = mark.start() if mark else end
        found += [span for span in sentences(text, begin, until) if finished(text[span[0] : span[1]])]
        begin = mark.end() if mark else end
    return found
