"""The command line: signing in, sessions and documents."""

import json
import re
import stat
import subprocess

from tests.shell import ACCOUNT, PAPER
from tests.waiting import PATIENCE


def test_a_token_is_kept_for_the_user_alone(stranger):
    told = stranger.run("login", "--register", "--password-stdin", ACCOUNT[0], input=f"{ACCOUNT[1]}\n")
    assert f"Signed in at {stranger.server} as {ACCOUNT[0]}." in told.stdout
    assert stat.S_IMODE(stranger.config.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in stranger.config.iterdir()} == {0o600}
    assert ACCOUNT[1] not in "".join(path.read_text() for path in stranger.config.iterdir())
    # from now on the server needs no naming
    del stranger.env["COSCRIBE_SERVER"]
    assert stranger.json("sessions", code=0)["items"] == []
    stranger.run("logout")
    assert not list(stranger.config.glob("tokens-*.json"))
    assert "coscribe login" in stranger.run("sessions", code=3).stderr


def test_a_config_folder_that_can_not_be_written_is_said(stranger):
    stranger.home.write_text("a file where the folder should be")
    told = stranger.run("login", "--register", "--password-stdin", ACCOUNT[0], code=1, input=f"{ACCOUNT[1]}\n")
    assert str(stranger.home) in told.stderr and told.stdout == ""


def test_wrong_passwords_and_closed_doors_are_said(stranger):
    told = stranger.run("login", "--password-stdin", ACCOUNT[0], code=3, input="not the password\n")
    assert "wrong" in told.stderr and told.stdout == ""
    told = stranger.run("login", "--register", "--password-stdin", "nobody", code=7, input="short\n")
    assert "email:" in told.stderr and "password:" in told.stderr
    assert "--password-stdin" in stranger.run("login", ACCOUNT[0], code=2).stderr


def test_a_token_near_its_end_is_renewed_by_one_of_many_processes(shell):
    kept = json.loads(shell.token_file.read_text())
    shell.token_file.write_text(json.dumps(kept | {"got_at": kept["got_at"] - 11 * 60}))  # of fifteen minutes
    running = [shell.start("sessions", "--json", stdout=subprocess.PIPE) for _ in range(3)]
    assert all(json.loads(each.communicate(timeout=PATIENCE)[0])["items"] for each in running)
    renewed = json.loads(shell.token_file.read_text())
    assert renewed["refresh_token"] != kept["refresh_token"] and renewed["got_at"] >= kept["got_at"]
    shell.json("sessions")
    assert json.loads(shell.token_file.read_text()) == renewed, "a fresh one is used as it is"


def test_a_refused_token_is_renewed_and_a_dead_family_removed(shell, app):
    kept = json.loads(shell.token_file.read_text())
    shell.token_file.write_text(json.dumps(kept | {"access_token": "nonsense"}))
    shell.json("sessions")
    assert json.loads(shell.token_file.read_text())["access_token"] != "nonsense"
    token = json.loads(shell.token_file.read_text())["access_token"]
    app.test_client().post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
    told = shell.run("sessions", code=3)
    assert "not signed in" in told.stderr and "coscribe login" in told.stderr
    assert not list(shell.config.glob("tokens-*.json"))


def test_sessions_are_made_chosen_renamed_and_deleted(shell):
    first = shell.json("sessions")["items"][0]
    other = shell.json("sessions", "new", "Another")
    found = shell.json("sessions")
    assert [each["title"] for each in found["items"]] == ["Another", "Street trees"]
    assert found["current"] == other["id"]
    assert "Chosen" in shell.run("sessions", "use", first["id"][:8]).stdout
    assert shell.json("sessions", "rename", "Trees")["title"] == "Trees"
    lines = [line.split("\t") for line in shell.run("sessions").stdout.splitlines()]
    assert [(line[0], line[3]) for line in lines] == [("", "Another"), ("*", "Trees")]
    assert "--yes" in shell.run("sessions", "delete", "Another", code=2).stderr
    shell.run("sessions", "delete", "Another", "--yes")
    shell.run("sessions", "delete", "Trees", "--yes")
    assert "no sessions" in shell.run("sessions", code=6).stderr
    assert "No session is chosen" in shell.run("pending", code=6).stderr
    assert "You have no session" in shell.run("sessions", "use", "Trees", code=7).stderr
    shell.run("sessions", "new", "A title of thirty-six characters, no")
    assert "Chosen" in shell.run("sessions", "use", "A title of thirty-six characters, no").stdout


def test_who_is_not_signed_in_hears_of_that_first(stranger):
    for words in (["pending"], ["document"], ["preview"], ["approve", "--yes"], ["reject"], ["rewrite"]):
        assert "coscribe login" in stranger.run(*words, code=3).stderr


def test_nothing_pending_is_nothing_there_for_every_decision(shell):
    for words in (["pending"], ["preview"], ["approve", "--yes"], ["reject"], ["rewrite", "shorter"]):
        told = shell.run(*words, code=6)
        assert re.search("No draft waits|no pending or rejected content", told.stderr) and told.stdout == ""


def test_what_a_terminal_can_not_write_is_escaped(shell):
    shell.run("sessions", "new", "Über → 🌳")
    shell.env["PYTHONIOENCODING"] = "latin-1"
    process = shell.start("sessions", stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="latin-1")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and "Über \\u2192 \\U0001f333" in out and err == ""
    process = shell.start("sessions", "--json", stdout=subprocess.PIPE, encoding="latin-1")
    assert json.loads(process.communicate(timeout=PATIENCE)[0])["items"][0]["title"] == "Über → 🌳"


def test_a_document_goes_out_and_comes_in_byte_for_byte(shell, tmp_path):
    assert shell.run("document").stdout_bytes == PAPER.encode()
    file = tmp_path / "out.md"
    shell.run("document", "export", str(file))
    assert file.read_bytes() == PAPER.encode()
    file.write_bytes(PAPER.encode() + b"More.\r\n")
    assert "was not written" in shell.run("document", "export", str(file), code=7).stderr
    assert shell.json("document", "import", str(file))["revision"] == 2
    assert shell.json("document", "show", "1")["content"] == PAPER
    assert "+More." in shell.run("document", "diff", "2").stdout
    assert [each["revision"] for each in shell.json("document", "history")["items"]] == [2, 1, 0]
    shell.run("document", "restore", "1")
    assert shell.run("document").stdout_bytes == PAPER.encode()
    assert "Methods" in shell.run("document", "structure").stdout


def test_an_import_over_what_was_not_seen_is_refused(shell, app, tmp_path):
    session = shell.json("sessions")["items"][0]["id"]
    token = json.loads(shell.token_file.read_text())["access_token"]
    elsewhere = app.test_client().put(
        f"/api/sessions/{session}/document",
        json={"content": "# Elsewhere\n"},
        headers={"Authorization": f"Bearer {token}", "If-Match": '"1"'},
    )
    assert elsewhere.status_code == 200
    file = tmp_path / "mine.md"
    file.write_text("# Mine\n")
    assert "revision 2" in shell.run("document", "import", str(file), code=7).stderr
    assert shell.run("document", "show", "2").stdout == "# Elsewhere\n"
    assert shell.json("document", "import", str(file), "--force")["content"] == "# Mine\n"
    file.write_bytes(b"\xff\xfe")
    assert "UTF-8" in shell.run("document", "import", str(file), code=2).stderr
