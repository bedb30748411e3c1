"""Confine a child process before it reads a file of unknown origin: it gets no network and limited memory and time, and
ends when its parent ends.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Mapping

#: Constants of Linux: prctl's "send a signal when my parent dies", and unshare's user and network namespaces.
_PDEATHSIG, _NEWUSER, _NEWNET = 1, 0x10000000, 0x40000000


def leave_the_network() -> None:
    """Cut this process off from the network, if the kernel allows it: directly if it runs as root, else in a user
    namespace. Does nothing except on Linux.
    """
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        if system.unshare(_NEWNET) != 0:
            system.unshare(_NEWUSER | _NEWNET)


def end_with_parent(parent: int | None = None) -> None:
    """Let the kernel kill this process when its parent ends. `parent` is the id that the parent should have. If this
    process has another parent, the parent has already ended, so this process ends at once. Does nothing except on
    Linux.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)
        if parent is not None and os.getppid() != parent:
            os._exit(1)


def limit(limits: Mapping[int, int]) -> None:
    """Set the limits of this process on resources: the keys are constants such as `resource.RLIMIT_AS`, the values the
    limits. Both the soft and the hard limit are set. A hard limit is never raised.
    """
    for name, value in limits.items():
        hard = resource.getrlimit(name)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (most, most))
