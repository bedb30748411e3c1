"""Attachments: cut fairly where they don't fit, and those of a revision's first request brought along."""

from dataclasses import replace

from backend.drafting.briefing import Briefing, Pending
from backend.drafting.context.attachments import EARLIER_HIGHLIGHT, fitted, recalled
from backend.drafting.highlights import AttachedSection
from backend.drafting.history import PastMessage

HIGHLIGHT = AttachedSection("highlight", "Bees see red light badly.")
SECTION = AttachedSection("section", "Hives were warm.", title="Hives")
REVISION = Briefing("write", "Shorter.", pending=(Pending("Text.", attached=(HIGHLIGHT, SECTION)),))


def test_a_revision_has_what_came_with_its_request():
    assert recalled(REVISION, ()).sections == (replace(HIGHLIGHT, title=EARLIER_HIGHLIGHT), SECTION)


def test_nothing_is_brought_along_that_is_shown_already():
    shown = (PastMessage("user", "Write.", attached=(HIGHLIGHT,)),)
    assert recalled(replace(REVISION, sections=(SECTION,)), shown).sections == (SECTION,)
    assert recalled(Briefing("write", "Write."), ()).sections == ()


def test_long_attachments_are_cut_and_short_ones_stay():
    long = replace(SECTION, content="word " * 4_000)
    briefing, warnings = fitted(replace(REVISION, sections=(SECTION, long), highlights=(HIGHLIGHT,)), 500)
    assert briefing.sections[0] == SECTION and briefing.sections[1].content.endswith("word […]")
    assert briefing.highlights == (HIGHLIGHT,) and warnings == (
        "Only the beginning of some attached sections (1) was used: together they are too long for the prompt. "
        "Attach fewer or shorter ones, so that all of their text is used.",
    )
