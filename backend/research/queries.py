"""Write 1 to 3 search queries for a conversation, with a model or from the conversation's keywords.

Only these queries are sent to search services. They never contain the user's profile. They contain the user's location
only if the question depends on it, and then only the name of the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from urllib.parse import urlsplit

from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn, without_thoughts
from backend.ranking.function_words import STOP_WORDS
from backend.ranking.terms import words_of
from backend.research.question_words import topic_words
from backend.sources.identifiers import canonical_doi, canonical_title, urls

#: Maximum number of queries for one question; each costs a request to every search service.
MOST = 3
#: Maximum characters of a query; some services accept only 400.
LONGEST = 300
#: Maximum number of words of a query made of keywords. To a question with fewer than FEW keywords, the keywords of the
#: previous question are added.
KEYWORDS, FEW = 24, 3
#: Maximum number of turns, and of characters of each, from which queries are written.
RECENT_TURNS, TURN_CHARACTERS = 6, 2_000

_MARKER_LINE = re.compile(r"^[ \t]*\[[A-Z][A-Z _\-–—:]{4,}\][ \t]*$", re.MULTILINE)
#: The line that programs such as Coscribe put before the instruction when they add context to the user's message.
_INSTRUCTION = re.compile(r"^[ \t]*\[CURRENT INSTRUCTION\b[^\]\n]*\][ \t]*$", re.MULTILINE)
_LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,2}[.):]|(?:search\s+)?quer(?:y|ies)\s*\d*\s*[:.)-])\s*", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?:it|its|they|them|their|theirs|this|that|these|those|he|she|his|her|former|latter|same|there|one|ones)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"^\W*(?:and|but|or|so|also|why|how come|what about|how about|what else|more|in which)\b", re.IGNORECASE
)
_NEAR = re.compile(
    r"\b(?:near(?:by| me| here| us)?|around (?:here|me|us)|close to (?:me|us|here)|(?:in|of|for) (?:my|our) "
    r"(?:area|city|town|region|country|state|neighbou?rhood|district)|local(?:ly)?|where (?:i|we) (?:live|am|are))\b",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(
    r"\s*[\[<(#*\s]*(?:(?:system|context|source|sender|from|role|agent)\s*[:=]\s*|i am |i'm |this is |you are )?"
    r"(?:an? |the |your )?(?:[\w-]+ ){0,2}?(?:web )?browser(?:'s|’s)?[ _-](?:assistant|agent|copilot|companion)\b",
    re.IGNORECASE,
)


#: The prompt of Firefox's sidebar: its own words in English, or its tags in every language.
_SIDEBAR = re.compile(r"\s*I['’]m on (?:the )?page [“\"']|.{0,80}<tabTitle>", re.IGNORECASE | re.DOTALL)

#: The share of common words (0 to 1) above which two queries count as one. Chosen, not tuned: of five words one may
#: differ.
ALIKE = 0.8


def question_of(turns: Sequence[Turn]) -> str:
    """Return the user's last message without what a program may have put before it: context, and lines such as
    `[CURRENT INSTRUCTION]`.
    """
    last = next((turn.content for turn in reversed(turns) if turn.role == "user"), "")
    return _asked(last)


def is_from_a_browser(prompt: str) -> bool:
    """Return True if the prompt begins like those that assistants in web browsers send. Such a prompt already contains
    the page that the user is reading, so no search is needed.
    """
    head = prompt[:300]
    return _ANNOUNCED.match(head) is not None or _SIDEBAR.match(head) is not None


def is_about_here(question: str) -> bool:
    """Return True if the answer to the question depends on the user's location, as for "restaurants near me"."""
    return _NEAR.search(question) is not None


def earlier_of(turns: Sequence[Turn]) -> list[dict[str, str]]:
    """Return the turns before the question, in the form in which the prompt's template needs them."""
    talk = [turn for turn in turns if turn.role != "system"][-RECENT_TURNS:]
    return [{"speaker": turn.role.title(), "text": _asked(turn.content)[:TURN_CHARACTERS]} for turn in talk[:-1]]


def asked_of(turns: Sequence[Turn]) -> str:
    """Return the question in the form in which the prompt's template needs it."""
    return question_of(turns)[: 2 * TURN_CHARACTERS]


def request(turns: Sequence[Turn], location: str, today: date, model: str | None = None) -> ChatRequest:
    """Build the request that asks the system model for queries. `location` is "" if queries must not contain the user's
    location.
    """
    words = prompts.render(
        "queries",
        earlier=earlier_of(turns),
        question=asked_of(turns),
        location=location,
        today=today.isoformat(),
        most=MOST,
    )
    return ChatRequest((Turn("user", words),), model=model, temperature=0.0, max_tokens=1000, search=False)


def parse(text: str) -> tuple[str, ...]:
    """Parse the queries in a model's answer: JSON, a list, or one query per line. Returns () if the answer has none."""
    bare = without_thoughts(text)
    found = _from_json(bare)
    if found is None:
        lines = [line for line in bare.splitlines() if line.strip() and not line.strip().startswith("```")]
        listed = [line for line in lines if _LIST_MARK.match(line)]
        found = [line for line in listed or lines if not line.rstrip().endswith(":")]
    return _distinct(tidy(_LIST_MARK.sub("", each)) for each in found)


def extract(turns: Sequence[Turn], location: str = "") -> tuple[str, ...]:
    """Return one query, made of the question's keywords; () if there are none.

    If the question has few keywords, or refers to what was said before, those of the previous question are added. If it
    depends on the user's location, the location is added.
    """
    question = _searchable(question_of(turns))
    words = keywords(_NEAR.sub(" ", question) if location else question)
    before = [turn for turn in turns if turn.role == "user"][:-1]
    pointing = _ON.search(question) or _BACK.search(question)
    if before and (len(words) < FEW or (pointing and len(words) <= 2 * FEW)):
        earlier = keywords(_searchable(question_of(before)))
        words = [*earlier[: KEYWORDS - len(words)], *(word for word in words if word not in earlier)]
    if location and is_about_here(question):
        words.append(location)
    query = tidy(" ".join(words)) or tidy(question)
    return (query,) if query else ()


def keywords(text: str) -> list[str]:
    """Return the first words that say what a text is about, in order, at most `KEYWORDS`."""
    return topic_words(text)[:KEYWORDS]


def _from_json(text: str) -> list[str] | None:
    """Return the strings in the first JSON object or array that contains any; None if there is none."""
    decoder = json.JSONDecoder()
    empty: list[str] | None = None
    for start in (match.start() for match in re.finditer(r"[{\[]", text[:20_000])):
        try:
            value, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        strings = _strings(value)
        if strings:
            return strings
        empty = []
    return empty


def _strings(value: object) -> list[str]:
    """Return all strings in `value`, which is decoded JSON. Lists are searched at any depth. In an object, the values
    of keys such as "query" or "searches" are searched or, if there are no such keys, all its lists.
    """
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        named = [value[key] for key in ("queries", "query", "q", "search_queries", "searches") if key in value]
        return [text for each in named or [v for v in value.values() if isinstance(v, list)] for text in _strings(each)]
    return [text for each in value for text in _strings(each)] if isinstance(value, list) else []


def tidy(text: str) -> str:
    """Return a query on one line, without control characters, list marks and quotes. If it is too long, it is cut after
    a word.
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split()).strip(" `*_,;")
    if line.count('"') == 2 and line.startswith('"') and line.endswith('"'):
        line = line[1:-1].strip()
    if len(line) > LONGEST:
        line = line[:LONGEST].rsplit(" ", 1)[0]
    return line


def _searchable(question: str) -> str:
    """Replace each web address in a question by the part that can be searched for: a DOI, or host and path.

    Parts of an address that may be a password or a signature are left out.
    """
    for address in sorted(urls(question), key=len, reverse=True):
        question = question.replace(address, canonical_doi(address) or _page(address))
    return question


def _page(address: str) -> str:
    try:
        parts = urlsplit(address)
        return f"{parts.hostname or ''}{parts.path}"
    except ValueError:  # no address after all
        return ""


def _asked(said: str) -> str:
    return _unmarked(_INSTRUCTION.split(said)[-1]) or _unmarked(said)


def _unmarked(text: str) -> str:
    return _MARKER_LINE.sub("", text).strip()


def _distinct(queries: Iterable[str]) -> tuple[str, ...]:
    kept: dict[str, str] = {}
    for query in queries:
        key = canonical_title(query)
        if key:
            kept.setdefault(key, query)
    return tuple(kept.values())[:MOST]


def overlap(one: str, other: str) -> float:
    """Return the share (0 to 1) of all words of two queries that are in both. Words such as "the" are ignored."""
    first, second = _weighty(one), _weighty(other)
    return len(first & second) / len(first | second) if first and second else 0.0


def nearest(query: str, others: Iterable[str]) -> str | None:
    """Return the first query in `others` that is nearly the same as `query`; None if there is none."""
    return next((other for other in others if overlap(query, other) > ALIKE), None)


def _weighty(query: str) -> frozenset[str]:
    words = frozenset(words_of(query))
    return words - STOP_WORDS["english"] or words
