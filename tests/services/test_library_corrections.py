"""Works of the library are corrected, and become references: what is corrected is what searches and citations say."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from backend.errors import Conflict, NotFound, Refused
from backend.extraction.extractor import FileExtractor
from backend.services import library, library_corrections, run_kinds
from backend.services.library_corrections import Correction, correct, corrected, entries_as_json, entries_of
from backend.services.reference_import import add_from_library
from backend.services.retrieval import library_search
from backend.storage.library_works import Entry

BIB = """@article{bergStreets, title={Street trees}, author={van der Berg, Ana}, journal={Urban Climat}, year={2020},
 abstract={Shade lowers the temperature of asphalt.}}
@book{liReefs, title={Of reefs}, author={Li, Wei}, year={2019}}"""


class AtOnce:
    def __init__(self):
        self.ports = None

    def submit(self, user_id, run_id):
        run_kinds.perform(self.ports, user_id, run_id)


class Never:
    def submit(self, user_id, run_id):
        """Leave the file unread."""


@pytest.fixture
def ports(world):
    now = AtOnce()
    now.ports = replace(world.ports, extractor=FileExtractor(), executor=now)
    return now.ports


@pytest.fixture
def work(ports, world):
    made = library.upload(ports, world.user_id, "refs.bib", io.BytesIO(BIB.encode()))[0]
    return library.get(ports, world.user_id, made.id)


def found(ports, world, query):
    return [hit.title for hit in library_search.search(ports, world.user_id, query, "all")[0]]


def test_the_works_of_a_list_have_their_numbers_and_keys(work):
    told = entries_as_json(work)
    assert [(each["number"], each["citation_key"]) for each in told] == [(0, "bergStreets"), (1, "liReefs")]
    assert told[0]["container"] == "Urban Climat" and "metadata" not in told[0]
    assert (told[0]["retracted"], told[0]["notices"]) == (False, [])
    assert told[0]["csl"]["author"] == [{"family": "Berg", "given": "Ana", "non-dropping-particle": "van der"}]


def test_a_retracted_work_of_a_list_is_marked_as_that_one(work):
    about = {"is_retracted": True, "notices": [{"kind": "retraction"}]}
    first, second = work.entries
    told = entries_as_json(replace(work, entries=(replace(first, metadata=about), second)))
    assert [(each["retracted"], each["notices"]) for each in told] == [(True, about["notices"]), (False, [])]


def test_a_correction_is_what_everything_says_from_then_on(ports, world, work):
    correction = Correction(
        0,
        {
            "title": "Boulevard lindens",
            "year": 2021,
            "doi": "https://doi.org/10.1234/LINDEN",
            "container": "Urban Climate",
        },
        {"volume": "38"},
    )
    correct(ports, world.user_id, work.id, correction)
    entry = library.get(ports, world.user_id, work.id).entries[0]
    assert (entry.title, entry.year, entry.doi) == ("Boulevard lindens", 2021, "10.1234/linden")
    assert entry.authors == ("Ana van der Berg",)
    [hit] = library_search.search(ports, world.user_id, "shade on asphalt", "all")[0]
    [source] = library_search.sources([hit])
    assert (source.title, source.metadata["journal"]) == ("Boulevard lindens", "Urban Climate")
    told = add_from_library(ports, world.owned, [work.id])
    assert told["keys"] == ["bergStreets", "liReefs"]
    csl = next(each["csl"] for each in told["items"] if each["key"] == "bergStreets")
    assert (csl["volume"], csl["container-title"], csl["DOI"]) == ("38", "Urban Climate", "10.1234/LINDEN")


def test_a_corrected_title_is_searched_and_the_wrong_one_no_longer(ports, world, work):
    assert found(ports, world, "reefs") == ["Of reefs"] and found(ports, world, "Street trees") == ["Street trees"]
    correct(ports, world.user_id, work.id, Correction(1, {"title": "Of corals"}))
    correct(ports, world.user_id, work.id, Correction(0, {"title": "Boulevard lindens"}))
    assert found(ports, world, "corals")[0] == "Of corals" and found(ports, world, "reefs") == []
    assert found(ports, world, "lindens") == ["Boulevard lindens"] and found(ports, world, "street") == []
    assert found(ports, world, "asphalt") == ["Boulevard lindens"], "the abstract is searched as before"


@pytest.mark.parametrize(
    ("correction", "field"),
    [
        (Correction(None, {"title": "T"}), "entry"),
        (Correction(2, {"title": "T"}), "entry"),
        (Correction(0, {"doi": "none"}), "doi"),
        (Correction(0, {}, {"volume": {}, "issued": "never", "author": 3}), "csl.author"),
    ],
)
def test_what_is_no_correction_is_refused(ports, world, work, correction, field):
    with pytest.raises(Refused) as caught:
        correct(ports, world.user_id, work.id, correction)
    assert field in caught.value.errors


def test_values_are_removed_by_null():
    entry = Entry("T", ("Ana Berg",), 2020, "10.1/x", None, {"journal": "J", "citation_key": "k"})
    bare = corrected(entry, Correction(None, {"year": None, "doi": None, "container": None, "authors": []}))
    assert (bare.year, bare.doi, bare.authors, bare.title) == (None, None, (), "T")
    assert "journal" not in bare.metadata and bare.metadata["citation_key"] == "k"


def test_a_work_that_is_not_read_is_neither_corrected_nor_cited(ports, world):
    later = replace(ports, executor=Never())
    broken = library.upload(later, world.user_id, "x.bib", io.BytesIO(b"@book{x, title={X}}"))[0]
    with pytest.raises(Conflict):
        correct(ports, world.user_id, broken.id, Correction(0, {"title": "T"}))
    with pytest.raises(Conflict, match=r"x\.bib"):
        entries_of(world.user_id, [broken.id])
    assert entries_of(world.user_id, "all") == []


def test_somebody_elses_work_is_not_found(ports, work):
    for call in (
        lambda: correct(ports, "somebody else", work.id, Correction(0, {"title": "T"})),
        lambda: entries_of("somebody else", [work.id]),
    ):
        with pytest.raises(NotFound):
            call()


def test_keys_survive_that_the_library_is_cited_again(ports, world, work):
    first = add_from_library(ports, world.owned, "all")["keys"]
    correct(ports, world.user_id, work.id, Correction(0, {"doi": "10.1234/late"}))
    again = add_from_library(ports, world.owned, "all")
    assert again["keys"] == first and len(again["items"]) == 2
    assert json.dumps(again["items"][0]["csl"]).count("10.1234/late") == 1
    assert library_corrections.csl_of(work.entries[0])["title"] == "Street trees"
