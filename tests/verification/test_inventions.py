"""What a text says that neither its sources nor its user has is named, and nothing else."""

from __future__ import annotations

import pytest

from backend.verification.inventions import (
    Known,
    Text,
    Topic,
    general_words,
    invented,
    is_claim,
    is_specific,
    listed,
    unsourced,
)
from backend.verification.statements import Statement, statements
from backend.verification.support import SourceText

SOURCE = "Meier, R. (2014). Drought reduced the leaf area of alpine grasses by 23% within six weeks."


def doubts(text: str, own: tuple[str, ...] = ()) -> list[str]:
    known = Known([SOURCE], ["Drought tolerance of alpine grasses", "10.1000/drought"], lambda: own)
    return list(invented(Text("answer", text, statements(text)), known))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("They lost 47.3 % of it.", "47.3 %"),
        ("One writes “the grasses will never grow back again”.", "“the grasses will never grow back again”"),
        ("Others agree (Roe et al., 2011).", "Roe et al., 2011"),
        ("Others agree.\n\nReferences\n\n1. Roe, A. (2011). Invented. Nature.", "Roe, A. (2011). Invented. Nature."),
        ("Others agree.\n\nRoe, A., & Poe, B. (2011). Invented. Nature.", "Roe, A., & Poe, B. (2011)"),
        ("Others agree.\n\n- Roe AB, Poe C. Invented. Nature. 2011;4:5.", "Roe AB, Poe C."),
    ],
)
def test_what_nothing_has_is_named_once_and_what_the_user_says_is_not(text, named):
    (told,) = doubts(text)
    assert named in told and "answer" in told
    assert doubts(text, own=(f"My notes say: {text}",)) == []


def test_without_any_source_no_source_is_said_to_have_been_read():
    said = "They lost 47.3 % of it."
    (told,) = invented(Text("content", said, statements(said)), Known([], [], tuple))
    assert told == (
        "These numbers in the content are in none of your texts, and there was no source with a readable text to "
        "compare them with: 47.3 %. Check them."
    )


@pytest.mark.parametrize(
    "text",
    [
        "It fell by 23% (Meier, 2014).",
        "References\n\n- Meier, R. (2014). Drought tolerance of alpine grasses. Ecology.",
        "Sources:\n1. https://doi.org/10.1000/drought",
        "## Methods\n\n- Group A was measured in 2015.\n- Vitamin D fell.",
        "“Drought reduced the leaf area of alpine grasses” is all.",
    ],
)
def test_what_a_source_has_is_no_doubt(text):
    assert doubts(text) == []


def test_claims_that_nothing_says_are_named_and_the_users_texts_are_read_only_then():
    cited, read = [SourceText(SOURCE)], []

    def own():
        read.append(1)
        return ["Permafrost behaves the same way."]

    said = [Statement("Drought reduced the leaf area of grasses."), Statement("Does permafrost behave the same way?")]
    assert list(unsourced(Text("answer", "", said), cited, own, "What do plants do?")) == [] and not read
    said.append(Statement("Permafrost behaves the same way."))
    assert list(unsourced(Text("answer", "", said), cited, own, "What do plants do?")) == [] and read
    said.append(Statement("Lichens store carbon for ever."))
    (told,) = unsourced(Text("content", "", said), cited, own, "What do plants do?")
    assert told == (
        "No source supports these statements in the content: “Lichens store carbon for ever.”. Check them, or add a "
        "source."
    )


@pytest.mark.parametrize(
    ("sentence", "specific"),
    [
        ("Taken together, these studies point in the same direction.", False),
        ("Permafrost behaves the same way.", True),
        ("Larger molecules are better.", True),
        ("Larger studies are better.", False),
        ("I would read the molecules paper first.", False),
    ],
)
def test_a_specific_sentence_has_words_of_its_field_or_of_the_question(sentence, specific):
    question = "Which molecules are better?"
    assert is_specific(sentence, Topic(question, question, "english")) == specific


@pytest.mark.parametrize(
    ("language", "question", "leading", "claim"),
    [
        ("german", "Wie wirkt Schlafmangel?", "Diese Studien weisen alle in dieselbe Richtung.",
         "Schlafmangel verringert die Aktivität des Hippocampus."),
        ("spanish", "¿Cómo afecta la falta de sueño?", "Estos estudios apuntan en la misma dirección.",
         "La falta de sueño reduce la actividad del hipocampo."),
        ("french", "Comment agit le manque de sommeil ?", "Ces études vont toutes dans le même sens.",
         "Le manque de sommeil réduit l'activité de l'hippocampe."),
        ("chinese", "睡眠不足如何影响记忆？", "这些研究的结论是一致的。", "睡眠不足使海马体的活动减少。"),
    ],
)  # fmt: skip
def test_sentences_that_lead_over_are_known_in_five_languages(language, question, leading, claim):
    topic = Topic(question, question, language)
    assert (is_specific(leading, topic), is_specific(claim, topic)) == (False, True)
    assert is_specific(leading, Topic(question, question, "polish")) and not general_words("polish")


def test_what_introduces_or_is_short_claims_nothing():
    assert not is_claim(Statement("In short, this is known:")) and not is_claim(Statement("All gone."))
    assert is_claim(Statement("All gone.", (0,))) and is_claim(Statement("Nobody has seen it since."))


def test_a_warning_names_few_things_on_one_line_each():
    assert listed(["a\nb", "a b", "c"]) == "a b, c"
    assert listed(map(str, range(11))).endswith("6, 7 and 3 more")


class CountedWord(str):
    """A word that counts how often words are compared."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        CountedWord.comparisons += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_what_nothing_has_is_found_without_comparing_everything_with_everything() -> None:
    words = [CountedWord(number) for number in range(1000)]
    assert Known(["A source."]).lacks(lambda _: words) == words
    assert CountedWord.comparisons <= len(words)
