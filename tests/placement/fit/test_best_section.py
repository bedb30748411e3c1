"""Fit: beside what resembles the content, and in the usual order of a paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.document.outline import Section
from backend.mentions.document_view import DocumentView
from backend.placement.content import Content
from backend.placement.fit import best_section
from backend.placement.fit.best_section import COUNTED, WEIGHTS, fitting, rank, weigh
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.similarity import Gap

PAPER = (
    "# On ice\n\n## Introduction\n\nRivers carry ice in spring.\n\n## Methods\n\nWe drilled cores with an auger.\n\n"
    "Each core was weighed and cut [@smith].\n\n## Results\n\nIce thinned by a tenth.\n\n## References\n\n[@smith]\n"
)


def best(text, content):
    return fitting(PlacementBuilder(DocumentView(read(text)), Content(content)))[0]


@pytest.mark.parametrize(
    ("content", "section"),
    [
        ("The auger drilled cores of river ice.", "Methods"),
        ("After being weighed, cores were split [@smith].", "Methods"),
        ("A tenth of the ice thinned.", "Results"),
    ],
)
def test_a_paragraph_goes_to_its_like(content, section):
    assert best(PAPER, content).section == ("On ice", section)


@pytest.mark.parametrize(
    ("heading", "after"),
    [
        ("Abstract", None),
        ("Related work", "Introduction"),
        ("Discussion", "Results"),
        ("Fazit", "Results"),
        ("Acknowledgements", "Results"),
        ("Appendix", "References"),
    ],
)
def test_a_section_goes_to_its_usual_place(heading, after):
    placement = best(PAPER, f"## {heading}\n\nText.")
    if after is None:
        assert placement.place == "before section" and placement.section[-1] == "Introduction"
    else:
        assert placement.place == "after section" and placement.section[-1] == after


def test_an_unknown_section_behind_the_references_is_a_closing_one():
    text = PAPER.replace("# On ice", "# On ice\n\n## What we left out\n\nx", 1) + "\n## Box 1\n\nx\n\n## Box 2\n\ny\n"
    placement = best(text, "## Conclusion\n\nText.")
    assert (placement.place, placement.section[-1]) == ("after section", "Results")


def test_an_unknown_section_before_the_introduction_stands_in_front():
    text = "# On the ice of rivers\n\n## A. Author\n\n# Introduction\n\nx\n\n# Results\n\ny\n"
    placement = best(text, "# Abstract\n\nText.")
    assert (placement.place, placement.section[-1]) == ("after section", "On the ice of rivers")


def test_a_part_of_closing_matter_has_its_own_rank():
    text = "# A\n\n## Results\n\nx\n\n## Declarations\n\n### Consent\n\nx\n\n### Funding\n\ny\n"
    placement = best(text, "### Acknowledgements\n\nText.")
    assert (placement.place, placement.section[-1]) == ("after section", "Consent")


def test_methods_told_last_draw_nothing_behind_them():
    text = "# Introduction\n\nx\n\n# Results\n\ny\n\n# Methods\n\nz\n"
    assert best(text, "# Discussion\n\nw").section == ("Results",)


def test_what_talks_like_a_chapter_goes_into_it():
    told = "We counted {} eggs in {} nests. They were weighed, marked and photographed within {} days.\n\n"
    thought = "Nests may well differ in {}, and this could suggest that birds would rather move than {}.\n\n"
    methods = "".join(told.format(n, n + 2, n + 5) for n in range(3, 7))
    ideas = "".join(
        thought.format(a, b) for a, b in (("size", "wait"), ("shape", "rest"), ("age", "feed"), ("use", "fly"))
    )
    text = f"# Birds\n\n## A\n\n{methods}## B\n\n{ideas}"
    assert best(text, "Larvae were measured and dried, and 12 of them were sequenced.").section[-1] == "A"
    assert best(text, "Larvae might also adapt, which could mean that they may not depend on this.").section[-1] == "B"


def test_a_paragraph_goes_where_its_subject_is_at_home_and_not_where_it_is_mentioned_once():
    other = "Snow melts, and rivers rise.\n\nLakes fill, and meadows flood.\n\n"
    home = "Salmon swim upstream.\n\nSalmon spawn in gravel.\n\nYoung salmon hide.\n\n"
    text = f"# W\n\n## A\n\n{other}Anglers count salmon.\n\n{other}## B\n\n{home}## C\n\n{other}"
    assert best(text, "Salmon leap over falls.").section[-1] == "B"


def test_a_sentence_joins_a_section_of_one_paragraph_at_its_end():
    long = "Salmon swim upstream, and rivers rise.\n\nSnow melts.\n\nSalmon leap.\n\n"
    text = f"# W\n\n## Rivers\n\n{long}## Otters\n\nOtters hunt salmon at night.\n\n## Lakes\n\n{long}"
    place = best(text, "Otters hunt at night.")
    assert place.section[-1] == "Otters"
    assert place.anchor.excerpt.startswith("Otters hunt")


def test_a_program_does_not_attract_a_sentence():
    code = "```sh\nscreen --pathogens --with-tower --human --screen\n```\n\n"
    text = f"# W\n\n## Use\n\nRun this.\n\n{code}## Limits\n\nThe screening of human samples is slow.\n\nIt ends.\n"
    assert best(text, "Screening for pathogens is slow.").section[-1] == "Limits"


def test_no_place_between_a_table_and_its_caption():
    text = "# T\n\nOne auger here.\n\n| auger |\n|---|\n| a |\n\nTable: Augers by size.\n\nTwo augers there.\n"
    assert best(text, "Augers were sharpened.").anchor.block != 2


def test_a_number_tells_the_place():
    text = "# 1. Aims\n\na\n\n# 2. Words\n\nb\n\n## 2.1 Old\n\nc\n\n## 2.3 New\n\nd\n\n# 4. End\n\ne\n"
    assert best(text, "# 3. Introduction\n\nx").section[-1] == "2. Words"
    assert best(text, "## 2.2 Mine\n\nx").section[-1] == "2.1 Old"
    first = best(text.replace("# 1. Aims\n\na\n\n", ""), "# 1. Conclusion\n\nx")
    assert first.place == "before section" and first.section[-1] == "2. Words"


def test_contributions_after_the_results_are_the_authors():
    text = "# Results\n\na\n\n# Conclusion\n\nb\n\n# Contributions\n\nc\n\n# References\n\nd\n"
    assert best(text, "# Acknowledgements\n\nx").section == ("Conclusion",)


def test_an_appendix_is_one_whatever_it_holds():
    assert rank("Appendix: Statistical details") == rank("Appendix")


def test_an_empty_document_and_one_with_nothing_alike():
    assert best("---\na: b\n---\n", "text").operation == "append_to_document"
    assert best("# A\n\nx\n", "wholly different").confidence <= 0.45


def test_a_summary_comes_first_unless_there_is_an_abstract():
    assert rank("Summary") < rank("Introduction") < rank("Summary", ["Abstract"])
    assert rank("Wombats") is None


# --- what speaks for a place, and how much ----------------------------------------------------------------


def found(text, content):
    return fitting(PlacementBuilder(DocumentView(read(text)), Content(content)))


def shown(placements):
    return [(p.operation, p.section[-1] if p.section else None, p.place, p.confidence) for p in placements]


END = ("append_to_document", None, "end", 0.2)


def test_a_section_that_is_there_already_takes_its_like_in_and_the_end_comes_last():
    twice = "# A\n\n## Notes\n\nx\n\n# B\n\n## Notes {#n}\n\ny\n"
    assert shown(found(twice, "## Notes\n\nNew.")) == [("append_to_section", "Notes", "end", 0.5)] * 2 + [END]
    (first, *_, last) = found(twice, "## Notes\n\nNew.")
    assert "already has the section “Notes”" in first.reason and "goes to the end" in last.reason


def test_a_section_of_no_known_name_goes_behind_its_like_the_likest_first():
    parts = ("wolves", "bears", "lynxes", "elks", "foxes", "hares", "owls")
    text = "".join(f"# On {name}\n\nMany {name} live here.\n\n" for name in parts)
    found_here = found(text, "# Snow\n\nIn snow, lynxes follow hares.")
    assert [p.confidence for p in found_here] == [0.4, 0.35, 0.3, 0.25, 0.2, 0.2]
    assert {p.section for p in found_here[:2]} == {("On lynxes",), ("On hares",)}
    assert {p.place for p in found_here[:5]} == {"after section"} and "resembles “On " in found_here[0].reason


def test_a_known_name_and_a_number_are_surer_than_a_likeness():
    assert shown(found(PAPER, "## Discussion\n\nx")) == [("new_section", "Results", "after section", 0.6), END]
    assert shown(found(PAPER, "## Abstract\n\nx")) == [("new_section", "Introduction", "before section", 0.6), END]
    numbered = "# 1. Aims\n\na\n\n# 3. End\n\nb\n"
    assert shown(found(numbered, "# 2. Ways\n\nx")) == [("new_section", "1. Aims", "after section", 0.7), END]
    assert shown(found(numbered, "# 0. Ways\n\nx")) == [("new_section", "1. Aims", "before section", 0.7), END]
    (first, _) = found(numbered, "# 2. Ways\n\nx")
    assert first.reason == "The number of the new section is 2."


@pytest.mark.parametrize(
    ("heading", "after"),
    [
        ("## 1.2 More", "1.1 Old"),
        ("## 2.1 More", "Words"),  # no other part of section 2: its number says nothing
        ("## 3.2 More", "3.1 New"),
    ],
)
def test_a_number_counts_among_the_parts_of_its_own_section(heading, after):
    text = "# 1 Aims\n\na\n\n## 1.1 Old\n\nb\n\n# 3 Words\n\nc\n\n## 3.1 New\n\nd\n\n## 3.3 End\n\ne\n"
    best_of = best(text, f"{heading}\n\nx")
    assert (best_of.section[-1] == after) is (after != "Words") and (best_of.confidence == 0.7) is (after != "Words")


def test_an_empty_document_is_sure_of_its_only_place():
    assert shown(found("", "Text.")) == [("append_to_document", None, "end", 0.9)]
    assert shown(found("<!-- nothing -->\n", "# Title\n\nText.")) == [("append_to_document", None, "end", 0.9)]
    assert found("", "Text.")[0].reason == "The document is empty."


def test_paragraphs_are_offered_five_places_the_best_first_none_surer_than_by_an_order():
    places = found(PAPER, "The auger drilled cores of river ice.")
    assert len(places) == 6 and places[0].confidence == 0.45
    assert {p.operation for p in places[:5]} == {"insert_after"}
    assert [p.confidence for p in places[:5]] == sorted((p.confidence for p in places[:5]), reverse=True)
    assert len({p.anchor.block for p in places[:5]}) == 5


def test_a_section_deeper_than_all_is_put_among_the_deepest_that_there_are():
    assert best(PAPER, "#### Discussion\n\nx").section[-1] == "Results"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Abstract", "Introduction"),
        ("Introduction", "Related work"),
        ("Methods", "Results"),
        ("Results", "Discussion"),
        ("Discussion", "Conclusions"),
        ("Conclusions", "Acknowledgements"),
        ("Acknowledgements", "References"),
        ("References", "Appendix"),
    ],
)
def test_the_usual_order_of_a_paper(one, other):
    assert rank(one) < rank(other)
    for first, then in ((one, other), (other, one)):
        text = f"# {first}\n\nx\n"
        place = best(text, f"# {then}\n\ny").place
        assert place == ("after section" if first == one else "before section")


def test_each_kind_of_evidence_counts_as_it_stands_out_and_edges_as_they_are():
    names = [name for name in WEIGHTS if name not in COUNTED]
    flat = {**dict.fromkeys(WEIGHTS, 1.0), **dict.fromkeys(COUNTED, 0.0)}
    for name in names:
        gaps = [Gap(0, flat), Gap(1, {**flat, name: 3.0})]
        low, high = weigh(gaps, WEIGHTS)
        assert (low, high) == (pytest.approx(-WEIGHTS[name]), pytest.approx(WEIGHTS[name]))
    for name in COUNTED:
        assert weigh([Gap(0, flat), Gap(1, {**flat, name: 2.0})], WEIGHTS) == [0.0, 2 * WEIGHTS[name]]


@pytest.mark.parametrize("heading", ["", "## Methods\n\n"])
def test_what_is_no_paper_is_not_compared_place_by_place(monkeypatch, heading):
    monkeypatch.setattr(best_section, "MOST_SECTIONS", 3)
    found = best(PAPER.replace("## References\n\n[@smith]\n", ""), heading + "The auger drilled cores of river ice.")
    assert found.confidence <= 0.2 and found.section in (None, ("On ice", "Results"))
    assert best("# One\n\n" * 3, heading + "Text.").confidence > 0 and best_section.MOST_BLOCKS > 12_000


@given(st.lists(st.sampled_from([None, 10, 42, 75, 90]), max_size=12), st.sampled_from([10, 42, 75, 80]), st.data())
def test_the_disorder_of_a_place_is_that_of_each_section_on_its_own(values, own, data):
    sections = [Section(n, 1, "", (), 2 * n, 2 * n + 2, 2 * n + 2, None) for n in range(len(values))]
    known = dict(enumerate(values))
    at = data.draw(st.integers(0, 2 * len(values)))
    holders = data.draw(st.lists(st.sampled_from(sections), unique=True)) if sections else []
    naive = 0.0
    for section in (each for each in sections if each not in holders):
        value, before = known[section.index], section.first < at
        place = 75 if value is None else value
        if (before and place > own) or (not before and place < own):
            naive += 0.4 if value is None else 1
        elif place == own:
            naive += 0.1 * (not before)
    assert best_section._Disorder(sections, known, own).at(at, holders) == pytest.approx(naive)


def test_the_best_place_of_every_section_is_among_the_candidates():
    same = "The river froze. Ice covered the river.\n\nThe river ice was thick in winter.\n\nRiver ice melted.\n\n"
    text = f"# Ice\n\n{same}# Fish\n\nFish swim below.\n\n# Birds\n\nBirds fly above.\n"
    sections = [each.section for each in found(text, "Thick ice covered the river.")[:-1]]
    assert sections[0] == ("Ice",)
    assert set(sections) == {("Ice",), ("Fish",), ("Birds",)}
