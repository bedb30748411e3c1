"""Define the options of a request as one value. They are validated once and stored with the run.

A new option needs three things: a field here, a field of the same name in the request's schema
(api/request_options.py), and the code that uses it. Prompts read the options from `Briefing.wanted`
(drafting/briefing.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from backend.kernel.exchange import Reader
from backend.kernel.search_requests import AS_SET_UP, SearchOptions

#: The sources that an answer may use besides attached texts: the web and the library, the library alone, or neither.
Focus = Literal["web", "local", "chat"]
#: The ids of the chosen library works, or "all".
Selection = tuple[str, ...] | Literal["all"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a request. None means that the caller gave no value.

    `chat_model` and `system_model` are names from the operator's setting ALLOWED_MODELS. `location` and `profile`
    describe the reader. If `persona_id` is "", the answer is written without a persona.
    """

    chat_model: str | None = None
    system_model: str | None = None
    #: True to use the provider's quicker model
    fast: bool | None = None
    focus: Focus | None = None
    library: Selection | None = None
    persona_id: str | None = None
    location: str | None = None
    profile: str | None = None
    search: SearchOptions | None = None

    @property
    def reader(self) -> Reader:
        """Return the user's location and profile in the form that a request to a model needs."""
        return Reader(self.location or "", self.profile or "")

    @property
    def draws_on(self) -> Focus:
        """Return where the answer may take its evidence from: "web", "local" or "chat"; "web" if the caller chose
        none.
        """
        return self.focus or "web"

    @property
    def search_options(self) -> SearchOptions:
        """Return the search options that the caller gave; if there are none, options that change none of the operator's
        settings.
        """
        return self.search or AS_SET_UP

    def over(self, earlier: Wanted) -> Wanted:
        """Return these options, with the values of the `earlier` request for the options that are None here."""
        unsaid = {each.name: getattr(earlier, each.name) for each in fields(self) if getattr(self, each.name) is None}
        return replace(self, **unsaid)

    def to_json(self) -> dict[str, Any]:
        """Return the options that are not None as a JSON object for the database."""
        said = {name: value for name in _NAMES if (value := getattr(self, name)) is not None}
        return said if self.search is None else said | {"search": self.search.to_json()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Wanted:
        """Build the options from an object that `to_json` returned; unknown names are ignored."""
        values = {name: value for name, value in (stored or {}).items() if name in _NAMES}
        if isinstance(values.get("library"), list):
            values["library"] = tuple(values["library"])
        if isinstance(values.get("search"), Mapping):
            values["search"] = SearchOptions.from_json(values["search"])
        return cls(**values)


_NAMES = tuple(each.name for each in fields(Wanted))
NOTHING_SAID = Wanted()
