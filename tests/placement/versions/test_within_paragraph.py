"""A sentence goes into the paragraph where the message says so, and nothing else changes."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement import rules
from backend.placement.place import carry_out

WRAPPED = "We read gauges. Each was cleaned\nin spring. None failed."
LINES = "It was the moon.\nThe sun helps.\nWind adds to both."
JAPANESE = "海は上がる。海は下がる。"
PAPER = f"# Tides\n\n## Methods\n\n{WRAPPED}\n\nThe end.\n\n## Discussion\n\n{LINES}\n\n## 方法\n\n{JAPANESE}\n"
NEW = "Gauges drift."


def placed(message: str, content: str = NEW, paper: str = PAPER) -> str:
    document = read(paper)
    decided = rules.decide(document, content, (message,))
    assert decided.sure
    return carry_out(document, content, decided.placement).text


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Add … at the end of the first paragraph of Methods.", WRAPPED, f"{WRAPPED} {NEW}"),
        ("Append … to the first paragraph of Methods.", WRAPPED, f"{WRAPPED} {NEW}"),
        ("Ergänze am Ende des ersten Absatzes von Methods: …", WRAPPED, f"{WRAPPED} {NEW}"),
        ("… at the beginning of the first paragraph of Methods, please", WRAPPED, f"{NEW} {WRAPPED}"),
        ("Insert … after the first sentence of Methods.", "We read gauges. ", f"We read gauges. {NEW} "),
        ("A sentence on drift before the last sentence of the Discussion", "Wind adds", f"{NEW}\nWind adds"),
        ("Ajoute … après la première phrase de Discussion", "moon.\n", f"moon.\n{NEW}\n"),
        ("Put … in front of the first sentence of Methods.", WRAPPED, f"{NEW} {WRAPPED}"),
        ("Add … as the last sentence of the Discussion", LINES, f"{LINES}\n{NEW}"),
        ("Put … as a new second sentence of the Discussion", "The sun", f"{NEW}\nThe sun"),
        ("Put … as a last sentence into Discussion", LINES, f"{LINES}\n{NEW}"),
        ("Füge … als ersten Satz in Discussion ein", LINES, f"{NEW}\n{LINES}"),
        ("Add … to the end of the paragraph that starts with “We read”", WRAPPED, f"{WRAPPED} {NEW}"),
        ("Füge … am Ende des Absatzes ein, der mit „We read“ beginnt", WRAPPED, f"{WRAPPED} {NEW}"),
        ("A sentence on drift goes after the one saying that the sun helps", "helps.\n", f"helps.\n{NEW}\n"),
        ("Mention behind the sentence about wind, sun and the like that gauges drift", LINES, f"{LINES}\n{NEW}"),
        ("Nein, doch lieber nach dem Satz, dass die sun helps", "helps.\n", f"helps.\n{NEW}\n"),
        ("The sentence on gauges goes before the one on the sun, please", "The sun", f"{NEW}\nThe sun"),
    ],
)
def test_a_sentence_goes_into_the_paragraph(message, old, new):
    assert placed(message) == PAPER.replace(old, new)


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Add “…” after “We read gauges.”", "gauges. ", f"gauges. {NEW} "),
        ('Add a sentence after "Each was cleaned in spring.": “…”', "spring. ", f"spring. {NEW} "),
        ("Füge „…“ vor „None failed.“ ein", "None", f"{NEW} None"),
        ("Add “…” after “in spring.”", "spring. ", f"spring. {NEW} "),
        ("Add “…” after “None failed.”", "failed.", f"failed. {NEW}"),
        ("Put “…” in front of “We read gauges.”", "We read", f"{NEW} We read"),
    ],
)
def test_a_sentence_goes_beside_a_quoted_one(message, old, new):
    assert placed(message) == PAPER.replace(old, new)
    assert placed(message, "We read charts.") == PAPER.replace(old, new.replace(NEW, "We read charts."))


def test_a_place_with_a_named_sentence_is_not_surely_the_end_of_its_section():
    said = rules.decide(read(PAPER), NEW, ("Say in Methods that gauges drift.",))
    assert said.sure and said.placement.operation == "append_to_section"
    beside = "Say in Methods that gauges drift; it belongs with the sentence on spring."
    assert not rules.decide(read(PAPER), NEW, (beside,)).sure


def test_nothing_comes_behind_the_colon_of_a_sentence_that_announces_a_list():
    paper = read("# P\n\n## Methods\n\nThere are several important choices to make:\n\n- When\n- Where\n")
    found = rules.decide(paper, NEW, ("Add this after the sentence about the important choices.",)).placement
    assert found.place == "block"


def test_a_paragraph_that_is_a_sentence_stands_alone_behind_a_quoted_one():
    assert placed("Add a paragraph after “We read gauges.”: “…”") == PAPER.replace(WRAPPED, f"{WRAPPED}\n\n{NEW}")


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Add … after “We read gauges”.", "read gauges.", "read gauges [@lee]."),
        ("Add “…” after “cleaned in”", "cleaned\nin", "cleaned\nin [@lee]"),
        ("Add … after “read gauges”.", "read gauges.", "read gauges [@lee]."),
        ("Add … to the first sentence of Methods.", "read gauges.", "read gauges [@lee]."),
        ("Put … at the end of the first paragraph of Methods.", "None failed.", "None failed [@lee]."),
    ],
)
def test_a_citation_goes_before_the_full_stop(message, old, new):
    assert placed(message, "[@lee]") == PAPER.replace(old, new)


def test_a_sentence_that_no_paragraph_can_have_at_this_number_is_not_surely_a_paragraph():
    assert not rules.decide(read(PAPER), NEW, ("Put … as the fifth sentence into Discussion",)).sure


def test_a_citation_behind_words_that_occur_twice_is_not_sure():
    twice = read(PAPER.replace("The end.", "Each was cleaned twice."))
    assert not rules.decide(twice, "[@lee]", ("Add … after “was cleaned”.",)).sure


def test_other_words_without_a_full_stop_go_behind_it():
    after = placed("Add … at the end of the first paragraph of Methods.", "Gauges drift")
    assert after == PAPER.replace(WRAPPED, f"{WRAPPED} Gauges drift")


def test_the_whole_paragraph_with_a_new_sentence_replaces_it():
    whole = f"{WRAPPED} {NEW}"
    after = placed("Add a sentence at the end of the first paragraph of Methods.", whole)
    assert after == PAPER.replace(WRAPPED, whole)


def test_lines_keep_their_endings_and_japanese_sentences_need_no_space():
    crlf = PAPER.replace("\n", "\r\n")
    after = placed("Insert … after the first sentence of Discussion.", paper=crlf)
    assert after == crlf.replace("moon.\r\n", f"moon.\r\n{NEW}\r\n")
    after = placed("Insert … after the first sentence of 方法.", "月が動かす。")
    assert after == PAPER.replace("上がる。海", "上がる。月が動かす。海")


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Write a paragraph on drift after the first sentence of Methods.", NEW),
        ("Add … after the first paragraph of Methods.", NEW),
        ("Add … at the end of the first paragraph of Methods.", "- one\n- two"),
        ("Add … at the end of the first paragraph of Methods.", f"{NEW}\n\n{NEW}"),
        ("Add … at the end of Methods.", NEW),
    ],
)
def test_what_is_no_sentence_or_asks_for_a_paragraph_stands_alone(message, content):
    decided = rules.decide(read(PAPER), content, (message,))
    assert not (decided.placement.position or "").startswith("characters")


LISTED = read("# Goals\n\n1. Map it.\n2. Compare all of the many things.\n3. Print it.\n")


@pytest.mark.parametrize("content", ["Compare all things.", "2. Compare all things."])
@pytest.mark.parametrize("message", ["goal 2 should be shorter", "Shorten the second item of Goals."])
def test_an_item_is_replaced_by_its_new_version(message, content):
    found = rules.decide(LISTED, content, (message,), "of what is named")
    assert found.sure and (found.placement.operation, found.placement.place) == ("replace", "item 2")
    expected = LISTED.text.replace("Compare all of the many things.", "Compare all things.")
    assert carry_out(LISTED, content, found.placement).text == expected


def test_two_items_replace_no_single_one():
    found = rules.decide(LISTED, "2. Compare.\n3. Print.", ("goal 2 should be shorter",), "of what is named")
    assert not found.sure or found.placement.place != "item 2"


@pytest.mark.parametrize(
    ("message", "new"),
    [
        ("Insert … after “Wind adds to” in Discussion.", "Wind adds to [@tidal] both"),
        ("cite it before „adds to both“", "Wind [@tidal] adds"),
        ("Insère … après « Wind adds to »", "to [@tidal] both"),
        ("Inserta … después de «Wind adds to»", "to [@tidal] both"),
        ("Inserisci … dopo «Wind adds to»", "to [@tidal] both"),
    ],
)
def test_a_few_words_go_beside_the_words_that_are_quoted(message, new):
    text = placed(message, "[@tidal]")
    assert new in text and text.replace("[@tidal] ", "") == PAPER


def test_a_sentence_beside_quoted_words_stands_alone():
    found = rules.decide(read(PAPER), NEW, ("Insert … after “Wind adds to both”.",))
    assert not found.placement.place.startswith("characters")


LANGUAGES = read("# P\n\n## Method\n\nWe train long. It works.\n\nWe test.\n\n## Results\n\nAll agree.\n")


@pytest.mark.parametrize(
    "message",
    [
        "Füge dem ersten Absatz von Method einen Satz zum Wind hinzu.",
        "Ergänze dem ersten Absatz in Method einen Satz.",
        "Ajoute une phrase sur le vent au premier paragraphe de Method.",
        "Añade una frase sobre el viento al primer párrafo de Method.",
    ],
)
def test_a_sentence_for_a_paragraph_joins_it_in_other_languages(message: str) -> None:
    decision = rules.decide(LANGUAGES, "Wind helps.", (message,))
    after = carry_out(LANGUAGES, "Wind helps.", decision.placement).text
    assert decision.sure and after == LANGUAGES.text.replace("It works.", "It works. Wind helps.")


@pytest.mark.parametrize(
    "message",
    ["Añade una frase junto al primer párrafo de Method.", "Add a sentence next to the first paragraph of Method."],
)
def test_a_place_next_to_a_paragraph_is_not_inside_it(message: str) -> None:
    assert "characters" not in rules.decide(LANGUAGES, "Wind helps.", (message,)).placement.position
