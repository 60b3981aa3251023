# SPDX-License-Identifier: Apache-2.0
"""Scenarios: profiles compared with each other, and the steps of one."""

import copy
import json
import os
import re
import subprocess

import training
from moving import SECONDARY
from scenario import scenario
from tables_page import shoot, type_text
from timeline import CANVAS
from timeline_page import run_of, timeline_of

# The slower run does the same in this multiple of the time.
SLOWER = 1.5


def slower_events(events=()):
    found = copy.deepcopy(list(events)) or training.events()
    for event in found:
        if event["ph"] == "X":
            event["ts"] = training.EPOCH_US + SLOWER * (event["ts"] - training.EPOCH_US)
            event["dur"] *= SLOWER
    return found


def two_runs(stage):
    return (stage.write_trace("first.json", training.events(), deviceProperties=training.DEVICES),
            stage.write_trace("second.json", slower_events(), deviceProperties=training.DEVICES))


def plain(text):
    """As on the command line: plain spaces, and the signs of numbers of the C locale."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace(",", ".")


def headline_of(app):
    """The sentences at the top of the page."""
    return plain(app.find("label", re.compile("step takes|Steps take|No difference|window|windows")).name)


def compare(stage, *paths):
    result = subprocess.run([stage.program, "compare", *paths, "--json"], check=True, capture_output=True)
    return json.loads(result.stdout)


def compare_of(app):
    app.find(name="Summary")
    app.screen.key("alt+4")
    app.find("button", re.compile("^Baseline A: first, Whole profile"))


@scenario("compare: two profiles side by side; the headline says what the command line says; swapping turns it round",
          sanitized=True)
def two(stage):
    paths = two_runs(stage)
    with stage.app(*paths) as app:
        compare_of(app)
        expected = plain(compare(stage, *paths)["headline"][0]).split(" (")[0]
        app.wait(f"the headline {expected!r}", lambda: headline_of(app).startswith(expected))
        app.find("button", re.compile("^Compared B: second, Whole profile"))
        app.find("label", "Step time, mean")
        app.find("image", "From one step time to the other", re.compile("A: first, Whole profile: mean step time"))
        shoot(app, "compare-overview")

        app.press("button", "Swap A and B")
        app.find("button", re.compile("^Baseline A: second"))
        turned = plain(compare(stage, *reversed(paths))["headline"][0]).split(" (")[0]
        app.wait(f"the headline {turned!r}", lambda: headline_of(app).startswith(turned))
        if turned == expected:
            raise AssertionError("Swapping changes nothing")

        # Unloading one leaves the empty state.
        app.screen.key("ctrl+w")
        app.find("label", "Compare needs a second profile")


@scenario("compare: a row of a table leads to its longest slices on the timelines, and to the table of the baseline")
def row(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.press("list item", "Kernels")
        app.find("label", re.compile("^8 rows$"))
        app.screen.key("ctrl+f")
        app.wait("the filter has the focus", lambda: app.focused() and app.focused().name == "Filter rows")
        type_text(app, "tail_9")
        app.find("label", re.compile("^1 of 8 rows$"))
        app.press("row", "tail_9")
        app.find("image", "Durations of the chosen row", re.compile("A: first, Whole profile: 1 slice, median 1[.,]000"))
        shoot(app, "compare-kernels")
        app.press("button", "Go To")
        app.press(None, "Table of A")
        app.wait("the table of the first", lambda: "first" in app.title())
        app.find("tree grid", "Kernels")

        app.screen.key("alt+4")
        app.find("button", re.compile("^Baseline A"))
        app.settle()
        app.press("row", "tail_9")
        app.screen.key("Return")
        for side in "AB":
            canvas = app.find(name=f"Timeline of {side}", description=CANVAS)
            app.wait("its slice is selected", lambda: "tail_9" in canvas.description)

        # The menu leads to one of them alone.
        app.press("list item", "Kernels")
        app.press("button", "Go To")
        app.press(None, "Longest Slice in B")
        app.wait("the second is shown", lambda: "second" in app.title())
        canvas = app.find(name="Timeline", description=CANVAS)
        app.wait("its slice is selected", lambda: "tail_9" in canvas.description)


@scenario("compare: one profile alone: the empty state, and its slowest step compared with its median step")
def alone(stage):
    with run_of(stage) as app:
        app.find(name="Summary")
        app.screen.key("alt+4")
        app.find("label", "Compare needs a second profile")
        app.find("button", "Open…")
        shoot(app, "compare-empty")
        app.press("button", "Compare the Slowest Step With the Median Step")
        app.find("button", re.compile("^Baseline A: run, Median step"))
        app.find("button", re.compile("^Compared B: run, Step 9"))
        app.wait("the headline", lambda: headline_of(app).startswith("The step takes 4.000 ms longer"))
        shoot(app, "compare-steps")

        # Another part, by the menu of the side.
        app.press("button", re.compile("^Compared B"))
        app.press(None, "Steps…")
        app.find("text box", "Steps")
        app.screen.key("ctrl+a")
        type_text(app, "7..8")
        app.screen.key("Return")
        app.find("button", re.compile("^Compared B: run, Steps 7 to 8"))
        app.wait("the headline", lambda: "takes 10.00 ms on both sides" in headline_of(app))


@scenario("compare: the menu of a step leads to its comparison with the median step")
def step(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        overview = app.find(name="Overview")
        left, top, _, _ = app.rectangle(overview)
        canvas_left, _, width, _ = app.rectangle(timeline.canvas)
        app.screen.click(canvas_left + 0.6 * width, top + 8, button=SECONDARY)
        app.press(None, "Compare With the Median Step")
        app.find("button", re.compile("^Baseline A: run, Median step"))
        app.find("button", re.compile("^Compared B: run, Step 9"))
