"""LaTeX projects of several files."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest

from backend.formats.latex_projects import MOST_INPUTS, Project, joined

MAIN = "\\documentclass{article}\n\\begin{document}\n%s\n\\end{document}"


def project(main: str, others: Iterable[str] = (), **texts: str) -> Project:
    found = joined(
        {"p/main.tex": MAIN % main, **{f"p/{name}.tex": text for name, text in texts.items()}}, frozenset(others)
    )
    assert found is not None and found.main == "p/main.tex"
    return found


@pytest.mark.parametrize("command", ["\\input{a}", "\\input{a.tex}", "\\input a ", "\\include{a}", "\\input{./a}"])
def test_a_file_stands_where_it_is_input(command: str) -> None:
    made = project(f"One {command}two.", a="inside")
    assert " ".join(made.text.split()).endswith("One inside two. \\end{document}") and made.warnings == ()


def test_files_within_files_are_found_from_the_main_file_and_from_their_own_folder() -> None:
    texts = {"s/a": "A \\input{s/b}\\input{c}", "s/b": "B", "s/c": "C", "d/e": "E \\subimport{}{f}", "d/f": "F"}
    text = project("\\input{s/a} \\import{d/}{e}", **texts).text
    assert [each for each in text.split() if len(each) == 1] == ["A", "B", "C", "E", "F"]


def test_of_a_subfile_the_body_is_taken() -> None:
    sub = "\\documentclass[main]{subfiles}\n\\usepackage{x}\n\\begin{document}\nBody.\n\\end{document}\nafter"
    text = project("\\subfile{s}", s=sub).text
    assert "Body." in text and "usepackage" not in text and "after" not in text


def test_comments_and_escaped_percents_are_understood() -> None:
    made = project("% \\input{a}\n5\\% \\input{a} \\\\% \\input{a}", a="inside")
    assert made.text.count("inside") == 1


def test_what_is_missing_is_told() -> None:
    [told] = project("\\input{gone} \\input{../../x} \\input{gone}").warnings
    assert told == (
        "The LaTeX text includes files that are missing from the project, are not LaTeX, or make it too long, so the "
        "document lacks their text: gone, ../../x. Add what is missing, and import the project again."
    )


def test_the_main_file_is_the_document_that_is_no_part_and_lies_highest() -> None:
    texts = {"old/main.tex": MAIN % "old", "z.tex": MAIN % "z", "b/sub.tex": "\\documentclass{subfiles}", "c.tex": "C"}
    found = joined(texts, frozenset())
    assert found is not None and found.main == "z.tex"
    assert found.warnings == (
        "2 files are complete LaTeX documents. Only “z.tex” was imported. Import the others separately.",
    )
    assert joined({"c.tex": "% \\documentclass{article}"}, frozenset()) is None


def test_the_lists_are_those_that_the_text_names_else_all() -> None:
    others = ("p/a.bib", "p/b.bib", "q/c.bib")
    assert project("\\bibliography{a, ../q/c}", others).lists == ("p/a.bib", "q/c.bib")
    assert project("\\addbibresource[label=x]{b.bib}", others).lists == ("p/b.bib",)
    assert project("none", others).lists == others


def test_files_that_input_each_other_end() -> None:
    assert "The LaTeX text includes" in project("\\input{a}", a="\\input{b}", b="\\input{a}").warnings[0]
    many = {f"a{number}": f"\\input{{a{number + 1}}}\n" * 50 for number in range(11)}
    started = time.process_time()
    made = project("\\input{a0}", **many)
    assert time.process_time() - started < 5 and len(made.text) < 200 * MOST_INPUTS
