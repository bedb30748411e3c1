"""Measure how well Stage 2's rules understand each set of wordings: one row per set, so that a new set has its own
figure.

python -m tests.bench.wordings [--limit 200] [--seed 7] [SET.json …]

A set is a file `placement_wordings*.json` beside this one: requests of place as one writer or one language would put
them, in the yardstick's form. The yardstick's own set comes first. Run a new set before any rule is changed for it:
the difference to the known sets is what the known sets flatter.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
YARDSTICK = HERE.parents[1] / "../shared/bench"
OWN = YARDSTICK / "placement_templates.json"


def report(wordings: Path, seed: int, limit: int) -> dict[str, Any]:
    """What the placement yardstick says of the rules when people ask in the words of this file."""
    with tempfile.NamedTemporaryFile(suffix=".json") as result:
        command = [sys.executable, str(YARDSTICK / "placement.py"), "--adapter", "tests.bench.adapters:place"]
        command += ["--templates", str(wordings), "--seed", str(seed), "--limit", str(limit)]
        command += ["--no-speed", "--json", result.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads(Path(result.name).read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, default=[OWN, *sorted(HERE.glob("placement_wordings*.json"))])
    parser.add_argument("--limit", type=int, default=200, help="cases a set, sampled; 0 for all")
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    if not OWN.exists():
        sys.exit(f"the placement yardstick does not lie in {YARDSTICK}")
    print(f"{'set':26}{'cases':>7}{'exact%':>8}{'section%':>10}{'preserved%':>12}{'crashes':>9}")
    for wordings in wanted.sets:
        found = report(wordings, wanted.seed, wanted.limit)
        row = found["table"]["ALL/*"]
        print(
            f"{wordings.stem.removeprefix('placement_'):26}{row['n']:7}{row['exact']:8.1f}{row['section']:10.1f}"
            f"{row['preserved']:12.1f}{found['crashes']:9}",
            flush=True,
        )


if __name__ == "__main__":
    main()
