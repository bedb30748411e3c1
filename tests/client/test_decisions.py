"""Deciding about pending content: what is shown, what is asked, what is sent."""

from __future__ import annotations

import click
import pytest

from backend.client import decisions
from backend.client.decisions import Approval
from backend.client.failures import ClientFailure, InvalidUsage, NothingFound, RequestRefused
from tests.client.conftest import SESSION, answer, approved, open_drafts, pending, placement, preview, streamed

OTHER = placement(operation="append_to_document", section=None)
UNSURE = preview(sure=False, candidates=[placement(), OTHER])
YES = Approval(yes=True)


@pytest.fixture
def here(canned, monkeypatch):
    """A person at a terminal, content that waits, and a server that approves it."""
    monkeypatch.setattr("sys.stdin", type("Tty", (), {"isatty": lambda self: True})())
    canned.on("GET /api/chat/pending", open_drafts(pending())).on("POST /api/chat/preview", preview())
    return canned.on("POST /api/chat/approve", approved())


@pytest.fixture
def answers(monkeypatch):
    """What the person says when asked."""
    given = {"confirm": True, "prompt": 1}

    def confirm(*words, **more):
        if not given["confirm"]:
            raise click.Abort
        return True

    monkeypatch.setattr(click, "confirm", confirm)
    monkeypatch.setattr(click, "prompt", lambda *words, **more: given["prompt"])
    return given


def test_nothing_waits(context, canned):
    canned.on("GET /api/chat/pending", open_drafts())
    for do in (decisions.look, decisions.print_preview, lambda *given: decisions.approve(*given, YES)):
        with pytest.raises(NothingFound):
            do(context, SESSION)
    assert {request.method for request in canned.requests} == {"GET"}


def test_a_program_hears_of_nothing_as_null(make_context, canned, capsys):
    canned.on("GET /api/chat/pending", open_drafts())
    with pytest.raises(NothingFound):
        decisions.look(make_context(as_json=True), SESSION)
    assert capsys.readouterr().out == '{"pending": null}\n'


def test_looking_ahead_changes_nothing(context, here):
    decisions.print_preview(context, SESSION)
    assert "It would go at the end of Paper › Methods" in context.said
    assert [line.split()[1] for line in here.asked] == [
        f"/api/chat/pending?session_id={SESSION}",
        "/api/chat/preview",
    ]


def test_approving_unasked_needs_no_preview_and_remembers_the_revision(context, here):
    decisions.approve(context, SESSION, YES)
    assert here.body() == {"session_id": SESSION, "pending_content_id": "p1"}
    assert not any("preview" in asked for asked in here.asked)
    assert context.choices.last_seen(SESSION) == 4
    assert "+Gusts were frequent." in context.said, "what was not shown before is shown now"


def test_without_a_terminal_approval_must_be_said(context, make_context, here, monkeypatch):
    with pytest.raises(InvalidUsage, match="--yes"):
        decisions.approve(make_context(as_json=True), SESSION, Approval())
    monkeypatch.setattr("sys.stdin", type("Pipe", (), {"isatty": lambda self: False})())
    with pytest.raises(InvalidUsage, match="--yes"):
        decisions.approve(context, SESSION, Approval())
    assert here.requests == []


def test_a_person_sees_the_place_and_approves_just_that(context, here, answers):
    decisions.approve(context, SESSION, Approval())
    assert here.body() == {
        "session_id": SESSION, "pending_content_id": "p1", "placement": placement(), "base_revision": 3,
    }  # fmt: skip
    assert context.said.count("+Gusts") == 1


def test_a_person_who_says_no_approves_nothing(context, here, answers):
    answers["confirm"] = False
    with pytest.raises(click.Abort):
        decisions.approve(context, SESSION, Approval())
    assert not any("approve" in asked for asked in here.asked)


def test_where_the_place_is_not_clear_the_person_chooses(context, here, answers):
    here.on("POST /api/chat/preview", UNSURE)
    answers["prompt"] = 2
    decisions.approve(context, SESSION, Approval())
    assert here.body()["placement"] == OTHER


@pytest.mark.parametrize("yes", [True, False])
def test_a_candidate_is_named_by_its_number(context, here, answers, yes):
    here.on("POST /api/chat/preview", UNSURE)
    decisions.approve(context, SESSION, Approval(yes=yes, candidate=2))
    assert (here.body()["placement"], here.body()["base_revision"]) == (OTHER, 3)


@pytest.mark.parametrize("number", [3, 9])
def test_a_number_that_no_candidate_has(context, here, number):
    here.on("POST /api/chat/preview", UNSURE)
    with pytest.raises(InvalidUsage, match=f"{number}.*2"):
        decisions.approve(context, SESSION, Approval(yes=True, candidate=number))


def test_doubted_sources_are_accepted_by_who_says_so(context, here, answers):
    here.on("GET /api/chat/pending", open_drafts(pending()))
    doubted = {
        "status": 409,
        "detail": "A source is in doubt.",
        "sources": [{"source": "Meier", "status": "retracted"}],
    }
    here.on("POST /api/chat/approve", (409, doubted))
    with pytest.raises(RequestRefused, match="--accept-sources"):
        decisions.approve(context, SESSION, YES)
    assert "accept_sources" not in here.body()
    with pytest.raises(RequestRefused):
        decisions.approve(context, SESSION, Approval(yes=True, accept_sources=True))
    assert here.body()["accept_sources"] is True


def test_cut_off_content_is_approved_only_by_who_has_seen_that_it_is(context, here, answers):
    here.on("GET /api/chat/pending", open_drafts(pending(truncated=True)))
    decisions.approve(context, SESSION, Approval())
    assert here.body()["accept_truncated"] is True and "cut off" in context.noted
    here.on("POST /api/chat/approve", (409, {"status": 409, "detail": "It is cut off."}))
    with pytest.raises(RequestRefused, match="--accept-truncated"):
        decisions.approve(context, SESSION, YES)
    assert "accept_truncated" not in here.body()
    with pytest.raises(RequestRefused) as raised:
        decisions.approve(context, SESSION, Approval(yes=True, accept_truncated=True))
    assert "--accept-truncated" not in raised.value.words


def test_a_server_that_wants_to_know_which_place_has_them_listed_on_stderr(context, here):
    problem = {"status": 409, "detail": "Two are meant.", "candidates": [placement(), OTHER]}
    here.on("POST /api/chat/approve", (409, problem))
    with pytest.raises(RequestRefused, match="--candidate NUMBER"):
        decisions.approve(context, SESSION, YES)
    assert context.noted.splitlines() == [
        "Two are meant.", "  1  at the end of Paper › Methods", "  2  at the end of the document",
    ]  # fmt: skip
    assert context.said == ""


@pytest.mark.parametrize(("left", "sent"), [("Edited.", "Edited."), (None, "Gusts were frequent.")])
def test_content_as_it_is_left_in_the_editor(context, here, monkeypatch, left, sent):
    monkeypatch.setattr(click, "edit", lambda text, extension: left)
    decisions.approve(context, SESSION, Approval(yes=True, edit=True))
    assert here.body()["document_content"] == sent


def test_content_that_is_emptied_in_the_editor_is_not_approved(context, here, monkeypatch):
    monkeypatch.setattr(click, "edit", lambda text, extension: "\n \n")
    with pytest.raises(InvalidUsage, match="coscribe reject"):
        decisions.approve(context, SESSION, Approval(yes=True, edit=True))


def test_rejecting(context, canned):
    canned.on("POST /api/chat/reject", {"status": "rejected", "session_id": SESSION, "pending_content_id": "p1"})
    decisions.reject(context, SESSION, "too long")
    assert canned.body() == {"session_id": SESSION, "reason": "too long"}
    assert "The document is unchanged" in context.said


@pytest.mark.parametrize(
    ("problem", "waits", "raised"),
    [
        ({"status": 409, "detail": "Nothing."}, [], NothingFound),
        ({"status": 409, "detail": "Placing."}, [pending()], RequestRefused),
        ({"status": 409, "detail": "Busy.", "run_id": "r"}, [], RequestRefused),
    ],
)
def test_a_refusal_because_nothing_is_pending_is_told_as_that(context, canned, problem, waits, raised):
    canned.on("POST /api/chat/reject", (409, problem)).on("GET /api/chat/pending", open_drafts(*waits))
    with pytest.raises(ClientFailure) as caught:
        decisions.reject(context, SESSION, None)
    assert type(caught.value) is raised


def test_a_rewrite_is_shown_as_an_answer_or_given_as_one_value(context, make_context, canned, capsys):
    canned.on("POST /api/chat/rewrite", *[streamed(("final_answer", answer(response=""))) for _ in range(3)])
    decisions.rewrite(context, SESSION, "shorter")
    assert canned.body()["instruction"] == "shorter" and "answer is empty" in context.noted
    decisions.rewrite(make_context(as_json=True), SESSION, None)
    assert capsys.readouterr().out.count("\n") == 1
    decisions.rewrite(make_context(as_json=True, stream=True), SESSION, None)
    assert '"event": "final_answer"' in capsys.readouterr().out
