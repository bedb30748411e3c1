"""References are asked about in rounds, and judged by what came."""

from backend.kernel.records import Lookup, Person, Record
from backend.kernel.search_requests import Failure
from backend.ports import Verification
from backend.services.source_check import check_sources

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


def test_without_time_or_registries_nothing_is_known():
    canned = Canned(*NAMES)
    (late,) = check_sources(Verification(canned), ["doi:10.1000/abc"], seconds=0)
    assert (late.verdict.status, canned.rounds) == ("unchecked", [])
    (alone,) = check_sources(Verification(Canned()), ["doi:10.1000/abc"], seconds=10)
    assert (alone.verdict.status, canned.rounds) == ("unchecked", [])


class Memory:
    """Remembers all that it is given; `old` is only known when a registry fails."""

    def __init__(self, old=()):
        self.kept, self.old = {}, dict(old)

    def recall(self, lookups, *, stale=False):
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


def test_an_old_record_counts_where_a_registry_does_not_answer():
    memory = Memory({Lookup("crossref", "10.1000/abc"): (GRASS,)})
    (found,) = check_sources(Verification(Canned(*NAMES), memory), ["doi:10.1000/abc"], seconds=0)
    assert found.verdict.status == "resolved"
