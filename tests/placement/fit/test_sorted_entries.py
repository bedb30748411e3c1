"""A new entry of a sorted list of references goes before the first entry with a later name."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

ADAMS, ECKERT, ZHANG = "Adams, A. (2001). Ice.", "Éckert, B. (2010). Snow.", "Zhang, C. (2005). *Rain*."


@pytest.mark.parametrize(
    ("entries", "content", "at"),
    [
        ([ADAMS, ECKERT, ZHANG], "Frey, D. (1999). Wind.", 2),
        ([ADAMS, ECKERT, ZHANG], "Abel, D. (1999). Wind.", 0),
        ([ADAMS, ECKERT], "Frey, D. (1999). Wind.", 2),
        ([ZHANG, ADAMS, ECKERT], "Frey, D. (1999). Wind.", 3),  # not sorted
    ],
)
def test_a_reference_goes_to_its_place_in_the_order(entries: list[str], content: str, at: int):
    paper = read("# T\n\n## Methods\n\nText.\n\n## References\n\n" + "\n\n".join(entries) + "\n")
    decision = decide(paper, content, ["Add this to the references."])
    found = carry_out(paper, content, decision.placement).text
    assert found.split("References\n\n")[1].strip() == "\n\n".join([*entries[:at], content, *entries[at:]])


@pytest.mark.parametrize(("mark", "content", "at"), [("-", "Bo, D. (1999). Wind.", 1), ("*", "- Bo, D. Wind.", 1)])
def test_a_bullet_goes_to_its_place_in_the_order(mark: str, content: str, at: int):
    old = [f"{mark} {each}" for each in (ADAMS, ECKERT, ZHANG)]
    paper = read("# T\n\n## Methods\n\nText.\n\n## References\n\n" + "\n".join(old) + "\n")
    decision = decide(paper, content, ["Add this to the references."])
    found = carry_out(paper, content, decision.placement).text
    new = f"{mark} {content.removeprefix('- ')}"
    assert found.split("References\n\n")[1].strip() == "\n".join([*old[:at], new, *old[at:]])


def test_a_part_of_the_references_has_its_own_order():
    paper = read(
        "# T\n\nText.\n\n## Bibliography\n\n### Archives\n\nZA, letters.\n\n### Secondary literature\n\n"
        f"{ADAMS}\n\n{ZHANG}\n"
    )
    decision = decide(paper, "Frey, D. (1999). Wind.", ["Add this to the secondary literature."])
    found = carry_out(paper, "Frey, D. (1999). Wind.", decision.placement).text
    assert decision.sure and found.endswith(f"{ADAMS}\n\nFrey, D. (1999). Wind.\n\n{ZHANG}\n")


def test_other_sections_are_not_sorted():
    paper = read("# T\n\n## Methods\n\nAll was cold.\n\nIce grew.\n")
    assert decide(paper, "Cores were cut.", ["Add this to Methods."]).placement.operation == "append_to_section"
