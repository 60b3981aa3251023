# SPDX-License-Identifier: Apache-2.0
"""Whole import of the generator's 1 M-event file: CPU seconds beside `wc -l` of the same run, and memory.

Six runs, the first dropped, median of five; input in the page cache.
"""

import os
import statistics
import subprocess
import sys
import tempfile

PROGRAM, MAKE_TRACE = sys.argv[1:3]
EVENTS = int(sys.argv[3]) if len(sys.argv) > 3 else 1000000
CPU_BAR_S, MEMORY_BAR_BYTES = 2.0, 1e9


def cpu_and_memory(*command):
    pid = os.fork()
    if pid == 0:
        with open(os.devnull, "wb") as null:
            os.dup2(null.fileno(), 1)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def median(*command):
    runs = [cpu_and_memory(*command) for _ in range(6)][1:]
    return statistics.median(run[0] for run in runs), max(run[1] for run in runs)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        subprocess.run([MAKE_TRACE, "--events", str(EVENTS), "--stacks", "-o", path], check=True,
                       stderr=subprocess.DEVNULL)
        size = os.path.getsize(path)
        count, _ = median("/usr/bin/wc", "-l", path)
        cpu, memory = median(PROGRAM, "info", path)
    print(f"import {EVENTS} events, {size / 1e6:.0f} MB: {cpu:.2f} s CPU ({cpu / max(count, 1e-9):.1f} x wc -l), "
          f"bar {CPU_BAR_S} s; {memory / 1e6:.0f} MB, bar {MEMORY_BAR_BYTES / 1e6:.0f} MB")
    return EVENTS <= 1000000 and (cpu > CPU_BAR_S or memory > MEMORY_BAR_BYTES)


sys.exit(main())
