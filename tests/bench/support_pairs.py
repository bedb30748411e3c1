"""Measure how well contradicted sentences are recognized, on other pairs than those that set the thresholds.

    python -m tests.bench.support_pairs [--works ../shared/data/references/works.jsonl] [--seed 3] [--pairs 600]

Written pairs in four languages (support_pairs.json), others with further devices of contradiction
(support_pairs_2.json to support_pairs_5.json), free paraphrases (support_pairs_6.json and support_pairs_7.json), and,
where abstracts are at hand, sentences of these: restated by order, lead and notation, and turned round by another
number, unit, denial or direction in another place. Prints the AUC of restated over contradicted, the share of
contradictions that are named, and of true sentences that are accused.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.document.sentences import sentences
from backend.verification.support import support

WRITTEN = tuple(
    Path(__file__).with_name(f"support_pairs{number}.json") for number in ("", "_2", "_3", "_4", "_5", "_6", "_7")
)
_LEADS = ("They report that ", "According to the authors, ", "It has been shown that ", "In that study, ")
_NUMBER = re.compile(r"(?<![\w.,-])(\d{1,4}(?:\.\d+)?)(?![\w.,-]|\.\d)")
_DENIED = (
    (re.compile(r"\b(is|are|was|were|can|could|has|have|had|may|will|would) (?!not\b)"), r"\1 not "),
    (re.compile(r"\b(significant(?:ly)?)\b"), r"not \1"),
    (re.compile(r"\bdoes not (\w+)"), r"does \1"),
    (re.compile(r"\b(was|were|is|are|did|do|has|have) not\b"), r"\1"),
)
_TURNED = {
    "higher": "lower", "larger": "smaller", "increases": "decreases", "increased": "decreased", "increase": "decrease",
    "improves": "worsens", "improved": "worsened", "more": "less", "faster": "slower", "high": "low", "many": "few",
    "before": "after", "first": "last", "positive": "negative", "presence": "absence", "major": "minor",
    "reduces": "increases", "reduced": "increased", "better": "worse", "greater": "lesser", "long": "short",
}  # fmt: skip
_UNITS = {"mg": "kg", "kg": "mg", "ms": "s", "hours": "days", "days": "years", "years": "days", "weeks": "hours"}


@dataclass(frozen=True, slots=True)
class Pair:
    """A source, a sentence that it says in other words, and one that it contradicts."""

    kind: str
    source: str
    true: str
    false: str


def written() -> list[Pair]:
    """The pairs that were written by hand, their kind with its language."""
    rows = [row for path in WRITTEN for row in json.loads(path.read_text(encoding="utf-8"))]
    return [Pair(f"{language} {kind}", source, true, false) for language, kind, source, true, false in rows]


def made(works: Path, rng: random.Random, most: int) -> list[Pair]:
    """Pairs made of the sentences of abstracts."""
    pairs: list[Pair] = []
    told = [json.loads(line).get("abstract") or "" for line in works.read_text(encoding="utf-8").splitlines()]
    for abstract in rng.sample(told, len(told)):
        text = " ".join(re.sub(r"<[^>]+>", " ", abstract).split())
        whole = [text[start:end] for start, end in sentences(text)]
        usable = [each for each in whole if 60 < len(each) < 300]
        if usable and len(whole) > 2:
            sentence = rng.choice(usable)
            true = restated(sentence, rng)
            turned = list(_contradictions(true, rng))
            if turned:
                pairs.append(Pair(*(("abstract " + turned[0][0]), text, true, turned[0][1])))
        if len(pairs) >= most:
            break
    return pairs


def restated(sentence: str, rng: random.Random) -> str:
    """A sentence in another dress: what leads it goes to its end, percent in words, a lead before it."""
    said = sentence.rstrip(".")
    front = re.match(r"^((?:In|At|For|With|By|After|During|Under|On|From|Here|To) [^,]{4,80}), (\w.*)$", said)
    if front and rng.random() < 0.7:
        said = f"{front[2]} {front[1][0].lower()}{front[1][1:]}"
    said = re.sub(r"(\d) ?%", r"\1 percent", said) if rng.random() < 0.5 else said
    said = re.sub(r" \([^()]*\)", "", said)
    lead = rng.choice(_LEADS)
    small = said[0].lower() + said[1:] if said[1:2].islower() else said
    return f"{lead}{small}." if rng.random() < 0.6 else f"{said[0].upper()}{said[1:]}."


def _contradictions(sentence: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """The sentence turned round, in ways in random order, each with its name."""
    ways = [("number", _other_number), ("unit", _other_unit), ("denied", _denied), ("direction", _turned)]
    for name, way in rng.sample(ways, len(ways)):
        if (false := way(sentence, rng)) is not None:
            yield name, false


def _other_number(sentence: str, rng: random.Random) -> str | None:
    found = [each for each in _NUMBER.finditer(sentence) if not re.fullmatch(r"(?:19|20)\d\d", each[1])]
    if not found:
        return None
    one = rng.choice(found)
    value = float(one[1]) * rng.choice((2, 3, 0.5, 10)) + rng.choice((1, 3))
    return f"{sentence[: one.start()]}{value:g}{sentence[one.end() :]}"


def _other_unit(sentence: str, rng: random.Random) -> str | None:
    match = re.search(rf"(?<=\d )({'|'.join(_UNITS)})\b", sentence)
    return f"{sentence[: match.start()]}{_UNITS[match[1]]}{sentence[match.end() :]}" if match else None


def _denied(sentence: str, rng: random.Random) -> str | None:
    for pattern, instead in rng.sample(_DENIED, len(_DENIED)):
        found = list(pattern.finditer(sentence))
        if found:
            one = rng.choice(found)
            return sentence[: one.start()] + one.expand(instead) + sentence[one.end() :]
    return None


def _turned(sentence: str, rng: random.Random) -> str | None:
    found = [each for each in re.finditer(r"\w+", sentence) if each[0] in _TURNED]
    if not found:
        return None
    one = rng.choice(found)
    return f"{sentence[: one.start()]}{_TURNED[one[0]]}{sentence[one.end() :]}"


def auc(high: Sequence[float], low: Sequence[float]) -> float:
    """How often one of `high` is above one of `low`; ties count half."""
    above = sum((a > b) + 0.5 * (a == b) for a in high for b in low)
    return above / (len(high) * len(low)) if high and low else 0.0


def report(pairs: Sequence[Pair], show: bool = False) -> None:
    """Print figures by kind and together."""
    by_kind: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_kind[pair.kind].append(pair)
        by_kind[pair.kind.split()[0]].append(pair)
    by_kind["all"] = list(pairs)
    for kind, group in by_kind.items():
        true, false = [[support(getattr(each, side), each.source) for each in group] for side in ("true", "false")]
        named = sum(each.verdict == "contradicted" for each in false) / len(group)
        accused = sum(each.verdict == "contradicted" for each in true)
        area = auc([each.score for each in true], [each.score for each in false])
        print(f"{kind:22} {len(group):4} pairs  AUC {area:.3f}  named {named:5.1%}  true ones accused {accused}")
        if show and " " in kind:
            for pair, held, turned in zip(group, true, false, strict=True):
                if held.verdict == "contradicted":
                    print(f"   ACCUSED {pair.true}  <- {held.passage}  {held.reason}")
                if turned.verdict != "contradicted":
                    print(f"   {turned.verdict}: {pair.false}  <- {turned.passage}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--works", type=Path, default=Path("../shared/data/references/works.jsonl"))
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=600)
    parser.add_argument("--show", action="store_true", help="what went wrong")
    given = parser.parse_args()
    report(written(), given.show)
    if given.works.is_file():
        report(made(given.works, random.Random(given.seed), given.pairs), given.show)


if __name__ == "__main__":
    main()
