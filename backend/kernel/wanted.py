"""Define the options of one request as one value: validated once, stored with the run, and read where each is used.

A new option is a field here, a field of the same name in the request's schema (api/request_options.py), and the place
that uses it: prompts read `Briefing.wanted`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from backend.kernel.exchange import Reader
from backend.kernel.search_requests import AS_SET_UP, SearchOptions

#: What an answer may draw on beside what is attached: the web and the library, the library alone, or neither.
Focus = Literal["web", "local", "chat"]
#: Works of the user's library by their ids, or all of them.
Selection = tuple[str, ...] | Literal["all"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of a request. None means that the caller left an option out.

    `chat_model` and `system_model` are names from ALLOWED_MODELS, `location` and `profile` describe the reader, a
    `persona_id` of "" asks for no persona at all.
    """

    chat_model: str | None = None
    system_model: str | None = None
    #: the provider's quicker model
    fast: bool | None = None
    focus: Focus | None = None
    library: Selection | None = None
    persona_id: str | None = None
    location: str | None = None
    profile: str | None = None
    search: SearchOptions | None = None

    @property
    def reader(self) -> Reader:
        """Return the user as models see them."""
        return Reader(self.location or "", self.profile or "")

    @property
    def draws_on(self) -> Focus:
        """Return the active focus; the default is the web and the library."""
        return self.focus or "web"

    @property
    def search_options(self) -> SearchOptions:
        """Return how to search: as the caller says, else as the operator configured."""
        return self.search or AS_SET_UP

    def over(self, earlier: Wanted) -> Wanted:
        """Return these options, with missing ones taken from the earlier request."""
        unsaid = {each.name: getattr(earlier, each.name) for each in fields(self) if getattr(self, each.name) is None}
        return replace(self, **unsaid)

    def to_json(self) -> dict[str, Any]:
        """Return the given options as JSON data for the database."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        return said if self.search is None else said | {"search": self.search.to_json()}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Wanted:
        """Build the options from the result of `to_json`; unknown names are ignored."""
        known = {each.name for each in fields(cls)}
        values = {name: value for name, value in (stored or {}).items() if name in known}
        if isinstance(values.get("library"), list):
            values["library"] = tuple(values["library"])
        if isinstance(values.get("search"), Mapping):
            values["search"] = SearchOptions.from_json(values["search"])
        return cls(**values)


NOTHING_SAID = Wanted()
