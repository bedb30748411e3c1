"""Check how well the sources of a research answer support its sentences.

Each sentence is compared with the sources that it cites. Warnings name the claims that a cited source contradicts, and
the figures, quotations and works (by author and year) that occur in no source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend.kernel.works import Source
from backend.research.inquiry import Findings, Inquiry
from backend.sources.identifiers import source_id
from backend.verification.inventions import Known, Text, invented, is_claim, listed, unknown_figures_of, unsourced
from backend.verification.sentence_support import MOST, entry
from backend.verification.statements import Placed, Statement, statements, without_names
from backend.verification.support import SourceText, Support, SupportVerdict, best_of, support
from backend.verification.unsourced import figures

#: How much a sentence counts in the percentage of supported claims, by its verdict. Other verdicts count 0.
WORTH: dict[SupportVerdict, float] = {"supported": 1.0, "partly": 0.5}
#: Maximum number of characters of a sentence or a title that a warning repeats.
SAID = 200

_ID = re.compile(r"\[(sx_[0-9a-z]{1,12})\]")
_NUMBER = re.compile(r"\[(\d{1,3})\]")
#: Notes that the research engine itself adds to an answer.
_NOTE = re.compile(
    r"\A(?:Nothing was searched|The search failed|The search found nothing)[^\n]*\n\n"
    r"|^\*[^*\n]+\*\s*$| \(from a retracted work\)$",
    re.MULTILINE,
)


def with_support(findings: Findings, inquiry: Inquiry) -> Findings:
    """Return the findings with two additions: how well the sources support each sentence, and warnings about claims
    that no source supports.
    """
    text = _NOTE.sub("", _prose(findings.text) if inquiry.schema is not None else findings.text)
    said = statements(text, list(_marks(text, findings.sources, inquiry.numbered)))
    texts = _texts(said, findings.sources)
    judged = _judged(said, texts)
    share = _share(said, judged) if findings.cited and inquiry.schema is None else findings.support
    made = replace(findings, support=share, support_of=_support_of(said, findings.sources, judged))
    if findings.provider == "extractive" or not inquiry.search:
        return made
    turned = _contradictions(said, findings.sources, judged)
    spoken = Text("answer", (_NUMBER if inquiry.numbered else _ID).sub(" ", text), said)
    asked = next((turn.content for turn in reversed(inquiry.turns) if turn.role == "user"), "")
    vouching = _confirming_texts(texts, findings, inquiry)
    bare = unsourced(_without_labels(spoken, inquiry), vouching, lambda: [asked], asked)
    bare = bare if findings.sources else iter(())
    doubts = _doubts(spoken, findings, inquiry, vouching)
    return replace(made, doubts=(*findings.doubts, *turned, *doubts, *bare))


def _without_labels(spoken: Text, inquiry: Inquiry) -> Text:
    """Return the text without the parts that need no source. In a JSON answer, these are names and labels: the strings
    that do not end like a sentence. Any other text is returned unchanged.
    """
    if inquiry.schema is None:
        return spoken
    return replace(spoken, statements=[each for each in spoken.statements if each.sentence.endswith((".", "!", "。"))])


def _confirming_texts(texts: Mapping[int, SourceText], findings: Findings, inquiry: Inquiry) -> list[SourceText]:
    """Return the texts that may confirm a sentence without a citation mark: the texts of the cited sources. A JSON
    answer has no citation marks, so the texts of all sources are returned for it.
    """
    if inquiry.schema is None:
        return list(texts.values())
    return [SourceText(each) for each in _shown(findings)]


#: The verdict on each pair of a sentence and a source that it cites. The key is the position of the sentence, and the
#: position of the source.
Judged = Mapping[tuple[int, int], Support]


def _texts(said: Sequence[Statement], sources: Sequence[Source]) -> dict[int, SourceText]:
    """Return the text of each source that a sentence in `said` cites. The keys are the positions of the sources in
    `sources`.
    """
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
    """Return the verdicts in `judged` by the id of the source, each as a dict, as the API sends it. `judged` has a
    verdict for each sentence in `said` and each source that the sentence cites.
    """
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for (number, place), result in judged.items():
        told = entry(said[number].sentence, result)
        found.setdefault(source_id(sources[place]), {}).setdefault(told["sentence"], told)
    return {each: tuple(told.values())[:MOST] for each, told in found.items()}


def _contradictions(said: Sequence[Statement], sources: Sequence[Source], judged: Judged) -> Iterator[str]:
    """Yield a warning for each sentence in `said` that at least one of its sources contradicts and none supports.
    `judged` has the verdicts.
    """
    for number, each in enumerate(said):
        found = {place: judged[number, place] for place in each.cites}
        best = best_of(found.values())
        if best.verdict == "contradicted":
            title = next(sources[place].title for place, result in found.items() if result is best)
            words = " ".join(title.split())[:SAID]
            yield f"“{each.sentence[:SAID]}” contradicts its source “{words}”: {best.reason}"


def _share(said: Sequence[Statement], judged: Judged) -> int:
    """Return the percentage (0 to 100) of the claims in `said` that their cited sources support, by the verdicts in
    `judged`. A partly supported claim counts as half.
    """
    claims = [(number, each) for number, each in enumerate(said) if is_claim(each)]
    best = (best_of(judged[number, place] for place in each.cites) for number, each in claims)
    worth = sum(WORTH.get(each.verdict, 0.0) for each in best)
    return round(100 * worth / len(claims)) if claims else 0


def _marks(text: str, sources: Sequence[Source], numbered: bool) -> Iterator[Placed]:
    places = {source_id(each): place for place, each in enumerate(sources)}
    for match in (_NUMBER if numbered else _ID).finditer(text):
        place = int(match[1]) - 1 if numbered else places.get(match[1], -1)
        if 0 <= place < len(sources):
            yield Placed(match.start(), match.end(), (place,))


def _doubts(spoken: Text, findings: Findings, inquiry: Inquiry, vouching: Sequence[SourceText]) -> Iterator[str]:
    addresses = (part for each in findings.sources for part in (each.title, each.doi, each.url) if part)
    asked = [turn.content for turn in inquiry.turns if turn.role == "user"]
    own = (*asked, inquiry.rules, inquiry.reader.profile, inquiry.reader.location)
    known = Known(list(_shown(findings)), list(addresses), lambda: own)
    yield from invented(spoken, known)
    if not findings.sources:
        return
    apart = [each for each in spoken.statements if not each.cites and figures(each.sentence)]
    apart = [each for each in apart if not any(support(each.sentence, one).verdict == "supported" for one in vouching)]
    uncited = [each for one in apart for each in figures(one.sentence)]
    strange = unknown_figures_of(spoken, known) if uncited else []
    if bare := [each for each in uncited if each not in strange]:
        yield f"The answer gives these figures without a citation: {listed(bare)}."


def _shown(findings: Findings) -> Iterator[str]:
    """Yield the texts that the writing model was given: of each source, and the reports of research subagents."""
    for each in findings.sources:
        when = (each.published_at or "")[:10]
        yield f"{', '.join(each.authors)} ({each.year or when[:4]}). {each.title}. {when}\n{each.content}"
    for report in findings.found.reports:
        yield report.text


def _prose(text: str) -> str:
    """Return all strings of a JSON answer as one text, with a paragraph for each string."""
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
