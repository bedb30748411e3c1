"""Of an answer that is cut short, its beginning is read and the reply says so."""

from __future__ import annotations

import json

import pytest

from backend.drafting.reply import reading_limits
from backend.drafting.reply_parser import parse
from tests.drafting import spellings
from tests.drafting.reply_parser.whole_answer import BODY, PRETTY


@pytest.mark.parametrize("body", [BODY, PRETTY, PRETTY.replace("\\n", "\n"), f"Sure.\n```json\n{BODY}"])
def test_every_cut_is_flagged_and_gives_a_beginning(body):
    whole = parse(body)
    for end in range(body.index("{") + 1, len(body.rstrip("`\n"))):
        reply = parse(body[:end])
        assert reply.truncated, body[:end]
        assert whole.message.startswith(reply.message)
        assert whole.document_content.startswith(reply.document_content)
        assert whole.sources[: len(reply.sources)] == reply.sources
        assert len(reply.new_types) <= len(whole.new_types)


@pytest.mark.parametrize("content", ["quotes", "JSON", "Chinese"])
@pytest.mark.parametrize("spelling", ["on one line", "indented", "in a fence", "as Python", "with raw line breaks"])
def test_of_a_misspelled_answer_that_is_cut_nothing_but_its_beginning_is_read(spelling, content):
    answer = spellings.answer_of(spellings.CONTENTS[content])
    text = spellings.SPELLINGS[spelling](answer)
    for end in range(text.index("{") + 1, len(text) - 5, 3):
        reply = parse(text[:end])
        assert reply.truncated, text[:end]
        assert answer["message"].startswith(reply.message)
        assert answer["document_content"].startswith(reply.document_content)
        assert answer["sources"][: len(reply.sources)] == list(reply.sources)


@pytest.mark.parametrize(
    "text", ["<think>\nhm", "[THINK] hm {", '<think>I write {"message": "m", "document_content": "SECRET']
)
def test_an_unclosed_thought_says_nothing(text):
    reply = parse(text)
    assert (reply.message, reply.document_content, reply.truncated) == ("", "", True)


def test_what_is_too_long_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(reading_limits, "LONGEST", 60)
    reply = parse('{"message": "Here it is.", "document_content": "' + "word " * 100 + '"}')
    assert reply.truncated and "shortened" in reply.repaired
    assert reply.message == "Here it is." and reply.document_content.startswith("word")
    assert "the answer after 60 characters" in reply.cut
    whole = parse('{"message": "Here it is."}')
    assert not whole.truncated and "shortened" not in whole.repaired


def test_an_answer_of_too_many_marks_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(reading_limits, "SHORT", 100)
    monkeypatch.setattr(reading_limits, "MOST_MARKS", 60)
    keys = "{" + ",".join(f'"key{n}": {n}' for n in range(100)) + ', "message": "late"}'
    reply = parse(keys)
    assert reply.truncated and "shortened" in reply.repaired
    words = json.dumps({"message": "word " * 400})
    assert parse(words).message.startswith("word word") and not parse(words).truncated


@pytest.mark.parametrize("inside", ["1, " * 100, "\\q" * 100])
def test_an_answer_of_too_many_commas_or_backslashes_is_cut_and_says_so(monkeypatch, inside):
    monkeypatch.setattr(reading_limits, "SHORT", 100)
    monkeypatch.setattr(reading_limits, "MOST_SEPARATORS", 60)
    reply = parse('{"message": "Here it is.", "document_content": "' + inside + '"}')
    assert reply.truncated and "shortened" in reply.repaired
    assert reply.message == "Here it is."


def test_too_many_sources_are_cut_and_the_reply_says_so(monkeypatch):
    monkeypatch.setattr(reading_limits, "MOST_SOURCES", 3)
    links = [f"https://example.org/{n}" for n in range(4)]
    reply = parse(json.dumps({"message": "Here it is.", "sources": links}))
    assert reply.sources == tuple(links[:3]) and reply.truncated and "shortened" in reply.repaired
    whole = parse(json.dumps({"message": "Here it is.", "sources": links[:3]}))
    assert whole.sources == tuple(links[:3]) and not whole.truncated


def test_text_longer_than_a_model_writes_is_cut_and_the_reply_says_so(monkeypatch):
    monkeypatch.setattr(reading_limits, "LONGEST_TEXT", 40)
    for answer in ({"message": "m", "document_content": "word " * 20}, {"message": "word " * 20}):
        reply = parse(json.dumps(answer))
        assert reply.truncated and "shortened" in reply.repaired
        assert max(len(reply.message), len(reply.document_content)) == 40
    prose = parse("word " * 20)
    assert prose.truncated and "shortened" in prose.repaired and len(prose.message) == 40
    assert "the message after 40 characters" in prose.cut
    whole = parse(json.dumps({"message": "m", "document_content": "w" * 40}))
    assert not whole.truncated and "shortened" not in whole.repaired and len(whole.document_content) == 40
