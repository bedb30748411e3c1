"""What an answer cites is checked within its time, the rest afterwards, and doubts must be accepted."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.kernel.exchange import ChatReply
from backend.kernel.records import Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.kernel.works import Citation, Source
from backend.ports import Verification
from backend.services import approval, drafting, run_kinds, sessions, verification
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.sources.identifiers import source_id
from backend.storage import drafts, messages, runs
from backend.storage.db import reading
from backend.storage.library_works import Entry
from tests.fakes import ScriptedModel
from tests.storage.test_library_works import shelved

GRASS = Record(
    "crossref", ("Drought tolerance of alpine grasses",), (Person("Meier", "Ruth"),), (2014,), doi="10.1000/abc"
)
TRUE = "Meier (2014). Drought tolerance of alpine grasses. doi:10.1000/abc"
FALSE = "Meier (2014). Salt stress in coastal wheat. doi:10.1000/abc"
BARRED = Failure("crossref", "answered 500")


class Registries:
    """Registries that say of every DOI the same."""

    def __init__(self, *said) -> None:
        self.said, self.names = list(said), frozenset({"crossref"})

    def look_up(self, lookups, *, seconds):
        found = self.said.pop(0) if len(self.said) > 1 else self.said[0]
        return dict.fromkeys(lookups, found)


class Later:
    """Keeps runs for whoever does them."""

    here = True

    def __init__(self) -> None:
        self.waiting: list[tuple[str, str]] = []

    def submit(self, user_id: str, run_id: str) -> None:
        self.waiting.append((user_id, run_id))


def answer(*sources: str) -> str:
    told = {"message": "Here.", "document_content": "Grasses last.", "sources": sources, "new_types": []}
    return json.dumps(told)


@pytest.fixture
def asking(world):
    """Send one message whose answer names these sources, to registries that say that."""

    def ask(source, *said, results=()):
        class Writer(ScriptedModel):
            def complete(self, request, emit, listen=None) -> ChatReply:
                return replace(super().complete(request, emit, listen), results=tuple(results))

        ports = replace(
            world.ports,
            writer=Writer(answer(source)),
            placer=None,
            executor=Later(),
            verification=Verification(Registries(*said)) if said else None,
        )
        given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
        return ports, given

    return ask


def test_a_true_source_is_resolved_and_described(asking):
    _, given = asking(TRUE, (GRASS,))
    (cited,) = given["citations"]
    assert (cited["status"], cited["doi"], cited["year"], cited["authors"]) == (
        "resolved",
        "10.1000/abc",
        2014,
        ["Ruth Meier"],
    )
    assert cited["checked_at"] and cited["notices"] == [] and given["sources"] == [TRUE]


def test_without_registries_nothing_is_claimed(asking):
    _, given = asking(TRUE)
    assert given["citations"][0]["status"] == "unchecked" and given["citations"][0]["checked_at"] is None


@pytest.mark.parametrize(
    ("source", "record", "status"),
    [
        (FALSE, GRASS, "mismatch"),
        (TRUE, replace(GRASS, notices=(Notice("retraction", "publisher"),)), "retracted"),
    ],
)
def test_a_doubted_source_must_be_accepted(world, asking, source, record, status):
    ports, given = asking(source, (record,))
    assert given["citations"][0]["status"] == status
    assert any("Drought" in each or "alpine" in each for each in given["warnings"])
    with pytest.raises(Conflict) as refused:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert [each["source"] for each in refused.value.extra["sources"]] == [source]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, accept_sources=True))
    assert done["status"] == "approved"


def test_what_somebody_vouches_for_is_doubted_only_by_what_speaks_against_it(asking):
    own = Source("Drought tolerance of alpine grasses", "https://doi.org/10.1000/abc", "10.1000/abc")
    _, given = asking(TRUE, (), results=[own])
    assert given["citations"][0]["status"] == "resolved"
    withdrawn = replace(GRASS, notices=(Notice("retraction", "publisher"),))
    assert asking(TRUE, (withdrawn,), results=[own])[1]["citations"][0]["status"] == "retracted"


def test_a_page_that_a_search_found_is_not_fetched_again(world):
    registries = Registries(BARRED)
    found = Citation("sx_1", "Notes", "https://example.org/a", None, "resolved")
    ports = replace(world.ports, verification=Verification(registries))
    registries.said = []  # any look-up would fail the test
    assert verification.looked_up(ports, ["Notes https://example.org/a"], [found]).citations == (found,)


def test_the_rest_follows_in_a_run_that_tells_it(world, asking):
    ports, given = asking(TRUE, BARRED, (GRASS,))
    assert given["citations"][0]["status"] == "unchecked"
    ((user_id, run_id),) = ports.executor.waiting
    told = run_kinds.perform(ports, user_id, run_id)
    assert told["citations"][0]["status"] == "resolved"
    with reading():
        message = messages.get(given["message_id"])
        draft = drafts.get(world.session_id, given["pending_content_id"])
        run = runs.get(user_id, run_id)
    assert message.citations == draft.citations and message.citations[0].status == "resolved"
    assert (run.status, run.session_id) == ("succeeded", None), "the session is free meanwhile"


def test_no_run_follows_where_all_is_known(asking):
    ports, _ = asking(TRUE, (GRASS,))
    assert ports.executor.waiting == []


def test_an_answer_does_not_wait_longer_than_it_may(world):
    class Hanging(Registries):
        def look_up(self, lookups, *, seconds):
            assert seconds <= 0.5
            threading.Event().wait(seconds)
            return {}

    ports = replace(world.ports, verification=Verification(Hanging(()), seconds=0.5))
    known = Citation("sx_1", "T", None, "10.1000/abc", "unresolved")
    (cited,) = verification.looked_up(ports, [TRUE], [known]).citations
    assert cited.status == "unchecked"


ABSTRACT = "Twelve plots were dry. Drought reduced the leaf area of alpine grasses by 23% within six weeks."
FALSE_CLAIM = "Drought increased the leaf area of alpine grasses by 23% within six weeks."


@pytest.fixture
def writing(world):
    """Send one message whose answer has this content, these sources and results."""

    def write(content, source=TRUE, results=(), said=None, message="Here.", mode="write"):
        told = {"message": message, "document_content": content, "sources": [source] if source else []}

        class Writer(ScriptedModel):
            def complete(self, request, emit, listen=None) -> ChatReply:
                return replace(super().complete(request, emit, listen), results=tuple(results))

        ports = replace(
            world.ports,
            writer=Writer(json.dumps({**told, "new_types": []})),
            placer=None,
            executor=Later(),
            verification=Verification(Registries(*said)) if said else None,
        )
        asked = SendMessage(world.session_id, "Add a paragraph on grasses.", mode=mode)
        return ports, drafting.send(ports, world.user_id, asked)

    return write


def test_a_sentence_that_its_source_contradicts_is_told_and_must_be_accepted(world, writing):
    result = Source("Drought tolerance of alpine grasses", "https://a.org/g", "10.1000/abc", content=ABSTRACT)
    ports, given = writing(f"{FALSE_CLAIM} [1]", results=[result])
    (cited,) = given["citations"]
    assert given["document_content"] == FALSE_CLAIM
    assert cited["support"]["verdict"] == "contradicted"
    assert [each["sentence"] for each in cited["support_of"]] == [FALSE_CLAIM]
    assert any("increased" in each for each in given["warnings"])
    with reading():
        assert messages.get(given["message_id"]).citations[0].to_json() == cited
    with pytest.raises(Conflict, match="increased") as refused:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert refused.value.extra["contradicted"][0]["passage"].startswith("Drought reduced")
    mended = ApprovalCommand(world.session_id, document_content=FALSE_CLAIM.replace("increased", "reduced"))
    assert approval.approve(ports, world.user_id, mended)["status"] == "approved"


def test_an_abstract_of_a_registry_is_what_a_source_says(writing):
    _, given = writing(f"{FALSE_CLAIM[:-1]} (Meier, 2014).", said=[(replace(GRASS, abstract=ABSTRACT),)])
    assert given["citations"][0]["support"]["verdict"] == "contradicted"


def test_an_abstract_that_comes_later_is_held_by_the_run_that_follows(world, writing):
    ports, given = writing(f"{FALSE_CLAIM[:-1]} (Meier, 2014).", said=[BARRED, (replace(GRASS, abstract=ABSTRACT),)])
    assert given["citations"][0]["support"] is None
    ((user_id, run_id),) = ports.executor.waiting
    told = run_kinds.perform(ports, user_id, run_id)
    assert told["citations"][0]["support"]["verdict"] == "contradicted"
    with pytest.raises(Conflict, match="increased"):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))


def test_the_sentences_of_a_research_answer_are_held(writing):
    result = Source("Drought tolerance of alpine grasses", "https://a.org/g", content=ABSTRACT)
    said = f"{FALSE_CLAIM} [1] Twelve plots were dry [1]."
    _, given = writing("", source="", results=[result], message=said, mode="research")
    assert [each["verdict"] for each in given["citations"][0]["support_of"]] == ["contradicted", "supported"]


def test_figures_and_works_that_no_source_has_are_named(writing):
    _, given = writing("Leaf area fell by 41 % (Doe et al., 2019).", source="")
    assert any("41 %" in each for each in given["warnings"])
    assert any("Doe et al., 2019" in each for each in given["warnings"])


def test_what_the_user_said_earlier_needs_no_source(world, writing):
    asked = SendMessage(world.session_id, "Our trials lost 41 % of their leaf area.")
    talk = json.dumps({"message": "Noted.", "document_content": "", "sources": [], "new_types": []})
    drafting.send(replace(world.ports, writer=ScriptedModel(talk)), world.user_id, asked)
    assert writing("Leaf area fell by 41 %.", source="")[1]["warnings"] == []


def test_what_a_source_confirmed_earlier_needs_no_source_again(writing):
    result = Source("Drought tolerance of alpine grasses", "https://a.org/g", content=ABSTRACT)
    said = "Drought reduced the leaf area of alpine grasses by 23% within six weeks [1]."
    writing("", source="", results=[result], message=said, mode="research")
    assert writing("It lost 23% of its leaf area.", source="")[1]["warnings"] == []


def test_of_proposed_text_only_what_cites_a_source_is_held(world):
    ports = replace(world.ports, verification=Verification(Registries((replace(GRASS, abstract=ABSTRACT),))))
    citation = Citation("sx_1", "Drought tolerance of alpine grasses", None, "10.1000/abc", "unchecked")
    own = f"{FALSE_CLAIM} We lost 41 %."
    assert verification.proposed(ports, own, [TRUE], [citation])[1] == ()
    for cited in (f"{FALSE_CLAIM[:-1]} [1].", f"{FALSE_CLAIM[:-1]} (Meier, 2014)."):
        (found,), warnings = verification.proposed(ports, cited, [TRUE], [citation])
        assert found.metadata["support"]["verdict"] == "contradicted" and "increased" in warnings[0]


def test_without_registries_what_nobody_vouches_for_is_unchecked_and_named(writing):
    own = Source("Drought tolerance of alpine grasses", "https://doi.org/10.1000/abc", "10.1000/abc")
    _, known = writing("Grasses last.", results=[own])
    assert known["citations"][0]["status"] == "resolved"
    _, unknown = writing("Grasses last.", source="A book nobody found", results=[own])
    assert unknown["citations"][0]["status"] == "unchecked"
    assert any("A book nobody found" in each for each in unknown["warnings"])


def test_a_result_that_is_marked_as_retracted_is_cited_as_such(writing):
    own = Source("Drought tolerance of alpine grasses", "https://a.org", "10.1000/abc", metadata={"is_retracted": True})
    _, given = writing("Grasses last.", results=[own])
    assert given["citations"][0]["status"] == "retracted" and any("retracted" in each for each in given["warnings"])


def test_a_doi_that_only_the_library_knows_as_retracted_is_cited_as_such(world, writing):
    shelved(world.user_id, "refs", Entry("Gone", doi="10.1234/gone", metadata={"is_retracted": True}))
    _, given = writing("Grasses last.", source="Li (2020). Gone. doi:10.1234/gone")
    assert given["citations"][0]["status"] == "retracted" and any("retracted" in each for each in given["warnings"])


def test_a_source_that_a_registry_confirms_is_not_called_unconfirmed(asking):
    other = Source("On reeds", "https://a.org/reeds")
    _, given = asking(TRUE, (GRASS,), results=[other])
    assert given["citations"][0]["status"] == "resolved"
    assert not any("confirms" in each for each in given["warnings"])
    _, unknown = asking("Doe, J. (2011). A book that nobody has.", (), results=[other])
    assert any("A book that nobody has" in each and "No registry" in each for each in unknown["warnings"])


INVENTED = (
    "Reefs lost 47.3 % of their cover. One writes “the corals of the bay will never grow back”. "
    "Others agree (Falkner et al., 2018). See https://made.up/x. It is settled【7†source】.\n\n"
    "Falkner, A. (2018). On it all. Nature, 3."
)
NAMED = ("47.3 %", "the corals of the bay", "Falkner et al., 2018", "https://made.up/x", "【7†source】", "On it all")


@pytest.mark.parametrize("mode", ["write", "research"])
@pytest.mark.parametrize("channel", ["message", "document_content"])
def test_inventions_in_message_and_content_are_named_as_research_names_them(world, mode, channel):
    said = {"message": "Here it is.", "document_content": "", "sources": [], "intent": "talk"} | {channel: INVENTED}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(said)))
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "What happens to reefs?", mode))
    told = "\n".join(given["warnings"])
    assert [each for each in NAMED if each not in told] == []


def test_statements_of_what_was_researched_need_a_source_and_those_of_a_draft_do_not(world):
    said = json.dumps(
        {"message": "Parrots learned three languages on Tuesdays.", "document_content": "", "sources": []}
    )
    ports = replace(world.ports, writer=ScriptedModel(said, said))
    asked = [SendMessage(world.session_id, "What do parrots learn?", mode) for mode in ("research", "write")]
    found = [drafting.send(ports, world.user_id, each)["warnings"] for each in asked]
    warning = (
        "No source supports these statements in the answer: “Parrots learned three languages on Tuesdays.”. Check "
        "them, or add a source."
    )
    assert [warning in each for each in found] == [True, False]


def test_an_attached_text_does_not_confirm_the_doi_of_its_own_source(world):
    link = "https://doi.org/10.1000/abc"
    quoted = Source(link, link, "10.1000/abc", content="Grasses last.", connector="attached")
    cited = Citation(source_id(quoted), link, link, "10.1000/abc", "resolved")

    def status(found, citation=cited, result=quoted):
        ports = replace(world.ports, verification=Verification(Registries(found)))
        return verification.looked_up(ports, [citation.title], [citation], [result]).citations[0].status

    assert status(BARRED) == "unchecked", "the service that could know was away"
    assert status((GRASS,)) == "resolved"
    notes = Source("Field notebook", content="Grasses last.", connector="attached")
    assert status(BARRED, Citation(source_id(notes), notes.title, None, None, "resolved"), notes) == "resolved"
    assert status(BARRED, replace(cited, metadata={"key": "meier2014"})) == "resolved", "a reference of the session"
    assert status(BARRED, cited, replace(quoted, connector="crossref")) == "resolved", "a search service found it"


def test_a_models_own_numbers_become_the_keys_of_the_sources_that_registries_confirm(world):
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    said = json.loads(answer(TRUE, FALSE)) | {"document_content": "Grasses last [1]. Wheat does not [2]."}
    ports = replace(
        world.ports, writer=ScriptedModel(json.dumps(said)), placer=None, executor=Later(),
        verification=Verification(Registries((GRASS,))),
    )  # fmt: skip
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph on grasses."))
    assert given["document_content"] == "Grasses last [@meier2014drought]. Wheat does not."
    assert [each["status"] for each in given["citations"]] == ["resolved", "mismatch"]
    assert any("The sources with the numbers [2] got no citation key" in each for each in given["warnings"])
    assert not any("no source for" in each for each in given["warnings"])
