"""What words mean in a document: every way of naming a place, and the laws that hold for any text."""

from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.resolver import resolve

PAPER = """# A paper

## Methods

We measured it.

### Statistical analysis

All tests were two-sided.

## Results

It grew.
"""


def test_a_section_is_named_by_its_heading():
    (methods,) = resolve(read(PAPER), 'Shorten the section "Methods".')
    assert (methods.kind, methods.start, methods.stop, methods.said, methods.sure) == ("section", 1, 5, "Methods", True)


@given(st.text())
def test_any_message_can_be_resolved(text):
    document = read(PAPER)
    for mention in resolve(document, text):
        assert 0 <= mention.start < mention.stop <= len(document.blocks)
        assert text[slice(*mention.at)] == mention.said
