"""A correction for several parts of the document changes the value in each of them."""

import pytest

from backend.document.blocks import read
from backend.mentions.corrections import read_correction, which_value

PAPER = read("""# Cache

**Abstract.** On 64 nodes it serves 97.1 % of reads, and saves 38 % of time.

## 1 Results

The cache serves 97.1 % of reads locally. Writes take 38 % less time.

| System | Reads |
| --- | --- |
| Cache | 97.1 % |
| None | 38 % |

*Table 1. Reads.*

## 2 Discussion

That it serves 97.1 % of reads is much. In 38 % of towns there is no cache. Writes are quick, with 38 % less time.

## 3 Outlook

More is to come.
""")


def _blocks(message: str) -> list[int]:
    found = read_correction(PAPER, message)
    return [block for block, _, _ in found.places] if found is not None else []


@pytest.mark.parametrize(
    ("message", "blocks"),
    [
        ("It serves 97.3 % of reads, not 97.1. Correct this in the abstract, in Results and in Table 1.", [1, 3, 4]),
        ("97.1 % has to become 97.3 % in all three places: abstract, section 1 and Table 1.", [1, 3, 4]),
        ("The cache serves 97.3 % of reads, not 97.1 %, everywhere.", [1, 3, 4, 7]),
        ("Writes take 37 % less time, not 38 %, both in Results and in the Discussion.", [3, 7]),
        ("Der Cache bedient 97.3 % statt 97.1 % der Reads, im Abstract und in der Discussion.", [1, 7]),
        ("The cache serves 97.3 % of reads locally, not 97.1.", [3]),
    ],
)
def test_the_value_is_found_in_every_part_that_is_named(message: str, blocks: list[int]) -> None:
    assert _blocks(message) == blocks
    assert which_value(PAPER, message) == ""


def test_in_a_part_with_several_values_the_sentence_with_the_same_words_is_meant() -> None:
    found = read_correction(PAPER, "Writes take 37 % less time, not 38 %, both in Results and in the Discussion.")
    assert found is not None and found.sure and found.every
    source = PAPER.source(PAPER.blocks[7])
    assert source[: found.places[1][1]].endswith("Writes are quick, with ")


def test_a_word_that_is_only_like_a_heading_names_no_part() -> None:
    paper = read(
        "# P\n\n**Abstract.** Prices rose by 6.8 %.\n\n## 1 Prices\n\nPrices of rolls rose by 6.8 %.\n\n## 2 End\n"
    )
    found = read_correction(
        paper, "Prices of rolls rose by 6.3 %, not 6.8 %. Fix this in the abstract and in section 1."
    )
    assert found is not None and found.sure and [block for block, _, _ in found.places] == [1, 3]


def test_a_part_without_the_value_makes_the_correction_unsure() -> None:
    found = read_correction(PAPER, "The cache serves 97.3 % of reads, not 97.1, in Results and in the Outlook.")
    assert found is not None and not found.sure


NURSES = read(
    "# Sleep\n\nWe followed 86 nurses.\n\n## People\n\nWe hired 86 nurses.\n\n"
    "| Shift | Share |\n| --- | --- |\n| Late | 86 |\n\n## End\n\nThe 86 nurses left.\n"
)


@pytest.mark.parametrize(
    ("message", "blocks"),
    [
        ("There were 84 nurses, not 86. Fix that everywhere.", [1, 3, 6]),
        ("There were 84 nurses, not 86. Fix that everywhere except in People.", [1, 6]),
        ("We followed 84 nurses, not 86, everywhere but in the End section.", [1, 3]),
        ("There were 84 nurses, not 86, in the text and in People.", [1, 3, 6]),
    ],
)
def test_everywhere_means_the_same_thing_and_no_excepted_part(message: str, blocks: list[int]) -> None:
    found = read_correction(NURSES, message)
    assert found is not None and [block for block, _, _ in found.places] == blocks
