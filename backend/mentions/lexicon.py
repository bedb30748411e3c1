"""Load the words that people use in many languages to say where a text goes, and split messages into tokens.

The word lists are in `words/`. A phrase is looked up by the stems of its words, so that one entry covers "follows" and
"following". In scripts without spaces, each character is a token.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from backend.document.order_words import CACHED_CHARACTERS
from backend.ranking.terms import terms

_FOLDER = Path(__file__).parent / "words"
_SIGN = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"[^\W_{_SIGN}]"
#: Articles and prepositions that are written together with the next word ("l'introduction", "nell'appendice").
_ELIDED = r"\b(?:l|d|qu|un|dell|nell|all|dall|sull|quell|coll)['’]"
_TOKEN = re.compile(rf"[{_SIGN}]|(?i:{_ELIDED})(?={_LETTER})|['’]s\b|{_LETTER}+(?:['’](?!s\b){_LETTER}+)*|[^\w\s]|_")
_HAN, _KANA, _HANGUL = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[\u3040-\u30ff]"), re.compile(r"[\uac00-\ud7af]")
_CYRILLIC, _UKRAINIAN = re.compile(r"[\u0400-\u04ff]"), re.compile(r"[іїєґІЇЄҐ]")
#: Languages in which words such as "after" follow the place.
POSTPOSITIONAL = frozenset({"zh", "ja", "ko", "tr", "fi", "hu"})
_ELEMENTS = frozenset("table figure code math list quote item row".split())
_QUOTES = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "「": "」",
    "『": "』",
    "《": "》",
    "‹": "›",
    '"': '"',
    "‘": "’",
    "'": "'",
    "`": "`",
}
OPENING_MARKS = frozenset(_QUOTES)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a punctuation mark, or a character of a script without spaces.

    - `start`, `end`: its characters in the message are `start` to `end` - 1
    - `norm`: its text in lower case
    - `stem`: what all forms of the word share
    - `word`: False for a punctuation mark
    - `quote`: the number of the quotation that contains it, counted from 1; 0 for none
    """

    text: str
    norm: str
    stem: str
    start: int
    end: int
    word: bool
    quote: int = 0


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the stem of a word, which its inflected forms share: "follow" for "follows"."""
    bare = word.replace("’", "'").casefold()
    found = terms(bare)
    return found[0] if len(found) == 1 else bare


def tokens(text: str) -> list[Token]:
    """Split a message into tokens. Each token in quotation marks has the number of its quotation."""
    return list(_short_tokens(text)) if len(text) <= CACHED_CHARACTERS else _tokens(text)


@lru_cache(maxsize=128)
def _short_tokens(text: str) -> tuple[Token, ...]:
    return tuple(_tokens(text))


def _tokens(text: str) -> list[Token]:
    quoted = _quotations(text)
    number = 0
    out = []
    for found in _TOKEN.finditer(text):
        word = found[0][:-1] if len(found[0]) > 1 and found[0][-1] in "'’" else found[0]
        is_word = word[-1].isalnum()
        while number < len(quoted) and quoted[number][1] <= found.start():
            number += 1
        inside = number < len(quoted) and quoted[number][0] <= found.start()
        quote = number + 1 if inside else 0
        norm = word.casefold().replace("’", "'")
        out.append(Token(word, norm, stem(norm) if is_word else word, found.start(), found.end(), is_word, quote))
    return out


def _quotations(text: str) -> list[tuple[int, int]]:
    """Return the spans inside quotation marks. Apostrophes and unpaired marks are ignored."""
    spans: list[tuple[int, int]] = []
    unclosed: set[str] = set()  # the marks that nothing behind `at` closes
    at = 0
    while at < len(text):
        closers = _QUOTES.get(text[at])
        before = text[at - 1] if at else " "
        if closers and closers not in unclosed and not (text[at] in "'‘`\"" and before.isalnum()):
            end = _closing(text, at + 1, closers)
            if end < 0:
                unclosed.add(closers)
            elif end > at + 1:
                spans.append((at + 1, end))
                at = end
        at += 1
    return spans


def _closing(text: str, at: int, closers: str) -> int:
    end = at
    while end < len(text):
        if text[end] in closers:
            after = text[end + 1] if end + 1 < len(text) else " "
            if closers not in ("'", "’") or not after.isalnum():
                return end
        end += 1
    return -1


@cache
def _data(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))


@cache
def sections() -> dict[str, Any]:
    """Return the usual sections of a paper, such as "methods", each with a dict:

    - `rank`: a number for the section's usual position in a paper
    - `near`: other usual sections that its name may mean if the paper lacks this one
    - `names`: the names of the section, by language
    """
    concepts: dict[str, Any] = _data("sections.json")
    return concepts


@cache
def ordinals() -> dict[tuple[str, ...], int]:
    """Map the stems of each ordinal's words to its number: 3 for "third", -2 for "second to last", which counts from
    the end.
    """
    return {_stems(words): number for words, number in _data("elements.json")["ordinals"].items()}


@cache
def first_of_ordinals() -> frozenset[str]:
    """Return the stems of the first words of all ordinals: "second" of "second to last". Words with other stems need
    not be looked up.
    """
    return frozenset(stems[0] for stems in ordinals())


@cache
def cardinals() -> dict[str, int]:
    return {stem(word): number for word, number in _data("elements.json")["cardinals"].items()}


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(token.stem for token in tokens(phrase) if token.word)


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase that people use to say where a text goes. `key` are the stems of its words, and `tags` say what it means
    ("after", "topic").

    A phrase with `=` before it in the word list matches only these exact words, which are then in `norms`. Otherwise
    `norms` is empty.
    """

    key: tuple[str, ...]
    norms: tuple[str, ...]
    tags: frozenset[str]


@cache
def phrases(language: str) -> dict[str, list[Entry]]:
    """Map a stem to the phrases that begin with it and say where a text goes ("after", "at the end"), in one language.
    The longest phrases come first.
    """
    lists = {**_data("requests.json"), **_data("elements.json")["kinds"]}
    tags: dict[tuple[tuple[str, ...], tuple[str, ...]], set[str]] = {}
    for tag, languages in lists.items():
        for phrase in languages.get(language, ()):
            words = [token for token in tokens(phrase) if token.word]
            norms = tuple(token.norm for token in words) if phrase.startswith("=") else ()
            if words:
                tags.setdefault((tuple(token.stem for token in words), norms), set()).add(tag)
    out: dict[str, list[Entry]] = {}
    for (key, norms), values in tags.items():
        out.setdefault(key[0], []).append(Entry(key, norms, frozenset(values)))
    for entries in out.values():
        entries.sort(key=lambda entry: -len(entry.key))
    return out


@cache
def languages() -> tuple[str, ...]:
    return tuple(dict.fromkeys(x for lists in _data("requests.json").values() for x in lists))


def hits(words: list[Token], language: str) -> list[tuple[int, int, frozenset[str]]]:
    """Return all phrases of the word lists, such as "after" and "list item", that occur in a message, each as (first
    token, index after the last, tags).
    """
    table = phrases(language)
    found = []
    for first, token in enumerate(words):
        for entry in table.get(token.stem, ()):
            places = _matched(words, first, entry)
            if places:
                found.append((first, places, entry.tags))
    return found


@cache
def is_element(key: tuple[str, ...]) -> bool:
    """Return True if these stems are a noun for an element ("list item"), which cannot be a section's name."""
    return any(entry.key == key and entry.tags & _ELEMENTS for entry in phrases("en").get(key[0], ()))


def _matched(words: list[Token], first: int, entry: Entry) -> int:
    """Return the index after the phrase `entry` if it begins at token `first`; else 0. Hyphens between words are
    ignored.
    """
    at = first
    for place, part in enumerate(entry.key):
        if place and at < len(words) and words[at].text == "-":
            at += 1
        if at >= len(words) or words[at].stem != part or (entry.norms and words[at].norm != entry.norms[place]):
            return 0
        at += 1
    return at


def language_of(words: list[Token], hidden: set[int]) -> str:
    """Return the language code of a message, such as "de". It is recognized by the script, or by the number of words
    such as "after" and "add" of each language; "en" if no language has more of them than English.

    `hidden` are indices of tokens in section names, which may be in another language.
    """
    seen = [t for i, t in enumerate(words) if t.word and i not in hidden and not t.quote]
    text = "".join(t.text for t in seen)
    if not text or (text.isascii() and not _latin_needs_a_look(seen)):
        return "en"
    latin = sum(len(t.text) for t in seen if t.text.isascii())
    for pattern, language in ((_KANA, "ja"), (_HANGUL, "ko"), (_HAN, "zh"), (_CYRILLIC, "ru")):
        count = len(pattern.findall(text))
        if count and count * 3 >= latin:
            return "uk" if language == "ru" and _UKRAINIAN.search(text) else language
    best, most = "en", _covered(seen, "en") + 0.5
    for language in languages():
        if language not in ("en", "zh", "ja", "ko", "ru", "uk"):
            covered = _covered(seen, language) + 0.5 * (language in ("es", "pt") and _ACUTE.search(text) is not None)
            if covered > most:
                best, most = language, covered
    return best


#: Letters of Spanish and Portuguese that French, Italian and German do not use.
_ACUTE = re.compile("[áíóúñãõ]", re.IGNORECASE)


def _latin_needs_a_look(seen: list[Token]) -> bool:
    return _covered(seen, "en") < 0.6 * len(seen)


def _covered(seen: list[Token], language: str) -> float:
    table = phrases(language)
    return sum(any(len(entry.key) == 1 for entry in table.get(t.stem, ())) for t in seen)
