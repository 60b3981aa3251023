# SPDX-License-Identifier: Apache-2.0
"""measured.py FILE COMMAND...: runs a command and records how much time it took, including its children.

Appends a line of JSON to FILE, or to $STEPSCOPE_TIMES if FILE is "-": the command, its CPU seconds ("cpu") and its wall
clock seconds ("wall"). Exits with the status of the command.
"""

import json
import os
import subprocess
import sys
import time


def main():
    path, command = sys.argv[1], sys.argv[2:]
    begin = time.monotonic()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    line = json.dumps({"command": command, "cpu": usage.ru_utime + usage.ru_stime, "wall": time.monotonic() - begin})
    path = os.environ["STEPSCOPE_TIMES"] if path == "-" else path
    with open(path, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


sys.exit(main())
