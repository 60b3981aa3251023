# SPDX-License-Identifier: Apache-2.0
"""What frames cost the main thread, as frame_watch.c tells it."""

import os
from collections import namedtuple

from preloaded import preloaded

# When its snapshot ended, in seconds of the monotonic clock; then milliseconds: wall until then, and of the processor, as
# frame_watch.c tells them apart; whether windows or popovers came or went.
Frame = namedtuple("Frame", "end wall turns longest update layout snapshot draw windows popovers")


def one_input(frame):
    """From one event of input, the most expensive of those since the frame before, to the end of the snapshot."""
    return frame.longest + frame.update + frame.layout + frame.snapshot


def all_input(frame):
    """Likewise, of all of them: more where the machine has no time for each to have its frame."""
    return frame.turns + frame.update + frame.layout + frame.snapshot


def own(frame):
    """Of one_input (), without what GTK takes to find styles, sizes and places."""
    return frame.longest + frame.update + frame.snapshot


def whole(frame):
    return all_input(frame) + frame.draw


class FrameLog:
    """The frames of the programs that were started with its environment."""

    def __init__(self, path):
        self._path = path

    def environment(self, watch, **inherited):
        return {**inherited, **preloaded(inherited, watch), "STEPSCOPE_FRAME_LOG": self._path}

    def frames(self, begin=0.0, end=float("inf")):
        """Those that ended in between."""
        if not os.path.exists(self._path):
            return []
        with open(self._path, encoding="ascii") as file:
            numbers = [tuple(map(int, line.split())) for line in file if line.endswith("\n")]
        frames = [Frame(at / 1e6, *(value / 1e3 for value in rest), bool(windows), bool(popovers))
                  for at, *rest, windows, popovers in numbers]
        return [frame for frame in frames if begin <= frame.end < end]


def spread(values):
    """As a text, in ms."""
    values = sorted(values)
    if not values:
        return "none"
    return (f"p50 {values[len(values) // 2]:.2f}, p99 {values[int(len(values) * 0.99)]:.2f}, "
            f"max {values[-1]:.2f} ms")
