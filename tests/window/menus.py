# SPDX-License-Identifier: Apache-2.0
"""Scenario: menus of what is out of view."""

from scenario import scenario
from timeline import Timeline
from timeline_rows import Rows

N_THREADS, NOTCHES = 120, 60


def threads():
    return [{"ph": "X", "name": "work", "cat": "cpu_op", "pid": 1, "tid": i, "ts": 10 * i, "dur": 500}
            for i in range(1, N_THREADS + 1)]


@scenario("menus: that of a row which was scrolled far out of view opens in the window")
def out_of_view(stage):
    with stage.app(stage.write_trace("threads.json", threads())) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline, rows = Timeline(app), Rows(app)
        rows.focus(".*")
        app.screen.key("Home")
        app.screen.wheel(*timeline.middle(), NOTCHES)
        app.settle()
        rows.menu("Collapse All")
        rows.wait_names("only the process is left", lambda names: len(names) < 5)
