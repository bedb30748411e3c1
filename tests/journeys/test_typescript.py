"""A TypeScript client that openapi-typescript makes of /openapi.json: it compiles, and its answers have types.

The generator and the compiler are Node packages. `make typescript` installs them and runs this test with their folder.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from backend.bootstrap import create_app
from tests.closing import close_app

#: The folder of the Node packages `openapi-typescript` and `typescript`.
NODE_MODULES = os.environ.get("NODE_MODULES", "")
pytestmark = pytest.mark.skipif(not NODE_MODULES, reason="run `make typescript`: it needs Node")

#: The answer of each call, and a use of one: `never` would not have the fields.
USE = """
import type { paths } from "./client";
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Answer<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;
export function shown(answer: Answer<"/api/chat/message", "post">): string {
  return answer.response + (answer.pending_content_id ?? "") + answer.citations.map((each) => each.title).join();
}
export function document(answer: Answer<"/api/chat/approve", "post">): number {
  return answer.revision + answer.inserted[0].start;
}
"""


def run(program: str, *arguments: str, folder: Path) -> None:
    done = subprocess.run(
        [f"{NODE_MODULES}/.bin/{program}", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_generated_client_compiles_and_types_every_answer(tmp_path):
    app = create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path / "data"), "COSCRIBE_WRITER": "extractive"})
    told = app.test_client().get("/openapi.json").json
    close_app(app)
    (tmp_path / "openapi.json").write_text(json.dumps(told), encoding="utf-8")
    run("openapi-typescript", "openapi.json", "-o", "client.ts", folder=tmp_path)
    (tmp_path / "use.ts").write_text(USE, encoding="utf-8")
    run("tsc", "--strict", "--noEmit", "--target", "es2022", "--moduleResolution", "bundler", "use.ts", folder=tmp_path)
    code = re.sub(r"/\*.*?\*/|//.*", "", (tmp_path / "client.ts").read_text(encoding="utf-8"), flags=re.S)
    # the generator writes this for the headers of every answer, whatever the description says of them
    code = code.replace("[name: string]: unknown;", "")
    # requests with a field that takes any JSON value
    code = re.sub(r"^ {8}(?:ReferenceIn|SonarJson): \{.*?^ {8}\};", "", code, flags=re.M | re.S)
    assert re.findall(r".*\b(?:any|unknown)\b.*", code) == []
