"""What a model says to the user in its content: found by form and place, and doubtful where it may be the paper's."""

import pytest

from backend.document.blocks import read
from backend.drafting.spoken_framing import framing, speaks_alone

PAPER = read("# Tides\n\n## Methods\n\nWe measured tides.\n\n## Target Audience\n\nResearchers use it.\n")
SALT = "Salt water is denser than fresh water, and it sinks to the ground [@kumar2012]."
ICE = "Ice forms in winter and melts in spring."


@pytest.mark.parametrize(
    "said",
    [
        "Here is the revised paragraph:",
        "Here's a shorter version of the second paragraph:",
        "Of course, here is the text for Methods:",
        "Sure! Below is the new paragraph:",
        "**Revised paragraph:**",
        "I have rewritten the paragraph as you asked:",
        "Hier ist der überarbeitete Absatz:",
        "Voici le paragraphe révisé :",
        "Aquí está el párrafo revisado:",
        "¡Claro! Aquí está:",
        "Here you go:",
        "Voici :",
        "Ci-dessous le paragraphe révisé :",
        "Ecco il paragrafo rivisto:",
        "以下是修改后的段落：",
        "(to be placed at the end of Target Audience)",
        "*(Insert after the first paragraph of Methods)*",
        "[To be added to Methods]",
        "(I kept all citations.)",
    ],
)
def test_an_introduction_is_found_before_the_text(said):
    content = f"{said}\n\n{SALT}"
    found = framing(read(content), PAPER)
    assert found is not None and found.sure and content[: found.start] + content[found.end :].lstrip() == SALT


@pytest.mark.parametrize(
    "said",
    [
        "Let me know if you want it longer.",
        "Would you like me to add a citation?",
        "I hope this fits your paper!",
        "Sagen Sie mir, ob Sie es länger möchten.",
        "Möchten Sie eine kürzere Fassung des Absatzes?",
        "如果您需要修改，请告诉我。",
    ],
)
@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_an_offer_is_found_after_the_text(said, gap):
    content = f"{SALT.replace(' [@kumar2012]', '')}{gap}{said}"
    found = framing(read(content), PAPER)
    assert found is not None and found.sure and content[found.start : found.end].strip() == said


@pytest.mark.parametrize(
    "content",
    [
        "The method has three steps:\n\n- one\n- two",
        "The section is easy:\n\n$$a=b$$",
        f"Here, salt water is heavy: it sinks.\n\n{ICE}",
        f"We ask: does salt sink?\n\n{ICE}",
        "Table 2: Sites and dates.\n\n| a | b |\n|---|---|\n| 1 | 2 |",
        f"**Setting:** Salt flats.\n\n{ICE}",
        "I thank my mother.\n\nI thank the crew.",
        "How often do you swim?\n\nHow often do you sail?",
        f"(See Methods.)\n\n{SALT}",
        f"{SALT}\n\nIn the words of one participant: “I will tell you.”",
        f"Abstract: {SALT}",
        f"The text below is read by pupils: {SALT}",
        f"Results below the detection limit are listed here:\n\n{ICE}",
        "Here is the revised paragraph:",
        "",
    ],
)
def test_text_of_a_paper_is_left_alone(content):
    assert framing(read(content), PAPER) is None


def test_what_may_be_either_is_doubtful():
    letter = "Dear Editor,\n\nI submit our paper on tides.\n\nI hope that you find it interesting."
    assert not framing(read(letter), PAPER).sure
    assert not framing(read(f"The section is organized as follows:\n\n{ICE}"), PAPER).sure
    interview = read("> Q: I told you.\n\nWhat I asked you is in the appendix.\n")
    assert not framing(read(f"{SALT}\n\nLet me know if you want it longer."), interview).sure


@pytest.mark.parametrize(
    "said",
    [
        "**Changes made:**\n- joined two sentences\n- took out the redundancy",
        "---\n\n**Changes:** joined two sentences.",
        "### Summary of changes\n\n1. Joined two sentences.",
        "What I changed:\n\n- joined two sentences",
        "**Änderungen:**\n\n- zwei Sätze verbunden",
        "*(Word count: 31)*",
        "(31 words)",
    ],
)
def test_a_list_of_the_changes_or_a_count_is_found_behind_the_text(said):
    content = f"{ICE}\n\n{said}"
    found = framing(read(content), PAPER, "Shorten the paragraph.")
    assert found is not None and found.sure and content[: found.start].rstrip("- \n") == ICE


@pytest.mark.parametrize(
    "content",
    [
        f"{ICE}\n\n**Changes in temperature:** It rose.",
        f"{ICE}\n\nThe changes were small.",
        f"{ICE}\n\n## Changes\n\nWe moved.\n\n## Costs\n\nNone.",
        f"{ICE}\n\n(The 31 words of the list were read aloud by pupils of two schools.)",
        "**Changes:** We moved.",
    ],
)
def test_changes_that_are_the_subject_stay(content):
    assert framing(read(content), PAPER) is None


def test_changes_that_were_asked_for_stay():
    content = f"{ICE}\n\n## Changes\n\nWe moved."
    assert framing(read(content), PAPER, "Add a section on the changes since 2020.") is None


@pytest.mark.parametrize(
    "said",
    [
        "I'm sorry, but I can't help with legal advice.",
        "Which regulation do you mean, GDPR or HIPAA?",
        "Leider kann ich dazu nichts schreiben.",
    ],
)
def test_a_question_or_a_refusal_alone_speaks_to_the_user(said):
    assert speaks_alone(read(said), PAPER.text) and not speaks_alone(read(said), f"{PAPER.text} {said}")


@pytest.mark.parametrize("text", [ICE, "I thank the crew.", "Does salt sink?", f"Do you swim?\n\n{ICE}", ""])
def test_other_content_is_text(text):
    assert not speaks_alone(read(text), PAPER.text)


@pytest.mark.parametrize(
    "said",
    [
        "Here is the corrected introduction:",
        "Corrected text:",
        "Hier ist die korrigierte Einleitung:",
        "The corrected section:",
    ],
)
def test_a_line_with_a_colon_above_a_heading_is_an_introduction(said):
    content = f"{said}\n\n## Introduction\n\n{SALT}"
    found = framing(read(content), PAPER)
    assert found is not None and found.sure and content[: found.end].strip() == said


def test_the_name_of_a_section_is_announced_before_its_text_without_a_heading():
    paper = read("# P\n\n## Introduction\n\nOld.\n")
    found = framing(read(f"Here is the corrected introduction:\n\n{SALT}"), paper)
    assert found is not None and found.sure
    assert framing(read(f"The introduction has three parts.\n\n## Methods\n\n{SALT}"), paper) is None


VERSION, REWORD = "We measured the tides with gauges.", "Reword the first paragraph of Methods."


@pytest.mark.parametrize(
    "said",
    [
        "I hope this helps!", "Ich hoffe, das hilft weiter.", "Sag Bescheid, wenn du noch etwas brauchst.",
        "N'hésitez pas à me dire si vous souhaitez d'autres changements.",
    ],
)  # fmt: skip
def test_a_remark_behind_the_version_of_one_paragraph_is_found_without_you(said):
    content = f"{VERSION}\n\n{said}"
    found = framing(read(content), PAPER, REWORD)
    assert found is not None and found.sure and content[: found.start].strip() == VERSION
    assert (doubt := framing(read(content), PAPER, "Write two paragraphs.")) is None or not doubt.sure


@pytest.mark.parametrize("said", ["Bitte schön:", "Mit Vergnügen:"])
def test_a_line_with_a_colon_above_the_version_of_one_paragraph_is_an_introduction(said):
    found = framing(read(f"{said}\n\n{VERSION}"), PAPER, REWORD)
    assert found is not None and found.sure
    assert framing(read(f"{said}\n\n{VERSION}"), PAPER, "Write two paragraphs.") is None


@pytest.mark.parametrize("said", ["Espero que le sea útil.", "Fammi sapere se va bene.", "Se quiser, posso encurtar."])
def test_a_remark_without_a_pronoun_is_doubtful(said):
    found = framing(read(f"{VERSION}\n\n{said}"), PAPER, REWORD)
    assert found is not None and not found.sure


def test_a_closing_sentence_on_the_line_of_the_text_is_found():
    content = f"{VERSION} Let me know if this works for you."
    found = framing(read(content), PAPER, REWORD)
    assert found is not None and found.sure and content[: found.start].strip() == VERSION


@pytest.mark.parametrize("call", ["Sure!", "Bien sûr !", "¡Por supuesto!", "Natürlich gerne!"])
def test_a_call_before_the_text_is_found(call):
    content = f"{call} {VERSION}"
    found = framing(read(content), PAPER, REWORD)
    assert found is not None and found.sure and content[found.end :].strip() == VERSION
    assert framing(read(f"{content} What a tide!"), PAPER, REWORD) is None


def test_a_sentence_without_a_colon_announces_the_version():
    content = f"The following is an improved version of the paragraph.\n\n{VERSION}"
    found = framing(read(content), PAPER, REWORD)
    assert found is not None and found.sure and content[found.end :].strip() == VERSION


@pytest.mark.parametrize(
    "text",
    [
        "Die meisten Bienen fanden sich in blauen Fallen, wenige je Falle in den weißen.",
        "La plupart des abeilles du quartier étaient dans les pièges bleus.",
        "La plupart des essais ont eu lieu en ville.",
    ],
)
def test_a_word_that_is_a_pronoun_in_another_language_speaks_to_nobody(text):
    assert framing(read(f"{ICE}\n\n{text}"), PAPER) is None
