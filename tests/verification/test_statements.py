"""An answer's sentences with what they cite: marks, keys, names with years, quoted words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.statements import (
    Placed,
    Statement,
    keys,
    named_works,
    plain_words,
    quotations,
    statements,
    without_names,
)


def marked(text: str) -> list[Statement]:
    """The statements of a text in which `{0}` is a mark of source 0."""
    bare, marks = "", []
    for piece in text.split("{"):
        number, brace, rest = piece.partition("}")
        if brace:
            marks.append(Placed(len(bare), len(bare) + 3, (int(number),)))
            bare += f"[{number}]{rest}"
        else:
            bare += piece
    return statements(bare, marks)


def test_a_mark_belongs_to_its_sentence_wherever_it_stands():
    found = marked("Grasses last {0}. Trees fall.{1} Moss grows. {2}{0} Stones stay.")
    assert [(each.sentence, each.cites) for each in found] == [
        ("Grasses last.", (0,)),
        ("Trees fall.", (1,)),
        ("Moss grows.", (2, 0)),
        ("Stones stay.", ()),
    ]


def test_headings_code_and_formulas_are_no_sentences():
    text = "# Yield in 2020\n\nIt **rose** [@a; @b].\n\n```\nx\n```\n\n- One item.\n- Another \\citep{k}.\n\n$$a$$\n"
    assert [each.sentence for each in statements(text)] == ["It rose.", "One item.", "Another."]


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("It fell (Smith et al., 2021).", [("Smith", 2021)]),
        ("It fell (see Smith & Jones, 2019; de la Cruz, 2020b).", [("Smith", 2019), ("Cruz", 2020)]),
        ("Müller und Weiß (2018) fanden mehr.", [("Müller", 2018)]),
        ("Comme l'ont montré Dupont et al. (2003), il tombe.", [("Dupont", 2003)]),
        ("García y Pérez (2011) lo vieron (vgl. Novák, 1999).", [("Novák", 1999), ("García", 2011)]),
        ("O’Brien-Smith (2001) saw it.", [("O’Brien-Smith", 2001)]),
        ("Work by Fennell et al. in 2009 and Li et al., 2011, disagree.", [("Fennell", 2009), ("Li", 2011)]),
        ("It was cold (January 2020) in Table (2019).", []),
        ("SARS (2003) spread; in all (n = 2021).", []),
        ("It grew since 2021 (Figure 2, 2021).", []),
    ],
)
def test_works_are_cited_by_name_and_year(sentence, named):
    assert [(each.family, each.year) for each in named_works(sentence)] == named


def test_quoted_words_are_a_quotation_from_five_words_on():
    assert quotations("They say “grasses of this kind last longer” and „nur kurz“.") == [
        "grasses of this kind last longer"
    ]
    assert quotations('He wrote "it was not so at all" of a "term".') == ["it was not so at all"]


def test_keys_are_found_where_they_stand():
    assert [each[2] for each in keys("One [@a; see @b, p. 3]. Two @c. Three [x].")] == [("a", "b")]


@given(st.text(max_size=300), st.integers(0, 300))
def test_no_text_breaks_it(text, at):
    found = statements(text, [Placed(at, at + 3, (0,))] if at + 3 <= len(text) else [])
    assert all(each.sentence == each.sentence.strip() != "" for each in found)
    for each in found:
        named_works(each.sentence)
        quotations(each.sentence)


def test_words_are_compared_without_citations_and_case():
    assert plain_words("Grasses, [@a] LAST\n long.") == plain_words("grasses last long")


@pytest.mark.parametrize(
    ("sentence", "bare"),
    [
        ("It fell (Smith et al., 2021; see Doe, 2020).", "It fell."),
        ("Smith and Doe (2020) say that it fell (by 3 %).", "say that it fell (by 3 %)."),
        ("It fell (Smith, 2021; by 3 %).", "It fell (Smith, 2021; by 3 %)."),
    ],
)
def test_names_and_years_are_no_words_of_a_claim(sentence, bare):
    assert without_names(sentence) == bare


@given(st.text(alphabet="aB3 _-.\n[@x]", max_size=40))
def test_words_are_the_same_in_one_piece_and_one_by_one(text):
    assert f"{plain_words(text)} e".strip() == plain_words(f"{text} é")


@given(st.permutations(range(9)))
def test_each_of_many_sentences_has_its_own_marks_in_whatever_order_they_come(order):
    text = " ".join(f"The soil of site {name} stayed wet[{number}]." for number, name in enumerate("abcdefghi"))
    marks = [Placed(at, at + 3, (number,)) for number in range(9) if (at := text.index(f"[{number}]"))]
    found = statements(text, [marks[number] for number in order])
    assert [each.cites for each in found] == [(number,) for number in range(9)]
    assert not any("[" in each.sentence for each in found)


def test_single_quotation_marks_hold_a_quotation_but_apostrophes_do_not():
    assert quotations("She said: ‘nothing of the kind had happened here’.") == ["nothing of the kind had happened here"]
    assert quotations("He wrote, 'it doesn't matter to us at all'.") == ["it doesn't matter to us at all"]
    assert quotations("The farmers' fields and the towns' markets lay apart for years") == []
