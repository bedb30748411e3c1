"""What the inside of a string means: TeX, code and line breaks, however their backslashes came."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.reply.escapes import as_json, decode, loosen
from backend.kernel.storable_text import storable


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # TeX that is valid JSON
        (r"$\nabla f$ and $\theta$", r"$\nabla f$ and $\theta$"),
        (r"$\frac{1}{2} \rightarrow \beta$", r"$\frac{1}{2} \rightarrow \beta$"),
        (r"$p \neq q$, $\nu \to 0$", r"$p \neq q$, $\nu \to 0$"),
        (r"Let $\alpha$ and $\tvector x$.", r"Let $\alpha$ and $\tvector x$."),
        # properly escaped, and both in one string
        (r"$\\nabla f$\n\n$\\theta$", "$\\nabla f$\n\n$\\theta$"),
        (r"$\\alpha$ and $\nu \ll \\beta$", r"$\alpha$ and $\nu \ll \beta$"),
        # row breaks
        (
            r"$$\n\begin{aligned} a &= b \\ c &= \nabla d \end{aligned}\n$$",
            "$$\n\\begin{aligned} a &= b \\\\ c &= \\nabla d \\end{aligned}\n$$",
        ),
        (r"$$\n\\begin{aligned} a \\\\ b \\end{aligned}\n$$", "$$\n\\begin{aligned} a \\\\ b \\end{aligned}\n$$"),
        # line breaks before words that would spell a command
        (r"Symbols:\nu is a speed,\ni counts,\neq. 3 holds.", "Symbols:\nu is a speed,\ni counts,\neq. 3 holds."),
        (r"```go\n\to := 1\n\tau := 2\n```", "```go\n\to := 1\n\tau := 2\n```"),
        (r"It costs $5\nu and $10.", "It costs $5\nu and $10."),
        # pasted whole: nothing was escaped
        ("Let $\\alpha$.\n\n```c\nputs(\"a\\n\");\n```", "Let $\\alpha$.\n\n```c\nputs(\"a\\n\");\n```"),
        ("```latex\n\\ra{1.3}\n\\begin{tabular}\n```", "```latex\n\\ra{1.3}\n\\begin{tabular}\n```"),
        (r"Run `\d+\t` then.\nSo.", "Run `\\d+\\t` then.\nSo."),
        # surrogates, NUL, carriage returns
        (r"\ud835\udc65 \ud835 \u0000", "𝑥  "),
        ("a\r\nb", "a\nb"),
        (r"\u00e9\/\"", 'é/"'),
    ],
)  # fmt: skip
def test_a_string_is_read_as_meant(body, text):
    assert decode(body).text == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("a\\", "a"), ("a\\u", "a"), ("a\\u00e", "a"), ("a\\ud835", "a"), ("a\\\\", "a\\"),
        ("with $\\bet", "with $"), ("with $\\nab", "with $"), ("so\\nThe", "so\nThe"),
    ],
)  # fmt: skip
def test_a_cut_string_ends_before_half_an_escape(body, text):
    assert decode(body, cut=True).text == text


def test_python_escapes_are_read_only_where_python_wrote_them():
    assert decode(r"\xe9 \U0001d465", python=True).text == "é 𝑥"
    assert decode(r"$\xi$").text == r"$\xi$"


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\n\r\t\b\f")), st.booleans())
@settings(max_examples=200, deadline=None)
def test_proper_escapes_are_undone_exactly(text, ascii_only):
    body = json.dumps(text, ensure_ascii=ascii_only)[1:-1]
    assert decode(body).text == text
    assert storable(as_json(body)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"# Title\n\nA text, long enough to tell.\n\n- one", "# Title\n\nA text, long enough to tell.\n\n- one"),
        (r"Split it at `\n\n`, says the manual, and at `\n` too, which is enough.", None),
        ("A real\nline break, so that the literal \\n\\nOne and \\n\\nTwo are meant.", None),
        (r"Short.\n\nSo.", None),
    ],
)  # fmt: skip
def test_line_breaks_escaped_twice_are_noticed(text, expected):
    assert loosen(text) == expected


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("a long \\\nline", "a long line"),
        ("a long \\\r\nline.\\n\\nAnother \\\r\none", "a long line.\n\nAnother one"),
        ("a hard break\\\nin a text\nof several lines", "a hard break\\\nin a text\nof several lines"),
        ("$$1 & 2 \\\\\n3$$", "$$1 & 2 \\\\\n3$$"),
    ],
)
def test_lines_that_a_backslash_continues_are_joined(body, text):
    assert decode(body).text == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("\\\\alpha and \\\\\\\\ \\\\beta", "\\alpha and \\\\ \\beta"),
        ("$a \\\\ b$ and $\\alpha$", "$a \\\\ b$ and $\\alpha$"),
        ("$$\\na \\\\\\\\\\nb \\\\\\\\ c\\n$$", "$$\na \\\\\nb \\\\ c\n$$"),
        ("$$\\n\\alpha \\\\\\n\\beta\\n$$", "$$\n\\alpha \\\\\n\\beta\n$$"),
        ("A path C:\\\\new\\\\table is here.", "A path C:\\new\\table is here."),
        ("Regex `\\d+\\.\\d*` here.", "Regex `\\d+\\.\\d*` here."),
        ("Use `\\n` for a break.", "Use `\n` for a break."),
        ("Use `\\\\n` for a break.", "Use `\\n` for a break."),
        ("```python\nprint('a\\n')\n```", "```python\nprint('a\\n')\n```"),
        ("```python\nprint('a\\tb', \"c\\n\")\n```", "```python\nprint('a\\tb', \"c\\n\")\n```"),
        ('```python\\nprint(\\"a\\\\n\\")\\nx = 1\\n```', '```python\nprint("a\\n")\nx = 1\n```'),
        ("```python\\nprint('a\\n')\\nx = 1\\n```", "```python\nprint('a\n')\nx = 1\n```"),
        ("```\\n\\tindented\\n\\n\\tmore\\n```", "```\n\tindented\n\n\tmore\n```"),
        ("$x \\in \\{1, 2\\}$ and 5\\%", "$x \\in \\{1, 2\\}$ and 5\\%"),
        ("$x \\\\in \\\\{1, 2\\\\}$ and 5\\\\%", "$x \\in \\{1, 2\\}$ and 5\\%"),
        ("\\textbf{Bold} and \\emph{it}", "\\textbf{Bold} and \\emph{it}"),
        ("\\textbf{Bold}\\nNext line", "\\textbf{Bold}\nNext line"),
        ("Line one.\\nThe next.\\ttabbed", "Line one.\nThe next.\ttabbed"),
        ("tab\\there and new\\nline", "tab\there and new\nline"),
        ("The \\beta{} value, \\rho and \\nu.", "The \\beta{} value, \\rho and \nu."),
        ("The value \\tau is small; \\alpha is not.", "The value \\tau is small; \\alpha is not."),
        ("$\\text{if } x$", "$\\text{if } x$"),
        ("\\\\(x\\\\) and \\\\[y\\\\]", "\\(x\\) and \\[y\\]"),
        ("\\(x\\) and \\[y\\]", "\\(x\\) and \\[y\\]"),
        ("$\\bar{x}$ \\u00b1 1", "$\\bar{x}$ ± 1"),
        ("100\\u202f000 and \\ud83d\\ude00", "100\u202f000 and 😀"),
        ("\\'quoted\\' and \\\"double\\\" and \\/slash", "'quoted' and \"double\" and /slash"),
        (
            "$$\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}$$",
            "$$\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}$$",
        ),
        (
            "$$\\\\begin{pmatrix} 1 & 0 \\\\\\\\ 0 & 1 \\\\end{pmatrix}$$",
            "$$\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}$$",
        ),
        ("a \\\\hline b", "a \\hline b"),
        ("\\ref{a}, \\frac12 and \\binom{n}{k}", "\\ref{a}, \\frac12 and \\binom{n}{k}"),
        ("$\\nabla$\\nabout", "$\\nabla$\nabout"),
    ],
)
def test_formulas_code_and_prose_are_read_as_meant(body, text):
    assert decode(body).text == text


def test_what_was_read_by_the_evidence_says_so_and_what_was_plain_does_not():
    assert decode(r"one\ntwo").repairs == decode(r"\\alpha").repairs == frozenset()
    assert decode(r"\alpha and \beta").repairs == {"backslashes"}
    assert decode(r"The value \tau is small; \alpha is not.").unsure and not decode(r"$\tau$ and $\alpha$").unsure


def test_a_text_is_loosened_only_where_it_is_long_and_has_blank_lines_of_its_own():
    text = r"# Tide\n\nA text, long enough.\n\n- one"
    assert len(text) < 40 and loosen(text) is None
    assert loosen(text + " and two") == "# Tide\n\nA text, long enough.\n\n- one and two"
    assert loosen(r"Only single breaks are in this long text.\nOne.\nTwo.\nThree.") is None


def test_a_word_that_is_no_tex_command_does_not_show_that_backslashes_are_single():
    assert decode(r"\n \table").text == "\n \table"
