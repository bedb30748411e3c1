"""Two servers behind a proxy that asks `readyz` and retries nothing: each is replaced under load, and nothing fails."""

from __future__ import annotations

import json
import threading
import time

import httpx2
import pytest

from tests.journeys.test_crash import Served
from tests.sonar_stand_in import Answer, SonarStandIn
from tests.waiting import PATIENCE

CALLERS = 3
#: Seconds between a caller's messages. Without them the callers are all that this machine computes while servers drain.
THOUGHT = 0.1
ANSWER = Answer(
    json.dumps({"message": "Here.", "document_content": "", "document_structure": [], "sources": [], "new_types": []})
)


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


class Proxy:
    """Sends a request to a server that was ready when it last asked, and never twice."""

    def __init__(self, servers):
        self.servers, self.ready, self.failed, self.done = servers, list(servers), [], 0
        self._stop, self._turn = threading.Event(), 0
        self._threads = [threading.Thread(target=self._look)]

    def call(self, method, path, **options):
        ready = list(self.ready)
        self._turn += 1
        url = ready[self._turn % len(ready)].url
        return httpx2.request(method, url + path, trust_env=False, timeout=PATIENCE, **options)

    def _look(self):
        while not self._stop.wait(0.1):
            self.ready = [each for each in self.servers if self._is_ready(each)] or self.ready

    @staticmethod
    def _is_ready(server):
        try:
            return httpx2.get(f"{server.url}/readyz", trust_env=False, timeout=5).status_code == 200
        except httpx2.TransportError:
            return False

    def converse(self, email):
        made = self.call("POST", "/api/auth/register", json={"email": email, "password": "a quiet long phrase"})
        headers = {"Authorization": f"Bearer {made.json()['access_token']}"}
        session = self.call("POST", "/api/sessions", json={}, headers=headers).json()["id"]
        while not self._stop.is_set():
            body = {"session_id": session, "message": "What is there?"}
            try:
                answer = self.call("POST", "/api/chat/message", json=body, headers=headers)
                if answer.status_code != 200:
                    self.failed.append(answer.text)
                self.done += 1
            except httpx2.TransportError as error:
                self.failed.append(repr(error))
            time.sleep(THOUGHT)

    def __enter__(self):
        converse = [threading.Thread(target=self.converse, args=(f"c{n}@example.org",)) for n in range(CALLERS)]
        self._threads += converse
        for each in self._threads:
            each.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for each in self._threads:
            each.join(PATIENCE)


def wait_for(condition):
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_replacing_both_servers_under_load_fails_no_request(environ, tmp_path):
    """Takes some seconds: two real servers are started twice, and each drains."""
    with SonarStandIn() as sonar:
        sonar.answer = ANSWER
        told = {
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "PERPLEXITY_API_KEY": sonar.key,
            "COSCRIBE_DRAIN_SECONDS": "2",
            "COSCRIBE_RATE_LIMIT": "off",
        }
        servers = [Served(environ | told, tmp_path / f"log {number}") for number in range(2)]
        try:
            for each in servers:
                each.start()
            with Proxy(servers) as proxy:
                for each in servers:
                    before = proxy.done
                    wait_for(lambda seen=before: proxy.done > seen + 2 * CALLERS)
                    each.process.terminate()
                    wait_for(lambda gone=each: gone not in proxy.ready)
                    assert each.process.wait(PATIENCE) == 0
                    each.start()
                    wait_for(lambda back=each: back in proxy.ready)
            for each in servers:
                print(each.log.read_text())  # shown if the next line fails
            assert proxy.failed == []
        finally:
            for each in servers:
                if each.process is not None and each.process.poll() is None:
                    each.kill()
