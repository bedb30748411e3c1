"""Compare the sentences of a paper that cite works by key with the abstracts of these works: by rules and, for
sentences in which the rules find no difference, by the model for internal steps, in one call. In the run after an
answer, the model is also asked about the sentences of the answer that cite sources.

The model only proposes. Its verdict is used only if the passage that it quotes occurs word for word in the abstract,
and if the rules do not object.

With each abstract, the model is also asked about two control sentences, whose verdicts are known. The first one no
abstract mentions: "not found". The second one is taken from the abstract itself: "supported". If the model's verdict on
either is wrong, all its verdicts on this abstract are ignored.

Rules recognize a contradiction only if it has most words of the abstract. So sentences that the rules support are sent,
too, unless they are word for word in the abstract. If the model contradicts the rules, the verdict is only "partly".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.document.sentences import sentences
from backend.errors import OverLimit, ProviderError
from backend.formats.cited_keys import cited_keys
from backend.kernel import prompts
from backend.kernel.events import silent
from backend.kernel.exchange import AnswerSchema, ChatRequest, Turn
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.research import model_json
from backend.services import spending
from backend.services.source_checks.source_check import CheckedSource
from backend.verification.quotation_check import bare_words, is_quoted
from backend.verification.sentence_support import MOST as MOST_OF_SOURCE
from backend.verification.sentence_support import entry, least
from backend.verification.statements import without_names
from backend.verification.support import Support, SupportVerdict, support
from backend.verification.unsourced import figures, unknown_figures

#: Maximum number of sentences in a call, and maximum number of characters of an abstract and of a sentence in it.
MOST = 20
_ABSTRACT, _SENTENCE = 3_000, 600
#: Minimum and maximum number of words of a quoted passage: shorter passages occur in any text, and longer ones do not
#: show the reader the relevant words.
_QUOTED, _LONGEST = 5, 80
#: A sentence that no abstract mentions. It is asked about with each abstract.
CONTROL = "The second author had moved to another town in the spring before the manuscript was sent to the editors."
_CONTRADICTED = "According to a model, this passage of the source does not say what your sentence says."
_ENTRY = {
    "type": "object",
    "properties": {
        "n": {"type": "integer"},
        "verdict": {"type": "string", "enum": ["supported", "contradicted", "not found"]},
        "quote": {"type": "string"},
    },
    "required": ["n", "verdict", "quote"],
    "additionalProperties": False,
}
SCHEMA = AnswerSchema(
    "verdicts",
    {
        "type": "object",
        "properties": {"verdicts": {"type": "array", "items": _ENTRY}},
        "required": ["verdicts"],
        "additionalProperties": False,
    },
)

_CITATION = re.compile(r"\[[^\[\]]*@[^\[\]]*\]|-?@[\w:.#$%&+?<>~/-]+")
_SPACE_BEFORE = re.compile(r" (?=[.,;:!?])")
#: Verdicts that are reported. An abstract that does not mention a sentence says nothing about the sentence.
_TOLD = frozenset({"contradicted", "partly"})

#: A sentence as written, the key of a work that it cites, and the verdict on it as the API sends it.
Compared = tuple[str, str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class OpenSentence:
    """A sentence, the abstract of a work that the sentence cites, and the rules' verdict on the sentence."""

    sentence: str
    abstract: str
    found: Support

    @property
    def is_open(self) -> bool:
        """Return True if the rules name no difference, and the sentence is not a copy of a passage."""
        return not self.found.reason and not is_quoted(self.sentence, self.abstract)


def judged(ports: Ports, user_id: str, given: Sequence[OpenSentence]) -> dict[int, Support]:
    """Ask the system model whether the sentences (`given`) are supported by the abstracts that they cite. Returns the
    verdicts that pass `accepted`, by the position of the sentence in `given`. Returns {} if there is no model, the call
    fails, or the user's limit for models is used up.
    """
    asked = [place for place, each in enumerate(given) if each.is_open]
    asked = sorted(asked, key=lambda place: given[place].found.verdict == "supported")[:MOST]
    if ports.system is None or not asked:
        return {}
    asked_about = questions([(place, given[place]) for place in asked])
    try:
        spending.admit(ports, user_id)
        reply = ports.system.complete(request(asked_about), silent)
    except (ProviderError, OverLimit):
        return {}
    spending.charge(ports, user_id, reply.usage)
    entries, found = _entries(reply.text), dict[int, Support]()
    for about in asked_about:
        if any(each.expected and entries.get(each.number, {}).get("verdict") != each.expected for each in about):
            continue
        for each in about:
            if each.place is not None and (result := accepted(given[each.place], entries.get(each.number, {}))):
                found[each.place] = result
    return found


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence in the call, with its `number` there. `place` is its position among the sentences of the paper. For a
    control sentence, `place` is None, and `expected` is the right verdict.
    """

    number: int
    place: int | None
    sentence: str
    abstract: str
    expected: str = ""


def questions(asked: Sequence[tuple[int, OpenSentence]]) -> list[list[Question]]:
    """Return the questions to the model, one list for each abstract, numbered from 1 through all lists. Each list
    begins with the control sentences, whose right verdicts are known. The other questions are about the sentences of
    `asked`, given with their positions in the paper.
    """
    number, by_abstract = itertools.count(1), dict[str, list[Question]]()
    for abstract in dict.fromkeys(each.abstract for _, each in asked):
        controls = ((CONTROL, "not found"), (_own_sentence(abstract), "supported"))
        about = [Question(next(number), None, text, abstract, expected) for text, expected in controls if text]
        about += [Question(next(number), at, one.sentence, abstract) for at, one in asked if one.abstract == abstract]
        by_abstract[abstract] = about
    return list(by_abstract.values())


def _own_sentence(abstract: str) -> str:
    """Return the last sentence of the part of an abstract that the model gets; "" if every sentence there is too long
    or too short.
    """
    shown = " ".join(abstract.split())[:_ABSTRACT]
    ends = shown if len(shown) < _ABSTRACT else shown[: shown.rfind(". ") + 1]
    found = (ends[start:end].strip() for start, end in reversed(list(sentences(ends))))
    return next((each for each in found if len(each) <= _SENTENCE and len(bare_words(each)) >= _QUOTED), "")


def request(asked: Sequence[Sequence[Question]]) -> ChatRequest:
    """Build the request that asks a model whether sources support the sentences that cite them. Each item of `asked`
    has the questions about one abstract, as `questions` returns them. Each abstract is sent once.
    """
    abstracts = [
        {
            "text": " ".join(about[0].abstract.split())[:_ABSTRACT],
            "sentences": [{"n": each.number, "text": " ".join(each.sentence.split())[:_SENTENCE]} for each in about],
        }
        for about in asked
    ]
    words = prompts.render("judge", abstracts=abstracts)
    return ChatRequest((Turn("user", words),), schema=SCHEMA, temperature=0.0, max_tokens=4_000, search=False)


def accepted(given: OpenSentence, entry: Mapping[str, Any]) -> Support | None:
    """Return the model's verdict on a sentence, or None if it must not be used. `entry` holds this verdict and the
    passage that the model quotes.

    The verdict is used only if the abstract contains the passage in one piece. For "supported", the passage must also
    have all figures of the sentence, and the rules must find no difference between the two. If the rules already
    support the sentence, the model can only lower this to "partly".
    """
    by_rules = given.found.verdict == "supported"
    verdict, quote = entry.get("verdict"), str(entry.get("quote") or "").strip()
    if verdict not in ("supported", "contradicted") or not _QUOTED <= len(bare_words(quote)) <= _LONGEST:
        return None
    if "…" in quote or "..." in quote or not is_quoted(quote, given.abstract):
        return None
    if verdict == "contradicted":
        turned: SupportVerdict = "partly" if by_rules else "contradicted"
        return replace(given.found, verdict=turned, passage=quote, reason=_CONTRADICTED)
    rules = support(given.sentence, quote)
    if by_rules or rules.verdict == "contradicted" or rules.reason or unknown_figures(figures(given.sentence), [quote]):
        return None
    return replace(given.found, verdict="supported", passage=quote)


def _entries(text: str) -> dict[int, Mapping[str, Any]]:
    """Return the entries of the model's answer by their numbers; {} if the answer cannot be read. If several entries
    have one number, none of them is returned.
    """
    try:
        listed = model_json.first(text, ("verdicts",))["verdicts"]
    except model_json.Unreadable:
        return {}
    entries = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    numbers = [each.get("n") for each in entries]
    return {n: each for n, each in zip(numbers, entries, strict=True) if isinstance(n, int) and numbers.count(n) == 1}


def compared(ports: Ports, user_id: str, text: str, works: Mapping[str, CheckedSource]) -> list[Compared]:
    """Return the verdict on each sentence for each work that it cites by key. `works` are the works by their keys;
    those without an abstract are left out.

    `decided_by` of a verdict is "rules" or "model": sentences in which the rules find no difference are given to the
    model for internal steps, if there is one.
    """
    said = list(_cited(text, works))
    given = [OpenSentence(sentence, abstract, support(sentence, abstract)) for _, _, sentence, abstract in said]
    by_model = judged(ports, user_id, given)
    return [
        (
            written,
            key,
            {
                **entry(one.sentence, by_model.get(place, one.found)),
                "decided_by": "model" if place in by_model else "rules",
            },
        )
        for place, ((written, key, _, _), one) in enumerate(zip(said, given, strict=True))
    ]


def is_askable(ports: Ports, citations: Sequence[Citation]) -> bool:
    """Return True if there is a model for internal steps, and rules find no difference between one of the sources and
    a sentence that cites it.
    """
    told = (verdict for each in citations for verdict in each.metadata.get("support_of") or ())
    return ports.system is not None and any(not each["reason"] for each in told)


def with_doubts(
    ports: Ports, user_id: str, citations: Sequence[Citation], texts: Sequence[Sequence[str]]
) -> tuple[Citation, ...]:
    """Ask the model about the sentences that cite an answer's sources, and return the `citations` with its doubts.
    `texts` has the abstracts of each source.

    Only contradictions are kept, as the verdict "partly": a model alone must not prevent the approval of a draft, nor
    confirm what later answers rely on.
    """
    kept = [list[Mapping[str, Any]](each.metadata.get("support_of") or ()) for each in citations]
    asked = [(place, at) for place, told in enumerate(kept) if texts[place] for at in range(len(told))]
    given = [_as_open(kept[place][at], texts[place][0]) for place, at in asked]
    for number, result in judged(ports, user_id, given).items():
        place, at = asked[number]
        if result.reason:
            doubt = entry(kept[place][at]["sentence"], replace(result, verdict="partly"))
            kept[place][at] = {**doubt, "decided_by": "model"}
    pairs = zip(citations, kept, strict=True)
    return tuple(
        replace(each, metadata={**each.metadata, "support_of": told, "support": least(told)}) if told else each
        for each, told in pairs
    )


def _as_open(told: Mapping[str, Any], abstract: str) -> OpenSentence:
    """Return a stored verdict on a sentence in the form in which the model is asked about it."""
    found = Support(told["score"], told["verdict"], told["passage"], told["reason"])
    return OpenSentence(without_names(told["sentence"]), abstract, found)


def unsupported(found: Sequence[Compared]) -> Iterator[dict[str, Any]]:
    """Yield those sentences in `found` that the cited work contradicts, or supports only in part."""
    for written, key, told in found:
        if told["verdict"] in _TOLD and told["reason"]:
            about = {name: told[name] for name in ("verdict", "passage", "reason", "decided_by")}
            yield {"sentence": written, "key": key, **about}


def with_support(citations: Sequence[Citation], found: Sequence[Compared]) -> list[Citation]:
    """Return the citations of references with the verdicts in `found` added to their metadata. A verdict belongs to the
    citation whose key it has; it says how well the work supports a sentence that cites this key.
    """
    made = []
    for each in citations:
        told = [verdict for _, key, verdict in found if key == each.metadata.get("key")][:MOST_OF_SOURCE]
        about = {**each.metadata, "support_of": told, "support": least(told)}
        made.append(replace(each, metadata=about) if told else each)
    return made


def _cited(text: str, works: Mapping[str, CheckedSource]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (sentence as written, key, sentence without citations, abstract) for each cited work with an abstract."""
    for start, end in sentences(text):
        written = text[start:end].strip()
        for key in cited_keys(written):
            work = works[key].verdict.work if key in works else None
            if work is not None and work.abstract:
                yield written, key, _bare(written), work.abstract


def _bare(sentence: str) -> str:
    """Return a sentence without its citations."""
    return _SPACE_BEFORE.sub("", " ".join(_CITATION.sub(" ", sentence).split()))
