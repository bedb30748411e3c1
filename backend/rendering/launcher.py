"""Start Pandoc or Typst in this process, after giving up the network and limiting memory and time.

    python -m backend.rendering.launcher PARENT pandoc PROGRAM ARGUMENT …
    python -m backend.rendering.launcher PARENT typst IN OUT

PARENT is the id of the parent process; this process ends with it. The current folder belongs to this process alone, and
Typst may read nothing outside of it.
"""

from __future__ import annotations

import os
import resource
import sys

from backend import confinement

#: Maximum bytes of writable memory, bytes of one file, and seconds of processor time.
MEMORY, FILE_BYTES, CPU_SECONDS = 512_000_000, 200_000_000, 60


def main(arguments: list[str]) -> None:
    """Confine this process, and then run the program that the arguments name (see above)."""
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
    """Convert the Typst file `source` to the PDF `target`. Raises TypstError if it has errors.

    Prints the name of each installed font as a line `FONT<tab>name`.
    """
    import typst

    for family in typst.Fonts().families():
        print(f"FONT\t{family}")
    typst.compile(source, output=target, root=".")


if __name__ == "__main__":
    main(sys.argv[1:])
