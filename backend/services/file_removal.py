"""Removing the files of what has gone: sessions, users and works.

The rows go first, and a store of files that fails then undoes nothing: what is left of the files is found and removed
by the upkeep of any machine.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

from backend.errors import StoreUnavailable
from backend.kernel.files import LIBRARY, SESSIONS, session_folder, user_folder, work_file
from backend.ports import Ports
from backend.storage import library_works, published_documents, removal, uploaded_files
from backend.storage.columns import is_id
from backend.storage.db import reading

log = logging.getLogger(__name__)

#: How old a file without a row must be to be one that a crash has left: its row may be on its way.
OLD = timedelta(hours=1)


def forget_session(ports: Ports, session_id: str) -> None:
    """Remove what this machine and the store have of a session that is gone."""
    published_documents.remove(ports.data_dir, session_id)
    _remove(lambda: ports.files.remove_folder(session_folder(session_id)))


def forget_user(ports: Ports, user_id: str) -> None:
    """Remove the uploads of a user who is gone."""
    uploaded_files.remove_all(ports.data_dir, user_id)
    _remove(lambda: ports.files.remove_folder(user_folder(user_id)))


def forget_work(ports: Ports, user_id: str, work_id: str) -> None:
    """Remove the file of a work that is gone."""
    _remove(lambda: ports.files.remove(work_file(user_id, work_id)))


def forget_removed(ports: Ports) -> Iterator[None]:
    """Remove what is left of sessions and users that were removed, here or on another machine; a step at a time."""
    for known, forget in (
        ({*published_documents.kept(ports.data_dir), *ports.files.folders(SESSIONS)}, forget_session),
        ({*uploaded_files.kept(ports.data_dir), *ports.files.folders(LIBRARY)}, forget_user),
    ):
        with reading():
            gone = removal.among_removed({each for each in known if is_id(each)})
        yield
        for each in gone:
            forget(ports, each)
            yield


def forget_orphans(ports: Ports) -> Iterator[None]:
    """Remove uploads that a crash has left without a row; a user at a time."""
    for user_id in filter(is_id, ports.files.folders(LIBRARY)):
        found = ports.files.listed(user_folder(user_id))
        with reading():
            known = library_works.ids(user_id)
        for each in found:
            if is_id(each.name) and each.name not in known and ports.clock() - each.changed_at > OLD:
                ports.files.remove(work_file(user_id, each.name))
        yield


def _remove(remove: Callable[[], None]) -> None:
    try:
        remove()
    except StoreUnavailable as error:
        log.warning("files of deleted rows remain until the next upkeep: %s", error.detail)
