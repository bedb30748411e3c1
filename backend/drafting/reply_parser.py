"""Parse a model's answer into a Reply, which also says what was repaired, cut off or uncertain. Parsing never raises.

`scan` finds the JSON objects among prose, code fences and the model's reasoning. This file decides which object is the
answer (there may be a template or a first attempt before it, or another object around it), and converts its values to
the types of a Reply. If there is no answer among the objects, the whole text is the message.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, get_args

from backend.drafting.reply import reading_limits
from backend.drafting.reply.coercion import clean, elements_of, sources_of, text_of, types_of
from backend.drafting.reply.echoes import without_echoes
from backend.drafting.reply.envelope import unwrap
from backend.drafting.reply.escapes import decode, loosen
from backend.drafting.reply.fields import FIELDS, Found, canonical
from backend.drafting.reply.json_grammar import read_object
from backend.drafting.reply.json_repair_fallback import repair
from backend.drafting.reply.labelled_text import begins_labelled, read_labels
from backend.drafting.reply.object_scan import CLOSING, Scan, scan
from backend.kernel.exchange import AnswerSchema, Intent
from backend.kernel.storable_text import storable

ANSWER_SCHEMA = AnswerSchema(
    name="coscribe_answer",
    schema=json.loads(Path(__file__).with_name("reply_schema.json").read_text(encoding="utf-8")),
)

#: other names that models use for the fields; the field's own name takes precedence
_ALIASES = {
    "message": ("response", "reply", "answer", "chat_message", "assistant_message", "chat", "text"),
    "document_content": ("content", "doc_content", "document", "markdown", "body"),
    "document_structure": ("structure",),
    "sources": ("references", "citations", "urls", "source"),
    "new_types": ("types", "new_document_types"),
}
#: the id of a draft, or the beginning of one
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{2,63}")
#: maximum number of wrappers (API envelopes, tool calls, JSON in a string) that are opened
_LAYERS = 5


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's parsed answer.

    - `document_structure`: elements with id, type, content, parent_id and metadata, whose values are not checked
    - `new_types`: types with type_name, description and metadata_schema, whose values are not checked
    - `repaired`: the names of the repairs, such as "quotes" or "backslashes"
    - `uncertain`: the names of the fields whose value may not be what the model meant
    - `truncated`: True if the answer was cut off
    - `prose`: True if the answer had no JSON, so that all of it is the message
    """

    message: str
    document_content: str = ""
    document_structure: tuple[dict[str, Any], ...] = ()
    #: the sources of the content, each as the model wrote it
    sources: tuple[str, ...] = ()
    new_types: tuple[dict[str, Any], ...] = ()
    repaired: tuple[str, ...] = ()
    uncertain: tuple[str, ...] = ()
    truncated: bool = False
    #: what the answer does and the short id of the draft that it is about, as the model wrote; None if it wrote nothing
    #: usable
    intent: Intent | None = None
    draft: str | None = None
    prose: bool = field(default=False, compare=False)
    #: words for a warning that say what Coscribe cut, and where; "" if it cut nothing
    cut: str = field(default="", compare=False)


def parse(text: str) -> Reply:
    """Parse a model's answer, however broken, in linear time. If an answer is too long or too complex, only its
    beginning is parsed.
    """
    room = reading_limits.readable(text)
    if room == len(text):
        return _parse(text, _LAYERS)
    reply = _parse(text[:room], _LAYERS)
    cut = reply.cut or reading_limits.told(f"the answer after {room:,} characters")
    return replace(reply, truncated=True, repaired=(*reply.repaired, "shortened"), cut=cut)


def _parse(text: str, layers: int) -> Reply:
    bare, repairs = unwrap(storable(text).lstrip())
    scanned = scan(bare)
    scanned.repairs |= repairs
    answer = _choose(scanned.objects)
    if answer is None or begins_labelled(scanned.prose[: scanned.lead]):
        labelled = read_labels(scanned.prose)
        if labelled is not None:
            scanned.repairs.add("labels")
            answer = labelled
    if answer is None and (answer := repair(scanned.prose)) is not None:
        scanned.repairs.add("guessed")
    if answer is None:
        return _as_message(scanned)
    _take_prefilled(answer, scanned)
    values, inner = _open_wrapper(answer.values, layers)
    if inner is not None:
        return inner
    if not values.keys() & set(FIELDS):
        return _as_message(scanned)
    return _reply(values, answer, scanned)


def _reply(values: dict[str, Any], answer: Found, scanned: Scan) -> Reply:
    repairs = set(scanned.repairs)
    texts = {name: text_of(values.get(name)) for name in ("message", "document_content")}
    sources = sources_of(values.get("sources"))
    cut = reading_limits.cut_places(texts["message"], texts["document_content"], len(sources))
    for name, text in texts.items():
        texts[name] = text = text[: reading_limits.LONGEST_TEXT]
        loosened = loosen(text)
        if loosened is not None:
            texts[name] = loosened
            repairs.add("newlines")
    for name, text in texts.items():
        bare = without_echoes(text)
        if bare != text:
            texts[name] = bare
            repairs.add("echoes")
    truncated = scanned.thinking or not (answer.closed or answer.stopped or (answer.loose and not answer.cut))
    if any(name in values and _mistyped(name, values[name]) for name in FIELDS):
        repairs.add("types")
    if cut:
        repairs.add("shortened")
    return Reply(
        message=storable(texts["message"]),
        document_content=storable(texts["document_content"]),
        document_structure=tuple(clean(list(elements_of(values.get("document_structure"))))),
        sources=tuple(map(storable, sources[: reading_limits.MOST_SOURCES])),
        new_types=tuple(clean(list(types_of(values.get("new_types"))))),
        repaired=tuple(sorted(repairs)),
        uncertain=tuple(name for name in FIELDS if name in answer.unsure),
        truncated=truncated or bool(cut),
        cut=cut,
        intent=_intent(values.get("intent")),
        draft=_draft(values.get("draft")),
    )


def _intent(value: Any) -> Intent | None:
    """Return the intent that the model named, whatever its case and quotation marks; None if it is not "new", "revise",
    "move", "edit" or "talk".
    """
    said = value.strip().strip("\"'`.").lower() if isinstance(value, str) else ""
    return next((intent for intent in get_args(Intent) if said == intent), None)


def _draft(value: Any) -> str | None:
    """Return the id of a draft; None for anything else, because some models put the draft's text under this key."""
    said = value.strip() if isinstance(value, str) else ""
    return said if _ID.fullmatch(said) else None


def _mistyped(name: str, value: Any) -> bool:
    if name in {"message", "document_content"}:
        return not isinstance(value, str)
    item = str if name == "sources" else dict
    return not isinstance(value, list) or not all(isinstance(entry, item) for entry in value)


# -- which object is the answer -----------------------------------------------


def _choose(objects: list[Found]) -> Found | None:
    """Return the object that is the answer: the last one with fields of an answer. If that object only repeats an
    earlier one, or completes it, return the earlier one. Returns None if there are no objects.
    """
    answer: Found | None = None
    spare: Found | None = None
    for found in _paired(objects):
        fields = found.fields
        if not fields:
            spare = found
        elif answer is None:
            answer = found
        else:
            answer = _later(answer, found, fields)
    return answer or spare


def _paired(objects: list[Found]) -> list[Found]:
    """Return one object instead of several that each have the name and the value of a field: `{"key": "message",
    "value": …}`. Other objects are returned unchanged.
    """
    values = _from_pairs([found.values for found in objects])
    if not values:
        return objects
    first, last = objects[0], objects[-1]
    return [Found(first.start, last.end, values, set(), set().union(*(o.unsure for o in objects)), last.closed)]


def _from_pairs(objects: list[Any]) -> dict[str, Any]:
    """Convert a list of `{"key": …, "value": …}` that names fields of an answer to a dict; {} for any other list."""
    values: dict[str, Any] = {}
    for pair in objects:
        if not isinstance(pair, dict):
            return {}
        name = next((pair[key] for key in ("key", "name", "field") if isinstance(pair.get(key), str)), None)
        value = next((pair[key] for key in ("value", "content") if key in pair), None)
        if name is None or len(pair) > 3:
            return {}
        values[canonical(name)] = value
    return values if values.keys() & {"message", "document_content"} else {}


def _take_prefilled(answer: Found, scanned: Scan) -> None:
    """Set the message of an answer whose text lacks the start of its JSON object: `Done.", "sources": []}`. Models omit
    the start if the request has already written it.
    """
    lead = re.fullmatch(r'(.*)"\s*,\s*', scanned.prose[: scanned.lead], re.DOTALL) if answer.loose else None
    if lead is not None and "message" not in answer.values and "{" not in lead[1]:
        answer.values["message"] = decode(lead[1]).text


def _later(answer: Found, found: Found, fields: set[str]) -> Found:
    earlier = answer.fields
    if not fields & earlier:
        answer.values.update({name: found.values[name] for name in fields})
        answer.cut |= found.cut
        answer.unsure |= found.unsure
        answer.closed, answer.stopped = found.closed, found.stopped
        return answer
    if found.closed:
        return answer if len(fields) < len(earlier) and answer.closed else found
    return answer if answer.closed and _repeats(found, answer) else found


def _repeats(found: Found, answer: Found) -> bool:
    """Return True if `found`, an object that was cut off, only repeats `answer`, the complete object before it. This is
    so if the message of `answer` begins with the message of `found`.
    """
    said, again = answer.values.get("message"), found.values.get("message")
    return isinstance(said, str) and isinstance(again, str) and said.startswith(again)


def _open_wrapper(values: dict[str, Any], layers: int) -> tuple[dict[str, Any], Reply | None]:
    """Find the answer in an object (`values`) that may contain it as an inner object or as a JSON string. Returns two
    values:

    - (the inner object, None) if that is the answer
    - (`values`, the Reply parsed from the string) for a string
    - (`values` with the usual names of its fields, None) otherwise

    At most `layers` answers inside each other are opened; the next one is returned as it is.
    """
    if layers <= 0:
        return values, None
    best, texts = _inside(values)
    if _fits(values) >= max(1, _fits(best)):
        message = values.get("message")
        if not text_of(values.get("document_content")).strip() and isinstance(message, str) and _holds_answer(message):
            inner = _parse(message, layers - 1)
            if inner.document_content or inner.sources:
                return values, inner
        return _with_aliases(values), _in_content(values, layers)
    if best:
        return _with_aliases(best), None
    for text in texts:
        return values, _parse(text, layers - 1)
    return _with_aliases(values), None


def _in_content(values: dict[str, Any], layers: int) -> Reply | None:
    """Return the Reply in the content of an answer, if a model wrote another answer as JSON into the content; else
    None. At most `layers` answers inside each other are parsed.
    """
    content = values.get("document_content")
    inner = _parse(content, layers - 1) if isinstance(content, str) and _is_answer(content) else None
    if inner is None or not inner.document_content:
        return None
    return replace(
        inner,
        message=storable(text_of(values.get("message"))) or inner.message,
        sources=tuple(storable(each) for each in sources_of(values.get("sources"))) or inner.sources,
        intent=_intent(values.get("intent")) or inner.intent,
        draft=_draft(values.get("draft")) or inner.draft,
    )


def _inside(values: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Look for an answer inside an object: return the inner object with the most fields of an answer, and the inner
    strings that contain an answer.
    """
    best: dict[str, Any] = {}
    texts: list[str] = []
    level: list[Any] = list(values.values())
    for _ in range(8):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                named = {canonical(key): item for key, item in value.items()}
                if _fits(named) > _fits(best):
                    best = named
                below.extend(value.values())
            elif isinstance(value, list):
                paired = _from_pairs(value) if value else {}
                if _fits(paired) > _fits(best):
                    best = paired
                below.extend(value)
            elif isinstance(value, str) and _holds_answer(value):
                texts.append(value)
        level = below
    return best, texts


def _fits(values: dict[str, Any]) -> int:
    """Return how many of an answer's fields `values` has. Returns 0 if the only field is a message or content that is
    not text.
    """
    fields = values.keys() & set(FIELDS)
    texts = [values[name] for name in ("message", "document_content") if name in values]
    if len(fields) == 1 and texts and isinstance(texts[0], dict):
        return 0
    return len(fields)


_ANSWER = re.compile(
    r"\s*(?:```\w*\s*)?\{\s*\\*[\"'](?:intent|draft|message|document_content)\\*[\"']\s*:", re.IGNORECASE
)


def _holds_answer(text: str) -> bool:
    return _ANSWER.match(text) is not None


def _is_answer(text: str) -> bool:
    """Return True if a text is an answer from its beginning to its end. Returns False if text follows the JSON, as in a
    section that begins with an example of JSON.
    """
    if not _holds_answer(text):
        return False
    read = read_object(text, text.index("{"))
    return isinstance(read, int) or not text[read.end :].strip(CLOSING)


def _with_aliases(values: dict[str, Any]) -> dict[str, Any]:
    named = {key.lower().replace("-", "_").replace(" ", "_"): value for key, value in values.items()}
    missing = {
        name: next((named[alias] for alias in aliases if alias in named), None)
        for name, aliases in _ALIASES.items()
        if name not in values
    }
    return {**values, **{name: value for name, value in missing.items() if value is not None}}


# -- no answer object ---------------------------------------------------------

_FRAGMENT = re.compile(
    r"(?:\A|```(?:json)?)\s*[\[({\s]*\{\s*(?:[\"']?(?:intent|draft)[\"']?\s*[:=]\s*[\"'][\w-]{0,64}[\"']?,?\s*){0,2}"
    r"[\"'\w]{0,30}\s*:?\s*[\"'\[{]*\Z"
)
_NOTHING = re.compile(r"(?:```|~~~)?\s*(?:json)?[\s\[\]{}\"'`~,:\\]*(?:null|none|undefined)?[\s`~]*", re.IGNORECASE)


def _as_message(scanned: Scan) -> Reply:
    """Return a Reply for an answer without a JSON object: its text is the message, and there is no content. If the text
    is only the remains of an object, such as "{", the message is empty.
    """
    text = scanned.prose.strip()
    truncated = scanned.thinking
    if _NOTHING.fullmatch(text):
        truncated = truncated or text.count("{") + text.count("[") > text.count("}") + text.count("]")
        text = ""
    elif _FRAGMENT.search(text, max(0, len(text) - 200)):
        text, truncated = "", True
    text = without_echoes(text).strip()
    cut = reading_limits.cut_places(text, "", 0)
    if cut:
        scanned.repairs.add("shortened")
        text, truncated = text[: reading_limits.LONGEST_TEXT], True
    return Reply(message=text, repaired=tuple(sorted(scanned.repairs)), truncated=truncated, prose=bool(text), cut=cut)
