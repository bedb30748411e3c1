"""Run nginx or Caddy with the configuration of docs/operating.md as it is printed, but for its addresses."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import httpx2

from tests.ports import free_port
from tests.waiting import PATIENCE

Name = Literal["nginx", "caddy"]
_GUIDE = Path(__file__).resolve().parents[1] / "docs" / "operating.md"
#: The addresses of the two servers in the guide.
_PRINTED = ("127.0.0.1:8000", "127.0.0.1:8001")


def is_installed(name: Name) -> bool:
    return shutil.which(name) is not None


def configuration(name: Name, port: int, servers: Sequence[str]) -> str:
    """Return the guide's configuration of a proxy that listens at `port`, with `servers` as the two addresses."""
    begin = r"```nginx\n()" if name == "nginx" else r"```\n(coscribe\.example\.org)"
    ((domain, rest),) = re.findall(rf"{begin}(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for printed, ours in zip(_PRINTED, servers, strict=True):
        rest = rest.replace(printed, ours)
    if domain:
        return f"{{\n    admin off\n}}\nhttp://127.0.0.1:{port}{rest}"
    bounds = "daemon off; pid pid; error_log stderr; events { worker_connections 4096; }\n"
    return f"{bounds}http {{ access_log off;\n{rest.replace('listen 8080;', f'listen 127.0.0.1:{port};')}\n}}\n"


@contextmanager
def running(name: Name, folder: Path, servers: Sequence[str]) -> Iterator[str]:
    """Run a proxy before two servers, one of which must listen. Yields the proxy's address when a server answers."""
    port = free_port()
    (folder / "config").write_text(configuration(name, port, servers))
    command = {
        "nginx": ["nginx", "-p", str(folder), "-c", str(folder / "config")],
        "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "config")],
    }[name]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert process.poll() is None, "the proxy refused its configuration"
        try:
            if httpx2.get(f"{url}/readyz", trust_env=False).status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.05)
