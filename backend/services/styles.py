"""Manage citation styles (CSL): those included with Coscribe, and those that a user has added."""

from __future__ import annotations

from typing import Any

from backend.errors import Refused
from backend.formats.csl_styles import Style, name_in, read_style
from backend.formats.reference_words import reference_words
from backend.kernel.rendering import RenderJob
from backend.ports import Ports
from backend.storage import styles
from backend.storage.db import reading, transaction
from backend.storage.styles import StoredStyle

#: Maximum number of styles of one user. Chosen.
MOST_STYLES = 200
#: A work whose citation is formatted with a new style before the style is stored.
_TRIAL = {
    "id": "trial2021", "type": "article-journal", "title": "A title", "author": [{"family": "Berg", "given": "Ana"}],
    "issued": {"date-parts": [[2021]]}, "container-title": "A journal", "volume": "1", "page": "1-2",
}  # fmt: skip


def listed(ports: Ports, user_id: str) -> list[dict[str, Any]]:
    """Return all styles that the user can choose, as the API shows them; the user's own come first."""
    with reading():
        own = styles.list_of(user_id)
    shipped = [{"id": name, "title": read_style(ports.renderer.style(name).encode()).title} for name in
               ports.renderer.styles]  # fmt: skip
    return [*map(_as_json, own), *({**each, "shipped": True} for each in shipped)]


def names(ports: Ports, user_id: str) -> tuple[str, ...]:
    """Return the names of all styles that the user can choose."""
    with reading():
        return (*ports.renderer.styles, *(each.name for each in styles.list_of(user_id)))


def text_of(ports: Ports, user_id: str, name: str) -> str:
    """Return the text of a style, in CSL. Raises NotFound for an unknown name."""
    if name in ports.renderer.styles:
        return ports.renderer.style(name)
    with reading():
        return styles.get(user_id, name).text


def add(ports: Ports, user_id: str, content: bytes) -> tuple[dict[str, Any], bool]:
    """Store a style. Returns it as the API shows it, and True if the user had no style with its name. Raises Refused,
    with the reason, if it cannot be used.

    A style that takes its rules from another style is stored with these rules.
    """
    style = read_style(content)
    text = _rules_of(ports, user_id, style) if style.parent else style.text
    _try(ports, text)
    name = f"{style.name}-own" if style.name in ports.renderer.styles else style.name
    stored = StoredStyle(user_id, name, style.title, style.csl_id, ports.clock(), text)
    with transaction():
        new = styles.put(stored)
        if len(styles.list_of(user_id)) > MOST_STYLES:
            raise Refused(
                "You have too many styles, so this one was not stored.",
                errors={"file": [f"You can keep {MOST_STYLES} styles. Delete one first."]},
            )
    return _as_json(stored), new


def remove(ports: Ports, user_id: str, name: str) -> None:
    """Delete a style that the user has added. Raises NotFound for any other style."""
    with transaction():
        styles.remove(user_id, name)


def _rules_of(ports: Ports, user_id: str, style: Style) -> str:
    """Return the text of the style whose rules `style` uses. Raises Refused if that style is missing."""
    wanted = name_in(style.parent)
    if wanted in ports.renderer.styles:
        return ports.renderer.style(wanted)
    with reading():
        own = styles.list_of(user_id)
    found = next((each for each in own if each.csl_id == style.parent or each.name == wanted), None)
    if found is None:
        reason = f"The style takes its rules from another one, {style.parent}: add that one first."
        raise Refused("This style cannot be used, so it was not stored.", errors={"file": [reason]})
    return found.text


def _try(ports: Ports, text: str) -> None:
    """Format a sample citation with the style in `text`. Raises Refused if this fails."""
    job = RenderJob("html", "[@trial2021]\n", text, ports.clock(), reference_words("en"), references=[_TRIAL])
    try:
        ports.renderer.render(job)
    except Refused as error:
        raise Refused("This style cannot be used, so it was not stored.", errors={"file": [error.detail]}) from error


def _as_json(style: StoredStyle) -> dict[str, Any]:
    return {"id": style.name, "title": style.title, "shipped": False}
