"""Restore the citations that an export printed as bold question marks, “(**berg2021?**)”, because it found no entry for
them.
"""

from __future__ import annotations

import re
from collections.abc import Container

_KEY = r"\*\*([^\s*?]+)\?\*\*"
_PRINTED = re.compile(rf"\({_KEY}(?:; {_KEY})*\)")


def with_citations(text: str, keys: Container[str]) -> str:
    """Return the Markdown with a citation wherever an export printed one of these keys without an entry:
    “(**berg2021?**)” becomes `[@berg2021]`.

    `keys` must be the keys that the document cites, because “(**why?**)” may also be an author's own words. Pandoc
    prints `@key` in the same form as `[@key]`, so `@key` becomes `[@key]`, too.
    """

    def cited(found: re.Match[str]) -> str:
        named = [re.sub(r"\\(.)", r"\1", each) for each in re.findall(_KEY, found[0])]
        if not all(each in keys for each in named):
            return found[0]
        return f"[{'; '.join(f'@{each}' for each in named)}]"

    return _PRINTED.sub(cited, text)
