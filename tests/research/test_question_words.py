"""What a question is about: the request goes, the topic stays, in whatever language."""

from __future__ import annotations

import pytest

from backend.kernel.exchange import Turn
from backend.ranking.function_words import STOP_WORDS
from backend.ranking.terms import words_of
from backend.research import queries
from backend.research.question_words import topic_words

#: Titles whose words are those of requests, or function words in capitals.
TITLES = (
    "Information theory of quantum measurement",
    "Text mining for drug discovery",
    "Vitamin A supplementation in newborns",
    "The need for cognition",
    "Source code plagiarism detection",
    "Content moderation on social platforms",
    "New public management in Nordic municipalities",
    "Current density imaging of the heart",
    "Question answering over knowledge graphs",
    "Reference genomes of barley",
    "Article processing charges and equity",
    "Introduction pathways of invasive crayfish",
    "Sentence processing in bilinguals",
    "Evidence of ice on Mercury",
    "Draft genome of the naked mole rat",
    "Help-seeking among adolescents",
    "IT security in hospitals",
    "Type I errors in ecology",
    "Latest Cretaceous birds",
    "Assembly with de Bruijn graphs",
)
FRAMES = (
    "What is known about {}?",
    "Find papers on {}.",
    "Please tell me about {}",
    "I need sources for {}",
    "Can you summarize the literature on {}?",
    "Write a paragraph about {} with sources.",
    "Explain {}, please",
    "Give me three recent articles on {}",
    "{}",
)


@pytest.mark.parametrize("frame", FRAMES)
def test_every_word_of_a_title_survives_the_question_around_it(frame: str) -> None:
    for title in TITLES:
        (query,) = queries.extract([Turn("user", frame.format(title))])
        lost = [each for each in words_of(title) if each not in STOP_WORDS["english"] and each not in words_of(query)]
        assert not lost, (frame, title, query)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is information theory?", "information theory"),
        ("Vitamin A vs vitamin C", "Vitamin A vs vitamin C"),
        ("What does the WHO say about source criticism?", "WHO say source criticism"),
        ("Write about document retrieval. Please cite sources.", "document retrieval"),
        ("What did people die of in 1900?", "people die 1900"),
        ("Was ist Textmining?", "Textmining"),
        ("Kannst du mir bitte die Informationstheorie erklären?", "Informationstheorie"),
        ("Suche Literatur zur Informationstheorie, bitte", "Informationstheorie"),
        ("Peux-tu m'expliquer l'effet de la vitamine D sur l'os ?", "effet vitamine D os"),
        ("¿Puedes buscar artículos sobre la minería de textos?", "minería textos"),
        ("Qual è l'effetto della vitamina A?", "effetto vitamina A"),
        ("Что такое теория информации?", "теория информации"),
        ("ベイズ推定とは何ですか", "ベイズ推定"),
    ],
)
def test_what_a_question_is_about(question: str, words: str) -> None:
    assert " ".join(topic_words(question)) == words


def test_a_text_in_capitals_has_no_names_in_it() -> None:
    assert topic_words("WHAT IS THE USE OF IT AND OF TILLAGE") == ["USE", "TILLAGE"]


def test_a_request_without_a_topic_keeps_its_own_words() -> None:
    assert topic_words("Tell me") == ["Tell"] and topic_words("the") == []
