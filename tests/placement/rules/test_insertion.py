"""Where the rules put content: requests as people make them, in one small paper."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out, carry_out_first
from backend.placement.rules import decide
from tests.placement.rules.paper import PAPER, PLAIN, before

SECTION = "## Limitations\n\nFew rivers were seen."


@pytest.mark.parametrize(
    ("messages", "line"),
    [
        (["Put this at the end of the Introduction."], "Frazil forms in turbulent water."),
        (["add to intro please"], "Frazil forms in turbulent water."),
        (["It belongs in Backgrond, I mean the Introducton."], "Frazil forms in turbulent water."),
        (["Open the Introduction with this."], "## Introduction"),
        (["The Discussion is still empty, so put it there."], "The ice thinned. Warm springs explain it."),
        (["Discussion is preceded by this"], "Drilling took two days a week."),
        (["This goes to the interpretation of the results."], "The ice thinned. Warm springs explain it."),
        (["Füge das am Ende des Abschnitts Diskussion ein."], "The ice thinned. Warm springs explain it."),
        (["Ajoute ceci à la section « Discussion »."], "The ice thinned. Warm springs explain it."),
        (["请把这段放到“Discussion”一节的末尾。"], "The ice thinned. Warm springs explain it."),
        (["「Discussion」の最後に追加してください。"], "The ice thinned. Warm springs explain it."),
        (["Добавь это в раздел «Discussion»."], "The ice thinned. Warm springs explain it."),
        (["Insert it after the paragraph on frazil."], "Frazil forms in turbulent water."),
        (["The paragraph about drilling should be preceded by this."], "Cores were complete."),
        (["right before the paragraph that starts with “Frazil forms in turbulent”"], "Rivers freeze in winter."),
        (["after the first paragraph of the Introduction"], "Rivers freeze in winter."),
        (["Place it below the table in Statistical analysis."], "Table: Depth of the stations."),
        (["Put it above the table in Statistical analysis."], "Mixed models were fitted."),
        (["after the list in the methods"], "- Thermometer"),
        (["Add it to Sampling under Results."], "Drilling took two days a week."),
        (["Not any other Sampling: the one in Methods."], "- Thermometer"),
        (["Put it in the Introduction.", "Shorter please.", "ok"], "Frazil forms in turbulent water."),
        (["Add it to the Introduction.", "Actually no, the Discussion."], "The ice thinned. Warm springs explain it."),
        (["After the paragraph on frazil.", "Sorry, before it."], "Rivers freeze in winter."),
        (["As in the Introduction, but put it into the Discussion."], "The ice thinned. Warm springs explain it."),
        (["Add it to the Discussion, not to the Introduction."], "The ice thinned. Warm springs explain it."),
        (["At the very beginning of the document."], "# Ice in rivers"),
    ],
)  # fmt: skip
def test_a_paragraph_goes_where_it_was_asked_for(messages, line):
    assert before(PLAIN, *messages) == line


def test_a_section_goes_before_all_other_subsections():
    content = "### Ethics\n\nNobody was harmed."
    decision = decide(PAPER, content, ["Put it into Methods, before all other subsections."])
    assert decision.sure
    assert carry_out(PAPER, content, decision.placement).text == PAPER.text.replace(
        "### Sampling", f"{content}\n\n### Sampling", 1
    )


@pytest.mark.parametrize("message", ["before the causal model", "Close Methods with it, so before the causal model."])
def test_a_section_that_is_named_by_most_of_its_title_is_a_sure_place(message):
    document = read("# Ice\n\n## Methods\n\nWe drilled.\n\n### A causal model\n\nCores were cut.\n\nThe model fits.\n")
    decision = decide(document, PLAIN, [message])
    assert decision.sure and carry_out(document, PLAIN, decision.placement).text == document.text.replace(
        "### A causal", f"{PLAIN}\n\n### A causal"
    )
    assert not decide(document, PLAIN, ["Put it where the causal model begins, before it."]).sure


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("As a new section between Results and Discussion.", "Drilling took two days a week."),
        ("new section after the findings", "Drilling took two days a week."),
        ("This section precedes the References.", "The ice thinned. Warm springs explain it."),
        ("Discussion should be followed by this section.", "The ice thinned. Warm springs explain it."),
        ("Make it the last section of the paper.", "[a]: https://example.org/a"),
        ("Put a new section last.", "[a]: https://example.org/a"),
        ("the first section, please", "# Ice in rivers"),
        ("Methods, then this, then Results.", "Table: Depth of the stations."),
    ],
)
def test_a_section_goes_between_sections(message, line):
    assert before(SECTION, message) == line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("As a subsection of Methods.", "Table: Depth of the stations."),
        ("the first subsection of Methods", "## Methods"),
        ("In Methods, right after the Sampling subsection.", "- Thermometer"),
    ],
)
def test_a_subsection_goes_under_its_parent(message, line):
    assert before("### Weather\n\nIt was cold.", message) == line


def test_a_heading_is_made_where_a_title_is_given():
    for message in (
        "Make it a section titled “Outlook” between Discussion and References.",
        "New section called Outlook, after the Discussion and before the References.",
    ):
        placed = carry_out_first(PAPER, PLAIN, decide(PAPER, PLAIN, [message]).candidates)
        assert "## Outlook\n\n" + PLAIN + "\n\n## References" in placed.text


def test_items_and_rows_go_inside_tightly():
    item = carry_out_first(
        PAPER, "- Camera", decide(PAPER, "- Camera", ["one more bullet for the list in Methods"]).candidates
    )
    assert "- Thermometer\n- Camera\n\n" in item.text
    row = "| B       | 2.0   |"
    table = carry_out_first(PAPER, row, decide(PAPER, row, ["another row for the table"]).candidates)
    assert "| A       | 1.2   |\n" + row + "\n\nTable:" in table.text


def test_content_with_a_heading_of_its_own():
    again = "## Discussion\n\nAnother reading of it."
    text = carry_out_first(PAPER, again, decide(PAPER, again, ["Add this to the Discussion."]).candidates).text
    assert text.count("## Discussion") == 1 and "Another reading of it.\n\n## References" in text
    new = "## Discussion\n\nThe whole anew."
    decision = decide(PAPER, new, ["Replace the Discussion."])
    assert carry_out(PAPER, new, decision.placement).text == PAPER.text.replace(
        "## Discussion\n\nThe ice thinned. Warm springs explain it.", new
    )


def test_no_place_at_all_goes_by_topic_and_usual_order():
    frazil = "Frazil also forms in turbulent water below falls, and rivers freeze there in winter."
    assert before(frazil, "Write about frazil.", "ok") in (
        "Rivers freeze in winter.",
        "Frazil forms in turbulent water.",
    )
    assert before("## Conclusion\n\nIce is thin.", "Now the conclusion.") == "The ice thinned. Warm springs explain it."
    assert before("## Abstract\n\nIce.", "Please write the abstract.") == "# Ice in rivers"


@pytest.mark.parametrize("text", ["", "\n\n", "---\ntitle: x\n---\n", "<!-- plan -->\n", "# A title", "# A title\n\n"])
@pytest.mark.parametrize("message", ["add it", "Start the paper with this.", "Write the introduction.", ""])
def test_documents_with_nothing_in_them(text, message):
    placed = carry_out_first(read(text), PLAIN, decide(read(text), PLAIN, [message]).candidates)
    assert placed.text.rstrip("\n").endswith(PLAIN) and placed.text.startswith(text.rstrip("\n"))


@pytest.mark.parametrize(
    "message", ["“", "???", "in", "after", "between and", "x" * 20_000, "the " * 4000, "🙂", "\x00", "「」"]
)
def test_any_message_is_survived(message):
    assert decide(PAPER, PLAIN, [message]).candidates


def test_a_section_asked_for_by_its_title_stands_where_it_usually_does():
    paper = read("# Introduction\n\nIce.\n\n# Results\n\nThick.\n\n# Discussion\n\nIt melts.\n\n# References\n\n- A\n")
    decision = decide(paper, "More cores are needed.", ['Please write a new section titled "Outlook".'])
    placed = carry_out(paper, "More cores are needed.", decision.placement)
    assert placed.text == paper.text.replace("# References", "# Outlook\n\nMore cores are needed.\n\n# References")


def test_a_title_given_later_keeps_the_place():
    decision = decide(
        PAPER, "More cores.", ["Put it in a section of its own after Methods.", "As a new section titled “Cores”."]
    )
    assert decision.placement.heading == "## Cores"
    assert decision.placement.section[-1] == "Methods"


def test_a_list_item_is_no_section_called_list_items():
    paper = read("# List items\n\nWhat they are.\n\n# Headings\n\n- one\n- two\n")
    decision = decide(paper, "- three", ["Include this as a list item in Headings."])
    assert carry_out(paper, "- three", decision.placement).text == paper.text + "- three\n"


@pytest.mark.parametrize(
    ("message", "section"),
    [
        ("Setz das direkt hinter den Absatz über Frazil.", "Introduction"),
        ("Als letzter Absatz von Results, bitte.", "Results"),
        ("Mets-le juste après le paragraphe sur frazil.", "Introduction"),
        ("Ajoute ça à la fin de Results.", "Results"),
        ("Ponlo justo después del párrafo sobre frazil.", "Introduction"),
        ("¿Puedes agregarlo a Results?", "Results"),
        ("Mettilo subito dopo il paragrafo su frazil.", "Introduction"),
        ("Coloque logo depois do parágrafo sobre frazil.", "Introduction"),
        ("Zet het direct na de alinea over frazil.", "Introduction"),
        ("Voeg dit toe aan het einde van Results.", "Results"),
    ],
)
def test_requests_in_other_languages(message, section):
    paper = read("# Introduction\n\nIce.\n\nFrazil forms.\n\nSnow.\n\n# Results\n\nThick.\n\nThin.\n\n# End\n\nSo.\n")
    placement = decide(paper, "New.", [message]).placement
    assert placement.section == (section,)
    assert carry_out(paper, "New.", placement).text in (
        paper.text.replace("Frazil forms.\n", "Frazil forms.\n\nNew.\n"),
        paper.text.replace("Thin.\n", "Thin.\n\nNew.\n"),
    )


@pytest.mark.parametrize(
    ("message", "operation", "section", "heading"),
    [
        ("Please write a conclusion from the paper.", "new_section", ("Ice in rivers", "Discussion"), "## Conclusion"),
        (
            "Write a short paragraph on ice for the Abstract.",
            "new_section",
            ("Ice in rivers", "Introduction"),
            "## Abstract",
        ),
        ("Write the introduction, please.", "append_to_section", ("Ice in rivers", "Introduction"), ""),
    ],
)
def test_a_usual_part_goes_where_it_is_or_usually_stands(message, operation, section, heading):
    found = decide(PAPER, PLAIN, [message])
    assert (found.placement.operation, found.placement.section) == (operation, section)
    assert heading in (found.placement.position or "")
    assert not found.sure


def test_a_usual_part_asked_for_in_an_empty_document_gets_no_title_of_ours():
    found = decide(read("\n\n"), PLAIN, ["Write a conclusion."])
    assert (found.placement.operation, found.placement.position, found.sure) == ("append_to_document", "end", True)


@pytest.mark.parametrize("message", ["Put it after the first paragraph instead.", "Put it after the first paragraph"])
def test_the_first_paragraph_is_one_whatever_is_said_behind_it(message):
    assert before(PLAIN, message) == "Rivers freeze in winter."


def test_what_is_counted_and_not_there_is_no_start_of_the_document():
    found = decide(read("# Ice\n\nRivers freeze.\n\nThey thaw.\n"), PLAIN, ["Put it after the first table."])
    assert not found.sure
    assert found.placement.operation != "prepend_to_document"


def test_a_move_to_a_counted_paragraph_overrules_the_first_place():
    assert (
        before(PLAIN, "Write it for the Methods.", "Put it after the first paragraph instead.")
        == "We drilled cores every week."
    )


def test_content_that_nearly_repeats_a_block_is_not_added_beside_it_unasked():
    document = read(
        "# Ice\n\n## Log\n\nIt froze.\n\n| day | ice |\n|---|---|\n| 1 | 2 cm |\n| 2 | 3 cm |\n| 3 | 5 cm |\n"
    )
    content = "| day | ice |\n|---|---|\n| 1 | 2 cm |\n| 3 | 5 cm |"
    paragraph = "It froze on the first day of May, and then again on the third."
    assert decide(read(f"# Ice\n\n{paragraph}\n\nMore.\n"), paragraph, []).placement.operation != "replace"
    for message in ("Drop half of the rows from the table in Log.", "In Log, please.", "remove the second day again"):
        decision = decide(document, content, [message])
        assert decision.placement.operation == "replace" and not decision.sure
        assert {each.operation for each in decision.candidates[:2]} == {"replace", "insert_after"}
    assert decide(document, "| day | wind |\n|---|---|\n| 1 | 2 m/s |\n| 2 | 9 m/s |", ["At the end of Log."]).sure
    for message in ("Drop half of the rows from the table in Log.", "In Log, please."):
        decision = decide(document, content, [message])
        assert decision.placement.operation == "replace" and not decision.sure
        assert {each.operation for each in decision.candidates[:2]} == {"replace", "insert_after"}
    assert decide(document, "| day | wind |\n|---|---|\n| 1 | 2 m/s |\n| 2 | 9 m/s |", ["At the end of Log."]).sure


def test_a_remark_beside_another_is_not_the_end_of_everything():
    found = decide(PAPER, PLAIN, ["Next to the other remark on speed."])
    assert not found.sure


@pytest.mark.parametrize("text", ["# Title", "Some words.\n"])
def test_only_an_empty_document_has_a_sure_place_for_everything(text):
    assert decide(read(""), PLAIN, ["Use it."]).sure
    assert not decide(read(text), PLAIN, ["Use it."]).sure


def test_an_edge_alone_turns_the_place_that_was_named_before():
    found = decide(PAPER, PLAIN, ["Something on ferries, in the Introduction.", "At the top, please."])
    assert (found.placement.section[-1], found.placement.position) == ("Introduction", "start")


def test_the_contents_own_title_names_no_other_section():
    document = read("# Ice\n\n## Results\n\nThick.\n\n## Code Availability\n\nHere.\n\n### Files\n\nThese.\n")
    found = decide(document, "## Data Availability\n\nThere.", ["I need the Data Availability section."])
    assert found.placement.position == "after section"


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("No, at the start.", "start"),
        ("nein, lieber am Anfang", "start"),
        ("at the very end", "end"),
        ("put it at the start of the document", "after title"),
    ],
)
def test_an_edge_alone_is_the_edge_of_the_section_that_was_named_before(message: str, place: str):
    document = read("# P\n\n## Summary\n\nFirst.\n\nSecond.\n\n## Data\n\nA b c.\n")
    decision = decide(document, "Cores are shared.", ["Insert at the end of Summary: …", message])
    assert (decision.placement.position, decision.sure) == (place, True)


def test_the_start_of_the_document_is_not_sure_where_a_section_is_spoken_of() -> None:
    document = read("# Ana Smith\n\nBiologist.\n\n## Selected publications\n\n1. A.\n2. B.\n")
    for message in ("insert as the first publication: “…”", "add a publication at the top: “…”"):
        assert not decide(document, "Smith A. Fungi. 2025.", [message]).sure
    assert decide(document, "Smith A. Fungi. 2025.", ["add this at the start of the document: “…”"]).sure


def test_a_new_subsection_has_the_level_and_the_number_of_its_siblings():
    text = "# Trial\n\n## {}Methods\n\n### {}Sites\n\nSix.\n\n### {}Doses\n\nTwo.\n\n## {}Results\n\nNone.\n"
    order = "Add a new subsection 2.3 Statistics with the text “…”"
    found = decide(read(text.format("2 ", "2.1 ", "2.2 ", "3 ")), "We used a mixed model.", [order]).placement
    assert (found.operation, found.section and found.section[-1]) == ("new_section", "2.2 Doses")
    assert "### 2.3 Statistics" in str(found.position)
    found = decide(read(text.format("", "", "", "")), "We used a mixed model.", [order]).placement
    assert "Statistics" in str(found.position) and "2.3" not in str(found.position)


def test_a_new_appendix_is_no_part_of_another():
    paper = read("# Ice\n\n## Appendix A: Sites\n\nOne.\n\n## Appendix B: Dates\n\nTwo.\n")
    decision = decide(paper, "## Appendix C: Drills\n\nThree.", ["Append an Appendix C on drills at the very end"])
    assert decision.placement.operation == "append_to_document"


def test_a_verb_is_no_figure():
    paper = read("# Ice\n\n## Steps\n\nFilm the ice.\n\nPhotograph the cores.\n\n## Results\n\n![Ice.](ice.png)\n")
    decision = decide(paper, PLAIN, ["There should be a step between filming and photographing"])
    assert "Film the ice.\n\nSomething" in carry_out(paper, PLAIN, decision.placement).text and decision.sure


def test_the_words_of_the_draft_are_no_order_to_replace():
    paper = read("# T\n\n## Author contributions\n\nA.B. wrote the software.\n\n## References\n\nNone.\n")
    content = "## Author contributions\n\nC.D. revised the whole manuscript."
    decision = decide(paper, content, ["C.D. revised the whole manuscript - that's missing in Author contributions"])
    assert decision.placement.operation == "append_to_section"


def test_the_german_for_at_the_end_is_no_verb():
    text = "# T\n\n## 1 Track\n\n### 1.1 Manual Versioning\n\nY.\n\n## 2 Text\n\n### 2.1 Single Master\n\nZ.\n"
    message = "Schreib einen Absatz über software versions ans Ende von Abschnitt 2.1."
    assert decide(read(text), "A new text.", [message]).placement.section == ("T", "2 Text", "2.1 Single Master")


@pytest.mark.parametrize("text", ["# A working title\n", "---\nlang: en\n---\n\n# A working title\n", "Title\n=====\n"])
def test_no_section_goes_above_the_title(text):
    placed = carry_out_first(
        read(text),
        "# Introduction\n\nRivers freeze.",
        decide(read(text), "# Introduction\n\nRivers freeze.", ["Put it in the paper."]).candidates,
    )
    assert placed.text.startswith(text.rstrip())
