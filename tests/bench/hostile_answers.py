"""Measure what hostile model answers of 10 MB cost: the CPU seconds of reading one, and of the message that it answers,
and megabytes.

    python -m tests.bench.hostile_answers [--size 10000000] [--only WORDS]

Each shape runs in a process of its own. The target is 3 CPU seconds for reading and 300 MB for the message.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from backend import demo
from backend.drafting.reply_parser import parse
from backend.errors import CoscribeError
from backend.services import documents, drafting, sessions
from backend.services.drafting import SendMessage
from backend.storage.sessions import OwnedSession
from tests.bench.document_shapes import Shape, _nested, _numbered, _repeated
from tests.bench.forked_runs import in_fork, prepared
from tests.fakes import ScriptedModel

PAPER = (Path(demo.__file__).parent / "paper.md").read_text(encoding="utf-8")
#: After this many CPU seconds a shape is given up.
MOST_SECONDS = 60

_CONTENT = '{"message": "Here it is.", "document_content": "'
_SOURCES = '{"message": "Here it is.", "sources": ['


def _content(piece: str) -> Shape:
    """`piece` again and again as the content of a whole answer."""
    return _repeated(piece, _CONTENT, '"}')


def _counted_content(pattern: str) -> Shape:
    return lambda size: _numbered(pattern, _CONTENT)(size - 2) + '"}'


def _counted_items(pattern: str, head: str = _SOURCES) -> Shape:
    return lambda size: _numbered(pattern, head)(size - 5) + '"x"]}'


ANSWERS: dict[str, Shape] = {
    # nesting and objects
    "objects, nested": _repeated('{"a":'),
    "objects, nested and closed": _nested('{"a":', "1", "}"),
    "lists, nested": _repeated("["),
    "objects and lists, nested": _repeated('{"a":['),
    "closing brackets": _repeated("}"),
    "keys, all different": _numbered('"k{n}": 1, ', "{"),
    "keys, all equal": _repeated('"content": "x", ', "{", '"message": "x"}'),
    "answers again and again": _repeated('{"message": "a", "document_content": "b"}\n'),
    "answers, all cut": _repeated('{"message": "a", "document_con'),
    "single quotation marks": _repeated("'a': 'b', ", "{", "}"),
    "comments": _repeated("// a\n", "{", '"message": "x"}'),
    "commas": _repeated(",", '{"message": "x"', "}"),
    "colons": _repeated(":", '{"message"', '"x"}'),
    # lists
    "sources": _counted_items('"https://example.org/{n}", '),
    "sources as objects": _counted_items('{{"url": "https://example.org/{n}", "title": "t"}}, '),
    "structure": _counted_items('{{"id": "{n}", "type": "paragraph"}}, ', '{"message": "x", "document_structure": ['),
    "numbers": _counted_items("{n}, "),
    "one number": _repeated("9", '{"message": ', "}"),
    "words of Python": _repeated("None, True, ", _SOURCES, "]}"),
    # strings
    "one word": _content("a"),
    "words": _content("word "),
    "words, open": _repeated("word ", _CONTENT),
    "escaped line ends": _content("\\n"),
    "escaped letters": _content("\\u00e9"),
    "escapes, cut": _content("\\u00"),
    "escapes that are none": _content("\\q"),
    "backslashes": _content("\\"),
    "quotation marks": _content('"'),
    "quotation marks and commas": _content('", "'),
    "quotation marks within": _content('he said "yes" '),
    "line ends": _content("line\n"),
    "formulas": _content("$\\alpha_{i}$ "),
    "commands of TeX": _content("\\frac{a}{b} \\nu \\beta "),
    "tables": _content("| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\n"),
    "headings": _content("# A\\n\\n"),
    "sentences": _counted_content("This is sentence {n} about crowns. "),
    "citations": _counted_content("[{n}]"),
    "pictures": _counted_content("![a](https://example.org/{n}) "),
    "markers of the prompt": _content("[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]\\n"),
    "entities": _content("&quot;"),
    "emoji": _content("\U0001f600"),
    # no object
    "prose": _repeated("word "),
    "one letter": _repeated("a"),
    "blanks": _repeated(" "),
    "line ends alone": _repeated("\n"),
    "fences, open": _repeated("```json\n"),
    "fenced objects": _repeated('```json\n{"message": "a"}\n```\n'),
    "code blocks": _repeated("```python\nx = 1\n```\n\n"),
    "thoughts, open": _repeated("thinking aloud ", "<think>"),
    "thoughts": _repeated("<think>a</think>", tail='{"message": "x"}'),
    "thoughts with objects": _repeated('{"message": "a"} ', "<think>", '</think>{"message": "x"}'),
    "tags, open": _repeated("<a"),
    "tags": _repeated("<message>a</message>\n"),
    "labels": _repeated("message: a\n"),
    "tables alone": _repeated("| a | b |\n|---|---|\n| 1 | 2 |\n\n"),
}


def message(ports, user: str, answer: str) -> str:
    """Answer one message with `answer`. Returns what went wrong; "" if nothing did."""
    model = ScriptedModel(*[answer] * 3)
    scripted = replace(ports, writer=model)
    session = sessions.create(ports, user).id
    documents.put(ports, OwnedSession(user, session), "*", PAPER)
    try:
        drafting.send(scripted, user, SendMessage(session, "Add a paragraph on wind to the end of Limitations."))
    except CoscribeError as error:
        return f"refused: {error}"
    return "" if model.requests else "the model was not asked"


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


def child(ports, user: str, name: str, path: Path) -> bool:
    """Print what one shape costs. Returns True if it keeps to the target."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + MOST_SECONDS, -1))
    answer = path.read_text(encoding="utf-8")
    reading, reply = seconds(lambda: parse(answer))
    cut = "cut" if "shortened" in reply.repaired else ""
    del reply
    whole, wrong = seconds(lambda: message(ports, user, answer))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    good = reading <= 3 and peak <= 300
    print(f"{'  ' if good else '! '}{name:30}{reading:6.2f} s {whole:6.2f} s {peak:5.0f} MB  {cut} {wrong}", flush=True)
    return good


def _encoded(name: str, size: int) -> bytes:
    """Return an answer of about `size` bytes, also if its characters take several bytes each."""
    whole = ANSWERS[name](size).encode()
    return whole if len(whole) <= size + 100 else ANSWERS[name](size * size // len(whole)).encode()


def run(ports, user: str, name: str, size: int) -> bool:
    """Measure one shape in a fork. Another fork makes the answer, so that its memory does not count."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answer"
        made = in_fork(name, lambda: path.write_bytes(_encoded(name, size)) > 0)
        return made and in_fork(name, lambda: child(ports, user, name, path))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=10_000_000)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    warm = '{"message": "Here.", "document_content": "Wind cools the air."}'
    with prepared(lambda ports, user: message(ports, user, warm)) as (ports, user):
        print(f"  {'':30}{'reading':>8} {'message':>8} {'memory':>8}")
        missed = sum(not run(ports, user, name, given.size) for name in ANSWERS if given.only in name)
    print(f"{missed} shapes miss the target")
    return 0


if __name__ == "__main__":
    sys.exit(main())
