import pytest

from backend.document.new_versions import new_version
from backend.document.own_words import own_words


def _order(message: str, *names: str) -> tuple[str, str] | None:
    named = [(message.index(name), message.index(name) + len(name)) for name in names]
    own = own_words(message, (), named)
    return (own.order, own.content) if own else None


@pytest.mark.parametrize(
    ("message", "names", "order"),
    [
        (
            "rewrite the first sentence of Methods: “It rained.”",
            ["first sentence of Methods"],
            "replace the first sentence of Methods with “…”",
        ),
        (
            "Please reword the first sentence of Methods to “It rained.”",
            ["first sentence of Methods"],
            "replace the first sentence of Methods with “…”",
        ),
        (
            "in Methods, rewrite the last sentence: “It rained.”",
            ["Methods", "last sentence"],
            "replace the last sentence of Methods with “…”",
        ),
        (
            "the last sentence of Methods should read “It rained.”",
            ["last sentence of Methods"],
            "Replace the last sentence of Methods with “…”",
        ),
        (
            "Formuliere den letzten Satz von Methods um: „It rained.“",
            ["letzten Satz von Methods"],
            "Ersetze den letzten Satz von Methods durch “…”",
        ),
        (
            "Réécris la dernière phrase de Methods : « It rained. »",
            ["dernière phrase de Methods"],
            "Réécris la dernière phrase de Methods “…”",
        ),
    ],
)
def test_the_version_in_quotation_marks_replaces_the_part(message, names, order):
    assert _order(message, *names) == (order, "It rained.")


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("rewrite the first sentence of Methods: “shorter, please”", ["first sentence of Methods"]),
        ("rewrite the sentence “It rained.”", []),
        ("don't rewrite the first sentence of Methods: “It rained.”", ["first sentence of Methods"]),
        ("Methods should read “It rained.”", ["Methods"]),
        ("rewrite the note on rain in Methods: “It rained.”", ["Methods"]),
        ("rewrite the first sentence of Methods like “It rained.”", ["first sentence of Methods"]),
    ],
)
def test_other_quotations_are_no_new_version(message, names):
    assert _order(message, *names) is None


def test_a_quotation_of_the_document_is_no_new_version():
    message = "rewrite Methods: “It rained.”"
    assert new_version(message, "rewrite \ua66e\ua66e\ua66e\ua66e\ua66e\ua66e\ua66e: " + "\ua66e" * 12) is None
