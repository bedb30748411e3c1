"""Normalize the words of references: case, accents, markup and Greek letters."""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

#: Maximum number of cached words and names: those of several hundred records, each compared with many references.
_KEPT = 20_000
#: Maximum difference in length of two spellings of one word. Each umlaut that is written with two letters adds one.
_SLIPPED = 3
#: Maximum number of characters of a reference that are parsed.
MOST = 3_000
_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]{0,200})?/?>")
_TOKEN = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*")
_PARTICLE = re.compile(r"(?:d[aeiu]|de[lnr]|la|le|ma?c|van|von|ter|ten|al|el)[A-Z][a-z]")
#: LaTeX's accent commands, and the combining characters that they stand for.
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323",
}  # fmt: skip
_ACCENT = re.compile(
    r"\\(?:([\"'`^~=.])\s*\{?\\?([A-Za-z])\}?|([cvuHkrd])\s*\{\\?([A-Za-z])\}|([cvuHkrd])\s+([A-Za-z]))"
)
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å",
    "i": "i", "j": "j",
}  # fmt: skip
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![A-Za-z])\s?(?:\{\})?")
#: LaTeX's formatting commands, which are removed: `\emph{…}`, `\textit{…}`.
_FORMAT = re.compile(r"\\(?:emph|text[a-z]{2,6}|math[a-z]{2,6}|mbox|url|href|em|it|bf|sc|rm)\b\s?")
_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon "
    "phi chi psi omega"
).split()
_GREEK = re.compile(rf"\\({'|'.join(_GREEK_NAMES)})\b", re.IGNORECASE)
_SPELLED = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | dict(zip("αβγδεζηθικλμνξοπρσςτυφχψω", _GREEK_NAMES, strict=True))
)
#: Words such as articles, which a title may lose or gain and remain the same title.
LIGHT = frozenset(
    "a an the of and in for on with to from by at as is its und der die das de la le les el los des du et y e o en i "
    "von im zur zum da do dos per und".split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A normalized word, and its position in the text. `capital` is True if the text has it with a capital letter."""

    text: str
    start: int
    end: int
    capital: bool


def plain(text: str) -> str:
    """Return the text on one line, without HTML, LaTeX and Markdown emphasis."""
    text = html.unescape(html.unescape(text[: 2 * MOST]))
    text = _TAG.sub("", text)
    if "\\" in text:
        text = _ACCENT.sub(_accented, text)
        text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
        text = _GREEK.sub(r"\1", _FORMAT.sub("", text))
        text = re.sub(r"\\([&%$#_{}])", r"\1", text)
    text = re.sub(r"[{}$]", "", text).replace("&", " and ")
    return " ".join(unicodedata.normalize("NFC", text).split())[:MOST]


def tokens(text: str) -> list[Token]:
    """Return the normalized words of a text that contains no markup."""
    return [
        Token(_folded(found[0]), found.start(), found.end(), _is_capitalized(found[0]))
        for found in _TOKEN.finditer(text)
    ]


def _is_capitalized(word: str) -> bool:
    """Return True if a word begins with a capital letter, as names do, perhaps after a small prefix: deYoung."""
    return word[0].isupper() or word[0].istitle() or _PARTICLE.match(word) is not None


def fold(word: str) -> str:
    """Return a word in lower case and without accents. Greek letters are replaced by their names."""
    if word.isascii():  # most words are ASCII, and only their case must change
        return word.lower()
    folded = unicodedata.normalize("NFKD", word.casefold())
    bare = folded.translate({ord(each): None for each in set(folded) if unicodedata.combining(each)})
    return bare if bare.isascii() else unicodedata.normalize("NFC", bare.translate(_SPELLED))


_folded = lru_cache(_KEPT)(fold)


@lru_cache(_KEPT)
def words(text: str) -> tuple[str, ...]:
    """Return the normalized words of a title or name, which may contain markup."""
    return tuple(each.text for each in tokens(plain(text)))


@lru_cache(_KEPT)
def skeleton(word: str) -> str:
    """Return a normalized word with "ae", "oe", "ue" and "aa" shortened to their first letter. So "mueller" and
    "muller", two spellings of Müller, become equal.
    """
    for spelled, letter in (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")):
        word = word.replace(spelled, letter)
    return word


def is_slip(one: str, other: str) -> bool:
    """Return True if one word is a misspelling of the other: it has one letter more, less or different, or two letters
    are exchanged.

    Digits must be equal. In short words, and in words with digits, only two exchanged letters count as a misspelling
    (OC2 for CO2).
    """
    if abs(len(one) - len(other)) > _SLIPPED:
        return False
    if not (one.isalpha() and other.isalpha()) and any(each.isdigit() for each in one + other):
        return _exchanges_letters(one, other)
    if skeleton(one) == skeleton(other):
        return len(one) > 3
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 2 or not short:
        return False
    if len(short) >= 6 and long.startswith(short):  # as in catalog and catalogue, and in plurals
        return True
    at = 0
    while at < len(short) and short[at] == long[at]:
        at += 1
    if len(short) == len(long):
        exchanged = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
        return exchanged or (len(short) >= 5 and short[at + 1 :] == long[at + 1 :])
    lost = len(short) >= 3 and len(long) - len(short) == 1 and short[at:] == long[at + 1 :]
    return lost and not (at == 0 and long[0] == "a")  # typical, atypical


def _exchanges_letters(one: str, other: str) -> bool:
    """Return True if two words of the same length differ only because two neighboring letters are exchanged."""
    if len(one) != len(other):
        return False
    places = [at for at in range(len(one)) if one[at] != other[at]]
    if len(places) != 2 or places[1] != places[0] + 1:
        return False
    first, second = one[places[0]], one[places[1]]
    return first.isalpha() and second.isalpha() and (second, first) == (other[places[0]], other[places[1]])


def _accented(found: re.Match[str]) -> str:
    mark, letter = next((found[n], found[n + 1]) for n in (1, 3, 5) if found[n])
    return unicodedata.normalize("NFC", letter + _ACCENTS[mark])
