"""Write the published copies of documents, `<data>/sessions/<session id>/doc.md`, atomically.

A copy is written to a temporary file, forced to disk and renamed over the old copy. So a reader finds either the old or
the new text, and so does the machine after a crash. A killed process leaves a temporary file, whose name contains the
name of the process; `sweep` deletes it. Below the data folder no symbolic link is followed.

A small file beside the copy, the mark, names the revision that was written last. It is on disk and not in the database,
because every machine has its own copies, and an outdated copy must not be mistaken for a change by hand. The copy and
its mark are not written at the same moment. Code that compares the two and acts on the result must lock the session's
files (`locked`).
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
import stat
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from urllib.parse import quote, unquote

from backend.document.revision import Revision
from backend.errors import Conflict
from backend.storage.columns import is_id
from backend.storage.run_owner import is_alive, this_process

NAME = "doc.md"
_MARK = ".published.json"
TEMPORARY = f".{NAME}."
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
#: seconds after which a temporary file of another machine's process counts as left by a crash
_OLD = 3600
#: the flag with which renameat2(2) exchanges two files, from linux/fs.h; only glibc 2.28 and later has the function
_RENAME_EXCHANGE = 2
_renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)


@dataclass(frozen=True, slots=True)
class Mark:
    """The content of the file beside doc.md that says which revision doc.md has: the number of the revision that
    Coscribe last wrote to doc.md or read from it, and the digest of its text.
    """

    number: int
    sha256: str


def digest(content: bytes) -> str:
    """Return the hexadecimal SHA-256 digest of `content`. A file has the text of a revision if its digest equals the
    revision's `sha256`.
    """
    return hashlib.sha256(content).hexdigest()


def path(data_dir: Path, session_id: str) -> Path:
    """Return the path of a session's doc.md. Raises ValueError if `session_id` is not a session id."""
    return _folder(data_dir, session_id) / NAME


def publish(data_dir: Path, session_id: str, text: str, number: int) -> None:
    """Write `text` to doc.md in UTF-8, with unchanged line endings. Then write revision `number` to the mark, the file
    that says which revision doc.md has. When the call returns, doc.md is on disk.

    Raises Conflict if doc.md or its folder is a symbolic link, and OSError if the disk fails.
    """
    content = text.encode("utf-8")
    _replace(_folder(data_dir, session_id), NAME, content)
    mark(data_dir, session_id, number, digest(content))


def renew(data_dir: Path, session_id: str, head: Revision, found: bytes | None) -> bool:
    """Write the revision `head` to doc.md, and return True. If doc.md no longer has the bytes `found` that the caller
    read (None: there was no file), change nothing, and return False.

    Because an editor may write doc.md at the same moment, the new and the old file are exchanged, and then the old one
    is compared with `found` again. If it differs, they are exchanged back. A system that cannot exchange files compares
    only before the write.
    """
    content = head.text.encode("utf-8")

    def known(name: str) -> bool:
        return _read(data_dir, session_id, name) == found

    if not _replace(_folder(data_dir, session_id), NAME, content, known):
        return False
    mark(data_dir, session_id, head.number, digest(content))
    return True


def mark(data_dir: Path, session_id: str, number: int, sha256: str) -> None:
    """Write revision `number`, whose text has the digest `sha256`, to the mark (the file beside doc.md that says which
    revision doc.md has). The mark is not forced to disk. If a crash destroys it, doc.md is compared with the stored
    revision again.
    """
    content = json.dumps({"number": number, "sha256": sha256}).encode()
    _replace(_folder(data_dir, session_id), _MARK, content)


def published(data_dir: Path, session_id: str) -> Mark | None:
    """Return the mark: which revision Coscribe last wrote to doc.md or read from it. Returns None if the file with the
    mark is missing or cannot be read.
    """
    return _mark_in(_read(data_dir, session_id, _MARK))


def _mark_in(content: bytes | None) -> Mark | None:
    """Return the mark whose file has this `content`; None if the file is missing (None) or incomplete."""
    try:
        kept = json.loads(content or b"null")
        return Mark(int(kept["number"]), str(kept["sha256"])) if isinstance(kept, dict) else None
    except (ValueError, KeyError, TypeError, OverflowError):
        return None  # a crash of the machine has left it incomplete: it counts as missing


def read(data_dir: Path, session_id: str) -> bytes | None:
    """Return the bytes of doc.md; None if it does not exist. Raises Conflict if it is not a plain file."""
    return _read(data_dir, session_id, NAME)


def copy_of(data_dir: Path, session_id: str) -> tuple[Mark | None, bytes | None]:
    """Return the mark (see `published`) and the bytes of doc.md (see `read`); None for each that is missing. The mark
    is read first, so doc.md is never older than its mark.
    """
    with opened(_folder(data_dir, session_id), make=False) as directory:
        if directory is None:
            return None, None
        return _mark_in(_read_in(directory, _MARK)), _read_in(directory, NAME)


def set_aside(data_dir: Path, session_id: str, content: bytes) -> str:
    """Write a text that is not in the database to a file beside doc.md, and return the file's name. The name is
    computed from the content, so a second call with the same content changes nothing.
    """
    name = f"doc.{digest(content)[:12]}.md"
    _replace(_folder(data_dir, session_id), name, content)
    return name


def put_beside(data_dir: Path, session_id: str, name: str, content: bytes) -> None:
    """Write a file with this name beside doc.md atomically. The caller must have locked the session's files (`locked`).

    Raises Conflict if the file or its folder is a symbolic link, and OSError if the disk fails.
    """
    if _read(data_dir, session_id, name) != content:
        _replace(_folder(data_dir, session_id), name, content)


@contextmanager
def locked(data_dir: Path, session_id: str) -> Iterator[None]:
    """Lock the session's files against all other threads and processes of Coscribe. Editors do not respect this
    lock.
    """
    with opened(_folder(data_dir, session_id), make=True) as directory:
        assert directory is not None
        fcntl.flock(directory, fcntl.LOCK_EX)  # released when the descriptor closes or its process dies
        yield


def _replace(folder: Path, name: str, content: bytes, known: Callable[[str], bool] | None = None) -> bool:
    """Write a file into the session's folder atomically. It is forced to disk, unless it is the mark (the file beside
    doc.md that says which revision doc.md has).

    With `known`, a function that checks the existing file, the file is only written if `known(name)` is True. Returns
    False if it was not written, otherwise True.
    """
    lasting = name != _MARK
    with opened(folder, make=True) as directory:
        assert directory is not None
        _refuse_link(directory, name)
        temporary = temporary_name(TEMPORARY)
        try:
            _write(directory, temporary, content, lasting)
            if known is None:
                os.replace(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
            elif not _exchange(directory, temporary, name, known):
                return False
        except BaseException:
            unlink(directory, temporary)
            raise
        if lasting:
            os.fsync(directory)
    return True


def _exchange(directory: int, temporary: str, name: str, known: Callable[[str], bool]) -> bool:
    """Replace the existing file `name` by the temporary file if `known` accepts the existing one. `known` is called
    before the exchange and once more after it; if it returns False then, the exchange is undone. Returns True if the
    file was replaced. The temporary file is deleted in any case.
    """
    put = False
    if known(name):
        try:
            swap(directory, temporary, name)
            put = known(temporary)
            if not put:
                swap(directory, temporary, name)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
                raise
            # There is nothing to swap with, or the system or file system cannot swap: the comparison made just before
            # must suffice.
            os.replace(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
            return True
    unlink(directory, temporary)
    return put


def swap(directory: int, one: str, other: str) -> None:
    """Exchange the names of the files `one` and `other` in one step (renameat2(2)). `directory` is the descriptor of
    their folder. Raises OSError if the system cannot do this.
    """
    if _renameat2 is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if _renameat2(directory, os.fsencode(one), directory, os.fsencode(other), _RENAME_EXCHANGE) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _read(data_dir: Path, session_id: str, name: str) -> bytes | None:
    with opened(_folder(data_dir, session_id), make=False) as directory:
        return None if directory is None else _read_in(directory, name)


def _read_in(directory: int, name: str) -> bytes | None:
    """Return the bytes of the file `name` in the folder with the descriptor `directory`; None if there is no such file.
    Raises Conflict if it is not a plain file.
    """
    _refuse_link(directory, name)
    try:
        # non-blocking, because a pipe may be in the file's place
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Conflict(f"{name} is not a plain file, so it was not read. Remove or rename it.")
    with open(handle, "rb", buffering=0) as file:
        return file.readall()


def sweep(data_dir: Path) -> int:
    """Delete the temporary files of processes that have died. Returns how many were deleted."""
    folder = data_dir / "sessions"
    return delete_leftovers(chain(folder.glob(f"*/{TEMPORARY}*"), folder.glob(f"*/*/{TEMPORARY}*")), TEMPORARY)


def temporary_name(prefix: str) -> str:
    """Return a new name for a temporary file: `prefix`, the name of this process, and eight random digits."""
    return f"{prefix}{quote(this_process(), safe='')}.{uuid.uuid4().hex[:8]}"


def delete_leftovers(files: Iterable[Path], prefix: str) -> int:
    """Delete those temporary `files` whose process has died. `temporary_name(prefix)` has made their names. Returns how
    many were deleted.
    """
    removed = 0
    for leftover in files:
        alive = is_alive(unquote(leftover.name.removeprefix(prefix).rpartition(".")[0]))
        try:
            if alive is False or (alive is None and time.time() - leftover.lstat().st_mtime > _OLD):
                leftover.unlink()
                removed += 1
        except FileNotFoundError:
            continue  # its writer or another sweep was faster
    return removed


def session_ids(data_dir: Path) -> list[str]:
    """Return the ids of the sessions that have a folder in this data folder."""
    return [each.name for each in (data_dir / "sessions").glob("*") if is_id(each.name)]


def remove(data_dir: Path, session_id: str) -> None:
    """Delete the session's folder with its contents. If the folder is a symbolic link, only the link is deleted."""
    folder = _folder(data_dir, session_id)
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        with locked(data_dir, session_id):  # a file that is added meanwhile would prevent the removal
            shutil.rmtree(folder)


def _folder(data_dir: Path, session_id: str) -> Path:
    if not is_id(session_id):
        raise ValueError("not a session id")
    return data_dir.joinpath("sessions", session_id)


@contextmanager
def opened(folder: Path, make: bool) -> Iterator[int | None]:
    """Open a folder and yield its descriptor. Files are opened through this descriptor, so that nobody can replace a
    folder of the path in between. With `make`, a missing folder is created. Without it, yields None for a missing
    folder.
    """
    if make:
        _make(folder)
    try:
        above = os.open(folder.parent, _FOLDER)
        try:
            directory = os.open(folder.name, _FOLDER, dir_fd=above)
        finally:
            os.close(above)
    except FileNotFoundError:
        if make:
            raise
        yield None
        return
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise Conflict(
                f"{folder.name} in the data folder, or the folder above it, is a symbolic link or not a folder, so "
                "nothing was read or written there. The operator must replace it by a plain folder."
            ) from error
        raise
    try:
        yield directory
    finally:
        os.close(directory)


def _make(folder: Path) -> None:
    """Create the folder and its parent if they are missing, and force their names to disk."""
    for each in (folder.parent, folder):
        try:
            each.mkdir(mode=0o700, parents=True)
        except FileExistsError:
            continue
        above = os.open(each.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(above)
        finally:
            os.close(above)


def _write(directory: int, name: str, content: bytes, lasting: bool) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(os.open(name, flags, 0o600, dir_fd=directory), "wb") as file:
        file.write(content)
        if lasting:
            file.flush()
            os.fsync(file.fileno())


def unlink(directory: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=directory)
    except FileNotFoundError:
        return


def _refuse_link(directory: int, name: str) -> None:
    try:
        mode = os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(mode):
        raise Conflict(
            f"{name} is a symbolic link, which is not followed, so nothing was read or written. Replace the link "
            f"by a plain file, or remove it."
        )
