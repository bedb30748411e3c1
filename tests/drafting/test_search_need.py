"""Whether a turn needs the web: the rules, on messages as people write them."""

import pytest

from backend.drafting.search_need import Situation, decide

PAPER = Situation(has_document=True)
PENDING = Situation(has_document=True, has_pending=True)

NO_SEARCH = [
    (Situation(), "Hi there!", "small talk"),
    (Situation(), "Thanks a lot, that looks great.", "small talk"),
    (Situation(), "Good morning", "small talk"),
    (Situation(), "vielen Dank!", "small talk"),
    (Situation(), "谢谢", "small talk"),
    (Situation(), "👍", "small talk"),
    (Situation(), "OK", "small talk"),
    (Situation(), "Hello, who are you?", "small talk"),
    (Situation(asked=True), "thanks, no", "small talk"),
    (PENDING, "Shorter, please.", "edit of the pending content"),
    (PENDING, "Make it more formal", "edit of the pending content"),
    (PENDING, "Rephrase the second sentence in the passive voice.", "edit of the pending content"),
    (PENDING, "Remove the part about recent studies", "edit of the pending content"),
    (PENDING, "Turn this into a bullet list", "edit of the pending content"),
    (PENDING, "Fix the typos in it.", "edit of the pending content"),
    (PENDING, "Replace 'patients' by 'participants' in the draft", "edit of the pending content"),
    (PENDING, "Please translate it into German", "edit of the pending content"),
    (PAPER, "What does my introduction claim?", "own document"),
    (PAPER, "Summarise the methods section", "own document"),
    (PAPER, "Where do I define the loss?", "own document"),
    (PAPER, "How many tables are in this paper?", "own document"),
    (PAPER, "Can you check the spelling in my discussion?", "own document"),
    (PAPER, "Suggest three titles for my paper", "own document"),
    (PAPER, "What is my paper about?", "own document"),
    (PAPER, "Is drift mentioned in section 3?", "own document"),
    (PAPER, "Have I explained the notation?", "own document"),
    (PAPER, "Rewrite the abstract in the past tense", "own document"),
    (PAPER, "Write a paragraph on drift. Do not search the web.", "said so"),
    (Situation(), "Write the introduction without looking anything up", "said so"),
    (Situation(), "Compose a paragraph using only the attached highlights", "said so"),
]

SEARCH = [
    (Situation(), ""),
    (Situation(), "Write an introduction on soil carbon"),
    (Situation(), "What is the state of the art in protein design?"),
    (Situation(), "Hi, what is known about sleep and memory?"),
    (Situation(), "What does my introduction claim?"),
    (Situation(), "Make it shorter and add sources"),
    (Situation(asked=True), "Yes please"),
    (Situation(asked=True), "Great, go ahead"),
    (Situation(), "2026?"),
    (PAPER, "Add a paragraph on sampling to my methods"),
    (PAPER, "Is the claim in my introduction still true?"),
    (PAPER, "Compare my results with other work"),
    (PAPER, "Find references for the second paragraph of the discussion"),
    (PAPER, "Which recent studies contradict my conclusion?"),
    (PAPER, "How does photosynthesis work?"),
    (PENDING, "Add an example to it"),
    (PENDING, "Expand the second sentence"),
    (PENDING, "Rewrite it with newer evidence"),
    (PENDING, "Shorten it and cite a review"),
    (PENDING, "Write a new section about ethics"),
    (PENDING, "What causes El Niño?"),
    (PENDING, "Use more data"),
    (PENDING, "Replace the figures with current ones"),
    (PENDING, "Use the WHO numbers instead"),
    (PENDING, "Is this right?"),
    (PAPER, "Which journal should I submit this paper to?"),
    (PAPER, "Is my method better than BERT?"),
    (PAPER, "What do the results of the 2020 election show?"),
    (PAPER, "Summarise the abstract of Vaswani et al."),
    (PAPER, "Who else works on my topic?"),
]


@pytest.mark.parametrize(("situation", "message", "why"), NO_SEARCH)
def test_leaves_the_web_alone(situation, message, why):
    decision = decide(message, situation)
    assert (decision.search, decision.why) == (False, why)


@pytest.mark.parametrize(("situation", "message"), SEARCH)
def test_searches_where_it_is_not_sure(situation, message):
    assert decide(message, situation).search is True
