"""Elements said in messages: by ordinal, printed number, kind and container."""

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from tests.mentions.paper_of_tests import PAPER, named, words


@pytest.mark.parametrize(
    ("text", "kind", "begins"),
    [
        ("Please shorten the second paragraph of Introduction.", "paragraph", "Second paragraph"),
        ('In "Methods", make the 2nd paragraph clearer.', "paragraph", "The other one"),
        ("Kürze den zweiten Absatz von „Methods“.", "paragraph", "The other one"),
        ("Réécris le deuxième paragraphe de « Introduction ».", "paragraph", "Second paragraph"),
        ("Riscrivi il secondo paragrafo di «Introduction».", "paragraph", "Second paragraph"),
        ("Reescribe el segundo párrafo de la sección «Methods».", "paragraph", "The other one"),
        ("Herschrijf de tweede alinea van «Methods».", "paragraph", "The other one"),
        ("Перепиши второй абзац раздела «Methods».", "paragraph", "The other one"),
        ("「Methods」の第二段落を短く", "paragraph", "The other one"),
        ("Introduction's second paragraph", "paragraph", "Second paragraph"),
        ("paragraph 2 of the Introduction", "paragraph", "Second paragraph"),
        ("Drop the first two paragraphs of Methods", "paragraph", "We measured it twice. Then thrice. The other"),
        ("Delete the last sentence of the abstract.", "sentence", "Nobody knew."),
        ("the last sentence of the first paragraph of Introduction", "sentence", "It is also old."),
        ("remove the final bullet of Methods", "item", "- gamma item"),
        ("the second row of Table 1", "row", "| 3 | 4 |"),
        ("the second bullet point in Methods", "item", "- beta item"),
        ("Abstractの最後の段落を短くして", "paragraph", "We study ice."),
        ("the second paragraph in 2. Introduction", "paragraph", "Second paragraph"),
        ("Translate the caption of Figure 1.", "figure", "![Figure 1"),
        ("After Table 2, add a sentence.", "table", "| x | y |"),
        ("Tabelle 1 kürzen", "table", "| a | b |"),
        ("Put it below Fig. 1.", "figure", "![Figure 1"),
        ("Rewrite Eq. (3).", "equation", "$$ E = mc^2"),
        ("Kürze die Tabelle im Abschnitt „Results“.", "table", "| x | y |"),
        ("Encurta a tabela de «Results».", "table", "| x | y |"),
        ("the equation in the LLM subsection", "equation", "$$ E = mc^2"),
        ("the first paragraph of the paper", "paragraph", "Ann Author"),
    ],
)
def test_an_element_is_said_by(text, kind, begins):
    (found,) = [m for m in named(text) if m.kind != "section"]
    assert (found.kind, found.sure) == (kind, True)
    assert words(found).startswith(begins)


def test_the_section_it_is_in_is_not_meant_itself():
    assert [m.kind for m in named("Shorten the second paragraph of Introduction.")] == ["paragraph"]


def test_the_caption_is_told():
    (found,) = named("Translate Table 1.")
    assert PAPER.source(PAPER.blocks[found.caption]).startswith("Table 1")


def test_of_sections_with_one_name_each_is_a_rival():
    (found,) = named("Shorten the first paragraph of Results.")
    assert words(found) == "It grew." and len(found.rivals) == 1


@pytest.mark.parametrize(
    "text",
    ["Delete the last sentence.", "In the second paragraph say ice instead of snow.", "the eighth paragraph of Methods",
     "Table 7", "a table in Discussion", "a table-driven test", "add an item", "Write two paragraphs."],
)  # fmt: skip
def test_what_is_no_element_of_the_document(text):
    assert [m for m in named(text) if m.kind not in ("section", "document")] == []


def test_the_last_of_a_section_with_subsections_may_be_theirs():
    (found,) = named("Shorten the last paragraph of Introduction.")
    assert words(found).startswith("Second paragraph") and len(found.rivals) == 1


def test_a_paragraph_told_by_its_topic_is_sure_only_where_it_is_alone():
    (found,) = named("Move the paragraph about drones.")
    assert (found.how, words(found), found.sure) == ("topic", "The other one about drones is here.", True)
    (found,) = named("Shorten the paragraph about ice.")
    assert found.how == "topic" and not found.sure
    assert named("Write a paragraph about drones.") == []


LISTS = (
    "# T\n\n## A\n\nSome. More.\n\n1. one\n2. two\n3. three\n\n## B\n\n- x\n- y\n\n"
    "| a |\n|---|\n| b |\n\nTable: Sites.\n"
)


@pytest.mark.parametrize(
    ("text", "begins", "rivals"),
    [("Delete step 3.", "3. three", 0), ("after the second step", "2. two", 0), ("item 3", "3. three", 0),
     ("the last item", "3. three", 1), ("Elimina el paso 1", "1. one", 0)],
)  # fmt: skip
def test_an_item_is_counted_in_the_list_that_has_so_many(text, begins, rivals):
    document = read(LISTS)
    (found,) = resolve(document, text)
    assert document.text[slice(*found.span)].startswith(begins) and len(found.rivals) == rivals
    assert (found.kind, found.sure) == ("item", not rivals)


def test_where_there_are_no_sections_the_document_is_counted():
    document = read("One.\n\nTwo. Three.\n\nFour.\n")
    for text, begins in (("the second paragraph", "Two."), ("Lösche den letzten Absatz", "Four."),
                         ("the last sentence", "Four."), ("swap the first two paragraphs", "One.")):  # fmt: skip
        (found,) = resolve(document, text)
        assert found.sure and document.text[slice(*found.span)].startswith(begins)
    assert not resolve(document, "the ninth paragraph")
    assert not resolve(read(LISTS), "the second paragraph")


def test_the_only_table_has_its_caption():
    (found,) = resolve(read(LISTS), "Delete the table.")
    assert found.guessed and found.caption == found.stop


@pytest.mark.parametrize(("message", "sure"), [("delete the second table", True), ("delete the first table", False)])
def test_a_counted_table_is_sure_unless_another_prints_its_number(message, sure):
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    text = f"# A\n\nWords.\n\n{table}\n# B\n\nTable 2: Sites.\n\n{table}\n# C\n\nTable 3: Dates.\n\n{table}"
    (found,) = resolve(read(text), message)
    assert (found.kind, found.sure) == ("table", sure)


def test_a_counted_table_is_sure_where_none_prints_a_number():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    (found,) = resolve(read(f"# A\n\n{table}\n# B\n\n{table}"), "delete the second table")
    assert found.sure
