"""Numbers of sections: printed in headings, and counted where headings print none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.naming.section_numbers import normal, typed_number


def titles(text, number):
    view = DocumentView(read(text))
    found = view.numbers.find(number)
    return [view.sections[i].title for i in found.sections] if found else None


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("3.2 Results", "3.2"),
        ("3.2. Results", "3.2"),
        ("3) Results", "3"),
        ("Chapter 3: Results", "3"),
        ("Kapitel 2 Methoden", "2"),
        ("Appendix B. Proofs", "B"),
        ("Anhang A: Daten", "A"),
        ("A.1 Proofs", "A.1"),
        ("B. Proofs", "B"),
        ("第三章 方法", "3"),
        ("3.1 问题背景", "3.1"),
        ("三、方法", "3"),
        ("A new method", ""),
        ("I think", ""),
        ("3D printing", ""),
        ("2020 in review", ""),
        ("Results", ""),
        ("0.5 release", ""),
    ],
)
def test_the_number_a_heading_begins_with(title, number):
    assert typed_number(title) == number


TYPED = (
    "# T\n\n## 1 Introduction\n\n## 2 Methods\n\n### Sites\n\n### Dates\n\n## 3 Results\n\n### 3.1 More\n\n"
    "## Appendix A\n"
)


@pytest.mark.parametrize(
    ("number", "found"),
    [
        ("2", ["2 Methods"]),
        ("3.1", ["3.1 More"]),
        ("2.2", ["Dates"]),
        ("A", ["Appendix A"]),
        ("4", None),
        ("3.2", None),
        ("1.0", None),  # a value, and no subsection
        ("2.0", None),
        ("３．１", ["3.1 More"]),
    ],
)
def test_printed_numbers_count_and_subsections_without_one_are_counted_below_them(number, found):
    assert titles(TYPED, number) == found


COUNTED = (
    "# Title\n\n## Preface {-}\n\n## Introduction\n\n## Methods\n\n### Sites\n\n### Note {.unnumbered}\n\n### Dates\n\n"
    "# Not the title\n"
)


@pytest.mark.parametrize(
    ("number", "found"),
    [("1", ["Introduction"]), ("2.2", ["Dates"]), ("3", None), ("2.3", None)],
)
def test_where_no_number_is_printed_sections_are_counted(number, found):
    assert titles(COUNTED.replace("\n# Not the title\n", ""), number) == found


def test_several_top_headings_are_sections_themselves():
    assert titles("# One\n\n# Two\n\n## Below\n", "2.1") == ["Below"]


def test_an_abstract_is_counted_and_not_counted():
    text = "## Abstract\n\n## Introduction\n\n## Methods\n"
    assert titles(text, "2") == ["Introduction", "Methods"]


def test_appendices_have_letters():
    text = "# One\n\n# Appendix: data\n\n# Appendix: proofs\n\n# Appendices\n\n## Tables\n\n## Figures\n"
    assert titles(text, "B") == ["Appendix: proofs", "Figures"]
    assert titles("# One\n\n\\appendix\n\n# Data\n", "A") == ["Data"]


LETTERED = "# T\n\n## I. Law\n\n### A. Origins\n\n### B. Spread\n\n## II. Evidence\n\n### A. Data\n\n### B. Notices\n"


@pytest.mark.parametrize(
    ("number", "found"),
    [("I.B", ["B. Spread"]), ("II.A", ["A. Data"]), ("II-B", ["B. Notices"]), ("II.C", None), ("2.B", ["B. Notices"])],
)
def test_a_number_of_two_pieces_of_which_each_heading_prints_one(number, found):
    assert titles(LETTERED, number) == found


def test_roman_numbers():
    text = "# I. Introduction\n\n# II. Methods\n\n# III. Results\n\n# IV. End\n"
    assert titles(text, "II") == titles(text, "2") == ["II. Methods"]
    assert titles(text, "4") == ["IV. End"]


def test_one_heading_of_many_that_begins_with_a_number_numbers_nothing():
    text = "# Rules\n\n# 3 rules\n\n# Results\n"
    assert titles(text, "3") == ["Results"]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=12))
def test_the_kth_section_is_found_by_its_number(levels):
    """Whatever the levels: the section counted by a reader who numbers each child below its parent."""
    document = read("Before.\n\n" + "\n\n".join(f"{'#' * level} Part{'x' * n}q" for n, level in enumerate(levels)))
    view = DocumentView(document)
    number: dict = {}
    for section in view.sections[1:]:
        siblings = [s for s in view.sections[1 : section.index + 1] if s.parent == section.parent]
        above = number.get(section.parent, "")
        number[section.index] = f"{above}.{len(siblings)}" if above else str(len(siblings))
        found = view.numbers.find(number[section.index])
        assert found and found.sure and found.sections == (section.index,)


@given(st.text())
def test_any_text_may_be_asked_for_as_a_number(text):
    found = DocumentView(read(COUNTED)).numbers.find(text)
    assert found is None or found.sections


@given(st.from_regex(r"[0-9A-Z一二十]{1,3}([.-][0-9]{1,2}){0,3}\.?", fullmatch=True))
def test_the_normal_form_of_a_number_is_its_own(number):
    assert normal(normal(number)) == normal(number)


def test_a_printed_number_with_a_dot_has_no_counted_rival():
    text = "# One\n\n## 1.1 Below\n\n## 1.2 More\n\n# Two\n\n# Three\n\n# Four\n"
    assert titles(text, "1.2") == ["1.2 More"]
