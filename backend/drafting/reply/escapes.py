r"""Decode the characters between a string's quotes, as a model wrote them, to the text that the model meant.

The whole string is examined to find out in which of three ways the model wrote it:

- *escaped*: backslashes are doubled, as JSON requires (`\\alpha`, `\\\\` for a row break);
- *raw*: backslashes are single (`\alpha`, `\\` for a row break), and only quotes and line breaks may be escaped;
- *mixed*: both occur, and each run of backslashes is decided by its context.

Some letters are both a JSON escape and the start of a TeX command (`\nabla`, `\theta`, `\beta`, `\frac`, `\rho`). Then
the context decides: a line break is impossible inside `$…$`, a tab is likely in a code block, and so on. Any other
string is decoded exactly as JSON requires. NUL and lone surrogates are removed, because databases and UTF-8 files do
not accept them.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Literal

from backend.drafting.reply.string_context import Place, places
from backend.drafting.reply.tex_commands import AMBIGUOUS, COMMANDS
from backend.kernel.storable_text import storable

Reading = Literal["escaped", "raw", "mixed"]

_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_RUN = re.compile(r"(\\+)(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|[A-Za-z]+|.|\Z)", re.DOTALL)
_UNICODE = re.compile(r"u[0-9a-fA-F]{4}")
_PYTHON = re.compile(r"x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}")
#: a line end after no backslash or after two, which are an escaped backslash
_LINE_END = re.compile(r"(?<!\\)(?:\\\\)*+\n")
#: the end of a text that was cut off within a possible command
_HALF_COMMAND = re.compile(r"(?<!\\)(?:\\\\)*+\\([bfnrt][A-Za-z]*)\Z")
#: punctuation after a single backslash in TeX
_TEX_PUNCTUATION = frozenset(",;:!{}%&#_|")
#: a literal `\n` before a Markdown block: the model doubled its backslash by mistake
_OVERESCAPED = re.compile(r"\\n(?:\\n)?(?=[#>|*\-] ?|[A-Z0-9$`(\[]|\\n)")


@cache
def _doubtful() -> re.Pattern[str]:
    """Return a pattern that matches a backslash that is invalid in JSON or begins a TeX command. The pattern is
    compiled at its first use, which takes 40 ms.
    """
    spelt = "|".join(f"{first}(?:{'|'.join(_names_after(first))})" for first in "bfnrt")
    # The pattern begins with the first backslash of a run, which is fast to search; the run has an odd number of
    # backslashes.
    return re.compile(
        r"\\(?<!\\\\)(?:(?:\\\\)*+(?:[^\"\\/bfnrtu]|u(?![0-9a-fA-F]{4})|\Z|(?:" + spelt + r")(?![A-Za-z]))"
        # or a row break in a string whose line breaks are not escaped
        r"|\\\n)"
    )


def _names_after(first: str) -> list[str]:
    return sorted(name[1:] for name in COMMANDS if name.startswith(first))


#: an escape within code whose line breaks are not escaped
_CODE = re.compile(r"```[^`\n]*+\n(?:(?!```).)*?\\[nt]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded text. `repairs` are the names of the repairs made. `unsure` is True if another meaning was nearly as
    likely.
    """

    text: str
    repairs: frozenset[str] = frozenset()
    unsure: bool = False


def decode(body: str, *, python: bool = False, cut: bool = False) -> Decoded:
    r"""Return the text that the model meant by `body`, the characters between a string's quotes.

    If `python`, the escapes `\xNN` and `\UNNNNNNNN` of Python strings are decoded, too. If `cut`, the string was cut
    off, and an incomplete escape at its end is removed.
    """
    if "\r\n" in body:
        body = body.replace("\r\n", "\n")
    if cut:
        body = _whole_escapes(body)
    if "\\" not in body:
        return Decoded(storable(body))
    if (joined := _joined(body)) is not None:
        rest = decode(joined, python=python, cut=cut)
        return Decoded(rest.text, rest.repairs | {"joined"}, rest.unsure)
    if not is_doubtful(body) and not (cut and _HALF_COMMAND.search(body, max(0, len(body) - 64))):
        return Decoded(storable(as_json(body)))
    return _decide(body, python, cut)


def _joined(body: str) -> str | None:
    """Join the lines of a string in which every line break follows a backslash; None for any other string.

    One backslash at a line's end may be a row break of TeX or a hard line break of Markdown, so such lines are not
    joined if other lines end without one.
    """
    if "\\\n" not in body or _LINE_END.search(body) is not None:
        return None
    return body.replace("\\\n", "")


def is_doubtful(body: str) -> bool:
    r"""Return True if `body`, the inside of a JSON string, has an escape that cannot be decoded before the whole string
    is known: `\t` may be a tab or the beginning of `\theta`.
    """
    return "\\" in body and (_doubtful().search(body) is not None or _CODE.search(body) is not None)


def loosen(text: str) -> str | None:
    r"""Decode a text a second time if it is Markdown in which every line break is written as the two characters `\n`.
    Returns None for any other text.
    """
    if "\n" in text or len(text) < 40 or len(_OVERESCAPED.findall(text)) < 2 or "\\n\\n" not in text:
        return None
    outside = re.sub(r"(?<!`)`[^`]{1,80}`(?!`)", "", text)
    return decode(text).text if "\\n\\n" in outside else None


def _whole_escapes(body: str) -> str:
    """Return the body of a string without an incomplete escape at its end."""
    found = re.search(r"(?<!\\)(?:\\\\)*+(\\(?:u[0-9a-fA-F]{0,3})?)\Z", body[-64:] if body[-64:-63] != "\\" else body)
    return body[: len(body) - len(found[1])] if found else body


def as_json(body: str) -> str:
    """Return the text of a JSON string, given the characters between its quotes (`body`). Unescaped quotes and line
    breaks are allowed in it.
    """
    if "\\" not in body:
        return body
    with suppress(ValueError):
        text, end = scanstring(body + '"', 0, False)
        if end == len(body) + 1:  # otherwise an unescaped quote ended the string earlier
            return str(text)
    return _RUN.sub(_json_run, body)


def _json_run(found: re.Match[str]) -> str:
    run, after = found[1], found[2]
    half = "\\" * (len(run) // 2)
    if len(run) % 2 == 0:
        return half + after
    if not after:
        return half
    if after[:1] == "u" and len(after) == 5:
        return half + chr(int(after[1:], 16))
    return half + _CONTROLS.get(after[0], after[0]) + after[1:]


def _decide(body: str, python: bool, cut: bool) -> Decoded:
    runs = list(_RUN.finditer(body))
    where = list(places(body, (found.start() for found in runs), cut))
    evidence = _weigh(body, runs, where, python)
    if cut and _is_half(body, runs[-1], where[-1], evidence):
        body = body[: runs[-1].start() + len(runs[-1][1]) - 1]
        runs, where = runs[:-1], where[:-1]
    reader = _RunReader(body, evidence, python)
    out: list[str] = []
    at = 0
    for found, place in zip(runs, where, strict=True):
        out.append(body[at : found.start()])
        out.append(reader.read(found, place))
        at = found.end()
    out.append(body[at:])
    return Decoded(storable("".join(out)), frozenset({"backslashes"}), reader.unsure)


def _is_half(body: str, last: re.Match[str], place: Place, evidence: _Evidence) -> bool:
    r"""Return True if the text is cut off within a TeX command, as in `\fra` for `\frac`. The escape `\f` alone would
    be a control character; the letters after it show that it is a command.

    `last` is the match of the last backslash, `place` says what it is in, and `evidence` how the model wrote
    backslashes.
    """
    word = last[2]
    if last.end() < len(body) or len(last[1]) % 2 == 0 or word[:1] not in _CONTROLS:
        return False
    if not any(name.startswith(word) for name in COMMANDS):
        return False
    if word[0] in "bfr":
        return True
    if word in COMMANDS and word not in AMBIGUOUS:
        return False
    return place.kind == "inline" or (len(word) > 1 and evidence.reading != "escaped")


# -- evidence -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Evidence:
    """How the model wrote backslashes in a string, single or doubled, according to the whole string."""

    reading: Reading
    #: True if a row break is written with four backslashes somewhere in the string, so that two backslashes are not a
    #: row break
    quadruples: bool
    #: True if the string contains real line breaks
    pasted: bool


def _weigh(body: str, runs: list[re.Match[str]], where: list[Place], python: bool) -> _Evidence:
    raw = doubled = quadruples = 0
    for found, place in zip(runs, where, strict=True):
        count, after = len(found[1]), found[2]
        if count % 2:
            raw += _speaks_raw(after, place, python)
        elif count == 2 and (after[:1].isalpha() or after in _TEX_PUNCTUATION):
            doubled += 1
        elif count == 4:
            quadruples += 1
    reading: Reading = "escaped"
    if raw:
        reading = "mixed" if doubled else "raw"
    return _Evidence(reading, quadruples > 0, "\n" in body)


def _speaks_raw(after: str, place: Place, python: bool) -> bool:
    """Return True if the text after a single backslash (`after`) shows that the model did not double the backslashes of
    this string. If `python` is True, escapes of Python strings such as `\\xNN` are no sign of this.
    """
    first = after[:1]
    if first in _CONTROLS:
        if after not in COMMANDS or place.kind in {"fence", "code"}:
            return False
        return first in "bfr" or after not in AMBIGUOUS or place.kind == "inline"
    if python and _PYTHON.fullmatch(after):
        return False
    if first.isalpha():
        return _UNICODE.fullmatch(after) is None
    return after in _TEX_PUNCTUATION and place.formula


# -- runs of backslashes ------------------------------------------------------


class _RunReader:
    """Decodes each run of backslashes together with the text after it, from left to right."""

    def __init__(self, body: str, evidence: _Evidence, python: bool) -> None:
        self.body = body
        self.evidence = evidence
        self.python = python
        self.loose = evidence.reading != "escaped"
        self.unsure = False
        #: where the current line of code begins, counting escapes that were decoded to line breaks
        self.line = 0

    def read(self, found: re.Match[str], place: Place) -> str:
        count, after = len(found[1]), found[2]
        pairs = count // 2
        if count % 2 == 0:
            return self._pairs(pairs, after, place) + after
        text, command = self._single(found, place)
        if pairs == 1 and not self.evidence.quadruples and self._keeps_pair(command, place):
            return "\\\\" + text
        return "\\" * pairs + text

    def _keeps_pair(self, command: bool, place: Place) -> bool:
        """Return True if the first two of three backslashes at `place` stand for a row break of TeX. `command` is True
        if the third begins a TeX command.
        """
        if self.evidence.reading == "raw":
            return True
        return (command and place.formula) or (self.loose and place.kind == "display")

    def _pairs(self, pairs: int, after: str, place: Place) -> str:
        if pairs > 1:
            return "\\" * pairs
        row_break = place.kind == "display" and not self.evidence.quadruples
        if not self.loose:
            # a backslash before a line break is no command in a formula
            return "\\\\" if row_break and after == "\n" else "\\"
        if self.evidence.reading == "raw":
            return "\\" if self.evidence.quadruples else "\\\\"
        return "\\\\" if row_break and (not after.strip() or after in "[&\\") else "\\"

    def _single(self, found: re.Match[str], place: Place) -> tuple[str, bool]:
        """Return the text that a single backslash and the letters after it mean, and whether the backslash stays."""
        after = found[2]
        first = after[:1]
        if first in {'"', "/", "'"}:
            return after, False
        if _UNICODE.fullmatch(after) or (self.python and _PYTHON.fullmatch(after)):
            code = int(after[1:], 16)
            return (chr(code) if code < 0x110000 else ""), False
        if first not in _CONTROLS:
            return "\\" + after, True
        if self._stays(found, place):
            return "\\" + after, True
        if first == "n":
            self.line = found.start() + len(found[1]) + 1
        return _CONTROLS[first] + after[1:], False

    def _stays(self, found: re.Match[str], place: Place) -> bool:
        r"""Return True if the backslash of `\b`, `\f`, `\n`, `\r` or `\t` in `found` stays, because it begins a TeX
        command or belongs to code. Returns False if it is a control character.
        """
        word = found[2]
        first = word[0]
        known = word in COMMANDS
        if place.kind in {"fence", "code"}:
            return self._stays_in_code(found, place, known)
        if first in "bfr":
            return known or (self.loose and len(word) > 1)
        if place.kind == "inline":
            return known or (self.evidence.reading == "raw" and len(word) > 1)
        if not known:
            return first == "t" and self.loose and len(word) > 1 and place.kind == "display"
        if word not in AMBIGUOUS:
            return True
        return self._stays_in_display(found, place) if place.kind == "display" else self._stays_in_prose(found)

    def _stays_in_code(self, found: re.Match[str], place: Place, known: bool) -> bool:
        word = found[2]
        if word[0] in "bfr":
            return known or self.loose
        if not self.loose and not place.pasted:
            return False
        if place.kind == "code" or (known and self.loose and word not in AMBIGUOUS):
            return self.loose
        return self._in_literal(found, place)

    def _in_literal(self, found: re.Match[str], place: Place) -> bool:
        """Return True if the backslash in `found` is inside a string of program code: an odd number of quotes is before
        it on its line.
        """
        at = found.start()
        line = max(self.line, self.body.rfind("\n", max(0, at - 400), at) + 1, at - 400)
        before = self.body[line:at]
        if before.count('"') % 2:
            return True
        if found[2][0] == "n" and not place.pasted:
            return before.endswith("'") or (found[2] == "n" and self.body.startswith("'", found.end()))
        return before.count("'") % 2 == 1 and bool(before.replace("\\t", "").strip())

    def _stays_in_display(self, found: re.Match[str], place: Place) -> bool:
        """Return True if the letters after the backslash are a command in a displayed formula. Line breaks there only
        follow the start of the formula and its row breaks.
        """
        at = found.start()
        if found[2][0] == "t":
            return True
        if self.body[place.start : min(at, place.start + 3)] == "$$" and self.body.endswith("\\n$$", 0, place.end):
            return False
        after_row = not self.loose and self.body[max(0, at - 8) : at].rstrip(" ").endswith("\\\\")
        return not after_row and len(found[1]) != 3

    def _stays_in_prose(self, found: re.Match[str]) -> bool:
        """Return True if the word after the backslash, outside of formulas, is a TeX command. This is assumed if a
        brace follows the word, or if other backslashes of the string are single, too.
        """
        if found[2][0] == "n":
            stays = self.evidence.pasted and self.loose
            self.unsure = self.unsure or stays
            return stays
        if self.body.startswith("{", found.end()):
            return True
        self.unsure = self.unsure or self.loose
        return self.loose and self.body[found.start() - 1 : found.start()] in {" ", "}", ")"}
