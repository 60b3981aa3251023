# SPDX-License-Identifier: Apache-2.0
"""The window while a large file is read: bench_responsive.py PROGRAM MAKE_TRACE WATCH [PATH].

Without PATH, of 3.6 million events, 1 GB of JSON, which MAKE_TRACE writes. WATCH is the module that is preloaded to tell
the turns of the main loop. Told are:

- how long after Cancel is pressed, at N moments at random, the process that reads is gone and the window shows again
  what it did before;
- for how long at a time the main thread was busy, from the begin of reading until all is shown, and, to compare, while
  the window was idle and while the same file came from the cache.
"""

import os
import random
import subprocess
import sys
import tempfile
import time

from application import Application
from desktop import Desktop
from responsive import MainLoop, StartPage, cancel_opening, converter_of, has_ended
from screen import wait_until

N_EVENTS = 3_600_000
N_CANCELS = 24
CANCEL_BAR_MS, TURN_BAR_MS = 100, 16
WAIT_S = (0.1, 0.7)  # before Cancel: within what a GB takes to be read


def spread(values):
    """Median, 99 % and longest."""
    values = sorted(values)
    return f"median {values[len(values) // 2]:.1f}, p99 {values[int(len(values) * 0.99)]:.1f}, longest {values[-1]:.1f} ms"


def measure_cancel(desktop, program, path):
    gone, shown = [], []
    with Application(desktop, program) as app:
        page = StartPage(app)
        while len(gone) < N_CANCELS:
            times = cancel_opening(app, page, path, random.uniform(*WAIT_S))
            if times is None:
                raise SystemExit(f"{path} was read within {WAIT_S[1]} s. Use a larger file.")
            gone.append(times[0])
            shown.append(times[1])
            app.settle()
        presses = [time_of_press(app) for _ in range(9)]
    worst = max(gone + shown)
    print(f"cancel, {N_CANCELS} times: process gone: {spread(gone)}")
    print(f"cancel, {N_CANCELS} times: start page shown: {spread(shown)}; bar {CANCEL_BAR_MS} ms "
          f"{'ok' if worst <= CANCEL_BAR_MS else 'MISSED'}; xdotool takes {sorted(presses)[4]:.1f} ms of it", flush=True)


def time_of_press(app):
    """Of xdotool alone, by a key that means nothing."""
    begin = time.monotonic()
    app.screen.xdotool("key", "--delay", "0", "Shift_L")
    return 1e3 * (time.monotonic() - begin)


def tell_turns(name, turns):
    if not turns:
        print(f"main loop, {name}: no turns")
        return
    wall, cpu = [wall for _, wall, _ in turns], [cpu for _, _, cpu in turns]
    over = [(at, w, c) for at, w, c in turns if c > TURN_BAR_MS]
    print(f"main loop, {name}: {len(turns)} turns; processor: {spread(cpu)}; wall: {spread(wall)}; "
          f"bar {TURN_BAR_MS} ms of processor {'ok' if not over else 'MISSED'}")
    for at, w, c in over:
        print(f"    {1e3 * (at - turns[0][0]):.0f} ms after the begin: {c:.1f} ms of processor, {w:.1f} ms wall")
    sys.stdout.flush()


def measure_turns(desktop, program, path, watch):
    """Without assistive technology, whose questions the main thread would answer."""
    home = desktop.new_home()
    os.environ["STEPSCOPE_MAIN_LOOP_WATCH"] = watch
    for name in ("reading", "from the cache"):
        loop = MainLoop(os.path.join(home, name))
        environment = desktop.environment(home, GTK_A11Y="none", **loop.environment())
        process = subprocess.Popen([program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(3)
            idle_from = time.monotonic()
            time.sleep(3)
            begin = time.monotonic()
            if name == "reading":
                tell_turns("idle", loop.turns(idle_from, begin))
            subprocess.run([program, path], env=desktop.environment(home, GTK_A11Y="none"), check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if name == "reading":
                converter = wait_until("a process that reads", lambda: converter_of(process.pid), 20)
                has_ended(converter, 300)
                os.close(converter)
                read = time.monotonic()
                tell_turns("while it reads", loop.turns(begin, read))
                begin = read
            time.sleep(4)
            tell_turns("when it has read" if name == "reading" else name, loop.turns(begin))
        finally:
            process.terminate()
            process.wait(60)


def main(program, make_trace, watch, path=None):
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, Desktop(1290, 810) as desktop:
        if path is None:
            path = os.path.join(folder, "large.json")
            subprocess.run([make_trace, "--events", str(N_EVENTS), "--stacks", "-o", path], check=True,
                           capture_output=True)
        print(f"{os.path.getsize(path) / 1e6:.0f} MB of {os.path.basename(path)}, {os.cpu_count()} CPUs, "
              f"load {os.getloadavg()[0]:.1f}", flush=True)
        measure_turns(desktop, program, path, watch)
        measure_cancel(desktop, program, path)


main(*sys.argv[1:])
