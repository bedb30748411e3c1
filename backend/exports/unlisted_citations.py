"""Restore citations without an entry, which an export prints as bold question marks: “(**berg2021?**)”."""

from __future__ import annotations

import re
from collections.abc import Container

_KEY = r"\*\*([^\s*?]+)\?\*\*"
_PRINTED = re.compile(rf"\({_KEY}(?:; {_KEY})*\)")


def with_citations(text: str, keys: Container[str]) -> str:
    """Return the Markdown with citations of these keys where an export printed them without an entry.

    Only keys that the document cites may be given: a person may write “(**why?**)”, too. Pandoc prints `@key` as it
    prints `[@key]`, so both become the latter.
    """

    def cited(found: re.Match[str]) -> str:
        named = [re.sub(r"\\(.)", r"\1", each) for each in re.findall(_KEY, found[0])]
        if not all(each in keys for each in named):
            return found[0]
        return f"[{'; '.join(f'@{each}' for each in named)}]"

    return _PRINTED.sub(cited, text)
