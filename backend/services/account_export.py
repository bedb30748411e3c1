"""Export everything that is stored about a user as a zip archive of readable files.

Each session has a folder: the document and its revisions as Markdown, the conversation as JSON, the references as
CSL-JSON. Library files are as they were uploaded. The archive is written piece by piece, so that memory holds only one
text at a time.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from backend.errors import NotFound
from backend.formats.pictures import is_safe_name
from backend.kernel.files import session_file, session_folder, work_file
from backend.ports import Ports
from backend.services import documents, library, sessions, user_administration
from backend.services import personas as own_personas
from backend.storage import drafts, model_calls, references, revisions, styles
from backend.storage.db import Page, reading
from backend.storage.paging import PageRequest
from backend.storage.sessions import Session

T = TypeVar("T")

#: Number of rows that one database query reads.
PIECE = 100
#: Maximum number of characters of a session's title in its folder's name.
LONGEST_NAME = 60
_README = """This archive has everything that Coscribe stores about {email}, as of {moment}.

account.json              your account: its id, e-mail address and name
personas.json             the instructions that you have stored
sessions/…/document.md    the document as it is now; revisions/ has every earlier version
sessions/…/session.json   the session's title and settings
sessions/…/drafts.json    the drafts that wait for a decision, if there are any
sessions/…/messages.json  the conversation, and whether each draft was approved or rejected
sessions/…/references.json  the works that the document cites (CSL-JSON, which Zotero and Pandoc read)
sessions/…/pictures/      the pictures that the document shows
sessions/…/scratch/       notes that agents took
sessions/…/usage.json     calls to models, and their cost if the provider reported it
library/…                 the files that you uploaded; library.json describes each of them
styles/…                  the citation styles that you added (CSL)
"""


def export(ports: Ports, email: str, target: BinaryIO) -> None:
    """Write everything that is stored about an account to `target`, as a zip file. Raises NotFound if no account has
    this e-mail address.
    """
    user = user_administration.find(email)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        moment = ports.clock().isoformat(timespec="seconds")
        archive.writestr("README.txt", _README.format(email=user.email, moment=moment))
        account = {"id": user.id, "email": user.email, "name": user.name, "created_at": user.created_at}
        _write_json(archive, "account.json", account)
        _write_json(
            archive, "personas.json", [asdict(each) for each in _all(partial(own_personas.page, ports, user.id))]
        )
        for session in _all(partial(sessions.page, ports, user.id)):
            _write_session(ports, archive, session)
        _write_library(ports, archive, user.id)
        with reading():
            own_styles = styles.list_of(user.id)
        for style in own_styles:
            archive.writestr(f"styles/{style.name}.csl", style.text)


def _write_session(ports: Ports, archive: zipfile.ZipFile, session: Session) -> None:
    """Write the folder of one session. The folder's name is the session's title and the first eight characters of its
    id.
    """
    documents.store_hand_edit(ports, session.id)
    title = re.sub(r"[^\w -]+", " ", session.title or "").strip()[:LONGEST_NAME].strip() or "Untitled"
    folder = f"sessions/{title} ({session.id[:8]})"
    with reading():
        head = revisions.head(session.id)
        cited = references.list_of(session.id)
        spent = model_calls.usage(session.id)
        open_drafts = drafts.waiting(session.id)
    archive.writestr(f"{folder}/document.md", head.text)
    _write_json(archive, f"{folder}/session.json", asdict(session))
    for number in range(1, head.number):
        with reading():
            earlier = revisions.get(session.id, number)
        name = f"{folder}/revisions/{number:04} {earlier.created_at:%Y-%m-%d %H.%M} {earlier.cause}.md"
        archive.writestr(name, earlier.text)
    if open_drafts:
        _write_json(archive, f"{folder}/drafts.json", [asdict(each) for each in open_drafts])
    _write_json(
        archive,
        f"{folder}/messages.json",
        list(_all(partial(sessions.conversation, ports, session.user_id, session.id))),
    )
    _write_json(archive, f"{folder}/references.json", [{"id": each.key, **each.csl} for each in cited])
    for file in ports.files.listed(session_folder(session.id), deep=True):
        if is_safe_name(file.name) or file.name.startswith("scratch/"):
            below = file.name if "/" in file.name else f"pictures/{file.name}"
            with suppress(NotFound), ports.files.on_disk(session_file(session.id, file.name)) as place:
                archive.write(place, f"{folder}/{below}")
    _write_json(archive, f"{folder}/usage.json", {stage: asdict(each) for stage, each in spent.items()})


def _write_library(ports: Ports, archive: zipfile.ZipFile, user_id: str) -> None:
    listed = []
    for work in _all(partial(library.page, ports, user_id)):
        listed.append(asdict(work))
        with suppress(NotFound), ports.files.on_disk(work_file(user_id, work.id)) as place:
            archive.write(place, f"library/{work.id[:8]} {Path(work.filename).name}")
    _write_json(archive, "library/library.json", listed)


def _all(fetch: Callable[[PageRequest], Page[T]]) -> Iterator[T]:
    """Yield all items of a list, page by page. `fetch` returns the page that it is asked for."""
    wanted: PageRequest | None = PageRequest(limit=PIECE, order="asc")
    while wanted is not None:
        page = fetch(wanted)
        yield from page.items
        wanted = replace(wanted, cursor=page.next_cursor) if page.next_cursor is not None else None


def _write_json(archive: zipfile.ZipFile, name: str, value: Any) -> None:
    archive.writestr(name, json.dumps(value, ensure_ascii=False, indent=1, default=_plain))


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
