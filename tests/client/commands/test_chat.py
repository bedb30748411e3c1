"""`coscribe chat`: what is sent where."""

from __future__ import annotations

import json

import pytest

from backend.client.api_types import NewMessage
from backend.client.commands.chat import HELP, Conversation, chat
from backend.client.failures import InvalidUsage, SignedOut
from tests.client.conftest import SESSION, answer, open_drafts, pending, preview, session, streamed

OTHER = "99999999-2222-3333-4444-555555555555"


@pytest.fixture(autouse=True)
def server(canned):
    canned.on("POST /api/chat/message", *[streamed(("final_answer", answer(response="*Yes.*"))) for _ in range(3)])
    canned.on("POST /api/sessions", session())


def test_the_first_message_of_all_makes_a_session_and_chooses_it(run, canned, context):
    result = run(chat, "Write about " + "wind " * 30)
    assert result.stdout == "*Yes.*\n" and f"({SESSION})" in result.stderr
    assert len(canned.body(0)["title"]) <= 60 and canned.body(0)["title"].startswith("Write about wind")
    assert context.choices.session(context.api.server) == SESSION
    run(chat, "More.")
    assert [asked.split()[1] for asked in canned.asked].count("/api/sessions") == 1


def test_everything_that_goes_with_a_message(run, canned, context, tmp_path):
    context.choices.choose_session(context.api.server, SESSION)
    canned.on(f"GET /api/sessions/{OTHER}", session(id=OTHER))
    (tmp_path / "notes.md").write_text("Notes.")
    words = [
        "-m",
        "research",
        "--fast",
        "--highlight",
        "A",
        "--note",
        "n",
        "--source",
        "s",
        "-f",
        f"{tmp_path}/notes.md",
        "--search-mode",
        "both",
        "--focus",
        "local",
    ]
    result = run(chat, "Find.", *words, "--session", OTHER, "--json")
    assert json.loads(result.stdout)["response"] == "*Yes.*"
    body = canned.body()
    assert (body["session_id"], body["message"], body["mode"], body["fast"]) == (OTHER, "Find.", "research", True)
    assert (body["search_mode"], body["focus"]) == ("both", "local")
    assert {(each["type"], each["content"]) for each in body["attached_sections"]} == {
        ("highlight", "A"), ("section", "Notes."),
    }  # fmt: skip


def test_a_new_session_is_made_though_one_is_chosen(run, canned, context):
    context.choices.choose_session(context.api.server, OTHER)
    run(chat, "Write.", "--new", "Wind")
    assert canned.body(0) == {"title": "Wind"} and canned.body()["session_id"] == SESSION


@pytest.mark.parametrize("words", [("-",), ()])
def test_a_message_from_standard_input(run, canned, context, words):
    context.choices.choose_session(context.api.server, SESSION)
    run(chat, *words, input="From a pipe.\n")
    assert canned.body()["message"] == "From a pipe.\n"


@pytest.mark.parametrize(("words", "input"), [((" ",), None), (("-",), "\n"), (("x", "--stream"), None)])
def test_nothing_is_sent_where_there_is_nothing_to_send(run, canned, words, input):
    assert run(chat, *words, input=input).exit_code == InvalidUsage("").code
    assert canned.requests == []


def test_a_stream_is_every_event_and_no_answer_behind_them(run, context):
    context.choices.choose_session(context.api.server, SESSION)
    (line,) = run(chat, "Write.", "--json", "--stream").stdout.splitlines()
    assert json.loads(line)["event"] == "final_answer"


@pytest.fixture
def talk(context, canned, monkeypatch):
    """Holds a conversation of some lines; an exception among them is what typing it does."""
    canned.on(f"GET /api/sessions/{SESSION}", session(title=""))
    canned.on("POST /api/chat/message", *[streamed(("final_answer", answer(response=""))) for _ in range(5)])

    def hold(*lines, mode="write", texts=(), fast=False):
        left = [*lines, EOFError()]

        def read():
            line = left.pop(0)
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr(context, "read_line", read)
        Conversation(context, SESSION, NewMessage("", mode, texts, fast)).hold()
        return left

    return hold


def sent(canned):
    return [canned.body(n) for n, asked in enumerate(canned.asked) if asked == "POST /api/chat/message"]


def test_a_line_is_a_message_in_the_mode_of_the_conversation(talk, context, canned):
    talk("  Write. ", "", "/research Why?", mode="write", fast=True)
    assert [(body["message"], body["mode"], body["fast"]) for body in sent(canned)] == [
        ("Write.", "write", True), ("Why?", "research", True),
    ]  # fmt: skip
    assert context.noted.startswith("Untitled · /help")


@pytest.mark.parametrize("word", ["/quit", "/exit", "/q", " /quit "])
def test_leaving(talk, canned, word):
    assert len(talk(word, "never sent")) == 2
    assert sent(canned) == []


def test_ctrl_c_at_the_prompt_does_not_leave(talk, context, canned):
    talk(KeyboardInterrupt(), "Write.")
    assert len(sent(canned)) == 1 and "Ctrl-D leaves." in context.noted


def test_what_is_attached_goes_with_the_next_message_that_arrives_and_with_no_other(talk, canned, tmp_path):
    (tmp_path / "a file.md").write_text("From a file.")
    canned.on("POST /api/chat/message", (503, {"detail": "Later."}), streamed(("final_answer", answer())))
    talk(f'/file "{tmp_path}/a file.md"', "/highlight A passage.", "One.", "Two.", texts=[])
    one, two = sent(canned)
    assert [each["content"] for each in one["attached_sections"]] == ["From a file.", "A passage."]
    assert two["attached_sections"] == one["attached_sections"], "a message that failed has taken nothing"


def test_it_is_used_up_once_sent(talk, canned):
    talk("One.", "Two.", texts=[{"type": "highlight", "content": "c"}])
    assert [len(body["attached_sections"]) for body in sent(canned)] == [1, 0]


def test_a_failure_is_said_and_the_conversation_goes_on(talk, context, canned):
    talk("/nonsense", "/highlight", "/research", '/file "open', "/pending", "Go on.")
    assert context.noted.splitlines()[1:4] == [
        "The command /nonsense does not exist; /help lists the commands.",
        "The text or file is missing: /highlight TEXT or /file PATH",
        "The question is missing: /research QUESTION",
    ]
    assert "cannot be read" in context.noted and len(sent(canned)) == 1


def test_whoever_is_signed_out_is_out(talk, context):
    context.api.connection.tokens.forget()
    with pytest.raises(SignedOut):
        talk("Write.")


def test_commands_do_what_the_help_says(talk, context, canned):
    canned.on("GET /api/chat/pending", open_drafts(pending())).on("POST /api/chat/preview", preview())
    canned.on("POST /api/chat/reject", {}).on(f"GET /api/sessions/{SESSION}/document", {"content": "# Paper"})
    canned.on("POST /api/chat/rewrite", streamed(("final_answer", answer(response=""))))
    talk("/help", "/pending", "/preview", "/document", "/reject too long", "/rewrite shorter", "/reject")
    assert context.said.startswith(HELP)
    assert "--- pending ---" in context.said and "It would go" in context.said and "# Paper" in context.said
    bodies = [canned.body(n) for n, asked in enumerate(canned.asked) if asked.endswith(("reject", "rewrite"))]
    assert [body.get("reason", body.get("instruction")) for body in bodies] == ["too long", "shorter", None]


def test_approving_without_a_terminal_is_refused_and_left_as_it_is(talk, context, canned):
    talk("/approve")
    assert "--yes" in context.noted and not any("approve" in asked for asked in canned.asked)


def test_a_person_who_says_no_is_heard(talk, context, monkeypatch):
    def leave(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("backend.client.decisions.approve", leave)
    talk("/approve")
    assert "Nothing was changed." in context.noted
