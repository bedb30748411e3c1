"""The object of an order is told from a part that is only a place, or is only spoken of."""

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from backend.placement.object_of_order import is_object, is_only_one, may_be_object

PAPER = read("# Bees\n\n## Methods\n\nWe counted bees.\n\nThen we waited.\n\n## Results\n\nThere were ten.\n")


def named(order):
    (mention,) = resolve(PAPER, order)
    return mention


@pytest.mark.parametrize(
    ("order", "is_one"),
    [
        ("Translate the first paragraph of Methods.", True),
        ("Den ersten Absatz von Methods kürzen.", True),
        ("Make the first paragraph of Methods clearer and shorter.", True),
        ("The first paragraph of Methods could be a lot shorter.", True),
        ("Put the first paragraph of Methods more plainly.", True),
        ("Den ersten Absatz von Methods bitte straffen.", True),
        ("The first paragraph of Methods is clumsy. Improve it.", True),
        ("Methods, first paragraph: shorten it, please.", True),
        ("The first paragraph of Methods is clumsy, can you rewrite it?", True),
        ("Kannst du den ersten Absatz von Methods etwas knapper formulieren?", True),
        ("Könntest du vor dem ersten Absatz von Methods etwas knapper formulieren?", False),
        ("For the first paragraph of Methods, find a shorter wording.", True),
        ("For the first paragraph of Methods, find a new table with shorter rows.", False),
        ("Rendi più snello il primo paragrafo di Methods.", True),
        ("Trim down the first paragraph of Methods.", True),
        ("Il primo paragrafo di Methods va accorciato.", True),
        ("Cut down Methods, please.", True),
        ("Cut out the first paragraph of Methods.", False),
        ("I put a note into Methods. Shorten it.", False),
        ("Should I shorten the first paragraph of Methods?", False),
        ("Add a note on how to shorten the first paragraph of Methods.", False),
        ("Tone down the first paragraph of Methods.", False),
        ("Put the first paragraph of Methods into German.", True),
        ("Can we get Methods in plainer English?", True),
        ("Could the first paragraph of Methods be put in French?", True),
        ("Put a note on rain into Methods in German.", False),
        ("Turn the first paragraph of Methods into a list.", True),
        ("Wandle den ersten Absatz von Methods in eine Liste um.", True),
        ("Den ersten Absatz von Methods in eine Liste umwandeln.", True),
        ("Mach aus dem ersten Absatz von Methods eine Liste.", True),
        ("Make the first paragraph of Methods into a list.", True),
        ("Describe the first paragraph of Methods in a sentence.", False),
        ("Write how to turn the first paragraph of Methods into a list.", False),
        ("Methods, first paragraph: simpler wording please", True),
        ("Methods: shorter, please.", True),
        ("Methods: a shorter table of rain.", False),
        ("Le premier paragraphe de Methods est lourd, tu peux l'alléger ?", True),
        ("Tu peux condenser Methods ? C'est trop long.", True),
        ("I want a shorter version of the first paragraph of Methods.", True),
        ("The first paragraph of Methods reads badly, too wordy. Shorten it.", True),
        ("Since it drags, could we have a much shorter Methods?", True),
        ("Could we have a snappier first paragraph in Methods?", True),
        ("I need a less wordy Methods.", True),
        ("Boil the first paragraph of Methods down a little.", True),
        ("Move the first paragraph of Methods down.", False),
        ("We need a proper Methods.", False),
        ("El primer párrafo de Methods no se entiende, redáctalo de nuevo más corto.", True),
        ("The first paragraph of Methods is clumsy, simple words please.", False),
        ("The first paragraph of Methods isn't clear, rephrase it.", True),
        ("Le premier paragraphe de Methods n'est pas clair, reformule-le.", True),
        ("Der erste Absatz von Methods ist nicht klar, formulier ihn um.", True),
        ("Don't shorten the first paragraph of Methods, improve it.", False),
        ("Write the first paragraph of Methods anew.", True),
        ("Draft Methods from scratch, in at most 110 words.", True),
        ("Escribe el primer párrafo de Methods de nuevo.", True),
        ("Write a sentence on Methods again.", False),
        ("Write Methods, please.", False),
    ],
)
def test_a_known_verb_has_its_object(order, is_one):
    assert is_object(order, named(order).at) is is_one


@pytest.mark.parametrize(
    ("order", "may_be"),
    [
        ("Tone down the first paragraph of Methods.", True),
        ("Put the first paragraph of Methods into the past tense.", True),
        ("Streamline Methods.", True),
        ("Streamline the section Methods.", True),
        ("Let's streamline the section on Methods.", True),
        ("Pare down Methods.", True),
        ("Clean up the section Methods, please.", True),
        ("My supervisor calls Methods wordy. Prune it, would you?", True),
        ("El primer párrafo de Methods se hace pesado, aligéralo.", True),
        ("La sezione Methods è prolissa: snelliscila.", True),
        ("Methods is fine. Mention it in a paragraph.", False),
        ("Methods is fine. I like it.", False),
        ("Methods is wordy. Indeed.", False),
        ("Methods is too long, unfortunately.", False),
        ("Methods is too long. Why is it?", False),
        ("Auf den ersten Absatz von Methods soll ein Absatz folgen.", False),
        ("Turn the first paragraph of Methods into a list.", True),
        ("Mach ihn zum ersten Absatz von Methods.", False),
        ("I like Methods.", False),
        ("What does the first paragraph of Methods say?", False),
        ("Don't touch the first paragraph of Methods.", False),
        ("Write this as the first paragraph of Methods.", False),
        ("Make this the first paragraph of Methods.", False),
        ("Mention behind the first paragraph of Methods that it rained.", False),
    ],
)
def test_an_unknown_verb_may_have_one(order, may_be):
    assert may_be_object(order, named(order)) is may_be


def test_what_needs_shortening_is_the_object() -> None:
    message = "Methods needs tightening before we submit."
    assert is_object(message, (0, len("Methods")))
    assert is_object("Please have Methods in Spanish.", (12, 19))


LISTED = read("# Bees\n\n## Methods\n\nWe counted bees.\n\n- in May\n- in June\n\n## Results\n\nThere were ten.\n")


@pytest.mark.parametrize(
    ("order", "only"), [("Shorten the list.", True), ("Add a list.", False), ("Shorten the list in Methods.", False)]
)
def test_an_element_may_be_named_by_its_kind_if_the_document_has_no_other(order, only):
    assert any(is_only_one(order, each) for each in resolve(LISTED, order)) == only
