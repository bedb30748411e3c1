"""The scores of each place in a document."""

import math
from collections import Counter

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.similarity import SimilarityScores, announces, is_closed, likelihood

TEXT = "# A\n\nIce is cold.\n\nIce melts.\n\n# B\n\nFire burns.\n"


def gaps(text, content):
    return {
        gap.index: gap.evidence
        for gap in SimilarityScores(PlacementBuilder(DocumentView(read(text)), Content(content))).gaps()
    }


def test_every_block_has_a_place_behind_it():
    found = gaps(TEXT, "Ice")
    assert list(found) == [0, 1, 2, 3, 4]
    assert [found[i]["edge"] for i in found] == [1, 0, 1, 1, 1]
    assert [found[i]["short"] for i in found] == [0, 0, 0, 1, 1]


def test_the_subject_is_strongest_where_it_is_told():
    found = gaps(TEXT, "Ice floats.")
    assert max(found, key=lambda i: found[i]["beside"]) == 1
    assert found[1]["section"] > found[4]["section"]
    assert found[1]["around"] > found[2]["around"] > found[3]["around"] > found[4]["around"] > 0


SHOWN = (
    "Ice.", "- Ice.", "> Ice.", "![Ice](a.png)", "Table: Ice.", "| ice |\n|---|\n| 1 |", "```\nice\n```", "$$\nice\n$$",
    "<p>Ice</p>", "::: note\nIce.\n:::", "\\begin{theorem}\nIce.\n\\end{theorem}",
)  # fmt: skip


HIDDEN = "<!-- Ice. -->", "[ice]: http://ice.org", "[^1]: Ice."


@pytest.mark.parametrize("block", [*SHOWN, *HIDDEN])
def test_a_block_speaks_of_its_subject_if_it_is_shown_where_it_stands(block):
    found = gaps(f"# A\n\nFire burns.\n\n{block}\n\nWater runs.\n", "Ice floats.")
    assert (found[2]["beside"] > 0) is (block in SHOWN)


def test_a_title_speaks_for_its_section():
    found = gaps("# Ice\n\nx\n\n# Fire\n\ny\n", "On ice.")
    assert found[1]["title"] > found[3]["title"] == 0


def test_likelihood_is_nothing_where_a_text_talks_like_all():
    usual = Counter({"ice": 10, "": 90})
    assert likelihood({"ice": 1}, Counter(), 0, usual, 100) == 0
    assert likelihood({"ice": 1}, Counter({"ice": 50}), 100, usual, 100) > 1
    assert likelihood({"ice": 1}, Counter(), 100, usual, 100) == pytest.approx(-math.log(2))


@pytest.mark.parametrize("text", ["", "---\na: b\n---\n", "x\n", "<!-- -->\n", "# Only\n", "日本語の文。\n"])
@pytest.mark.parametrize("content", ["", "words", "日本語", "$x$", "`code`"])
def test_odd_texts_have_finite_evidence(text, content):
    assert all(math.isfinite(v) for evidence in gaps(text, content).values() for v in evidence.values())


def test_closed_sections():
    assert is_closed("References") and is_closed("Keywords") and not is_closed("Methods") and not is_closed("Summary")


# --- laws of likeness -------------------------------------------------------------------------------------


def kin(text, content):
    return SimilarityScores(PlacementBuilder(DocumentView(read(text)), Content(content)))


FILL = "Winds turn. Rains fall. Sands drift."


def test_a_word_that_few_blocks_and_few_sections_have_tells_more():
    text = f"# A\n\nIce and fire.\n\nIce again.\n\n# B\n\n{FILL}\n\n# C\n\n{FILL}\n"
    weights = kin(text, "Ice, then fire.").weights
    assert weights["fire"] > weights["ice"] > 0
    in_two = f"# A\n\nIce here.\n\n# B\n\nIce there.\n\nFire there. \n\nFire again.\n\n# C\n\n{FILL}\n"
    weights = kin(in_two, "Ice and fire.").weights
    assert weights["fire"] > weights["ice"], "as many blocks, fewer sections"


def test_a_key_tells_twice_a_word_and_a_pair_less_than_one():
    weights = kin(f"# A\n\nCold ice [@lee].\n\n{FILL}\n", "Cold ice, as shown [@lee].").weights
    assert weights["\0lee"] == pytest.approx(2 * weights["ice"])
    assert weights["cold ice"] == pytest.approx(0.6 * weights["ice"])


def test_what_the_content_repeats_counts_more_up_to_three_times():
    text = f"# A\n\nIce and fire.\n\n{FILL}\n"
    once, thrice, often = (kin(text, f"{'Ice. ' * n}").weights["ice"] for n in (1, 3, 9))
    assert thrice == pytest.approx(once * 3**0.3) and often == thrice


def test_a_block_that_says_it_in_fewer_words_or_more_often_shares_more():
    text = f"# A\n\nIce.\n\nIce lies here. {FILL}\n\nIce on ice lies here. {FILL[:14]}\n\n{FILL}\n"
    scores = kin(text, "Ice floats.").scores
    assert scores[0] == scores[4] == 0 < scores[2] < scores[1] and scores[2] < scores[3]


def test_headings_share_nothing_by_themselves_but_speak_for_their_section():
    own = kin("# Ice\n\nx\n\n# Fire\n\ny\n", "On ice.")
    assert own.scores == [0, 0, 0, 0] and own.gaps()[0].evidence["title"] > 0


def test_the_blocks_at_a_gap_count_more_than_those_further_off_and_other_sections_nothing():
    for place in range(1, 5):
        paragraphs = [FILL] * 4
        paragraphs[place - 1] = "Ice."
        text = "# A\n\n" + "\n\n".join(paragraphs) + f"\n\n# B\n\n{FILL}\n"
        own = kin(text, "Ice floats.")
        near = [own._near(own.view.sections[-2], index) for index in range(5)]
        score = own.scores[place]
        wanted = [
            score if place - 1 <= i <= place else 0.2 * score if place - 2 <= i <= place + 1 else 0 for i in range(5)
        ]
        assert near == pytest.approx(wanted)


def test_what_surrounds_a_gap_fades_with_its_distance_on_both_sides():
    text = "\n\n".join([FILL] * 3 + ["Ice."] + [FILL] * 3) + "\n"
    around = kin(text, "Ice floats.")._around()
    assert around[2] == pytest.approx(around[3]) and around[1] == pytest.approx(around[4])
    assert around[1] / around[2] == pytest.approx(math.exp(-1 / 6))


def test_a_closed_section_is_worth_less_and_a_part_a_little_for_its_whole():
    open_to = gaps("# Watersides\n\nIce.\n\nx\n", "Ice floats.")[1]["beside"]
    assert gaps("# References\n\nIce.\n\nx\n", "Ice floats.")[1]["beside"] == pytest.approx(0.6 * open_to)
    text = "# A\n\n{}\n\n## Part\n\nSmoke.\n\n# B\n\nx\n"
    one, other = (gaps(text.format(words), "Ice floats.") for words in ("Ice.", "Fog."))
    assert one[3]["beside"] > other[3]["beside"] == 0


def test_a_table_keeps_its_caption_and_a_colon_what_it_announces():
    text = "x\n\nWe have:\n\n- one\n\n| a |\n|---|\n| b |\n\nTable: All.\n\ny\n"
    document = DocumentView(read(text))
    kinds = [document.blocks[i].kind for i in gaps(text, "z")]
    assert "table" not in kinds and len(kinds) == 4
    assert not any(document.document.source(document.blocks[i]).endswith(":") for i in gaps(text, "z"))
    assert list(gaps("---\na: b\n---\n\nx\n", "z")) == [1]


def test_likelihood_is_the_mean_over_what_is_said():
    usual = Counter({"ice": 10, "fire": 10, "": 80})
    there = Counter({"ice": 40, "fire": 2})
    both = likelihood({"ice": 1, "fire": 3}, there, 50, usual, 100)
    ice, fire = (likelihood({name: 1}, there, 50, usual, 100) for name in ("ice", "fire"))
    assert both == pytest.approx((ice + 3 * fire) / 4) and ice > 0 > fire
    assert ice == pytest.approx(math.log((40 / (10.5 / 101) + 100) / 150))


# --- what a text announces and counts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The terms are:", True),
        ("If we leave out the mark in the second line of", True),
        ("Gauges differ. The mean follows from the formula below.", True),
        ("Die folgende Abbildung zeigt die Kerne.", True),
        ("The value below zero was dropped. Then we averaged.", False),
        ("Cores were cut.", False),
        ("", False),
    ],
)
def test_a_paragraph_may_announce_what_stands_below(text, expected):
    assert announces(text) is expected


def test_nothing_comes_between_an_announcement_and_what_it_announces():
    found = gaps("# A\n\nIce has a mean, as given below.\n\n$$\nm = 1\n$$\n\nIce melts.\n\n$$\nk = 2\n$$\n", "Ice")
    assert list(found) == [0, 2, 3, 4]


def test_a_counted_point_stands_between_its_neighbors():
    text = "# A\n\nSome reasons.\n\nFirst, ice.\n\nIt is cold.\n\nThird, fire.\n\n# B\n\nFirst, mud.\n"
    found = gaps(text, "Second, rain.")
    assert {i: found[i]["order"] for i in found} == {0: -1, 1: -1, 2: 2, 3: 2, 4: -1, 5: -1, 6: 1}
