# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the pane that names the ranks that others wait for."""

import os
import re
import sys

from idle import focus_chart
from scenario import scenario
from timeline import Timeline

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
