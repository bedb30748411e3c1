"""The streams as those read them who know nothing of us: curl, and a page's fetch."""

import json
import shutil
import subprocess

import pytest

from backend.kernel.sse import decode
from tests.sonar_stand_in import SonarStandIn
from tests.torture.rig import Client, Provider, Served, content_of, said
from tests.waiting import PATIENCE

#: What a page does: fetch, a stream decoder, and lines. It prints every event as a line of JSON.
FETCH = """
const [url, body, token] = process.argv.slice(1);
const headers = {"Content-Type": "application/json", "Accept": "text/event-stream"};
headers["Authorization"] = `Bearer ${token}`;
const answer = await fetch(url, {method: "POST", headers, body});
const reader = answer.body.pipeThrough(new TextDecoderStream("utf-8", {fatal: true})).getReader();
let rest = "";
for (;;) {
  const {done, value} = await reader.read();
  if (done) break;
  const parts = (rest + value).split("\\n\\n");
  rest = parts.pop();
  for (const part of parts) {
    const lines = part.split("\\n").filter((line) => !line.startsWith(":"));
    const of = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
    const event = {id: of("id: ")[0], event: of("event: ")[0], data: of("data: ").join("\\n")};
    if (lines.length) console.log(JSON.stringify(event));
  }
}
if (rest) throw new Error("the stream ended within an event");
"""


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


@pytest.fixture(scope="module")
def sonar():
    with SonarStandIn() as made:
        made.answer = Provider()
        yield made


@pytest.fixture
def served(environ, tmp_path, sonar):
    writer = {"COSCRIBE_WRITER": "perplexity", "COSCRIBE_WRITER_BASE_URL": sonar.url, "PERPLEXITY_API_KEY": sonar.key}
    made = Served(environ | writer, tmp_path, module="backend.cli")
    try:
        made.start()
        yield made
    finally:
        made.kill()


def by_curl(url, body, token):
    command = [
        "curl",
        "-sSN",
        url,
        "-d",
        "@-",
        "-H",
        f"Authorization: Bearer {token}",
        "-H",
        "Accept: text/event-stream",
    ]
    command += ["-H", "Content-Type: application/json"]
    done = subprocess.run(command, input=body.encode(), capture_output=True, check=True, timeout=PATIENCE)
    return [(each.id, each.event, json.loads(each.data)) for each in decode([done.stdout])]


def by_fetch(url, body, token):
    command = ["node", "--input-type=module", "-e", FETCH, url, body, token]
    done = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE, text=True, encoding="utf-8")
    events = map(json.loads, done.stdout.splitlines())
    return [(each.get("id", ""), each["event"], json.loads(each["data"])) for each in events]


def test_a_message_is_read_by_everybody(served):
    client = Client(served.url)
    client.sign_in()
    for number, (program, read) in enumerate({"curl": by_curl, "node": by_fetch}.items()):
        if shutil.which(program) is None:
            continue
        session = client.call("POST", "/api/sessions", {}, 201)["id"]
        mark = f"ask-00000000a{number}"
        events = read(
            f"{served.url}/api/chat/message",
            json.dumps({"session_id": session, "message": f"Add {mark}."}),
            client.token,
        )
        text = {}
        for _, name, data in events:
            if name == "token":
                before = text.get(data["channel"], "")
                text[data["channel"]] = before[: data["offset"]] + data["text"]
        assert text == {"message": said(mark, 1)["message"], "document_content": content_of(mark, 1)}
        stored = [(int(each), name) for each, name, _ in events if name != "token"]
        assert [each for each, _ in stored] == list(range(1, len(stored) + 1))
        assert stored[0][1] == "phase" and events[-1][1] == "final_answer"
        assert events[-1][2]["response"] == said(mark, 1)["message"]
