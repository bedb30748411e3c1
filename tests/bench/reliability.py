"""Measure the share of right places for each kind of evidence, each set of wordings judged by all others.

python -m tests.bench.reliability [--limit 60] [--seed 7] [--papers 16] [SET.json …]

For each set of wordings the share of exact places is found, evidence by evidence, on all other sets; that share is the
confidence that the set's own places get, and a place is sure from `confidence.SURE` on. The first table is the
reliability of that confidence, the second what each kind of evidence is worth (`confidence.RATES` holds it), the last
the sets one by one. Cases are the placement yardstick's, on papers sampled by the seed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.document.blocks import read
from backend.placement.confidence import SURE, Evidence
from backend.placement.place import carry_out_first
from backend.placement.plan import DESTROYING
from backend.placement.rules import decide
from tests.bench.wordings import HERE, OWN, YARDSTICK

#: Upper ends of the bins of the first table.
_BINS = (0.3, 0.5, 0.7, 0.9, 0.95, 1.0)


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one case: its place, whether it would be carried out unasked, and whether that was right."""

    wordings: str
    evidence: Evidence
    replaces: bool
    sure: bool
    exact: bool
    section: bool
    preserved: bool


def cases(sets: Sequence[Path], wanted: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """The yardstick's cases in the words of each set, on a sample of its papers of moderate length."""
    sys.path.insert(0, str(YARDSTICK))
    made, yardstick = importlib.import_module("placement_cases"), importlib.import_module("placement")
    papers = made.read_papers(str(YARDSTICK / "../data/papers"))
    short = sorted(papers, key=lambda name: len(papers[name]))[: max(wanted.papers, len(papers) * 4 // 5)]
    chosen = {name: papers[name] for name in sorted(random.Random(wanted.seed).sample(short, wanted.papers))}
    for path in sets:
        recipes = made.generate(chosen, json.loads(path.read_text(encoding="utf-8")), wanted.seed)
        for recipe in random.Random(0).sample(recipes, min(wanted.limit, len(recipes))):
            yield path.stem, yardstick.Case(made.materialise(recipe, chosen))


def judged(wordings: str, case: Any, judge: Any) -> Found:
    document = read(case.document)
    decision = decide(document, case.content, list(case.user_messages))
    said = judge(case, carry_out_first(document, case.content, decision.candidates).text)
    replaces = decision.placement.operation in DESTROYING
    kept = said["preserved"] or (replaces and not decision.sure)
    return Found(wordings, decision.evidence, replaces, decision.sure, said["exact"], said["section"], kept)


def rates(found: Sequence[Found]) -> dict[Evidence, float]:
    """The share of exact places of each kind of evidence."""
    groups: dict[Evidence, list[bool]] = {}
    for each in found:
        if not each.replaces:
            groups.setdefault(each.evidence, []).append(each.exact)
    return {kind: sum(all_of) / len(all_of) for kind, all_of in groups.items()}


def _row(name: str, found: Sequence[Found], sure: Sequence[Found]) -> str:
    def share(part: Sequence[Any]) -> float:
        return 100 * sum(part) / max(1, len(part))

    return (
        f"{name:26}{len(found):7}{share([f.exact for f in found]):8.1f}{share([f.section for f in found]):10.1f}"
        f"{100 * len(sure) / max(1, len(found)):8.1f}{share([f.exact for f in sure]):12.1f}"
        f"{share([f.section for f in sure]):13.1f}{sum(not f.preserved for f in found):6}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, default=[OWN, *sorted(HERE.glob("placement_wordings*.json"))])
    parser.add_argument("--limit", type=int, default=60, help="cases a set")
    parser.add_argument("--papers", type=int, default=16, help="papers, sampled")
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    if not OWN.exists():
        sys.exit(f"the placement yardstick does not lie in {YARDSTICK}")
    sampled = list(cases(wanted.sets, wanted))
    judge = importlib.import_module("placement").judge
    found = [judged(wordings, case, judge) for wordings, case in sampled]
    confidence: list[float] = []
    for each in found:
        others = rates([other for other in found if other.wordings != each.wordings])
        confidence.append((1.0 if each.sure else 0.5) if each.replaces else others.get(each.evidence, 0.5))
    sure = [f for f, c in zip(found, confidence, strict=True) if c >= SURE and (f.sure or not f.replaces)]
    print(f"{'confidence up to':20}{'cases':>7}{'said':>7}{'exact%':>8}")
    for low, high in zip((0.0, *_BINS), _BINS, strict=False):
        inside = [(f, c) for f, c in zip(found, confidence, strict=True) if low < c <= high or (c == low == 0.0)]
        if inside:
            said = sum(c for _, c in inside) / len(inside)
            print(f"{high:<20}{len(inside):7}{said:7.2f}{100 * sum(f.exact for f, _ in inside) / len(inside):8.1f}")
    print(f"\n{'evidence':20}{'cases':>7}{'exact%':>8}")
    for kind, rate in sorted(rates(found).items(), key=lambda pair: -pair[1]):
        print(f"{kind:20}{sum(f.evidence == kind and not f.replaces for f in found):7}{100 * rate:8.1f}")
    print(
        f"\n{'set':26}{'cases':>7}{'exact%':>8}{'section%':>10}{'sure%':>8}{'sure exact':>12}"
        f"{'sure section':>13}{'lost':>6}"
    )
    for name in dict.fromkeys(f.wordings for f in found):
        held = [f for f in found if f.wordings == name]
        print(_row(name.removeprefix("placement_"), held, [f for f in sure if f.wordings == name]))
    print(_row("all", found, sure))


if __name__ == "__main__":
    main()
