"""One model and how it is reached, as the settings say it; and which model places where none is named for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

#: Perplexity's small model: a plan is one line of JSON, and it never searches.
SMALL_SONAR = "sonar"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Empty strings mean the provider's own default. `timeout` is in seconds.

    `lender` is the part of the settings that a model is borrowed from, where nothing is set for its own part.
    """

    kind: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""
    temperature: float = 0.7
    timeout: float = 90.0
    lender: str = ""

    @property
    def is_model(self) -> bool:
        """Return True if a chat model's address or key stands here: `research` has one only where it is told so."""
        told = bool(self.base_url or self.api_key)
        return self.kind in ("perplexity", "openai") or (self.kind == "research" and told)


def choose_placer(writer: ModelSettings, system: ModelSettings | None, shared: ModelSettings) -> ModelSettings:
    """The model that places where nothing is set for it.

    The system model comes first, then the writer where it is an OpenAI-compatible model, then `shared` if it has a
    key, then Perplexity's small model. Where there is none of them, the rules place. `shared` gives the time-out.
    """
    if system is not None:
        found = replace(system, lender="system model")
    elif writer.is_model and writer.kind != "perplexity":
        found = replace(writer, kind="openai", lender="writer")
    elif shared.api_key:
        found = shared
    elif writer.kind == "perplexity":
        found = replace(writer, model=SMALL_SONAR, lender="writer")
    else:
        return replace(shared, kind="rules")
    return replace(found, model=shared.model or found.model, temperature=0.0, timeout=shared.timeout)
