"""Where sentences end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.sentences import sentences, shorten
from tests.examples import examples

SPLIT = [
    ("One here. Two there! Three? Four", ["One here.", "Two there!", "Three?", "Four"]),
    ("As Fig. 3 shows, e.g. by Dr. Smith et al. (2019), i.e. us, it holds. Next.", 2),
    ("Values of 3.14 and 1.5e-3 vs. 2.0 differ. Yes.", 2),
    ("It was shown by Smith et al. The rest is known.", 2),
    ("It was shown by Smith et al. Nature agreed.", 1),
    ("J. R. Smith wrote it. A. Jones did not.", 2),
    ("It works [1]. It works.[2] It fails.[@smith2020; @doe] It ends.^3^ Done.", 5),
    ('He said "stop." Then he left. (He had to.) So it was.', 4),
    ("“Does it rain?” (Smith 2001, p. 2). «Ja.» (Ebd.) Und dann. “It rained.” (A note follows.) It did.", 7),
    ("Wait... what happened? It went on … and on. Then it ended…  Really.", 4),
    ("Ask why? and when! you may.", 1),
    ("The U.S. economy grew. The U.S. The end.", 3),
    ("the rate fell . it was 31 % . see no . 5 there .", 3),
    ("研究很重要。我们开始！真的吗？是的。", ["研究很重要。", "我们开始！", "真的吗？", "是的。"]),
    ("「彼は来た。」そして帰った。", ["「彼は来た。」", "そして帰った。"]),
    ("यह पहला है। यह दूसरा है।", 2),
    ("هل هذا صحيح؟ نعم هو كذلك.", 2),
    ("Первое предложение. Второе, т. е. это.", 2),
    ("Das gilt z. B. hier. Und dort.", 2),
    ("First para\n\nsecond para", 2),
    ("First para\r\n\r\nsecond para", 2),
    ("Name it to within 10 m. Fees are waived.", 2),
    ("It took 2.5 s. and more. G. Smith left.", 2),
    ("Wrapped\nline goes on. It\nends.", 2),
    ("Steps:\n1. Log in.\n2. Go. Then wait.\n- a point", 5),
    (r"Log in to it.\n2. Go there.\n\nThen wait.", 3),
    ("  \n ", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), SPLIT)
def test_sentences(text: str, expected: int | list[str]) -> None:
    found = [text[start:end] for start, end in sentences(text)]
    if isinstance(expected, int):
        assert len(found) == expected, found
    else:
        assert found == expected


TEXTS = st.text(st.sampled_from('ab. A1!?…。\n\r\t"”)]([\\n*-#|éक।ا؟'), max_size=120)


@settings(max_examples=examples(100), deadline=None)
@given(TEXTS)
def test_spans_are_in_order_trimmed_and_leave_only_blanks(text: str) -> None:
    at = 0
    for start, end in sentences(text):
        assert not text[at:start].strip()
        assert start < end
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()


@settings(max_examples=examples(80), deadline=None)
@given(TEXTS, st.integers(1, 20))
def test_an_overlong_sentence_is_cut_to_size(text: str, size: int) -> None:
    pieces = shorten(text, (0, len(text)), size)
    assert all(end - start <= size for start, end in pieces)
    kept = set().union(*(range(start, end) for start, end in pieces)) if pieces else set()
    assert all(text[i].isspace() for i in range(len(text)) if i not in kept)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("aaaa bbbb; cccc, dddd eeee", "aaaa bbbb;"),
        ("aaaa bbbb cccc, dddd eeee", "aaaa bbbb cccc,"),
        ("aaaa bbbb cccc dddd eeee", "aaaa bbbb cccc"),
        ("中" * 9 + "，" + "文" * 20, "中" * 9 + "，"),
        ("x" * 40, "x" * 17),
    ],
)
def test_the_best_place_to_cut(text: str, first: str) -> None:
    start, end = shorten(text, (0, len(text)), 17)[0]
    assert text[start:end] == first


def test_only_the_first_sentences_are_searched_for_on_demand():
    text = "Trees cool. Gusts were rare. We thank all."
    assert [sentences(text, most=most) for most in (1, 2, 3, 4)] == [sentences(text)[:most] for most in (1, 2, 3, 4)]
