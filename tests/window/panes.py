# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the cards of the dashboard, their menus, and how they are arranged."""

import os
import re

import clipboard
import training
from preferences import stored
from scenario import scenario
from tables_page import query_of, run_query, shoot, type_text
from timeline import Timeline

STEP_TIMES, ACTIVE = "Step time distribution", "GPU active time"
UTILIZATION, ALL_KERNELS = "GPU utilization over time", "Time spent by all GPU kernels"
KERNELS = "Time spent by the top 15 GPU kernels"
TITLE = re.compile("GPU|Summary|Step time|ProfilerStep")
MAX_STOPS = 160


def open_training(stage, **arguments):
    return stage.app(stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES), **arguments)


def wait_figures(app, title=ACTIVE):
    app.find("image", title, description=re.compile("[0-9]"))


def focus_menu(app, title):
    """Goes to the button of a card's menu with Tab."""
    wanted = "Menu of " + title
    for _ in range(MAX_STOPS):
        focused = app.focused()
        node = focused
        for _ in range(3):
            if node is not None and wanted in node.name:
                return
            node = node.parent if node is not None else None
        app.screen.key("Tab")
        app.settle(0.05)
    raise AssertionError(f"The Tab key does not reach {wanted}")


def choose(app, title, item):
    """An item of the menu of a card."""
    button = app.find("button", "Menu of " + title, anywhere=True)
    _, top, _, height = app.window_rectangle()
    _, y, _, button_height = app.rectangle(button)
    if not top <= y <= top + height - button_height:
        focus_chart(app, title)
        app.settle(1)  # The page has come to rest.
    app.press("button", "Menu of " + title)
    app.press("menu item", item)
    app.settle()


def choose_by_keyboard(app, title, *keys):
    focus_menu(app, title)
    app.screen.key("Return")
    app.find("menu item", "Copy as Table")
    app.screen.key(*keys)
    app.settle()


def to_end(app):
    """Scrolls to what stands below the cards."""
    x, y, width, height = app.window_rectangle()
    app.screen.wheel(x + width // 2, y + height // 2, 60)
    app.settle()


def titles(app):
    """Of the cards, from the left to the right and from the top to the bottom, as the charts name them."""
    charts = [(node.extents, node.name) for node in app.root.matching("image", TITLE)]
    return [name for place, name in sorted(charts, key=lambda chart: (chart[0][1], chart[0][0])) if place[2] > 100]


@scenario("panes: after changes of scope in quick succession every card has the picture of its new figures")
def new_pictures(stage):
    """Those that did not fit into a frame as well: the page shows the same when all of it is drawn anew."""
    with open_training(stage) as app:
        wait_figures(app)
        place = app.point(app.find(name="Next step"))
        for _ in range(3):
            app.screen.click(*place)
        x, y, width, height = app.window_rectangle()
        cards = x, place[1] + 40, width, y + height - place[1] - 40
        app.screen.move(x + 2, y + 2)
        app.settle(1.5)
        before = app.desktop.framebuffer.rgb(*cards)
        for page, shown in (("alt+2", "Overview"), ("alt+1", ACTIVE)):
            app.screen.key(page)
            app.find(name=shown)
            app.settle(1)
        app.wait("the same picture", lambda: app.desktop.framebuffer.rgb(*cards) == before)


@scenario("panes: the menu of a card copies its table for spreadsheets and as Markdown, by keyboard alone", seconds=120,
          sanitized=True)
def copy_table(stage):
    with open_training(stage) as app:
        wait_figures(app)
        choose_by_keyboard(app, STEP_TIMES, "Down", "Down", "Down", "Return")  # Enlarge, Show Events, Copy as Image
        app.wait("the table", lambda: (clipboard.text(app.desktop) or "").startswith("From (ns)\tTo (ns)\tSteps\n"))
        rows = [line.split("\t") for line in clipboard.text(app.desktop).splitlines()[1:]]
        assert sum(int(row[2]) for row in rows) == len(training.STEPS), rows
        choose(app, STEP_TIMES, "Copy as Markdown")
        app.wait("the table", lambda: (clipboard.text(app.desktop) or "").startswith("| From (ns) | To (ns) | Steps |"))
        choose(app, STEP_TIMES, "Copy as Image")
        app.wait("the picture", lambda: clipboard.has_picture(app.desktop))


@scenario("panes: the page stays where it is while the pointer goes down the items of a card's menu")
def still_menu(stage):
    with open_training(stage) as app:
        wait_figures(app)
        focus_menu(app, STEP_TIMES)
        app.settle(1)  # The page has come to rest.
        button = app.press("button", "Menu of " + STEP_TIMES)
        before = app.rectangle(button)
        for item in ("Enlarge", "Copy as Markdown", "Hide"):
            app.screen.move(*app.point(app.find("menu item", item)))
            app.settle(0.5)
            assert app.rectangle(button) == before, (item, app.rectangle(button), before)
        app.screen.key("Escape")
        app.wait_gone("menu item", "Hide")


@scenario("panes: an enlarged card is alone on the page, and Escape restores the others")
def enlarge(stage):
    with open_training(stage) as app:
        wait_figures(app)
        before = app.rectangle(app.find("image", ACTIVE))
        choose(app, ACTIVE, "Enlarge")
        app.wait_gone("image", UTILIZATION)
        after = app.rectangle(app.find("image", ACTIVE))
        assert after[2] > 2 * before[2] and after[3] > before[3], (before, after)
        app.screen.key("Escape")
        app.find("image", UTILIZATION)


@scenario("panes: a hidden pane stays hidden after a restart, and the menu at the end restores it",
          seconds=120, sanitized=True)
def hide(stage):
    home = stage.desktop.new_home()
    with open_training(stage, home=home) as app:
        wait_figures(app)
        choose(app, ACTIVE, "Hide")
        app.wait_gone("image", ACTIVE)
        app.wait("the setting", lambda: "gpu-active,hidden" in (stored(home, "panes") or ""))
    with open_training(stage, home=home) as app:
        wait_figures(app, UTILIZATION)
        assert not app.has("image", ACTIVE)
        to_end(app)
        app.press("button", "Panes")
        app.press("menu item", "Show " + ACTIVE)
        wait_figures(app)
        app.wait("no setting", lambda: "gpu-active" not in (stored(home, "panes") or ""))


@scenario("panes: an order set by menu and by drag survives a restart, and the default can be restored",
          seconds=120)
def reorder(stage):
    home = stage.desktop.new_home()
    with open_training(stage, home=home) as app:
        wait_figures(app)
        assert titles(app)[1:3] == [ACTIVE, UTILIZATION], titles(app)
        choose(app, ACTIVE, "Move Right")
        app.wait("the order", lambda: titles(app)[1:3] == [UTILIZATION, ACTIVE])
        handle = app.find("label", ACTIVE)
        target = app.find("label", UTILIZATION)
        app.screen.drag(app.point(handle, (0.2, 0.5)), app.point(target, (0.2, 0.5)))
        app.wait("the order by hand", lambda: titles(app)[1:3] == [ACTIVE, UTILIZATION])
        choose(app, ACTIVE, "Move Left")
        app.wait("the first", lambda: titles(app)[0] == ACTIVE)
        app.wait("the setting", lambda: stored(home, "panes") is not None)
    with open_training(stage, home=home) as app:
        wait_figures(app)
        app.wait("the order", lambda: titles(app)[0] == ACTIVE)
        to_end(app)
        app.press("button", "Panes")
        app.press("menu item", "Restore Default Panes")
        app.wait("the usual order", lambda: titles(app)[1] == ACTIVE)


@scenario("panes: a histogram of an annotation is added by its name, remembered, and removed", seconds=120)
def histogram(stage):
    home = stage.desktop.new_home()
    with open_training(stage, home=home) as app:
        wait_figures(app)
        to_end(app)
        app.press("button", "Add Histogram…")
        app.find(name="Name of an annotation", anywhere=True)
        app.find("list item", "ProfilerStep#7", anywhere=True)
        app.screen.type("step#9")
        app.settle()
        app.screen.key("Return")
        app.find("image", "ProfilerStep#9", description=re.compile("^Median 14[.,]00.ms"))
        choose(app, "ProfilerStep#9", "Show Events")
        app.find(name="Timeline", description=re.compile("rows"))
    with open_training(stage, home=home) as app:
        wait_figures(app)
        to_end(app)
        app.find("image", "ProfilerStep#9", description=re.compile("^Median 14[.,]00.ms"))
        choose(app, "ProfilerStep#9", "Remove")
        app.wait_gone("image", "ProfilerStep#9")
        to_end(app)
        app.press("button", "Add Query…")
        app.find("label", re.compile("No Saved Queries"), anywhere=True)
        app.screen.key("Escape")
        app.wait_gone("label", re.compile("No Saved Queries"))


@scenario("panes: a card is saved as a picture", sanitized=True)
def save(stage):
    folder = stage.path("pictures")
    os.makedirs(folder, exist_ok=True)
    with open_training(stage) as app:
        wait_figures(app)
        choose(app, ALL_KERNELS, "Save as Picture…")
        app.find(name="Save as Picture", anywhere=True)
        app.settle()
        app.screen.key("ctrl+a")
        app.screen.type(os.path.join(folder, "kernels.svg"))
        app.screen.key("Return")
        app.wait("the picture", lambda: os.path.exists(os.path.join(folder, "kernels.svg")))
        with open(os.path.join(folder, "kernels.svg"), encoding="utf-8") as file:
            assert "<svg" in file.read(1000)
        # The dialog still reads folders for a while; what it holds then is not freed when the program ends at once.
        app.settle(1)


def focus_chart(app, title):
    """Goes to the chart of a card with Tab, which scrolls it into view."""
    chart = app.find("image", title, re.compile("[0-9]"), anywhere=True)
    for _ in range(MAX_STOPS):
        if "focused" in chart.states:
            return chart
        app.screen.key("Tab")
        app.settle(0.02)
    raise AssertionError(f"The Tab key does not reach {title}")


def click_part(app, title, where):
    """At a place of a chart, as shares of its width and height."""
    chart = focus_chart(app, title)
    app.settle(1)  # The page has come to rest.
    app.screen.click(*app.point(chart, where))


@scenario("panes: the parts of rings go to the table of what ran or to the timeline, by keyboard", seconds=240)
def ring_parts(stage):
    with open_training(stage) as app:
        for title, key, page in (("Summary", "End", "Kernels"), (ACTIVE, "Home", "Kernels"),
                                 ("GPU activity distribution", "Home", "Kernels")):
            app.screen.key("alt+1")
            focus_chart(app, title)
            app.screen.key(key, "Return")
            app.find("tree grid", page)
        app.screen.key("alt+1")
        focus_chart(app, ALL_KERNELS)
        app.screen.key("Home", "Return")
        Timeline(app).wait_selected("^front_")
        app.screen.key("alt+1")
        focus_chart(app, ACTIVE)
        app.screen.key("End", "Return")
        Timeline(app).wait_selected("idle for")


@scenario("panes: a bar, a histogram bin, a bucket and a part of a ring go to their events, by pointer", seconds=240)
def pointer_parts(stage):
    with open_training(stage) as app:
        click_part(app, ACTIVE, (0.53, 0.5))
        app.find("tree grid", "Kernels")
        app.screen.key("alt+1")
        click_part(app, KERNELS, (0.5, 0.06))
        Timeline(app).wait_selected("^front_")
        app.screen.key("alt+1")
        click_part(app, STEP_TIMES, (0.93, 0.7))
        Timeline(app).wait_span("the step that took longest",
                                lambda begin, end: begin <= 20_000_000 and 34_000_000 <= end < 44_000_000)
        app.screen.key("alt+1")
        click_part(app, UTILIZATION, (0.5, 0.5))
        Timeline(app).wait_span("a hundredth of the window", lambda begin, end: 400_000 < end - begin < 480_000)
        app.screen.key("alt+1")
        click_part(app, "Launch latency", (0.12, 0.6))  # The first bin
        Timeline(app).wait_selected("^(front|tail)_")


@scenario("panes: a saved query is added, follows the scope, leads to its slices and to the query, and is remembered and removed",
          seconds=240, sanitized=True)
def saved_query(stage):
    home = stage.desktop.new_home()
    name, sql = "long kernels", "select id as slice_id, name, dur_ns from slice where name like 'front%' and ts_ns >= scope_begin_ns() order by name desc"
    with open_training(stage, home=home) as app:
        wait_figures(app)
        save_query(app, name, sql)
        app.screen.key("alt+1")
        to_end(app)
        app.press("button", "Add Query…")
        app.find("list item", name, anywhere=True)
        app.settle()
        app.screen.key("Return")
        app.find("image", name, description=re.compile("^0|.*front_9"))
        focus_chart(app, name)
        app.screen.key("Home", "Return")
        Timeline(app).wait_selected("^front_9")
    with open_training(stage, home=home) as app:
        wait_figures(app)
        chart = focus_chart(app, name)
        shoot(app, "query-pane")
        app.press("button", "Slowest")
        app.wait("the steps from 9 on", lambda: "front_8" not in chart.description and "front_9" in chart.description)
        choose(app, name, "Copy as Markdown")
        app.wait("the table", lambda: (clipboard.text(app.desktop) or "").startswith("| slice\\_id | name |"))
        choose(app, name, "Remove")
        app.wait_gone("image", name)
        app.wait("no setting", lambda: name not in (stored(home, "panes") or ""))


def save_query(app, name, sql):
    query_of(app)
    run_query(app, sql)
    app.press(None, "Saved queries")
    app.press("text box", "Name of this query")
    type_text(app, name)
    app.screen.key("Return")
    app.find("list item", name)
    app.screen.key("Escape")


# Two rows that are others each time, and no end.
STOPPED = ("with recursive n(i) as (select 1 union all select i + 1 from n) "
           "select 'r' || abs(random()) as r from n where i < 3")


@scenario("panes: a stopped saved query runs again from its card's menu, and when its scope is set again", seconds=240)
def stopped_query(stage):
    name = "never ends"
    with open_training(stage) as app:
        wait_figures(app)
        save_query(app, name, STOPPED)
        app.press("button", "Stop")
        app.screen.key("alt+1")
        to_end(app)
        app.press("button", "Add Query…")
        app.find("list item", name, anywhere=True)
        app.settle()
        app.screen.key("Return")
        chart = app.find("image", name, description=re.compile("r[0-9]+.*Stopped after", re.DOTALL))
        seen = {chart.description}

        def is_new():
            text = app.find("image", name).description
            return re.search("r[0-9]+.*Stopped after", text, re.DOTALL) and text not in seen and (seen.add(text) or True)

        choose(app, name, "Recompute")
        app.wait("other rows", is_new)
        app.press("button", "Slowest")
        app.wait("rows of the step", is_new)
        app.press("button", "Time: reset")
        app.wait("rows of the whole profile, not those from before", is_new)


LONG = "".join("_" if i % 9 == 8 else "abcdefghi"[i % 9] for i in range(5000))


@scenario("panes: names of 5,000 characters break neither the dashboard nor tables nor the rows of a query", seconds=240)
def long_names(stage):
    events = [dict(event, name=LONG + event["name"] if event["name"].startswith("front") else event["name"])
              for event in training.events(annotation=LONG + "{}")]
    with stage.app(stage.write_trace("long.json", events, deviceProperties=training.DEVICES)) as app:
        wait_figures(app)
        size = app.window_rectangle()[2:]

        def check(name):
            app.settle()
            shoot(app, name)
            assert app.window_rectangle()[2:] == size, (name, app.window_rectangle(), size)

        chart = focus_chart(app, KERNELS)
        app.settle(1)
        app.screen.move(*app.point(chart, (0.5, 0.06)))
        app.settle(1.5)  # The tooltip comes.
        check("long-dashboard")
        app.screen.move(*app.point(chart, (0.5, 0.99)))
        app.screen.key("alt+3")
        app.wait("the table", lambda: app.has("tree grid", "Kernels"))
        check("long-tables")
        app.find("list item", "Kernels")
        app.wait("the sidebar has the focus", lambda: app.focused() and app.focused().role == "list item")
        app.screen.key("End", "Return")
        app.find("text box", "Query")
        app.wait("the query has the focus", lambda: app.focused() and app.focused().name == "Query")
        app.screen.key("ctrl+a", "BackSpace")
        run_query(app, "select id as slice_id, name from slice where dur_ns = 4000000")
        app.find("tree grid", "Rows of the query")
        check("long-query")
        app.screen.key("alt+2")
        Timeline(app)
        check("long-timeline")
