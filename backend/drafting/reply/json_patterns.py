"""Define regular expressions for the parts of broken JSON.

Every repetition in them is possessive or has a limit, so that no text makes matching slow.
"""

from __future__ import annotations

import re

FLAGS = re.DOTALL | re.IGNORECASE

#: any of the five fields; the underscore may be escaped, missing, a space or a hyphen
KEY = r"(?:message|document(?:\\*_|[ -])?contents?|document(?:\\*_|[ -])?structure|sources|new(?:\\*_|[ -])?types?)"
_ALIAS = r"(?:response|reply|references|citations)"
QUOTE = "[\"'“”„‟‘’`＂]"
_OPEN = rf"(?:\*\*)?{QUOTE}[ ]?"
_CLOSE = rf"[ ]?{QUOTE}(?:\*\*)?"
#: the separator between key and value
SEPARATOR = r"\s*(?:[:：]|=>|=(?!=))"
BLANK = r"[\s\u200b-\u200d\u2060\ufeff]"
COMMA = "[,，]"
#: white space and comments
SPACE = rf"(?:{BLANK}|/\*(?:(?!\*/).){{0,400}}\*/|//[^\n]{{0,400}}(?:\n|\Z)|\#[^\n]{{0,400}}(?:\n|\Z))*+"
#: a field's key in quotes, with the separator
WHOLE_ANCHOR = rf"{_OPEN}(?:{KEY}|{_ALIAS}){_CLOSE}{SEPARATOR}"
#: the same with a quote on one side only, or without the separator
ANCHOR = (
    rf"(?:(?:{_OPEN}(?:{KEY}|{_ALIAS}){_CLOSE}|{QUOTE}{KEY}|\b{KEY}{QUOTE}){SEPARATOR}"
    rf"|{QUOTE}{KEY}{QUOTE}\s++(?=[\"\[{{]))"
)
#: any key in quotes, with the separator
ANY_KEY = rf"(?:\*\*)?{QUOTE}[^\"'“”\n{{}}\[\]:,]{{1,60}}{QUOTE}(?:\*\*)?{SEPARATOR}"
