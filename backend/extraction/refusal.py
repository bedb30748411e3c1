"""What a reader in the child process says of a file that it does not take."""

from __future__ import annotations


class Unfit(Exception):
    """The file is not what we read, in words that continue a sentence: "paper.pdf" + " is encrypted"."""
