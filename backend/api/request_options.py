"""What a caller may choose for one request, a message's or a research question's: which models, and for whom."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from backend.api.schemas.fields import Text
from backend.kernel.exchange import Reader

#: Characters of a place, a profile and a model's name.
MAX_PLACE, MAX_PROFILE, MAX_MODEL = 200, 2_000, 200


class ModelsIn(Schema):
    """Only names that the operator allows (`ALLOWED_MODELS`)."""

    chat = Text(MAX_MODEL, least=1, load_default=None)
    system = Text(MAX_MODEL, least=1, load_default=None)


class Choices(Schema):
    """The fields themselves. What is left out is as the operator has set it."""

    models = fields.Nested(
        ModelsIn,
        load_default=dict,
        metadata={
            "description": "`chat` answers, `system` writes queries and summaries: the same one, where one provider "
            "does both and only `chat` is named; only from ALLOWED_MODELS"
        },
    )
    user_location = Text(
        MAX_PLACE,
        load_default="",
        metadata={"description": "where the reader is; may bias what is searched for"},
    )
    user_profile = Text(
        MAX_PROFILE,
        load_default="",
        metadata={"description": "who the reader is; sets tone and depth, is never searched for and never quoted"},
    )


def chosen(body: dict[str, Any]) -> dict[str, Any]:
    """The choices as a command has them, taken out of the body."""
    models = body.pop("models")
    reader = Reader(" ".join(body.pop("user_location").split()), body.pop("user_profile").strip())
    return {"chat_model": models.get("chat"), "system_model": models.get("system"), "reader": reader}
