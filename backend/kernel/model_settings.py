"""Define the settings of one model, and choose a model to place drafts if the operator configured none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

#: Perplexity's small model. It can place drafts: the answer is one line of JSON, and no search is needed.
SMALL_SONAR = "sonar"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The settings of a model. `kind` is the kind of provider, `base_url` its address and `temperature` how freely it
    writes (0 to 2). Empty strings stand for the provider's default; `timeout` is in seconds.

    If these settings were copied from another model's, `copied_from` names that model: "system model" or "writer".
    """

    kind: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""
    temperature: float = 0.7
    timeout: float = 90.0
    copied_from: str = ""

    @property
    def is_model(self) -> bool:
        """Return True if a chat model is configured. For the kind `research`, this means that an address or a key is
        set.
        """
        told = bool(self.base_url or self.api_key)
        return self.kind in ("perplexity", "openai") or (self.kind == "research" and told)


def choose_placer(writer: ModelSettings, system: ModelSettings | None, shared: ModelSettings) -> ModelSettings:
    """Return the settings of the model that places drafts, if the operator configured none for this. `shared` has the
    operator's other settings for placement, such as the time limit, which is always used.

    The first possible one of these is chosen: the system model; the writer, if it is a chat model other than
    Perplexity's; `shared`, if it has an API key; Perplexity's small model, if the writer is Perplexity's. If none is
    possible, the kind is "rules": rules place drafts without a model. A model name in `shared` replaces that of the
    chosen settings.
    """
    if system is not None:
        found = replace(system, copied_from="system model")
    elif writer.is_model and writer.kind != "perplexity":
        found = replace(writer, kind="openai", copied_from="writer")
    elif shared.api_key:
        found = shared
    elif writer.kind == "perplexity":
        found = replace(writer, model=SMALL_SONAR, copied_from="writer")
    else:
        return replace(shared, kind="rules")
    return replace(found, model=shared.model or found.model, temperature=0.0, timeout=shared.timeout)
