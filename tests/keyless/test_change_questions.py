"""A question about the changes is told from questions about the subject and from orders."""

import pytest

from backend.keyless.change_questions import asks_about_changes
from backend.keyless.sentence_forms import TITLE


@pytest.mark.parametrize(
    "message",
    [
        "what did you change?",
        "What did you change so far?",
        "what changed since the start?",
        "Wait, which one did you delete?",
        "Where did you put it?",
        "Was hast du gerade geändert?",
        "Which changes have been made?",
        f"what have you changed in {TITLE}?",
        "list the changes",
        "was hast du geändert?",
        "Welche Änderungen wurden bisher gemacht?",
        "Qu'as-tu changé ?",
        "Qu'est-ce que tu as changé ?",
        "¿Qué has cambiado?",
        "Che cosa hai cambiato?",
        "что ты изменил?",
        "你改了什么？",
        "改动了哪些地方？",
        "どこを変更しましたか？",
    ],
)
def test_a_question_about_changes(message: str) -> None:
    assert asks_about_changes(message)


@pytest.mark.parametrize(
    "message",
    [
        "what does climate change do to limes?",
        "What did you change in the draft about rain?",
        "change the title",
        f"{TITLE} changed a lot",
        "Why did growth change?",
        "Where did we put the recorders?",
        f"Why did you not delete {TITLE}?",
        "Why did you delete it?",
        "这篇论文说了什么？",
        "改为数据集",
        "",
    ],
)
def test_what_asks_for_something_else(message: str) -> None:
    assert not asks_about_changes(message)
