"""Requests of place in many words and eight languages, put to one small paper, with the document that each asks for.

The wordings are those of the sets beside the benchmarks (`tests/bench/placement_wordings*.json`). Each template is
filled in once, by turns, and what the person means is known from the template's kind. A wording that the rules do not
understand stands in `wordings_missed.json`; `python -m tests.placement.wordings` writes that file anew and prints what
has come and gone. A line that comes is a wording that was understood before: add none without a reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.document.blocks import read
from backend.errors import CoscribeError
from backend.placement.place import carry_out_first
from backend.placement.rules import decide

HERE = Path(__file__).resolve().parent
SETS = sorted((HERE.parent / "bench").glob("placement_wordings*.json"))
MISSED = HERE / "wordings_missed.json"

#: The paper, block by block, so that a place is a name.
BLOCKS = {
    "title": "# Ice on northern rivers",
    "Introduction": "## Introduction",
    "intro 1": "Rivers in the north freeze every winter, and settlements depend on the crossing.",
    "intro 2": "Frazil slush forms in turbulent water long before a cover closes.",
    "intro 3": "Anchor deposits grow on gravel and lift stones from the bed.",
    "Materials": "## Materials",
    "Sampling": "### Sampling",
    "sampling 1": "We drilled cores every week with a motor auger.",
    "sampling list": "- Motor auger\n- Thermometer chain\n- Sledge scale",
    "Statistics": "### Statistics",
    "statistics 1": "Mixed models with random stations were fitted in R.",
    "statistics table": "| Station | Depth |\n|---------|-------|\n| Alta | 1.2 |\n| Tana | 0.9 |",
    "Results": "## Results",
    "Thickness": "### Thickness",
    "thickness 1": "Covers thinned by a tenth between the first and the last decade.",
    "thickness math": "$$\nh = a \\sqrt{S}\n$$",
    "Breakup": "### Breakup",
    "breakup 1": "Jams came earlier at every gauge downstream of the dam.",
    "breakup code": "```python\njams = read_gauges()\n```",
    "Discussion": "## Discussion",
    "discussion 1": "Warm springs explain most of the earlier jams.",
    "discussion 2": "Regulation of the flow may add to it in dry years.",
    "Summary": "## Summary",
    "summary 1": "Crossings open later and close earlier than they did.",
}
NAMES = list(BLOCKS)
TEXT = "\n\n".join(BLOCKS.values()) + "\n"
DOCUMENT = read(TEXT)
PLAIN = "Ferries were kept ready at both banks for the thaw."
SECTION = "## Ferries\n\nFerries were kept ready at both banks for the thaw."
UNHEADED = "Ferries were kept ready at both banks for the thaw."
SUBSECTION = "### Ferries\n\nFerries were kept ready at both banks for the thaw."
BLOCK = {
    "table": "| Ferry | Bank |\n|---|---|\n| Elv | east |", "fence": "```python\nferries = 2\n```",
    "math": "$$\nf = 2\n$$", "list": "- Ferry\n- Rope", "figure": "![Ferry](ferry.png)",
    "quote": "> Ferries first.",
}  # fmt: skip

#: The last block of each section's own text; a word that stands in one paragraph alone, and its section.
ENDS = {"Introduction": "intro 3", "Sampling": "sampling list", "Discussion": "discussion 2", "Summary": "summary 1"}
WORDS = {"frazil slush": "intro 2", "anchor deposits": "intro 3", "warm springs": "discussion 1"}
QUOTED = {"Frazil slush forms": "intro 2", "Warm springs explain": "discussion 1", "Anchor deposits grow": "intro 3"}
COUNTED = [("Introduction", 2, "intro 2"), ("Introduction", 3, "intro 3"), ("Discussion", 2, "discussion 2")]
ORDINALS = {
    "": ["first", "second", "third"], "de": ["erste", "zweite", "dritte"],
    "es": ["primer", "segundo", "tercer"], "fr": ["premier", "deuxième", "troisième"],
    "it": ["primo", "secondo", "terzo"], "nl": ["eerste", "tweede", "derde"],
    "pt": ["primeiro", "segundo", "terceiro"],
}  # fmt: skip
NEIGHBOURS = [("Introduction", "Materials"), ("Results", "Discussion"), ("Discussion", "Summary")]
HOLDERS = {
    "table": ("Statistics", "statistics table"), "fence": ("Breakup", "breakup code"),
    "math": ("Thickness", "thickness math"), "list": ("Sampling", "sampling list"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """What a person says of some content, and the document that they mean."""

    kind: str
    messages: tuple[str, ...]
    content: str
    wanted: str

    @property
    def name(self) -> str:
        return f"{self.kind}: {' / '.join(self.messages)}"

    def is_met(self) -> bool:
        try:
            decision = decide(DOCUMENT, self.content, self.messages)
            made = carry_out_first(DOCUMENT, self.content, decision.candidates).text
        except CoscribeError:
            return False
        return made.split() == self.wanted.split()


def after(name: str, content: str) -> str:
    return "\n\n".join(part for each in NAMES for part in ([BLOCKS[each], content] if each == name else [BLOCKS[each]]))


def before(name: str, content: str) -> str:
    return "\n\n".join(part for each in NAMES for part in ([content, BLOCKS[each]] if each == name else [BLOCKS[each]]))


def replaced(first: str, last: str, content: str) -> str:
    """The document with the blocks first..last gone and the content in their place."""
    start, stop = NAMES.index(first), NAMES.index(last)
    return "\n\n".join([*(BLOCKS[n] for n in NAMES[:start]), content, *(BLOCKS[n] for n in NAMES[stop + 1 :])])


def requests(path: Path) -> Iterator[Request]:
    """Every template of a set, filled in once."""
    templates = json.loads(path.read_text(encoding="utf-8"))
    language = path.stem.removeprefix("placement_wordings").strip("_")[:2]
    language = language if language in ORDINALS else ""
    yield from _in_sections(templates)
    yield from _beside(templates, language)
    yield from _new_sections(templates)
    yield from _blocks(templates)


def _turn(values: Any, number: int) -> Any:
    values = list(values)
    return values[number % len(values)]


def _in_sections(templates: dict[str, Any]) -> Iterator[Request]:
    ends = list(ENDS.items())
    for n, template in enumerate(templates.get("append", [])):
        section, last = _turn(ends, n)
        yield Request("append", (template.format(sec=section),), PLAIN, after(last, PLAIN))
    for n, template in enumerate(templates.get("append_topic", [])):
        section, last = _turn(ends, n)
        yield Request("append_topic", (template.format(sec=section, kw="ferries"),), PLAIN, after(last, PLAIN))
    for n, pair in enumerate(templates.get("multi_wrong_then_right", [])):
        (section, last), (wrong, _) = _turn(ends, n), _turn(ends, n + 1)
        said = tuple(each.format(sec=section, wrong=wrong, kw="ferries") for each in pair)
        yield Request("multi_wrong_then_right", said, PLAIN, after(last, PLAIN))
    for n, template in enumerate(templates.get("multi_distract", [])):
        (section, last), (wrong, _) = _turn(ends, n), _turn(ends, n + 2)
        said = template.format(sec=section, wrong=wrong, kw="ferries")
        yield Request("multi_distract", (said,), PLAIN, after(last, PLAIN))
    for n, template in enumerate(templates.get("rep_sec", [])):
        section, first, last = _turn([("Discussion", "discussion 1", "discussion 2"),
                                      ("Introduction", "intro 1", "intro 3")], n)  # fmt: skip
        yield Request("rep_sec", (template.format(sec=section),), PLAIN, replaced(first, last, PLAIN))


def _described(templates: dict[str, Any], language: str) -> list[tuple[str, str]]:
    """What a paragraph is called, and which it is."""
    found = [(t.format(kw=_turn(WORDS, n)), WORDS[_turn(WORDS, n)])
             for n, t in enumerate(templates.get("desc_about", []))]  # fmt: skip
    for n, template in enumerate(templates.get("desc_quote", [])):
        found.append((template.format(q=_turn(QUOTED, n)), QUOTED[_turn(QUOTED, n)]))
    for n, template in enumerate(templates.get("desc_ord", [])):
        section, number, block = _turn(COUNTED, n)
        word = ORDINALS[language][number - 1]
        found.append((template.format(sec=section, ord=word, n=number), block))
    for kind, (section, block) in HOLDERS.items():
        for template in templates.get("desc_block", {}).get(kind, []):
            found.append((template.format(sec=section), block))
    return found


def _beside(templates: dict[str, Any], language: str) -> Iterator[Request]:
    """After, before, instead of: each wording with a description, and each description with a wording."""
    described = _described(templates, language)
    paragraphs = [each for each in described if each[1].split()[1].isdigit()]
    makers = {"after": after, "before": before, "rep_para": lambda name, content: replaced(name, name, content)}
    for kind, make in makers.items():
        choice = described if kind != "rep_para" else paragraphs
        wordings = templates.get(kind, [])
        for n in range(max(len(wordings), len(choice)) if wordings and choice else 0):
            words, block = _turn(choice, n)
            said = _turn(wordings, n).format(desc=words)
            yield Request(kind, (said[:1].upper() + said[1:],), PLAIN, make(block, PLAIN))


def _new_sections(templates: dict[str, Any]) -> Iterator[Request]:
    for kind in ("between", "sec_after", "sec_before"):
        for n, template in enumerate(templates.get(kind, [])):
            a, b = _turn(NEIGHBOURS, n)
            yield Request(kind, (template.format(a=a, b=b),), SECTION, before(b, SECTION))
    for n, template in enumerate(templates.get("sec_titled", [])):
        a, b = _turn(NEIGHBOURS, n)
        said = template.format(a=a, b=b, t="Ferries")
        yield Request("sec_titled", (said,), UNHEADED, before(b, SECTION))
    for template in templates.get("sec_end", []):
        yield Request("sec_end", (template,), SECTION, after(NAMES[-1], SECTION))
    for template in templates.get("sec_begin", []):
        yield Request("sec_begin", (template,), SECTION, after("title", SECTION))
    for template in templates.get("sub_last", []):
        yield Request("sub_last", (template.format(a="Results"),), SUBSECTION, before("Discussion", SUBSECTION))
    for template in templates.get("sub_after", []):
        said = template.format(a="Results", b="Thickness")
        yield Request("sub_after", (said,), SUBSECTION, before("Breakup", SUBSECTION))
    for template in templates.get("sub_first", []):
        yield Request("sub_first", (template.format(a="Results"),), SUBSECTION, before("Thickness", SUBSECTION))


def _blocks(templates: dict[str, Any]) -> Iterator[Request]:
    names = [(kind, name) for kind, names in templates.get("block_names", {}).items() for name in names]
    for n, template in enumerate(templates.get("block_end", [])):
        kind, name = _turn(names, n)
        section, last = _turn(ENDS.items(), n)
        content = BLOCK.get(kind, PLAIN)
        yield Request("block_end", (template.format(bk=name, sec=section),), content, after(last, content))
    for template in templates.get("item", []):
        content = "- Ferry"
        wanted = after("sampling list", content)
        yield Request("item", (template.format(sec="Sampling"),), content, wanted)
    for template in templates.get("row", []):
        content = "| Elv | 0.4 |"
        yield Request("row", (template.format(sec="Statistics"),), content, after("statistics table", content))


def missed() -> dict[str, list[str]]:
    """The wordings of each set that the rules do not understand, as they are now."""
    return {path.stem: sorted({each.name for each in requests(path) if not each.is_met()}) for path in SETS}


def main() -> None:
    known = json.loads(MISSED.read_text(encoding="utf-8")) if MISSED.exists() else {}
    found = missed()
    for name in found:
        for sign, lines in (("-", set(known.get(name, [])) - set(found[name])),
                            ("+", set(found[name]) - set(known.get(name, [])))):  # fmt: skip
            for line in sorted(lines):
                print(f"{sign} {name}: {line}")
    MISSED.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    total = sum(len({each.name for each in requests(path)}) for path in SETS)
    print(f"{sum(map(len, found.values()))} of {total} wordings are not understood.")


if __name__ == "__main__":
    main()
