"""Delete the files of deleted sessions, users and library works.

Their database rows are deleted first. If the file store then fails, the rows stay deleted, and the regular cleanup of
any of the machines deletes the remaining files later.
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
from backend.storage.folder_files import FolderFiles

log = logging.getLogger(__name__)

#: Minimum age of a file without a row that counts as left by a crash; the row of a younger one may not be stored yet.
OLD = timedelta(hours=1)


def forget_session(ports: Ports, session_id: str) -> None:
    """Delete all files of a deleted session, on this machine and in the file store."""
    published_documents.remove(ports.data_dir, session_id)
    _remove(lambda: ports.files.remove_folder(session_folder(session_id)))


def forget_user(ports: Ports, user_id: str) -> None:
    """Delete the uploaded files of a deleted user."""
    FolderFiles(ports.data_dir).remove_folder(user_folder(user_id))  # uploads that were not moved to the store
    _remove(lambda: ports.files.remove_folder(user_folder(user_id)))


def forget_work(ports: Ports, user_id: str, work_id: str) -> None:
    """Delete the uploaded file of a deleted library work."""
    _remove(lambda: ports.files.remove(work_file(user_id, work_id)))


def forget_removed(ports: Ports) -> Iterator[None]:
    """Delete the remaining files of sessions and users that were deleted. Yields None after each step."""
    for known, forget in (
        ({*published_documents.session_ids(ports.data_dir), *ports.files.folders(SESSIONS)}, forget_session),
        ({*uploaded_files.user_ids(ports.data_dir), *ports.files.folders(LIBRARY)}, forget_user),
    ):
        with reading():
            gone = removal.among_removed({each for each in known if is_id(each)})
        yield
        for each in gone:
            forget(ports, each)
            yield


def forget_orphans(ports: Ports) -> Iterator[None]:
    """Delete uploaded files that have no database row because a process crashed. Yields None after each user."""
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
        log.warning("deleted files are still in the store, and the next upkeep removes them: %s", error.detail)
