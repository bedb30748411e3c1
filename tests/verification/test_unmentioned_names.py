import pytest

from backend.verification.statements import Placed, statements
from backend.verification.unmentioned_names import attributes, unmentioned_names

KNOWN = ["Ruth Meier (2014). Alpine grasses of Norway. The European Grassland Council paid for it."]


def found(text):
    marks = [Placed(at, at + 3, (0,)) for at in range(len(text)) if text[at : at + 3] == "[1]"]
    return unmentioned_names(statements(text, marks), KNOWN)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Okafor argued that this is rare.", ["Okafor"]),
        ("According to Professor Ada Okafor, it is rare.", ["Ada Okafor"]),
        ("The European Lichen Council advises it.", ["The European Lichen Council"]),
        ("A team at the University of Oruro agrees.", ["University of Oruro"]),
        ("The Journal of Tidal Studies printed it.", ["Journal of Tidal Studies"]),
        ("A thesis by Okafor says the same.", ["Okafor"]),
        ("Okafor's experiments confirmed this.", ["Okafor"]),
        ("Okafor (in preparation) sees it; x-Okafor found, @Okafor found and McOkafor’s study do not.", ["Okafor"]),
        ("We read the book of Okafor.", ["Okafor"]),
        ("Okafor’s first survey confirmed this.", ["Okafor"]),
        ("Student's test confirmed this.", []),
        ("The same was seen in Oruro [1].", ["Oruro"]),
    ],
)
def test_names_that_no_text_has_are_found(text, names):
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Meier argued that this is rare.",
        "According to the European Grassland Council, it is rare.",
        "Norwegian grasses suffer [1].",
        "Many Oruro residents left.",
        "Results show that it is rare.",
        "It was announced in March [1].",
    ],
)
def test_known_names_and_other_capitals_are_not(text):
    assert found(text) == []


def test_a_text_without_such_forms_attributes_nothing():
    assert not attributes("Grasses tolerate drought.")
    assert attributes("Okafor found that grasses tolerate drought.")
