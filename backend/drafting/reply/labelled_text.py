"""Parse answers that give the fields without JSON: as XML tags, Markdown headings, or labels such as "message:".

A text is such an answer only if it has two of the fields, and begins with the content or the message. A heading
"Sources" alone is a part of the text.
"""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

from backend.drafting.reply.escapes import decode
from backend.drafting.reply.fields import Found, canonical
from backend.drafting.reply.json_patterns import KEY

_TAGGED = re.compile(rf"<({KEY})>(.*?)(?:</\1\s*>|(?=<{KEY}>)|\Z)", re.IGNORECASE | re.DOTALL)
_LABEL = re.compile(
    rf"^[ \t]*(?:(?P<mark>\#{{1,6}}[ \t]+|\*\*|__|-[ \t]+)\s*)?(?:chat[ _])?[\"']?(?P<name>{KEY})[\"']?"
    r"(?P<colon>[ \t]*[:=])?(?P<closing>\*\*|__)?(?P<late>[ \t]*[:=])?[ \t]*(?P<rest>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_FENCED = re.compile(r"(?:```|~~~)[\w-]*[ \t]*\n(.*?)\n?(?:```|~~~)?", re.DOTALL)
_NOTHING = re.compile(r"[\"'(\[*_]*(?:none|null|n/?a|empty|-)?[\"')\]*_.]*", re.IGNORECASE)
_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)]|\[\d{1,3}\]:?)[ \t]+")
#: maximum number of characters before the first label: a sentence, but not a page
_LEAD = 300


def read_labels(text: str) -> Found | None:
    """Return the fields of an answer that gives them with labels ("message: …") or tags instead of JSON; None for any
    other text.
    """
    return _tagged(text) or _labelled(text)


def begins_labelled(lead: str) -> bool:
    """Return True if `lead`, the text before the first JSON object, contains a label for the message or the content."""
    return any(canonical(tag[1]) in {"message", "document_content"} for tag in _TAGGED.finditer(lead)) or any(
        canonical(label["name"]) in {"message", "document_content"}
        for label in _LABEL.finditer(lead)
        if _is_label(label)
    )


def _tagged(text: str) -> Found | None:
    tags = list(_TAGGED.finditer(text))
    names = {canonical(tag[1]) for tag in tags}
    if not tags or ("document_content" not in names and "message" not in names):
        return None
    found = Found(start=tags[0].start(), end=tags[-1].end(), closed=tags[-1][0].rstrip().endswith(">"))
    for tag in tags:
        name = canonical(tag[1])
        inner = re.sub(r"\A\s*<!\[CDATA\[(.*?)\]\]>\s*\Z", r"\1", tag[2], flags=re.DOTALL)
        if name == "sources":
            items = re.findall(r"<(\w+)>(.*?)</\1>", inner, re.DOTALL)
            inner = "\n".join(item.strip() for _, item in items) if items else inner
        found.values.setdefault(name, _value(name, inner))
    return found


def _labelled(text: str) -> Found | None:
    labels = [label for label in _LABEL.finditer(text) if _is_label(label)]
    names = [canonical(label["name"]) for label in labels]
    if len(set(names)) < 2 or names[0] not in {"message", "document_content"} or labels[0].start() > _LEAD:
        return None
    if "document_content" not in names and "sources" not in names:
        return None
    found = Found(start=labels[0].start(), end=len(text), closed=True)
    expected: list[re.Match[str]] = []
    for label, name in zip(labels, names, strict=True):
        if name not in {canonical(kept["name"]) for kept in expected} and _same_style(label, labels[0]):
            expected.append(label)
    for number, label in enumerate(expected):
        end = expected[number + 1].start() if number + 1 < len(expected) else len(text)
        name = canonical(label["name"])
        found.values[name] = _value(name, label["rest"] + text[label.end() : end])
    return found if len(found.values) > 1 else None


def _is_label(label: re.Match[str]) -> bool:
    mark = (label["mark"] or "").strip()
    if mark.startswith("#"):
        return not label["rest"].strip(" #*:")
    if mark in {"**", "__"}:
        return bool(label["closing"])
    return bool(label["colon"] or label["late"])


def _same_style(label: re.Match[str], first: re.Match[str]) -> bool:
    return (label["mark"] or "").strip() == (first["mark"] or "").strip()


def _value(name: str, text: str) -> Any:
    """Return the value of a field without markup around it: a string, or a list for the fields that are lists."""
    head, _, tail = text.partition("\n")
    if re.fullmatch(r"\s*[|>][+-]?\s*", head):
        text = textwrap.dedent(tail)
    text = text.strip().removesuffix("---").strip()
    fenced = _FENCED.fullmatch(text)
    if fenced is not None and "```" not in fenced[1]:
        text = fenced[1]
    block = re.fullmatch(r"(\"\"\"|'''),?\n?(.*?)\n?\1,?", text, re.DOTALL)
    if block is not None:
        return decode(block[2]).text if block[1] == '"""' else block[2]
    quoted = re.fullmatch(r"([\"'])(.*)\1,?", text, re.DOTALL)
    if quoted is not None:
        text = decode(quoted[2], python=quoted[1] == "'").text
    if name in {"message", "document_content"}:
        return "" if _NOTHING.fullmatch(text) else text
    return _listed(name, text)


def _listed(name: str, text: str) -> Any:
    if _NOTHING.fullmatch(text):
        return []
    if text.startswith(("[", "{")):
        try:
            return json.loads(text.rstrip(","), strict=False)
        except (ValueError, RecursionError):
            pass
    if name == "sources":
        items = (_BULLET.sub("", line).strip() for line in text.splitlines())
        return [_unquoted(item) for item in items if item]
    return _mappings(text)


def _mappings(text: str) -> list[dict[str, Any]]:
    """Parse items `- key: value`, each with further lines `key: value` below it."""
    items: list[dict[str, Any]] = []
    for line in text.splitlines():
        pair = re.match(r"\s*(-\s+)?[\"']?(\w+)[\"']?\s*:\s*(.*)", line)
        if pair is None:
            continue
        if pair[1] or not items:
            items.append({})
        items[-1][pair[2]] = _scalar(pair[3].strip())
    return items


def _scalar(text: str) -> Any:
    if text in {"", "null", "~", "None"}:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _unquoted(text)


def _unquoted(text: str) -> str:
    block = re.fullmatch(r"(\"\"\"|'''),?\n?(.*?)\n?\1,?", text, re.DOTALL)
    if block is not None:
        return decode(block[2]).text if block[1] == '"""' else block[2]
    quoted = re.fullmatch(r"([\"'])(.*)\1,?", text)
    return decode(quoted[2]).text if quoted else text
