"""Sentences of orders that contain a place and hardly more."""

import pytest

from backend.document.order_words import read_sentence
from backend.keyless import place_forms
from backend.keyless.commands import Situation, read_command
from backend.keyless.sentence_forms import TITLE as P


def holds(form, text: str) -> bool:
    return form(read_sentence(text))


@pytest.mark.parametrize(
    "text",
    [
        f"Not there, but at the end of {P}.",
        f"Hmm, I'd rather have it open {P}.",
        f"Nein, lieber ganz ans Ende von {P}.",
        f"Plutôt après {P}, s'il te plaît.",
        f"Mejor al principio de {P}.",
    ],
)
def test_a_place_and_nothing_else(text):
    assert holds(place_forms.only_names_place, text)


@pytest.mark.parametrize(
    "text",
    [
        f"Mention rain at the end of {P}.",
        f"The numbers in {P} are wrong.",
        f"Summarise it at the end of {P}.",
        f"My notes for {P}.",
        "Shorten it to two sentences.",
    ],
)
def test_more_than_a_place(text):
    assert not holds(place_forms.only_names_place, text)


@pytest.mark.parametrize("text", [f"Es passt besser unter {P}.", f"Prefiero que vaya al final de {P}."])
def test_what_is_liked_better_may_have_any_verb(text):
    assert place_forms.prefers(text) and place_forms.only_names_place(read_sentence(text), True)


def test_a_clause_that_is_only_where() -> None:
    assert holds(place_forms.is_only_where, f"in {P}")
    assert not holds(place_forms.is_only_where, f"in {P} the wombats sleep")


def gives(*texts: str) -> bool:
    return place_forms.only_gives_place([read_sentence(text) for text in texts])


def test_a_place_and_hardly_more() -> None:
    assert gives(f"on second thought, it goes to the end of {P}")
    assert gives(f"first thing readers should meet in {P}")
    assert not gives(f"{P} should begin with the definition")
    assert not gives(f"it closes {P}", "mention the wombats")
    assert not gives(f"add a sentence that closes {P}")
    assert not gives(f"it should not open {P}")
    assert not gives(f"je me demande si le {P} est utile")
    assert not gives(f"I'll show it to my {P} first")
    assert not gives(f"pourrais-tu alléger le {P}")
    assert not gives(f"please have the {P} in Spanish")
    assert not gives(f"could we have a snappier {P}")


def puts(said: str, order: str) -> bool:
    return place_forms.puts_there(read_sentence(said), read_sentence(order))


def test_it_is_put_to_the_place_that_was_just_named() -> None:
    assert puts(f"it reads better right after the {P}", "put it there please")
    assert puts(f"wouldn't it fit better at the end of {P}?", "put it there")
    assert not puts(f"the {P} is wrong here", f"put it at the end of {P}")
    assert not puts(f"the {P} is wrong here", "put it there")
    assert not puts(f"add a note at the end of {P}", "put it there")
    assert not puts(f"it reads better after {P}", "shorten it")


@pytest.mark.parametrize(
    "message",
    [
        "put three examples after the first paragraph of Methods",
        "Put a caption below the table in Methods",
        "In Methods, after the table, put the caption in bold",
        "put it in quotation marks",
        "put that in the past tense",
    ],
)
def test_what_is_put_somewhere_need_not_be_the_draft(message: str) -> None:
    assert read_command(message, Situation(has_draft=True, titles=("Methods",))) is None


def other(*texts: str) -> bool:
    return place_forms.puts_other_text([read_sentence(text) for text in texts], ["The drift."])


def test_another_object_of_a_verb_of_placing_is_no_draft() -> None:
    assert other(f"in {P}", "put the caption in bold")
    assert other(f"in the {P} put SMS before SOA")
    assert other(f"setz die Überschrift vor {P}")
    assert not other(f"put it after {P}")
    assert not other(f"put the new paragraph after {P}")
    assert not other(f"put the one on cost after {P}")
    assert not other(f"put the drift paragraph after {P}")
    assert not other(f"don't put the caption after {P}")


def test_the_words_of_drafts_are_no_function_words() -> None:
    drafts = ["The drift was small.", "It rained."]
    assert place_forms.words_of_drafts(["the", "drift", "rained", "storm"], drafts) == {"drift", "rained"}
    assert not place_forms.words_of_drafts(["the"], drafts)


def test_an_order_about_a_part_gives_no_place() -> None:
    assert not place_forms.only_gives_place([read_sentence(f"Make {P} more elegant")])
