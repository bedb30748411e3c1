"""What is loaded at first use is loaded before: a process that has done so loads nothing more for a message."""

from __future__ import annotations

import subprocess
import sys

import pytest

from backend.drafting.reply_parser import parse
from backend.services import first_use

#: a message and its approval in a fresh process, and what they have loaded that was not there before
LOADS = """
import sys, tempfile
from backend.bootstrap import create_app, prepare, start_background_work
from tests.sonar_stand_in import SonarStandIn
with SonarStandIn() as sonar, tempfile.TemporaryDirectory() as folder:
    models = {"perplexity": {"COSCRIBE_WRITER_BASE_URL": sonar.url, "PERPLEXITY_API_KEY": sonar.key}}
    settings = {"DATA_DIR": folder, "WRITER": sys.argv[1], "LOG_LEVEL": "ERROR", "VERIFY": "off"}
    environ = {f"COSCRIBE_{name}": value for name, value in settings.items()}
    app = create_app(environ={**environ, **models.get(sys.argv[1], {})})
    prepare(app)
    start_background_work(app)
    from tests.researcher import Researcher
    researcher = Researcher(app)
    known = set(sys.modules)
    researcher.send("Add a paragraph on wind to the Limitations section.")
    print(*sorted(name for name in set(sys.modules) - known if name.partition(".")[0] not in ("encodings", "tests")))
    print(len(sonar.requests), flush=True)
"""


@pytest.mark.parametrize(("writer", "calls"), [("perplexity", 1), ("extractive", 0)])
def test_a_first_message_loads_no_more_code_and_nothing_was_asked_before_it(writer, calls):
    done = subprocess.run([sys.executable, "-c", LOADS, writer], capture_output=True, text=True, check=True)
    loaded, asked = done.stdout.removesuffix("\n").split("\n")
    assert [name for name in loaded.split() if name.startswith(("openai", "backend", "httpx", "wordllama"))] == []
    assert int(asked) == calls


def test_its_answer_is_one_that_is_read_without_repair(world):
    first_use.load(world.ports)
    assert not parse(first_use.ANSWER).repaired
