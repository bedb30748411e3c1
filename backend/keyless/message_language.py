"""Guess the language of a user's message, which may have only three words.

Many short words belong to several languages ("do" to English and Portuguese, "has" to English and Spanish). Such a word
counts partly for each of them. The result is English unless another language has a larger share of the message.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from backend.mentions.lexicon import Token, languages, phrases, tokens
from backend.ranking.function_words import ALL_WORDS, ELIDED, QUESTION_WORDS
from backend.ranking.terms import language_of

ENGLISH = "en"
#: The two-letter codes of the languages whose function words and question words are known.
_CODES = {
    "english": ENGLISH,
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
    "swedish": "sv",
}
#: Languages that are preferred if several languages have the same share of a message.
_OURS = frozenset(_CODES[name] for name in QUESTION_WORDS)
#: Letters that English lacks, with the languages that use them.
_LETTERS: dict[str, tuple[str, ...]] = {
    letter: tuple(codes.split())
    for letters, codes in {
        "ñ": "es",
        "ãõ": "pt",
        "ß": "de",
        "äöü": "de sv",
        "œëï": "fr",
        "âêô": "fr pt",
        "îû": "fr",
        "ìò": "it",
        "èù": "fr it",
        "à": "fr it pt",
        "ç": "fr pt",
        "é": "fr es pt",
        "áíóú": "es pt",
        "å": "sv",
    }.items()
    for letter in letters
}
#: Punctuation that only Spanish has.
_SPANISH_MARKS = frozenset("¿¡")


@lru_cache(maxsize=64)  # an answer asks once for each of its warnings, and a message has up to 20,000 characters
def language_of_message(message: str) -> str:
    """Return the two-letter code of the language of a message. In doubt it is "en". If the message is in a language
    without a code here, it is "".

    Words in quotation marks are ignored.
    """
    seen, shares = _shares(message)
    best = max(shares, key=lambda language: (shares[language], language in _OURS))
    if shares[best] > shares[ENGLISH]:
        return best if len(best) == 2 else ""
    return ENGLISH if max(shares.values()) else _CODES.get(language_of(" ".join(token.text for token in seen)), "")


def _shares(message: str) -> tuple[list[Token], dict[str, float]]:
    """Return the words of a message outside of quotation marks, and for each language the weight of the words that
    belong to it. The weight of a word that belongs to several languages is divided among these.
    """
    seen = [token for token in tokens(message) if not token.quote]
    shares = {ENGLISH: 0.0}
    for place, token in enumerate(seen):
        having = _languages_of(token, place == 0)
        for language in having:
            shares[language] = shares.get(language, 0.0) + _weight(token, place) / len(having)
    return seen, shares


#: Minimum share of a language in an earlier message, relative to the best language there, so that the earlier message
#: counts as written in it.
_LIKELY = 0.3
#: Maximum share (0 to 1) of the best language of a message with too few known words. Then the document decides.
_WEAK = 0.5
#: Number of first characters of a document from which its language is recognized.
_BEGINNING = 2000


def text_in_its_language(message: str, earlier: Iterable[str] = (), document: str = "") -> str:
    """Return a text that shows in which language a message should be answered.

    This is the message itself, unless its few words belong to several languages ("annule la suppression"). Then it is
    an earlier message of the user (`earlier`, newest first) or the beginning of the `document`. An English document is
    not used, because authors of all languages write papers in English.
    """
    shares = _shares(message)[1]
    best = max(shares.values())
    before = next((each for each in earlier if shows_language(each)), "")
    if before and shares.get(language_of_message(before), 0.0) >= _LIKELY * best:
        return before
    beginning = document[:_BEGINNING]
    language = language_of_message(beginning) if beginning else ENGLISH
    weak = best <= _WEAK and shares.get(language, 0.0) >= _LIKELY * best
    if language != ENGLISH and (weak or shares.get(language, 0.0) >= best):
        return beginning
    return message


def _weight(token: Token, place: int) -> float:
    """Return the weight of a word: 0.5 if it is capitalized, because it may be from a title in another language, else
    1.0. Function words and the first word of the message (`place` is its index) always have 1.0.
    """
    return 0.5 if place and token.text[0].isupper() and not _is_functional(token) else 1.0


def _is_functional(token: Token) -> bool:
    return any(token.norm in words for words in _function_words().values())


def shows_language(message: str) -> bool:
    """Return True if a message has a word from which `language_of_message` can recognize a language."""
    seen = [token for token in tokens(message) if not token.quote]
    return any(_languages_of(token, place == 0) for place, token in enumerate(seen))


@lru_cache(maxsize=1 << 12)
def _languages_listing(norm: str, stem: str) -> frozenset[str]:
    """Return the languages in which the word `norm` (in lower case) is a function word. If there are none, return the
    languages in whose lists of words for orders a word with this `stem`, such as "insert", is an entry of its own.
    """
    having = frozenset(language for language, words in _function_words().items() if norm in words)
    return having or frozenset(
        language for language in languages() if any(len(entry.key) == 1 for entry in phrases(language).get(stem, ()))
    )


@cache
def _function_words() -> dict[str, frozenset[str]]:
    """Return the function words and question words of each language, by its code or, if it has no code here, by its
    name.
    """
    none: frozenset[str] = frozenset()
    return {
        _CODES.get(name, name): words | QUESTION_WORDS.get(name, none) | ELIDED.get(name, none)
        for name, words in ALL_WORDS.items()
    }


def _languages_of(token: Token, begins: bool) -> frozenset[str]:
    """Return the languages to which a word belongs: those in which it is a function word; or else those in whose orders
    it occurs; or else those that use its special letters.

    A capitalized word may be a name, so its letters are ignored unless it is the first word (`begins`).
    """
    if not token.word:
        return frozenset({"es"} if token.text in _SPANISH_MARKS else ())
    having = _languages_listing(token.norm, token.stem)
    if having or (token.text[0].isupper() and not begins):
        return having
    letters = [frozenset(_LETTERS[letter]) for letter in token.norm if letter in _LETTERS]
    return frozenset.intersection(*letters) if letters else frozenset()
