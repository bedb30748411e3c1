"""A whole paper is checked: each reference, keys without an entry, entries nobody cites, and cited sentences."""

from dataclasses import replace

import pytest

from backend.errors import Conflict, NotFound
from backend.kernel.records import Person, Record
from backend.ports import Verification
from backend.services import documents, paper_check, references
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


class Registers:
    names = frozenset({"crossref"})

    def look_up(self, lookups, *, seconds):
        return dict.fromkeys(lookups, (GRASS,))


@pytest.fixture
def paper(world):
    ports = replace(world.ports, verification=Verification(Registers()))
    documents.put(ports, world.owned, '"0"', TEXT)
    references.add(ports, world.owned, ITEMS, "import")
    return ports


def test_a_paper_is_checked(world, paper):
    found = paper_check.check(paper, world.owned, True)
    assert {each["key"]: each["status"] for each in found["references"]} == {"meier": "resolved", "smith": "mismatch"}
    assert (found["missing"], found["uncited"]) == (["nobody"], ["smith"])
    (told,) = found["unsupported"]
    assert (told["key"], told["verdict"], told["passage"]) == ("meier", "contradicted", ABSTRACT)
    assert paper_check.check(paper, world.owned, False)["unsupported"] == []


def test_the_list_that_a_text_prints_is_checked_too(world, paper):
    text = TEXT + "\n## References\n\n1. Meier (2014). Drought and alpine grasses. doi:10.1000/abc\n"
    documents.put(paper, world.owned, '"1"', text)
    *_, printed = paper_check.check(paper, world.owned, False)["references"]
    assert (printed["key"], printed["mark"], printed["status"]) == (None, "1", "resolved")


def test_without_registries_nothing_is_checked(world):
    with pytest.raises(Conflict):
        paper_check.check(world.ports, world.owned, False)


def test_a_strangers_paper_is_not_found(world, paper):
    with pytest.raises(NotFound):
        paper_check.check(paper, OwnedSession("0" * 36, world.session_id), False)
