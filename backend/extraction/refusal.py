"""Define the error by which a reader in the child process refuses a file."""

from __future__ import annotations


class UnsuitableFile(Exception):
    """Raised for a file that cannot be read. Its message is the end of a sentence: "paper.pdf" + " is encrypted"."""
