"""Convert values in a model's answer to the types that a Reply needs, whatever types the model used.

Providers refuse schemas with objects of arbitrary keys. So `metadata` and `metadata_schema` are requested as lists of
`{"key": …, "value": …}`. Both this form and plain objects are accepted.
"""

from __future__ import annotations

import json
import re
from typing import Any

from backend.kernel.storable_text import storable

_TEXT_KEYS = ("content", "text", "markdown", "value", "body", "message", "document_content")
_LINK_KEYS = ("url", "link", "href", "doi", "uri", "id")
_TITLE_KEYS = ("title", "citation", "reference", "name", "text", "source")
_LINK = re.compile(r"(?:https?://|doi:|arxiv:|10\.\d{4,9}/)\S+", re.IGNORECASE)
#: Maximum number of levels of nested values that are kept: far more than our schemas have, and far fewer than Python
#: allows.
_DEEPEST = 40


def text_of(value: Any) -> str:
    """Return a message or content as one string, whatever its type is. The items of a list become lines, or blocks if
    some are objects. For an object, the text in it is returned.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return next((text_of(value[key]) for key in _TEXT_KEYS if isinstance(value.get(key), str | list)), "")
    if isinstance(value, list):
        blocks = any(isinstance(item, dict) for item in value)
        return ("\n\n" if blocks else "\n").join(text_of(item) for item in value)
    return "" if value is None or isinstance(value, bool) else str(value)


def sources_of(value: Any) -> tuple[str, ...]:
    """Return the sources that the model wrote, each as a string. If the model wrote them as one string, it is divided
    only if it is clearly a list of several sources.
    """
    if isinstance(value, str):
        return _listed(value)
    if isinstance(value, dict):
        if not any(key in value for key in (*_LINK_KEYS, *_TITLE_KEYS)):
            return tuple(source for item in value.values() for source in sources_of(item))
        return _cited(value)
    if isinstance(value, list):
        return tuple(source for item in value for source in _source(item))
    return ()


def _source(item: Any) -> tuple[str, ...]:
    if isinstance(item, str):
        return (item,)
    if isinstance(item, int) and not isinstance(item, bool):
        return (f"[{item}]",)
    return sources_of(item)


def _cited(value: dict[str, Any]) -> tuple[str, ...]:
    title = next((str(value[key]) for key in _TITLE_KEYS if isinstance(value.get(key), str) and value[key]), "")
    link = next((str(value[key]) for key in _LINK_KEYS if isinstance(value.get(key), str) and value[key]), "")
    parts = [part for part in (title, link) if part]
    return (", ".join(dict.fromkeys(parts)),) if parts else ()


def _listed(value: str) -> tuple[str, ...]:
    if not value.strip():
        return ()
    lines = [re.sub(r"^\s*(?:[-*•]|\d{1,3}[.)]|\[\d{1,3}\])\s+", "", line).strip() for line in value.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > 1:
        return tuple(lines)
    parts = [part.strip() for part in re.split(r"[,;|]\s+|\s+(?=https?://)", value.strip()) if part.strip()]
    if len(parts) > 1 and all(_LINK.fullmatch(part) for part in parts):
        return tuple(parts)
    return (value,)


def elements_of(value: Any) -> tuple[dict[str, Any], ...]:
    """Return the document's structure as dicts, each with id, type, content, parent_id and metadata."""
    found = []
    for number, item in enumerate(_dicts(value, "content"), start=1):
        element: dict[str, Any] = {
            "id": f"e{number}",
            "type": "paragraph",
            "content": "",
            "parent_id": None,
            "metadata": {},
        }
        element.update(item)
        element["metadata"] = mapping_of(element["metadata"])
        found.append(element)
    return tuple(found)


def types_of(value: Any) -> tuple[dict[str, Any], ...]:
    """Return the proposed element types as dicts, each with type_name, description and metadata_schema."""
    found = []
    for item in _dicts(value, "type_name"):
        candidate = {"type_name": item.get("name", item.get("type", "")), "description": "", "metadata_schema": {}}
        candidate.update(item)
        candidate["metadata_schema"] = mapping_of(candidate["metadata_schema"])
        found.append(candidate)
    return tuple(found)


def _dicts(value: Any, key: str) -> list[dict[str, Any]]:
    if isinstance(value, str):
        return [{key: part.strip()} for part in value.split(",") if part.strip()] if key == "type_name" else []
    if isinstance(value, dict):
        if key in value or not value or not all(isinstance(item, dict | str) for item in value.values()):
            return [value] if value else []
        if key == "type_name" and "name" not in value:
            return [{key: name, **_described(item)} for name, item in value.items()]
        return [value]
    if isinstance(value, list):
        return [item if isinstance(item, dict) else {key: item} for item in value if isinstance(item, dict | str)]
    return []


def _described(item: Any) -> dict[str, Any]:
    return item if isinstance(item, dict) else {"description": item}


def mapping_of(value: Any) -> dict[str, Any]:
    """Convert an object, a list of key and value pairs, or a JSON string to a dict; {} for anything else."""
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and value.strip().startswith(("{", "[")) and len(value) <= 100_000:
        try:
            return mapping_of(json.loads(value, strict=False))
        except (ValueError, RecursionError):
            return {}
    if isinstance(value, list):
        pairs = [item for item in value if isinstance(item, dict) and "key" in item]
        return {str(item["key"]): item.get("value") for item in pairs}
    return {}


def clean(value: Any, depth: int = 0) -> Any:
    """Return a JSON value without characters that a database cannot store. Values nested deeper than `_DEEPEST` levels
    become None; `depth` is the level of this value.
    """
    if isinstance(value, str):
        return storable(value)
    if depth > _DEEPEST:
        return None
    if isinstance(value, dict):
        return {storable(str(key)): clean(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [clean(item, depth + 1) for item in value]
    return value
