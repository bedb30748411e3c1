"""Who is named beside a title, in whatever order, script and spelling."""

import pytest

from backend.kernel.records import Person
from backend.verification.record_comparison.people import Around, agreement
from backend.verification.word_normalization import tokens

AUTHORS = (Person("Müller", "Hans"), Person("van der Berg", "Anna"), Person("Li", "Wei"), Person("García-López", "M."))


def named(text, people=AUTHORS, before=None, journal=False):
    """`|` stands for the title."""
    front = len(tokens(text.partition("|")[0])) if before is None else before
    return agreement(people, tokens(text), front, Around(text, journal))


@pytest.mark.parametrize(
    "text",
    ["Müller et al. (2020). |", "Mueller, H. |", "Muller |", "| by Anna Berg", "Berg A. |", "Li, W. (2020) |",
     "Garcia Lopez |", "| (García-López, 2019)"],
)  # fmt: skip
def test_an_author_is_known(text):
    assert named(text) == "same"


@pytest.mark.parametrize(
    "text",
    ["| — Le, Cognitive Psychology 2010",
     "Smith et al. (2020). |", "Smith, J. |", "| by Smith", "| (Smith, 2019)", "| — Smith and Jones, Some Journal 2020",
     "J. Smith, K. Jones. |", "|. Smith J, Jones K. 2019", "Link et al. (2017) |", "| (May et al., 2019)",
     "Page, L. (1999). |", "| (Le-Phuoc et al., 2016) –"],
)  # fmt: skip
def test_a_stranger_is_known(text):
    assert named(text) == "other"


@pytest.mark.parametrize(
    "text",
    ["|", "|. Nature, 2020.", "张 等 (2020). |", "Иванов (2020). |", "(PDF) |", "| | Semantic Scholar", "see li in |",
     "Link: |", "| Online. Accessed May 2019"],
)  # fmt: skip
def test_nobody_is_named(text):
    assert named(text) == "unsaid"


def test_a_part_behind_the_title_is_people_where_the_journal_is_known():
    assert named("|. Stefano Balietti. |, 2015") == "unsaid"
    assert named("|. Stefano Balietti. |, 2015", journal=True) == "other"


def test_a_group_is_known_by_most_of_its_words():
    group = (Person("The ENCODE Project Consortium", whole=True),)
    assert named("ENCODE Consortium (2012). |", group) == "same"
    assert named("Smith (2012). |", group) == "other"
    assert named("Smith (2012). |", ()) == "unsaid"


def test_a_long_name_may_be_misspelled():
    assert named("Papadopuolos et al. |", (Person("Papadopoulos"),)) == "same"
    assert named("Hansen et al. |", (Person("Hanson"),)) == "other"


def test_a_short_name_must_be_written_as_one():
    assert named("Ho et al. |", (Person("Ho"),)) == "same"
    assert named("ho |", (Person("Ho"),)) == "unsaid"


ZHANGS = (Person("Zhang", "Bo"), Person("He", "Yuchun"), Person("Kumar D", "Sathish"))


@pytest.mark.parametrize(
    "text",
    ["Zhang B (2014). |", "B. Zhang |", "Zhang, B.-H. |", "Zhang (2014) |", "Zhang, Bo |", "Zhang, A study of |",
     "He Y. |", "Yuchun HE, |", "Kumar S, Zhang W |", "Smith A, Zhang B |", "Zhang, P. and Kumar, S. |"],
)  # fmt: skip
def test_initials_that_fit_an_author_agree(text):
    assert named(text, ZHANGS) == "same"


@pytest.mark.parametrize(
    "text",
    ["Zhang W. (2014). |", "W. Zhang |", "Zhang, W., & Smith, S. |", "| — Zhang W, Journal 2014",
     "Manoochehri HE, Nourani M. |", "Johann, P. D., & Zapatka, M. |"],
)  # fmt: skip
def test_initials_of_somebody_else_of_that_name_disagree(text):
    assert named(text, ZHANGS) == "other"


@pytest.mark.parametrize(
    ("written", "given"),
    [("Ivanov, Y.", "Iurii"), ("Ivanov C", "Karl"), ("J. Ivanov", "J. Craig"), ("Ivanov, C.", "JC")],
)
def test_initials_agree_in_any_transliteration_and_order(written, given):
    assert named(f"{written} |", (Person("Ivanov", given),)) == "same"


def test_initials_of_a_name_that_a_registry_does_not_divide():
    assert named("Zhang W |", (Person("Bo Zhang", whole=True),)) == "other"
    assert named("Zhang B |", (Person("Bo Zhang", whole=True),)) == "same"
    assert named("Zhang W |", (Person("Zhang", "伯"),)) == "same"


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Müller, H., Schmidt, T., & Duarte, A. (2020). |", "other"),
        ("Müller H, Schmidt T, Duarte A, Ek J. |", "other"),
        ("H. Müller, W. Li and T. Schmidt. |", "same"),
        ("Müller, H., & Li, W. (2020). |. In: T. Schmidt, A. Duarte and J. Ek (eds)", "same"),
        ("Mueller, H., Vanderberg, A., & Garcia, M. (2020). |", "same"),
    ],
)
def test_the_first_author_among_strangers_makes_no_authors_of_them(text, who):
    assert named(text) == who


def test_a_record_with_one_author_may_lack_the_others():
    assert named("Müller, H., Schmidt, T., & Duarte, A. (2020). |", AUTHORS[:1]) == "same"


def test_a_given_name_with_other_initials_is_a_strangers_family_name():
    people = (Person("Probst", "Daniel"), Person("Reymond", "Jean-Louis"))
    assert named("Louis, D. N., … et al., 2018. |", people) == "other"
    assert named("Louis, R. |", people) != "other"  # the names of a record are sometimes exchanged


def test_initials_behind_a_comma_are_of_the_next_person_where_the_first_name_has_some_before_it():
    people = (Person("Koster", "Jan"), Person("Martins dos Santos", "Vitor AP"))
    assert named("T. Martin, A. Adams, |", people) == "other"
    assert named("[3] T. Martin, V. Adams, |", people) == "other"
    assert named("V. Martins dos Santos, T. Martin, |", people) == "same"


@pytest.mark.parametrize("text", ["Ó Briain, S. (2016). |", "S. Ó Briain, |", "Ó Briain S. |"])
def test_a_short_word_of_a_family_name_is_no_initial(text):
    assert named(text, (Person("Ó Briain", "Séamus"),)) == "same"
    assert named(text.replace("S.", "T."), (Person("Ó Briain", "Séamus"),)) == "other"


def test_a_lowercase_name_before_et_al_is_a_name():
    assert named("ryder et al. (2014). |") == "other"
    assert named("müller et al. (2014). |") != "other"


def test_a_namesake_with_another_given_name_is_somebody_else():
    people = (Person("Ravikumar", "K.E."), Person("Liu", "Hongfang"))
    assert named("Mengchen Liu, “|,” Database, 2016", people) == "other"
    assert named("Hongfang Liu, “|,” Database, 2016", people) == "same"
    assert named("Bill Smith, |", (Person("Smith", "William"),)) == "same", "a first author may have a nickname"


def test_a_short_name_without_its_particle_begins_a_reference():
    people = (Person("van Dam", "Jesse CJ"), Person("Koehorst", "Jasper J."))
    assert named("Dam JC, et al. |", people) == "same"
    assert named("Sluice of the dam. |", people) != "same"


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("| (Jansen & Held, 2015)", "other"),
        ("| (Jansen and Held, 2015)", "other"),
        ("| (Jansen & Li, 2015)", "same"),
        ("| (Jansen et al., 2015)", "same"),
        ("| (Janssen & Held, 2015)", "same"),
        ("| (Hold & Held, 2015)", "other"),
    ],
)
def test_a_misspelled_name_beside_a_stranger_agrees_by_chance(text, who):
    assert named(text, (Person("Li", "Wei"), Person("Janssen", "Marijn"), Person("de Jong", "Martin"))) == who


def test_a_longer_name_is_no_slip():
    people = (Person("Fraga", "M. F."), Person("Stephan", "Z."))
    assert named("Taroni, Jaclyn and Stephanie, Anna. |", people) == "other"
    assert named("Stephann, Z. |", people) == "same"
