"""Show the text of an answer while the model is still writing its JSON.

`reply_parser.parse` needs the complete answer, because its end can change the meaning of its beginning. Here the answer
is read piece by piece. As long as it is valid JSON, the shown text is exactly what will be parsed; ambiguous text is
shown later.

If an escape is doubtful (TeX with single backslashes), the text so far is decoded again at intervals. If it differs
from the shown text, an event replaces the shown text from the first difference on. If the structure is not valid JSON,
nothing more is shown until the caller has parsed the whole answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.drafting.reply.escapes import Decoded, as_json, decode, is_doubtful, loosen
from backend.drafting.reply.fields import canonical
from backend.drafting.reply.labelled_text import begins_labelled
from backend.drafting.reply.tex_commands import COMMANDS
from backend.drafting.reply.text_changes import Plain, Trimmed, View, WithoutEchoes
from backend.drafting.reply.unmarked import ShownFor, Unmarked, with_shown
from backend.kernel.events import Token
from backend.kernel.storable_text import storable
from backend.sources.marks import Mark

CHANNELS = ("message", "document_content")
#: An answer that begins as prose counts as prose once it has this number of characters. Words that introduce JSON are
#: shorter.
LEAD_IN = 240
#: Maximum number of characters of an answer with labels after which no other form is expected any more.
MOST_LABELLED = 4000
#: A text with doubtful escapes is decoded again after it has grown by this many characters, or by this share.
GROWN, GROWN_SHARE = 64, 0.05
#: For texts longer than this number of characters, the share above grows with the text. So a megabyte is decoded twice
#: and not twenty times.
LONG = 20_000
#: Maximum number of characters of a number or of a word such as `null`.
LONGEST_LITERAL = 1000

_SPACE = " \t\n\r\ufeff"
_PREFIXES = frozenset(name[:end] for name in COMMANDS for end in range(1, len(name) + 1))
#: the end of a string whose meaning may change with the next characters
_UNFINISHED = re.compile(
    r"(?:(?<!\\)(?:\\\\)*\\(?:u[0-9a-fA-F]{0,3}|u[dD][89abAB][0-9a-fA-F]{2}(?:\\(?:u[0-9a-fA-F]{0,3})?)?)"
    r"|(?<!\\)\\+|(?<!\\)(?:\\\\)*\\(?P<word>[bfnrt][A-Za-z]*)|\r|[\ud800-\udbff])\Z"
)
_STRING = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_NESTED = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_LITERAL = re.compile(r"[^\s,}\]]*")
_SPACES = re.compile(rf"[{_SPACE}]*")
_FENCE = re.compile(r"```\w*\s*")
_TAG = r"(?:think|thought|reason|reflect|scratch|analysis|begin_of|end_of|internal_mono|channel)"
_THOUGHT = re.compile(rf"<\|?(?:\w+:)?{_TAG}[^<>]{{0,80}}>", re.I)
_AFTERTHOUGHT = re.compile(rf"</\|?(?:\w+:)?{_TAG}[^<>]{{0,80}}>", re.I)
#: text in the middle of prose that may begin the answer
_NO_PROSE = re.compile(rf"\{{\s*[\"'“]|```\s*(?:json|\{{)|</?\|?(?:\w+:)?{_TAG}", re.I)
#: text that certainly begins the answer after introductory words
_ENTRY = re.compile(
    r"(?:```\s*(?:json)?\s*)?\{(?=\s*\"(?:intent|draft|message|document_\w+|sources|new_types)\"\s*:)", re.I
)
_MAYBE = re.compile(r"(?:\{\s*|`{1,3}\s*\w{0,4}|<[^<>\n]{0,20})\Z")


def _as_it_is(mark: Mark) -> None:
    return None


class AnswerStream:
    """An answer that is still being written. `feed` returns the tokens (kernel/events.py) that show its text.

    If `plain_message` is True, the message is shown as plain text, as for research answers. `shown_for` is a function
    that returns what replaces a citation mark such as `[3]` in the content.
    """

    def __init__(self, plain_message: bool = False, shown_for: ShownFor = _as_it_is) -> None:
        message: View = Plain("message") if plain_message else View("message")
        content = Unmarked(Trimmed("document_content"), shown_for)
        self._views = {"message": WithoutEchoes(message), "document_content": WithoutEchoes(content)}
        self._shown_for = shown_for
        self._buffer = ""
        self._at = 0
        self._step: Callable[[], bool] = self._begin
        self._string: _String | None = None
        self._depth = 0
        self._seen: set[str] = set()
        self._tokens: list[Token] = []

    def feed(self, delta: str) -> list[Token]:
        """Add the next piece of the answer. Returns the tokens that show or replace text."""
        self._buffer = self._buffer[self._at :] + delta
        self._at = 0
        while self._step():
            pass
        tokens, self._tokens = self._tokens, []
        return tokens

    def as_shown(self, content: str) -> str:
        """Return content in which each citation mark is replaced by what `shown_for` returns for it."""
        return with_shown(content, self._shown_for)

    # Every step reads from `_at` on. It returns True if the next step can follow at once, and False if more text is
    # needed.

    def _halt(self) -> bool:
        """Stop parsing, so that no more text is shown until the answer is complete. Always returns True."""
        self._step = self._ignore
        return True

    def _ignore(self) -> bool:
        self._at = len(self._buffer)
        return False

    def _skip_space(self) -> str:
        """Skip white space and return the next character; "" if the text so far ends there."""
        while self._at < len(self._buffer) and self._buffer[self._at] in _SPACE:
            self._at += 1
        return self._buffer[self._at : self._at + 1]

    def _begin(self) -> bool:
        char = self._skip_space()
        if not char:
            return False
        rest = self._buffer[self._at : self._at + LEAD_IN]
        if char == "{":
            self._at += 1
            self._step = self._member
            return True
        if char == "<":
            thought = _THOUGHT.match(rest)
            if thought is None and len(rest) < 100 and ">" not in rest:
                return False
            self._step = self._thought if thought else self._prose
            return True
        fence = _FENCE.match(rest)
        if "```".startswith(rest[:3]) and (fence is None or fence.end() == len(rest)) and len(rest) < 100:
            return False
        if fence is not None and rest[fence.end() : fence.end() + 1] == "{":
            self._at += fence.end()
            return True
        self._step = self._ignore if char == "[" else self._prose
        return True

    def _thought(self) -> bool:
        after = _AFTERTHOUGHT.search(self._buffer, self._at)
        if after is None:
            self._at = max(self._at, len(self._buffer) - 100)
            return False
        self._at = after.end()
        self._step = self._begin
        return True

    def _member(self) -> bool:
        """Parse the next key of the answer's object, or the object's end. Returns False if more text is needed."""
        char = self._skip_space()
        if char in ("", "}"):  # what follows the object's end is not shown
            return False
        end = self._buffer.find('"', self._at + 1)
        if char != '"' or (end < 0 and len(self._buffer) - self._at > 100):
            return self._halt()
        if end < 0:
            return False
        colon = self._past_space(end + 1)
        if self._buffer[colon : colon + 1] not in ("", ":"):
            return self._halt()
        value = self._past_space(colon + 1)
        if value >= len(self._buffer):
            return False
        key = canonical(self._buffer[self._at + 1 : end])
        self._at = value
        return self._value(key, self._buffer[value])

    def _past_space(self, at: int) -> int:
        found = _SPACES.match(self._buffer, at)
        return found.end() if found else len(self._buffer)

    def _value(self, key: str, char: str) -> bool:
        if char == '"' and key in CHANNELS:
            if key in self._seen:
                return self._halt()
            self._seen.add(key)
            self._string = _String(self._views[key])
            self._at += 1
            self._step = self._text
        elif char == '"':
            self._at += 1
            self._step = self._other_string
        elif char in "[{":
            self._depth = 0
            self._step = self._nested
        elif key in CHANNELS:
            return self._halt()
        else:
            self._step = self._literal
        return True

    def _text(self) -> bool:
        """Parse a string that is shown to the user. Returns True if its end was found. A quote is the end only if a
        comma and a key, or a closing brace, follows.
        """
        assert self._string is not None, "a string was begun"
        found = _STRING.match(self._buffer, self._at)
        end = found.end() if found else self._at
        closed = self._buffer[end : end + 1] == '"'
        if not closed:  # a backslash at the end waits for the next character
            self._tokens += self._string.add(self._buffer[self._at : end])
            self._at = end
            return False
        after = self._buffer[end + 1 :].lstrip(_SPACE)
        further = after[1:].lstrip(_SPACE) if after.startswith(",") else ""
        if not after or (after[0] == "," and not further):
            return False
        if after[0] != "}" and further[:1] != '"':
            return self._halt()
        self._tokens += self._string.add(self._buffer[self._at : end])
        self._tokens += self._string.close()
        self._at = end + 1
        self._step = self._between
        return True

    def _other_string(self) -> bool:
        return self._pass_string(self._between)

    def _nested_string(self) -> bool:
        return self._pass_string(self._nested)

    def _pass_string(self, then: Callable[[], bool]) -> bool:
        """Skip a string that is not shown; no part of the string is read twice. `then` is the next step."""
        found = _STRING.match(self._buffer, self._at)
        self._at = found.end() if found else self._at
        if self._buffer[self._at : self._at + 1] != '"':
            return False
        self._at += 1
        self._step = then
        return True

    def _nested(self) -> bool:
        while (found := _NESTED.search(self._buffer, self._at)) is not None:
            cut = self._buffer.find('"', self._at, found.start())
            if cut >= 0:  # this string is not complete yet
                break
            self._at = found.end()
            self._depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
            if self._depth == 0:
                self._step = self._between
                return True
        cut = self._buffer.find('"', self._at)
        self._at = cut + 1 if cut >= 0 else len(self._buffer)
        if cut >= 0:
            self._step = self._nested_string
        return cut >= 0

    def _literal(self) -> bool:
        found = _LITERAL.match(self._buffer, self._at)
        if found is None or found.end() == len(self._buffer):
            return len(self._buffer) - self._at > LONGEST_LITERAL and self._halt()
        self._at = found.end()
        self._step = self._between
        return True

    def _between(self) -> bool:
        char = self._skip_space()
        if char == ",":
            self._at += 1
            self._step = self._member
            return True
        return bool(char) and self._halt()

    def _prose(self) -> bool:
        """Show an answer that is not JSON as the message."""
        view = self._views["message"]
        rest = self._buffer[self._at :]
        stop = _NO_PROSE.search(rest)
        if stop is not None:
            entry = None if view.begun else _ENTRY.match(rest, stop.start())
            if entry is not None:
                self._at += entry.end()
                self._step = self._member
                return True
            return (view.begun or len(rest) - stop.start() > LEAD_IN) and self._halt()
        if not view.begun and len(rest) < LEAD_IN:
            return False
        if not view.begun and begins_labelled(rest):
            return len(rest) > MOST_LABELLED and self._halt()
        maybe = _MAYBE.search(rest[-40:])
        kept = rest[: len(rest) - len(maybe[0])] if maybe else rest
        kept = kept.rstrip()
        self._tokens += view.append(storable(kept))
        self._at += len(kept)
        return False


class _String:
    """Decodes one string piece by piece, and shows the part whose meaning is certain."""

    def __init__(self, view: WithoutEchoes) -> None:
        self._view = view
        self._pieces: list[str] = []
        self._size = self._read = 0
        #: the end of the string that is not decoded yet
        self._tail = ""
        self._clean = True
        self._fenced = self._pasted = False

    def add(self, piece: str) -> list[Token]:
        """Add the next piece of the string. Returns the tokens for the text that is now shown."""
        if not piece:
            return []
        self._pieces.append(piece)
        self._size += len(piece)
        self._pasted = self._pasted or "\n" in piece
        if not self._clean:
            return self._read_anew()
        tail = self._tail + piece
        self._fenced = self._fenced or "``" in tail
        certain = len(tail) - _held_back(tail)
        # in a code block with real line breaks, escapes belong to the code
        if is_doubtful(tail[:certain]) or (self._pasted and self._fenced):
            self._clean = False
            return self._read_anew()
        self._tail = tail[certain:]
        return self._view.append(_plainly(tail[:certain]))

    def close(self) -> list[Token]:
        """Return the stream tokens for the rest of the JSON string, which has ended. Text whose meaning depended on the
        text after it, such as half of an escape sequence, was held back until now.
        """
        if self._clean and not is_doubtful(self._tail):
            shown = self._view.append(_plainly(self._tail))
            loosened = loosen(self._view.whole)
            return [*shown, *(self._view.end() if loosened is None else self._view.settle(storable(loosened)))]
        text = decode("".join(self._pieces)).text
        return self._view.settle(storable(loosen(text) or text))

    def _read_anew(self) -> list[Token]:
        if self._size - self._read < max(GROWN, min(1.0, GROWN_SHARE * max(1.0, self._size / LONG)) * self._read):
            return []
        self._read = self._size
        decoded: Decoded = decode("".join(self._pieces), cut=True)
        return self._view.settle(decoded.text, unfinished=True)


def _held_back(body: str) -> int:
    """Return how many characters at the end of `body` may still change their meaning when more text arrives."""
    found = _UNFINISHED.search(body, max(0, len(body) - 60))
    if found is None or (found["word"] is not None and found["word"] not in _PREFIXES):
        return 0
    return len(found[0])


def _plainly(body: str) -> str:
    return storable(as_json(body.replace("\r\n", "\n")))
