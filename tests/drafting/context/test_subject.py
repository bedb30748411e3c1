"""What a request is about: what it names, what it may mean, what was spoken of before, or the whole paper."""

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.drafting.briefing import Briefing, DocumentContext, Pending, Rewriting
from backend.drafting.context.subject import one_part, subject_of
from backend.drafting.history import PastDraft, PastMessage

TEXT = """# Bees

Bees dance.

## Abstract

They dance in the dark.

## Methods

We filmed them.

## Hive temperature

It was warm.
"""
ASKED = Briefing("write", "Shorten it.", document=DocumentContext(TEXT))
BLOCKS = read(TEXT).blocks


def titles(ranges):
    return [BLOCKS[start].title for start, _ in ranges]


def named(briefing):
    return titles((each.start, each.stop) for each in subject_of(briefing).named)


def test_a_message_names_its_sections():
    assert named(replace(ASKED, message='Shorten the section "Hive temperature".')) == ["Hive temperature"]
    assert named(ASKED) == []


def test_a_rewrite_is_about_what_was_asked_for_first():
    rewrite = Rewriting('Write a sentence for "Hive temperature".', "Text.", instruction="Shorter.")
    assert named(replace(ASKED, rewrite=rewrite)) == ["Hive temperature"]


def test_a_revision_may_be_about_what_its_draft_was_asked_for():
    draft = Pending("Text.", request='Rewrite the section "Methods".')
    assert titles(subject_of(replace(ASKED, pending=(draft,))).other_ranges) == ["Methods"]
    other = replace(draft, is_meant=False)
    assert subject_of(replace(ASKED, pending=(other,))).other_ranges == ()


def test_what_was_spoken_of_before_is_known():
    history = (PastMessage("user", 'Read "Methods".'), PastMessage("assistant", "I did. Shall I shorten it?"))
    subject = subject_of(replace(ASKED, message="Yes", history=history))
    assert subject.named == () and titles(subject.ranges_before) == ["Methods"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Summarise the paper.", True),
        ("Write an abstract.", True),
        ("Schreib eine Zusammenfassung des Textes.", True),
        ("Fasse alles zusammen.", True),
        ("Écris un résumé de l'article.", True),
        ("Escribe un resumen.", True),
        ("写一个摘要", True),
        ('Summarise "Hive temperature" in one sentence.', False),
        ("Add a paragraph on lamps.", False),
        ("Shorten it.", False),
        ("What does my paper say about lamps?", False),
        ("Summarise my whole paper.", True),
    ],
)
def test_requests_about_the_paper_as_a_whole(message, expected):
    assert subject_of(replace(ASKED, message=message)).about_all is expected


def test_an_empty_document_has_no_subject():
    assert subject_of(Briefing("write", "Summarise Methods.")).about_all is False


def test_one_part_is_one_that_is_sure():
    one = subject_of(replace(ASKED, message='Shorten "Hive temperature".')).named
    two = subject_of(replace(ASKED, message='Shorten "Hive temperature" and "Methods".')).named
    assert one_part(one) == one[0] and one_part(two) is None and one_part(()) is None
    assert one_part([replace(one[0], rivals=((0, 1),))]) is None


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_what_was_just_approved_may_be_meant_with_the_table_around_it(eol):
    table = "| Brand | Share |\n| --- | --- |\n| Rum | 37% |\n| Cognac | 40% |\n"
    text = f"# Drinks\n\nWe drank.\n\n## Shares\n\n{table}\nNo more.\n".replace("\n", eol)
    approved = PastMessage("assistant", "Here.", "| Cognac | 40% |", draft=PastDraft("a", "approved"))
    history = (PastMessage("user", "Add a row."), approved)
    asked = Briefing("write", "不对，应该是38%", document=DocumentContext(text), history=history)
    shares = next(each.index for each in read(text).blocks if each.kind == "table")
    assert subject_of(asked).other_ranges == ((shares, shares + 1),)
    assert subject_of(replace(asked, message="Shorten the section Drinks.")).other_ranges == ()
    rejected = replace(approved, draft=PastDraft("a", "rejected"))
    assert subject_of(replace(asked, history=(history[0], rejected))).other_ranges == ()
    gone = replace(asked, document=DocumentContext(text.replace("Cognac", "Brandy")))
    assert subject_of(gone).other_ranges == ()


@pytest.mark.parametrize(
    ("message", "titles_named"),
    [
        ("Write a last paragraph for Methods.", ["Methods"]),
        ("Write an opening paragraph for Methods.", ["Methods"]),
        ("Write an abstract.", ["Abstract"]),
        ("Shorten the last paragraph of Methods.", [""]),
    ],
)
def test_a_new_part_is_not_named_as_one_of_the_paper(message, titles_named):
    assert named(replace(ASKED, message=message)) == titles_named
