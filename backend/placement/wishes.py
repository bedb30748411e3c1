"""What one message asks for: a `Wish`, read off its request words (after, between, at the end of, instead of …)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from backend.placement.names import Mention
from backend.placement.reading import Reading
from backend.placement.scene import Scene
from backend.placement.targets import CLEAR, Target, target

Relation = Literal["in", "start", "end", "after", "before", "between", "replace"]


@dataclass(frozen=True, slots=True)
class Wish:
    """A place asked for. `strength` (0 to 1) is how clearly; `sections` are other sections named on the way to it."""

    relation: Relation
    target: Target | None = None
    other: Target | None = None
    strength: float = 0.5
    sections: tuple[int, ...] = ()
    subsection: bool = False
    new_section: bool = False
    title: str = ""
    kinds: frozenset[str] = field(default=frozenset())


def wish(scene: Scene, message: str) -> Wish | None:
    """The place that a message asks for; None where it asks for none."""
    reading = Reading(scene, message)
    if not reading.tokens:
        return None
    return _Grammar(reading).wish()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A request word (tokens first..stop-1) and what it refers to."""

    tag: str
    first: int
    stop: int
    target: Target | None
    other: Target | None = None


#: Words that may carry what they ask for by themselves, the more telling first.
_RELATIONS = ("between", "after", "before", "once", "under")
_WITH = frozenset("with by for to like as into using mit par avec con com door met на с".split())
_AUXILIARY = frozenset(
    "should must is are be has have to needs need ought can could will would shall may gets get was were being "
    "now simply just then please let also therefore a new come comes coming go goes right immediately directly straight "
    "appear appears stand stands follow follows sit sits".split()
)


_BEFORE_ORDERS = frozenset(
    "and then to please should must be is are can could will would shall let just simply now ought has have "
    "needs need it this that text version draft paragraph i we you want 'd 'll".split()
)
_FRESH = frozenset("new own separate give make another heading neue nouvelle nueva nuova nova nieuwe 新".split())
_ROLES = (
    "not", "refer", "under", "in", "topic", "of", "grow", "end", "start", "seatfor", "add", "replace", "after",
    "before", "saying", "titled",
)  # fmt: skip
#: What joins the two halves of "substitute this for X", "a new version of X".
_JOINTS = frozenset("for of with by to from pour für por per de von".split())


def _clear(meant: Target | None) -> bool:
    return meant is not None and meant.kind in ("section", "block") and meant.score >= CLEAR


class _Grammar:
    def __init__(self, reading: Reading) -> None:
        self.r = reading
        #: Tokens of whole names and of names of several words, whatever else they may mean.
        self.named = {i for m in reading.mentions if m.how == "full" or m.words > 1 for i in range(m.first, m.stop)}
        self.title = self._title()

    # ------------------------------------------------------------------ the whole message

    def wish(self) -> Wish | None:
        frames = self._frames()
        refused = self._refused()
        found = self._replacing(frames, refused)
        if found is None:
            found = self._relating(frames, refused) or self._in_sequence()
        if found is None:
            found = self._within(refused)
        return found

    def _extras(self) -> dict[str, object]:
        tags = {tag for tags in self.r.starts.values() for tag in tags}
        return {
            "subsection": "subsection" in tags,
            "new_section": "newsection" in tags,
            "title": self.title,
            "kinds": frozenset(tags & {"item", "row", "list", "table"}),
        }

    def _title(self) -> str:
        """A title to be given: quoted after "titled", or what stands between it and the next request word."""
        r = self.r
        for index in range(len(r.tokens)):
            stop = r.at(index, "titled")
            if not stop or index in r.masked:
                continue
            at = stop
            while at < len(r.tokens) and not r.tokens[at].word and not r.tokens[at].quote:
                at += 1
            if at >= len(r.tokens) or r.names_at(at):
                continue
            words, end = self._title_at(at)
            known = any(m.first < end and at < m.stop and m.quality >= 0.6 for m in r.mentions)
            fresh = any(r.at(i, "newsection") or r.text_at(i) in _FRESH for i in range(max(0, index - 5), stop))
            if words and (fresh or not known) and (words[:1].isupper() or not words.isascii() or r.tokens[at].quote):
                return words
        return ""

    def _title_at(self, at: int) -> tuple[str, int]:
        r = self.r
        if r.tokens[at].quote:
            inside = [i for i, t in enumerate(r.tokens) if t.quote == r.tokens[at].quote]
            return r.text[r.tokens[inside[0]].start : r.tokens[inside[-1]].end], inside[-1] + 1
        end = at
        while end < len(r.tokens) and not self._closes_title(end, at):
            end += 1
        return (r.text[r.tokens[at].start : r.tokens[end - 1].end] if end > at else ""), end

    def _closes_title(self, index: int, first: int) -> bool:
        r = self.r
        if r.tokens[index].text in ',;()"“”' or r.ends_sentence(index):
            return True
        if index == first:
            return False
        if r.text_at(index) == "and" and r.at(index + 1, "add", "after", "before", "between"):
            return True
        return r.tokens[index].text.islower() and bool(r.at(index, "after", "before", "between", "polite"))

    # ------------------------------------------------------------------ relations

    def _frames(self) -> list[_Frame]:
        r = self.r
        frames: list[_Frame] = []
        index = 0
        while index < len(r.tokens):
            tag, stop = self._relation_at(index)
            if not tag:
                index += 1
                continue
            if r.postpositional:
                frame = self._leftward(tag, index, stop)
            else:
                frame = self._rightward(tag, index, stop)
            if frame is not None:
                frames.append(frame)
                index = max(stop, frame.target.stop if frame.target else stop)
            else:
                index = stop
        return frames

    def _relation_at(self, index: int) -> tuple[str, int]:
        r = self.r
        if index in r.masked:
            return "", index
        best = max(((r.at(index, tag), -n, tag) for n, tag in enumerate(_RELATIONS)), default=(0, 0, ""))
        if not best[0]:
            return "", index
        if r.text_at(index) in ("following", "above", "below") and r.text_at(index - 1) in ("the", "as", "with"):
            return "", index
        return best[2], best[0]

    def _rightward(self, tag: str, first: int, stop: int) -> _Frame | None:
        r = self.r
        end = self.region(stop, tag)
        passive = r.text_at(stop) == "by"
        if passive:
            stop += 1
        meant = target(r, stop, end)
        if tag == "once":
            return self._once(first, stop, end, meant)
        if tag == "between":
            return self._between(first, stop, end)
        if meant is not None and meant.kind == "back" and (left := self._subject(first)) is not None:
            if passive:
                return _Frame(tag, first, stop, left)
            if r.at(stop, "content"):
                return _Frame("before" if tag == "after" else "after", first, stop, left)
        if meant is None and r.at(stop, "content"):
            left = self._subject(first)
            if left is not None:
                return _Frame(tag if passive else ("before" if tag == "after" else "after"), first, stop, left)
        if meant is None or tag == "under" and meant.kind != "block":
            return None
        if passive and meant.kind != "back":
            return _Frame("before" if tag == "after" else "after", first, stop, meant)
        return _Frame("after" if tag == "under" else tag, first, stop, meant)

    def _once(self, first: int, stop: int, end: int, meant: Target | None) -> _Frame | None:
        """ "once X is done", "where X ends", "when X begins"."""
        r = self.r
        sentence_stop = r.sentence(first)[1]
        for index in range(stop, sentence_stop):
            for tag, means in (("done", "after"), ("starts", "before")):
                if r.at(index, tag) and index not in r.masked:
                    meant = target(r, stop, index)
                    if meant is not None and meant.kind != "back":
                        return _Frame(means, first, stop, meant)
        return None

    def _between(self, first: int, stop: int, end: int) -> _Frame | None:
        r = self.r
        end = r.sentence(first)[1]
        one, other = None, None
        for index in range(stop, end):
            if index in r.masked or r.text_at(index) not in (
                "and",
                "&",
                "und",
                "et",
                "y",
                "e",
                "en",
                "i",
                "и",
                "och",
                "og",
                "ve",
                "to",
            ):
                continue
            right = target(r, index + 1, self.region(index + 1, "between"))
            left = target(r, stop, index)
            if left is None or right is None:
                continue
            if one is None or other is None or left.score + right.score > one.score + other.score + 0.05:
                one, other = left, right
        if one is None:
            one = target(r, stop, self.region(stop, "between"))
        return _Frame("between", first, stop, one, other) if one else None

    def _leftward(self, tag: str, first: int, stop: int) -> _Frame | None:
        """Languages that put the relation behind what it relates to."""
        r = self.r
        begin = r.sentence(first)[0]
        if tag == "between":
            named = [m for m in r.names if begin <= m.first and m.stop <= first]
            if len(named) >= 2:
                one, other = (Target("section", m.quality, stop, m.sections, mention=m) for m in named[-2:])
                return _Frame(tag, first, stop, one, other)
            return None
        near = [m for m in r.names if begin <= m.first and m.stop <= first]
        if near and r.skip(near[-1].stop, first, "section", "of", "filler") >= first:
            mention = near[-1]
            return _Frame(tag, first, stop, Target("section", mention.quality, stop, mention.sections, mention=mention))
        meant = target(r, r.skip(begin, first, "add", "content", "filler", "in"), first)
        return _Frame(tag, first, stop, meant) if meant and meant.kind in ("block", "section") else None

    def region(self, start: int, tag: str = "") -> int:
        """Where the words that belong to a request word at most end."""
        r = self.r
        stop = r.sentence(start)[1] if start < len(r.tokens) else len(r.tokens)
        described = False
        for index in range(start, stop):
            if index in r.masked or index in self.named and r.at(index, "polite"):
                continue
            text = r.text_at(index)
            described = described or bool(r.at(index, "topic", "starting")) or r.kind(index)[0] != ""
            if text in (":", "—", "–") and index > start:
                return index
            if (
                text in (",", "(", "and", "but", "so", "then", "，", "、")
                and index > start
                and self._new_thought(index + 1, text)
            ):
                return index
            if index > start and r.at(index, "polite") and not described:
                return index
            if (
                index > start
                and text in _WITH
                and (r.at(index, "inplace") or r.at(index + 1, "content") and not described)
            ):
                return index
            if index > start and not described and r.at(index, "after", "before", "between", "once") and text != "on":
                return index
        return stop

    def _new_thought(self, index: int, joint: str) -> bool:
        """Whether what follows a comma or "and" is a request of its own."""
        r = self.r
        if index >= len(r.tokens):
            return True
        if r.text_at(index) in ("so", "and", "but", "then", "as", "which", "thus", "hence"):
            return joint != "(" and (r.text_at(index) != "and" or self._new_thought(index + 1, "and"))
        if index in r.masked:
            return False
        if r.at(index, "not", "polite", "remark") and joint != "and":
            return True
        if r.at(index, "inplace"):
            return True
        if joint == "(":
            return False
        return bool(r.at(index, "add", "replace", "after", "before", "between", "content")) and r.kind(index)[0] == ""

    def _subject(self, stop: int) -> Target | None:
        """What the clause before a verb is about."""
        r = self.r
        begin = r.sentence(stop)[0]
        for index in range(begin, stop):
            if index in r.masked:
                continue
            if (
                r.text_at(index) in (",", ":")
                and self._new_thought(index + 1, ",")
                or r.text_at(index) == "that"
                and r.text_at(index - 1) in ("so", "such")
            ):
                begin = index + 1
        while stop > begin and stop - 1 not in self.named and r.text_at(stop - 1) in _AUXILIARY:
            stop -= 1
        begin = r.skip(begin, stop, "polite", "remark")
        while (
            begin < stop
            and begin not in self.named
            and r.at(begin, "add", "first_person")
            and not r.at(begin, "reader")
        ):
            begin = r.at(begin, "add", "first_person")
        meant = target(r, begin, stop) if stop > begin else None
        return meant if meant is not None and meant.kind in ("section", "block") else None

    def _relating(self, frames: list[_Frame], refused: set[int]) -> Wish | None:
        """After, before, between."""
        usable = [f for f in frames if f.first not in refused and self._worth(f) >= 0.3 and not self._holds_another(f)]
        if not usable:
            return None
        best = max(usable, key=lambda f: (self._worth(f), f.first))
        sections = self._others(best)
        extras = self._extras()
        if best.target is not None and best.target.kind == "back" and best.tag != "between":
            named = self._within(refused)
            if named is not None and named.target is not None and named.target.kind == "section":
                return replace(named, relation="after" if best.tag == "after" else "before")
        strength = min(1.0, self._worth(best) + 0.1)
        if best.tag == "between":
            return Wish("between", best.target, best.other, strength, sections, **extras)  # type: ignore[arg-type]
        other = next(
            (f for f in usable if f.tag != best.tag and f.tag != "between" and f.target and best.target
             and f.target.kind == best.target.kind == "section" and self._worth(f) >= 0.6), None
        )  # fmt: skip
        if other is not None:
            one, two = (best.target, other.target) if best.tag == "after" else (other.target, best.target)
            return Wish("between", one, two, strength, sections, **extras)  # type: ignore[arg-type]
        relation: Relation = "after" if best.tag == "after" else "before"
        return Wish(relation, best.target, None, strength, sections, **extras)  # type: ignore[arg-type]

    def _in_sequence(self) -> Wish | None:
        """ "X, then this, then Y"."""
        r = self.r
        whole = [m for m in r.mentions if m.how == "full" and m.quality > 0.95]
        for one, two in zip(whole, whole[1:], strict=False):
            between = range(one.stop, two.first)
            if (
                any(r.at(i, "content") for i in between)
                and any(r.text_at(i) == "then" for i in between)
                and len(between) <= 7
            ):
                a, b = (Target("section", m.quality, m.stop, m.sections, mention=m) for m in (one, two))
                return Wish("between", a, b, 0.85, (), **self._extras())  # type: ignore[arg-type]
        return None

    def _worth(self, frame: _Frame) -> float:
        meant = frame.target
        if meant is None:
            return 0.0
        if meant.kind == "block":
            return meant.score if meant.score >= CLEAR else 0.0
        if meant.kind == "document":
            return 0.0
        return meant.score

    def _holds_another(self, frame: _Frame) -> bool:
        """ "the X below Y" where X is a subsection of Y: Y only tells which X."""
        r, meant = self.r, frame.target
        if meant is None or meant.kind != "section" or not r.at(frame.first, "under"):
            return False
        scene = r.scene
        return any(
            m.quality >= 0.9 and m.stop <= frame.first and any(scene.under(scene.sections[low], scene.sections[up]) for low in m.sections for up in meant.sections)
            for m in r.mentions
        )  # fmt: skip

    def _others(self, best: _Frame) -> tuple[int, ...]:
        """Sections named besides the target, the surest first: it may be inside one of them."""
        used = best.target.mention if best.target else None
        return tuple(
            s for m in sorted(self.r.mentions, key=lambda m: -m.quality)
            if m.quality >= 0.7 and m is not used and not (used and m.first < used.stop and used.first < m.stop)
            for s in m.sections
        )  # fmt: skip

    def _refused(self) -> set[int]:
        """Tokens that a "not" or "rather than" before them takes back, up to the next mark."""
        r = self.r
        out: set[int] = set()
        for index in range(len(r.tokens)):
            stop = r.at(index, "not") if index not in r.masked else 0
            if not stop or r.text_at(index) in ("no", "nope") and r.text_at(stop) in (",", ".", ":", "wait"):
                continue
            if r.at(index, "replace") and not self._corrects(index):
                continue
            if r.text_at(stop) in ("any", "just", "only", "another") or r.text_at(stop + 1) in (
                "other",
                "only",
                "just",
            ):
                continue
            end = r.sentence(index)[1]
            for inside in range(stop, end):
                if inside not in r.masked and r.text_at(inside) in (",", ":", ")", "but", ";", "，"):
                    break
                out.add(inside)
        return out

    def _spares(self, index: int) -> bool:
        """ "not any other X", "not only X": X itself is not refused."""
        r = self.r
        return r.text_at(index) in ("any", "just", "only", "another") or r.text_at(index + 1) in (
            "other",
            "only",
            "just",
        )

    def _corrects(self, index: int) -> bool:
        """Whether "instead of X" follows a place ("in Y instead of X"), so that X is not to be replaced."""
        r = self.r
        begin = r.sentence(index)[0]
        return any(
            m.stop <= index and m.first >= begin and self._role(m)[0] in ("in", "of", "end", "under", "start")
            for m in r.mentions
            if m.quality >= 0.6
        )

    # ------------------------------------------------------------------ replacing

    def _replacing(self, frames: list[_Frame], refused: set[int]) -> Wish | None:
        r = self.r
        for index in range(len(r.tokens)):
            stop = r.at(index, "replace") if index not in r.masked else 0
            if not stop or index in refused or not self._orders(index, stop):
                continue
            if r.at(index, "not") and self._corrects(index):
                continue
            meant = self._replaced(index, stop)
            if meant is not None:
                return Wish("replace", meant, None, min(1.0, meant.score + 0.1), self._beside(meant), **self._extras())  # type: ignore[arg-type]
        return self._renewed()

    def _orders(self, index: int, stop: int) -> bool:
        """Whether a word of replacing is said as an order or a wish, not as a part of a description."""
        r = self.r
        if stop - index > 1 or r.postpositional:
            return True
        begin = r.skip(r.sentence(index)[0], index, "polite", "remark", "filler")
        previous = r.text_at(index - 1)
        if index <= begin or previous in _BEFORE_ORDERS or r.at(index - 1, "content", "polite", "add"):
            return True
        return r.before(index, "content") is not None or r.ends_sentence(index - 1) or not r.tokens[index - 1].word

    def _replaced(self, index: int, stop: int) -> Target | None:
        """What a word of replacing takes away: the words after it, the words before it, or what the message names."""
        r = self.r
        sentence = r.sentence(index)
        right = target(r, self._past_content(stop, sentence[1]), self.region(stop))
        if _clear(right) and right is not None and (right.noun or right.mention is not None and right.score >= 0.75):
            return right
        candidates = [right, self._subject(index)]
        for other in range(stop, sentence[1]):
            if other not in r.masked and r.text_at(other) in _JOINTS:
                candidates.append(target(r, other + 1, self.region(other + 1)))
        good = [c for c in candidates if c is not None and _clear(c)]
        if good:
            return max(good, key=lambda c: round(c.score + 0.1 * bool(c.noun), 2))
        named = [m for m in r.mentions if m.quality >= 0.6 and self._role(m)[0] not in ("topic", "refer")]
        if named:
            best = max(named, key=lambda m: (m.quality, m.words))
            return Target("section", best.quality * 0.9, best.stop, best.sections, mention=best)
        return Target("back", 0.35, stop) if right is not None and right.kind == "back" else None

    def _past_content(self, index: int, stop: int) -> int:
        """Past "this for" in "substitute this for X"."""
        r = self.r
        end = r.at(index, "content")
        if end and end < stop and r.text_at(end) in ("for", "in", "pour", "für", "por"):
            return end + 1
        return index

    def _renewed(self) -> Wish | None:
        """ "the new X", "new version of X" where X is there already: the old one goes."""
        r = self.r
        for mention in r.mentions:
            if mention.quality < (0.6 if r.at(mention.stop, "section") else 0.75):
                continue
            before = mention.first
            while (
                before
                and (r.before(before, "filler") is not None or not r.tokens[before - 1].word)
                and r.text_at(before - 1) != "new"
            ):
                before -= 1
            if (
                before
                and r.text_at(before - 1) in ("new", "revised", "updated", "rewritten")
                and r.text_at(before - 2) in ("the", "our", "my", "as", "a")
            ):
                if (
                    r.at(mention.stop, "section")
                    or r.ends_sentence(min(mention.stop, len(r.tokens) - 1))
                    or mention.stop >= len(r.tokens)
                ):
                    meant = Target("section", mention.quality * 0.9, mention.stop, mention.sections, mention=mention)
                    return Wish("replace", meant, None, meant.score, (), **self._extras())  # type: ignore[arg-type]
        return None

    def _beside(self, meant: Target) -> tuple[int, ...]:
        return tuple(s for m in self.r.mentions if m is not meant.mention and m.quality >= 0.8 for s in m.sections)

    # ------------------------------------------------------------------ in, at the end of, at the start of

    def _role(self, mention: Mention) -> tuple[str, int]:
        """The request word that a mention belongs to: the nearest before it (behind it, in some languages).

        Unknown words in between are skipped: in "about the calibrated methods" the last word is no place but a topic.
        """
        r = self.r
        at = mention.first
        begin = r.sentence(at)[0]
        unknown = 0
        for _ in range(12):
            if at <= begin:
                break
            for tag in _ROLES:
                first = r.before(at, tag)
                if tag == "not" and first is not None and self._spares(at):
                    continue
                if first is not None and (tag != "of" or r.before(at, "in") is None):
                    if tag in ("of", "in", "under"):
                        return (self._outer(first, begin) or tag), first
                    return tag, first
            first = r.before(at, "filler", "section")
            if first is not None:
                at = first
            elif not r.tokens[at - 1].word:
                if r.text_at(at - 1) == ":" and r.before(at - 1, "seatfor") is not None:
                    at -= 1
                    continue
                if r.tokens[at - 1].text in ",.;:!?" and not (r.text_at(at - 1) == "." and r.text_at(at - 2).isdigit()):
                    break
                at -= 1
            elif unknown < 3 and at - 1 not in r.masked and mention.words == 1:
                unknown += 1
                at -= 1
            else:
                break
        return "", at

    def _outer(self, first: int, begin: int) -> str:
        """ "end" or "start" where "the end", "the last paragraph" … stands before "of"; "refer" and "not" likewise."""
        r = self.r
        at = first
        for _ in range(6):
            for tag in ("not", "refer", "end", "start"):
                if r.before(at, tag) is not None:
                    return tag
            found = r.before(
                at, "filler", "paragraph", "subsection", "section", "item", "row", "table", "list", "figure"
            )
            if found is None or found < begin:
                return ""
            at = found
        return ""

    def _within(self, refused: set[int]) -> Wish | None:
        r = self.r
        scored = []
        for mention in r.mentions:
            if mention.first in refused:
                continue
            role, first = self._role(mention)
            score = self._score(mention, role, first)
            if score >= 0.55:
                scored.append((score, mention, role))
        if not scored:
            return self._whole_document(refused)
        best_score, best, role = max(scored, key=lambda x: (round(x[0], 3), x[1].words, x[1].first))
        best, role = self._deeper(best, role, scored)
        meant = Target("section", best.quality, best.stop, best.sections, mention=best)
        relation: Relation = "start" if self._at_start(best, role) else "end" if role == "end" else "in"
        others = tuple(s for _, m, _ in scored if m is not best for s in m.sections)
        others += tuple(
            s for m in r.mentions if m is not best and m.quality >= 0.9 and m.first not in refused for s in m.sections
        )
        return Wish(relation, meant, None, min(1.0, best_score), others, **self._extras())  # type: ignore[arg-type]

    def _score(self, mention: Mention, role: str, first: int) -> float:
        """How clearly a mention is where text shall go, about 0 to 1."""
        r = self.r
        score = mention.quality - 0.35
        loose = mention.how in ("part", "synonym")
        score += {"in": 0.35, "grow": 0.32, "under": 0.35, "end": 0.38, "start": 0.36, "of": 0.2, "add": 0.0 if loose else 0.2, "after": -0.1, "before": -0.1,
                  "topic": -0.35, "refer": -0.5, "not": -1.0, "saying": -0.3, "titled": 0.0, "replace": 0.0, "seatfor": 0.25}.get(role, -0.02 if loose else 0.1)  # fmt: skip
        begin, stop = r.sentence(mention.first)
        if r.at(mention.stop, "section") or r.before(mention.first, "section") is not None:
            score += 0.2
        if mention.exact:
            score += 0.05
        if (
            not mention.exact
            and mention.stop < stop
            and r.tokens[mention.stop].text.islower()
            and not r.known(mention.stop)
        ):
            score -= 0.2
        after = r.skip(mention.stop, stop, "section")
        if r.at(after, "seat") and role in ("", "seatfor", "add"):
            score += 0.3
        clause = self._clause(mention, begin, stop)
        adding = any(r.at(i, "add") for i in clause)
        saying = any(r.at(i, "saying") and r.before(i, "first_person") is not None for i in clause)
        if adding:
            score += 0.1
        elif saying:
            score -= 0.4
        if any(r.at(i, "remark") for i in range(begin, stop) if i not in r.masked):
            score += 0.12
        if role in ("", "of") and mention.how in ("part", "synonym") and mention.words == 1:
            score -= 0.1
        return score + 0.0005 * mention.first

    def _clause(self, mention: Mention, begin: int, stop: int) -> range:
        r = self.r
        first, last = mention.first, mention.stop
        while first > begin and (first - 1 in r.masked or r.text_at(first - 1) not in (",", ";", ":", "but", "(")):
            first -= 1
        while last < stop and (last in r.masked or r.text_at(last) not in (",", ";", ":", "but", ")")):
            last += 1
        return range(first, last)

    def _deeper(self, best: Mention, role: str, scored: list[tuple[float, Mention, str]]) -> tuple[Mention, str]:
        """Of a section and one below it that are both named, the one below."""
        scene = self.r.scene
        for mention in sorted((m for m in self.r.mentions if m.quality >= 0.9), key=lambda m: -m.words):
            if mention.first < best.stop and best.first < mention.stop:
                continue
            tag, _ = self._role(mention)
            if tag in ("topic", "refer", "not", "saying"):
                continue
            if any(
                scene.under(scene.sections[low], scene.sections[high])
                for low in mention.sections
                for high in best.sections
            ):
                return mention, tag if tag in ("end", "start") else role
        return best, role

    def _at_start(self, mention: Mention, role: str) -> bool:
        """Whether the text shall open the section: "at the start of X", "open X with this", "X should begin with this"."""
        r = self.r
        if role == "start":
            return True
        first, stop = r.sentence(mention.first)
        if any(r.at(i, "subsection") for i in range(first, stop)) and any(
            i not in r.masked
            and (r.at(i, "start") or r.at(i, "subsection") and r.number(r.at(i, "subsection"))[0] == 1)
            for i in range(first, stop)
        ):
            return True
        stop = r.sentence(mention.first)[1]
        at = r.skip(mention.stop, stop, "section")
        while at < stop and r.text_at(at) in _AUXILIARY:
            at += 1
        if at < stop and r.at(at, "start") and not r.at(at, "end") and role not in ("of",):
            return True
        return any(
            r.at(i, "start") and r.at(i, "start") < stop and r.before(i, "in", "add", "of") is not None
            and not r.at(r.at(i, "start"), "paragraph", "list", "of")
            for i in range(mention.stop, stop) if i not in r.masked
        )  # fmt: skip

    def _whole_document(self, refused: set[int]) -> Wish | None:
        """ "at the very end", "as the first section"."""
        r = self.r
        best: tuple[float, Relation] | None = None
        for index in range(len(r.tokens)):
            if index in r.masked or index in refused:
                continue
            for tag in ("start", "end"):
                stop = r.at(index, tag)
                if not stop:
                    continue
                score = self._document_score(index, stop, tag)
                if score >= 0.5 and (best is None or score > best[0]):
                    best = (score, "start" if tag == "start" else "end")
        if best is None:
            return None
        return Wish(best[1], Target("document", 0.8, 0), None, best[0], (), **self._extras())  # type: ignore[arg-type]

    def _in_topic(self, begin: int, index: int) -> bool:
        """Whether a word stands in what the text is about: behind "about" with no mark or order between."""
        r = self.r
        while index > begin:
            index -= 1
            if r.at(index, "topic"):
                return True
            if not r.tokens[index].word or r.at(index, "in", "add"):
                return False
        return False

    def _document_score(self, index: int, stop: int, tag: str) -> float:
        r = self.r
        first, last = r.sentence(index)
        score = 0.2
        if r.before(index, "in") is not None or r.before(index, "filler") is not None:
            score += 0.15
        if any(r.at(i, "document", "every") for i in range(stop, last)):
            score += 0.3
        if any(r.at(i, "document") for i in range(first, index)):
            score += 0.15
        if any(r.at(i, "add") for i in range(first, index + 1)):
            score += 0.2
        after = r.skip(stop, last, "filler")
        if r.at(stop, "newsection", "section", "subsection") or r.at(after, "section", "newsection"):
            score += 0.3
        if last - first <= 6:
            score += 0.1
        if any(r.at(i, "sentence") for i in range(first, last)) or self._in_topic(first, index):
            score -= 0.5
        return score
