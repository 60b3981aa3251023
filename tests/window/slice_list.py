# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the timeline as a list, and what of it can be heard."""

import os
import re

import training
from accessible import plain
from figures import count
from scenario import scenario
from timeline import Timeline
from timeline_page import run_of, timeline_of

MAX_STOPS = 80


class SliceList:
    def __init__(self, app):
        self._app = app
        self.list = app.find("list", "Slices in view")

    def lines(self):
        """What is read of each line that is shown."""
        items = [node for node in self.list.children if node.role == "list item" and "visible" in node.states]
        return [" ".join(name for _, _, role, name, _ in item.described() if role == "label") for item in items]

    def focused(self):
        node = self._app.focused()
        if node is None or node.role != "list item":
            return ""
        return " ".join(name for _, _, role, name, _ in node.described() if role == "label")

    def wait_focused(self, pattern):
        self._app.wait(f"the focus on {pattern} (on: {self.focused()!r}, of {self.lines()})",
                       lambda: re.search(pattern, self.focused()))


def names(slices):
    """Of the lines in view."""
    return [line.partition(",")[0] for line in slices.lines() if line]


def shoot(app, name):
    """Where a person asked for pictures of what was seen."""
    folder = os.environ.get("STEPSCOPE_SHOTS")
    if folder:
        app.settle()
        app.save(os.path.join(folder, name + ".png"))


@scenario("list view: L lists the slices in view, a line selects its slice, Enter goes to it", sanitized=True)
def list_view(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        app.screen.key("l")
        slices = SliceList(app)
        n = len(training.events()) - 2
        app.find(name=re.compile(f"^{count(n)} slices in view$"))
        app.wait(f"{n} lines: {slices.lines()}", lambda: len(slices.lines()) == n)
        slices.wait_focused(r"^ProfilerStep#7, .*, 10[.,]00.ms, .*annotations of main$")
        shoot(app, "list")

        # A line selects.
        app.screen.key("Down", "Down", "Down")
        slices.wait_focused(r"^front_7, Step 7 \+ 2[.,]000.ms, 4[.,]000.ms, .*kernel, stream 7 of GPU 0$")
        app.find(name=re.compile("longest of|only one"))
        app.find(name=re.compile("front_7"))

        # Longest first.
        app.press(None, "By Duration")
        app.wait("the longest first", lambda: "front_7 front_8 front_9 front_10" in " ".join(names(slices)))
        app.press(None, "By Begin")
        app.wait("the first first", lambda: "front_7 cudaLaunchKernel tail_7" in " ".join(names(slices)))

        # What is selected elsewhere is chosen here; Enter leads to it.
        app.screen.key("ctrl+f")
        app.settle()
        app.screen.key(*["underscore" if letter == "_" else letter for letter in "tail_9"])
        app.screen.key("Return")
        app.wait("tail_9 is chosen", lambda: any(
            "selected" in node.states and "tail_9" in " ".join(child.name for child in node.walk())
            for node in slices.list.children))
        app.screen.key("Escape")
        app.settle()
        if not app.has("list", "Slices in view"):
            app.screen.key("l")
        app.press(None, "By Begin")
        app.screen.key("Tab", "Tab", "Tab")
        slices.wait_focused("^tail_9")
        app.screen.key("Return")
        app.wait_gone("list", "Slices in view")
        timeline = Timeline(app)
        timeline.wait_selected("^tail_9")
        if app.focused() != timeline.canvas:
            raise AssertionError("Enter did not move the focus back to the canvas")

        # From the selected slice, and back.
        app.screen.key("l")
        slices = SliceList(app)
        slices.wait_focused("^tail_9")
        app.screen.key("Escape")
        app.wait_gone("list", "Slices in view")
        timeline.wait_selected("^tail_9")
        app.wait("the canvas has the keys", lambda: app.focused() == Timeline(app).canvas)


@scenario("list view: it follows the view, and says when it is cut")
def follows(stage):
    path = stage.make_trace("long.json", 20000)
    with stage.app(path) as app:
        app.find(name="GPU active time", description=re.compile("[0-9]"))
        app.screen.key("alt+2")
        timeline = Timeline(app)
        app.screen.key("l")
        slices = SliceList(app)
        app.find(name=re.compile(f"^The first {count(1000)} of [0-9][0-9.,\u00a0\u202f ]* slices in view; zoom in to list all$"))
        slices.wait_focused(".")
        shoot(app, "list_cut")
        for _ in range(80):
            app.screen.key("w")
            app.settle(0.1)
            if app.has(name=re.compile("^[0-9]+ slices? in view$")):
                break
        app.find(name=re.compile("^[0-9]+ slices? in view$"))
        slices.wait_focused(".")
        app.screen.key("0")
        app.find(name=re.compile(f"^The first {count(1000)} of "))
        app.screen.key("l")
        app.wait_gone("list", "Slices in view")
        timeline.wait_span("all in view", lambda begin, end: begin == 0)


@scenario("list view: Tab reaches every control, visibly, and wraps around")
def tab_order(stage):
    from keyboard import check_names, tab_through
    with run_of(stage) as app:
        timeline_of(app)
        app.screen.key("l")
        SliceList(app).wait_focused(".")
        check_names(app, "list view")
        stops = tab_through(app, "list view")
        for wanted in ("By Begin", "Back to the Timeline", "ProfilerStep#7"):
            if not any(wanted in stop for stop in stops):
                raise AssertionError(f"The Tab key does not reach {wanted}, only {stops}")


@scenario("accessible: the arrows walk slices and rows, and each is announced with its place", sanitized=True)
def walk(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        for _ in range(MAX_STOPS):
            if app.focused() == timeline.canvas:
                break
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Right")
        timeline.wait_selected(r"^front_7, 4[.,]000.ms, at 2[.,]000.ms, Step 7 \+ 2[.,]000.ms, .*, 1 of 8 in its row")
        app.screen.key("Right")
        timeline.wait_selected("^tail_7, .*, 2 of 8 in its row")
        app.screen.key("Down")
        timeline.wait_selected(r"^ProfilerStep#7, 10[.,]00.ms, at 0.ns, Step 7 \+ 0.ns, annotations of main, 1 of 4 in its row")
        app.screen.key("Right")
        timeline.wait_selected(r"^ProfilerStep#8, .*, at 10[.,]00.ms, Step 8 \+ 0.ns, .*, 2 of 4 in its row")
        app.screen.key("Up")
        app.settle()
        for _ in range(4):
            if timeline.selected().startswith("front_8"):
                break
            app.screen.key("Left")
            app.settle(0.3)
        timeline.wait_selected(r"^front_8, 4[.,]000.ms, at 12[.,]00.ms, Step 8 \+ 2[.,]000.ms, stream 7 of GPU 0, "
                               r"3 of 8 in its row; launched by cudaLaunchKernel 1[.,]400.ms before")

        # Markers and bookmarks are told as well.
        app.screen.key("t", "b")
        timeline.wait("a bookmark", lambda: re.search(r"; Marker A at .*; 1 bookmark in view, front_8 at 12[.,]00.ms",
                                                      timeline.text()))

        # Rows: by Shift+Tab, then by arrows.
        for _ in range(MAX_STOPS):
            node = app.focused()
            if node is not None and node.role == "list item":
                break
            app.screen.key("shift+Tab")
            app.settle(0.15)
        app.screen.key("Home")
        heard = []
        for _ in range(MAX_STOPS):
            app.settle(0.15)
            node = app.focused()
            said = (plain(node.name), node.description)
            if heard and said == heard[-1]:
                break
            heard.append(said)
            app.screen.key("Down")
        if not all(name and re.match(r"level [0-9]+, .", description) for name, description in heard):
            raise AssertionError(f"Assistive technology reads the wrong rows: {heard}")
        for wanted in ("GPU 0 utilization", "stream 7 of GPU 0, 8 slices", "runtime calls"):
            if not any(wanted in description for _, description in heard):
                raise AssertionError(f"No row has {wanted!r} in its description: {heard}")


@scenario("large text: at 200 % rows, ruler and overview are twice as high, and the window still fits")
def large_text(stage):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)

    def heights(home, name):
        with stage.app(path, home=home) as app:
            timeline = timeline_of(app)
            app.screen.key("Tab")
            timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
            found = [app.rectangle(app.find(name="Overview"))[3], app.rectangle(app.find(name="Ruler"))[3]]
            rows = [node for node in app.find("list", "Rows").children
                    if "stream 7" in node.name or "utilization" in node.name]
            found += [app.rectangle(node)[3] for node in rows]
            shoot(app, name)
            app.screen.key("l")
            SliceList(app).wait_focused("^front_8")
            shoot(app, name + "_list")
            app.screen.key("l", "m")
            app.wait("an area", lambda: Timeline(app).selected().startswith("area of"))
            app.press(None, re.compile("^Area"))
            shoot(app, name + "_area")
            app.press(None, re.compile("^Search"))
            shoot(app, name + "_search")
            return found, app.window_rectangle()[2:]

    usual, usual_size = heights(stage.desktop.new_home(), "text_100")
    large, large_size = heights(stage.desktop.new_home(font="Cantarell 22"), "text_200")
    if not all(1.8 * a <= b <= 2.2 * a for a, b in zip(usual[:2], large[:2])):
        raise AssertionError(f"Overview and ruler do not grow with the text: {usual}, {large}")
    # Where all rows fit, lanes are 26 px instead of 20.
    if not all(b >= 1.9 * min(a, 20) for a, b in zip(usual[2:], large[2:])):
        raise AssertionError(f"Rows do not grow with the text: {usual}, {large}")
    if large_size[0] > stage.desktop.width or large_size[1] > stage.desktop.height:
        raise AssertionError(f"The window does not fit on the screen: {large_size}")


@scenario("patterns: a preference draws them at once and after a restart")
def patterns(stage):
    home = stage.desktop.new_home()

    def show_timeline(app):
        app.find(name="Summary")
        app.screen.key("alt+2")
        app.wait("the steps' parts", lambda: Timeline(app).length_ns() > 0)
        app.settle(1)

    def picture(app):
        x, y, width, height = app.rectangle(app.find(name="Overview"))
        app.screen.move(x + 2, y + height + 2)
        app.settle(0.5)
        return app.desktop.framebuffer.rgb(*app.rectangle(app.find(name="Overview")))

    with stage.app(stage.sample, home=home) as app:
        show_timeline(app)
        before = picture(app)
        app.screen.key("ctrl+comma")
        switch = app.find("switch", "Patterns", anywhere=True)
        app.click(switch)
        app.wait("it is on", lambda: "checked" in switch.states or "pressed" in switch.states)

        def is_closed():
            app.screen.key("Escape")
            app.settle()
            return len(app.root.children) == 1

        app.wait("the window of preferences to close", is_closed)
        shoot(app, "patterns")
        patterned = picture(app)
    with stage.app(stage.sample, home=home) as app:
        show_timeline(app)
        again = picture(app)
    if again != patterned:
        raise AssertionError("The setting was not remembered")
    if before == patterned:
        raise AssertionError("The timeline draws no patterns")
