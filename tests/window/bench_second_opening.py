# SPDX-License-Identifier: Apache-2.0
"""From the start of the program to the first frame with the figures of a file that was opened before:
bench_second_opening.py PROGRAM MAKE_TRACE [PATH...].

Without PATH, of a million events of JSON, which MAKE_TRACE writes; a native file is opened as it is. The first opening
of each is told as well. The program says itself when its frame was drawn (app/dashboard/first_picture.h).
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from desktop import Desktop

BAR_MS = 300
N_EVENTS = 1_000_000
N_OPENINGS = 9
PATIENCE_SECONDS = 60

FIRST_PICTURE = re.compile(r"first picture at (\d+) us")


def open_once(desktop, program, path, home):
    """Milliseconds until the first picture, and processor milliseconds of the program until then."""
    environment = desktop.environment(home, STEPSCOPE_PRINT_FIRST_PICTURE="1", GTK_A11Y="none")
    begin = time.monotonic()
    process = subprocess.Popen([program, path], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        for line in process.stdout:
            match = FIRST_PICTURE.search(line)
            if match:
                with open(f"/proc/{process.pid}/stat", encoding="utf-8", errors="replace") as file:
                    ticks = file.read().rpartition(")")[2].split()[11:13]
                cpu_ms = sum(map(int, ticks)) * 1000 / os.sysconf("SC_CLK_TCK")
                return int(match.group(1)) / 1e3 - begin * 1e3, cpu_ms
        raise SystemExit(f"The program drew no picture of {path}")
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def measure(desktop, program, path):
    home = desktop.new_home()
    first, _ = open_once(desktop, program, path, home)
    openings = [open_once(desktop, program, path, home) for _ in range(N_OPENINGS)]
    median = statistics.median(wall for wall, _ in openings)
    print(f"{os.path.basename(path)}: first opening: first picture {first:.0f} ms after process start")
    print(f"{os.path.basename(path)}: second opening: first picture {median:.0f} ms after process start, "
          f"bar {BAR_MS} ms (fastest of {N_OPENINGS}: {min(openings)[0]:.0f} ms; processor "
          f"{statistics.median(cpu for _, cpu in openings):.0f} ms)", flush=True)


def main(program, make_trace, *paths):
    with tempfile.TemporaryDirectory() as folder, Desktop(1290, 810) as desktop:
        if not paths:
            paths = (os.path.join(folder, "million.json"),)
            subprocess.run([make_trace, "--events", str(N_EVENTS), "-o", paths[0]], check=True, capture_output=True)
        for path in paths:
            measure(desktop, program, path)


main(*sys.argv[1:])
