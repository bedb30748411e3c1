"""Access a Zotero library with version 3 of Zotero's API: through the Zotero program on this machine, or at zotero.org
with a key.

The API is described at https://www.zotero.org/support/dev/web_api/v3/start. The API of the Zotero program can be
reached only from the same machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx2

from backend.client.connection import release
from backend.client.failures import ClientFailure, NothingFound, OverLimit, RequestRefused, ServerError, Unreachable
from backend.client.preferences import is_here

LOCAL, WEB = "http://127.0.0.1:23119/api", "https://api.zotero.org"
#: The most items of a page, and of a request that writes: limits of Zotero's API.
PAGE, WRITTEN = 100, 50
#: Seconds to wait for an answer, and the longest pause that Zotero may ask for: a longer one would look like a fault.
PATIENCE, LONGEST_PAUSE = 60.0, 30.0
#: Maximum number of collections that an error names.
_NAMED = 10
_NOT_WORKS = frozenset({"attachment", "note", "annotation"})


@dataclass(frozen=True, slots=True)
class Place:
    """The address of a Zotero library. `library` is `users/0` for the Zotero program on this machine, and `users/ID` or
    `groups/ID` at zotero.org, where a `key` is needed.
    """

    url: str = LOCAL
    library: str = "users/0"
    key: str = ""


class Zotero:
    """One Zotero library. Methods that return a list read all of its pages. All methods pause as long as Zotero asks
    them to. No method overwrites a change that was made in Zotero in the meantime.
    """

    def __init__(self, place: Place, sleep: Any = time.sleep) -> None:
        if is_here(place.url) and not urlsplit(place.url).path.strip("/"):
            place = replace(place, url=f"{place.url.rstrip('/')}/api")  # its API is nowhere else
        self.place, self._sleep = place, sleep
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(PATIENCE, connect=5.0),
            headers={"Zotero-API-Version": "3", "User-Agent": f"coscribe/{release()}"}
            | ({"Zotero-API-Key": place.key} if place.key else {}),
            trust_env=not is_here(place.url),
        )
        self._base = f"{place.url.rstrip('/')}/{place.library}"

    def close(self) -> None:
        self._client.close()

    def status(self) -> dict[str, Any]:
        """Return the address of the library, the number of its works (`items`), and its version."""
        answer = self._ask("GET", "/items/top", params={"limit": 1})
        return {
            "url": self.place.url,
            "library": self.place.library,
            "items": int(answer.headers.get("Total-Results", 0)),
            "version": int(answer.headers.get("Last-Modified-Version", 0)),
        }

    def collections(self) -> list[dict[str, Any]]:
        """Return all collections, each with its key, its name, and the key of the collection that contains it (or
        None).
        """
        return [
            {"key": each["key"], "name": each["data"]["name"], "parent": each["data"].get("parentCollection") or None}
            for each in self._pages("/collections")
        ]

    def collection(self, wanted: str) -> dict[str, Any]:
        """Find the collection that `wanted` names by its key or name. Raises NothingFound if there is none, and
        RequestRefused if several have this name.
        """
        known = self.collections()
        found = [each for each in known if wanted in (each["key"], each["name"])]
        if not found:
            names = ", ".join(each["name"] for each in known[:_NAMED])
            raise NothingFound(f"Zotero has no collection {wanted!r}." + (f" Choose one of: {names}" if names else ""))
        if len(found) > 1:
            keys = ", ".join(each["key"] for each in found)
            raise RequestRefused(f"{wanted!r} matches several collections; name one by its key: {keys}")
        return found[0]

    def works(self, collection: str | None = None) -> list[dict[str, Any]]:
        """Return the works of a collection or, with None, of the whole library. Each is a Zotero item with the fields
        `data` and `csljson`.
        """
        path = f"/collections/{collection}/items/top" if collection else "/items/top"
        found = self._pages(path, include="data,csljson")
        return [each for each in found if each["data"].get("itemType") not in _NOT_WORKS]

    def pdf(self, item_key: str) -> tuple[str, bytes] | None:
        """Return (file name, bytes) of the first PDF that Zotero has stored for the work with the key `item_key`; None
        if there is none.
        """
        for child in self._pages(f"/items/{item_key}/children"):
            data = child["data"]
            if data.get("contentType") != "application/pdf" or data.get("linkMode") == "linked_url":
                continue
            answer = self._ask("GET", f"/items/{child['key']}/file", allowed=(302, 404))
            if answer.status_code == 404:
                continue
            name = data.get("filename") or f"{child['key']}.pdf"
            return name, self._file(answer)
        return None

    def make_collection(self, name: str) -> dict[str, Any]:
        made = self._write([{"name": name}], "/collections")
        return {"key": made[0], "name": name, "parent": None}

    def add(self, items: Sequence[Mapping[str, Any]]) -> list[str]:
        """Create items in Zotero, and return their keys in the same order. Raises RequestRefused if Zotero refuses an
        item; the message names the first one.
        """
        keys: list[str] = []
        for start in range(0, len(items), WRITTEN):
            keys += self._write(items[start : start + WRITTEN], "/items")
        return keys

    def put_into(self, item: Mapping[str, Any], collection: str) -> None:
        """Add an item to a collection. If the item has been changed in Zotero in the meantime, the changed item is
        added; there are up to three attempts.
        """
        for _ in range(3):
            data = item["data"]
            changed = {"collections": sorted({*data.get("collections", ()), collection})}
            headers = {"If-Unmodified-Since-Version": str(item["version"])}
            answer = self._ask("PATCH", f"/items/{item['key']}", json=changed, headers=headers, allowed=(412,))
            if answer.status_code != 412:
                return
            item = self._ask("GET", f"/items/{item['key']}").json()
        title = item["data"].get("title") or item["key"]
        raise RequestRefused(
            f"“{title}” was changed in Zotero at the same time, so it was not put into the collection. Try again."
        )

    # --- requests ---------------------------------------------------------------------------------

    def _write(self, objects: Sequence[Mapping[str, Any]], path: str) -> list[str]:
        """Create objects in Zotero, and return their keys. Each request names the library's version, so that a repeated
        request creates nothing twice.
        """
        for _ in range(3):
            version = self._ask("GET", "/items/top", params={"limit": 1}).headers.get("Last-Modified-Version", "0")
            headers = {"If-Unmodified-Since-Version": version}
            answer = self._ask("POST", path, json=list(objects), headers=headers, allowed=(412,))
            if answer.status_code != 412:
                break
        else:
            raise RequestRefused(
                "The Zotero library was changed at the same time, so nothing more was added. Try again."
            )
        told = answer.json()
        for number, failure in (told.get("failed") or {}).items():
            item = objects[int(number)]
            title = item.get("title") or item.get("name")
            raise RequestRefused(
                f"Zotero refused “{title}” ({failure.get('message')}), but may have added others. Correct it, and run "
                "the command again."
            )
        done = {**(told.get("success") or {}), **(told.get("unchanged") or {})}
        return [done[str(number)] for number in range(len(objects))]

    def _pages(self, path: str, **params: Any) -> Iterator[dict[str, Any]]:
        start = 0
        while True:
            answer = self._ask("GET", path, params={**params, "format": "json", "limit": PAGE, "start": start})
            found = answer.json()
            yield from found
            start += len(found)
            if not found or start >= int(answer.headers.get("Total-Results", start)):
                return

    def _file(self, answer: httpx2.Response) -> bytes:
        """Return the bytes of a file. The Zotero program answers with the file's path on this machine, and zotero.org
        with an address.
        """
        where = answer.headers.get("Location", "")
        if answer.status_code != 302:
            return answer.content
        parts = urlsplit(where)
        if parts.scheme == "file" and is_here(self.place.url):
            return Path(unquote(parts.path)).read_bytes()
        with httpx2.Client(
            timeout=PATIENCE, follow_redirects=True
        ) as storage:  # a new client, so that the key is not sent there
            found = storage.get(where)
        if not found.is_success:
            raise ServerError(f"Zotero's storage answered {found.status_code} for a PDF. Try again later.")
        return found.content

    def _ask(self, method: str, path: str, allowed: tuple[int, ...] = (), **options: Any) -> httpx2.Response:
        for last in (False, True):
            try:
                answer = self._client.request(method, f"{self._base}{path}", **options)
            except httpx2.TransportError as error:
                raise Unreachable(self._away()) from error
            pause = _seconds(answer.headers.get("Retry-After") or answer.headers.get("Backoff"))
            if answer.status_code in (429, 503) and not last and pause <= LONGEST_PAUSE:
                self._sleep(pause or 1.0)
                continue
            if answer.is_success and pause:
                self._sleep(
                    min(pause, LONGEST_PAUSE)
                )  # the header `Backoff` asks for a pause although the request succeeded
            break
        if answer.is_success or answer.status_code in allowed:
            return answer
        raise self._failure(method, answer)

    def _away(self) -> str:
        if is_here(self.place.url):
            return f"Zotero does not answer at {self.place.url}. Start it, or set its address in COSCRIBE_ZOTERO_URL."
        return f"{self.place.url} cannot be reached. Check the address in COSCRIBE_ZOTERO_URL and the network."

    def _failure(self, method: str, answer: httpx2.Response) -> ClientFailure:
        status, words = answer.status_code, answer.text[:200].strip()
        if status in (401, 403) and is_here(self.place.url) and method == "GET":
            return RequestRefused(
                "Zotero refuses other programs. Allow them in Zotero: Settings, Advanced, "
                "“Allow other applications on this computer to communicate with Zotero”."
            )
        if status in (400, 401, 403, 405, 501) and method != "GET" and is_here(self.place.url):
            return RequestRefused(
                f"This Zotero accepts no changes from other programs ({status}). Use Zotero 10 with a key from its "
                "dialog, or zotero.org: COSCRIBE_ZOTERO_URL=https://api.zotero.org, "
                "COSCRIBE_ZOTERO_LIBRARY=users/ID and COSCRIBE_ZOTERO_KEY."
            )
        if status in (401, 403):
            return RequestRefused(
                f"Zotero refuses the key for {self.place.library} ({status}): check COSCRIBE_ZOTERO_KEY, and what it "
                "permits."
            )
        if status == 404:
            return NothingFound(
                f"Zotero has no library {self.place.library}, or this library has no such collection. Check "
                "COSCRIBE_ZOTERO_LIBRARY and the collection's name."
            )
        if status in (429, 503):
            return OverLimit("Zotero has received too many requests. Try again later.")
        return ServerError(f"Zotero failed ({status}: {words or 'it gave no reason'}). Try again later.")


def _seconds(text: str | None) -> float:
    return float(text) if text and text.isdigit() else 0.0
