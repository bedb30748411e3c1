"""What is shown while an answer is written is what the whole answer is parsed into."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.plaintext import plain
from backend.drafting import reply_stream
from backend.drafting.reply_parser import parse
from backend.drafting.reply_stream import AnswerStream
from backend.kernel.events import Token
from tests.drafting import spellings
from tests.examples import examples

PIECES = (
    "Plain words. ", "The step is $\\nabla f(\\theta)$. ", "\\frac{1}{2} and \\beta ", "\\\\ \\hline\n", "a\tb ",
    "\n", "\n\n", "\nThe next", "\nabla", "\nto ", "\ttau ", "\rho", '"quoted" ', "'it' ", "C:\\new\\table ", "\\", "/",
    "```python\nprint(\"a\\n\")\n```\n", "```\nx\n", "$$\na \\\\\nb\n$$\n", "| a | b |\n|---|---|\n", "é 漢字 😀 ",
    "\u2028", "[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\n", "[END OF PENDING CONTENT]", "[HISTORICAL", "[ATTACHED_",
    "[", "<think>x</think>\n", "[DOCUMENT STRUCTURE](y)",
    '{"message": "x"}', "}, \"sources\": [", "<think>", "`", "{", " ", "\\u0041", "&quot;",
)  # fmt: skip
CALM = st.text(st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=("Cs",)), max_size=30)
TEXT = st.lists(st.one_of(st.sampled_from(PIECES), CALM), max_size=8).map("".join)
CUTS = st.lists(st.integers(1, 40), min_size=1, max_size=12)


@st.composite
def answers(draw, text=TEXT) -> str:
    """A whole answer that obeys JSON's grammar, in one of the dresses that models give it."""
    values = {
        "message": draw(text),
        "document_content": draw(text),
        "document_structure": [{"id": "p1", "content": draw(text), "metadata": {"a": [1, None, True]}}],
        "sources": draw(st.lists(CALM, max_size=2)),
        "new_types": [],
    }
    keys = draw(st.permutations(list(values)))
    kept = [key for key in keys if key in ("message", "document_content") or draw(st.booleans())]
    written = json.dumps(
        {key: values[key] for key in kept}, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 2]))
    )
    return (
        draw(st.sampled_from(["%s", "```json\n%s\n```", "```\n%s", '<think>Well {"message"</think>\n%s', " \n%s"]))
        % written
    )


def pieces(text: str, sizes: list[int]) -> Iterable[str]:
    at = number = 0
    while at < len(text):
        yield text[at : at + sizes[number % len(sizes)]]
        at += sizes[number % len(sizes)]
        number += 1


def hear(told: Iterable[list[Token]]) -> tuple[dict[str, str], int]:
    """What a reader ends up with, and how often something was taken back."""
    shown = {"message": "", "document_content": ""}
    replaced = 0
    for tokens in told:
        for token in tokens:
            before = shown[token.channel]
            assert token.offset <= len(before), "nothing is left out"
            replaced += token.offset < len(before)
            shown[token.channel] = before[: token.offset] + token.text
    return shown, replaced


def stream(text: str, sizes: list[int], **options: bool) -> tuple[dict[str, str], int]:
    reader = AnswerStream(**options)
    return hear(reader.feed(piece) for piece in pieces(text, sizes))


def final(text: str) -> dict[str, str]:
    """As an answer has it: see services/drafting.py."""
    reply = parse(text)
    content = reply.document_content.strip("\n")
    return {"message": reply.message, "document_content": content if content.strip() else ""}


@settings(max_examples=examples(100), deadline=None)
@given(answers(CALM), CUTS)
def test_calm_answers_are_shown_exactly_and_nothing_is_taken_back(text, sizes):
    assert stream(text, sizes) == (final(text), 0)


@settings(max_examples=examples(120), deadline=None)
@given(answers(), CUTS)
def test_any_chunking_of_an_answer_gives_what_is_parsed(text, sizes):
    assert stream(text, sizes)[0] == final(text)


@pytest.mark.parametrize("dress", ["```json\n{}\n```", "```\n{}", "  ```json\n{}"])
@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_fence_that_arrives_in_pieces_hides_no_answer_whatever_its_first_key(dress, size):
    text = dress.replace("{}", '{"thoughts": "Short.", "message": "Here."}')
    assert stream(text, [size]) == ({"message": "Here.", "document_content": ""}, 0)


@settings(max_examples=60, deadline=None)
@given(answers(), st.data())
def test_however_it_is_cut_the_same_is_shown_in_the_end(text, data):
    at = data.draw(st.integers(0, len(text)))
    whole, _ = stream(text, [len(text) or 1])
    reader = AnswerStream()
    cut, _ = hear([reader.feed(text[:at]), reader.feed(text[at:])])
    assert cut == whole


def test_every_cut_of_an_answer_shows_its_beginning():
    content = (
        '## Step\n\nWith $\\nabla f(\\theta)$, "small".\n\n```python\nprint("a\\n")\n```\n\n| a | b |\n|---|---|\n😀 é'
    )
    for ascii_only in (True, False):
        text = json.dumps(
            {"message": 'I\'ve "drafted" it.\nOk \\frac?', "document_content": content}, ensure_ascii=ascii_only
        )
        wanted = final(text)
        for end in range(len(text)):
            shown, replaced = stream(text[:end], [1])
            assert replaced == 0
            assert all(wanted[channel].startswith(said) for channel, said in shown.items())
            assert end < len(text) - 2 or shown == wanted


@pytest.mark.parametrize("content", spellings.CONTENTS)
@pytest.mark.parametrize("spelling", sorted(spellings.SPELLINGS.keys() - spellings.BEGIN_AS_PROSE))
def test_of_a_misspelled_answer_no_more_is_shown_than_what_it_is_read_as(spelling, content):
    text = spellings.SPELLINGS[spelling](spellings.answer_of(spellings.CONTENTS[content]))
    wanted = final(text)
    shown, _ = stream(text, [3, 11, 1])
    assert all(wanted[channel].startswith(said) for channel, said in shown.items())
    if spelling in ("on one line", "indented", "in ASCII", "in a fence", "behind thoughts", "with a byte order mark"):
        assert shown == wanted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            '{"message": "With $\\nu = \\alpha$ and \\beta.", "document_content": ""}',
            "With $\\nu = \\alpha$ and \\beta.",
        ),
        ('{"message": "One.\nTwo.", "document_content": ""}', "One.\nTwo."),
        ('{"message": "First.\\n\\nSecond, \\ud83d\\ude00.", "document_content": ""}', "First.\n\nSecond, 😀."),
        ('{"message": "Say \\"a\\", then \\"b\\": c", "sources": []}', 'Say "a", then "b": c'),
    ],
)
def test_what_escapes_mean(text, shown):
    for size in range(1, 30):
        assert stream(text, [size])[0]["message"] == shown == parse(text).message


def test_single_backslashes_are_read_anew_now_and_then_while_it_grows():
    text = '{"message": "' + "The rate $\\eta$ is \\alpha times $\\nu$. " * 60 + '", "document_content": ""}'
    reader, lengths = AnswerStream(), []
    for piece in pieces(text, [20]):
        lengths.append(sum(len(token.text) for token in reader.feed(piece)))
    assert sum(length > 0 for length in lengths[:-1]) > 20, "it is shown as it comes"


@pytest.mark.parametrize(
    "broken",
    [
        '{"message": "He said "yes" to it"',
        '{"message": 7',
        '{"message" "x',
        '{"message" "x"}',
        "[1, 2",
        '{"a": nope nope',
    ],
)  # fmt: skip
def test_broken_answers_show_no_more_than_what_is_sure(broken):
    for size in (1, 3, 100):
        shown, replaced = stream(broken, [size])
        assert replaced == 0 and '" to' not in shown["message"] and not shown["document_content"]


def test_prose_is_a_message_once_it_is_too_long_for_an_introduction():
    prose = "The field has moved on. " * 40
    shown, replaced = stream(prose, [7])
    assert (shown["message"], replaced) == (prose.strip(), 0)
    assert stream(prose[:200], [7])[0]["message"] == "", "JSON may follow"
    labelled = "Message: Done.\n\nDocument content: " + prose
    assert stream(labelled, [7]) == ({"message": "", "document_content": ""}, 0), "the parser finds the two parts"
    led_in = 'Here is what you asked for:\n\n```json\n{"message": "Done.", "document_content": "Text."}\n```'
    assert stream(led_in, [5]) == ({"message": "Done.", "document_content": "Text."}, 0)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.one_of(st.sampled_from(PIECES), st.sampled_from(['{"message": "', '", "document_content": "', '"}']), CALM),
        max_size=12,
    ).map("".join),
    CUTS,
)
def test_no_text_is_too_odd(text, sizes):
    shown, _ = stream(text, sizes)
    assert shown.keys() == {"message", "document_content"}
    stream(text, sizes, plain_message=True)


MARKDOWN = (
    "# Findings\n\nThe rate **falls** by half. It is\nslow.\n\n- One [link](https://e.org).\n- Two.\n\nLast words."
)


@pytest.mark.parametrize("size", [1, 4, 33, 1000])
def test_research_answers_are_shown_in_plain_text(size):
    text = json.dumps({"message": MARKDOWN, "document_content": ""})
    shown, _ = stream(text, [size], plain_message=True)
    assert (
        shown["message"]
        == plain(MARKDOWN)
        == "**Findings**\n\nThe rate falls by half. It is\nslow.\n\n- One link.\n- Two.\n\nLast words."
    )


def test_plain_paragraphs_are_shown_by_words():
    reader = AnswerStream(plain_message=True)
    first = reader.feed('{"message": "The rate falls by ha')
    assert hear([first])[0]["message"] == "The rate falls by"


class _Counting(str):
    """A text that counts the characters which are cut out of it."""

    copied = 0

    def __getitem__(self, key):
        found = str.__getitem__(self, key)
        _Counting.copied += len(found)
        return _Counting(found)

    def __add__(self, other):
        return _Counting(str.__add__(self, other))


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 1, ' + ", ".join(f'"k{number}": {number}' for number in range(2000)) + "}",
        '{"thought": "' + "word " * 4000 + '"}',
        '{"x": ["' + "word " * 4000 + '"]}',
        '{"x": [' + "1, " * 6000 + "1]}",
        "<think>a</think>" * 1200,
        "<document_content>" * 1200,
    ],
    ids=["keys", "another string", "a string in a list", "a list of numbers", "thoughts", "labels"],
)
@pytest.mark.parametrize("size", [40, 1_000_000])
def test_what_is_copied_grows_with_the_text_and_not_with_its_square(text, size):
    stream = AnswerStream()
    stream._buffer = _Counting("")
    _Counting.copied = 0
    for start in range(0, len(text), size):
        stream.feed(_Counting(text[start : start + size]))
    assert _Counting.copied < 300 * len(text)


def test_a_fence_with_nothing_but_blanks_behind_it_is_not_the_end():
    assert AnswerStream().feed("```json" + " " * 500) == []


def test_a_string_of_doubtful_meaning_is_not_decoded_anew_for_each_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = []
    decode = reply_stream.decode
    monkeypatch.setattr(reply_stream, "decode", lambda *text, **how: decoded.append(text) or decode(*text, **how))
    stream = AnswerStream()
    stream.feed('{"message": "We take \\nabla and \\tau. ')
    for _ in range(200):
        stream.feed("ten letter")
    assert 2 < len(decoded) <= 2000 / reply_stream.GROWN + 2


@pytest.mark.parametrize("answer", ['{"message":"Here."}', '{"message" : "Here."}', '{ "message":\n"Here." }'])
def test_an_answer_is_shown_whatever_blanks_are_around_its_colon(answer: str) -> None:
    stream = AnswerStream()
    assert "".join(each.text for each in stream.feed(answer) if isinstance(each, Token)) == "Here."
