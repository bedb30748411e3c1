"""What a prompt shows of a document, also on real papers: named sections whole, nothing twice, labels right."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from backend.document.blocks import read
from backend.document.chunks import chunk
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.drafting import prompt
from backend.drafting.briefing import Briefing, DocumentContext
from backend.drafting.budget import count_tokens
from backend.drafting.context import shown_document
from backend.drafting.context.shown_document import fit, fitting, show, warning
from backend.drafting.context.subject import Subject, subject_of
from backend.mentions.resolver import Mention, resolve
from backend.ports import Budgets
from backend.ranking.retrieval import Index, fill, relevant

PAPERS = Path(__file__).resolve().parents[2] / "../shared/data/papers"
#: characters: longer papers take their time, and show nothing that these do not
LONGEST = 80_000
LAYOUTS = pytest.mark.parametrize("searches", [True, False], ids=["searching", "stable"])


def papers():
    found = sorted(PAPERS.glob("*.md")) if PAPERS.exists() else []
    return [each for each in found if 6_000 <= each.stat().st_size <= LONGEST and not each.name.startswith("nasty")]


each_paper = pytest.mark.parametrize("path", papers() or [pytest.param(None, marks=pytest.mark.skip)], ids=str)


@lru_cache(maxsize=4)
def ready(path):
    text = path.read_text(encoding="utf-8")
    return text, Index(chunk(text), None)


def briefing(path, message):
    text, index = ready(path)
    ranked = index.rank(message)
    passages = tuple(each.chunk for each in fill(ranked, 5_000)) if relevant(ranked) else ()
    return Briefing("write", message, document=DocumentContext(text, passages))


def named_sections(text):
    """Sections with a title that is plain and no part of another's, and with text of their own."""
    sections = [each for each in outline(read(text)).sections if each.heading is not None]
    titles = [each.title for each in sections]
    for section in sections:
        alone = sum(section.title.casefold() in title.casefold() for title in titles) == 1
        if (
            alone
            and re.fullmatch(r"[A-Za-z][A-Za-z0-9 ,'’-]{4,58}", section.title)
            and section.own_stop > section.first + 1
        ):
            yield section


def flat(text):
    return " ".join(text.split())


@LAYOUTS
@each_paper
def test_a_section_that_is_named_is_in_the_prompt_whole_and_once_or_the_user_is_warned(path, searches):
    text, _ = ready(path)
    document = read(text)
    for section in list(named_sections(text))[:12]:
        message = f'Rewrite the section "{section.title}" to be shorter.'
        built = prompt.build(briefing(path, message), searches, Budgets())
        said = flat("\n".join(turn.content for turn in built.request.turns))
        whole = text[document.blocks[section.first].end : document.blocks[section.stop - 1].end].strip()
        if count_tokens(whole) > 5_800:
            assert any("too long for the prompt" in warning for warning in built.warnings), section.title
            continue
        assert flat(whole) in said, section.title
        once = [flat(text[start:end]) for start, end in sentences(whole) if end - start >= 60]
        once = [each for each in once if flat(text).count(each) == 1]
        assert [each for each in once if said.count(each) > 1] == []
        assert any(start <= section.first and section.stop <= stop for start, stop in built.shown_whole)


@each_paper
def test_every_passage_stands_under_its_own_section(path):
    text, index = ready(path)
    document = read(text)
    sections = outline(document)
    asked = briefing(path, index.chunks[len(index) // 2].text[:200])
    shown = show(asked.document, Subject(), 1_500)
    for part in (*shown.named_parts, *shown.passages):
        first = next(line for line in part.text.replace("[…]", "").splitlines() if line.strip())
        at = text.index(first.strip())
        owners = [" > ".join(each.path) for each in sections.sections]
        block = max((each for each in document.blocks if each.start <= at), key=lambda each: each.start)
        if text.count(first.strip()) == 1:
            assert part.label == " > ".join(sections.section_of(block.index).path)
        assert part.label in owners


@each_paper
def test_the_budget_is_kept(path):
    for message in ("Summarise the paper.", "Add a paragraph on software.", "Thanks!"):
        asked = briefing(path, message)
        shown = show(asked.document, subject_of(asked), 2_000)
        texts = [part.text for part in (*shown.named_parts, *shown.passages)]
        assert sum(map(count_tokens, texts)) <= 2_000 + 12 * len(texts) + 60


def test_an_empty_document_shows_nothing():
    assert show(DocumentContext(" \n"), Subject(about_all=True), 100).passages == ()
    assert not show(DocumentContext(), Subject(), 100).is_whole


def test_a_document_is_whole_if_all_of_it_fits_to_the_last_token():
    text = "# Bees\n\nThey hum.\n"
    tokens = count_tokens(text.strip())
    assert show(DocumentContext(text), Subject(), tokens).is_whole
    assert not show(DocumentContext(text), Subject(), tokens - 1).is_whole


def test_front_matter_is_neither_passage_nor_part_of_the_whole():
    text = "---\ntitle: Bees\nsecret: yes\n---\n\n# One\n\nText.\n"
    assert "secret" not in show(DocumentContext(text), Subject(), 500).passages[0].text
    long = text + "More words here. " * 2_000
    passages = chunk(long)[:1]
    assert "secret" in passages[0].text
    shown = show(DocumentContext(long, passages), Subject(), 500)
    assert shown.passages and "secret" not in "".join(part.text for part in shown.passages)


def test_a_document_without_relevant_passages_is_told_by_its_beginnings():
    text = "\n\n".join(f"# Part {number}\n\n" + f"Words of {number}. " * 60 for number in range(12))
    shown = show(DocumentContext(text), Subject(), 600)
    assert shown.is_overview and all(f"Words of {number}." in shown.passages[0].text for number in range(12))


@pytest.mark.parametrize("text", ["---\ntitle: Bees\n---\n", "---\ntitle: Bees\n---\n\n \n", "\ufeff"])
@LAYOUTS
def test_a_document_of_nothing_but_front_matter_is_told_as_empty(text, searches):
    asked = Briefing("write", "Write a paragraph on drones.", document=DocumentContext(text))
    built = prompt.build(asked, searches, Budgets())
    assert any("The document is currently empty" in turn.content for turn in built.request.turns)
    assert built.shown_whole == ()


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


def test_the_outline_knows_the_sections_of_which_text_is_shown(monkeypatch):
    text = f"# T\n\n## A\n\n{'Grass. ' * 400}\n\n## B\n\n{'Reeds. ' * 400}\n"
    told = []
    monkeypatch.setattr(shown_document, "summary", lambda document, shown: told.append(shown) or "")
    first = chunk(text)[0]
    passage = replace(first, start=text.index("Grass"), end=text.index("\n\n## B"))
    show(DocumentContext(text, (passage,)), Subject(), 1_200)
    (a,) = (each.index for each in outline(read(text)).sections if each.title == "A")
    assert told == [{a}]


def test_a_sentence_is_named_by_its_own_words():
    document = read("# Bees\n\nWe filmed them at night. The lamp was red. It was cold.\n")
    (part,) = fit(document, resolve(document, "Shorten the sentence about the lamp."), 5_000)
    assert part.title == "sentence “The lamp was red.” in “Bees”"
