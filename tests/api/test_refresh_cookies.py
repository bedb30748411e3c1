"""The refresh token in a cookie: out of scripts' reach, useless to other sites, and rotated like any other."""

from __future__ import annotations

import dataclasses

import pytest

from backend.api import refresh_cookies
from tests.api.conftest import PASSWORD, Clock

MARKED = {"X-Coscribe": "1"}
ACCOUNT = {"email": "page@example.org", "password": PASSWORD}


@pytest.fixture
def page(app):
    """A browser that has signed in and asked for a cookie."""
    http = app.test_client()
    made = http.post("/api/auth/register", json=ACCOUNT | {"cookie": True})
    assert made.status_code == 201 and set(made.json) == {"user", "access_token"}
    http.access = made.json["access_token"]
    http.told = made.headers["Set-Cookie"]
    return http


def refresh(http, **headers):
    return http.post("/api/auth/refresh", headers=headers)


def name(http) -> str:
    with http.application.app_context():
        return refresh_cookies.name()


def cookie(http) -> str:
    found = http.get_cookie(name(http), path="/api/auth")
    return found.value if found else ""


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(page):
    told = {part.strip().partition("=")[0]: part.strip().partition("=")[2] for part in page.told.split(";")}
    assert {"HttpOnly", "SameSite", "Path", "Max-Age"} <= set(told) and "Secure" not in told and "Domain" not in told
    assert (told["SameSite"], told["Path"], told["Max-Age"]) == ("Strict", "/api/auth", str(30 * 24 * 3600))
    assert cookie(page) not in page.access


def test_over_https_the_cookie_is_secure(app):
    http = app.test_client()
    made = http.post("/api/auth/register", json=ACCOUNT | {"cookie": True}, base_url="https://paper.example.org")
    assert "Secure" in made.headers["Set-Cookie"]


def test_a_cookie_is_rotated_and_the_answer_has_no_refresh_token(page):
    first = cookie(page)
    answer = refresh(page, **MARKED)
    assert answer.status_code == 200 and set(answer.json) == {"access_token"}
    assert cookie(page) not in ("", first)
    mine = page.get("/api/auth/me", headers={"Authorization": f"Bearer {answer.json['access_token']}"})
    assert mine.json["email"] == ACCOUNT["email"]


@pytest.mark.parametrize("headers", [{}, {"X-Coscribe": "0"}, {"X-Coscribe": ""}, {"Origin": "https://evil.example"}])
def test_without_the_header_a_cookie_opens_nothing_and_is_not_spent(page, headers):
    first = cookie(page)
    for call in ("refresh", "logout"):
        assert page.post(f"/api/auth/{call}", headers=headers).status_code == 401
    assert cookie(page) == first and refresh(page, **MARKED).status_code == 200


def test_another_sites_page_may_not_set_the_header(make):
    http = make(CORS_ORIGINS="https://app.example.org").test_client()
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-coscribe"}
    for origin in ("https://evil.example", "https://app.example.org"):
        answer = http.options("/api/auth/refresh", headers=asked | {"Origin": origin})
        assert "x-coscribe" not in answer.headers.get("Access-Control-Allow-Headers", "").lower()
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_form_of_another_site_cannot_sign_in(app):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = app.test_client().post("/api/auth/login", data="{}", content_type=kind)
        assert answer.status_code in (400, 415) and "Set-Cookie" not in answer.headers


def test_the_cookie_is_sent_to_no_other_call_and_is_no_access_token(page):
    assert page.get("/api/sessions", headers=MARKED).status_code == 401
    assert page.get("/api/auth/me", headers=MARKED).status_code == 401
    assert page.get("/api/auth/me", headers={"Authorization": f"Bearer {cookie(page)}"}).status_code == 401


def test_a_stolen_cookie_that_is_used_later_ends_the_family(page, app):
    clock = Clock()
    app.extensions["coscribe"] = dataclasses.replace(app.extensions["coscribe"], clock=clock)
    stolen = cookie(page)
    assert refresh(page, **MARKED).status_code == 200
    clock.advance(seconds=11)
    thief = app.test_client()
    thief.set_cookie(name(thief), stolen, path="/api/auth")
    assert refresh(thief, **MARKED).status_code == 401
    assert refresh(page, **MARKED).status_code == 401


def test_two_tabs_may_refresh_at_once(page, app):
    other = app.test_client()
    other.set_cookie(name(other), cookie(page), path="/api/auth")
    assert refresh(page, **MARKED).status_code == refresh(other, **MARKED).status_code == 200


@pytest.mark.parametrize("how", ["bearer", "cookie"])
def test_logout_removes_the_cookie_and_ends_the_family(page, how):
    spent = cookie(page)
    headers = MARKED if how == "cookie" else {"Authorization": f"Bearer {page.access}"}
    assert page.post("/api/auth/logout", headers=headers).status_code == 204
    assert cookie(page) == ""
    page.set_cookie(name(page), spent, path="/api/auth")
    assert refresh(page, **MARKED).status_code == 401
    assert page.get("/api/auth/me", headers={"Authorization": f"Bearer {page.access}"}).status_code == 401


def test_who_leaves_loses_the_cookie(page):
    headers = {"Authorization": f"Bearer {page.access}"}
    assert page.delete("/api/auth/me", json={"password": PASSWORD}, headers=headers).status_code == 204
    assert cookie(page) == ""


def test_a_bearer_counts_for_more_than_a_cookie_and_gets_its_answer_in_the_body(page):
    pair = page.post("/api/auth/login", json=ACCOUNT).json
    first = cookie(page)
    answer = refresh(page, Authorization=f"Bearer {pair['refresh_token']}")
    assert set(answer.json) == {"access_token", "refresh_token"} and cookie(page) == first


def test_a_forged_or_empty_cookie_is_refused(app):
    for value in ("x", "a.b.c", ""):
        http = app.test_client()
        http.set_cookie(name(http), value, path="/api/auth")
        assert refresh(http, **MARKED).status_code == 401


def test_two_servers_on_one_host_keep_their_visitors_apart(make):
    """A browser sends one jar of cookies to all ports of a host."""
    first, second = make(SECRET_KEY="a" * 32), make(SECRET_KEY="b" * 32)
    browser, elsewhere = first.test_client(), second.test_client()
    assert browser.post("/api/auth/register", json=ACCOUNT | {"cookie": True}).status_code == 201
    other = ACCOUNT | {"email": "other@example.org", "cookie": True}
    assert elsewhere.post("/api/auth/register", json=other).status_code == 201
    assert name(browser) != name(elsewhere)
    browser.set_cookie(name(elsewhere), cookie(elsewhere), path="/api/auth")
    assert refresh(browser, **MARKED).status_code == 200


def test_processes_that_share_a_secret_share_the_cookie(make):
    here, there = (make(SECRET_KEY="c" * 32).test_client() for _ in range(2))
    assert name(here) == name(there) and "c" * 8 not in name(here)
