"""What words mean in a document: laws that hold for any text and any document."""

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.document.order_words import NAME, QUOTATION
from backend.document.outline import outline
from backend.mentions.headings import fold
from backend.mentions.resolver import names_in, resolve, veil
from tests.mentions.paper_of_tests import PAPER, named, words

REQUESTS = (
    'Rewrite the section "{}" to be shorter.',
    "Kürze „{}“ bitte.",
    "Please tighten the {} section.",
    "Add this to {}.",
)
PAPERS = sorted((Path(__file__).resolve().parents[3] / "shared" / "data" / "papers").glob("*.md"))
_NAMING = st.lists(
    st.sampled_from(
        "the second last paragraph sentence table figure of in section 3.2 § 2 Methods “Results” „ “ 's about and "
        "Absatz 第二段 节 的 Table 1 (3) @sec:methods first two bullets - . , whole paper Study".split()
    ),
    max_size=12,
).map(" ".join)  # fmt: skip


def check(document, text):
    found = resolve(document, text)
    assert list(found) == sorted(found, key=lambda m: m.at)
    for mention in found:
        start, stop = mention.span
        assert text[slice(*mention.at)] == mention.said != ""
        for first, last in ((mention.start, mention.stop), *mention.rivals):
            assert 0 <= first < last <= len(document.blocks)
        assert document.blocks[mention.start].start <= start < stop <= document.blocks[mention.stop - 1].end
        kinds = {block.kind for block in document.blocks[mention.start : mention.stop]}
        assert not kinds <= {"front_matter", "comment"}
    return found


@given(st.text() | _NAMING)
def test_any_message_can_be_resolved(text):
    check(PAPER, text)


@given(st.text(), _NAMING)
def test_any_document_can_be_spoken_of(markdown, text):
    check(read(markdown), text)


@settings(max_examples=50)
@given(
    st.lists(st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=30), min_size=1, max_size=6)
)
def test_the_exact_name_of_a_unique_section_is_found_and_sure(titles):
    document = read("\n\n".join(f"## {title}\n\nText." for title in titles))
    sections = [s for s in outline(document).sections[1:] if fold(s.title)]
    assume(sections)
    folded = [fold(s.title) for s in sections]
    for section in sections:
        if folded.count(fold(section.title)) == 1 and not set(section.title) & set("\"'“”„«»‹›‘’「」『』《》`"):
            found = check(document, f'Rewrite the section "{section.title}" to be shorter.')
            assert [(m.start, m.stop) for m in found if m.sure] == [(section.first, section.stop)]


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_the_sections_of_real_papers_are_found_by_their_names(path):
    document = read(path.read_text(encoding="utf-8"))
    sections = outline(document).sections[1:]
    titles = [fold(section.title) for section in sections]
    for place, section in enumerate(sections):
        if titles[place] and titles.count(titles[place]) == 1:
            for request in REQUESTS:
                found = check(document, request.format(section.title))
                assert (section.first, section.stop) in [(m.start, m.stop) for m in found if m.sure], request


def test_quotations_of_the_text():
    (found,) = named("Move “It is also old” to the end of it.")
    assert (found.kind, words(found)) == ("quotation", "It is also old")
    assert named("Say “something quite different” there.") == []


def test_front_matter_and_comments_are_never_meant():
    assert named("Delete “a comment about floats”.") == named("Keep “Frontmatter words” out.") == []


def test_the_whole_document():
    (found,) = named("Is the whole paper too long?")
    assert (found.kind, found.start, found.stop) == ("document", 1, len(PAPER.blocks))


def test_a_quoted_word_that_only_resembles_a_title_names_nothing():
    document = read("# Prism\n\nRare.\n\n# Cube\n\nCommon.\n")
    for message in ("Call Prism “Prisma”.", "Move “Prism” behind Cube."):
        spans = names_in(message, resolve(document, message))
        assert "Prism" in [message[start:end] for start, end in spans]
        assert "Prisma" not in [message[start:end] for start, end in spans]


TABLES = read("# T\n\n## Tables\n\nA list of them.\n\n## Sites\n\nBogs.\n\n| a |\n|---|\n| 1 |\n| 2 |\n")


@pytest.mark.parametrize(
    "text", ["Acorta la tabla de la sección «Sites».", "Shorten the table in Sites to every second row."]
)
def test_an_element_is_no_section_of_that_name_and_every_second_row_is_none(text):
    [mention] = resolve(TABLES, text)
    assert mention.kind == "table" and mention.sure


def test_a_section_is_still_found_by_a_synonym():
    [mention] = resolve(TABLES, "Add it to the section «Tablas».")
    assert TABLES.blocks[mention.start].title == "Tables"


@pytest.mark.parametrize(
    ("titles", "said", "rivals"),
    [
        (["Implementation", "Comparison to Existing Implementations"], "Implementations", 1),
        (["Implementation", "Comparison to Existing Implementations"], "Implementation", 0),
        (["Implementation", "Results"], "Implementations", 0),
        (["Implementations", "Comparison to Existing Implementations"], "Implementations", 0),
    ],
)
def test_another_title_with_the_very_words_is_a_rival(titles: list[str], said: str, rivals: int) -> None:
    paper = read("".join(f"## {title}\n\nText of it.\n\n" for title in titles))
    (found,) = resolve(paper, f"Replace the whole {said} section.")
    assert paper.source(paper.blocks[found.start]).strip() == f"## {titles[0]}"
    assert len(found.rivals) == rivals


@pytest.mark.parametrize(
    ("message", "blocks"),
    [
        ("Shorten paragraphs 2 to 4 of Summary", (2, 5)),
        ("Shorten paragraphs 2-4 of Summary", (2, 5)),
        ("Absätze 2 bis 4 von Summary", (2, 5)),
        ("Shorten paragraphs two and three of Summary", (2, 4)),
        ("Shorten the second through fourth paragraphs of Summary", (2, 5)),
        ("Shorten paragraph 3 of Summary", (3, 4)),
    ],
)
def test_a_range_of_paragraphs_is_all_of_them(message, blocks):
    document = read("# Summary\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\n# Methods\n\nSix.\n")
    found = resolve(document, message)
    assert [(each.kind, (each.start, each.stop)) for each in found] == [("paragraph", blocks)] and found[0].sure


@pytest.mark.parametrize("message", ["Shorten paragraphs 2 to 9 of Summary", "Shorten paragraphs 2 and 4 of Summary"])
def test_paragraphs_that_are_not_all_there_or_not_together_are_not_one_part(message):
    document = read("# Summary\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\n# Methods\n\nSix.\n")
    assert not any(each.kind == "paragraph" and each.sure for each in resolve(document, message))


@pytest.mark.parametrize("said", ["Methods's second paragraph", "second paragraph of Methods"])
def test_the_owner_of_a_part_belongs_to_its_words(said):
    document = read("# Results\n\nOne.\n\n# Methods\n\nTwo.\n\nThree.\n")
    (found,) = resolve(document, f"Move {said} up")
    assert (found.kind, found.start, found.said) == ("paragraph", 4, said)


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Conclusion", "discussion"),
        ("Summary", "introduction"),
        ("Summary", "conclusion"),
        ("Discussion", "conclusion"),
    ],
)
def test_a_usual_part_that_only_a_neighbor_could_be_is_a_guess(title, said):
    document = read(f"# Paper\n\n## {title}\n\nOne.\n\nTwo.\n\n## Appendix\n\nThree.\n")
    assert not any(each.sure for each in resolve(document, f"polish the last paragraph of the {said}"))


def test_a_part_of_it_is_no_part_of_the_document():
    document = read("We read gauges. It rained.\n\nThe moon was full. We slept.\n")
    assert resolve(document, "remove the last sentence of it") == ()
    assert resolve(document, "remove the last sentence of the second paragraph")


def test_names_and_quotations_are_veiled_where_they_stand():
    document = read("# P\n\n## Methods\n\nOne.\n")
    assert veil(document, "rename Methods to “Aim”") == f"rename {NAME * 7} to {QUOTATION * 5}"
