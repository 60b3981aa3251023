# SPDX-License-Identifier: Apache-2.0
"""Scenarios: a collective across the ranks that take part in it."""

import os
import re

import one_clock
from scenario import scenario
from timeline import Timeline

REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
N_RANKS = 4
LATE = 2  # comes 2 ms after the first one
MEETINGS = 20
AS_RECORDED = "Waits and skews are on one clock; the rows show times as they were recorded."


def job(stage):
    """The ranks meet every 10 ms; rank r comes at r * 100 us, but for the late one."""
    os.makedirs(stage.path("meeting_job"), exist_ok=True)
    for rank in range(N_RANKS):
        events = []
        for i in range(MEETINGS):
            end = 10_000 * (i + 1)
            begin = end - 1_000 if rank == LATE else end - 3_000 + 100 * rank
            told = {"Collective name": "allreduce", "Process Group Name": "dp", "Group size": N_RANKS, "dtype": "Float",
                    "In msg nelems": 4_000_000, "Out msg nelems": 4_000_000, "Seq": 100 + i}
            events += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100,
                        "ts": begin - 1000, "dur": 10, "args": {"correlation": i + 1}},
                       {"ph": "X", "cat": "kernel", "name": REDUCE, "pid": rank, "tid": 7, "ts": begin, "dur": end - begin,
                        "args": {"correlation": i + 1, "device": rank, "stream": 7, **told}}]
        stage.write_trace(os.path.join("meeting_job", f"rank{rank}.json"), events, baseTimeNanoseconds=1767454600 * 10**9,
                          distributedInfo={"backend": "nccl", "rank": rank, "world_size": N_RANKS})
    return stage.path("meeting_job")


def wait_rank(timeline, rank):
    timeline.wait_selected(rf"^AllReduce.*rank {rank}\b")


@scenario("collectives: the details of a part say for whom it waited; keys go to that rank and on from rank to rank",
          sanitized=True)
def across_ranks(stage):
    with stage.app(job(stage)) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline = Timeline(app)
        begin, end = timeline.span_ns()
        timeline.click_slice(begin + (end - begin) * 0.993, r"^AllReduce.*rank 0\b")
        app.find(name=re.compile(r"^Waited 2[.,]000.ms for rank 2\.$"), anywhere=True)
        for value, key in ((r"^119$", "Sequence number"), (r"^dp$", "Process group"), (r"^4$", "Ranks"),
                           (r"^16[.,]0.MB$", "Message"), (r"^16[.,]?0*.GB/s$", "Algorithm bandwidth"),
                           (r"^24[.,]?0*.GB/s$", "Bus bandwidth"), (r"^2[.,]000.ms$", "Start skew"),
                           (r"^1[.,]000.ms$", "Transfer"), (r"^2[.,]000.ms$", "Wait of this rank"),
                           (r"^rank 2$", "Last arriver")):
            app.find(name=re.compile(value), description=key, anywhere=True)

        app.screen.key("u")
        wait_rank(timeline, LATE)
        app.find(name=re.compile(r"^Came last: 3 other ranks waited for it, up to 2[.,]000.ms\.$"), anywhere=True)
        for key, rank in (("r", 3), ("r", 0), ("r", 1), ("shift+r", 0), ("shift+r", 3)):
            app.screen.key(key)
            wait_rank(timeline, rank)
        app.find(name=re.compile(r"^Waited 1[.,]700.ms for rank 2\.$"), anywhere=True)
        app.press("button", "Go to rank 2")
        wait_rank(timeline, LATE)
        app.press("button", "Next rank of the collective")
        wait_rank(timeline, 3)


@scenario("collectives: waits are on one clock, and the details say if the rows are not")
def on_one_clock(stage):
    with stage.app(one_clock.job(stage)) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline = Timeline(app)
        timeline.click_slice(192_500_000, r"^AllReduce.*rank 0\b")
        app.find(name=re.compile(r"^Came last: 1 other rank waited for it, up to 500[.,]0.µs\.$"), anywhere=True)
        app.find(name=AS_RECORDED, anywhere=True)
        app.screen.key("r")
        wait_rank(timeline, 1)
        app.find(name=re.compile(r"^Waited 500[.,]0.µs for rank 0\.$"), anywhere=True)
        one_clock.toggle(app)
        app.find(name="2 ranks are on one clock")
        timeline = Timeline(app)
        timeline.wait_span("the ranks end at once", lambda begin, end: end - begin < 195_000_000)
        timeline.click_slice(192_500_000, r"^AllReduce.*rank 0\b")
        app.find(name=re.compile(r"^Came last: 1 other rank waited for it, up to 500[.,]0.µs\.$"), anywhere=True)
        app.wait_gone(None, AS_RECORDED)
