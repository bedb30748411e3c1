"""Inline Markdown to the words a reader sees: for titles, labels and plain text.

Maths and code spans keep what is in them; links and images keep their text; marks, attributes,
footnote references, comments and tags go.
"""

from __future__ import annotations

import html
import re

_PUNCTUATION = r"!-/:-@\[-`{-~"
_TOKEN = re.compile(
    r"(?P<maths>\$\$[\s\S]+?\$\$|(?<![\\$\w])\$(?=\S)(?:[^$\\\n]|\\.)*?(?<=\S)\$(?!\d)|\\\(.+?\\\)|\\\[.+?\\\])"
    r"|(?P<ticks>`+)(?P<code>[\s\S]*?[^`])(?P=ticks)(?!`)(?:\{=?[^{}\n]*\})?"
    rf"|\\(?P<escaped>[{_PUNCTUATION}])"
    r"|<(?P<link>(?:https?|ftp|mailto):[^\s<>]+)>"
    r"|(?P<gone><!--[\s\S]*?-->|</?[A-Za-z][^<>\n]*>|\[\^[^\]\s]+\])"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)
#: an image, a link or a span without further brackets in its text; applied from the inside outwards
_BRACKETED = re.compile(
    r"(!?)\[([^\[\]]*)\](?:\((?:[^()\\\n]|\\.|\((?:[^()\\\n]|\\.)*\))*\)|\[[^\[\]\n]*\]|(?=\{))?(?:\{[^{}\n]*\})?"
)
_STARS = re.compile(r"(\*{1,3})(?=\S)((?:(?!\1)[^*]|\*(?!\1))*?[^\s*])\1(?!\*)")
_LINES = re.compile(r"(?<![^\W_])(_{1,3})(?=[^\s_])((?:(?!\1).)*?[^\s_])\1(?![^\W_])", re.S)
_STRUCK = re.compile(r"~~(?=\S)(.+?)(?<=\S)~~", re.S)
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
_HELD = "\ue000{}\ue001"
_HOLD = re.compile("\ue000(\\d+)\ue001")


def strip_inline(text: str, images: bool = False) -> str:
    """The text without inline markup; an image leaves its description where `images`, else nothing."""
    kept: list[str] = []

    def hold(piece: str) -> str:
        kept.append(piece)
        return _HELD.format(len(kept) - 1)

    def token(match: re.Match[str]) -> str:
        if match["maths"]:
            return hold(match["maths"])
        if match["ticks"]:
            code = match["code"]
            return hold(code[1:-1] if code[:1] == " " == code[-1:] and code.strip() else code)
        if match["escaped"]:
            return hold(match["escaped"])
        if match["entity"]:
            return hold(html.unescape(match["entity"]))
        return hold(match["link"]) if match["link"] else ""

    def bracketed(match: re.Match[str]) -> str:
        return "" if match[1] and not images else match[2]

    text = _TOKEN.sub(token, text.replace("\ue000", "").replace("\ue001", ""))
    text = _fixed(_BRACKETED, bracketed, text)
    for pattern, group in ((_STARS, 2), (_LINES, 2), (_STRUCK, 1)):
        text = _fixed(pattern, lambda match, group=group: match[group], text)
    return _HOLD.sub(lambda match: kept[int(match[1])], text)


def _fixed(pattern: re.Pattern[str], replacement, text: str) -> str:
    """Substitute until nothing changes: markup nests."""
    for _ in range(8):
        text, count = pattern.subn(replacement, text)
        if not count:
            break
    return text


def plain_title(title: str) -> str:
    """A heading's words: markup stripped, trailing `{#id .class}` off, one blank between words."""
    return " ".join(strip_inline(_ATTRIBUTES.sub("", title)).split())
