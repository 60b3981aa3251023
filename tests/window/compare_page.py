# SPDX-License-Identifier: Apache-2.0
"""Scenarios: profiles compared with each other, and the steps of one."""

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


def slower_events():
    found = training.events()
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


@scenario("compare: a row of a table leads to the longest slice of the other side, and to the table of the baseline")
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
        app.wait("the second is shown", lambda: "second" in app.title())
        canvas = app.find(description=CANVAS)
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


def costs_of(app):
    """The card at the end of the page, in view."""
    app.find("label", "Step time, mean", anywhere=True)
    left, top, width, height = app.window_rectangle()
    app.screen.wheel(left + width // 2 + 100, top + height // 2, 60)
    app.settle()


TITLES = ("GPUs", "Nodes", "Step time, mean", "Samples per second", "Price per hour, all nodes", "Cost of a step",
          "Cost of 1000 steps", "Cost of idle, 1000 steps", "Cost of exposed communication, 1000 steps",
          "Cost of a million samples", "Scaling efficiency")


def rows_of(app):
    """The values of A and B of each row of the card, which is the last on the page."""
    names = [node.name.replace("\u00a0", " ").replace("\u202f", " ").replace(",", "") for node in app.find_all("label")]
    places = {title: max(i for i, name in enumerate(names) if name == title.replace(",", "")) for title in TITLES}
    return {title: names[place + 1:place + 3] for title, place in places.items()}


@scenario("compare: prices and samples are entered, give costs, are remembered, and unknown ones are said", sanitized=True)
def costs(stage):
    home = stage.desktop.new_home()
    devices = [{"id": i, "name": "NVIDIA H100"} for i in range(8)]
    paths = [stage.write_trace(f"{name}.json", events, deviceProperties=devices,
                               distributedInfo={"backend": "nccl", "rank": 0, "world_size": world})
             for name, events, world in (("first", training.events(), 8), ("second", slower_events(), 16))]
    given = ("--price", "H100=36:EUR", "--batch", "64", "--batch", "96")
    expected = json.loads(subprocess.run([stage.program, "compare", *paths, *given, "--json"], check=True,
                                         capture_output=True).stdout)["cost"]
    with stage.app(*paths, home=home) as app:
        compare_of(app)
        costs_of(app)
        app.find("label", "Cost and scaling")
        app.find("label", re.compile("^Enter the price of a node to see costs. Enter the samples of a step"))
        rows = rows_of(app)
        if rows["Cost of a step"] != ["n/a", "n/a"] or rows["Nodes"] != ["1", "2"]:
            raise AssertionError(f"Before anything was entered: {rows}")
        app.press("button", "Prices and Samples…")
        app.find(name="Prices and Samples", anywhere=True)
        app.settle(0.6)
        app.screen.xdotool("mousemove_relative", "1", "1")
        shoot(app, "compare-cost-dialog")
        for text in ("64", "96", "many"):
            type_text(app, text)
            app.screen.key("Tab")
            app.settle()
        app.wait("Save waits for a number", lambda: "sensitive" not in app.find("button", "Save", anywhere=True).states)
        app.screen.key("shift+Tab")
        app.settle()
        type_text(app, "36")
        app.screen.key("Tab")
        app.settle()
        app.screen.key("ctrl+a")
        type_text(app, "EUR")
        app.screen.key("Return")
        prices = ["36 EUR", "72 EUR"]
        app.wait("the price per hour", lambda: rows_of(app)["Price per hour, all nodes"] == prices)
        rows = rows_of(app)
        for title, key in (("Samples per second", "samples_per_second"), ("Cost of 1000 steps", "cost_per_1000_steps"),
                           ("Cost of idle, 1000 steps", "idle_cost_per_1000_steps"),
                           ("Cost of a million samples", "cost_per_million_samples")):
            for shown, cost in zip(rows[title], expected):
                if abs(float(shown.removesuffix(" EUR")) / cost[key] - 1) > 1e-3:
                    raise AssertionError(f"{title}: {shown} in the window, {cost[key]} on the command line")
        shares = [f"{100 * cost['scaling_efficiency']:.1f} %" for cost in expected]
        if rows["Scaling efficiency"] != shares:
            raise AssertionError(f"Scaling efficiency: {rows['Scaling efficiency']} instead of {shares}")
        shoot(app, "compare-cost")
    with stage.app(*paths, home=home) as app:
        compare_of(app)
        costs_of(app)
        app.wait("what was remembered", lambda: rows_of(app)["Price per hour, all nodes"] == prices)
        app.resize(720, 600)
        costs_of(app)
        shoot(app, "compare-cost-narrow")
        app.press("button", "Prices and Samples…")
        app.find(name="Prices and Samples", anywhere=True)
        app.settle(0.6)
        app.screen.xdotool("mousemove_relative", "1", "1")
        app.screen.key("ctrl+a", "BackSpace", "Return")
        app.wait("samples are not known any more", lambda: rows_of(app)["Samples per second"][0] == "n/a")


def mapped(app):
    """The profiles that the program has in memory."""
    with open(f"/proc/{app.process.pid}/maps", encoding="utf-8") as file:
        return {line.split(maxsplit=5)[-1] for line in file if "/stepscope/profiles/" in line}


@scenario("compare: profiles that were compared leave the memory some seconds after they are unloaded")
def unloaded(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.find("label", "Step time, mean")
        app.press("list item", "Kernels")
        app.find("label", re.compile("^8 rows$"))
        if len(mapped(app)) != 2:
            raise AssertionError(f"In memory: {mapped(app)}")
        app.screen.key("ctrl+w")
        app.find("label", "Compare needs a second profile")
        app.screen.key("ctrl+w")
        app.find(name="Open a GPU Profile")
        app.wait("nothing in memory", lambda: not mapped(app), 30)
