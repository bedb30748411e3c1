"""Measure our own CPU time per message: a 100 kB document, 100 messages of history, a provider that answers at once.

    python -m tests.bench.message [--messages 200]

Prints p50 and p99 of a whole request through the API, the provider's time taken off, and the steps inside. The
document comes from the sample paper, repeated with every paragraph made different, so that nothing is cached by text.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from importlib.resources import files

from backend.bootstrap import create_app, prepare
from tests.researcher import Researcher
from tests.sonar_stand_in import SonarStandIn

QUESTIONS = (
    "What does the paper say about the response time of the sensor?",
    "Add a paragraph on wind to the Limitations section.",
    "How was canopy cover measured?",
    "Extend the discussion of narrow streets.",
)


def document(characters: int) -> str:
    """The sample paper again and again, each round numbered, up to a length."""
    paper = files("backend.demo").joinpath("paper.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    rounds, length = [], 0
    while length < characters:
        number = len(rounds)
        rounds.append("\n\n".join(f"{part} ({number})" if part[:1].isalpha() else part for part in paper.split("\n\n")))
        length += len(rounds[-1])
    return "\n".join(rounds)[:characters]


def measure(messages: int) -> dict[str, float]:
    """Milliseconds by step, and of the whole request."""
    laps: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, SonarStandIn() as sonar:
        environ = {
            "COSCRIBE_DATA_DIR": folder,
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "PERPLEXITY_API_KEY": sonar.key,
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_LOG_LEVEL": "ERROR",
        }
        app = create_app(environ=environ)
        prepare(app)
        researcher = Researcher(app)
        researcher.bring(document(100_000))
        for number in range(50 + messages):
            answer = researcher.send(QUESTIONS[number % len(QUESTIONS)] + f" ({number})")
            if number >= 50:
                for name, took in answer["meta"]["timings_ms"].items():
                    laps.setdefault(name, []).append(took)
    laps["own work"] = [
        sum(each) for each in zip(*(took for name, took in laps.items() if name != "provider"), strict=True)
    ]
    return {
        f"{name} {point}": _quantile(took, share)
        for name, took in laps.items()
        for point, share in (("p50", 0.5), ("p99", 0.99))
    }


def _quantile(values: list[float], share: float) -> float:
    return round(statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=200)
    for name, took in measure(parser.parse_args().messages).items():
        print(f"{name:<14} {took:8.1f} ms")


if __name__ == "__main__":
    main()
