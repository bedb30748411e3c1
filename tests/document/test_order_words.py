"""Orders, questions and refusals are told apart by a few function words."""

import pytest

from backend.document import order_words
from backend.document.order_words import (
    NAME,
    brings_new,
    is_a,
    is_compared,
    is_indefinite,
    ordinal_of,
    read_sentence,
    side_in,
    without_request,
    words_in,
)


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("Please move it.", "move"),
        ("No, could you move it?", "move"),
        ("Ok, now delete it", "delete"),
        ("Kannst du den Absatz löschen?", "den"),
        ("S'il te plaît, déplace-le.", "déplace"),
        ("¿Podrías borrar el párrafo?", "borrar"),
    ],
)
def test_courtesies_before_an_order_are_skipped(sentence, first):
    read = read_sentence(sentence)
    assert read.words[0] == first and not read.asks and not read.refuses


@pytest.mark.parametrize(
    "sentence", ["Should I delete it?", "Sollte ich ihn löschen?", "¿Debería borrarlo?", "What is it", "It stays?"]
)
def test_questions_ask(sentence):
    assert read_sentence(sentence).asks


@pytest.mark.parametrize(
    "sentence", ["Don't delete it.", "Lösch ihn noch nicht.", "No lo borres.", "Ne le déplace pas."]
)
def test_refusals_refuse(sentence):
    assert read_sentence(sentence).refuses


def test_a_correction_is_no_refusal():
    assert not read_sentence("Not there, but after Methods.").refuses
    assert not read_sentence("No, put it after Methods.").refuses


def test_pronouns_that_cling_to_a_verb_stand_apart():
    assert words_in("Muévelo al final; mets-le après.") == ["mueve", "lo", "al", "final", "mets", "le", "après"]


def test_a_verb_that_ends_like_a_pronoun_stays_whole():
    assert words_in("Cancella la sezione.")[0] == "cancella"


@pytest.mark.parametrize(
    "sentence", ["Add a paragraph, will you?", "Lösch ihn, ja?", "Schreibst du ihn?", "Bórralo, por favor?"]
)
def test_a_question_for_consent_is_an_order(sentence):
    assert not read_sentence(sentence).asks


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("I was wondering if you could write a note.", "write"),
        ("Would it be possible to add a note?", "add"),
        ("Could I have a shorter note?", "have"),
        ("Est-ce qu'on peut avoir une note ?", "avoir"),
        ("Tu m'écris une note ?", "écris"),
        ("¿Me escribes una nota?", "escribe"),
        ("Mi scrivi una nota?", "scrivi"),
        ("könntest du", ""),
    ],
)
def test_what_precedes_a_polite_order_is_skipped(sentence, first):
    read = read_sentence(sentence)
    assert " ".join(read.words[:1]) == first and not read.asks


def test_a_request_may_follow_its_reason():
    assert not read_sentence("The note is too long, could you cut it?").asks
    assert not read_sentence("Falta una nota, ¿me escribes un párrafo?").asks
    assert read_sentence("What does the note say, can you tell me?").asks
    assert read_sentence("Is it possible that the note is wrong?").asks
    assert read_sentence("Tu trouves que la note est claire ?").asks


def test_a_is_the_portuguese_definite_article_too():
    assert is_indefinite("a", "table") and not is_indefinite("a", "tabela") and is_indefinite("uma", "tabela")
    assert not brings_new(["encurta", "a", "tabela"]) and brings_new(["add", "a", "table"])


def test_a_comparative_names_another_version():
    assert is_compared(["we", "need", "a", "much", "smaller"]) and is_compared(["a", "snappier"])
    assert is_compared(["una", "más", "breve"]) and is_compared(["a", "little", "less", "wordy"])
    assert not is_compared(["a", "proper"]) and not is_compared(["the", "shorter"]) and not is_compared(["a", "paper"])


def test_a_question_for_an_opinion_stays_a_question():
    assert read_sentence("Is it too long, would you say?").asks and read_sentence("Is that ok?").asks
    assert read_sentence("Meinst du das?").asks


def test_a_star_stands_for_any_ending():
    assert is_a("raccourcissez", "shortening") and not is_a("raccord", "shortening")


def test_verbs_of_two_words_are_read_as_one():
    assert read_sentence("Throw it out.").words == ("delete", "it")
    assert read_sentence("Get rid of the table.").words == ("delete", "the", "table")
    assert read_sentence("Take it out of Methods").words[:2] == ("take", "it")


def test_ordinals_count_from_both_ends():
    words = ("second", "zweiten", "dernière", "3rd", "reef", "secondary", "primary")
    assert [ordinal_of(word) for word in words] == [2, 2, -1, 3, None, None, None]


def test_the_words_of_orders_part_a_run_of_signs():
    assert words_in("在末尾添加以下内容") == ["在", "末尾", "添加", "以下", "内容"]
    assert "追加" in words_in("次の文を追加してください") and words_in("写真") == ["写真"]


def test_a_sharp_s_is_known_in_a_folded_text():
    assert is_a(words_in("Wie heißt sie?")[1], "naming")


def test_let_us_is_an_order():
    assert read_sentence("Let's shorten it.").words == ("shorten", "it")


@pytest.mark.parametrize(
    ("words", "new"), [("after X a new section", True), ("ein Absatz über Eis", True), ("the first section", False)]
)
def test_a_new_part_has_an_indefinite_article(words, new):
    assert brings_new(words_in(words)) is new


def test_an_order_with_have_is_no_question() -> None:
    assert not read_sentence("Please have the second paragraph in Spanish.").asks
    assert read_sentence("Have we defined it").asks and read_sentence("Has it been defined").asks


def test_what_is_taken_out_of_the_paper_is_deleted() -> None:
    assert read_sentence(f"Take {NAME} out of the paper.").words == ("delete", NAME)
    assert read_sentence(f"Take it out of {NAME} and put it into {NAME}.").words[0] == "take"


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("directly behind the", "after"), ("preceding", "before"), ("hinter der", "after"), ("encima de la", "before"),
        ("to the end of", ""),
    ],
)  # fmt: skip
def test_a_side_is_named_in_any_language(text: str, side: str) -> None:
    assert side_in(words_in(text)) == side


@pytest.mark.parametrize(
    "text", ["Non voglio cancellare Limits.", "Não quero apagar Limits", "No quiero borrar Limits"]
)
def test_a_no_without_a_comma_negates_the_order(text):
    assert read_sentence(text).refuses and not read_sentence("Non, supprime Limits").refuses


def test_the_words_of_a_text_are_a_new_list_each_time():
    words_in("Put it there.").append("changed")
    assert words_in("Put it there.") == ["put", "it", "there"]


def test_the_words_of_a_long_text_are_not_cached():
    text = "put it there " * order_words.CACHED_CHARACTERS
    held = order_words._short_words.cache_info().currsize
    assert len(words_in(text)) == 3 * order_words.CACHED_CHARACTERS
    assert order_words._short_words.cache_info().currsize == held


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Kannst du bitte die Tabelle löschen?", "die Tabelle löschen."),
        ("Hallo, könnten Sie A vor B verschieben?", "A vor B verschieben."),
        ("Kannst du die Tabelle beschreiben?", "Kannst du die Tabelle beschreiben?"),
        ("Soll ich die Tabelle löschen?", "Soll ich die Tabelle löschen?"),
        ("Could you delete the table?", "Could you delete the table?"),
        ("Kannst du das löschen", "Kannst du das löschen"),
    ],
)
def test_a_german_request_in_the_form_of_a_question_becomes_an_order(text: str, order: str) -> None:
    assert without_request(text) == order
