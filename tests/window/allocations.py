# SPDX-License-Identifier: Apache-2.0
"""Scenarios: a memory snapshot of PyTorch, on the dashboard, in the table of live allocations, and in the timeline."""

import pickle
import re

from figures import count
from scenario import scenario
from tables_page import Table, shoot, type_text
from timeline import Timeline

BEGIN_US = 1_700_000_000_000_000
ADDRESS, APART = 0x7F0000000000, 1 << 30
MB = 1_000_000
USE, PEAK, TABLE = "Memory use over time", "Memory at the peak", "Live Allocations"
FORWARD, LOSS, WEIGHTS = "model.py(40): forward", "train.py(12): loss", "model.py(8): __init__"


def frames(name, line, function):
    return [{"name": "at::empty_cuda", "filename": "??", "line": 0},
            {"name": "linear", "filename": "/opt/python/torch/nn/functional.py", "line": 114},
            {"name": function, "filename": f"/home/user/{name}", "line": line},
            {"name": "<module>", "filename": "/home/user/train.py", "line": 90}]


def write(path):
    """Weights of 800 MB from before the history; in each of three steps of 100 ms six activations of 90 MB pile up, and
    a loss of 60 MB on top of them. The peak is in the last step, whose loss has 80 MB."""
    events, blocks = [], [(0, 800 * MB, frames("model.py", 8, "__init__"))]

    def add(action, slot, size, time_us, stack=()):
        events.append({"action": action, "addr": ADDRESS + slot * APART, "size": size, "stream": 0, "time_us": time_us,
                       "frames": list(stack)})

    def release(slot, size, time_us):
        add("free_requested", slot, size, time_us)
        add("free_completed", slot, size, time_us)

    for step in range(3):
        at_us, loss = BEGIN_US + 100_000 * step, (80 if step == 2 else 60) * MB
        for i in range(6):
            add("alloc", 1 + i, 90 * MB, at_us + 8_000 * (i + 1), frames("model.py", 40, "forward"))
        add("alloc", 7, loss, at_us + 50_000, frames("train.py", 12, "loss"))
        release(7, loss, at_us + 55_000)
        for i in reversed(range(6)):
            release(1 + i, 90 * MB, at_us + 60_000 + 6_000 * (6 - i))
    segments = [{"device": 0, "address": ADDRESS + slot * APART, "total_size": 2 << 29, "stream": 0, "blocks": [
        {"address": ADDRESS + slot * APART, "size": 2 << 29, "requested_size": size, "frames": stack,
         "state": "active_allocated" if size else "inactive"}]}
        for slot, size, stack in blocks + [(1, 0, []), (7, 0, [])]]
    with open(path, "wb") as file:
        pickle.dump({"segments": segments, "device_traces": [events]}, file)
    return path


@scenario("allocations: a memory snapshot shows its course and its peak; a table lists what was live then, or at a marker; "
          "a row leads to the life of its largest allocation", sanitized=True)
def snapshot(stage):
    with stage.app(write(stage.path("snapshot.pickle"))) as app:
        app.find("image", PEAK, description=re.compile(re.escape(FORWARD)))
        app.find("image", USE, description=re.compile("reserved"))
        if app.has("image", "GPU active time"):
            raise AssertionError("There are panes of what a memory snapshot does not have")
        shoot(app, "allocations-dashboard")

        app.screen.key("alt+3")
        app.find("list item", TABLE)
        table = Table(app, TABLE)
        table.wait_names("the most bytes first", lambda names: [name.rpartition("/")[2] for name in names]
                         == [WEIGHTS, FORWARD, LOSS])
        app.find("label", re.compile(f"^At the peak, .* · count {count(8)} · sum of live allocations 1[.,]42.GB$"))
        shoot(app, "allocations-table")
        app.press("column header", re.compile("^Count"))
        table.wait_names("the most allocations first", lambda names: names[0].endswith(FORWARD))

        # Into the timeline, and back.
        app.screen.key("ctrl+f")
        type_text(app, "loss")
        table.wait_names("one row", lambda names: len(names) == 1)
        while app.focused().role != "column header":
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Tab", "Return")
        timeline = Timeline(app)
        timeline.wait_selected("^area of 5[.,]000.ms.*, 1 row$")
        shoot(app, "allocations-timeline")

        # A bucket of the chart sets a marker, which the table follows.
        app.screen.key("alt+1")
        app.click(app.find("image", USE), at=(0.5, 0.5))
        app.find("label", re.compile("^At marker A, "))
        app.find(name="Filter rows")
        shoot(app, "allocations-marker")
