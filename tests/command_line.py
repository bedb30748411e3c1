"""Call the `coscribe` command in this process, with arguments as people type them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from click.testing import CliRunner, Result

from backend.cli import main

_SHARED = ("PERPLEXITY_API_KEY", "OPENAI_API_KEY", "TAVILY_API_KEY", "LINKUP_API_KEY")


def environment(data_dir: object) -> dict[str, str]:
    """The process's environment without settings of ours, and with a folder of the test's own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("COSCRIBE_") and k not in _SHARED}
    return kept | {"COSCRIBE_DATA_DIR": str(data_dir), "COSCRIBE_LOG_LEVEL": "WARNING"}


def run(environ: Mapping[str, str], *words: str, **options: Any) -> Result:
    cleared = dict.fromkeys(name for name in os.environ if name not in environ)
    return CliRunner().invoke(main, words, env={**environ, **cleared}, **options)
