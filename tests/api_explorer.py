"""Test the whole API with Schemathesis: requests follow /openapi.json, and all answers must follow it, too.

    python -m tests.api_explorer [--examples 40] [--seed 1] [--only PATH] [--phases examples,coverage,fuzzing,stateful]

All of its checks run: no server error, statuses, types, headers and bodies as described, what breaks the description
is refused and what keeps to it is not, nothing works without a token, what was created is found and what was deleted
is not.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import requests
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.schemas import BaseSchema

from backend.bootstrap import create_app, prepare
from tests.live import serving

# Requests looks for proxies in the environment each time, which takes a tenth of the whole; the server is on loopback.
requests.sessions.get_environ_proxies = lambda url, no_proxy=None: {}

PASSWORD = "a quiet long phrase"
#: Reasons to refuse what keeps to the description: what is stored decides, what a file holds, or two fields together.
JUDGED = re.compile(
    r"^Not a cursor of this list\.|^Must not be blank|^This Idempotency-Key was used before"
    r"|^The field is only for `changes=tracked`|^Must be a domain name|: Must be a date of the form"
    r"|json_schema: Missing data|^Send one DOI|^No registry is asked|^Must be one of "
    r"|^Must not be earlier than `after`|^This service is not configured|^This server does not allow this model"
    r"|^Only Word files"
)
PHASES = ("examples", "coverage", "fuzzing", "stateful")


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that a check found: the call, the check, its words, and how to send the request again."""

    call: str
    check: str
    words: str
    request: str

    def __str__(self) -> str:
        return f"{self.call}: {self.check}: {' '.join(self.words.split())[:600]}\n    {self.request[:600]}"


def explore(
    folder: Path, examples: int, seed: int, phases: tuple[str, ...] = PHASES, only: str = ""
) -> Iterator[Finding]:
    """Yield each different fault that is found within so many examples a call."""
    app = create_app(
        environ={
            "COSCRIBE_DATA_DIR": str(folder),
            "COSCRIBE_LOG_LEVEL": "CRITICAL",
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_AUTH_RATE_LIMIT": "off",
            "COSCRIBE_WRITER": "extractive",
            "COSCRIBE_MAX_IN_FLIGHT": "1000",
        }
    )
    prepare(app)
    http = app.test_client()
    body = {"email": "a@example.org", "password": PASSWORD}
    token = http.post("/api/auth/register", json=body).json["access_token"]
    with serving(app) as address:
        settings = config(token, examples, seed, phases)
        schema = schemathesis.openapi.from_url(f"{address}/openapi.json", config=settings)
        schema = schema.exclude(path="/api/auth/logout")
        yield from findings(schema.include(path_regex=only) if only else schema)
        with warnings.catch_warnings():  # Schemathesis leaves its connections to the garbage collector
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


def findings(schema: BaseSchema) -> Iterator[Finding]:
    """Yield a fault each call and check: the same one is found again with many examples."""
    seen: set[tuple[str, str]] = set()
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            error = event.value if isinstance(event, events.NonFatalError) else event.exception
            yield Finding(getattr(event, "label", ""), type(error).__name__, str(error), "")
        elif isinstance(event, events.ScenarioFinished):
            for found in failures(event):
                key = (found.call, found.check)
                if key not in seen:
                    seen.add(key)
                    yield found


def failures(event: events.ScenarioFinished) -> Iterator[Finding]:
    for case_id, checks in event.recorder.checks.items():
        for check in checks:
            info = check.failure_info
            if info is None:
                continue
            answer = event.recorder.interactions[case_id].response
            told = answer.content.decode("utf-8", "replace") if answer is not None else ""
            if check.name == "positive_data_acceptance" and is_judgment(told):
                continue
            call = event.recorder.cases[case_id].value.operation.label
            words = f"{info.failure.message} Answer: {told[:300]}"
            yield Finding(call, f"{check.name}, {info.failure.title}", words, info.code_sample)


def is_judgment(answer: str) -> bool:
    """Say whether a refusal judges what no description can tell: a file, or something with a reason of `JUDGED`."""
    try:
        problem = json.loads(answer)
    except ValueError:
        return False
    if "errors" not in problem:
        error = problem.get("error")
        if isinstance(error, dict) and error.get("type") != "invalid_request":  # Sonar's names for models and messages
            return True
        told = error.get("message") if isinstance(error, dict) else problem.get("detail")
        return JUDGED.search(str(told)) is not None
    reasons = [each for told in problem["errors"].values() for each in told]
    return set(problem["errors"]) == {"file"} or all(map(JUDGED.search, reasons))


def config(token: str, examples: int, seed: int, phases: tuple[str, ...]) -> SchemathesisConfig:
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "headers": {"Authorization": f"Bearer {token}"},
            "continue-on-failure": True,
            "request-timeout": 5,
            "max-stream-events": 3,
            "generation": {
                "max-examples": examples,
                "deterministic": False,
                "database": "none",
                "no-shrink": True,
                "allow-x00": False,
            },
            "phases": {name: {"enabled": name in phases} for name in PHASES},
            "checks": {
                # A stale or missing If-Match has statuses of its own.
                "positive_data_acceptance": {"expected-statuses": ["2xx", 401, 403, 404, 409, 412, 429]},
                "missing_required_header": {"expected-statuses": [400, 401, 403, 406, 415, 422, 428]},
            },
        }
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--phases", default=",".join(PHASES))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = 0
        for finding in explore(Path(folder), given.examples, given.seed, tuple(given.phases.split(",")), given.only):
            found += 1
            print(finding, flush=True)
    print(f"{found} faults")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
