"""List the addresses of well-known OpenAI-compatible services by name. A setting can contain such a name (a preset)
instead of an address.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

PRESETS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com/v1",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/openai",
    "groq": "https://api.groq.com/openai/v1",
    "deepseek": "https://api.deepseek.com",
    "openrouter": "https://openrouter.ai/api/v1",
    "ollama": "http://localhost:11434/v1",
    "lmstudio": "http://localhost:1234/v1",
    "llamacpp": "http://localhost:8080/v1",
    "vllm": "http://localhost:8000/v1",
    "perplexity": "https://api.perplexity.ai",
}

#: The model that is used if the settings name none. Other services have no model that every account may use.
DEFAULT_MODELS = {PRESETS["openai"]: "gpt-4.1-mini", PRESETS["perplexity"]: "sonar-pro"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to call a model: the address of its API, the key, the model's name, and how freely it writes
    (`temperature`, 0 to 2). "" and None mean the provider's default. `timeout` limits a whole call, in seconds.
    """

    base_url: str = ""
    api_key: str = ""
    model: str = ""
    temperature: float | None = None
    timeout: float = 90.0


def server_name(url: str) -> str:
    """Return the name of a server for error messages: "groq (api.groq.com)" if its address is that of a preset, else
    "The server at host:port". The user name, password, path and query of the address are left out.
    """
    parts = urlsplit(url)
    place = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or "an address without a host"
    if parts.port is not None:
        place = f"{place}:{parts.port}"
    for preset, address in PRESETS.items():
        if url.rstrip("/") == address:
            return f"{preset} ({place})"
    return f"The server at {place}"


def under(url: str, path: str) -> str:
    """Return the address of `path` below a base URL. A query of the base URL stays at the end of the address."""
    base, mark, query = url.partition("?")
    return f"{base.rstrip('/')}/{path}{mark}{query}"


def base_url(setting: str, default: str) -> str:
    """Return the address for the value of a setting. The value is an address, a preset's name in any spelling ("LM
    Studio"), or "" for `default`. Raises ValueError for an unknown name.
    """
    wanted = setting.strip() or default
    if "://" in wanted:
        return wanted.rstrip("/")
    name = "".join(character for character in wanted.lower() if character.isalnum())
    if name not in PRESETS:
        raise ValueError(f"{wanted!r} is neither an address nor a preset; the presets are {', '.join(PRESETS)}")
    return PRESETS[name]
