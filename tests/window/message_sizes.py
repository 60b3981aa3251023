# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the plot of message size against bandwidth, its points, its axis, and its table."""

import os
import re

from idle import focus_chart
from panes import focus_menu
from preferences import stored
from scenario import scenario
from timeline import Timeline

TITLE = "Message size and bandwidth"
N_RANKS = 2
REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
GATHER = "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"


def job(stage):
    """Three equal all-reduces of 4 MB that last 100 us, a slow one of 1 ms, and an all-gather of 40 kB of 50 us."""
    os.makedirs(stage.path("sizes_job"), exist_ok=True)
    collectives = [("allreduce", REDUCE, 1_000_000, 100)] * 3 + [("allreduce", REDUCE, 1_000_000, 1000),
                                                                ("allgather", GATHER, 10_000, 50)]
    for rank in range(N_RANKS):
        events = [{"ph": "X", "cat": "kernel", "name": name, "pid": rank, "tid": 7, "ts": 2000 * i + 10 * rank,
                   "dur": length + 10 * (N_RANKS - 1 - rank),
                   "args": {"device": rank, "stream": 7, "Collective name": collective, "Process Group Name": "0",
                            "Group size": N_RANKS, "Seq": i, "In msg nelems": elements, "Out msg nelems": elements,
                            "dtype": "Float"}}
                  for i, (collective, name, elements, length) in enumerate(collectives)]
        stage.write_trace(os.path.join("sizes_job", f"rank{rank}.json"), events, baseTimeNanoseconds=1767454600 * 10**9,
                          distributedInfo={"backend": "nccl", "rank": rank, "world_size": N_RANKS})
    return stage.path("sizes_job")


def wait_described(app, pattern):
    """What assistive technology reads of the chart, or of its point with the cursor."""
    return app.find("image", TITLE, re.compile(pattern, re.S), anywhere=True)


@scenario("message sizes: arrow keys move from point to point, Enter goes to the collective or lists those of the point",
          seconds=120, sanitized=True)
def points(stage):
    with stage.app(job(stage)) as app:
        focus_chart(app, TITLE)
        wait_described(app, "All-reduce: .*5 collectives; size / shortest duration")
        app.screen.key("Right")
        wait_described(app, "^All-gather of 40[.,]000.B\nBus bandwidth: 0[.,]4.GB/s .*\nTransfer: 50[.,]00.µs, shortest of 2 ranks")
        app.screen.key("Right")
        wait_described(app, "^All-reduce of 4[.,]00.MB\nBus bandwidth: 4.GB/s")
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_selected(re.compile("AllReduce"))
        timeline.wait_span("the slow one", lambda begin, end: begin <= 6_010_000 and end >= 7_010_000)
    with stage.app(job(stage)) as app:
        focus_chart(app, TITLE)
        app.screen.key("End")
        wait_described(app, "^All-reduce of 4[.,]00.MB: 3 collectives\nBus bandwidth: median 40.GB/s, 40.GB/s to 40.GB/s")
        app.screen.key("Return")
        app.find(name=re.compile("3 rows"))


@scenario("message sizes: the axis is chosen in the header and remembered, and the menu leads to the table", seconds=120,
          sanitized=True)
def axis(stage):
    home = stage.desktop.new_home()
    with stage.app(job(stage), home=home) as app:
        focus_chart(app, TITLE)
        app.settle(0.5)
        app.click(app.find("combo box", "Axis of bandwidths"))
        app.settle()
        app.screen.key("Down", "Return")
        app.wait("the setting", lambda: "message-sizes,axis=linear" in (stored(home, "panes") or ""))
        focus_menu(app, TITLE)
        app.screen.key("Return")
        app.press("menu item", "Show as Table")
        app.find(name=re.compile("Bus Bandwidth, Median"), anywhere=True)
        app.find(name=re.compile("count 5"))
