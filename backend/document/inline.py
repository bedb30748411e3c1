"""Convert inline Markdown to the words that a reader sees, for titles, labels and plain text.

Formulas and code keep their content, and links keep their text. Markup, attributes, footnote references, comments and
HTML tags are removed. The time is linear in the length of the text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from html.entities import html5

from backend.kernel.short_texts import cached_if_short

_TOKEN = re.compile(
    r"(?P<maths>\$\$(?:[^$]|\$(?!\$))+\$\$|(?<![\\$\w])\$(?=\S)(?:[^$\\\n]|\\.)*?(?<=\S)\$(?!\d)"
    r"|\\\((?:[^\\\n]|\\(?![()]))+\\\)|\\\[(?:[^\\\n]|\\(?![\[\]]))+\\\])"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?P<code>[\s\S]*?[^`])(?P=ticks)(?!`)(?:\{=?[^{}\n]*\})?"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|<(?P<link>(?:https?|ftp|mailto):[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>"
    r"|(?P<gone><!--(?:(?!<!--|-->)[\s\S])*-->|</?[A-Za-z][^<>\n]*>|\[\^[^\[\]\s]+\])"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)
#: what follows `[text]` in a link, an image or a span with attributes
_TARGET = re.compile(
    r"\((?:[^()\\\n]|\\.|\((?:[^()\\\n]|\\.)*\))*\)(?:\{[^{}\n]*\})?|\[[^\[\]\n]*\](?:\{[^{}\n]*\})?|\{[^{}\n]*\}"
)
_BRACKET = re.compile(r"!?\[|\]")
#: numbers in brackets are citations, even if another pair of brackets follows
_NUMBERS = re.compile(r"[\d\s,;–-]+")
_RUN = re.compile(r"\*+|_+|~~+")
#: `**subheading**` at the start of a line or of a list item
_BOLD_HEAD = re.compile(
    r"(?m)^([ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?)(?:\*{2,3}|__)(?=[^\s*_])([^*_\n]*[^\s*_\n])(?:\*{2,3}|__)(?![*_])"
)
#: characters of which all inline markup contains at least one; most titles have none
_MARKED = re.compile(r"[\ue000\ue001`$\\<&\[\]*_~]")
_HELD = re.compile("\ue000(\\d+)\ue001")


def strip_inline(text: str, *, images: bool = False, bold_heads: bool = False) -> str:
    """Return the text without inline markup.

    An image is removed or, if `images` is True, replaced by its description. If `bold_heads` is True, `**bold**` at the
    start of a line stays.
    """
    if not _MARKED.search(text):
        return text
    kept: list[str] = []

    def hold(piece: str) -> str:
        kept.append(piece)
        return f"\ue000{len(kept) - 1}\ue001"

    text = _TOKEN.sub(lambda match: _token(match, hold), text.replace("\ue000", "").replace("\ue001", ""))
    text = _unlinked(text, images)
    if bold_heads:
        text = _BOLD_HEAD.sub(lambda match: match[1] + hold("**") + match[2] + hold("**"), text)
    return _HELD.sub(lambda match: kept[int(match[1])], _unmarked(text))


def _token(match: re.Match[str], hold: Callable[[str], str]) -> str:
    """Return the plain text that replaces a piece of Markdown (code, formula, link, entity or escaped character) in
    `match`. `hold` stores a text, and returns a placeholder for it, so that later steps do not change the text.
    """
    if match["maths"]:
        return hold(match["maths"])
    if code := match["code"]:
        return hold(code[1:-1] if code[:1] == " " == code[-1:] and code.strip() else code)
    if match["entity"]:
        return hold(_character(match["entity"]))
    plain = match["escaped"] or match["link"]
    return hold(plain) if plain else ""


def _character(entity: str) -> str:
    """Return the character for an HTML entity such as "&amp;"; an unknown entity is returned unchanged."""
    return html.unescape(entity) if entity[1] == "#" or entity[1:] in html5 else entity


def _unlinked(text: str, images: bool) -> str:
    """Replace links and spans by their text, and images by their description or nothing. Other brackets stay."""
    if "]" not in text:
        return text
    opened: list[re.Match[str]] = []
    gone: list[tuple[int, int]] = []
    past = 0
    for bracket in _BRACKET.finditer(text):
        if bracket.start() < past:
            continue
        if bracket[0] != "]":
            opened.append(bracket)
            continue
        if not opened:
            continue
        opener = opened.pop()
        target = _TARGET.match(text, bracket.end())
        if target is None or (target[0][0] == "[" and _NUMBERS.fullmatch(text, opener.end(), bracket.start())):
            continue
        past = target.end()
        if opener[0] == "![" and not images:
            gone.append((opener.start(), past))
        else:
            gone += ((opener.start(), opener.end()), (bracket.start(), past))
    return _without(text, gone)


def _without(text: str, gone: list[tuple[int, int]]) -> str:
    """Return the text without the ranges in `gone`, each given as start and end (excluded). One range may contain
    another.
    """
    pieces: list[str] = []
    at = 0
    for start, end in sorted(gone):
        if start >= at:
            pieces.append(text[at:start])
        at = max(at, end)
    return "".join(pieces) + text[at:]


def _unmarked(text: str) -> str:
    """Return the text without the `*`, `_` and `~~` that mark emphasis.

    This is CommonMark's algorithm for nested emphasis (0.31, "delimiter stack") without its rule of three.
    """
    runs = list(_RUN.finditer(text))
    if not runs:
        return text
    left = [len(run[0]) for run in runs]
    openers: dict[str, list[int]] = {"*": [], "_": [], "~": []}
    for place, run in enumerate(runs):
        mark = run[0][0]
        before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
        opens, closes = _flanks(mark, before, after)
        stack = openers[mark]
        while closes and left[place] and stack:
            used = min(left[stack[-1]], left[place])
            left[stack[-1]] -= used
            left[place] -= used
            if not left[stack[-1]]:
                stack.pop()
        if opens and left[place]:
            stack.append(place)
    pieces: list[str] = []
    at = 0
    for run, rest in zip(runs, left, strict=True):
        pieces += (text[at : run.start()], run[0][:rest])
        at = run.end()
    return "".join(pieces) + text[at:]


def _flanks(mark: str, before: str, after: str) -> tuple[bool, bool]:
    """Return two booleans: whether a run of the character `mark` (`*`, `_` or `~`) can open emphasis, and whether it
    can close emphasis. `before` and `after` are the characters beside the run; "" at the text's start or end.
    """
    space_before, space_after = not before or before.isspace(), not after or after.isspace()
    point_before, point_after = _is_point(before), _is_point(after)
    left = not space_after and (not point_after or space_before or point_before)
    right = not space_before and (not point_before or space_after or point_after)
    if mark == "_":
        return left and (not right or point_before), right and (not left or point_after)
    return left, right


def _is_point(character: str) -> bool:
    return bool(character) and not character.isalnum() and not character.isspace() and character not in "\ue000\ue001"


@cached_if_short
def plain_title(title: str) -> str:
    """Return the words of a heading, without markup and without a final `{#id .class}`, separated by single spaces."""
    if _MARKED.search(title) or "{" in title:
        title = strip_inline(without_attributes(title))
    words = " ".join(title.split())
    return title if words == title else words  # an equal title stays one object, for the sake of memory


def without_attributes(title: str) -> str:
    """Return a heading's Markdown without its final `{#id .class}`. The attributes of a span at the end
    (`[word]{.class}`) are kept.
    """
    bare = title.rstrip()
    at = bare.rfind("{")
    if at < 0 or bare.find("}", at) != len(bare) - 1 or bare[at - 1 : at] == "]":
        return title
    return bare[:at]
