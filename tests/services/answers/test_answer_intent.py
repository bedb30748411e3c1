"""An answer's content becomes a new draft, a version of one that waits, or an order about its place."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.storage import drafts
from backend.storage.db import reading
from tests.fakes import ScriptedModel

PAPER = "# Tides\n\n## Methods\n\nWe read gauges.\n\n## Discussion\n\nIt was the moon.\n"
CONTENT = "The readings were repeated on a second day."


def sent(world, text: str, content: str) -> dict:
    answer = {"message": "Here.", "document_content": content, "sources": [], "new_types": []}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


@pytest.mark.parametrize(
    ("remark", "section"),
    [
        ("nice. let's have it in the methods, near the part on gauges", "Methods"),
        ("hmm, shouldn't this go to the discussion?", "Discussion"),
        ("that's for the discussion really", "Discussion"),
    ],
)
def test_content_that_comes_back_unchanged_on_a_remark_with_a_place_gets_that_place(world, remark, section):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    first = sent(world, "Write a sentence on the readings.", CONTENT)
    moved = sent(world, remark, CONTENT)
    assert (moved["intent"], moved["pending_content_id"], moved["document_content"]) == ("move", None, "")
    assert section in moved["response"] and not any("unchanged" in each for each in moved["warnings"])
    sent(world, "Make it sound less dry.", CONTENT.replace("were repeated", "came twice"))
    ports = replace(world.ports, placer=None)
    made = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert made["placement"]["section"][-1] == section and first["status"] == "pending_approval"


def test_content_that_comes_back_unchanged_without_a_place_stays(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    sent(world, "Write a sentence on the readings.", CONTENT)
    again = sent(world, "Make it clearer, like the discussion.", CONTENT)
    assert again["intent"] == "talk" and any("returned the content unchanged" in each for each in again["warnings"])


def answered(world, text: str, answer: str) -> dict:
    ports = replace(world.ports, writer=ScriptedModel(answer), placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


@pytest.mark.parametrize(
    ("text", "answer", "told"),
    [
        ("Add a sentence on the readings to Methods.", CONTENT, True),
        ("Could you write one on readings?", f"I would add this:\n\n```markdown\n{CONTENT}\n```", True),
        ("Add one.", json.dumps({"intent": "new", "message": CONTENT, "document_content": ""}), True),
        ("What does the paper say about gauges?", "That they were read.", False),
        ("Thanks!", "You are welcome.", False),
        ("Is it long?", json.dumps({"message": "No.", "document_content": ""}), False),
    ],
)
def test_an_answer_without_a_draft_says_that_nothing_waits(world, text, answer, told):
    made = answered(world, text, answer)
    assert made["intent"] == "talk" and made["pending_content_id"] is None
    assert any("nothing new waits" in each for each in made["warnings"]) is told


def test_a_rewrite_that_is_answered_as_chat_says_that_the_earlier_version_waits(world):
    first = sent(world, "Write a sentence on the readings.", CONTENT)
    ports = replace(world.ports, writer=ScriptedModel("The readings had been repeated on a second day."), placer=None)
    made = drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id, instruction="past tense"))
    assert made["pending_content_id"] is None and any("earlier version stays" in each for each in made["warnings"])
    waiting = approval.pending(world.ports, world.user_id, world.session_id)["open"]
    assert [each["draft"].id for each in waiting] == [first["pending_content_id"]]


def test_a_version_without_the_drafts_heading_keeps_it(world):
    sent(world, "Write a section on limits.", f"## Limits\n\n{CONTENT}")
    longer = f"{CONTENT[:-1]}, at both sites."
    made = sent(world, "Make that sentence longer.", longer)
    assert made["document_content"] == f"## Limits\n\n{longer}" and any("“Limits”" in each for each in made["warnings"])
    same = sent(world, "Make it clearer.", longer)
    assert any("returned the content unchanged" in each for each in same["warnings"])


ICE = "# Ice\n\n## Summary\n\n{}\n\n{}\n\n{}\n\n## End\n\nThat is all we know of it.\n"
PARAGRAPHS = (
    "Glacier tongues speed up when water reaches the bed beneath them, in all seasons.",
    "We followed three tongues over two summers with stakes and receivers that logged each minute.",
    "Warm air explains most of the change at the two tongues with a wet bed.",
)
SHORTER = "We followed three tongues over two summers with stakes."
NEW = "Foxes ate some of the cables, which cost us a week of data."


@pytest.mark.parametrize(
    ("message", "answer", "paragraphs"),
    [
        (
            "shorten the second paragraph of the Summary",
            f"## Summary\n\n{PARAGRAPHS[0]}\n\n{SHORTER}\n\n{PARAGRAPHS[2]}",
            (PARAGRAPHS[0], SHORTER, PARAGRAPHS[2]),
        ),
        (
            "shorten the second paragraph of the Summary",
            f"{PARAGRAPHS[0]}\n\n{SHORTER}",
            (PARAGRAPHS[0], SHORTER, PARAGRAPHS[2]),
        ),
        (
            "shorten the second paragraph of the Summary",
            f"## Summary\n\n{SHORTER}",
            (PARAGRAPHS[0], SHORTER, PARAGRAPHS[2]),
        ),
        (
            "Add a paragraph on foxes to the Summary",
            "\n\n".join(("## Summary", *PARAGRAPHS, NEW)),
            (*PARAGRAPHS[:2], f"{PARAGRAPHS[2]}\n\n{NEW}"),
        ),
        (
            "polish the Summary",
            "\n\n".join(("## Summary", *PARAGRAPHS[:2], PARAGRAPHS[2].replace("Warm", "Mild"))),
            (*PARAGRAPHS[:2], PARAGRAPHS[2].replace("Warm", "Mild")),
        ),
        (
            "shorten the Summary",
            f"## Summary\n\n{PARAGRAPHS[0]}\n\n{SHORTER}\n\n{PARAGRAPHS[2]}",
            (PARAGRAPHS[0], SHORTER, PARAGRAPHS[2]),
        ),
    ],
)  # fmt: skip
def test_what_an_answer_repeats_of_the_document_is_not_added_again(world, message, answer, paragraphs):
    documents.put(world.ports, world.owned, '"0"', ICE.format(*PARAGRAPHS))
    drafted = sent(world, message, answer)
    changed = drafted["document_content"] not in (answer, answer.removeprefix("## Summary").strip())
    assert any("repeated text" in each for each in drafted["warnings"]) == changed
    ports = replace(world.ports, placer=None)
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert documents.read(ports, world.owned).content == ICE.format(*paragraphs)


TREES = """# Trees

## Methods

Gusts was logged on four afternoons. The loggers were calibrated by the maker. Shade were measured at noon.

| District | Trees | Cooling |
|:---------|------:|--------:|
| North    |    12 |     4.4 |
| South    |     9 |     3.9 |

Table: Cooling. {#tbl-cool}

## End

Plant more.
"""
FIXED = ("Gusts were logged on four afternoons.", "Shade was measured at noon.")
SENTENCES = ("Gusts was logged on four afternoons.", "Shade were measured at noon.")
HEAD = "| District | Trees | Cooling |\n|---|---|---|\n"
ROW = "| South | 10 | 4.1 |"


@pytest.mark.parametrize(
    ("message", "answer", "old", "new"),
    [
        ("Fix the grammar in the first paragraph of Methods.", " ".join(FIXED), SENTENCES, FIXED),
        ("Fix the first paragraph of Methods.", " [...] ".join(FIXED), SENTENCES, FIXED),
        ("Update @tbl-cool: South has 10 trees and 4.1.", f"{HEAD}{ROW}", ("| South    |     9 |     3.9 |",), (ROW,)),
        ("The South row should read 10 and 4.1.", f"{HEAD}{ROW}", ("| South    |     9 |     3.9 |",), (ROW,)),
    ],
)
def test_what_an_answer_leaves_out_of_a_text_stays(world, message, answer, old, new):
    documents.put(world.ports, world.owned, '"0"', TREES)
    made = sent(world, message, answer)
    wanted = TREES
    for one, other in zip(old, new, strict=True):
        wanted = wanted.replace(one, other)
    approved = approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert approved["document"] == wanted and approved["sure"]
    assert any("only a part" in each or "table rows" in each for each in made["warnings"])


def test_a_whole_document_with_one_changed_paragraph_changes_that_paragraph(world):
    documents.put(world.ports, world.owned, '"0"', TREES)
    fixed = TREES.replace("Gusts was", "Gusts were").replace("Shade were", "Shade was")
    sent(world, "Fix the grammar in the first paragraph of Methods.", fixed)
    approved = approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert approved["document"] == fixed and approved["sure"]


def test_a_mark_for_left_out_text_that_cannot_be_filled_is_named(world):
    documents.put(world.ports, world.owned, '"0"', TREES)
    made = sent(world, "Rewrite the first paragraph of Methods.", "A new text about wind.\n\n[rest unchanged]")
    assert any("“[rest unchanged]”" in each for each in made["warnings"])


def test_marks_go_where_only_a_sentence_is_replaced_and_keep_a_text_from_being_lost(world):
    paper = "# Tides\n\n## Methods\n\nWe read gauges in spring and in autumn. They drift. We set them anew.\n"
    documents.put(world.ports, world.owned, '"0"', paper)
    made = sent(world, "Shorten the first sentence of Methods.", "We read gauges twice.\n[...]")
    assert made["document_content"] == "We read gauges twice."
    kept = "Twice a year, gauges were read and set. ... (rest unchanged)"
    sent(world, "Replace the first paragraph of Methods.", kept)
    with pytest.raises(Conflict, match="leave out"):
        approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))


def test_a_sentence_that_was_asked_for_alone_is_the_draft(world):
    paper = "# Tides\n\n## Outlook\n\nIrregular coasts are open. We expect that the bound can be improved.\n"
    documents.put(world.ports, world.owned, '"0"', paper)
    new = "We expect that the bound can be improved, also for islands."
    made = sent(world, "Rewrite the second sentence of the Outlook to mention islands.", new)
    assert made["document_content"] == new and not made["warnings"]
    document = approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert document["sure"] and document["document"] == paper.replace("improved.", "improved, also for islands.")


def test_a_sentence_that_may_be_a_version_of_another_is_not_completed(world):
    paper = "# P\n\n## End\n\nShade matters. Planting should be prioritized.\n"
    documents.put(world.ports, world.owned, '"0"', paper)
    made = sent(world, "In the End, be less certain about planting.", "Planting could be prioritized.")
    assert made["document_content"] == "Planting could be prioritized."


def test_an_order_to_replace_a_paragraph_removes_all_of_it(world):
    old = "Our findings agree with those of a review. They differ from a trial of sounds."
    documents.put(world.ports, world.owned, '"0"', f"# P\n\n## End\n\n{old}\n\nPlant more.\n")
    new = "Our findings agree with those of a review, where effects were alike."
    made = sent(world, "Replace the first paragraph of the End by one that does not mention sounds.", new)
    assert made["document_content"] == new


def test_a_part_that_the_message_keeps_stays_in_the_new_version_byte_for_byte(world):
    paper = PAPER.replace("We read gauges.", "We read gauges.\n\n*   Brass\n*   Steel")
    documents.put(world.ports, world.owned, '"0"', paper)
    made = sent(world, "Rewrite Methods, but leave the list alone.", "## Methods\n\nGauges were read by us.")
    assert made["document_content"] == "Gauges were read by us.\n\n*   Brass\n*   Steel"
    assert any("“list”" in each for each in made["warnings"])
    approved = approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert approved["document"] == paper.replace("We read gauges.", "Gauges were read by us.")
    assert approved["sure"]


REFERENCES = "\n".join(f"[{n}] Author{n} A. Title {n}. Journal of Tides, 20{n:02d}." for n in range(1, 42))


@pytest.mark.parametrize("mark", ["[9,41]", "[9, 41]", "[9][41]", "[9–11]"])
def test_marks_of_the_users_own_references_are_warned_of_by_nobody(world, mark):
    paper = f"# Tides\n\n## Methods\n\nWe read gauges [9]. It was dry.\n\n## References\n\n{REFERENCES}\n"
    documents.put(world.ports, world.owned, '"0"', paper)
    made = sent(world, "Rewrite the first sentence of Methods, and cite more.", f"All gauges were read by us {mark}.")
    assert made["warnings"] == []


def test_a_repeated_heading_is_no_repeated_text(world):
    documents.put(world.ports, world.owned, '"0"', PAPER.replace("We read gauges.", "We read gauges.\n\nTwice."))
    made = sent(world, "Rewrite the first paragraph of Methods.", "## Methods\n\nThe gauges were read by us.")
    assert not any("repeated text" in each for each in made["warnings"])


@pytest.mark.parametrize("heading", ["## Methods", "### Methods", "# methods"])
def test_the_heading_above_a_new_text_is_no_part_of_the_draft_so_that_it_can_be_moved(world, heading):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    made = sent(world, "Add a sentence on the second day to the methods.", f"{heading}\n\n{CONTENT}")
    assert made["document_content"] == CONTENT
    sent(world, "No, put it at the end of the Discussion.", "")
    approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert documents.read(world.ports, world.owned).content == f"{PAPER}\n{CONTENT}\n"


ANSWERED_ORDER_PAPER = """# Tides

## Gauges

We read two gauges in spring, as an example of tides that flood the flats.

## Main result

The moon raises the sea.

## Outlook

Harbors are next.
"""
EXAMPLE = "Spring tides flood the flats, as two gauges show."


def sent_of_answered_order(world, text: str, content: str = "", message: str = "Here.") -> dict:
    answer = {"message": message, "document_content": content, "sources": [], "new_types": []}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


def approved(world) -> dict:
    return approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))


@pytest.fixture
def session(world):
    documents.put(world.ports, world.owned, '"0"', ANSWERED_ORDER_PAPER)
    return world


@pytest.mark.parametrize("answer", ["Yes.", "The one on spring tides, please.", "Yes, write it with the gauges."])
def test_the_order_that_is_answered_says_where_its_text_goes(session, answer):
    sent_of_answered_order(
        session, "Add an example to the end of the Main result.", message="Do you mean the one on spring tides?"
    )
    sent_of_answered_order(session, answer, EXAMPLE)
    made = approved(session)
    assert made["sure"] and f"The moon raises the sea.\n\n{EXAMPLE}\n\n## Outlook" in made["document"]


def test_several_questions_lead_back_to_the_order(session):
    sent_of_answered_order(session, "Add an example to the end of the Main result.", message="Which one?")
    sent_of_answered_order(session, "The one on tides.", message="Spring tides or neap tides?")
    sent_of_answered_order(session, "Spring tides.", EXAMPLE)
    assert f"The moon raises the sea.\n\n{EXAMPLE}" in approved(session)["document"]


def test_an_answer_may_name_the_place(session):
    sent_of_answered_order(session, "Add an example of spring tides.", message="In which section?")
    sent_of_answered_order(session, "At the end of the Outlook.", EXAMPLE)
    made = approved(session)
    assert made["sure"] and made["document"].endswith(f"Harbors are next.\n\n{EXAMPLE}\n")


@pytest.mark.parametrize(
    ("order", "said", "then"),
    [
        ("Add an example to the end of the Main result.", "Which one?", "Write a sentence on gauges for the Outlook."),
        ("Add an example to the end of the Main result.", "Which one?", "Amend the Outlook: it lacks the gauges."),
        ("What does the Main result lack?", "An example. Shall I write one?", "Yes."),
        ("Add an example to the end of the Main result.", "I cannot do this.", "Spring tides flood the flats."),
    ],
)
def test_other_messages_complete_no_order(session, order, said, then):
    sent_of_answered_order(session, order, message=said)
    draft = sent_of_answered_order(session, then, EXAMPLE)["pending_content_id"]
    with reading():
        assert len(drafts.get(session.session_id, draft).thread) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Draft a short passage on rain, it goes into Methods.",
        "Methods needs a paragraph on rain.",
        "I need something on rain in Methods.",
        "Half as long, please.",
    ],
)
def test_content_that_the_model_calls_new_closes_no_draft_however_alike_they_are(world, text):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    first = sent(world, "Write a sentence on the readings.", CONTENT)
    content = CONTENT.replace("readings", "rain")
    made = answered(world, text, json.dumps({"intent": "new", "message": "Here.", "document_content": content}))
    assert made["intent"] == "new"
    with reading():
        assert first["pending_content_id"] in [each.id for each in drafts.waiting(world.session_id)]


DRAFT = (
    "Gauges drift with time, so each of them was set anew in spring and autumn. The readings were repeated on a second "
    "day. Nobody was paid."
)


def test_a_version_of_one_sentence_of_a_draft_keeps_the_others_and_waits_for_its_id(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    sent(world, "Write a few sentences on the readings for Methods.", DRAFT)
    made = sent(world, "the last sentence promises too much", "Hardly anybody was paid.")
    assert made["document_content"] == DRAFT.replace("Nobody", "Hardly anybody")
    assert any("returned only a part" in each and "send its id" in each for each in made["warnings"])
    ports = replace(world.ports, placer=None)
    with pytest.raises(Conflict):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    named = ApprovalCommand(world.session_id, made["pending_content_id"])
    assert DRAFT.replace("Nobody", "Hardly anybody") in approval.approve(ports, world.user_id, named)["document"]


def test_a_version_that_lacks_a_short_sentence_of_a_draft_is_completed_and_needs_no_id(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    sent(world, "Write a few sentences on the readings for Methods.", DRAFT)
    most = DRAFT.removesuffix(" Nobody was paid.").replace("second", "third")
    made = sent(world, "it was a third day", most)
    assert made["document_content"] == DRAFT.replace("second", "third")
    assert any("returned only a part" in each for each in made["warnings"])
    done = approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))
    assert made["document_content"] in done["document"]
