"""What the writer without a model answers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.reply_parser import parse
from backend.errors import ProviderMisanswered
from backend.kernel.events import silent
from backend.kernel.exchange import ChatRequest, Evidence, Excerpt, Turn
from backend.keyless.quotations.short_citations import citation_of
from backend.keyless.writer import ExtractiveWriter
from backend.providers.wordllama import WordLlamaEmbedder
from backend.sources.matching import match
from tests.examples import examples
from tests.keyless.writer.writing import BLEACHING, PENDING, QUOTED_BLEACHING, REEFS, SURVEY, ask, write

NOTES = Excerpt(
    "## Grazing\n\nParrotfish graze algae off the rock. All plots were drawn in R.\n\n"
    "- urchins graze at night\n- snails do not\n",
    "section",
    "My notes",
)


RESULTS = Excerpt("Cover declined fastest at shallow sites. Heat explained half of the variance.", "passage", "Results")


ATTACHED = (REEFS, BLEACHING, NOTES)


DOCUMENT = (SURVEY, RESULTS)


QUOTED_REEFS = f"“{REEFS.text[:-1]}” (Smith et al. 2020)."


@pytest.mark.parametrize(
    ("instruction", "excerpts", "content", "sources"),
    [
        (
            "Please add these to the introduction.",
            (REEFS, BLEACHING),
            f"{QUOTED_REEFS} {QUOTED_BLEACHING}",
            [REEFS, BLEACHING],
        ),
        ("Add a sentence on bleaching.", ATTACHED, QUOTED_BLEACHING, [BLEACHING]),
        (
            "Write one sentence about coral reefs",
            (REEFS,),
            f"“{REEFS.text.partition('. ')[0]}” (Smith et al. 2020).",
            [REEFS],
        ),
        (
            "Could you add what my notes say on parrotfish?",
            (NOTES, *DOCUMENT),
            "Parrotfish graze algae off the rock.",
            [NOTES],
        ),
        (
            "List the highlights as bullets",
            (REEFS, BLEACHING),
            "- " + QUOTED_REEFS.replace(". They", "” (Smith et al. 2020).\n- “They") + f"\n- {QUOTED_BLEACHING}",
            [REEFS, BLEACHING],
        ),
        ("Füge das bitte in die Einleitung ein", (BLEACHING,), QUOTED_BLEACHING, [BLEACHING]),
    ],
)
def test_content(instruction: str, excerpts: tuple[Excerpt, ...], content: str, sources: list[Excerpt]) -> None:
    answer = write(instruction, *excerpts)
    assert answer["document_content"] == content
    assert answer["sources"] == [excerpt.origin for excerpt in sources]
    assert re.search("without a model|ohne Modell|sans modèle|sin modelo", answer["message"])
    assert content not in answer["message"]


def test_blocks_of_a_highlight_stay_whole() -> None:
    table, formula = "| year | rate |\n| --- | --- |\n| 2019 | 3 |", "$$\nr = \\frac{a}{b}\n$$"
    text = f"Rates rose:\n\n{table}\n\n{formula}\n\n```python\nx = 1. \ny = 2\n```"
    assert write("Insert this table and formula", Excerpt(text, "highlight"))["document_content"] == text


def test_an_abstract_comes_from_the_document() -> None:
    answer = write("Write an abstract in two sentences.", *DOCUMENT)
    assert answer["document_content"].count(".") == 2
    assert all(source.startswith("This document") for source in answer["sources"])
    assert "the document's own passages" in answer["message"]


def test_attached_comes_before_the_documents_own_words() -> None:
    answer = write("Write a paragraph about coral cover and reefs.", *DOCUMENT, REEFS)
    assert answer["document_content"] == QUOTED_REEFS


@pytest.mark.parametrize(
    ("instruction", "excerpts"),
    [
        ("Add a paragraph on medieval falconry.", ()),
        ("Add a paragraph on medieval falconry.", DOCUMENT),
        ("Add a paragraph on medieval falconry.", (NOTES,)),
        ("Hello!", DOCUMENT),
        ("Don't write anything yet.", DOCUMENT),
        ("Which falcons were flown?", (*ATTACHED, *DOCUMENT)),
        ("", ()),
    ],
)
@pytest.mark.parametrize("mode", ["write", "research"])
def test_knowing_nothing(instruction: str, excerpts: tuple[Excerpt, ...], mode: str) -> None:
    answer = write(instruction, *excerpts, mode=mode)
    assert answer["document_content"] == ""
    assert answer["sources"] == []
    assert all(offer in answer["message"] for offer in ("Attach", "upload", "model"))


@pytest.mark.parametrize("mode", ["write", "research"])
def test_questions_are_answered_in_the_message(mode: str) -> None:
    answer = write("How was coral cover measured?", *DOCUMENT, mode=mode)
    assert answer["document_content"] == ""
    assert "- Coral cover was measured along transects." in answer["message"]
    assert "(This document: Methods > Survey)" in answer["message"]
    assert answer["sources"][0] == "This document: Methods > Survey"


def test_what_may_be_no_answer_says_so() -> None:
    answer = write("What is the price of a transect?", *DOCUMENT, mode="research")
    assert "may not answer" in answer["message"] and "“price”" in answer["message"]
    assert "may not" not in write("How was coral cover measured?", *DOCUMENT)["message"]


def test_a_fitting_section_comes_before_a_highlight_about_something_else() -> None:
    assert write("Write a sentence on urchins", BLEACHING, NOTES)["document_content"] == "- urchins graze at night"


def test_a_draft_follows_the_order_of_the_request() -> None:
    answer = write("Write a section on bleaching and reefs.", REEFS, BLEACHING)
    assert answer["document_content"] == f"{QUOTED_BLEACHING}\n\n{QUOTED_REEFS}"
    assert "“Jones 2019” (1) and “Smith et al. 2020, https://doi.org/10.1000/reef” (2–3)" in answer["message"]


def test_research_brings_content_only_when_prose_is_asked_for() -> None:
    assert write("Summarise coral cover", *DOCUMENT, mode="research")["document_content"] == ""
    assert write("Write a paragraph on coral cover", *DOCUMENT, mode="research")["document_content"]


@pytest.mark.parametrize(
    ("wish", "content"),
    [
        ("Remove the last sentence.", "Reefs are rich. They cover little of the ocean floor."),
        ("Leave out the part about the ocean floor, please", "Reefs are rich. Bleaching is frequent."),
        ("Keep only the first sentence", "Reefs are rich."),
        ("Put the last sentence first", "Bleaching is frequent. Reefs are rich. They cover little of the ocean floor."),
        (
            "Turn it into a bulleted list",
            "- Reefs are rich.\n- They cover little of the ocean floor.\n- Bleaching is frequent.",
        ),
        ("Rephrase it more politely", PENDING),
        ("Translate it into French", PENDING),
    ],
)
def test_revisions(wish: str, content: str) -> None:
    answer = write(wish, previous_content=PENDING, previous_sources=("Smith",))
    assert answer["document_content"] == content
    assert answer["sources"] == ["Smith"]


def test_a_source_goes_with_its_last_sentence() -> None:
    draft = f"{QUOTED_BLEACHING} Coral reefs support a quarter of all marine species."
    sources = ("Jones 2019", "Smith et al. 2020, https://doi.org/10.1000/reef", "Roe 2011")
    answer = write("leave out the bleaching", *ATTACHED, previous_content=draft, previous_sources=sources)
    assert answer["document_content"] == "Coral reefs support a quarter of all marine species."
    assert answer["sources"] == list(sources[1:]), "of the last one it is not known which sentence is its"


def test_a_revision_keeps_everything_and_adds_what_is_attached() -> None:
    answer = write("Also add the new highlight", BLEACHING, previous_content=PENDING, previous_sources=("Smith",))
    assert answer["document_content"] == f"{PENDING} {QUOTED_BLEACHING}"
    assert answer["sources"] == ["Smith", "Jones 2019"]


@pytest.mark.parametrize("reason", ["too long", "leave out the ocean floor", "I don't like it"])
@pytest.mark.parametrize("excerpts", [(), (REEFS,), ATTACHED])
def test_a_rewrite_is_never_what_was_rejected(reason: str, excerpts: tuple[Excerpt, ...]) -> None:
    for rejected in (PENDING, REEFS.text, "One sentence only."):
        instruction = "Add a paragraph on reefs.\nPlease rewrite this content."
        content = write(instruction, *excerpts, previous_content=rejected, rejection_reason=reason)["document_content"]
        assert content.split() != rejected.split()


def test_nothing_else_to_offer() -> None:
    only = Excerpt("One sentence only.", "highlight", "Doe")
    answer = write("Add this\nTry again", only, previous_content=only.text, rejection_reason="no")
    assert answer["document_content"] == ""


def test_it_answers_like_any_model() -> None:
    data, reply = ask(Evidence("write", "Add these", (REEFS, BLEACHING)))
    parsed = parse(reply.text)
    assert (parsed.message, parsed.document_content) == (data["message"], data["document_content"])
    assert parsed.sources == tuple(data["sources"])
    assert {citation.status for citation in match(parsed.sources, reply.results).citations} == {"resolved"}
    assert (reply.provider, reply.usage.cost) == ("extractive", None)


def test_it_does_not_vouch_for_sources_that_earlier_content_came_with() -> None:
    kept = Evidence(
        "write", "Remove the first sentence", previous_content="One. Two is here.", previous_sources=("Nobody 1999",)
    )
    data, reply = ask(kept)
    assert data["document_content"] == "Two is here." and data["sources"] == ["Nobody 1999"] and reply.results == ()


def test_without_evidence_there_is_nothing_to_read() -> None:
    with pytest.raises(ProviderMisanswered):
        ExtractiveWriter().complete(ChatRequest((Turn("user", "hi"),)), silent)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


_text = st.one_of(
    st.sampled_from([excerpt.text for excerpt in (*ATTACHED, *DOCUMENT)]),
    st.text(st.sampled_from("ab X.$`\n-|#1\\é中。 "), max_size=60),
)


_excerpt = st.builds(
    Excerpt, _text, st.sampled_from(["highlight", "section", "passage", "rejected"]), st.sampled_from(["", "Doe 2001"])
)


_wish = st.sampled_from(
    [
        "Add these", "Write about coral", "Write a section on grazing, coral and é", "How is a X measured?",
        "make it shorter", "remove the first sentence", "as a numbered list",
        "what is a?", "put the last sentence first", "summarise everything", "turn it into prose", "use these instead",
        "reverse it", "Write a paragraph\nkeep only coral and add these at the beginning", "",
    ]
)  # fmt: skip


@settings(max_examples=examples(80), deadline=None)
@given(
    _wish,
    st.lists(_excerpt, max_size=4),
    _text,
    st.sampled_from(["write", "research"]),
    st.sampled_from(["", "too long"]),
    st.sampled_from([None, WordLlamaEmbedder()]),
)
def test_no_word_is_invented(
    wish: str, excerpts: list[Excerpt], previous: str, mode: Any, reason: str, vectors: WordLlamaEmbedder | None
) -> None:
    answer, _ = ask(Evidence(mode, wish, tuple(excerpts), previous, reason), vectors)
    known = words(previous).union(*(words(excerpt.text) | words(citation_of(excerpt)) for excerpt in excerpts))
    content = answer["document_content"]
    assert words(re.sub(r"(?m)^\d+\. ", "", content)) <= known
    assert not (reason and previous.strip() and content and content.split() == previous.split())
    assert parse(json.dumps(answer)).document_content == answer["document_content"]


def test_a_rejected_excerpt_marks_a_rewrite_and_carries_its_wish() -> None:
    rejected = Excerpt(PENDING, "rejected", note="Keep only the first sentence")
    answer = write("Add a paragraph on reefs.", rejected, previous_content=PENDING, previous_sources=("Smith",))
    assert (answer["document_content"], answer["sources"]) == ("Reefs are rich.", ["Smith"])


def test_what_the_paper_is_about() -> None:
    answer = write("What is this paper about?", *DOCUMENT)
    assert "Coral cover was measured along transects." in answer["message"]


@pytest.mark.parametrize(
    ("instruction", "attached", "told"),
    [
        (
            "Add a sentence on bleaching.",
            ATTACHED,
            ("This draft does not quote 1 of the 2 highlights that you attached.",),
        ),
        ("Please add these to the introduction.", (REEFS, BLEACHING), ()),
        ("Please add these to the introduction.", (REEFS, REEFS, BLEACHING), ()),
        ("Write one sentence about grazing parrotfish", (), ()),
    ],
)
def test_highlights_that_go_unused_are_counted(instruction, attached, told):
    _, reply = ask(Evidence("write", instruction, (*attached, *DOCUMENT)))
    assert reply.warnings == told


@pytest.mark.parametrize(
    "reason",
    [
        "in French, please",
        "the tone is too casual",
        "without the source names",
        "and a sentence on volcanoes at the end",
    ],
)
def test_a_rewrite_that_needs_other_words_leaves_the_text(reason: str) -> None:
    answer = write("Add a paragraph on reefs.\nRewrite.", BLEACHING, previous_content=PENDING, rejection_reason=reason)
    assert answer["document_content"] == "" and "Without a model" in answer["message"]


def test_a_rewrite_takes_the_sentences_that_are_asked_for() -> None:
    source = Excerpt("Canopies lower the drag. Sheltering is the cause. Winter data are missing.", "highlight", "Notes")
    rejected = "Canopies lower the drag. Sheltering is the cause."
    first = write(
        "Write a conclusion\nonly the first sentence", source, previous_content=rejected, rejection_reason="no"
    )
    assert first["document_content"] == "Canopies lower the drag."
    asked = "Write a conclusion\nagain but all three sentences"
    longer = write(asked, source, previous_content=rejected, rejection_reason="too thin")
    assert longer["document_content"] == source.text


def test_a_statement_or_an_order_is_not_answered_with_quotations() -> None:
    for message in ("Also, the bleaching of reefs there is wrong.", "Underline the bleaching of reefs."):
        answer = write(message, *DOCUMENT)
        assert answer["message"].startswith("I did not understand what to do") and answer["sources"] == []


def test_given_words_are_not_replaced_by_words_of_the_document() -> None:
    answer = write("Add “reef tank” to the list of reefs and bleaching.", *DOCUMENT)
    assert answer["document_content"] == ""
