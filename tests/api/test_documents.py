"""Documents over HTTP: byte for byte, with their ETag, and never over somebody else's change."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.bootstrap import create_app, prepare
from backend.storage.db import db
from tests.api.conftest import Client

ODD = "\ufeff---\r\ntitle: Ödp 🌊\r\n---\r\n\r\n# A\n\n| a |\r|---|\n\n$$x$$ \t\n\x0b\x0c\u2028no final newline"


def put(user, path, content, seen='"0"'):
    return user.call("PUT", path, {"content": content}, headers={"If-Match": seen} if seen else {})


@pytest.fixture
def path(somebody):
    return f"/api/sessions/{somebody.session()}/document"


def test_what_is_put_in_comes_out_byte_for_byte(both):
    user = Client(both)
    session = user.session()
    path = f"/api/sessions/{session}/document"
    answer = put(user, path, ODD)
    assert answer.status_code == 200 and answer.headers["ETag"] == '"1"'
    assert answer.json == {"session_id": session, "revision": 1, "content": ODD}
    assert user.call("GET", path).json == answer.json
    bare = user.call("GET", path, headers={"Accept": "text/markdown"})
    assert bare.content_type == "text/markdown; charset=utf-8" and bare.headers["ETag"] == '"1"'
    on_disk = both.extensions["coscribe"].data_dir / "sessions" / session / "doc.md"
    assert bare.data == ODD.encode() == on_disk.read_bytes()


@pytest.fixture(scope="module")
def writer_of_any_text(tmp_path_factory):
    folder = tmp_path_factory.mktemp("any-text")
    app = create_app(environ={"COSCRIBE_DATA_DIR": str(folder), "COSCRIBE_LOG_LEVEL": "CRITICAL"})
    prepare(app)
    yield Client(app)
    with app.app_context():
        db.engine.dispose()


@given(content=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=200))
@settings(max_examples=25, deadline=None)
def test_any_text_survives(writer_of_any_text, content):
    user = writer_of_any_text
    path = f"/api/sessions/{user.session()}/document"
    assert put(user, path, content).json["content"] == content
    assert user.call("GET", path, headers={"Accept": "text/markdown"}).data == content.encode()


def test_a_short_structure_has_a_length_and_a_long_one_comes_in_parts(somebody, path):
    put(somebody, path, "# Title\n\nText.\n")
    short = somebody.call("GET", f"{path}/structure")
    assert int(short.headers["Content-Length"]) == len(short.data) and short.mimetype == "application/json"
    put(somebody, path, "# É\n\n" * 10_000, '"1"')
    long = somebody.call("GET", f"{path}/structure")
    assert "Content-Length" not in long.headers and long.headers["Cache-Control"] == short.headers["Cache-Control"]
    assert len(long.json["tree"]) == len(long.json["blocks"]) == 10_000
    head = somebody.call("HEAD", f"{path}/structure")
    assert (head.status_code, head.data) == (200, b"")


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (None, "application/json"), ("*/*", "application/json"), ("application/json", "application/json"),
        ("text/html", "application/json"), ("text/markdown", "text/markdown"),
        ("text/markdown, */*;q=0.1", "text/markdown"), ("application/json, text/markdown;q=0.5", "application/json"),
    ],
)  # fmt: skip
def test_the_form_is_the_callers_choice(somebody, path, accept, kind):
    assert somebody.call("GET", path, headers={"Accept": accept} if accept else {}).mimetype == kind


def test_if_match_must_be_there_and_be_current(somebody, path):
    assert put(somebody, path, "a", None).status_code == 428
    for stale in ('"1"', '"-1"', "nonsense", '"0x0"', ""):
        assert put(somebody, path, "a", stale or '""').status_code == 412, stale
    refused = put(somebody, path, "a", "nonsense").json
    assert "'nonsense', which is not an ETag" in refused["detail"] and refused["revision"] == 0
    for number, seen in enumerate(('"0"', 'W/"1"', '"9", "2"', "*"), 1):
        assert put(somebody, path, f"text {number}", seen).headers["ETag"] == f'"{number}"', seen
    restore = somebody.call("POST", f"{path}/revisions/1/restore")
    assert restore.status_code == 428
    assert somebody.call("POST", f"{path}/revisions/1/restore", headers={"If-Match": '"1"'}).status_code == 412


def test_a_document_holds_five_megabytes(somebody, path):
    assert put(somebody, path, "é" * 2_500_000).status_code == 200
    over = put(somebody, path, "é" * 2_500_000 + "x", '"1"')
    assert over.status_code == 422 and set(over.json["errors"]) == {"content"}


def test_the_history_is_kept_shown_compared_and_restored(both):
    user = Client(both)
    path = f"/api/sessions/{user.session()}/document"
    put(user, path, "# A\n\nOne.\n")
    put(user, path, "# A\n\nTwo.\n", '"1"')
    page = user.call("GET", f"{path}/revisions").json
    assert [item["revision"] for item in page["items"]] == [2, 1, 0]
    assert [item["cause"] for item in page["items"]] == ["edited", "imported", "created"]
    assert set(page["items"][0]) == {"revision", "cause", "created_at", "sha256", "placement"}
    one = user.call("GET", f"{path}/revisions/1").json
    assert one["content"] == "# A\n\nOne.\n" and one["sha256"] == hashlib.sha256(one["content"].encode()).hexdigest()
    diff = user.call("GET", f"{path}/revisions/2/diff?against=1").json
    assert (diff["from"], diff["to"]) == (1, 2) and "-One.\n+Two.\n" in diff["diff"]
    back = user.call("POST", f"{path}/revisions/1/restore", headers={"If-Match": '"2"'})
    assert (back.status_code, back.json["revision"], back.json["content"]) == (200, 3, one["content"])
    assert back.headers["ETag"] == '"3"'
    assert user.call("GET", f"{path}/revisions?limit=1").json["items"][0]["cause"] == "restored"
    for missing in (
        "revisions/9",
        "revisions/9/diff",
        "revisions/1/diff?against=9",
        f"revisions/{10**30}",
        "revisions/-1",
    ):
        assert user.call("GET", f"{path}/{missing}").status_code == 404, missing


def test_structure_is_a_tree_and_a_summary(somebody, path):
    put(somebody, path, "# Title\n\n## Methods\n\nText.\n\n## Results\n\n- a\n- b\n")
    answer = somebody.call("GET", f"{path}/structure").json
    assert set(answer) == {"tree", "summary", "blocks"} and "Methods" in answer["summary"]
    top = answer["tree"][0]
    assert set(top) >= {"id", "type", "title", "level", "children"} and top["title"] == "Title"
    assert [child["title"] for child in top["children"]] == ["Methods", "Results"]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/markdown; charset=utf-8", "text/markdown"),
        ("text/markdown;variant=GFM", "text/markdown"),
        ("text/markdown, */*;q=0.1", "text/markdown"),
        ("text/markdown;q=0.5, application/json", "application/json"),
        ("application/json; charset=utf-8, text/markdown;q=0.9", "application/json"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
    ],
)
def test_markdown_is_for_those_who_would_rather_have_it(somebody, path, accept, kind):
    assert somebody.call("GET", path, headers={"Accept": accept}).mimetype == kind


def test_a_hand_edit_is_noticed_by_whatever_tells_of_the_document(somebody, path):
    session = path.split("/")[3]
    file = somebody.app.extensions["coscribe"].data_dir / "sessions" / session / "doc.md"
    asked = [f"/api/sessions/{session}", f"{path}/revisions/2", f"{path}/revisions/3/diff", f"{path}/revisions"]
    for number, address in enumerate(asked, 1):
        file.write_text(f"Edit {number} by hand.\n")
        answer = somebody.call("GET", address)
        assert answer.status_code == 200 and somebody.call("GET", path).json["revision"] == number
        if number == 1:
            assert answer.json["revision"] == 1
    file.write_bytes(b"\xff\xfe")
    assert somebody.call("GET", path).status_code == 409
    for address in asked:
        assert somebody.call("GET", address).status_code == 200, "the copy is bad, what is stored is not"


def test_a_diff_counts_lines_as_editors_do_and_tells_of_a_missing_end(somebody, path):
    put(somebody, path, "One\u2028still one\x0bstill.\nTwo.\n")
    put(somebody, path, "One\u2028still one\x0bStill.\nTwo.", '"1"')
    answer = somebody.call("GET", f"{path}/revisions/2/diff")
    assert answer.json["diff"].split("\n") == [
        "--- revision 1",
        "+++ revision 2",
        "@@ -1,2 +1,2 @@",
        "-One\u2028still one\x0bstill.",
        "-Two.",
        "+One\u2028still one\x0bStill.",
        "+Two.",
        "\\ No newline at end of file",
        "",
    ]
