"""Questions about the session's own sources are answered from what is known of them."""

from dataclasses import replace

import pytest

from backend.kernel.exchange import Evidence, Excerpt, KnownSource
from backend.keyless.source_facts import answer_about_sources, names_sources

SOURCES = (
    KnownSource("[@bad] Bad, A. (2015) Miracle crops", "retracted"),
    KnownSource("[@tk] Thorup, K. (2009) Root depth of catch crops", "resolved", True, ("Rye reached 1.2 m.",), True),
    KnownSource("Kumar et al. 2012: no reference entry describes this work", cited=True),
)
ASKED = Evidence("write", "", sources=SOURCES)


@pytest.mark.parametrize(
    ("question", "head", "lines"),
    [
        ("Which sources do I cite?", "This session has 3 sources; the document cites 2", 3),
        ("How many references do I have?", "This session has 3 sources", 3),
        ("List my sources", "This session has 3 sources", 3),
        (
            "Is any of my sources retracted?",
            "Of this session's 3 sources, 1 was retracted. No registry was asked about 1",
            1,
        ),
        ("Are my references reliable?", "Of this session's 3 sources, these are not confirmed", 2),
        ("Which of my sources mention root depth?", "These sources mention what you ask about", 1),
        ("What do my sources say about rye?", "These sources mention what you ask about", 1),
        ("Which of my sources mention potatoes?", "None of this session's 3 sources mentions what you ask about", 0),
    ],
)
def test_a_question_about_the_sources_is_answered(question, head, lines):
    first, *rest = answer_about_sources(replace(ASKED, instruction=question)).splitlines()
    assert first.startswith(head) and len(rest) == lines


def test_what_is_not_known_is_said():
    assert "no sources yet" in answer_about_sources(Evidence("write", "Which sources do I cite?"))
    fine = Evidence("write", "Are any of my sources withdrawn?", sources=SOURCES[1:2])
    assert "none is known to be retracted" in answer_about_sources(fine)
    trusted = answer_about_sources(replace(fine, instruction="Can I trust my sources?"))
    assert trusted.endswith("was found in a registry, on the web or in your library.")


@pytest.mark.parametrize(
    "order", ["Add my sources to the introduction", "Which sources of nitrate are there?", "Hello", ""]
)
def test_other_messages_are_left_alone(order):
    assert not answer_about_sources(replace(ASKED, instruction=order))


def test_a_text_that_the_user_attached_backs_a_claim_of_its_words():
    quoted = KnownSource("Berg 2021, p. 3", passages=("Barley lost 40 kg of nitrate.",), attached=True)
    asked = replace(ASKED, sources=(*SOURCES, quoted))
    backed = answer_about_sources(replace(asked, instruction="Is the claim on barley backed by my sources?"))
    assert backed.splitlines()[1:] == ["- Berg 2021, p. 3 (attached) “Barley lost 40 kg of nitrate.”"]
    unknown = answer_about_sources(replace(asked, instruction="Is the claim on potatoes backed by my sources?"))
    assert unknown.startswith("None of this session's 4 sources mentions what you ask about")
    assert "This session has 3 sources" in answer_about_sources(replace(asked, instruction="Which sources do I cite?"))
    alone = Evidence("write", "Do my sources mention barley?", sources=(quoted,))
    assert "(attached)" in answer_about_sources(alone)


def test_passages_of_the_library_answer_better():
    asked = "What do my sources say about rye?"
    library = Evidence("write", asked, (Excerpt("Rye reached 1.2 m.", "library"),), sources=SOURCES)
    assert not answer_about_sources(library)
    assert names_sources("What do my sources say?") and not names_sources("Sources of error")
