# SPDX-License-Identifier: Apache-2.0
"""Scenarios: why the GPU did nothing, what steps consist of, and where a click on that leads."""

import re

import training
from preferences import close, stored
from scenario import scenario
from timeline import Timeline

IDLE, BREAKDOWN = "Idle by cause", "Step time breakdown"
MAX_STOPS = 120

# From the end of the last kernel of step 9 to the first of step 10, of which the host had launched nothing before.
GAP_NS = (28_000_000, 36_000_000)


def open_training(stage):
    return stage.app(stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES))


def focus_chart(app, title):
    """Goes to the chart of a card with Tab."""
    chart = app.find("image", title, re.compile("[0-9]"), anywhere=True)
    for _ in range(MAX_STOPS):
        if "focused" in chart.states:
            return
        app.screen.key("Tab")
        app.settle(0.02)
    raise AssertionError(f"The Tab key does not reach {title}")


@scenario("idle: a cause goes to its longest gap in the timeline, by keyboard alone", sanitized=True)
def cause(stage):
    with open_training(stage) as app:
        focus_chart(app, IDLE)
        app.screen.key("Home")
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait("the longest gap", lambda: "idle for" in timeline.selected())
        timeline.wait_span("the gap with room around it", lambda begin, end: begin < GAP_NS[0] and end > GAP_NS[1]
                           and end - begin <= 3 * (GAP_NS[1] - GAP_NS[0]))


@scenario("idle: the bar of a step goes to the step")
def step(stage):
    with open_training(stage) as app:
        focus_chart(app, BREAKDOWN)
        app.screen.key("End")
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_span("step 10", lambda begin, end: begin >= 33_000_000 and end <= 45_000_000)


@scenario("idle: the preferences set the limit of launch overhead, which is used and stored", seconds=120)
def launch_overhead(stage):
    home = stage.desktop.new_home()
    trace = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(trace, home=home) as app:
        app.find("image", IDLE, re.compile("[0-9]"), anywhere=True)
        app.screen.key("ctrl+comma")
        app.find("spin button", "Launch overhead below, in µs", anywhere=True)
        app.screen.key("alt+o")
        app.wait("the number has the focus", lambda: app.focused() and app.focused().role in ("text box", "spin button"))
        app.screen.key("ctrl+a")
        app.screen.type("2500")
        app.screen.key("Tab")
        app.wait("the setting", lambda: stored(home, "launch-gap-us") == "2500")
        close(app)
        app.find("image", IDLE, re.compile("below 2[.,]500.ms"), anywhere=True)
    with stage.app(trace, home=home) as app:
        app.find("image", IDLE, re.compile("below 2[.,]500.ms"), anywhere=True)
        focus_chart(app, IDLE)
        app.press("button", "About " + IDLE)
        app.find("label", re.compile("^The limit of launch overhead is 2[.,]500.ms"))
        app.screen.key("Escape")
