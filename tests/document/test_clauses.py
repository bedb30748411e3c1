"""A message is divided into orders, reasons, corrections and what takes an order back, in the form of its clauses."""

from __future__ import annotations

import re

import pytest

from backend.document.clauses import is_remark, orders, read_clauses, says_order, spaced, veiled, verb_of
from backend.document.order_words import NAME, QUOTATION


def read(message: str) -> list[tuple[str, str]]:
    """Return the clauses of a message in which capitals in angle brackets are names, and “…” are quotations."""
    named = [found.span() for found in re.finditer(r"<\w+>", message)]
    quoted = [found.span() for found in re.finditer("“[^”]*”", message)]
    return [
        (each.kind, message[each.start : each.stop].strip(" ,.()"))
        for each in read_clauses(veiled(message, named, quoted))
    ]


def test_names_and_quotations_are_veiled_in_their_place() -> None:
    assert veiled("move A to “b”", [(5, 6)], [(10, 13)]) == f"move {NAME} to {QUOTATION * 3}"
    assert spaced(f"move {NAME * 4}to {QUOTATION * 3}").split() == ["move", NAME, "to", QUOTATION]


@pytest.mark.parametrize("message", ["Rename <Risks> to Cells, tissues and organs", "Rename <A> to Rain, the cause"])
def test_a_title_may_have_a_comma(message: str) -> None:
    assert read(message) == [("order", message)]


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("Delete <Risks>, the reviewer says it is superfluous.", "Delete <Risks>"),
        ("Lösche <Risiken>, die sind doppelt.", "Lösche <Risiken>"),
        ("Rename <Risks> to Limits, the journal wants that.", "Rename <Risks> to Limits"),
        ("Move <Risks> behind <Plan>, it's easier to read.", "Move <Risks> behind <Plan>"),
        ("Move <O> before <L>, because <M> is too long already.", "Move <O> before <L>"),
        ("Because <M> is too long, move <O> before <L>.", "move <O> before <L>"),
        ("Now that <M> is done, move <O> before <L> please", "move <O> before <L> please"),
        ("Move <O> before <L>. <M> is too long.", "Move <O> before <L>"),
        ("Move <O> before <L>; <M> mentions it.", "Move <O> before <L>"),
        ("Move <O> before <L> and leave <M> alone", "Move <O> before <L>"),
        ("Move <O> before <L>, as <M> is long.", "Move <O> before <L>"),
        ("Verschiebe <O> vor <L>, denn <M> ist lang.", "Verschiebe <O> vor <L>"),
        ("Da <M> lang ist, verschiebe <O> vor <L>.", "verschiebe <O> vor <L>"),
        ("Mueve <O> antes de <L> porque <M> es largo.", "Mueve <O> antes de <L>"),
        ("Déplace <O> avant <L>, car <M> est trop long.", "Déplace <O> avant <L>"),
        ("Sposta <O> prima di <L> perché <M> è lungo.", "Sposta <O> prima di <L>"),
        ("Move <O> antes de <L>, já que <M> é longo.", "Move <O> antes de <L>"),
        ("Verplaats <O> voor <L>, want <M> is lang.", "Verplaats <O> voor <L>"),
        ("Delete <O>. Reviewer 2 found it silly", "Delete <O>"),
    ],
)
def test_a_reason_or_remark_is_no_part_of_the_order(message: str, order: str) -> None:
    found = read(message)
    assert [said for kind, said in found if kind == "order"] == [order]
    assert {kind for kind, _ in found} == {"order", "reason"}


@pytest.mark.parametrize(
    "message",
    [
        "Replace “because” with “since” in <M>", "Replace as with since", "Delete the word because in <M>",
        "Move <O> to <L> as the last item", "Delete the first and the last paragraph of <M>",
        "Delete <L> but keep its heading",
        "Sposta <O> da <M> a <L>", "Füge <O> in <L> ein", "In <M>, delete the last sentence",
        "Move o segundo parágrafo de <S> para o fim de <C>",
    ],
)  # fmt: skip
def test_one_order_stays_whole(message: str) -> None:
    assert [kind for kind, _ in read(message)] == ["order"]


@pytest.mark.parametrize(
    ("message", "second"),
    [
        ("Rename <L> to “X” and delete <O>", "delete <O>"),
        ("Rename <L> to “X” and in <M> make it 14", "in <M> make it 14"),
        ("Delete <O> and it should say 31 in <M>", "it should say 31 in <M>"),
        ("Delete <O>. Also 14 sites, not 12.", "Also 14 sites, not 12"),
        ("Delete <O>; <L> is to be called “X”", "<L> is to be called “X”"),
        ("Delete <O>. The figure belongs into <L>.", "The figure belongs into <L>"),
        ("Delete <O>. <L> too.", "<L> too"),
        ("Delete <O> and number the list", "number the list"),
        ("Delete <O>. After that, <L> goes before <M>.", "After that, <L> goes before <M>"),
        ("In <M>, delete the last sentence, and rename <O> to “X”", "rename <O> to “X”"),
        ("Lösche <O> und benenne <L> in “X” um", "benenne <L> in “X” um"),
    ],
)
def test_what_may_be_a_further_order_is_one(message: str, second: str) -> None:
    found = read(message)
    assert [kind for kind, _ in found] == ["order", "order"] and found[1][1] == second


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Delete <O>. Never mind.", "withdrawal"),
        ("Delete <O>, or maybe wait until Friday.", "withdrawal"),
        ("Delete <O>... hmm, rather not.", "withdrawal"),
        ("Delete <O>. I mean <L>.", "correction"),
        ("Delete <A>, no, <B>", "correction"),
        ("Delete <O> (no: the first)", "correction"),
    ],
)
def test_words_about_the_order_before_are_known(message: str, kind: str) -> None:
    assert [kind for kind, _ in read(message)] == ["order", kind]


def test_the_verb_of_an_order_is_found() -> None:
    assert verb_of(f"and then also delete {NAME}") == "delete"
    assert verb_of(f"anschließend lösche {NAME}") == "lösche"
    assert verb_of(f"in {NAME} make it 14") == "make"
    assert verb_of(f"{NAME} umbenennen") == "umbenennen"
    assert not verb_of("correct me") or orders("correct me")
    assert not says_order("Reviewer 2 found it silly") and says_order(f"{NAME} should come first")


def test_a_sentence_that_locates_the_object_is_no_remark() -> None:
    assert not is_remark(f"It is in {NAME}.") and is_remark("It is silly.")
    assert not is_remark("or the table, whichever is longer")
