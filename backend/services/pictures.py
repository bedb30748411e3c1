"""Manage a session's pictures: image files that the document and its exports can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from backend.errors import Conflict, NotFound, Refused
from backend.formats.pictures import is_safe_name, kind_of, media_type, safe_name, shown_as
from backend.kernel.files import StoredFile, session_file, session_folder
from backend.kernel.rendering import Picture
from backend.ports import Ports
from backend.storage import sessions
from backend.storage.db import reading
from backend.storage.sessions import OwnedSession

#: Maximum number of pictures of one session, and maximum bytes of all of them. Chosen to protect the disk: a thesis
#: has some hundred pictures.
MOST_PICTURES, MOST_TOGETHER = 500, 500_000_000


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture with its bytes."""

    name: str
    media_type: str
    content: bytes


def listed(ports: Ports, owned: OwnedSession) -> list[dict[str, Any]]:
    """Return the session's pictures as the API shows them, in the order of their names."""
    _require(owned)
    return [_as_json(each) for each in _kept(ports, owned.id)]


def add(ports: Ports, owned: OwnedSession, filename: str, content: bytes) -> tuple[dict[str, Any], bool]:
    """Store a picture. Returns it as the API shows it, and True if it is new.

    Raises Refused if the file is not a picture, and Conflict if the session has another picture with this name.
    """
    _require(owned)
    name = safe_name(filename, kind_of(content))
    there = _kept(ports, owned.id)
    taken = _taken(there, name)
    if taken is not None and _read(ports, owned.id, taken) != content:
        raise Conflict(
            f"The picture was not stored, because the session has another one with the name {taken}. Delete that one "
            "first, or rename yours."
        )
    if taken is None:
        _require_room(there, [content])
        ports.files.put(session_file(owned.id, name), content)
    return _as_json(_named(ports, owned, taken or name)), taken is None


def add_all(ports: Ports, session_id: str, pictures: Iterable[Picture]) -> dict[str, str]:
    """Store the pictures of an imported file under names that are free. Returns a dict from each picture's original
    name to its new name.
    """
    came = list(pictures)
    there = _kept(ports, session_id)
    _require_room(there, [each.content for each in came])
    names: dict[str, str] = {}
    for each in came:
        preferred = safe_name(each.name, kind_of(each.content))
        names[each.name] = _free_name(ports, session_id, preferred, each.content)
        ports.files.put(session_file(session_id, names[each.name]), each.content)
    return names


def get(ports: Ports, owned: OwnedSession, name: str) -> StoredPicture:
    """Return one picture. Raises NotFound if the session has no picture with this name."""
    _require(owned)
    if not is_safe_name(name):
        raise NotFound("The session has no picture with this name.")
    return StoredPicture(name, media_type(name), _read(ports, owned.id, name))


def remove(ports: Ports, owned: OwnedSession, name: str) -> None:
    """Delete a picture; the document does not change. Raises NotFound if the session has no picture with this name."""
    _require(owned)
    if all(each.name != name for each in _kept(ports, owned.id)):
        raise NotFound("The session has no picture with this name.")
    ports.files.remove(session_file(owned.id, name))


def shown_in(ports: Ports, session_id: str, text: str) -> Iterator[Picture]:
    """Yield the session's pictures that a text shows, each with the path that the text uses for it."""
    for each in _kept(ports, session_id):
        paths = shown_as(text, each.name)
        content = _read(ports, session_id, each.name) if paths else b""
        for path in paths:
            yield Picture(path, content, media_type(each.name))


def _kept(ports: Ports, session_id: str) -> tuple[StoredFile, ...]:
    """Return the session's pictures, by name. Files with an unsafe name are left out, because Coscribe did not store
    them.
    """
    return tuple(each for each in ports.files.listed(session_folder(session_id)) if is_safe_name(each.name))


def _read(ports: Ports, session_id: str, name: str) -> bytes:
    try:
        return ports.files.read(session_file(session_id, name))
    except NotFound:
        raise NotFound("The session has no picture with this name.") from None


def _free_name(ports: Ports, session_id: str, preferred: str, content: bytes) -> str:
    """Return the preferred name, with a number if a different picture has it. A picture that is already stored keeps
    its name.
    """
    there = _kept(ports, session_id)
    stem, _, ending = preferred.rpartition(".")
    number, name = 1, preferred
    while (taken := _taken(there, name)) is not None:
        if _read(ports, session_id, taken) == content:
            return taken
        number += 1
        name = f"{stem}-{number}.{ending}"
    return name


def _taken(there: Iterable[StoredFile], name: str) -> str | None:
    """Return the name of a file in `there` that equals `name` or differs from it only in upper and lower case; None if
    there is none. On a Mac, two such names mean one file.
    """
    return next((each.name for each in there if each.name.casefold() == name.casefold()), None)


def _require_room(there: Iterable[StoredFile], new: list[bytes]) -> None:
    sizes = [each.size for each in there]
    if len(sizes) + len(new) > MOST_PICTURES:
        raise Refused(
            "The session has too many pictures, so this one was not stored.",
            errors={"file": [f"A session can hold at most {MOST_PICTURES} pictures. Delete one first."]},
        )
    if sum(sizes) + sum(map(len, new)) > MOST_TOGETHER:
        reason = f"All pictures of a session together must not be larger than {MOST_TOGETHER:,} bytes."
        raise Refused(
            "With this picture, the session's pictures would be too large together, so it was not stored. Delete one "
            "first, or send a smaller one.",
            errors={"file": [reason]},
        )


def _require(owned: OwnedSession) -> None:
    with reading():
        sessions.own(owned.user_id, owned.id)


def _named(ports: Ports, owned: OwnedSession, name: str) -> StoredFile:
    there = _kept(ports, owned.id)
    return next(each for each in there if each.name == name)


def _as_json(file: StoredFile) -> dict[str, Any]:
    return {
        "name": file.name,
        "media_type": media_type(file.name),
        "bytes": file.size,
        "created_at": file.changed_at,
    }
