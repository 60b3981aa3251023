# SPDX-License-Identifier: Apache-2.0
"""Scenarios: what a person does to the rows of the timeline, by keys and by the pointer."""

import re

import training
from scenario import scenario
from timeline import Timeline
from timeline_page import timeline_of

MAX_STOPS = 40


class Rows:
    """The track column, whose rows are list items."""

    def __init__(self, app):
        self._app = app
        self.column = app.find("list", "Rows")

    def items(self):
        return [node for node in self.column.children if node.role == "list item" and "visible" in node.states]

    def names(self):
        return [node.name for node in self.items()]

    def item(self, name):
        self._app.wait(f"a row named {name}, among {self.names()}", lambda: self._find(name))
        return self._find(name)

    def _find(self, name):
        return next((node for node in self.items() if re.fullmatch(name, node.name)), None)

    def wait_names(self, what, condition):
        self._app.wait(what, lambda: condition(self.names()))

    def focused(self):
        return next((node for node in self.items() if "focused" in node.states), None)

    def focus(self, name):
        """To the rows by the filter, then by arrows."""
        if self.focused() is None:
            self._app.screen.key("ctrl+shift+f")
            self._app.find(name="Filter rows")
            self._app.screen.key("Return")
            self._app.wait("the focus is on a row", lambda: self.focused())
        self._app.screen.key("Home")
        for _ in range(MAX_STOPS):
            self._app.settle(0.1)
            node = self.focused()
            if node is not None and re.fullmatch(name, node.name):
                return node
            self._app.screen.key("Down")
        raise AssertionError(f"No row has the name {name}: {self.names()}")

    def menu(self, what):
        self._app.screen.key("shift+F10")
        self._app.find("menu item", re.compile(what))
        self._app.press("menu item", re.compile(what))
        self._app.wait_gone("menu item", re.compile(what))


def run_of(stage):
    return stage.app(stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES))


@scenario("rows: arrows walk the tree and open and close it; each row says its level and whether it is open",
          sanitized=True)
def walk(stage):
    with run_of(stage) as app:
        timeline_of(app)
        rows = Rows(app)
        node = rows.focus(".* device")
        if not re.match(r"level 2, ", node.description) or "expanded" not in node.states:
            raise AssertionError(f"The row is in a wrong state: {node.description}, {node.states}")
        n = len(rows.items())
        app.screen.key("Left")
        app.wait("closed", lambda: "expanded" not in node.states and "expandable" in node.states)
        rows.wait_names("its streams are gone", lambda names: len(names) < n)
        app.screen.key("Return")
        app.wait("open", lambda: "expanded" in node.states)
        rows.wait_names("its streams are back", lambda names: len(names) == n)
        app.screen.key("Down")
        app.wait("a row below", lambda: re.match("level 3, ", rows.focused().description))
        app.screen.key("End")
        app.wait("the last row", lambda: rows.focused() == rows.items()[-1])


@scenario("rows: P pins a row to the top, Alt+Shift+arrows move it, the menu hides it and shows it again")
def pin_move_hide(stage):
    with run_of(stage) as app:
        timeline_of(app)
        rows = Rows(app)
        before = rows.names()
        stream = rows.focus("stream [0-9]+").name
        app.screen.key("p")
        rows.wait_names("pinned", lambda names: names[0].startswith(stream + " · "))
        app.wait("said to be", lambda: rows.focused().description.endswith(", pinned"))
        app.screen.key("p")
        rows.wait_names("as before", lambda names: names == before)

        rows.focus(".* utilization")
        app.screen.key("alt+shift+Down")
        rows.wait_names("the host stands above its GPU", lambda names: names.index(stream) > before.index(stream))
        app.screen.key("alt+shift+Up")
        rows.wait_names("as before", lambda names: names == before)

        rows.focus(stream)
        rows.menu("^Hide$")
        rows.wait_names("hidden", lambda names: stream not in names and "Show 1 hidden row" in names)
        rows.focus("Show 1 hidden row")
        app.screen.key("Return")
        rows.wait_names("as before", lambda names: names == before)


@scenario("rows: a filter keeps matching rows and their parents; Escape shows all")
def filter_rows(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        rows = Rows(app)
        before = rows.names()
        app.screen.key("ctrl+shift+f")
        entry = app.find(name="Filter rows")
        app.screen.key("s", "t", "r", "e", "a", "m")
        rows.wait_names("streams alone", lambda names: 0 < len(names) < len(before)
                        and all(re.search("node|device|stream|utilization", name) for name in names))
        app.wait("their number", lambda: re.fullmatch(r"[0-9]+ rows?", entry.description))
        app.screen.key("Escape")
        rows.wait_names("all rows", lambda names: names == before)
        app.wait("the focus is on the rows", lambda: rows.focused())
        app.screen.key("ctrl+shift+f")
        app.screen.key("s", "t", "r", "e", "a", "m", "Return")
        rows.wait_names("streams alone", lambda names: len(names) < len(before))
        app.wait("the focus is on the rows", lambda: rows.focused())
        app.screen.key("Escape")
        rows.wait_names("all rows", lambda names: names == before)
        app.click(timeline.canvas, at=(0.999, 0.999))


@scenario("rows: the pin keeps a row in view, a drag moves a row among its siblings, its edge makes it higher",
          sanitized=True)
def by_pointer(stage):
    with run_of(stage) as app:
        timeline_of(app)
        rows = Rows(app)
        before = rows.names()
        x, y, width, _ = app.rectangle(rows.column)

        def middle(name):
            _, top, _, height = app.rectangle(rows.item(name))
            return top + min(height, 20) // 2

        stream = next(name for name in before if name.startswith("stream"))
        app.screen.move(x + 60, middle(stream))
        app.screen.click(x + width - 10, middle(stream))
        rows.wait_names("pinned", lambda names: names[0].startswith(stream + " · "))
        app.screen.move(x + 60, y + 8)
        app.screen.click(x + width - 10, y + 8)
        rows.wait_names("as before", lambda names: names == before)

        host = next(name for name in before if " host" in name)
        utilization = next(name for name in before if name.endswith("utilization"))
        app.screen.drag((x + 60, middle(host)), (x + 60, middle(utilization) - 6))
        rows.wait_names("the host stands above", lambda names: names.index(host) < names.index(utilization))

        _, top, _, height = app.rectangle(rows.item(utilization))
        app.screen.drag((x + 60, top + height - 1), (x + 60, top + height + 39))
        app.wait("twice as high", lambda: abs(app.rectangle(rows.item(utilization))[3] - 2 * height) <= 3)


@scenario("rows: changes to them survive a visit to another page")
def kept(stage):
    with run_of(stage) as app:
        timeline_of(app)
        rows = Rows(app)
        stream = rows.focus("stream [0-9]+").name
        app.screen.key("p")
        rows.wait_names("pinned", lambda names: names[0].startswith(stream + " · "))
        app.screen.key("alt+1")
        app.find(name="GPU active time")
        app.screen.key("alt+2")
        Timeline(app)
        Rows(app).wait_names("still pinned", lambda names: names[0].startswith(stream + " · "))


@scenario("rows: their scroll position is stored with the profile, also with a slice selected above")
def scrolled(stage):
    home = stage.desktop.new_home()

    def top(rows):
        first = rows.items()[1]
        return first.name, first.extents[1] - rows.column.extents[1]

    with stage.app(stage.sample, home=home) as app:
        app.resize(960, 600)
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline = Timeline(app)
        rows = Rows(app)
        at_top = top(rows)
        app.screen.key("Right")
        app.wait("something is selected", lambda: timeline.selected())
        left, y, width, height = app.rectangle(timeline.canvas)
        app.screen.wheel(left + width / 2, y + height / 2, 3)
        app.wait("scrolled", lambda: top(rows) != at_top)
        app.settle(1)
        before = top(rows)
    with stage.app(stage.sample, home=home) as app:
        app.resize(960, 600)
        app.find(name="Summary")
        app.screen.key("alt+2")
        timeline = Timeline(app)
        app.wait("it is selected again", lambda: timeline.selected())
        rows = Rows(app)
        app.wait(f"scrolled as before: {before} at the top, not {top(rows)}",
                 lambda: top(rows)[0] == before[0] and abs(top(rows)[1] - before[1]) <= 2)
