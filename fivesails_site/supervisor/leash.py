"""Run a program that dies with its parent: `python leash.py SIGNAL PARENT program arguments...`.

A separate program because the signal must be requested between fork and exec, where a process with threads must not
run Python.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Request the signal where the kernel can send one (Linux), then become the program."""
    number, parent, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
        if os.getppid() != parent:
            # The parent died before the request.
            sys.exit(128 + signal.SIGKILL)
    os.execv(program[0], program)  # noqa: S606 - a list of arguments, no shell


if __name__ == "__main__":
    main()
