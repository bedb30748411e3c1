"""A paper's printed list of references is read entry by entry, whatever marks them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.printed_references import printed_references

ONE, TWO = "Meier, A. (2014). Drought and grasses. J. Plants, 3.", "Smith, B. (2015). Salt in wheat. doi:10.1000/abd"


def texts(document):
    return [each.text for each in printed_references(document)]


@pytest.mark.parametrize(
    "heading", ["## References", "# 7. Literaturverzeichnis {-}", "**Works cited**", "References:"]
)
@pytest.mark.parametrize(
    ("first", "second"),
    [("1. ", "2. "), ("[1] ", "[2] "), ("- ", "- "), ("[^a]: ", "[^b]: "), ("", ""), ("(1) ", "(2) "),
     ("[M14] ", "[S15] "), ("**[1]** ", "**[2]** "), ("^1^ ", "^2^ "), ("<li>", "<li>")],
)  # fmt: skip
def test_entries_are_found_whatever_marks_them(heading, first, second):
    document = (
        f"# Grass\n\nGrass grows (2001).\n\n{heading}\n\n{first}{ONE}\n{second}{TWO}\n\n# Appendix\n\nNo (1999).\n"
    )
    assert texts(document) == [ONE, TWO]


@pytest.mark.parametrize(
    "wrapped",
    [
        "1. Meier, A. (2014). Drought\n12. and grasses, 2014.\n2. Smith",
        "Meier, A. (2014). Drought\n   12. and grasses, 2014.\nSmith",
        "Meier, A. (2014). Drought\n12. and grasses, 2014.\n\nSmith",
    ],
)
def test_a_wrapped_entry_stays_one(wrapped):
    assert texts(f"# References\n\n{wrapped}\n") == ["Meier, A. (2014). Drought 12. and grasses, 2014.", "Smith"]


def test_a_rule_ends_the_list_and_only_a_heading_that_says_so_begins_one():
    assert texts(f"## Sources & references\n\n---\n\n- {ONE}\n\n---\n\nWords: 1999\n") == [ONE]
    assert texts(f"## Sources\n\n- {ONE}\n") == [ONE] and texts(f"## Data and sources\n\n- {ONE}\n") == []
    assert texts(f"## 参考文献\n\n{ONE}\nde Souza, A. Rivers. Porto, 2003.\n") == [
        ONE,
        "de Souza, A. Rivers. Porto, 2003.",
    ]


def test_footnotes_are_read_if_there_is_no_list_and_comments_are_left_out():
    notes = (
        "[^1]: Ann Meier, ‘Drought and tall grasses’, J. Plants 3 (2014); see also Bo Smith, “Salt in wheat” (2015).\n"
        "[^2]: Meier, Drought, p. 4; Smith, ibid.\n[^3]: In 1998, this was not so.\n[^4]: Lee 2011, doi:10.1000/abc\n"
        "[^5]: The term “green desert plain” was coined in 1998.\n[^6]: Lee wrote in 1999: “It was ever so.”\n"
    )
    found = [(each.mark, each.text) for each in printed_references(f"Grass grows.[^1]\n\n{notes}")]
    assert found == [
        ("1", "Ann Meier, ‘Drought and tall grasses’, J. Plants 3 (2014)"),
        ("1", "see also Bo Smith, “Salt in wheat” (2015)."),
        ("4", "Lee 2011, doi:10.1000/abc"),
    ]
    assert texts(f"Grass grows.[^1]\n\n{notes}\n## References\n\n{ONE}\n") == [ONE]


def test_marks_are_told_and_sub_headings_belong_to_the_list():
    found = printed_references(f"## References\n\nThese were used:\n\n### Print\n\n[4] {ONE}\n\n### Web\n\n- {TWO}\n")
    assert [(each.mark, each.text) for each in found] == [("4", ONE), ("", TWO)]


def test_latex_has_an_environment_of_its_own():
    tex = (
        "\\section{A}\n\n\\begin{thebibliography}{9}\n\\bibitem{lam} Lamport, L. (1994).\n\\newblock \\emph{LaTeX}.\n\n"
        "\\bibitem[K(84)]{knu} Knuth, D. 1984.\n\\end{thebibliography}\nNo more (2001).\n"
    )
    found = [(each.mark, each.text) for each in printed_references(tex)]
    assert found == [("lam", "Lamport, L. (1994). \\emph{LaTeX}."), ("knu", "Knuth, D. 1984.")]


def test_a_paper_without_such_a_heading_has_no_list():
    assert texts(f"# Grass\n\n1. {ONE}\n2. {TWO}\n\n```\n# References\n\n{ONE}\n```\n") == []


@given(
    st.lists(
        st.from_regex(r"[A-Z][a-z]{2,8}, [A-Z]\. \((19|20)\d\d\)\. [A-Z][a-z ]{3,30}[a-z]\.", fullmatch=True),
        max_size=8,
    )
)
def test_as_many_entries_come_out_as_were_printed(entries):
    printed = [" ".join(each.split()) for each in entries]
    assert texts("# References\n\n" + "\n".join(f"{n}. {each}" for n, each in enumerate(printed, 1))) == printed
    assert texts("# References\n\n" + "\n".join(printed)) == printed


@pytest.mark.parametrize(
    ("printed", "marks"),
    [
        ("1\\. Meier, R. Grass (2014).\n\n2\\. Doe, J. Reeds (2015).", ["1", "2"]),
        ("[@tag:meier]: doi:10.1000/abc\n[@tag:Doe_5.x]: url:https://example.org/a", ["@tag:meier", "@tag:Doe_5.x"]),
        ('<a name="meier"></a>[meier]: Meier R. Grass; 2014.\n\n<a name="doe"></a>[doe]: Doe J. Reeds; 2015.',
         ["meier", "doe"]),
        ("| no | reference |\n| -- | --------- |\n| 1 | Meier (2014). Grass. |\n| 2 | Doe (2015). Reeds. |", ["", ""]),
        ('<div id="refs"></div>', []),
        ("Data come from many places, as others have shown [@meier2014; @doe2015].", []),
        ("We go through " + "many long words about how references were gathered " * 6 + ".", []),
    ],
)  # fmt: skip
def test_the_layouts_of_real_manuscripts_are_read(printed, marks):
    assert [each.mark for each in printed_references(f"# T\n\n## References\n\n{printed}\n")] == marks


def test_a_latex_heading_begins_a_list_and_ends_it():
    text = (
        "Text.\n\n\\section*{References}\n\nMeier, R. (2014). Grass.\n\nDoe, J. (2015). Reeds.\n\n\\section{N}\n\nNo.\n"
    )
    assert [each.text for each in printed_references(text)] == ["Meier, R. (2014). Grass.", "Doe, J. (2015). Reeds."]
