"""Records of several services become one work; whoever divides names is believed on people."""

from dataclasses import replace

from backend.kernel.records import Notice, Person, Record
from backend.verification.works import merged, notices_of, told_once

CROSSREF = Record("crossref", ("RETRACTED: Of trees",), (Person("Smith", "Jo"),), (2019,), ("Nature",), "10.1/a")
OPENALEX = Record(
    "openalex", ("Of trees",), (Person("Jo Smith", whole=True),), (2020,), ("Nature",), "10.1/a", "https://x",
    "An abstract.", (Notice("retraction", "openalex"),), tells_retractions=True,
)  # fmt: skip


def test_what_services_know_is_joined():
    work = merged([OPENALEX, CROSSREF])
    assert (work.id, work.title, work.years) == ("10.1/a", "Of trees", (2019, 2020))
    assert (work.people, work.sure_people) == (CROSSREF.people, True)
    assert work.retracted and {each.source for each in work.notices} == {"openalex", "crossref"}
    assert work.asked == ("openalex",)


def test_each_variable_is_that_of_the_first_service_that_has_it():
    one = replace(CROSSREF, csl=(("volume", "7"), ("editor", "A"), ("editor", "B")))
    other = replace(OPENALEX, csl=(("volume", "8"), ("editor", "C"), ("issue", "1")))
    assert merged([other, one]).csl == (("volume", "7"), ("editor", "A"), ("editor", "B"), ("issue", "1"))


def test_nothing_makes_no_work():
    assert merged([]) is None


def test_a_notice_about_another_work_is_not_withdrawn_itself():
    notice = Record("crossref", ("RETRACTED: Of trees",), is_notice=True, doi="10.1/b")
    assert not merged([notice]).retracted


def test_notices_of_all_versions_are_one_list():
    work = merged([OPENALEX])
    assert notices_of([work, work]) == work.notices


def test_a_notice_that_several_registries_report_is_told_once():
    unlocated, located = Notice("retraction", "openalex"), Notice("retraction", "crossref", "10.1/r")
    concern = Notice("concern", "europepmc")
    assert told_once((unlocated, located, Notice("retraction", "europepmc", "10.1/r"), concern)) == (located, concern)
    assert told_once((unlocated, Notice("retraction", "europepmc"))) == (unlocated,) and told_once(()) == ()
