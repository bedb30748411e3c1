"""Text to terms: what the lexical half of retrieval matches on, in any script.

Latin words are stemmed in the text's language (English unless its function words say otherwise) and lose their
accents; Cyrillic, Greek, Arabic, Devanagari, Tamil and Armenian words go to the stemmer of their script; scripts
that write no spaces, and Korean, whose particles cling to the noun, become pairs of characters.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter
from functools import lru_cache

import snowballstemmer

_PAIRED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# Python's \w leaves out the vowel signs of Indic, Arabic and Hebrew words, which would fall apart without them
_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff\u0f71-\u0f84"
)
_TERM = re.compile(
    rf"(?P<paired>[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff]+|[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\uac00-\ud7af]+"
    rf"|[\u0e00-\u0e7f]+|[\u0e80-\u0eff]+|[\u1000-\u109f]+|[\u1780-\u17ff]+)"
    rf"|(?P<number>\d+(?:[.,]\d+)+)"
    rf"|(?![{_PAIRED}])[^\W_](?:(?![{_PAIRED}])[^\W_]|[{_SIGNS}])*"
)
_UNPAIRED_TERM = re.compile(rf"\d+(?:[.,]\d+)+|[^\W_](?:[^\W_]|[{_SIGNS}])*")
_ANY_PAIRED = re.compile(f"[{_PAIRED}]")
_PLAIN_TERM = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")

_SCRIPTS = (
    (re.compile(r"[\u0400-\u04ff]"), "russian"),
    (re.compile(r"[\u0370-\u03ff]"), "greek"),
    (re.compile(r"[\u0600-\u06ff]"), "arabic"),
    (re.compile(r"[\u0900-\u097f]"), "hindi"),
    (re.compile(r"[\u0b80-\u0bff]"), "tamil"),
    (re.compile(r"[\u0530-\u058f]"), "armenian"),
)

#: Function words: they tell the language of a text, and they are no evidence that a passage answers a question.
STOP_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "english": """
            a about after all also am an and any are as at be because been before being between both but by can
            could did do does doing during each for from further had has have having he her here hers him his
            how i if in into is it its itself just me more most my no nor not of off on once only or other our
            out over own she should so some such than that the their them then there these they this those
            through to too under until up very was we were what when where which while who whom why will with
            would you your s t
        """,
        "german": """
            aber als am an auch auf aus bei bin bis da das dass dem den der des die doch du durch ein eine einem
            einen einer eines er es für hat ich ihr im in ist ja kann man mit nach nicht noch nur oder sein sich
            sie sind so über um und uns vom von vor war was welche wenn werden wie wir wird zu zum zur
        """,
        "french": """
            au aux avec ce ces cette comme dans de des du elle en est et été être il ils je la le les leur lui
            mais ne nous on ou où par pas plus pour qu que quel quelle qui sa se ses son sont sur un une vous
        """,
        "spanish": """
            al como con cual de del el ella en entre era es esta este fue ha la las le lo los más no o para pero
            por que qué se según ser si sin sobre son su sus también un una y ya
        """,
        "italian": """
            al alla anche che chi come con da dal dalla dei del della delle di e è gli ha i il in la le lo ma
            nel nella non o per più quale se si sono su tra un una
        """,
        "portuguese": """
            ao aos as com como da das de do dos e é ela ele em entre era essa foi mais mas na nas não no nos o
            os ou para pela pelo por qual que se sem ser seu são sua também um uma
        """,
        "dutch": """
            aan als bij dat de deze die dit door een en er haar het hij hoe ik in is je kan maar met naar niet
            nog of om ook op over te tot uit van voor waar wat we wel wordt worden zijn zij zo
        """,
        "swedish": """
            att av de den det detta efter eller en ett från för ha han har hur i inte kan med men mot när och om
            på sig som till under vad var vi är
        """,
    }.items()
}
_ENGLISH = STOP_WORDS["english"]


def words_of(text: str) -> list[str]:
    """The words of `text` in order, in lower case, unstemmed; pairs of characters where words aren't told apart."""
    folded = text.casefold()
    if folded.isascii():
        return _PLAIN_TERM.findall(folded)
    folded = unicodedata.normalize("NFKC", folded)
    if _ANY_PAIRED.search(folded) is None:
        return _UNPAIRED_TERM.findall(folded)
    found: list[str] = []
    for match in _TERM.finditer(folded):
        word = match.group()
        if match["paired"] is None or len(word) == 1:
            found.append(word)
        else:
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
    return found


def terms(text: str, language: str = "english") -> list[str]:
    """The terms of `text` in order, repeats and function words included."""
    return [term_of(word, language) for word in words_of(text)]


@lru_cache(maxsize=32)
def stop_terms(language: str) -> frozenset[str]:
    """The function words of a language, English ones always among them, as `terms` would give them."""
    return frozenset(term_of(word, language) for word in _ENGLISH | STOP_WORDS.get(language, _ENGLISH))


def language_of(text: str) -> str:
    """The language of a text in Latin script by its commonest function words; English where nothing stands out.

    Reads the first 20,000 characters. Another language must have 1.3 times the hits of English: a wrong stemmer costs
    a little, no stemmer for a German text costs as little.
    """
    counts = Counter(re.findall(r"[^\W\d_]+", text[:20_000].casefold()))
    hits = {language: sum(counts[word] for word in words) for language, words in STOP_WORDS.items()}
    best = max(hits, key=lambda language: hits[language])
    return best if hits[best] > 1.3 * hits["english"] + 2 else "english"


class Terms(dict[str, str]):
    """Of each word the term, looked up once: for many texts at a time, whose words are mostly the same."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __missing__(self, word: str) -> str:
        term = self[word] = term_of(word, self._language)
        return term


#: Characters; what is longer is data, not a word.
_LONGEST = 64

_stemmers: dict[str, object] = {}
_stemming = threading.Lock()


@lru_cache(maxsize=1 << 17)
def term_of(word: str, language: str = "english") -> str:
    """The stem of a word as `words_of` gives it, without accents; numbers lose their thousands' marks."""
    if not word.isascii():
        language = next((name for script, name in _SCRIPTS if script.search(word)), language)
        if language == "english":
            word = _fold(word)  # its stemmer knows no accents; those of other languages go by them
    elif not word.isalpha():
        return word.replace(",", "")
    if len(word) > _LONGEST:
        return word[:_LONGEST]
    with _stemming:  # a stemmer keeps the word it is at work on
        stemmer = _stemmers.get(language)
        if stemmer is None:
            stemmer = _stemmers[language] = snowballstemmer.stemmer(language)
        stem: str = stemmer.stemWord(word)  # type: ignore[attr-defined]
    return stem if stem.isascii() else _fold(stem)


def _fold(word: str) -> str:
    """Without accents; the vowel signs of other scripts are no accents and stay."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare)
