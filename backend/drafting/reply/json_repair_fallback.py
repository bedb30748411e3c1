"""Parse an answer's object with the library json-repair, after all other parsers have failed.

json-repair guesses. So its result is used only if it has at least two fields of an answer, and all of them are marked
as uncertain. Texts with unescaped quotes take it quadratic time, so only short texts are given to it.
"""

from __future__ import annotations

import re
from typing import Any

import json_repair

from backend.drafting.reply.fields import Found, canonical
from backend.drafting.reply.json_patterns import KEY

#: the longest text that json-repair gets, in characters
_LONGEST = 20_000
_NAMED = re.compile(rf"\{{[^{{}}]{{0,200}}?\b{KEY}\b", re.IGNORECASE)


def repair(text: str) -> Found | None:
    """Return the object that json-repair finds in `text`; None if it does not look like an answer."""
    named = _NAMED.search(text) if len(text) <= _LONGEST else None
    if named is None:
        return None
    try:
        value: Any = json_repair.loads(text[named.start() :])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        # the library promises never to raise; a text for which it does is not an answer
        return None
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, dict)), None)
    if not isinstance(value, dict):
        return None
    found = Found(start=named.start(), end=len(text), stopped=True)
    for key, member in value.items():
        found.keep(canonical(str(key)), member)
    found.unsure = found.fields
    texts = [found.values.get("message"), found.values.get("document_content")]
    return found if len(found.fields) > 1 and any(isinstance(text, str) and text for text in texts) else None
