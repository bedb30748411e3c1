"""Sections said in messages: by name, number, ordinal, identifier, in many languages."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve
from backend.mentions.section_references import SectionReferences
from tests.mentions.paper_of_tests import named, words

NUMBERED = DocumentView(read("# 3 Results\n\nWarm.\n\n## 3.1 Salinity\n\nIt rose.\n"))


@pytest.mark.parametrize(
    ("text", "begins", "how"),
    [
        ('Rewrite the section "Methods" to be shorter.', "## Methods", "exact"),
        ("Shorten Introduction.", "## Introduction", "exact"),
        ("Raccourcis la section « Discussion ».", "## Discussion", "exact"),
        ("The LLM section needs work.", "### Large language", "part"),
        ("Add it to Statistical analysis", "### Statistical", "exact"),
        ("the statistical analsis section", "### Statistical", "spelling"),
        ("Shorten the Results of Study 2.", "#### Results", "exact"),
        ("Extend @sec:methods", "## Methods", "exact"),
        ("add it to section 2.1", None, "number"),
        ("重写第3.2节", "### Large language", "number"),
        ("请缩短「Discussion」部分", "## Discussion", "exact"),
        ("Сократи раздел «Methods».", "## Methods", "exact"),
        ("Make 3.1 Statistical analysis shorter.", "### Statistical", "exact"),
        ("the findings section", None, "synonym"),
        ("Lengthen 3.1. Statistical analysis, please.", "### Statistical", "exact"),
        ("Kürze den Anfang der Discussion.", "## Discussion", "exact"),
        ("Please shorten 3.1.", None, "number"),
    ],
)
def test_a_section_is_said_by(text, begins, how):
    (found,) = named(text)
    assert (found.kind, found.how) == ("section", how)
    assert found.sure if begins else found.rivals
    assert words(found).startswith(begins or "#")


def test_equal_names_are_rivals():
    (found,) = named("Shorten Results.")
    assert len(found.rivals) == 1 and not found.sure


def test_a_common_word_may_be_no_name():
    (found,) = named("Add a sentence; our discussion was long.")
    assert found.guessed and words(found).startswith("## Discussion")
    assert named("Move the paragraph on sites, thanks.") == []


def test_several_sections():
    assert [words(m)[:8] for m in named("Shorten Introduction and Discussion.")] == ["## Intro", "## Discu"]
    assert [m.said for m in named("Compare sections 2 and 3.")] == ["sections 2", "3"]


@pytest.mark.parametrize(
    "text", ["increase it by 3.2 %", "it is 3.1 mm", "section 17", "Appendix C", "the section I wrote"]
)
def test_other_numbers_name_no_section(text):
    assert named(text) == []


def test_a_topic_that_is_part_of_a_name_is_a_guess():
    found = [m for m in named("The part on language models should come first.") if m.how == "part"]
    assert [(words(m)[:18], m.guessed) for m in found] == [("### Large language", True)]


def test_a_section_said_to_hold_what_it_does_not_hold_is_a_guess():
    (found,) = named("Delete the eighth paragraph of Methods.")
    assert (found.kind, found.sure) == ("section", False)


@pytest.mark.parametrize(
    "text",
    [
        "al final de 3.1",
        "hinter 3.1 ein",
        "put this behind 3.1",
        "alla fine di 3.1",
        "после 3.1",
        "3.1 的末尾",
        "after 3.1.",
    ],
)
def test_a_bare_number_behind_a_word_of_place_is_a_section(text):
    (found,) = SectionReferences(NUMBERED, text, tokens(text)).read()
    assert NUMBERED.sections[found.sections[0]].title == "3.1 Salinity" and not found.guessed


@pytest.mark.parametrize("text", ["an increase of 3.1 mm", "3.1 % of it", "from 3.1 kg"])
def test_a_measured_number_is_no_section(text):
    assert SectionReferences(NUMBERED, text, tokens(text)).read() == []


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("shorten the methods to three sentences", True),
        ("could you please make the methods shorter", True),
        ("make the methods shorter", True),
        ("rewrite the methods for a general audience", True),
        ("delete the methods", True),
        ("shorten methods", True),
        ("delete methods please", True),
        ("swap methods and discussion", True),
        ("delete methods from 2010", False),
        ("delete methods that failed", False),
        ("remove methods in the table", False),
        ("we use methods", False),
        ("shorten the methods of Smith et al.", False),
        ("we shortened the methods last week", False),
        ("compare the methods with those of others", False),
    ],
)
def test_a_small_name_is_sure_as_the_object_of_an_order_to_change(text, sure):
    found = named(text)[0]
    assert found.sure is sure


@pytest.mark.parametrize("heading", ["一、食物多样，合理", "(IV) Results"])
def test_the_number_that_a_heading_prints_belongs_to_its_name(heading: str):
    text = f"the first paragraph of {heading} is long"
    (found,) = SectionReferences(DocumentView(read(f"# Diet\n\n## {heading}\n\nBread.\n")), text, tokens(text)).read()
    assert tokens(text)[found.first].start == text.index(heading)


def test_an_ordinal_that_may_name_the_introduction_narrows_no_other_name():
    text = "# Introduction\n\n## Surveys\n\nOne.\n\n# Discussion\n\n## Surveys\n\nTwo.\n"
    message = "Acorta el primer párrafo de «Surveys»."
    (found,) = SectionReferences(DocumentView(read(text)), message, tokens(message)).read()
    assert len(found.sections) == 2


class TestNarrowedNames:
    DOCUMENT = read(
        "# T\n\n## Risks\n\n- Rain.\n- Staff may leave.\n\n## Open questions\n\nWho pays?\n\n## Befunde\n\nWarm.\n"
    )

    @pytest.mark.parametrize(
        "text",
        [
            "delete the risk about staff",
            "please remove the risk on late data",
            "drop the risk that storms damage the collectors",
            "Replace the risk about staff with this.",
            "remove the open question about money",
            "delete the risks for the operators",
            "move the open question on money to Risks",
            "Streiche den Befund zum Wind.",
        ],
    )
    def test_an_order_about_one_of_several_things_does_not_name_their_section(self, text):
        assert not resolve(self.DOCUMENT, text)[0].sure

    @pytest.mark.parametrize(
        "text",
        [
            "delete the risks",
            "delete the risks for now",
            "delete the section on risks",
            "move the risks on top of the open questions",
            "delete Risks on page 3",
            "rewrite the risks for a general audience",
            "Verschiebe die Befunde zum Ende",
        ],
    )
    def test_other_words_behind_a_name_leave_it_sure(self, text):
        assert resolve(self.DOCUMENT, text)[0].sure
