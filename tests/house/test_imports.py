"""The house's rules over the syntax tree: who may import whom, what may be caught, what mirrors what.

An import points to a lower number, and rooms with the same number do not know each other.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import PREFIX, VARIABLES
from tests.house.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
BACKEND = ROOT / "backend"

#: Each room's height. A file at the top of backend/ is a room of its own.
HEIGHTS = {
    "": 0, "errors": 0, "kernel": 0, "settings": 0, "variables": 0, "confinement": 0,
    "document": 1, "sources": 1,
    "ports": 2, "ranking": 2,
    "mentions": 3,
    "drafting": 4, "placement": 4, "keyless": 4, "research": 4, "verification": 4, "formats": 4,
    "net": 5,
    "providers": 6, "connectors": 6, "storage": 6, "channels": 6, "tools": 6, "extraction": 6, "rendering": 6,
    "services": 7,
    "api": 8, "jobs": 8, "client": 8, "web": 8,
    "bootstrap": 9,
    "server": 10, "edge_worker": 10, "thread_worker": 10, "doctor": 10, "demo": 10, "administration": 10, "cli": 11,
}  # fmt: skip
KERNEL = {room for room, height in HEIGHTS.items() if height == 0}
#: The doors of the process read settings; everybody else is told what they must know.
MAY_READ_SETTINGS = {"bootstrap", "server", "doctor", "cli", "demo", "administration"}
#: What only the composition root may put together.
ADAPTERS = {"providers", "connectors", "channels", "tools", "rendering"}
#: Of the rooms that decide, a search engine of our own is the one decision that calls the outside world.
MAY_USE_PORTS = {
    "research/engine.py",
    "research/citation_stream.py",
    "research/source_search.py",
    "research/deep/driver.py",
    "research/subagents/tool_loop.py",
    "research/subagents/parallel_agents.py",
    "research/quoted_answer.py",
    "keyless/writer.py",
}
#: Where an import may wait for its first use: libraries that a start must not pay for.
MAY_IMPORT_LATE = (
    "net/",
    "providers/",
    "connectors/",
    "extraction/",
    "formats/",
    "rendering/",
    "bootstrap.py",
    "administration/",
    "cli.py",
    "client/commands/mcp.py",
)
#: Where everything may be caught, and must be recorded, or raised again in the thread that waits for it.
MAY_CATCH_ALL = {
    "api/errors.py",
    "net/http.py",
    "net/side_thread.py",
    "api/stream_writer.py",
    "net/streamed_body.py",
    "jobs/thread_executor.py",
}
#: Rooms whose sub-rooms are for everybody: templates are no code that could be entered.
OPEN_ROOMS = {"kernel"}
#: Contract suites, which every implementation of a Protocol passes.
SUITES = {
    "kernel/test_golden.py",
    "kernel/test_prompts.py",
    "kernel/test_rules.py",
    "providers/test_chat_models.py",
    "placement/test_wordings.py",
    "connectors/test_connectors.py",
}
#: Errors that answer a question (is it a number? is it still there?), so that "no" may need no words.
ANSWERS = {"ValueError", "KeyError", "IndexError", "OverflowError", "RecursionError", "UnicodeError", "TypeError"} | {
    "FileNotFoundError", "FileExistsError", "ProcessLookupError",
}  # fmt: skip


@functools.cache
def parsed() -> dict[str, ast.Module]:
    """The trees of all modules, by their paths in backend/. Parsed by the tests that look: collecting is for all."""
    return {
        str(path.relative_to(BACKEND)): tree_of(path.read_text(encoding="utf-8"))
        for path in sorted(BACKEND.rglob("*.py"))
    }


@functools.cache
def nodes(name: str) -> list[ast.AST]:
    return list(ast.walk(parsed()[name]))


def imported_modules(name: str) -> Iterator[str]:
    """The modules of ours that a module imports, by their dotted paths."""
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("backend."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "backend":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(name: str) -> str:
    return name.split("/")[0].removesuffix(".py").replace("__init__", "")


def imported(name: str) -> Iterator[str]:
    """The rooms of ours that a module imports from."""
    for node in nodes(name):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are absolute"
            names = [
                f"{node.module}.{alias.name}" if node.module == "backend" else node.module or "" for alias in node.names
            ]
        else:
            continue
        yield from (each.split(".")[1] if "." in each else "" for each in names if each.split(".")[0] == "backend")


def test_no_exception_is_made_for_a_file_that_does_not_exist():
    named = {*MAY_USE_PORTS, *MAY_IMPORT_LATE, *MAY_CATCH_ALL, *MAY_READ_SETTINGS, *OPEN_ROOMS, *ADAPTERS}
    missing = {each for each in named if not (BACKEND / each).exists() and not (BACKEND / f"{each}.py").exists()}
    for room, name in (each.split("/") for each in SUITES):
        missing |= set() if list((ROOT / "tests" / room).rglob(name)) else {f"{room}/{name}"}
    assert missing == set()


def test_every_room_has_a_height_and_no_room_is_listed_that_does_not_exist():
    assert {room_of(name) for name in parsed()} == set(HEIGHTS)


def test_a_sub_room_is_entered_from_its_own_room_only():
    """backend/<room>/<sub-room>/ serves <room>/; everybody else imports the top files of the room."""
    sub_rooms = {(path.parent.name, path.name) for path in BACKEND.glob("*/*") if path.is_dir()}
    entered = [
        f"{name} enters {module}"
        for name in parsed()
        for module in imported_modules(name)
        for room, *rest in [module.split(".")[1:] or [""]]
        if rest and (room, rest[0]) in sub_rooms and room not in OPEN_ROOMS and room != room_of(name)
    ]
    assert entered == []


def test_a_module_that_a_comment_names_exists():
    """A file name in a docstring or comment points to a file of the repository."""
    missing = []
    names = {path.name for folder in ("backend", "tests", "migrations") for path in (ROOT / folder).rglob("*.py")}
    for path in [*BACKEND.rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "migrations").rglob("*.py")]:
        for named in set(re.findall(r"[`(\s]((?:[a-z_]+/)*[a-z_]+\.py)\b", path.read_text(encoding="utf-8"))):
            places = [path.parent, ROOT, BACKEND, *(p for p in path.parents if p.is_relative_to(ROOT))]
            known = any((place / named).exists() for place in places) or ("/" not in named and named in names)
            if not known:
                missing.append(f"{path.relative_to(ROOT)}: {named}")
    assert missing == []


def test_an_imported_module_exists():
    """Two changes that are fine alone can miss each other: one moves a module, the other imports it where it was."""
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in (BACKEND, ROOT / "tests")
        for path in sorted(folder.rglob("*.py"))
        for name in re.findall(r"^ *from ((?:backend|tests)\.[\w.]+) import", path.read_text(encoding="utf-8"), re.M)
        for module in [ROOT / name.replace(".", "/")]
        if not module.with_suffix(".py").exists() and not (module / "__init__.py").exists() and not module.is_dir()
    ]
    assert missing == []


def test_an_import_points_to_a_lower_room():
    assert [fault for name in parsed() for fault in wrong_imports(name)] == []


def wrong_imports(name: str) -> Iterator[str]:
    room = room_of(name)
    for other in set(imported(name)) - {room}:
        if other not in HEIGHTS:
            yield f"{name} imports backend.{other}, which is no room"
            continue
        kernel = room in KERNEL and other in KERNEL
        if not kernel and HEIGHTS[other] >= HEIGHTS[room]:
            yield f"{name} ({HEIGHTS[room]}) imports {other} ({HEIGHTS[other]})"
        if other == "settings" and room not in MAY_READ_SETTINGS:
            yield f"{name} is told its settings, it does not read them"
        if other in ADAPTERS and room != "bootstrap":
            yield f"{name}: only bootstrap puts {other} together"
        if other == "ports" and HEIGHTS[room] in (3, 4) and name not in MAY_USE_PORTS:
            yield f"{name} decides; it calls nobody"


def test_imports_stand_at_the_top():
    late = [
        f"{name}:{each.lineno} imports inside {node.name}"
        for name in parsed()
        if not name.startswith(MAY_IMPORT_LATE)
        for node in nodes(name)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for each in ast.walk(node)
        if isinstance(each, (ast.Import, ast.ImportFrom))
    ]
    assert late == []


def test_nothing_is_caught_and_swallowed():
    assert [fault for name in parsed() for fault in swallowed(name)] == []


def swallowed(name: str) -> Iterator[str]:
    for node in nodes(name):
        if not isinstance(node, ast.ExceptHandler):
            continue
        caught = (
            {ast.unparse(each) for each in getattr(node.type, "elts", [node.type])} if node.type else {"everything"}
        )
        passes_on = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
        if caught & {"everything", "Exception", "BaseException"} and not passes_on and name not in MAY_CATCH_ALL:
            yield f"{name}:{node.lineno} catches everything"
        if all(isinstance(each, (ast.Pass, ast.Continue)) for each in node.body) and not caught <= ANSWERS:
            yield f"{name}:{node.lineno} catches {caught} and says nothing"


def test_only_settings_reads_the_environment():
    readers = {
        name
        for name in parsed()
        for node in nodes(name)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("os.environ", "os.getenv")
    }
    # metrics tells the Prometheus library its folder, which it takes from there and nowhere else
    assert readers <= {"settings.py", "api/metrics.py"}


def test_every_file_opens_with_what_it_is_for():
    assert [name for name, tree in parsed().items() if tree.body and not ast.get_docstring(tree)] == []


def test_files_and_functions_stay_within_the_house():
    long_files = [name for name in parsed() if len((BACKEND / name).read_text(encoding="utf-8").splitlines()) > 400]
    long_functions = [
        f"{name}:{node.name}"
        for name in parsed()
        for node in nodes(name)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert (long_files, long_functions) == ([], [])


def test_no_room_for_leftovers():
    shelves = {"utils", "helpers", "common", "manager", "base", "misc"}
    assert not [name for name in parsed() if shelves & set(Path(name).with_suffix("").parts)]


def test_tests_mirror_the_tree():
    """A test in tests/<room>/ is called after the module it tests; journeys, benches and house rules have no module."""
    rooms = {room_of(name) for name in parsed() if "/" in name}
    strays = [
        str(path.relative_to(ROOT))
        for room in rooms
        for path in (ROOT / "tests" / room).rglob("test_*.py")
        if not mirrored(path.relative_to(ROOT / "tests")).exists() and f"{room}/{path.name}" not in SUITES
    ]
    assert strays == []


#: Modules that no test file is called after yet. This list only gets shorter.
WITHOUT_TESTS = {
    "api/sonar/sonar_call.py",
    "connectors/browser/devtools.py", "connectors/browser/page_visit.py",
    "mentions/document_view.py",
    "mentions/parsed_message.py", "mentions/referents.py",
}  # fmt: skip


def test_every_module_has_a_test_file_of_its_name():
    """backend/<room>/x.py has tests/<room>/test_x.py, or tests/<room>/x/, unless nothing in it can run.

    Nothing can run in a module without a function that has a body, a call, a condition or a loop: it declares values,
    types, Protocols and defaults. A wrong one shows where it is used, and a test of it could only repeat it. A
    package's own file hands on what its modules have.
    """
    missing = {
        name
        for name, tree in parsed().items()
        if not name.endswith("__init__.py")
        and not (ROOT / "tests" / Path(name).parent / f"test_{Path(name).name}").exists()
        and not list((ROOT / "tests" / name).with_suffix("").glob("test_*.py"))
        and not declares_only(tree)
    }
    assert missing - WITHOUT_TESTS == set(), "a module without its test file"
    assert WITHOUT_TESTS - missing == set(), "take out of the list what has its test file by now"


def declares_only(tree: ast.Module) -> bool:
    """Whether a module has nothing that runs but its declarations."""
    decorators = {each for node in ast.walk(tree) for each in getattr(node, "decorator_list", [])}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if not all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in node.body):
                return False
        elif isinstance(node, ast.Call):
            plain = ast.unparse(node.func) in ("field", "frozenset") or not (node.args or node.keywords)
            if node not in decorators and not plain:
                return False
        elif isinstance(node, (ast.If, ast.IfExp, ast.For, ast.While, ast.comprehension, ast.Lambda)):
            return False
    return True


def test_only_what_declares_may_go_without_a_test():
    for source in (
        "A: int = 3",
        "class P(Protocol):\n    def f(self) -> int: ...",
        "@dataclass()\nclass A:\n    b: int",
    ):
        assert declares_only(ast.parse(source)), source
    for source in ("def f():\n    return 1", "A = g(1)", "class S(Schema):\n    x = Text(3)", "A = [x for x in B]"):
        assert not declares_only(ast.parse(source)), source


def mirrored(test: Path) -> Path:
    """tests/<room>/test_<name>.py -> backend/<room>/<name>.py, or the package of that name.

    A module with many tests has a folder of files instead: tests/<room>/<name>/test_<subject>.py.
    """
    whole = (BACKEND / test.parent).with_suffix(".py")
    module = BACKEND / test.parent / test.name.removeprefix("test_")
    return next((each for each in (module, module.with_suffix(""), whole) if each.exists()), module)


def test_every_setting_is_in_the_readmes_table():
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("README.md is not written yet")
    text = readme.read_text(encoding="utf-8")
    table = set(
        re.findall(r"`(?:COSCRIBE_)?([A-Z][A-Z0-9_]+)`", "\n".join(line for line in text.splitlines() if "|" in line))
    )
    missing = [PREFIX + name for name in VARIABLES if name not in table and not covered(name, text)]
    assert missing == []


def covered(name: str, text: str) -> bool:
    """`<NAME>_BASE_URL` stands for each service's address."""
    return name.endswith("_BASE_URL") and "<NAME>_BASE_URL" in text and name.split("_BASE")[0] not in (
        "WRITER", "PLACER", "SYSTEM_MODEL", "EMBEDDER",
    )  # fmt: skip
