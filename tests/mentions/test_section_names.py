"""Names of sections in messages: whole, in part, misspelt, by other words."""

import pytest

from backend.document.blocks import read
from backend.document.chunks import LONGEST_TITLE
from backend.mentions import section_names
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.section_names import Names, concepts, title_words

TITLES = [
    "Introduction",
    "Materials and methods",
    "Sampling of river ice",
    "Results",
    "Discussion",
    "**Data** availability {#data}",
    "State of the field",
]
NAMES = Names(TITLES, lambda word: word in ("finding", "ice"))


def best(text):
    found = NAMES.mentions(tokens(text))
    if not found:
        return None
    chosen = max(found, key=lambda m: (m.quality, m.words))
    return TITLES[chosen.sections[0]], chosen.how


@pytest.mark.parametrize(
    ("text", "title", "how"),
    [
        ("add it to Results", "Results", "full"),
        ("add it to results please", "Results", "full"),
        ("in Data availability", "**Data** availability {#data}", "full"),
        ("under Sampling of river ice", "Sampling of river ice", "full"),
        ("the river ice section", "Sampling of river ice", "part"),
        ("append to Introdction", "Introduction", "typo"),
        ("to the Discusion", "Discussion", "typo"),
        ("in the findings", "Results", "synonym"),
        ("into related work", "State of the field", "synonym"),
        ("in der Einleitung", "Introduction", "synonym"),
        ("dans l'introduction", "Introduction", "full"),
        ("dans la discussion", "Discussion", "full"),
        ("nell'introduzione", "Introduction", "synonym"),
    ],
)
def test_a_section_is_known_by(text, title, how):
    assert best(text) == (title, how)


@pytest.mark.parametrize(
    ("title", "said", "how"),
    [
        ("Acknowledgements", "acknowledgments", "full"),
        ("Acknowledgment", "the acknowledgements", "full"),
        ("Modeling", "the modelling section", "full"),
        ("Estimates", "estimated", "part"),
        ("Methods", "methodical", "part"),
    ],
)
def test_another_spelling_is_the_whole_title_and_another_form_is_not(title, said, how):
    found = Names([title], lambda word: False).mentions(tokens(said))
    assert [m.how for m in found if m.how != "synonym"] in ([how], [])
    assert how == "part" or any(m.how == "full" for m in found)


@pytest.mark.parametrize("text", ["make it shorter", "please cite the year", "", "…"])
def test_other_words_name_nothing(text):
    assert best(text) is None


def test_equal_headings_are_named_together():
    names = Names(["Examples", "Other", "Examples"], lambda word: False)
    assert {m.sections for m in names.mentions(tokens("to Examples")) if m.how == "full"} == {(0, 2)}


def test_a_word_of_the_text_is_no_misspelling():
    names = Names(["Finder"], lambda word: word == "finders2" or word == "fender")
    assert not names.mentions(tokens("the fender"))


def test_the_longest_run_of_a_title_counts():
    found = [m for m in NAMES.mentions(tokens("sampling of river ice")) if m.sections == (2,)]
    assert [(m.first, m.stop) for m in found if m.how == "full"] == [(0, 4)]


def test_what_a_title_stands_for():
    assert dict(concepts(tuple(w.stem for w in title_words("Methods"))))["methods"] == 1.0
    assert concepts(tuple(w.stem for w in title_words("Wombats"))) == ()


def test_an_article_behind_a_verb_is_no_word_of_a_longer_name():
    names = Names(["Writing a manuscript"], lambda word: False)
    assert [(m.first, m.stop) for m in names.mentions(tokens("write a section on ice")) if m.stop > 1] == []
    (found,) = names.mentions(tokens("in writing a manuscript"))
    assert found.how == "full" and found.words == 3


def test_headings_beyond_the_most_are_known_by_their_whole_titles_alone(monkeypatch):
    monkeypatch.setattr(section_names, "MOST_NAMED", 2)
    names = Names(TITLES, lambda word: False)
    assert len(names.words) == 2 and not names.mentions(tokens("the river ice section"))
    view = DocumentView(read("".join(f"# {title}\n\n" for title in TITLES)))
    assert view.titled("Sampling of river ice") == (3,)


def test_and_may_be_said_for_its_sign():
    names = Names(["Data & Code", "Code", "Data and tools"], lambda word: False)
    found = [(m.sections, m.how) for m in names.mentions(tokens("file it under data and code"))]
    assert ((0,), "full") in found
    assert ((2,), "full") in [(m.sections, m.how) for m in names.mentions(tokens("into data and tools"))]


def test_only_the_beginning_of_a_very_long_title_is_read():
    assert len(title_words("{" + "a " * 100_000)) == LONGEST_TITLE // 2
