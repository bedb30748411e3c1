"""Prepare a document for Pandoc: its body, and only those front matter entries that cannot open a file.

Pandoc opens every file that front matter names (`bibliography`, `csl`, `template`, `include-in-header` and others), so
allowed entries are listed here and all others are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from backend.document.blocks import BOM
from backend.document.blocks import read as read_blocks
from backend.exports.code_cells import with_code_blocks

#: Entries that Pandoc prints: text, or a list of texts.
_PRINTED = ("title", "subtitle", "date", "abstract", "keywords", "thanks", "lang", "dir", "subject", "description")
#: Entries that tell a program what to open or how to look. They have no place in an export, and nobody misses them.
_SILENT = frozenset(
    "bibliography csl citation-style header-includes include-before include-after include-in-header "
    "include-before-body include-after-body template metadata-files citation-abbreviations output documentclass "
    "classoption geometry fontsize mainfont format toc number-sections link-citations execute params vignette".split()
)
#: Front matter is short. A longer one, or one with aliases that multiply, is not read.
MOST_FRONT_MATTER = 200_000


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A document ready for Pandoc. `references` are CSL-JSON items in its own front matter."""

    body: str
    metadata: Mapping[str, Any]
    references: tuple[Mapping[str, Any], ...]
    warnings: tuple[str, ...]

    @property
    def language(self) -> str:
        """Return the language tag of the front matter; English by default."""
        return str(self.metadata.get("lang") or "en")


def read_manuscript(text: str) -> Manuscript:
    """Divide a document into its body and the entries of its front matter that an export may use."""
    document = read_blocks(text)
    if not document.blocks or document.blocks[0].kind != "front_matter":
        return Manuscript(with_code_blocks(text.removeprefix(BOM)), {}, (), ())
    front = document.blocks[0]
    body = with_code_blocks(text[front.end :])
    try:
        entries = _entries(document.source(front))
    except ValueError as error:
        return Manuscript(body, {}, (), (f"The front matter is not in the export: {error}.",))
    metadata = dict(_printed(entries))
    listed = entries.get("references")
    references = tuple(each for each in listed if isinstance(each, dict)) if isinstance(listed, list) else ()
    return Manuscript(body, metadata, references, tuple(_warnings(entries)))


def _entries(source: str) -> Mapping[str, Any]:
    """Parse front matter. Raises ValueError, whose message ends a sentence, unless it is a plain YAML mapping."""
    import yaml

    if len(source) > MOST_FRONT_MATTER:
        raise ValueError(f"it is longer than {MOST_FRONT_MATTER:,} characters")
    content = source.strip().removeprefix("---").rsplit("\n", 1)[0]
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(content, Loader=yaml.SafeLoader)):
            raise ValueError("it uses YAML aliases")
        entries = yaml.safe_load(content)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError("it is not valid YAML") from error
    if entries is None:
        return {}
    if not isinstance(entries, dict):
        raise ValueError("it is not a list of names and values")
    return {str(name).lower(): value for name, value in entries.items()}


def _printed(entries: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name in _PRINTED:
        value = entries.get(name)
        if isinstance(value, list):
            texts = [text for text in map(_text, value) if text]
            if texts:
                yield name, texts
        elif text := _text(value):
            yield name, text
    people = entries.get("author") or entries.get("authors")
    names = [name for name in map(_name, people if isinstance(people, list) else [people]) if name]
    if names:
        yield "author", names


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float | date) and not isinstance(value, bool) else ""


def _name(person: Any) -> str:
    """Return a person's name: a string, or the values of `name`, or of `given` and `family` (Quarto, Manubot, JATS)."""
    if not isinstance(person, dict):
        return _text(person)
    name = person.get("name")
    if isinstance(name, dict):
        person, name = name, None
    given = _text(person.get("given") or person.get("given-names") or person.get("given_name"))
    family = _text(person.get("family") or person.get("surname") or person.get("family_name"))
    return _text(name) or f"{given} {family}".strip() or _text(person.get("literal"))


def _warnings(entries: Mapping[str, Any]) -> Iterator[str]:
    if entries.get("bibliography"):
        yield (
            "The front matter names a file of references, which an export does not open: "
            "import its entries into the session's references."
        )
    known = {*_PRINTED, *_SILENT, "author", "authors", "references"}
    others = sorted(str(name) for name in entries if name not in known)
    if others:
        yield f"These entries of the front matter are not in the export: {', '.join(others[:20])}."
