"""Define the types of elements (table, equation, theorem …) that a document may contain: built-in types, and types that
a model proposes in a session.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

#: Maximum length of the description of an element type, in characters; and maximum number of types of one session. Both
#: limit the length of a prompt. Chosen, not tuned.
LONGEST_DESCRIPTION = 200
MOST_OWN_TYPES = 50
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class ElementType:
    """A type of element: a name such as "code_block", a one-line description, and the JSON schema of its metadata.

    `is_system` is True for a built-in type.
    """

    type_name: str
    description: str
    metadata_schema: Mapping[str, Any] = field(default_factory=dict)
    is_system: bool = False


@dataclass(frozen=True, slots=True)
class Admission:
    """The element types that were accepted (`admitted`), and the refused ones as pairs of name and reason."""

    admitted: tuple[ElementType, ...]
    refused: tuple[tuple[str, str], ...]


def _schema(**properties: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in properties.items()},
        "additionalProperties": False,
    }


BUILT_IN: tuple[ElementType, ...] = tuple(
    ElementType(name, description, schema, is_system=True)
    for name, description, schema in (
        ("section", "A main part of the paper, which begins with a heading.", _schema(title="string", level="integer")),
        (
            "subsection",
            "A part of a section, which begins with a heading of a lower level.",
            _schema(title="string", level="integer"),
        ),
        ("abstract", "The summary before the first section.", _schema(words="integer")),
        ("paragraph", "One paragraph of prose.", _schema()),
        ("table", "Rows and columns under a header row.", _schema(caption="string", columns="integer", rows="integer")),
        ("figure", "An image with its caption.", _schema(caption="string", source="string")),
        (
            "code_block",
            "Program code in a code block, with its language.",
            _schema(language="string", caption="string"),
        ),
        ("list", "Bulleted or numbered items.", _schema(ordered="boolean", items="integer")),
        ("equation", "Displayed mathematics.", _schema(label="string")),
        ("quote", "A passage quoted as a block.", _schema(source="string")),
        ("footnote", "A note that belongs to a place in the text.", _schema(label="string")),
        (
            "theorem",
            "A theorem, lemma, definition or proof as a separate block.",
            _schema(name="string", label="string"),
        ),
        ("callout", "A box beside the main text: a note, tip or warning.", _schema(kind="string", title="string")),
        ("caption", "The number and description of a table or figure.", _schema(label="string")),
    )
)


def offered(candidate: Mapping[str, Any]) -> ElementType:
    """Return the element type that a model proposed. `candidate` is the model's JSON object.

    A name or description that is not a string becomes "", and a schema that is not an object becomes {}.
    """
    name, description, schema = (candidate.get(each) for each in ("type_name", "description", "metadata_schema"))
    return ElementType(
        name if isinstance(name, str) else "",
        description if isinstance(description, str) else "",
        schema if isinstance(schema, dict) else {},
        is_system=False,
    )


def admit(candidates: Iterable[ElementType], existing_names: Collection[str]) -> Admission:
    """Decide which of the element types that a model proposed in a session are accepted. A name must be valid and new,
    a description must have one line, and the number of types is limited.

    `existing_names` are the names of the session's own types. The names of built-in types are always refused.
    """
    taken = {kind.type_name for kind in BUILT_IN} | set(existing_names)
    own = len(taken) - len(BUILT_IN)
    admitted: list[ElementType] = []
    refused: list[tuple[str, str]] = []
    for candidate in candidates:
        if reason := _objection(candidate, taken, own + len(admitted)):
            refused.append((candidate.type_name, reason))
            continue
        taken.add(candidate.type_name)
        admitted.append(
            ElementType(candidate.type_name, candidate.description.strip(), dict(candidate.metadata_schema))
        )
    return Admission(tuple(admitted), tuple(refused))


def _objection(candidate: ElementType, taken: Collection[str], own: int) -> str:
    """Return the reason for refusing the type `candidate`, or "" if it is accepted. `taken` are the names that are in
    use, and `own` is the number of the session's own types.
    """
    description = candidate.description.strip()
    if not _NAME.fullmatch(candidate.type_name):
        return "the name must be a lower-case letter and then at most 39 lower-case letters, digits or underscores"
    if candidate.type_name in taken:
        return "a type of this name already exists"
    if not description:
        return "the description is missing"
    if len(description.splitlines()) > 1:
        return "the description must be one line"
    if len(description) > LONGEST_DESCRIPTION:
        return f"the description is longer than {LONGEST_DESCRIPTION} characters"
    if own >= MOST_OWN_TYPES:
        return f"the session has {MOST_OWN_TYPES} types of its own already"
    return ""


def describe(types: Iterable[ElementType]) -> str:
    """Return the types as lines for a prompt, each `- name: description`."""
    return "\n".join(f"- {kind.type_name}: {kind.description}" for kind in types)
