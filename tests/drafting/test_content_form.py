"""Content as it will be placed: no fence around it, no words to the user, the headings as the document writes them."""

import pytest

from backend.document.blocks import read
from backend.drafting.content_form import cleaned, with_earlier_heading

PAPER = read(
    "# Tides\n\n## Methods\n\nWe measured tides.\n\n## 6.1.1. Automated Deployment [SvcQC.Dep] {#dep}\n\nWe deploy.\n"
)
SALT = "Salt water is denser than fresh water, and it sinks to the ground [@kumar2012]."
ICE = "Ice forms in winter and melts in spring."
CODE = "```python\nx = 1\n```"


@pytest.mark.parametrize(
    ("fenced", "bare"),
    [
        (f"```markdown\n{SALT}\n```", SALT),
        (f"```md\n{SALT}\n```\n", SALT),
        (f"```\n{SALT}\n```", SALT),
        (f"~~~\n{SALT}\n\n{ICE}\n~~~", f"{SALT}\n\n{ICE}"),
        (f"````markdown\n{SALT}\n\n{CODE}\n\n{ICE}\n````", f"{SALT}\n\n{CODE}\n\n{ICE}"),
        (f"```markdown\n{SALT}\n\n{CODE}\n\n{ICE}\n```", f"{SALT}\n\n{CODE}\n\n{ICE}"),
        (f"Here is the new paragraph:\n\n```markdown\n{SALT}\n```\n\nLet me know if you want changes.", SALT),
        ("```\n| a | b |\n|---|---|\n| 1 | 2 |\n```", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("```\n盐水比淡水重。\n```", "盐水比淡水重。"),
    ],
)
def test_a_fence_around_all_of_the_content_is_taken_off_with_a_warning(fenced, bare):
    made = cleaned(fenced, "Add a paragraph on salt to Methods.", PAPER)
    assert made.content == bare and made.warnings


@pytest.mark.parametrize(
    ("request_", "content"),
    [
        ("Add a code block with the note.", f"```\n{SALT}\n```"),
        ("Show how a Markdown list is written.", "```markdown\n- a list item is here.\n```"),
        ("Add the script.", "```python\nprint('Salt water is denser.')\n```"),
        ("How to install it?", "```\npip install tides\n# Then run the tests.\n```"),
        ("Add the settings.", "```yaml\na: b\n```"),
        ("Add both.", f"```\n{SALT}\n```\n\n{ICE}\n\n```\n{SALT}\n```"),
    ],
)
def test_a_code_block_that_is_meant_stays(request_, content):
    assert cleaned(content, request_, PAPER).content == content
    assert not cleaned(content, request_, PAPER).warnings


def test_a_version_of_a_code_block_stays_one():
    content = f"```\n{SALT}\n```"
    assert cleaned(content, "shorter", PAPER, "```\nSalt sinks.\n```").content == content


def test_what_is_taken_off_and_what_is_doubtful_is_named():
    made = cleaned(f"Here is the text:\n\n---\n\n{SALT}\n\n---\n\nLet me know if you like it.", "Add it.", PAPER)
    assert made.content == SALT
    assert [each.count("Here is the text:") + each.count("Let me know") for each in made.warnings] == [1, 1]
    doubtful = cleaned(f"The section is organized as follows:\n\n{ICE}", "Add it.", PAPER)
    assert doubtful.content.startswith("The section") and "organized as follows" in doubtful.warnings[0]
    again = cleaned(f"{ICE}\n\nLet me know if you like it.", "longer", PAPER, "Ice.\n\nLet me know if you like it.")
    assert not again.warnings, "the earlier version had it, so it is meant"


def test_a_heading_of_the_document_keeps_its_spelling():
    made = cleaned(f"### 6.1.1 Automated Deployment\n\n{SALT}", "A paragraph on rollback in 6.1.1", PAPER)
    assert made.content == f"### 6.1.1. Automated Deployment [SvcQC.Dep] {{#dep}}\n\n{SALT}" and made.warnings
    assert cleaned(f"## Method\n\n{SALT}", "Add it to Methods.", PAPER).content.startswith("## Methods\n")
    for line in ("### 6.1.2 Automated Deployment", "## Methods.", "## Deployment"):
        assert cleaned(f"{line}\n\n{SALT}", "Add it.", PAPER).content == f"{line}\n\n{SALT}"
    renamed = cleaned(f"## 6.1.1 Automated Deployment\n\n{SALT}", "Call it “6.1.1 Automated Deployment”.", PAPER)
    assert renamed.content.startswith("## 6.1.1 Automated Deployment\n"), "the message spells it so"


def test_a_bold_line_that_repeats_the_heading_is_taken_off():
    made = cleaned(f"**Methods**\n\n{SALT}", "Add a paragraph to Methods.", PAPER)
    assert made.content == SALT and "“Methods”" in made.warnings[0]
    for content in (f"**Sites**\n\n{SALT}", f"**Methods** {SALT}", "**Methods**"):
        assert cleaned(content, "Add a paragraph to Methods.", PAPER).content == content


@pytest.mark.parametrize("label", ["**Methods:** ", "**Methods**: ", "__Methods__\n", "**Methods.** "])
def test_a_label_in_bold_that_repeats_the_heading_is_taken_off(label: str):
    made = cleaned(f"{label}{SALT}", "Rewrite the first paragraph of Methods.", PAPER)
    assert made.content == SALT and "“Methods”" in made.warnings[0]


def test_a_label_in_bold_stays_in_a_document_that_writes_such_labels():
    labelled = read(f"{PAPER.text}\n**Sites:** Two.\n")
    content = f"**Methods:** {SALT}"
    assert cleaned(content, "Rewrite the first paragraph of Methods.", labelled).content == content


def test_a_heading_beside_that_of_the_named_section_is_doubtful():
    for request, told in [
        ("Add a paragraph on salt to Methods.", True),
        ("Add a section Methods and more.", False),
        ("Add a paragraph on salt.", False),
    ]:
        made = cleaned(f"## Methods and more\n\n{SALT}", request, PAPER)
        assert made.content.startswith("## Methods and more") and bool(made.warnings) is told
    assert not cleaned(f"## Data\n\n{SALT}", "Add a section on data to Methods.", PAPER).warnings


def test_a_version_without_the_drafts_heading_gets_it_back():
    draft = "# Limitations\n\nWe measured one site only."
    made = with_earlier_heading("We measured one site only, for two years.", "make that one sentence longer", draft)
    assert made.content == "# Limitations\n\nWe measured one site only, for two years." and made.warnings
    for content, request in [
        ("# Limits\n\nOne site.", "shorter"),
        ("One site.", "without the heading"),
        ("", "shorter"),
    ]:
        assert with_earlier_heading(content, request, draft).content == content
    assert with_earlier_heading("Ice.", "shorter", "# A\n\na\n\n# B\n\nb").content == "Ice.", "which one is not known"


def test_an_answer_with_the_old_text_has_only_the_new_one_and_says_so():
    answer = (
        "**Original:** We measured tides.\n\n**Revised:** We measured the tides.\n\n**Changes made:**\n- an article"
    )
    made = cleaned(answer, "Correct the sentence in Methods.", PAPER)
    assert made.content == "We measured the tides." and len(made.warnings) == 2


def test_versions_to_choose_from_and_struck_words_are_named():
    made = cleaned("**Option 1:** Salt sinks.\n\n**Option 2:** Salt ~~often~~ sinks.", "Add a sentence.", PAPER)
    assert made.content.startswith("**Option 1:**") and [
        "Option 2" in made.warnings[0],
        "~~often~~" in made.warnings[1],
    ]


def test_a_bold_line_in_another_spelling_is_taken_off_and_that_of_another_section_stays():
    paper = read("# Tides\n\n## Acknowledgements\n\nWe thank Ann.\n\n## Methods\n\nWe measured tides.\n")
    bold = "**Acknowledgments**\n\nWe thank the crew."
    assert cleaned(bold, "Add a sentence to the acknowledgments.", paper).content == "We thank the crew."
    assert cleaned(bold, "Add a sentence to Methods.", paper).content == bold
    both = f"{bold}\n\n**Methods**\n\nWe sailed."
    assert cleaned(both, "Shorten the acknowledgments.", paper).content == both


def test_a_refusal_as_content_is_named():
    made = cleaned("I'm sorry, but I can't write that.", "Add a paragraph to Methods.", PAPER)
    assert made.content and len(made.warnings) == 1


def test_a_heading_that_stands_twice_above_the_content_stays_once():
    for second in ("## 2. Methods", "## Methods"):
        made = cleaned(f"## 2. Methods\n\n{second}\n\n{SALT}", "Rewrite the methods.", read("## 2. Methods\n\nWe.\n"))
        assert made.content == f"## 2. Methods\n\n{SALT}" and "twice" in made.warnings[0]
    for content in (
        f"## Methods\n\n### Methods\n\n{SALT}",
        f"## Methods\n\n### Sites\n\n{SALT}",
        f"## Methods\n\n{SALT}\n\n## Methods\n\n{ICE}",
    ):
        assert cleaned(content, "Rewrite the methods.", PAPER).content == content


RESULTS = read("# P\n\n## Results\n\nShade cooled the air in the streets.\n\n## End\n\nGo.\n")
ORDER = "Rewrite the first paragraph of Results."


@pytest.mark.parametrize("above", ["**Results**", "Results", "**Results:**", "Results:"])
def test_the_name_of_the_section_of_the_named_paragraph_is_taken_off(above):
    made = cleaned(f"{above}\n\nShade cooled the streets.", ORDER, RESULTS)
    assert made.content == "Shade cooled the streets." and "repeated the heading" in made.warnings[0]


def test_a_first_line_that_names_another_section_or_none_stays():
    for above in ("**End**", "End", "A result"):
        content = f"{above}\n\nShade cooled the streets."
        assert cleaned(content, ORDER, RESULTS).content == content


def test_quotation_marks_around_a_new_version_are_taken_off_with_a_warning():
    made = cleaned("“Shade cooled the air in streets.”", ORDER, RESULTS)
    assert made.content == "Shade cooled the air in streets." and "quotation marks" in made.warnings[0]
