"""The new text of an answer that shows the old text, too; what may be the paper's own stays."""

import pytest

from backend.drafting.shown_changes import alternatives, new_text, struck

OLD = "Salt water is denser than fresh water, and it sinks to the ground [@kumar2012]."
NEW = "Salt water is denser than fresh water and sinks [@kumar2012]."
PAPER = f"# Tides\n\n{OLD}\n\nIce forms in winter and melts in\nspring. 盐水比淡水更重，会沉到水底。\n"


@pytest.mark.parametrize(
    "answer",
    [
        f"**Original:** {OLD}\n\n**Revised:** {NEW}",
        f"**Original:**\n\n{OLD}\n\n---\n\n**Revised:**\n\n{NEW}",
        f"**Original**: {OLD}\n**Revised**: {NEW}",
        f"Original:\n> {OLD}\n\nRevised:\n> {NEW}",
        f"Original: “{OLD}”\n\nNew version: “{NEW}”",
        f"### Before\n\n{OLD}\n\n### After\n\n{NEW}",
        f"**Vorher:** {OLD}\n\n**Nachher:** {NEW}",
        f"**Revised:** {NEW}\n\n**Original:** {OLD}",
        f"**Original:** {OLD}\n\n**Revised:** {NEW}\n\n**Why:** It is shorter.",
        f"```diff\n- {OLD}\n+ {NEW}\n```",
        f"```diff\n@@ -1 +1 @@\n-{OLD}\n+{NEW}\n```",
        f"- {OLD}\n+ {NEW}",
        f"{OLD}\n\n→\n\n{NEW}",
        f"{OLD}\n→ {NEW}",
        f"{OLD} → {NEW}",
        f"{OLD}\n\n---\n\n{NEW}",
        f"“{OLD}” → “{NEW}”",
        f"> {OLD}\n\n{NEW}",
        f"{OLD}\n\n{NEW}",
    ],
)
def test_of_an_old_and_a_new_text_the_new_one_is_taken(answer):
    found = new_text(answer, "Shorten the paragraph on salt.", PAPER)
    assert found.content == NEW and found.old == OLD
    assert found.note == ("**Why:** It is shorter." if "Why" in answer else "")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Ice forms in ~~winter~~ autumn.", "Ice forms in autumn."),
        ("Ice forms in ~~winter~~ **autumn**.", "Ice forms in autumn."),
        ("Ice forms ~~in winter~~.", "Ice forms."),
        ("~~Ice~~ Snow forms in winter.", "Snow forms in winter."),
        ("~~Ice forms in winter and melts in spring.~~\n\nSnow melts.", "Snow melts."),
        ("Ice forms in <del>winter</del><ins>autumn</ins>.", "Ice forms in autumn."),
        ("Ice forms in {--winter--}{++autumn++}.", "Ice forms in autumn."),
        ("Ice forms in {~~winter~>autumn~~}.", "Ice forms in autumn."),
    ],
)
def test_struck_out_words_of_the_paper_are_left_out(answer, text):
    assert new_text(answer, "Ice forms in autumn, correct that.", PAPER).content == text


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("Add the two groups.", f"**Control:** No water was added here.\n\n**Irrigated:** {NEW}"),
        ("Strike out the old sentence, but leave it.", f"~~{OLD}~~\n\n{NEW}"),
        ("Shorten it.", f"Ice forms ~~in the deepest summer~~ {NEW}"),
        ("Add a list.", "- salt sinks to the ground\n+ ice forms in winter"),
        ("Add an example.", "```\n- a b c d\n+ a b c\n```"),
        ("Shorten it.", f"# Tides\n\n{OLD}\n\n## Ice\n\n{NEW}"),
        ("Split the section.", f"## Salt\n\n{OLD}\n\n## Ice\n\nIce forms when the days are short, and melts early."),
        ("Add the German.", f"**English:** {OLD}\n\n**German:** Salzwasser ist dichter und sinkt."),
        ("Add an outlook.", f"{OLD}\n\nIts speed was not measured here."),
        ("Add a rule.", f"{OLD}\n\n---\n\nTides turn twice a day."),
        ("Add the path.", "Ice forms in winter → water in spring."),
        ("Shorten it.", NEW),
        ("Shorten it.", ""),
    ],
)
def test_what_may_be_meant_stays(request_, answer):
    assert new_text(answer, request_, PAPER).content == answer


def test_a_label_of_the_paper_stays():
    paper = f"{PAPER}\n\n**Setting:** Salt flats in the north.\n"
    answer = f"**Setting:** Salt flats in the north.\n\n**Sites:** {NEW}"
    assert new_text(answer, "Add the sites.", paper).content == answer


def test_words_of_a_language_without_spaces_are_compared():
    answer = "**原文：** 盐水比淡水更重，会沉到水底。\n\n**修改后：** 盐水会沉底。"
    assert new_text(answer, "更短", PAPER).content == "盐水会沉底。"


def test_words_that_the_paper_lacks_are_named_if_they_are_struck_out():
    assert struck("Ice ~~never~~ forms.", "Correct it.", PAPER) == "~~never~~"
    assert struck("Ice ~~never~~ forms.", "Strike out never.", PAPER) == ""
    assert struck("Ice forms.", "Correct it.", PAPER) == ""


@pytest.mark.parametrize(
    "answer",
    [
        f"**Option 1:**\n\n{NEW}\n\n**Option 2:**\n\n{OLD}",
        f"**Option 1 (formal):** {NEW}\n\n**Option 2 (brief):** {OLD}",
        f"### Version A\n\n{NEW}\n\n### Version B\n\n{OLD}",
        f"Variante 1: {NEW}\n\nVariante 2: {OLD}",
    ],
)
def test_versions_to_choose_from_are_named(answer):
    assert len(alternatives(answer, "Shorten the paragraph.", PAPER)) == 2


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("Describe both options.", f"**Option 1:** {NEW}\n\n**Option 2:** {OLD}"),
        ("Add the steps.", f"**Step 1:** {NEW}\n\n**Step 2:** {OLD}"),
        ("Shorten it.", f"**Option 1:** {NEW}"),
        ("Shorten it.", NEW),
    ],
)
def test_a_text_with_numbered_parts_is_no_choice(request_, answer):
    assert alternatives(answer, request_, PAPER) == ()
