"""Imitate Zotero on loopback, with version 3 of its API: versions, pages, conflicts, requests to wait, files.

with ZoteroStandIn() as zotero:
    zotero.add(title="Street trees", key="ABCD2345")
    ... call zotero.url ...
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class ZoteroStandIn:
    def __init__(self, library: str = "users/0", key: str = "", read_only: bool = False) -> None:
        self.library, self.key, self.read_only, self.allowed = library, key, read_only, True
        self.version = 7
        self.items: dict[str, dict[str, Any]] = {}
        self.collections: dict[str, dict[str, Any]] = {}
        self.files: dict[str, str] = {}
        self.requests: list[tuple[str, str]] = []
        #: statuses and headers that the next requests get in place of an answer, and headers of all good answers
        self.faults: list[tuple[int, dict[str, str]]] = []
        self.headers: dict[str, str] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer._answer(self)

            do_POST = do_PATCH = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/api"

    def __enter__(self) -> ZoteroStandIn:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add(self, key: str = "", csl: dict[str, Any] | None = None, parent: str = "", **data: Any) -> str:
        """An item with these fields; `csl` is what Zotero exports of it."""
        key = key or f"ITEM{len(self.items):04d}"
        data = {"itemType": "journalArticle", "collections": [], "extra": ""} | data
        data |= {"parentItem": parent} if parent else {}
        self.version += 1
        self.items[key] = {"key": key, "version": self.version, "data": {"key": key, **data}, "csljson": csl or {}}
        return key

    def collect(self, name: str, key: str) -> str:
        data = {"key": key, "name": name, "parentCollection": False}
        self.collections[key] = {"key": key, "version": 1, "data": data}
        return key

    # --- how it answers ---------------------------------------------------------------------------

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        address = urlsplit(handler.path)
        path = address.path.removeprefix(f"/api/{self.library}")
        self.requests.append((handler.command, path))
        if self.faults:
            status, headers = self.faults.pop(0)
            self._send(handler, status, b"", headers)
        elif not self.allowed or handler.headers.get("Zotero-API-Key", "") != self.key or path == address.path:
            self._send(handler, 403, b"Forbidden")
        elif handler.headers.get("Zotero-API-Version") != "3":
            self._send(handler, 400, b"no version")
        elif handler.command == "GET":
            self._read(handler, path, {name: each[0] for name, each in parse_qs(address.query).items()})
        elif self.read_only:
            self._send(handler, 501, b"Method not implemented")
        else:
            self._write(handler, path, json.loads(body))

    def _read(self, handler: BaseHTTPRequestHandler, path: str, query: dict[str, str]) -> None:
        parts = path.strip("/").split("/")
        top = [each for each in self.items.values() if "parentItem" not in each["data"]]
        if parts == ["collections"]:
            found = list(self.collections.values())
        elif parts == ["items", "top"]:
            found = top
        elif parts[0] == "collections" and parts[2:] == ["items", "top"]:
            found = [each for each in top if parts[1] in each["data"]["collections"]]
        elif parts[0] == "items" and parts[2:] == ["children"]:
            found = [each for each in self.items.values() if each["data"].get("parentItem") == parts[1]]
        elif parts[0] == "items" and parts[2:] == ["file"]:
            where = self.files.get(parts[1])
            return self._send(handler, 302 if where else 404, b"", {"Location": where} if where else {})
        elif parts[0] == "items" and parts[1] in self.items:
            return self._send(handler, 200, json.dumps(self.items[parts[1]]).encode())
        else:
            return self._send(handler, 404, b"Not found")
        start, limit = int(query.get("start", 0)), min(int(query.get("limit", 25)), 100)
        page = found[start : start + limit]
        if "csljson" not in query.get("include", ""):
            page = [{name: value for name, value in each.items() if name != "csljson"} for each in page]
        self._send(handler, 200, json.dumps(page).encode(), {"Total-Results": str(len(found)), **self.headers})
        return None

    def _write(self, handler: BaseHTTPRequestHandler, path: str, sent: Any) -> None:
        seen = int(handler.headers.get("If-Unmodified-Since-Version", -1))
        parts = path.strip("/").split("/")
        if handler.command == "PATCH":
            item = self.items[parts[1]]
            if seen != item["version"]:
                return self._send(handler, 412, b"")
            self.version += 1
            item["version"] = self.version
            item["data"] |= sent
            return self._send(handler, 204, b"")
        if seen != self.version:
            return self._send(handler, 412, b"")
        assert len(sent) <= 50, "Zotero takes 50 objects of one write"
        success = {}
        for number, each in enumerate(sent):
            made = f"NEW{len(self.items) + len(self.collections):05d}"
            if parts == ["collections"]:
                self.collect(each["name"], made)
            else:
                self.add(made, csl={"title": each.get("title", "")}, **each)
            success[str(number)] = made
        self.version += 1
        told = {"success": success, "unchanged": {}, "failed": {}}
        return self._send(handler, 200, json.dumps(told).encode())

    def _send(
        self, handler: BaseHTTPRequestHandler, status: int, body: bytes, headers: dict[str, str] | None = None
    ) -> None:
        handler.send_response(status)
        for name, value in {"Last-Modified-Version": str(self.version), **(headers or {})}.items():
            handler.send_header(name, value)
        if status != 204:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if status != 204:
            handler.wfile.write(body)
