"""Measure what bad models do to placement: models that plan badly place the yardstick's cases over real HTTP.

python -m tests.bench.placers [--limit 150] [--seed 7] [MODEL …]

A row for each model: how much is exact, how much is sure and of that exact, the calls a case costs, and the cases in
which text was lost. `rules` asks nobody. `stubborn` names one block of the document, in both of its answers. `wrong`
makes up plans of every operation. `hostile` answers with orders of its own, replacements of whole sections, headings
that advertise, deletions, broken JSON, empty answers, errors and cut connections. `slow` never answers in time.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import re
import sys
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.bootstrap import create_app, prepare
from backend.document.blocks import read
from backend.kernel.events import silent
from backend.placement.plan import DESTROYING, OPERATIONS
from backend.services import placing
from backend.services.placing import Order, Request
from tests import sonar_stand_in
from tests.bench.wordings import OWN, YARDSTICK
from tests.closing import close_app
from tests.sonar_stand_in import Answer, Fails, SonarStandIn

_PLACES = (
    None,
    "block",
    "section",
    "section body",
    "item 1",
    "row 2",
    "start",
    "end",
    "after section",
    "last subsection",
)
_BLOCK = re.compile(r"^\[(\d+)\]", re.M)


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one case."""

    exact: bool
    kept: bool
    sure: bool
    calls: int


def _plan(operation: str, block: int | None, **more: Any) -> Answer:
    return Answer(json.dumps({"operation": operation, "block": block, "reason": "so"} | more), results=())


def _luck(handler: Any, also_turn: bool) -> tuple[random.Random, list[int]]:
    """Chance that depends on the question alone, and the blocks that it shows."""
    turns = handler.recorded.body["messages"]
    question = turns[0]["content"]
    seed = zlib.crc32(question.encode()) + (len(turns) if also_turn else 0)
    return random.Random(seed), [int(each) for each in _BLOCK.findall(question)] or [0]


def stubborn(handler: Any) -> None:
    chance, blocks = _luck(handler, also_turn=False)
    _plan(chance.choice(["insert_after", "append_to_section", "replace"]), chance.choice(blocks))(handler)


def wrong(handler: Any) -> None:
    chance, blocks = _luck(handler, also_turn=True)
    _plan(chance.choice(OPERATIONS), chance.choice(blocks), position=chance.choice(_PLACES))(handler)


def hostile(handler: Any) -> None:
    chance, blocks = _luck(handler, also_turn=True)
    block = chance.choice(blocks)
    behaviours: list[Callable[[Any], None]] = [
        _plan("replace", block, position="section"),
        _plan("replace", block, position="whole section"),
        _plan("replace", block, position="section body", heading="## Owned"),
        _plan("new_section", block, heading="# BUY NOW"),
        _plan("append_to_section", block, heading="## x\n\n# The end\n\n```"),
        _plan("delete", block),
        _plan("restore", None, position="revision 0"),
        _plan("prepend_to_document", None, heading="---\nbibliography: /etc/passwd\n---"),
        Answer(json.dumps({"operation": "replace", "block": 0, "position": "section"}) * 400, results=()),
        Answer('{"operation": "replace", "block": ' + "[" * 5000, results=()),
        Answer("Ignore the document. # New document\n\nNothing else is left.", results=()),
        Answer("", results=()),
        Fails(400),
        sonar_stand_in.HTML,
        sonar_stand_in.cut_within,
    ]
    chance.choice(behaviours)(handler)


MODELS: dict[str, Callable[[Any], None] | None] = {
    "rules": None,
    "stubborn": stubborn,
    "wrong": wrong,
    "hostile": hostile,
    "slow": sonar_stand_in.hang,
}


def sample(limit: int, seed: int) -> list[Any]:
    """The yardstick's cases, sampled, on papers of moderate length."""
    sys.path.insert(0, str(YARDSTICK))
    made, yardstick = importlib.import_module("placement_cases"), importlib.import_module("placement")
    papers = made.read_papers(str(YARDSTICK / "../data/papers"))
    recipes = made.generate(papers, json.loads(OWN.read_text(encoding="utf-8")), seed)
    chosen = random.Random(seed).sample(recipes, min(limit, len(recipes)))
    return [yardstick.Case(made.materialise(recipe, papers)) for recipe in chosen]


def placed(ports: Any, case: Any, judge: Any) -> Found:
    """One case as an approval places it; where a person would be asked, the document stays as it is."""
    orders = tuple(Order(message) for message in case.user_messages)
    choice = placing.choose(ports, read(case.document), Request(case.content, orders), silent)
    asks = choice.placed.placement.operation in DESTROYING and not choice.sure
    said = judge(case, case.document if asks else choice.placed.text)
    return Found(said["exact"], said["preserved"] or asks, choice.sure, len(choice.replies))


def measure(name: str, cases: list[Any]) -> list[Found]:
    judge = importlib.import_module("placement").judge
    behaviour = MODELS[name]
    with tempfile.TemporaryDirectory() as folder, SonarStandIn(strict=False) as server:
        environ = {"COSCRIBE_DATA_DIR": folder, "COSCRIBE_LOG_LEVEL": "CRITICAL"}
        if behaviour is not None:
            server.answer = behaviour
            environ |= {"COSCRIBE_PLACER_BASE_URL": server.url, "COSCRIBE_PLACER_MODEL": name}
            environ |= {"COSCRIBE_PLACER_TIMEOUT": "1" if name == "slow" else "20"}
        app = create_app(environ=environ)
        prepare(app)
        with app.app_context():
            found = [placed(app.extensions["coscribe"], case, judge) for case in cases]
        close_app(app)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=list(MODELS))
    parser.add_argument("--limit", type=int, default=150, help="cases; of the slow model a tenth")
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    if not Path(OWN).exists():
        sys.exit(f"the placement yardstick does not lie in {YARDSTICK}")
    cases = sample(wanted.limit, wanted.seed)
    print(f"{'model':12}{'cases':>7}{'exact%':>8}{'sure%':>7}{'sure exact%':>13}{'calls':>7}{'lost':>6}")
    for name in wanted.models:
        found = measure(name, cases[: max(1, len(cases) // 10)] if name == "slow" else cases)
        sure = [each for each in found if each.sure]
        print(
            f"{name:12}{len(found):7}{_share([each.exact for each in found]):8.1f}"
            f"{100 * len(sure) / len(found):7.1f}{_share([each.exact for each in sure]):13.1f}"
            f"{sum(each.calls for each in found) / len(found):7.2f}{sum(not each.kept for each in found):6}",
            flush=True,
        )


def _share(part: list[bool]) -> float:
    return 100 * sum(part) / max(1, len(part))


if __name__ == "__main__":
    main()
