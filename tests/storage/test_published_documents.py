from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.revision import digest
from backend.errors import Conflict
from backend.storage import published_documents
from backend.storage.db import new_id
from backend.storage.run_owner import this_process

ROOT = Path(__file__).parents[2]
#: what a published copy consists of
COPY = [".published.json", "doc.md"]
SESSION = "0f8fad5b-d9cb-469f-a165-70867728950e"


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_bytes_come_back_with_their_line_ends(tmp_path: Path, text: str) -> None:
    published_documents.publish(tmp_path, SESSION, text, 1)
    assert published_documents.read(tmp_path, SESSION) == text.encode()
    assert _names(published_documents.path(tmp_path, SESSION).parent) == COPY


@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "\ufeffBOM", "no end", "𝒳" * 1000])
def test_what_is_published_lies_where_the_contract_says(tmp_path: Path, text: str) -> None:
    published_documents.publish(tmp_path / "new" / "data", SESSION, text, 1)
    path = tmp_path / "new" / "data" / "sessions" / SESSION / "doc.md"
    assert path == published_documents.path(tmp_path / "new" / "data", SESSION)
    assert path.read_bytes() == text.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_mark_says_what_was_published_last(tmp_path: Path) -> None:
    assert published_documents.published(tmp_path, SESSION) is None
    published_documents.publish(tmp_path, SESSION, "é\r\n", 3)
    assert published_documents.published(tmp_path, SESSION) == published_documents.Mark(3, digest("é\r\n"))
    assert published_documents.digest("é\r\n".encode()) == digest("é\r\n")
    published_documents.mark(tmp_path, SESSION, 4, digest("by hand"))
    assert published_documents.published(tmp_path, SESSION) == published_documents.Mark(4, digest("by hand"))
    assert published_documents.read(tmp_path, SESSION) == "é\r\n".encode()


@pytest.mark.parametrize("torn", ["", "{", "null", "[]", "7", "{}", '{"number": 1}', '{"number": "x", "sha256": 1}'])
def test_a_torn_mark_is_none(tmp_path: Path, torn: str) -> None:
    published_documents.publish(tmp_path, SESSION, "x", 1)
    (published_documents.path(tmp_path, SESSION).parent / ".published.json").write_text(torn)
    assert published_documents.published(tmp_path, SESSION) is None


def test_nothing_there_is_none(tmp_path: Path) -> None:
    assert published_documents.read(tmp_path, SESSION) is None
    (tmp_path / "sessions" / SESSION).mkdir(parents=True)
    assert published_documents.read(tmp_path, SESSION) is None
    assert published_documents.sweep(tmp_path / "nowhere") == 0
    published_documents.remove(tmp_path / "nowhere", SESSION)


@pytest.mark.parametrize("wrong", ["", ".", "..", "../x", "/etc", SESSION.upper(), SESSION + "/..", SESSION + "\0"])
def test_what_is_no_id_touches_no_path(tmp_path: Path, wrong: str) -> None:
    for touch in (published_documents.path, published_documents.read, published_documents.remove):
        with pytest.raises(ValueError, match="session id"):
            touch(tmp_path, wrong)
    with pytest.raises(ValueError, match="session id"):
        published_documents.publish(tmp_path, wrong, "x", 1)
    assert _names(tmp_path) == []


@pytest.mark.parametrize("linked", ["doc.md", "session", "sessions"])
def test_symbolic_links_are_refused_and_what_they_point_to_is_left_alone(tmp_path: Path, linked: str) -> None:
    data, outside = tmp_path / "data", tmp_path / "outside"
    outside.mkdir()
    (outside / "doc.md").write_text("mine")
    place = {
        "doc.md": data / "sessions" / SESSION / "doc.md",
        "session": data / "sessions" / SESSION,
        "sessions": data / "sessions",
    }[linked]
    place.parent.mkdir(parents=True)
    place.symlink_to(outside / "doc.md" if linked == "doc.md" else outside)
    if linked == "sessions":
        (outside / SESSION).mkdir()
    with pytest.raises(Conflict):
        published_documents.publish(data, SESSION, "theirs", 1)
    with pytest.raises(Conflict):
        published_documents.read(data, SESSION)
    if linked != "sessions":
        published_documents.remove(data, SESSION)
        assert not (data / "sessions" / SESSION).exists()
    assert (outside / "doc.md").read_text() == "mine"


def test_the_data_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "real")
    published_documents.publish(tmp_path / "data", SESSION, "x", 1)
    assert published_documents.read(tmp_path / "real", SESSION) == b"x"


def test_a_pipe_in_its_place_is_refused_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "sessions" / SESSION
    folder.mkdir(parents=True)
    os.mkfifo(folder / "doc.md")
    with pytest.raises(Conflict):
        published_documents.read(tmp_path, SESSION)


def test_a_failing_disk_leaves_the_old_text_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    published_documents.publish(tmp_path, SESSION, "old", 1)

    def fail(*args: object, **options: object) -> None:
        raise OSError("disk full")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(published_documents.os, step, fail)
            with pytest.raises(OSError, match="disk full"):
                published_documents.publish(tmp_path, SESSION, "new", 1)
        assert published_documents.read(tmp_path, SESSION) == b"old"
        assert _names(published_documents.path(tmp_path, SESSION).parent) == COPY


def test_remove(tmp_path: Path) -> None:
    other = new_id()
    for session_id in (SESSION, other):
        published_documents.publish(tmp_path, session_id, "x", 1)
    published_documents.remove(tmp_path, SESSION)
    published_documents.remove(tmp_path, SESSION)
    assert _names(tmp_path / "sessions") == [other]


def test_sweep_spares_the_living(tmp_path: Path) -> None:
    published_documents.publish(tmp_path, SESSION, "x", 1)
    folder = published_documents.path(tmp_path, SESSION).parent
    host, boot, number, _ = this_process().split(":")
    names = {
        "dead": f".doc.md.{host}%3A{boot}%3A{number}%3A1.aaaa",
        "living": f".doc.md.{this_process().replace(':', '%3A')}.bbbb",
        "elsewhere, new": ".doc.md.other%3Ab.1%3A5%3A1.cccc",
        "elsewhere, old": ".doc.md.other%3Ab.1%3A5%3A1.dddd",
        "the user's": "notes.md",
    }
    for name in names.values():
        (folder / name).write_text("half")
    two_hours_ago = time.time() - 7200
    os.utime(folder / names["elsewhere, old"], (two_hours_ago, two_hours_ago))
    assert published_documents.sweep(tmp_path) == 2
    left = {*COPY, names["living"], names["elsewhere, new"], names["the user's"]}
    assert set(_names(folder)) == left


_WRITER = """
import sys
from pathlib import Path
from backend.storage import published_documents
print("writing", flush=True)
number = 0
while True:
    number += 1
    published_documents.publish(Path(sys.argv[1]), sys.argv[2], f"{number}\\n" * 40_000, number)
"""


def test_a_killed_writer_never_leaves_a_torn_file(tmp_path: Path) -> None:
    random_ = random.Random(3)
    published_documents.publish(tmp_path, SESSION, "0\n", 1)
    killed = littered = 0
    while killed < 12 or (not littered and killed < 60):
        killed += 1
        command = [sys.executable, "-c", _WRITER, str(tmp_path), SESSION]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None and child.stdout.readline() == b"writing\n"
            time.sleep(random_.uniform(0.002, 0.05))
            child.send_signal(signal.SIGKILL)
        content = published_documents.read(tmp_path, SESSION) or b""
        lines = content.split(b"\n")
        assert lines.pop() == b"" and len(set(lines)) == 1 and len(lines) in (1, 40_000)
        littered += len(_names(published_documents.path(tmp_path, SESSION).parent)) - len(COPY)
        published_documents.sweep(tmp_path)
        assert _names(published_documents.path(tmp_path, SESSION).parent) == COPY
    assert littered > 0, "no writer was killed in the middle: the test proves nothing"


def test_texts_that_are_set_aside_lie_beside_the_document_and_replace_nothing(tmp_path: Path) -> None:
    published_documents.publish(tmp_path, SESSION, "published", 1)
    names = [published_documents.set_aside(tmp_path, SESSION, text) for text in (b"one", b"two\r\n", b"one")]
    folder = published_documents.path(tmp_path, SESSION).parent
    assert names[0] == names[2] and _names(folder) == sorted([*COPY, *set(names)])
    assert (folder / names[1]).read_bytes() == b"two\r\n"
