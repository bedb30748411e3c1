"""Changes of words: where they apply, what they leave alone, and that nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edited_text import carry_out_edit
from backend.placement.planned_edit import SURE
from backend.placement.unread_parts import unread_part
from backend.placement.word_changes import is_word_change, read_word_change, words_not_found

PAPER = """---
title: A model of reefs
---

# Introduction

The model is new [@model2020]. See <https://example.org/model> and `model.fit`.

A model, $model$, is a model.

# Methods

The _model_ was fitted.

```r
model <- fit()
```
"""
DOCUMENT = read(PAPER)


def changed(message: str, **given_: object) -> str:
    edit = read_word_change(DOCUMENT, message, **given_)
    assert edit is not None and edit.operation == "rename" and is_word_change(edit)
    return carry_out_edit(DOCUMENT, edit).text


def test_words_change_everywhere_but_in_names_for_computers():
    text = changed("Replace “model” with “fit”.")
    assert text.count("fit") == PAPER.count("fit") + 4
    for kept in ("title: A model", "[@model2020]", "org/model>", "`model.fit`", "$model$", "model <- fit()"):
        assert kept in text
    assert text == PAPER.replace("The model", "The fit").replace("A model,", "A fit,").replace(
        "is a model.", "is a fit."
    ).replace("_model_", "_fit_")


def test_words_written_as_code_change_in_inline_code_too():
    text = changed("Rename `model` to `net` everywhere")
    assert "`net.fit`" in text and "The net is new" in text
    for kept in ("title: A model", "[@model2020]", "org/model>", "$model$", "model <- fit()"):
        assert kept in text


def test_the_reason_counts_the_places_and_says_what_stays():
    edit = read_word_change(DOCUMENT, "Replace “model” with “fit”.")
    assert edit is not None and edit.reason == (
        "The edit changes “model” to “fit” in 4 places. Code, formulas, addresses and citation keys stay as they are."
    )


def test_a_change_stands_at_its_first_place():
    edit = read_word_change(DOCUMENT, "Replace “model” with “fit” in Methods")
    assert edit is not None and edit.anchor is not None
    assert (edit.section, edit.anchor.block) == (("Methods",), 5)


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Replace “model” with “fit” in Methods", "_model_", "_fit_"),
        ("Replace “model” in the section “Methods” with “fit”", "_model_", "_fit_"),
        ("Replace the second “model” with “fit”", "A model,", "A fit,"),
        ("Replace the last “model” in the introduction with “fit”", "is a model.", "is a fit."),
        ("“A model of reefs” should be “A theory of reefs”", "title: A model", "title: A theory"),
    ],
)
def test_the_place_of_a_change_is_read(message, old, new):
    assert changed(message) == PAPER.replace(old, new)


def test_words_are_deleted_with_one_space():
    edit = read_word_change(DOCUMENT, "Delete the word “new” from the introduction.")
    assert edit is not None and (edit.operation, edit.reason) == (
        "delete",
        "The edit deletes the words “new” in one place.",
    )
    assert carry_out_edit(DOCUMENT, edit).text == PAPER.replace("is new [", "is [")


def test_words_of_a_draft_are_changed_there_unless_a_part_is_named():
    draft = "Our model rests."
    assert read_word_change(DOCUMENT, "Replace “model” with “fit”.", draft) is None
    assert changed("Replace “model” with “fit” in Methods.", draft=draft) == PAPER.replace("_model_", "_fit_")


@pytest.mark.parametrize(
    "message",
    [
        "Replace “xylophone” with “fit”.",
        "Delete the last paragraph of Methods.",
        "Replace the first paragraph of Methods by a tighter version.",
    ],
)
def test_words_that_do_not_occur_and_other_orders_give_no_edit(message):
    assert read_word_change(DOCUMENT, message) is None


def test_a_change_whose_words_are_gone_is_refused():
    edit = read_word_change(DOCUMENT, "Replace “new” with “old”.")
    assert edit is not None
    later = read(PAPER.replace("The model is new", "The model is not new"))
    with pytest.raises(Unplaceable, match="no longer"):
        carry_out_edit(later, edit)


@given(st.lists(st.sampled_from(["reef", "model", "a model", "`model`", "\n\n", "@model", "Wind."]), max_size=12))
def test_changing_words_and_back_restores_every_byte(parts):
    before = read("# Title\n\nA model.\n\n" + " ".join(parts) + "\n")
    edit = read_word_change(before, "Replace “model” with “zzyzx”.")
    assert edit is not None
    after = read(carry_out_edit(before, edit).text)
    back = read_word_change(after, "Replace “zzyzx” with “model”.")
    assert back is not None and carry_out_edit(after, back).text == before.text


@pytest.mark.parametrize("order", ["Remove the row “2020” from Table 1", "Delete “One year, 2020, was left out.”"])
def test_a_part_that_is_named_by_its_words_is_not_emptied(order):
    document = read("# P\n\nTable 1: Days.\n\n| day |\n|---|\n| 2020 |\n\nOne year, 2020, was left out.\n")
    assert read_word_change(document, order) is None


TWO = read("# Sites\n\nTwo gauges. They have two cells.\n\nThe two others have one.\n\n# Data\n\nNone.\n")


def test_in_it_means_the_text_approved_last_or_nothing() -> None:
    edit = read_word_change(TWO, "Replace “two” by “three” in it.", "", (2, 3))
    assert edit is not None and edit.position == "“two” to “three” at 2:4-7"
    assert read_word_change(TWO, "Replace “two” by “three” in it.") is None
    assert read_word_change(TWO, "Replace “two” by “three” in it.", "A draft of others.", (2, 3)) is None


def test_a_quoted_paragraph_says_where_words_are_replaced() -> None:
    edit = read_word_change(TWO, "Replace “two” by “three” in the paragraph “Two gauges. They have two cells.”")
    assert edit is not None and edit.position == "“two” to “three” at 1:0-3, 1:22-25"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("teh -> the", "teh"),
        ("two -> three", ""),
        ("Replace “gauges” by “meters” in Data.", "gauges"),
        ("Insert the pipeline raw -> clean into Data", ""),
        ("Shorten Data.", ""),
    ],
)
def test_words_that_are_not_there_are_named(message: str, words: str) -> None:
    assert words_not_found(TWO, message) == words


def test_a_capital_at_the_beginning_of_a_sentence_is_no_other_word():
    document = read("Snow fell. The snow stayed.\n\n- Snow is white, and snow melts.\n- “Snow” means Snow.\n")
    made = read_word_change(document, "replace snow by firn")
    assert made is not None
    assert made.reason == "The edit changes “snow” to “firn” in 5 places. “Snow” stays in one place."
    changed = carry_out_edit(document, made).text
    assert changed == "Firn fell. The firn stayed.\n\n- Firn is white, and firn melts.\n- “Firn” means Snow.\n"
    same = read_word_change(document, "“Snow” should be “firn” throughout.")
    assert same is not None and carry_out_edit(document, same).text == changed
    assert unread_part(document, "“Snow” should be “firn” throughout.", same) == ""
    assert read_word_change(document, "replace Snow by Firn").reason == "The edit changes “Snow” to “Firn” in 4 places."


def test_a_correction_changes_one_value_and_no_other_byte():
    document = read("# Budget\n\nTravel is 45 k€, of 450.\n\nFood is 45 k€.\n")
    edit = read_word_change(document, "travel is 54 not 45")
    assert edit is not None and edit.confidence > 0.5
    assert edit.reason == "The edit changes “45” to “54” in “Travel is 45 k€, of 450.”."
    assert carry_out_edit(document, edit).text == document.text.replace("Travel is 45", "Travel is 54")
    assert read_word_change(document, "it is 54 not 45") is None  # in two places
    assert read_word_change(document, "travel is 54 not 45", draft="Travel is 45 k€.") is None


def test_words_are_changed_only_where_the_message_says_they_are():
    document = read("# Steps\n\nAdd salt and wait.\n\nAdd water to the flask.\n")
    edit = read_word_change(document, "change Add to Pour in the flask")
    assert edit is not None and edit.confidence > 0.5
    assert carry_out_edit(document, edit).text == document.text.replace("Add water", "Pour water")


@pytest.mark.parametrize(
    "message",
    [
        "Replace 212 with 213 in 2.1 and in 3.1",
        "Replace 212 with 213 in 2.1 and 3.1.",
        "Ersetze 212 durch 213 in 2.1 und in 3.1",
        "Remplace 212 par 213 dans 2.1 et 3.1",
        "Cambia 212 por 213 en 2.1 y en 3.1",
    ],
)
def test_a_list_of_sections_behind_the_new_value_is_no_part_of_it(message: str) -> None:
    text = "# 1 Aims\n\n212 ran.\n\n# 2 Methods\n\n## 2.1 Who\n\nOf 212, 9 left.\n\n"
    text += "# 3 Results\n\n## 3.1 Main\n\nAll 212.\n"
    document = read(text)
    edit = read_word_change(document, message)
    assert edit is not None
    assert carry_out_edit(document, edit).text == text.replace("Of 212", "Of 213").replace("All 212", "All 213")


def test_words_joined_to_a_name_are_not_all_of_the_new_words() -> None:
    document = read("# Aims\n\nThe cat ran.\n\n# Results\n\nA cat came.\n")
    assert read_word_change(document, "Replace cat with dog in 4.1 and in Results") is None
    assert read_word_change(document, "Replace cat with dog in 4.1") is None
    assert read_word_change(document, "Replace “cat” with “dog in 4.1”") is not None


@pytest.mark.parametrize(
    "message", ["Benenne Aims in „cat“ um und lösche Results.", "Cambia Aims a «cat» y borra Results"]
)
def test_a_quotation_before_an_order_to_delete_a_section_is_not_deleted(message: str) -> None:
    assert read_word_change(read("# Aims\n\nThe cat ran.\n\n# Results\n\nA cat came.\n"), message) is None


class TestValuesWithoutQuotationMarks:
    DOCUMENT = read(
        "# T\n\nWe measured 12 sites and 30 streets.\n\n| Year | n |\n| --- | --- |\n| 2019 | 8 |\n\n"
        "| Site | Mean | n |\n| --- | --- | --- |\n| A | 2.1 | 10 |\n| B | 2.4 | 12 |\n"
    )

    @pytest.mark.parametrize(
        "order",
        ["change 2.4 to 2.6 in row B", "change 2.4 to 2.6 for B", "change 2.4 to 2.6 because we miscounted"],
    )
    def test_words_behind_the_new_value_do_not_get_into_the_document(self, order):
        edit = read_word_change(self.DOCUMENT, order)
        assert carry_out_edit(self.DOCUMENT, edit).text == self.DOCUMENT.text.replace("2.4", "2.6")
        assert edit.confidence > SURE

    @pytest.mark.parametrize("order", ["change 2.4 to 2.6 in row A", "change 2.4 to 2.6 for Lyon"])
    def test_a_place_that_does_not_fit_makes_the_change_unsure(self, order):
        assert read_word_change(self.DOCUMENT, order).confidence < SURE

    @pytest.mark.parametrize("order", ["change 12 to 14 and 30 to 31.", "change n of A from 10 to 11", "n should be 7"])
    def test_no_change_is_read_from_an_order_that_says_more(self, order):
        assert read_word_change(self.DOCUMENT, order) is None


def test_a_sentence_does_not_become_a_part_of_a_heading():
    paper = read("# P\n\n## WP3 Schedules\n\nTwo will be tried.\n")
    assert read_word_change(paper, "Replace WP3 by this: “Three schedules will be tried.”") is None
    assert read_word_change(paper, "Replace “WP3” by “WP4”.") is not None


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("“Nobody knows why” is too flippant, delete it.", "Fish turned back. Some died.\n\nIt was cold.\n"),
        ("Delete “Fish turned back”.", "Nobody knows why. Some died.\n\nIt was cold.\n"),
        ("Delete “knows why”.", "Fish turned back. Nobody. Some died.\n\nIt was cold.\n"),
    ],
)
def test_a_sentence_that_is_quoted_without_its_period_goes_with_it(message, result):
    paper = read("Fish turned back. Nobody knows why. Some died.\n\nIt was cold.\n")
    edit = read_word_change(paper, message)
    assert edit is not None and carry_out_edit(paper, edit).text == result


def test_the_answer_says_how_often_an_old_value_stays() -> None:
    document = read("# S\n\nWe saw 86 owls.\n\n## Roosts\n\nThe 86 owls slept.\n\n## B\n\nNoise was 86 dB.\n")
    edit = read_word_change(document, "There were 84 owls, not 86. Fix that everywhere except in Roosts.")
    assert edit is not None and edit.position == "“86” to “84” at 1:7-9"
    assert edit.reason.endswith(" “86” stays in 2 places.")
    assert read_word_change(document, "There were 84 owls, not 86, except in the footnotes.") is None
