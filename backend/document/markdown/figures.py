"""Recognize figures: paragraphs that contain nothing but images."""

from __future__ import annotations

import re

_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_STEP = re.compile(r"\\.|[\[\](){}]", re.S)


def is_figure(text: str) -> bool:
    """Return True if `text` consists only of images: `![…]`, `![…](…)` or `![…][…]`, each with or without `{…}`."""
    at = 0
    while at < len(text):
        if not text.startswith("![", at):
            return False
        at = _close(text, at + 1)
        if at and text[at : at + 1] in ("(", "["):
            at = _close(text, at)
        if at and text[at : at + 1] == "{":
            at = _close(text, at)
        if not at:
            return False
        while at < len(text) and text[at].isspace():
            at += 1
    return bool(text)


def _close(text: str, at: int) -> int:
    """Return the index after the closing bracket that belongs to the opening bracket at index `at`; 0 if there is no
    such bracket.
    """
    opener = text[at]
    closer = _CLOSERS[opener]
    depth = 0
    for match in _STEP.finditer(text, at):
        if match[0] == opener:
            depth += 1
        elif match[0] == closer:
            depth -= 1
            if depth == 0:
                return match.end()
    return 0
