"""Format answers, sources, placements and steps as plain text. Other modules add colors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from backend.client.api_types import Citation, Placement, Researched, Source

#: The most characters that are shown of a source's text, and of a step.
SNIPPET, STEP = 240, 100
#: The number of sources that are shown by default.
LIMIT = 10

_MARK = re.compile(r"\[((?:sx_[0-9a-zA-Z]{1,12})(?:[ ,;]+sx_[0-9a-zA-Z]{1,12})*)\]")
#: A number in brackets that is not a link.
_NUMBER = re.compile(r"\[(\^?\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19})\](?!\()")
#: Control characters, and characters that change the direction of writing: a page's text must not control a terminal.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")

OPERATIONS = {
    "append_to_section": "at the end of",
    "insert_before": "before",
    "insert_after": "after",
    "replace": "instead of",
    "new_section": "as a new section",
    "append_to_document": "at the end of the document",
    "prepend_to_document": "at the start of the document",
}
DECIDERS = {"model": "a model", "rules": "rules", "user": "you"}
_UNCONFIRMED = "no search result or attached text confirms it"
_REASONS = {
    "retracted": "the work was retracted",
    "mismatch": "the work that was found is not the one that is described",
}
PHASES = {
    "hearing": "reading the message",
    "receiving": "receiving the file",
    "extracting": "reading the file",
    "indexing": "making the file searchable",
    "retrieving": "looking for passages in the document",
    "summarising": "summarising the conversation",
    "asking": "asking the model",
    "waiting": "waiting before the model is asked again",
    "queued": "waiting for a worker",
    "thinking": "thinking",
    "writing": "writing",
    "placing": "looking for the place in the document",
    "resuming": "continuing after an interruption",
    "queries": "writing search queries",
    "search": "searching",
    "read": "reading pages",
    "synthesise": "writing the answer",
    "related": "writing related questions",
}


def harmless(text: str) -> str:
    """Return a text without terminal control characters. Line ends and tabs stay."""
    return _STEERING.sub("", _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def line(text: str, most: int) -> str:
    """Return a text on one line of at most `most` characters. If the text is too long, it is cut after a word."""
    flat = " ".join(harmless(text).split())
    if len(flat) <= most:
        return flat
    cut = flat[: most - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > most // 2 else cut).rstrip(" ,;:") + "…"


def local(moment: str) -> str:
    """Convert a time (`moment`) that the server sent to the local time zone, and format it to the minute."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


# --- sources ------------------------------------------------------------------------------------


def age(published_at: str | None, now: datetime) -> str:
    """Return how long before `now` something was published, such as `5m ago`, `3h ago`, `2d ago` or `6w ago`; "" if
    unknown. A year alone, or a day in the future, is returned unchanged.
    """
    text = (published_at or "").strip()
    if re.fullmatch(r"\d{4}", text):
        return text
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return ""
    if len(text) <= 10:
        return _days(moment.date(), now.date())
    seconds = (now - (moment if moment.tzinfo else moment.replace(tzinfo=UTC))).total_seconds()
    if 0 <= seconds < 3600:
        return f"{int(seconds // 60)}m ago"
    if 0 <= seconds < 86400:
        return f"{int(seconds // 3600)}h ago"
    return _days(moment.date(), now.date())


def _days(day: date, today: date) -> str:
    days = (today - day).days
    if days < 0:
        return day.isoformat()
    if days == 0:
        return "today"
    for least, length, unit in ((730, 365.25, "y"), (61, 30.44, "mo"), (14, 7, "w")):
        if days >= least:
            return f"{int(days / length)}{unit} ago"
    return f"{days}d ago"


def sources(found: Sequence[Source], limit: int, now: datetime) -> list[str]:
    """Return lines about sources: first how many there are, then at most `limit` of them, each with its number, age,
    address and the beginning of its text.
    """
    lines = [counted(len(found), "source")]
    for number, each in enumerate(found[:limit], 1):
        told = age(each.get("published_at"), now) or str(each.get("year") or "")
        title = line(each["title"] or each.get("url") or each.get("doi") or each["id"], 200)
        mark = "RETRACTED: " if each.get("retracted") and "retracted" not in title[:12].lower() else ""
        lines += ["", f"[{number}] {mark}{title}" + (f" ({told})" if told else "")]
        where = each.get("url") or (f"https://doi.org/{each['doi']}" if each.get("doi") else "")
        lines += [f"    {line(where, 500)}"] if where else []
        snippet = line(each.get("content") or "", SNIPPET)
        lines += [f"    {snippet}"] if snippet else []
    if len(found) > limit:
        lines += ["", f"… and {len(found) - limit} more (--limit {len(found)} shows all)"]
    return lines


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def citations(given: Sequence[str], found: Sequence[Citation]) -> list[str]:
    """Return lines about the sources of drafted content: each source, what is known about it, and whether it is
    confirmed. `given` are the sources as the model named them, `found` their citations.
    """
    lines = []
    for number, each in enumerate(given, 1):
        citation = found[number - 1] if number <= len(found) else None
        lines.append(f"[{number}] {line(each, 300)}")
        if citation is None:
            continue
        title = line(citation["title"], 200)
        where = citation["url"] or (f"https://doi.org/{citation['doi']}" if citation["doi"] else "")
        more = [part for part in (title, where) if part and part not in each]
        lines += [f"    {' · '.join(more)}"] if more else []
        reason = line(str(citation.get("reason") or ""), 300)
        if citation["status"] != "resolved":
            reason = f"{citation['status']}: {reason or _REASONS.get(citation['status'], _UNCONFIRMED)}"
        lines += [f"    {reason}"] if reason else []
    return lines


# --- an answer to a question --------------------------------------------------------------------


def numbered(answer: Researched) -> tuple[str, list[Source]]:
    """Replace the marks of sources in the answer, such as `[sx_a1b2c3d4]`, by numbers such as `[1]`. Returns the new
    text, and the sources in the order of their numbers.
    """
    known = {each["id"]: each for each in answer["sources"]}
    order = [name for marks in _MARK.findall(answer["answer"]) for name in re.findall(r"sx_\w+", marks)]
    cited = [name for name in dict.fromkeys([*order, *answer.get("citations", {})]) if name in known]
    places = {name: number for number, name in enumerate(cited, 1)}

    def put(mark: re.Match[str]) -> str:
        names = re.findall(r"sx_\w+", mark[1])
        return "".join(f"[{places[name]}]" for name in names if name in places) or mark[0]

    rest = [name for name in known if name not in places]
    return _MARK.sub(put, _foreign(answer["answer"])), [known[name] for name in (*cited, *rest)]


def _foreign(text: str) -> str:
    """Write a number such as `[3]` in the answer's text with other brackets (`［3］`), because it does not refer to a
    source. Code is not changed.
    """
    parts = re.split("(`+[^`]*`+)", text)
    return "".join(part if place % 2 else _NUMBER.sub(r"［\1］", part) for place, part in enumerate(parts))


def broken_off(text: Mapping[str, str]) -> str:
    """Format the unfinished text of a failed run for the user. `text` maps each channel, such as "document_content", to
    what the run had written. This text is not stored as a draft.
    """
    parts = []
    for name, said in text.items():
        if said:
            what = "content, not pending" if name == "document_content" else "answer"
            parts.append(f"--- {what}, cut off ---\n{unmarked(said).rstrip()} …")
    return "\n".join([*parts, "--- end ---"])


def unmarked(text: str) -> str:
    """Return an unfinished text without its marks of sources, because their numbers are not known yet."""
    return re.sub(r" ?\[sx_[^\]]{0,200}(?:\]|$)", "", text)


def asked(answer: Researched, limit: int, now: datetime) -> str:
    """Return the whole answer as text with the headings Answer, Sources and Meta. At most `limit` sources are
    listed.
    """
    text, ordered = numbered(answer)
    parts = [
        "## Answer",
        harmless(text).strip(),
        "## Sources",
        "\n".join(sources(ordered, limit, now)),
        "## Meta",
        "\n".join(meta(answer)),
    ]
    return "\n\n".join(parts)


def meta(answer: Researched) -> list[str]:
    """Return lines about how the answer was produced: the model, effort, queries, cost and so on."""
    told = answer.get("meta", {})
    usage = told.get("usage") or {}
    tokens = " + ".join(f"{usage[each]:,}" for each in ("prompt_tokens", "completion_tokens") if usage.get(each))
    took = told.get("took_ms")
    confidence = answer.get("confidence")
    facts = {
        "model": " ".join(each for each in (told.get("provider"), told.get("model")) if each),
        "effort": told.get("effort"),
        "confidence": f"{confidence} of 100" if confidence is not None else None,
        "queries": "; ".join(told.get("queries") or []),
        "found": counted(told["total_results"], "result") if told.get("total_results") is not None else None,
        "tokens": tokens,
        "cost": usage.get("cost"),
        "took": f"{took / 1000:.1f} s" if took is not None else None,
        "run": told.get("run_id"),
    }
    lines = [f"- {name}: {line(str(value), 500)}" for name, value in facts.items() if value not in (None, "")]
    failures = told.get("failures") or []
    lines += [f"- failed: {line(each['connector'], 40)}: {line(each['reason'], 200)}" for each in failures]
    shown = [each["reason"].rstrip(".") for each in failures]  # most warnings repeat a failure
    doubtful = [each for each in answer.get("warnings", []) if not any(reason in each for reason in shown)]
    lines += [f"- doubtful: {line(each, 500)}" for each in doubtful]
    if told.get("truncated"):
        lines.append("- cut off: the model reached its limit before the end")
    return lines


# --- placements ---------------------------------------------------------------------------------


def where(placement: Placement) -> str:
    """Describe in words where a placement puts the content, such as `at the end of Methods › Sensors`."""
    operation = placement["operation"]
    words = OPERATIONS.get(operation, operation.replace("_", " "))
    section = " › ".join(line(each, 80) for each in placement["section"] or [])
    anchor = placement.get("anchor")
    excerpt = f"“{line(anchor['excerpt'], 60)}”" if anchor and anchor["excerpt"] else ""
    if operation.endswith("_to_document"):
        return words
    if operation == "append_to_section":
        return f"{words} {section or 'the document'}"
    if operation == "new_section":
        return f"{words} in {section}" if section else words
    return f"{words} {excerpt or section or 'the whole document'}" + (f" in {section}" if excerpt and section else "")


def why(placement: Placement) -> str:
    """Return a line with the reason for a placement, who chose it (a model, rules or the user), and how sure the choice
    is.
    """
    who = DECIDERS.get(placement["decided_by"], placement["decided_by"])
    reason = line(placement["reason"], 300)
    return f"{reason or 'no reason given'} ({who}, {placement['confidence']:.0%} sure)"


# --- steps --------------------------------------------------------------------------------------


def step(name: str, data: Mapping[str, Any]) -> str | None:
    """Return a line for the user that describes an event of a run; None if the event is not shown."""
    if name == "connection_lost":
        return "the connection was lost; reconnecting"
    if name == "phase":
        phase = str(data.get("phase", ""))
        if phase == "gap":
            return line(str(data.get("detail", "")), STEP)
        return PHASES.get(phase, phase.replace("_", " "))
    if name.startswith("tool_call_"):
        return _tool_step(data)
    if name.startswith("subagent_"):
        return line(f"{data.get('name', 'helper')}: {_of(data, 'summary', 'error', 'task', 'status')}", STEP)
    if name == "sources":
        return counted(len(data.get("sources", [])), "source")
    if name in ("plan_thought", "exec_action", "review"):
        return line(_of(data, "text", "thought", "action", "summary", "next_action"), STEP) or None
    return None


def _tool_step(data: Mapping[str, Any]) -> str:
    tool, about = str(data.get("tool", "")), _of(data, "query", "url")
    if data.get("status") == "running":
        return line(f"{tool}: {about}" if about else tool, STEP)
    if data.get("status") == "error":
        return line(f"{tool} failed: {data.get('error', '')}", STEP)
    count = data.get("count")
    return line(f"{tool}: {counted(count, 'result') if isinstance(count, int) else 'done'}", STEP)


def _of(data: Mapping[str, Any], *names: str) -> str:
    return next((str(data[name]) for name in names if data.get(name)), "")
