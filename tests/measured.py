# SPDX-License-Identifier: Apache-2.0
"""measured.py FILE COMMAND...: runs a command and records how much time it took, including its children.

Appends a line of JSON to FILE, or to $STEPSCOPE_TIMES if FILE is "-": the command, its CPU seconds ("cpu") and its wall
clock seconds ("wall"). Exits with the status of the command.

It is started for each of hundreds of tests, with python -I -S, and reads no modules but these three: subprocess, json and
what site looks for would take as long again as all the rest.
"""

import os
import sys
import time

ESCAPED = {ord('"'): '\\"', ord("\\"): "\\\\", **{code: f"\\u{code:04x}" for code in range(32)}}


def main():
    path, command = sys.argv[1], sys.argv[2:]
    begin = time.monotonic()
    _, status, usage = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    words = ", ".join(f'"{word.translate(ESCAPED)}"' for word in command)
    line = (f'{{"command": [{words}], "cpu": {usage.ru_utime + usage.ru_stime:.6f}, '
            f'"wall": {time.monotonic() - begin:.6f}}}\n')
    path = os.environ["STEPSCOPE_TIMES"] if path == "-" else path
    with open(path, "a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(line)
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


sys.exit(main())
