"""What Perplexity's Sonar refuses: unknown fields, turns that do not alternate, schemas that it cannot keep to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OPENAI_FIELDS = {
    "model", "messages", "temperature", "max_tokens", "top_p", "stream", "response_format",
    "frequency_penalty", "presence_penalty", "stop",
}  # fmt: skip
SONAR_FIELDS = {
    "search_mode", "search_domain_filter", "search_recency_filter", "search_after_date_filter",
    "search_before_date_filter", "disable_search", "enable_search_classifier", "return_related_questions",
    "return_images", "web_search_options", "reasoning_effort", "stream_mode",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


def violations(recorded: Recorded, key: str) -> list[str]:
    """Every rule of Sonar's that a request breaks."""
    broken = []
    if recorded.path != "/chat/completions":
        broken.append(f"no such path {recorded.path}")
    if recorded.headers.get("authorization") != f"Bearer {key}":
        broken.append("invalid key")
    unknown = set(recorded.body) - OPENAI_FIELDS - SONAR_FIELDS
    if unknown:
        broken.append(f"unknown fields {sorted(unknown)}")
    if not isinstance(recorded.body.get("model"), str):
        broken.append("no model")
    return (
        broken
        + _turn_violations(recorded.body.get("messages"))
        + _form_violations(recorded.body.get("response_format"))
    )


def _turn_violations(messages: Any) -> list[str]:
    if not isinstance(messages, list) or not messages:
        return ["no messages"]
    roles = [message.get("role") for message in messages]
    conversation = roles[next((i for i, role in enumerate(roles) if role != "system"), len(roles)) :]
    broken = []
    if conversation != ["user" if i % 2 == 0 else "assistant" for i in range(len(conversation))]:
        broken.append("after the system messages, user and assistant must alternate")
    if not conversation or conversation[-1] != "user":
        broken.append("the last message must be the user's")
    if not all(isinstance(message.get("content"), str) and message["content"] for message in messages):
        broken.append("a message is empty")
    return broken


def _form_violations(form: Any) -> list[str]:
    if form is None:
        return []
    if not isinstance(form, dict) or form.get("type") != "json_schema":
        return ["response_format must be json_schema"]
    described = form.get("json_schema")
    if not isinstance(described, dict) or set(described) - {"schema", "name", "strict"} or "schema" not in described:
        return ["json_schema must hold schema, name and strict"]
    text = json.dumps(described["schema"])
    broken = ["recursive or referring schemas are not supported"] if '"$ref"' in text or '"$defs"' in text else []
    return broken + ["unconstrained objects are not supported"] * _has_open_object(described["schema"])


def _has_open_object(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(map(_has_open_object, schema))
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    if (kinds == "object" or (isinstance(kinds, list) and "object" in kinds)) and not schema.get("properties"):
        return True
    return any(map(_has_open_object, schema.values()))
