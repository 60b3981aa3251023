# SPDX-License-Identifier: Apache-2.0
"""Scenarios: tables of statistics, and queries, by keyboard."""

import json
import os
import re

import clipboard
import training
from figures import count
from scenario import scenario
from timeline import Timeline
from timeline_page import run_of

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"


class Table:
    """The table in view, as assistive technology gets it."""

    def __init__(self, app, title="Kernels"):
        self._app, self._title = app, title

    def rows(self):
        """The texts of the cells of each row that is drawn."""
        root = self._app.root
        grid = next(root.probable("tree grid", self._title), None) or root.find("tree grid", self._title)
        rows, row_of = {}, {}
        for node, parent, role, name, states in grid.described() if grid is not None else ():
            row_of[node] = node if role == "row" else row_of.get(parent)
            if role == "row" and "visible" in states and name != "GtkListItemWidget":
                rows[node] = []
            elif role == "label" and name != "TableCell" and row_of[node] in rows:
                rows[row_of[node]].append(name)
        return [cells for cells in rows.values() if cells]

    def names(self):
        return [row[0] for row in self.rows()]

    def wait_names(self, what, check):
        self._app.wait(f"{what} (there: {self.names()[:6]})", lambda: check(self.names()))

    def press_head(self, title):
        self._app.press("column header", re.compile(title))


def shoot(app, name):
    """Where a person asked for pictures of what was seen."""
    folder = os.environ.get("STEPSCOPE_SHOTS")
    if folder:
        app.settle()
        app.save(os.path.join(folder, name + ".png"))


def tables_of(app):
    app.find(name="Summary")
    app.screen.key("alt+3")
    app.find("list item", "Kernels")
    app.wait("the sidebar has the focus", lambda: app.focused() and app.focused().role == "list item")
    return Table(app)


def type_text(app, text):
    app.screen.type(text, 20)


def query_of(app):
    tables_of(app)
    app.screen.key("End", "Return")
    app.find("text box", "Query")
    app.wait("the query has the focus", lambda: app.focused() and app.focused().name == "Query")
    app.screen.key("ctrl+a", "BackSpace")


def run_query(app, sql):
    app.screen.key("ctrl+a")
    type_text(app, sql)
    app.screen.key("Escape", "ctrl+Return")


@scenario("tables: kernels by total; a head sorts, the filter narrows, Ctrl+C copies a row, Enter leads to the longest slice", seconds=240,
          sanitized=True)
def kernels(stage):
    with run_of(stage) as app:
        table = tables_of(app)
        table.wait_names("eight kernels, fronts first",
                         lambda names: len(names) == 8 and all(name.startswith("front") for name in names[:4]))
        app.find("label", re.compile(f"^{count(8)} rows$"))
        app.find("label", re.compile("^Whole profile, 44[.,]00.ms · count 8 · sum of .* 20[.,]00.ms$"))

        table.press_head("^Name")
        table.wait_names("by name", lambda names: names == sorted(names))
        table.press_head("^Name")
        table.wait_names("by name, backwards", lambda names: names == sorted(names, reverse=True))

        app.screen.key("ctrl+f")
        app.wait("the filter has the focus", lambda: app.focused().name == "Filter rows")
        type_text(app, "TAIL")
        table.wait_names("tails only", lambda names: len(names) == 4 and all(name.startswith("tail") for name in names))
        app.find("label", re.compile(f"^{count(4)} of {count(8)} rows$"))
        shoot(app, "tables-filtered")
        app.screen.key("Escape")
        table.wait_names("all again", lambda names: len(names) == 8)

        # Regular expressions.
        app.press(None, "Regular expression")
        app.screen.key("ctrl+f")
        type_text(app, "^front_[89]$")
        table.wait_names("two", lambda names: names == ["front_9", "front_8"])
        app.screen.key("ctrl+a")
        type_text(app, "front(")
        app.find("label", re.compile("missing closing parenthesis"))
        app.screen.key("Escape")
        table.wait_names("all again", lambda names: len(names) == 8)

        # To the rows by keyboard.
        while app.focused().role != "column header":
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Tab")
        app.wait("a row has the focus", lambda: app.focused().role == "row")
        app.screen.key("Down")
        app.wait("the second row", lambda: app.focused().name == "tail_8")
        app.screen.key("ctrl+c")
        copied = app.wait("the row on the clipboard", lambda: clipboard.text(app.desktop))
        if copied.split("\t")[:3] != ["tail_8", "1", "1000000"]:
            raise AssertionError(repr(copied))
        app.screen.key("Return")
        timeline = Timeline(app)
        timeline.wait_selected("^tail_8, 1[.,]000.ms")


@scenario("tables: they follow the scope; a table without data says so; a column is sorted by keyboard", seconds=240)
def scope_and_lacks(stage):
    with run_of(stage) as app:
        table = tables_of(app)
        table.wait_names("eight kernels", lambda names: len(names) == 8)
        app.press("button", "Slowest")
        table.wait_names("those of step 9", lambda names: sorted(names) == ["front_9", "tail_9"])
        app.find("label", re.compile("^Step 9, .*count 2"))
        app.click(app.find("list item", "Collectives"))
        app.find("label", "Nothing of this kind begins in the current scope.")
        app.click(app.find("list item", "Kernels"))
        table.wait_names("those of step 9", lambda names: len(names) == 2)
        app.screen.key("ctrl+f")
        while app.focused().role != "column header":
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("space")
        table.wait_names("by name", lambda names: names == ["front_9", "tail_9"])
        app.screen.key("space")
        table.wait_names("by name, backwards", lambda names: names == ["tail_9", "front_9"])


@scenario("tables: columns are chosen and stay chosen; the table is copied as TSV and Markdown; all of a name in the timeline", seconds=240)
def columns_and_copies(stage):
    with run_of(stage) as app:
        table = tables_of(app)
        table.wait_names("eight kernels", lambda names: len(names) == 8)
        app.press(None, "Columns")
        app.press("checkbox", "Count")
        app.screen.key("Escape")
        app.wait("the column is gone", lambda: not app.has("column header", "Count"))
        app.press(None, "Copy")
        app.press(None, "Copy Table as TSV")
        text = app.wait("the table on the clipboard",
                        lambda: (clipboard.text(app.desktop) or "").startswith("name\ttotal_ns") and clipboard.text(app.desktop))
        lines = text.splitlines()
        if len(lines) != 9 or not re.match(r"front_\d+\t4000000\t20\t", lines[1]):
            raise AssertionError(lines[:3])
        app.press(None, "Copy")
        app.press(None, "Copy Table as Markdown")
        app.wait("Markdown", lambda: re.match(r"\| Name \| Total, ", clipboard.text(app.desktop) or ""))
        app.press(None, "Columns")
        app.press("button", "Reset")
        app.screen.key("Escape")
        app.find("column header", "Count")
        app.click(app.find("label", "front_10"))
        app.press("button", "Show in Timeline")
        app.find(name=re.compile("^Search 1$"))
        Timeline(app).wait_selected("^front_10")


@scenario("query: slice ids in the result go to the timeline; the query is in the history", seconds=240,
          sanitized=True)
def query(stage):
    with run_of(stage) as app:
        query_of(app)
        run_query(app, "select id as slice_id, name, dur_ns from slice where name like 'front%' order by name desc")
        table = Table(app, "Rows of the query")
        app.wait(f"four rows ({table.rows()})", lambda: [row[1] for row in table.rows()]
                 == ["front_9", "front_8", "front_7", "front_10"])
        app.find("label", re.compile(f"^{count(4)} rows in "))
        shoot(app, "query")
        app.click(app.find("label", "front_8"), times=2)
        Timeline(app).wait_selected("^front_8")
        app.screen.key("alt+3")
        app.press(None, "Queries that were run")
        app.find("list item", re.compile("^select id as slice_id"))
        app.screen.key("Escape")
        app.wait_gone("list item", re.compile("^select id as slice_id"))


@scenario("query: an endless one is stopped, an error is shown with its place, words are completed by keyboard", seconds=240)
def query_ends(stage):
    with run_of(stage) as app:
        query_of(app)
        run_query(app, ENDLESS)
        app.find("label", "Running…")
        app.press("button", "Stop")
        app.find("label", re.compile("^Stopped after "))
        app.find("label", re.compile("^The query was stopped before its first row"))
        app.press("text box", "Query")
        run_query(app, "select nonsense from slice")
        app.find("label", re.compile("no such column: nonsense, at character 8"))
        shoot(app, "query-error")
        app.screen.key("ctrl+a", "BackSpace")
        type_text(app, "select ts_ns from slice where dur_")
        app.find("list", "Completions")
        app.find("label", "dur_ns")
        shoot(app, "query-words")
        app.screen.key("Return")
        type_text(app, " > 3000000 and categ")
        app.screen.key("Tab")
        type_text(app, " = 'kernel'")
        app.screen.key("ctrl+Return")
        table = Table(app, "Rows of the query")
        app.wait(f"four rows ({table.rows()})", lambda: len(table.rows()) == 4)

        # Words are not taken where the cursor was moved to.
        app.press("text box", "Query")
        app.screen.key("ctrl+a", "BackSpace")
        type_text(app, "select 1, 2 where 'dur_ns' = 'dur_ns' or dur_")
        app.find("list", "Completions")
        app.screen.key("ctrl+Home", "Return", "ctrl+End")
        type_text(app, "ns")
        app.screen.key("Escape", "BackSpace", "BackSpace", "BackSpace", "BackSpace", "BackSpace", "BackSpace", "1")
        app.screen.key("ctrl+Return")
        app.wait(f"one row ({table.rows()})", lambda: table.rows() == [["1", "2"]])


@scenario("query: scope_begin_ns () and scope_end_ns () return the scope; a saved query is restored", seconds=240)
def query_scope(stage):
    with run_of(stage) as app:
        query_of(app)
        app.press("button", "Slowest")
        app.press("text box", "Query")
        run_query(app, "select scope_begin_ns() as b, scope_end_ns() as e")
        table = Table(app, "Rows of the query")
        begin = training.BEGIN_US[9] * 1000
        app.wait(f"step 9 ({table.rows()})", lambda: table.rows() == [[str(begin), str(begin + 14_000_000)]])
        app.press(None, "Saved queries")
        app.press("text box", "Name of this query")
        type_text(app, "the scope")
        app.screen.key("Return")
        app.find("list item", "the scope")
        app.screen.key("Escape")
        app.press("text box", "Query")
        app.screen.key("ctrl+a", "BackSpace")
        app.press(None, "Saved queries")
        app.press("list item", "the scope")
        app.screen.key("ctrl+Return")
        app.wait(f"step 9 again ({table.rows()})", lambda: len(table.rows()) == 1)


@scenario("tables: a trace without kernels opens the table that it has rows for; slices without a category have one", seconds=240)
def first_table(stage):
    def slices(process, *names, **more):
        return json.dumps([{"name": name, "ph": "X", "ts": 100 * i, "dur": 90 - i, "tid": 1, "pid": process, **more}
                           for i, name in enumerate(names)])

    traces = (("pytorch.json", slices("CPU functions", "aten::mm", "aten::add", "## forward ##"), "Operators",
               ["aten::mm", "aten::add"]),
              ("frames.json", slices(12, "a.py(1): f", "a.py(2): g", cat="python_function"), "Python Functions",
               ["a.py(1): f", "a.py(2): g"]),
              ("other.json", slices(12, "parse", "check", "emit"), "Other Slices", ["parse", "check", "emit"]))
    for name, text, title, names in traces:
        with stage.app(stage.write(name, text)) as app:
            app.find(name="Summary")
            app.screen.key("alt+3")
            app.find("list item", "Kernels")
            Table(app, title).wait_names(title, lambda found: found == names)
            shoot(app, "tables-of-" + name)

            # What was chosen by hand stays chosen, with why it is empty.
            app.click(app.find("list item", "Collectives"))
            app.find("label", re.compile("^The file has no communication kernels"))
