# SPDX-License-Identifier: Apache-2.0
"""Scenarios: bookmarks given to others as a file, through the dialogs that ask where."""

import json
import os
import re
import sqlite3

import training
from bookmarks import NOTE, TITLE, count, report, type_into, write_run
from file_dialog import FileDialog
from scenario import scenario
from timeline_page import timeline_of


class Dialog(FileDialog):
    """Opened from the menu of the bookmarks."""

    def __init__(self, app, item):
        def show():
            app.press(None, "Export and import bookmarks")
            app.press("menu item", re.compile(item))
            app.wait_gone("menu item", re.compile(item))

        super().__init__(app, show)


@scenario("bookmarks: a failure to store them is reported once, with the reason", sanitized=True)
def not_stored(stage):
    home, path = stage.desktop.new_home(), write_run(stage, "lost.json")
    folder = os.path.join(home, "data", "stepscope")
    os.makedirs(folder)
    database = sqlite3.connect(os.path.join(folder, "library.sqlite"))
    database.execute("PRAGMA user_version = 999")
    database.close()
    with stage.app(path, home=home) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b")
        app.find(name=re.compile("^Bookmarks, prices and changes to the list of profiles cannot be stored: .*newer version"))
        app.press("tab", "Bookmarks 1")


@scenario("bookmarks: an export writes those of the profile it was started for, even if another is shown by then")
def asked_profile(stage):
    path, other, exported = write_run(stage, "asked.json"), stage.write_trace("other.json", training.events()[:-1]), \
        stage.path("asked.bookmarks.json")
    with stage.app(path) as app:
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        app.screen.key("b")
        app.press("tab", "Bookmarks 1")
        dialog = Dialog(app, "^Export")
        dialog.type(exported)
        app.hand_over(other)
        app.wait("the other profile", lambda: "other" in app.title())
        dialog.accept()
        app.find(name=re.compile("^1 bookmark exported to asked.bookmarks.json"))
    with open(exported, encoding="utf-8") as file:
        given = json.load(file)
    if len(given["bookmarks"]) != 1 or "asked" not in given["profile"]["name"]:
        raise AssertionError(given)


@scenario("bookmarks: the dialog exports them to a file, and another user imports them")
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
        Dialog(app, "^Export").escape()
        if os.path.exists(exported):
            raise AssertionError("The cancelled dialog wrote " + exported)
        Dialog(app, "^Export").give(exported)
        app.find(name=re.compile("^1 bookmark exported to given.bookmarks.json"))
    with open(exported, encoding="utf-8") as file:
        mark, = json.load(file)["bookmarks"]
    if (mark["title"], mark["note"], mark["kind"], mark["colour"]) != ("slow one", "look here", "slice", 1):
        raise AssertionError(mark)

    with stage.app(path, home=other_home) as app:
        timeline_of(app)
        app.press("tab", "Bookmarks")
        Dialog(app, "^Import").escape()
        count(app, 0)
        Dialog(app, "^Import").give(exported)
        app.find(name=re.compile("^1 bookmark imported$"))
        count(app, 1)
        Dialog(app, "^Import").give(exported)
        app.find(name=re.compile("^0 bookmarks imported; 1 skipped"))
        count(app, 1)
        app.find(name="slow one")
        Dialog(app, "^Import").give(path)
        app.find(name=re.compile("^Cannot import bookmarks: "))
        count(app, 1)
    if [found["title"] for found in report(stage, other_home, path)] != ["slow one"]:
        raise AssertionError(report(stage, other_home, path))
