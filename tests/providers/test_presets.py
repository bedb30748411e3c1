"""Names of services in settings."""

from __future__ import annotations

import pytest

from backend.providers.presets import PRESETS, base_url


@pytest.mark.parametrize(
    ("setting", "address"),
    [
        ("", PRESETS["openai"]),
        ("LM Studio", PRESETS["lmstudio"]),
        ("llama.cpp", PRESETS["llamacpp"]),
        (" vLLM ", PRESETS["vllm"]),
        ("http://host:1/v1/", "http://host:1/v1"),
    ],
)
def test_base_url(setting: str, address: str) -> None:
    assert base_url(setting, "openai") == address


def test_an_unknown_name() -> None:
    with pytest.raises(ValueError, match="ollama"):
        base_url("olama", "openai")
