"""When a token is used, renewed and removed, and that only one renews."""

import base64
import json
import threading

import pytest

from backend.client.failures import SignedOut
from backend.client.private_files import Store, slug
from backend.client.tokens import Grant, Tokens

SERVER = "http://127.0.0.1:1"


def jwt(**claims):
    body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"head.{body}.sign"


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "coscribe")


class Server:
    """Takes the newest refresh token only, as the real one does after its seconds of grace."""

    def __init__(self):
        self.newest, self.spent = "r0", 0

    def renew(self, token):
        if token != self.newest:
            return None
        self.spent += 1
        self.newest = f"r{self.spent}"
        return f"a{self.spent}", self.newest


@pytest.mark.parametrize(
    ("token", "until"),
    [
        (jwt(iat=10_000, exp=10_900), 1000 + 900 - 300),  # a clock of its own
        (jwt(exp=2000), 2000 - 300),
        (jwt(sub="x"), 1000 + 3600),
        ("opaque", 1000 + 3600),
        ("a.b.c", 1000 + 3600),
        (jwt(exp="soon", iat=True), 1000 + 3600),
    ],
)
def test_how_long_a_token_is_good(token, until):
    assert Grant(token, "r", 1000).good_until == until


def test_a_token_is_used_until_it_is_near_its_end(store):
    now, server = [1000.0], Server()
    tokens = Tokens(store, SERVER, lambda: now[0])
    tokens.keep(jwt(iat=0, exp=900), "r0", "ada@example.org")
    now[0] += 599
    tokens.access(server.renew)
    assert server.spent == 0
    now[0] += 1
    assert tokens.access(server.renew) == "a1" and tokens.access(server.renew) == "a1"
    assert tokens.grant() == Grant("a1", "r1", 1600.0, "ada@example.org")


def test_a_refused_token_is_renewed_though_it_looks_good(store):
    server, tokens = Server(), Tokens(store, SERVER)
    tokens.keep("a0", "r0", "")
    assert tokens.access(server.renew, refused="a0") == "a1"
    assert tokens.access(server.renew, refused="a0") == "a1", "another has renewed it meanwhile"
    assert server.spent == 1


def test_what_is_refused_for_good_is_removed(store):
    tokens = Tokens(store, SERVER)
    tokens.keep("a0", "stale", "")
    with pytest.raises(SignedOut, match="coscribe login"):
        tokens.access(Server().renew, refused="a0")
    assert tokens.grant() is None
    with pytest.raises(SignedOut, match="not signed in"):
        tokens.access(Server().renew)


def test_a_failure_to_renew_keeps_the_token(store):
    tokens = Tokens(store, SERVER)
    tokens.keep("a0", "r0", "")

    def away(token):
        raise ConnectionError

    with pytest.raises(ConnectionError):
        tokens.access(away, refused="a0")
    assert tokens.access(Server().renew, refused="a0") == "a1"


def test_many_at_once_spend_one_refresh_token(store):
    server = Server()
    Tokens(store, SERVER).keep("a0", "r0", "")
    got = []
    threads = [
        threading.Thread(target=lambda: got.append(Tokens(store, SERVER).access(server.renew, refused="a0")))
        for _ in range(8)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert got == ["a1"] * 8 and server.spent == 1


def test_servers_are_kept_apart_and_a_damaged_file_is_said(store):
    Tokens(store, SERVER).keep("a", "r", "")
    assert Tokens(store, "http://127.0.0.1:2").grant() is None
    (store.folder / f"tokens-{slug(SERVER)}.json").write_text("{")
    with pytest.raises(SignedOut, match="cannot be read"):
        Tokens(store, SERVER).grant()
