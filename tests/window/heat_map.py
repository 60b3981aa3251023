# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the heat map of ranks and steps, where a cell leads, and in which orders and figures it is shown."""

import os
import re

from idle import focus_chart
from panes import focus_menu
from preferences import stored
from scenario import scenario
from timeline import Timeline

TITLE = "Ranks and steps"
BEGIN_NS = 1767454600 * 10**9
REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
N_RANKS, N_STEPS, LATE = 4, 6, 2
STEP_US = 20_000


def job(stage):
    """Steps 40 to 45 of 19 ms, one every 20 ms, on thread 100 of rank 0, 101 of rank 1, and so on. Rank 2 computes for 6 ms longer in the last four, and the others wait."""
    os.makedirs(stage.path("steps_job"), exist_ok=True)
    for rank in range(N_RANKS):
        events = []
        for step in range(N_STEPS):
            begin, late = STEP_US * step, 6000 if rank == LATE and step >= 2 else 0
            events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{40 + step}", "pid": 100,
                           "tid": 100 + rank, "ts": begin, "dur": 19_000})
            for i, (name, after, length) in enumerate((("gemm", 1000, 5000 + late), (REDUCE, 6000 + late, 8000 - late))):
                correlation = {"correlation": 2 * step + i + 1}
                events += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100,
                            "tid": 100 + rank, "ts": begin + 100 * (i + 1), "dur": 5, "args": correlation},
                           {"ph": "X", "cat": "kernel", "name": name, "pid": rank, "tid": 7, "ts": begin + after,
                            "dur": length, "args": {**correlation, "device": rank, "stream": 7}}]
        stage.write_trace(os.path.join("steps_job", f"rank{rank}.json"), events, baseTimeNanoseconds=BEGIN_NS,
                          distributedInfo={"backend": "nccl", "rank": rank, "world_size": N_RANKS})
    return stage.path("steps_job")


def wait_described(app, pattern):
    """What assistive technology reads of the chart, or of its cell with the cursor."""
    return app.find("image", TITLE, re.compile(pattern, re.S), anywhere=True)


def choose(app, name, presses):
    """An item of a drop-down in the header of the card, by keys."""
    app.click(app.find("combo box", name))
    app.settle()
    app.screen.key(*["Down"] * presses, "Return")
    app.settle()


@scenario("heat map: arrow keys move from cell to cell, and Enter goes to the step of that rank", sanitized=True)
def cells(stage):
    with stage.app(job(stage)) as app:
        focus_chart(app, TITLE)
        wait_described(app, "^Step time: .*4 ranks . 6 steps")
        app.screen.key("Right")
        wait_described(app, "^Rank 0, step 40\n")
        app.screen.key("Down", "Down", "Right", "Right", "Right")
        wait_described(app, "^Rank 2, step 43\nStep time: 19[.,]00.ms\n.*Lateness: 6[.,]000.ms")
        app.screen.key("End", "Up")
        wait_described(app, "^Rank 1, step 45\n")
        app.screen.key("Home", "Page_Down", "Page_Down", "Right")
        wait_described(app, "^Rank 3, step 41\n")
        app.screen.key("Up", "Return")
        timeline = Timeline(app)
        timeline.wait_selected("ProfilerStep#41")
        app.find(name=re.compile("annotations of thread 102$"))
        timeline.wait_span("step 41", lambda begin, end: begin >= 19_000_000 and end <= 41_000_000)


@scenario("heat map: figure and order are chosen in the header, remembered, and a click goes to a cell", seconds=120,
          sanitized=True)
def choices(stage):
    home = stage.desktop.new_home()
    with stage.app(job(stage), home=home) as app:
        focus_chart(app, TITLE)
        app.settle(0.5)
        choose(app, "Figure of ranks and steps", 2)
        wait_described(app, "^Lateness: 0.ns to 6[.,]000.ms")
        choose(app, "Order of ranks", 2)
        app.wait("the setting", lambda: "rank-steps,figure=lateness,order=value" in (stored(home, "panes") or ""))
        # The late rank comes first: its last cell is at the top right.
        focus_chart(app, TITLE)
        app.screen.key("Right")
        wait_described(app, "^Rank 2, step 40\n")
    with stage.app(job(stage), home=home) as app:
        focus_chart(app, TITLE)
        app.settle(0.5)
        chart = wait_described(app, "^Lateness: ")
        app.click(chart, (0.95, 0.25))
        timeline = Timeline(app)
        timeline.wait_selected("ProfilerStep#45")
        app.find(name=re.compile("annotations of thread 102$"))
        timeline.wait_span("step 45", lambda begin, end: begin >= 99_000_000)


@scenario("heat map: its menu shows all figures as a table")
def as_table(stage):
    with stage.app(job(stage)) as app:
        focus_chart(app, TITLE)
        app.settle(0.5)
        focus_menu(app, TITLE)
        app.screen.key("Return")
        app.press("menu item", "Show as Table")
        app.find(name=re.compile("Exposed Communication"))
        app.find(name=re.compile("count 24"))
