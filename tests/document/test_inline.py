"""Inline markup to words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.inline import plain_title, strip_inline
from tests.examples import examples

CASES = [
    ("*a* _b_ **c** __d__ ***e*** ~~f~~", "a b c d e f"),
    ("snake_case_name, 2 * 3 * 4, a_1*b", "snake_case_name, 2 * 3 * 4, a_1*b"),
    ("**a *b* c** *d **e***", "a b c d e"),
    ("un*frigging*believable", "unfriggingbelievable"),
    ("`a*b*` and ``c`d``", "a*b* and c`d"),
    ("[text](http://a.example/x_(y) 'title') [a][b] [c](d){.e}", "text a c"),
    ("[1], [0, 1], [2][3] and [@key]", "[1], [0, 1], [2][3] and [@key]"),
    ("![a [b] [c](d)](e){#f} [g [h]](i) [j](", " g [h] [j]("),
    ("[text]{.smallcaps}", "text"),
    ("[![alt](a.png) words](b)", " words"),
    ("a[^1] b<!-- c --> d<br>e", "a b de"),
    (r"$a_1 * b_2$ and \(c_*d_*\) cost $5 or $6", r"$a_1 * b_2$ and \(c_*d_*\) cost $5 or $6"),
    (r"\*not\* \_this\_ \\", "*not* _this_ \\"),
    ("&amp; &lt;b&gt; &#176; &nothing;", "& <b> ° &nothing;"),
    ("<https://a.example/b_c_>", "https://a.example/b_c_"),
    ("结果**重要**内容", "结果重要内容"),
    ("a < b and c > d", "a < b and c > d"),
    ("**unclosed *and ~~so `on [x](y", "**unclosed *and ~~so `on [x](y"),
]


@pytest.mark.parametrize(("text", "words"), CASES)
def test_strip_inline(text, words):
    assert strip_inline(text) == words


def test_images_and_bold_heads_may_stay():
    assert strip_inline("![A *plot*](a.png){#fig}", images=True) == "A plot"
    text = "**Head.** then **bold**\n- __Lead__: *x*\n**all *of* it**"
    assert strip_inline(text, bold_heads=True) == "**Head.** then bold\n- **Lead**: x\nall of it"


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("Results {#sec:results .unnumbered}", "Results"),
        ("Results{-}", "Results"),
        ("  The  *E. coli* `lacZ`  gene ", "The E. coli lacZ gene"),
        ("Small [caps]{.sc}", "Small caps"),
        ("Energy $E_{0}$", "Energy $E_{0}$"),
        ("", ""),
    ],
)
def test_plain_title(title, plain):
    assert plain_title(title) == plain


@given(st.text(alphabet="*_~`[](){}!\\$<>&a1 \n\ue000\ue001", max_size=60))
@settings(max_examples=examples(100), deadline=None)
def test_only_takes_away(text):
    stripped = strip_inline(text, images=True)
    kept = iter(text)
    assert all(character in kept for character in stripped)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("A title {#sec:a .b}", "A title"),
        ("A title{#a} ", "A title"),
        ("A [span]{.c}", "A span"),
        ("A [span] {.c}", "A [span]"),
        ("A {b} c", "A {b} c"),
        ("{#a}", ""),
        ("A } {b}", "A }"),
        ("A {b}}", "A {b}}"),
        ("A" + " " * 100_000 + "b}", "A b}"),
    ],
)
def test_a_headings_own_attributes_go_and_those_of_a_span_stay_with_it(title, words):
    assert plain_title(title) == words
