"""Detect a picture's format by its bytes, name its file, and find where a document shows it.

The sender's file name and `Content-Type` are not trusted. A vector picture (SVG) can contain scripts and open
addresses, so it is only accepted without them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from backend.errors import Refused

#: Media types by the endings of the names under which pictures are kept.
MEDIA_TYPES: Mapping[str, str] = {
    "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
}  # fmt: skip
#: Bytes of one picture (contract, section 8), and characters of its name without the ending.
MOST_BYTES, MOST_NAME = 20_000_000, 100
_MAGIC = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"))
_KINDS = "PNG, JPEG, GIF, WebP or SVG"
#: Elements of SVG that run something, embed a page or change an attribute later on.
_ACTIVE = frozenset(
    "script foreignobject iframe embed object audio video handler listener set animate animatetransform animatemotion "
    "animatecolor discard".split()
)
#: Addresses that an SVG may name: places within itself, and pictures that it contains.
_INSIDE = re.compile(
    r"\s*(?:#|data:(?:image/(?:png|jpeg|gif|webp)|font/\w+|application/(?:x-)?font[\w-]*)[;,]|$)", re.IGNORECASE
)
_STYLE_ADDRESS = re.compile(r"url\(\s*['\"]?\s*([^'\")\s]*)|(@import)", re.IGNORECASE)


def kind_of(content: bytes) -> str:
    """Return the file ending for these bytes. Raises Refused for another file, or an SVG with scripts or links."""
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            return kind
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    if b"<svg" in content[:4096] or b":svg" in content[:4096]:
        _check_svg(content)
        return "svg"
    raise Refused(
        "This is not a picture.",
        errors={"file": [f"Send {_KINDS}: the file's first bytes belong to none of these formats."]},
    )


def safe_name(filename: str, kind: str) -> str:
    """Return the name under which a picture is stored: letters, digits, `-`, `_` and `.`, and its format's ending."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", filename))[-1]
    stem, dot, ending = last.rpartition(".")
    if not dot or ending.lower() not in {*MEDIA_TYPES, "jpeg"}:
        stem = last
    plain = re.sub(r"[^\w.-]+", "-", stem).strip("-._")[:MOST_NAME].rstrip("-._")
    return f"{plain or 'picture'}.{kind}"


def is_safe_name(name: str) -> bool:
    """Return True if `safe_name` can produce this name."""
    return name.rpartition(".")[2] in MEDIA_TYPES and safe_name(name, name.rpartition(".")[2]) == name


def media_type(name: str) -> str:
    """Return the media type of a stored picture with this name."""
    return MEDIA_TYPES[name.rpartition(".")[2]]


def shown_as(text: str, name: str) -> tuple[str, ...]:
    """Return the paths by which a document may show a picture of this name: `one.png`, `figures/one.png`.

    Returns () if the document names pictures of this name in two folders, because it may mean either.
    """
    found = re.findall(rf"(?<![\w.-])(?:[^\s()<>\"'\[\]{{}}|]*/)?{re.escape(name)}(?![\w-])", text)
    paths = {each for each in found if "://" not in each and not each.startswith("//")}
    folders = {each.removeprefix("./") for each in paths} - {name}
    return tuple(sorted(each for each in paths if len(folders) < 2 or each.removeprefix("./") == name))


def _check_svg(content: bytes) -> None:
    """Raise Refused, naming everything in an SVG that is not allowed."""
    wrong: list[str] = []
    try:
        parser = expat.ParserCreate()
        parser.EntityDeclHandler = lambda name, *_: wrong.append(f"the entity &{name};")
        parser.StartElementHandler = lambda name, attributes: wrong.extend(_faults(name, attributes))
        parser.ProcessingInstructionHandler = lambda target, data: wrong.append(f"the instruction <?{target}")
        text: list[str] = []
        parser.CharacterDataHandler = text.append
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError) as error:
        raise Refused("This SVG is not well-formed.", errors={"file": [str(error)[:200]]}) from error
    wrong += _style_faults("".join(text))
    if wrong:
        told = ", ".join(dict.fromkeys(wrong[:10]))
        raise Refused(
            "This SVG contains more than a picture.", errors={"file": [f"It contains {told}. Remove this first."]}
        )


def _faults(name: str, attributes: Mapping[str, str]) -> Iterator[str]:
    local = name.rpartition(":")[2].lower()
    if local in _ACTIVE:
        yield f"the element <{local}>"
    for attribute, value in attributes.items():
        plain = attribute.rpartition(":")[2].lower()
        if plain.startswith("on"):
            yield f"the attribute {plain}"
        elif plain in ("href", "src"):
            if local != "a" and not _INSIDE.match(value):
                yield f"an address outside of the file ({value[:60]})"
            if local == "a" and re.match(r"[\s\x00-\x1f]*(?:javascript|data|vbscript)", value, re.IGNORECASE):
                yield f"a link that runs something ({value[:60]})"
        else:
            yield from _style_faults(value)


def _style_faults(text: str) -> list[str]:
    if "url(" not in (lower := text.lower()) and "@import" not in lower:
        return []
    return [
        "a style that names an address outside of the file"
        for found in _STYLE_ADDRESS.finditer(text)
        if found[2] or (found[1] is not None and not _INSIDE.match(found[1]))
    ]
