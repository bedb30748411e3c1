"""Guess the language of a person's message, which may be a question of three words.

Short words belong to several languages ("do" to English and Portuguese, "has" to English and Spanish). So each known
word is shared among the languages that have it, and another language than English must have more of the message.
"""

from __future__ import annotations

from functools import cache

from backend.mentions.lexicon import Token, languages, phrases, tokens
from backend.ranking.function_words import ALL_WORDS
from backend.ranking.terms import language_of

ENGLISH = "en"
#: Our codes of the languages that have both function words and words of requests.
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
#: Question words and elided articles: closed classes that the lists for retrieval only have in part.
_ASKING: dict[str, frozenset[str]] = {
    code: frozenset(words.split())
    for code, words in {
        "en": "how what what's when where which who who's whom whose why",
        "de": """
            wann warum was weshalb welche welchem welchen welcher welches wem wen wer wessen wie wieso wieviel wieviele
            wo woher wohin wodurch wofür womit woran worauf wovon wozu
        """,
        "fr": "c comment combien d j l lesquels n où pourquoi qu quand que quel quelle quelles quels qui quoi s",
        "es": """
            adónde cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo dónde hay qué quién quiénes
        """,
        "it": """
            all c'è ch chi come cosa cos'è dall dell dov'è dove l nell perché qual quale quali quando quanta quante
            quanti quanto sull
        """,
        "pt": "aonde como há onde porque porquê quais qual quando quanta quantas quanto quantos quem quê",
    }.items()
}
#: Letters that English lacks, and the languages whose words have them.
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


def language_of_message(message: str) -> str:
    """Return the language's two-letter code, "" for one that has no code here; English in case of doubt.

    Words in quotation marks do not count.
    """
    seen = [token for token in tokens(message) if not token.quote]
    shares = {ENGLISH: 0.0}
    for place, token in enumerate(seen):
        having = _languages_of(token, place == 0)
        for language in having:
            shares[language] = shares.get(language, 0.0) + 1 / len(having)
    best = max(shares, key=lambda language: (shares[language], language in _ASKING))
    if shares[best] > shares[ENGLISH]:
        return best if len(best) == 2 else ""
    return ENGLISH if max(shares.values()) else _CODES.get(language_of(" ".join(token.text for token in seen)), "")


@cache
def _function_words() -> dict[str, frozenset[str]]:
    """Return the function words and question words by code, or by name where a language has no code here."""
    known = {_CODES.get(name, name): words for name, words in ALL_WORDS.items()}
    return known | {code: known[code] | asking for code, asking in _ASKING.items()}


def _languages_of(token: Token, begins: bool) -> frozenset[str]:
    """Return the languages whose function words have the word; else those whose words of requests have it; else those
    that have its letters, unless it looks like a name.
    """
    if not token.word:
        return frozenset({"es"} if token.text in _SPANISH_MARKS else ())
    having = frozenset(language for language, words in _function_words().items() if token.norm in words)
    having = having or frozenset(
        language
        for language in languages()
        if any(len(entry.key) == 1 for entry in phrases(language).get(token.stem, ()))
    )
    if having or (token.text[0].isupper() and not begins):
        return having
    letters = [frozenset(_LETTERS[letter]) for letter in token.norm if letter in _LETTERS]
    return frozenset.intersection(*letters) if letters else frozenset()
