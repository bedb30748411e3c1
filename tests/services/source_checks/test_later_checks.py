"""Sources that could not be looked up with the answer are looked up later, and get their keys back in the draft."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from backend.errors import ProviderTimeout
from backend.kernel.records import Person, Record
from backend.ports import Verification
from backend.services import approval, drafting, paper_check, recheck, run_kinds, sessions, verification
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.source_checks import later_checks
from backend.services.source_checks.support_judge import CONTROL
from backend.storage import drafts, messages, runs
from backend.storage.db import reading
from backend.storage.paging import OLDEST_FIRST
from tests.fakes import ScriptedModel
from tests.services.test_verification import BARRED, GRASS, TRUE, Later, Registries, answer

SALT = Record("crossref", ("Salt stress in coastal wheat",), (Person("Smith", "Bo"),), (2010,), doi="10.1000/salt")
OTHER = "Smith (2010). Salt stress in coastal wheat. doi:10.1000/salt"
CONTENT = "Grasses last [1]. Wheat does not [2, 1].\n\n- Both need water [2].\n- Lakes do not."
KEYLESS = "Grasses last. Wheat does not.\n\n- Both need water.\n- Lakes do not."


class Known(Registries):
    """Registries that know some works by their DOIs, and could not be asked about the others."""

    def __init__(self, *works: Record) -> None:
        super().__init__(BARRED)
        self.works = works

    def look_up(self, lookups, *, seconds):
        return {each: tuple(one for one in self.works if one.doi == each.key) or BARRED for each in lookups}


@pytest.fixture
def waiting(world):
    """Return ports, and an answer whose sources could not be looked up, in a session that cites by keys."""
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    said = json.loads(answer(TRUE, OTHER)) | {"document_content": CONTENT}
    model = ScriptedModel(json.dumps(said))
    ports = replace(world.ports, writer=model, placer=None, executor=Later(), verification=Verification(Known()))
    return ports, drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))


def knowing(ports, *works):
    return replace(ports, verification=Verification(Known(*works)))


def shown(world, ports):
    return sessions.conversation(ports, world.user_id, world.session_id, OLDEST_FIRST).items[-1]


def test_the_rest_follows_in_a_run_that_puts_the_keys_back(world, waiting):
    ports, given = waiting
    assert given["document_content"] == KEYLESS
    assert any("The sources with the numbers [1], [2] got no citation key" in each for each in given["warnings"])
    ((user_id, run_id),) = ports.executor.waiting
    told = run_kinds.perform(knowing(ports, GRASS, SALT), user_id, run_id)
    assert [(each["status"], each["reason"]) for each in told["citations"]] == [("resolved", None)] * 2
    cited = CONTENT.replace("[2, 1]", "[@smith2010stress; @meier2014drought]")
    cited = cited.replace("[1]", "[@meier2014drought]").replace("[2]", "[@smith2010stress]")
    with reading():
        message, draft = messages.get(given["message_id"]), drafts.get(world.session_id, given["pending_content_id"])
        run = runs.get(user_id, run_id)
    assert message.document_content == draft.content == cited and message.citations == draft.citations
    assert (run.status, run.session_id) == ("succeeded", None), "the session is free meanwhile"
    page = shown(world, ports)
    assert page["warnings"] == ["A registry has now confirmed [1], [2], so the draft cites these sources by key."]
    assert later_checks.UNKEYED not in page["meta"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert done["document"].strip() == cited


def test_a_check_of_the_paper_asks_again_and_keys_come_one_by_one(world, waiting):
    ports, given = waiting
    found = knowing(ports, SALT)
    paper_check.check(found, paper_check.begin(found, world.owned, False))
    with reading():
        first = drafts.get(world.session_id, given["pending_content_id"]).content
    assert first == KEYLESS.replace("not.\n\n", "not [@smith2010stress].\n\n").replace(
        "water", "water [@smith2010stress]"
    )
    told = shown(world, ports)["warnings"]
    assert any("The sources with the numbers [1] got no citation key" in each for each in told)
    assert any("has now confirmed [2]" in each for each in told)
    assert [TRUE in each for each in told].count(True) == 1, "only what could not be looked up is still said so"
    list(recheck.recheck(knowing(ports, GRASS, SALT)))
    with reading():
        last = drafts.get(world.session_id, given["pending_content_id"]).content
    assert last == CONTENT.replace("[2, 1]", "[@smith2010stress; @meier2014drought]").replace(
        "[1]", "[@meier2014drought]"
    ).replace("[2]", "[@smith2010stress]")


def test_a_decided_draft_and_the_document_stay_as_they_are(world, waiting):
    ports, given = waiting
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    later_checks.check_open(knowing(ports, GRASS, SALT), world.owned)
    with reading():
        draft = drafts.get(world.session_id, given["pending_content_id"])
    assert draft.content == KEYLESS and KEYLESS in done["document"]
    assert [each.status for each in draft.citations] == ["resolved", "resolved"]
    assert not any(each.metadata.get("key") for each in draft.citations)
    assert any(
        "The sources with the numbers [1], [2] got no citation key" in each for each in shown(world, ports)["warnings"]
    )


def test_what_nobody_confirms_stays_without_a_key(world, waiting):
    ports, given = waiting
    later_checks.check_open(knowing(ports, replace(GRASS, doi="10.1000/salt")), world.owned)
    with reading():
        draft = drafts.get(world.session_id, given["pending_content_id"])
    assert draft.content == KEYLESS
    assert [each.status for each in draft.citations] == ["unchecked", "mismatch"]
    assert any("10.1000/salt" in each and "identifier belongs" in each for each in shown(world, ports)["warnings"])


def test_nothing_follows_an_answer_without_sources(world, monkeypatch):
    monkeypatch.setattr(later_checks, "transaction", None)
    ports = replace(world.ports, writer=ScriptedModel(answer()), verification=Verification(Known()))
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    assert given["citations"] == [] and given["pending_content_id"]


CLAIM = "In the memory test, pupils who played an instrument left pupils without an instrument behind."
DECIDING = "In the memory test they scored like pupils without an instrument."
ABSTRACT = f"Pupils who played an instrument read music from notation. {DECIDING} Income was controlled."


class Doubter(ScriptedModel):
    """Contradicts `CLAIM`, and answers all other sentences rightly."""

    def complete(self, request, emit, listen=None):
        asked = re.findall(r"(?m)^(\d+)\. (.*)$", request.turns[-1].content)
        verdicts = {CLAIM: "contradicted", CONTROL: "not found"}
        told = [{"n": int(n), "verdict": verdicts.get(text, "supported"), "quote": DECIDING} for n, text in asked]
        return ScriptedModel(json.dumps({"verdicts": told})).complete(request, emit)


def doubting(world, **given):
    said = json.loads(answer(OTHER)) | {"document_content": f"{CLAIM[:-1]} (Smith, 2010)."}
    known = Verification(Known(replace(SALT, abstract=ABSTRACT)))
    ports = replace(
        world.ports, placer=None, executor=Later(), verification=known, writer=ScriptedModel(json.dumps(said))
    )
    ports = replace(ports, **given)
    return ports, drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a sentence on rain."))


def test_a_model_doubts_a_sentence_after_the_answer_and_approval_stays_possible(world):
    ports, given = doubting(world, system=Doubter())
    assert given["citations"][0]["support"]["verdict"] == "supported"
    ((user_id, run_id),) = ports.executor.waiting
    ((told,),) = [run_kinds.perform(ports, user_id, run_id)["citations"]]
    assert (told["support"]["verdict"], told["support_of"][0]["decided_by"]) == ("partly", "model")
    with reading():
        draft = drafts.get(world.session_id, given["pending_content_id"])
    assert draft.citations[0].metadata["support"]["verdict"] == "partly"
    again = verification.looked_up_again(ports, [OTHER], draft.citations).citations
    assert again[0].metadata["support"]["verdict"] == "partly", "rules do not undo the doubt"
    assert approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["status"] == "approved"


def test_without_a_model_nothing_follows_and_a_failing_one_changes_nothing(world):
    assert doubting(world)[0].executor.waiting == []
    ports, given = doubting(world, system=ScriptedModel(ProviderTimeout("late")))
    ((user_id, run_id),) = ports.executor.waiting
    (told,) = run_kinds.perform(ports, user_id, run_id)["citations"]
    assert told["support_of"] == given["citations"][0]["support_of"]
