# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the findings of a comparison: which are new, which went, and which both profiles have."""

import os
import re
import sys

import clipboard
from compare_page import plain
from scenario import scenario
from tables_page import shoot

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "findings"))
from made_run import Run  # noqa: E402

LOADER = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"


def made_run(stage, name, gap_us):
    """Five steps whose GPU waits for the data loader for so long."""
    run = Run()

    def during(begin, length):
        run.host(LOADER, begin, length - 20)

    return run.steps(gap_us=gap_us, during=during if gap_us else None).write(stage.folder, name)


def scroll_down(app):
    left, top, width, height = app.window_rectangle()
    app.screen.wheel(left + width * 3 // 4, top + height * 3 // 4, 60)
    app.settle()


@scenario("compare: findings that are new, that went and that both profiles have are told, and are copied")
def findings(stage):
    healthy, late, later = (made_run(stage, f"{name}.json", gap_us)
                             for name, gap_us in (("healthy", 0), ("late_data", 1_000), ("later_data", 1_500)))
    with stage.app(healthy, late) as app:
        app.find(name="Summary")
        app.screen.key("alt+4")
        app.find("button", re.compile("^Baseline A: healthy"))
        app.find("label", "New", anywhere=True)
        scroll_down(app)
        app.find("label", re.compile(r"^Waiting for data: at most 1[.,]000.ms per step$"))
        app.find("label", re.compile(r"^The GPUs wait for the data loader for 1[.,]000.ms of a step"))
        app.press("button", "Copy the findings")
        app.wait("the copied findings", lambda: plain(clipboard.text(app.desktop) or "").startswith(
            "New\tWaiting for data\tat most 1.000 ms per step\tThe GPUs wait"))
        shoot(app, "compare-findings")
        app.press("button", "Swap A and B")
        app.find("label", "Gone", anywhere=True)
    with stage.app(late, later, healthy) as app:
        app.find(name="Summary")
        app.screen.key("alt+4")
        app.find("label", "B: In both", anywhere=True)
        scroll_down(app)
        app.find("label", re.compile(r"^Waiting for data: at most 1[.,]500.ms per step, before 1[.,]000.ms$"))
        app.find("label", "C: Gone")
        shoot(app, "compare-findings-three")
