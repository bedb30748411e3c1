"""Convert text to the terms that a search by words compares, in any script.

Latin words are stemmed in the text's language and lose their accents; the language is English unless the text's
function words show another. Words of other scripts use the stemmer of their script. In languages without a stemmer, the
beginnings of words are compared. In scripts without spaces, pairs of characters are compared. This is also done for
Korean, which attaches particles to its nouns.

The library stores terms in the database. So the result of `term_of` for a language must never change; only new
languages may be added.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections import Counter
from functools import lru_cache

import snowballstemmer

from backend.ranking.function_words import ALL_WORDS

_PAIRED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# Python's \w does not include the vowel signs of Indic, Arabic and Hebrew words, which would be split without them.
_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff\u0f71-\u0f84"
)
_TERM = re.compile(
    rf"(?P<paired>[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff]+|[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\uac00-\ud7af]+"
    rf"|[\u0e00-\u0e7f]+|[\u0e80-\u0eff]+|[\u1000-\u109f]+|[\u1780-\u17ff]+)"
    rf"|(?P<number>\d+(?:[.,]\d+)+)"
    rf"|[^\W_{_PAIRED}](?:[^\W_{_PAIRED}]++|[{_SIGNS}]++)*+"
)
_UNPAIRED_TERM = re.compile(rf"\d+(?:[.,]\d+)+|[^\W_](?:[^\W_]++|[{_SIGNS}]++)*+")
_ANY_PAIRED = re.compile(f"[{_PAIRED}]")
_PLAIN_TERM = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")

#: Scripts, each with the language whose stemmer is used for it, and the other languages that are written in it.
_SCRIPTS: tuple[tuple[re.Pattern[str], str, frozenset[str]], ...] = (
    (re.compile(r"[\u0400-\u04ff]"), "russian", frozenset({"ukrainian", "serbian"})),
    (re.compile(r"[\u0370-\u03ff]"), "greek", frozenset()),
    (re.compile(r"[\u0600-\u06ff]"), "arabic", frozenset({"persian"})),
    (re.compile(r"[\u0900-\u097f]"), "hindi", frozenset()),
    (re.compile(r"[\u0b80-\u0bff]"), "tamil", frozenset()),
    (re.compile(r"[\u0530-\u058f]"), "armenian", frozenset()),
)
#: Scripts, each with the language that is assumed for a text in it. The stemmer library has no stemmer for these
#: languages.
_UNSTEMMED = (
    (re.compile(r"[\u0590-\u05ff]"), "hebrew"),
    (re.compile(r"[\u3040-\u30ff]"), "japanese"),
    (re.compile(r"[\u4e00-\u9fff]"), "chinese"),
    (re.compile(r"[\uac00-\ud7af]"), "korean"),
    (re.compile(r"[\u0e00-\u0e7f]"), "thai"),
)
#: The language code of every language that is not listed.
OTHER = "other"
#: Languages without a stemmer. Only the first letters of a word are compared in these languages, as many as
#: `_BEGINNING` says. On manuals in six such languages, 4 and 6 letters gave the same recall at 5.
_CUT, _BEGINNING = frozenset({"ukrainian", OTHER}), 5

_ENGLISH = ALL_WORDS["english"]
_STEMMED = frozenset(snowballstemmer.algorithms())


#: Maximum length, in characters, of a text whose words are cached. Sentences of a document are cached because every
#: question is compared with them.
_CACHED = 600


def words_of(text: str) -> list[str]:
    """Return the words of `text` in order, in lower case and unstemmed. In scripts without spaces, these are pairs of
    characters.
    """
    return list(_short_words(text)) if len(text) <= _CACHED else _words(text)


@lru_cache(maxsize=1 << 12)
def _short_words(text: str) -> tuple[str, ...]:
    return tuple(_words(text))


def _words(text: str) -> list[str]:
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
    """Return the terms by which `text` is searched, in order: stems of its words, or pairs of characters in scripts
    without spaces. Repetitions and function words are included.
    """
    return [term_of(word, language) for word in words_of(text)]


@lru_cache(maxsize=32)
def stop_terms(language: str) -> frozenset[str]:
    """Return the function words of a language and of English, in the form in which `terms` returns them."""
    return frozenset(term_of(word, language) for word in _ENGLISH | ALL_WORDS.get(language, _ENGLISH))


def language_of(text: str) -> str:
    """Return the English name of a text's language, such as "german". It is recognized by its function words, else by
    its script; in case of doubt, it is "english".

    Only the first 20,000 characters are read. Another language must have 1.3 times as many matching words as English,
    because a wrong stemmer costs about as much as a missing one.
    """
    return _language(text[:20_000].casefold())


_LETTER, _LETTERS = re.compile(r"[^\W\d_]"), re.compile(rf"[^\W\d_](?:[^\W\d_]++|[{_SIGNS}]++)*+")
_NOT_LATIN = re.compile(r"[^\W\d_\x00-\u024f\u1e00-\u1eff]")


@lru_cache(maxsize=1 << 6)
def _language(text: str) -> str:
    counts = Counter(_LETTERS.findall(text))
    hits = {language: sum(counts[word] for word in counts.keys() & words) for language, words in ALL_WORDS.items()}
    best = max(hits, key=lambda language: hits[language])
    few = counts.total() >= _ENOUGH_WORDS and hits[best] < _FEW_HITS * counts.total()
    if not few and hits[best] > 1.3 * hits["english"] + 2:
        return best
    if other := _NOT_LATIN.findall(text):  # most texts have no such letter
        letters = _LETTER.findall(text)
        if 2 * len(other) > len(letters):
            return _by_script("".join(letters))
    return OTHER if few else "english"


#: Minimum number of words, and maximum share (0 to 1) of known function words, of a text in an unknown language. Of 43
#: texts in 20 languages, all had 10 in 100 or more of their own language, and under 4 of any other if their own is not
#: listed.
_ENOUGH_WORDS, _FEW_HITS = 100, 0.08


def _by_script(letters: str) -> str:
    """Return the language that is assumed for the script of most letters; "other" if no script has most of them. A text
    in Han characters with some kana is Japanese.
    """
    counts = {language: len(script.findall(letters)) for script, language in _UNSTEMMED}
    counts |= {language: len(script.findall(letters)) for script, language, _ in _SCRIPTS}
    if 10 * counts["japanese"] > counts["chinese"]:
        counts["japanese"] += counts["chinese"]
    best = max(counts, key=lambda language: counts[language])
    return best if 2 * counts[best] > len(letters) else OTHER


class Terms(dict[str, str]):
    """A dict that maps each word to its term, and computes the term when it is first needed. Use it for many texts that
    have mostly the same words.
    """

    def __init__(self, language: str) -> None:
        self._language = language

    def __missing__(self, word: str) -> str:
        term = self[word] = term_of(word, self._language)
        return term


#: Maximum number of characters of a word. A longer string is data and not a word.
_LONGEST = 64

_stemmers: dict[str, object] = {}
_stemming = threading.Lock()


@lru_cache(maxsize=1 << 17)
def term_of(word: str, language: str = "english") -> str:
    """Return the term for a word from `words_of`: its stem in `language` without accents, or a number without thousands
    separators.
    """
    if not word.isascii():
        if _ANY_PAIRED.match(word):
            return word
        language = next(
            (_written(name, others, language) for script, name, others in _SCRIPTS if script.search(word)), language
        )
        if language == "english":
            word = _fold(word)  # its stemmer knows no accents, unlike those of other languages
        elif language == "hebrew":
            return _hebrew(word)
    elif not word.isalpha():
        return word.replace(",", "")
    if len(word) > _LONGEST:
        return word[:_LONGEST]
    if language in _CUT:
        return _fold(word)[:_BEGINNING]
    if language not in _STEMMED:
        return _fold(word)
    with _stemming:  # a stemmer stores the word that it works on, so only one thread may use it
        stemmer = _stemmers.get(language)
        if stemmer is None:
            stemmer = _stemmers[language] = snowballstemmer.stemmer(language)
        stem: str = stemmer.stemWord(word)  # type: ignore[attr-defined]
    return stem if stem.isascii() else _fold(stem)


def _written(usual: str, others: frozenset[str], language: str) -> str:
    return language if language in others else usual


_POINTS = re.compile(r"[\u0591-\u05c7]")
_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
#: Hebrew's conjunction, article and prepositions, which are attached to the next word.
_CLITICS = re.compile(r"^ו?(?:[כלבמש]?ה|[כלבמש])?(?=.{3})")


def _hebrew(word: str) -> str:
    """Return a Hebrew word without points, final forms and attached prefixes."""
    return _CLITICS.sub("", _POINTS.sub("", word).translate(_FINALS))


def _fold(word: str) -> str:
    """Return a word without accents. The vowel signs of other scripts are not accents and are kept."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare)
