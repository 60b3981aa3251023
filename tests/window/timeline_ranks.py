# SPDX-License-Identifier: Apache-2.0
"""Scenarios: which ranks the timeline shows."""

import os
import re

from commands import CommandList
from scenario import scenario
from timeline import Timeline
from timeline_rows import Rows

BEGIN_NS = 1767454600 * 10**9
N_RANKS, N_STEPS, PER_NODE = 8, 4, 4
STEP_US = 20_000
SLOW = (1, 2, 5, 6)  # over all steps
SLOW_LAST = (0, 3, 4, 7)  # in the last one


def job(stage, n_ranks=N_RANKS):
    """Steps 40 to 43 on two nodes; some ranks take 2 ms longer in all but the last step, in which the others do."""
    os.makedirs(stage.path("ranks_job"), exist_ok=True)
    for rank in range(n_ranks):
        events = []
        for step in range(N_STEPS):
            begin = STEP_US * step
            is_slow = rank % N_RANKS in (SLOW_LAST if step == N_STEPS - 1 else SLOW)
            events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{40 + step}", "pid": 100,
                           "tid": 100, "ts": begin, "dur": 16_000 + 2_000 * is_slow})
            for i, name in enumerate(("gemm", "softmax")):
                correlation = {"correlation": 2 * step + i + 1}
                events += [{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 100, "tid": 100,
                            "ts": begin + 100 * (i + 1), "dur": 5, "args": correlation},
                           {"ph": "X", "cat": "kernel", "name": name, "pid": 0, "tid": 7, "ts": begin + 1000 + 6000 * i,
                            "dur": 5000, "args": {**correlation, "device": 0, "stream": 7}}]
        stage.write_trace(os.path.join("ranks_job", f"rank{rank}.json"), events, baseTimeNanoseconds=BEGIN_NS,
                          hostname=f"node{rank // PER_NODE}",
                          distributedInfo={"backend": "nccl", "rank": rank, "world_size": n_ranks})
    return stage.path("ranks_job")


def to_timeline(app):
    app.find("button", "Profile: ranks_job")
    app.screen.key("alt+2")
    return Timeline(app)


def wait_ranks(app, rows, ranks):
    """That rows of exactly these ranks are shown."""
    def shown(names):
        found = {int(number) for name in names for number in re.findall(r"\brank (\d+)", name)}
        return found == set(ranks)

    rows.wait_names(f"rows of ranks {ranks}", shown)


def wait_bar(app, text):
    app.find("label", re.compile(text))


def run(app, words, title):
    commands = CommandList(app)
    commands.type(words)
    commands.wait_marked(title)
    app.screen.key("Return")


@scenario("ranks: typed numbers and names, ready choices and a menu choose which ranks are shown; back shows those of before",
          seconds=120, sanitized=True)
def choose(stage):
    home = stage.desktop.new_home()
    with stage.app(job(stage), home=home) as app:
        timeline = to_timeline(app)
        app.resize(1280, 1500)
        rows = Rows(app)
        wait_ranks(app, rows, range(N_RANKS))
        app.screen.key("v")
        entry = app.find(name="Ranks to show")
        app.screen.type("2-3, 99", 30)
        app.wait("the complaint", lambda: entry.description == "There is no rank 99")
        app.screen.key("BackSpace", "BackSpace")
        app.screen.type("6", 30)
        app.wait("the answer", lambda: entry.description == "3 of 8 ranks: 2, 3, 6")
        app.screen.key("Return")
        wait_ranks(app, rows, (2, 3, 6))
        wait_bar(app, "^3 of 8 ranks: 2, 3, 6$")

        app.screen.key("v")
        app.find(name="Ranks to show")
        app.screen.key("ctrl+a")
        app.screen.type("node1", 30)
        app.screen.key("Return")
        wait_ranks(app, rows, (4, 5, 6, 7))
        run(app, "one per node", "Show one rank per node")
        wait_ranks(app, rows, (0, 4))
        run(app, "slowest over all", "Show the slowest ranks over all steps")
        wait_ranks(app, rows, SLOW)

        app.settle(0.6)
        app.screen.key("alt+Left")
        wait_ranks(app, rows, (0, 4))
        app.screen.key("alt+Left", "alt+Left")
        wait_ranks(app, rows, (2, 3, 6))
        app.screen.key("alt+Right")
        wait_ranks(app, rows, (4, 5, 6, 7))
        app.press("button", "Show All Ranks")
        wait_ranks(app, rows, range(N_RANKS))
        app.wait_gone("button", "Show All Ranks")

        app.screen.key("period", "period", "period", "period", "period")
        timeline.wait_span("the last step", lambda begin, end: begin > 55_000_000)
        app.screen.key("v")
        app.find(name="Ranks to show")
        app.press("button", "Slowest 4 in Step 43")
        wait_ranks(app, rows, SLOW_LAST)
        app.settle(1.5)
    with stage.app(job(stage), home=home) as app:
        to_timeline(app)
        app.resize(1280, 1500)
        rows = Rows(app)
        wait_ranks(app, rows, SLOW_LAST)
        wait_bar(app, "^4 of 8 ranks: 0, 3, 4, 7$")
        rows.focus(".*rank 3.* device")
        rows.menu("^Show All Ranks$")
        wait_ranks(app, rows, range(N_RANKS))
