"""The error by which a reader in the child process refuses a file."""

from __future__ import annotations


class Unfit(Exception):
    """The file is not what we read, in words that continue a sentence: "paper.pdf" + " is encrypted"."""
