"""`make bench`: our own benchmarks one after another, with their defaults."""

import subprocess
import sys

BENCHES = ("startup", "reading", "retrieval_speed", "prefix", "message", "fusion")

if __name__ == "__main__":
    failed = 0
    for name in BENCHES:
        print(f"\n== {name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode != 0
    sys.exit(failed)
