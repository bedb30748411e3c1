"""Measure how often true text is doubted: well cited answers, and drafts that a researcher writes with a model.

    python -m tests.bench.false_alarms [--seed 7] [--answers 240] [--show]

Answers are made of sentences of real abstracts in other words, with a mark behind each or at the paragraph's end, and
half of them also have a sentence that leads over, sums up, or speaks of the search. Drafts are paragraphs of real
papers whose figures and works the researcher has given as notes. Prints the share that has any warning, by kind.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from backend.document.blocks import read
from backend.document.sentences import sentences
from backend.kernel.exchange import Turn, Usage
from backend.kernel.works import Source
from backend.research.inquiry import Findings, Found, Inquiry
from backend.services.source_checks.answer_support import with_support
from backend.sources.identifiers import source_id
from backend.verification.claim_support import Answer, check_support
from backend.verification.statements import statements
from tests.bench.support_pairs import restated

DATA = Path("../shared/data")
#: Sentences that claim nothing of the world, as answers have them between those that do.
LEADING_OVER = (
    "Taken together, these studies point in the same direction.", "The picture is less clear for other settings.",
    "I found three sources that bear on the question.", "None of the sources compares the two approaches directly.",
    "The sources differ in method, so the figures should be compared with care.",
    "What follows from this for practice remains open.", "There are two sides to this question.",
    "More work is needed before a firm conclusion can be drawn.", "The evidence is mixed.",
    "Several caveats apply to these results.", "You may want to look at the original papers for details.",
    "A second line of work takes a different route.", "In short, the answer depends on the context.",
    "The search did not return anything on long-term effects.", "Both points are worth mentioning in your discussion.",
    "This is consistent with the other findings above.", "Overall, the literature supports this view.",
    "I could not find recent figures for this.", "The first study is the most relevant to your question.",
    "These results should not be generalised too quickly.",
)  # fmt: skip
_NOTE = re.compile(r"(?:\S+\s+){0,3}\S*\d\S*(?:\s+\S+){0,3}")


def answers(works: list[dict[str, Any]], rng: random.Random, most: int) -> Iterator[tuple[Findings, Inquiry]]:
    """Yield true answers with the question that they answer."""
    for _ in range(most):
        chosen, paragraphs = rng.sample(works, 3), []
        sources = tuple(
            Source(str(each["title"]), None, str(each["doi"]), tuple(each["people"]), each["year"], str(each["text"]))
            for each in chosen
        )
        for source in sources:
            parts = [source.content[a:b].strip() for a, b in sentences(source.content)]
            parts = [each for each in parts if 50 < len(each) < 350]
            if not parts:
                continue
            taken, mark = rng.sample(parts, min(len(parts), rng.choice((1, 1, 2)))), f" [{source_id(source)}]"
            said = [restated(each, rng).rstrip(".") for each in taken]
            alone = rng.random() < 0.3
            marked = [f"{each}{'' if alone and each is not said[-1] else mark}." for each in said]
            paragraphs.append(" ".join(marked))
        if rng.random() < 0.5:
            paragraphs.insert(rng.randrange(len(paragraphs) + 1), rng.choice(LEADING_OVER))
        text = "\n\n".join(paragraphs)
        cited = tuple(source_id(each) for each in sources if source_id(each) in text)
        question = f"What is known about {sources[0].title.lower()}?"
        found = Findings(text, sources, cited, 0, 0, Found(sources), "openai", "m", Usage(), "stop", ())
        yield found, Inquiry((Turn("user", question),))


def drafts(papers: Path, rng: random.Random, most: int) -> Iterator[tuple[str, str]]:
    """Yield paragraphs of papers with notes that have their figures and works."""
    paragraphs = []
    for path in sorted(papers.glob("*.md")):
        document = read(path.read_text(encoding="utf-8"))
        texts = [document.text[each.start : each.end] for each in document.blocks if each.kind == "paragraph"]
        paragraphs += [each for each in texts if 200 < len(each) < 1_500 and "|" not in each]
    for text in rng.sample(paragraphs, most):
        said = [each.sentence for each in statements(text)]
        yield text, "; ".join(each[0] for one in (text, *said) for each in _NOTE.finditer(one))


def report(name: str, told: list[tuple[str, tuple[str, ...]]], show: bool) -> None:
    doubted = [(text, each) for text, each in told if each]
    kinds = Counter(re.sub(r"[“:].*", "", one)[:60].strip() or "contradiction" for _, each in doubted for one in each)
    print(f"{name}: {len(doubted)} of {len(told)} doubted ({len(doubted) / max(1, len(told)):.1%})  {dict(kinds)}")
    for text, each in doubted if show else ():
        print(f"   {each}\n      {text[:1200]!r}" if "draft" in name else f"   {each}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--answers", type=int, default=240)
    parser.add_argument("--show", action="store_true", help="what was doubted")
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    lines = (given.data / "references/works.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(each) for each in lines]
    works = [_work(each) for each in rows if len(each.get("abstract") or "") > 400 and each.get("DOI")]
    made = [(found.text, with_support(found, asked).doubts) for found, asked in answers(works, rng, given.answers)]
    report("cited answers without other sentences", [e for e in made if not _leads(e[0])], given.show)
    report("cited answers that also lead over", [e for e in made if _leads(e[0])], given.show)
    written = [
        (text, check_support(Answer(text, (), (), (), (), lambda notes=notes: (notes,))).warnings)
        for text, notes in drafts(given.data / "papers", rng, given.answers)
    ]
    report("drafts from the researcher's notes", written, given.show)


def _leads(text: str) -> bool:
    return any(each in text for each in LEADING_OVER)


def _work(row: dict[str, Any]) -> dict[str, Any]:
    text = " ".join(re.sub(r"<[^>]+>", " ", row["abstract"]).split())
    parts = ((row.get("issued") or {}).get("date-parts") or [[None]])[0]
    people = [each["family"] for each in row.get("author") or () if each.get("family")]
    return {"title": row["title"], "doi": row["DOI"], "people": people, "year": parts[0], "text": text}


if __name__ == "__main__":
    main()
