"""The references of a session."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.errors import Conflict, NotFound, Refused
from backend.formats.csl_items import work_of
from backend.kernel.works import Citation
from backend.services import approval, documents, proposing, references, sessions
from backend.services.approval import ApprovalCommand
from backend.services.proposing import Propose
from backend.services.reference_lookup import add_by_identifier
from backend.services.references import Change
from backend.sources.identifiers import source_id
from backend.storage.db import transaction
from backend.storage.sessions import OwnedSession
from tests.services.answers.test_answer_citations import TEXT, answer, say

BERG = {"type": "article-journal", "title": "Street trees", "author": [{"family": "Berg"}], "DOI": "10.1234/berg"}


@pytest.fixture
def owned(world):
    return OwnedSession(world.user_id, world.session_id)


def test_a_work_gets_a_key_of_its_own_and_keeps_it(world, owned):
    first = references.add(world.ports, owned, [("", BERG)], "import")
    [key] = first["keys"]
    told = references.get(world.ports, owned, key)
    assert told["created_at"] <= world.ports.clock() and told["csl"]["id"] == key
    assert key == "bergstreet"
    again = references.add(world.ports, owned, [("otherkey", BERG | {"volume": "4"})], "import")
    assert again["keys"] == [key] and [each["csl"]["volume"] for each in again["items"]] == ["4"]


def test_a_key_survives_that_its_work_is_imported_again_with_more_or_less(world, owned):
    bare = {"type": "book", "title": "Street trees"}
    for item in (bare, BERG, bare | {"URL": "https://example.org/berg"}, BERG | {"title": "Street Trees"}):
        told = references.add(world.ports, owned, [("berg", item)], "import")
        assert told["keys"] == ["berg"] and len(told["items"]) == 1
    other = BERG | {"DOI": "10.1234/second-edition"}
    assert references.add(world.ports, owned, [("berg", other)], "import")["keys"] == ["bergstreet"]


def test_a_wished_key_is_given_where_it_is_free(world, owned):
    added = references.add(
        world.ports, owned, [("mine", BERG), ("mine", {"title": "Another"}), ("bad key", {"title": "Third"})], "import"
    )
    assert added["keys"][0] == "mine" and len(set(added["keys"])) == 3
    assert all(" " not in key for key in added["keys"])


def test_text_that_cites_a_retracted_reference_by_key_must_be_accepted_once(world, owned):
    references.add(world.ports, owned, [("berg", BERG), ("fine", {"title": "Fine"})], "own")
    gone = {"key": "berg", "notices": [{"kind": "retraction"}]}
    with transaction():
        references.keep_statuses(owned.id, [Citation(source_id(work_of(BERG)), "", None, None, "retracted", gone)])
    told = proposing.propose(world.ports, owned.user_id, Propose(owned.id, "Shade [@berg] and sun [@fine]."))
    decide = ApprovalCommand(owned.id, told["pending_content_id"])
    with pytest.raises(Conflict, match=r"@berg, “Street trees” \(retracted\)") as refused:
        approval.approve(world.ports, owned.user_id, decide)
    assert [each["status"] for each in refused.value.extra["sources"]] == ["retracted"]
    approval.approve(world.ports, owned.user_id, replace(decide, accept_sources=True))
    again = proposing.propose(world.ports, owned.user_id, Propose(owned.id, "More shade [@berg]."))
    assert approval.approve(world.ports, owned.user_id, ApprovalCommand(owned.id, again["pending_content_id"]))


def test_the_document_says_how_often_each_is_cited_and_what_is_missing(world, owned):
    references.add(world.ports, owned, [("berg", BERG)], "own")
    documents.put(world.ports, owned, '"0"', "Text [@berg; @nobody] and @berg.")
    told = references.listed(world.ports, owned)
    assert [each["cited"] for each in told["items"]] == [2] and told["missing"] == ["nobody"]


def test_bad_items_are_all_named_and_none_is_added(world, owned):
    with pytest.raises(Refused) as caught:
        references.add(world.ports, owned, [("a", BERG), ("b", {}), ("c", {"title": {}})], "own")
    assert set(caught.value.errors or ()) == {"1.csl.title", "2.csl.title"}
    assert references.listed(world.ports, owned)["items"] == []


def test_there_is_a_limit(world, owned, monkeypatch):
    monkeypatch.setattr(references, "MOST_REFERENCES", 2)
    with pytest.raises(Refused):
        references.add(world.ports, owned, [("", {"title": f"Work {n}"}) for n in range(3)], "own")


def test_a_change_keeps_key_and_origin_and_forgets_the_verdict(world, owned):
    [key] = references.add(world.ports, owned, [("", BERG)], "library")["keys"]
    changed = references.update(world.ports, owned, key, Change({"volume": "9", "author": None}))
    assert changed["csl"]["volume"] == "9" and "author" not in changed["csl"]
    assert (changed["origin"], changed["status"], changed["checked_at"]) == ("library", "unchecked", None)
    with pytest.raises(Refused):
        references.update(world.ports, owned, key, Change({"title": None, "DOI": None}))


def test_a_key_changes_only_while_nothing_cites_it(world, owned):
    references.add(world.ports, owned, [("berg", BERG), ("oke", {"title": "Heat"})], "own")
    changed = references.update(world.ports, owned, "berg", Change({"volume": "9"}, "berg2021"))
    assert (changed["key"], changed["csl"]["id"], changed["csl"]["volume"]) == ("berg2021", "berg2021", "9")
    assert {each["key"] for each in references.listed(world.ports, owned)["items"]} == {"berg2021", "oke"}
    with pytest.raises(Refused):
        references.update(world.ports, owned, "oke", Change(key="not a key"))
    with pytest.raises(Conflict, match="Another"):
        references.update(world.ports, owned, "oke", Change(key="berg2021"))
    proposing.propose(world.ports, world.user_id, Propose(world.session_id, "It cools [@oke]."))
    with pytest.raises(Conflict, match="draft"):
        references.update(world.ports, owned, "oke", Change({"title": "Other"}, "oke1982"))
    approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id))
    with pytest.raises(Conflict, match="document"):
        references.update(world.ports, owned, "oke", Change({"title": "Other"}, "oke1982"))
    assert references.get(world.ports, owned, "oke")["csl"]["title"] == "Heat", "nothing is changed in part"


def test_somebody_elses_are_not_found(world, owned):
    stranger = OwnedSession("somebody else", owned.id)
    [key] = references.add(world.ports, owned, [("", BERG)], "own")["keys"]
    for call in (
        lambda: references.listed(world.ports, stranger),
        lambda: references.get(world.ports, stranger, key),
        lambda: references.add(world.ports, stranger, [("", BERG)], "own"),
        lambda: references.update(world.ports, stranger, key, Change({})),
        lambda: references.remove(world.ports, stranger, key),
        lambda: add_by_identifier(world.ports, stranger, "10.1234/x"),
        lambda: references.entries(stranger),
    ):
        with pytest.raises(NotFound):
            call()


def test_an_approval_keeps_the_works_that_the_content_cites(world, owned):
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    given = say(world, answer(TEXT))
    approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id))
    told = references.listed(world.ports, owned)
    assert told["missing"] == [] and len(told["items"]) == 2
    assert {each["key"] for each in told["items"]} == {
        each["metadata"]["key"] for each in given["citations"] if each["metadata"].get("key")
    }
    assert all(each["cited"] >= 1 and each["origin"] == "draft" for each in told["items"])


def folder(world):
    return world.ports.data_dir / "sessions" / world.session_id


def test_the_references_lie_beside_the_document(world, owned):
    assert not (folder(world) / "references.bib").exists()
    references.add(world.ports, owned, [("berg", BERG)], "own")
    assert (folder(world) / "references.bib").read_text().startswith("@article{berg,")
    assert json.loads((folder(world) / "references.json").read_text())[0]["id"] == "berg"
    references.update(world.ports, owned, "berg", Change({"title": "Other trees"}))
    assert "Other trees" in (folder(world) / "references.bib").read_text()
    references.remove(world.ports, owned, "berg")
    assert (folder(world) / "references.json").read_text() == "[]\n"


def test_an_approval_writes_them_too(world):
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    say(world, answer(TEXT))
    approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id))
    assert len(json.loads((folder(world) / "references.json").read_text())) == 2


def test_nothing_is_written_where_nothing_is_published(world, owned):
    ports = replace(world.ports, policy=replace(world.ports.policy, publish=False))
    references.add(ports, owned, [("berg", BERG)], "own")
    assert not (folder(world) / "references.bib").exists()


def test_a_link_in_their_place_is_not_followed(world, owned, tmp_path):
    (tmp_path / "mine").write_text("mine")
    (folder(world) / "references.bib").symlink_to(tmp_path / "mine")
    assert references.add(world.ports, owned, [("berg", BERG)], "own")["keys"] == ["berg"]
    assert (tmp_path / "mine").read_text() == "mine"


def kept(world, *citations):
    with transaction():
        return references.keep_statuses(world.session_id, citations)


def test_one_work_that_a_registry_does_not_have_keeps_no_other_from_being_checked(world, owned):
    works = {key: {**BERG, "title": key, "DOI": f"10.1234/{key}"} for key in ("gone", "open", "last")}
    references.add(world.ports, owned, list(works.items()), "own")
    found = {
        key: Citation(source_id(work_of(item)), key, None, None, "resolved", {"key": key})
        for key, item in works.items()
    }
    kept(world, *(replace(found[key], status="retracted") for key in ("gone", "open")))
    still_open = replace(found["open"], metadata={"key": "open", "open": True})
    kept(world, replace(found["gone"], status="unresolved"), still_open, found["last"])
    statuses = {key: references.get(world.ports, owned, key)["status"] for key in works}
    assert statuses == {"gone": "retracted", "open": "retracted", "last": "resolved"}


def test_a_check_is_kept_and_says_what_is_new(world, owned):
    references.add(world.ports, owned, [("berg", BERG)], "own")
    work = source_id(work_of(BERG))
    notice = {"kind": "retraction", "doi": "10.1234/r"}
    fine = Citation(work, "Street trees", None, "10.1234/berg", "resolved", {"key": "berg"})
    withdrawn = replace(fine, status="retracted", metadata={"key": "berg", "notices": [notice]})
    assert kept(world, fine) == [] and references.get(world.ports, owned, "berg")["status"] == "resolved"
    assert kept(world, withdrawn) == ["berg"] and kept(world, withdrawn) == [], "news is told once"
    late = replace(fine, metadata={"key": "berg", "open": True})
    assert kept(world, late, replace(fine, status="unchecked")) == []
    assert references.get(world.ports, owned, "berg")["checked_at"] is None, "these citations say no time"
    asked = replace(withdrawn, metadata={**withdrawn.metadata, "checked_at": "2026-11-01T10:00:00Z"})
    assert kept(world, asked) == []
    assert references.get(world.ports, owned, "berg")["checked_at"].isoformat() == "2026-11-01T10:00:00+00:00"
    told = references.get(world.ports, owned, "berg")
    assert (told["status"], told["notices"]) == ("retracted", [notice])
    assert kept(world, fine) == [] and references.get(world.ports, owned, "berg")["status"] == "resolved"


def test_a_check_of_another_work_is_not_kept(world, owned):
    references.add(world.ports, owned, [("berg", BERG)], "own")
    stale = Citation("another", "Street trees", None, None, "retracted", {"key": "berg"})
    assert kept(world, stale, replace(stale, metadata={})) == []
    assert references.get(world.ports, owned, "berg")["status"] == "unchecked"
