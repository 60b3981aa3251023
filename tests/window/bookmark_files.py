# SPDX-License-Identifier: Apache-2.0
"""Scenarios: bookmarks given to others as a file, through the dialogs that ask where."""

import json
import os
import re

import training
from bookmarks import NOTE, TITLE, count, report, type_into, write_run
from scenario import scenario
from timeline_page import timeline_of


def menu(app, item):
    app.press(None, "Export and import bookmarks")
    app.press("menu item", re.compile(item))


def dialog(app, title):
    """The window that asks for a file. Keys go where the pointer is."""
    def found():
        return next((node for node in app.root.children if node.name == title and "showing" in node.states), None)

    window = app.wait(f"the dialog {title!r}", found)
    app.settle(0.5)
    x, y, width, _ = app.rectangle(window)
    app.screen.move(x + width // 2, y + 4)
    return window


def give(app, title, path):
    """Types the whole path, which both kinds of dialog understand."""
    dialog(app, title)
    app.screen.key("ctrl+a")
    app.screen.xdotool("type", "--delay", 15, path)
    app.settle(0.5)
    app.screen.key("Return")
    app.wait("the dialog is closed", lambda: sum("showing" in node.states for node in app.root.children) == 1)


def escape(app, title):
    dialog(app, title)
    app.screen.key("Escape")
    app.wait("the dialog is closed", lambda: sum("showing" in node.states for node in app.root.children) == 1)


@scenario("bookmarks: exported by the dialog to a file, and imported from it by another person")
def export_and_import(stage):
    home, other_home = stage.desktop.new_home(), stage.desktop.new_home()
    path, exported = write_run(stage, "given.json"), stage.path("given.bookmarks.json")
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b")
        app.press("tab", "Bookmarks 1")
        type_into(app, TITLE, "slow one")
        type_into(app, NOTE, "look here")
        app.press(None, re.compile("^Colour of the bookmark: Blue"))
        app.press(None, "Green")
        app.find(name=re.compile("^Colour of the bookmark: Green"))
        menu(app, "^Export")
        escape(app, "Export Bookmarks")
        if os.path.exists(exported):
            raise AssertionError("a dialog that was left wrote " + exported)
        menu(app, "^Export")
        give(app, "Export Bookmarks", exported)
        app.find(name=re.compile("^1 bookmark exported to given.bookmarks.json"))
    with open(exported, encoding="utf-8") as file:
        mark, = json.load(file)["bookmarks"]
    if (mark["title"], mark["note"], mark["kind"], mark["colour"]) != ("slow one", "look here", "slice", 1):
        raise AssertionError(mark)

    with stage.app(path, home=other_home) as app:
        timeline_of(app)
        app.press("tab", "Bookmarks")
        menu(app, "^Import")
        escape(app, "Import Bookmarks")
        count(app, 0)
        menu(app, "^Import")
        give(app, "Import Bookmarks", exported)
        app.find(name=re.compile("^1 bookmark imported$"))
        count(app, 1)
        menu(app, "^Import")
        give(app, "Import Bookmarks", exported)
        app.settle(0.5)
        count(app, 1)
        app.find(name="slow one")
        menu(app, "^Import")
        give(app, "Import Bookmarks", path)
        app.find(name=re.compile("^Cannot import bookmarks: "))
        count(app, 1)
    if [found["title"] for found in report(stage, other_home, path)] != ["slow one"]:
        raise AssertionError(report(stage, other_home, path))
