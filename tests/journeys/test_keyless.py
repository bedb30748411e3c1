"""The whole loop with no key and no network, on the sample paper, as a user walks it."""

from importlib.resources import files

import pytest

from tests.researcher import Researcher, highlight

PAPER = files("backend.demo").joinpath("paper.md").read_bytes().decode()
WIND = "Gusts above 5 m/s cooled wide streets by $\\Delta T = 0.4$ degrees within a minute."


@pytest.fixture
def researcher(app):
    made = Researcher(app)
    made.bring(PAPER)
    return made


def test_the_loop(researcher, data_dir):
    answer = researcher.send("Add a paragraph on wind to the end of the Limitations section.", highlight(WIND))
    assert answer["status"] == "pending_approval"
    assert WIND in answer["document_content"]
    assert answer["sources"] and {each["status"] for each in answer["citations"]} == {"resolved"}
    assert researcher.document()["content"] == PAPER

    waiting = researcher.pending()
    assert waiting["pending_content_id"] == answer["pending_content_id"]
    seen = researcher.decide("preview")
    assert seen["placement"]["section"][-1] == "Limitations"
    assert researcher.document()["content"] == PAPER

    done = researcher.decide("approve")
    assert done["placement"] == seen["placement"] and done["diff"] == seen["diff"]
    before, _, after = done["document"].partition(answer["document_content"])
    assert PAPER.startswith(before.rstrip("\n")) and PAPER.endswith(after.lstrip("\n"))
    assert before.rstrip("\n").endswith("cool, in a drought.")
    assert (data_dir / "sessions" / researcher.session / "doc.md").read_bytes().decode() == done["document"]
    assert researcher.pending() is None

    again = researcher.decide("approve", pending_content_id=answer["pending_content_id"])
    assert again == done
    assert researcher.document()["revision"] == done["revision"]

    back = researcher.restore(1)
    assert back["content"] == PAPER and back["revision"] == done["revision"] + 1
    causes = [each["cause"] for each in researcher.call("GET", f"{researcher.path}/document/revisions")["items"]]
    assert causes == ["restored", "placed", "imported", "created"]


def test_a_question_brings_no_content(researcher):
    answer = researcher.send("How fast does the sensor respond?", mode="research")
    assert answer["status"] is None and answer["pending_content_id"] is None
    assert "eight seconds" in answer["response"]
    assert answer["sources"]


def test_what_it_knows_nothing_about_it_says_so(researcher):
    answer = researcher.send("Write a section about the mating dances of albatrosses.")
    assert answer["document_content"] == "" and answer["status"] is None
    assert answer["response"]


def test_rewrite_keeps_the_time_of_the_first_request(researcher):
    long = highlight(WIND + " Two of those afternoons were cloudy. The gusts came from the west.")
    first = researcher.send("Add a paragraph on wind and gusts to Limitations.", long)
    asked = researcher.pending()["requested_at"]
    second = researcher.decide("rewrite", instruction="Shorter, please: one sentence.")
    assert second["status"] == "pending_approval"
    assert second["document_content"] and second["document_content"] != first["document_content"]
    assert researcher.pending()["requested_at"] == asked
    assert [m["status"] for m in researcher.messages() if m["role"] == "assistant"] == ["rejected", "pending_approval"]


def test_reject_is_final_and_can_be_said_twice(researcher):
    answer = researcher.send("Add a paragraph on wind to Limitations.", highlight(WIND))
    rejected = researcher.decide("reject", reason="not now")
    assert rejected == researcher.decide("reject", pending_content_id=answer["pending_content_id"])
    researcher.decide("approve", 409, pending_content_id=answer["pending_content_id"])
    researcher.decide("approve", 409)
    assert researcher.document()["content"] == PAPER


def test_other_content_waits_beside_the_pending(researcher):
    first = researcher.send("Add a paragraph on wind to Limitations.", highlight(WIND))
    second = researcher.send("Add a paragraph on dust to Limitations.", highlight("Dust settled on the sensor."))
    both = {first["pending_content_id"], second["pending_content_id"]}
    assert None not in both and len(both) == 2
    for each in (first, second):
        researcher.decide("approve", pending_content_id=each["pending_content_id"])
    assert WIND in researcher.document()["content"] and "Dust settled" in researcher.document()["content"]


def test_a_hand_edit_of_the_file_is_heard_first(researcher, data_dir):
    file = data_dir / "sessions" / researcher.session / "doc.md"
    edited = file.read_bytes() + b"\nA line by hand.\n"
    file.write_bytes(edited)
    found = researcher.document()
    assert found["content"].encode() == edited and found["revision"] == 2
    cause = researcher.call("GET", f"{researcher.path}/document/revisions/2")["cause"]
    assert cause == "external"
    # between preview and approval too: the placement is made again on what is there now
    researcher.send("Add a paragraph on wind to the end of the Limitations section.", highlight(WIND))
    preview = researcher.decide("preview")
    file.write_bytes(edited + b"\nAnother line.\n")
    researcher.decide("approve", 409, base_revision=preview["base_revision"])
    done = researcher.decide("approve")
    assert "Another line." in done["document"] and WIND in done["document"]


def test_the_user_chooses_text_and_place(researcher):
    researcher.send("Add a paragraph on wind to Limitations.", highlight(WIND))
    mine = "My own words, with $\\nabla T$."
    preview = researcher.decide("preview", document_content=mine)
    elsewhere = {
        **preview["placement"],
        "operation": "append_to_document",
        "section": None,
        "anchor": None,
        "position": "end",
    }
    done = researcher.decide("approve", document_content=mine, placement=elsewhere)
    assert done["document"] == PAPER.rstrip("\n") + "\n\n" + mine + "\n"
    assert done["placement"]["decided_by"] == "user"


def test_bad_placements_name_every_field(researcher):
    researcher.send("Add a paragraph on wind to Limitations.", highlight(WIND))
    problem = researcher.decide("approve", 422, placement={"operation": "sideways", "confidence": 7, "anchor": 3})
    assert {"placement.operation", "placement.confidence", "placement.anchor"} <= set(problem["errors"])


def test_an_agents_text_is_proposed_word_for_word_and_the_person_decides(researcher):
    text = "Gusts [@kim2020] cooled $\\Delta T$; see caf\u00e9 \U0001f333.\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    order = "Put it at the end of the Limitations section."
    body = {"session_id": researcher.session, "document_content": text, "sources": ["Kim 2020"], "message": order}
    answer = researcher.call("POST", "/api/chat/propose", body)
    assert answer["document_content"] == text and answer["meta"]["provider"] == "caller"
    assert (researcher.messages()[0]["role"], researcher.messages()[0]["content"]) == ("user", order)
    beside = researcher.call(
        "POST", "/api/chat/propose", {"session_id": researcher.session, "document_content": "More."}
    )
    named = {"pending_content_id": answer["pending_content_id"]}
    assert researcher.decide("preview", **named)["placement"]["section"][-1] == "Limitations"
    done = researcher.decide("approve", **named)["document"]
    assert done.count(text) == 1 and done.replace(f"\n\n{text}", "", 1) == PAPER
    moved = researcher.send("Put it at the end of the Discussion instead.")
    assert moved["intent"] == "move"
    assert researcher.pending()["pending_content_id"] == beside["pending_content_id"]
    again = researcher.decide("rewrite", instruction="Set it as a list.")
    assert again["session_id"] == researcher.session


def test_a_proposal_is_taken_sentence_by_sentence(researcher):
    text = "Gusts cooled caf\u00e9s \U0001f333 by $\\Delta T$. Nobody counted them. We thank all."
    researcher.call("POST", "/api/chat/propose", {
        "session_id": researcher.session, "document_content": text, "message": "Put it at the end of Limitations.",
    })  # fmt: skip
    seen = researcher.decide("preview", unit="utf16")
    assert researcher.decide("preview", unit="utf16")["hunks"] == seen["hunks"]
    assert [each["after"].strip() for each in seen["hunks"]] == text.replace(". ", ".|").split("|")
    (splice,) = seen["splices"]
    units = PAPER.encode("utf-16-le")
    whole = units[: 2 * splice["start"]] + splice["text"].encode("utf-16-le") + units[2 * splice["end"] :]
    assert text in whole.decode("utf-16-le") and {each["before"] for each in seen["hunks"]} == {""}
    wrong = researcher.decide("approve", 422, hunks=[seen["hunks"][1]["id"], "made-up"])
    assert set(wrong["errors"]) == {"hunks.1"}
    assert set(researcher.decide("approve", 422, hunks=[])["errors"]) == {"hunks"}
    assert researcher.document()["content"] == PAPER
    chosen = [seen["hunks"][number]["id"] for number in (0, 2)]
    done = researcher.decide("approve", hunks=chosen, base_revision=seen["base_revision"], unit="utf16")
    taken = text.replace(" Nobody counted them.", "")
    assert done["document"].replace(f"\n\n{taken}", "", 1) == PAPER
    assert researcher.messages()[-1]["approved_content"] == taken
    researcher.decide("approve", 409, pending_content_id=done["pending_content_id"], hunks=[chosen[0]])


def test_what_is_counted_is_not_doubted(researcher):
    answer = researcher.send("How many words does the document have?")
    assert "words" in answer["response"] and answer["warnings"] == []


def test_the_title_of_an_edit_is_in_the_language_of_its_order(researcher):
    answer = researcher.send("Lösche den letzten Absatz von Limitations.")
    assert answer["response"].startswith("Gelöscht wird: ")
    assert researcher.pending()["title"].startswith("Gelöscht wird: ")
    assert researcher.decide("preview")["placement"]["reason"].startswith("Gelöscht wird: ")
