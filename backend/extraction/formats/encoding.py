"""Find out the encoding of a text file. It is recognized by one of four signs: a byte order mark, valid UTF-8, the zero
bytes of UTF-16, or bytes that are letters of Western languages.
"""

from __future__ import annotations

import codecs
import re

from backend.extraction.refusal import UnsuitableFile

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: The bytes of a file that are examined if its encoding must be guessed.
_SAMPLE = 200_000
#: The least share of non-ASCII characters that are letters in words or punctuation in a Western text. Chosen, not
#: tuned: French with its dashes has 0.86, German 1; Russian and Chinese files read as Western have less than 0.1.
_KNOWN_SHARE = 0.8
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
#: Letters beyond ASCII within words of ASCII letters, as in the languages of Western Europe.
_WESTERN = re.compile("(?<=[A-Za-z])[\u00c0-\u00ff\u0152\u0153\u0160\u0161\u017d\u017e]|[\u00c0-\u00ff](?=[a-z])")
_TYPOGRAPHY = re.compile(
    "[\u2018-\u201e\u2013\u2014\u2026\u2022\u20ac\u00a0\u00a7\u00ab\u00bb\u00b0\u00b1\u00b5\u00b7]"
)


def decoded(content: bytes) -> str:
    r"""Decode the bytes of a file. Line ends become `\n`. Raises UnsuitableFile if the bytes are not text, or if the
    encoding cannot be found out.
    """
    text = _decoded(content)
    if len(_CONTROL.findall(text[:_SAMPLE])) > len(text[:_SAMPLE]) // 1000:
        raise UnsuitableFile("is not text (it contains control characters)")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n").replace("\v", "\n")
    return _CONTROL.sub("", text).removeprefix("\ufeff")


def _decoded(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], name)
    sample = content[:_SAMPLE]
    if b"\x00" in sample:
        return _strictly(content, _wide(sample))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _western(content)


def _strictly(content: bytes, name: str) -> str:
    try:
        return content.decode(name)
    except UnicodeDecodeError as error:
        raise UnsuitableFile(f"is not text (its bytes are not valid {name.upper()})") from error


def _wide(sample: bytes) -> str:
    """Return "utf-16-le" or "utf-16-be" for a text without a byte order mark: if it is Latin text, every second byte is
    zero. Raises UnsuitableFile if the zeros are elsewhere.
    """
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > len(sample) // 4 and even < odd // 20:
        return "utf-16-le"
    if even > len(sample) // 4 and odd < even // 20:
        return "utf-16-be"
    raise UnsuitableFile("is not text (it contains zero bytes)")


def _western(content: bytes) -> str:
    """Decode the bytes as Windows-1252 if nearly all characters outside ASCII are then letters within words, or
    punctuation. Raises UnsuitableFile otherwise.
    """
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    sample = text[:_SAMPLE]
    beyond = sum(1 for character in sample if character > "\x7f")
    known = len(_WESTERN.findall(sample)) + len(_TYPOGRAPHY.findall(sample))
    if known < _KNOWN_SHARE * beyond:
        raise UnsuitableFile("is in an unknown encoding: save it as UTF-8")
    return text
