# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the map of what ranks send to each other, and of the process groups and their ranks."""

import os
import re
import sys

from idle import focus_chart
from panes import focus_menu
from preferences import stored
from scenario import scenario
from timeline import Timeline

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "oracle"))
import simulated_job  # noqa: E402

TITLE = "Bandwidth between ranks"


def wait_described(app, pattern):
    """What assistive technology reads of the chart, or of its cell with the cursor."""
    return app.find("image", TITLE, re.compile(pattern, re.S), anywhere=True)


@scenario("rank traffic: arrow keys move from pair to pair, Enter goes to a message, and process groups can be shown instead",
          seconds=120, sanitized=True)
def traffic(stage):
    folder, home = stage.path("traffic_job"), stage.desktop.new_home()
    os.makedirs(folder, exist_ok=True)
    simulated_job.write(folder, 4, 4, n_steps=6, messages=True)
    with stage.app(folder, home=home) as app:
        focus_chart(app, TITLE)
        wait_described(app, "The slowest:\n.*3 pairs of ranks")
        app.screen.key("Right")
        wait_described(app, "^Rank 0 to rank 0\nNo messages")
        app.screen.key("Right")
        wait_described(app, "^Rank 0 to rank 1, 6 messages in .*\nBandwidth: .*GB/s\nBytes: 6[.,]00.MB")
        app.screen.key("Return")
        Timeline(app).wait_selected(re.compile("SendRecv"))
        app.screen.key("alt+1")
        app.click(app.find("combo box", "What traffic"))
        app.settle()
        app.screen.key("Down", "Return")
        app.wait("the setting", lambda: "what=groups" in (stored(home, "panes") or ""))
        wait_described(app, "process groups × 4 ranks; size of messages")
        focus_chart(app, TITLE)
        app.screen.key("Down", "Down")
        wait_described(app, "^tp0, rank 0 .tensor parallel., 6 kernels in .* waiting for other ranks\nBandwidth: ")
        focus_menu(app, TITLE)
        app.screen.key("Return")
        app.press("menu item", "Show as Table")
        app.find(name=re.compile("communication times of ranks in their groups"))


@scenario("rank traffic: F2 names a process group, the name is remembered, and an empty one takes it away", seconds=120,
          sanitized=True)
def rename(stage):
    folder, home = stage.path("named_job"), stage.desktop.new_home()
    os.makedirs(folder, exist_ok=True)
    simulated_job.write(folder, 4, 4, n_steps=6)
    with stage.app(folder, home=home) as app:
        focus_chart(app, TITLE)
        app.screen.key("Right")
        wait_described(app, "^tp0, rank 0 ")
        app.screen.key("F2")
        app.find("text box", "Name", anywhere=True)
        app.screen.type("left half")
        app.screen.key("Return")
        focus_chart(app, TITLE)
        app.screen.key("Right")
        wait_described(app, "^left half, rank 0 .tensor parallel.")
    with stage.app(folder, home=home) as app:
        focus_chart(app, TITLE)
        app.screen.key("Right")
        wait_described(app, "^left half, rank 0 ")
        focus_menu(app, TITLE)
        app.screen.key("Return")
        app.press("menu item", "Rename Group…")
        app.find("text box", "Name", anywhere=True)
        app.screen.key("BackSpace", "Return")
        focus_chart(app, TITLE)
        app.screen.key("Right")
        wait_described(app, "^tp0, rank 0 ")
