"""`coscribe login` and `logout`."""

from __future__ import annotations

import json

import httpx2

from backend.client.commands.login import login, logout
from backend.client.failures import InvalidUsage, RequestRefused, SignedOut
from tests.client.conftest import SERVER

USER = {"id": "u", "email": "ada@example.org", "name": None, "created_at": ""}
GRANT = {"user": USER, "access_token": "a", "refresh_token": "r"}


def test_signing_in_with_a_password_from_standard_input(run, canned, context):
    canned.on("POST /api/auth/login", GRANT)
    result = run(login, "ada@example.org", "--password-stdin", input="a phrase \nsecond line\n")
    assert result.stdout == f"Signed in at {SERVER} as ada@example.org.\n"
    assert canned.body() == {"email": "ada@example.org", "password": "a phrase "}
    assert context.choices.server == SERVER
    assert json.loads(run(logout, "--json").stdout) == {"server": SERVER, "signed_in": False}


def test_registering(run, canned):
    canned.on("POST /api/auth/register", GRANT)
    result = run(login, "ada@example.org", "--register", "--name", "Ada", "--password-stdin", "--json", input="p\n")
    assert json.loads(result.stdout) == {"server": SERVER, "user": USER}
    assert canned.body()["name"] == "Ada"


def test_registering_an_account_that_is_there_signs_in(run, canned):
    taken = {"title": "Conflict", "status": 409, "detail": "This e-mail address is taken."}
    canned.on("POST /api/auth/register", (409, taken))
    canned.on("POST /api/auth/login", GRANT)
    assert (
        json.loads(run(login, "ada@example.org", "--register", "--password-stdin", "--json", input="p\n").stdout)[
            "user"
        ]
        == USER
    )
    canned.on("POST /api/auth/login", (401, {"title": "Unauthorized", "status": 401, "detail": "Wrong."}))
    result = run(login, "ada@example.org", "--register", "--password-stdin", input="q\n")
    assert (result.exit_code, result.stderr) == (RequestRefused("").code, "This e-mail address is taken.\n")


def test_without_a_terminal_the_password_must_come_from_standard_input(run, canned):
    result = run(login, "ada@example.org", input="p\n")
    assert (result.exit_code, canned.requests) == (InvalidUsage("").code, [])
    assert "--password-stdin" in result.stderr


def test_an_address_that_is_not_encrypted_is_warned_of_unless_it_is_this_machine(run, canned, api):
    canned.on("POST /api/auth/login", GRANT)
    assert "not encrypted" not in run(login, "a@b.c", "--password-stdin", input="p\n").stderr
    api.connection.server = "http://elsewhere.example"
    assert "not encrypted" in run(login, "a@b.c", "--password-stdin", input="p\n").stderr
    api.connection.server = "https://elsewhere.example"
    assert "not encrypted" not in run(login, "a@b.c", "--password-stdin", input="p\n").stderr


def test_signing_out_removes_the_token_here_whatever_the_server_says(run, canned, api):
    canned.on("POST /api/auth/logout", httpx2.ConnectError("away"))
    result = run(logout)
    assert result.exit_code == 0 and "did not revoke it" in result.stdout
    assert api.connection.tokens.grant() is None
    again = run(logout)
    assert again.exit_code == SignedOut("").code and "not signed in" in again.stderr


def test_signing_out(run, canned):
    canned.on("POST /api/auth/logout", {})
    assert run(logout).stdout == "Signed out.\n"
