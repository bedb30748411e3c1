"""Report the vulnerabilities of the libraries in `constraints.txt`, as the Open Source Vulnerabilities database lists
them.

    python -m tests.audit [--service URL]

One request asks for all of them. Findings that `audit.toml` accepts are told with their reasons; others end it with 1,
and so does an accepted finding that is no longer one. Where the service can't be reached it says so and ends with 0.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVICE = "https://api.osv.dev"
SECONDS = 20


@dataclass(frozen=True, slots=True)
class Advisory:
    """An advisory by its id, and the library that it is about."""

    id: str
    library: str
    version: str


class Unreachable(Exception):
    """The service did not answer, or not with what it should."""


def pins(constraints: str) -> list[tuple[str, str]]:
    """The name and version of each library that is pinned."""
    lines = (line.partition("#")[0].strip() for line in constraints.splitlines())
    return [(name, version) for name, mark, version in (line.partition("==") for line in lines) if mark]


def ask(service: str, libraries: list[tuple[str, str]]) -> list[Advisory]:
    """Raises Unreachable."""
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in libraries]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(f"{service}/v1/querybatch", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            results = json.load(answer)["results"]
    except (OSError, ValueError, KeyError) as error:
        raise Unreachable(str(error)) from error
    if len(results) != len(libraries):
        raise Unreachable(f"{len(results)} answers to {len(libraries)} questions")
    return [
        Advisory(each["id"], name, version)
        for (name, version), result in zip(libraries, results, strict=True)
        for each in (result or {}).get("vulns", ())
    ]


def judge(found: list[Advisory], accepted: dict[str, str]) -> tuple[list[str], int]:
    """Return a line for each finding, and how many are not accepted, or accepted for nothing."""
    lines, bad = [], 0
    for each in found:
        reason = accepted.get(each.id)
        bad += reason is None
        lines.append(f"{each.library} {each.version}: {each.id}: {reason or 'not accepted'}")
    stale = sorted(accepted.keys() - {each.id for each in found})
    lines += [f"{each} is accepted in audit.toml, and nothing that is pinned has it: take it out" for each in stale]
    return lines, bad + len(stale)


def main(arguments: list[str], root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.audit", description=__doc__.splitlines()[0])
    parser.add_argument("--service", default=SERVICE)
    given = parser.parse_args(arguments)
    libraries = pins((root / "constraints.txt").read_text(encoding="utf-8"))
    accepted = tomllib.loads((root / "audit.toml").read_text(encoding="utf-8")).get("accepted", {})
    try:
        found = ask(given.service, libraries)
    except Unreachable as error:
        print(f"The libraries were not audited: {given.service} could not be asked ({error}).")
        return 0
    lines, bad = judge(found, accepted)
    print("\n".join([*lines, f"{len(libraries)} libraries, {len(found)} advisories, {bad} to look at"]))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
