"""Parse files with citation styles (CSL 1.0): the name of a style and, for a style without rules
of its own, the style whose rules it uses.

The format is described at https://docs.citationstyles.org/en/stable/specification.html
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from backend.errors import Refused

_NAMESPACE = "http://purl.org/net/xbiblio/csl"
#: The largest style in bytes, and the longest name in characters; the largest of 10,000 public styles has 180 kB.
MOST_BYTES, MOST_NAME = 1_000_000, 80
#: The elements of a style that has rules of its own.
_NEEDED = ("citation", "info")


@dataclass(frozen=True, slots=True)
class Style:
    """A citation style. `name` is made from its id (`csl_id`) or `title`, and `text` is the whole file. If the style
    uses the rules of another style, `parent` is the id of that style; else "".
    """

    name: str
    title: str
    csl_id: str
    parent: str
    text: str


@dataclass(slots=True)
class _Reading:
    """The state of parsing a style file. `path` are the names of the elements that have begun and not yet ended,
    `texts` has the title and the id, and `elements` are the names of all elements so far. `wrong` lists the reasons why
    the style cannot be used.
    """

    path: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    elements: set[str] = field(default_factory=set)
    parent: str = ""
    wrong: list[str] = field(default_factory=list)


def read_style(content: bytes) -> Style:
    """Parse a style file. Raises Refused, with the reason, if the file is not a CSL style or cannot be used."""
    if len(content) > MOST_BYTES:
        _refuse(f"The style is larger than {MOST_BYTES:,} bytes, the limit. Remove what it does not need.")
    found = _parsed(content)
    if found.wrong:
        _refuse(found.wrong[0])
    title, csl_id = found.texts.get("style/info/title", ""), found.texts.get("style/info/id", "")
    if not title:
        _refuse("The style has no title. Add the element info/title.")
    if not found.parent and not found.elements.issuperset(_NEEDED):
        _refuse(
            "The style has no rules. Use another style, or add an element `citation`, or a link "
            '(rel="independent-parent") to a style that has rules.'
        )
    name = _slug(csl_id.rstrip("/").rpartition("/")[2]) or _slug(title) or "style"
    return Style(name, title[:300], csl_id[:500], found.parent[:500], content.decode("utf-8-sig", "replace"))


def name_in(csl_id: str) -> str:
    """Return the name at the end of a style's id (`csl_id`): "apa" for `http://www.zotero.org/styles/apa`."""
    return csl_id.rstrip("/").rpartition("/")[2]


def _parsed(content: bytes) -> _Reading:
    found = _Reading()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def start(name: str, attributes: Mapping[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if not found.path and (local != "style" or space != _NAMESPACE):
            found.wrong.append(
                "The file is XML, but not a CSL style. Send a .csl file, such as one from the Zotero Style Repository."
            )
        found.path.append(local)
        found.elements.add(local)
        if found.path == ["style", "info", "link"] and attributes.get("rel") == "independent-parent":
            found.parent = attributes.get("href", "")

    def end(name: str) -> None:
        found.path.pop()

    def text(data: str) -> None:
        path = "/".join(found.path)
        if path in ("style/info/title", "style/info/id"):
            found.texts[path] = (found.texts.get(path, "") + data).strip()

    def declared(*_: object) -> None:
        found.wrong.append(
            "The file declares a document type or entities. Remove <!DOCTYPE and <!ENTITY, and send it again."
        )

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    parser.StartDoctypeDeclHandler, parser.EntityDeclHandler = declared, declared
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError) as error:
        _refuse(f"The file is not well-formed XML: {str(error)[:200]}. Correct it, and send it again.")
    return found


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_NAME].strip("-")


def _refuse(reason: str) -> NoReturn:
    raise Refused("This style cannot be used, so it was not stored.", errors={"file": [reason]})
