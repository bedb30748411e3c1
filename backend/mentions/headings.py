"""Normalize headings so that they can be compared with what people write in messages: without markup, attributes,
numbers and case.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_MARKUP = (
    (re.compile(r"<[^<>]+>"), ""),
    (re.compile(r"!\[[^\[\]]*\]\([^()]*\)"), ""),
    (re.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?"), r"\1"),
    (re.compile(r"[*`]|(?<!\w)_|_(?!\w)"), ""),
)
#: A sign of the kinds of markup that are removed; most titles have none.
_MARKED = re.compile(r"[<\[*`_]")
_NUMBER = re.compile(
    r"\A(?:(?:\d{1,3}(?:\.\d+)*[.)]?|[IVX]+\.(?:\d+\.?)*|[A-Z](?:[.)]|(?:\.\d+)+\.?))\s+|第[\d一二三四五六七八九十]+[章节節部]\s*|[一二三四五六七八九十]{1,3}[、.．]\s*)(?=\S)"
)
_APART = re.compile(r"[\W_]+")


def plain(title: str) -> str:
    """Return a heading's text without Markdown, attributes and its section number."""
    bare = title.rstrip()
    if bare.endswith("}") and (at := bare.rfind("{")) >= 0 and "}" not in bare[at:-1]:
        title = bare[:at]
    if _MARKED.search(title):
        for pattern, instead in _MARKUP:
            title = pattern.sub(instead, title)
    return " ".join(_NUMBER.sub("", title.strip(), count=1).split()).strip(" :.")


def number_of(title: str) -> str:
    """Return the section number with which a title begins, with the white space after it: "III.3 " for "III.3 Costs".
    Returns "" if there is none.
    """
    found = _NUMBER.match(title)
    return found[0] if found else ""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Return a heading's words in lower case, separated by single spaces. Spellings that differ only in case,
    punctuation, markup or number give the same result.
    """
    return _APART.sub(" ", unicodedata.normalize("NFKC", plain(text)).casefold()).strip()
