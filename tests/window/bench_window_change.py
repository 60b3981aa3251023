# SPDX-License-Identifier: Apache-2.0
"""How soon the dashboard shows the figures of another window of time, and for how long the main thread is busy meanwhile:
bench_window_change.py PROGRAM MAKE_PROFILE WATCH [PATH].

Without PATH, of a native file of 10 million events, which MAKE_PROFILE writes. WATCH is the module that is preloaded to
tell the turns of the main loop. A change is made by a key or a click, and timed from before xdotool, which makes it, is
started. The program says itself when the frames were drawn in which all cards on the screen, and all cards, had their
figures (app/dashboard/figures_watch.h).
"""

import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

from application import Application
from desktop import Desktop
from responsive import MainLoop
from screen import Screen

N_EVENTS = 10_000_000
N_STEPS = 5
FIGURES_BAR_MS, TURN_BAR_MS = 150, 16
PATIENCE_SECONDS = 60
AFTER_SECONDS = 0.3  # what a change leaves to be done, such as the texts of cards

MOMENT = re.compile(r"(scope|figures on screen|all figures) at (\d+) us")


def places(desktop, program, path):
    """Where to click, which takes accessibility to find: "Next step" and the button of the window of time."""
    with Application(desktop, program, [path]) as app:
        return app.point(app.find(name="Next step")), app.point(app.find(name=re.compile("^Time: ")))


class Watched:
    """The program without assistive technology, whose questions its main thread would answer."""

    def __init__(self, desktop, program, path, watch):
        home = desktop.new_home()
        os.environ["STEPSCOPE_MAIN_LOOP_WATCH"] = watch
        self.loop = MainLoop(os.path.join(home, "turns"))
        environment = desktop.environment(home, GTK_A11Y="none", STEPSCOPE_PRINT_FIGURES="1", **self.loop.environment())
        self._process = subprocess.Popen([program, path], env=environment, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, text=True)
        self._moments = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._process.stdout:
            match = MOMENT.search(line)
            if match:
                self._moments.put((match.group(1), int(match.group(2)) / 1e3))

    def wait_figures(self):
        """Milliseconds at which the scope changed, the cards on the screen, and all cards had their figures."""
        at = {}
        while len(at) < 3:
            word, ms = self._moments.get(timeout=PATIENCE_SECONDS)
            if word == "scope":
                at = {}
            at[word] = ms
        return at

    def close(self):
        self._process.terminate()
        self._process.wait(PATIENCE_SECONDS)


class Bench:
    def __init__(self, program):
        self._program = program
        self.missed = 0

    def change(self, what, make):
        time.sleep(0.5)
        begin = time.monotonic()
        make()
        at = self._program.wait_figures()
        time.sleep(AFTER_SECONDS)
        turns = self._program.loop.turns(begin)
        wall, cpu = max(wall for _, wall, _ in turns), max(cpu for _, _, cpu in turns)
        scope, shown, all_shown = (at[word] - 1e3 * begin for word in ("scope", "figures on screen", "all figures"))
        ok = shown <= FIGURES_BAR_MS and cpu <= TURN_BAR_MS
        self.missed += not ok
        print(f"{what + ':':<28} cards on screen {shown:4.0f} ms, all {all_shown:4.0f} ms after the press (of which until the "
              f"program had it {scope:.0f}); main thread at most {cpu:.1f} ms of processor at a time ({wall:.1f} ms wall); "
              f"bar {FIGURES_BAR_MS} ms, {TURN_BAR_MS} ms {'ok' if ok else 'MISSED'}", flush=True)


def measure(desktop, program, path, watch):
    next_step, window = places(desktop, program, path)
    watched = Watched(desktop, program, path, watch)
    try:
        watched.wait_figures()
        time.sleep(1)
        screen, bench = Screen(desktop), Bench(watched)

        def press(*keys):
            screen.xdotool("key", "--delay", "0", *keys)

        def prepare(*keys):
            for key in keys:
                screen.key(key)
                time.sleep(0.2)

        screen.move(*next_step)
        for i in range(N_STEPS):
            bench.change(f"one step, {i + 1} of {N_STEPS}", lambda: screen.xdotool("click", "1"))
        screen.click(*window)
        time.sleep(0.5)
        prepare("Tab", "Tab", "space", "End")  # the first of the two steps; the other one stays
        bench.change("from that step to the last", lambda: press("Return"))
        prepare("Tab", "space", "Home")
        bench.change("all steps", lambda: press("Return"))
        prepare("shift+Tab", "shift+Tab")
        bench.change("whole profile, seen before", lambda: press("Up"))
        return bench.missed
    finally:
        watched.close()


def main(program, make_profile, watch, path=None):
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, Desktop(1290, 810) as desktop:
        if path is None:
            path = os.path.join(folder, "large.stepscope")
            subprocess.run([make_profile, "--events", str(N_EVENTS), "--stacks", "-o", path], check=True,
                           capture_output=True)
        print(f"{os.path.basename(path)}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}", flush=True)
        return measure(desktop, program, path, watch)


sys.exit(main(*sys.argv[1:]) > 0)
