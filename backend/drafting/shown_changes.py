"""Find the new text in an answer that also shows the old text: as "Original: … Revised: …", above the new text, as a
diff, or with words struck out.

The old text is left out only if the paper contains it word for word, and if the answer has another version of it next
to it. Everything else stays, and a warning tells the user.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from backend.document.blocks import read
from backend.document.similar_text import WORD, shared_pairs
from backend.drafting.intent import SAME_TEXT
from backend.drafting.spoken_framing import WRITTEN

#: A label at the start of a line: text in bold type, text before a colon, or a heading.
_LABEL = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]+(?P<heading>[^\n]{1,60})|(?P<mark>\*\*|__)(?P<bold>[^\n*_]{1,60})(?P=mark)[:：]?"
    r"|(?P<plain>[^\W\d_][^\n:：.!?*_|]{0,40})[:：](?=\s))[ \t]*",
    re.MULTILINE,
)
_LONGEST_LABEL = 5
#: Minimum number of words of an old text that is certainly a quotation from the paper. Not tuned.
_FEWEST = 3
_RULE = re.compile(r"\n[ \t]*(?:-{3,}|\*{3,}|_{3,}|[-=]*[>→⟶]+)[ \t]*\s*\Z")
#: What divides an old and a new text: a rule, or an arrow at the start of a line or between quoted texts or sentences.
#: Only a text with one of the `_ARROWS` is searched for arrows.
_RULED = re.compile(r"\n\s*(?:-{3,}|\*{3,}|_{3,})\s*\n\s*")
_ARROWS = ("->", "=>", "→", "⟶", "⇒")
_DIVIDER = re.compile(
    rf"{_RULED.pattern}|\n\s*(?:[-=]+>|[→⟶⇒])\s\s*|(?<=[“”\"»«])\s*(?:[-=]+>|[→⟶⇒])\s*(?=[“”\"«»„])"
    r"|(?<=[.!?])[ \t]+(?:[-=]+>|[→⟶⇒])[ \t]+"
)
#: Minimum share (0 to 1) of the shorter text's words that another version of it has. Not tuned: two words in five.
_SAME_WORDS = 0.4
_DIFF = re.compile(
    r"\A\s*(?P<mark>`{3,}|~{3,})[ \t]*(?:diff|patch)[ \t]*\n(?P<inside>.*?)\n[ \t]*(?P=mark)\s*\Z", re.DOTALL
)
#: Words that are struck out, followed by the words that replace them, in bold type or marked as inserted.
_STRUCK = re.compile(
    r"~~(?P<tilde>[^~\n][^~]*?)~~(?:(?P<gap>[ \t]*)\*\*(?P<bold>[^*\n]+)\*\*)?"
    r"|<(?P<tag>del|s|strike)>(?P<html>.+?)</(?P=tag)>|\{--(?P<critic>.+?)--\}|\{~~(?P<old>.+?)~>(?P<new>.*?)~~\}",
    re.DOTALL,
)
_INSERTED = re.compile(r"<ins>(?P<html>.*?)</ins>|\{\+\+(?P<critic>.*?)\+\+\}", re.DOTALL)
_STRIKING = re.compile(r"~~|\b(?:strike|struck|cross|durchstreich|durchgestrich|barr|tach|diff)", re.IGNORECASE)
#: "Option 1", "Version B (formal)": a word and its number or letter.
_OPTION = re.compile(r"(?P<word>[^\W\d_]+)\s*(?P<number>\d|[A-Za-z]|[一二三])\b\s*(?:[(:–—-].*)?", re.DOTALL)
_OPTION_WORD = re.compile(
    r"(?:option|alternativ|variant|choice|suggestion|vorschl|opci|opzion|opç|optie|方案|选项)\w*", re.IGNORECASE
)
_QUOTES = '“”"«»„'


@dataclass(frozen=True, slots=True)
class NewText:
    """The new text of an answer. `old` is the old text that was left out, and `note` is what the answer said about the
    change; both may be "".
    """

    content: str
    old: str = ""
    note: str = ""


def new_text(content: str, request: str, known: str) -> NewText:
    """Return the content without the old text that it shows beside the new one. `request` is the user's message, and
    `known` the texts that the answer may change: the document, and the draft.
    """
    if not known.strip() or _STRIKING.search(request):
        return NewText(content)
    flat = cache(lambda: _flat(known))  # a long document, of which most contents need nothing
    found = _of_diff(content, flat) or _of_pair(content, flat) or _of_two(content, flat)
    return found or _of_struck(content, known, flat) or NewText(content)


def struck(content: str, request: str, known: str) -> str:
    """Return the first struck-out words of the content. Returns "" if there are none, if the `request` asks
    for struck-out words, or if the `known` texts also have some.
    """
    found = None if _STRIKING.search(request) or _STRUCK.search(known) else _STRUCK.search(content)
    return found[0] if found else ""


def alternatives(content: str, request: str, known: str) -> tuple[str, ...]:
    """Return the labels of the versions between which an answer lets the user choose, such as "Option 1" and "Option
    2". Returns () if it has only one version, or if the `request` or the `known` texts also have such labels.
    """
    found: dict[str, list[str]] = {}
    for label in _labels(content):
        option = _OPTION.fullmatch(_name(label))
        if option and (_OPTION_WORD.fullmatch(option["word"]) or WRITTEN.fullmatch(option["word"])):
            found.setdefault(option["word"].casefold(), []).append(f"{option['word']} {option['number']}")
    word, labels = max(found.items(), key=lambda each: len(each[1]), default=("", []))
    meant = not word or word in request.casefold() or any(each in known for each in labels)
    return () if meant or len(set(labels)) < 2 else tuple(dict.fromkeys(labels))


def _of_diff(content: str, flat: Callable[[], str]) -> NewText | None:
    """Return the new lines of a diff whose old lines are in the paper; None for other content. `flat` returns the text
    of the paper on one line.
    """
    fenced = _DIFF.match(content)
    if not fenced and content.lstrip("\n")[:1] not in ("-", "+", "@"):
        return None
    lines = (fenced["inside"] if fenced else content).strip("\n").split("\n")
    lines = [each for each in lines if not each.startswith(("@@", "---", "+++"))]
    if not fenced and not (lines and lines[0][:1] == "-" and lines[-1][:1] == "+"):
        return None
    old = [each[1:] for each in lines if each[:1] == "-"]
    new = [each[1:] for each in lines if each[:1] == "+"]
    every = all(each[:1] in ("+", "-", " ", "") for each in lines)
    if not every or not old or not new or any(not _is_known(each, flat()) for each in old if each.strip()):
        return None
    kept = [each[1:] for each in lines if each[:1] != "-"]
    if all(each[:1] in (" ", "") for each in (*old, *new)):
        kept = [each.removeprefix(" ") for each in kept]
    return NewText("\n".join(kept).strip("\n"), " ".join(old).strip())


def _of_pair(content: str, flat: Callable[[], str]) -> NewText | None:
    """If the content has two labeled texts and one of them is in the paper word for word, return the other one. Returns
    None for other content. `flat` returns the text of the paper on one line.
    """
    labels = list(_labels(content))
    if not labels or content[: labels[0].start()].strip():
        return None
    known, first, others = flat(), labels[0], labels[1:]
    for number, later in enumerate(others):
        one = _RULE.sub("", content[first.end() : later.start()])
        if _flat(content[first.start() : later.start()]) in known:
            return None  # the paper itself has the label
        end = next((each for each in others[number + 1 :] if _form(each) == _form(later)), None)
        stop = len(content) if end is None or any(_form(each) == _form(later) for each in _labels(one)) else end.start()
        two = _RULE.sub("", content[later.end() : stop])
        for old, new in ((one, two), (two, one)):
            if _is_version(_unquoted(new), _unquoted(old), known):
                quoted = _unquoted(old) != old.strip()
                return NewText(_unquoted(new) if quoted else new.strip(), _unquoted(old), content[stop:].strip())
    return None


def _of_two(content: str, flat: Callable[[], str]) -> NewText | None:
    """Return the new text if the content consists of an old and a new text without labels, and the paper has the old
    one word for word; else None. `flat` returns the text of the paper on one line.

    The two texts are separated by a horizontal line or an arrow. Or they are two blocks, the old one first.
    """
    divider = _DIVIDER if any(each in content for each in _ARROWS) else _RULED
    parts = divider.split(content.strip())
    if divided := len(parts) == 2:
        orders = [(parts[0], parts[1]), (parts[1], parts[0])]
    else:
        made = read(content)
        orders = [(made.source(made.blocks[0]), made.source(made.blocks[1]))] if len(made.blocks) == 2 else []
    for old, new in orders:
        bare = _unquoted(old)
        alike = divided or bare != old.strip() or shared_pairs(bare, new) >= SAME_TEXT
        if alike and _is_version(_unquoted(new), bare, flat()):
            return NewText(_unquoted(new) if divided and bare != old.strip() else new.strip(), bare)
    return None


def _of_struck(content: str, known: str, flat: Callable[[], str]) -> NewText | None:
    """Return the content without its struck-out words. Returns None if there are none, if some of them are not in the
    paper, or if the paper (`known`) has struck-out words itself. `flat` returns the text of the paper on one line.
    """
    if not _STRUCK.search(content) or _STRUCK.search(known):
        return None
    prose = [block for block in read(content).blocks if block.kind not in ("code", "math")]
    found = [each for block in prose for each in _STRUCK.finditer(content, block.start, block.end)]
    if not found or not all(_flat(_old(each)) in flat() for each in found):
        return None
    text = content
    for each in reversed(found):
        before, behind = text[: each.start()], text[each.end() :]
        new = each["bold"] or each["new"] or ""
        gap = " " if before[-1:].strip() and each["gap"] and new else ""
        if not new and before[-1:] in ("", " ", "\t", "\n"):
            behind = behind.lstrip(" \t") if behind[:1] not in ("\n", "") else behind
        if not new and (not behind or behind[0] in ".,;:!?)\n"):
            before = before.rstrip(" \t")
        text = f"{before}{gap}{new}{behind}"
    text = _INSERTED.sub(lambda each: each["html"] or each["critic"] or "", text)
    text = re.sub(r"\n{3,}", "\n\n", text).strip("\n")
    return NewText(text, _old(found[0])) if text.strip() else None


def _old(found: re.Match[str]) -> str:
    return found["tilde"] or found["html"] or found["critic"] or found["old"]


def _form(label: re.Match[str]) -> str | None:
    return label.lastgroup


def _labels(content: str) -> Iterator[re.Match[str]]:
    """Yield the labels of the content: a few words at the start of a line that are a heading, in bold type, or before a
    colon.
    """
    return (each for each in _LABEL.finditer(content) if len(_name(each).split()) <= _LONGEST_LABEL)


def _name(label: re.Match[str]) -> str:
    return (label["heading"] or label["bold"] or label["plain"]).strip(" \t:：*_")


def _unquoted(text: str) -> str:
    """Return a text without the marks of a block quote, a fence, or quotation marks around all of it."""
    lines = text.strip().split("\n")
    if all(each.startswith(">") or not each.strip() for each in lines):
        lines = [each[1:].removeprefix(" ") for each in lines]
    bare = "\n".join(lines).strip()
    return bare[1:-1].strip() if len(bare) > 1 and bare[0] in _QUOTES and bare[-1] in _QUOTES else bare


def _is_version(new: str, old: str, known: str) -> bool:
    """Return True if `new` is another version of `old`, and the paper (`known`) contains `old` word for word."""
    if not _is_known(old, known) or _is_known(new, known):
        return False
    before, after = ({word.casefold() for word in WORD.findall(text)} for text in (old, new))
    return shared_pairs(old, new) >= SAME_TEXT or len(before & after) >= _SAME_WORDS * min(len(before), len(after))


def _is_known(text: str, known: str) -> bool:
    return len(WORD.findall(text)) >= _FEWEST and _flat(text) in known


def _flat(text: str) -> str:
    return " ".join(text.split())
