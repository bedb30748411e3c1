"""Where a page in the browser must not get."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.connectors.browser import browser_process
from backend.connectors.chromium import Browser
from tests.connectors.chromium.visiting import WRITE, html
from tests.connectors.web import Reply

#: This one stands for what is private: pages come from 127.0.0.1.
PRIVATE = "127.0.0.2"


pytestmark = pytest.mark.skipif(Browser().program is None, reason="no Chromium is installed")


class Listener:
    """Hears whoever connects over TCP or sends over UDP, to one port of the private address."""

    def __init__(self) -> None:
        self.tcp = socket.create_server((PRIVATE, 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.port = self.tcp.getsockname()[1]
        self.udp.bind((PRIVATE, self.port))

    def heard(self) -> bool:
        return bool(select.select([self.tcp, self.udp], [], [], 0)[0])

    def close(self) -> None:
        self.tcp.close()
        self.udp.close()


@pytest.fixture
def private() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.close()


#: Everything by which a page may try to reach PLACE. `tried` gathers what came of it.
TRIES = """
<link rel=preconnect href=http://PLACE><link rel=dns-prefetch href=http://PLACE><link rel=prefetch href=http://PLACE/1>
<link rel=preload as=fetch href=http://PLACE/2><link rel=modulepreload href=http://PLACE/3>
<link rel=stylesheet href=http://PLACE/4><link rel=icon href=http://PLACE/5><link rel=manifest href=http://PLACE/6>
<style>@import 'http://PLACE/7'; body { background: url(http://PLACE/8) }</style>
<img src=http://PLACE/9><iframe src=http://PLACE/10></iframe><object data=http://PLACE/11></object>
<embed src=http://PLACE/12><video src=http://PLACE/13></video><script src=http://PLACE/14></script>
<iframe srcdoc="<script>fetch('http://PLACE/15', {mode: 'no-cors'})</script>"></iframe>
<iframe sandbox=allow-scripts srcdoc="<script>fetch('http://PLACE/16', {mode: 'no-cors'})</script>"></iframe>
<iframe src="data:text/html,<script>new Image().src = 'http://PLACE/17'</script>"></iframe>
<a id=ping href=#x ping=http://PLACE/18>x</a><a id=load download href=http://PLACE/19>x</a>
<form id=form method=post target=_blank action=http://PLACE/20></form>
<form id=self method=post action=http://PLACE/21></form>
WRITE
<script>
const nothing = () => 'nothing', wait = ms => new Promise(done => setTimeout(done, ms));
const attempt = f => { try { f() } catch (e) { nothing() } };
const got = (url, options) => fetch(url, options).then(() => 'REACHED', nothing);
const socket = url => new Promise(done => {
  const made = new WebSocket(url);
  made.onopen = () => done('OPEN'); made.onclose = () => done('nothing');
});
const work = "fetch('http://PLACE/22', {mode: 'no-cors'}); new WebSocket('ws://PLACE/23')";
const worker = () => URL.createObjectURL(new Blob([work]));
const peer = async () => {
  const made = new RTCPeerConnection({iceServers: [
    {urls: 'stun:PLACE'}, {urls: 'turn:PLACE?transport=tcp', username: 'a', credential: 'b'}]});
  made.createDataChannel('x');
  await made.setLocalDescription(await made.createOffer());
  await wait(500);
  return 'nothing';
};
const transport = async () => {
  await Promise.race([new WebTransport('https://PLACE/24').ready, wait(1000).then(() => { throw 'late' })]);
  return 'OPEN';
};
setInterval(() => fetch('/beat'), 200);  // so that the page does not count as settled
attempt(() => navigator.sendBeacon('http://PLACE/25', 'x'));
attempt(() => open('http://PLACE/26'));
attempt(() => new Worker(worker()));
attempt(() => new SharedWorker(worker()));
attempt(() => navigator.serviceWorker.register('/sw.js'));
attempt(() => new EventSource('http://PLACE/27'));
for (const id of ['ping', 'load']) document.getElementById(id).click();
document.getElementById('form').submit();
Promise.all([
  got('http://PLACE/28'), got('http://PLACE/29', {method: 'POST', body: 'x', mode: 'no-cors'}),
  got('http://PLACE/30', {mode: 'no-cors', keepalive: true}), got('/redirect'), got('http://0x7f000002:PORT/31'),
  socket('ws://PLACE/32'), peer().catch(nothing), transport().catch(nothing),
]).then(async all => {
  document.getElementById('self').submit();
  await wait(200);
  location = 'http://PLACE/33';
  await wait(200);
  location = '/done?' + all.join();
});
</script>
"""


@pytest.mark.usefixtures("_more_patient")
@pytest.mark.parametrize("network", ["none", "shared"])
def test_nothing_private_is_reached(show, server, private, network):
    """By itself the browser reaches nobody, whether it has a network or not; through us only the public."""
    place = f"{PRIVATE}:{private.port}"
    body = TRIES.replace("WRITE", WRITE).replace("PLACE", place).replace("PORT", str(private.port))
    server.on("/redirect", Reply(status=302, headers={"Location": f"http://{place}/34"}))
    server.on("/sw.js", Reply(f"fetch('http://{place}/35')".encode(), type="text/javascript"))
    server.on("/done", html("<p>It tried them all.</p>"))
    assert "It tried them all." in show(body, browser=Browser(network=network))
    assert not private.heard()
    assert {each.headers["user-agent"] for each in server.requests} == {"Coscribe/7"}
    done = "/done?" + ",".join(["nothing"] * 8)
    assert {each.path for each in server.requests} == {"/page", "/redirect", "/beat", done}


def test_the_listener_would_hear(private):
    socket.create_connection((PRIVATE, private.port)).close()
    assert private.heard()


def test_it_has_no_network_and_is_nobody_and_in_its_sandbox(show):
    """As seen in /proc while a page is open."""
    seen: dict[str, str] = {}
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            for path in Path("/proc").glob("[0-9]*"):
                try:
                    if b"--type=renderer" in (path / "cmdline").read_bytes() and ours(path):
                        status = (path / "status").read_text()
                        seen["network"] = os.readlink(path / "ns/net")
                        seen["filter"] = status.partition("Seccomp:\t")[2].partition("\n")[0]
                        seen["user"] = status.partition("Uid:\t")[2].partition("\t")[0]
                except OSError:
                    continue

    watcher = threading.Thread(target=look)
    watcher.start()
    show(WRITE + "<script>setTimeout(() => out('x'), 100)</script>")
    over.set()
    watcher.join()
    assert seen["filter"] == "2"
    assert seen["user"] == str(browser_process.NOBODY if os.geteuid() == 0 else os.geteuid())
    assert seen["network"] != os.readlink("/proc/self/ns/net")


def test_it_does_without_its_sandbox_where_the_operator_says_so(show):
    assert "written" in show("<script>document.body.textContent = 'written'</script>", browser=Browser(sandbox=False))


def ours(path: Path) -> bool:
    """Whether that process descends from this one."""
    while path.name not in ("0", "1"):
        if path.name == str(os.getpid()):
            return True
        path = path.with_name((path / "stat").read_text().rpartition(")")[2].split()[1])
    return False
