"""Files of other formats through the real Pandoc."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from backend.errors import Refused
from backend.formats.lost_words import lost_words
from backend.formats.manuscript import read_manuscript
from backend.kernel.rendering import ImportedText, ImportJob, Picture
from backend.rendering.importer import PandocImporter
from tests.rendering.test_pandoc import BERG, NEEDED, PIXEL, docx_part, render

pytestmark = NEEDED
PAPERS = Path(__file__).resolve().parents[3] / "shared" / "data" / "papers"
IMPORTER = PandocImporter()


def read(format: str, content: str | bytes, **more: object) -> ImportedText:
    return IMPORTER.read(ImportJob(format, content.encode() if isinstance(content, str) else content, **more))  # type: ignore[arg-type]


def latex(body: str) -> ImportedText:
    return read("latex", f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}")


def page(body: str) -> ImportedText:
    return read("html", f"<html><body>{body}</body></html>")


def with_body(extra: str, text: str = "Text.\n") -> bytes:
    """A Word file with more XML at the start of its body."""
    source = zipfile.ZipFile(io.BytesIO(render(text, "docx").content))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name in source.namelist():
            content = source.read(name)
            if name == "word/document.xml":
                content = content.replace(b"<w:body>", b"<w:body>" + extra.encode(), 1)
            made.writestr(name, content)
    return buffer.getvalue()


def zotero(item: dict[str, object]) -> str:
    field = json.dumps(
        {"citationItems": [{"id": 123, "locator": "12", "label": "page", "itemData": {"id": 123, **item}}]}
    )
    escaped = field.replace("&", "&amp;").replace("<", "&lt;")
    return (
        '<w:p><w:r><w:t xml:space="preserve">Trees cool </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> ADDIN ZOTERO_ITEM CSL_CITATION {escaped} </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>(Berg, 2021)</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


@pytest.mark.parametrize("format", ["docx", "odt", "html", "epub", "latex"])
def test_an_export_comes_back(format: str) -> None:
    text = (
        "# One\n\nText with *words* and a note.[^1]\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^1]: The note.\n"
    )
    made = read(format, render(text, format, metadata={"title": "Shade"}).content).text
    for part in ("# One", "*words*", "[^1]: The note.", "- a", "2"):
        assert part in made, made


def test_a_title_becomes_front_matter() -> None:
    made = read("docx", render("Text.\n", "docx", metadata={"title": "Shade", "author": ["Ada L."]}).content)
    assert made.text.startswith("---\nauthor: Ada L.\ntitle: Shade\n---\n") or "title: Shade" in made.text


def test_changes_and_comments_of_word() -> None:
    text = (
        'Trees [cool]{.insertion author="Eve" date="2026-01-01T00:00:00Z"}'
        '[warm]{.deletion author="Eve" date="2026-01-01T00:00:00Z"} '
        '[Is -- that > so?]{.comment-start id="1" author="Rev" date="2026-01-02T00:00:00Z"}'
        'streets[]{.comment-end id="1"}.\n'
    )
    file = render(text, "docx").content
    made = read("docx", file)
    assert "Trees cool streets<!-- Comment by Rev (2026-01-02) on “streets”: Is – that › so? -->." in made.text
    assert "The file's tracked changes were accepted: 1 insertion and 1 deletion by Eve." in made.warnings
    assert any(each.startswith("1 comment was put after") for each in made.warnings)
    assert "Trees warm" in read("docx", file, changes="reject").text


def test_a_comment_never_begins_a_paragraph() -> None:
    text = '[Why?]{.comment-start id="1" author="Rev"}[]{.comment-end id="1"}Trees cool.\n'
    made = read("docx", render(text, "docx").content)
    assert made.text.strip().startswith("Trees") and "<!-- Comment by Rev" in made.text


def commented(number: int, author: str, text: str, words: str) -> str:
    start = f'[{text}]{{.comment-start id="{number}" author="{author}" date="2026-01-0{number}T00:00:00Z"}}'
    return f'{start}{words}[]{{.comment-end id="{number}"}}'


MANY = "that are so many that nobody would want to see all of them in a note"
COMMENTED = (
    f"Trees {commented(1, 'Rev (Oslo)', 'Is -- that p < 0.05 | so?', 'cool the *street*')}. "
    f"Of {commented(2, 'Eve', 'Who?', 'sub')}strings, words {commented(3, 'Eve', 'Long.', MANY)} and more.\n"
)


def test_comments_come_back_to_word_where_they_were() -> None:
    first = render(COMMENTED, "docx").content
    text = read("docx", first).text
    assert "sub<!-- Comment by Eve (2026-01-02) on “sub”: Who? -->strings" in text
    made = render(text, "docx", comments=True)
    assert read("docx", made.content).text == text and made.warnings == ()
    told = docx_part(made, "word/comments.xml")
    assert 'w:author="Rev (Oslo)"' in told and "Is – that p &lt; 0.05 | so?" in told


def test_comments_that_stay_in_the_text_leave_no_gap_and_are_told() -> None:
    text = "One <!-- Comment by Eve on “One”: Why? -->. Two <!-- mine --> three <!-- Comment by A: b -->\n\n"
    text += "<!-- Comment by B: c -->\n"
    made = render(text, "docx")
    words = re.sub("<[^>]*>", "", docx_part(made, "word/document.xml"))
    assert "One. Two three" in words and "Why" not in words and "  three" not in words
    assert made.warnings == (
        "3 comments of co-authors in the text are not in this file. To include them, send `comments=all`.",
    )
    assert render(text, "html").warnings == ()


def test_a_comment_whose_words_have_changed_is_at_the_last_of_them() -> None:
    made = render("One two <!-- Comment by Eve on “three four”: Why? -->.\n", "docx", comments=True)
    body = docx_part(made, "word/document.xml")
    assert body.index("One") < body.index("commentRangeStart") < body.index("two") < body.index("commentRangeEnd")


def test_formulas_of_an_odt_come_along() -> None:
    made = read("odt", render("Let $x^2$ be, and $a_i$.\n\n$$\\int_0^1 f$$\n", "odt").content)
    assert "$x^{2}$" in made.text.replace("x^2", "x^{2}") and "a_{i}" in made.text.replace("a_i", "a_{i}")
    assert "\\int" in made.text and made.warnings == ()


def test_fields_of_zotero_become_keys_with_their_works() -> None:
    item = {"type": "article-journal", "title": "Street & trees", "DOI": "10.1234/a", "volume": "4"}
    item |= {"author": [{"family": "van Dijk", "given": "P."}], "issued": {"date-parts": [["2021", 3]]}}
    made = read("docx", with_body(zotero(item)))
    assert f"Trees cool [@{made.key_token(1)}, p. 12]" in made.text and made.cited == ("123",)
    [work] = made.references
    assert work["title"] == "Street & trees" and work["DOI"] == "10.1234/a" and work["volume"] == "4"
    name = work["author"][0]
    assert f"{name.get('non-dropping-particle', '')} {name['family']}".strip() == "van Dijk"
    assert work["issued"] == {"date-parts": [[2021, 3]]}


CITED = """Shade cools [see @berg2021street, pp. 3-4; @lee2020]. @lee2020 [p. 7] agrees, and so does @berg2021street.

Again [-@lee2020], and in a note.[^1]

# References

[^1]: See [@berg2021street].
"""


@pytest.mark.parametrize("style", ["apa", "ieee", "nature"])
def test_citations_come_back_from_our_word_files_as_their_keys(style: str) -> None:
    items = [
        {"id": "berg2021street", "type": "article-journal", "title": "Street & <trees>", "DOI": "10.1234/a",
         "author": [{"family": "Berg", "given": "Ann"}], "issued": {"date-parts": [[2021]]}},
        {"id": "lee2020", "type": "book", "title": "Shade", "author": [{"family": "Lee", "given": "Bo"}],
         "note": "private", "issued": {"date-parts": [[2020]]}},
    ]  # fmt: skip
    first = render(CITED, "docx", references=items, style=style)
    made = read("docx", first.content)
    text = made.text
    for number, key in enumerate(made.cited, 1):
        text = text.replace(made.key_token(number), key)
    assert text == CITED
    assert {each["citation-key"] for each in made.references} == {"berg2021street", "lee2020"}
    assert lost_words("docx", first.content, made.text) == ""
    assert "private" not in docx_part(first)


def test_a_citation_without_an_entry_comes_back_as_its_words() -> None:
    made = read("docx", render("Shade [@berg2021street; @nobody].\n", "docx", references=[BERG]).content)
    assert made.cited == () and "Berg" in made.text and "nobody" in made.text


def test_latex_keeps_what_markdown_can_say() -> None:
    made = latex(
        "\\newcommand{\\mine}[1]{\\textbf{#1}}\\section{One}\\label{sec:one}\n"
        "See \\cite{a,b}, \\citet[p. 3]{a}, \\mine{bold}, Section \\ref{sec:one}, \\eqref{eq:a}.\n"
        "\\begin{equation}\\label{eq:a} a=b \\end{equation}\n"
        "\\begin{table}\\caption{T}\\label{tab:t}"
        "\\begin{tabular}{ll} a & \\multicolumn{1}{c}{b} \\\\ 1 & 2 \\end{tabular}\\end{table}\n"
        "\\begin{lstlisting}[language=Python]\nx=1\n\\end{lstlisting}"
    )
    first, second = made.key_token(1), made.key_token(2)
    assert made.cited == ("a", "b") and f"[@{first}; @{second}], @{first} [p. 3], **bold**" in made.text
    for part in (
        "# One {#sec:one}",
        "\\ref{sec:one}",
        "\\eqref{eq:a}",
        "\\begin{equation}\n\\label{eq:a} a=b",
        "``` python",
    ):
        assert part in made.text, made.text
    assert all(cell in made.text for cell in ("a", "b", "1", "2")) and made.warnings == ()


def test_latex_that_is_not_known_stays_and_is_told() -> None:
    made = latex("Trees \\foo{x} cool.\n\n\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}\n\n\\maketitle\\newpage")
    assert "\\foo{x}" in made.text and "\\begin{tikzpicture}" in made.text and "newpage" not in made.text
    assert made.warnings == ("This LaTeX is unknown and was kept as it is: \\foo and the environment tikzpicture.",)


def test_pictures_of_a_file_come_along() -> None:
    shown = render("![A tree.](tree.png)\n", "docx", pictures=[Picture("tree.png", PIXEL, "image/png")])
    encoded = f'<img alt="A tree." src="data:image/png;base64,{base64.b64encode(PIXEL).decode()}">'
    for made in (read("docx", shown.content), page(encoded)):
        [picture] = made.pictures
        assert picture.content == PIXEL and picture.media_type == "image/png"
        assert f"A tree.]({made.picture_token(1)})" in made.text


@pytest.mark.parametrize(
    ("source", "told", "kept"),
    [
        ("https://e.org/a.png", "another server", True),
        ("file:///etc/passwd", "another machine", False),
        ("/etc/passwd", "another machine", False),
        ("figures/a.png", "not in the file", True),
    ],
)
def test_pictures_elsewhere_are_told_and_not_opened(source: str, told: str, kept: bool) -> None:
    made = page(f'<p>Text <img alt="shown" src="{source}"></p>')
    assert any(told in each for each in made.warnings) and made.pictures == ()
    assert (source in made.text) is kept and "root:" not in made.text and "shown" in made.text


HOSTILE = [
    ("latex", "\\input{/etc/passwd}\\include{/etc/passwd}\\verbatiminput{/etc/passwd} Text."),
    ("latex", "\\lstinputlisting{/etc/passwd}\\includegraphics{/etc/passwd}\\bibliography{/etc/passwd} Text."),
    ("latex", "\\newcommand{\\x}{\\input}\\x{/etc/passwd}\\write18{cat /etc/passwd}\\openin1=/etc/passwd Text."),
    ("html", '<p>Text.</p><script>alert(1)</script><iframe src="file:///etc/passwd"></iframe>'
     '<a href="javascript:x">l</a>'),
    ("html", '<p>Text.</p><object data="file:///etc/passwd"></object>'
     '<link rel="stylesheet" href="http://127.0.0.1:9/x">'),
    ("html", '<p onclick="alert(1)">Text.</p><svg><script>alert(1)</script></svg><base href="http://127.0.0.1:9/">'),
]  # fmt: skip


@pytest.mark.parametrize(("format", "text"), HOSTILE)
def test_a_hostile_file_opens_nothing_and_runs_nothing(format: str, text: str) -> None:
    made = read(format, text)
    assert "Text." in made.text
    for word in ("root:x:", "<script", "javascript:", "alert(1)", "iframe", "\\input{", "\\openin", "\\write18"):
        assert word not in made.text, made.text


def test_a_broken_file_is_refused_in_words() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        made.writestr("word/document.xml", "<w:document><w:body>")
    with pytest.raises(Refused, match=r"could not be read|more memory"):
        read("docx", buffer.getvalue())


def test_a_file_that_wants_too_much_memory_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="more memory"):
        read("html", "<html>" + "<div>" * 200_000)


def test_reading_takes_no_longer_than_it_may() -> None:
    with pytest.raises(Refused, match="more than"):
        PandocImporter(seconds=0.001).read(ImportJob("html", b"<p>x"))


LISTS = """1.  One.

    More of one.

    ```
    [code](in) one
    ```

2.  Two.

    - Nested.

      More of nested.

    - Nested too.

    More of two.

3.  Three.

- Bullet.

  More of the bullet.

- Other.

- ```
  1. code
  ```
"""


def test_a_list_comes_back_from_word_with_all_that_its_items_hold() -> None:
    first = read("docx", render(LISTS, "docx").content).text
    assert first == LISTS
    assert read("docx", render(first, "docx").content).text == first


def test_no_mark_of_ours_stays_in_a_text() -> None:
    source = "Text.[^1]\n\n[^1]: Note.\n\n    1. One.\n\n       More of one.\n\n        Code.\n"
    table = "<table><tr><td><p>a</p><p>b</p></td><td><pre>code</pre></td></tr></table>\n"
    for format, text in (("docx", source + "\n" + table), ("html", table), ("latex", source)):
        made = read(format, render(text, format).content)
        assert made.token not in made.text, made.text


def test_captions_keep_one_number_on_their_way_through_word() -> None:
    text = "![A tree.](tree.png)\n\n![A gap.](gone.png)\n\n| a   | b   |\n|-----|-----|\n| 1   | 2   |\n\n: Trees.\n"
    for _ in range(2):
        rendered = render(text, "docx", pictures=(Picture("tree.png", PIXEL, "image/png"),))
        made = read("docx", rendered.content)
        text = made.text.replace(made.picture_token(1), "tree.png")
        assert text.count("Figure\u00a01: A tree.") == text.count("Figure\u00a02: A gap.") == 1, text
        assert text.count("Figure") == 2 and text.count("Table") == 1, text
        assert text.count("|-----|-----|") == 1  # the missing picture is no table


def test_the_angstrom_and_the_bar_of_h_keep_their_usual_form() -> None:
    made = read("docx", render("It is $5\\,\\text{Å}$, $3\\,Å$ and $\\hbar$.\n", "docx").content).text
    assert "mathring" not in made and made.count("Å") == 2 and r"\hbar" in made


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers lie beside the project")
@pytest.mark.parametrize("name", ["fastpli", "adaptiveresonance-jl"])
def test_a_paper_keeps_its_words_through_word_and_back(name: str) -> None:
    manuscript = read_manuscript((PAPERS / f"{name}.md").read_bytes().decode())
    first = render(manuscript.body, "docx", metadata=manuscript.metadata)
    made = read("docx", first.content)
    assert lost_words("docx", first.content, made.text) == ""


def test_comments_of_an_odt_file_stand_behind_what_they_are_about() -> None:
    made = render("Trees cool.\n\nMore.^[A\n\n    1. one]\n", "odt").content
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        members = {each: package.read(each) for each in package.namelist()}
    comment = b'<office:annotation office:name="n"><dc:creator>Ada</dc:creator><text:p>So?</text:p></office:annotation>'
    ending = b'cool<office:annotation-end office:name="n"/>'
    members["content.xml"] = members["content.xml"].replace(b"cool", comment + ending)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, held in members.items():
            package.writestr(name, held)
    found = read("odt", buffer.getvalue())
    assert "cool<!-- Comment by Ada on “cool”: So? -->." in found.text
    assert found.warnings == ("1 comment was put after the words that it is about, as <!-- Comment by … -->.",)


def test_lists_in_notes_are_told() -> None:
    made = render("More.[^1]\n\n[^1]: A:\n\n    1. one\n", "docx").content
    assert read("docx", made).warnings == ("The lists in 1 note became plain paragraphs.",)
