"""What a prompt shows of a document, also on real papers: named sections whole, nothing twice, labels right."""

import re
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
from backend.drafting.context.shown_document import show
from backend.drafting.context.subject import Subject, subject_of
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
