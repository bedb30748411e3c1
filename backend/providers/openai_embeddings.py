"""Compute embeddings with a server that implements OpenAI's API, hosted or on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from backend import errors
from backend.kernel import work_slots
from backend.net import deadline
from backend.providers.failures import answer_object, check_key, from_status
from backend.providers.lazy_client import LazyClient
from backend.providers.presets import base_url as resolve
from backend.providers.presets import server_name, under

#: Maximum number of texts in one request; the smallest limit among the hosted services is 100.
BATCH = 96
#: Maximum characters of a text that are sent. Models accept 8,191 tokens, and a token can be one character.
MAX_CHARACTERS = 6_000
#: Maximum bytes of an answer: 96 vectors of 4,096 numbers as text are some 8 MB.
MAX_ANSWER_BYTES = 64_000_000


class OpenAIEmbedder:
    """An `Embedder` (ports.py) behind `base_url`, which is an address or a preset's name.

    `timeout` limits one call of `embed` with all its requests, in seconds. Failed requests are not repeated.
    """

    def __init__(self, *, base_url: str = "openai", api_key: str = "", model: str = "", timeout: float = 30.0) -> None:
        self.base_url = resolve(base_url, "openai")
        #: the server's name in errors
        self.label = server_name(self.base_url)
        self.model = model or "text-embedding-3-small"
        self.timeout = timeout
        self.key = f"{self.base_url} {self.model}"
        self._api_key = api_key.strip()
        self._dimensions = 0
        self._client = LazyClient(under(self.base_url, "embeddings"), self._api_key)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Return an array of float32 with one row for each text, shape (len(texts), the model's dimensions). Rows have
        length 1. Blank texts are not sent, and their rows are zero.

        Raises a ProviderError if the server does not answer in time, refuses, or does not return one vector per text.
        """
        asked = [place for place, text in enumerate(texts) if text.strip()]
        parts: list[np.ndarray] = []
        with deadline.limit(self.timeout), work_slots.waiting():
            for first in range(0, len(asked), BATCH):
                batch = [_sendable(texts[place]) for place in asked[first : first + BATCH]]
                parts.append(self._vectors(self._ask(batch), len(batch)))
        if len({part.shape[1] for part in parts}) > 1:
            raise errors.ProviderMisanswered(
                f"{self.label} answered with vectors of several lengths. Check the name of the embedding model."
            )
        if parts:
            self._dimensions = parts[0].shape[1]
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        if parts:
            vectors[asked] = np.concatenate(parts)
        return vectors

    def close(self) -> None:
        """Close the client's connections. The next call opens new ones."""
        self._client.close()

    def _ask(self, batch: list[str]) -> dict[str, Any]:
        from backend.net.model_client import Refusal, provider_errors

        check_key(self._api_key, self.label)
        fields = {"input": batch, "model": self.model, "encoding_format": "float"}
        try:
            with provider_errors(self.label), self._client.get().post(fields) as answer:
                content = bytearray()
                for part in answer.pieces():
                    content += part
                    if len(content) > MAX_ANSWER_BYTES:
                        raise errors.ProviderMisanswered(
                            f"{self.label} sent more than {MAX_ANSWER_BYTES // 1_000_000} MB. "
                            "Check the address and the name of the embedding model."
                        )
        except Refusal as error:
            raise from_status(error.status, error.headers, error.body, self.label) from None
        return answer_object(bytes(content), self.label)

    def _vectors(self, data: dict[str, Any], count: int) -> np.ndarray:
        """Return the vectors in the answer as rows, in the order of the texts. `count` is the number of texts. The
        answer may have another order; the field `index` of a vector is the number of its text.
        """
        items = data.get("data")
        if not isinstance(items, list) or len(items) != count or not all(isinstance(item, dict) for item in items):
            raise self._misanswered(f"did not answer with one vector for each of {count} texts")
        places = [item.get("index", place) for place, item in enumerate(items)]
        if sorted(map(str, places)) != sorted(map(str, range(count))):
            raise self._misanswered("did not say to which text each vector belongs")
        ordered = [
            item.get("embedding") for _, item in sorted(zip(places, items, strict=True), key=lambda pair: int(pair[0]))
        ]
        try:
            matrix = np.array(ordered, dtype=np.float32)
        except (TypeError, ValueError):
            raise self._misanswered("sent vectors that contain something other than numbers") from None
        if matrix.ndim != 2 or not matrix.shape[1]:
            raise self._misanswered("sent vectors of several lengths")
        matrix = np.nan_to_num(matrix, nan=0.0, posinf=0.0, neginf=0.0)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        return matrix / np.where(lengths > 0, lengths, 1)

    def _misanswered(self, what: str) -> errors.ProviderMisanswered:
        return errors.ProviderMisanswered(f"{self.label} {what}. Check the name of the embedding model.")


def _sendable(text: str) -> str:
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
