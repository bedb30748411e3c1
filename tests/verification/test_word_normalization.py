"""Words are one whatever the keyboard, the markup and a slip make of them, and numbers never are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.word_normalization import fold, is_slip, plain, skeleton, tokens, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<i>Escherichia</i> coli in CO<sub>2</sub>", "Escherichia coli in CO2"),
        ('{DNA} Binding of {\\"U}bermut', "DNA binding of Übermut"),
        ("Erd\\H{o}s--R\\'enyi \\& friends", "Erdős–Rényi & friends"),
        ("\\emph{Naïve} $\\alpha$-helices", "naive α-helices"),
        ("β-catenin", "beta-catenin"),
        ("Straße", "Strasse"),
        ("R&amp;D", "R and D"),
        ("ﬁne", "fine"),
    ],
)
def test_markup_and_accents_make_no_difference(one, other):
    assert words(one) == words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("tumour", "tumor"), ("organisation", "organization"), ("lerning", "learning"), ("elarning", "learning"),
     ("of", "fo"), ("catalogue", "catalog"), ("mueller", "muller"), ("graph", "graphs"), ("oc2", "co2"),
     ("sars2", "sasr2")],
)  # fmt: skip
def test_a_slip_is_the_same_word(one, other):
    assert is_slip(one, other) and is_slip(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("mice", "rats"), ("type1", "type2"), ("cat", "rat"), ("hypertension", "hypotension"), ("a", "b"),
     ("co2", "c2o"), ("type12", "type21"), ("pax6", "pox6"), ("oc2", "co3"), ("2019", "2109")],
)  # fmt: skip
def test_another_word_is_no_slip(one, other):
    assert not is_slip(one, other)


@given(st.text(max_size=60))
def test_words_stand_where_they_are_said_to(text):
    shown = plain(text)
    for each in tokens(shown):
        assert fold(shown[each.start : each.end]) == each.text


@given(st.text(max_size=30))
def test_a_skeleton_is_its_own(word):
    assert skeleton(fold(word)).isdigit() == fold(word).isdigit()


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_letters_lose_their_case_alone_wherever_they_stand(word):
    assert fold(word) == word.casefold()
    assert fold(f"{word}é") == f"{word.casefold()}e"
