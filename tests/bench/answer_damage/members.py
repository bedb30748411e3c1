"""Damage to members: keys, brackets, commas, their order and their values.

Run `../shared/bench/answers.py` with `--adapter tests.bench.adapters:parse --only-extra --extra` and this file.
"""

# ruff: noqa: UP031 (the damages are templates full of braces)
from __future__ import annotations

import json
import re

from answers import FIELDS, URLS, answer, case_class, eobj, estr, evalue, mk, truncate

from tests.bench.answer_damage import one_of


@case_class("key_case", "keys in another case or spelling")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    style = [
        lambda k: k.upper(),
        lambda k: k.title(),
        lambda k: re.sub(r"_(.)", lambda m: m[1].upper(), k),
        lambda k: k.replace("_", " ").title(),
        lambda k: k.replace("_", "\\_"),
        lambda k: k.replace("_", "-"),
    ][i % 6]
    for k in FIELDS:
        t = t.replace(f'"{k}": ', f'"{style(k)}": ', 1)
    return mk(t, a)


@case_class("json5", "unquoted keys, single quotes, comments, trailing commas")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=True)
    for k in FIELDS:
        t = t.replace(f'  "{k}": ', f"  {k}: ", 1)
    return mk(t[:-2] + ",\n}" if i % 2 else t.replace("{\n", "{\n  // answer\n", 1), a)


@case_class("no_closing", "the last brackets are missing, but the answer ended by itself")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2).rstrip("}").rstrip()
    return mk(
        ["```json\n%s\n```", "%s\n\nLet me know what you think.", "```json\n%s\n```\n\nHope this helps!"][i % 3] % t, a
    )


@case_class("no_opening", "the opening brace is missing")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)[1:].lstrip()
    return mk(["%s", "```json\n%s\n```", "Here:\n%s", "<think>\nx\n</think>\n%s"][i % 4] % t, a)


@case_class("extra_braces", "braces doubled, one too many, or closed too early")
def _(r, i):
    a = answer(r)
    t = eobj(a)
    k = i % 4
    if k == 0:
        t = "{" + t + "}"
    elif k == 1:
        t += "}"
    elif k == 2:
        t = t.replace(', "sources": ', '}, "sources": ', 1)
    else:
        t = t[:-1] + "]}"
    return mk(t, a)


@case_class("key_quote_missing", "a key with one quote only")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    k = ("message", "document_content", "sources")[i % 3]
    return mk(t.replace(f'"{k}": ', (f'"{k}: ' if i % 4 < 2 else f'{k}": '), 1), a)


@case_class("wire_form", "metadata and schema in the constrained form")
def _(r, i):
    a = answer(r)
    a["document_structure"] = [
        {"id": "p1", "type": "paragraph", "content": "x", "parent_id": None, "metadata": {"order": "1"}}
    ]
    a["new_types"] = [{"type_name": "lemma", "description": "A lemma", "metadata_schema": {"number": "string"}}]
    w = json.loads(json.dumps(a))
    w["document_structure"][0]["metadata"] = [{"key": "order", "value": "1"}]
    w["new_types"][0]["metadata_schema"] = [{"key": "number", "value": "string"}] if i % 2 else '{"number": "string"}'
    return mk(eobj(w, pretty=i % 2), a)


@case_class("bracket_missing", "an inner bracket left out")
def _(r, i):
    a = answer(r)
    a["document_structure"] = [{"id": "p1", "type": "paragraph", "content": "x", "parent_id": None, "metadata": {}}]
    t = eobj(a, pretty=i % 2)
    k = i % 3
    if k == 0:
        s = evalue(a["sources"])
        t = t.replace(s, s[:-1], 1)
    elif k == 1:
        s = evalue(a["document_structure"])
        t = t.replace(s, s[:-1], 1)
    else:
        s = evalue(a["document_structure"])
        t = t.replace(s, s[:-2], 1)
    return mk(t, a)


@case_class("ellipsis", "literal dots as an item or member")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=True)
    s = evalue(a["sources"])
    return mk(t.replace(s, s[:-1] + ", ...]", 1) if i % 2 else t[:-2] + ",\n  ...\n}", a)


@case_class("odd_sources", "sources as a mapping, numbered lines, objects in other words")
def _(r, i):
    a = answer(r)
    u, u2 = URLS[0], URLS[1]
    k = i % 4
    new = [
        '{"1": "%s", "2": "%s"}' % (u, u2),
        '"1. %s\\n2. %s"' % (u, u2),
        '[{"name": "A", "link": "%s"}, {"title": "B", "doi": "%s"}]' % (u, u2),
        '[["%s"], "%s"]' % (u, u2),
    ][k]
    body = eobj(a).replace('"sources": ' + evalue(a["sources"]), '"sources": ' + new)
    a["sources"] = ["__has__" + u, "__has__" + u2] if k == 2 else [u, u2]
    return mk(body, a)


@case_class("odd_content", "content as an object or as blocks")
def _(r, i):
    a = answer(r)
    d = a["document_content"]
    new = [
        '{"markdown": %s}' % estr(d),
        '{"content": %s, "format": "markdown"}' % estr(d),
        '[{"type": "text", "text": %s}]' % estr(d),
    ][i % 3]
    return mk(eobj(a).replace(estr(d), new, 1), a)


@case_class("cut_odd", "cut, and broken in another way too")
def _(r, i):
    a = answer(r, code="plain")
    k = i % 6
    if k == 0:
        return truncate(
            r,
            a,
            eobj(a, quote="raw", only=("message", "document_content")) if False else eobj(a),
            {},
            pre="Sure {x}:\n",
        )
    if k == 1:
        return truncate(r, a, eobj(a, nl="crlf"), {"nl": "crlf"})
    full = eobj(a, pretty=True, bs="raw", only=("document_content",)) if k == 2 else eobj(a, pretty=k == 3)
    start = full.index('"document_content": "') + 21
    cut = r.randint(start + 30, start + max(31, len(a["document_content"]) - 10))
    wrap = {4: '{"answer": %s', 5: "<think>hm</think>\n```json\n%s"}.get(k, "%s")
    c = mk(wrap % full[:cut], {"message": a["message"]}, truncated=True)
    c["accept"]["document_content"] = ["__prefix__"]
    n = len(a["document_content"])
    visible = cut - start
    c["prefix_of"] = {"document_content": a["document_content"][: min(n, visible)]}
    return c


@case_class("order", "the keys in another order, strings raw or escaped")
def _(r, i):
    a = answer(r, code="plain")
    keys = list(FIELDS)
    r.shuffle(keys)
    options = {"nl": one_of(r, "raw", "esc"), "bs": one_of(r, "raw", "esc"), "quote": one_of(r, "raw", "esc")}
    return mk(eobj(a, pretty=i % 2, order=keys, only=("message", "document_content"), **options), a)


@case_class("key_dress", "keys with blanks inside the quotes, in bold, or misspelt")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    k = i % 4
    for f in FIELDS:
        dressed = [f'" {f}": ', f'"{f} " : ', f'**"{f}"**: ', f'"{f}": '][k]
        t = t.replace(f'"{f}": ', dressed, 1)
    if k == 3:
        t = t.replace('"document_content": ', '"document_contents": ', 1).replace('"sources": ', '"source": ', 1)
    return mk(t, a)


@case_class("colon_missing", "no colon behind a key")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    k = ("message", "document_content", "sources")[i % 3]
    return mk(t.replace(f'"{k}": ', f'"{k}" ', 1), a)


@case_class("restarted", "broken off in a string, then begun anew")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    cut = r.randint(20, len(t) // 2)
    return mk(t[:cut] + ["\n", "\n\n```json\n", ""][i % 3] + t, a)


@case_class("pairs", "a list of key and value pairs")
def _(r, i):
    a = answer(r)
    names = [("key", "value"), ("name", "value"), ("field", "content")][i % 3]
    t = json.dumps([{names[0]: k, names[1]: a[k]} for k in FIELDS], ensure_ascii=False)
    return mk(t if i % 2 else '{"fields": ' + t + "}", a)
