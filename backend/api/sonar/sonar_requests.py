"""Read a request of Sonar's API as an inquiry of the research engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any, Literal

from backend.drafting import search_need
from backend.drafting.search_need import Situation
from backend.errors import Refused
from backend.kernel.exchange import AnswerSchema, Reader, Turn
from backend.kernel.search_requests import Filters
from backend.research.inquiry import Effort, Inquiry
from backend.research.queries import question_of

#: The effort of the search for each of Sonar's models, if the request gives none. Other models with "sonar" in their
#: name count as `sonar-pro`.
EFFORTS: Mapping[str, Effort] = {
    "sonar": "low",
    "sonar-pro": "medium",
    "sonar-reasoning-pro": "medium",
    "sonar-deep-research": "high",
}
ALTERNATION = (
    "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."
)
LAST = "The last message must be from the user."


def inquiry_of(body: Mapping[str, Any], allowed_models: Collection[str]) -> Inquiry:
    """Build the inquiry from the request's body. Raises Refused if the model is unknown, or if user and assistant do
    not alternate in the messages. `allowed_models` are the names of further models that this server accepts.
    """
    chat_model, effort = _sonar_model(body, allowed_models)
    rules, turns = _talk(body["messages"])
    search = not body.get("disable_search")
    if search and body.get("enable_search_classifier"):
        asked = len(turns) > 1 and turns[-2].content.rstrip().endswith("?")
        search = search_need.decide(turns[-1].content, Situation(asked=asked)).search
    return Inquiry(
        turns=turns,
        rules=rules,
        effort=effort,
        search=search,
        filters=_filters(body),
        reader=Reader(_place(body)),
        schema=_schema(body),
        chat_model=chat_model,
        max_tokens=body.get("max_tokens") or body.get("max_completion_tokens"),
        temperature=body.get("temperature"),
        numbered=True,
        related=bool(body.get("return_related_questions")),
    )


def models(allowed_models: Collection[str]) -> list[str]:
    """Return the model names that a request may use: Sonar's own, and `allowed_models` of this server."""
    return [*EFFORTS, *sorted(set(allowed_models) - set(EFFORTS))]


def _sonar_model(body: Mapping[str, Any], allowed_models: Collection[str]) -> tuple[str | None, Effort]:
    """Return the requested chat model (None for the configured one) and the effort of the search. Raises Refused for an
    unknown model.
    """
    name: str = body["model"]
    bare = name.lower().rpartition("/")[2]
    if name not in allowed_models and "sonar" not in bare:
        words = f"Invalid model {name!r}. The available models are: {', '.join(models(allowed_models))}."
        raise Refused(words, errors={"model": [words]})
    effort = EFFORTS.get(bare, "medium")
    reasoning = body.get("reasoning_effort")
    if reasoning and "deep-research" in bare:
        effort = "low" if reasoning == "minimal" else reasoning
    wanted = (body.get("web_search_options") or {}).get("search_context_size")
    return (name if name in allowed_models else None), wanted or effort


def _talk(messages: Sequence[Mapping[str, str]]) -> tuple[str, tuple[Turn, ...]]:
    """Return all system messages as one text, and the conversation. In the conversation, user and assistant alternate,
    and the user is last.
    """
    system = [each["role"] in ("system", "developer") for each in messages]
    first = system.index(False) if False in system else len(messages)
    roles = ["user" if each["role"] == "tool" else each["role"] for each in messages[first:]]
    if any(role != ("user", "assistant")[place % 2] for place, role in enumerate(roles)):
        raise Refused(ALTERNATION, errors={"messages": [ALTERNATION]})
    if not roles or roles[-1] != "user":
        raise Refused(LAST, errors={"messages": [LAST]})
    turns = tuple(
        Turn("user" if role == "user" else "assistant", each["content"])
        for role, each in zip(roles, messages[first:], strict=True)
    )
    if not question_of(turns):
        raise Refused("The last message is empty.", errors={"messages": ["The last message is empty."]})
    rules = "\n\n".join(each["content"] for each in messages[:first] if each["content"].strip())
    return rules, turns


def _filters(body: Mapping[str, Any]) -> Filters:
    domains: list[str] = body.get("search_domain_filter") or []
    wanted = tuple(each for each in domains if not each.startswith("-"))
    mode: Literal["web", "academic", "both", "sec"] = body.get("search_mode") or "web"
    if mode == "sec" and not wanted:
        wanted = ("sec.gov",)
    languages = body.get("search_language_filter") or [""]
    return Filters(
        mode="web" if mode == "sec" else mode,
        domains=wanted,
        excluded_domains=tuple(each[1:] for each in domains if each.startswith("-")),
        after=_edge(max, body.get("search_after_date_filter"), body.get("last_updated_after_filter")),
        before=_edge(min, body.get("search_before_date_filter"), body.get("last_updated_before_filter")),
        recency=body.get("search_recency_filter"),
        language=languages[0].lower(),
    )


def _edge(choose: Callable[..., date | None], *days: date | None) -> date | None:
    """Return the latest of these dates if `choose` is max, and the earliest if it is min; None if all are None."""
    return choose((day for day in days if day is not None), default=None)


def _place(body: Mapping[str, Any]) -> str:
    place = (body.get("web_search_options") or {}).get("user_location") or {}
    parts = (" ".join((place.get(name) or "").split()) for name in ("city", "region", "country"))
    return ", ".join(part for part in parts if part)


def _schema(body: Mapping[str, Any]) -> AnswerSchema | None:
    form = body.get("response_format")
    if not form or form["type"] == "text":
        return None
    if form["type"] == "json_object":
        return AnswerSchema("answer", {"type": "object"})
    described = form["json_schema"]
    return AnswerSchema(described.get("name") or "answer", described["schema"])
