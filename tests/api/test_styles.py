"""Citation styles over HTTP."""

from __future__ import annotations

import io

import pytest

from tests.api.conftest import Client
from tests.formats.test_csl_styles import style
from tests.rendering.test_pandoc import NEEDED

CSL = "application/vnd.citationstyles.style+xml"


@NEEDED
def test_a_style_comes_and_goes(somebody):
    made = somebody.call("POST", "/api/styles", data=style(), content_type=CSL)
    assert made.status_code == 201 and made.json == {
        "id": "journal-of-shade", "title": "Journal of Shade", "shipped": False,
    }  # fmt: skip
    again = somebody.call("POST", "/api/styles", data={"file": (io.BytesIO(style()), "journal.csl")})
    assert again.status_code == 200
    assert made.json in somebody.call("GET", "/api/styles").json["items"]
    stranger = Client(somebody.app)
    assert made.json not in stranger.call("GET", "/api/styles").json["items"]
    assert stranger.call("DELETE", "/api/styles/journal-of-shade").status_code == 404
    assert somebody.call("DELETE", "/api/styles/journal-of-shade").status_code == 204
    assert somebody.call("DELETE", "/api/styles/apa").status_code == 404


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"data": b"<style/>", "content_type": CSL}, 422),
        ({"data": style(), "content_type": "text/plain"}, 415),
        ({"data": {"other": (io.BytesIO(style()), "a.csl")}}, 422),
        ({"data": {"file": (io.BytesIO(style()), "a.csl"), "more": "x"}}, 422),
    ],
)
def test_what_is_refused(somebody, options, status):
    assert somebody.call("POST", "/api/styles", **options).status_code == status
