"""Run the child process of a rendering: give up network, memory and time, then become Pandoc or run Typst.

    python -m backend.rendering.launcher PARENT pandoc PROGRAM ARGUMENT …
    python -m backend.rendering.launcher PARENT typst IN OUT

It works in the current folder, which is its own. Typst may read nothing outside of that folder.
"""

from __future__ import annotations

import os
import resource
import sys

from backend import confinement

#: Maximum bytes of writable memory, bytes of one file, and seconds of processor time.
MEMORY, FILE_BYTES, CPU_SECONDS = 512_000_000, 200_000_000, 60


def main(arguments: list[str]) -> None:
    """Confine this process, then run the program that the arguments name."""
    parent, task, *rest = arguments
    confinement.end_with_parent(int(parent))
    confinement.leave_the_network()
    confinement.limit(
        {
            resource.RLIMIT_DATA: MEMORY,
            resource.RLIMIT_FSIZE: FILE_BYTES,
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_CORE: 0,
        }
    )
    if task == "pandoc":
        os.execv(rest[0], rest)
    _set_with_typst(*rest)


def _set_with_typst(source: str, target: str) -> None:
    """Write the PDF `target`. Prints each family of fonts as a line `FONT<tab>name`. Raises TypstError for a bad
    document.
    """
    import typst

    for family in typst.Fonts().families():
        print(f"FONT\t{family}")
    typst.compile(source, output=target, root=".")


if __name__ == "__main__":
    main(sys.argv[1:])
