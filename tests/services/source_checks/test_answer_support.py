"""How far an answer rests on its sources, and what in it no source has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.kernel.exchange import AnswerSchema, Turn, Usage
from backend.kernel.works import Source
from backend.research.inquiry import Findings, Found, Inquiry
from backend.services.source_checks.answer_support import with_support
from backend.sources.identifiers import source_id

REEFS = Source(
    "Recovery of reefs",
    "https://a.example/reefs",
    authors=("Ann Lee", "Bo Ek"),
    year=2019,
    content="Reefs recovered from bleaching within 12.5 years where grazing fish were abundant. "
    "Warm water bleaches corals when it lasts four weeks.",
)
MARK = f"[{source_id(REEFS)}]"
ASKED = Inquiry((Turn("user", "How long do reefs take to recover?"),))
TRUE = f"Reefs recovered from bleaching within 12.5 years where grazing fish were abundant {MARK}."


def found(text: str, asked: Inquiry = ASKED, provider: str = "openai") -> Findings:
    cited = (source_id(REEFS),) if MARK in text or "[1]" in text else ()
    findings = Findings(text, (REEFS,), cited, 0, 77, Found((REEFS,)), provider, "m", Usage(), "stop", ())
    return with_support(findings, asked)


def test_support_is_the_share_of_claims_that_their_sources_say() -> None:
    assert found(TRUE).support == 100 and not found(TRUE).doubts
    half = found(f"{TRUE} Their parrots learned to speak three languages on Tuesdays {MARK}.")
    assert half.support == 50
    assert found(f"{TRUE} Nobody can say that without a source of course.").support == 50
    assert found(f"In short:\n\n- {TRUE}").support == 100, "what leads in claims nothing"
    assert found(TRUE.replace(MARK, "[1]"), replace(ASKED, numbered=True)).support == 100


def test_what_is_not_cited_or_turned_round_is_not_supported() -> None:
    turned = TRUE.replace("recovered", "never recovered")
    assert found(turned).support == 0


def test_each_cited_source_tells_what_it_says_to_each_sentence() -> None:
    turned = TRUE.replace("recovered", "never recovered")
    judged = found(f"{TRUE} {turned} Parrots learned to speak three languages on Tuesdays {MARK}.")
    told = judged.support_of[source_id(REEFS)]
    assert [each["verdict"] for each in told] == ["supported", "contradicted", "not found"]
    assert told[0]["sentence"] == TRUE.replace(f" {MARK}", "") and told[1]["passage"].startswith("Reefs recovered")
    (doubt,) = judged.doubts
    assert doubt.startswith("“Reefs never recovered") and "contradicts its source “Recovery of reefs”: " in doubt
    assert found("Nothing is cited here at all.").support_of == {}


def test_what_one_of_the_cited_sources_says_is_no_contradiction_of_the_answer() -> None:
    other = replace(REEFS, url="https://b.example/reefs", content=REEFS.content.replace("recovered", "never recovered"))
    cited = (source_id(REEFS), source_id(other))
    text = f"{TRUE.removesuffix('.')}[{source_id(other)}]."
    findings = Findings(text, (REEFS, other), cited, 0, 77, Found(), "openai", "m", Usage(), "stop", ())
    judged = with_support(findings, ASKED)
    assert judged.support_of[source_id(other)][0]["verdict"] == "contradicted"
    assert not judged.doubts and judged.support == 100


@pytest.mark.parametrize(
    ("said", "doubt"),
    [
        (
            "They lost 47.3 % of their cover",
            "These numbers in the answer are in no source whose text could be read: 47.3 %. Check them.",
        ),
        (
            "“Corals will never grow back in this century” they write",
            "The answer quotes these words, which are in no source whose text could be read",
        ),
        (
            "So did others (Smith et al., 2021)",
            "No source confirms these works named in the answer: Smith et al., 2021. Check that they exist.",
        ),
    ],
)
def test_what_no_source_has_is_named(said: str, doubt: str) -> None:
    assert any(each.startswith(doubt) for each in found(f"{TRUE} {said} {MARK}.").doubts)
    schema = AnswerSchema("a", {"type": "object"})
    told = found(f'{{"a": "{said}."}}', replace(ASKED, schema=schema))
    assert any(each.startswith(doubt) for each in told.doubts), "in JSON too"


def test_figures_without_a_citation_and_an_own_list_are_named() -> None:
    bare = TRUE.replace(f" {MARK}", "")
    assert "The answer gives these figures without a citation: 12.5." in found(bare).doubts
    listed = found(f"{TRUE}\n\n## References\n\n1. Smith, J. (2021). Invented. Nature.")
    assert any("reference list of its own" in each for each in listed.doubts)


def test_what_a_source_or_the_user_has_is_no_doubt() -> None:
    quoted = f"“Warm water bleaches corals when it lasts four weeks” {MARK}. So say Lee and Ek (2019) {MARK}."
    assert not found(quoted).doubts
    asked = replace(ASKED, turns=(Turn("user", "Is 47.3 % much?"),))
    assert not found(f"You ask whether 47.3 % is much. {TRUE}", asked).doubts[1:]


def test_words_of_our_own_are_no_claims_and_quotations_no_doubts() -> None:
    note = f"{TRUE}\n\n*Retracted, so not to be used as evidence: “Snow” {MARK}.*"
    assert found(note).support == 100
    withdrawn = f"{TRUE.replace(f' {MARK}.', '.')} {MARK} (from a retracted work)"
    assert found(withdrawn, provider="extractive").support == 100
    assert not found(f"{TRUE} It was 47.3 % {MARK}.", provider="extractive").doubts
    assert found("Nothing is cited here at all.").support == 77 and not found("").doubts


def test_claims_without_a_citation_that_nothing_says_are_named() -> None:
    bare = "Permafrost behaves the same way."
    assert (
        f"No source supports these statements in the answer: “{bare}”. Check them, or add a source."
        in found(f"{TRUE} {bare}").doubts
    )
    assert (
        f"No source supports these statements in the answer: “{bare}”. Check them, or add a source."
        in found(bare).doubts
    ), "nothing is cited at all"
    uncited = TRUE.replace(f" {MARK}", "")
    assert not found(f"{uncited} {TRUE}").doubts[1:], "a mark at the end of a paragraph stands for more than a sentence"
    asked = "You want to know how long reefs take to recover. Shall I look for studies of single reefs?"
    assert not found(f"{TRUE} {asked}").doubts
    assert not found(f"{TRUE} {bare}", provider="extractive").doubts
