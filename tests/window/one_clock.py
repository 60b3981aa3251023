# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the ranks of a job are put on one clock, which is told, and as they were recorded again."""

import os
import re

from commands import CommandList
from scenario import scenario

BEGIN_NS = 1767454600 * 10**9
LATE_NS = 3_000_000  # by which the clock of the second rank is ahead
REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"


def job(stage):
    """Two ranks that meet every 10 ms, 20 times."""
    os.makedirs(stage.path("job"), exist_ok=True)
    for rank in range(2):
        events = []
        for i in range(20):
            end = 10_000 * (i + 1) + rank * LATE_NS // 1000
            events += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100,
                        "ts": end - 4000 - 500 * rank, "dur": 10, "args": {"correlation": i + 1}},
                       {"ph": "X", "cat": "kernel", "name": REDUCE, "pid": rank, "tid": 7, "ts": end - 3000 - 500 * rank,
                        "dur": 3000 + 500 * rank, "args": {"correlation": i + 1, "device": rank, "stream": 7}}]
        stage.write_trace(os.path.join("job", f"rank{rank}.json"), events, baseTimeNanoseconds=BEGIN_NS,
                          distributedInfo={"backend": "nccl", "rank": rank, "world_size": 2})
    return stage.path("job")


def toggle(app):
    commands = CommandList(app)
    commands.type("one clock")
    commands.wait_marked("Put all ranks on one clock")
    app.screen.key("Return")


@scenario("clocks: ranks are put on one clock, Information tells by how much, and they are as recorded again", sanitized=True)
def one_clock(stage):
    with stage.app(job(stage)) as app:
        app.find("button", "Profile: job")
        app.screen.key("ctrl+i")
        app.find(name=re.compile("^As recorded: times of different ranks"), anywhere=True)
        app.screen.key("Escape")
        toggle(app)
        app.find(name="2 ranks are on one clock")
        app.find(name=re.compile("^194[.,]5.ms, 0 steps"))
        app.screen.key("ctrl+i")
        app.find(name=re.compile("^-3[.,]000.ms, drift 0 ppm; 95 % of its collectives end within 0.ns"), anywhere=True)
        app.screen.key("Escape")
        toggle(app)
        app.find(name=re.compile("^197[.,]0.ms, 0 steps"))  # Put on one clock, the ranks end 2.5 ms earlier.
        app.screen.key("ctrl+i")
        app.find(name=re.compile("^As recorded: times of different ranks"), anywhere=True)
        app.screen.key("Escape")
