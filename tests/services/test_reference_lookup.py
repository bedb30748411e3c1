"""A work is added by an identifier: from the registries that know it, with what they say of it; else in plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import ProviderError, ProviderOverLimit, ProviderTimeout, Refused
from backend.kernel.records import Lookup, Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.ports import Verification
from backend.services import references
from backend.services.reference_lookup import add_by_identifier, find_work
from backend.storage.sessions import OwnedSession

GRASS = Record(
    "crossref", ("Of grass",), (Person("Meier", "Ruth"), Person("A Group", whole=True)), (2014,), ("J. Grass",),
    doi="10.1000/grass", abstract="Grass grows.", tells_retractions=True,
    csl=(("type", "article-journal"), ("issued", "2014-03"), ("volume", "7"), ("container-title", "J. Grass"),
         ("editor", "Li, Wei")),
)  # fmt: skip
ALL = ("crossref", "openalex", "datacite", "arxiv", "europepmc", "handle", "doi", "page")


class Registries:
    """Registries that know what they were told; of everything else they have nothing, or they fail."""

    names = frozenset(ALL)

    def __init__(self, known=(), otherwise=()):
        self.known, self.otherwise, self.asked = dict(known), otherwise, []

    def look_up(self, lookups, *, seconds):
        self.asked += lookups
        return {each: self.known.get(each, self.otherwise) for each in lookups}


def with_registries(world, known=(), otherwise=()):
    return replace(world.ports, verification=Verification(Registries(known, otherwise)))


def knows(*records):
    return {Lookup(each.service, each.doi): (each,) for each in records}


@pytest.fixture
def owned(world):
    return OwnedSession(world.user_id, world.session_id)


def test_a_doi_becomes_a_whole_entry_with_its_status(world, owned):
    told = add_by_identifier(with_registries(world, knows(GRASS)), owned, "https://doi.org/10.1000/GRASS")
    [entry] = told["items"]
    assert told["keys"] == ["meier2014grass"] == [entry["key"]] and told["warnings"] == []
    assert (entry["status"], entry["origin"]) == ("resolved", "own") and entry["checked_at"] is not None
    csl = entry["csl"]
    assert (csl["title"], csl["DOI"], csl["volume"], csl["container-title"]) == (
        "Of grass", "10.1000/grass", "7", "J. Grass",
    )  # fmt: skip
    assert csl["author"] == [{"family": "Meier", "given": "Ruth"}, {"literal": "A Group"}]
    assert csl["editor"] == [{"family": "Li", "given": "Wei"}] and csl["issued"] == {"date-parts": [[2014, 3]]}


def test_a_retracted_work_is_added_and_says_so(world, owned):
    withdrawn = replace(GRASS, notices=(Notice("retraction", "crossref", "10.1000/n"),))
    told = add_by_identifier(with_registries(world, knows(withdrawn)), owned, "10.1000/grass")
    [entry] = told["items"]
    assert entry["status"] == "retracted" and entry["notices"][0]["kind"] == "retraction"
    assert told["warnings"] == ["“Of grass” was retracted."]


def test_a_work_of_datacite_and_one_of_another_agency(world):
    data = Record("datacite", ("Grass data",), (Person("Li", "Wei"),), (2020,), ("Zenodo",), "10.5281/z.1",
                  csl=(("type", "dataset"), ("publisher", "Zenodo")))  # fmt: skip
    found = find_work(with_registries(world, knows(data)), "10.5281/Z.1")
    assert (found.item["type"], found.item["publisher"]) == ("dataset", "Zenodo")
    assert "container-title" not in found.item
    other = replace(data, service="doi", doi="10.1111/jalc")
    known = knows(other, Record("handle", doi="10.1111/jalc"))
    assert find_work(with_registries(world, known), "10.1111/jalc").item["title"] == "Grass data"


def test_a_pubmed_id_brings_what_crossref_says_too(world):
    medline = Record("europepmc", ("Of grass",), (Person("Meier", "R"),), (2014,), ("J Grass",), "10.1000/grass",
                     csl=(("PMID", "12345"),))  # fmt: skip
    known = {Lookup("europepmc", "12345"): (medline,), **knows(GRASS)}
    found = find_work(with_registries(world, known), "PMID 12345")
    assert (found.item["PMID"], found.item["volume"]) == ("12345", "7")


def test_an_arxiv_id_means_the_preprint_and_its_publication_is_told(world):
    preprint = Record("arxiv", ("Of grass, early",), (Person("Ruth Meier", whole=True),), (2013,), ("arXiv",),
                      doi="10.1000/grass", versions=("10.48550/arxiv.1301.00001",),
                      csl=(("type", "article"), ("publisher", "arXiv"), ("arxiv", "1301.00001")))  # fmt: skip
    known = {Lookup("arxiv", "1301.00001"): (preprint,), **knows(GRASS)}
    found = find_work(with_registries(world, known), "1301.00001")
    assert found.item["author"] == [{"family": "Meier", "given": "Ruth"}]
    assert found.item["title"] == "Of grass, early" and found.item["DOI"] == "10.48550/arXiv.1301.00001"
    assert found.warnings == ("This preprint was published: add doi:10.1000/grass to cite the published version.",)


def test_a_book_is_found_by_its_isbn(world):
    book = replace(GRASS, csl=(("type", "book"), ("publisher", "A Press")))
    known = {Lookup("crossref", "isbn:9780262033848"): (book,), **knows(book)}
    found = find_work(with_registries(world, known), "0-262-03384-4")
    assert (found.item["type"], found.item["ISBN"]) == ("book", "9780262033848")
    with pytest.raises(Refused, match="ISBN 9780262033848"):
        find_work(with_registries(world), "9780262033848")


def test_a_page_is_kept_as_a_page_and_by_its_doi_where_it_names_one(world):
    page = Record("page", ("A report",), years=(2020,), url="https://example.org/report", abstract="All its text.",
                  csl=(("type", "webpage"), ("author", "Ruth Meier")))  # fmt: skip
    found = find_work(with_registries(world, {Lookup("page", "https://example.org/report"): (page,)}), page.url)
    assert found.item["URL"] == page.url and found.item["author"] == [{"family": "Meier", "given": "Ruth"}]
    assert "accessed" in found.item and "abstract" not in found.item and found.status == "resolved"
    named = replace(page, doi="10.1000/grass")
    known = {Lookup("page", "https://example.org/report"): (named,), **knows(GRASS)}
    found = find_work(with_registries(world, known), page.url)
    assert (found.item["title"], found.item["DOI"]) == ("Of grass", "10.1000/grass") and "URL" not in found.item


@pytest.mark.parametrize(
    ("text", "words"),
    [("10.1000/none", "does not exist"), ("PMID 99999", "does not exist"), ("some words", "not identify"),
     ("https://example.org/none", "does not exist")],
)  # fmt: skip
def test_what_nobody_knows_is_refused_in_words(world, owned, text, words):
    with pytest.raises(Refused, match=words) as caught:
        add_by_identifier(with_registries(world), owned, text)
    assert list(caught.value.errors) == ["add"] and references.listed(world.ports, owned)["items"] == []


@pytest.mark.parametrize(("status", "kind"), [(502, ProviderError), (503, ProviderOverLimit), (504, ProviderTimeout)])
def test_services_that_are_down_are_not_absence(world, status, kind):
    down = Failure("crossref", "is away", status)
    with pytest.raises(kind, match=r"could not be looked up: .*is away") as caught:
        find_work(with_registries(world, otherwise=down), "10.1000/grass")
    assert caught.value.status == status
    known = {Lookup("handle", "10.1000/grass"): (Record("handle", doi="10.1000/grass"),)}
    with pytest.raises(kind):  # that it exists is no entry
        find_work(with_registries(world, known, otherwise=down), "10.1000/grass")


def test_a_work_without_a_title_anywhere_is_refused(world):
    known = {Lookup("handle", "10.1000/x"): (Record("handle", doi="10.1000/x"),)}
    with pytest.raises(Refused, match="no registry has the title"):
        find_work(with_registries(world, known), "10.1000/x")


def test_a_server_that_asks_no_registry_says_who_must_change_that(world):
    with pytest.raises(Refused, match="CONTACT_EMAIL"):
        find_work(world.ports, "10.1000/grass")
