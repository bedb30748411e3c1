"""The sample papers, and a document told in one line per block, for the tests of this room."""

from __future__ import annotations

from pathlib import Path

from backend.document.blocks import read

SHARED = Path(__file__).resolve().parents[2] / "../shared"
PAPERS = sorted((SHARED / "data/papers").glob("*.md"))


def load(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def kinds(text: str) -> list[str]:
    return [block.kind for block in read(text).blocks]
