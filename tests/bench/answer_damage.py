"""Damage model answers in ways that the shared answers yardstick lacks, to test that parsing generalizes.

Run `../shared/bench/answers.py` with `--adapter tests.bench.adapters:parse --only-extra --extra` and this file. Every
class takes a truthful answer of the yardstick's generator and damages it in one way seen in practice.
"""

# ruff: noqa: UP031 (the damages are templates full of braces)
from __future__ import annotations

import html
import json
import re

import answers as bench
from answers import FIELDS, URLS, answer, case_class, eobj, estr, evalue, mk, truncate

THOUGHT = 'The user wants text.\nMaybe {x} or "y". Let me write it.'


def one_of(r, *choices):
    return r.choice(choices)


@case_class("smart_quotes", "typographic quotes around keys and values, straight or typographic quotes inside")
def _(r, i):
    a = answer(r, code="plain", quotes=i % 2 == 0)
    t = eobj(a, pretty=i % 3 == 0)
    inner = re.sub(r'\\"', "\x00", t)
    flip = [0]

    def turn(_m):
        flip[0] ^= 1
        return "“" if flip[0] else "”"

    t = re.sub('"', turn, inner).replace("\x00", '\\"' if i % 4 < 2 else '"')
    return mk(t, a)


@case_class("apostrophes", "single-quoted object with bare apostrophes in the text")
def _(r, i):
    a = answer(r, code=None, quotes=False, maths=False)
    a["message"] = "It's done, as you'd asked: " + a["message"]

    def q(v):
        if isinstance(v, str):
            return "'" + v.replace("\n", "\\n") + "'"
        if isinstance(v, list):
            return "[" + ", ".join(q(x) for x in v) + "]"
        if isinstance(v, dict):
            return "{" + ", ".join(q(k) + ": " + q(x) for k, x in v.items()) + "}"
        return repr(v)

    a["sources"] = [u for u in a["sources"] if "'" not in u] or [URLS[0]]
    a["document_structure"] = []
    return mk("{" + ", ".join(f"'{k}': {q(a[k])}" for k in FIELDS) + "}", a)


@case_class("double_encoded", "the object as a JSON string, quoted or not, once or twice")
def _(r, i):
    a = answer(r)
    body = eobj(a, pretty=i % 2)
    t = json.dumps(body, ensure_ascii=False)
    return mk([t, t[1:-1], "```json\n" + t + "\n```", json.dumps(t), "Here it is:\n" + t][i % 5], a)


@case_class("html_entities", "quotes, ampersands and angles as entities")
def _(r, i):
    a = answer(r)
    return mk(html.escape(eobj(a, pretty=i % 2)), a)


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


@case_class("overescaped", "line breaks escaped twice, the rest once or twice")
def _(r, i):
    a = answer(r, code=None, maths=i % 2 == 0, quotes=False)
    while a["document_content"].count("\n\n") < 2:
        a = answer(r, code=None, maths=i % 2 == 0, quotes=False)
    t = eobj(a)
    body = estr(a["document_content"])
    twice = body[1:-1].replace("\\", "\\\\") if i % 3 else re.sub(r"(?<!\\)\\n", r"\\\\n", body[1:-1])
    return mk(t.replace(body, '"' + twice + '"'), a)


@case_class("half_newlines", "some line breaks raw, some escaped, in one string")
def _(r, i):
    a = answer(r, code="plain")
    body = estr(a["document_content"])
    half = re.sub(r"(?<!\\)\\n", lambda m: "\n" if r.random() < 0.5 else m[0], body)
    return mk(eobj(a, pretty=i % 2).replace(body, half), a)


@case_class("quotes_everywhere", "bare quotes also in sources and structure")
def _(r, i):
    a = answer(r, code="plain")
    a["sources"] = a["sources"] + ['Doe, J. "On the rank of maps", 2020', 'The "Handbook" of Methods']
    a["document_structure"] = [
        {"id": "p1", "type": "paragraph", "content": 'This "odd" case', "parent_id": None, "metadata": {}}
    ]
    return mk(eobj(a, pretty=i % 2, quote="raw"), a)


@case_class("quote_missing", "a closing quote left out, or escaped by mistake")
def _(r, i):
    a = answer(r, code="plain", quotes=i % 4 > 1)
    t = eobj(a, pretty=i % 3 == 0)
    key = ("message", "document_content")[i % 2]
    s = estr(a[key])
    return mk(t.replace(s, s[:-1] + ("" if i % 4 < 2 else '\\"'), 1), a)


@case_class("key_quote_missing", "a key with one quote only")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    k = ("message", "document_content", "sources")[i % 3]
    return mk(t.replace(f'"{k}": ', (f'"{k}: ' if i % 4 < 2 else f'{k}": '), 1), a)


@case_class("other_strings", "template literals, triple quotes, strings joined by plus signs")
def _(r, i):
    a = answer(r, code=None)
    d = a["document_content"]
    k = i % 3
    if k == 0:
        new = "`" + d.replace("\\", "\\\\").replace("`", "\\`") + "`"
    elif k == 1:
        new = '"""' + d.replace("\\", "\\\\") + '"""'
    else:
        c = len(d) // 2
        while d[c - 1] == "\\":
            c += 1
        new = estr(d[:c]) + " +\n    " + estr(d[c:])
    return mk(eobj(a, pretty=True).replace(estr(d), new), a)


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


@case_class("json_in_content", "bare quotes, and a JSON sample in the content's code block")
def _(r, i):
    a = answer(r, code=None)
    a["document_content"] += (
        '\n\n```json\n{"name": "x", "message": "not the answer", "sources": ["x"]}\n```\n\nAs the "sample" shows.'
    )
    nl = "raw" if i % 2 else "esc"
    return mk(eobj(a, pretty=i % 3 == 0, quote="raw", nl=nl, only=("message", "document_content")), a)


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


@case_class(
    "other_signs", "equals or arrows for colons, semicolons for commas, full-width punctuation, odd white space"
)
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=True)
    k = i % 5
    for f in FIELDS:
        if k == 0:
            t = t.replace(f'"{f}": ', f'"{f}" = ', 1)
        elif k == 1:
            t = t.replace(f'"{f}": ', f'"{f}" => ', 1)
        elif k == 2:
            t = t.replace(f',\n  "{f}": ', f';\n  "{f}": ', 1)
        elif k == 3:
            t = t.replace(f',\n  "{f}": ', f'，\n  "{f}"：', 1)
        else:
            t = t.replace(f'  "{f}": ', f'\u00a0\u200b"{f}":\u00a0', 1)
    return mk(t, a)


@case_class("pasted_whole", "the content pasted raw, with code that has backslashes of its own")
def _(r, i):
    a = answer(r, code="esc")
    a["document_content"] += "\n\nLet " + r.choice(bench.MATH_INLINE) + "."
    q = "raw" if i % 2 else "esc"
    return mk(eobj(a, pretty=True, bs="raw", nl="raw", quote=q, only=("document_content",)), a)


@case_class("latex_brackets", "raw LaTeX in \\( \\) and \\[ \\], in both texts")
def _(r, i):
    a = answer(r, code=None, maths=False)
    bits = [
        r"\(\nu \to 0\)",
        r"\(\theta_i \neq \tau\)",
        r"\(\frac{\beta}{\rho}\)",
        r"\(x \times y\)",
        r"\(\text{rank}\)",
    ]
    a["message"] += " See " + r.choice(bits) + "."
    a["document_content"] += (
        "\n\nWith " + ", ".join(r.sample(bits, 3)) + ":\n\n\\[\n\\nabla f = \\beta \\times \\tau\n\\]\n\nEnd."
    )
    return mk(eobj(a, pretty=i % 2, bs="raw", only=("message", "document_content")), a)


@case_class("latex_text", "raw LaTeX outside formulas: \\textbf, \\begin, \\cite, \\ref, \\footnote")
def _(r, i):
    a = answer(r, code=None, maths=False)
    a["document_content"] += (
        "\n\n"
        + r.choice(
            [
                r"\textbf{Note} that \footnote{so it is} \ref{tab:a}.",
                "\\begin{table}\n\\toprule a & b \\\\\n\\bottomrule\n\\end{table}",
                "\\section{New}\n\\newcommand{\\R}{\\mathbb{R}}\n\\noindent See \\cite{x}.",
                r"\textit{in vivo} and \texttt{code}",
                "\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}",
            ]
        )
        + "\n\nEnd."
    )
    return mk(eobj(a, pretty=i % 2, bs="raw", only=("document_content",)), a)


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


@case_class("order", "the keys in another order, strings raw or escaped")
def _(r, i):
    a = answer(r, code="plain")
    keys = list(FIELDS)
    r.shuffle(keys)
    options = {"nl": one_of(r, "raw", "esc"), "bs": one_of(r, "raw", "esc"), "quote": one_of(r, "raw", "esc")}
    return mk(eobj(a, pretty=i % 2, order=keys, only=("message", "document_content"), **options), a)


@case_class("layout_escaped", "the line breaks between the fields are written as \\n")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=True).replace("\n", "\\n")
    return mk(["%s", "```json\\n%s\\n```", "```json\n%s\n```"][i % 3] % t, a)


@case_class("csv_quotes", "every quote doubled, as in a CSV cell")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2).replace('"', '""')
    return mk('"' + t + '"' if i % 4 < 2 else t, a)


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


@case_class("toml", "TOML, or assignments of a script")
def _(r, i):
    a = answer(r)
    a["document_structure"] = a["new_types"] = []
    d = a["document_content"].replace("\\", "\\\\") if i % 2 == 0 else a["document_content"]
    q = '"""' if i % 2 == 0 else "'''"
    return mk(
        f"message = {estr(a['message'])}\ndocument_content = {q}\n{d}\n{q}\nsources = {evalue(a['sources'])}\n", a
    )


@case_class("adjacent", "long strings as adjacent literals, one a line")
def _(r, i):
    a = answer(r)
    d = a["document_content"]
    at = d.find("\n\n", len(d) // 3) + 2
    if at < 3:
        at = len(d) // 2
        while d[at - 1] == "\\":
            at += 1
    return mk(eobj(a, pretty=True).replace(estr(d), estr(d[:at]) + "\n    " + estr(d[at:])), a)


@case_class("half_smart", "a typographic quote closes what a straight one opened")
def _(r, i):
    a = answer(r, code="plain", quotes=i % 4 > 1)
    t = eobj(a, pretty=i % 3 == 0)
    s = estr(a[("message", "document_content")[i % 2]])
    return mk(t.replace(s, s[:-1] + "”", 1), a)


@case_class("prefilled", "the beginning that was put into the model's mouth is missing")
def _(r, i):
    a = answer(r)
    t = eobj(a, pretty=i % 2)
    t = t[t.index('"message": "') + (12 if i % 3 else 0) :]
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


@case_class("wide", "NUL between the characters, full-width quotes, no-break spaces")
def _(r, i):
    a = answer(r, code="plain")
    t = eobj(a, pretty=i % 2)
    if i % 3 == 0:
        return mk("\x00".join(t), a)
    if i % 3 == 1:
        return mk(re.sub(r'(?<!\\)"', "＂", t), a)
    return mk(re.sub(r"^  ", "\u3000\u2003", t, flags=re.MULTILINE), a)


@case_class("pairs", "a list of key and value pairs")
def _(r, i):
    a = answer(r)
    names = [("key", "value"), ("name", "value"), ("field", "content")][i % 3]
    t = json.dumps([{names[0]: k, names[1]: a[k]} for k in FIELDS], ensure_ascii=False)
    return mk(t if i % 2 else '{"fields": ' + t + "}", a)


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
