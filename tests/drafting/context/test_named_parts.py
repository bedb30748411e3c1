"""Named parts: whole where they fit, cut alike where they don't, and told about."""

import pytest

from backend.document.blocks import read
from backend.drafting.budget import count_tokens
from backend.drafting.context.named_parts import fit, fitting, warning
from backend.mentions.resolver import Mention, resolve

TEXT = (
    """# Bees

Bees dance.

## Methods

We filmed them at night, in a dark hive, with a lamp that gives red light only.

### Sampling

Signals were sampled.

## Results

They danced. """
    + "And they danced again, as they had on the day before. " * 80
)
DOCUMENT = read(TEXT)


def named(message):
    return resolve(DOCUMENT, message)


def block_mention(kind, index):
    block = DOCUMENT.blocks[index]
    return Mention(kind, index, index + 1, "it", (0, 2), (block.start, block.end), "ordinal")


def test_a_section_is_whole_with_its_subsections():
    (part,) = fit(DOCUMENT, named('Shorten the section "Methods".'), 5_000)
    start, end = part.shown
    assert part.is_whole and part.title == "section “Bees > Methods”"
    assert TEXT[start:end].startswith("## Methods") and TEXT[start:end].endswith("Signals were sampled.")


def test_a_part_within_a_part_is_named_once():
    mentions = [*named('Move "Sampling" out of "Methods".')]
    assert [part.title for part in fit(DOCUMENT, mentions, 5_000)] == ["section “Bees > Methods”"]
    assert [part.title for part in fit(DOCUMENT, mentions[::-1], 5_000)] == ["section “Bees > Methods”"]


def test_where_not_all_fits_the_short_one_stays_whole_and_the_long_one_is_warned_of():
    methods, results = fit(DOCUMENT, named('Merge "Methods" into "Results".'), 300)
    assert methods.is_whole and not results.is_whole and 0 < results.shown[1] - results.shown[0] < 1500
    assert "section “Bees > Results” is too long for the prompt" in warning(results)


def test_with_no_room_nothing_of_it_is_shown():
    (part,) = fit(DOCUMENT, named('Shorten "Results".'), 10)
    assert part.shown[0] == part.shown[1] and not part.is_whole and "the model saw 0 of" in warning(part)


def test_a_paragraph_is_called_by_its_first_words_and_its_section():
    (part,) = fit(DOCUMENT, [block_mention("paragraph", 3)], 5_000)
    assert part.title == "paragraph “We filmed them at night, in a dark …” in “Bees > Methods”"


def test_the_whole_document_is_no_part():
    assert fit(DOCUMENT, [Mention("document", 0, 3, "it", (0, 2), (0, 9), "exact")], 5_000) == ()


def test_what_may_be_meant_is_shown_whole_or_not_at_all_and_not_again():
    methods, results = ((each.start, each.stop) for each in named('"Methods" and "Results"'))
    assert [TEXT[start:end][:10] for start, end in fitting(DOCUMENT, [results, methods], [], 200)] == ["## Methods"]
    taken = fitting(DOCUMENT, [methods], [], 200)
    assert fitting(DOCUMENT, [methods], taken, 200) == []


def test_what_is_cut_keeps_its_beginning_and_most_of_its_share():
    (part,) = fit(DOCUMENT, named('Shorten "Results".'), 300)
    (start, end), (first, last) = part.whole, part.shown
    assert first == start and last < end and 285 <= count_tokens(TEXT[first:last]) <= 300
    told = warning(part)
    assert f"the model saw {last - first:,} of its {end - start:,} characters." in told


@pytest.mark.parametrize(("tokens", "empty"), [(60, False), (59, True)])
def test_less_than_sixty_tokens_of_a_part_help_nobody(tokens, empty):
    (part,) = fit(DOCUMENT, named('Shorten "Results".'), tokens)
    assert (part.shown[0] == part.shown[1]) is empty


def test_what_may_be_meant_is_paid_for_in_the_order_given():
    spans = {each.said: (each.start, each.stop) for each in named('"Sampling", "Methods" and "Results"')}
    ranges = list(spans.values())
    costs = [sum(count_tokens(TEXT[a:b]) for a, b in fitting(DOCUMENT, [each], [], 10_000)) for each in ranges]
    small, middle, _ = costs
    assert fitting(DOCUMENT, ranges[:1], [], small) and not fitting(DOCUMENT, ranges[:1], [], small - 1)
    inner = fitting(DOCUMENT, ranges[:1], [], small)
    both = fitting(DOCUMENT, ranges[:2], [], middle + 3)
    assert both[0] == inner[0] and len(both) > 1, "what is in both is shown and paid for once"
    assert fitting(DOCUMENT, ranges[:2], [], small) == inner


def test_short_names_stay_whole_and_a_part_of_no_section_has_no_place():
    plain = read("Bees dance at night in the dark hive, as bees always do.\n\nShort words.\n")
    mentions = [
        Mention(
            "paragraph", index, index + 1, "it", (0, 2), (plain.blocks[index].start, plain.blocks[index].end), "ordinal"
        )
        for index in (0, 1)
    ]
    long, short = fit(plain, mentions, 5_000)
    assert (long.title, short.title) == (
        "paragraph “Bees dance at night in the dark hive, …”",
        "paragraph “Short words.”",
    )


def test_the_outer_of_two_parts_takes_the_place_of_the_inner_and_neighbours_stay():
    whole = block_mention("paragraph", 3)
    inner, wide = block_mention("sentence", 3), Mention("section", 2, 6, "it", (0, 2), (0, 9), "exact")
    assert len(fit(DOCUMENT, [inner, whole], 5_000)) == 1
    titles = [part.title for part in fit(DOCUMENT, [block_mention("paragraph", 1), inner, wide], 5_000)]
    assert titles == ["paragraph “Bees dance.” in “Bees”", "section “Bees > Methods”"]
