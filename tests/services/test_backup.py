"""A backup, put back into an empty place of either kind, is the same in every row and every file."""

from __future__ import annotations

import io
import json
import os
import struct
import threading
import zipfile
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import current_app

from backend.bootstrap import create_core
from backend.document.revision import Revision
from backend.errors import Conflict, Refused
from backend.services import accounts, api_keys, backup, documents, library, sessions
from backend.settings import Settings
from backend.storage import drafts, messages, revisions
from backend.storage.db import db, execute, reading, transaction
from backend.storage.migration import migrate_database
from tests.closing import close_app
from tests.services.removal.test_account_removal import Nobody


@contextmanager
def machine(folder, url):
    settings = {
        "COSCRIBE_DATA_DIR": str(folder),
        "COSCRIBE_DATABASE_URL": url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    migrate_database(app)
    with app.app_context():
        yield app.extensions["coscribe"], partial(migrate_database, app)
    close_app(app)


def everything():
    """All rows of all tables, as the types of the tables read them."""
    with reading():
        return {
            table.name: [tuple(row) for row in execute(sa.select(table).order_by(*table.primary_key.columns))]
            for table in db.metadata.sorted_tables
        }


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.parts[len(folder.parts)] in ("sessions", "library", "secret_key")
    }


def filled(world):
    ports = replace(world.ports, executor=Nobody())
    for number in range(3):
        documents.put(ports, world.owned, f'"{number}"', f"# Grün 研究\r\n\n{'Grass grows. ' * 900}{number}\n")
    with transaction():
        said = messages.add(world.session_id, "assistant", "Said.", ports.clock(), raw='{"message": "Said."}')
        drafts.hold(drafts.NewDraft(world.session_id, said.id, "A draft.", ports.clock(), 0, ()), ports.clock())
    library.upload(ports, world.user_id, "notes.txt", io.BytesIO(b"Notes of the library.\n"))
    api_keys.create(ports, "a@example.org", "notebook")
    sessions.create(ports, accounts.register(ports, "b@example.org", "a quiet long phrase").id, "other")
    world.file.with_name("scratch").mkdir()
    world.file.with_name("scratch").joinpath("notes.md").write_text("a note")
    return ports


def archive_of(ports) -> io.BytesIO:
    target = io.BytesIO()
    backup.back_up(ports, target)
    return target


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_every_row_and_every_file_comes_back_in_either_database(world, tmp_path, into, request):
    ports = filled(world)
    archive, rows, kept = archive_of(ports), everything(), files(ports.data_dir)
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    if into == "postgresql":
        databases = request.getfixturevalue("_postgres")
        url = databases.make()
    with machine(tmp_path / "other", url) as (empty, migrate):
        contents = backup.restore(empty, archive, migrate)
        assert everything() == rows and contents.rows == sum(map(len, rows.values())) - len(rows["schema_support"])
        for owned in rows["sessions"]:
            documents.store_hand_edit(empty, owned[0])
        assert files(tmp_path / "other") == kept
        with transaction():
            made = revisions.add(world.session_id, 3, "# New\n", "edited", empty.clock())
        assert isinstance(made, Revision)
        work, new = library.upload(replace(empty, executor=Nobody()), world.user_id, "b.txt", io.BytesIO(b"More.\n"))
        assert new and work.number > max(each[0] for each in rows["works"])
    if into == "postgresql":
        databases.drop(url)


def test_nothing_is_restored_over_what_is_there_unless_told(world, tmp_path):
    archive = archive_of(filled(world))
    with machine(tmp_path / "other", f"sqlite:///{tmp_path / 'other.sqlite3'}") as (other, migrate):
        theirs = accounts.register(other, "c@example.org", "a quiet long phrase")
        sessions.create(other, theirs.id)
        before = everything(), files(tmp_path / "other")
        with pytest.raises(Conflict, match=r"nothing was changed.*--replace"):
            backup.restore(other, archive, migrate)
        assert (everything(), files(tmp_path / "other")) == before
        backup.restore(other, archive, migrate, replace=True)
        assert sorted(each[1] for each in everything()["users"]) == ["a@example.org", "b@example.org"]
        (aside,) = (tmp_path / "other").glob("sessions.before-*")
        assert len(list(aside.glob("*/doc.md"))) == 1


@pytest.mark.parametrize("held", ["an account", "nothing"])
def test_a_backup_that_does_not_fit_the_tables_leaves_the_rows_and_files_as_they_were(world, tmp_path, held):
    whole = archive_of(filled(world)).getvalue()
    tables = json.loads(zipfile.ZipFile(io.BytesIO(whole)).read("manifest.json"))["tables"]
    for each in tables:
        each["columns"] = [["gone" if name == "title" else name, kind] for name, kind in each["columns"]]
    with machine(tmp_path / "other", f"sqlite:///{tmp_path / 'other.sqlite3'}") as (other, migrate):
        if held == "an account":
            sessions.create(other, accounts.register(other, "c@example.org", "a quiet long phrase").id)
        before = everything(), files(tmp_path / "other")
        with pytest.raises(Refused, match=r"could not be loaded.*Nothing was changed"):
            backup.restore(other, io.BytesIO(changed(whole, {"tables": tables})), migrate, replace=True)
        assert (everything(), files(tmp_path / "other")) == before
        assert not [
            each.name for each in (tmp_path / "other").iterdir() if "restor" in each.name or "before" in each.name
        ]


def test_files_that_cannot_be_put_in_place_leave_the_rows_and_files_as_they_were(world, tmp_path, monkeypatch):
    archive = archive_of(filled(world))
    with machine(tmp_path / "other", f"sqlite:///{tmp_path / 'other.sqlite3'}") as (other, migrate):
        theirs = accounts.register(other, "c@example.org", "a quiet long phrase").id
        sessions.create(other, theirs)
        library.upload(replace(other, executor=Nobody()), theirs, "theirs.txt", io.BytesIO(b"Their notes.\n"))
        before = everything(), files(tmp_path / "other")
        move = os.replace

        def refuse_the_library(old, new, **folders):
            if Path(new) == tmp_path / "other" / "library" and "restoring" in str(old):
                raise PermissionError("The folder is locked.")
            move(old, new, **folders)

        monkeypatch.setattr(os, "replace", refuse_the_library)
        with pytest.raises(PermissionError, match="locked"):
            backup.restore(other, archive, migrate, replace=True)
        assert (everything(), files(tmp_path / "other")) == before
        assert not [
            each.name for each in (tmp_path / "other").iterdir() if "restor" in each.name or "before" in each.name
        ]


def test_a_hand_edit_that_nobody_has_noticed_is_in_the_backup(world):
    sessions.get(world.ports, world.user_id, world.session_id)
    world.file.write_text("# By hand\n")
    archive = zipfile.ZipFile(archive_of(world.ports))
    causes = [json.loads(line)[2] for line in archive.read("database/revisions.jsonl").splitlines()]
    assert causes == ["created", "external"]


def test_what_is_written_meanwhile_is_in_none_of_the_tables(world, monkeypatch):
    ports, real = filled(world), backup.dump.lines
    app, done = current_app._get_current_object(), []

    def write():
        with app.app_context():
            late = accounts.register(ports, "late@example.org", "a quiet long phrase")
            done.append(sessions.create(ports, late.id).id)

    def lines(shape):
        yield from real(shape)
        if shape.name == "users":
            writer = threading.Thread(target=write)
            writer.start()
            writer.join()

    monkeypatch.setattr(backup.dump, "lines", lines)
    archive = zipfile.ZipFile(archive_of(ports))
    assert done and len(archive.read("database/users.jsonl").splitlines()) == 2
    assert done[0].encode() not in archive.read("database/sessions.jsonl")


@pytest.mark.parametrize("damage", ["no archive", "a byte", "no such block", "later", "outside"])
def test_what_is_no_whole_backup_changes_nothing(world, tmp_path, damage):
    whole = archive_of(filled(world)).getvalue()
    if damage == "no archive":
        broken = b"none"
    elif damage == "a byte":
        place = whole.index(b"database/messages.jsonl") + 120
        broken = whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :]
    elif damage == "no such block":  # of compressed data: the last of the four kinds is reserved
        place = beginning(whole, "database/messages.jsonl")
        broken = whole[:place] + b"\xff" + whole[place + 1 :]
    else:
        broken = changed(whole, {"format": 99} if damage == "later" else {"files": {"files/../../x": "0"}})
    with machine(tmp_path / "other", f"sqlite:///{tmp_path / 'other.sqlite3'}") as (other, migrate):
        before = everything()
        with pytest.raises(Refused, match="is not a backup, is damaged, or was made by a later version"):
            backup.restore(other, io.BytesIO(broken), migrate)
        assert everything() == before and not list((tmp_path / "other").glob(".restore-*"))


def beginning(whole, name):
    """Where a file's compressed data begin, behind their header."""
    header = zipfile.ZipFile(io.BytesIO(whole)).getinfo(name).header_offset
    return header + 30 + sum(struct.unpack_from("<HH", whole, header + 26))


def changed(whole, changes):
    old, target = zipfile.ZipFile(io.BytesIO(whole)), io.BytesIO()
    with zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "manifest.json":
                data = json.dumps(json.loads(data) | changes).encode()
            new.writestr(name, data)
    return target.getvalue()
