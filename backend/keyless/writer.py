"""Write without a model, a key, or a network: quote the texts that came with a request, and never add a word.

The answer is JSON in the form in which models answer. Earlier messages of the conversation are ignored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import chain

from backend.document.order_words import is_a, read_sentence, words_in
from backend.document.own_words import OwnWords, own_words
from backend.errors import ProviderMisanswered
from backend.kernel.events import Emit
from backend.kernel.exchange import ChatReply, ChatRequest, Evidence, Intent, Target
from backend.keyless import revision
from backend.keyless.commands import Situation, orders_other_text, read_command
from backend.keyless.document_facts import QUOTING, answer_about_form, headings, shown_part
from backend.keyless.fixed_sentences import in_language_of
from backend.keyless.instruction import Instruction, read_instruction
from backend.keyless.message_language import text_in_its_language
from backend.keyless.new_content import asks_beside_draft
from backend.keyless.new_headings import ordered_headings
from backend.keyless.quotations import composition
from backend.keyless.quotations.answering import QUOTED, Vectors, answer, doubt, find, on_topic, shown
from backend.keyless.quotations.attribution import count, label, listing, record, sources_left
from backend.keyless.quotations.layout import is_said
from backend.keyless.quotations.quotation import Unit, central, in_order, pick, touches, units
from backend.keyless.replaced_words import Reworded, replaced_in_rejected, replaced_words, what_is_unclear
from backend.keyless.rework import rework, wants_rework
from backend.keyless.sentence_forms import TITLE, forms_existing, has_place, is_about_parts_alone
from backend.keyless.short_forms import states_or_orders
from backend.keyless.source_facts import answer_about_sources
from backend.keyless.topic_places import absence, places_of_topic
from backend.keyless.waiting_drafts import list_drafts
from backend.mentions.placeholders import masked, without_titles
from backend.ports import Listener

ATTACHED = ("highlight", "section")
#: The kinds of texts that may be quoted: attachments, the user's library, and the document itself.
QUOTABLE = (*ATTACHED, "library", "passage")
#: Kinds of blocks that cannot be understood on one line of a message.
UNREADABLE = frozenset({"code", "math", "figure"})
#: Minimum number of words of a message that can be an order. A shorter message is taken as words to search for.
_FEWEST_ORDERING = 3
#: Number of characters of the texts from which their language is recognized.
_TOLD_BY = 20_000

OFFER = (
    "Without a model I can only quote. Attach or upload a text, or choose works of your library. `coscribe doctor` "
    "says how to set up a model that writes."
)
ASK = f"Tell me what to quote, and for which part of the document. {OFFER}"
NOT_UNDERSTOOD = "I did not understand what to do, so nothing was prepared."
CANNOT_REPHRASE = (
    "Without a model I can shorten a text, leave out or move sentences, make a list of them, and replace words by "
    "others that you give. I cannot rephrase or translate a text. `coscribe doctor` says how to set up a model that"
    " can."
)


@dataclass(frozen=True, slots=True)
class Written:
    """An answer before it becomes JSON. `used` are the sentences, list items and blocks that the answer quotes. `sure`
    is False if the quotations may not answer the question; then the message says so. If `intent` is None, an answer
    with content creates a draft, and any other answer is only talk.
    """

    message: str
    content: str = ""
    used: tuple[Unit, ...] = ()
    #: the sources of the earlier content that was kept
    kept: tuple[str, ...] = ()
    sure: bool = True
    #: notes for the user about what was left out
    warnings: tuple[str, ...] = ()
    intent: Intent | None = None


class ExtractiveWriter:
    """The writer without a model; it implements ChatModel. Its method `complete` raises ProviderMisanswered if the
    request has no `evidence`.

    If it has `vectors` (embeddings), it also finds texts that say the same in other words.
    """

    name = "extractive"
    model = "extractive"
    searches = False

    def __init__(self, vectors: Vectors | None = None) -> None:
        self._vectors = vectors

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        if request.evidence is None:
            raise ProviderMisanswered("the extractive writer was asked without the evidence that it reads")
        written = write(request.evidence, self._vectors)
        said = text_in_its_language(request.evidence.instruction, document=request.evidence.document)
        quoted = dict.fromkeys(label(unit) for unit in written.used)
        intent = written.intent or ("new" if written.content else "talk")
        data = {
            "message": in_language_of(said, written.message),
            "document_content": written.content,
            "sources": list(dict.fromkeys([*written.kept, *quoted])),
            "new_types": [],
            "intent": intent,
            "draft": (_revised(request.evidence) or "") if intent == "revise" else "",
        }
        return ChatReply(
            text=json.dumps(data, ensure_ascii=False),
            provider=self.name,
            model=self.model,
            # the sources of kept content are stored already
            results=tuple(record(source, written.used) for source in quoted),
            finish_reason="stop",
            used_location=False,
            used_profile=False,
            warnings=written.warnings,
        )


def write(evidence: Evidence, vectors: Vectors | None = None) -> Written:
    """Return the first possible answer to a request: the user's own words, the confirmation of a command, a fact about
    the document, a revised or new draft, or quotations. If none is possible, the answer says what could be done.
    """
    refused = evidence.rejection_reason or any(excerpt.kind == "rejected" for excerpt in evidence.excerpts)
    previous = bool(evidence.previous_content.strip())
    instruction = _read(evidence, evidence.instruction)
    if previous and refused:
        return _rewrite(evidence, instruction, vectors)
    if (reworded := replaced_words(evidence)) is not None:
        return _reworded(reworded)
    attached = any(excerpt.kind in ATTACHED for excerpt in evidence.excerpts)
    situation = Situation.of(evidence, attached)
    command = read_command(evidence.instruction, situation)
    renames = command is not None and command.operation == "rename"  # then the quoted words are a title
    if evidence.mode == "write" and not renames:
        given = own_words(evidence.instruction, evidence.titles, evidence.named)
        if given is not None:
            return _given(evidence, given)
    if command is not None and evidence.mode == "research" and command.intent != "talk":
        return Written("Nothing is moved or changed in research mode. Send the message again in write mode.")
    if command is not None:
        return Written(command.line or ASK, intent=command.intent)
    added = ordered_headings(evidence.instruction, situation.titles, situation.named)
    if added and evidence.mode == "write" and not attached:
        return Written("The draft has your own words, unchanged.", added, intent="new")
    order = masked(evidence.instruction, situation.titles, situation.named)
    facts = (answer_about_form(evidence, order), list_drafts(evidence, order), answer_about_sources(evidence))
    if fact := next(filter(None, facts), "") or shown_part(evidence, order):
        return Written(fact, intent="talk")
    if not attached and (found := places_of_topic(evidence)) is not None:
        return Written(found.line, used=found.used, intent="talk")
    brings = any(each.kind == "highlight" and each.text not in evidence.document for each in evidence.excerpts)
    if evidence.mode == "write" and evidence.target is not None and not brings and wants_rework(order):
        return _rework(evidence.target, order)
    if evidence.mode == "research" and not instruction.wants_prose:
        return _answer(evidence, instruction, vectors)
    highlights = any(excerpt.kind == "highlight" for excerpt in evidence.excerpts)
    if previous and not (evidence.drafts and asks_beside_draft(order, highlights)):
        about_part = TITLE in order and forms_existing(read_sentence(order).words)  # "make NAME more elegant"
        if not attached and (about_part or orders_other_text(evidence.instruction, situation)):
            return _not_understood()
        return _revise(evidence, instruction, vectors)
    alone = not highlights and _is_unread(order) and is_about_parts_alone(order)
    if alone or (not attached and not previous and forms_existing(read_sentence(order).words)):
        return _not_understood()
    if instruction.wants_content or instruction.wants_prose or (highlights and not instruction.asks):
        return _compose(evidence, instruction, vectors)
    if wants_rework(order):
        return Written(f"{what_is_unclear(evidence)} {CANNOT_REPHRASE}")
    if evidence.target is not None and not read_sentence(order).asks and has_place(words_in(order)):
        composed = _compose(evidence, instruction, vectors)  # "cite Smith at the end of X", in whatever words
        if any(unit.source.kind == "library" for unit in composed.used):
            return composed
    if _is_unread(order) and (evidence.target is not None or (not instruction.asks and states_or_orders(order))):
        return _not_understood(evidence.target)
    return _answer(evidence, instruction, vectors)


def _not_understood(target: Target | None = None) -> Written:
    """Return the answer to an order that is not understood. `target` is the part of the document that it names."""
    if target is None:
        return Written(f"{NOT_UNDERSTOOD} {CANNOT_REPHRASE}")
    part = _named(target)
    return Written(f"I did not understand what to do with {part}, so nothing was prepared. {CANNOT_REPHRASE}")


def _is_unread(order: str) -> bool:
    """Return True if a message is neither a question nor an order to show or summarize something. Quotations cannot
    answer such a message."""
    return not (read_sentence(order).asks or composition.SUMMARISE.search(order) or composition.SHOWING.search(order))


def _read(evidence: Evidence, text: str) -> Instruction:
    """Parse an instruction. If it asks for a text, titles in it say where the text belongs, and are not part of the
    topic."""
    texts = (" ".join(excerpt.text for excerpt in evidence.excerpts) or evidence.document)[:_TOLD_BY]
    instruction = read_instruction(text, texts)
    if instruction.asks or not (evidence.titles or evidence.named):
        return instruction
    unnamed = text
    for start, end in sorted(evidence.named if text == evidence.instruction else (), reverse=True):
        unnamed = f"{unnamed[:start]} {unnamed[end:]}"
    untitled = read_instruction(without_titles(unnamed, evidence.titles, quotations=False).replace(TITLE, " "), texts)
    return replace(untitled, text=text) if untitled.topic and untitled.wants_content else instruction


def _revised(evidence: Evidence) -> str | None:
    """Return the id of the open draft that the answer revises. Returns None if it revises no open draft. If fewer than
    two drafts are open, no id is needed, and the result is None, too.
    """
    if len(evidence.drafts) < 2:
        return None
    return next((each.id for each in evidence.drafts if each.content == evidence.previous_content), None)


# --- the user's own words, and parts of the document -------------------------------------------------


def _given(evidence: Evidence, given: OwnWords) -> Written:
    """Return an answer whose content is `given`, the user's own text in the message, unchanged. It replaces the open
    draft only if the user says so."""
    words = read_sentence(without_titles(given.order, evidence.titles)).words
    replaces = bool(evidence.previous_content.strip()) and bool(words) and is_a(words[0], "replacing")
    replaces = replaces and any(is_a(word, "pronoun", "draft") for word in words[1:3]) and evidence.target is None
    return Written("The draft has your own words, unchanged.", given.content, intent="revise" if replaces else "new")


#: Parts of a block, which a draft cannot replace on their own.
_INNER = ("item", "row")


def _rework(target: Target, order: str) -> Written:
    named = _named(target)
    if not target.whole:
        return Written(f"{named} is too long to be read whole here, so I left it as it is. Name a smaller part of it.")
    changed = rework(target, order)
    if not changed.content or target.kind in _INNER:
        return Written(f"I left {named} as it is. {CANNOT_REPHRASE}")
    message = f"Here is a new version of {named}: I {changed.done}, word for word and in their order."
    return Written(message, changed.content, intent="new")


def _named(target: Target) -> str:
    title = target.section.rpartition(" > ")[2]
    named = f"“{title}”" if title else "the document"
    return named if target.kind == "section" else f"the {target.kind} of {named}"


def _reworded(answer: Reworded) -> Written:
    return Written(answer.line, answer.content, kept=answer.sources, intent=answer.intent)


# --- content ---------------------------------------------------------------------------------------


def _compose(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> Written:
    chosen = composition.choose(evidence, instruction, vectors)
    if not chosen:
        return _nothing(evidence, instruction)
    content, used = composition.set_draft(chosen, units(evidence.excerpts, QUOTABLE), instruction)
    own = all(unit.source.kind == "passage" for unit in used)
    if own and not composition.asks_for_own_words(evidence, used):
        return _not_understood(evidence.target)
    why = " As nothing else mentions it, these are the document's own passages." if own else ""
    message = f"Here is a draft without a model: {count(used)}, word for word from {listing(used)}.{why}"
    return Written(message, content, used, warnings=composition.left_out(evidence, used))


# --- earlier content -------------------------------------------------------------------------------


def _revise(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> Written:
    """Return the open draft with the changes that are possible without a model. A question is answered instead."""
    if instruction.asks:
        return _answer(evidence, instruction, vectors)
    attached = units(evidence.excerpts, ATTACHED)
    fresh = composition.meant([unit for unit in attached if unit.source.kind == "highlight"], instruction)
    fitting = on_topic(attached, instruction, vectors)
    if not fitting and instruction.wants_content:
        fitting = composition.from_library(evidence, instruction, vectors)
    fresh = composition.limited(fresh or pick(fitting, instruction), instruction, vectors)
    changed = revision.edit(evidence.previous_content, evidence.instruction, fresh, volunteer=True)
    if not changed.done:  # its content as it is: the message may be about its place
        return replace(_cannot(), content=evidence.previous_content, kept=evidence.previous_sources, intent="revise")
    return _changed(evidence, changed)


def _rewrite(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> Written:
    """Rewrite a rejected draft as the user asks, if that is understood; otherwise quote other sentences."""
    asked = "\n".join(part for part in (_request_after_rejection(evidence), evidence.rejection_reason) if part)
    rejected = evidence.previous_content
    if (reworded := replaced_in_rejected(evidence, asked)) is not None:
        return _reworded(reworded)
    attached = units(evidence.excerpts, ATTACHED) or composition.from_library(evidence, instruction, vectors)
    attached = composition.limited(attached, replace(instruction, sentences=None), vectors)
    changed = revision.edit(rejected, asked, attached)
    if changed.done and not _same(changed.content, rejected):
        return _changed(evidence, changed)
    if any(is_a(word, "language", "manner") for word in words_in(asked)):
        return _cannot()  # "in French", "better style": fewer sentences would not be it
    about = read_instruction(asked, rejected)
    unused = [unit for unit in attached if not is_said(unit, rejected)]
    focused = [unit for unit in attached if about.topic and touches(unit.line, about)]
    if revision.names_change(asked) and not focused:
        return _cannot()  # "and a sentence on limitations", "without the names": other sentences would not be it
    longer = composition.longer_than(len(revision.pieces(rejected)), attached, about)
    for chosen in (longer, focused, unused, central(attached, instruction)):
        content, used = composition.set_draft(chosen, attached, instruction)
        if used and not _same(content, rejected):
            message = f"Here is another draft without a model: {count(used)}, word for word from {listing(used)}."
            return Written(message, content, used, intent="revise")
    half = revision.shortened(rejected)
    if half and not _same(half, rejected):
        message = (
            "Nothing else is attached to choose from, so I kept the more informative half of the sentences. " + OFFER
        )
        return Written(message, half, kept=evidence.previous_sources, intent="revise")
    return _cannot()


def _request_after_rejection(evidence: Evidence) -> str:
    """Return what the user asks for in place of a rejected text: the reason for the rejection, or else the last line of
    the instruction."""
    rejected = next((excerpt for excerpt in evidence.excerpts if excerpt.kind == "rejected"), None)
    return rejected.note if rejected and rejected.note else evidence.instruction.rpartition("\n")[2]


def _changed(evidence: Evidence, changed: revision.Edited) -> Written:
    rest = "The other sentences are left out" if changed.done[0].startswith("kept") else "The rest is unchanged"
    message = f"I revised the draft without a model: I {' and '.join(changed.done)}. {rest}."
    replaced = changed.done[0].startswith("replaced")
    quotable = units(evidence.excerpts, QUOTABLE)
    before, after = evidence.previous_content, changed.content
    kept = () if replaced else sources_left(evidence.previous_sources, quotable, before, after)
    return Written(message, changed.content, changed.added, kept, intent="revise")


def _cannot() -> Written:
    return Written(f"I left the draft as it is. {CANNOT_REPHRASE}")


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


# --- answers ---------------------------------------------------------------------------------------


def _answer(evidence: Evidence, instruction: Instruction, vectors: Vectors | None) -> Written:
    """Return an answer whose message lists the sentences that answer the question best, each with its source. If none
    fits, it lists sentences of the named part or the headings, or says that there is nothing to quote."""
    every = units(evidence.excerpts, QUOTABLE)
    candidates = [unit for unit in every if unit.kind not in UNREADABLE]
    found = find(candidates, instruction, vectors)
    subject = composition.subject_of_document(evidence)
    quoted = answer(found, instruction.sentences) if found.worth_quoting and not subject else []
    unsure = doubt(evidence.excerpts, instruction, found)
    lead = f"{unsure}. The best matching sentences, quoted word for word without a model:" if unsure else QUOTING
    if not quoted:
        lead = QUOTING
        attached = [unit for unit in candidates if unit.source.kind in ATTACHED]
        telling: list[Unit] = []
        if subject and not attached:
            telling = subject
        elif part := composition.named_part(evidence):
            telling = in_order(central(part, instruction)[: instruction.sentences or QUOTED])
        elif attached and (instruction.points or not instruction.topic):
            telling = central(attached, instruction)
        elif instruction.whole and not instruction.topic:
            telling = central(candidates, instruction)
        quoted = [[unit] for unit in telling[: instruction.sentences or QUOTED]]
    if not quoted and (outline := headings(evidence, instruction.text)):
        return Written(outline)
    if not quoted:
        return _nothing(evidence, instruction)
    lines = [f"- {' '.join(shown(unit, instruction) for unit in run)} ({label(run[0])})" for run in quoted]
    return Written("\n".join([lead, *lines]), used=tuple(chain(*quoted)), sure=lead == QUOTING)


def _nothing(evidence: Evidence, instruction: Instruction) -> Written:
    if not (instruction.topic or instruction.asks or instruction.wants_content):
        return Written(ASK)
    said = read_sentence(instruction.text)
    written = instruction.wants_content and composition.asks_for_new_text(said)
    ordered = evidence.mode == "write" and not (instruction.asks or written or said.refuses)
    if ordered and len(said.words) >= _FEWEST_ORDERING:
        return _not_understood(evidence.target)
    looked = composition.where_nothing_fits({excerpt.kind for excerpt in evidence.excerpts}, ATTACHED)
    if instruction.is_foreign:
        looked += "; I compare words and do not translate, so ask in the language of the texts"
    elif instruction.asks and (absent := absence(evidence, said.words)):
        looked += f". {absent.rstrip('.')}"
    return Written(f"I have nothing to quote: {looked}. {OFFER}")
