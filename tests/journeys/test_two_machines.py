"""Two machines that share a database and a store of files, and nothing else: what one takes in, the other has."""

from __future__ import annotations

import base64
import io
import zipfile
from dataclasses import replace

import pytest

from backend.bootstrap import create_app, prepare
from backend.services import backup, run_kinds
from backend.services.upkeep import upkeep
from backend.storage.migration import migrate_database
from tests.closing import close_app

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
PAPER = b"# Grass in wind\n\nGrass bends before it breaks, and stands again by morning.\n"


class Waiting:
    """An executor whose runs wait for another machine's worker."""

    here = False

    def __init__(self):
        self.runs = []

    def submit(self, user_id, run_id):
        self.runs.append((user_id, run_id))


class Machine:
    def __init__(self, environ):
        self.app = create_app(environ=environ)
        prepare(self.app)
        self.waiting = Waiting()
        self.ports = self.app.extensions["coscribe"] = replace(self.app.extensions["coscribe"], executor=self.waiting)
        self.http = self.app.test_client()

    def call(self, method, path, status=200, **given):
        answer = self.http.open(path, method=method, headers={**self.signed, **given.pop("headers", {})}, **given)
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer

    def work(self, runs):
        with self.app.app_context():
            for each in runs:
                run_kinds.perform(self.ports, *each)


@pytest.fixture
def machines(s3, tmp_path, environ):
    shared = environ | s3.environ() | {"COSCRIBE_SECRET_KEY": "the same key on both machines, of 32 bytes"}
    a, b = (Machine(shared | {"COSCRIBE_DATA_DIR": str(tmp_path / name)}) for name in "ab")
    body = {"email": "ada@example.org", "password": "a quiet long phrase"}
    token = a.http.post("/api/auth/register", json=body).get_json()["access_token"]
    a.signed = b.signed = {"Authorization": f"Bearer {token}"}
    yield a, b
    for each in (a, b):
        close_app(each.app)


def keys(machine):
    return {f"{top}/{each.name}" for top in ("sessions", "library") for each in machine.ports.files.listed(top, True)}


def test_what_one_machine_takes_in_the_other_has(machines, tmp_path):
    a, b = machines
    made = a.call("POST", "/api/library", 201, data={"file": (io.BytesIO(PAPER), "grass.md")}).get_json()
    b.work(a.waiting.runs)
    assert b.call("GET", f"/api/library/{made['id']}").get_json()["status"] == "ready"

    session = a.call("POST", "/api/sessions", 201, json={}).get_json()["id"]
    picture = {"file": (io.BytesIO(PICTURE), "dot.png")}
    a.call("POST", f"/api/sessions/{session}/files", 201, data=picture)
    text = {"content": "# A paper\n\n![A dot](dot.png)\n"}
    b.call("PUT", f"/api/sessions/{session}/document", json=text, headers={"If-Match": '"0"'})
    assert b.call("GET", f"/api/sessions/{session}/files/dot.png").get_data() == PICTURE
    page = b.call("GET", f"/api/sessions/{session}/export?format=docx").get_data()
    assert PICTURE in [zipfile.ZipFile(io.BytesIO(page)).read(n) for n in zipfile.ZipFile(io.BytesIO(page)).namelist()]
    assert a.ports.files.read(f"sessions/{session}/doc.md") == text["content"].encode()
    for name in "ab":
        kept = [path for top in ("sessions", "library") for path in (tmp_path / name / top).rglob("*")]
        assert not [each for each in kept if each.is_file()], "nothing stays on one machine"

    with b.app.app_context():
        archive = io.BytesIO()
        backup.back_up(b.ports, archive)
        before = {each: b.ports.files.read(each) for each in keys(b) if not each.endswith("doc.md")}
        with a.app.app_context():
            backup.restore(a.ports, archive, lambda to: migrate_database(a.app, to), replace=True)
        assert {each: b.ports.files.read(each) for each in keys(b)} == before and len(before) == 2

    b.call("DELETE", f"/api/library/{made['id']}", 204)
    b.call("DELETE", f"/api/sessions/{session}", 204)
    assert keys(a) == set()


def test_an_account_leaves_nothing_in_the_store(machines):
    a, b = machines
    a.call("POST", "/api/library", 201, data={"file": (io.BytesIO(PAPER), "grass.md")})
    session = b.call("POST", "/api/sessions", 201, json={}).get_json()["id"]
    b.call("PUT", f"/api/sessions/{session}/document", json={"content": "Text.\n"}, headers={"If-Match": '"0"'})
    a.ports.files.put(f"sessions/{session}/scratch/notes.md", b"x")
    assert len(keys(a)) == 3
    b.call("DELETE", "/api/auth/me", 204, json={"password": "a quiet long phrase"})
    assert keys(a) == set()


def test_a_store_that_is_away_is_a_503_and_loses_nothing(machines, s3):
    a, b = machines
    session = a.call("POST", "/api/sessions", 201, json={}).get_json()["id"]
    a.ports.files._store = replace(a.ports.files._store, endpoint="http://127.0.0.1:9")
    a.ports.files._made = None
    told = a.call("POST", "/api/library", 503, data={"file": (io.BytesIO(PAPER), "grass.md")})
    assert told.get_json()["type"].endswith("store-unavailable") and int(told.headers["Retry-After"]) >= 1
    a.call("POST", f"/api/sessions/{session}/files", 503, data={"file": (io.BytesIO(PICTURE), "dot.png")})
    a.call("GET", f"/api/sessions/{session}/files", 503)
    a.call("PUT", f"/api/sessions/{session}/document", json={"content": "One.\n"}, headers={"If-Match": '"0"'})
    assert b.call("GET", f"/api/sessions/{session}/document").get_json()["content"] == "One.\n"
    assert b.call("GET", "/api/library").get_json()["items"] == [] and keys(b) == set()
    with b.app.app_context():
        for _ in upkeep(b.ports):
            pass
    assert b.ports.files.read(f"sessions/{session}/doc.md") == b"One.\n"
