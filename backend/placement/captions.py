"""Replace a table or figure together with its caption. Otherwise the old caption would remain without its table or
figure, or beside the caption of the new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.order_words import is_a, words_in
from backend.mentions.document_view import DocumentView, view_of
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement, anchor_at

_CAPTIONED = ("table", "figure")
_BOTH = "The caption of the old table or figure is replaced, too."


def with_captions(builder: PlacementBuilder, found: Sequence[Placement], messages: Sequence[str]) -> list[Placement]:
    """Return the placements `found`, changed so that a table or figure is replaced together with its old caption. If
    the content is only a caption, only the old caption is replaced.

    Nothing is changed if the content has a table or figure without a caption, or if the last of the `messages` has a
    word such as "keep".
    """
    keeps = any(is_a(word, "keeping") for message in messages[-1:] for word in words_in(message))
    return list(found) if keeps else [_with_caption(builder, each) for each in found]


def _with_caption(builder: PlacementBuilder, placement: Placement) -> Placement:
    if placement.operation != "replace" or placement.place != "block" or placement.anchor is None:
        return placement
    index = placement.anchor.block
    kind = builder.view.blocks[index].kind
    beside = _caption(builder.view, index) if kind in _CAPTIONED else None
    ours = view_of(builder.content.document)
    if beside is not None and len(ours.blocks) == 1 and ours.is_caption(ours.blocks[0]):
        return replace(placement, anchor=anchor_at(builder.view.document, beside))
    shown = [each.index for each in ours.document.of_kind(kind)]
    if beside is None or (shown and not any(_caption(ours, each) is not None for each in shown)):
        return placement
    anchor = anchor_at(builder.view.document, min(index, beside))
    return replace(placement, anchor=anchor, position="blocks 2", reason=f"{placement.reason} {_BOTH}")


def _caption(view: DocumentView, index: int) -> int | None:
    """Return the index of the block that is the caption of the table or figure at `index`; None if it has no
    caption.
    """
    block = view.blocks[index]
    found = (view.caption(block, below, block.kind) for below in (True, False))
    return next((each.index for each in found if each is not None), None)
