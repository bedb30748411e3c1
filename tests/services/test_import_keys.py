"""Keys of imported citations."""

from __future__ import annotations

from backend.services import references
from backend.services.import_keys import keyed, missing_warning, retracted
from backend.storage.sessions import OwnedSession

BERG = {"title": "Street trees", "author": [{"family": "Berg"}], "issued": {"date-parts": [[2021]]}, "DOI": "10.1234/a"}


def test_numbers_of_a_program_become_keys_and_two_numbers_of_one_work_one(world):
    found = keyed(world.session_id, ["123", "ITEM-1"], {"123": BERG, "ITEM-1": BERG}, keeps=False)
    assert found.keys == ("berg2021street",) * 2 and found.missing == ()
    [citation] = found.citations
    assert citation.metadata["key"] == "berg2021street" and citation.metadata["csl"]["DOI"] == "10.1234/a"


def test_a_work_that_the_session_has_keeps_its_key(world):
    owned = OwnedSession(world.user_id, world.session_id)
    references.add(world.ports, owned, [("mine", BERG)], "own")
    found = keyed(world.session_id, ["berg", "mine"], {"berg": BERG}, keeps=True)
    assert found.keys == ("mine", "mine") and found.citations == () and found.missing == ()


def test_what_has_no_entry_is_missing(world):
    found = keyed(world.session_id, ["a b", "bad", "{}"], {"bad": {"type": "book"}}, keeps=True)
    assert found.keys == ("a-b", "bad", "unknown") and found.missing == found.keys
    assert "a-b, bad, unknown" in next(missing_warning(found.missing)) and list(missing_warning(())) == []


def test_a_key_in_an_item_stays_where_the_ids_are_a_programs(world):
    keyed_item = {**BERG, "citation-key": "own2021"}
    assert keyed(world.session_id, ["123"], {"123": keyed_item}, keeps=False).keys == ("own2021",)
    owned = OwnedSession(world.user_id, world.session_id)
    references.add(world.ports, owned, [("own2021", {"title": "Another work"})], "own")
    assert keyed(world.session_id, ["123"], {"123": keyed_item}, keeps=False).keys == ("berg2021street",)


def test_a_work_that_its_entry_calls_retracted_is_marked_and_named(world):
    found = keyed(world.session_id, ["a", "b"], {"a": BERG | {"title": "RETRACTED: Of trees"}, "b": BERG}, keeps=True)
    gone = found.citations[0]
    assert gone.status == "retracted" and gone.metadata["notices"][0]["kind"] == "retraction"
    assert list(retracted(found.citations)) == ["“Of trees” was retracted."]


def test_a_warning_names_twelve_keys_and_shows_where_there_are_more():
    keys = [f"k{number}" for number in range(13)]
    (twelve,), (thirteen,) = missing_warning(keys[:12]), missing_warning(keys)
    assert ": " + ", ".join(keys[:12]) + ". " in twelve and ": " + ", ".join(keys[:12]) + " …. " in thirteen
