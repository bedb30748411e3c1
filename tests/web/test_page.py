"""The page's files as a browser gets them: who may see them, how they are sent, and that they are what they claim."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

from backend.bootstrap import create_app, prepare
from backend.web import page
from tests.closing import close_app

ROOT = Path(__file__).resolve().parents[2]
ACCOUNT = {"email": "ada@example.org", "password": "a quiet long phrase"}


@pytest.fixture
def make(tmp_path):
    apps = []

    def made(**settings):
        environ = {
            "COSCRIBE_DATA_DIR": str(tmp_path / str(len(apps))),
            "COSCRIBE_WRITER": "extractive",
            "COSCRIBE_LOG_LEVEL": "ERROR",
        } | {f"COSCRIBE_{name}": value for name, value in settings.items()}
        app = create_app(environ=environ)
        prepare(app)
        apps.append(app)
        return app.test_client()

    yield made
    for each in apps:
        close_app(each)


def files_of(html: str) -> list[str]:
    return re.findall(r'(?:src|href)="(static/[^"]+)"', html)


def test_the_page_names_its_files_below_one_digest_and_all_of_them_are_there(make):
    http = make()
    told = http.get("/")
    assert (told.status_code, told.content_type) == (200, "text/html; charset=utf-8")
    names = files_of(told.text)
    assert {each.split("/")[1] for each in names} == {page.release().digest}
    for each in names:
        answer = http.get(f"/{each}")
        assert answer.status_code == 200, each
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert {name.rpartition(".")[2]: http.get(f"/{name}").mimetype for name in names} == {
        "svg": "image/svg+xml", "css": "text/css", "js": "text/javascript",
    }  # fmt: skip


def test_every_module_that_a_module_imports_is_there():
    files = page.release().files
    for name, found in files.items():
        if name.startswith("js/"):
            for target in re.findall(r'(?:from|import\() ?"(\.[^"]+)"', found.content.decode()):
                path = (page.STATIC / name).parent / target
                assert path.resolve().relative_to(page.STATIC).as_posix() in files, (name, target)


def test_the_policy_lets_only_own_scripts_run_and_each_page_has_its_own_nonce(make):
    http = make()
    first, second = http.get("/"), http.get("/")
    policy = first.headers["Content-Security-Policy"]
    rules = dict(each.strip().split(" ", 1) for each in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == "'self'"
    assert rules["require-trusted-types-for"] == "'script'" and rules["trusted-types"] == "dompurify"
    assert "unsafe" not in policy
    nonces = [re.search(r"'nonce-([\w-]+)'", each.headers["Content-Security-Policy"])[1] for each in (first, second)]
    assert nonces[0] != nonces[1] and nonces[0] in first.text
    assert first.headers["Cache-Control"] == "no-store"
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=", first.text)


def test_files_are_sent_compressed_to_those_who_take_it(make):
    http = make()
    (name,) = [each for each in files_of(http.get("/").text) if each.endswith("vendor/editor.js")]
    packed = http.get(f"/{name}", headers={"Accept-Encoding": "gzip"})
    plain = http.get(f"/{name}", headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.data) == plain.data == (page.STATIC / "vendor/editor.js").read_bytes()


def test_what_is_needed_before_the_first_keystroke_is_below_300_kb():
    files = page.release().files
    needed = [each for name, each in files.items() if name not in ("vendor/reader.js", "vendor/LICENSES.txt")]
    assert sum(len(each.packed or each.content) for each in needed) <= 300_000


def test_a_page_of_an_older_release_gets_the_newest_file_and_keeps_nothing(make):
    answer = make().get("/static/0000000000000000/js/main.js")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "name", ["index.html", "vendor/manifest.json", "js/nothing.js", "../page.py", "%2e%2e/page.py"]
)
def test_nothing_else_is_served(make, name):
    assert make().get(f"/static/{page.release().digest}/{name}").status_code == 404


def test_the_page_can_be_turned_off(make):
    http = make(PAGE="off")
    assert http.get("/").status_code == http.get(f"/static/{page.release().digest}/js/main.js").status_code == 404
    assert http.get("/docs").status_code == 200


def entry(http, **options) -> str:
    return re.search(r'data-entry="(\w+)"', http.get("/", **options).text)[1]


def test_one_click_is_offered_to_the_first_on_this_machine_alone(make):
    http = make()
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1]"):
        assert entry(http, base_url=f"http://{host}") == "local", host
    for host in ("coscribe.example.org", "localhost.example.org:8000", "127.0.0.1.example.org"):
        assert entry(http, base_url=f"http://{host}") == "register", host
    assert entry(http, headers={"X-Forwarded-For": "203.0.113.7"}) == "register"
    assert http.post("/api/auth/register", json=ACCOUNT).status_code == 201
    assert entry(http) == "register"


def test_where_registration_is_closed_people_can_only_sign_in(make):
    assert entry(make(REGISTRATION="closed")) == "signin"


def test_the_bundles_are_those_of_the_manifest_and_say_whose_they_are():
    vendor = page.STATIC / "vendor"
    manifest = json.loads((vendor / "manifest.json").read_text(encoding="utf-8"))
    assert {each.name for each in vendor.iterdir()} == {*manifest["sha256"], "manifest.json"}
    for name, digest in manifest["sha256"].items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == digest, f"make web-vendor: {name}"
    licences = (vendor / "LICENSES.txt").read_text(encoding="utf-8")
    assert [name for name in manifest["packages"] if f"{name} {manifest['packages'][name]} (" not in licences] == []
    asked = json.loads((ROOT / "backend/web/bundles/package.json").read_text(encoding="utf-8"))["dependencies"]
    assert asked.items() <= manifest["packages"].items(), "make web-vendor"


def test_modules_stay_within_300_lines_and_make_no_markup_of_text():
    for path in [*page.STATIC.glob("js/**/*.js"), *page.STATIC.glob("css/*.css")]:
        text = path.read_text(encoding="utf-8")
        limit = 500 if path.name in ("words.js", "paper.css", "base.css") else 300
        assert len(text.splitlines()) <= limit, path.name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path.name
        )


def test_words_stand_in_one_file():
    """What people read comes from words.js: no element is given words between quotation marks."""
    for path in page.STATIC.glob("js/*.js"):
        if path.name != "words.js":
            calls = re.findall(r'h\("\w+", \{[^{}]*\}, "([^"]*[A-Za-z]{2}[^"]*)"', path.read_text(encoding="utf-8"))
            assert calls == [], path.name
