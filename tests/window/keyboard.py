# SPDX-License-Identifier: Apache-2.0
"""Scenarios: without a pointer and without eyes."""

import re

import training
from accessible import plain
from scenario import scenario

MAX_STOPS = 160

# GTK names a control without a label after its type.
TYPE_NAME = re.compile(r"^(?:Gtk|Adw)[A-Z]\w+$")

# Roles of what a person operates.
OPERATED = ("button", "toggle button", "radio button", "checkbox", "menu item", "text box", "combo box", "list item",
            "tab", "slider", "spin button", "link", "search box", "switch")

# libadwaita's own controls, which it leaves to the tooltip, or to nothing, to name.
NAMED_BY_LIBRARY = ("AdwToastWidget",)


def name_of(node):
    """What a screen reader says of it: a control without a name of its own is read by the text in it."""
    name = node.name
    if name and not TYPE_NAME.match(name):
        return name
    texts = " ".join(name for _, _, role, name, _ in node.described() if role == "label" and name)
    if texts:
        return texts
    parent = node.parent
    if parent.name in NAMED_BY_LIBRARY:
        return parent.name
    if name == "GtkMenuButton":  # the arrow of a split button
        return node.description
    return parent.name if parent.role == node.role and not TYPE_NAME.match(parent.name) else ""


def check_names(app, page):
    wrong = []
    for node in app.root.walk():
        role = node.role
        if role in OPERATED or (role in ("image", "img") and "focusable" in node.states):
            name = name_of(node)
            if not name or name != plain(name):
                wrong.append(f"{role} {name!r} in {node.parent.role} {node.parent.name!r}")
    if wrong:
        raise AssertionError(f"{page}: these names do not help a person: " + "; ".join(wrong))


def tab_through(app, page):
    """Every stop of Tab, until the first comes again; each has a name, and the eye sees where it is."""
    stops, pictures = [], []
    x, y, width, height = app.window_rectangle()
    app.screen.move(x + width - 1, y + height - 1)
    for _ in range(MAX_STOPS):
        app.screen.key("Tab")
        app.settle(0.15)
        node = app.focused()
        if node is None:
            continue
        if node in stops:
            break
        stops.append(node)
        pictures.append(app.desktop.framebuffer.rgb(x, y, width, height))
    else:
        raise AssertionError(f"{page}: Tab never comes back to {name_of(stops[0])!r}")
    names = [name_of(node) for node in stops]
    unseen = [b for a, b, before, after in zip(names, names[1:], pictures, pictures[1:]) if before == after]
    if unseen:
        raise AssertionError(f"{page}: the focus cannot be seen on {unseen}")
    if not all(names):
        raise AssertionError(f"{page}: stops of Tab without a name, among {names}")
    return names


@scenario("keyboard: every control of every page has a name", sanitized=True)
def names(stage):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app() as app:
        app.find(name="Open a GPU Profile")
        check_names(app, "start")
    with stage.app(path) as app:
        app.find(name="GPU active time", description=re.compile("[0-9]"))
        check_names(app, "dashboard")
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        check_names(app, "timeline")
        app.screen.key("ctrl+i")
        app.find("button", "Copy All")
        check_names(app, "information")


@scenario("keyboard: Tab reaches every control, visibly, and wraps around")
def tab_order(stage):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app() as app:
        app.find(name="Open a GPU Profile")
        stops = tab_through(app, "start")
        for wanted in ("Open…", "Open Sample Profile"):
            if not any(wanted in stop for stop in stops):
                raise AssertionError(f"start: Tab never comes to {wanted}: {stops}")
    with stage.app(path) as app:
        app.find(name="GPU active time", description=re.compile("[0-9]"))
        tab_through(app, "dashboard")
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        stops = tab_through(app, "timeline")
        if "Timeline" not in stops:
            raise AssertionError(f"timeline: Tab never comes to the canvas: {stops}")


@scenario("keyboard: from the start page to a kernel's launch without a mouse")
def without_pointer(stage):
    with stage.app() as app:
        button = app.find("button", "Open Sample Profile")
        for _ in range(MAX_STOPS):
            if app.focused() == button:
                break
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Return")
        app.find(name="GPU active time", description=re.compile("[0-9]"))
        app.screen.key("alt+2")
        canvas = app.find(name="Timeline", description=re.compile("rows"))
        for _ in range(MAX_STOPS):
            if app.focused() == canvas:
                break
            app.screen.key("Tab")
            app.settle(0.1)
        app.screen.key("Right")
        app.wait("an arrow key selects", lambda: "; selected: " in canvas.description)
        for _ in range(MAX_STOPS):
            if "launched by" in canvas.description:
                break
            app.screen.key("Down")
            app.settle(0.25)
        app.screen.key("bracketleft")
        app.wait("the launch", lambda: re.search("; selected: .*launched .* later", canvas.description))


@scenario("keyboard: a key opens the shortcuts window, and another the about window", sanitized=True)
def help_windows(stage):
    with stage.app() as app:
        app.find(name="Open a GPU Profile")

        def n_windows():
            return sum("showing" in node.states for node in app.root.children)

        app.screen.key("ctrl+question")
        app.wait("a second window", lambda: n_windows() == 2)
        app.screen.key("Escape")
        app.wait("one window", lambda: n_windows() == 1)
        app.screen.key("F10")
        app.find("menu item", re.compile("About"))
        app.screen.key("Escape")
