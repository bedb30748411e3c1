"""Store files in the data folder. When a call returns, the file is on disk. No reader finds half a file, and no
symbolic link is followed.

A file is first written under a temporary name beside its final place, then forced to disk and renamed. The temporary
name contains the name of the process. If the process is killed, the temporary file stays, and
`published_documents.sweep` or `uploaded_files.sweep` deletes it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import Conflict, NotFound
from backend.kernel.files import StoredFile, parts_of
from backend.storage.published_documents import TEMPORARY, temporary_name, unlink

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
#: Depth of the folders `sessions/<id>` and `library/<id>`. Only one process at a time creates, fills or removes such a
#: folder.
_LOCKED = 2


class FolderFiles:
    """Stores files below the data folder. A file's name is its path in the data folder, such as `library/<user
    id>/<work id>`.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir

    def put(self, name: str, content: bytes) -> None:
        """Write a file. A file that already has this name is replaced. Raises Conflict if the name belongs to a link or
        a folder.
        """
        with self._place(name) as (directory, last):
            temporary = temporary_name(TEMPORARY)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            try:
                with open(os.open(temporary, flags, 0o600, dir_fd=directory), "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, last, src_dir_fd=directory, dst_dir_fd=directory)
            except BaseException:
                unlink(directory, temporary)
                raise
            os.fsync(directory)

    def take(self, name: str, path: Path) -> None:
        with self._place(name) as (directory, last):
            os.replace(path, last, dst_dir_fd=directory)
            os.fsync(directory)

    def read(self, name: str) -> bytes:
        with self._file(name) as handle, open(handle, "rb", closefd=False) as file:
            return file.read()

    @contextmanager
    def on_disk(self, name: str) -> Iterator[Path]:
        with self._file(name):
            yield self._data_dir.joinpath(*parts_of(name))

    def remove(self, name: str) -> None:
        *folder, last = parts_of(name)
        with self._opened(folder, make=False) as directory:
            if directory is not None:
                unlink(directory, last)

    def listed(self, folder: str, deep: bool = False) -> tuple[StoredFile, ...]:
        with self._opened(parts_of(folder), make=False) as directory:
            return () if directory is None else tuple(sorted(_files(directory, "", deep), key=lambda each: each.name))

    def folders(self, above: str) -> tuple[str, ...]:
        with self._opened(parts_of(above), make=False) as directory:
            if directory is None:
                return ()
            with os.scandir(directory) as entries:
                return tuple(sorted(each.name for each in entries if each.is_dir(follow_symlinks=False)))

    def remove_folder(self, folder: str) -> None:
        """Remove a folder with its contents. If `folder` is a symbolic link, only the link is removed."""
        place = self._data_dir.joinpath(*parts_of(folder))
        if place.is_symlink() or place.is_file():
            place.unlink()
            return
        if place.exists():
            with self._opened(parts_of(folder), make=True):  # a file that is added meanwhile would prevent the removal
                shutil.rmtree(place)

    def move_folder(self, old: str, new: str) -> None:
        before, after = (self._data_dir.joinpath(*parts_of(each)) for each in (old, new))
        if before.exists():
            after.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.replace(before, after)

    @contextmanager
    def _place(self, name: str) -> Iterator[tuple[int, str]]:
        """Open the folder of a file, and create the folder if it is missing. Yields the folder's descriptor and the
        file's name in it.
        """
        *folder, last = parts_of(name)
        with self._opened(folder, make=True) as directory:
            assert directory is not None
            _refuse_other(directory, last)
            yield directory, last

    @contextmanager
    def _file(self, name: str) -> Iterator[int]:
        """Open a plain file and yield its descriptor. Raises NotFound if there is no file with this name, or if the
        name belongs to a link, a folder or another kind of file.
        """
        missing = f"The stored file is missing: {name}. Upload it again, or restore it from a backup."
        *folder, last = parts_of(name)
        with self._opened(folder, make=False) as directory:
            try:
                if directory is None:
                    raise FileNotFoundError
                # non-blocking, because a pipe may be in the file's place
                handle = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
            except OSError as error:
                raise NotFound(missing) from error
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NotFound(missing)
            yield handle
        finally:
            os.close(handle)

    @contextmanager
    def _opened(self, folder: Sequence[str], make: bool) -> Iterator[int | None]:
        """Open a folder and yield its descriptor; None if the folder does not exist. With `make`, missing folders are
        created, and only the system user of this process has access to them.
        """
        handles = [os.open(self._data_dir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)]
        try:
            found = _descend(handles, folder, make)
            yield handles[-1] if found else None
        finally:
            for each in handles:
                os.close(each)


def _descend(handles: list[int], folder: Sequence[str], make: bool) -> bool:
    """Open the folders of the path, one inside the other, and add their descriptors to `handles`. Each is opened from
    the one before, so that no symbolic link can lead elsewhere. With `make`, missing folders are created. Without it,
    returns False if a folder is missing.
    """
    for depth, step in enumerate(folder, start=1):
        if make:
            _make(handles[-1], step)
        try:
            handles.append(os.open(step, _FOLDER, dir_fd=handles[-1]))
        except FileNotFoundError:
            if make:
                raise
            return False
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise Conflict(
                    f"{step} in the data folder is a symbolic link or not a folder, so it was not used. "
                    "The operator must replace it by a plain folder."
                ) from error
            raise
        if make and depth == _LOCKED:
            fcntl.flock(handles[-1], fcntl.LOCK_EX)  # released when the handle closes or its process dies
            if os.fstat(handles[-1]).st_nlink == 0:
                raise Conflict("The folder was removed just now, so nothing was stored. Try again.")
    return True


def _make(above: int, name: str) -> None:
    """Create a folder, and force its entry in the folder above to disk. `above` is the descriptor of that folder."""
    try:
        os.mkdir(name, 0o700, dir_fd=above)
    except FileExistsError:
        return
    os.fsync(above)


def _files(directory: int, prefix: str, deep: bool) -> Iterator[StoredFile]:
    """Yield the plain files in a folder; with `deep`, also those in its subfolders. `prefix` is put before their names.
    Hidden files are left out, because Coscribe stores none.
    """
    with os.scandir(directory) as entries:
        for each in entries:
            if each.name.startswith("."):
                continue
            if deep and each.is_dir(follow_symlinks=False):
                below = os.open(each.name, _FOLDER, dir_fd=directory)
                try:
                    yield from _files(below, f"{prefix}{each.name}/", deep)
                finally:
                    os.close(below)
            about = each.stat(follow_symlinks=False)
            if stat.S_ISREG(about.st_mode):
                changed_at = datetime.fromtimestamp(about.st_mtime, UTC)
                yield StoredFile(prefix + each.name, about.st_size, changed_at)


def _refuse_other(directory: int, name: str) -> None:
    """Raise Conflict if this name belongs to a link, a folder or anything else that is not a plain file."""
    try:
        mode = os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise Conflict(f"{name} is a symbolic link or not a plain file, and was not changed. Remove it first.")
