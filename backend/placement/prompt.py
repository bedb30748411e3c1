"""Build the prompt for Stage 2: the document as a list of numbered blocks, the content, and the user's messages.

The prompt has at most a given number of tokens, for a document of any length. For this the excerpts of blocks are
shortened first; then blocks unrelated to the request are left out, and headings last. Each block is on one line. The
content and the messages are JSON strings, so that they cannot be mistaken for lines of the list of blocks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.resources import files

from backend.document.blocks import Block, Document
from backend.kernel import prompts
from backend.kernel.exchange import AnswerSchema, ChatRequest, Turn
from backend.ranking.retrieval import rank_texts

PLAN_SCHEMA = AnswerSchema(
    "placement_plan", json.loads(files("backend.placement").joinpath("plan_schema.json").read_text(encoding="utf-8"))
)

#: Assumed number of characters per token. Common vocabularies have more characters per token, so the limit is kept.
ASCII_PER_TOKEN, OTHER_PER_TOKEN = 3.0, 0.8
#: The division of the budget: the tokens for the template, and the shares (0 to 1) of the user's messages and of the
#: content. The blocks get the rest.
FIXED_TOKENS, MESSAGES_SHARE, CONTENT_SHARE = 800, 0.2, 0.15
#: Lengths in characters to which blocks may be shortened, the longest first.
EXCERPTS = (240, 120, 60)
#: Maximum number of blocks related to the request that are shown, with their neighbors, before the outline.
MATCHES = 12
#: Maximum number of characters of a wrong answer that are shown to the model again.
REPEATED = 2000


def build(document: Document, content: str, messages: Sequence[str], tokens: int = 6000) -> ChatRequest:
    """Return the request to the placement model. `messages` are the user's messages, oldest first; `tokens` is the
    maximum for the whole prompt.
    """
    latest = _latest(messages, int(tokens * MESSAGES_SHARE))
    shown = _shortened(content.strip(), int(tokens * CONTENT_SHARE))
    left = max(tokens - FIXED_TOKENS - count_tokens(shown) - sum(map(count_tokens, latest)), tokens // 4)
    lines, hidden = _lines(document, [*messages[-3:], content], left)
    text = prompts.render(
        "place", lines=lines, hidden=hidden, content=_quoted(shown), messages=[_quoted(message) for message in latest]
    )
    return ChatRequest(turns=(Turn("user", text),), schema=PLAN_SCHEMA, temperature=0.0, search=False)


def again(request: ChatRequest, answer: str, problems: Iterable[str]) -> ChatRequest:
    """Return a second request to the model after an `answer` that could not be carried out: the first `request`, this
    answer, and its errors (`problems`).
    """
    told = prompts.render("place_again", problems=[" ".join(problem.split()) for problem in problems])
    turns = (*request.turns, Turn("assistant", answer[:REPEATED] or "(nothing)"), Turn("user", told))
    return replace(request, turns=turns)


def count_tokens(text: str) -> int:
    """Return an upper bound of the number of tokens of a text: one third for each ASCII character, and 1.25 for each
    other character.
    """
    plain = sum(character < "\x80" for character in text)
    return int(plain / ASCII_PER_TOKEN + (len(text) - plain) / OTHER_PER_TOKEN) + 1


def _lines(document: Document, about: Sequence[str], tokens: int) -> tuple[list[str], bool]:
    """Return the blocks as lines that fit into `tokens`, and whether some blocks are left out. Blocks related to the
    texts in `about` are kept first.
    """
    for length in EXCERPTS:
        lines = {block.index: _line(document, block, length) for block in document.blocks}
        if sum(map(count_tokens, lines.values())) <= tokens:
            return list(lines.values()), False
    kept, spent = set(), 0
    for index in _by_need(document, about, lines):
        cost = count_tokens(lines[index]) + 4
        if spent + cost > tokens:
            break
        kept.add(index)
        spent += cost
    return _with_gaps(lines, kept), True


def _by_need(document: Document, about: Sequence[str], lines: dict[int, str]) -> Iterable[int]:
    """Return the indices of the blocks by importance: first the blocks related to the texts `about`, with their
    neighbors and headings, then other headings, then all other blocks.
    """
    query = "\n".join(text[:1500] for text in about)
    texts = [document.source(block)[:1500] for block in document.blocks]
    ranked = [index for index, _ in rank_texts(query, texts)] if query.strip() else []
    headings = document.of_kind("heading")
    wanted: dict[int, None] = {}
    for index in ranked[:MATCHES]:
        above = next((block.index for block in reversed(headings) if block.index <= index), index)
        wanted.update((near, None) for near in (above, index, index - 1, index + 1) if near in lines)
    wanted.update((block.index, None) for block in sorted(headings, key=lambda block: block.level))
    wanted.update((index, None) for index in ranked)
    return wanted


def _with_gaps(lines: dict[int, str], kept: set[int]) -> list[str]:
    out: list[str] = []
    before = -1
    for index in sorted(kept):
        if index > before + 1:
            out.append(f"-- [{before + 1}] to [{index - 1}]" if index > before + 2 else f"-- [{index - 1}]")
        out.append(lines[index])
        before = index
    if before < len(lines) - 1:
        out.append(f"-- [{before + 1}] to [{len(lines) - 1}]")
    return out


def _line(document: Document, block: Block, length: int) -> str:
    source = " ".join(document.source(block).lstrip("\ufeff").split())
    if block.kind == "heading" and not source.startswith("#"):
        source = f"{'#' * block.level} {block.title}"
    if len(source) > length:
        tail = length // 4
        source = f"{source[: length - tail].rstrip()} … {source[-tail:].lstrip()}"
    return f"[{block.index}] {block.kind}: {source}"


def _latest(messages: Sequence[str], tokens: int) -> list[str]:
    """Return the last messages that fit into `tokens`, oldest first. Each is cut to at most half of this number. The
    last message is always included.
    """
    kept: list[str] = []
    for message in reversed(messages):
        text = _shortened(message.strip(), tokens // 2)
        cost = count_tokens(text)
        if kept and cost > tokens:
            break
        kept.append(text)
        tokens -= cost
    return kept[::-1]


def _shortened(text: str, tokens: int) -> str:
    """Return the text if it has at most `tokens` tokens; else its beginning and its end, which together have about
    `tokens` tokens.
    """
    if count_tokens(text) <= tokens:
        return text
    length = int(len(text) * tokens / count_tokens(text)) - 3
    return f"{text[: length * 3 // 4]} … {text[-(length // 4) :]}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
