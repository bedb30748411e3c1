"""Tokens in an imported text."""

from __future__ import annotations

from backend.kernel.rendering import ImportedText


def test_no_token_is_the_beginning_of_another():
    text = ImportedText("", "tk")
    tokens = [text.key_token(number) for number in range(1, 20)] + [text.picture_token(number) for number in (1, 11)]
    assert not [(one, other) for one in tokens for other in tokens if one != other and other.startswith(one)]
