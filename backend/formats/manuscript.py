"""Prepare a document for Pandoc: its body, and its front matter without entries that could make Pandoc open a file.

Code cells, as Quarto, R Markdown and Jupyter Book write them, become code blocks; Pandoc would read a fence that begins
with `{r}` as code within a paragraph.

Pandoc opens every file that the front matter names (`bibliography`, `csl`, `template`, `include-in-header` and others).
So only the entries that are listed here are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from backend.document.blocks import BOM
from backend.document.blocks import read as read_blocks

#: The front matter entries that Pandoc prints: a text, or a list of texts.
_PRINTED = ("title", "subtitle", "date", "abstract", "keywords", "thanks", "lang", "dir", "subject", "description")
#: Entries that tell a program which file to open or how to print. They are dropped without a warning.
_SILENT = frozenset(
    "bibliography csl citation-style header-includes include-before include-after include-in-header "
    "include-before-body include-after-body template metadata-files citation-abbreviations output documentclass "
    "classoption geometry fontsize mainfont format toc number-sections link-citations execute params vignette".split()
)
#: The entries of an author that are parts of the name.
_NAMES = frozenset("name given given-names given_name family surname family_name literal id".split())
#: LaTeX's delimiters `\(…\)` and `\[…\]` of mathematics, which Pandoc's Markdown reads as escaped brackets. They are
#: treated as mathematics only if a mathematical character is between them, because ordinary text has escaped brackets,
#: too.
_BACKSLASHED = re.compile(r"(?<!\\)\\(?:\((?P<inline>[^\n]{1,300}?)\\\)|\[(?P<display>[^\0]{1,1000}?)\\\])")
_WITH_FORMULAS = frozenset({"paragraph", "list", "quote", "footnote", "math"})
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
#: The most characters of a formula that a warning quotes.
_SAID = 60
#: Maximum number of characters of a front matter that is read. A front matter with YAML aliases is not read either,
#: because aliases can multiply its size.
MOST_FRONT_MATTER = 200_000

_FENCE = re.compile(r"([ \t]*(?:>[ \t]?)*)(`{3,}|~{3,})(.*)")
#: Matches `{r}`, `{python}`, `{r label, fig.cap="…"}`; not `{.r}` and `{#id}`, which are Pandoc's own, nor `{=html}`.
_HEAD = re.compile(r"\s*\{([A-Za-z][\w+-]*)((?:[\s,][^{}]*)?)\}\s*")
_OPTION = re.compile(r"\s*(?:#|//|%%|--)\|\s*([\w.-]+)\s*:\s*(.*?)\s*")
_IN_HEAD = re.compile(r"""([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|[^,\s]+)""")
_CELL_NAMES = {"label": "label", "fig-cap": "caption", "tbl-cap": "caption", "fig.cap": "caption", "echo": "echo"}


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A document that Pandoc can read safely: its text without front matter (`body`), and the entries of its front
    matter that are printed (`metadata`).

    `references` are the CSL-JSON items in its front matter, and `warnings` are for the user.
    """

    body: str
    metadata: Mapping[str, Any]
    references: tuple[Mapping[str, Any], ...]
    warnings: tuple[str, ...]

    @property
    def language(self) -> str:
        """Return the language in the front matter, as a tag such as "de"; "en" if there is none."""
        return str(self.metadata.get("lang") or "en")


def read_manuscript(text: str) -> Manuscript:
    """Split a document into its body and the entries of its front matter that an export may use."""
    document = read_blocks(text)
    if not document.blocks or document.blocks[0].kind != "front_matter":
        body = with_code_blocks(text.removeprefix(BOM))
        return Manuscript(body, {}, (), tuple(_formula_warnings(body)))
    front = document.blocks[0]
    body = with_code_blocks(text[front.end :])
    try:
        entries = _entries(document.source(front))
    except ValueError as error:
        return Manuscript(
            body,
            {},
            (),
            (
                f"The front matter is not in the export: {error}. Correct it, and export again.",
                *_formula_warnings(body),
            ),
        )
    metadata = dict(_printed(entries))
    listed = entries.get("references")
    references = tuple(each for each in listed if isinstance(each, dict)) if isinstance(listed, list) else ()
    return Manuscript(body, metadata, references, (*_warnings(entries), *_formula_warnings(body)))


def bibliographies(text: str) -> list[str]:
    """Return the paths of the bibliography files that the front matter of a document names, as written there."""
    document = read_blocks(text)
    if not document.blocks or document.blocks[0].kind != "front_matter":
        return []
    try:
        named = _entries(document.source(document.blocks[0])).get("bibliography")
    except ValueError:
        return []
    return [str(each) for each in (named if isinstance(named, list) else [named]) if isinstance(each, str)]


def _entries(source: str) -> Mapping[str, Any]:
    """Return the entries of front matter. Raises ValueError if `source`, its text, is too long, is not a YAML mapping,
    or uses aliases. In the error's message, "it" is the front matter: "it is not valid YAML".
    """
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
        raise ValueError("it has no entries of the form `name: value`")
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
    """Return a person's name. `person` is the name, a mapping with `name`, or a mapping with `given` and `family`
    (Quarto, Manubot, JATS).
    """
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
            "The front matter names a bibliography file, which an export does not open. "
            "Import its entries into the session's references."
        )
    people = entries.get("author") or entries.get("authors")
    about = {str(each) for person in (people if isinstance(people, list) else [people]) if isinstance(person, dict)
             for each in person} - _NAMES  # fmt: skip
    if about:
        yield f"The export contains the names of the authors, but not these details: {', '.join(sorted(about)[:20])}."
    known = {*_PRINTED, *_SILENT, "author", "authors", "references"}
    others = sorted(str(name) for name in entries if name not in known)
    if others:
        yield f"These entries of the front matter are not in the export: {', '.join(others[:20])}."


def _formula_warnings(body: str) -> Iterator[str]:
    r"""Yield a warning if the text has formulas in a notation that Pandoc's Markdown does not know, such as `\(x\)`."""
    if "\\(" not in body and "\\[" not in body:
        return
    document = read_blocks(body)
    words = (_CODE.sub("", document.source(each)) for each in document.blocks if each.kind in _WITH_FORMULAS)
    found = (each["inline"] or each["display"] for text in words for each in _BACKSLASHED.finditer(text))
    first = next((" ".join(each.split())[:_SAID] for each in found if re.search(r"[\\^_=]", each)), None)
    if first is not None:
        yield (
            f"Mathematics between \\( and \\) or \\[ and \\] is ordinary text in the export (the first is “{first}”). "
            "Write it between dollar signs instead."
        )


def with_code_blocks(text: str) -> str:
    """Return the Markdown with each code cell as a code block of the class `coscribe-cell`. Everything else is
    unchanged.
    """
    if not re.search(r"(?:`{3}|~{3})\s*\{[A-Za-z]", text):
        return text
    lines = text.splitlines(keepends=True)
    out: list[str] = []
    at = 0
    while at < len(lines):
        opening = _FENCE.fullmatch(lines[at].rstrip("\r\n"))
        end = _end(lines, at, opening[2]) if opening else at
        head = _HEAD.fullmatch(opening[3]) if opening and end < len(lines) else None
        if opening is None or head is None:
            out += lines[at : end + 1]
        else:
            out += _cell(opening, head, lines[at + 1 : end])
            out.append(lines[end])
        at = end + 1
    return "".join(out)


def _end(lines: list[str], start: int, fence: str) -> int:
    """Return the index of the line that closes the code block which line `start` opens with `fence`. If no line closes
    it, return the number of lines.
    """
    closing = re.compile(rf"[ \t]*(?:>[ \t]?)*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    return next((at for at in range(start + 1, len(lines)) if closing.fullmatch(lines[at].rstrip("\r\n"))), len(lines))


def _cell(opening: re.Match[str], head: re.Match[str], body: list[str]) -> list[str]:
    """Return the lines of a code block for a cell, without the closing fence. The opening fence gets the cell's options
    as attributes; the lines that set options are left out of the code.

    `opening` is the match of the opening fence, `head` that of the braces after it (`{r label}`), and `body` are the
    lines of the cell.
    """
    options: dict[str, str] = {}
    first = head[2].strip(" ,\t").partition(",")[0].strip()
    if first and "=" not in first:
        options["label"] = first.split()[0]
    for name, value in _IN_HEAD.findall(head[2]):
        if name in _CELL_NAMES:
            options[_CELL_NAMES[name]] = value
    count = 0
    for line in body:
        option = _OPTION.fullmatch(line.rstrip("\r\n"))
        if option is None:
            break
        count += 1
        if option[1] in _CELL_NAMES:
            options[_CELL_NAMES[option[1]]] = option[2]
    said = "".join(f" {name}={_quoted(value)}" for name, value in options.items())
    line_end = "\r\n" if body and body[0].endswith("\r\n") else "\n"
    return [f"{opening[1]}{opening[2]} {{.{head[1]} .coscribe-cell{said}}}{line_end}", *body[count:]]


def _quoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return json.dumps(value.lower() if value in ("FALSE", "TRUE", "False", "True") else value, ensure_ascii=False)
