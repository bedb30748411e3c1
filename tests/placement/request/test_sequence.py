"""An order of parts tells the place."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.request.sequence import sequence

VIEW = DocumentView(read("# Methods\n\nIce was cut, with a saw.\n\nCores were weighed.\n\n# Results\n\nIt melts.\n"))


def told(text):
    found = sequence(ParsedMessage(VIEW, text))
    if found is None:
        return None
    relation, *targets = found
    return relation, *(
        VIEW.sections[t.sections[0]].title if t.kind == "section" else t.blocks[0].block.index for t in targets if t
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Methods, then this, then Results.", ("between", "Methods", "Results")),
        ("The order is: Methods, this one, Results.", ("between", "Methods", "Results")),
        ("Methods, then add this, then Results.", ("between", "Methods", "Results")),
        ("Please start with Methods, insert this, Results last.", ("between", "Methods", "Results")),
        ("Methods | this | Results", ("between", "Methods", "Results")),
        ("Methods -> this -> Results", ("between", "Methods", "Results")),
        ("First Methods, then this section.", ("after", "Methods")),
        ("So first the paragraph on cores, and then this.", ("after", 2)),
        ("First this, then Results.", ("before", "Results")),
        ("This comes first, Results second.", ("before", "Results")),
        ("The paragraph on the saw comes first, this comes second.", ("after", 1)),
    ],
)
def test_orders(text, order):
    assert told(text) == order


@pytest.mark.parametrize(
    "text",
    [
        "Write about Methods, Results and ice.",
        "Shorten it, then approve.",
        "Put it in Methods, please.",
        "I like this, Results could be longer.",
        "",
    ],
)
def test_other_sentences_tell_none(text):
    assert told(text) is None
