"""The words of a LaTeX file that a reader sees."""

from __future__ import annotations

import time

import pytest

from backend.formats.latex_words import shown_text


def words(source: str) -> str:
    return " ".join(shown_text(source).split())


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Trees \\emph{cool} streets\\footnote{Often.}.", "Trees {cool} streets {Often.}."),
        ("One~\\cite[p. 3]{a} two \\ref{b}\\label{c}three", "One~ two three"),
        ("a % hidden\nb 5\\% c \\\\% hidden\nd", "a b 5% c d"),
        ("x $a_b$ \\(c\\) \\[d\\] $$e$$ y \\$5", "x y $5"),
        ("\\begin{equation*}\\label{x} a \\end{equation*} b \\begin{tikzpicture}c\\end{tikzpicture}", "b"),
        ("\\begin{tabular}{lp{3cm}} a & b \\\\[2pt] c \\end{tabular}", "a & b c"),
        ("\\includegraphics[width=3cm]{tree} \\vspace{2em} \\vskip 3pt d", "d"),
        ("\\href{http://x.org}{words} \\url{http://y.org}", "{words}"),
        ("Universit\\'e G\\\"{o}del \\v{C}apek Stra\\ss e \\aa", "Université Gödel Čapek Straß e å"),
        ("\\newcommand{\\x}[1]{hidden} \\def\\y{hidden} \\unknown[o]{shown}", "{shown}"),
        ("unclosed \\( a \\begin{align} b", "unclosed a b"),
    ],
)
def test_what_a_reader_sees(source: str, shown: str) -> None:
    assert words(source) == shown


def test_only_the_body_is_read() -> None:
    assert words("\\title{T}\\begin{document}Body.\\end{document} after") == "Body."


@pytest.mark.parametrize(
    "piece", ["\\begin{align}", "\\(", "\\[", "$", "$$", "\\label{", "\\a[", "%", "{", "\\'{", "\\v "]
)
def test_hostile_text_takes_time_in_proportion(piece: str) -> None:
    def cost(count: int) -> float:
        started = time.process_time()
        shown_text(piece * count)
        return time.process_time() - started

    cost(1_000)
    assert cost(160_000) < 64 * max(cost(10_000), 0.005)
