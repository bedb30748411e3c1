"""List the placements that are possible for a request, best first: beside which block, before or after it, and with
which heading.

`python -m tests.bench.sensitivity placement/fit/candidates.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.blocks import Block
from backend.document.outline import Section
from backend.mentions.document_view import DocumentView
from backend.mentions.headings import fold
from backend.mentions.referents import Target
from backend.placement.carrying_out.resolve import end_of_text, items, rows
from backend.placement.content import Content
from backend.placement.plan import Operation, Placement, anchor_at, position
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.versions.named_titles import is_short_for
from backend.ranking.terms import stop_terms, terms

#: Maximum number of candidates of one kind: as many as a person is shown.
_SHOWN = 5
_SMALL = stop_terms("english")
#: Two targets of a replacement are equally likely if their scores differ by less than this; then the user is asked.
_NEAR = 0.08
#: Kinds of blocks that may have a caption.
_SHOWN_KINDS = ("table", "figure", "html", "div", "latex")


@dataclass(frozen=True, slots=True)
class PlacementBuilder:
    """Builds the placements that a message may ask for, for one content in one document."""

    view: DocumentView
    content: Content

    def of(self, request: PlacementRequest) -> list[Placement]:
        """Return the placements that are possible for a request, best first; [] if it names no place."""
        meant = request.target
        if meant is None or meant.kind == "back":
            return []
        if (inside := self._inside(request)) is not None:
            return inside
        if request.relation == "replace":
            return self._replace(request, meant)
        if request.relation == "between":
            return self._between(request)
        if meant.kind in ("every", "document"):
            return self._whole(request)
        if meant.kind == "block":
            return self._beside_block(request, meant)
        return self._by_section(request, meant)

    # ------------------------------------------------------------------ making placements

    def make(
        self, operation: Operation, block: int | None, place: str, reason: str, sure: float, heading: str = ""
    ) -> Placement:
        view = self.view
        section = view.section_of(block).path if block is not None else None
        anchor = anchor_at(view.document, block) if block is not None else None
        where = position(place, heading) if place or heading else None
        return Placement(operation, section, anchor, where, "rules", reason, round(min(0.98, max(0.05, sure)), 3))

    def sections(self, meant: Target, request: PlacementRequest) -> list[Section]:
        """Return the sections that the name `meant` may mean, the likeliest first.

        The likeliest ones are inside another section that the request names: the "Limits" in Results for "in Limits,
        under Results". After them come those whose heading has the same level as the content's.
        """
        found = [self.view.sections[i] for i in meant.sections]
        if len(found) > 1:
            above = [self.view.sections[i] for i in request.sections]
            found.sort(
                key=lambda s: (-sum(self.view.under(s, a) for a in above), s.level != self.content.level, s.level)
            )
        return found

    def heading(self, request: PlacementRequest, level: int) -> str:
        """Return the Markdown line of a heading of this level to add, such as "## Limits". Returns "" unless the
        request gives a title and the content has no heading.
        """
        if request.title and not self.content.level:
            return f"{'#' * max(1, min(6, level))} {request.title}"
        return ""

    # ------------------------------------------------------------------ the kinds of requests

    def _inside(self, request: PlacementRequest) -> list[Placement] | None:
        """Return the placements of the content as one more item of a list, or one more row of a table, that the request
        names. Returns None if the content is no item or row, or if the request names no list or table.
        """
        kind = self._container(request)
        if not kind or request.relation == "replace" or request.target is None:
            return None
        blocks = self._holders(request, kind)
        unit = "row" if kind == "table" else "item"
        out = []
        for block in blocks[:_SHOWN]:
            source = self.view.document.source(block)
            count = len(rows(source) if kind == "table" else items(source))
            if not count:
                continue
            first = request.relation == "start"
            out.append(
                self.make("insert_before" if first else "insert_after", block.index, f"{unit} {1 if first else count}",
                          f"The content is one more {unit} of the {kind} that the message names.", request.strength)
            )  # fmt: skip
        return out or None

    def alone(self, request: PlacementRequest | None) -> list[Placement]:
        """Return a place for a row or list item when the request names no table or list. A row goes to the end of the
        table whose number of columns is nearest, an item to the end of the first list. Returns [] for other content.
        """
        kind = self._container(request)
        blocks = self.view.document.of_kind(kind)
        if not kind or not blocks:
            return []
        width = self.content.text.count("|")
        source = self.view.document.source
        best = min(blocks, key=lambda b: abs(source(b).split("\n", 1)[0].count("|") - width) if kind == "table" else 0)
        count = len((rows if kind == "table" else items)(source(best)))
        if not count:
            return []
        unit = "row" if kind == "table" else "item"
        reason = f"The content is one more {unit} of this {kind}."
        return [self.make("insert_after", best.index, f"{unit} {count}", reason, 0.8 if len(blocks) == 1 else 0.4)]

    def _container(self, request: PlacementRequest | None) -> str:
        """Return "table" if the content is a table row, "list" if it is a list item and the request names an item or
        list; "" for other content.
        """
        if self.content.row:
            return "table"
        return "list" if self.content.item and request and request.kinds & {"item", "list"} else ""

    def _holders(self, request: PlacementRequest, kind: str) -> list[Block]:
        view, meant = self.view, request.target
        assert meant is not None
        if meant.kind == "block":
            return [f.block for f in meant.blocks if f.block.kind == kind]
        sections = self.sections(meant, request) if meant.kind == "section" else []
        own = [b for s in sections for b in view.own(s) if b.kind == kind]
        below = [b for s in sections for b in view.blocks[s.first : s.stop] if b.kind == kind]
        if own or below:
            return own or below
        return list(view.document.of_kind(kind)) if meant.kind == "document" else []

    def _replace(self, request: PlacementRequest, meant: Target) -> list[Placement]:
        if meant.kind == "block":
            reason, best = "The message says which block to replace.", max(meant.blocks[0].score, 0.01)
            strengths: dict[int, float] = {}
            for f in meant.blocks:  # best first
                block = self.view.captioned(f.block) if self.content.kinds[:1] == ("table",) else f.block
                strengths.setdefault(block.index, request.strength * f.score / best)
            found = [self.make("replace", index, "block", reason, each) for index, each in strengths.items()]
            return self._likest(found)[:_SHOWN]
        if meant.kind != "section":
            return []
        out = []
        for section in self.sections(meant, request):
            # A heading of a deeper level is a new subsection in the draft. The section's own title means that section:
            # its heading stays with its level and number.
            level, again = self.content.level, self._has_title_of(section, request)
            names = 0 < level <= section.level and not again
            # Subsections are only replaced if the draft has subsections.
            brings = self.content.subheadings or (level > section.level and not again)
            whole = "whole section" if brings or section.own_stop == section.stop else "section"
            place = whole if names else "section contents" if brings else "section body"
            if section.heading is not None:
                reason = f"The message asks to replace the section “{section.title}”."
                out.append(self.make("replace", section.heading, place, reason, request.strength))
        return self._likest(out)[:_SHOWN]

    def _has_title_of(self, section: Section, request: PlacementRequest) -> bool:
        """Return True if the content's heading repeats the title of this section, or a shorter form of it. The section
        then keeps its own heading. A shorter form is not accepted if the message gives a new title.
        """
        same = fold(self.content.title) == fold(section.title)
        return same or (not request.title and is_short_for(self.content.title, section.title))

    def _likest(self, found: list[Placement]) -> list[Placement]:
        """Return the replacements `found`. Those that are about equally likely are sorted by how many words of the
        content their old text has, most first. Their confidence does not change: if several targets are likely, the
        user is asked.
        """
        if len(found) < 2:
            return found
        top = found[0].confidence
        near = [p for p in found if top - p.confidence <= _NEAR]
        near.sort(key=lambda p: -round(self._shared(p), 1))
        return near + [p for p in found if top - p.confidence > _NEAR]

    def _shared(self, placement: Placement) -> float:
        """Return the share (0 to 1) of the content's words that are also in the text that the placement replaces."""
        said = frozenset(terms(self.content.body)) - _SMALL
        if placement.anchor is None or not said:
            return 0.0
        block = self.view.blocks[placement.anchor.block]
        section = self.view.section_of(block.index)
        blocks = self.view.own(section) if block.kind == "heading" else [block]
        there = frozenset(t for b in blocks for t in terms(self.view.document.source(b)))
        return len(said & there) / len(said)

    def _between(self, request: PlacementRequest) -> list[Placement]:
        one, two = request.target, request.other
        if two is None or two.kind != "section" or one is None or one.kind != "section":
            first, last = list[Placement](), list[Placement]()
            if one is not None and one.kind in ("section", "block"):
                first = self.of(replace(request, relation="after", other=None))
            if two is not None and two.kind in ("section", "block"):
                last = self.of(replace(request, relation="before", target=two, other=None))
            return first + last if one is None or two is None or one.score >= two.score else last + first
        pairs = [
            (self._distance(a, b), a, b)
            for a in (self.view.sections[i] for i in one.sections)
            for b in (self.view.sections[i] for i in two.sections)
        ]
        _, a, b = min(pairs, key=lambda p: (p[0], p[1].index))
        if b.first < a.first:
            a, b = b, a
        reason = f"The place is between “{a.title}” and “{b.title}”."
        inside = self.view.under(b, a)
        beside, place = (b, "before section") if inside else (a, "after section")
        heading = self.heading(request, beside.level)
        return [self.make("new_section", beside.heading, place, reason, request.strength, heading)]

    @staticmethod
    def _distance(a: Section, b: Section) -> int:
        return abs(b.first - a.stop) if b.first >= a.first else abs(a.first - b.stop) + 1

    def _whole(self, request: PlacementRequest) -> list[Placement]:
        """Return the placement at the start or end of the document, as the request says. If it is about all subsections
        of a section, return the start or end of this section; for content with a heading, the place of its first or
        last subsection.
        """
        first = request.relation in ("start", "before")
        named = request.target.sections if request.target is not None else ()
        parents = [self.view.sections[i] for i in (*named, *request.sections)]
        if request.target is not None and request.target.kind == "every" and parents:
            if not (self.content.level or request.title or request.subsection or request.new_section):
                edge = replace(request, relation="start" if first else "end")
                return self._by_section(edge, replace(request.target, sections=(parents[0].index,)))
            return [self._child(p, first, request) for p in parents[:1]]
        heading = self.heading(request, self.view.level)
        if first:
            reason = "The place is the start of the document."
            return [self.make("prepend_to_document", None, self._start(), reason, request.strength, heading)]
        reason = "The place is the end of the document."
        return [self.make("append_to_document", None, "end", reason, request.strength, heading)]

    def _start(self) -> str:
        """Return the position after the document's title, or before it if the content itself begins with a title."""
        title = self.view.title
        if title is None or (self.content.level == 1 and len(self.view.sections) > 2):
            return "start"
        return "after title"

    def _child(self, parent: Section, first: bool, request: PlacementRequest) -> Placement:
        assert parent.heading is not None
        heading = self.heading(request, parent.level + 1)
        place = "first subsection" if first else "last subsection"
        reason = f"The content becomes a subsection of “{parent.title}”."
        return self.make("new_section", parent.heading, place, reason, request.strength, heading)

    def _beside_block(self, request: PlacementRequest, meant: Target) -> list[Placement]:
        view = self.view
        out = []
        for found in meant.blocks[:_SHOWN]:
            block = found.block
            sure = request.strength * found.score / max(meant.blocks[0].score, 0.01)
            if request.relation in ("before", "start"):
                above = view.caption(block, False, meant.noun) if meant.noun in ("table", "figure") else None
                block = above or block
                reason = "The place is before the block that the message describes."
                out.append(self.make("insert_before", block.index, "block", reason, sure))
            else:
                below = view.caption(block, True, meant.noun) if block.kind in _SHOWN_KINDS else None
                block = below or self._definition_of(block) or block
                reason = "The place is after the block that the message describes."
                out.append(self.make("insert_after", block.index, "block", reason, sure))
        return out

    def _definition_of(self, term: Block) -> Block | None:
        """Return the definition (": text") directly below the line `term`; None if there is none. Nothing may be
        inserted between a term and its definition.
        """
        blocks = self.view.blocks[term.index + 1 : term.index + 2]
        source = self.view.document.source
        defined = [each for each in blocks if each.kind == "caption" and source(each).startswith(":")]
        return defined[0] if defined and term.kind == "paragraph" and "\n" not in source(term).strip() else None

    def _by_section(self, request: PlacementRequest, meant: Target) -> list[Placement]:
        sections = self.sections(meant, request)[:_SHOWN]
        return [self._at_section(request, each) for each in sections if each.heading is not None]

    def _at_section(self, request: PlacementRequest, section: Section) -> Placement:
        """Return the placement of the content after, before, in, or at the start or end of a section, as the request
        says.
        """
        content = self.content
        assert section.heading is not None
        headed = bool(content.level or request.title)
        reason, heading = _why_this(request, section), self.heading(request, section.level)
        if request.relation == "before":
            if headed:
                return self.make("new_section", section.heading, "before section", reason, request.strength, heading)
            return self.make("insert_before", section.heading, "block", reason, request.strength)
        if request.relation == "after":
            if content.level > section.level and request.subsection and not request.sections:
                return self._child(section, False, request)
            if not headed and self._ends_with_its_text(section):
                return self.make("append_to_section", section.heading, "end", reason, request.strength)
            return self.make("new_section", section.heading, "after section", reason, request.strength, heading)
        same = headed and content.title and content.title.strip() and fold(content.title) == fold(section.title)
        if headed and not same:
            return self._child(section, request.relation == "start", request)
        place = "start" if request.relation == "start" else "end"
        return self.make("append_to_section", section.heading, place, reason, request.strength)

    def _ends_with_its_text(self, section: Section) -> bool:
        """Return True if a section has no subsections, and nothing invisible, such as a thematic break, at its end.
        Then "after the section" and "at its end" mean the same place.
        """
        assert section.heading is not None
        return end_of_text(self.view.document, section.heading + 1, section.stop) == section.stop == section.own_stop


def _why_this(request: PlacementRequest, section: Section) -> str:
    """Return the reason for choosing a section: the message names it, or has only a synonym of its title."""
    mention = request.target.mention if request.target is not None else None
    if mention is not None and mention.how == "synonym":
        return f"No section has the name in the message; “{section.title}” is the closest."
    return f"The message names the section “{section.title}”."
