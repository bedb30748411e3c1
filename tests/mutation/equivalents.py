"""Mutants that no test can kill, as they behave as the original does; each with the reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.mutation.mutants import Mutant

FILE = Path(__file__).with_name("equivalents.toml")


def read_equivalents(text: str) -> dict[tuple[str, str, str], str]:
    """The reason of each, by the file, the line that goes and the line that comes."""
    entries = tomllib.loads(text).get("mutant", [])
    return {(entry["file"], entry["before"], entry["after"]): entry["why"] for entry in entries}


def key_of(mutant: Mutant, source: bytes) -> tuple[str, str, str]:
    gone, come = mutant.changed_lines(source)
    return mutant.path, " ".join(gone), " ".join(come)
