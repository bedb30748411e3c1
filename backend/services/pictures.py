"""Manage a session's pictures: files that the document and its exports can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from backend.errors import Conflict, NotFound, Refused
from backend.exports.pictures import is_safe_name, kind_of, media_type, safe_name, shown_as
from backend.kernel.rendering import Picture
from backend.ports import Ports
from backend.storage import picture_files, sessions
from backend.storage.db import reading
from backend.storage.picture_files import PictureFile
from backend.storage.sessions import OwnedSession

#: Pictures of one session, and their bytes together: a thesis has some hundred. Bounds of the disk, not tuned.
MOST_PICTURES, MOST_TOGETHER = 500, 500_000_000


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture with its bytes."""

    name: str
    media_type: str
    content: bytes


def listed(ports: Ports, owned: OwnedSession) -> list[dict[str, Any]]:
    """Return the session's pictures by name."""
    _require(owned)
    return [_as_json(each) for each in picture_files.listed(ports.data_dir, owned.id, is_safe_name)]


def add(ports: Ports, owned: OwnedSession, filename: str, content: bytes) -> tuple[dict[str, Any], bool]:
    """Store a picture, and tell if it is new. Raises Refused for another kind of file, and Conflict for a
    taken name.
    """
    _require(owned)
    name = safe_name(filename, kind_of(content))
    there = picture_files.listed(ports.data_dir, owned.id, is_safe_name)
    taken = _taken(there, name)
    if taken is not None and picture_files.read(ports.data_dir, owned.id, taken) != content:
        raise Conflict(f"The session has another picture of the name {taken}. Delete it first, or rename yours.")
    if taken is None:
        _require_room(there, [content])
        picture_files.put(ports.data_dir, owned.id, name, content)
    return _as_json(_named(ports, owned, taken or name)), taken is None


def add_all(ports: Ports, session_id: str, pictures: Iterable[Picture]) -> dict[str, str]:
    """Store an imported file's pictures under free names. Returns the new name by the original one."""
    came = list(pictures)
    there = picture_files.listed(ports.data_dir, session_id, is_safe_name)
    _require_room(there, [each.content for each in came])
    names: dict[str, str] = {}
    for each in came:
        wished = safe_name(each.name, kind_of(each.content))
        names[each.name] = _free_name(ports, session_id, wished, each.content)
        picture_files.put(ports.data_dir, session_id, names[each.name], each.content)
    return names


def get(ports: Ports, owned: OwnedSession, name: str) -> Kept:
    """Return one picture. Raises NotFound."""
    _require(owned)
    if not is_safe_name(name):
        raise NotFound("There is no such picture.")
    return Kept(name, media_type(name), picture_files.read(ports.data_dir, owned.id, name))


def remove(ports: Ports, owned: OwnedSession, name: str) -> None:
    """Delete a picture; the document does not change. Raises NotFound."""
    _require(owned)
    if not is_safe_name(name):
        raise NotFound("There is no such picture.")
    picture_files.remove(ports.data_dir, owned.id, name)


def shown_in(ports: Ports, session_id: str, text: str) -> Iterator[Picture]:
    """Yield the session's pictures that a text shows, under each path that the text uses."""
    for each in picture_files.listed(ports.data_dir, session_id, is_safe_name):
        paths = shown_as(text, each.name)
        content = picture_files.read(ports.data_dir, session_id, each.name) if paths else b""
        for path in paths:
            yield Picture(path, content, media_type(each.name))


def _free_name(ports: Ports, session_id: str, wished: str, content: bytes) -> str:
    """Return the requested name, with a number added if it is taken. An identical picture keeps its name."""
    there = picture_files.listed(ports.data_dir, session_id, is_safe_name)
    stem, _, ending = wished.rpartition(".")
    number, name = 1, wished
    while (taken := _taken(there, name)) is not None:
        if picture_files.read(ports.data_dir, session_id, taken) == content:
            return taken
        number += 1
        name = f"{stem}-{number}.{ending}"
    return name


def _taken(there: Iterable[PictureFile], name: str) -> str | None:
    """Return the picture with this name, ignoring case as the file system of a Mac does."""
    return next((each.name for each in there if each.name.casefold() == name.casefold()), None)


def _require_room(there: Iterable[PictureFile], new: list[bytes]) -> None:
    sizes = [each.size for each in there]
    if len(sizes) + len(new) > MOST_PICTURES:
        raise Refused("Too many pictures.", errors={"file": [f"A session holds {MOST_PICTURES} pictures at most."]})
    if sum(sizes) + sum(map(len, new)) > MOST_TOGETHER:
        reason = f"A session's pictures have {MOST_TOGETHER:,} bytes together at most."
        raise Refused("The pictures are too large.", errors={"file": [reason]})


def _require(owned: OwnedSession) -> None:
    with reading():
        sessions.get(owned.user_id, owned.id)


def _named(ports: Ports, owned: OwnedSession, name: str) -> PictureFile:
    there = picture_files.listed(ports.data_dir, owned.id, is_safe_name)
    return next(each for each in there if each.name == name)


def _as_json(file: PictureFile) -> dict[str, Any]:
    return {
        "name": file.name,
        "media_type": media_type(file.name),
        "bytes": file.size,
        "created_at": file.created_at,
    }
