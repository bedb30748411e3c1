"""Words for a text that is still to be written."""

import pytest

from backend.mentions.lexicon import tokens
from backend.mentions.new_texts import begins_new_text


@pytest.mark.parametrize(
    ("words", "new"),
    [
        ("a short sentence on ice", True),
        ("einen Absatz über Eis", True),
        ("otro sobre el hielo", True),
        ("by this version", True),
        ("durch eine kürzere Fassung", True),
        ("add a line", True),
        ("like this", True),
        ("as follows", True),
        ("wie folgt", True),
        ("like ice", False),
        ("a cold student", False),
        ("with the ice", False),
        ("one student", False),
        ("the sentence on ice", False),
        ("one", False),
    ],
)
def test_a_new_text_is_indefinite(words, new):
    assert begins_new_text(tokens(words), 0) is new


def test_one_with_an_article_is_a_present_text():
    assert not begins_new_text(tokens("the one on ice"), 1)
