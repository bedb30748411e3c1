"""The laws are checked: each break of one is found, in short texts and in long ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import Splice, read
from backend.placement.carrying_out import verify as room
from backend.placement.carrying_out.apply import apply
from backend.placement.carrying_out.verify import MELTED, verify
from tests.examples import examples
from tests.markdown_strategies import documents, fragments

BEFORE = read("# A\n\none\n\ntwo\n")
INSERT = (Splice(2, 2, "new"),)
LONG = "\n\n".join(f"Paragraph {n} of a long paper." for n in range(4000)) + "\n"


def test_a_clean_splice_has_no_violations():
    assert verify(BEFORE, INSERT, "# A\n\none\n\nnew\n\ntwo\n", "new") == ()


def test_each_of_several_contents_must_be_there_once_more():
    splices = (Splice(1, 2, "eins"), Splice(2, 3, "zwei"))
    assert verify(BEFORE, splices, "# A\n\neins\n\nzwei\n", "eins", "zwei") == ()
    assert verify(BEFORE, splices, "# A\n\neins\n\nzwei\n", "eins", "drei")


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("# A\n\none\n\nnew\n\ntwo.\n", "outside"),
        ("# A\n\nnew\n\ntwo\n", "outside"),
        ("# A\n\none\nnew\n\ntwo\n", "would merge"),
        ("# A\n\none\n\nnew\n\nnew\n\ntwo\n", "lost, changed or doubled"),
        ("# A\n\none\n\ntwo\n", "lost, changed or doubled"),
    ],
)
def test_each_break_is_found(after, words):
    assert any(words in problem for problem in verify(BEFORE, INSERT, after, "new"))


@pytest.mark.parametrize(
    "splices",
    [
        (),
        (Splice(0, 0, "new"),),
        (Splice(0, 0, "new"), Splice(2, 2, "more")),
        (Splice(0, 0, "new"), Splice(1, 2, "")),
        (Splice(0, 1, ""), Splice(1, 1, "new"), Splice(3, 3, "more")),
        (Splice(1, 2, "new"), Splice(2, 3, "more")),
    ],
)
def test_any_splices_leave_the_text_outside_of_them_as_it_is(splices):
    found = verify(BEFORE, splices, apply(BEFORE, splices), "new")
    assert not any("outside" in problem for problem in found)


def test_blocks_without_a_blank_line_between_them_may_be_parted():
    before = read("# A\none\n")
    splices = (Splice(1, 1, "new"),)
    assert verify(before, splices, "# A\n\nnew\n\none\n", "new") == ()


def test_a_second_heading_of_the_same_name_is_found():
    splices = (Splice(3, 3, "# A\n\nmore"),)
    found = verify(BEFORE, splices, "# A\n\none\n\ntwo\n\n# A\n\nmore\n", "# A\n\nmore")
    assert len(found) == 1 and "the heading “A” would occur twice in the same place" in found[0]


def test_a_section_may_be_replaced_by_its_own_beginning():
    splices = (Splice(0, 3, "# A\n\none"),)
    assert verify(BEFORE, splices, "# A\n\none\n", "# A\n\none") == ()


@pytest.mark.parametrize(
    "content", ["- a\n- b", "```\nopen", "<!-- open", "<details>\n\nx\n\n</details>", "text", "$$\nx\n$$"]
)
def test_long_texts_are_held_to_the_same_law(content):
    before = read("- item\n\n" + LONG)
    after = apply(before, [Splice(1, 1, content)])
    broken = content.startswith(("- a", "```", "<!--"))
    assert (MELTED in verify(before, [Splice(1, 1, content)], after, content)) == broken


@settings(max_examples=examples(60), deadline=None)
@given(documents(), fragments, st.data())
def test_looking_around_the_splice_suffices(text, content, data):
    before = read(text)
    at = data.draw(st.integers(0, len(before.blocks)))
    splice = Splice(at, at, content)
    after = apply(before, [splice])
    if room._keeps_locally(before, splice, after):
        assert MELTED not in verify(before, [splice], after, content)
