"""What a message wants replaced, if anything."""

from __future__ import annotations

import pytest

from backend.placement.request.replacement import Replacing
from tests.placement.request.readings import parts, told


def replacing(text: str) -> Replacing:
    return Replacing(*parts(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Replace Discussion with this.", "Discussion"),
        ("Replace the paragraph on frazil slush.", "intro 2"),
        ("Substitute this for Discussion.", "Discussion"),
        ("I'd replace Discussion with this.", "Discussion"),
        ("If you agree, we’ll overwrite Discussion with this.", "Discussion"),
        ("I'd rather have this than the paragraph on frazil slush.", "intro 2"),
        ("Discussion is no good, use this instead.", "Discussion"),
        ("Use this as the new Discussion.", "Discussion"),
        ("The paragraph on frazil slush in Introduction should be replaced.", "intro 2"),
        ("Replace the table in Statistics.", "statistics table"),
        ("Discussion is old. Replace it.", "Discussion"),
        ("Put it after Discussion.", None),
        ("Write about replacing diesel engines.", None),
        ("Swap the two sentences.", None),
        ("Forget Results, put it in Discussion.", None),
        ("Put it in Results instead of Discussion.", None),
    ],
)
def test_what_is_to_go(text: str, expected: str | None):
    assert told(replacing(text).target()) == expected


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("Replace the section on walruses.", True),
        ("In the table replace the first row.", True),
        ("In the list replace the second item.", True),
        ("Put it after Discussion.", False),
        ("Swap the two sentences.", False),
    ],
)
def test_whether_something_is_to_be_replaced_at_all(text: str, ordered: bool):
    made = replacing(text)
    made.target()
    assert made.ordered is ordered


@pytest.mark.parametrize(
    ("text", "less"),
    [("Rewrite the sentence on frazil slush.", True), ("Rewrite the paragraph on frazil slush.", False)],
)
def test_whether_only_a_sentence_is_meant(text: str, less: bool):
    assert replacing(text).less() is less


def test_a_section_named_to_say_where_a_block_is_stays():
    meant = replacing("Replace the paragraph on frazil slush in Introduction.").target()
    assert meant is not None and meant.kind == "block"
    guesses = replacing("Replace a paragraph in Introduction.").target()
    assert guesses is None or guesses.kind != "section"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Overwrite Discussion with this.", "Discussion"),
        ("Swap the paragraph on frazil slush for this.", "intro 2"),
        ("Swap this for the paragraph on frazil slush.", "intro 2"),
        ("Exchange the table in Statistics for this one.", "statistics table"),
        ("This replaces Discussion.", "Discussion"),
        ("This supersedes the paragraph on warm springs.", "discussion 1"),
        ("Here is a replacement for Discussion.", "Discussion"),
        ("Here is a new version of Discussion.", "Discussion"),
        ("An updated Discussion.", "Discussion"),
        ("Use it as the revised Summary.", "Summary"),
        ("This is our new Summary.", "Summary"),
        ("Instead of Discussion, please.", "Discussion"),
        ("Put this in place of the paragraph on frazil slush.", "intro 2"),
        ("In place of the second paragraph of Introduction.", "intro 2"),
        ("Discussion has to go. This takes its place.", "Discussion"),
        ("Discussion has to go to the end.", None),
        ("Discussion must go, use this.", "Discussion"),
        ("We don't need Discussion any more, this is better.", "Discussion"),
        ("Scrap Discussion and use this.", "Discussion"),
        ("Get rid of Discussion and put this there.", "Discussion"),
        ("Forget Discussion, add it to Summary.", None),
        ("Rewrite Discussion like this.", "Discussion"),
        ("I want the paragraph on frazil slush replaced by this.", "intro 2"),
        ("My reviewer wants Discussion rewritten with this.", "Discussion"),
        ("Let this replace the paragraph on warm springs.", "discussion 1"),
        ("Let's replace Summary.", "Summary"),
        ("Replace all of Discussion.", "Discussion"),
        ("Replace the text of Discussion.", "Discussion"),
        ("Replace the old paragraph about anchor deposits in Introduction with the new one.", "intro 3"),
        ("Replace 'ice' with 'slush' in it.", None),
        ("Replace the word ice.", None),
        ("Change the second sentence.", None),
        ("Replace the second sentence of the paragraph on frazil slush.", "intro 2"),
        ("A text about the replacement of Discussion.", None),
        ("Something on how ice replaces water.", None),
        ("Put it after the replaced paragraph.", None),
        ("Do not replace Discussion.", None),
        ("Don't replace anything, add it to Discussion.", None),
        ("Replace it.", None),
        ("Summary is wrong. Replace it with this.", "Summary"),
        ("Substitute the paragraph on warm springs by this.", "discussion 1"),
        ("I would prefer this over Discussion.", "Discussion"),
        ("Ersetze Discussion durch diesen Text.", "Discussion"),
        ("Statt Discussion.", "Discussion"),
        ("Remplace Discussion par ceci.", "Discussion"),
        ("Reemplaza Discussion por esto.", "Discussion"),
        ("用这个替换Discussion。", "Discussion"),
        ("The Methods paragraph on motor augers is to be replaced.", "sampling 1"),
        ("Replace the code in Breakup.", "breakup code"),
        ("Replace the equation in Thickness with this.", "thickness math"),
        ("Replace paragraph 2 in Discussion.", "discussion 2"),
        ("Update the table in Statistics with this one.", "statistics table"),
    ],
)
def test_what_is_to_go_in_other_words(text: str, expected: str | None):
    assert told(replacing(text).target()) == expected
