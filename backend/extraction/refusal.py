"""Define the error with which the child process refuses a file."""

from __future__ import annotations


class UnsuitableFile(Exception):
    """Raised if a file cannot be read. The message is a sentence without its subject, which is the file's name: "is
    encrypted".
    """
