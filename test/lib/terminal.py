#!/usr/bin/env python3
"""terminal.py FILE COMMAND...: run a command in a terminal, and write what it
shows there to FILE, a line for each line that is written over."""
import os, pty, sys

shown = []


def read(fd):
    shown.append(os.read(fd, 1024))
    return shown[-1]


status = pty.spawn(sys.argv[2:], read)
with open(sys.argv[1], "wb") as f:
    f.write(b"".join(shown).replace(b"\x1b[K", b"").replace(b"\r", b"\n"))
sys.exit(os.waitstatus_to_exitcode(status))
