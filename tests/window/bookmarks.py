# SPDX-License-Identifier: Apache-2.0
"""Scenarios: bookmarks and notes, and that a profile that is opened again looks as it was left."""

import json
import os
import re
import shutil
import subprocess

import training
from figures import close, duration_ns
from scenario import scenario
from timeline import Timeline
from timeline_page import timeline_of

NOTE = "Note of the bookmark"
TITLE = "Title of the bookmark"


def write_run(stage, name):
    return stage.write_trace(name, training.events(), deviceProperties=training.DEVICES)


def open_timeline(app):
    app.find(name="Summary")
    app.screen.key("alt+2")
    return Timeline(app)


def count(app, n):
    app.find("tab", f"Bookmarks {n}" if n else "Bookmarks")


def drag_area(app, timeline, begin_ns, end_ns):
    y = timeline.middle()[1]
    app.screen.drag((timeline.x(begin_ns), y), (timeline.x(end_ns), y))
    timeline.wait("an area", lambda: timeline.selected().startswith("area of"))
    app.settle(0.5)  # it was one all the way of the drag


def report(stage, home, path):
    """What the command line says of the bookmarks."""
    environment = {**os.environ, "XDG_DATA_HOME": os.path.join(home, "data"),
                   "XDG_CACHE_HOME": os.path.join(home, "cache")}
    printed = subprocess.run([stage.program, "stats", path, "--report", "bookmarks", "--json"], env=environment,
                             check=True, capture_output=True, text=True).stdout
    return json.loads(printed)["bookmarks"]


def type_into(app, name, text):
    field = app.find(name=name)
    app.click(field)
    app.screen.key("ctrl+a")
    for i, line in enumerate(text.split("\n")):
        if i > 0:
            app.screen.key("Return")
        app.screen.type(line)
    return field


@scenario("bookmarks: B sets one on an area, or without a selection at the time under the pointer",
          sanitized=True)
def kinds(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "kinds.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        count(app, 0)
        drag_area(app, timeline, 20_000_000, 24_000_000)
        app.screen.key("b", "Escape")
        timeline.wait("nothing selected", lambda: not timeline.selected())
        app.screen.move(timeline.x(38_000_000), timeline.middle()[1])
        app.screen.key("b")
        count(app, 2)
    area, time = report(stage, home, path)
    if (area["kind"], time["kind"], time["found"]) != ("range", "time", None):
        raise AssertionError((area, time))
    if not close(area["end_ns"] - area["begin_ns"], 4_000_000, 0.1) or not close(time["begin_ns"], 38_000_000, 0.05):
        raise AssertionError((area, time))


@scenario("bookmarks: a slice and its note are found again after a copy, a touch and a new cache")
def found_again(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "bookmarked.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b")
        app.press("tab", "Bookmarks 1")
        type_into(app, TITLE, "slow one")
        type_into(app, NOTE, "waits for\nthe <b>loader</b>")

    copy = stage.path("copy.json")
    shutil.copyfile(path, copy)
    os.utime(copy, (1_000_000_000, 1_000_000_000))
    shutil.rmtree(os.path.join(home, "cache"))
    mark, = report(stage, home, copy)
    if (mark["kind"], mark["found"], mark["name"]) != ("slice", True, "front_8"):
        raise AssertionError(mark)
    if (mark["title"], mark["note"]) != ("slow one", "waits for\nthe <b>loader</b>"):
        raise AssertionError(mark)
    with stage.app(copy, home=home) as app:
        open_timeline(app)
        app.press("tab", "Bookmarks 1")
        app.find(name="slow one")
        app.find(name=re.compile("stream 7"))
        app.find(name="waits for")


@scenario("bookmarks: Ctrl+B goes from one to the next, a flag on the ruler and the list lead there too")
def go_to(stage):
    with stage.app(write_run(stage, "walked.json")) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b")
        drag_area(app, timeline, 20_000_000, 24_000_000)
        app.screen.key("b", "Escape")
        count(app, 2)
        app.screen.key("ctrl+b")
        timeline.wait_selected("^front_8")
        app.screen.key("ctrl+b")
        timeline.wait_selected("^area of")
        timeline.wait_span("the area", lambda begin, end: end - begin < 8_000_000)
        app.screen.key("ctrl+shift+b")
        timeline.wait_selected("^front_8")
        app.screen.key("0", "Escape")
        timeline.wait_span("all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        _, y, _, _ = app.rectangle(app.find(name="Ruler"))
        app.screen.click(timeline.x(training.front_ns(8)[0]) + 5, y + 5)
        timeline.wait_selected("^front_8")
        app.press("tab", "Bookmarks 2")
        app.click(app.find(name=re.compile("^Range in step")), times=2)
        timeline.wait_selected("^area of")


@scenario("bookmarks: Undo restores a deleted one; the filter hides those that do not match", sanitized=True)
def delete(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "deleted.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        for step in (8, 9):
            timeline.click_slice(sum(training.front_ns(step)) / 2, f"front_{step}")
            app.screen.key("b")
        count(app, 2)
        app.press("tab", "Bookmarks 2")
        app.click(app.find(name="front_9"))
        app.press("button", "Delete the bookmark")
        app.press("button", "Undo")
        count(app, 2)
        app.click(app.find(name="front_8"))
        app.press("button", "Delete the bookmark")
        count(app, 1)
        app.click(app.find(name="Filter bookmarks"))
        app.screen.type("nothing like it")
        app.find(name=re.compile("^No bookmark has this text"))
        app.screen.key("ctrl+a", "BackSpace")
        app.find(name="front_9")
    if [mark["name"] for mark in report(stage, home, path)] != ["front_9"]:
        raise AssertionError(report(stage, home, path))


@scenario("memory: the view and the selection are restored after closing and after unloading")
def view(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "left.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("f")
        timeline.wait_span("the kernel", lambda begin, end: end - begin < 6_000_000)
        left = timeline.text()
    with stage.app(path, home=home) as app:
        timeline = open_timeline(app)
        timeline.wait("as it was left", lambda: timeline.text() == left)
        app.screen.key("0")
        timeline.wait_span("all", lambda begin, end: end - begin >= 0.99 * training.SPAN_NS)
        drag_area(app, timeline, 20_000_000, 24_000_000)
        left = timeline.text()
        app.screen.key("ctrl+w")
        app.find(name="Open a GPU Profile")
        app.hand_over(path)
        timeline = Timeline(app)
        timeline.wait("as it was left", lambda: timeline.text() == left)


@scenario("memory: nothing is stored when it is switched off, and stored views can be removed")
def forget(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "forgotten.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b", "f")
        timeline.wait_span("the kernel", lambda begin, end: end - begin < 6_000_000)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("ctrl+comma")
        app.press("button", "Forget All Views")
        app.find(name="Views forgotten")
        app.screen.key("Escape")
        app.settle()
        app.screen.key("Escape")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        if timeline.selected():
            raise AssertionError(timeline.selected())
        count(app, 1)


@scenario("memory: kept areas and markers are restored after closing", sanitized=True)
def marks(stage):
    home = stage.desktop.new_home()
    path = write_run(stage, "marked.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("m", "shift+m")
        drag_area(app, timeline, 20_000_000, 24_000_000)
        app.screen.key("shift+m", "t", "shift+t")
        app.find(name=re.compile("Kept Areas 2"))
        app.wait("both markers", lambda: "marker B" in app.find(name="Ruler").description)
        left = app.find(name="Ruler").description
    with stage.app(path, home=home) as app:
        timeline = open_timeline(app)
        app.wait("the markers as they were left", lambda: app.find(name="Ruler").description == left)
        app.press("tab", "Area")
        app.press(None, re.compile("Kept Areas 2"))
        app.press("button", re.compile(r"^12[.,]0.* all rows"))
        timeline.wait("the first one", lambda: close(duration_ns(timeline.selected(), 1), training.front_ns(8)[0]))
        app.screen.key("ctrl+m", "ctrl+t")
        app.wait("none is kept", lambda: not app.has(name=re.compile("Kept Areas [1-9]")))
        app.wait("no markers", lambda: "arker" not in app.find(name="Ruler").description)
    with stage.app(path, home=home) as app:
        open_timeline(app)
        app.press("tab", "Area")
        app.settle(0.5)
        if app.has(name=re.compile("Kept Areas [1-9]")) or "arker" in app.find(name="Ruler").description:
            raise AssertionError("The removed bookmark came back")
