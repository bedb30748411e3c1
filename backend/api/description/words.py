"""Add operation ids, descriptions and examples to the OpenAPI document that flask-smorest generates.

The generated document has only types and limits. The texts are in the files beside this one: `fields.toml`,
`operations.toml`, `introduction.md`, and `examples.json`, which `python -m tests.api.description.recording` records
from a running server.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
METHODS = ("get", "put", "post", "patch", "delete")


def add_words(document: dict[str, Any]) -> None:
    """Add the texts to an OpenAPI document in place. A field that already has a description keeps it."""
    document["info"]["description"] = (_FOLDER / "introduction.md").read_text(encoding="utf-8")
    fields = tomllib.loads((_FOLDER / "fields.toml").read_text(encoding="utf-8"))
    calls = tomllib.loads((_FOLDER / "operations.toml").read_text(encoding="utf-8"))
    examples = json.loads((_FOLDER / "examples.json").read_text(encoding="utf-8"))
    for name, schema in document["components"]["schemas"].items():
        _describe_fields(schema, fields["every"] | fields.get(name, {}))
    for path, operations in document["paths"].items():
        _describe_parameters(operations.get("parameters", ()), fields["parameters"])
        for method in METHODS:
            if method in operations:
                call = f"{method.upper()} {path}"
                _describe_operation(operations[method], calls.get(call, {}), examples.get(call, {}))
                _describe_parameters(operations[method].get("parameters", ()), fields["parameters"])


def _describe_fields(schema: Mapping[str, Any], words: Mapping[str, str]) -> None:
    for name, field in schema.get("properties", {}).items():
        if name in words and not field.get("description"):
            field["description"] = words[name]


def _describe_parameters(parameters: Any, words: Mapping[str, str]) -> None:
    for each in parameters:
        if each.get("name") in words and not each.get("description"):
            each["description"] = words[each["name"]]


def _describe_operation(operation: dict[str, Any], call: Mapping[str, str], example: Mapping[str, Any]) -> None:
    if "id" in call:
        operation["operationId"] = call["id"]
    if "text" in call:
        operation["description"] = call["text"]
    for content, part in _shown(operation, example):
        content["example"] = part


def _shown(operation: Mapping[str, Any], example: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield the OpenAPI objects of a call's two JSON bodies (request and answer), each with its example. `operation` is
    the OpenAPI object of the call, and `example` the recorded call. A body without an example is left out.
    """
    sent = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if sent is not None and "request" in example:
        yield sent, example["request"]
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json")
        if content is not None and status == str(example.get("status")) and "answer" in example:
            yield content, example["answer"]
