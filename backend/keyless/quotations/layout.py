"""Format quoted units (sentences, list items and blocks) as text. Words by other authors get quotation marks and a
citation.

The words are copied exactly from the given texts. Only periods, list marks, spaces, quotation marks and citations are
added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.sentences import sentences
from backend.keyless.quotations.quotation import Unit, runs
from backend.keyless.quotations.short_citations import citation_of

#: Maximum number of quoted sentences in a paragraph. Paragraphs of papers mostly have four to seven sentences.
PARAGRAPH_SENTENCES = 6
_QUOTATION = re.compile(r"“(?P<said>[^“”\n]+)” (?P<cite>\([^()\n]{1,200}\)|\[@[^\[\]\n]{1,200}\])\.")
_SPOKEN = frozenset({"paragraph", "list", "quote"})
_WIDE_END = tuple("。！？｡")


def set_text(chosen: Sequence[Unit], form: str = "prose") -> str:
    """Return quoted sentences, list items and blocks as Markdown; `form` is "prose", "numbers" (a numbered list) or
    "bullets".

    In prose, neighbors in one excerpt are copied together with the text between them, so that line breaks and lists do
    not change.
    """
    if form != "prose":
        return "\n".join(
            f"{f'{number}.' if form == 'numbers' else '-'} {stated([unit])}" for number, unit in enumerate(chosen, 1)
        )
    paragraphs: list[str] = []
    running, count = "", 0
    for run in _sayings(chosen):
        cited = _is_quoted(run[0])
        text = stated(run) if cited else run[0].source.text[run[0].start : run[-1].end]
        if not cited and (any(unit.kind != "paragraph" for unit in run) or "\n\n" in text):
            paragraphs += [part for part in (running, text) if part]
            running, count = "", 0
            continue
        if count and count + len(run) > PARAGRAPH_SENTENCES:
            paragraphs.append(running)
            running, count = "", 0
        running = join(running, stopped(text))
        count += len(run)
    return "\n\n".join([*paragraphs, running] if running else paragraphs)


def stated(run: Sequence[Unit]) -> str:
    """Return consecutive sentences of one source on one line. If the source is a cited work, they get one pair of
    quotation marks and one citation.
    """
    line = " ".join(unit.line for unit in run)
    cite = citation_of(run[0].source) if _is_quoted(run[0]) else ""
    return f"“{_unstopped(line)}” {_in_brackets(cite)}." if cite else stopped(line)


def _in_brackets(cite: str) -> str:
    """Return a citation in brackets: square ones around a citation key (Pandoc's syntax), round ones otherwise."""
    return f"[{cite}]" if cite.startswith("@") else f"({cite})"


def _is_quoted(unit: Unit) -> bool:
    """Return True if a unit needs quotation marks, because it is another person's sentence. Tables, formulas and code
    get none.
    """
    return unit.kind in _SPOKEN and bool(citation_of(unit.source))


def _sayings(chosen: Sequence[Unit]) -> list[list[Unit]]:
    """Divide the units into groups of neighbors that are formatted together. Other people's sentences are separate from
    other units, and so is each quoted list item or block.
    """
    parts: list[list[Unit]] = []
    for run in runs(chosen):
        for place, unit in enumerate(run):
            quoted = _is_quoted(unit)
            before = run[place - 1] if place else None
            alone = quoted and unit.kind != "paragraph"
            if (
                before is not None
                and not alone
                and quoted == _is_quoted(before)
                and (not quoted or before.kind == unit.kind)
            ):
                parts[-1].append(unit)
            else:
                parts.append([unit])
    return parts


def parted(text: str) -> str:
    """Return the text with each quotation of several sentences divided into one quotation per sentence: “A. B” (Berg
    2021) becomes “A” (Berg 2021). “B” (Berg 2021). Single sentences can then be removed or moved.
    """

    def part(found: re.Match[str]) -> str:
        inner = found["said"]
        said = [inner[start:end] for start, end in sentences(inner)]
        return " ".join(f"“{_unstopped(each)}” {found['cite']}." for each in said)

    return _QUOTATION.sub(part, text)


def rejoined(text: str, original: str) -> str:
    """Return the text with neighboring quotations joined if they are one quotation in `original`. This
    undoes `parted`.
    """
    while True:
        for first in _QUOTATION.finditer(text):
            second = _QUOTATION.match(text, first.end() + 1)
            if second is None or second["cite"] != first["cite"]:
                continue
            both = f"{stopped(first['said'])} {second['said']}"
            if both in original:
                text = f"{text[: first.start()]}“{both}” {first['cite']}.{text[second.end() :]}"
                break
        else:
            return text


def is_said(unit: Unit, content: str) -> bool:
    """Return True if `content` already contains the words of a sentence or other unit."""
    return _unstopped(unit.line).casefold() in " ".join(content.split()).casefold()


def join(before: str, after: str) -> str:
    """Return two sentences in one paragraph, `before` first, with a space between them. After a Chinese or Japanese
    period, there is no space.
    """
    if not before or not after:
        return before or after
    return before + ("" if before.endswith(_WIDE_END) else " ") + after


#: References to footnotes at the end of a sentence: "thus.[^4]".
_NOTES = re.compile(r"(?:\[\^[^\]\s]+\])+$")


def stopped(text: str) -> str:
    """Return a quotation with a period added if it ends with a letter, digit, percent sign or formula. Brackets,
    quotation marks and references to footnotes at the end are ignored.
    """
    last = _NOTES.sub("", text).rstrip("*_\"'”’»)]}")[-1:]
    return text + "." if last.isalnum() or last in ("%", "$", "`") else text


def _unstopped(line: str) -> str:
    return line[:-1] if line.endswith(".") and not line.endswith("..") else line
