"""Detect words that do not fit the way in which the message was understood. Then the place is unsure."""

from __future__ import annotations

from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import BEING, Target
from backend.mentions.section_names import NamedSection, title_words
from backend.placement.request.content_clauses import THAT
from backend.placement.request.roles import Roles
from backend.placement.request.usual_part import usual_part
from backend.ranking.function_words import EVERY_WORD

#: Roles that a preposition gives to a name. A verb next to such a name only says that something is put there, even if
#: the verb is unknown.
_GOVERNED = frozenset({"in", "end", "start", "under", "of", "grow", "seatfor"})
_PLACES = frozenset({"in", "end", "start", "under"})
_LOOSE = frozenset({"part", "synonym"})
#: Words for "as", in the languages of the placement rules.
_AS = frozenset("as als comme como come".split())
#: Minimum quality (0 to 1) of another section's name that may be the place.
_NAMED = 0.9
#: Minimum number of first letters that the forms of a word share ("actif", "actifs").
_ROOT = 4
#: Minimum number of words of a subsection's title that do not match by chance.
_WORDS = 2


def is_unexplained(reading: ParsedMessage, roles: Roles, relation: str, meant: Target | None) -> bool:
    """Return True if the words around the name that gives the place are not understood. `meant` is the named part, and
    `relation` ("after", "in" and so on) is the place's relation to it. This is so in cases such as these:

    - the name is part of what the text should say ("add that lakes differ in size");
    - an unknown noun is between "after" and the section's name ("below the odd bit in X");
    - the section is the subject of an unknown verb ("X wants a livelier tone");
    - the message names two sections as places;
    - the message asks to replace a text and describes it by a word that the document lacks.
    """
    if meant is not None and meant.kind == "block" and relation == "replace":
        return _describes_what_is_not_there(reading, meant)
    if meant is None or meant.kind != "section" or meant.mention is None:
        return False
    mention = meant.mention
    if reading.postpositional:
        return relation in ("after", "before") and _parted(reading, mention)
    if mention.how == "synonym" and reading.text_at(mention.stop).isdigit():  # "step 2" is no "Procedure"
        return True
    if _is_said(reading, mention):
        return True
    if relation in ("after", "before"):
        return _object_unknown(reading, mention) or _goes_on(reading, mention)
    if relation not in ("in", "start", "end") or (relation == "in" and _becomes_unknown(reading, mention)):
        return relation == "in"
    governed = roles.of(mention) in _GOVERNED and not _is_introduced(reading, mention)
    if _describes_a_part(reading, mention):
        return True
    return _rivaled(reading, roles, mention) or (not governed and _subject_of_unknown(reading, mention))


def _is_introduced(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if words such as "section on" are directly before the section's name, without a word such as "in" or
    "add" before them: "streamline the section on X". Then X is the object of an order, and not a place.
    """
    on = reading.before(mention.first, "topic")
    noun = reading.before(on, "section") if on is not None else None
    the = reading.before(noun, "filler") if noun is not None else None
    return noun is not None and not any(
        reading.before(at, "in", "under", "end", "start", "add", "grow") is not None for at in (noun, the or noun)
    )


def is_understood(reading: ParsedMessage, roles: Roles, meant: Target) -> bool:
    """Return True if `meant`, a section that the message names inexactly, is certainly the right one. The message must
    have a part of the section's title, or a synonym of it, that fits no other section, and must have no unknown word.
    Returns False for an unusual synonym: "Motivation" may be more than an introduction.
    """
    mention = meant.mention
    if meant.kind != "section" or mention is None or len(mention.sections) != 1 or mention.how not in _LOOSE:
        return False
    if roles.of(mention) not in _GOVERNED:  # "works." is praise, and no list of works
        return False
    around = (index for index in range(len(reading.tokens)) if not mention.first <= index < mention.stop)
    if any(is_unknown(reading, index) for index in around):
        return False
    if mention.how == "part":
        return True
    part = usual_part(reading.view.document, reading.text)
    return part is not None and part.sections == mention.sections


def _describes_what_is_not_there(reading: ParsedMessage, meant: Target) -> bool:
    """Return True if the message describes the text to replace (`meant`) by a word that the document lacks: "the first
    paragraph of Beekeeping protocol".
    """
    noun = next((i for i in range(meant.stop - 1, -1, -1) if meant.noun and reading.kind(i)[0] == meant.noun), None)
    if noun is None:
        return False
    words = [reading.tokens[i].norm for i in range(noun + 1, meant.stop) if is_unknown(reading, i)]
    return bool(words) and words[0][: max(_ROOT, len(words[0]) - 2)] not in reading.view.document.text.casefold()


def _is_said(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if the name is a single word of a title in a clause about what the text should say: "lakes" in "add
    that lakes differ in size". Returns False for a whole title, which may be a place: "mention that we used R in
    Methods".
    """
    if mention.how != "part" or mention.words > 1 or reading.tokens[mention.first].text[:1].isupper():
        return False
    first = reading.sentence(mention.first)[0]
    thats = [at for at in range(first + 1, mention.first - 1) if reading.text_at(at) in THAT]
    return any(not reading.at(at + 1, "in", "under", "start", "end") for at in thats)


def _object_unknown(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if an unknown word, or a noun for a block, is between a word such as "after" and the section's name:
    "odd bit" in "below the odd bit in X". Then the text may not go after X itself.
    """
    first = reading.sentence(mention.first)[0]
    for index in range(mention.first - 1, first - 1, -1):
        if index not in reading.masked and reading.at(index, "after", "before", "between"):
            return False
        part = reading.at(index, "sentence") or (reading.kind(index)[0] and not reading.at(index, "section"))
        unknown = index not in reading.masked and (part or is_unknown(reading, index))
        if unknown and any(reading.at(i, "after", "before") for i in range(first, index)):
            return True
    return False


def _parted(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if a word such as "after" is later in the sentence than a section's name, and other words are
    between them. Then the text may go after something else than this section.
    """
    for index in range(mention.stop, reading.sentence(mention.first)[1]):
        if reading.at(index, "after", "before"):
            return reading.skip(mention.stop, index, "section", "of", "in", "filler") < index
    return False


def _goes_on(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if the section's name is a single common word, and a verb such as "is", or an unknown word, follows
    in its sentence: "plasmids" in "after plasmids are defined". Then the word may not mean the section “Plasmids”.
    """
    written = mention.exact or mention.words > 1 or reading.tokens[mention.first].quote
    stop = reading.sentence(mention.first)[1]
    behind = reading.skip(mention.stop, stop, "section")
    while behind < stop and reading.tokens[behind].word and behind not in reading.masked:
        if not written and (reading.text_at(behind) in BEING or is_unknown(reading, behind)):
            return True
        behind += 1
    return False


def _becomes_unknown(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if an unknown noun follows "as" in the sentence with the section's name: "as an eye-opener in X". The
    noun may mean another place than the section X.
    """
    first, stop = reading.sentence(mention.first)
    for index in range(first, stop - 1):
        if reading.text_at(index) in _AS and index not in reading.masked:
            noun = reading.skip(index + 1, stop, "filler")
            if noun < stop and is_unknown(reading, noun):
                return True
    return False


def _subject_of_unknown(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if the sentence with the section's name also has a word that is unknown and belongs to no topic
    ("about …"): "livelier" in "X wants a livelier tone".
    """
    first, stop = reading.sentence(mention.first)
    return any(
        is_unknown(reading, index) and not reading.in_topic(mention.stop if index > mention.first else first, index)
        for index in range(first, stop)
        if not mention.first <= index < mention.stop
    )


def _describes_a_part(reading: ParsedMessage, mention: NamedSection) -> bool:
    """Return True if at least two other words of the message are in the title of a subsection of the named section. The
    message may then mean this subsection.
    """
    view = reading.view
    said = {
        token.stem for index, token in enumerate(reading.tokens)
        if token.word and not mention.first <= index < mention.stop and not reading.plain(index)
    }  # fmt: skip
    for part in view.sections:
        if not any(view.under(part, view.sections[index]) for index in mention.sections):
            continue
        title = {word.stem for word in title_words(part.title) if word.norm not in EVERY_WORD}
        if len(said & title) >= _WORDS:
            return True
    return False


def _rivaled(reading: ParsedMessage, roles: Roles, mention: NamedSection) -> bool:
    """Return True if the message gives two sections as places ("in X, in Y") and takes back neither of them."""
    if roles.of(mention) not in _PLACES:
        return False
    for other in reading.mentions:
        apart = other.quality >= _NAMED and other.exact and not set(other.sections) & set(mention.sections)
        if not apart or other.first in roles.refused or roles.of(other) not in _PLACES:
            continue
        nested = reading.inside(other, mention.sections) or reading.inside(mention, other.sections)
        low, high = sorted((other.first, mention.first))
        corrected = any(reading.at(i, "remark", "not") for i in range(low, high) if i not in reading.masked)
        if not nested and not corrected:
            return True
    return False


def is_unknown(reading: ParsedMessage, index: int) -> bool:
    """Return True if token `index` is a word without a known meaning: no function word, no word such as "after" or
    "add", and no part of a name.
    """
    token = reading.tokens[index]
    if not token.word or token.quote or index in reading.masked or reading.plain(index) or reading.names_at(index):
        return False
    if token.norm.isdigit() or reading.ordinal(index)[0]:
        return False
    return token.norm not in EVERY_WORD
