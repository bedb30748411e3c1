"""Serve the web page at `/`, and its files. The files need no build step; each process compresses them once.

The address of each file contains a digest of all files. So browsers may cache a file forever, and a page never mixes
files of two releases.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request

from backend.services import accounts

STATIC = Path(__file__).with_name("static")
#: The page's content security policy: only scripts of this server run, and no text becomes a script (Trusted Types).
#: `nonce` allows the styles that the editor writes. The document's pictures are blobs, because a token is needed to
#: read them.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob: data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types dompurify"
)
#: Cache-Control of files under an address with a digest, which never change, and of all others.
_KEPT, _FRESH = "public, max-age=31536000, immutable", "no-cache"
#: Files in the folder that browsers never ask for.
_NOT_SERVED = {"index.html", "manifest.json"}
#: Endings of files that are compressed already, or too small to gain anything.
_AS_THEY_ARE = {".png", ".ico", ".woff2"}
_OWN_NAMES = {"localhost", "127.0.0.1", "[::1]"}
#: A request with any of these headers came through a proxy.
_FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")

blueprint = Blueprint("page", __name__)


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file to serve. `packed` is its content compressed with gzip; None for a file that is compressed already."""

    content: bytes
    packed: bytes | None
    media_type: str


@dataclass(frozen=True, slots=True)
class Release:
    """The files of the page by path, and the digest of all of them that their addresses contain."""

    files: Mapping[str, StaticFile]
    digest: str
    index: Template


def register_page(app: Flask, registration_open: bool) -> None:
    """Serve the page at `/`. It offers to create an account only if `registration_open` is True."""
    app.config["PAGE_REGISTRATION"] = registration_open
    app.register_blueprint(blueprint)


def public(view: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a view that anybody may call, without a token."""
    view.access = "public"  # type: ignore[attr-defined]
    return view


@cache
def release() -> Release:
    """Return the page's files. They are read and compressed once per process."""
    paths = sorted(path for path in STATIC.rglob("*") if path.is_file())
    files = {path.relative_to(STATIC).as_posix(): _read(path) for path in paths}
    digest = hashlib.sha256(b"".join(name.encode() + b"\0" + each.content for name, each in files.items()))
    index = Template(files["index.html"].content.decode())
    return Release(files, digest.hexdigest()[:16], index)


@blueprint.get("/")
@public
def index() -> Response:
    """Return the page, with a new nonce, and with the kind of sign-in that this server offers."""
    made, nonce = release(), secrets.token_urlsafe(16)
    modules = [name for name in made.files if name.startswith("js/")]
    base = f"static/{made.digest}"
    html = made.index.substitute(
        base=base,
        nonce=nonce,
        entry=_sign_in_kind(),
        preloads="\n".join(f'<link rel="modulepreload" href="{base}/{escape(name)}">' for name in modules),
    )
    headers = {"Content-Security-Policy": POLICY.format(nonce=nonce), "Cache-Control": "no-store"}
    return Response(html, content_type="text/html; charset=utf-8", headers=headers)


@blueprint.get("/favicon.ico")
@public
def favicon() -> Response:
    """Return the icon that browsers request for every site."""
    return _sent(release().files["icon.svg"], _KEPT)


@blueprint.get("/static/<digest>/<path:name>")
@public
def static_file(digest: str, name: str) -> Response:
    """Return one file. If the digest belongs to another release, the present file is returned, but the browser must not
    cache it.
    """
    found = release().files.get(name)
    if found is None or name.rpartition("/")[2] in _NOT_SERVED:
        abort(404)
    return _sent(found, _KEPT if digest == release().digest else _FRESH)


def _sent(found: StaticFile, caching: str) -> Response:
    answer = Response(found.content, content_type=found.media_type)
    if found.packed is not None:
        answer.headers["Vary"] = "Accept-Encoding"
        if request.accept_encodings["gzip"] > 0:
            answer.set_data(found.packed)
            answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = caching
    return answer


def _read(path: Path) -> StaticFile:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = "text/javascript" if path.suffix == ".js" else kind  # some systems have another type for it
    text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
    packed = None if path.suffix in _AS_THEY_ARE else gzip.compress(content, mtime=0)
    return StaticFile(content, packed, f"{kind}; charset=utf-8" if text else kind)


def _sign_in_kind() -> str:
    """Return the kind of sign-in that the page offers.

    It is `local` if one click creates the first account, `register` if anybody may create an account, else `signin`.
    """
    if not current_app.config["PAGE_REGISTRATION"]:
        return "signin"
    name = request.host.rpartition(":")[0] if not request.host.endswith("]") and ":" in request.host else request.host
    passed_on = any(header in request.headers for header in _FORWARDED)
    here = name.lower() in _OWN_NAMES and not passed_on
    return "local" if here and accounts.nobody_yet() else "register"
