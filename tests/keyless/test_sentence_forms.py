"""How a sentence of an order is built, with its names masked."""

import pytest

from backend.document.order_words import read_sentence
from backend.keyless import sentence_forms as forms

P, Q = forms.TITLE, forms.QUOTATION


def holds(form, text: str) -> bool:
    return form(read_sentence(text))


@pytest.mark.parametrize(
    "text",
    [
        f"Put {P} after {P}.",
        f"Move {P} into a new section behind {P}.",
        f"{P} ought to come before {P}.",
        f"Behind {P} put {P}.",
        f"Passe {P} à la fin de cette section.",
        f"Scambia {P} con {P}.",
        f"Swap {P} and {P}.",
    ],
)
def test_a_part_is_moved(text):
    assert holds(forms.moves_a_part, text)


@pytest.mark.parametrize(
    "text",
    [
        f"Put it after {P}.",
        f"Add {P} after {P}.",
        f"Put {Q} after {P}.",
        f"Delete {P}.",
        f"I want a new section on {P} stewardship following {P}.",
        f"Setze einen neuen Abschnitt über {P} hinter {P}.",
        f"Pon una nueva sección sobre {P} después de {P}.",
        f"Unter {P} bitte einen Absatz zu {P} setzen.",
        f"I would like {P} to outdo {P}.",
    ],
)
def test_no_part_is_moved(text):
    assert not holds(forms.moves_a_part, text)


@pytest.mark.parametrize(
    "text",
    [
        f"{P} kannst du rausnehmen.",
        f"Via {P}, per favore.",
        f"Apaga {P}.",
        f"{P} can go.",
        f"Weg mit {P}!",
        f"den ganzen {P} bitte raus",
        f"I want {P} gone",
    ],
)
def test_a_part_is_removed(text):
    assert holds(forms.removes, text)


@pytest.mark.parametrize(
    "text",
    [
        f"Gib {P} den Titel {Q}.",
        f"Le titre {P} devrait devenir {Q}.",
        f"Cámbiale el nombre a {P}: que sea {Q}.",
        f"Chiama {Q} la sezione {P}.",
        f"{P} passa a chamar-se {Q}.",
        f"Aus {P} soll {Q} werden.",
        f"Ponle a {P} el título {Q}.",
    ],
)
def test_a_part_is_renamed(text):
    assert forms.renames([read_sentence(text)])


@pytest.mark.parametrize(
    "text",
    [
        f"Insert {Q} into the section called {P}.",
        f"What is {P} called?",
        f"Quote {P}.",
        f"The last words of {P} should be {Q}.",
        f"In the {P}, the aim should be {Q}.",
    ],
)
def test_no_part_is_renamed(text):
    assert not forms.renames([read_sentence(text)])


def test_what_is_left_of_a_sentence():
    words = read_sentence(f"Put the wombats at the end of {P}").words
    assert forms.leftover(words, "placing") == ["wombats"]


def test_a_name_that_leads_on_is_not_removed() -> None:
    assert holds(forms.removes, f"Remove the {P}.")
    assert holds(forms.removes, f"Remove the {P} section to save space.")
    assert not holds(forms.removes, f"Remove the {P} to the assistants.")
    assert not holds(forms.removes, f"Lösche die {P} auf Schmidt.")


@pytest.mark.parametrize(
    "text",
    [
        "Make every reef italic",
        "Turn that section into a list",
        f"Convert {P} to LaTeX",
        f"Make {P} a subsection of {P}",
        f"Put the item on rain before {P}",
        f"Put the whole {P} at the end",
    ],
)
def test_existing_text_gets_another_form(text):
    assert forms.forms_existing(read_sentence(text).words)


@pytest.mark.parametrize(
    "text", ["Make a table of it", "Put a few sentences on rain", "Add the rows", "Write that section", "Make"]
)
def test_something_new_is_no_other_form(text):
    assert not forms.forms_existing(read_sentence(text).words)


def test_a_new_section_is_no_place_for_the_draft() -> None:
    said = read_sentence(f"Das Papier soll mit einem neuen Abschnitt {Q} enden.")
    assert not forms.places_draft(said, brings=False)


@pytest.mark.parametrize(
    ("text", "has_draft", "retitles"),
    [
        (f"Change the title to {Q}.", False, True),
        (f"Change the title to {Q}.", True, False),
        (f"Change the title of the paper to {Q}.", True, True),
        ("Give me an overview.", False, False),
        (f"The title should be {Q}.", False, True),
        (f"Ändere den Titel in {Q}.", False, True),
        (f"Change the title of {P} to {Q}.", False, False),
        (f"Change the title of the table to {Q}.", False, False),
        ("What is the title?", False, False),
    ],
)
def test_the_document_gets_another_title(text, has_draft, retitles):
    assert forms.retitles([read_sentence(text)], has_draft) is retitles
