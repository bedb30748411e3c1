"""Find out a picture's format from its bytes, choose the name of its file, and find where a document shows it.

The file name and `Content-Type` that the sender gives are not trusted. A vector picture (SVG) can contain scripts and
addresses that a browser opens, so an SVG is accepted only without them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from backend.errors import Refused

#: The media types of stored pictures, by the endings of their names.
MEDIA_TYPES: Mapping[str, str] = {
    "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "svg": "image/svg+xml",
}  # fmt: skip
#: The largest picture in bytes (contract, section 8), and the longest name in characters without the ending.
MOST_BYTES, MOST_NAME = 20_000_000, 100
#: How files of a format begin, the format, and how its last part ends. Other data may follow.
_FORMATS = (
    (b"\x89PNG\r\n\x1a\n", "png", b"IEND"), (b"\xff\xd8\xff", "jpg", b"\xff\xd9"), (b"GIF87a", "gif", b"\0;"),
    (b"GIF89a", "gif", b"\0;"),
)  # fmt: skip
_KINDS = "PNG, JPEG, GIF, WebP or SVG"
#: Elements of SVG that run a script, embed a page or change an attribute later.
_ACTIVE = frozenset(
    "script foreignobject iframe embed object audio video handler listener set animate animatetransform animatemotion "
    "animatecolor discard".split()
)
#: The addresses that an SVG may contain: places within itself, and embedded pictures.
_INSIDE = re.compile(
    r"\s*(?:#|data:(?:image/(?:png|jpeg|gif|webp)|font/\w+|application/(?:x-)?font[\w-]*)[;,]|$)", re.IGNORECASE
)
_STYLE_ADDRESS = re.compile(r"url\(\s*['\"]?\s*([^'\")\s]*)|(@import)", re.IGNORECASE)


def kind_of(content: bytes) -> str:
    """Return the file ending for a picture's bytes, such as "png". Raises Refused if the file is not a picture, if its
    end is missing, or if it is an SVG with scripts or outside addresses.
    """
    for beginning, kind, end in _FORMATS:
        if content.startswith(beginning):
            return _whole(kind, end in content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _whole("webp", len(content) >= 8 + int.from_bytes(content[4:8], "little"))
    if b"<svg" in content[:4096] or b":svg" in content[:4096]:
        _check_svg(content)
        return "svg"
    raise Refused(
        "The file is not a picture, so it was not stored.",
        errors={"file": [f"Send {_KINDS}. The file's first bytes belong to none of these formats."]},
    )


def _whole(kind: str, is_whole: bool) -> str:
    """Return `kind`, the format of a picture. Raises Refused if the end of its file is missing (`is_whole` is False),
    because an export of the document would then fail.
    """
    if is_whole:
        return kind
    raise Refused(
        "The picture file is incomplete, so it was not stored. Send it again.",
        errors={"file": [f"The end of the {kind.upper()} file is missing. Save the picture again, and send it again."]},
    )


def safe_name(filename: str, kind: str) -> str:
    """Return the name under which the picture `filename` is stored. It has only letters, digits, `-`, `_` and `.`, and
    the ending of its format, `kind`.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", filename))[-1]
    stem, dot, ending = last.rpartition(".")
    if not dot or ending.lower() not in {*MEDIA_TYPES, "jpeg"}:
        stem = last
    plain = re.sub(r"[^\w.-]+", "-", stem).strip("-._")[:MOST_NAME].rstrip("-._")
    return f"{plain or 'picture'}.{kind}"


def is_safe_name(name: str) -> bool:
    """Return True if a picture can be stored under this name (see `safe_name`)."""
    return name.rpartition(".")[2] in MEDIA_TYPES and safe_name(name, name.rpartition(".")[2]) == name


def media_type(name: str) -> str:
    """Return the media type of a stored picture, such as "image/png", by the ending of its name."""
    return MEDIA_TYPES[name.rpartition(".")[2]]


def shown_as(text: str, name: str) -> tuple[str, ...]:
    """Return the paths by which the document `text` may show the picture `name`: `one.png` and `figures/one.png`.

    If the document shows pictures of this name from two folders, paths with a folder are left out, because it is
    unknown which of the two is meant.
    """
    found = re.findall(rf"(?<![\w.-])(?:[^\s()<>\"'\[\]{{}}|]*/)?{re.escape(name)}(?![\w-])", text)
    paths = {each for each in found if "://" not in each and not each.startswith("//")}
    folders = {each.removeprefix("./") for each in paths} - {name}
    return tuple(sorted(each for each in paths if len(folders) < 2 or each.removeprefix("./") == name))


def _check_svg(content: bytes) -> None:
    """Raise Refused if an SVG is not well-formed, or if it contains anything that is not allowed, such as a script. The
    error says what is wrong: "the element <script>".
    """
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
        raise Refused(
            "The SVG is not well-formed XML, so it was not stored.", errors={"file": [str(error)[:200]]}
        ) from error
    wrong += _style_faults("".join(text))
    if wrong:
        told = ", ".join(dict.fromkeys(wrong[:10]))
        raise Refused(
            "The SVG contains more than a drawing, such as a script or a link, so it was not stored.",
            errors={"file": [f"The file contains {told}. Remove this first."]},
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
