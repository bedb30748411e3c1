"""Check how well an answer of the research engine is supported by its sources.

Each sentence is compared with the sources that it cites. A warning names claims that a source contradicts, and figures,
quotations and works (by author and year) that occur in no source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend.kernel.works import Source
from backend.research.inquiry import Findings, Inquiry
from backend.sources.identifiers import source_id
from backend.verification.sentence_support import MOST, entry
from backend.verification.statements import Placed, Statement, named_works, quotations, statements, without_names
from backend.verification.support import SourceText, Support, SupportVerdict, best_of, is_quoted, support
from backend.verification.unsourced import figures, strange_figures, strange_names

#: What a sentence counts by how its sources back it.
WORTH: dict[SupportVerdict, float] = {"supported": 1.0, "partly": 0.5}
#: Words from which on a sentence claims something.
FEWEST_WORDS = 4
#: What a warning names at most, and characters of each.
NAMED, CHARACTERS = 8, 120
#: Characters of a sentence or a title that a warning repeats.
SAID = 200

_ID = re.compile(r"\[(sx_[0-9a-z]{1,12})\]")
_NUMBER = re.compile(r"\[(\d{1,3})\]")
#: Notes that we ourselves put into an answer.
_NOTE = re.compile(
    r"\A(?:The search failed|The search found nothing)[^\n]*\n\n|^\*[^*\n]+\*\s*$| \(from a retracted work\)$",
    re.MULTILINE,
)
_OWN_LIST = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:references?|bibliography|works cited|literature cited|literatur(?:verzeichnis)?"
    r"|quellen|références|bibliographie|referencias|bibliografía|riferimenti|referências)"
    r"[ \t]*:?(?:\*\*)?[ \t]*:?[ \t]*$"
    r"(?=\s*\n\s*(?:[-*•]|\[?\d{1,3}[\].)]|[A-ZÀ-Þ]))",
    re.IGNORECASE | re.MULTILINE,
)


def held(findings: Findings, inquiry: Inquiry) -> Findings:
    """Add the support of each sentence to the findings, and warnings about claims that no source contains."""
    text = _NOTE.sub("", _prose(findings.text) if inquiry.schema is not None else findings.text)
    said = statements(text, list(_marks(text, findings.sources, inquiry.numbered)))
    texts = _texts(said, findings.sources)
    judged = _judged(said, texts)
    share = _share(said, judged) if findings.cited and inquiry.schema is None else findings.support
    made = replace(findings, support=share, support_of=_support_of(said, findings.sources, judged))
    if findings.provider == "extractive" or not inquiry.search:
        return made
    turned = _contradictions(said, findings.sources, judged)
    bare = _unsourced(said, texts, inquiry) if findings.sources and inquiry.schema is None else ()
    return replace(made, doubts=(*findings.doubts, *turned, *_doubts(text, said, findings, inquiry), *bare))


#: What each source that a statement cites says to it: by the places of the statement and of the source.
Judged = Mapping[tuple[int, int], Support]


def _texts(said: Sequence[Statement], sources: Sequence[Source]) -> dict[int, SourceText]:
    """Return the texts of the cited sources, by their places."""
    cited = {place for each in said for place in each.cites}
    return {place: SourceText(f"{sources[place].title}. {sources[place].content}") for place in cited}


def _judged(said: Sequence[Statement], texts: Mapping[int, SourceText]) -> Judged:
    return {
        (number, place): support(without_names(each.sentence), texts[place])
        for number, each in enumerate(said)
        for place in each.cites
    }


def _support_of(
    said: Sequence[Statement], sources: Sequence[Source], judged: Judged
) -> dict[str, tuple[Mapping[str, Any], ...]]:
    """Return, by source id, the verdicts on the sentences that cite the source."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for (number, place), result in judged.items():
        told = entry(said[number].sentence, result)
        found.setdefault(source_id(sources[place]), {}).setdefault(told["sentence"], told)
    return {each: tuple(told.values())[:MOST] for each, told in found.items()}


def _contradictions(said: Sequence[Statement], sources: Sequence[Source], judged: Judged) -> Iterator[str]:
    """Yield a warning for each claim that a cited source contradicts and no other cited source supports."""
    for number, each in enumerate(said):
        found = {place: judged[number, place] for place in each.cites}
        best = best_of(found.values())
        if best.verdict == "contradicted":
            title = next(sources[place].title for place, result in found.items() if result is best)
            words = " ".join(title.split())[:SAID]
            yield f"“{each.sentence[:SAID]}” is not what “{words}” says: {best.reason}"


def _unsourced(said: Sequence[Statement], texts: Mapping[int, SourceText], inquiry: Inquiry) -> Iterator[str]:
    """Yield a warning that names the claims without a citation that neither a cited source nor the user says.

    A sentence that repeats part of a cited source is left out: a mark often stands only at the end of a paragraph.
    """
    asked = [SourceText(turn.content) for turn in inquiry.turns if turn.role == "user"]
    known = [*texts.values(), *asked[-1:]]
    claims = [each.sentence for each in said if _claims(each) and not each.cites and not each.sentence.endswith("?")]
    bare = [each for each in claims if best_of(support(each, text) for text in known).verdict == "not found"]
    if bare:
        yield f"Statements in the answer without a source: {_listed(f'“{each}”' for each in bare)}."


def _share(said: Sequence[Statement], judged: Judged) -> int:
    """Return the percentage of claims that their own sources support."""
    claims = [(number, each) for number, each in enumerate(said) if _claims(each)]
    best = (best_of(judged[number, place] for place in each.cites) for number, each in claims)
    worth = sum(WORTH.get(each.verdict, 0.0) for each in best)
    return round(100 * worth / len(claims)) if claims else 0


def _claims(statement: Statement) -> bool:
    words = len(re.findall(r"[^\W\d_]+", statement.sentence))
    leads = statement.sentence.rstrip().endswith((":", "：")) and not statement.cites
    return bool(statement.cites) or (words >= FEWEST_WORDS and not leads)


def _marks(text: str, sources: Sequence[Source], numbered: bool) -> Iterator[Placed]:
    places = {source_id(each): place for place, each in enumerate(sources)}
    for match in (_NUMBER if numbered else _ID).finditer(text):
        place = int(match[1]) - 1 if numbered else places.get(match[1], -1)
        if 0 <= place < len(sources):
            yield Placed(match.start(), match.end(), (place,))


def _doubts(text: str, said: Sequence[Statement], findings: Findings, inquiry: Inquiry) -> Iterator[str]:
    known = [*_shown(findings), *(turn.content for turn in inquiry.turns if turn.role == "user")]
    known += [inquiry.rules, inquiry.reader.profile, inquiry.reader.location]
    bare = (_NUMBER if inquiry.numbered else _ID).sub(" ", text)
    if strange := strange_figures(figures(bare), known):
        yield f"No source contains these figures of the answer: {_listed(strange)}."
    uncited = [each for one in said if not one.cites for each in figures(one.sentence) if each not in strange]
    if uncited and findings.sources:
        yield f"The answer gives these figures without a citation: {_listed(uncited)}."
    quoted = [each for one in said for each in quotations(one.sentence)]
    if invented := [each for each in quoted if not any(is_quoted(each, other) for other in known)]:
        yield f"No source contains these quotations of the answer: {_listed(f'“{each}”' for each in invented)}."
    named = [each for one in said for each in named_works(one.sentence)]
    if unknown := strange_names(named, known):
        yield f"No source confirms these works named in the answer: {_listed(each.written for each in unknown)}."
    if _OWN_LIST.search(text):
        yield "The answer contains the model's own reference list; we found only the sources that its marks cite."


def _shown(findings: Findings) -> Iterator[str]:
    """Yield the text that the model saw of each source, and the reports of agents."""
    for each in findings.sources:
        when = (each.published_at or "")[:10]
        yield f"{', '.join(each.authors)} ({each.year or when[:4]}). {each.title}. {when}\n{each.content}"
    for report in findings.found.reports:
        yield report.text


def _prose(text: str) -> str:
    """Return the strings of a JSON answer, one paragraph each."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return "\n\n".join(_strings(value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _listed(found: Iterable[str]) -> str:
    every = list(dict.fromkeys(" ".join(each.split())[:CHARACTERS] for each in found))
    more = f" and {len(every) - NAMED} more" if len(every) > NAMED else ""
    return ", ".join(every[:NAMED]) + more
