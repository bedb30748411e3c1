"""Place content as a list item directly before or after a list item that a message names."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_classes import INDEFINITE
from backend.document.order_limits import BETWEEN
from backend.document.order_words import HAN_OR_KANA, is_a
from backend.mentions.closed_words import is_article, noun, ordinal
from backend.mentions.elements import parts
from backend.mentions.lexicon import Token, tokens
from backend.mentions.resolver import Mention, resolve
from backend.placement.carrying_out.resolve import items
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Operation, Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.roles import Roles
from backend.placement.request.unmet_relations import end_of_object, relations_in
from backend.ranking.function_words import EVERY_WORD

_SIDES: dict[str, Operation] = {"after": "insert_after", "before": "insert_before"}
#: Confidence (0 to 1) of a place beside the only item that a message may mean.
_NAMED = 0.98
#: Index of the first word of an item's text at which some words may begin: the item's number counts as a word.
_MARKER = 2
_ITEMS = frozenset({"item", "step"})
_BLOCKS = frozenset({"paragraph", "section", "heading", "list", "table", "figure", "quotation", "equation", "code"})


def beside_items(builder: PlacementBuilder, requests: Sequence[tuple[str, PlacementRequest | None]]) -> list[Placement]:
    """Return the possible places beside the list item that the latest request for a place names ("after the third
    item"); [] if it names no item. `requests` are pairs of a message and the place that it asks for (or None), oldest
    first.
    """
    message, asked = next(((m, each) for m, each in reversed(requests) if each is not None), ("", None))
    if not requests or not builder.content.fits_item:
        return []
    if neighbor := _beside_words(builder, message or requests[-1][0]):
        return neighbor
    if asked is None:
        return []
    if between := _between(builder, message):
        return between
    side = _SIDES.get(asked.relation)
    if side is None:
        wanted = brings_item(message) or (asked.relation == "end" and _names_list(builder, message))
        return _at_end(builder, message) if asked.relation in ("in", "end") and wanted else []
    named = [each for each in resolve(builder.view.document, message) if each.kind in ("item", "section", "quotation")]
    meant = [each for each in named if each.kind == "item"]
    if len(meant) != 1 or meant[0].guessed or named[-1] is not meant[0] or _asks_for_block(message, meant[0]):
        return []
    if not _follows_relation(message, meant[0]):
        return []  # "the fourth goal is too long"
    return [found for span in _spans(builder, meant[0]) if (found := _beside(builder, side, *span)) is not None]


def _between(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place between the two adjacent items that a message names ("between the second and third item"), in a
    list; [] if it names no such items.
    """
    items_named = [each for each in resolve(builder.view.document, message) if each.kind == "item"]
    words = [word.norm for word in tokens(message) if word.word and not word.quote]
    sure = all(each.sure for each in items_named) and bool(BETWEEN.intersection(words))
    if not sure or len(items_named) != 2 or _asks_for_block(message, items_named[1]):
        return []
    one, other = sorted(items_named, key=lambda each: each.span)
    source = builder.view.document.text[one.span[0] : other.span[0]]
    if one.start != other.start or len(items(source)) != 1:
        return []
    found = _beside(builder, "insert_after", one.start, one.span[0])
    return [found] if found is not None else []


def _beside_words(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place next to the only item that contains the words after "after" or "before": "the list of tools,
    after dkjson". Returns [] if there is no such item.

    The content must be a list item. A sentence without a list marker is also accepted if the named section has nothing
    but a list.
    """
    if not (builder.content.item or builder.content.sentence):
        return []
    tag, found, within = _described(builder, message)
    if not builder.content.item and not (
        within and all(_is_bare_list(builder, each) for each in within) and not _asks_for_block(message)
    ):
        return []
    return [place for each in found if (place := _beside(builder, _SIDES[tag], *each)) is not None]


def is_apart_from_item(builder: PlacementBuilder, message: str, found: Placement) -> bool:
    """Return True if the place `found` is beside a whole list, but the message may mean a place inside the list: "after
    gauges", and the last item is about something else.

    The words after "after" or "before" must name no other part. The item beside the place (the last
    one for "after", the first one for "before") must lack one of these words.
    """
    if found.place != "block" or found.anchor is None or builder.view.blocks[found.anchor.block].kind != "list":
        return False
    tag, words = _neighbor(builder, message)
    named = [each.at for each in resolve(builder.view.document, message) if each.kind not in ("document", "item")]
    if not words or any(start < words[-1].end and words[0].start < end for start, end in named):
        return False
    source = builder.view.document.source(builder.view.blocks[found.anchor.block])
    start, end = items(source)[-1 if tag == "after" else 0]
    wanted = {word.stem for word in words if word.word and word.norm not in EVERY_WORD}
    return not wanted <= {word.stem for word in tokens(source[start:end])}


def _neighbor(builder: PlacementBuilder, message: str) -> tuple[str, list[Token]]:
    """Return "after" or "before" as the message says it, and the words after it; ("", []) if it says neither, or says
    it more than once.
    """
    reading = parsed(builder.view, message)
    if reading is None or reading.postpositional:
        return "", []
    outside = reading.masked | set(Roles(reading).refused)
    said = [index for index in range(len(reading.tokens)) if index not in outside]
    found = [each for each in relations_in(reading, said) if end_of_object(reading, each[2]) > each[2]]
    if len(found) != 1:
        return "", []
    tag, _, first = found[0]
    return tag, list(reading.tokens[first : end_of_object(reading, first)])


def _described(builder: PlacementBuilder, message: str) -> tuple[str, list[tuple[int, int]], list[Mention]]:
    """Find the list item that a message describes, as in "after the item on tides in Methods".

    Returns three things, which are all empty if no words follow "after" or "before", or if these words are a section's
    name and the message names no list:
    - the word "after" or "before";
    - a list with (block, character offset in the document) of the item that has the words after it ("tides"); the list
      is empty if no item or several have them;
    - the parts that were searched ("Methods"; [] for the whole document).
    """
    tag, words = _neighbor(builder, message)
    wanted = [word.stem for word in words if word.word and not is_article(word.norm)]
    named = [each for each in resolve(builder.view.document, message) if each.kind in ("list", "section")]
    apart = [each for each in named if words and (each.at[1] <= words[0].start or words[-1].end <= each.at[0])]
    title = any(each.at[0] <= words[0].start and words[-1].end <= each.at[1] for each in named if words)
    within = [each for each in apart if each.kind == "list"] or ([] if title else apart)
    if not wanted or (title and not within):
        return "", [], []
    return tag, _items_with(builder, wanted, within), within


def _is_bare_list(builder: PlacementBuilder, named: Mention) -> bool:
    """Return True if the named section has one list and no other text of its own."""
    if named.kind != "section" or named.rivals:
        return False
    own = builder.view.own(builder.view.section_of(named.start))
    return [each.kind for each in own if each.kind not in ("heading", "comment")] == ["list"]


def _items_with(builder: PlacementBuilder, wanted: list[str], within: Sequence[Mention]) -> list[tuple[int, int]]:
    """Return (block, character offset in the document) of the only item that begins with the words `wanted`, or else of
    the only item that contains them all. Returns [] if there is none, or several. If `within` is not empty, only items
    in these parts are searched.
    """
    ranges = [span for each in within for span in ((each.start, each.stop), *each.rivals)]
    ranges = ranges or [(0, len(builder.view.blocks))]
    listed = {part.span: part for start, stop in ranges for part in parts(builder.view, "item", start, stop)}
    begins: list[tuple[int, int]] = []
    holds: list[tuple[int, int]] = []
    for (start, stop), part in listed.items():
        stems = [word.stem for word in tokens(builder.view.document.text[start:stop]) if word.word]
        if any(stems[at : at + len(wanted)] == wanted for at in range(_MARKER)):
            begins.append((part.start, start))
        elif set(wanted) <= set(stems):
            holds.append((part.start, start))
    sure = begins or holds
    return sure if len(sure) == 1 else []


def brings_item(message: str) -> bool:
    """Return True if a message asks for a new list item: "a bullet", "another item"."""
    words = [word for word in tokens(message) if not word.quote]
    return any(
        _ITEMS.intersection(noun(words, at)[0]) and words[at - 1].norm in INDEFINITE for at in range(1, len(words))
    )


def _names_list(builder: PlacementBuilder, message: str) -> bool:
    """Return True if a message names one list and no other block: "at the end of the list of risks"."""
    named = [each for each in resolve(builder.view.document, message) if each.kind == "list"]
    return len(named) == 1 and named[0].sure and not _asks_for_block(message, named[0])


def _at_end(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place after the last item of a list. The message must name this list, or a section with no other list;
    otherwise the result is [].
    """
    view = builder.view
    named = [each for each in resolve(view.document, message) if each.kind in ("list", "section")]
    if len(named) != 1 or not named[0].sure:
        return []
    words = [word for word in tokens(message) if word.word and not word.quote]
    counted = (ordinal(words, at)[0] for at, word in enumerate(words) if not _is_inside(word.start, named[0]))
    if any(number not in (0, -1) for number in counted):
        return []  # "as the third item"
    lists = [each for each in view.blocks[named[0].start : named[0].stop] if each.kind == "list"]
    count = len(items(view.document.source(lists[0]))) if len(lists) == 1 else 0
    reason = "The content is one more item of the list that the message names."
    return [builder.make("insert_after", lists[0].index, f"item {count}", reason, _NAMED)] if count else []


def _is_inside(start: int, named: Mention) -> bool:
    return named.at[0] <= start < named.at[1]


def _follows_relation(message: str, item: Mention) -> bool:
    """Return True if a word such as "after" is directly before an item's name. Chinese and Japanese have no spaces
    between words, so there the result is always True.
    """
    before = [word.norm for word in tokens(message[: item.at[0]]) if word.word]
    while before and is_article(before[-1]):
        before.pop()
    spaceless = HAN_OR_KANA.search(message) is not None
    return spaceless or bool(before and (is_a(before[-1], "place") or before[-1] in _OF))


_OF = frozenset("of von der des de d' del di van above hinten über encima sopra boven".split())


def _asks_for_block(message: str, item: Mention | None = None) -> bool:
    """Return True if a message asks for a paragraph or another block ("add a paragraph after the third item"), and not
    for one more item. The words that name the `item` are left out.
    """
    words = tokens(message)
    inside = item.at if item is not None else (0, 0)
    outside = (at for at, word in enumerate(words) if not word.quote and not inside[0] <= word.start < inside[1])
    return any(_BLOCKS.intersection(noun(words, at)[0]) for at in outside)


def _spans(builder: PlacementBuilder, item: Mention) -> list[tuple[int, int]]:
    """Return where the named `item` is, as a list with (block, character offset in the document). If the item's name
    also fits items of other lists, the list has a further pair for each of these: its block, and the offset where it
    starts.
    """
    return [(item.start, item.span[0]), *((start, builder.view.blocks[start].start) for start, _ in item.rivals)]


def _beside(builder: PlacementBuilder, side: Operation, block: int, at: int) -> Placement | None:
    source = builder.view.document.source(builder.view.blocks[block])
    offset = at - builder.view.blocks[block].start
    number = next((n for n, (start, stop) in enumerate(items(source), 1) if start <= offset < stop), 0)
    reason = "The place is beside the list item that the message names."
    return builder.make(side, block, f"item {number}", reason, _NAMED) if number else None
