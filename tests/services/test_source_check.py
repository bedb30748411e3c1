"""References are asked about in rounds, and judged by what came."""

from backend.kernel.records import Lookup, Person, Record
from backend.services.source_check import Registrars, check_sources

GRASS = Record("datacite", ("Drought tolerance of alpine grasses",), (Person("Meier"),), (2014,), doi="10.1000/abc")


class Canned:
    """Registries that know one work, at DataCite."""

    def __init__(self) -> None:
        self.rounds: list[list[Lookup]] = []

    def look_up(self, lookups, *, seconds):
        self.rounds.append(list(lookups))
        return {each: (GRASS,) if each.service == "datacite" and each.key == "10.1000/abc" else () for each in lookups}


NAMES = frozenset({"crossref", "datacite", "handle"})


def test_rounds_go_on_until_all_is_known():
    canned = Canned()
    texts = ["Meier (2014). Drought tolerance of alpine grasses. doi:10.1000/abc", "doi:10.1000/gone"]
    checked = check_sources(Registrars(canned.look_up, NAMES), texts, seconds=10)
    assert [(each.text, each.verdict.status) for each in checked] == list(
        zip(texts, ("resolved", "unresolved"), strict=True)
    )
    assert [{each.service for each in asked} for asked in canned.rounds] == [{"crossref"}, {"datacite"}, {"handle"}]


def test_without_time_or_registries_nothing_is_known():
    canned = Canned()
    (late,) = check_sources(Registrars(canned.look_up, NAMES), ["doi:10.1000/abc"], seconds=0)
    assert (late.verdict.status, canned.rounds) == ("unchecked", [])
    (alone,) = check_sources(Registrars(canned.look_up, frozenset()), ["doi:10.1000/abc"], seconds=10)
    assert (alone.verdict.status, canned.rounds) == ("unchecked", [])
