"""What a change takes away that a text cannot do without."""

from __future__ import annotations

import pytest

from backend.placement import losses


@pytest.mark.parametrize(
    "citation",
    ["[@berg2021street]", "\\cite{lee2020}", "\\citep[p. 3]{lee2020}", "[12]", "[3, 4]", "[^note]", "@doi:10.1000/x"],
)
def test_a_citation_that_is_gone_is_named(citation: str) -> None:
    lost = losses.of(f"It floods {citation} often.", "It floods often.")
    assert len(lost.citations) == 1 and lost.citations[0] in citation
    assert any("these citations" in each for each in lost.sentences())


@pytest.mark.parametrize(
    "other", ["\\ref{fig:a}", "\\label{eq:1}", "{#sec:x}", "![A map](map.png)", "| a | b |\n| --- | --- |\n| 1 | 2 |"]
)
def test_a_reference_label_image_or_table_that_is_gone_is_named(other: str) -> None:
    assert losses.of(f"See\n\n{other}\n\nhere.", "See\n\nhere.").others


@pytest.mark.parametrize(
    ("count", "told"), [(1, "@w1."), (6, "@w6."), (7, "@w6 and 1 more."), (20, "@w6 and 14 more.")]
)
def test_a_warning_names_six_losses_and_counts_the_others(count: int, told: str) -> None:
    before = " ".join(f"A [@w{number + 1}]." for number in range(count))
    (warning,) = losses.of(before, "A.").sentences()
    assert warning.replace("[", "").replace("]", "").endswith(told) and warning.count("@w") == min(count, 6)


@pytest.mark.parametrize("mark", ["[9-40]", "[9–8]"])
def test_a_mark_that_is_no_likely_range_is_lost_as_it_is_written(mark: str) -> None:
    assert losses.of(f"Shade cools {mark}.", "Shade cools [9][10].").citations == (mark,)


def test_what_moved_or_stays_is_not_lost() -> None:
    assert losses.of("A [@x] and B [@y].", "B [@y], then A [@x].") == losses.Losses()
    assert losses.of("A [1].", "A [1]. B [1].") == losses.Losses()
    assert losses.of("Mail a@b.example or [a link](https://a.example).", "Nothing.").citations == ()


def test_a_citation_that_the_new_text_still_has_is_not_lost() -> None:
    assert losses.of("A [@x]. B [@x].", "A [@x].") == losses.Losses()
    assert losses.of("A [@x].\n\nB [@x].\n\nC.", "A [@x].\n\nC.").citations == ("@x",)


def test_the_citations_of_a_sentence_that_the_text_has_twice_are_not_lost() -> None:
    twice = "It floods often [@x; @y].\n\nIt dries.\n\nIt floods\noften [@x; @y]."
    assert losses.of(twice, "It floods often [@x; @y].\n\nIt dries.") == losses.Losses()
    assert "@y" in losses.of(twice, "It dries.\n\nIt floods often [@x].").citations


def test_a_citation_that_its_sentence_loses_is_missed() -> None:
    assert losses.of("It is so [@x]. And so [@x].", "It is so [@x]. And so.").citations == ("@x",)


def test_an_image_with_another_text_and_a_table_with_another_rule_or_header_are_not_lost() -> None:
    assert losses.of("![Map](map.png)", "![A map of the town](map.png)") == losses.Losses()
    assert losses.of('<img src="a.png" alt="x">', '<img alt="a map" src="a.png">') == losses.Losses()
    table = "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert losses.of(table, table.replace("| --- | --- |", "|:---|---:|")) == losses.Losses()
    assert losses.of(table, table.replace("| a |", "| Site |")) == losses.Losses()
    assert losses.of(f"{table}\n\nText.", "Text.").others == ("table “a, b”",)


def test_a_version_loses_what_it_has_no_more_of() -> None:
    lost = losses.of_version("A [@x]. B [@x]. C [@y] \\ref{fig:a}.", "A [@x].")
    assert (lost.citations, lost.others) == (("@y",), ("\\ref{fig:a}",))
    assert (
        next(iter(lost.of_version()))
        == "The new version of the draft lacks these citations that the earlier version had: @y."
    )


@pytest.mark.parametrize("after", ["Shade cools [9,41].", "Shade cools [9][41].", "Shade cools [8–10]."])
def test_a_number_in_a_longer_mark_is_not_lost(after: str) -> None:
    assert losses.of("Shade cools [9].\n", f"{after}\n").citations == ()


def test_a_number_of_a_shorter_mark_is_lost_alone() -> None:
    assert losses.of("Shade cools [3, 9].\n", "Shade cools much [3].\n").citations == ("[9]",)
