"""Named parts: whole where they fit, cut alike where they don't, and told about."""

from backend.document.blocks import read
from backend.drafting.named_parts import fit, fitting, warning
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
    assert "section “Bees > Results” is too long to be shown to the model whole" in warning(results)


def test_with_no_room_nothing_of_it_is_shown():
    (part,) = fit(DOCUMENT, named('Shorten "Results".'), 10)
    assert part.shown[0] == part.shown[1] and not part.is_whole and "it saw 0 of" in warning(part)


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
