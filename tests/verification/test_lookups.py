"""Registries are asked in turn: identifiers first, others for what is unknown, a search only without identifiers."""

from backend.kernel.records import Lookup, Person, Record
from backend.kernel.search_requests import Failure
from backend.verification import lookups
from backend.verification.claims import read

ALL = frozenset({"crossref", "openalex", "datacite", "arxiv", "handle", "doi", "page"})
DOI = read("https://doi.org/10.1000/abc")
GRASS = Record("crossref", ("Drought tolerance of alpine grasses",), (Person("Meier"),), (2014,), doi="10.1000/abc")


def asked(claim, known=None, names=ALL):
    return {(each.service, each.search) for each in lookups.next_lookups([claim], known or {}, names)}


def test_a_doi_goes_to_those_who_know_of_retractions_first():
    assert asked(DOI) == {("crossref", False), ("openalex", False)}
    assert asked(DOI, {Lookup("crossref", "10.1000/abc"): (GRASS,), Lookup("openalex", "10.1000/abc"): ()}) == set()


def test_an_unknown_doi_goes_to_other_agencies_and_then_to_the_resolver():
    known = {Lookup("crossref", "10.1000/abc"): (), Lookup("openalex", "10.1000/abc"): ()}
    assert asked(DOI, known) == {("datacite", False)}
    known[Lookup("datacite", "10.1000/abc")] = ()
    assert asked(DOI, known) == {("handle", False)}
    known[Lookup("handle", "10.1000/abc")] = (Record("handle", doi="10.1000/abc"),)
    assert asked(DOI, known) == {("doi", False)}


def test_only_what_the_operator_lets_be_asked_is_asked():
    assert asked(DOI, names=frozenset({"handle"})) == {("handle", False)}
    assert asked(read("https://example.org/a"), names=frozenset({"crossref"})) == set()


def test_a_preprints_version_of_record_is_looked_at():
    claim = read("arXiv:1706.03762")
    preprint = Record("arxiv", ("T",), doi="10.1000/abc", versions=("10.48550/arxiv.1706.03762",))
    found = lookups.next_lookups([claim], {Lookup("arxiv", "1706.03762"): (preprint,)}, ALL)
    assert {(each.service, each.key) for each in found} == {("crossref", "10.1000/abc"), ("openalex", "10.1000/abc")}


def test_words_are_searched_for_only_without_an_identifier():
    claim = read("Meier (2014). Drought tolerance of alpine grasses.")
    assert asked(claim) == {("crossref", True)}
    search = Lookup("crossref", claim.query, search=True)
    assert asked(claim, {search: ()}) == {("datacite", True), ("openalex", True)}
    assert asked(claim, {search: (GRASS,)}) == {("openalex", False)}
    assert asked(read("Meier (2014). Drought tolerance of alpine grasses. doi:10.1000/abc")) == asked(DOI)


def test_existence_is_known_only_from_who_knows_all():
    (identifier,) = DOI.ids
    gone = {Lookup(each, "10.1000/abc"): () for each in ("crossref", "openalex", "datacite")}
    assert lookups.exists(identifier, gone) is None
    assert lookups.exists(identifier, gone | {Lookup("handle", "10.1000/abc"): ()}) is False
    assert lookups.exists(identifier, gone | {Lookup("handle", "10.1000/abc"): Failure("handle", "was away")}) is None
    assert lookups.exists(identifier, {Lookup("openalex", "10.1000/abc"): (GRASS,)}) is True
    assert lookups.exists(read("https://doi.org/[DOI]").ids[0], {}) is False


def test_the_better_fit_comes_first():
    claim = read("Meier (2014). Drought tolerance of alpine grasses.")
    namesake = Record("crossref", GRASS.titles, (Person("Smith"),), (2014,), doi="10.1000/other")
    known = {Lookup("crossref", claim.query, search=True): (namesake, GRASS)}
    first, second = lookups.candidates(claim, known)
    assert (first.work.doi, first.meant) == ("10.1000/abc", True)
    assert (second.meant, second.contradicted) == (False, True)
    assert {each.connector for each in lookups.search_failures(claim, known, ALL)} == {"datacite", "openalex"}


def test_a_preprint_is_not_missing_while_arxiv_is_away():
    (identifier,) = read("Some title. arXiv:1706.03762").ids
    doi = "10.48550/arxiv.1706.03762"
    absent = {Lookup("datacite", doi): (), Lookup("handle", doi): ()}
    assert lookups.exists(identifier, absent | {Lookup("arxiv", "1706.03762"): Failure("arxiv", "was away")}) is None
    assert lookups.exists(identifier, absent | {Lookup("arxiv", "1706.03762"): ()}) is False


def test_results_that_share_a_word_with_the_reference_are_no_candidates():
    claim = read("Meier (2014). Drought tolerance of alpine grasses: a field study.")
    known = {
        Lookup("crossref", claim.query, search=True): (
            Record("crossref", ("Growth of alpine meadows under warming and grazing",), doi="10.1/a"),
            Record("crossref", ("Drought tolerence of alpine grasses: a field study",), doi="10.1/b"),
        )
    }
    assert [each.work.doi for each in lookups.candidates(claim, known)] == ["10.1/b"]
