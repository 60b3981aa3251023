# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the details pane is a line while nothing is selected, and the rows fill what it leaves."""

import os
import re

import training
from preloaded import preloaded
from scenario import scenario
from timeline_page import run_of, timeline_of
from timeline_rows import Rows

HINT = "Click a slice, or drag across rows to select an area."
LINE_PX = 60  # a row of tabs is lower, what a pane shows is higher
DEPTH = 12
NARROW = (720, 600)


def details(app):
    return app.find(name="Details")


def height(app):
    return app.rectangle(details(app))[3]


def wait_line(app):
    app.wait("the details are a line", lambda: height(app) < LINE_PX)


def wait_open(app):
    app.wait("the details are open", lambda: height(app) > 2 * LINE_PX)


@scenario("details: a line with a hint until something is selected, and again after Escape", sanitized=True)
def line(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.find(name=HINT)
        wait_line(app)
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        wait_open(app)
        app.wait_gone(None, HINT)
        app.screen.key("Escape")
        wait_line(app)
        app.find(name=HINT)
        app.screen.key("ctrl+F9")
        app.wait("no details", lambda: not app.has(name="Details"))
        app.screen.key("ctrl+F9")
        wait_line(app)


@scenario("details: a tab opens them, also the current one; Escape folds them; search and bookmarks stay for the next slice")
def by_tab(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        for name in ("Current selection", "Bookmarks"):
            app.press(None, name)
            wait_open(app)
            app.click(timeline.canvas, at=(0.5, 0.02))
            app.screen.key("Escape")
            wait_line(app)
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        app.find(name="Duration")
        app.screen.key("Escape")
        wait_line(app)
        app.screen.key("ctrl+f")
        wait_open(app)
        app.screen.key("m", "m", "Escape")
        app.wait("the rows have the focus", lambda: "focused" in timeline.canvas.states)
        wait_open(app)
        app.screen.key("Escape")
        wait_line(app)


@scenario("details: a toast covers no tab of the line, and goes when a slice is selected", sanitized=True)
def toast(stage):
    text = "No slice is selected"
    with run_of(stage, **preloaded(stage.environment, os.environ["STEPSCOPE_LASTING_TOASTS_MODULE"])) as app:
        timeline = timeline_of(app)
        app.resize(*NARROW)
        wait_line(app)
        app.click(timeline.canvas, at=(0.5, 0.02))
        app.screen.key("Escape", "n")
        label = app.find(name=text)
        app.settle()
        _, y, _, height_px = app.rectangle(label)
        assert y + height_px <= app.rectangle(details(app))[1], "The toast covers the tabs"
        for name in ("Current selection", "Connections"):
            app.find(name=name)
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        app.wait_gone(None, text)
        app.screen.key("Escape", "n")
        app.find(name=text)


@scenario("details: the height that the divider was dragged to is there for the next selection, and down to the tabs folds")
def dragged(stage):
    with run_of(stage) as app:
        timeline_of(app)
        wait_line(app)
        x, y, width, _ = app.rectangle(details(app))
        at = x + width * 3 // 4
        app.screen.drag((at, y - 1), (at, y - 151))
        app.wait("as high as it was dragged", lambda: abs(height(app) - 150) < LINE_PX)
        before = height(app)
        app.screen.drag((at, app.rectangle(details(app))[1] - 1), (at, y + 10))
        wait_line(app)
        app.screen.key("Right")
        app.wait(f"open to {before} px, not {height(app)}", lambda: abs(height(app) - before) <= 2)
        app.screen.key("Escape")
        wait_line(app)


@scenario("details: keys that move the divider keep the last height that was open, and the end of the way folds")
def by_keys(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        wait_open(app)
        first = height(app)
        app.screen.key("F8", "ctrl+Up", "Up")
        app.wait(f"higher than {first} px", lambda: height(app) > first)
        app.settle()
        before = height(app)
        app.screen.key("End")
        wait_line(app)
        app.screen.key("Return", "Right")
        app.wait(f"open to {before} px, not {height(app)}", lambda: abs(height(app) - before) <= 2)


def deep_run(stage):
    """A run whose operators nest deeper than a folded band shows, and more threads below."""
    events = training.events()
    for level in range(DEPTH):
        events.append({"ph": "X", "cat": "cpu_op", "name": f"level_{level}", "pid": training.HOST,
                       "tid": training.HOST, "ts": training.EPOCH_US + 5000 + level, "dur": 2000 - 2 * level})
    for thread in range(2, 12):
        events.append({"ph": "X", "cat": "cpu_op", "name": f"thread_{thread}", "pid": training.HOST, "tid": thread,
                       "ts": training.EPOCH_US + 1000, "dur": 30000})
    return stage.app(stage.write_trace("deep.json", events, deviceProperties=training.DEVICES))


def tops(app, rows):
    """Where the rows in view begin, by name."""
    return {node.name: app.rectangle(node)[1] for node in rows.items()}


@scenario("rows: folded bands open while there is room, stay so below the details, and close as the window gets lower",
          sanitized=True)
def bands(stage):
    with deep_run(stage) as app:
        app.resize(1280, 900)
        timeline = timeline_of(app)
        rows = Rows(app)

        def operators_px():
            seen = tops(app, rows)
            return seen["runtime calls"] - seen["operators"]

        before, open_px = tops(app, rows), operators_px()
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        wait_open(app)
        moved = {name: top for name, top in tops(app, rows).items() if before[name] != top}
        if moved:
            raise AssertionError(f"Selecting a slice moved rows: they were at {before} and are at {moved}")
        app.screen.key("Escape")
        wait_line(app)
        app.resize(1280, 700)
        app.wait("fewer operators", lambda: operators_px() < open_px)
        app.resize(1280, 900)
        app.wait("the same rows again", lambda: tops(app, rows) == before)


@scenario("details: what is selected where they open stays in view; a double click there fits it all the same")
def stays_in_view(stage):
    with deep_run(stage) as app:
        app.resize(1280, 900)
        timeline = timeline_of(app)
        rows = Rows(app)

        def middle(name):
            _, top, _, row_height = app.rectangle(rows.item(name))
            return top + row_height // 2

        names = [name for name in rows.names() if re.search("thread (8|9|10|11)", name)]
        name = names[-1]
        y = middle(re.escape(name))
        app.screen.click(timeline.x(16_000_000), y)
        timeline.wait_selected("^thread_")
        wait_open(app)
        _, top, _, canvas_height = app.rectangle(timeline.canvas)
        app.wait("its row is in view", lambda: top <= middle(re.escape(name)) <= top + canvas_height)
        app.screen.key("Escape")
        wait_line(app)
        app.settle(0.6)
        app.screen.click(timeline.x(16_000_000), middle(re.escape(name)), times=2)
        timeline.wait_span("what was clicked twice", lambda begin, end: begin < 1_000_000 and end > 31_000_000
                           and end - begin < 40_000_000)
        wait_open(app)
