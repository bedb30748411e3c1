"""Accounts and tokens, on both databases."""

from __future__ import annotations

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import jwt
import pytest
from argon2 import PasswordHasher
from flask_jwt_extended import create_access_token

from backend.api.authentication import CLOCKS_APART
from backend.storage import users
from backend.storage.db import reading, transaction
from tests.api.conftest import PASSWORD, Client, Clock


@pytest.fixture
def user(both):
    return Client(both)


@pytest.fixture
def clock(both):
    moved = Clock()
    both.extensions["coscribe"] = dataclasses.replace(both.extensions["coscribe"], clock=moved)
    return moved


def me(user, token=None):
    return user.http.get("/api/auth/me", headers={"Authorization": f"Bearer {token or user.access}"}).status_code


def login(user, password=PASSWORD, email=None):
    return user.http.post("/api/auth/login", json={"email": email or user.email, "password": password})


def test_register_login_and_me_tell_the_same_user(both):
    http = both.test_client()
    body = {"email": " Ada@Example.org ", "password": "0123456789", "name": "Ada"}
    made = http.post("/api/auth/register", json=body)
    assert made.status_code == 201 and set(made.json) == {"user", "access_token", "refresh_token"}
    assert set(made.json["user"]) == {"id", "email", "name", "created_at"}
    assert (made.json["user"]["email"], made.json["user"]["name"]) == ("Ada@Example.org", "Ada")
    assert made.json["user"]["created_at"].endswith("Z")
    again = http.post("/api/auth/login", json={"email": "ada@example.ORG", "password": "0123456789"})
    assert again.status_code == 200 and again.json["user"] == made.json["user"]
    mine = http.get("/api/auth/me", headers={"Authorization": f"Bearer {again.json['access_token']}"})
    assert mine.json == made.json["user"]
    taken = http.post("/api/auth/register", json=body | {"email": "ADA@example.org"})
    assert taken.status_code == 409


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"email", "password"}),
        ({"email": "nobody", "password": "short"}, {"email", "password"}),
        ({"email": "a@b.org", "password": "x" * 129}, {"password"}),
        ({"email": "a@b.org", "password": 1234567890}, {"password"}),
        ({"email": "a@b.org", "password": "0123456789", "name": "n" * 201, "admin": True}, {"name", "admin"}),
        ({"email": "a" * 250 + "@b.org", "password": "0123456789"}, {"email"}),
    ],
)
def test_registration_names_every_bad_field(http, body, fields):
    answer = http.post("/api/auth/register", json=body)
    assert answer.status_code == 422 and set(answer.json["errors"]) == fields


def test_passwords_of_10_and_of_128_characters_are_taken(http):
    for number, password in enumerate(("0123456789", "é" * 128, "  blanks count  ")):
        body = {"email": f"p{number}@example.org", "password": password}
        assert http.post("/api/auth/register", json=body).status_code == 201
        assert http.post("/api/auth/login", json=body).status_code == 200


def test_registration_may_be_closed(make):
    http = make(REGISTRATION="closed").test_client()
    assert http.post("/api/auth/register", json={"email": "a@b.org", "password": "0123456789"}).status_code == 403


def test_a_wrong_address_and_a_wrong_password_sound_the_same(user):
    wrong, unknown = login(user, "not the password"), login(user, email="nobody@example.org")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json["detail"] == unknown.json["detail"] and wrong.headers["WWW-Authenticate"].startswith("Bearer")


def test_refresh_rotates_and_the_spent_token_has_ten_seconds(user, clock):
    first = user.refresh_token
    second = user.refresh()
    assert second.status_code == 200 and set(second.json) == {"access_token", "refresh_token"}
    assert me(user, second.json["access_token"]) == 200
    clock.advance(seconds=9)
    other_tab = user.refresh(first)
    assert other_tab.status_code == 200, "another tab that asked a moment later"
    third = user.refresh(other_tab.json["refresh_token"])
    assert third.status_code == 200, "what the second tab was given is good"
    assert user.refresh(first).status_code == 401, "only the one before has grace"


def test_reuse_after_the_grace_revokes_the_family_and_no_other(user, clock):
    other = login(user).json
    spent, new = user.refresh_token, user.refresh().json
    clock.advance(seconds=11)
    assert user.refresh(spent).status_code == 401
    assert user.refresh(new["refresh_token"]).status_code == 401, "the thief's or the owner's: both are out"
    assert me(user, new["access_token"]) == 401, "the access token dies with its family"
    assert me(user, other["access_token"]) == 200


def test_two_tabs_at_the_same_moment_both_go_on(user):
    with ThreadPoolExecutor(6) as pool:
        clients = [user.app.test_client() for _ in range(6)]
        headers = {"Authorization": f"Bearer {user.refresh_token}"}
        answers = list(pool.map(lambda http: http.post("/api/auth/refresh", headers=headers), clients))
    assert {answer.status_code for answer in answers} == {200}
    ids = {jwt.decode(a.json["refresh_token"], options={"verify_signature": False})["jti"] for a in answers}
    assert len(ids) == 1, "one token is valid at a time, however many asked"


def test_a_family_ends_with_its_last_token(user, clock):
    clock.advance(days=31)
    assert user.refresh().status_code == 401


def test_logout_revokes_both_tokens_of_this_sign_in_only(user):
    other = login(user).json
    gone = user.call("POST", "/api/auth/logout")
    assert (gone.status_code, gone.data) == (204, b"")
    assert (me(user), user.refresh().status_code) == (401, 401)
    assert me(user, other["access_token"]) == 200


def test_a_new_password_signs_everybody_else_out(user):
    other = login(user).json
    body = {"password": PASSWORD, "new_password": "another long phrase"}
    assert user.call("POST", "/api/auth/password", body | {"password": "wrong"}).status_code == 401
    assert me(user, other["access_token"]) == 200
    assert user.call("POST", "/api/auth/password", body | {"new_password": "short"}).status_code == 422
    assert user.call("POST", "/api/auth/password", body).status_code == 204
    assert (me(user), user.refresh().status_code) == (200, 200)
    assert (me(user, other["access_token"]), user.refresh(other["refresh_token"]).status_code) == (401, 401)
    assert (login(user).status_code, login(user, "another long phrase").status_code) == (401, 200)


def test_leaving_takes_everything_along(user):
    bystander = Client(user.app)
    kept = bystander.session()
    session = user.session()
    folder = user.app.extensions["coscribe"].data_dir / "sessions"
    assert {path.name for path in folder.iterdir()} == {session, kept}
    assert user.call("DELETE", "/api/auth/me", {"password": "wrong"}).status_code == 401
    assert user.call("DELETE", "/api/auth/me").status_code == 422
    assert user.call("DELETE", "/api/auth/me", {"password": PASSWORD}).status_code == 204
    assert {path.name for path in folder.iterdir()} == {kept}
    assert (me(user), user.refresh().status_code, login(user).status_code) == (401, 401, 401)
    assert bystander.call("GET", f"/api/sessions/{kept}").status_code == 200
    again = user.http.post("/api/auth/register", json={"email": user.email, "password": PASSWORD})
    assert again.status_code == 201, "the address is free again"


def tampered(token):
    head, body, signature = token.split(".")
    return f"{head}.{body}.{signature[:-4]}{'AAAA' if signature[-4:] != 'AAAA' else 'BBBB'}"


def unsigned(token):
    claims = jwt.decode(token, options={"verify_signature": False})
    return jwt.encode(claims, None, algorithm="none")


def of_another_server(token):
    return jwt.encode(jwt.decode(token, options={"verify_signature": False}), "k" * 32, algorithm="HS256")


@pytest.mark.parametrize(
    "header",
    [
        None, "", "Bearer", "Bearer ", "Bearer a", "Bearer a.b.c", "Bearer a b", "Basic dTpw", "Token {token}",
        "Bearer {token}x", "bearer{token}", "Bearer é", "Bearer .." , "Bearer {refresh}",
        tampered, unsigned, of_another_server,
    ],
)  # fmt: skip
def test_whatever_is_no_token_of_ours_is_401(somebody, header):
    if callable(header):
        header = f"Bearer {header(somebody.access)}"
    headers = (
        {}
        if header is None
        else {"Authorization": header.format(token=somebody.access, refresh=somebody.refresh_token)}
    )
    for method, path in (("GET", "/api/auth/me"), ("POST", "/api/chat/message"), ("GET", "/api/sessions/x")):
        answer = somebody.http.open(path, method=method, headers=headers)
        assert answer.status_code == 401, (path, answer.text)
        assert answer.mimetype == "application/problem+json" and "WWW-Authenticate" in answer.headers


def test_expired_tokens_and_access_tokens_as_refresh_tokens_are_401(somebody):
    claims = jwt.decode(somebody.access, options={"verify_signature": False})
    with somebody.app.app_context():
        old = create_access_token(
            somebody.id,
            additional_claims={"family": claims["family"]},
            expires_delta=timedelta(seconds=-CLOCKS_APART - 1),
        )
        foreign = create_access_token(
            "6e9f2c1e-0000-4000-8000-000000000000", additional_claims={"family": claims["family"]}
        )
        homeless = create_access_token(somebody.id)
        times = {name: claims[name] + CLOCKS_APART // 2 for name in ("iat", "exp")}
        ahead = jwt.encode({**claims, **times}, somebody.app.config["JWT_SECRET_KEY"], "HS256")
    assert claims["exp"] - claims["iat"] == 15 * 60
    assert me(somebody, ahead) == 200, "signed by a machine whose clock is ahead"
    assert [me(somebody, token) for token in (old, foreign, homeless)] == [401, 401, 401]
    assert somebody.refresh(somebody.access).status_code == 401


def test_the_password_is_stored_as_argon2id_with_bounded_memory_and_renewed_when_weaker(product_hashes, somebody):
    def stored():
        with somebody.app.app_context(), reading():
            return users.by_id(somebody.id).password_hash

    assert stored().startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    with somebody.app.app_context(), transaction():
        users.set_password(somebody.id, weak)
    assert login(somebody).status_code == 200
    assert stored().startswith("$argon2id$v=19$m=19456,t=2,p=1$")
