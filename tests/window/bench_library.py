# SPDX-License-Identifier: Apache-2.0
"""What a key press in the search of 10,000 known profiles costs the main thread, until it has drawn what was found, and what
a change of one of them costs it: bench_library.py PROGRAM WATCH LOOP_WATCH.

WATCH is the module that is preloaded to tell what frames cost (frame_watch.c), LOOP_WATCH the one that tells turns of the
main loop (main_loop_watch.c). A change is made by another program, as that of a file that grows is every two seconds; it is
measured in the order of the list as it is at first, and by name. Processor time of the main thread, without
assistive technology, whose questions it would answer: of the most expensive frame after each key, from the events that it
answers to what is drawn. The first of them shows the result; later ones bring rows that are not in view, or take them
away.
"""

import os
import random
import sqlite3
import subprocess
import sys
import time

from desktop import Desktop
from frame_costs import FrameLog, spread, whole
from responsive import MainLoop
from screen import Screen

N_ENTRIES = 10_000
BAR_MS = 50  # of a key press, and of the longest turn of the main loop after a change
N_CHANGES = 8
NAME_HEAD = (82, 178)  # of its column
SIZE = (1280, 800)
START_SECONDS = 6
AFTER_SECONDS = 0.7  # with no key, so that the frames after it are its own
SEARCHES = ("nightly", "h100 exp03", "status:failed", "tag:debug 2026-1", "zzz", "llama-12", "-debug")
KEYS = {" ": "space", ":": "colon", "-": "minus"}


def fill(path):
    """The library as the program made it, with entries of files that are not there."""
    chosen = random.Random(18)
    database = sqlite3.connect(path)
    rows = []
    for i in range(N_ENTRIES):
        created = 1_780_000_000 + chosen.randrange(15_000_000)
        rows.append((f"/data/runs/exp{i // 20:03d}/run{i % 20:02d}/trace.json.gz".encode(),
                     f"llama-{i}" if i % 3 == 0 else "", "loss spikes at step 40" if i % 5 == 0 else "",
                     chosen.choice(("", "nightly", "nightly h100", "debug")), 1, 4, "The file is no longer there.",
                     chosen.choice(("8 × H100 80GB HBM3", "A100-SXM4-40GB", "4 × MI300X", "")), chosen.choice((1, 8, 64)),
                     chosen.choice((-1, 6, 24)), created, chosen.randrange(10**7, 5 * 10**9), 0, created * 1000, None, 0,
                     i + 1))
    database.executemany(f"INSERT INTO entry VALUES ({', '.join('?' * 17)})", rows)
    database.commit()
    database.close()


def wait_for(what, condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"Waited in vain for {what}")


def has_list(path):
    if not os.path.exists(path):
        return False
    database = sqlite3.connect(path)
    try:
        return database.execute("PRAGMA user_version").fetchone()[0] >= 3
    except sqlite3.OperationalError:
        return False
    finally:
        database.close()


def change(path):
    """As if the file of one of them had grown."""
    database = sqlite3.connect(path, timeout=20)
    database.execute("UPDATE entry SET created_s = created_s + 1, revision = (SELECT max (revision) + 1 FROM entry) "
                     "WHERE rowid = 5000")
    database.commit()
    database.close()


def bench_changes(program, watch):
    """Returns the costs in ms by the order of the list."""
    costs = {"recent": [], "name": []}
    with Desktop(SIZE[0] + 10, SIZE[1] + 10) as desktop:
        home = desktop.new_home()
        os.environ["STEPSCOPE_MAIN_LOOP_WATCH"] = watch
        loop, screen = MainLoop(os.path.join(home, "turns")), Screen(desktop)
        environment = desktop.environment(home, GTK_A11Y="none", **loop.environment())
        database = os.path.join(home, "data", "stepscope", "library.sqlite")
        process = subprocess.Popen([program], env=environment, stderr=subprocess.DEVNULL)
        wait_for("the library", lambda: has_list(database))
        fill(database)
        time.sleep(START_SECONDS)
        for order, found in costs.items():
            if order == "name":
                screen.click(*NAME_HEAD)
                time.sleep(AFTER_SECONDS * 3)
            for _ in range(N_CHANGES):
                begin = time.monotonic()
                change(database)
                time.sleep(AFTER_SECONDS * 2)
                found.append(max(cpu_ms for _, _, cpu_ms in loop.turns(begin)))
        process.terminate()
        process.wait(20)
    return costs


def main(program, watch, loop_watch):
    with Desktop(SIZE[0] + 10, SIZE[1] + 10) as desktop:
        home = desktop.new_home()
        log, screen = FrameLog(os.path.join(home, "frames")), Screen(desktop)
        environment = desktop.environment(home, GTK_A11Y="none", **log.environment(watch))
        database = os.path.join(home, "data", "stepscope", "library.sqlite")
        process = subprocess.Popen([program], env=environment, stderr=subprocess.DEVNULL)
        wait_for("the library", lambda: has_list(database))
        fill(database)
        time.sleep(START_SECONDS)
        costs, n_keys = {}, 0
        for search in SEARCHES:
            for key in [*(KEYS.get(letter, letter) for letter in search), "Escape"]:
                begin = time.monotonic()
                screen.key(key)
                time.sleep(AFTER_SECONDS)
                n_keys += 1
                frames = log.frames(begin)
                if frames:
                    costs[n_keys, search, key] = max(map(whole, frames))
        process.terminate()
        process.wait(20)
    if len(costs) < n_keys:
        sys.exit(f"Only {len(costs)} of {n_keys} keys were followed by a frame")
    worst = max(costs, key=costs.get)
    is_met = costs[worst] <= BAR_MS
    print(f"search of {N_ENTRIES} profiles, {n_keys} keys: {spread(list(costs.values()))}, at {worst[2]} in “{worst[1]}”; "
          f"bar {BAR_MS} ms {'ok' if is_met else 'MISSED'}")
    for order, found in bench_changes(program, loop_watch).items():
        is_met_here = max(found) <= BAR_MS
        is_met &= is_met_here
        print(f"change of one of {N_ENTRIES} profiles, by {order}, longest turn: {spread(found)}; "
              f"bar {BAR_MS} ms {'ok' if is_met_here else 'MISSED'}")
    return 0 if is_met else 1


sys.exit(main(*sys.argv[1:]))
