"""What a person gives word for word is found by form, and nothing else in quotation marks is taken for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.own_words import PLACE_HOLDER, own_words

GIVEN = "Reefs were warm in 2020. We didn’t measure light there."
TITLES = ("Data and methods", "Ethics: a note", "Limitations")


@pytest.mark.parametrize(
    "order",
    [
        "Insert the following at the end of Limitations: “{}”",
        "Put “{}” at the end of Ethics: a note.",
        'Append to Limitations: "{}"',
        "Write “{}” at the end of the Acknowledgments.",
        "Here is my text for Limitations, please insert it at the end: “{}”",
        "Replace the second paragraph of Data and methods with “{}”",
        "Could you add this after the first paragraph of Limitations?\n\n> {}",
        "Insert this at the end of Limitations:\n\n```markdown\n{}\n```",
        "Kindly slot this sentence in as the last one of Limitations: “{}”",
        "Limitations should close with these words: “{}”",
        "I wrote this for Limitations, append it: “{}”",
        "Verbatim, please, at the end of Limitations:\n\n> {}",
        "Replace the first paragraph of Limitations by the following:\n\n{}",
        "The following goes to the end of Limitations:\n\n{}",
        "Add to Limitations:\n\n{}\n\nThanks!",
        "Füge am Ende von „Data and methods“ Folgendes ein:\n\n{}",
        "Ergänze im Fazit bitte folgenden Satz: „{}“",
        "Ajoute la phrase « {} » à la fin des remerciements.",
        "Inserta lo siguiente al final de «Limitations»:\n\n{}",
        "Aggiungi quanto segue alla fine di «Limitations»:\n\n{}",
        "Insira o seguinte no fim de Limitations: “{}”",
        "Limitations should end with these two sentences, as they are:\n\n{}",
        "Here is a paragraph I wrote, it belongs behind the second table:\n\n{}",
        "My note (a new paragraph before the end of Limitations, please):\n\n{}",
        'Make the opening paragraph of Limitations read as follows instead: "{}"',
        "Das hier soll direkt hinter die Überschrift „Limitations“: '{}'",
        'Please finish off the Limitations with the words "{}"',
        "Quiero que Limitations termine así: «{}»",
        "Setz „{}“ ans Ende von »Limitations«.",
        'Voeg aan het einde van Limitations toe: "{}"',
        "Here is the text for the end of Limitations:\n\n{}",
        "Please insert the paragraph below at the end of Limitations.\n\n{}",
        "At the end of Limitations, write exactly this: {}",
        "At the end of Limitations I want this:\n\n{}",
        "“{}” should go to the end of Limitations.",
        "Let Limitations end with the following paragraph:\n\n{}",
        "End Limitations on this sentence: “{}”",
        "Add the following paragraph at the end of Limitations, don't edit it:\n\n{}",
        "Add this to the end of Limitations. Please don't change it.\n\n> {}",
        "Auf den ersten Absatz von Limitations soll folgen: „{}“",
        "I'd like “{}” to come after the first paragraph of Limitations.",
        "Concludi «Limitations» con questa frase: «{}»",
        "I have written a paragraph for the end of Limitations; please do not alter it.\n\n> {}",
        "Would you put the following text at the end of Limitations?\n\n{}",
        "The last words of Limitations should be “{}”",
    ],
)
@pytest.mark.parametrize("titles", [TITLES, ()])
def test_given_text_is_found_word_for_word(order, titles):
    found = own_words(order.format(GIVEN), titles)
    assert found is not None and found.content == GIVEN
    assert GIVEN not in found.order and PLACE_HOLDER in found.order


@pytest.mark.parametrize(
    "message",
    [
        "The second reviewer wants “Follow-up ended.” moved to the end of the Discussion.",
        "„Die Proben waren klein.“ sollte ans Ende der Discussion verschoben werden.",
        f"What does “{GIVEN}” mean?",
        f"Explain the sentence “{GIVEN}” in Limitations.",
        f"Delete the sentence “{GIVEN}” from Limitations.",
        f"Should I add “{GIVEN}” to Limitations?",
        f"Don't add “{GIVEN}” yet.",
        f"At the end of Limitations, I found this:\n\n> {GIVEN}",
        f"I wrote this at the end of Limitations:\n\n> {GIVEN}",
        "One more section at the end: “Funding sources”",
        f"Please don't shorten this: “{GIVEN}”",
        f"Don't edit the following: “{GIVEN}”",
        f"Rephrase this and add it to Limitations: “{GIVEN}”",
        f"Translate the following into German:\n\n> {GIVEN}",
        f"Add a sentence about blinding after “{GIVEN}”",
        f"The reviewer wrote: “{GIVEN}” Add a paragraph on that to Limitations.",
        "Add a section “Funding and conflicts of interest” after Limitations.",
        "Write a paragraph on “model collapse in large language models” for Limitations.",
        "Replace “the results show clearly that” by “we found that it”.",
        "Yes, replace “The results show clearly that it rained.”, please.",
        "Ersetze den Absatz “The results show clearly that it rained.” bitte.",
        "Make it say “we had few controls, sadly” instead of “we had no controls”.",
        "Insert a paragraph on heat before the one that begins “We had no controls at all”.",
        "Add a paragraph on the following topics:\n\n- heat\n- rain",
        "Write a section covering the following points:\n- heat\n- rain",
        "Add a paragraph to Limitations: mention the small sample.",
        "Move “Data and code availability statement” to the end.",
        "No lo añadas todavía: “Nada más que decir aquí.”",
        "Thanks: “nice”.",
        "Le titre « Limitations » devrait devenir « Ce que nous ne savons pas ».",
        "Explain this to my students:\n\nReefs were warm.",
        'New section at the end: "What we could not measure".',
        "Write about this: trees and their water, two years on.",
        "Is the paragraph below good enough for Limitations?\n\nReefs were warm.",
    ],
)
def test_other_quotations_are_no_content(message):
    assert own_words(message, TITLES) is None


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("add a bullet “Wind” to the list in Limitations", "Wind"),
        ("Insert a new bullet point “Wind” after the first item", "Wind"),
        ("Füge einen Stichpunkt „Wind“ in Limitations ein", "Wind"),
        ("ajoute une puce « Vent » à la liste de Limitations", "Vent"),
        ("add a bullet about “Wind” to Limitations", None),
        ("add a sentence with “Wind” to Limitations", None),
        ("add a paragraph after the bullet “Wind”", None),
        ("write a sentence on a bullet “Wind”", None),
    ],
)
def test_the_quotation_behind_a_new_item_is_its_text(message, content):
    found = own_words(message, TITLES)
    assert (found.content if found else None) == content


def test_the_fence_of_a_program_belongs_to_the_content():
    found = own_words("Insert this into Methods:\n\n```python\nprint(1)\n```")
    assert found is not None and found.content == "```python\nprint(1)\n```"


def test_paragraphs_of_a_block_quote_stay_apart():
    found = own_words("Add this at the end:\n\n> One.\n>\n> Two.")
    assert found is not None and found.content == "One.\n\nTwo."


def test_a_table_behind_the_first_paragraph_is_given():
    table = "| tool | n |\n|---|---|\n| X | 3 |"
    found = own_words(f"Below is my table for Limitations; it should close that section.\n\n{table}", TITLES)
    assert found is not None and found.content == table
    assert own_words(f"What is wrong with this table?\n\n{table}", TITLES) is None


@pytest.mark.parametrize(
    "block", ["| a |\n|---|\n| 1 |", "## Next\n\nMore.", "![fig](a.png)\n\nMore.", "```\nx = 1\n```", "> So."]
)
@pytest.mark.parametrize("order", ["Insert at the end of Limitations: “{}”", "Put “{}” at the end of Limitations."])
def test_a_quotation_keeps_the_blocks_inside(order, block):
    given = f"One paragraph here.\n\n{block}"
    found = own_words(order.format(given), TITLES)
    assert found is not None and found.content == given


def test_a_named_part_is_read_like_a_title():
    message = "My paragraph (after the one on light):\n\nIt was warm."
    assert own_words(message) is None
    found = own_words(message, (), [(20, 36)])
    assert found is not None and found.content == "It was warm."


def test_the_mark_behind_a_quoted_name_opens_no_quotation():
    message = f"Après le deuxième paragraphe de « Data and methods », insère : « {GIVEN} »"
    found = own_words(message, TITLES, [(9, 50)])
    assert message[9:50] == "deuxième paragraphe de « Data and methods" and found is not None
    assert found.content == GIVEN


@given(st.text(max_size=200), st.lists(st.text(max_size=12), max_size=3))
def test_any_message_can_be_read(message, titles):
    found = own_words(message, titles)
    assert found is None or found.content


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=4, max_size=60))
def test_no_character_of_a_block_quote_is_lost(word):
    text = f"So {word} it is."
    found = own_words(f"Insert this at the end of Limitations:\n\n> {text}")
    assert found is not None and found.content == text


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("在“Methods”的末尾添加以下内容：“我们测量了温度。”", "我们测量了温度。"),
        ("请把“水温很高，盐度也很高。”插入到 Methods 的末尾。", "水温很高，盐度也很高。"),
        ("「Methods」の最後に次の文を追加してください：「水温は高かった。」", "水温は高かった。"),
        ("Добавь в конец раздела Methods: «Соль следует за теплом.»", "Соль следует за теплом."),
    ],
)
def test_text_is_given_in_scripts_without_spaces_and_in_russian(message, content):
    found = own_words(message, ["Methods"])
    assert found is not None and found.content == content


@pytest.mark.parametrize(
    "message", ["不要添加“我们测量了温度。”", "“我们测量了温度。”写得怎么样？", "Не добавляй «Соль следует за теплом.»"]
)
def test_what_is_refused_or_asked_about_in_those_is_not_given(message):
    assert own_words(message) is None


@pytest.mark.parametrize(
    "order",
    [
        "Insert a subsection “Limits” into Results with the text “{}”",
        "Add a paragraph with “{}” to Limitations.",
        "Füge einen Absatz mit „{}“ ein.",
    ],
)
def test_text_that_a_new_part_is_given_with_is_found(order):
    found = own_words(order.format(GIVEN), TITLES)
    assert found is not None and found.content == GIVEN


@pytest.mark.parametrize("order", ["Put it after the paragraph with the text “{}”", "Delete the paragraph with “{}”"])
def test_text_by_which_a_part_that_is_there_is_known_is_not_given(order):
    assert own_words(order.format(GIVEN), TITLES) is None


def test_quotation_marks_around_a_text_of_several_paragraphs_are_no_part_of_it():
    text = "# Salt marshes\n\n## Methods\n\nSalinity rose by 12.5 %."
    for order in ("Insert the following: “{}”", "Insert the following:\n\n“{}”", "Insert the following:\n\n{}"):
        found = own_words(order.format(text), TITLES)
        assert found is not None and found.content == text
    kept = "“It rose”, they say, “and fell.”"
    found = own_words(f"Insert the following:\n\n{kept}")
    assert found is not None and found.content == kept


@pytest.mark.parametrize(
    "message", ["And “Ice is cold.” after the second paragraph of Mud.", "“Ice is cold.” after “The mud froze …”"]
)
def test_a_text_and_its_place_are_an_order(message: str) -> None:
    found = own_words(message, ("Mud",))
    assert found is not None and found.content == "Ice is cold."


def test_a_question_about_a_quotation_is_none() -> None:
    assert own_words("“Ice is cold.” after the second paragraph of Mud?", ("Mud",)) is None


def test_a_part_may_be_followed_by_a_text() -> None:
    named = ((4, 25),)
    found = own_words("the last paragraph of Mud should be followed by “Ice is cold.”", ("Mud",), named)
    assert found is not None and found.content == "Ice is cold."
    assert own_words("the last paragraph of Mud is followed by “Ice is cold.”", ("Mud",), named) is None


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ('Methods: "We used R for this."', "Methods: “…”"),
        ("Also in the list: “Line N4 closed in May.”", "Add Also in the list: “…”"),
        ("to the list of goals: “Trees in every street.”", "Add to the list of goals: “…”"),
    ],
)
def test_a_place_and_a_colon_are_an_order(message: str, order: str) -> None:
    found = own_words(message, ["Methods"])
    assert found is not None and found.order == order


@pytest.mark.parametrize("message", ['Methods: "too long"', "Methods: is “We used R.” right?", 'Goals: "We used R."'])
def test_a_remark_behind_a_title_is_none(message: str) -> None:
    assert own_words(message, ["Methods"]) is None
