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


@pytest.mark.parametrize(
    ("situation", "message", "why"),
    [
        (Situation(), "Hey!", "small talk"),
        (Situation(), "Danke", "small talk"),
        (Situation(), "merci beaucoup", "small talk"),
        (Situation(), "привет", "small talk"),
        (Situation(), "Bye, see you tomorrow", "small talk"),
        (Situation(), "lol", "small talk"),
        (Situation(), "cool", "small talk"),
        (Situation(), "What can you do for me?", "small talk"),
        (Situation(), "How does this work?", "small talk"),
        (Situation(), "What's your name?", "small talk"),
        (Situation(), "hi, can you help me", "small talk"),
        (Situation(), "...", "small talk"),
        (PENDING, "Trim it", "edit of the pending content"),
        (PENDING, "Tighten this", "edit of the pending content"),
        (PENDING, "cut the last sentence", "edit of the pending content"),
        (PENDING, "Delete the second paragraph", "edit of the pending content"),
        (PENDING, "Leave out the numbers", "edit of the pending content"),
        (PENDING, "Merge the two sentences", "edit of the pending content"),
        (PENDING, "Swap the paragraphs", "edit of the pending content"),
        (PENDING, "Put the title in bold", "edit of the pending content"),
        (PENDING, "Undo that", "edit of the pending content"),
        (PENDING, "As a table, please", "edit of the pending content"),
        (PENDING, "Simplify it", "edit of the pending content"),
        (PENDING, "less technical", "edit of the pending content"),
        (PENDING, "too wordy", "edit of the pending content"),
        (PENDING, "Under 100 words", "edit of the pending content"),
        (PENDING, "Use the past tense", "edit of the pending content"),
        (PENDING, "Fix the spelling", "edit of the pending content"),
        (PENDING, "Change 'show' to 'prove'", "edit of the pending content"),
        (PENDING, "Call it drift instead", "edit of the pending content"),
        (PENDING, "Improve the flow", "edit of the pending content"),
        (PENDING, "Rewrite this version in plain language", "edit of the pending content"),
        (PENDING, "Make it longer", "may need sources"),
        (PENDING, "Mention the WHO", "may need sources"),
        (PENDING, "Elaborate on it", "may need sources"),
        (PENDING, "Include more details", "may need sources"),
        (PENDING, "Complete the list", "may need sources"),
        (PENDING, "Shorten it and check it online", "may need sources"),
        (PENDING, "Rephrase it with the latest statistics", "may need sources"),
        (PENDING, "more formal", "edit of the pending content"),
        (PENDING, "Rephrase what everybody in the whole field of ecology says about tides", "may need sources"),
        (PAPER, "What does section 2 say?", "own document"),
        (PAPER, "Which terms does my abstract define?", "own document"),
        (PAPER, "How long is my introduction?", "own document"),
        (PAPER, "Where did we mention drift?", "own document"),
        (PAPER, "Did I already describe the setup?", "own document"),
        (PAPER, "Write a title for my paper", "own document"),
        (PAPER, "Propose keywords for this manuscript", "own document"),
        (PAPER, "Draft an abstract from our text", "own document"),
        (PAPER, "Outline my thesis", "own document"),
        (PAPER, "Count the figures in this chapter", "own document"),
        (PAPER, "Shorten my abstract", "own document"),
        (PAPER, "Translate the second paragraph", "own document"),
        (PAPER, "Polish my conclusion", "own document"),
        (PAPER, "Is anything missing in my outline?", "own document"),
        (PAPER, "What does the abstract of Doe's paper say?", "may need sources"),
        (PAPER, "Is my claim in section 2 correct?", "may need sources"),
        (PAPER, "Expand my introduction", "may need sources"),
        (PAPER, "Summarise recent papers on my topic", "may need sources"),
        (PAPER, "Compare my table with other studies", "may need sources"),
        (PAPER, "Is my method novel?", "may need sources"),
        (PAPER, "Verify the numbers in my table", "may need sources"),
        (PAPER, "What is the current state of coral reefs?", "may need sources"),
        (PAPER, "Summarise the current draft", "own document"),
        (PAPER, "As of 2024, is my table outdated?", "may need sources"),
        (Situation(), "Write it without using the web", "said so"),
        (Situation(), "Don't google it, write on tides", "said so"),
        (Situation(), "No internet, please: describe tides", "said so"),
        (Situation(), "Use only my notes and write on tides", "said so"),
        (Situation(), "Never browse. Write on tides.", "said so"),
        (Situation(), "I do not know. Search for tides.", "may need sources"),
        (Situation(), "Just look up tides", "may need sources"),
    ],
)
def test_the_rule_that_decides_in_other_words(situation, message, why):
    decision = decide(message, situation)
    assert (decision.search, decision.why) == (why == "may need sources", why)


def test_of_a_long_message_no_rule_is_sure():
    question = "What does my introduction claim? "
    assert not decide(question + "x" * (1_000 - len(question)), PAPER).search
    assert decide(question + "x" * (1_001 - len(question)), PAPER).search


@pytest.mark.parametrize(
    "text",
    [
        "Guten Morgen, wie geht es dir?", "¿Cómo estás?", "Merci beaucoup, c'est parfait", "Bonjour, ça va ?",
        "what's up?", "Hello there, nice to meet you", "Vielen Dank für deine Hilfe!", "muchas gracias por tu ayuda",
        "haha that's funny", "Thank you so much for your help with this", "are you an AI?", "Have a great weekend!",
    ],
)  # fmt: skip
def test_small_talk_in_other_words_and_languages(text):
    assert decide(text, Situation()).why == "small talk"


@pytest.mark.parametrize(
    "text",
    ["thanks to whom was penicillin found?", "good clinical practice", "hello world programs", "Who made paper?"],
)
def test_what_only_begins_like_small_talk(text):
    assert decide(text, Situation()).search
