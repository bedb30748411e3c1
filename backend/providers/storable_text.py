"""Remove characters from a provider's metadata that databases or UTF-8 files cannot store.

The text of the answer is not changed here, because the parser of the answer removes them.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(reply: ChatReply) -> ChatReply:
    """Return the reply without NUL characters and lone surrogates in the name of the model and in the search
    results.
    """
    return replace(reply, model=_clean(reply.model), results=tuple(map(_source, reply.results)))


def _source(source: Source) -> Source:
    return replace(source, **{each.name: _clean(getattr(source, each.name)) for each in fields(source)})


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        if _UNSTORABLE.search(value):
            return value.replace("\x00", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
        return value
    if isinstance(value, dict):
        return {_clean(key): _clean(each) for key, each in value.items()}
    return type(value)(map(_clean, value)) if isinstance(value, (list, tuple)) else value
