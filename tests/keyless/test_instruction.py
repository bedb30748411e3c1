"""How people ask: for text, for an answer, for a length and a form."""

from __future__ import annotations

import pytest

from backend.keyless.instruction import form_of, read_instruction, weight_of


@pytest.mark.parametrize(
    "instruction",
    [
        "Add a paragraph on reefs to the introduction",
        "Could you please write something about reefs?",
        "I'd like you to summarise the findings",
        "Thanks! Now expand the discussion.",
        "A short paragraph about reefs, please",
        "We need a section on limitations",
        "What do we know about reefs? Write it up in two sentences.",
        "Describe the survey in the methods section.",
        "Put this after the first table",
        "Let's include the numbers for 2019",
    ],
)
def test_wants_content(instruction: str) -> None:
    assert read_instruction(instruction, "").wants_content


@pytest.mark.parametrize(
    "instruction",
    [
        "What should I write in the introduction?",
        "Did you add the numbers?",
        "Don't add anything yet.",
        "Tell me about reefs",
        "Is the abstract too long",
        "Thanks, that is great.",
        "How many sites were surveyed?",
        "",
    ],
)
def test_wants_no_content(instruction: str) -> None:
    assert not read_instruction(instruction, "").wants_content


@pytest.mark.parametrize(
    ("instruction", "topic"),
    [
        ("Add a short paragraph about coral bleaching to the introduction", ("coral", "bleach")),
        ("Please write two sentences on the sampling bias, based on the attached highlights", ("sampl", "bias")),
        ("What are the results?", ("result",)),
        ("Add this to the results", ()),
        ("Hello there, thanks", ()),
    ],
)
def test_topic(instruction: str, topic: tuple[str, ...]) -> None:
    assert read_instruction(instruction, "").topic == topic


@pytest.mark.parametrize(
    ("instruction", "sentences", "words"),
    [
        ("in two sentences", 2, None),
        ("write 3 short bullet points", 3, None),
        ("a single sentence", 1, None),
        ("at most 120 words", None, 120),
        ("a brief note", 3, None),
        ("a paragraph", None, None),
    ],
)
def test_limits(instruction: str, sentences: int | None, words: int | None) -> None:
    instruction = read_instruction(instruction, "")
    assert (instruction.sentences, instruction.words) == (sentences, words)


@pytest.mark.parametrize(
    ("instruction", "form"),
    [
        ("as bullet points", "bullets"),
        ("turn this into a list", "bullets"),
        ("as a numbered list", "numbers"),
        ("back into running prose", "prose"),
        ("add it", None),
    ],
)
def test_form(instruction: str, form: str | None) -> None:
    assert form_of(instruction) == form


@pytest.mark.parametrize(
    ("instruction", "topics"),
    [
        ("Write a section on wind, rain and soil moisture.", (("wind",), ("rain",), ("soil", "moistur"))),
        ("Write about wind and put it before the paragraph on pavement.", (("wind",),)),
        ("Add a note on wind to the data collection section", (("wind",),)),
        ("Add these", ()),
    ],
)
def test_topics_without_the_place(instruction: str, topics: tuple[tuple[str, ...], ...]) -> None:
    assert read_instruction(instruction, "").topics == topics


def test_words_about_the_question_count_little() -> None:
    assert weight_of("effect", "english") < weight_of("canopi", "english")


DANISH = "Skærmens lysstyrke kan ændres på panelet, og det er ikke svært for den der har et tastatur."
UKRAINIAN = "Яскравість екрана можна змінити на панелі, і це не складно для того, хто має клавіатуру."
KOREAN = "화면 밝기는 시스템 메뉴에서 조절합니다. 키보드로도 바꿀 수 있습니다."


@pytest.mark.parametrize(
    ("instruction", "texts", "foreign"),
    [
        ("Hvordan ændrer jeg skærmens lysstyrke?", DANISH, False),
        ("How do I change the brightness?", DANISH, True),
        ("Як змінити яскравість екрана?", UKRAINIAN, False),
        ("화면 밝기를 바꾸려면?", KOREAN, False),
        ("How is the brightness set?", KOREAN, True),
        ("Wie ändere ich die Helligkeit?", UKRAINIAN, True),
    ],
)
def test_a_question_in_the_language_of_the_texts_is_not_foreign(instruction: str, texts: str, foreign: bool) -> None:
    assert read_instruction(instruction, texts).is_foreign is foreign


@pytest.mark.parametrize(
    ("instruction", "form"),
    [
        ("Put it where we list the features instead", None),
        ("List the features", "bullets"),
        ("Please list the sites", "bullets"),
    ],
)
def test_a_list_is_asked_for_by_an_order_only(instruction, form):
    assert form_of(instruction) == form


def test_a_sentence_about_several_drafts_asks_for_no_text() -> None:
    assert not read_instruction("explain the difference between the two drafts", "").wants_content
    assert read_instruction("draft a paragraph on rain", "").wants_content
