"""Damage around the answer: other notations, wrappers, thoughts and words beside it; and several kinds at once.

Run `../shared/bench/answers.py` with `--adapter tests.bench.adapters:parse --only-extra --extra` and this file.
"""

# ruff: noqa: UP031 (the damages are templates full of braces)
from __future__ import annotations

import json
import re

from answers import FIELDS, answer, case_class, eobj, estr, evalue, mk

from tests.bench.answer_damage import THOUGHT, one_of


@case_class("xml_tags", "one tag a field")
def _(r, i):
    a = answer(r)
    a["new_types"] = a["document_structure"] = []
    src = (
        "\n".join(f"<source>{u}</source>" for u in a["sources"]) if i % 2 else "\n".join("- " + u for u in a["sources"])
    )
    t = f"<message>{a['message']}</message>\n<document_content>\n{a['document_content']}\n</document_content>\n"
    t += f"<sources>\n{src}\n</sources>"
    return mk(["%s", "<answer>\n%s\n</answer>", "<think>hm</think>\n%s"][i % 3] % t, a)


@case_class("headings", "Markdown headings or bold labels in place of keys")
def _(r, i):
    a = answer(r)
    a["new_types"] = a["document_structure"] = []
    h = ["## %s\n", "**%s:**\n", "# %s\n\n", "**%s**: "][i % 4]
    names = ["Message", "Document Content", "Sources"] if i % 2 else ["message", "document_content", "sources"]
    src = "\n".join("- " + u for u in a["sources"])
    if h.endswith(": "):
        src = "\n" + src
    return mk("\n\n".join(h % n + v for n, v in zip(names, (a["message"], a["document_content"], src), strict=True)), a)


@case_class("yaml", "YAML with block scalars")
def _(r, i):
    a = answer(r)
    a["new_types"] = a["document_structure"] = []
    ind = lambda s: "\n".join("  " + x if x else x for x in s.split("\n"))  # noqa: E731
    t = "message: |\n%s\ndocument_content: |\n%s\nsources:\n%s\nnew_types: []\n" % (
        ind(a["message"]),
        ind(a["document_content"]),
        "\n".join("  - " + json.dumps(u, ensure_ascii=False) for u in a["sources"]),
    )
    return mk(["%s", "```yaml\n%s```", "---\n%s"][i % 3] % t, a)


@case_class("wrappers", "the object inside another, or alone in an array")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    return mk(
        [
            '{"answer": %s}',
            '{"response": %s, "status": "ok"}',
            "[%s]",
            '{"data": {"result": %s}}',
            '{"type": "json", "output": [%s]}',
            '{"name": "respond", "arguments": %s}',
        ][i % 6]
        % t,
        a,
    )


@case_class("tool_call", "a tool call or API envelope with the object as a string")
def _(r, i):
    a = answer(r)
    s = json.dumps(eobj(a), ensure_ascii=False)
    return mk(
        [
            '{"name": "answer", "arguments": %s}',
            '<tool_call>\n{"name": "answer", "arguments": %s}\n</tool_call>',
            '{"choices": [{"index": 0, "message": {"role": "assistant", "content": %s}, "finish_reason": "stop"}]}',
            '{"role": "assistant", "content": %s}',
            '{"answer": %s}',
            '{"message": %s, "document_content": "", "sources": []}',
            '{"type": "function", "function": {"name": "f", "arguments": %s}}',
        ][i % 7]
        % s,
        a,
    )


@case_class("stream_left", "the stream's data: lines left in")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    step = r.randint(5, 60)
    parts = [t[j : j + step] for j in range(0, len(t), step)]
    if i % 3 == 0:
        t = (
            "".join("data: " + json.dumps({"choices": [{"delta": {"content": p}}]}) + "\n\n" for p in parts)
            + "data: [DONE]\n\n"
        )
    elif i % 3 == 1:
        t = "\n".join(json.dumps({"choices": [{"delta": {"content": p}}]}) for p in parts)
    else:
        t = "\n".join("data: " + x for x in t.split("\n"))
    return mk(t, a)


@case_class("fences_twice", "fences doubled, unclosed, or with words behind the language")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    return mk(
        [
            "```json\n```json\n%s\n```\n```",
            "```\n```json\n%s\n```",
            "```json answer\n%s\n```",
            "````json\n%s\n````",
            "json\n%s",
            "```json%s```",
            "'''json\n%s\n'''",
        ][i % 7]
        % t,
        a,
    )


@case_class("thoughts", "thoughts in other dress: no opener, other brackets, two of them, behind a sentence")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    return mk(
        [
            "%s\n</think>\n\n",
            "[THINK]%s[/THINK]",
            "◁think▷%s◁/think▷",
            "<think>a</think>\n<think>%s</think>\n",
            "Sure.\n<thinking>%s</thinking>\n",
            "<|channel|>analysis<|message|>%s<|end|><|start|>assistant<|channel|>final<|message|>",
            "<reasoning>\n%s\n</reasoning>\n",
            "<think>%s\n\n",
        ][i % 8]
        % THOUGHT
        + t,
        a,
    )


@case_class("after_words", "another object, an example or a signature behind the answer")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    return mk(
        t
        + [
            '\n\n{"confidence": 0.9}',
            '\n\nUsage: {"tokens": 120}',
            "\n\n--\nYour assistant",
            '\n{"sources": []}',
            "<|im_end|>",
            "</s>",
            "\n\n```\nnothing else\n```",
            "\n</answer>",
        ][i % 8],
        a,
    )


@case_class(
    "loose_all", "three kinds at once: single-sided fence, raw line breaks, aliases, trailing comma, smart quotes"
)
def _(r, i):
    a = answer(r, code="plain")
    t = eobj(
        a,
        pretty=True,
        nl="raw",
        quote=one_of(r, "raw", "esc"),
        bs=one_of(r, "raw", "esc"),
        only=("message", "document_content"),
    )
    if i % 2:
        t = t.replace('"message": ', '"response": ', 1)
    if i % 3 == 0:
        t = t[:-2] + ",\n}"
    return mk(one_of(r, "```json\n%s", "Answer: %s", "%s\n```", '{"answer": %s}') % t, a)


def _alias(t):
    return t.replace('"message": ', '"reply": ', 1)


AROUND = [
    lambda t: "```json\n" + t + "\n```",
    lambda t: "```\n" + t,
    lambda t: "Sure, here is {the answer}:\n\n" + t + "\n\nAnything else?",
    lambda t: "<think>\n" + THOUGHT + ' {"message": "draft"}\n</think>\n' + t,
    lambda t: THOUGHT + "\n</think>\n" + t,
    lambda t: '{"output": ' + t + "}",
    lambda t: "[" + t + "]",
    lambda t: '{"message": "...", "document_content": "...", "sources": []}\n' + t,
    lambda t: t + '\n\n{"confidence": 0.8}',
    lambda t: "\ufeff" + t + "\n<|im_end|>",
]

WITHIN = [
    lambda t: re.sub(r"\}\s*\Z", ",}", t),
    lambda t: re.sub(r',(\s*)"sources"', r'\1"sources"', t, count=1),
    lambda t: re.sub(r',(\s*)"sources"', r', // where from\n\1"sources"', t, count=1),
    lambda t: t.replace('"document_content"', '"Document Content"', 1),
    lambda t: t.replace('"document_structure": ', "document_structure: ", 1),
    lambda t: re.sub(r"\}\s*\Z", "}}", t),
    lambda t: re.sub(r'\]\s*,(\s*)"new_types"', r',\1"new_types"', t, count=1),
    lambda t: t.replace("{", '{"confidence": 0.9, "plan": {"sources": ["no"]}, ', 1),
    lambda t: t.replace('"sources": ', '"sources" = ', 1),
    _alias,
]


@case_class("two_at_once", "raw or escaped strings, one thing wrong between them, one around them")
def _(r, i):
    a = answer(r, code="plain", quotes=r.random() < 0.7)
    options = {"nl": one_of(r, "raw", "esc"), "bs": one_of(r, "raw", "esc"), "quote": one_of(r, "raw", "esc")}
    t = eobj(a, pretty=i % 2, only=("message", "document_content"), **options)
    return mk(r.choice(AROUND)(r.choice(WITHIN)(t)), a)


@case_class("toml", "TOML, or assignments of a script")
def _(r, i):
    a = answer(r)
    a["document_structure"] = a["new_types"] = []
    d = a["document_content"].replace("\\", "\\\\") if i % 2 == 0 else a["document_content"]
    q = '"""' if i % 2 == 0 else "'''"
    return mk(
        f"message = {estr(a['message'])}\ndocument_content = {q}\n{d}\n{q}\nsources = {evalue(a['sources'])}\n", a
    )


@case_class("prefilled", "the beginning that was put into the model's mouth is missing")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    t = t[t.index('"message": "') + (12 if i % 3 else 0) :]
    return mk(t, a)


@case_class("blocks_apart", "each field in a code block of its own")
def _(r, i):
    a = answer(r)
    return mk("\n\n".join("```json\n" + eobj({k: a[k]}, pretty=i % 2) + "\n```" for k in FIELDS), a)


@case_class("in_code", "the object as an argument in a script")
def _(r, i):
    a = answer(r)
    t = repr(a) if i % 2 else eobj(a, pretty=True)
    return mk(
        [
            "```python\nimport json\nprint(json.dumps(%s))\n```",
            "answer = %s\n",
            "const answer = %s;\nexport default answer;",
        ][i % 3]
        % t,
        a,
    )
