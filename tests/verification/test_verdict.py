"""The verdict: false never passes, true is not accused, and what could not be asked stays unchecked."""

from dataclasses import replace

import pytest

from backend.kernel.records import Lookup, Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.verification.claims import read
from backend.verification.verdict import verdicts

NAMES = frozenset({"crossref", "openalex", "datacite", "arxiv", "handle", "doi", "page"})
TITLE = "Drought tolerance of alpine grasses"
KEY = "10.1000/abc"
GRASS = Record("crossref", (TITLE,), (Person("Meier"),), (2014,), doi=KEY, tells_retractions=True)
SALT = Record("crossref", ("Salt stress in coastal wheat",), (Person("Smith"),), (2010,), doi="10.1000/salt")
NOBODY = {Lookup(each, KEY): () for each in ("crossref", "openalex", "datacite", "handle")}
FAILED = Failure("crossref", "answered 500")


def verdict(text, known, vouched=()):
    (found,) = verdicts([read(text)], known, NAMES, vouched)
    return found


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (f"Meier (2014). {TITLE}. doi:{KEY}", "resolved"),
        (f"Smith (2014). {TITLE}. doi:{KEY}", "mismatch"),
        (f"Meier (2014). Salt stress in coastal wheat. doi:{KEY}", "mismatch"),
        (f"Meier (1998). {TITLE}. doi:{KEY}", "mismatch"),
        (f"doi:{KEY}", "resolved"),
    ],
)
def test_a_doi_must_be_the_works_that_is_described(text, status):
    found = verdict(text, {Lookup("crossref", KEY): (GRASS,)})
    assert found.status == status
    assert found.work.doi == KEY
    assert bool(found.reason) == (status != "resolved" or TITLE not in text)


def test_a_doi_that_nobody_has_is_unresolved_and_the_real_work_is_suggested():
    text = f"Meier (2014). {TITLE}. doi:{KEY}"
    assert verdict(text, NOBODY).status == "unresolved"
    real = Record("crossref", (TITLE,), (Person("Meier"),), (2014,), doi="10.1000/real")
    found = verdict(text, NOBODY | {Lookup("crossref", read(text).query, search=True): (real,)})
    assert found.status == "unresolved" and "10.1000/real" in found.reason


@pytest.mark.parametrize("away", ["crossref", "datacite", "handle"])
def test_who_could_know_and_was_away_leaves_it_unchecked(away):
    known = {Lookup(each, KEY): () for each in ("crossref", "openalex", "datacite")}
    known[Lookup(away, KEY)] = FAILED
    assert verdict(f"doi:{KEY}", known).status == "unchecked"


def test_an_identifier_that_only_the_resolver_knows_accuses_nobody():
    known = {Lookup("arxiv", "1207.3907"): FAILED, Lookup("datacite", "10.48550/arxiv.1207.3907"): FAILED}
    known[Lookup("handle", "10.48550/arxiv.1207.3907")] = (Record("handle", doi="10.48550/arxiv.1207.3907"),)
    assert verdict(f"Meier (2014). {TITLE}. arXiv:1207.3907", known).status == "unchecked"


def test_retractions_count_from_whoever_tells_of_them():
    told = Record("openalex", (TITLE,), doi=KEY, notices=(Notice("retraction", "openalex"),))
    found = verdict(
        f"Meier (2014). {TITLE}. doi:{KEY}", {Lookup("crossref", KEY): (GRASS,), Lookup("openalex", KEY): (told,)}
    )
    assert found.status == "retracted" and found.notices
    other = verdict(
        f"Smith (2014). {TITLE}. doi:{KEY}", {Lookup("crossref", KEY): (GRASS,), Lookup("openalex", KEY): (told,)}
    )
    assert other.status == "mismatch" and other.notices


def test_a_correction_is_a_notice_and_no_retraction():
    corrected = Record(
        "crossref", (TITLE,), doi=KEY, notices=(Notice("correction", "publisher"), Notice("concern", "x"))
    )
    found = verdict(f"doi:{KEY}", {Lookup("crossref", KEY): (corrected,)})
    assert (found.status, len(found.notices)) == ("resolved", 2)


def test_a_preprint_is_told_where_it_was_published_unless_the_reference_says_so():
    text = f"Meier (2014). {TITLE}."
    preprint = replace(GRASS, service="arxiv", versions=(KEY,), tells_retractions=False)
    known = {Lookup("arxiv", "1207.3907"): (preprint,)}
    known[Lookup("crossref", KEY)] = (replace(GRASS, containers=("Plant Letters",)),)
    found = verdict(f"{text} arXiv:1207.3907", known)
    assert (found.status, found.reason) == ("resolved", f"This preprint has been published in “Plant Letters”: {KEY}.")
    assert verdict(f"{text} Plant Letters. arXiv:1207.3907", known).reason == ""
    assert verdict(f"{text} arXiv:1207.3907, doi:{KEY}", known).reason == ""
    posted = Record("crossref", (TITLE,), (Person("Meier"),), (2014,), doi="10.1101/1", versions=(KEY,))
    assert KEY in verdict(f"{text} doi:10.1101/1", {Lookup("crossref", "10.1101/1"): (posted,)}).reason


def test_what_could_not_be_asked_about_retractions_makes_it_incomplete():
    known = {Lookup("crossref", KEY): (GRASS,), Lookup("openalex", KEY): Failure("openalex", "answered 429")}
    assert verdict(f"doi:{KEY}", known).complete is False
    assert verdict(f"doi:{KEY}", {Lookup("crossref", KEY): (GRASS,)}).complete is True


def test_two_identifiers_must_be_of_one_work():
    known = {Lookup("crossref", KEY): (GRASS,), Lookup("crossref", "10.1000/salt"): (SALT,)}
    assert verdict(f"doi:{KEY} https://doi.org/10.1000/salt", known).status == "mismatch"
    preprint = Record("arxiv", (TITLE,), (Person("Meier"),), doi="10.48550/arxiv.1706.03762")
    known[Lookup("arxiv", "1706.03762")] = (preprint,)
    assert verdict(f"doi:{KEY} arXiv:1706.03762", known).status == "resolved"
    dead = NOBODY | {Lookup("arxiv", "1706.03762"): (preprint,)}
    assert verdict(f"doi:{KEY} arXiv:1706.03762", dead).status == "mismatch"


def searched(text, *records, **answers):
    query = read(text).query
    known = {Lookup(each, query, search=True): () for each in ("crossref", "datacite", "openalex")}
    known[Lookup("crossref", query, search=True)] = records
    return known | {Lookup(name, query, search=True): found for name, found in answers.items()}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (f"Meier (2014). {TITLE}. Some Journal.", "resolved"),
        (TITLE, "resolved"),
        (f"Smith (2014). {TITLE}. Some Journal.", "mismatch"),
        ("Meier (2014). Drought tolerance of marine algae. Some Journal.", "unresolved"),
        ("General knowledge", "unresolved"),
        ("[3]", "unresolved"),
    ],
)
def test_a_reference_without_identifier_needs_title_and_people(text, status):
    assert verdict(text, searched(text, GRASS, SALT)).status == status


def test_a_sequel_by_others_is_not_meant_where_another_work_has_the_whole_title():
    whole = "Drought tolerance of alpine grasses: a field study over ten years"
    real = Record("crossref", (whole,), (Person("Meier"),), (2014,), doi="10.1000/real")
    sequel = Record("crossref", (f"{whole}, part II",), (Person("Zhang", "Bo"),), (2014,), doi="10.1000/sequel")
    text = f"{whole} — Zhang et al., Journal of Mountain Ecology 2014"
    lookups = {Lookup("crossref", read(text).query, search=True): (sequel, real)}
    found = verdict(
        text, lookups | {Lookup(each, read(text).query, search=True): () for each in ("datacite", "openalex")}
    )
    assert found.status == "mismatch" and found.work.doi == "10.1000/real"


def test_a_search_that_failed_accuses_nobody():
    text = f"Smith (2014). {TITLE}. Some Journal."
    assert verdict(text, searched(text, GRASS, datacite=FAILED)).status == "unchecked"
    text = f"Meier (2014). {TITLE}. Some Journal."
    assert verdict(text, searched(text, GRASS, datacite=FAILED)).status == "resolved"


def test_the_providers_own_result_counts_where_no_registry_could_be_asked():
    own = Record("provider", (TITLE,), doi=KEY, url=f"https://doi.org/{KEY}")
    text = f"[{TITLE}](https://doi.org/{KEY})"
    failed = {Lookup("crossref", KEY): FAILED}
    assert verdict(text, failed, [own]).status == "resolved"
    assert "not known if the work was retracted" in verdict(text, failed, [own]).reason
    assert verdict(f"[Another title of grasses](https://doi.org/{KEY})", failed, [own]).status == "unchecked"
    assert verdict(text, NOBODY, [own]).status == "unresolved"


def test_a_page_is_what_its_title_says():
    page = Record(
        "page", ("Field notes on grasses", "Field notes on grasses | Open Notebook"), url="https://example.org/a"
    )
    known = {Lookup("page", "https://example.org/a"): (page,)}
    assert verdict("[Field notes on grasses](https://example.org/a)", known).status == "resolved"
    assert verdict("[A history of rockets in space](https://example.org/a)", known).status == "mismatch"
    assert verdict("https://example.org/a", {Lookup("page", "https://example.org/a"): ()}).status == "unresolved"
    assert verdict("https://example.org/a", {Lookup("page", "https://example.org/a"): FAILED}).status == "unchecked"


def test_of_two_twins_the_one_that_is_cited_elsewhere_is_meant():
    twin = Record("crossref", (TITLE,), (Person("Meier"),), (2014,), doi="10.1000/twin")
    text = f"Meier (2014). {TITLE}."
    known = searched(text, GRASS, twin) | {Lookup("crossref", "10.1000/twin"): (twin,)}
    first, second = verdicts([read("doi:10.1000/twin"), read(text)], known, NAMES)
    assert first.work.id == second.work.id == "10.1000/twin"


IN_PRINT = (("volume", "8"), ("page", "47-89"), ("container-title", "Phytologist"))


def test_a_detail_that_the_record_has_otherwise_is_said_and_accuses_nobody():
    printed = replace(GRASS, containers=("Phytologist",), csl=IN_PRINT)
    found = verdict(f"Meier (2014). {TITLE}. Phytologist, 8, 12-19. doi:{KEY}", {Lookup("crossref", KEY): (printed,)})
    assert found.status == "resolved" and "pages 47-89, not 12–19" in found.reason


@pytest.mark.parametrize(("title", "status"), [("Alpine grasses", "mismatch"), (TITLE, "resolved")])
def test_a_short_title_in_another_journal_is_another_work(title, status):
    text = f"Meier, A. (2014). {title}. Oikos, 61(2), 301-318."
    printed = replace(
        GRASS, titles=(title,), people=(Person("Meier", "A."),), containers=("Phytologist",), csl=IN_PRINT
    )
    found = verdict(text, searched(text, printed))
    assert found.status == status
    assert "Phytologist" in found.reason and "volume 8, not 61" in found.reason


@pytest.mark.parametrize(
    ("text", "is_book"),
    [
        ("@book{booth, title={The Craft of Research}, author={Booth, Wayne}, year={2008}}", True),
        ('{"type": "report", "title": "The state of the dikes", "author": [{"family": "Poe"}]}', True),
        ("Booth, W. The Craft of Research. University of Chicago Press, 2008.", True),
        ("Booth, W. (2008). The craft of research in schools. Journal of Schools 3, 11–19.", False),
    ],
)
def test_an_unknown_book_is_told_that_registries_lack_many(text, is_book):
    nothing = {Lookup(each, read(text).query, search=True): () for each in ("crossref", "datacite", "openalex")}
    found = verdict(text, nothing)
    assert found.status == "unresolved" and ("many books" in found.reason) == is_book
