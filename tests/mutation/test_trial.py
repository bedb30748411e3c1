"""Small trees whose tests notice a fault, don't, or never end."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, mutants_of

SOURCE = """
STEP = 1

def count_down(number):
    steps = 0
    while number > 0:
        number = number - STEP
        steps += 1
    return steps

def greet(name):
    return "Hello " + name

def part(name):
    return name + "!"
"""
TESTS = {
    "test_down.py": "from backend.room.down import count_down\n\ndef test_counts():\n    assert count_down(3) == 3\n",
    "test_other.py": "from backend.room.down import greet\n\ndef test_greets():\n    assert greet('Ada')\n",
    "down/test_process.py": (
        "import subprocess, sys\n\n"
        "def test_another_process_parts():\n"
        "    said = 'from backend.room.down import part; print(part(str()))'\n"
        "    assert subprocess.run([sys.executable, '-c', said], capture_output=True, text=True).stdout == '!\\n'\n"
    ),
    "test_moody.py": (
        "from pathlib import Path\nfrom backend.room.down import greet\n\n"
        "def test_fails_once_where_greeted_badly():\n"
        "    flag = Path('flag')\n"
        "    bad = greet('') == 'XXHello XX'\n"
        "    seen = flag.exists()\n"
        "    if bad:\n        flag.touch()\n"
        "    assert not bad or seen\n"
    ),
    "test_broken.py": "def test_fails_in_any_case():\n    assert False\n",
}
TRY = """
import sys
from pathlib import Path
from tests.mutation.mutants import mutants_of
from tests.mutation import trial
from tests.mutation.trial import Workplace, try_mutants
trial.GRACE = 1  # CPU seconds that the endless loop runs, twice; the other tests take none
work = Workplace(Path(sys.argv[1]))
source = (work.folder / "backend/room/down.py").read_bytes()
mutants = mutants_of("room/down.py", source)
for index, outcome in try_mutants(work, mutants):
    print(index, outcome)
assert (work.folder / "backend/room/down.py").read_bytes() == source
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """How each mutant of the small tree ends, by the line that comes."""
    tree = tmp_path_factory.mktemp("small") / "tree"
    for folder in ("backend/room", "tests/room/down"):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "__init__.py").touch()
        (tree / folder).parent.joinpath("__init__.py").touch()
    (tree / "backend/room/down.py").write_text(SOURCE)
    for name, text in TESTS.items():
        (tree / "tests/room" / name).write_text(text)
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", TRY, str(tree)], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    mutants = mutants_of("room/down.py", SOURCE.encode())
    unchanged, *lines = done.stdout.splitlines()
    assert unchanged.startswith("tests/room/test_broken.py::test_fails_in_any_case fails on the unchanged tree")
    ended = dict(line.split() for line in lines)
    return {_line(mutant): ended[str(index)] for index, mutant in enumerate(mutants)}


def _line(mutant: Mutant) -> str:
    changed = mutant.applied(SOURCE.encode()).decode()
    assert ast.parse(changed)
    return "\n".join(mutant.changed_lines(SOURCE.encode())[1])


def test_a_fault_that_a_test_sees_is_killed_wherever_it_stands(outcomes):
    assert outcomes["steps = 1"] == outcomes["steps += 2"] == outcomes["STEP = 2"] == "killed"
    assert outcomes["while (not (number > 0)):"] == "killed" and outcomes["return None"] == "killed"


def test_a_fault_is_seen_by_the_processes_that_a_test_starts(outcomes):
    assert outcomes["return name + 'XX!XX'"] == "killed"


def test_a_loop_without_end_is_told_by_the_processor_time_it_takes(outcomes):
    assert outcomes["number = (number + STEP)"] == "endless"


def test_a_test_that_fails_once_and_then_passes_shows_nothing(outcomes):
    assert outcomes['return "XXHello XX" + name'.replace('"', "'")] == "unclear"
