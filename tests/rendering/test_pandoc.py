"""Documents through the real Pandoc and Typst."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from backend.errors import Refused
from backend.formats.manuscript import read_manuscript, with_code_blocks
from backend.formats.reference_words import reference_words
from backend.formats.tracked_changes import Version, marked
from backend.kernel.rendering import Picture, Rendered, RenderJob
from backend.rendering.pandoc import PandocRenderer

NEEDED = pytest.mark.skipif(
    not (find_spec("pypandoc") and find_spec("typst")), reason="Pandoc and Typst come with the extra `export`"
)
pytestmark = NEEDED
PAPERS = Path(__file__).resolve().parents[3] / "shared" / "data" / "papers"
RENDERER = PandocRenderer()
RENDERED = ("docx", "latex", "pdf", "html", "jats", "odt", "epub")


CELLS = "\\begin{tabular}{S >{\\bfseries}l}1 & 2\\\\\\end{tabular}"


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


#: A PNG of one black pixel.
PIXEL = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\0"))
    + _chunk(b"IEND", b"")
)
BERG = {
    "id": "berg2021street", "type": "article-journal", "title": "Street trees and summer heat",
    "author": [{"family": "Berg", "given": "Anna"}, {"family": "van Dijk", "given": "Piet"}],
    "issued": {"date-parts": [[2021]]}, "container-title": "Journal of Shade", "volume": "4", "page": "11-19",
    "DOI": "10.1234/shade.4.11",
}  # fmt: skip


def render(text: str, format: str = "html", **options: Any) -> Rendered:
    style = options.pop("style", "apa")
    job = RenderJob(format, text, RENDERER.style(style), datetime(2026, 11, 22, tzinfo=UTC), reference_words("en"))
    fields = {name: getattr(job, name) for name in ("format", "text", "style", "made_at", "words")} | options
    return RENDERER.render(RenderJob(**fields))


def html(text: str, **options: Any) -> str:
    return render(text, **options).content.decode()


def words(page: str) -> str:
    """The visible words of a page's body."""
    body = page.partition("<body>")[2]
    shown = " ".join(re.sub(r"<annotation.*?</annotation>|<[^>]+>", " ", body, flags=re.S).split())
    return re.sub(r" (?=[.,;:)])", "", shown)


def docx_part(rendered: Rendered, name: str = "word/document.xml") -> str:
    return zipfile.ZipFile(io.BytesIO(rendered.content)).read(name).decode()


def test_twelve_styles_are_there() -> None:
    assert len(RENDERER.styles) == 12 and "apa" in RENDERER.styles


@pytest.mark.parametrize("format", RENDERED)
def test_a_document_becomes_a_file_of_each_format(format: str) -> None:
    made = render("# One\n\nText with $x^2$ [@berg2021street].\n", format, references=[BERG])
    magic = {"docx": b"PK", "odt": b"PK", "epub": b"PK", "pdf": b"%PDF"}
    assert made.content.startswith(magic.get(format, b"")) and len(made.content) > 500
    assert made.warnings == ()


@pytest.mark.parametrize(
    ("style", "cited", "listed"),
    [("apa", "(Berg &amp; van Dijk, 2021)", "4, 11–19"), ("ieee", "[1]", "vol. 4"), ("nature", "1", "Berg, A.")],
)
def test_a_citation_and_its_entry_have_the_form_of_the_style(style: str, cited: str, listed: str) -> None:
    shown = words(html("Trees cool streets [@berg2021street].\n", references=[BERG], style=style))
    assert cited in shown and listed in shown


def test_a_key_without_an_entry_is_told() -> None:
    made = render("Trees [@nobody2020].\n", references=[BERG])
    assert made.warnings == ("The citation @nobody2020 has no entry in the references.",)


def test_many_keys_without_an_entry_are_told_in_one_sentence() -> None:
    made = render("".join(f"[@k{number}] " for number in range(12)) + "[@k0] $\\nonsense$\n")
    formula, keys = made.warnings
    assert "nonsense" in formula and keys.startswith("12 citations have no entry in the references, among them @k")


@pytest.mark.parametrize(
    "formula",
    [
        "\\begin{equation}\na = b\n\\end{equation}",
        "\\begin{align*}\na &= b \\\\\nc &= d\n\\end{align*}",
        "\\begin{eqnarray}\na &=& b\n\\end{eqnarray}",
        "$$\n{\\rm Var} a = \\unicode{x1D7D9}b % a remark\n$$",
        "\\begin{gather}\na\\\\b \\label{eq:g}\n\\end{gather}",
        "$$\na = \\underbrace{b}_{c} \\; \\\\ d = \\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}\n$$ {#eq:r}",
        "$$a &= b \\\\ c &= d$$",
    ],
)
@pytest.mark.parametrize("format", ["docx", "html", "jats", "odt", "pdf"])
def test_no_formula_is_lost(formula: str, format: str) -> None:
    made = render(f"Before.\n\n{formula}\n\nAfter.\n", format)
    assert made.warnings == ()
    if format == "html":
        assert made.content.decode().count("<math") == 1
    if format == "docx":
        assert docx_part(made).count("<m:oMath>") == 1


@pytest.mark.parametrize(
    "formula", ["\\sqrt{}", "\\surd", "\\mathbf{ } x", "\\surd x", "{n \\choose k}", "\\overline{}"]
)
def test_a_formula_without_its_argument_does_not_cost_the_pdf(formula: str) -> None:
    assert render(f"${formula}$\n", "pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize("keywords", [["open science", "document"], ['"', "#read(1)", "a, b"], "one"])
def test_keywords_are_no_code_of_the_pdf(keywords: object) -> None:
    assert render("Text.\n", "pdf", metadata={"title": "T", "keywords": keywords}).content.startswith(b"%PDF")


def test_a_citation_that_opens_a_paragraph_is_none_of_pandocs_examples() -> None:
    item = {"id": "berg2021", "type": "book", "title": "Trees", "author": [{"family": "Berg"}]}
    page = html("We rely on much.\n\n@berg2021. So it began.\n", references=(item,))
    assert "Berg" in words(page).partition("So it began")[0] and "<ol" not in page


def test_words_between_angle_brackets_that_are_no_html_stay() -> None:
    page = html("Replace <placeholder> by <b>your</b> <abbr>name</abbr>.\n")
    assert "Replace &lt;placeholder&gt; by <strong>your</strong> name." in " ".join(page.split())


def test_a_numbered_equation_is_referred_to_by_its_number() -> None:
    page = words(html("\\begin{equation}\\label{eq:a}a=b\\end{equation}\n\nBy \\eqref{eq:a} and \\ref{eq:a}.\n"))
    assert "By (1) and 1." in page and "( 1)" in page


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("![A.](a.png){#fig:a}\n\nSee @fig:a.\n", "See Figure 1."),
        ("![A.](a.png){#fig-a}\n\nSee [@fig-a, left].\n", "See Figure 1, left."),
        ("![A.](a.png){#fig:a}\n\nSee Figure @fig:a and Fig. @fig:a.\n", "See Figure 1 and Fig. 1."),
        ("| a |\n|---|\n| 1 |\n\n: Caption {#tbl:t}\n\nSee @tbl:t.\n", "See Table 1."),
        ("# One\n\n## Two {#sec:two}\n\nSee @sec:two.\n", "See Section 1.1."),
        ("$$a$$ {#eq:e}\n\nSee @eq:e.\n", "See Equation 1."),
        ("![Caption.\\label{f}](a.png)\n\nSee \\autoref{f}.\n", "See Figure 1"),
        ("![**Figure 7.** A.](a.png){#fig:a}\n\nSee @fig:a.\n", "See Figure 7."),
    ],
)
def test_a_cross_reference_names_its_target(source: str, shown: str) -> None:
    page = render(source, pictures=[Picture("a.png", PIXEL, "image/png")])
    told = words(page.content.decode()).replace("\u00a0", " ")
    assert shown in told and "?" not in told
    assert page.warnings == ()


def test_equations_of_a_group_have_letters_and_rows_their_numbers() -> None:
    rows = "a&=b\\label{eq:a}\\\\[2pt] c&=d\\nonumber\\\\ e&=f\\label{eq:b}"
    group = f"\\begin{{subequations}}\\label{{eq:g}}\\begin{{align}}{rows}\\end{{align}}\\end{{subequations}}"
    rows = "\\begin{gather}x\\label{eq:x}\\\\y\\tag{*}\\label{eq:y}\\end{gather}"
    page = render(
        f"{group}\n\n{rows}\n\nBy \\eqref{{eq:g}}, \\eqref{{eq:a}}, \\eqref{{eq:b}}, "
        "\\eqref{eq:x} and \\eqref{eq:y}.\n"
    )
    assert "By (1), (1a), (1b), (2) and (*)." in words(page.content.decode())
    assert page.warnings == ()


@pytest.mark.parametrize("format", RENDERED)
def test_a_citation_in_latex_is_one(format: str) -> None:
    made = render("A \\citep[p.~4]{berg2021street}; \\citet{berg2021street}.\n", format, references=[BERG])
    assert made.warnings == ()
    if format in ("html", "latex"):
        page = words(made.content.decode()) if format == "html" else made.content.decode()
        assert "2021, p.4)" in re.sub(r"[\s~\u00a0]+(?=4)", "", page) and "van Dijk (2021)." in page


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("\\SI{1.5e3}{\\W\\per\\m\\squared\\per\\K}", "1.5 × 10 3 W m −2 K −1"),
        ("\\qty{3.5(2)}{\\kelvin\\per\\year}", "3.5(2) K yr −1"),
        ("\\SI{25}{\\micro\\metre}, \\num{.5}, \\ang{30;12;}, \\SIrange{1}{3}{\\um}", "25 μm, 0.5, 30°12′, 1–3 μm"),
    ],
)
def test_numbers_keep_their_units(source: str, shown: str) -> None:
    assert shown in words(html(f"It was {source}.\n")).replace("\u00a0", " ")


def test_a_chemical_formula_is_a_formula() -> None:
    made = render("\\ce{SO4^2-} and $\\ce{2H2 + O2 ->[heat] 2H2O}$.\n", "docx")
    assert made.warnings == () and docx_part(made).count("<m:oMath>") == 2


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("::: {#thm-a}\n## Line\nTrue.\n:::\n\nSee @thm-a.\n", "Theorem 1 (Line). True. See Theorem 1."),
        ("\\begin{lemma}[Zorn]\\label{lem:z}\nA.\n\\end{lemma}\n\nB \\ref{lem:z}.\n", "Lemma 1 (Zorn). A. B 1."),
        ("::: {.proof}\nTrue.\n:::\n", "Proof. True."),
        ("::: {.callout-tip}\n## Dry\nIt.\n:::\n\n# One {#sec-a}\n\nSee @sec-a.\n", "Dry It. One See Section 1."),
        ("::: {.callout-note}\nIt.\n:::\n", "Note It."),
        ("```{r}\n#| label: fig-a\n#| fig-cap: T.\n```\n\nAs @fig-a.\n", "[made by code] Figure 1: T. As Figure 1."),
        (f"\\begin{{table}}\\caption{{C\\label{{t}}}}{CELLS}\\end{{table}}\n\nTable~\\ref{{t}}.\n", "1 2 Table 1."),
    ],
)  # fmt: skip
def test_what_quarto_and_latex_name_has_its_name(source: str, shown: str) -> None:
    page = words(html(with_code_blocks(source))).replace("\u00a0", " ")
    assert shown in page and "~" not in page


def test_an_algorithm_keeps_its_words() -> None:
    made = render("\\begin{algorithm}\n\\While{$b$}\n\\EndWhile\n\\end{algorithm}\n")
    assert "\\While{$b$}" in made.content.decode() and "An algorithm is shown" in made.warnings[0]


def test_exported_latex_loads_what_it_uses() -> None:
    page = render("\\SI{1}{\\m}, \\ce{H2O}.\n\n\\begin{lemma}\nA.\n\\end{lemma}\n", "latex").content.decode()
    preamble = page.partition("\\begin{document}")[0]
    assert all(each in preamble for each in ("{siunitx}", "{mhchem}", "\\newtheorem{lemma}{Lemma}"))


def test_a_note_within_a_note_keeps_its_words_in_parentheses() -> None:
    page = render("A.^[Outer ^[inner *words* ^[deep]] end.]\n")
    assert "Outer (inner words (deep)) end." in words(page.content.decode())
    assert page.warnings[-1] == "A note within a note is shown in parentheses: “inner words (deep)”."


def test_a_mark_of_a_note_within_a_note_is_told() -> None:
    page = render("A.[^a] B.[^c]\n\n[^a]: See[^b].\n\n[^b]: Deep.\n\n[^c]: Plain.\n")
    assert page.warnings == (
        "The mark [^b] is inside another note, so it was not converted. Note “b” is left out unless the text itself "
        "refers to it, too.",
    )


def test_a_cross_reference_without_target_is_told() -> None:
    assert render("See @fig:gone.\n").warnings == ("The cross-reference @fig:gone has no target in the document.",)


@pytest.mark.parametrize("format", RENDERED)
def test_a_missing_picture_leaves_its_name(format: str) -> None:
    made = render("![A tree.](trees/one.png)\n", format)
    assert any("trees/one.png" in each for each in made.warnings)


@pytest.mark.parametrize("format", ["docx", "html", "epub", "odt", "pdf"])
def test_a_picture_of_the_session_is_in_the_file(format: str) -> None:
    made = render("![A tree.](one.png)\n", format, pictures=[Picture("one.png", PIXEL, "image/png")])
    assert made.warnings == ()
    if format == "docx":
        assert any(name.endswith(".png") for name in zipfile.ZipFile(io.BytesIO(made.content)).namelist())
    if format == "html":
        assert "data:image/png;base64,iVBOR" in made.content.decode()


def test_a_picture_that_is_none_costs_the_pdf_its_pictures_and_no_more() -> None:
    made = render("![A tree.](one.png)\n", "pdf", pictures=[Picture("one.png", b"no picture", "image/png")])
    assert made.content.startswith(b"%PDF")
    assert any("could not be decoded" in each for each in made.warnings)


def test_raw_html_becomes_what_it_means() -> None:
    page = html("H<sub>2</sub>O, <b>bold</b><br>\n\n<table><tr><td>cell</td></tr></table>\n")
    assert "H<sub>2</sub>O" in page and "<strong>bold</strong>" in page and "<td>cell</td>" in page


def test_a_latex_table_becomes_a_table() -> None:
    page = html("\\begin{table}\\begin{tabular}{ll}a & b \\\\ c & d\\end{tabular}\\end{table}\n")
    assert page.count("<td") + page.count("<th ") + page.count("<th>") >= 4


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# A\n\nX [@berg2021street].\n", '<h1 class="unnumbered" id="references">References</h1>'),
        ("# Title\n\n## A\n\nX [@berg2021street].\n\n## B\n\nY\n", '<h2 class="unnumbered" id="references">'),
        ("X [@berg2021street].\n\n# 7. Bibliography\n\n# Appendix\n\nY\n", 'id="bibliography">7. Bibliography</h1>'),
        ("X [@berg2021street].\n\n# Sources\n", 'id="sources">Sources</h1>'),
    ],
)
def test_the_list_of_references_has_a_heading(text: str, heading: str) -> None:
    page = html(text, references=[BERG])
    assert heading in page and page.count("eferences</h") == heading.count('id="references')
    between = page[page.index(heading) :]
    assert "<p>" not in between[: between.index('id="refs"')]


def test_a_citation_is_found_wherever_it_stands() -> None:
    for text, metadata in (
        ("X [@berg2021street].\n", {}),
        ("X \\cite{berg2021street}.\n", {}),
        ("X\n", {"abstract": "As @berg2021street says."}),
    ):
        assert "Berg" in html(text, references=[BERG], metadata=metadata)


def test_no_heading_stands_where_nothing_is_cited_or_the_author_has_a_list() -> None:
    assert "References" not in html("# A\n\nX [@gone].\n", references=[BERG])
    own = html("X [@berg2021street].\n\n# References\n\n1. Berg 2021\n", references=[BERG])
    assert own.count("References</h1>") == 1
    assert "<h1" not in html("X\n\n::: {#refs}\n:::\n\n[@berg2021street]\n", references=[BERG])


def test_a_doubtful_citation_has_a_comment_in_word() -> None:
    made = render("X [@berg2021street].\n", "docx", references=[BERG], notes={"berg2021street": "It was retracted."})
    assert "It was retracted." in docx_part(made, "word/comments.xml")


@pytest.mark.parametrize("text", ["中文。", "Trees 🌱.", "A [@berg2021street]."])
def test_a_script_without_a_font_is_told(text: str) -> None:
    made = render(f"{text}\n", "pdf", references=[{**BERG, "title": "泥炭"}])
    assert made.warnings == () or all("has no font for" in each for each in made.warnings)


def test_quotations_deeper_than_a_pdf_can_show_are_refused_with_advice() -> None:
    with pytest.raises(Refused, match="Export DOCX or HTML"):
        render("> " * 200 + "deep\n", "pdf")


#: Front matter first, and a citation that makes Pandoc look into the bibliography.
LEAKS = [
    "---\nbibliography: /etc/passwd\n---\n",
    "![x](/etc/passwd)",
    '<img src="/etc/passwd">',
    '```{=typst}\n#read("/etc/passwd")\n```',
    "\\input{/etc/passwd}",
    "```{=latex}\n\\lstinputlisting{/etc/passwd}\n```",
    '<iframe src="file:///etc/passwd"></iframe><script>alert(1)</script>',
    "[x](javascript:alert(1))",
    "Text [@root].",
]


@pytest.mark.parametrize("format", RENDERED)
def test_a_hostile_document_reads_no_file_and_runs_no_script(format: str) -> None:
    manuscript = read_manuscript("\n\n".join(LEAKS))
    made = render(manuscript.body, format, metadata=manuscript.metadata)
    parts = [made.content]
    if made.content.startswith(b"PK"):
        archive = zipfile.ZipFile(io.BytesIO(made.content))
        parts = [archive.read(name) for name in archive.namelist()]
    held = b"\n".join(parts)
    assert b"root:x:" not in held and b"<script>alert" not in held and b'href="javascript' not in held
    assert b"\\input{" not in held and b"inputlisting{/" not in held


def test_a_document_that_takes_too_long_is_refused() -> None:
    job = RenderJob("html", "x", RENDERER.style("apa"), datetime(2026, 1, 1), reference_words("en"))
    with pytest.raises(Refused, match="took more than"):
        PandocRenderer(seconds=0.001).render(job)


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers lie beside the project")
@pytest.mark.parametrize("format", ["docx", "pdf"])
@pytest.mark.parametrize("name", ["fastpli", "nasty-setext-crlf", "phasefieldx", "alternations-bayesian"])
def test_a_paper_is_exported(name: str, format: str) -> None:
    manuscript = read_manuscript((PAPERS / f"{name}.md").read_bytes().decode())
    made = render(manuscript.body, format, metadata=manuscript.metadata)
    assert len(made.content) > 5_000
    assert not [each for each in made.warnings if each.startswith("Pandoc says")]


def test_changes_are_tracked_in_word() -> None:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    base = "# One\n\nTrees cool streets *a lot* [@berg2021street].\n\nGone for good.\n\n```\ncode\n```\n"
    new = "# One two\n\nTrees warm streets *a lot* [@berg2021street].\n\n| a |\n|---|\n| 1 |\n"
    text = marked(base, [Version(new, "Coscribe, approved by Ada", day)])
    page = docx_part(render(text, "docx", references=[BERG]))
    inserted = " ".join(re.findall(r"<w:t[^>]*>([^<]*)", "".join(re.findall(r"<w:ins .*?</w:ins>", page, re.S))))
    deleted = " ".join(re.findall(r"<w:delText[^>]*>([^<]*)", page))
    assert inserted.split() == ["two", "warm", "a", "1"], inserted
    assert deleted.split() == ["cool", "Gone", "for", "good.", "code"], deleted
    assert 'w:author="Coscribe, approved by Ada"' in page and 'w:date="2026-01-01T00:00:00Z"' in page
    assert page.count("(Berg") == 1
