"""Pictures over HTTP."""

from __future__ import annotations

import io

import pytest

from tests.api.conftest import Client
from tests.rendering.test_pandoc import NEEDED, PIXEL


@pytest.fixture
def path(somebody):
    return f"/api/sessions/{somebody.session()}/files"


def send(client, path, content=PIXEL, filename="A tree.png"):
    return client.call("POST", path, data={"file": (io.BytesIO(content), filename)})


def test_a_picture_comes_and_goes(somebody, path):
    made = send(somebody, path)
    assert made.status_code == 201 and made.json["name"] == "A-tree.png" and made.json["media_type"] == "image/png"
    assert send(somebody, path).status_code == 200
    assert somebody.call("GET", path).json["items"] == [made.json]
    found = somebody.call("GET", f"{path}/A-tree.png")
    assert found.data == PIXEL and found.content_type == "image/png"
    assert found.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in found.headers["Content-Security-Policy"]
    assert somebody.call("DELETE", f"{path}/A-tree.png").status_code == 204
    assert somebody.call("GET", f"{path}/A-tree.png").status_code == 404


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"<html>", 422), (b"<svg onload='x()'/>", 422), (b"\x89PNG\r\n\x1a\n" + b"0" * 20_000_000, 413)],
)
def test_what_is_refused(somebody, path, content, status):
    answer = send(somebody, path, content)
    assert answer.status_code == status and answer.content_type == "application/problem+json"
    assert somebody.call("GET", path).json["items"] == []


def test_other_bodies_are_refused(somebody, path):
    assert somebody.call("POST", path, {"file": "x"}).status_code == 415
    assert somebody.call("POST", path, data={"other": (io.BytesIO(PIXEL), "a.png")}).status_code == 422


def test_a_taken_name_is_a_conflict(somebody, path):
    send(somebody, path)
    assert send(somebody, path, PIXEL + b"x").status_code == 409


def test_somebody_elses_pictures_are_not_found(somebody, path):
    send(somebody, path)
    stranger = Client(somebody.app)
    for method, place in (("GET", path), ("GET", f"{path}/A-tree.png"), ("DELETE", f"{path}/A-tree.png")):
        assert stranger.call(method, place).status_code == 404
    assert send(stranger, path).status_code == 404
    assert send(stranger, path, b"no picture").status_code == 404


@NEEDED
def test_an_export_shows_the_picture(somebody, path):
    send(somebody, path)
    session = path.removesuffix("/files")
    body = {"content": "![A tree.](figures/A-tree.png)\n"}
    somebody.call("PUT", f"{session}/document", body, headers={"If-Match": '"0"'})
    page = somebody.call("GET", f"{session}/export?format=html")
    assert "data:image/png;base64,iVBOR" in page.text and page.headers["X-Export-Warnings"] == "0"
