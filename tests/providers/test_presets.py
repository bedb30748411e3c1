"""Names of services in settings."""

from __future__ import annotations

import pytest

from backend.providers import chat_model
from backend.providers.presets import DEFAULT_MODELS, PRESETS, Endpoint, base_url, server_name, under


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


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (PRESETS["groq"], "groq (api.groq.com)"),
        (PRESETS["ollama"] + "/", "ollama (localhost:11434)"),
        ("http://me:secret@host:1/v1?key=secret", "The server at host:1"),
        ("http://[::1]:9/v1", "The server at [::1]:9"),
    ],
)
def test_an_error_names_a_server_by_preset_and_address(address: str, name: str) -> None:
    assert server_name(address) == name


def test_a_path_goes_in_front_of_an_addresss_query() -> None:
    assert under("http://a/v1/", "embeddings") == "http://a/v1/embeddings"
    assert under("https://a/v1?api-version=2", "chat/completions") == "https://a/v1/chat/completions?api-version=2"


def test_an_unknown_name() -> None:
    with pytest.raises(ValueError, match="ollama"):
        base_url("olama", "openai")


def test_openais_own_address_has_a_default_model_and_others_have_none() -> None:
    assert chat_model("openai", Endpoint(api_key="k")).model == DEFAULT_MODELS[PRESETS["openai"]]
    assert chat_model("openai", Endpoint(base_url="ollama")).model == ""
    assert chat_model("openai", Endpoint(api_key="k", model="mine")).model == "mine"
