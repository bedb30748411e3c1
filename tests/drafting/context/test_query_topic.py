"""The topic of a query: given where an instruction alone would search for nothing in particular."""

from dataclasses import replace

import pytest

from backend.drafting.briefing import Briefing, DocumentContext
from backend.drafting.context.query_topic import topic
from backend.drafting.context.subject import subject_of
from backend.drafting.history import PastMessage

TEXT = "# Bees at night\n\nBees dance.\n\n## Hive temperature\n\nIt was warm.\n"
ASKED = Briefing("write", "Find newer evidence.", document=DocumentContext(TEXT))
HISTORY = (PastMessage("user", "Write on lamps."), PastMessage("assistant", "Done."))


def told(**more):
    briefing = replace(ASKED, **more)
    return topic(briefing, "Bees at night", subject_of(briefing))


def test_the_papers_title_and_the_section_meant():
    assert told() == "(This is about the paper “Bees at night”.)"
    assert told(message='Find newer evidence for "Hive temperature".') == (
        "(This is about the paper “Bees at night”, its section “Hive temperature”.)"
    )


def test_an_instruction_that_says_nothing_takes_up_the_request_before():
    assert told(message="Try again.", history=HISTORY).endswith("what was asked before: “Write on lamps.”.)")
    assert "lamps" not in told(message="Find newer evidence on hive odour.", history=HISTORY)


def test_no_topic_where_the_instruction_has_one_or_there_is_no_paper():
    long = "Compare the waggle dance of honey bees with the trail pheromones that leafcutter ants lay."
    assert told(message=long) == "" == told(document=DocumentContext())


@pytest.mark.parametrize(
    "message", ["Was sagt die Literatur dazu?", "Trouve des études plus récentes", "¿Y en Europa?"]
)
def test_function_words_of_every_language_say_no_topic(message):
    briefing = replace(ASKED, message=message, history=HISTORY)
    assert "lamps" in topic(briefing, "", subject_of(briefing))


def test_a_title_says_enough_about_a_short_request():
    assert "lamps" not in told(message="Add a paragraph on light.", history=HISTORY)
