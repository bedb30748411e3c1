"""A retracted work that a text cites by author and year is found; other years, people and keys are not."""

from dataclasses import replace

import pytest

from backend.kernel.works import Citation
from backend.services import documents, export, references
from backend.services.export import ExportOptions
from backend.services.source_checks.named_retractions import named_retractions
from backend.storage import messages
from backend.storage import references as stored
from backend.storage.db import reading, transaction
from backend.storage.sessions import OwnedSession

KUMAR = {"type": "article-journal", "title": "Cold fusion in a jar", "author": [{"family": "Kumar", "given": "Anil"}],
         "issued": {"date-parts": [[2012]]}}  # fmt: skip


@pytest.fixture
def owned(world):
    owned = OwnedSession(world.user_id, world.session_id)
    references.add(world.ports, owned, [("kumar2012", KUMAR)], "own")
    with transaction():
        stored.update(replace(stored.get(owned.id, "kumar2012"), status="retracted"))
    return owned


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Jars are warm (Kumar, 2012).", 1),
        ("Kumar (2012) measured jars.", 1),
        ("Jars are warm (Kumar, 2015).", 0),
        ("Jars are warm (Weiss, 2012).", 0),
    ],
)
def test_author_and_year_mean_the_work(owned, text, count):
    with reading():
        found = list(named_retractions(owned.id, text, ()))
        assert len(found) == count and not list(named_retractions(owned.id, text, {"kumar2012"}))
    assert all("Cold fusion in a jar" in each for each in found)


def test_a_work_that_the_text_cites_by_key_is_not_named_again_for_an_answer(owned, world):
    with transaction():
        work = stored.get(owned.id, "kumar2012").work
        about = {"authors": ["Anil Kumar"], "year": 2012}
        gone = Citation(work, "Cold fusion in a jar", None, None, "retracted", about)
        messages.add(owned.id, "assistant", "A.", world.ports.clock(), sources=("a",), citations=(gone,))
    with reading():
        assert not list(named_retractions(owned.id, "Kumar (2012) measured jars.", {"kumar2012"}))
        assert len(list(named_retractions(owned.id, "Kumar (2012) measured jars.", ()))) == 1


def test_a_work_that_only_an_answer_cited_is_named_too(owned, world):
    with transaction():
        about = {"authors": ["Ada Weiss"], "year": 2015}
        gone = Citation("sx_elsewhere", "Warm jars", None, None, "retracted", about)
        kept = Citation("sx_fine", "Cool jars", None, None, "resolved", about | {"year": 2016})
        messages.add(owned.id, "assistant", "A.", world.ports.clock(), sources=("a",), citations=(gone, kept))
    with reading():
        (told,) = named_retractions(owned.id, "Weiss (2015) and Weiss (2016) measured jars.", ())
    assert "Warm jars" in told


def test_an_export_warns_of_it(world, owned):
    documents.put(world.ports, owned, '"0"', "# Jars\n\nJars are warm (Kumar 2012).\n")
    told = "The text cites “Kumar 2012”, which seems to be the retracted work “Cold fusion in a jar”."
    assert export.export(world.ports, owned, ExportOptions("md")).warnings == (told,)
