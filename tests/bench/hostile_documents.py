"""What documents of a hundred hostile shapes cost: CPU seconds of each step, the exponent, and megabytes.

    python -m tests.bench.hostile_documents [--size 1000000] [--only WORDS] [--seconds 30]

Each shape runs in a process of its own, at an eighth, a quarter, a half and the whole of the size: PUT, structure,
message, preview and approve, keyless. The exponent is the slope between the last two sizes that were reached: 1 is
linear, 2 is not. The target is 2 CPU seconds for the five together at 1 MB and 300 MB; 10 seconds at 5 MB.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time

from tests.bench.document_shapes import SHAPES

STEPS = ("put", "structure", "message", "preview", "approve")
#: Steps below this are all overhead: no exponent is read from them.
MEASURABLE = 0.05


def child(name: str, size: int, seconds: int) -> None:
    """Print one line of JSON for each size: the seconds of each step, and the megabytes so far."""
    from backend.bootstrap import create_app, prepare
    from backend.services import accounts

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(environ={"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "CRITICAL"})
        prepare(app)
        with app.app_context():
            ports = app.extensions["coscribe"]
            user = accounts.register(ports, "a@example.org", "a quiet long phrase").id
            measure(ports, user, "# Warm\n\nUp.\n")
            used = resource.getrusage(resource.RUSAGE_SELF)
            resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds, -1))
            for part in (8, 4, 2, 1):
                took = measure(ports, user, SHAPES[name](size // part))
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                print(json.dumps({"size": size // part, "took": took, "megabytes": peak}), flush=True)


def measure(ports, user: str, text: str) -> dict[str, float]:
    from backend.services import approval, documents, drafting, sessions
    from backend.services.approval import Decide
    from backend.services.drafting import SendMessage
    from backend.storage.sessions import OwnedSession

    session = sessions.create(ports, user).id
    owned = OwnedSession(user, session)
    message = 'Insert the following at the end of the document: "One more sentence about crowns."'
    work = {
        "put": lambda: documents.put(ports, owned, "*", text),
        "structure": lambda: documents.structure(ports, owned),
        "message": lambda: drafting.send(ports, user, SendMessage(session, message)),
        "preview": lambda: approval.preview(ports, user, Decide(session)),
        "approve": lambda: approval.approve(ports, user, Decide(session)),
    }
    took = {}
    for step in STEPS:
        began = time.process_time()
        work[step]()
        took[step] = time.process_time() - began
    return took


def run(name: str, size: int, seconds: int) -> list[dict]:
    command = [sys.executable, "-m", __spec__.name, "--child", name, "--size", str(size), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode and "CPU" not in done.stderr and done.returncode > 0:
        print(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "", flush=True)
    return rows


def slope(rows: list[dict]) -> float | None:
    """The exponent of the whole between the last two sizes."""
    if len(rows) < 2:
        return None
    small, large = (sum(row["took"].values()) for row in rows[-2:])
    return math.log2(large / small) if large > MEASURABLE else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--child")
    given = parser.parse_args()
    if given.child:
        child(given.child, given.size, given.seconds)
        return 0
    missed = 0
    for name in SHAPES:
        if given.only and given.only not in name:
            continue
        rows = run(name, given.size, given.seconds)
        last = rows[-1] if rows else {"size": 0, "took": {}, "megabytes": 0}
        total, exponent = sum(last["took"].values()), slope(rows)
        good = last["size"] == given.size and total <= 2 * max(1, given.size / 1e6) and last["megabytes"] <= 300
        missed += not good
        steps = " ".join(f"{step} {last['took'].get(step, 0):.2f}" for step in STEPS)
        words = "" if last["size"] == given.size else f" GAVE UP beyond {last['size']:,}"
        shown = "    " if exponent is None else f"n^{exponent:.1f}"
        print(f"{name:34}{total:7.2f} s {shown} {last['megabytes']:6.0f} MB  {steps}{words}", flush=True)
    print(f"{missed} shapes miss the target")
    return 0


if __name__ == "__main__":
    sys.exit(main())
