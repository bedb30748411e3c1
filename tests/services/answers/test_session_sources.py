"""A question about the session's sources is answered from its references, its answers and its text."""

from backend.services import references
from backend.services.answers.session_sources import session_sources
from backend.storage import messages
from backend.storage.db import transaction
from tests.services.test_gathering import task

TEXT = "Catch crops hold nitrate (Kumar et al. 2012). Rye is best [@thorup; @nobody].\n"
ITEMS = [
    ("thorup", {"type": "article-journal", "title": "Root depth", "author": [{"family": "Thorup"}]}),
    ("bad", {"type": "article-journal", "title": "RETRACTED: Miracle crops"}),
]


def test_references_and_works_without_an_entry_are_sources(world):
    references.add(world.ports, world.owned, ITEMS, "import")
    found = {each.line: each.cited for each in session_sources(task(world, "Which sources do I cite?", TEXT))}
    assert found == {
        "[@bad] RETRACTED: Miracle crops": False,
        "[@thorup] Thorup Root depth": True,
        "[@nobody]: no reference entry describes this work": True,
        "Kumar et al. 2012: no reference entry describes this work": True,
    }


def test_the_source_of_a_text_attached_to_an_earlier_message_is_gathered_with_the_text(world):
    attached = {"type": "highlight", "content": "Rye held nitrate.", "source": "Berg 2021", "title": None, "note": None}
    with transaction():
        now = world.ports.clock()
        messages.add(world.session_id, "user", "Quote it.", now, attached_sections=[attached, attached])
        messages.add(world.session_id, "user", "And this.", now, attached_sections=[{**attached, "source": None}])
    found = [each for each in session_sources(task(world, "Do my sources mention rye?", TEXT)) if each.attached]
    assert [(each.line, each.passages) for each in found] == [("Berg 2021", ("Rye held nitrate.",))]


def test_other_messages_gather_no_sources(world):
    assert session_sources(task(world, "Add a sentence on rye.", TEXT)) == ()
