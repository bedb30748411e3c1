"""Measure what documents of 260 hostile shapes cost: CPU seconds of each step, the exponent of growth, and
megabytes.

    python -m tests.bench.hostile_documents [--size 200000] [--only "WORDS|WORDS"] [--seconds 30]

Each shape runs in a process of its own, at a quarter of the size and at the whole: PUT, structure, message, preview and
approve, keyless. The exponent is the slope between the two: 1 is linear, 2 is not. The target is 2 CPU seconds a
megabyte for the five together and 300 MB; `--size 1000000` measures it, smaller sizes tell it by the slope.

Other work on the machine makes CPU time longer. A fixed loop is measured between the steps, and the last column says
how many times longer it took than in its fastest run.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import sys
import time

from backend.errors import CoscribeError
from backend.services import approval, documents, drafting, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage.sessions import OwnedSession
from tests.bench.document_shapes import SHAPES
from tests.bench.forked_runs import prepared

STEPS = ("put", "structure", "message", "preview", "approve")
#: The small size is the large one divided by this.
PARTS = 4
#: Steps below this are all overhead: no exponent is read from them.
MEASURABLE = 0.05


def child(ports, user: str, name: str, size: int, seconds: int) -> None:
    """Print one line of JSON for each size: the seconds of each step, and the megabytes so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds, -1))
    for part in (PARTS, 1):
        text = SHAPES[name](size // part)
        took = measure(ports, user, text)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"size": size // part, "took": took, "megabytes": peak}), flush=True)


def measure(ports, user: str, text: str) -> dict[str, float]:
    session = sessions.create(ports, user).id
    owned = OwnedSession(user, session)
    message = 'Insert the following at the end of the document: "One more sentence about crowns."'
    work = {
        "put": lambda: documents.put(ports, owned, "*", text),
        "structure": lambda: sum(map(len, documents.structure(ports, owned))),
        "message": lambda: drafting.send(ports, user, SendMessage(session, message)),
        "preview": lambda: approval.preview(ports, user, ApprovalCommand(session)),
        "approve": lambda: approval.approve(ports, user, ApprovalCommand(session)),
    }
    took = {"loop": pace()}
    for step in STEPS:
        began = time.process_time()
        work[step]()
        took[step] = time.process_time() - began
        took["loop"] += pace()
    return took


def total(row: dict) -> float:
    return sum(row["took"][step] for step in STEPS)


def pace() -> float:
    """Return the CPU seconds of a fixed loop, which other work on the machine makes longer."""
    began = time.process_time()
    words = [str(number) for number in range(20_000)]
    assert len(set(" ".join(words).split())) == len(words)
    return time.process_time() - began


def run(ports, user: str, name: str, given: argparse.Namespace) -> list[dict]:
    """The figures of one shape, from a fork: each begins with the same warm caches and the same memory."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.dup2(writing, sys.stdout.fileno())
        os.close(reading)
        try:
            child(ports, user, name, given.size, given.seconds)
        except CoscribeError as error:  # such as a document that is too long
            print(f"{name}: {error}", file=sys.stderr)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        rows = [json.loads(line) for line in said if line.startswith("{")]
    os.waitpid(pid, 0)
    return rows


def slope(rows: list[dict]) -> float | None:
    """The exponent of the whole between the last two sizes."""
    if len(rows) < 2:
        return None
    small, large = map(total, rows[-2:])
    return math.log(large / small, PARTS) if large > MEASURABLE else None


def per_megabyte(rows: list[dict]) -> float:
    """CPU seconds a megabyte. For a text below a megabyte, what every document costs is left out."""
    if not rows:
        return math.inf
    totals = [total(row) for row in rows]
    if len(rows) < 2 or rows[1]["size"] >= 1_000_000:
        return totals[-1] * 1e6 / rows[-1]["size"]
    return max(0.0, totals[1] - totals[0]) * 1e6 / (rows[1]["size"] - rows[0]["size"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=200_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=int, default=30)
    given = parser.parse_args()
    warm = "# Warm\n\nUp.\n\n" + "".join(make(2000) for make in list(SHAPES.values())[:30])
    with prepared(lambda ports, user: measure(ports, user, warm)) as (ports, user):
        chosen = [name for name in SHAPES if any(words in name for words in given.only.split("|"))]
        fastest = (1 + len(STEPS)) * min(pace() for _ in range(50))
        missed = 0
        for name in chosen:
            rows = run(ports, user, name, given)
            fastest = min([fastest, *(row["took"]["loop"] for row in rows)])
            missed += not told(name, rows, given, fastest)
    print(f"{missed} of {len(chosen)} shapes miss the target")
    return 0


def told(name: str, rows: list[dict], given: argparse.Namespace, fastest: float) -> bool:
    """Print a shape's figures; True where they keep to the target."""
    last = rows[-1] if rows else {"size": 0, "took": dict.fromkeys(STEPS, 0.0), "megabytes": 0}
    exponent, whole = slope(rows), per_megabyte(rows)
    good = last["size"] == given.size and whole <= 2 and last["megabytes"] <= 300
    steps = " ".join(f"{step} {last['took'].get(step, 0):.2f}" for step in STEPS)
    words = "" if last["size"] == given.size else f" GAVE UP beyond {last['size']:,}"
    shown = "    " if exponent is None else f"n^{exponent:.1f}"
    line = f"{total(last):7.2f} s {shown} {whole:7.1f} s/MB {last['megabytes']:6.0f} MB"
    slower = f" x{last['took']['loop'] / fastest:.2f}" if rows else ""
    print(f"{'  ' if good else '! '}{name:38}{line}  {steps}{slower}{words}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
