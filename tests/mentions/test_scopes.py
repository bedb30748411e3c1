"""Where an order is to be carried out: in a part, outside of it, before or behind it."""

import pytest

from backend.document.blocks import read
from backend.mentions.scopes import read_scope, unclear_place

DOCUMENT = read("# Aims\n\nBirds.\n\n# Results\n\nBirds.\n\n| Site | n |\n|---|---|\n| Park | 5 |\n\n# End\n\nBirds.\n")
RESULTS, END = DOCUMENT.text.index("# Results"), DOCUMENT.text.index("# End")
ALL = len(DOCUMENT.text)


@pytest.mark.parametrize(
    ("message", "spans"),
    [
        ("In Results, replace a with b", ((RESULTS, END),)),
        ("Replace a with b except in Results", ((0, RESULTS), (END, ALL))),
        ("Ersetze a durch b außer in Results", ((0, RESULTS), (END, ALL))),
        ("Remplace a par b sauf dans Results", ((0, RESULTS), (END, ALL))),
        ("Everywhere but in Results, replace a with b", ((0, RESULTS), (END, ALL))),
        ("Replace a with b, but not in Results", ((0, RESULTS), (END, ALL))),
        ("Replace a with b before Results", ((0, RESULTS),)),
        ("Replace a with b after Results", ((END, ALL),)),
        ("Replace a with b from Results on", ((RESULTS, ALL),)),
        ("Ersetze ab Results a durch b", ((RESULTS, ALL),)),
        ("Replace a with b in Aims and in End", ((0, RESULTS), (END, ALL))),
        ("Replace “a” with “b” except in “Results”", ((0, RESULTS), (END, ALL))),
        ("Replace “a” before “Results” with “b”", ((0, RESULTS),)),
        ("Ersetze in Results „a“ durch „b“", ((RESULTS, END),)),
    ],
)
def test_the_text_that_a_message_names_is_found(message, spans):
    found = read_scope(DOCUMENT, message)
    assert found.spans is not None and not found.unclear
    assert [DOCUMENT.text[a:b].strip() for a, b in found.spans] == [DOCUMENT.text[a:b].strip() for a, b in spans]
    assert len(found.order) == len(message) and "Results" not in found.order


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("In Table 7, change 5 to 6", "In Table 7"),
        ("Under Travel, change 5 to 6", "Under Travel"),
        ("Dans l'annexe, remplace 5 par 6", "Dans l'annexe"),
        ("Section 7: change 5 to 6", "Section 7"),
        ("Replace “a” with “b” except in the annex", "except in the annex"),
        ("Replace “a” with “b” until Results", "until Results"),
        ("In Aims, replace “a” with “b” in Results", "in Results"),
        ("Replace “a” with “b” up to “Results”", "up to “Results”"),
    ],
)
def test_words_for_a_place_that_name_no_part_are_unclear(message, words):
    assert read_scope(DOCUMENT, message).unclear == words


@pytest.mark.parametrize(
    "message",
    [
        "Replace a with b",
        "For consistency, replace a with b",
        "Change inside to outside",
        "In the paper, replace a with b",
        "Im Text bitte a durch b ersetzen",
    ],
)
def test_other_words_say_nothing_of_a_place(message):
    found = read_scope(DOCUMENT, message)
    assert (found.order, found.spans, found.unclear) == (message, None, "")


@pytest.mark.parametrize(
    ("message", "at", "new", "words"),
    [
        ("Replace “a” with “b” in the annex", ((8, 11), (17, 20)), "", "in the annex"),
        ("Replace a with b in the annex", ((8, 9), (15, 29)), "b in the annex", "in the annex"),
        ("Replace a with b in Leeds", ((8, 9), (15, 25)), "b in Leeds", ""),
        ("Replace “a” with “b” in the whole paper", ((8, 11), (17, 20)), "", ""),
        ("Replace “a” with “b” in 7.3 or so", ((8, 11), (17, 20)), "", "in 7.3 or so"),
        ("Replace “a” with “b in the annex”", ((8, 11), (17, 33)), "", ""),
    ],
)
def test_a_place_behind_the_verb_that_is_no_part_is_unclear(message, at, new, words):
    assert unclear_place(read_scope(DOCUMENT, message), at, (), new) == words
