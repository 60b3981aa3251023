# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the pane that names the ranks that others wait for."""

import os
import re
import sys

from idle import focus_chart
from scenario import scenario
from timeline import Timeline
from timeline_rows import Rows

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "oracle"))
import simulated_job  # noqa: E402

TITLE = "Ranks that others wait for"


@scenario("stragglers: the late rank is named with its cause, and Enter goes to its collective", sanitized=True)
def late_rank(stage):
    folder = stage.path("late_job")
    os.makedirs(folder, exist_ok=True)
    late = simulated_job.write(folder, 4, 4, cause="dataloader")
    with stage.app(folder) as app:
        focus_chart(app, TITLE)
        app.find("image", TITLE, re.compile(rf"Rank {late} late in 14 of 20 steps: data loader"), anywhere=True)
        app.screen.key("Right")
        app.find("image", TITLE, re.compile(rf"^Rank {late}: last in .*\n.*it waits for its data loader", re.S), anywhere=True)
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_selected(re.compile("All(Gather|Reduce)"))
        timeline.wait("the rank", lambda: re.search(rf"rank {late}\b", timeline.selected(), re.I))


def pair_of(app, rows, late):
    """Waits until the late rank and another one are shown, with a sentence, and returns the other one's number."""
    bar = app.find("label", re.compile(rf"^Rank {late} and rank [0-3] \(median\) in step [0-9]+: data loader [0-9.,]+.ms longer$"))
    median = int(re.search(r"and rank (\d)", bar.name).group(1))
    rows.wait_names("these two ranks", lambda names: {late, median} == {
        int(number) for name in names for number in re.findall(r"\brank (\d)", name)})
    return median, int(re.search(r"step (\d+)", bar.name).group(1))


@scenario("stragglers: a late rank stands beside the median rank, from the pane and by Shift+C, and back shows all again",
          seconds=120, sanitized=True)
def side_by_side(stage):
    folder = stage.path("late_pair_job")
    os.makedirs(folder, exist_ok=True)
    late = simulated_job.write(folder, 4, 4, cause="dataloader")
    with stage.app(folder, STEPSCOPE_THREADS="4") as app:  # Others would do all of the work on one.
        app.resize(1280, 1000)
        focus_chart(app, TITLE)
        app.find("image", TITLE, re.compile(rf"Rank {late} late in 14 of 20 steps: data loader"), anywhere=True)
        app.screen.key("Right", "Return")
        timeline, rows = Timeline(app), Rows(app)
        timeline.wait_selected(re.compile("All(Gather|Reduce)"))
        _, step = pair_of(app, rows, late)
        app.settle(0.6)
        app.screen.key("alt+Left")
        app.wait_gone("button", "Show All Ranks")
        rows.wait_names("all ranks", lambda names: any(f"rank {(late + 1) % 4} " in name for name in names)
                        and any(f"rank {(late + 2) % 4} " in name for name in names))
        # Now in another step, by the command.
        app.screen.key("alt+Right")
        pair_of(app, rows, late)
        app.screen.key("shift+v")
        app.wait_gone("button", "Show All Ranks")
        app.screen.key("shift+c")
        if pair_of(app, rows, late)[1] != step:
            raise AssertionError(f"Compared in another step than {step}")
