"""Back up the whole database and all files into one archive while the server runs, and restore them.

The archive has `manifest.json`, `database/<table>.jsonl` and `files/…`. All rows are of one moment. A library file
never changes, so each one in the archive is complete; files that are removed during the backup are missing.

The copies of documents in doc.md files are left out: the database has the documents, and each copy is written again
when its document is next used. If somebody has edited such a copy by hand, the edit is stored in the database first.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from backend.errors import Conflict, CoscribeError, NotFound, Refused
from backend.kernel.files import LIBRARY, SESSIONS
from backend.ports import Ports
from backend.services import accounts, documents
from backend.storage import dump, published_documents
from backend.storage.db import newest_revision, reading, transaction
from backend.storage.dump import TableShape

log = logging.getLogger(__name__)

#: Version number of the archive's format. A program reads archives of its own version and of earlier ones.
FORMAT = 1
#: Folders that are backed up, and single files in the data folder of this machine that are backed up.
FOLDERS, FILES = (SESSIONS, LIBRARY), ("secret_key",)
#: Prefix of the folder that holds restored files until the rows are restored.
_STAGE = "restoring"
#: Number of bytes that are copied at a time.
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Contents:
    """The number of rows and the number of files in a backup."""

    rows: int
    files: int


def back_up(ports: Ports, target: BinaryIO) -> Contents:
    """Write the whole database and all files into an archive. During this time, the server can read and write."""
    _take_in_hand_edits(ports)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        tables = _write_rows(archive)
        digests = {f"files/{name}": digest for name, digest in _write_files(archive, ports)}
        _write_manifest(archive, ports, tables, digests)
    return Contents(sum(each["rows"] for each in tables), len(digests))


def restore(ports: Ports, source: BinaryIO, migrate: Callable[[str | None], None], replace: bool = False) -> Contents:
    """Restore a backup. The whole archive is read and checked before anything changes. If its rows cannot be loaded,
    rows and files stay as they were. `migrate` creates the tables as of a given database version (None: the newest).

    Raises Conflict if there is data already and `replace` is False. Raises Refused if the archive is damaged or does
    not fit the tables.
    """
    try:
        archive = zipfile.ZipFile(source)
        manifest = _checked(archive)
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError) as error:
        raise Refused(
            f"This file is not a backup, is damaged, or was made by a later version ({error}). Nothing was changed. "
            "Use another file, or the version that made it."
        ) from error
    if not replace and (not accounts.nobody_yet() or any(_kept_files(ports))):
        raise Conflict("There are accounts or files here already; nothing was changed. `--replace` replaces them.")
    staged = Path(tempfile.mkdtemp(prefix=".restore-", dir=ports.data_dir))
    stage = _STAGE + staged.name.removeprefix(".restore")
    try:
        for name in manifest["files"]:
            place = _extract(archive, name, staged)
            if (inside := name.removeprefix("files/")) not in FILES:
                ports.files.take(f"{stage}/{inside}", place)
        kept = ports.data_dir / f"rows.before{stage.removeprefix(_STAGE)}.zip"
        _keep_rows(ports, kept)
        with _put_back_on_failure(kept, migrate):
            rows = _replace_rows(archive, manifest, migrate)
            _put_in_place(ports, stage, staged)
    finally:
        ports.files.remove_folder(stage)
        shutil.rmtree(staged, ignore_errors=True)
    return Contents(rows, len(manifest["files"]))


def _keep_rows(ports: Ports, kept: Path) -> None:
    """Write the present rows into the archive `kept`. They are loaded again from there if the rows of the backup cannot
    be loaded.
    """
    with (
        open(os.open(kept, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as target,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        _write_manifest(archive, ports, _write_rows(archive), {})


@contextmanager
def _put_back_on_failure(kept: Path, migrate: Callable[[str | None], None]) -> Iterator[None]:
    """If the `with` block raises an exception, replace all rows by those in the archive `kept`, and log this. Removes
    `kept` at the end, unless its rows cannot be put back.
    """
    try:
        yield
    except BaseException:
        log.warning("the restoration failed; the rows from before it are put back from %s", kept)
        dump.drop_everything()
        migrate(None)
        with zipfile.ZipFile(kept) as present:
            _load(present, json.loads(present.read("manifest.json"))["tables"])
        kept.unlink()
        raise
    kept.unlink()


def _replace_rows(archive: zipfile.ZipFile, manifest: dict[str, Any], migrate: Callable[[str | None], None]) -> int:
    """Replace all rows by those of the archive. Returns their number."""
    try:
        dump.drop_everything()
        migrate(manifest["migration"])
        rows = _load(archive, manifest["tables"])
        migrate(None)
    except (KeyError, ValueError, TypeError) as error:
        raise Refused(f"The backup could not be loaded ({error}). Nothing was changed.") from error
    return rows


def _take_in_hand_edits(ports: Ports) -> None:
    if not ports.policy.publish:
        return
    for session_id in published_documents.session_ids(ports.data_dir):
        try:
            found = published_documents.read(ports.data_dir, session_id)
            mark = published_documents.published(ports.data_dir, session_id)
            if found is not None and (mark is None or published_documents.digest(found) != mark.sha256):
                documents.store_hand_edit(ports, session_id)
        except CoscribeError as error:  # an unusable file does not stop the backup
            log.warning("a hand edit is not in the backup: %s", error.detail, extra={"session_id": session_id})


def _write_rows(archive: zipfile.ZipFile) -> list[dict[str, Any]]:
    """Write the rows of all tables into the archive. Returns the name, the columns and the number of rows of each."""
    with reading():
        return [
            asdict(shape) | {"rows": _write_lines(archive, f"database/{shape.name}.jsonl", dump.lines(shape))}
            for shape in dump.shapes()
        ]


def _write_manifest(
    archive: zipfile.ZipFile, ports: Ports, tables: list[dict[str, Any]], files: dict[str, str]
) -> None:
    manifest = {
        "format": FORMAT,
        "migration": newest_revision(),
        "made_at": ports.clock().isoformat(),
        "tables": tables,
        "files": files,
    }
    archive.writestr("manifest.json", json.dumps(manifest))


def _write_lines(archive: zipfile.ZipFile, name: str, lines: Iterator[str]) -> int:
    count = 0
    with archive.open(name, "w", force_zip64=True) as member:
        for line in lines:
            member.write(line.encode() + b"\n")
            count += 1
    return count


def _write_files(archive: zipfile.ZipFile, ports: Ports) -> Iterator[tuple[str, str]]:
    """Write the files into the archive. Yields the name and the SHA-256 digest of each.

    A file that is removed meanwhile is left out.
    """
    for name in _kept_files(ports):
        try:
            with ports.files.on_disk(name) as path:
                yield name, _write_file(archive, f"files/{name}", path)
        except NotFound:
            log.info("a file was removed while the backup was taken")
    for path in filter(Path.is_file, map(ports.data_dir.joinpath, FILES)):
        yield path.name, _write_file(archive, f"files/{path.name}", path)


def _write_file(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file, archive.open(name, "w", force_zip64=True) as member:
        while piece := file.read(_PIECE):
            digest.update(piece)
            member.write(piece)
    return digest.hexdigest()


def _kept_files(ports: Ports) -> Iterator[str]:
    for folder in FOLDERS:
        for each in ports.files.listed(folder, deep=True):
            if not each.name.endswith("/doc.md"):
                yield f"{folder}/{each.name}"


def _checked(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return the archive's manifest. Raises ValueError or KeyError if the archive is damaged, or if a later version of
    Coscribe made it.
    """
    manifest: dict[str, Any] = json.loads(archive.read("manifest.json"))
    if manifest["format"] > FORMAT or manifest["migration"] > newest_revision():
        raise ValueError("it was made by a later version of Coscribe")
    broken = archive.testzip()
    if broken is not None:
        raise ValueError(f"{broken} is damaged")
    for name, digest in manifest["files"].items():
        inside = Path(name).parts
        if inside[0] != "files" or ".." in inside or Path(name).is_absolute():
            raise ValueError(f"{name} would lie outside of its folder")
        with archive.open(name) as member:
            if hashlib.file_digest(member, "sha256").hexdigest() != digest:  # type: ignore[arg-type]
                raise ValueError(f"{name} is damaged")
    return manifest


def _load(archive: zipfile.ZipFile, tables: list[dict[str, Any]]) -> int:
    rows = 0
    with transaction():
        for each in tables:
            shape = TableShape(each["name"], tuple((name, kind) for name, kind in each["columns"]))
            with archive.open(f"database/{shape.name}.jsonl") as member:
                rows += dump.load(shape, io.TextIOWrapper(member, "utf-8"))
        dump.count_on()
    return rows


def _extract(archive: zipfile.ZipFile, name: str, staged: Path) -> Path:
    """Write a file of the archive to the folder `staged` of this machine. Returns the file's path there."""
    place = staged.joinpath(*Path(name).parts[1:])
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with archive.open(name) as member, open(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        shutil.copyfileobj(member, file, _PIECE)
        file.flush()
        os.fsync(file.fileno())
    return place


def _put_in_place(ports: Ports, stage: str, staged: Path) -> None:
    """Move the restored folders from the folder `stage` of the file store, and the restored files from the folder
    `staged` of this machine, to their final places. What is there already is renamed, not removed. After an error,
    everything is where it was.
    """
    aside = stage.removeprefix(_STAGE)
    with ExitStack() as undo:

        def move(old: str, new: str) -> None:
            undo.callback(ports.files.move_folder, new, old)
            ports.files.move_folder(old, new)

        for folder in FOLDERS:
            move(folder, f"{folder}.before{aside}")
            move(f"{stage}/{folder}", folder)
        for place, new in ((ports.data_dir / name, staged / name) for name in FILES):
            if not new.exists():
                continue
            before = place.with_name(f"{place.name}.before{aside}")
            if place.exists():
                os.replace(place, before)
                undo.callback(os.replace, before, place)
            os.replace(new, place)
        undo.pop_all()
