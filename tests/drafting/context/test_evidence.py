"""The facts of a request as values: what it names, the titles, the open drafts, and the texts that may be quoted."""

from dataclasses import replace

from backend.document.chunks import chunk
from backend.drafting.briefing import Briefing, DocumentContext, Pending, Rewriting
from backend.drafting.context.evidence import evidence, search_decision
from backend.drafting.context.subject import subject_of
from backend.kernel.exchange import OpenDraft, Target
from backend.kernel.wanted import Wanted

TEXT = "# Bees\n\nBees dance.\n\n## Methods\n\nWe filmed them.\n\n### Lamps\n\nRed ones.\n"
ASKED = Briefing("write", 'Shorten the section "Methods".', document=DocumentContext(TEXT, chunk(TEXT)))


def facts(**more):
    briefing = replace(ASKED, **more)
    return evidence(briefing, subject_of(briefing), search_decision(briefing).why, 6_000)


def test_the_part_that_is_named_comes_whole_with_its_heading_and_subsections():
    assert facts().target == Target(
        "## Methods\n\nWe filmed them.\n\n### Lamps\n\nRed ones.", "section", "Bees > Methods"
    )
    assert facts(message="Shorten it.").target is None


def test_titles_and_open_drafts_are_told():
    drafts = (Pending("One.", ("Doe 2020",), "d1", is_meant=False), Pending("Two.", id="d2"))
    told = facts(pending=drafts)
    assert told.titles == ("Bees", "Methods", "Lamps")
    assert told.drafts == (OpenDraft("d1", "One.", ("Doe 2020",)), OpenDraft("d2", "Two."))
    assert told.previous_content == "Two."


def test_the_library_alone_answers_without_the_documents_passages():
    assert [each.kind for each in facts().excerpts] and facts(wanted=Wanted(focus="local")).excerpts == ()


def test_a_rewrite_is_not_searched_for_if_its_instruction_or_the_reason_forbids_it():
    def searches(instruction, reason):
        rewriting = Rewriting("Write about bees.", "Bees dance.", reason=reason, instruction=instruction)
        return search_decision(replace(ASKED, rewrite=rewriting)).search

    assert searches("Name the year of the first report.", "The numbers are wrong.")
    assert searches("", "")
    assert not searches("Do not search the web.", "The numbers are wrong.")
    assert not searches("Name the year of the first report.", "Do not search the web for this.")
