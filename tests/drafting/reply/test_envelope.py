"""Layers that come off before an answer can be read."""

from __future__ import annotations

import html
import json

import pytest

from backend.drafting.reply.envelope import unwrap

ANSWER = '{"message": "It is\\nso.", "sources": []}'


def chunks(*texts: str, key: str = "delta") -> str:
    return "".join(f"data: {json.dumps({'choices': [{key: {'content': text}}]})}\n\n" for text in texts)


@pytest.mark.parametrize(
    ("text", "bare", "repairs"),
    [
        (ANSWER, ANSWER, set()),
        ("Plain words & more.", "Plain words & more.", set()),
        ("\ufeff" + ANSWER, ANSWER, set()),
        (chunks(ANSWER[:9], ANSWER[9:]) + "data: [DONE]\n\n", ANSWER, {"stream"}),
        (chunks(ANSWER, key="message"), ANSWER, {"stream"}),
        ("event: x\nid: 1\n" + chunks(ANSWER), ANSWER, {"stream"}),
        ('data: {"choices": []}\n\n' + chunks(ANSWER), ANSWER, {"stream"}),
        (f"data: {ANSWER}\n\n", ANSWER, {"stream"}),
        (f"data: {ANSWER[:9]}\n\ndata: {ANSWER[9:]}\n\ndata: [DONE]\n\n", ANSWER, {"stream"}),
        ('{"delta": "ab"}\n\n{"delta": {"text": "c"}}\n{"delta": {"x": 1}}', "abc", {"stream"}),
        (html.escape(ANSWER), ANSWER, {"entities"}),
        ("&#34;message&#34;: 1", '"message": 1', {"entities"}),
        ("&amp; nothing else", "&amp; nothing else", set()),
        (ANSWER.replace('"', '""'), ANSWER, {"quotes"}),
        ('{\\n  "message": "a",\\n "sources": []\\n}', '{ "message": "a", "sources": [] }', {"newlines"}),
    ],
)
def test_a_layer_comes_off(text: str, bare: str, repairs: set[str]):
    found, done = unwrap(text)
    assert (found.strip(), done) == (bare, repairs)


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_an_answer_that_was_encoded_again_is_decoded_as_often(layers: int):
    text = ANSWER
    for _ in range(layers):
        text = json.dumps(text)[1:-1]
    found, done = unwrap(text)
    assert json.loads(found) == json.loads(ANSWER) and done == {"encoded"}


def test_escaped_json_inside_a_value_is_the_values_own():
    text = json.dumps({"message": "See", "document_content": json.dumps({"message": "quoted"})})
    assert unwrap(text) == (text, set())


def test_a_stream_of_something_else_is_left_as_lines():
    assert unwrap("data: one\ndata: two\n\ndata: [DONE]\n")[0].strip() == "one\ntwo"
    assert unwrap("data: 3\n\n")[0].strip() == "3"
