"""A retracted work of the library says so where it is listed, searched, quoted and cited, and is found by a recheck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.kernel.records import Notice, Person, Record
from backend.kernel.search_requests import Failure, Filters
from backend.kernel.wanted import Wanted
from backend.kernel.works import PageText, Work
from backend.ports import Verification
from backend.services import approval, drafting, library
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.retrieval import library_search
from backend.services.retrieval.library_connector import LibrarySearcher
from backend.services.source_checks import library_check
from backend.storage.paging import PageRequest
from tests.services.retrieval.test_library_search import AtOnce, add

GRASS = Record(
    "crossref", ("Drought tolerance of alpine grasses",), (Person("Meier", "Ruth"),), (2014,), doi="10.1000/abc"
)
WITHDRAWN = replace(GRASS, notices=(Notice("retraction", "publisher", "10.1000/ret"),), tells_retractions=True)
TEXT = "Drought reduced the leaf area of alpine grasses by 23 percent within six weeks."


class Says:
    """Registries that give one answer to every question."""

    names = frozenset({"crossref"})

    def __init__(self, answer) -> None:
        self.answer = answer

    def look_up(self, lookups, *, seconds):
        return dict.fromkeys(lookups, self.answer)


class OneWork:
    """An extractor that finds one work with a DOI in every file."""

    def __init__(self, title="Drought tolerance of alpine grasses", doi="10.1000/abc") -> None:
        self.work = Work("markdown", title, ("Ruth Meier",), 2014, doi, (PageText(1, TEXT),))

    def check(self, path, filename):
        pass

    def extract(self, path, filename, emit):
        return (self.work,)


@pytest.fixture
def shelf(world):
    """Ports with a library of one work, about which the registries say this."""

    def made(*answer, **more):
        verification = Verification(Says(answer)) if answer else None
        extractor = OneWork(**more)
        ports = replace(world.ports, extractor=extractor, placer=None, verification=verification, executor=AtOnce())
        ports.executor.ports = ports
        add(ports, world.user_id, TEXT)
        return ports

    return made


def listed(ports, world):
    (work,) = library.page(ports, world.user_id, PageRequest()).items
    return work, library.as_json(ports, work)


def test_a_retracted_work_says_so_where_it_is_listed_and_found(world, shelf):
    ports = shelf(WITHDRAWN)
    _, told = listed(ports, world)
    assert told["retracted"] and told["notices"][0]["doi"] == "10.1000/ret"
    assert told["warnings"][0] == "“Drought tolerance of alpine grasses” was retracted."
    (found,) = LibrarySearcher(ports, world.user_id, "all")._own("leaf area of grasses in drought", Filters()).sources
    assert found.metadata["is_retracted"] is True


def test_the_keyless_writer_quotes_it_with_its_mark_and_approval_asks(world, shelf):
    ports = shelf(WITHDRAWN)
    asked = SendMessage(world.session_id, "Write about leaf area in drought.", wanted=Wanted(library="all"))
    given = drafting.send(ports, world.user_id, asked)
    assert "23 percent" in given["document_content"] and "retracted" in given["document_content"]
    assert [each["status"] for each in given["citations"]] == ["retracted"]
    assert any("retracted" in each for each in given["warnings"])
    with pytest.raises(Conflict, match="retracted"):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))


def test_without_registries_a_works_own_title_decides(world, shelf):
    ports = shelf(title="RETRACTED ARTICLE: Drought tolerance of alpine grasses", doi=None)
    assert listed(ports, world)[1]["retracted"]
    asked = SendMessage(world.session_id, "What does the library say of leaf area?", wanted=Wanted(library="all"))
    given = drafting.send(ports, world.user_id, asked)
    assert [each["status"] for each in given["citations"]] == ["retracted"]


def test_a_sound_work_has_no_mark(world, shelf):
    ports = shelf(GRASS)
    assert not listed(ports, world)[1]["retracted"] and listed(ports, world)[1]["warnings"] == []
    hits, _ = library_search.search(ports, world.user_id, "leaf area of grasses", "all")
    assert "is_retracted" not in library_search.sources(hits)[0].metadata


def test_a_later_look_finds_what_is_new_once_and_a_failure_unsays_nothing(world, shelf):
    ports = shelf(GRASS)
    later = replace(ports, verification=Verification(Says((WITHDRAWN,))))
    (found,) = library_check.recheck(later, world.user_id)
    assert [each.title for each in found.news] == ["Drought tolerance of alpine grasses"]
    assert listed(ports, world)[1]["retracted"]
    assert list(library_check.recheck(later, None)) == []
    away = replace(ports, verification=Verification(Says(Failure("crossref", "answered 500"))))
    assert list(library_check.recheck(away, None)) == [] and listed(ports, world)[1]["retracted"]
