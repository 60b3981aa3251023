# SPDX-License-Identifier: Apache-2.0
"""What frames cost the main thread, as frame_watch.c tells it."""

import os
from collections import namedtuple

# Seconds of the monotonic clock, then milliseconds: wall until the end of the snapshot, then of the processor;
# windows: whether one was made or closed.
Frame = namedtuple("Frame", "begin wall events longest layout snapshot draw windows")


def one_input(frame):
    """From one event of input, the most expensive of those since the frame before, to the end of the snapshot."""
    return frame.longest + frame.layout + frame.snapshot


def all_input(frame):
    """Likewise, of all of them: more where the machine has no time for each to have its frame."""
    return frame.events + frame.layout + frame.snapshot


def whole(frame):
    return all_input(frame) + frame.draw


class FrameLog:
    """The frames of the programs that were started with its environment."""

    def __init__(self, path):
        self._path = path

    def environment(self, watch, **inherited):
        preloaded = [path for path in (inherited.get("LD_PRELOAD"), watch) if path]
        return {**inherited, "LD_PRELOAD": ":".join(preloaded), "STEPSCOPE_FRAME_LOG": self._path}

    def frames(self, begin=0.0, end=float("inf")):
        """Those that began in between."""
        if not os.path.exists(self._path):
            return []
        with open(self._path, encoding="ascii") as file:
            numbers = [tuple(map(int, line.split())) for line in file if line.endswith("\n")]
        frames = [Frame(first / 1e6, *(value / 1e3 for value in rest), bool(windows)) for first, *rest, windows in numbers]
        return [frame for frame in frames if begin <= frame.begin < end]


def spread(values):
    """As a text, in ms."""
    values = sorted(values)
    if not values:
        return "none"
    return (f"p50 {values[len(values) // 2]:.2f}, p99 {values[int(len(values) * 0.99)]:.2f}, "
            f"max {values[-1]:.2f} ms")
