"""The engine against a real Searx, where one is installed (Debian's package `searx`) or `SEARX_RUN` starts one.

Its engines ask a page on loopback; one of them asks the web, which tests don't reach, and so fails.
"""

import json
import os
import shutil
import subprocess
import time

import httpx2
import pytest

from backend.doctor import asked_services
from backend.settings import Settings
from tests.connectors.web import Reply, Web
from tests.ports import free_port
from tests.researcher import Researcher
from tests.searxng_stand_in import RESULTS
from tests.waiting import PATIENCE

COMMAND = os.environ.get("SEARX_RUN") or shutil.which("searx-run") or ""
SHARE = "/usr/share/python3-searx"
pytestmark = pytest.mark.skipif(not COMMAND, reason="no searx-run is installed, and SEARX_RUN names no other")


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture
def searx(tmp_path):
    with Web() as pages:
        rows = [{"t": each["title"], "u": each["url"], "c": each["content"]} for each in RESULTS]
        pages.on("/", Reply(json.dumps({"results": rows}).encode()))
        port = free_port()
        path = tmp_path / "settings.yml"
        path.write_text(json.dumps(settings(port, pages.url)))  # which is YAML, too
        process = subprocess.Popen(
            COMMAND.split(), env=os.environ | {"SEARX_SETTINGS_PATH": str(path)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            url = f"http://127.0.0.1:{port}"
            until = time.monotonic() + PATIENCE
            while not answers(url):
                assert time.monotonic() < until and process.poll() is None, "Searx did not come up"
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def answers(url):
    try:
        return httpx2.get(url, trust_env=False, timeout=PATIENCE).status_code < 500
    except httpx2.TransportError:
        return False


def settings(port, pages):
    loopback = {"engine": "json_engine", "enable_http": True, "search_url": f"{pages}/?q={{query}}"}
    fields = {"results_query": "results", "url_query": "u", "title_query": "t", "content_query": "c"}
    names = ("git_url", "issue_url", "docs_url", "public_instances", "wiki_url", "twitter_url")
    return {
        "general": {"debug": False, "instance_name": "searx", "contact_url": False, "enable_stats": False},
        "brand": dict.fromkeys(names, "https://searx.invalid") | {"git_branch": "master"},
        "search": {
            "safe_search": 0, "autocomplete": "", "default_lang": "", "ban_time_on_fail": 1, "max_ban_time_on_fail": 1,
            "prefer_configured_language": False, "formats": ["html", "json"],
        },
        "server": {
            "port": port, "bind_address": "127.0.0.1", "secret_key": "for this test alone", "base_url": False,
            "image_proxy": False, "http_protocol_version": "1.0", "method": "GET", "default_http_headers": {},
        },
        "ui": {
            "static_path": f"{SHARE}/static", "templates_path": f"{SHARE}/templates", "default_theme": "oscar",
            "default_locale": "", "theme_args": {"oscar_style": "logicodev"},
        },
        "outgoing": {"request_timeout": 2.0, "pool_connections": 10, "pool_maxsize": 10, "useragent_suffix": ""},
        "engines": [
            loopback | fields | {"name": "loopback", "shortcut": "lo", "categories": "general"},
            loopback | fields | {"name": "loopscience", "shortcut": "ls", "categories": "science"},
            {"name": "gone", "engine": "json_engine", "shortcut": "go", "categories": "general", **fields,
             "search_url": "https://127.0.0.1:1/?q={query}"},
        ],
        "locales": {"en": "English"},
        "doi_resolvers": {"oadoi.org": "https://oadoi.org/"},
        "default_doi_resolver": "oadoi.org",
    }  # fmt: skip


@pytest.fixture
def environ(environ, searx):
    return environ | {"COSCRIBE_WRITER": "research", "COSCRIBE_SEARXNG_URL": searx}


def test_search_research_and_the_whole_loop(app, environ):
    researcher = Researcher(app)
    found = researcher.call("POST", "/api/search", {"query": "coral bleaching"})
    assert len(found["results"]) == 3 and any("gone" in each["reason"] for each in found["failures"])
    told = researcher.call("POST", "/api/ask", {"question": "What causes coral bleaching?"})
    assert "Marine heatwaves cause coral bleaching" in told["answer"] and told["citations"]
    told = researcher.call("POST", "/api/research", {"query": "What causes coral bleaching?", "effort": "high"})
    assert told["citations"] and any("address is not public" in each["reason"] for each in told["meta"]["failures"])
    told = researcher.send("Write a paragraph on coral bleaching under marine heatwaves.")
    assert {each["status"] for each in told["citations"]} == {"resolved"}
    approved = researcher.decide("approve")
    assert "coral bleaching" in approved["document"]
    body = {"model": "sonar", "search_mode": "academic", "messages": [{"role": "user", "content": "Coral bleaching?"}]}
    assert len(researcher.call("POST", "/v1/chat/completions", body)["citations"]) == 3
    (finding,) = asked_services(Settings.from_env(environ))
    assert finding.state != "bad" and "3 results" in finding.words
