"""A whole paper is checked: each reference, keys without an entry, entries nobody cites, and cited sentences."""

from dataclasses import replace

import pytest

from backend.errors import NotFound
from backend.kernel.records import Notice, Person, Record
from backend.kernel.search_requests import Failure
from backend.ports import Verification
from backend.services import documents, paper_check, reference_import, references
from backend.services.export import ExportOptions, export
from backend.storage.sessions import OwnedSession

ABSTRACT = "Drought reduced the leaf area of alpine grasses by 23% within six weeks."
GRASS = Record(
    "crossref", ("Drought and alpine grasses",), (Person("Meier"),), (2014,), doi="10.1000/abc", abstract=ABSTRACT
)
ITEMS = [
    (key, {"type": "book", "title": title, "author": [{"family": key.title()}], "DOI": doi})
    for key, title, doi in (
        ("meier", "Drought and alpine grasses", "10.1000/abc"),
        ("smith", "Salt in coastal wheat", "10.1000/abd"),
    )
]
TEXT = "Drought increased the leaf area of alpine grasses by 23% [@meier]. Others differ [@nobody].\n"


class Says:
    names = frozenset({"crossref"})

    def __init__(self, found=(GRASS,)):
        self.found = found

    def look_up(self, lookups, *, seconds):
        return dict.fromkeys(lookups, self.found)


@pytest.fixture
def paper(world):
    ports = replace(world.ports, verification=Verification(Says()))
    documents.put(ports, world.owned, '"0"', TEXT)
    references.add(ports, world.owned, ITEMS, "import")
    return ports


def check(ports, owned, hold_sentences):
    return paper_check.check(ports, paper_check.begin(ports, owned, hold_sentences))


def test_a_paper_is_checked(world, paper):
    found = check(paper, world.owned, True)
    assert {each["key"]: each["status"] for each in found["references"]} == {"meier": "resolved", "smith": "mismatch"}
    assert (found["missing"], found["uncited"]) == (["nobody"], ["smith"])
    (told,) = found["unsupported"]
    assert (told["key"], told["verdict"], told["passage"]) == ("meier", "contradicted", ABSTRACT)
    assert check(paper, world.owned, False)["unsupported"] == []


def test_the_references_keep_what_the_check_found(world, paper):
    withdrawn = replace(
        GRASS, notices=(Notice("retraction", "openalex"), Notice("retraction", "crossref", "10.1000/r"))
    )
    check(replace(paper, verification=Verification(Says((withdrawn,)))), world.owned, False)
    kept = {each["key"]: each for each in references.listed(paper, world.owned)["items"]}
    assert (kept["meier"]["status"], kept["smith"]["status"]) == ("retracted", "mismatch")
    assert [each["doi"] for each in kept["meier"]["notices"]] == ["10.1000/r"], "one notice is told once"
    warnings = export(paper, world.owned, ExportOptions("md")).warnings
    assert any("has been retracted" in each and "@meier" in each for each in warnings)
    failing = replace(paper, verification=Verification(Says(Failure("crossref", "answered 500"))))
    check(failing, world.owned, False)
    again = references.get(paper, world.owned, "meier")
    assert again["status"] == "retracted" and again["notices"], "what could not be asked unsays nothing"


def test_the_list_that_a_text_prints_is_checked_too(world, paper):
    text = TEXT + "\n## References\n\n1. Meier (2014). Drought and alpine grasses. doi:10.1000/abc\n"
    documents.put(paper, world.owned, '"1"', text)
    *_, printed = check(paper, world.owned, False)["references"]
    assert (printed["key"], printed["mark"], printed["status"]) == (None, "1", "resolved")


def test_works_named_by_author_and_year_without_an_entry_are_missing(world, paper):
    text = "Salt is bad (Kumar et al. 2012). So says Meier (2014), and so do García-López and Sand (2011).\n"
    documents.put(paper, world.owned, '"1"', text)
    missing = check(paper, world.owned, False)["missing"]
    assert missing == ["Kumar et al. 2012", "Meier 2014", "García-López and Sand 2011"]
    listed = "\n## References\n\nGarcía-López A, Sand B (2011). Salt. doi:10.1000/abc\n\nMeier C (2014). Grasses.\n"
    documents.put(paper, world.owned, '"2"', text + listed)
    assert check(paper, world.owned, False)["missing"] == ["Kumar et al. 2012"]


def test_without_registries_keys_are_checked_and_references_stay_as_they_were(world, paper):
    withdrawn = check(paper, world.owned, False)
    found = check(replace(paper, verification=None), world.owned, True)
    assert (found["missing"], found["uncited"]) == (withdrawn["missing"], withdrawn["uncited"])
    statuses = {each["key"]: each["status"] for each in withdrawn["references"]}
    assert {each["key"]: each["status"] for each in found["references"]} == statuses
    assert all(each["year"] or each["authors"] for each in found["references"]), "the entry's own data are shown"
    kept = {each["key"]: each["status"] for each in references.listed(paper, world.owned)["items"]}
    assert kept == statuses


def test_without_registries_a_known_retraction_has_its_own_reason(world, paper):
    reference_import.add_list(paper, world.owned, [("gone", {"title": "RETRACTED: On trees"})])
    found = check(replace(paper, verification=None), world.owned, False)["references"]
    [gone] = [each for each in found if each["key"] == "gone"]
    assert (gone["status"], gone["reason"]) == ("retracted", "The work was retracted.")


def test_a_strangers_paper_is_not_found(world, paper):
    with pytest.raises(NotFound):
        check(paper, OwnedSession("0" * 36, world.session_id), False)


def test_a_key_that_is_an_identifier_is_checked_and_not_missing(world, paper):
    text = "Grass [@doi:10.1000/abc; @url:https://a.org/x; @nobody].\n"
    documents.put(paper, world.owned, '"1"', text)
    found = check(paper, world.owned, False)
    assert found["missing"] == ["nobody"]
    assert [(each["mark"], each["status"]) for each in found["references"] if each.get("mark")] == [
        ("@doi:10.1000/abc", "resolved")
    ]
