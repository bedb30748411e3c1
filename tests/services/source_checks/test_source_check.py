"""References are asked about in rounds, and judged by what came."""

import threading

from backend.kernel.records import Lookup, Person, Record
from backend.kernel.search_requests import Failure
from backend.ports import Verification
from backend.services.source_checks.source_check import check_sources

GRASS = Record("datacite", ("Drought tolerance of alpine grasses",), (Person("Meier"),), (2014,), doi="10.1000/abc")


class Canned:
    """Registries that know one work, at DataCite."""

    def __init__(self, *names: str) -> None:
        self.rounds: list[list[Lookup]] = []
        self.names = frozenset(names)

    def look_up(self, lookups, *, seconds):
        self.rounds.append(list(lookups))
        return {each: (GRASS,) if each.service == "datacite" and each.key == "10.1000/abc" else () for each in lookups}


NAMES = ("crossref", "datacite", "handle")


def test_rounds_go_on_until_all_is_known():
    canned = Canned(*NAMES)
    texts = ["Meier (2014). Drought tolerance of alpine grasses. doi:10.1000/abc", "doi:10.1000/gone"]
    checked = check_sources(Verification(canned), texts, seconds=10)
    assert [(each.text, each.verdict.status) for each in checked] == list(
        zip(texts, ("resolved", "unresolved"), strict=True)
    )
    assert [{each.service for each in asked} for asked in canned.rounds] == [{"crossref"}, {"datacite"}, {"handle"}]


class Halting(Canned):
    """A page and a search answer only after the resolver was asked about an identifier."""

    def __init__(self) -> None:
        super().__init__(*NAMES, "page")
        self.asked_resolver = threading.Event()

    def look_up(self, lookups, *, seconds):
        services = {each.service for each in lookups}
        if "handle" in services:
            self.asked_resolver.set()
        elif "page" in services or any(each.search for each in lookups):
            assert self.asked_resolver.wait(seconds)
        return super().look_up(lookups, seconds=seconds)


def test_no_page_and_no_search_delays_what_has_an_identifier():
    texts = ["doi:10.1000/gone", "https://a.example/slow", "Meier (2014). Drought tolerance of other grasses."]
    checked = check_sources(Verification(Halting()), texts, seconds=30)
    assert [each.verdict.status for each in checked] == ["unresolved"] * 3


def test_identifiers_are_asked_about_together():
    canned = Canned(*NAMES)
    check_sources(Verification(canned), [f"doi:10.1000/gone{number}" for number in range(40)], seconds=10)
    assert [len(asked) for asked in canned.rounds] == [40, 40, 40]


def test_without_time_or_registries_nothing_is_known():
    canned = Canned(*NAMES)
    (late,) = check_sources(Verification(canned), ["doi:10.1000/abc"], seconds=0)
    assert (late.verdict.status, canned.rounds) == ("unchecked", [])
    assert "looked up: crossref was not asked: no time was left." in late.verdict.reason
    (alone,) = check_sources(Verification(Canned()), ["doi:10.1000/abc"], seconds=10)
    assert (alone.verdict.status, canned.rounds) == ("unchecked", [])


class Memory:
    """Remembers all that it is given; `old` is only known when a registry fails."""

    def __init__(self, old=()):
        self.kept, self.old, self.reads = {}, dict(old), 0

    def recall(self, lookups, *, stale=False):
        self.reads += 1
        known = self.old if stale else self.kept
        return {each: known[each] for each in lookups if each in known}

    def keep(self, found):
        self.kept |= {each: what for each, what in found.items() if not isinstance(what, Failure)}


def test_what_is_remembered_is_not_asked_again():
    canned, memory = Canned(*NAMES), Memory()
    first = check_sources(Verification(canned, memory), ["doi:10.1000/abc"], seconds=10)
    asked = len(canned.rounds)
    assert check_sources(Verification(canned, memory), ["doi:10.1000/abc"], seconds=10) == first
    assert len(canned.rounds) == asked


def test_what_is_remembered_of_many_works_is_read_at_once():
    texts, memory = (
        [f"Meier (2014). Drought tolerance of alpine grasses, part {number}." for number in range(30)],
        Memory(),
    )
    first = check_sources(Verification(Canned(*NAMES), memory), texts, seconds=10)
    memory.reads = 0
    assert check_sources(Verification(Canned(*NAMES), memory), texts, seconds=10) == first
    assert memory.reads < len(texts) / 3


def test_an_old_record_counts_where_a_registry_does_not_answer():
    memory = Memory({Lookup("crossref", "10.1000/abc"): (GRASS,)})
    (found,) = check_sources(Verification(Canned(*NAMES), memory), ["doi:10.1000/abc"], seconds=0)
    assert found.verdict.status == "resolved"
