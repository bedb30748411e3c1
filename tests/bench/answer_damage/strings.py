"""Damage within strings: quotes, escapes, line breaks, formulas and odd characters.

Run `../shared/bench/answers.py` with `--adapter tests.bench.adapters:parse --only-extra --extra` and this file.
"""

from __future__ import annotations

import html
import json
import re

import answers as bench
from answers import FIELDS, URLS, answer, case_class, eobj, estr, mk


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


@case_class("json_in_content", "bare quotes, and a JSON sample in the content's code block")
def _(r, i):
    a = answer(r, code=None)
    a["document_content"] += (
        '\n\n```json\n{"name": "x", "message": "not the answer", "sources": ["x"]}\n```\n\nAs the "sample" shows.'
    )
    nl = "raw" if i % 2 else "esc"
    return mk(eobj(a, pretty=i % 3 == 0, quote="raw", nl=nl, only=("message", "document_content")), a)


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


@case_class("wide", "NUL between the characters, full-width quotes, no-break spaces")
def _(r, i):
    a = answer(r, code="plain")
    t = eobj(a, pretty=i % 2)
    if i % 3 == 0:
        return mk("\x00".join(t), a)
    if i % 3 == 1:
        return mk(re.sub(r'(?<!\\)"', "＂", t), a)
    return mk(re.sub(r"^  ", "\u3000\u2003", t, flags=re.MULTILINE), a)
