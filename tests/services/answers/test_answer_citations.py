"""The numbers of an answer and what stands behind them, in the answer and in what is stored of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.kernel.works import Source
from backend.services import drafting, references, sessions
from backend.services.drafting import SendMessage
from backend.sources.identifiers import source_id
from tests.fakes import ScriptedModel

RESULTS = (
    Source("Sea surface records", "https://ocean.example.org/records", year=2021),
    Source("Light and stress", "https://reef.example.net/light", year=2019, authors=("Doe, Jane",)),
    Source("Unrelated", "https://other.example.com/page"),
)
TEXT = "Heat is the main driver [1]. Light adds to it [2][1]."


class Searching(ScriptedModel):
    """A model whose answers come with the results of its search."""

    results = RESULTS

    def complete(self, *args, **kwargs):
        return replace(super().complete(*args, **kwargs), results=self.results)


def answer(content="", message="Here.", sources=()):
    return json.dumps({"message": message, "document_content": content, "sources": list(sources)})


def say(world, *answers, model=Searching, ask="Add a paragraph on heat.", **more):
    ports = replace(world.ports, writer=model(*answers))
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, ask, **more))


def numbered(given):
    return {each["n"]: each["url"] for each in given["citations"]}


@pytest.mark.parametrize("raw", [TEXT, answer(message=TEXT)])
def test_marks_of_a_message_stay_and_are_numbered(world, raw):
    given = say(world, raw, mode="research")
    assert given["response"] == TEXT
    assert given["sources"] == [
        "Sea surface records (2021). https://ocean.example.org/records",
        "Doe, Jane: Light and stress (2019). https://reef.example.net/light",
    ]
    assert numbered(given) == {1: RESULTS[0].url, 2: RESULTS[1].url}


def test_content_has_no_mark_and_the_sources_have_its_results(world):
    given = say(world, answer(TEXT))
    assert given["document_content"] == "Heat is the main driver. Light adds to it."
    assert numbered(given) == {1: RESULTS[0].url, 2: RESULTS[1].url} and not given["warnings"]


def test_the_models_own_strings_come_first_and_are_not_repeated(world):
    own = ["https://reef.example.net/light", "Something else"]
    given = say(world, answer(TEXT, sources=own))
    assert given["sources"][:2] == own and len(given["sources"]) == 3
    assert [each["n"] for each in given["citations"]] == [2, None, 1]


def test_a_mark_that_stands_for_nothing_goes_and_is_named(world):
    given = say(world, answer("Heat drives it [7]. Light too [1]."))
    assert given["document_content"] == "Heat drives it. Light too."
    assert [each for each in given["warnings"] if "[7]" in each]


def test_of_many_marks_that_stand_for_nothing_ten_are_named(world):
    given = say(world, answer(" ".join(f"Claim {number} holds [{number}]." for number in range(10, 22)) + " Heat [1]."))
    (told,) = [each for each in given["warnings"] if "no source for" in each]
    assert "[10]" in told and "[19]" in told and "[20]" not in told
    assert not any(f"[{number}]" in given["document_content"] for number in range(10, 22))


def test_what_may_be_an_interval_is_left(world):
    given = say(world, answer("It lies within [12, 18] metres [1]."))
    assert given["document_content"] == "It lies within [12, 18] metres."
    assert [each for each in given["warnings"] if "interval" in each]


def test_numbers_of_the_document_stay(world):
    world.file.parent.mkdir(parents=True, exist_ok=True)
    world.file.write_text("Tides move the water of the northern bay twice a day [3].\n", encoding="utf-8")
    given = say(world, answer("The water of the northern bay tides move twice a day [3]. Heat drives stress [1]."))
    assert given["document_content"] == "The water of the northern bay tides move twice a day [3]. Heat drives stress."
    assert numbered(given) == {1: RESULTS[0].url}


def test_without_results_a_mark_stands_for_the_models_own_source(world):
    given = say(world, answer("Heat drives it [1].", sources=["Smith 2020"]), model=ScriptedModel)
    assert given["document_content"] == "Heat drives it." and given["sources"] == ["Smith 2020"]
    assert [(each["n"], each["status"]) for each in given["citations"]] == [(1, "unchecked")]


def test_with_keys_each_work_has_one_and_keeps_it(world):
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    first = say(world, answer(TEXT))
    assert first["document_content"] == (
        "Heat is the main driver [@surface2021records]. Light adds to it [@doe2019light; @surface2021records]."
    )
    keys = {each["n"]: each["metadata"]["key"] for each in first["citations"]}
    assert keys == {1: "surface2021records", 2: "doe2019light"}
    again = answer("Light adds much [1]. Heat drives [@surface2021records].")
    Later = type("Later", (Searching,), {"results": (RESULTS[1],)})
    second = say(world, again, model=Later, draft="new")
    assert second["document_content"] == "Light adds much [@doe2019light]. Heat drives [@surface2021records]."
    assert [each["url"] for each in second["citations"]] == [RESULTS[1].url, RESULTS[0].url]
    assert [each["n"] for each in second["citations"]] == [1, None]


def test_a_work_that_is_a_reference_is_cited_by_its_key(world):
    mine = {"type": "webpage", "title": "Sea surface records", "URL": RESULTS[0].url}
    references.add(world.ports, world.owned, [("mySea", mine)], "import")
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    given = say(world, answer(TEXT))
    assert given["document_content"] == "Heat is the main driver [@mySea]. Light adds to it [@doe2019light; @mySea]."


def test_a_work_that_is_named_as_a_source_and_cited_by_key_is_one_source(world):
    sessions.change(world.ports, world.user_id, world.session_id, {"citations": "keys"})
    first = say(world, answer(TEXT))
    named = answer("Light adds much [@doe2019light].", sources=[first["sources"][1]])
    second = say(world, named, model=ScriptedModel, draft="new")
    assert second["document_content"] == "Light adds much [@doe2019light]."
    assert [(each["url"], each["metadata"]["key"]) for each in second["citations"]] == [
        (RESULTS[1].url, "doe2019light")
    ]


class Engine(Searching):
    """A model that was shown the results by their ids, as our own engine shows them."""

    def complete(self, *args, **kwargs):
        return replace(super().complete(*args, **kwargs), by_id=True)


def test_ids_become_the_numbers_of_results_and_a_models_own_numbers_cite_nothing(world):
    first, second = (f"[{source_id(each)}]" for each in RESULTS[:2])
    text = f"Heat is the main driver {second}. Light adds to it [3]. Both count {first}{second}."
    given = say(world, answer(message=text), model=Engine, mode="research")
    assert given["response"] == "Heat is the main driver [2]. Light adds to it ［3］. Both count [1][2]."
    assert numbered(given) == {1: RESULTS[0].url, 2: RESULTS[1].url}
    assert "This answer has no source for [3]." in given["warnings"]


def test_ids_in_content_are_taken_out_and_numbers_of_the_document_stay(world):
    world.file.parent.mkdir(parents=True, exist_ok=True)
    world.file.write_text("Corals bleach when the water is too warm [3].\n", encoding="utf-8")
    text = (
        f"Corals bleach when the water is too warm [3]. Heat is the main driver [{source_id(RESULTS[1])}]. So is [1]."
    )
    given = say(world, answer(text), model=Engine)
    assert given["document_content"] == (
        "Corals bleach when the water is too warm [3]. Heat is the main driver. So is."
    )
    assert numbered(given) == {2: RESULTS[1].url}
    assert any(each.startswith("This answer has no source for [1].") for each in given["warnings"])
