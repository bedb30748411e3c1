"""Questions about the document as a text: counted from it, and never where the question is about its subject."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.document.outline import titles_of
from backend.drafting.context.evidence import _target
from backend.drafting.context.subject import one_part
from backend.kernel.exchange import Evidence
from backend.keyless.document_facts import QUOTING, answer_about_form, headings, references, shown_part
from backend.mentions.placeholders import masked
from backend.mentions.resolver import names_in, resolve

PAPER = """---
title: Tides
---

# Introduction

The moon raises the tides [@kantha]. We measured them.

# Methods

## Gauges

Three gauges stood in the bay, and each of them wrote down the level of the water once a minute.

![The gauges in the bay](gauges.png)

| gauge | height |
| ----- | ------ |
| A     | 3      |

Table 1: Heights of the gauges.

$$
h = 3
$$

# Results

It rose.

# References

1. Kantha. Tides. 2000.
2. Moss. Bogs. 2001.
"""


#: The lines that list its sections.
SECTIONS = "- Introduction\n- Methods\n- Gauges\n- Results\n- References"


def ask(question: str, paper: str = PAPER) -> str:
    document = read(paper)
    mentions = resolve(document, question)
    named = names_in(question, mentions)
    part = one_part(each for each in mentions if not each.guessed)
    target = _target(document, part) if part else None
    evidence = Evidence("write", question, document=paper, named=named, target=target)
    return answer_about_form(evidence, masked(question, (), named))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "How many words are in the Introduction?",
            "“Introduction” has 9 words, not counting front matter, code and formulas.",
        ),
        ("How long is Results?", "“Results” has 2 words, not counting front matter, code and formulas."),
        ("Wie viele Abbildungen gibt es?", "The document has 1 figure."),
        ("Combien de tableaux y a-t-il ?", "The document has 1 table."),
        ("¿Cuántas ecuaciones hay?", "The document has 1 equation."),
        ("Number of footnotes?", "The document has no footnotes."),
        ("How many references do we have?", "The document has 2 references."),
        ("How many sections are there?", "The document has 5 sections."),
        ("List the figures", "The figures of the document (1):\n- The gauges in the bay"),
        ("List the sections I have so far", f"The sections of the document (5):\n{SECTIONS}"),
        ("outline please", f"The headings of the document (5):\n{SECTIONS}"),
    ],
)
def test_it_is_counted_from_the_document(question: str, answer: str) -> None:
    assert ask(question) == answer


def shown(question: str) -> str:
    document = read(PAPER)
    mentions = resolve(document, question)
    named, titles = names_in(question, mentions), titles_of(document)
    part = one_part(each for each in mentions if not each.guessed)
    target = _target(document, part) if part else None
    evidence = Evidence("write", question, document=PAPER, named=named, target=target, titles=titles)
    return shown_part(evidence, masked(question, titles, named)).removeprefix(f"{QUOTING}\n\n")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("show me introduction", "# Introduction\n\nThe moon"),
        ("What's in the Introduction?", "# Introduction\n\nThe moon"),
        ("whats in gauges", "## Gauges\n\nThree gauges"),
        ("Can you read me the first paragraph of Gauges?", "Three gauges"),
        ("Was steht in Introduction?", "# Introduction"),
        ("Show me what the gauges wrote", ""),
        ("What does Introduction say about the moon?", ""),
        ("Write Introduction", ""),
    ],
)
def test_a_part_is_shown_if_nothing_else_is_asked(question: str, begins: str) -> None:
    text = shown(question)
    assert text.startswith(begins) and bool(text) == bool(begins)


@pytest.mark.parametrize("question", ["Which section is the longest?", "Welcher Abschnitt ist der längste?"])
def test_the_longest_section_counts_what_is_below_it(question: str) -> None:
    assert ask(question).startswith("The longest section is “Methods”, with ")


def test_the_headings_answer_a_question_about_the_structure() -> None:
    evidence = Evidence("write", "What is the outline?", titles=tuple(f"Part {n}" for n in range(42)))
    listed = headings(evidence, evidence.instruction).splitlines()
    assert (listed[1], listed[-1], len(listed)) == ("- Part 0", "- … and 2 more", 42)
    assert headings(evidence, "What is the result?") == ""


def test_an_order_to_number_the_sections_is_no_question() -> None:
    assert ask("number the sections") == "" and ask("Number of sections?") == "The document has 5 sections."


def test_a_list_of_references_is_read_else_the_keys_are() -> None:
    assert (
        ask("List all references") == "The references of the document (2):\n- Kantha. Tides. 2000.\n- Moss. Bogs. 2001."
    )
    assert references(read(PAPER.partition("# References")[0])) == ["@kantha"]
    assert ask("List the references", "# A\n\nNothing.\n") == "The document has no references."


def test_a_long_list_says_how_many_more_there_are() -> None:
    paper = "".join(f"![Picture {number}](p{number}.png)\n\n" for number in range(45))
    assert ask("Show me the figures", paper).endswith("- … and 5 more")


@pytest.mark.parametrize(
    "message",
    [
        "How many figures show the bay?",
        "List the advantages of gauges",
        "How many gauges stood in the bay?",
        "What does the table say?",
        "Which references are about bogs?",
        "Write a paragraph about the number of gauges for Methods",
        "Delete the second paragraph of Methods",
        "How long is it since the last flood?",
    ],
)
def test_a_question_about_the_subject_is_no_such_question(message: str) -> None:
    assert ask(message) == ""


def test_without_a_document_nothing_is_counted() -> None:
    assert answer_about_form(Evidence("write", "How many words?"), "How many words?") == ""


def test_a_figure_that_a_code_chunk_draws_is_counted() -> None:
    chunk = "```{r}\n#| label: fig-tide\nplot(tide)\n```\n\n```{r}\nload(tide)\n```\n"
    assert "2 figures" in ask("How many figures are there?", PAPER + "\n" + chunk)
    assert "fig-tide" in ask("List the figures.", PAPER + "\n" + chunk)
