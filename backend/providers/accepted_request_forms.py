"""Remember which forms of request an endpoint accepts, as long as the process runs.

Compatible servers treat `response_format: json_schema` in three ways: they obey it, refuse it (400, 422 or 500) or
ignore it. Reasoning models refuse `temperature` and require `max_completion_tokens`. A server cannot be asked what it
accepts, so this is learned from its answers and stored per base URL and model.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

#: Seconds after which a stored dialect is tried again, because a server may be upgraded or its model changed.
MEMORY_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Dialect:
    """The form of request that an endpoint accepts. `rung` is the index of the accepted answer format in the provider's
    list of formats, which begins with the strictest. `temperature` is False if the endpoint refuses this field.
    `token_field` is the endpoint's name for the field that limits the length of an answer.
    """

    rung: int = 0
    temperature: bool = True
    token_field: str = "max_tokens"
    #: fields about streaming that the endpoint refused
    dropped: frozenset[str] = frozenset()


class Dialects:
    """Stores the dialect of each endpoint and model: which form of request it accepts. Several threads may use it at
    the same time. `clock` returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], tuple[Dialect, float]] = {}

    def recall(self, base_url: str, model: str) -> Dialect:
        with self._lock:
            known = self._known.get((base_url, model))
            if known is None:
                return Dialect()
            dialect, until = known
            if self._clock() >= until:
                del self._known[(base_url, model)]
                return Dialect()
            return dialect

    def learn(self, base_url: str, model: str, dialect: Dialect, seconds: float = MEMORY_SECONDS) -> None:
        """Store the dialect (the accepted form of request) of a model at `base_url` for `seconds`. If another thread
        has stored a dialect in the meantime, the two are combined.
        """
        with self._lock:
            before, until = self._known.get((base_url, model), (Dialect(), 0.0))
            merged = Dialect(
                rung=max(before.rung, dialect.rung),
                temperature=before.temperature and dialect.temperature,
                token_field=dialect.token_field if before.token_field == "max_tokens" else before.token_field,
                dropped=before.dropped | dialect.dropped,
            )
            self._known[(base_url, model)] = (merged, max(until, self._clock() + seconds))


#: The dialects that this process knows.
DIALECTS = Dialects()


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return True if `value` matches a JSON schema. Keywords of JSON Schema that the schemas of our answers do not use
    are ignored.
    """
    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds = schema.get("type")
    if kinds is not None and not any(_is(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return all(name in value for name in schema.get("required", ())) and all(
            fits(item, properties[name]) for name, item in value.items() if name in properties
        )
    if isinstance(value, list):
        return all(fits(item, schema.get("items", {})) for item in value)
    return True


_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS.get(kind, (object,))) and (kind == "boolean" or not isinstance(value, bool))
