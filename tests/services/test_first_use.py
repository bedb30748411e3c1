"""What is loaded at first use is loaded before: a process that has done so loads nothing more for a message."""

from __future__ import annotations

import subprocess
import sys

import pytest

from backend.drafting.reply_parser import parse
from backend.services import first_use

#: a message and a place in a fresh process, and the tables and modules that were not there before
LOADS = """
import functools, inspect, sys, tempfile
from backend.bootstrap import create_app, prepare, start_background_work
from backend.document.blocks import read
from backend.placement import rules
from tests.sonar_stand_in import SonarStandIn
def tables():
    modules = [(name, vars(module)) for name, module in list(sys.modules.items()) if name.startswith("backend.")]
    functions = {f"{name}.{key}": each for name, inside in modules for key, each in inside.items()}
    cached = {name: each for name, each in functions.items() if type(each) is type(functools.cache(id))}
    return {name: each for name, each in cached.items() if not inspect.signature(each).parameters}
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
    prepared = app.extensions["coscribe_database"].prepared._known
    forms = lambda: {str(of): len(each.by_key) for of, each in list(prepared.items()) if each is not None}
    rehearsed = forms()
    empty = [name for name, table in tables().items() if not table.cache_info().currsize]
    researcher.send("Add a paragraph on wind to the Limitations section.")
    researcher.send("Add a paragraph on snow to the Limitations section.")
    print(*(of.replace("\\n", " ") + ";" for of, count in forms().items() if rehearsed.get(of) != count))
    rules.decide(read(""), "Rain fell.", ("Add a paragraph on rain.",))
    print(*(name for name in empty if tables()[name].cache_info().currsize))
    print(*sorted(name for name in set(sys.modules) - known if name.partition(".")[0] not in ("encodings", "tests")))
    print(len(sonar.requests), flush=True)
"""


@pytest.mark.parametrize(("writer", "calls"), [("perplexity", 2), ("extractive", 0)])
def test_a_first_message_prepares_nothing_and_loads_no_more_code_and_nothing_was_asked_before_it(writer, calls):
    done = subprocess.run([sys.executable, "-c", LOADS, writer], capture_output=True, text=True, check=True)
    compiled, made, loaded, asked = done.stdout.removesuffix("\n").split("\n")
    assert (compiled, made) == ("", "")
    assert [name for name in loaded.split() if name.startswith(("openai", "backend", "httpx", "wordllama"))] == []
    assert int(asked) == calls


def test_its_answer_is_one_that_is_read_without_repair(world):
    first_use.load(world.ports)
    assert not parse(first_use.ANSWER).repaired
