"""Find words in a text as whole words, and put other words in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.document.order_words import HAN_OR_KANA


def occurrences(text: str, words: str) -> Iterator[tuple[int, int]]:
    """Yield start and end (excluded) of each place where a text contains `words` as whole words or numbers, in the same
    case.

    Line breaks match spaces, and typographic apostrophes and quotation marks match straight ones.
    """
    pattern = r"\s+".join(_LOOSE.sub(_any_form, re.escape(each)) for each in words.split())
    if not pattern:
        return
    before = _begins_word(words[:1])
    behind = _ends_word(words.rstrip()[-1:])
    for found in re.finditer(before + pattern + behind, text):
        yield found.span()


def word_places(text: str, words: str) -> list[tuple[int, int]]:
    """Return start and end (excluded) of each place where a text contains `words`, in the order of the text. A capital
    letter at the beginning of a sentence makes no difference: "snow" is also found in "Snow fell."
    """
    capital = words[:1].upper() + words[1:]
    begins = (each for each in occurrences(text, capital) if _BEGINNING.search(text, max(0, each[0] - _FAR), each[0]))
    return sorted({*occurrences(text, words), *(begins if capital != words else ())})


def as_written(new: str, found: str, old: str) -> str:
    """Return the words `new` for a place where the text has `found` for the words `old`: with a capital letter if
    `found` has one and `old` does not. Example: "Ice" for `new` = "ice", `found` = "Snow" and `old` = "snow".
    """
    capital = old[:1].islower() and found[:1].isupper()
    return new[:1].upper() + new[1:] if capital else new


#: What is before the first word of a sentence: the beginning of the text, the end of a sentence, a blank line or the
#: mark of a list item, cell or heading; and marks such as a quotation mark between this and the word.
_BEGINNING = re.compile(
    r"(?:\A|[.!?…][\"”’»)]*\s+|\n[ \t]*(?=\n|[-*+|#>]|\d{1,9}[.)])|(?<=\|)[ \t]*)"
    r"(?:[\s\"“„«‘'(*_>|#+-]|\d{1,9}[.)]\s)*\Z"
)
#: Maximum number of characters before a word in which the beginning of its sentence is looked for: marks and spaces.
_FAR = 40
#: A letter or digit in a language with spaces between words. An underscore of emphasis is not a letter, and in Chinese
#: and Japanese a word may begin at any character.
_LETTER = r"[^\W_\u3040-\u30ff\u3400-\u9fff]"


def _begins_word(sign: str) -> str:
    """Return a lookbehind pattern for words that begin with the character `sign`; "" if anything may precede them, as
    for punctuation, Chinese and Japanese.

    The pattern rejects a place directly after a letter or digit. If `sign` is a digit, it also rejects a place within a
    number, as before the "5" in "3.5".
    """
    if not sign.isalnum() or HAN_OR_KANA.match(sign):
        return ""
    return rf"(?<!{_LETTER})(?<!\d[.,])" if sign.isdigit() else f"(?<!{_LETTER})"


def _ends_word(sign: str) -> str:
    if not sign.isalnum() or HAN_OR_KANA.match(sign):
        return ""
    return rf"(?!{_LETTER}|[.,]\d)" if sign.isdigit() else f"(?!{_LETTER})"


_LOOSE = re.compile(r"['’‘]|\\?[\"“”„]")


def _any_form(sign: re.Match[str]) -> str:
    return "['’‘]" if sign[0] in "'’‘" else '["“”„]'


def put(text: str, span: tuple[int, int], new: str) -> str:
    """Return the text with `new` in place of the characters `span` (start, and end excluded). If `new` is "", the
    function also removes a needless space beside the removed words, and their line if no other words are on it.
    """
    start, end = span
    ahead, behind = text[:start][-1:], text[end : end + 1]
    if not new and ahead == " " and (not behind or behind in " ,.;:\r\n"):
        start -= 1
    elif not new and behind == " " and ahead in ("", "\n"):
        end += 1
    left = text[:start] + new + text[end:]
    return left if new else without_bare_line(left, start)


def without_bare_line(text: str, at: int) -> str:
    """Return the text without the line at character `at`, if nothing but white space and the marks of a block quotation
    is left on it after words were deleted. Otherwise the line would divide the paragraph.
    """
    start, stop = text.rfind("\n", 0, at) + 1, (text.find("\n", at) + 1) or len(text)
    if text[start:stop].strip("> \t\r\n"):
        return text
    ahead = text[:start] if text[start:stop].endswith("\n") else text[:start].rstrip("\r\n")
    return ahead + text[stop:]
