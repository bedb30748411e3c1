"""The keys of a session: those in use, those of the works that a model is shown, and what a stream shows for marks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.drafting.briefing import LibraryPassage
from backend.kernel.works import Citation, Source
from backend.services import reference_import, references
from backend.services.answers.keyed_citations import (
    ShownMarks,
    bracketed,
    citable,
    cited_otherwise,
    keys_in_use,
    with_keys,
)
from backend.sources import marks
from tests.services.keyed_task import BERG, keyed_task

RESULTS = (
    Source("Street trees", doi="10.1234/berg", authors=("Berg",)),
    Source("Of reefs", "https://example.org/reefs", authors=("Li, Wei",), year=2019, content="Reefs bleach [1]."),
)


@pytest.fixture
def task(world):
    return keyed_task(world, "Old [@old].")


def shown(task, text, results=RESULTS, before="We saw [3] it all."):
    writer = ShownMarks(task, lambda: [before])
    writer.use(results)
    return [writer(mark) for mark in marks.read(text)]


def test_a_mark_is_the_key_of_its_result_as_soon_as_results_are_known(task):
    assert shown(task, "Cool [1]. Bleached [2][1]. Doubtful [7].") == ["[@myBerg]", "[@li2019reefs; @myBerg]", ""]
    assert shown(task, "Cool [1].", results=()) == [""], "as long as nobody knows what it counts, nothing is shown"


def test_a_retracted_reference_is_shown_and_cited_as_retracted(task, world):
    reference_import.add_list(world.ports, world.owned, [("gone", {"title": "RETRACTED: On trees"})])
    assert [each.line for each in citable(task) if each.key == "gone"] == ["RETRACTED: On trees"]
    reference_import.add_list(world.ports, world.owned, [("berg", BERG | {"is_retracted": True})])
    assert [each.line for each in citable(task) if each.key == "myBerg"] == ["Berg (2021). Street trees (retracted)"]
    [(_, citation)] = cited_otherwise("Trees [@gone].", (), keys_in_use(task), ())
    assert citation.metadata["is_retracted"] is True and citation.metadata["notices"]


def test_marks_of_others_stay_and_those_of_quoted_results_go(task):
    assert shown(task, "We saw [3] it all. Within [8, 9] too. As they say, reefs bleach [1].") == [None, None, ""]


def test_a_session_without_keys_shows_none(task):
    task.citations = "none"
    assert shown(task, "Cool [1].") == [""] and citable(task) == ()
    passage = LibraryPassage(RESULTS[1], 3, "Reefs.")
    assert with_keys(task, [passage]) == (passage,)


def test_keys_in_use_are_those_of_the_document_and_the_references(task):
    found = keys_in_use(task)
    assert found.owners.keys() == {"old", "myBerg"} and found.owners["old"] == ""


def test_the_librarys_works_get_the_keys_that_they_have_or_new_ones(task):
    passages = [
        LibraryPassage(RESULTS[0], 1, "a"),
        LibraryPassage(RESULTS[1], 2, "b"),
        LibraryPassage(RESULTS[1], 3, "c"),
    ]
    keyed = with_keys(task, passages)
    assert [each.source.metadata["key"] for each in keyed] == ["myBerg", "li2019reefs", "li2019reefs"]
    assert keyed[1].source is keyed[2].source, "the passages of one work share it"


def test_a_work_of_the_library_has_the_key_of_the_same_work_among_the_references(world, task):
    book = {
        "type": "book",
        "title": "The sea: a change",
        "author": [{"family": "Hansson"}],
        "issued": {"date-parts": [[2011]]},
    }
    references.add(world.ports, world.owned, [("hansson2011own", book)], "import")
    work = Source("The Sea – A Change", authors=("Sture Hansson",), year=2011, metadata={"library_id": "f", "entry": 2})
    (keyed,) = with_keys(task, [LibraryPassage(work, 1, "a")])
    assert keyed.source.metadata["key"] == "hansson2011own"
    assert shown(task, "Halved [1].", results=(work,)) == ["[@hansson2011own]"]
    (other,) = with_keys(task, [LibraryPassage(replace(work, year=2012), 1, "a")])
    assert other.source.metadata["key"] == "hansson2012change"


def test_works_are_found_by_the_keys_that_content_has_of_its_own(task):
    shelf = with_keys(task, [LibraryPassage(RESULTS[1], 2, "b")])
    content = "A [@myBerg]. B [@li2019reefs, p. 2]. C [@old]. D [@nobody2020; @fig:one]. E [@given]."
    given = Citation("sx_1", "Given", None, None, "resolved", {"key": "given"})
    more = cited_otherwise(content, [given], keys_in_use(task), [each.source for each in shelf])
    assert [(each.metadata["key"], each.title) for _, each in more] == [
        ("myBerg", "Street trees"), ("li2019reefs", "Of reefs"),
    ]  # fmt: skip


def test_a_model_is_told_of_the_references(task):
    assert [(each.key, each.line) for each in citable(task)] == [("myBerg", "Berg (2021). Street trees")]


def test_a_citation_names_each_key_once():
    assert bracketed(["a", "b", "a"]) == "[@a; @b]" and bracketed([]) == ""
