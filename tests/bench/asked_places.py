"""Measure handwritten requests for places in real papers: how many places are right, and how many of the sure ones.

python -m tests.bench.asked_places [--show] [SET.json …]

A set is a file `asked_places_*.json` beside this one. Each row has a paper of the placement yardstick, the kind of
content ("p" is a paragraph, "i" an item, "s Title" a section), the place that a person means, and the messages. A place
is `start X` or `end X` for the section with the title X (`end*` includes its subsections), `after TEXT` or `before
TEXT` for the block that has TEXT, or `item TEXT` for the place behind the item that has TEXT; "?" means that nobody can
tell, so that the answer must not be sure.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.document.blocks import Document, read
from backend.document.outline import outline
from backend.placement.place import carry_out_first
from backend.placement.rules import decide
from tests.bench.wordings import HERE, YARDSTICK

SETS = sorted(HERE.glob("asked_places_*.json"))
_SENTENCE = "A second look at an independent sample in autumn gave much the same picture."
_ITEM = re.compile(r"\s*(?:[-+*]|\d+[.)])\s")
#: Kinds of blocks that no reader sees.
_UNSEEN = ("blank", "comment")


@dataclass(frozen=True, slots=True)
class Asked:
    """One row of a set."""

    paper: str
    kind: str
    place: str
    messages: tuple[str, ...]

    @property
    def content(self) -> str:
        if self.kind.startswith("s "):
            return f"## {self.kind[2:]}\n\n{_SENTENCE}"
        return f"- {_SENTENCE}" if self.kind == "i" else _SENTENCE


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a row. `lost` says that text of the paper is gone."""

    asked: Asked
    sure: bool
    exact: bool
    section: bool
    lost: bool
    where: str


def rows(path: Path) -> list[Asked]:
    """Return the rows of a set."""
    listed = json.loads(path.read_text(encoding="utf-8"))
    return [Asked(paper, kind, place, tuple(messages)) for paper, kind, place, messages in listed]


def judged(asked: Asked) -> Found:
    """Place the content of a row and compare its place with the expected one."""
    text = (YARDSTICK / f"../data/papers/{asked.paper}.md").read_text(encoding="utf-8")
    document = read(text)
    decision = decide(document, asked.content, list(asked.messages))
    made = carry_out_first(document, asked.content, decision.candidates).text
    first = asked.content.split("\n")[0].lstrip("#- ")
    at = next(block.index for block in read(made).blocks if first in read(made).source(block))
    visible = [block for block in read(made).blocks[:at] if block.kind not in _UNSEEN]
    before = visible[-1].index if visible else -1
    number = sum(block.kind not in _UNSEEN for block in read(made).blocks[:at])
    seen = [block for block in document.blocks if block.kind not in _UNSEEN]
    lost = any(line.strip() not in made for block in seen for line in document.source(block).splitlines())
    found = seen[number - 1].index if 0 < number <= len(seen) else before
    title = outline(document).section_of(found).title
    if asked.place == "?":
        return Found(asked, decision.sure, False, False, lost, title)
    if asked.place.startswith("item "):
        above = _item_above(made, first)
        beside = _plain(asked.place[5:]) in _plain(above)
        return Found(asked, decision.sure, beside, beside, lost, f"{title}: {above[:40]}")
    wanted = expected(document, asked.place)
    same = outline(document).section_of(found).heading == outline(document).section_of(wanted).heading
    excerpt = " ".join(document.source(document.blocks[found]).split())[:40]
    return Found(asked, decision.sure, found == wanted, same, lost, f"{title}: {excerpt}")


def expected(document: Document, place: str) -> int:
    """Return the block behind which the content belongs."""
    how, _, name = place.partition(" ")
    seen = [block.index for block in document.blocks if block.kind not in _UNSEEN]
    if how in ("after", "before"):
        texts = {each: _plain(document.source(document.blocks[each])) for each in seen}
        block = next(each for each in seen if _plain(name) in texts[each])
        return block if how == "after" else seen[seen.index(block) - 1]
    section = next(each for each in outline(document).sections if _plain(each.title) == _plain(name))
    inside = range(section.first, section.stop if how == "end*" else section.own_stop)
    return section.first if how == "start" else [each for each in inside if each in seen][-1]


def _item_above(text: str, first: str) -> str:
    """Return the item of a list right above the item that has `first`; "" if there is none in the same list."""
    lines = text[: text.index(first)].splitlines()[:-1]
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].startswith("<!--"):
            break
        if _ITEM.match(lines[at]):
            return " ".join(lines[at:])
    return ""


def _plain(text: str) -> str:
    return " ".join("".join(sign for sign in text if sign.isalnum() or sign.isspace()).split()).casefold()


def row(name: str, found: Sequence[Found]) -> str:
    """Return the line of figures of a set."""
    told = [each for each in found if each.asked.place != "?"]
    sure = [each for each in found if each.sure]

    def share(part: Sequence[bool]) -> float:
        return 100 * sum(part) / max(1, len(part))

    return (
        f"{name:20}{len(found):6}{share([f.exact for f in told]):8.1f}{share([f.section for f in told]):10.1f}"
        f"{100 * len(sure) / max(1, len(found)):8.1f}{share([f.exact for f in sure]):12.1f}"
        f"{share([f.section for f in sure]):14.1f}{sum(f.lost for f in found):6}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, default=SETS)
    parser.add_argument("--show", action="store_true", help="list what is not exact")
    wanted = parser.parse_args()
    print(
        f"{'set':20}{'cases':>6}{'exact%':>8}{'section%':>10}{'sure%':>8}{'sure exact':>12}"
        f"{'sure section':>14}{'lost':>6}"
    )
    for path in wanted.sets:
        found = [judged(each) for each in rows(path)]
        print(row(path.stem, found), flush=True)
        for each in found if wanted.show else []:
            if not each.exact or each.lost:
                print(f"  {'SURE' if each.sure else 'asks'} {each.asked.messages}")
                print(f"       wanted {each.asked.place!r}, got {each.where!r}")


if __name__ == "__main__":
    main()
