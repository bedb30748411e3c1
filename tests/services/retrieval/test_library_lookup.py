"""A file's DOI is looked up at every registry; they are believed where the file bears their title."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.formats.csl_items import Item
from backend.kernel.records import Lookup, Person, Record
from backend.kernel.search_requests import Failure
from backend.kernel.works import PageText, Work
from backend.ports import Verification
from backend.services import library
from backend.services.library_corrections import csl_of
from backend.services.retrieval.library_lookup import ReadFile, looked_up
from backend.storage.library_works import Entry
from tests.services.test_reference_lookup import GRASS, Registries, knows, with_registries

ENTRY = Entry("On grass", ("G. Rass",), None, "10.1000/grass", None, None)


def page(text: str) -> tuple[PageText, ...]:
    return (PageText(1, text),)


def asked(ports, entry=ENTRY, kind="pdf", text="J. Grass 7. Of  GRASS, by R. Meier."):
    told: list[tuple[str, dict[str, object]]] = []
    made = looked_up(
        ports,
        ReadFile(Work(kind, entry.title, entry.authors, entry.year, entry.doi, page(text)), entry),
        lambda each: told.append((each.name, dict(each.data))),
    )
    return made, told


def test_what_the_registries_know_becomes_the_works_entry(world):
    entry, told = asked(with_registries(world, knows(GRASS)))
    assert (entry.title, entry.authors, entry.year) == ("Of grass", ("Ruth Meier", "A Group"), 2014)
    item: Item = csl_of(entry)
    assert (item["volume"], item["container-title"], item["DOI"]) == ("7", "J. Grass", "10.1000/grass")
    assert "abstract" not in item and (entry.metadata or {})["journal"] == "J. Grass"
    call = {"tool_call_id": "doi", "tool": "registries", "query": "10.1000/grass"}
    assert told == [
        ("tool_call_started", {**call, "status": "running"}),
        ("tool_call_success", {**call, "status": "success", "count": 1}),
    ]


def test_a_doi_that_crossref_does_not_know_is_found_elsewhere(world):
    record = Record("datacite", ("Of grass",), (Person("Meier", "Ruth"),), (2014,), doi="10.1000/grass")
    entry, _ = asked(with_registries(world, {Lookup("datacite", "10.1000/grass"): (record,)}))
    assert (entry.title, entry.year) == ("Of grass", 2014)


def test_what_the_registries_do_not_say_stays_as_the_file_says_it(world):
    terse = Record("crossref", ("Of grass",), doi="10.1000/grass")
    entry, _ = asked(with_registries(world, knows(terse)), replace(ENTRY, year=1999))
    assert (entry.authors, entry.year) == (("G. Rass",), 1999)
    assert csl_of(entry)["author"] == [{"family": "Rass", "given": "G."}]


@pytest.mark.parametrize(("kind", "doi"), [("pdf", None), ("markdown", "10.1000/grass")])
def test_a_doi_of_another_work_goes_where_it_only_stood_on_a_page(world, kind, doi):
    entry, _ = asked(with_registries(world, knows(GRASS)), kind=kind, text="On reeds.")
    assert entry == replace(ENTRY, doi=doi)


def test_registries_that_fail_leave_what_the_file_says_and_tell_why(world):
    entry, told = asked(with_registries(world, otherwise=Failure("crossref", "was away.")))
    assert entry == ENTRY
    name, about = told[-1]
    assert name == "tool_call_error" and "was away" in str(about["error"])


@pytest.mark.parametrize("entry", [ENTRY, replace(ENTRY, doi=None)])
def test_nobody_is_asked_without_registries_or_a_doi(world, entry):
    registries = Registries()
    ports = world.ports if entry.doi else replace(world.ports, verification=Verification(registries))
    assert asked(ports, entry) == (entry, []) and registries.asked == []


def test_the_library_looks_up_a_work_alone_and_no_list(world):
    ports = with_registries(world, knows(GRASS))
    work = Work("pdf", "On grass", (), None, "10.1000/grass", page("Of grass."))

    class Holding:
        emit = staticmethod(lambda each: None)

    [alone] = library._entries(ports, (work,), "a.pdf", Holding())
    assert alone.title == "Of grass"
    assert [each.title for each in library._entries(ports, (work, work), "a.bib", Holding())] == ["On grass"] * 2
