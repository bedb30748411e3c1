"""Find the section of a block if a message names the section separately: "X, after the second paragraph"."""

from __future__ import annotations

from backend.document.outline import Section
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.section_names import NamedSection

#: Minimum quality (0 to 1) of the name of a section, so that a block described next to this name belongs to the
#: section.
HOLDER = 0.9
#: The same minimum for a name after a preposition ("in the discussion"), or alone before the description ("Intro, …").
_LOOSE_HOLDER = 0.7


def holder(reading: ParsedMessage, start: int, stop: int) -> tuple[Section, ...]:
    """Return the section that a message names for a block elsewhere than beside it, in a tuple; () unless exactly one
    section is named. The block is described by the tokens `start` to `stop` - 1.

    The section is named in the same sentence ("X, after the second paragraph"), or alone in the sentence before: "X.
    Above the figure."
    """
    first, last = reading.sentence(start)
    above = reading.sentence(first - 1)[0] if first else first
    for begin, end in ((first, last), (above, first)):
        named = [
            m for m in outermost(m for m in reading.mentions if _may_hold(reading, m))
            if begin <= m.first and m.stop <= end and not start <= m.first < stop
        ]  # fmt: skip
        if named:
            alone = begin == first or _fills(reading, named[0], begin, end)
            meant = set[int].intersection(*(set(m.sections) for m in named))  # "7.2.1 Support" are two names of one
            return tuple(reading.view.sections[i] for i in sorted(meant)) if alone else ()
    return ()


def _may_hold(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if the section with this name may be the one that contains the block: no word before the name
    excludes it ("not") or makes it a topic ("about"). An inexact name must follow a preposition, or begin the sentence
    with a comma or colon after it.
    """
    index = mention.first
    while index and (index - 1 in reading.masked or reading.tokens[index - 1].word):
        index -= 1
        if reading.at(index, "not", "refer", "topic"):
            return False
    lead = mention.first
    while (before := reading.before(lead, "filler", "section")) is not None and reading.before(lead, "in") is None:
        lead = before
    fronted = mention.first == reading.sentence(mention.first)[0] and reading.text_at(mention.stop) in (",", ":")
    led = fronted or reading.before(lead, "in") is not None
    return mention.quality >= HOLDER or (mention.quality >= _LOOSE_HOLDER and led)


def _fills(reading: ParsedMessage, mention: NamedSection, first: int, stop: int) -> bool:
    """Return True if the tokens `first` to `stop` - 1 are only a section's name, a preposition and words such as "the
    section".
    """
    lead = reading.skip(first, mention.first, "in", "filler", "section")
    behind = reading.skip(mention.stop, stop, "section")
    return lead >= mention.first and all(not reading.tokens[i].word for i in range(behind, stop))
