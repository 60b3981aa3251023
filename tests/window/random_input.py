# SPDX-License-Identifier: Apache-2.0
"""Random keys, clicks, drags, turns of the wheel and sizes of the window: random_input.py PROGRAM [PATH...] [OPTION...].

Each of a number of sequences is of a seed, on a program of its own that opens one of the paths (by turns; without: a
trace of as many events as the largest of real ones here, made). After each the program has to live, to have complained
of nothing (a sanitizer's report, a critical warning), to answer, and to draw. A sequence that fails tells how it is run
again; --events with fewer finds how much of it is needed.

--measure: with hands no faster than people's, what frames cost the main thread, in its processor's time: from the most
expensive event of input since the frame before to the end of the snapshot, without the styles, sizes and places that GTK
finds in between, which are told apart; the whole frame beside that of a window of one colour; and what came before the
slowest. Frames in which windows or popovers come or go are told apart as well: GTK makes them a surface and lays out all
that is in them.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time

from desktop import Desktop
from frame_costs import FrameLog, all_input, one_input, own, spread, whole
from random_events import bindings
from random_run import HEIGHT, WIDTH, Fault, RandomRun
from scenario import Stage

SCREEN = (1290, 810)
N_EVENTS_OF_TRACE = 274_000
EVENTS_A_SECOND = 60
BAR_MS = 8
N_SOLID_FRAMES = 300


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--seed", type=int, default=0, help="of the first sequence")
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--events", type=int, default=500, help="of each sequence")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--slowest", type=int, default=12, help="how many frames to tell of")
    parser.add_argument("--keep-going", action="store_true", help="after a sequence that fails")
    return parser.parse_args()


def said(event):
    return " ".join(map(str, event))


def tell_slowest(frames, n):
    """frames: with the seed, and the last events that had been sent by their end."""
    for frame, seed, events in sorted(frames, key=lambda entry: -one_input(entry[0]))[:n]:
        parts = ", ".join(f"{name} {value:.1f}" for name, value in (
            ("input", frame.longest), ("update", frame.update), ("layout", frame.layout), ("snapshot", frame.snapshot)))
        print(f"    {one_input(frame):.1f} ms: {parts}; seed {seed}, after " + "; ".join(map(said, events)))


def tell_kinds(frames):
    """By the kind of the last event: what the hands did, not always what the frame is of."""
    by_kind = {}
    for frame, _, events in frames:
        by_kind.setdefault(events[-1][0] if events else "none", []).append(one_input(frame))
    for kind, costs in sorted(by_kind.items()):
        print(f"    {kind}, {len(costs)} frames: {spread(costs)}")


def measure_solid(desktop, stage):
    log = FrameLog(stage.path("solid-frames"))
    build = os.environ["STEPSCOPE_BUILD"]
    environment = desktop.environment(desktop.new_home(), GTK_A11Y="none", **log.environment(watch_module()))
    subprocess.run([os.path.join(build, "tests", "solid_window"), str(WIDTH), str(HEIGHT), str(N_SOLID_FRAMES)],
                   env=environment, check=True, timeout=60)
    return log.frames()[10:]


def watch_module():
    return os.path.join(os.environ["STEPSCOPE_BUILD"], "tests", "libframe_watch.so")


class Measured:
    def __init__(self, desktop, stage):
        self._stage, self._desktop = stage, desktop
        self._log = FrameLog(stage.path("frames"))
        self._frames = []

    def environment(self, inherited):
        return self._log.environment(watch_module(), **inherited)

    def add(self, run, begin, end):
        for frame in self._log.frames(begin, end):
            self._frames.append((frame, run.seed, [event for at, event in run.sent if at < frame.end][-3:]))

    def tell(self, n_slowest):
        """Whether the bar is held."""
        plain = [entry for entry in self._frames if not entry[0].windows and not entry[0].popovers]
        frames = [frame for frame, _, _ in plain]
        costs = sorted(map(own, frames))
        p99 = costs[int(len(costs) * 0.99)]
        solid = measure_solid(self._desktop, self._stage)
        print(f"{len(frames)} frames at {WIDTH}x{HEIGHT} or less in which no window came or went; "
              "processor of the main thread:")
        print(f"  from the most expensive input to the end of the snapshot, without GTK's layout: {spread(costs)}; "
              f"bar {BAR_MS} ms p99 {'ok' if p99 <= BAR_MS else 'MISSED'}")
        print(f"  the same with GTK's layout: {spread(map(one_input, frames))}")
        for name, what in (("longest", "that input"), ("update", "animations and the pointer"),
                           ("layout", "styles, sizes and places (GTK)"), ("snapshot", "snapshot")):
            print(f"    {what}: {spread(getattr(frame, name) for frame in frames)}")
        print(f"  the same of all turns since the frame before: {spread(map(all_input, frames))}")
        print(f"  GTK's renderer: {spread(frame.draw for frame in frames)}")
        print(f"  whole frame: {spread(map(whole, frames))}")
        print(f"  whole frame of one colour, {len(solid)} of {WIDTH}x{HEIGHT}: {spread(map(whole, solid))}")
        print(f"  input to end of snapshot, wall: {spread(frame.wall for frame in frames)}")
        others = [frame for frame, _, _ in self._frames]
        for what, chosen in (("popovers came or went", [f for f in others if f.popovers and not f.windows]),
                             ("windows came or went", [f for f in others if f.windows])):
            print(f"  {len(chosen)} frames in which {what}: {spread(map(one_input, chosen))}, "
                  f"without layout: {spread(map(own, chosen))}")
        print("  by what the hands did last:")
        tell_kinds(plain)
        print(f"  slowest, with GTK's layout, of {sum(one_input(frame) > BAR_MS for frame in frames)} above {BAR_MS} ms:")
        tell_slowest(plain, n_slowest)
        return p99 <= BAR_MS


def replay(options, path, seed):
    return shlex.join([sys.executable, sys.argv[0], options.program, path, "--seed", str(seed), "--sequences", "1",
                       "--events", str(options.events), *(["--measure"] if options.measure else [])])


def run_one(desktop, stage, options, path, seed, home, measured):
    environment = stage.environment if measured is None else measured.environment(stage.environment)
    with RandomRun(desktop, options.program, path, seed, home, stage.patience,
                   EVENTS_A_SECOND if measured else None, **environment) as run:
        begin = time.monotonic()
        try:
            run.send(options.events, bindings(os.environ["STEPSCOPE_SOURCE"]))
            end = time.monotonic()
            run.check()
        except Fault as fault:
            picture = os.path.join(tempfile.gettempdir(), f"random-input-{seed}.png")
            desktop.framebuffer.save(picture)
            last = "\n".join("  " + " ".join(map(str, event)) for _, event in run.sent[-8:])
            raise Fault(f"{fault}\nThis happened after {len(run.sent)} events. The last ones:\n{last}\n"
                        f"Screenshot: {picture}") from None
        if measured is not None:
            measured.add(run, begin, end)
    return run


def main():
    options = arguments()
    failed = []
    with tempfile.TemporaryDirectory() as folder, Desktop(*SCREEN) as desktop:
        stage = Stage(desktop, options.program, folder)
        measured = Measured(desktop, stage) if options.measure else None
        paths = [os.path.abspath(path) for path in options.paths] \
            or [stage.make_trace("random.json", N_EVENTS_OF_TRACE, "--stacks")]
        options.program = os.path.abspath(options.program)
        home = desktop.new_home()
        for seed in range(options.seed, options.seed + options.sequences):
            path = paths[seed % len(paths)]
            begin = time.monotonic()
            try:
                run = run_one(desktop, stage, options, path, seed, home, measured)
            except Fault as fault:
                failed.append(seed)
                print(f"seed {seed}: FAILED: {fault}\nagain: {replay(options, path, seed)}", flush=True)
                if not options.keep_going:
                    break
            else:
                print(f"seed {seed}: ok, {len(run.sent)} events in {time.monotonic() - begin:.1f} s, "
                      f"{run.n_starts} start(s), {os.path.basename(path)}", flush=True)
        if measured is not None and not measured.tell(options.slowest):
            failed.append("the bar")
    if failed:
        print(f"{len(failed)} failed: {' '.join(map(str, failed))}")
    return 1 if failed else 0


sys.exit(main())
